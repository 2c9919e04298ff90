"""The work of `study assumptions`: what the assumed values of a game leave open."""
