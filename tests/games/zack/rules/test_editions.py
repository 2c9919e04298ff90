"""The 26 points of docs/explanation/games.md, each in both editions, by their numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from sim.games.zack import rules as zack
from sim.games.zack.deck import build_deck, shipped_deck_table
from sim.games.zack.rules import Card, Colour, Reason
from sim.rules_frame import IllegalAction
from tests.games.zack.rules.table import EDITIONS, Game

both = pytest.mark.parametrize("edition", EDITIONS)
NAMES = ("anita", "bernd", "corinna", "dieter", "eva", "fritz")


def table(edition: str, stops: bool = False, **hands: str) -> Game:
    """Anita red, Bernd blue, Corinna green, Dieter yellow; Anita begins."""
    hands = {"anita": "L L L", "bernd": "L R L", "corinna": "R L R", "dieter": "2L L R", **hands}
    return Game(edition, stops=stops, **hands)


@both
def test_point_1_the_reason(edition: str) -> None:
    slow_called_out = table(edition).throw("anita").out("corinna", "blue")
    out_called_slow = table(edition).throw("anita", "dieter").slow("corinna", "yellow")
    for game in (slow_called_out, out_called_slow):
        assert game.ruling[0] is (edition == "french")


@both
def test_point_2_failed_the_challenger_takes_the_bowl(edition: str) -> None:
    game = table(edition).throw("anita", "bernd").slow("anita", "yellow")
    assert game.ruling[:3] == (False, "anita", 2)


@both
def test_point_3_failed_who_goes_on(edition: str) -> None:
    game = table(edition).throw("anita", "bernd").slow("anita", "yellow")
    expected = {"amigo": "dieter", "french": "anita"}[edition]
    assert game.ruling[3] == expected
    assert game.resume().due == expected


@both
def test_point_4_success_takes_all_zack_cards(edition: str) -> None:
    game = table(edition).throw("anita", "bernd").slow("dieter", "green")
    assert game.ruling[:3] == (True, "corinna", 2)
    assert game.pile("corinna") == ["R", "L", "R", "L", "L"]
    assert all(len(colours) == 3 for colours in game.state.challenges.values())


@both
def test_point_5_success_the_challenger_goes_on(edition: str) -> None:
    assert table(edition).throw("anita", "bernd").slow("dieter", "green").resume().due == "dieter"


@both
def test_point_6_the_challenge_card_comes_back(edition: str) -> None:
    for target in ("green", "blue"):
        game = table(edition).throw("anita", "bernd").slow("dieter", target)
        assert game.ruling[0] is (target == "green")
        assert Colour(target) in game.state.challenges["dieter"]
        # He can throw it again at once: it is returned for the stop, not for want of a card.
        assert game.slow("dieter", target).returned() == "stopped"


@both
def test_point_7_a_challenge_card_on_the_zack_card_is_too_late(edition: str) -> None:
    game = table(edition, bernd="2L").throw("anita", "bernd").slow("corinna", "blue")
    assert game.ruling[:3] == (False, "corinna", 2)
    assert game.bowl == []


@both
def test_point_8_a_mistake_that_cannot_be_proved(edition: str) -> None:
    game = table(edition).throw("anita", "bernd").out("dieter", "blue")
    if edition == "amigo":
        assert game.ruling == (False, "dieter", 2, "bernd")
        assert game.bowl == []
    else:
        assert game.ruling == (False, None, 0, "corinna")
        assert game.bowl == ["L", "L"]
        assert game.state.stopped
        assert game.throw("corinna").kinds() == ["card_returned"]
        assert game.resume().throw("corinna").wrong == []
        # That the challenger himself has thrown out of turn makes his claim no wrong colour.
        game = table(edition).throw("anita", "dieter").out("dieter", "green")
        assert game.ruling == (False, None, 0, "bernd")


@both
def test_point_9_a_wrong_colour(edition: str) -> None:
    for reason in Reason:
        game = table(edition).throw("anita", "dieter").do(zack.Challenge("corinna", Colour.RED, reason))
        assert game.ruling[:3] == (False, "corinna", 2)


@both
def test_point_10_a_challenge_card_beside_the_bowl(edition: str) -> None:
    for reason in Reason:
        game = table(edition).throw("anita", "bernd").beside("dieter", "green", reason.value)
        assert game.ruling == (False, "dieter", 2, "corinna" if edition == "amigo" else "dieter")


@both
def test_point_11_only_the_thrower_throws_a_missed_card_again(edition: str) -> None:
    game = table(edition).throw("anita").miss("bernd")
    assert game.pile("bernd") == ["L", "R", "L"]
    assert game.throw("dieter").wrong == ["dieter"]
    game = table(edition).throw("anita").miss("bernd").throw("bernd")
    assert (game.bowl, game.wrong) == (["L", "L"], [])


@both
def test_point_12_only_the_first_of_several_challenge_cards_counts(edition: str) -> None:
    game = table(edition).throw("anita").slow("corinna", "yellow")
    assert game.ruling[:3] == (False, "corinna", 1)
    after = game.state
    assert game.slow("dieter", "blue").returned() == "stopped"
    assert game.state == after


@both
@pytest.mark.parametrize("target", ["blue", "yellow"])
def test_point_13_cards_on_a_challenge_card_go_back_under_the_pile(edition: str, target: str) -> None:
    game = table(edition).throw("anita").slow("corinna", target)
    pile = game.pile("bernd")
    game.throw("bernd")
    assert game.pile("bernd") == [*pile[1:], pile[0]]
    assert game.bowl == []


@both
def test_point_14_the_four_topmost_zack_cards(edition: str) -> None:
    game = table(edition, corinna="L", dieter="L L", anita="L L L L", bernd="L L L L")
    game.throw("dieter", "anita", "bernd", "corinna")
    assert len(game.bowl) == 4
    assert game.state.challengeable == {"dieter"}
    # A player card between them takes no place in the counting.
    assert game.own("bernd").state.challengeable == {"dieter", "bernd"}
    assert game.throw("dieter").state.challengeable == {"bernd"}


@both
def test_point_15_winning_in_turn(edition: str) -> None:
    game = Game(edition, anita="L", bernd="L L", corinna="L L").throw("anita").own("anita")
    assert game.state.winner == (None if edition == "amigo" else "anita")
    in_turn = Game(edition, anita="L", bernd="L L", corinna="L L").throw("anita", "bernd", "corinna").own("anita")
    assert in_turn.state.winner == "anita"


@both
def test_point_16_a_player_card_too_early(edition: str) -> None:
    with_cards = Game(edition, anita="L L", bernd="L L", corinna="L L").throw("anita").own("anita")
    assert with_cards.state.challengeable == {"anita"}
    assert with_cards.out("corinna", "red").ruling == (True, "anita", 1, "corinna")
    without = Game(edition, anita="L", bernd="L L", corinna="L L").throw("anita").own("anita")
    assert without.state.challengeable == ({"anita"} if edition == "amigo" else set())
    in_turn = Game(edition, anita="", bernd="L L", corinna="L L")
    assert in_turn.slow("corinna", "red").ruling == (True, "anita", 0, "corinna")


@both
def test_point_17_swap(edition: str) -> None:
    game = table(edition, stops=True, anita="swap L", dieter="2L").throw("anita")
    before = dict(zip(NAMES, Colour, strict=True))
    colours = dict(game.state.colours)
    if edition == "amigo":
        assert colours["bernd"] is before["anita"]
        assert game.pile("anita") == ["L"]
    else:
        assert colours["bernd"] is before["bernd"]
        assert game.pile("anita") == ["2L"]
        assert game.pile("bernd") == ["L"]
    assert Colour.RED not in game.state.challenges["bernd"]
    assert game.resume().due == "anita"


@both
def test_point_18_choose_who_has_the_colour_throws_next(edition: str) -> None:
    game = table(edition, stops=True, anita="choose L").throw("anita").choose("yellow").resume()
    assert game.due == "dieter"


@both
def test_point_19_how_long_mirror_lasts(edition: str) -> None:
    game = table(edition, stops=True, anita="mirror L R", dieter="mirror R").throw("anita").resume()
    assert game.throw("anita").due == "dieter"
    game.slow("corinna", "yellow").resume()
    assert game.state.mirrored is (edition == "french")
    game.throw("corinna")
    assert game.bowl == ["R"]
    assert game.due == {"amigo": "bernd", "french": "dieter"}[edition]
    game = table(edition, stops=True, anita="mirror mirror").throw("anita").resume().throw("anita")
    assert not game.state.mirrored


@both
def test_point_20_cards_on_a_stop_card_go_back_under_the_pile(edition: str) -> None:
    game = table(edition, stops=True, anita="mirror L").throw("anita", "bernd")
    assert game.pile("bernd") == ["R", "L", "L"]
    assert game.bowl == ["mirror"]


@both
def test_point_21_unused_colours(edition: str) -> None:
    deck = build_deck(shipped_deck_table(), "shipped")
    names = deck.cards(["red", "blue", "green"], stop_cards=True)
    assert {name for name in names if name.startswith("circle")} == {"circle:red", "circle:blue", "circle:green"}
    with pytest.raises(IllegalAction, match="nobody has that colour"):
        table(edition, anita="circle:violet")
    assert table(edition).state.challenges["anita"] == (Colour.BLUE, Colour.GREEN, Colour.YELLOW)


@both
def test_point_22_the_match(edition: str) -> None:
    series = zack.start_series(NAMES[:3])
    firsts = []
    for winner in ("anita", "bernd", "anita"):
        assert series.winner is None
        firsts.append(Game(edition, first=series.first, **dict.fromkeys(NAMES[:3], "L")).due)
        series = series.won(winner)
    assert firsts == ["anita", "bernd", "corinna"]
    assert series.winner == "anita"


@both
@pytest.mark.parametrize("card", ["again", "back"])
def test_point_23_the_first_card_in_the_bowl(edition: str, card: str) -> None:
    game = table(edition, anita=f"{card} L", corinna=f"{card} L").throw("anita")
    assert game.due == "anita"
    game.slow("corinna", "red").resume().throw("corinna")
    assert game.due == "corinna"


@both
def test_point_24_the_deal(edition: str) -> None:
    cards = [
        Card(name) for name in build_deck(shipped_deck_table(), "shipped").cards(["red", "blue", "green", "yellow"])
    ]
    dealt = zack.deal(cards, NAMES[:4])
    assert {len(hand) for hand in dealt.hands.values()} == {13}
    assert len(dealt.aside) == 2
    hands = {name: " ".join(hand) for name, hand in dealt.hands.items()}
    assert set(Game(edition, **hands).state.hands.values()) == {13}


@both
@pytest.mark.parametrize("players", range(1, 8))
def test_point_25_three_to_six_players(edition: str, players: int) -> None:
    seats = [f"p{number}" for number in range(players)]
    colours = dict(zip(seats, [*Colour, Colour.RED], strict=False))
    setup = zack.Setup(tuple(seats), colours, dict.fromkeys(seats, ()), "p0", zack.Edition(edition))
    if 3 <= players <= 6:
        assert zack.apply(None, setup)[0].seats == tuple(seats)
    else:
        with pytest.raises(IllegalAction, match="3 to 6"):
            zack.apply(None, setup)


@both
def test_point_26_waiting_is_no_rule(edition: str) -> None:
    """The engine knows no time: a challenge counts as early as it can land."""
    assert table(edition).slow("bernd", "red").ruling[0] is True


def test_the_document_has_these_points_and_names_the_seven_that_differ(root: Path) -> None:
    page = (root / "docs" / "explanation" / "games.md").read_text("utf-8")
    section = page.partition("### The two editions\n")[2].partition("\n### ")[0]
    rows = re.findall(r"^(\d+)\. (.*)$", section, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 27))
    assert [int(number) for number, row in rows if "**differs**" in row] == [1, 3, 8, 15, 16, 17, 19]
    source = Path(__file__).read_text("utf-8")
    assert {int(number) for number in re.findall(r"^def test_point_(\d+)_", source, re.MULTILINE)} == set(range(1, 27))
