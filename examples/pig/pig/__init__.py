"""Pig: roll the die as often as you dare; a 1 loses what the turn has brought; who first has 50 points wins."""
