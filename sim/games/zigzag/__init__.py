"""ZIGZAG: everybody snatches cards at once."""
