"""What makes a match of a game short: a game of few cards, or seconds in place of minutes."""

from __future__ import annotations

from typing import Any

SHORT: dict[str, dict[str, Any]] = {
    "riff-raff": {},
    "zack": {"table": {"wins": 1}, "deck": {"splits": {"six_five": {"circles_per_colour": 1, "cards_per_action": 1}}}},
    "zatre": {},
    "zigzag": {"table": {"most_minutes": 0.4}},
}
"""Changes of a configuration, by game; none for Riff Raff and ZATRE, whose matches have a fixed length."""
