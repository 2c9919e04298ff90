"""What is painted once: room, bowl, cards, hands."""
