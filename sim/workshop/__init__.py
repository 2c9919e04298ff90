"""The workshop's windowless half: a design as it is edited, and how hard it is, estimated in the background."""
