"""Watching a match: buffers of frames, a timeline, cues and their sounds, the theatre, several matches in a grid."""
