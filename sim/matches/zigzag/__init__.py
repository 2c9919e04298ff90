"""A match of ZIGZAG: its course, its people, its frames, its words, its record."""
