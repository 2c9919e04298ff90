"""A match as one page for a browser: what its scene draws, as a list, with a small player."""
