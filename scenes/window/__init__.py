"""The window: its loop, its camera and the times of its events."""
