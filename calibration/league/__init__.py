"""A league: a round robin of bots in mirrored pairs, rated, and every match of it fit to be played again."""
