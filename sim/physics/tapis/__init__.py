"""The tapis of ZIGZAG seen from above: cards that slide and hands that reach for them."""
