"""The lines of Zack!: what is malformed (seen from the line alone), what is illegal (it cannot happen now), and what
happens by mistake and is ruled on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack import referee as lines
from tests.games.zack.rules.table import EDITIONS
from tests.referee.told import Told, refused

SETUP: dict[str, Any] = {
    "seats": ["anita", "bernd", "corinna"],
    "colours": {"anita": "red", "bernd": "blue", "corinna": "green"},
    "hands": {"anita": ["L", "R"], "bernd": ["R", "again"], "corinna": ["circle:blue", "choose"]},
    "first": "anita",
    "edition": "amigo",
    "stop_cards": True,
}


class Pipe(Told):
    """A referee of Zack! after the setup."""

    def __init__(self, **changed: Any) -> None:
        super().__init__("zack", **{**SETUP, **changed})
        assert self.first["ok"]

    def challenge(self, **line: Any) -> dict[str, Any]:
        """The event of the challenge that this line brings to judgement."""
        answer = self.tell(**{"do": "challenge", **line})
        assert answer["ok"], answer
        (event,) = (event for event in answer["events"] if event["type"] == "challenge")
        found: dict[str, Any] = event
        return found

    def throws(self, *players: str) -> Pipe:
        for player in players:
            self.ok(do="throw", player=player)
        return self


@pytest.fixture
def running() -> Pipe:
    """Anita's L lies in the bowl, Bernd is due."""
    return Pipe().throws("anita")


def test_the_event_of_a_judged_challenge_is_exactly_the_protocols(running: Pipe) -> None:
    event = running.challenge(player="corinna", target="blue", reason="slow")
    assert event == {
        "type": "challenge", "success": True, "by": "corinna", "against": "bernd", "taker": "bernd", "cards": 1,
        "continues": "corinna",
    }  # fmt: skip


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_editions_rule_differently_on_who_continues(edition: str) -> None:
    pipe = Pipe(edition=edition).throws("anita")
    event = pipe.challenge(player="anita", target="green", reason="slow")
    assert (event["success"], event["taker"]) == (False, "anita")
    assert event["continues"] == {"amigo": "corinna", "french": "anita"}[edition]


def test_an_early_player_card_stays_in_the_bowl_while_the_game_is_stopped() -> None:
    """Issue 12: throwing it again in the stop of one's own mirror card took the evidence away without a penalty."""
    pipe = Pipe(hands={"anita": ["mirror"], "bernd": ["R"], "corinna": ["R"]})
    pipe.ok(do="player_card", player="anita")
    pipe.ok(do="throw", player="anita")
    assert pipe.error(do="player_card", player="anita") == (
        "illegal", "The player card of 'anita' lies in the bowl already.",
    )  # fmt: skip
    event = pipe.challenge(player="bernd", target="red", reason="out_of_turn")
    assert (event["success"], event["taker"], event["cards"]) == (True, "anita", 1)


def test_a_player_card_that_misses_the_bowl_can_be_told() -> None:
    """`miss` with `card` at any time; without it where nothing but the player card is left to be thrown."""
    pipe = Pipe(hands={"anita": ["L"], "bernd": ["R"], "corinna": ["R"]})
    missed = {"type": "card_missed", "player": "anita", "card": "player:red"}
    assert pipe.tell(do="miss", player="anita", card="player")["events"] == [missed]
    assert pipe.tell(do="miss", player="anita")["events"] == [{**missed, "card": "L"}]
    pipe.throws("anita", "bernd")
    assert pipe.tell(do="miss", player="anita")["events"] == [missed]
    assert pipe.tell(do="miss", player="anita", card="player")["events"] == [missed]
    assert pipe.ok(do="player_card", player="anita")["winner"] == "anita"
    assert pipe.error(do="miss", player="anita", card="player")[0] == "illegal"
    assert pipe.error(do="miss", player="anita", card="L")[0] == "malformed"


def test_a_whole_stop_in_lines(running: Pipe) -> None:
    running.ok(do="miss", player="bernd")
    assert running.ok(do="throw", player="corinna")["due"] == "bernd"
    running.ok(do="challenge_miss", player="anita", target="blue", reason="slow")
    state = running.ok(do="throw", player="bernd")
    assert (state["stopped"], state["stop"], state["bowl"]) == (True, "challenge", [])
    assert running.ok(do="resume")["stopped"] is False


