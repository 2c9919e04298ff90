"""Matches as files: pictures, films, sound."""
