"""ZIGZAG, the rules (Elements Editions 2013, Duwelz & Maury): `apply(state, action) -> (state, events)`."""