def test_choose_in_lines() -> None:
    pipe = Pipe(first="corinna").throws("corinna", "bernd")
    pipe.ok(do="challenge", player="corinna", target="red", reason="slow")
    pipe.ok(do="resume")
    state = pipe.ok(do="throw", player="corinna")
    assert (state["phase"], state["stopped"], state["due"]) == ("choose", True, "corinna")
    assert pipe.error(do="resume")[0] == "illegal"
    state = pipe.ok(do="choose", colour="red")
    assert (state["phase"], state["stopped"], state["due"]) == ("play", True, "anita")
    assert pipe.ok(do="resume")["due"] == "anita"


def test_what_hands_do_by_mistake_is_ruled_on_and_not_refused(running: Pipe) -> None:
    """Out of turn, a challenge when due, a player card too early, a late card, a late challenge: all are answered."""
    running.ok(do="throw", player="corinna")
    assert running.ok(do="challenge", player="bernd", target="green", reason="out_of_turn")["stopped"] is False
    assert running.ok(do="player_card", player="anita")["bowl"][-1] == {
        "card": "player:red", "by": "anita", "wrong": True,
    }  # fmt: skip
    running.ok(do="challenge", player="anita", target="green", reason="out_of_turn")
    assert running.ok(do="challenge", player="corinna", target="red", reason="out_of_turn")["due"] == "anita"
    assert running.ok(do="throw", player="bernd")["bowl"] == []
    assert running.ok(do="player_card", player="corinna")["bowl"] == []
    assert running.ok(do="miss", player="bernd")["stopped"] is True
    assert running.ok(do="challenge_miss", player="bernd", target="red", reason="slow")["due"] == "anita"


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"do": "throw"}, '"player"'),
    ({"do": "throw", "player": 3}, "string"),
    ({"do": "throw", "player": None}, "string"),
    ({"do": "throw", "player": "bernd", "card": "R"}, 'no key "card"'),
    ({"do": "Throw", "player": "bernd"}, "Unknown"),
    ({"do": "player card", "player": "bernd"}, "Unknown"),
    ({"do": "miss"}, '"player"'),
    ({"do": "challenge", "player": "corinna", "target": "blue"}, '"reason"'),
    ({"do": "challenge", "player": "corinna", "reason": "slow"}, '"target"'),
    ({"do": "challenge", "target": "blue", "reason": "slow"}, '"player"'),
    ({"do": "challenge", "player": "corinna", "target": "pink", "reason": "slow"}, "must be one of 'red'"),
    ({"do": "challenge", "player": "corinna", "target": "bernd", "reason": "slow"}, "must be one of 'red'"),
    ({"do": "challenge", "player": "corinna", "target": "blue", "reason": "late"}, "'slow' or 'out_of_turn'"),
    ({"do": "challenge", "player": "corinna", "target": "blue", "reason": None}, "'slow' or 'out_of_turn'"),
    ({"do": "challenge_miss", "player": "corinna", "target": "blue"}, '"challenge_miss" needs the key "reason"'),
    ({"do": "player_card"}, '"player"'),
    ({"do": "choose"}, '"colour"'),
    ({"do": "choose", "colour": "BLUE"}, "must be one of"),
    ({"do": "choose", "color": "blue"}, '"colo'),
    ({"do": "resume", "player": "bernd"}, 'no key "player"'),
]


@pytest.mark.parametrize(("line", "part"), MALFORMED, ids=lambda value: str(value)[:70])
def test_wrong_types_keys_and_words_are_malformed(line: dict[str, Any], part: str, running: Pipe) -> None:
    code, message = running.error(**line)
    assert code == "malformed"
    assert part in message
    assert running.ok(do="throw", player="bernd")["due"] == "anita"


SETUPS: list[tuple[str, dict[str, Any], str]] = [
    ("malformed", {"seats": "anita"}, "array"),
    ("malformed", {"seats": ...}, '"seats"'),
    ("malformed", {"colours": {"anita": "pink"}}, "must be one of 'red'"),
    ("malformed", {"colours": []}, "object"),
    ("malformed", {"hands": {**SETUP["hands"], "anita": ["R", "3R"]}}, '"hands.anita.1"'),
    ("malformed", {"hands": {**SETUP["hands"], "anita": "R"}}, "array"),
    ("malformed", {"hands": {**SETUP["hands"], "anita": ["circle:pink"]}}, '"hands.anita.0"'),
    ("malformed", {"hands": {**SETUP["hands"], "anita": ["r"]}}, '"hands.anita.0"'),
    ("malformed", {"first": None}, "string"),
    ("malformed", {"first": ...}, '"first"'),
    ("malformed", {"edition": "dutch"}, "'amigo' or 'french'"),
    ("malformed", {"edition": ...}, '"edition"'),
    ("malformed", {"stop_cards": 1}, "true or false"),
    ("malformed", {"stop_cards": ...}, '"stop_cards"'),
    ("malformed", {"dealer": "anita"}, 'no key "dealer"'),
    ("illegal", {"seats": ["anita", "bernd"]}, "3 to 6 players"),
    ("illegal", {"seats": ["anita", "bernd", "bernd"]}, "same name"),
    ("illegal", {"colours": {"anita": "red", "bernd": "red", "corinna": "green"}}, "same colour"),
    ("illegal", {"colours": {"anita": "red", "bernd": "blue"}}, "colour of 'corinna' is missing"),
    ("illegal", {"hands": {**SETUP["hands"], "dieter": []}}, "a hand for 'dieter'"),
    ("illegal", {"first": "dieter"}, "'dieter', who is to begin"),
    ("illegal", {"hands": {**SETUP["hands"], "anita": ["circle:violet"]}}, "nobody has that colour"),
    ("illegal", {"stop_cards": False}, "stop cards are not in play"),
]


