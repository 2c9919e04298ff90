"""What the lobby offers at ZIGZAG: one person at the table, and no practice, since it takes four to play."""

from __future__ import annotations

MOST_PERSONS = 1
"""Everybody acts at once, and one mouse is in one hand."""
SECRET: tuple[str, ...] = ()
"""There is one person: nothing has to be hidden from another."""


def usual() -> None:
    """Nothing is practised."""
    return
