"""The pictures of Zack! that are painted once: room, bowl, cards, hands."""
