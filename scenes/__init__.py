"""The drawing: one scene a game, in a pyglet window or off screen. Uses sim, never calibration."""
