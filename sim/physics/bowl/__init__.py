"""The bowl of Zack! in section: cards that fly, land, and lie on each other."""
