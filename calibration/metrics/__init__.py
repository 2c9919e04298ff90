"""How hard, how long and how fair a game is: figures of stores beyond those that `simulate` prints."""
