"""A chance is a word: chosen by its estimate and its interval, in one place."""

from __future__ import annotations

import pytest

from scenes.drawing.chance import HOPELESS_HIGH, SAFE, Odds, ShownChance, chance_picture, odds
from scenes.drawing.palette import CHANCES
from sim.statistics import NO_DATA, rate


@pytest.mark.parametrize(
    ("held", "of", "word"),
    [
        (0, 3, None),
        (0, 8, Odds.RISKY),
        (0, 40, Odds.HOPELESS),
        (5, 40, Odds.RISKY),
        (20, 40, Odds.RISKY),
        (24, 40, Odds.LIKELY),
        (8, 8, Odds.LIKELY),
        (36, 40, Odds.SAFE),
        (40, 40, Odds.SAFE),
    ],
)
def test_the_word_follows_estimate_and_interval(held: int, of: int, word: Odds | None) -> None:
    assert odds(rate(held, of)) is word


def test_nothing_is_said_without_data() -> None:
    assert odds(NO_DATA) is None
    assert ShownChance.of(rate(1, 2)).line() == "…"


def test_a_better_chance_is_never_called_worse_and_hopeless_needs_a_low_upper_end() -> None:
    order = list(Odds)[::-1]
    for of in (16, 40, 60, 100):
        words = [odds(rate(held, of)) for held in range(of + 1)]
        ranks = [order.index(word) for word in words if word is not None]
        assert ranks == sorted(ranks)
        for held, word in enumerate(words):
            chance = rate(held, of)
            assert (word is Odds.HOPELESS) == (chance.high < HOPELESS_HIGH)
            assert word is not Odds.SAFE or chance.estimate >= SAFE


def test_the_figure_is_small_and_the_interval_only_where_one_points() -> None:
    shown = ShownChance.of(rate(30, 40))
    assert shown.line() == "likely (75 %)"
    assert shown.line(pointed=True) == "likely (60–86 %)"
    plain, pointed = (chance_picture(shown, 19, 11, on) for on in (False, True))
    assert pointed.width > plain.width


def test_every_word_has_a_colour() -> None:
    assert set(CHANCES) == set(Odds)
