"""Measures of a real table by a camera: pieces and ships from photos, swings from films."""
