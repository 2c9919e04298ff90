"""The means by which all pictures are drawn: canvas, quads, sprites, colours, panels."""
