"""The pictures of ZIGZAG that are painted once and reused: table, cards, characters, hands."""
