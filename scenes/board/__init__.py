"""The board of every game without pictures of its own: the position in words, and a list of the possible answers."""
