"""What all pictures are drawn with: canvas, quads, sprites, text, colours, panels."""
