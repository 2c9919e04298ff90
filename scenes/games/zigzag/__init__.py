"""How ZIGZAG looks: a felt tapis seen from above, cards, hands, and the panels beside it."""
