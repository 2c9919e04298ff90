"""External bots at a window's table, which goes on while they think; matches that are gone on with later."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scenes.play.session import Session
from scenes.play.setup import Setup
from scenes.playback.playback import Playback
from scenes.watch import _open_for_window
from sim.bots.started import end_bots, seated_bots
from sim.bots.words import BotWords, named_again, seated_with_bots
from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.match.intents import ChooseCard
from sim.games.riff_raff.match.match import RiffRaffMatch
from sim.match.record import read_record
from sim.match.replay import verify
from sim.spec import match_of
from tests.bots import diary
from tests.bots.thoughtful import last_match
from tests.commands import refusal_of
from tests.processes import until

BOT = "tests.bots.thoughtful:Thoughtful"
SEATED = {
    "riff-raff": [f"casual:{BOT}", "me=Ada"],
    "zack": ["me=Ada", f"casual:{BOT}", "child"],
    "zatre": [f"casual:{BOT}", "me=Ada"],
    "zigzag": ["me=Ada", f"casual:{BOT}", "child", "casual"],
}
UNTIL_S = {"riff-raff": 60.0, "zack": 12.0, "zatre": 90.0, "zigzag": 15.0}
"""Match times at which the bot has been asked several times, or the person has to use their hand."""
FRAME_S = 1.0 / 60.0


@pytest.fixture(autouse=True)
def ended(own_folders: Path) -> Iterator[None]:
    """Open the gate and end all bots after each test."""
    diary.begin()
    yield
    diary.open_gate()
    end_bots()


def setup_of(game: str, words: list[str] | None = None) -> Setup:
    seats, bots = seated_with_bots(words or SEATED[game], game, "--seats", 15.0, persons=True)
    return Setup(game, seats, 3, None, "draft", bots=bots)


def begun(game: str, path: Path, words: list[str] | None = None) -> Session:
    return Session.begin(setup_of(game, words), path, lambda: False, lambda: None)


def shown(session: Session, until_s: float) -> int:
    """Move a match on as a window does, for so long of its time; return how often it was held up."""
    held = 0
    while session.match.time_s < until_s and _answered(session):
        session.match.advance(FRAME_S)
        held += bool(session.held_up_by)
    return held


def _answered(session: Session) -> bool:
    """Choose a card for the person if there is one to choose; return False where they have to use their hand."""
    match = session.match
    if isinstance(match, RiffRaffMatch) and match.question("Ada") == "card":
        if match.waits_for:
            match.act(ChooseCard(by="Ada", card=5))
        return True
    return not match.waits_for


def until_held_up(session: Session) -> None:
    """Move a match on until its bot thinks."""
    while not session.held_up_by:
        assert _answered(session)
        session.match.advance(FRAME_S)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATED)
def test_the_window_goes_on_while_a_bot_thinks_and_the_match_is_the_same(game: str, tmp_path: Path) -> None:
    slow, quick = tmp_path / "slow.jsonl", tmp_path / "quick.jsonl"
    session = begun(game, slow)
    until_held_up(session)
    who = next(seat.name for seat in session.setup.seats if seat.from_outside)
    at_s, longest_s = session.match.time_s, 0.0
    for _ in range(10):
        before = time.perf_counter()
        session.match.advance(FRAME_S)
        session.match.frame()
        longest_s = max(longest_s, time.perf_counter() - before)
        assert session.held_up_by == who
        assert session.match.time_s == at_s  # the table waits
    assert longest_s < 1.0  # far below the 15 s of the bot
    diary.open_gate()
    shown(session, UNTIL_S[game])
    assert session.match.time_s > at_s or session.match.waits_for
    session.close()
    other = begun(game, quick)
    shown(other, UNTIL_S[game])
    other.close()
    one, two = read_record(slow), read_record(quick)
    shorter = min(len(one.lines), len(two.lines))
    assert one.lines[:shorter] == two.lines[:shorter]
    assert shorter > 3
    assert verify(one) is None


@pytest.mark.slow
@pytest.mark.parametrize("game", SEATED)
def test_a_match_that_was_left_goes_on_once_its_bot_is_named_again(game: str, tmp_path: Path) -> None:
    diary.open_gate()
    path = tmp_path / "left.jsonl"
    session = begun(game, path)
    shown(session, UNTIL_S[game])
    kept = session.close()
    assert kept.sentence().endswith(f" --resume {path} --bot {BOT}")  # the command that goes on with it
    heard = last_match()
    first = read_record(path)
    with pytest.raises(InputError, match=r"is played by thoughtful@1, an external bot: expected it to be named"):
        Session.going_on(path, None, lambda: False, lambda: None)
    end_bots()
    bots = named_again([f"casual:{BOT}"], first.seats)
    session = Session.going_on(path, None, lambda: False, lambda: None, bots)
    if game in ("riff-raff", "zatre"):
        # Its answers were on record: it hears of what they led to, and is not asked again.
        heard = [each for each in heard if "heard" in each]
    shown(session, UNTIL_S[game] + 10.0)
    for _ in range(200):
        if len(last_match()) >= len(heard):
            break
        time.sleep(0.01)  # what it hears it takes in in its own process
    assert last_match()[: len(heard)] == heard
    session.close()
    second = read_record(path)
    assert second.intact
    assert second.lines[: len(first.lines)] == first.lines
    assert verify(second) is None


def test_where_players_take_turns_a_bot_need_not_answer_the_same_again(tmp_path: Path) -> None:
    words, path = ["casual:tests.bots.thoughtful:Moody", "casual:random", "me=Ada"], tmp_path / "left.jsonl"
    session = begun("riff-raff", path, words)
    shown(session, 60.0)
    session.close()
    bots = named_again(["tests.bots.thoughtful:Moody"], read_record(path).seats)
    session = Session.going_on(path, None, lambda: False, lambda: None, bots)
    assert tuple(session.recorder.lines) == read_record(path).lines


def test_a_match_left_in_mid_thought_lets_the_next_one_begin(tmp_path: Path) -> None:
    session = begun("zack", tmp_path / "one.jsonl")
    until_held_up(session)
    session.close()
    made, before = len(diary.diaries()), time.perf_counter()
    other = begun("zack", tmp_path / "two.jsonl")
    assert time.perf_counter() - before < 5.0
    assert len(diary.diaries()) == made + 2  # for its name, and to play
    diary.open_gate()
    shown(other, 10.0)
    other.close()
    assert verify(read_record(tmp_path / "two.jsonl")) is None


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "--bot: expected thoughtful@1, an external bot that plays for Bert, to be named again"),
        ([f"{BOT}?version=2"], "--bot: expected one of thoughtful@1, found thoughtful@2"),
        (["nowhere"], "--bot: expected a bot such as @bot.py"),
    ],
)
def test_a_record_starts_no_bot(words: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    diary.open_gate()
    path = tmp_path / "left.jsonl"
    begun("zack", path).close()
    made = len(diary.diaries())
    more = [part for word in words for part in ("--bot", word)]
    assert said in refusal_of(capsys, "play", "--resume", str(path), *more)
    assert len(diary.diaries()) <= made + 2 * len(words)  # made, and started


def test_a_bot_is_named_at_a_new_table_by_its_seat(capsys: Any) -> None:
    assert "--bot: expected --resume or --from with it" in refusal_of(capsys, "play", "zack", "--bot", BOT)


@pytest.mark.slow
def test_a_playback_shows_how_long_it_waits_and_for_whom() -> None:
    seats, words = seated_with_bots([f"casual:{BOT}", "casual:random"], "riff-raff", time_s=15.0)
    configuration = load_configuration("riff-raff", profile="draft")

    def open_match(seed: int) -> Any:
        seated = seated_bots(configuration, seats, words)
        return match_of("riff-raff").open(configuration, seats, seed, **seated)

    playback = Playback(lambda seed: _open_for_window(open_match, seed), 3)

    def advanced() -> Playback:
        playback.advance(0.1)
        return playback

    until(lambda: advanced().words == "Anne is thinking …")
    at_s = playback.now_s
    playback.end()
    playback.home()
    playback.seek_to(at_s + 100.0)
    playback.look_ahead(0.1)
    assert playback.now_s == pytest.approx(at_s)
    playback.next_match()  # which waits for no answer to the one before
    assert playback.now_s == 0.0
    diary.open_gate()
    until(lambda: advanced().now_s > 1.0)
    assert "is thinking" not in playback.words
    playback.close()


def test_the_bots_of_a_record_are_known_by_their_labels() -> None:
    diary.open_gate()
    seats, bots = seated_with_bots(SEATED["zack"], "zack", persons=True)
    assert named_again([BOT], seats) == BotWords(((seats[1].strategy, BOT),))
    with pytest.raises(InputError, match="expected none, since no external bot plays here"):
        named_again([BOT], seats[:1])
    assert bots.words == ((seats[1].strategy, BOT),)
