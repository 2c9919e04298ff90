"""What every game must have, and what those parts must be that it may have."""

from __future__ import annotations

from dataclasses import fields

import pytest

from scenes.spec import play_of
from sim.batch.match_counts import metrics_of
from sim.configuration import (
    changed_configuration,
    load_configuration,
    presets,
    read_preset,
    seat_counts,
    usual_players,
)
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.people.skill import PROFILES
from sim.referee import referee_of
from sim.spec import bots_of, game_of, match_of, practice_of
from yardarm.testing.matches import COUNTS, GAMES


@pytest.mark.parametrize("game", GAMES)
def test_a_spec_says_who_may_play(game: str) -> None:
    spec = game_of(game)
    assert spec.name == game
    assert spec.title
    assert spec.counts == tuple(sorted(set(spec.counts))) == COUNTS[game]
    assert spec.usual_seats in spec.counts
    assert set(spec.counts) <= set(range(2, 7))
    bots = bots_of(game)
    assert set(bots.usual) == set(PROFILES)
    assert set(bots.usual.values()) <= set(bots.strategies)
    for count in (spec.counts[0] - 1, spec.most_seats + 1):
        with pytest.raises(InputError, match=r"expected .* players, found"):
            seats_from(["casual"] * count, game)
    for word, expected in (("wizard", "one of the skills"), ("casual:wizard", "one of the strategies")):
        with pytest.raises(InputError, match=expected):
            seats_from([word] * spec.usual_seats, game)


@pytest.mark.parametrize("game", GAMES)
def test_a_configuration_is_made_of_what_is_shipped_and_of_each_preset(game: str) -> None:
    shipped = load_configuration(game)
    assert shipped.game == game
    assert len(shipped.digest) == 16
    assert shipped.digest == load_configuration(game, profile="draft").digest
    assert set(seat_counts(shipped)) <= set(game_of(game).counts)
    found = {shipped.digest}
    for name in presets(game):
        configuration = changed_configuration(game, read_preset(game, name))  # type: ignore[arg-type]
        seats_from(usual_players(configuration), game)
        found.add(configuration.digest)
    # What is called standard may be what is shipped.
    assert len(found) >= len(presets(game))
    with pytest.raises(InputError, match="nonsense: unknown section"):
        changed_configuration(game, {"nonsense": {}})


@pytest.mark.parametrize("game", GAMES)
def test_a_match_begins_with_nothing_and_is_not_over(game: str) -> None:
    spec = game_of(game)
    configuration = load_configuration(game, profile="draft")
    match = match_of(game).open(configuration, seats_from(usual_players(configuration), game), 1)
    assert (match.game, match.title, match.seed) == (game, spec.title, 1)
    assert (match.tick, match.time_s, match.finished, match.recorded_s) == (0, 0.0, False, None)
    assert match.frame().time_s == 0.0


@pytest.mark.parametrize("game", GAMES)
def test_rows_begin_with_their_match(game: str) -> None:
    part = metrics_of(game)
    assert [item.name for item in fields(part.match_row)][:2] == ["index", "seed"]
    assert next(item.name for item in fields(part.turn_row)) == "match"


@pytest.mark.parametrize("game", GAMES)
def test_a_referee_knows_a_setup_and_refuses_without_one(game: str) -> None:
    if game_of(game).referee is None:
        with pytest.raises(InputError, match=r"has none\."):
            referee_of(game)
        return
    judge = referee_of(game)
    assert "setup" in judge.words
    for raw in (b"", b"[]", b'{"do": "fly"}', b'{"do": 1}', b'{"do": "setup", "more": 1}', b"\xff"):
        answer = judge.answer(raw)
        assert answer["ok"] is False
        assert answer["error"]["code"] == "malformed"
        assert answer["error"]["message"].endswith(".")
    assert referee_of(game) is not judge


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_pictures_or_the_board_and_a_practice_or_a_refusal(game: str) -> None:
    assert play_of(game).most_persons >= 1
    if game_of(game).practice is None:
        with pytest.raises(InputError, match="cannot be practised alone"):
            practice_of(game)
    else:
        assert callable(practice_of(game))
