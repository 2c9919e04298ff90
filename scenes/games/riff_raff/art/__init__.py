"""What is painted once: sea and sky, ship, pieces, hands."""
