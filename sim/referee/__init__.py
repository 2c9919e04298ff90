"""The rules engines behind a pipe: one JSON object a line in, one ruling a line out."""
