"""How many may sit down: every door of the command says so in the same words."""

from __future__ import annotations

import pytest

from sim.errors import InputError
from sim.match.seats import check_count, number_words, seats_from
from sim.spec import GAMES


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ((2, 3, 4), "two to four"),
        ((2, 3, 4, 5, 6), "two to six"),
        ((4, 6), "four or six"),
        ((5, 6), "five or six"),
        ((2, 4, 6), "two, four or six"),
        ((4,), "four"),
    ],
)
def test_numbers_of_players_in_words(counts: tuple[int, ...], words: str) -> None:
    assert number_words(counts) == words


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", range(8))
def test_only_as_many_sit_down_as_may_play(game: str, count: int) -> None:
    words = ["casual"] * count
    if count in GAMES[game].counts:
        assert len(seats_from(words, game)) == count
    else:
        with pytest.raises(InputError, match=rf"--players: expected .* players, found {count}\."):
            seats_from(words, game)


def test_five_at_zigzag_are_refused_in_one_sentence() -> None:
    with pytest.raises(InputError) as refused:
        seats_from(["casual"] * 5, "zigzag")
    assert str(refused.value) == "--players: expected four or six players, found 5."


def test_every_game_is_usually_played_by_as_many_as_may() -> None:
    for game in GAMES.values():
        assert game.usual_seats in game.counts
        assert tuple(sorted(set(game.counts))) == game.counts


def test_a_house_rule_is_named_where_it_refuses() -> None:
    with pytest.raises(InputError, match=r"table\.teams: expected four or six players for teams, found 3\."):
        check_count(3, (4, 6), "table.teams", " for teams")


@pytest.mark.parametrize("control", ["\x1b[31m", "\n", "\r", "\0", "\u202e", "\x9b", "\u2028", "\ud800"])
def test_a_name_with_a_control_character_is_refused(control: str) -> None:
    with pytest.raises(InputError, match=r"--seats: expected names without control characters, found ") as caught:
        seats_from([f"me=E{control}ve", "casual"], "riff-raff", "--seats", persons=True)
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("word", ["me=\u200b", "me=Bert\u200b", "me=Be\u2060rt"], ids=ascii)
def test_a_person_has_a_name_that_can_be_told_from_the_others(word: str) -> None:
    with pytest.raises(InputError, match="--seats: expected names that are easy to distinguish"):
        seats_from((word, "casual", "casual"), "riff-raff", where="--seats", persons=True)
