"""What is painted once: the board."""
