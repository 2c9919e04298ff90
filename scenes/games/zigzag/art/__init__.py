"""What is painted once: table, cards, characters, hands."""
