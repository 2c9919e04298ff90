"""Studies that users make of their own bots: ladders."""
