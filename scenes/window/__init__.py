"""The window: its loop, its camera, the times of its events and the cost of its frames."""
