"""ZIGZAG for a person who learns: keys alone play it, news are said at their places, and what is due is shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from scenes.games.zigzag.play_hand import HAND_MM_S, KeyCursor, Mark, led
from scenes.games.zigzag.play_news import News, reason_words
from scenes.play.notice import Rank
from sim.games.zigzag.bots.sign_beliefs import Reason, ReasonKind
from sim.games.zigzag.match import ZigzagMatch as Match
from sim.games.zigzag.match.frame import CardGrabbed, FrameEvent, TableStage, Voice
from sim.games.zigzag.rules import events
from sim.games.zigzag.rules.cards import Card
from sim.games.zigzag.rules.vocabulary import Call
from sim.match.record import Recorder, read_record
from sim.match.replay import verify
from sim.match.tempo import Tempo
from sim.protocols import Line
from sim.rules_frame import FrozenMap
from tests.games.zigzag.scenes.frames import configuration, frame_of, people, static_scene, with_seat
from tests.games.zigzag.scenes.test_play import ME, Mouse, settings_of

# ------------------------------------------------------------------------------------------------ the mark

LYING = {"left": (-100.0, 0.0), "right": (100.0, 10.0), "far": (90.0, 120.0)}


def test_arrows_move_the_mark_over_the_own_cards_and_those_on_the_tapis() -> None:
    cursor = KeyCursor()
    seen = []
    for direction in ((1, 0), (1, 0), (-1, 0), (0, 1), (1, 0), (0, 1), (0, -1), (0, -1)):
        cursor.move(direction, 4, LYING)
        seen.append(cursor.mark)
    assert seen[:3] == [Mark(own=0), Mark(own=1), Mark(own=0)]
    assert [mark.lying for mark in seen[3:7] if mark is not None] == ["left", "right", "far", "right"]
    assert seen[7] == Mark(own=0)


@pytest.mark.parametrize(("due", "waits"), [("Bartholomew of the Deep", True), (None, True), ("Anne", False)])
def test_while_powers_act_only_the_player_whose_power_it_is_is_asked_to_do_something(
    display: str, due: str | None, waits: bool
) -> None:
    from scenes.games.zigzag.play_choices import next_step

    frame = frame_of(static_scene(), table_stage=TableStage.POWERS)
    step = next_step(frame, frame.seats[0], {}, due, lambda _intent: True)
    assert step.words.startswith("Wait") is waits
    assert (step.spot is None) is waits


def test_who_has_signed_is_not_asked_to_again(display: str) -> None:
    from scenes.games.zigzag.play_choices import next_step

    frame = with_seat(frame_of(static_scene()), 0, says_combination="zig")
    made = [next_step(frame, frame.seats[0], signs, None, lambda _intent: True) for signs in ({}, {"Anne": "zig"})]
    assert [step.button for step in made] == ["sign ZIG", "no more"]
    assert next_step(frame, frame.seats[0], {"Anne": "zag"}, None, lambda _intent: True) == made[0]


def test_what_is_ticked_already_is_not_to_be_announced(display: str) -> None:
    from scenes.games.zigzag.play_choices import next_step

    frame = with_seat(frame_of(static_scene()), 0, says_combination="zig")
    ticked = tuple((level, box, box == "zig") for level, box, _ in frame.teams[0].boxes)
    later = replace(frame, teams=(replace(frame.teams[0], boxes=ticked), *frame.teams[1:]))
    told = [next_step(each, each.seats[0], {"Cleo": "zig"}, None, lambda _intent: True) for each in (frame, later)]
    assert [step.button for step in told] == ["ZIG!", "sign ZIG"]
    assert told[1].words == "Sign your ZIG to your partner, for a double."


def test_the_mark_leaves_a_card_that_is_gone() -> None:
    cursor = KeyCursor()
    cursor.mark = Mark(lying="left")
    cursor.tidy(4, {"right": (0.0, 0.0)})
    assert cursor.mark is None
    cursor.mark = Mark(own=3)
    cursor.tidy(3, {})
    assert cursor.mark == Mark(own=2)
    cursor.tidy(0, {})
    cursor.move((0, 1), 0, {})
    assert cursor.mark is None


def test_keys_lead_the_hand_no_faster_than_a_mouse_does() -> None:
    assert led((0.0, 0.0), (3.0, 4.0), 1.0) == (3.0, 4.0)
    x, y = led((0.0, 0.0), (300.0, 400.0), 0.1)
    assert (x * x + y * y) ** 0.5 == pytest.approx(0.1 * HAND_MM_S)


# ------------------------------------------------------------------------------------------------ what is said


class Heard:
    """Notes what is said instead of choosing."""

    def __init__(self, hints: bool) -> None:
        self.said: list[str] = []
        self.hints = hints

    def say(self, words: str, tone: str, rank: Rank) -> None:
        assert tone in ("good", "bad", "turn")
        self.said.append(words)


def news(
    *happened: Any, aim: str | None = None, learning: bool = True, hints: bool = True, **changes: Any
) -> list[str]:
    """What Anne is told of these events."""
    heard: Any = Heard(hints)
    reader = News("Anne", lambda: heard)
    before = replace(frame_of(static_scene(4, 1)), events=())
    reader.read(before, aim, learning)
    after = replace(
        before, cards=(), events=tuple(FrameEvent(n, 0.0, what) for n, what in enumerate(happened)), **changes
    )
    reader.read(after, aim, learning)
    # Nothing is said twice.
    count = len(heard.said)
    reader.read(after, aim, learning)
    assert len(heard.said) == count
    return list(heard.said)


def others() -> tuple[str, str, str]:
    first, second, third = (seat.name for seat in frame_of(static_scene(4, 1)).seats[1:])
    return first, second, third


def test_what_a_card_of_the_first_minute_explains_is_not_explained_again() -> None:
    begun = events.SetStarted(1, 1)
    assert news(begun) == ["A ZIG has one thing in common, a ZAG two."]
    assert news(begun, learning=False) == news(begun, hints=False) == []


def test_a_card_is_yours_or_you_are_too_late() -> None:
    rival = others()[0]
    assert news(CardGrabbed("Anne", "joker")) == ["That card is yours."]
    assert news(CardGrabbed(rival, "joker"), aim="joker") == [f"Too late: {rival} has it."]
    assert news(CardGrabbed(rival, "joker"), aim="other") == []


def test_rulings_name_the_players_that_they_concern() -> None:
    rival, partner, _ = others()
    judged = events.AnnouncementJudged(False, partner, 0, Call.ZIG, FrozenMap({}), ())
    assert news(judged) == [f"{partner}'s call is wrong: new cards."]
    assert news(replace(judged, success=True, player="Anne")) == ["Your call is right."]
    assert news(events.ContreJudged(False, rival, 0, 1)) == [f"CONTRE: {rival} failed, and must change cards."]
    assert news(events.ContreJudged(True, rival, 0, 0)) == [f"CONTRE: {partner} and you must change cards."]
    assert news(events.CardStolen(rival, "Anne", Card.JOKER)) == [f"{rival} takes a card from you."]
    assert news(events.CardStolen(rival, others()[2], Card.JOKER)) == []
    assert news(events.StopPlaced(rival, "Anne", Card.STOP_LANDSCAPE)) == ["Your landscapes do not count."]
    assert news(events.SetEnded(1, 0)) == ["Your team wins the set."]
    assert len(news(events.HandsExchanged(rival, "Anne"))) == 1


def test_why_others_act_against_the_persons_team_is_said_while_they_learn() -> None:
    frame = frame_of(static_scene(4, 1))
    partner = others()[1]
    for reason, said in (
        (Reason(ReasonKind.SIGN, "Anne"), ["“I saw you make a sign.”"]),
        (Reason(ReasonKind.CARDS, partner, 3, "blue"), [f"“I saw {partner} take 3 cards with blue.”"]),
        (Reason(ReasonKind.SIGN, others()[0]), []),
    ):
        spoken = with_seat(frame, 1, voice=Voice("CONTRE!", 3.0, True, reason)).seats
        assert [words.partition(": ")[2] for words in news(seats=spoken)] == said
        assert news(seats=spoken, learning=False) == []


def test_a_reason_is_a_sentence_for_every_kind() -> None:
    for kind in ReasonKind:
        for contre in (True, False):
            words = reason_words(Reason(kind, "Anne", 2, "fire"), "Anne", contre)
            assert words.endswith(".")
            assert words[0].isupper()


# ------------------------------------------------------------------------------------------------ at the table


def beginner(seed: int = 4, **settings: Any) -> Mouse:
    return Mouse(seed, settings=settings_of(tempo="beginner", **settings))


@pytest.mark.slow
def test_the_tempo_is_that_of_the_settings_and_of_the_matches_played(display: str, screen: Any) -> None:
    for chosen, played, expected in (
        ("expert", 0, Tempo()),
        ("beginner", 9, Tempo(0.0)),
        ("grows", 3, Tempo(0.5, grows=True)),
    ):
        mouse = Mouse(4, settings=settings_of(tempo=chosen, matches_played={"zigzag": played, "zack": 9}))
        mouse.run(0.1)
        assert mouse.match.table.tempo == expected
    # A layer that is built anew during the match leaves a growing tempo alone, and obeys another choice.
    mouse.match.table.tempo = Tempo(0.8, grows=True)
    for chosen, value in (("grows", 0.8), ("beginner", 0.0)):
        again = Mouse(4, match=mouse.match, settings=settings_of(tempo=chosen))
        again.run(0.1)
        assert mouse.match.table.tempo.value == value


def test_what_is_due_pulses_and_a_hint_is_marked_while_one_learns(display: str, screen: Any) -> None:
    from scenes.games.zigzag.play_choices import Spot

    mouse = beginner()
    assert mouse.run(20.0, mouse.playing)
    mouse.run(0.1)
    layer = mouse.layer
    layer.show(0.0)
    assert layer._step.spot is Spot.OWN
    layer.controller.notice.hush()  # the news of the set
    assert layer.controller.notice.words == layer._hint.words
    assert layer.pulses._rings["due"].visible
    assert "H" in dict(layer.keys())
    mouse.match.table.tempo = Tempo()
    mouse.run(0.1)
    layer.show(0.0)
    assert not layer.pulses._rings["due"].visible
    assert layer._hint is None
    assert layer.controller.notice.words == "Drag a card to the cloth, or click a special card."


class Keys:
    """A person who has no mouse, and does what the screen says."""

    def __init__(self, mouse: Mouse) -> None:
        self.mouse, self.layer = mouse, mouse.layer

    def press(self, symbol: int) -> None:
        assert self.layer.key(symbol, 0)

    def obey(self) -> None:
        """Do the next thing that the screen asks for."""
        from pyglet.window import key

        from scenes.games.zigzag.play_choices import ACTIONS, Spot

        layer, step, hint = self.layer, self.layer._step, self.layer._hint
        cards = layer._own().cards
        if layer._choices:
            self.press(key.ENTER)
        elif "Space" in step.words and step.spot in (Spot.WAITING, Spot.PILE):
            self.press(key.SPACE)
        elif layer.hand.busy or layer.hand.aim is not None:
            return
        elif hint is not None and hint.lay in cards:
            self.press(key._1 + cards.index(hint.lay))
            self.press(key.ENTER)
        elif hint is not None and hint.take is not None:
            self.mark(hint.take)
            self.press(key.SPACE)
        elif step.button:
            self.press(next(action.symbol for action in ACTIONS if action.words == step.button))

    def mark(self, name: str) -> None:
        """Move the mark to a card on the tapis by the arrows."""
        from pyglet.window import key

        for _ in range(12):
            lying, at = self.layer._lying(), self.layer._mark().lying
            if at == name or name not in lying:
                return
            if at is None:
                self.press(key.UP)
                continue
            dx, dy = (one - other for one, other in zip(lying[name], lying[at], strict=True))
            across = abs(dx) > abs(dy)
            self.press((key.RIGHT if dx > 0 else key.LEFT) if across else (key.UP if dy > 0 else key.DOWN))


def by_keys(seed: int, until: Callable[[Counter[str]], bool], path: Path) -> Counter[str]:
    """What someone without a mouse has done until then; the record repeats."""
    seats = people(4)
    recorder = Recorder.of(configuration(), seats, seed)
    told: Counter[str] = Counter()

    def record(line: Line) -> None:
        recorder.record_line(line)
        if line["stage"] == "intent" and line["by"] == ME:
            told[str(line["question"])] += 1
        elif line.get("what") == "covers" and line["by"] == ME:
            told["snatched"] += 1
        elif line["stage"] == "ruling":
            told.update(event["type"] for event in cast(Any, line["events"]))

    mouse = Mouse(seed, match=Match(configuration(), seats, seed, record), settings=settings_of(tempo="beginner"))
    person = Keys(mouse)
    for _ in range(500):
        mouse.run(0.5)
        if until(told) and not mouse.match.hand.out:
            break
        person.obey()
    recorder.write(path)
    assert verify(read_record(path)) is None
    return told


def test_keys_alone_play_a_set_against_beginners_bots(display: str, screen: Any, tmp_path: Path) -> None:
    told = by_keys(6, lambda told: told["set_ended"] > 0, tmp_path / "keys.jsonl")
    assert told["set_ended"] == 1
    assert {"lay", "pick_up", "grab", "pass", "play", "snatched"} <= set(told)


def test_a_hand_that_keys_lead_is_not_logged_as_the_persons_own(display: str, screen: Any) -> None:
    from pyglet.window import key

    mouse = beginner()
    noted: list[Any] = []
    mouse.match.note_hand = noted.append
    assert mouse.run(20.0, mouse.playing)
    number = next(n for n, face in enumerate(mouse.own) if "." in face)
    mouse.layer.key(key._1 + number, 0)
    mouse.layer.key(key.L, 0)
    assert mouse.run(3.0, lambda: ME in mouse.match.table.state.opened)
    mouse.run(1.0)
    assert noted == []


def test_a_choice_is_made_by_arrows_and_enter(display: str, screen: Any) -> None:
    from pyglet.window import key

    mouse = beginner()
    assert mouse.run(20.0, mouse.playing)
    match, layer = mouse.match, mouse.layer
    hand = (Card.STOP_ACCESSORY, *match.table.state.hands[ME][1:])
    match.table.state = replace(match.table.state, hands=FrozenMap({**match.table.state.hands, ME: hand}))
    number = mouse.own.index("stop_accessory")
    layer.key(key._1 + number, 0)
    assert [choice.words for choice in layer._choices] == ["Bert", "Dirk"]
    layer.key(key.RIGHT, 0)
    layer.show(0.0)
    layer.key(key.ENTER, 0)
    mouse.run(0.2)
    assert "stop_accessory" in [card.value for card in match.table.state.stops["Dirk"]]


def test_the_mouse_takes_the_lead_again_when_it_moves(display: str, screen: Any) -> None:
    from pyglet.window import key

    mouse = beginner()
    assert mouse.run(20.0, mouse.playing)
    layer = mouse.layer
    layer.key(key.RIGHT, 0)
    assert layer._mark() == Mark(own=0)
    x, y = layer.controller.at
    layer.pointer(x + 3.0, y)
    assert layer._mark() == Mark(own=0)
    layer.pointer(x + 30.0, y)
    assert layer._mark() == Mark()
