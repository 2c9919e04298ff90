"""The first minute: a game chosen from pictures, its cards above the table, and its rules in short."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from scenes.drawing.page import Block, heading, page_height, paint_page
from scenes.drawing.panels import Pen
from scenes.layout import text
from scenes.layout.text import width_px
from scenes.options import PlayOptions
from scenes.play.command import _begins, _setup
from scenes.play.first_minute import MOST_SHARE, FirstCards, FirstRunScreen
from scenes.play.menus import RulesScreen
from scenes.play.session import Session
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import usual_setup
from scenes.spec import MOST_CARDS, FirstCard, Glance, Guide, Rules, guide_of
from sim.spec import GAMES
from tests.scenes.play.test_lobby import FakeHost, form_of
from tests.scenes.play.test_words import MOST_WORDS

SIZES = [(800, 500, 2.0), (800, 500, 1.0), (1280, 720, 0.8), (2560, 1440, 2.0), (2560, 1440, 1.0)]
OURS = list(GAMES)[:4]


@pytest.fixture
def letters(request: pytest.FixtureRequest) -> Any:
    """Letters of other sizes, as usual again afterwards."""
    yield text.set_scale
    text.set_scale(1.0)


def counting_guide(count: list[int], cards: int = 2) -> Guide:
    """A guide whose cards look at a number, which the first of them waits for."""
    first = FirstCard("One", "Do it.", lambda _glance: count[0] or None)
    rest = [FirstCard("Two", "Look.")] * (cards - 1)
    rules = Rules("Win.", ("Act.",), "Somebody has won.", ())
    return Guide("A game", rules, (first, *rest), lambda *_size: None)


GLANCE = Glance(None, None, None)


# ---------------------------------------------------------------------------------------------- cards


def test_a_card_goes_on_when_what_it_asks_for_was_done() -> None:
    count = [0]
    cards = FirstCards(counting_guide(count), "Done", {})
    cards.watch(GLANCE)
    assert cards.number == 0
    # It can be tried from now on; that it can is not yet the deed.
    count[0] = 1
    cards.watch(GLANCE)
    assert cards.number == 0
    count[0] = 2
    cards.watch(GLANCE)
    assert cards.number == 1
    cards.watch(GLANCE)
    assert cards.number == 1
    cards.next()
    assert cards.over
    assert cards.card is None


def test_cards_are_skipped_as_a_whole_and_only_the_strip_takes_a_click() -> None:
    cards = FirstCards(counting_guide([0], 4), "Done", {})
    high = cards.lay_out(1280, 720, 1.0)
    layout = cards.layout
    assert not cards.press(640, 720 - high - 1)
    assert cards.press(10, 715)
    assert cards.number == 0
    cards.press(*layout.next.centre)
    assert cards.number == 1
    cards.press(*layout.skip.centre)
    assert cards.over


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_the_strip_holds_every_card_and_leaves_the_table_its_room(
    game: str, width: int, height: int, scale: float, letters: Any
) -> None:
    letters(scale)
    guide = guide_of(game)
    assert guide is not None
    cards = FirstCards(guide, "To the match (F3)", {})
    high = cards.lay_out(width, height, 1.0)
    assert high <= MOST_SHARE * height
    layout = cards.layout
    for button in (layout.next, layout.skip):
        assert layout.strip.bottom <= button.bottom < button.top <= layout.strip.top
        assert button.right <= width
    assert layout.next.bottom >= layout.skip.top


@pytest.mark.parametrize("game", OURS)
def test_every_game_has_at_most_four_short_cards_with_one_thing_to_try(game: str) -> None:
    guide = guide_of(game)
    assert 1 <= len(guide.cards) <= MOST_CARDS
    for card in guide.cards:
        assert len(card.title.split()) <= 6, card.title
        assert len(card.to_try.split()) <= MOST_WORDS, card.title
    # The first one at least is done and not only read.
    assert any(card.progress is not None for card in guide.cards)


@pytest.mark.parametrize("game", OURS)
def test_the_cards_can_look_at_the_match_or_practice_they_are_shown_at(game: str) -> None:
    guide = guide_of(game)
    setup = replace(usual_setup(game, "", "casual", 7), practice=guide.practice)
    session = Session.begin(setup, None, lambda: False, lambda: "You")
    layer = SimpleNamespace(draft=None)
    for _ in range(20):
        session.match.advance(0.1)
        for card in guide.cards:
            for look in filter(None, (card.progress, card.stands)):
                hash(look(Glance(session.match, layer, "You")))
                hash(look(Glance(session.match, layer, None)))


# ---------------------------------------------------------------------------------------------- rules


@pytest.mark.parametrize("game", OURS)
def test_the_rules_say_goal_turn_end_and_words_in_short(game: str) -> None:
    guide = guide_of(game)
    rules = guide.rules
    assert rules.goal
    assert rules.end
    assert len(rules.turn) >= 3
    assert len(rules.words) >= 3
    sentences = [rules.goal, *rules.turn, rules.end]
    assert all(re.search(r"[.!?]$", sentence) for sentence in sentences)
    assert sum(map(len, sentences)) < 1700


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_every_line_of_the_rules_can_be_scrolled_into_view(
    game: str, width: int, height: int, scale: float, letters: Any
) -> None:
    letters(scale)
    guide = guide_of(game)
    screen = RulesScreen(lambda: None, "The rules", guide.rules, (("Wheel, Q E", "turn it"), ("F1", "the rules")))
    screen.resize(width, height, 1.0)
    form = form_of(screen)
    layout = form.layout
    assert ("more" in form) == (layout.surplus > 0)
    lowest = min(layout.places[name].bottom for name in ("rules", "keys"))
    if "more" in form:
        for _ in range(40):
            if form.scroll >= layout.surplus:
                break
            form["more"].press(0.5)
        assert form.scroll == layout.surplus
    assert lowest + form.scroll >= layout.view.bottom - 1
    for name in ("rules", "keys"):
        page, pen = form[name], layout.pen
        room = layout.places[name].width * pen.ratio
        for block in page.blocks:
            assert all(width_px(word, pen.text(14)) <= room for word in block.text.split())


def test_in_a_wide_window_the_keys_stand_beside_the_rules() -> None:
    guide = guide_of("zack")
    assert guide is not None
    for width, beside in ((1280, True), (640, False)):
        screen = RulesScreen(lambda: None, "The rules", guide.rules, (("F1", "the rules"),))
        screen.resize(width, 720, 1.0)
        layout = form_of(screen).layout
        assert (layout.places["keys"].left > layout.places["rules"].right) == beside


def test_a_page_is_as_high_as_what_is_painted() -> None:
    blocks = [heading("Words"), Block("a long meaning " * 12, "term"), Block("A paragraph.")]
    pen = Pen(1.0, 1.0)
    page = paint_page(blocks, 300, pen)
    assert page.size == (300, page_height(blocks, 300, pen))
    assert page_height(blocks, 200, pen) > page_height(blocks, 300, pen)
    box = page.getchannel("A").getbbox()
    assert box[3] > page.height - 30


# ---------------------------------------------------------------------------------------------- the pictures


def first_run(size: tuple[int, int] = (1280, 720)) -> tuple[FakeHost, FirstRunScreen]:
    host = FakeHost()
    screen = FirstRunScreen(host)
    screen.resize(*size, 1.0)
    return host, screen


@pytest.mark.parametrize("number", range(1, 5))
def test_a_digit_chooses_a_game_and_seats_the_kindest_table(number: int) -> None:
    host, screen = first_run()
    assert screen.text(str(number))
    (setup,) = host.played
    assert setup.game == OURS[number - 1]
    assert setup.persons == ("You",)
    setup.checked()
    assert setup.configuration() is not None
    assert str(setup.config) == "family"


def test_what_the_command_line_says_already_holds_for_the_game_that_is_chosen() -> None:
    host, screen = first_run()
    host.draft = replace(host.draft, seed=4, config=Path("expert"), profile="draft", tempo="expert")
    assert screen.text("2")
    (setup,) = host.played
    assert (setup.game, setup.seed, setup.profile, setup.tempo) == ("zack", 4, "draft", "expert")
    assert setup.config == Path("expert")


@pytest.mark.parametrize("known", [False, True])
def test_a_game_that_is_named_begins_where_there_is_nothing_to_go_back_to(known: bool) -> None:
    given = PlayOptions(game="zack", seed=4, profile="draft", tempo="expert")
    store = SettingsStore(Path("none"), PlaySettings().changed(notice_answered=known))
    setup = _setup(store, given)
    begins = _begins(setup, store, given)
    for found in (setup,) if known else (setup, begins):
        assert (found.game, found.seed, found.profile, found.tempo) == ("zack", 4, "draft", "expert")
    # Those who have been here before find it all in the lobby.
    assert (begins is None) == known
    if begins is not None:
        assert begins.config == Path("family")
    assert _begins(setup, store, replace(given, game=None)) is None


def test_arrows_move_among_the_pictures_and_enter_chooses() -> None:
    host, screen = first_run()
    assert form_of(screen).focus == "riff-raff"
    assert screen.key("down")
    assert form_of(screen).focus == OURS[2]
    screen.key("right")
    screen.key("enter")
    assert host.played[0].game == OURS[3]


def test_one_picture_is_lit_whatever_moved_last() -> None:
    host, screen = first_run()
    form = form_of(screen)
    screen.pointer(*form.layout.places["zatre"].centre)
    assert (form.hover, form.focus) == ("zatre", "zatre")
    screen.key("right")
    # A window notes the pointer at every frame.
    screen.pointer(*form.layout.places["zatre"].centre)
    screen.key("enter")
    assert host.played[0].game == "zigzag"


def test_the_way_to_the_lobby_and_to_the_rules_is_below_the_pictures() -> None:
    host, screen = first_run()
    places = form_of(screen).layout.places

    def clicked(name: str) -> None:
        screen.pointer(*places[name].centre)
        screen.touch(*places[name].centre)
        screen.press(*places[name].centre)

    clicked("lobby")
    screen.pointer(*places["zatre"].centre)
    clicked("rules")
    assert host.opened == ["lobby", "rules zatre"]


@pytest.mark.parametrize(("width", "height", "scale"), SIZES)
def test_all_four_pictures_show_at_once_in_every_window(width: int, height: int, scale: float, letters: Any) -> None:
    letters(scale)
    _, screen = first_run((width, height))
    layout = form_of(screen).layout
    assert layout.surplus < 1
    shapes = [layout.places[game] for game in OURS]
    assert all(place.width >= 0.4 * layout.panel.width for place in shapes)
    assert all(place.height >= 0.2 * height for place in shapes)


def test_only_a_new_player_is_on_the_first_run() -> None:
    assert PlaySettings().is_first_run
    assert PlaySettings(name="Ada").is_first_run
    for known in ({"notice_answered": True}, {"cards_seen": ("zack",)}, {"matches_played": {"zack": 1}}):
        assert not PlaySettings().changed(**known).is_first_run
