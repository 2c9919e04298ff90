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
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

import pytest

from sim.referee import Vocabulary, referee_of, serve
from sim.rules_frame import Event, event_type
from sim.spec import GAMES, game_of, load_part

GOLDEN = Path(__file__).resolve().parent.parent / "golden"

RULES: dict[str, Any] = {game: import_module(f"sim.games.{spec.folder}.rules") for game, spec in GAMES.items()}
# Events live in a module of their own, or in the vocabulary.
EVENTS: dict[str, Any] = {
    game: getattr(rules, "events", None) or import_module(f"{rules.__name__}.vocabulary")
    for game, rules in RULES.items()
}


def playthroughs(game: str) -> list[Path]:
    return sorted(GOLDEN.glob(f"{game.replace('-', '_')}_*_players.jsonl"))


@cache
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


@pytest.mark.parametrize("game", GAMES)
def test_every_action_of_the_rules_has_a_line(game: str) -> None:
    vocabulary = load_part(game_of(game), "referee", Vocabulary)
    assert set(vocabulary.lines.values()) == set(get_args(RULES[game].Action))


def whole_games(game: str) -> list[list[dict[str, Any]]]:
    """The answers to every playthrough of a game."""
    return [[json.loads(line) for line in answers(game, told).splitlines()] for told in playthroughs(game)]


def last_position(match: list[dict[str, Any]]) -> dict[str, Any]:
    state: dict[str, Any] = [answer for answer in match if answer["ok"]][-1]["state"]
    return state


@pytest.mark.parametrize("game", GAMES)
def test_playthroughs_come_to_an_end_and_show_every_event_and_refusal(game: str) -> None:
    kinds: Counter[str] = Counter()
    for match in whole_games(game):
        kinds.update(event["type"] for answer in match if answer["ok"] for event in answer["events"])
        kinds.update(answer["error"]["code"] for answer in match if not answer["ok"])
        assert last_position(match)["phase"] == "over"
    declared = {
        event_type(kind) for kind in vars(EVENTS[game]).values() if isinstance(kind, type) and issubclass(kind, Event)
    } - {"event"}
    assert set(kinds) == declared | {"malformed", "illegal"}


@pytest.mark.parametrize("game", GAMES)
def test_playthroughs_have_every_kind_of_line(game: str) -> None:
    told = {json.loads(line)["do"] for path in playthroughs(game) for line in path.read_text("utf-8").splitlines()
            if line.startswith("{") and '"do"' in line}  # fmt: skip
    assert set(referee_of(game).words) <= told


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_state_that_was_answered_is_a_position(game: str) -> None:
    for match in whole_games(game):
        for answer in match:
            if answer["ok"]:
                state = RULES[game].from_json(answer["state"])
                assert RULES[game].to_json(state) == answer["state"]


def test_riff_raff_playthroughs_show_every_ending() -> None:
    ends = [last_position(match) for match in whole_games("riff-raff")]
    assert {len(end["players"]) for end in ends} == {2, 3, 4}
    assert {end["ending"] for end in ends} == {"emptied", "cards_spent"}
    assert any(len(end["winners"]) > 1 for end in ends)


def test_zack_playthroughs_show_both_editions_and_both_outcomes_of_a_challenge() -> None:
    games = whole_games("zack")
    assert {(len(end["seats"]), end["edition"]) for end in map(last_position, games)} == {(3, "amigo"), (6, "french")}
    for match in games:
        events = [event for answer in match if answer["ok"] for event in answer["events"]]
        assert {event["success"] for event in events if event["type"] == "challenge"} == {True, False}
