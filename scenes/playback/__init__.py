"""Watching a match: frames kept, a timeline, cues, the theatre, several matches in a grid."""
