"""The workshop's window: a design on a drawing board, live, with its dials and handles and how hard it is."""
