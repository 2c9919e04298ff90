"""ZIGZAG: all players snatch cards at once."""
