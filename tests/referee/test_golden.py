"""Recorded playthroughs: whole matches as lines, and the answers that the referee gave when people had read them.

For every game in the registry `tests/golden/` holds pairs `GAME_*_players.jsonl` (what is told) and
`GAME_*_players.answers.jsonl` (what must come back, byte for byte). A game without a playthrough fails. After a change
of the rules that is meant, `YARDARM_REWRITE_GOLDEN=1 pytest tests/referee/test_golden.py` writes the answers anew;
read the difference before committing it."""

from __future__ import annotations

import io
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sim.referee import GAMES, serve
from sim.rules import riff_raff as rr
from sim.rules.frame import Event, event_type
from sim.rules.riff_raff import vocabulary

GOLDEN = Path(__file__).resolve().parent.parent / "golden"


def playthroughs(game: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{game.replace('-', '_')}_*_players.jsonl"))


def answers(game: str, told: Path) -> str:
    out = io.StringIO()
    assert serve(game, io.BytesIO(told.read_bytes()), out) == 0
    return out.getvalue()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough(game: str) -> None:
    assert playthroughs(game)


@pytest.mark.parametrize(("game", "told"), [(game, told) for game in GAMES for told in playthroughs(game)], ids=str)
def test_playthroughs_are_answered_as_recorded(game: str, told: Path) -> None:
    path = told.with_suffix(".answers.jsonl")
    given = answers(game, told)
    if os.environ.get("YARDARM_REWRITE_GOLDEN") == "1":
        path.write_text(given, encoding="utf-8")
    assert given == path.read_text(encoding="utf-8")


def riff_raff_answers() -> list[list[dict[str, Any]]]:
    return [
        [json.loads(line) for line in answers("riff-raff", told).splitlines()] for told in playthroughs("riff-raff")
    ]


def test_riff_raff_playthroughs_show_every_event_ending_and_refusal() -> None:
    kinds: Counter[str] = Counter()
    endings = []
    for match in riff_raff_answers():
        kinds.update(event["type"] for answer in match if answer["ok"] for event in answer["events"])
        kinds.update(answer["error"]["code"] for answer in match if not answer["ok"])
        last = match[-1]["state"]
        assert last["phase"] == "over"
        endings.append((len(last["players"]), last["ending"], len(last["winners"]) > 1))
    declared = {
        event_type(kind) for kind in vars(vocabulary).values() if isinstance(kind, type) and issubclass(kind, Event)
    } - {"event"}
    assert set(kinds) == declared | {"malformed", "illegal"}
    assert {players for players, _, _ in endings} == {2, 3, 4}
    assert {ending for _, ending, _ in endings} == {"emptied", "cards_spent"}
    assert any(shared for _, _, shared in endings)


def test_every_state_that_was_answered_is_a_position() -> None:
    for match in riff_raff_answers():
        for answer in match:
            if answer["ok"]:
                assert rr.to_json(rr.from_json(answer["state"])) == answer["state"]
