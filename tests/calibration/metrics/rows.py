"""Rows of made-up matches: what a test does not name is of no matter to it."""

from __future__ import annotations

from typing import Any

from sim.games.riff_raff.rows import MatchRow, TurnRow
from sim.games.zack import rows as zack
from sim.seat import NAMES, Seat

SEATS = (Seat("Anne", "casual", "simple"), Seat("Bert", "child", "simple"))


def seats(*profiles: str, strategy: str = "simple") -> tuple[Seat, ...]:
    """A table of these people."""
    return tuple(Seat(name, profile, strategy) for name, profile in zip(NAMES, profiles, strict=False))


def attempt(match: int, number: int, **fields: Any) -> TurnRow:
    """An attempt of Riff Raff at which nothing falls; Anne and Bert in turns."""
    seat = fields.pop("seat", (number - 1) % 2)
    fallen = fields.pop("fallen", 0)
    usual = {
        "match": match,
        "attempt": number,
        "round": (number + 1) // 2,
        "turn": seat + 1,
        "seat": seat,
        "profile": SEATS[seat].profile,
        "strategy": "simple",
        "slot": 1,
        "piece": "rat",
        "stance": "flat",
        "x_mm": 0.0,
        "announced": 1,
        "which": 1,
        "fate": "stays",
        "fell": fallen > 0,
        "own_fell": False,
        "pieces_fallen": fallen,
        "pieces_caught": 0,
        "aboard_before": 0,
        "aboard_after": 1,
        "supply_before": 8,
        "supply_after": 7,
        "settled": True,
        "duration_s": 3.0,
        "settle_s": 1.0,
        "max_heel_rad": 0.0,
        "time_s": 10.0 * number,
        "stirred": False,
    }
    return TurnRow(**{**usual, **fields})


def match(index: int, turns: list[TurnRow], **fields: Any) -> MatchRow:
    """A match of Riff Raff that Anne wins."""
    usual = {
        "index": index,
        "seed": index,
        "rounds": turns[-1].round,
        "simulated_s": turns[-1].time_s,
        "ending": "emptied",
        "attempts": len(turns),
        "turns": len(turns),
        "falls": sum(turn.fell for turn in turns),
        "pieces_fallen": sum(turn.pieces_fallen for turn in turns),
        "pieces_caught": sum(turn.pieces_caught for turn in turns),
        "unsettled": 0,
        "lead_changes": 0,
        "drama": None,
        "decided_at": 0.5,
        "pieces_left": (0, 3),
        "victory": (1.0, 0.0),
    }
    return MatchRow(**{**usual, **fields})


def card(match: int, number: int, **fields: Any) -> zack.TurnRow:
    """A card of Zack! that Anne throws into the bowl, in turn."""
    usual = {
        "match": match,
        "throw": number,
        "game": 1,
        "seat": 0,
        "profile": "casual",
        "strategy": "steady",
        "kind": zack.THROW,
        "face": "circle",
        "on": "circle",
        "hit": True,
        "wrong": False,
        "undercut": False,
        "turn_s": 1.0,
        "reason": None,
        "success": None,
        "cards": None,
        "ended": False,
        "settled": True,
        "settle_s": 0.2,
        "time_s": float(number),
        "game_s": float(number),
        "along_mm": None,
        "across_mm": None,
        "way": None,
    }
    return zack.TurnRow(**{**usual, **fields})


def zack_match(index: int, turns: list[zack.TurnRow], **fields: Any) -> zack.MatchRow:
    """A match of Zack! of one game that Anne wins."""
    judged = [turn for turn in turns if turn.success is not None]
    usual = {
        "index": index,
        "seed": index,
        "games": 1,
        "simulated_s": 90.0,
        "dealt_s": 30.0,
        "play_s": 60.0,
        "stopped_s": 20.0,
        "throws": len(turns),
        "misses": 0,
        "wrong": 0,
        "challenges": len(judged),
        "upheld": 0,
        "unsettled": 0,
        "lead_changes": 1,
        "drama": 0.2,
        "decided_at": 0.5,
        "games_won": (1, 0, 0),
        "cards_left": (0, 4, 4),
        "victory": (1.0, 0.0, 0.0),
    }
    return zack.MatchRow(**{**usual, **fields})
