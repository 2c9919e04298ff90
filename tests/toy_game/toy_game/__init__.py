"""A game outside the house: a tower, of which each player in turn takes one to three blocks; the last block wins."""
