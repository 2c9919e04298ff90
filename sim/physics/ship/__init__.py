"""The ship of Riff Raff: its measures, pieces, world, and what becomes of an attempt."""
