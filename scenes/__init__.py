"""The drawing of matches: one scene for each game, in a pyglet window or off screen. Uses sim, never calibration."""
