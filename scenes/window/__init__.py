"""The window: its loop, camera, and the times of its events and frames."""
