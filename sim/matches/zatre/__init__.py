"""A match of ZATRE: its course, its frames, its words, its record."""
