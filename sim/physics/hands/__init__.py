"""Hands: how they hold, carry and reach."""
