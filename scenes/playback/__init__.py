"""Watching a match: buffers of frames, a timeline, cues, the theatre, several matches in a grid."""
