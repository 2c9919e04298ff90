"""The means by which all pictures are drawn: canvas, quads, sprites, text, colours, panels."""
