"""The window in other languages: every text is marked, and none is cut, in a small window with large letters."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from scenes.drawing.key_words import PLAY_KEYS, WATCH_KEYS, placed
from scenes.drawing.panels import Pen, help_panel
from scenes.layout import text
from scenes.layout.places import unit_of
from scenes.play.first_minute import FirstCards, FirstRunScreen
from scenes.play.form_art import Mood, paint
from scenes.play.lobby import LobbyScreen
from scenes.play.menus import (
    EndScreen,
    HandoverScreen,
    HandsNotice,
    KeysScreen,
    PauseScreen,
    RulesScreen,
    SettingsScreen,
)
from scenes.spec import guide_of, play_keys_of, play_of
from sim.spec import GAMES
from tests.languages import PSEUDO, TRANSLATED, speaking
from tests.scenes.layout.test_texts_fit import GAMES as PANELS
from tests.scenes.layout.test_texts_fit import Written, written
from tests.scenes.play.test_lobby import FakeHost

__all__ = ["written"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("own_folders")]

SMALL, LARGE = (800, 500), (1280, 720)
LETTERS = 1.4
OURS = list(GAMES)[:4]
SAME = re.compile(
    r"\b(Yardarm|Riff Raff|Zack|ZATRE|ZIGZAG|ZIG|ZAG|DOUBLE|Ada|Anne|Bert|Caro|Cleo|Dirk|Elsa|Finn|Bosun Bartholomew"
    r"|Enter|Space|Tab|Esc)\b|/\S+"
)
"""Names, of folders too, which are the same in every language."""
ON_THE_SHIP = "Y A R D A R M"
OF_THE_TEST = ("strip", "ticker", "tray", "button", "remote")
"""The panels into which tests put texts of their own."""


def forms(game: str, size: tuple[int, int]) -> Iterator[tuple[str, Any]]:
    """The forms of the window, laid out, each with a name."""
    host: Any = FakeHost(game)
    lobby, practice = LobbyScreen(host), LobbyScreen(FakeHost(game))
    for screen in (lobby, practice):
        screen.resize(*size, 1.0)
        form = screen.form
        assert form is not None
        form.focus = "more"
        screen.key("enter")
    if play_of(game).form is not None:
        form = practice.form
        assert form is not None
        form.focus = "mode"
        practice.key("right")
    yield from (("lobby", lobby.form), ("practice", practice.form))
    guide = guide_of(game)
    assert guide is not None
    keys = placed((*play_keys_of(game), *PLAY_KEYS), {})
    for screen in (
        SettingsScreen(host), KeysScreen(host), PauseScreen(host), EndScreen(host, "", (), ""),
        HandoverScreen(host, "Ada"), HandsNotice(host), FirstRunScreen(host),
        RulesScreen(lambda: None, "", guide.rules, keys),
    ):  # fmt: skip
        screen.resize(*size, 1.0)
        yield type(screen).__name__, screen.form


def pictures(game: str, size: tuple[int, int]) -> Iterator[str]:
    """Paint everything with words in a window of that game, and yield the name of each picture once it is painted."""
    for name, form in forms(game, size):
        for widget in form:
            place = form.place_of(widget.name)
            if place is not None:
                label = round(form.label_room_of(widget, place.width))
                paint(widget, (round(place.width), round(place.height)), label, form.layout.pen, Mood())
                yield f"{name}: {widget.name}"
    guide = guide_of(game)
    assert guide is not None
    cards = FirstCards(guide, "", {})
    cards.lay_out(*size, 1.0)
    while not cards.over:
        cards._paint("")
        yield f"card {cards.number}"
        cards.next()
    pen = Pen(unit_of(*size), 1.0)
    help_panel(WATCH_KEYS, size, pen)
    yield "keys"
    for played in (False, True):
        for name, paint_panel in PANELS[game](size, played)[1]:
            if name not in OF_THE_TEST:
                paint_panel()
                yield name


def said(
    language: str, game: str, size: tuple[int, int], written: dict[int, list[Written]]
) -> Iterator[tuple[str, Written]]:
    """The texts in a window of a game in a language, each with the name of its picture."""
    with speaking(language):
        text.set_scale(LETTERS)
        for name in pictures(game, size):
            for one in written.values():
                yield from ((name, each) for each in one)
            written.clear()


def shortened(words: str) -> bool:
    """Whether a text is cut, but for a long name."""
    return words.endswith("…") and not words.startswith("Bosun Barth")


@pytest.mark.parametrize("game", OURS)
def test_every_text_that_is_written_is_marked(game: str, written: dict[int, list[Written]]) -> None:
    found = {
        (name, one.words)
        for name, one in said(PSEUDO, game, LARGE, written)
        for word in re.findall(r"[^\W\d_]{3,}", SAME.sub("", one.words))
        if word.isascii() and not one.words.endswith("…")
    }
    # A name is changed as it is on record.
    assert found <= {("lobby: name0", "You")}


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("language", [*TRANSLATED, PSEUDO])
def test_no_text_is_cut_in_a_small_window_with_large_letters(
    language: str, game: str, written: dict[int, list[Written]]
) -> None:
    texts = [(name, one) for name, one in said(language, game, SMALL, written) if one.words != ON_THE_SHIP]
    found = {(name, one.words) for name, one in texts if shortened(one.words) or one.cut}
    assert not found
