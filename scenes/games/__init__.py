"""The pictures of the games, a folder each."""
