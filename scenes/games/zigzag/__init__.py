"""The pictures, panels and controls of ZIGZAG: a felt tapis seen from above, cards, hands, and panels beside it."""
