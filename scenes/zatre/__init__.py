"""Everything that draws ZATRE."""
