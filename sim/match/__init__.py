"""Matches: a world x a rules engine x players, told as frames, records and text."""
