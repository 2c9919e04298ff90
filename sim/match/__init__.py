"""Matches: a world, a rules engine and players; their frames, records and text."""
