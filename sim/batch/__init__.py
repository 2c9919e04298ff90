"""Batches of matches: played one by one or by several processes, kept as rows, summed up with intervals."""