@pytest.mark.parametrize(("code", "changed", "part"), SETUPS, ids=lambda value: str(value)[:50])
def test_setups_that_are_refused(code: str, changed: dict[str, Any], part: str) -> None:
    setup = {key: value for key, value in {**SETUP, **changed}.items() if value is not ...}
    found, message = refused("zack", **setup)
    assert found == code
    assert part in message
    assert message.endswith(".")


ILLEGAL: list[tuple[dict[str, Any], str]] = [
    ({"do": "setup", **SETUP}, "set up already"),
    ({"do": "throw", "player": "dieter"}, "'dieter' has no seat"),
    ({"do": "miss", "player": ""}, "'' has no seat"),
    ({"do": "player_card", "player": "dieter"}, "no seat"),
    ({"do": "challenge", "player": "dieter", "target": "blue", "reason": "slow"}, "no seat"),
    ({"do": "challenge", "player": "corinna", "target": "green", "reason": "slow"}, "no challenge card against green"),
    ({"do": "challenge_miss", "player": "corinna", "target": "violet", "reason": "slow"}, "against violet"),
    ({"do": "choose", "colour": "red"}, "no colour to be chosen"),
    ({"do": "resume"}, "not stopped"),
]


@pytest.mark.parametrize(("line", "part"), ILLEGAL, ids=lambda value: str(value)[:70])
def test_what_cannot_happen_is_illegal(line: dict[str, Any], part: str, running: Pipe) -> None:
    code, message = running.error(**line)
    assert code == "illegal"
    assert part in message
    assert running.ok(do="throw", player="bernd")["due"] == "anita"


def test_an_empty_hand_throws_nothing(running: Pipe) -> None:
    running.throws("bernd", "anita")
    assert running.error(do="throw", player="anita") == ("illegal", "'anita' has no card left in hand.")


NAME = st.sampled_from(["anita", "bernd", "corinna", "dieter", "", 3, None])
FIELDS: dict[str, st.SearchStrategy[Any]] = {
    "player": NAME,
    "target": st.sampled_from(["red", "blue", "green", "yellow", "pink", True]),
    "reason": st.sampled_from(["slow", "out_of_turn", "late"]),
    "colour": st.sampled_from(["red", "green", "violet", "", None]),
    "seats": st.just(["anita", "bernd", "corinna"]),
}
NEEDS = {"throw": 1, "miss": 1, "player_card": 1, "challenge": 3, "challenge_miss": 3}


@st.composite
def near_lines(draw: st.DrawFn) -> dict[str, Any]:
    """A line as it should be, or nearly so."""
    do = draw(st.sampled_from([*lines.VOCABULARY.lines, "shout"]))
    keys = list(FIELDS)[: NEEDS.get(do, 0)] + (["colour"] if do == "choose" else [])
    if draw(st.integers(0, 9)) == 0:
        keys = draw(st.lists(st.sampled_from(list(FIELDS)), unique=True))
    return {"do": do, **{key: draw(FIELDS[key]) for key in keys}}


@given(st.lists(near_lines(), max_size=25), st.sampled_from(EDITIONS))
def test_lines_of_any_shape_are_ruled_on_and_refusals_change_nothing(told: list[dict[str, Any]], edition: str) -> None:
    def rulings(objects: list[dict[str, Any]]) -> list[dict[str, Any]]:
        pipe = Pipe(edition=edition)
        return [pipe.tell(**line) for line in objects]

    answers = rulings(told)
    for answer in answers:
        assert answer["ok"] or answer["error"]["code"] in {"malformed", "illegal"}
    accepted = [line for line, answer in zip(told, answers, strict=True) if answer["ok"]]
    assert rulings(accepted) == [answer for answer in answers if answer["ok"]]
