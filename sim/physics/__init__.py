"""Worlds of wood, card and hands in pymunk; knows no rule of any game."""
