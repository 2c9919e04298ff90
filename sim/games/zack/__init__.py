"""Zack!: cards thrown into a bowl."""
