"""The frame of the referee: bytes in, one JSON object a line out, whatever the bytes are."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.referee import LINE_LIMIT, MOST_UNDONE, referee_of, serve
from sim.spec import GAMES
from tests.amounts import amount
from tests.processes import LONG_S, completed, running

SETUP = b'{"do":"setup","players":["ann","bob","cem"],"captain":"ann"}'
REVEAL = b'{"do":"reveal","cards":{"ann":7,"bob":9,"cem":7}}'
ARRANGE = b'{"do":"arrange","order":["bob","ann","cem"]}'
LOAD = b'{"do":"load","piece":"crate","placed":"stays"}'
SERVE = "import sys; from sim.referee import serve; sys.exit(serve(sys.argv[1], sys.stdin.buffer, sys.stdout))"


def rulings(*lines: bytes, game: str = "riff-raff", end: bytes = b"\n") -> list[dict[str, Any]]:
    out = io.StringIO()
    assert serve(game, io.BytesIO(b"".join(line + end for line in lines)), out) == 0
    answers = out.getvalue().splitlines()
    assert len(answers) == len(lines)
    return [json.loads(answer) for answer in answers]


def refused(line: bytes, code: str) -> str:
    """The message of a refusal, checked to be the frame's, to be one sentence and to have changed nothing."""
    plain = rulings(SETUP, REVEAL, ARRANGE, LOAD)
    setup, reveal, refusal, arrange, load = rulings(SETUP, REVEAL, line, ARRANGE, LOAD)
    assert [setup, reveal, arrange, load] == plain
    assert all(answer["ok"] for answer in plain)
    assert list(refusal) == ["ok", "error"]
    assert refusal["ok"] is False
    assert list(refusal["error"]) == ["code", "message"]
    assert refusal["error"]["code"] == code, refusal
    message: str = refusal["error"]["message"]
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 300
    return message


def test_an_accepted_line_is_answered_with_events_and_state() -> None:
    setup, reveal = rulings(SETUP, REVEAL)
    assert list(setup) == list(reveal) == ["ok", "events", "state"]
    assert setup["ok"] is True
    assert [event["type"] for event in setup["events"]] == ["match_started", "round_started"]
    assert reveal["state"]["phase"] == "arrange"
    assert reveal["events"][0] == {"type": "cards_revealed", "round": 1, "cards": {"ann": 7, "bob": 9, "cem": 7}}


def test_the_first_accepted_line_is_a_setup_and_a_second_one_is_illegal() -> None:
    answers = rulings(REVEAL, b"garbage", SETUP, SETUP, REVEAL)
    assert [answer["ok"] for answer in answers] == [False, False, True, False, True]
    assert [answer["error"]["code"] for answer in answers if not answer["ok"]] == ["illegal", "malformed", "illegal"]


DEEP = b"[" * 100_000 + b"]" * 100_000
MALFORMED = {
    b"": "empty line",
    b"  \t ": "empty line",
    b"hello": "not JSON",
    b'{"do":"reveal"': "not JSON",
    b"{'do':'reveal'}": "not JSON",
    b'{"do":"announce","count":2} {}': "not JSON",
    b'{"do":"announce","count":02}': "not JSON",
    b'{"do":"announce","count":2,}': "not JSON",
    b'\xef\xbb\xbf{"do":"announce","count":2}': "not JSON",
    b'{"do":"\x01"}': "not JSON",
    b"[]": "not a JSON object",
    b'"reveal"': "not a JSON object",
    b"null": "not a JSON object",
    b"3": "not a JSON object",
    b"{}": '"do" is missing',
    b'{"count":2}': '"do" is missing',
    b'{"do":null}': '"do" must be a string',
    b'{"do":["load"]}': '"do" must be a string',
    b'{"do":"dance"}': "Unknown \"do\" 'dance'",
    b'{"do":"Load"}': 'Unknown "do"',
    b'{"do":"announce"}': '"announce" needs the key "count"',
    b'{"do":"announce","count":2,"why":1}': '"announce" has no key "why"',
    b'{"do":"announce","count":true}': '"count" of "announce" must be a whole number',
    b'{"do":"announce","count":2.0}': '"count" of "announce" must be a whole number',
    b'{"do":"announce","count":"2"}': '"count" of "announce" must be a whole number',
    b'{"do":"announce","count":null}': '"count" of "announce" must be a whole number',
    b'{"do":"announce","count":NaN}': "NaN",
    b'{"do":"announce","count":Infinity}': "Infinity",
    b'{"do":"announce","count":-Infinity}': "-Infinity",
    b'{"do":"announce","count":1e999}': "beyond any finite",
    b'{"do":"announce","count":-1e999}': "beyond any finite",
    b'{"do":"announce","count":' + b"9" * 5000 + b"}": "too many digits",
    b'{"do":"announce","count":1,"count":2}': "'count' appears twice",
    b'{"do":"announce","do":"announce","count":2}': "'do' appears twice",
    b'{"do":"reveal","cards":{"ann":1,"bob":2,"ann":3}}': "'ann' appears twice",
    b'{"do":"reveal","cards":[1,2,3]}': '"cards" of "reveal" must be an object',
    b'{"do":"arrange","order":{"bob":1}}': '"order" of "arrange" must be an array',
    b'{"do":"arrange","order":["bob",1]}': '"order.1" of "arrange" must be a string',
    b'{"do":"arrange","order":"bob"}': '"order" of "arrange" must be an array',
    b'{"do":"reveal","cards":{"\\ud800":1}}': "half a surrogate pair",
    b'{"do":"reveal","cards":{"ann":"\\udc00"}}': "half a surrogate pair",
    b'{"do":"announce","count":"\xff"}': "not UTF-8",
    b"\x00": "not JSON",
    b"\xff\xfe": "not UTF-8",
    DEEP: "nested more than 32 deep",
    b'{"a":' * 5000 + b"1" + b"}" * 5000: "nested more than 32 deep",
    b'{"do":"reveal","cards":' + b"[" * 31 + b"]" * 31 + b"}": '"cards" of "reveal" must be an object',
    b"[" * 400_000: "nested more than 32 deep",
    b" " * (LINE_LIMIT + 1): "longer than 1048576 bytes",
    SETUP + b" " * LINE_LIMIT: "longer than 1048576 bytes",
    b"x" * (5 * LINE_LIMIT): "longer than 1048576 bytes",
}


@pytest.mark.parametrize("line", MALFORMED, ids=lambda line: repr(line[:40]))
def test_malformed_lines_are_refused_with_one_sentence_and_change_nothing(line: bytes) -> None:
    assert MALFORMED[line] in refused(line, "malformed")


def test_brackets_in_strings_do_not_nest() -> None:
    name = "[" * 100 + '\\"{'
    (answer,) = rulings(b'{"do":"setup","players":["ann","%s"],"captain":"ann"}' % name.encode())
    assert answer["state"]["players"] == ["ann", "[" * 100 + '"{']


def test_a_line_of_exactly_the_limit_is_read() -> None:
    padded = SETUP + b" " * (LINE_LIMIT - len(SETUP))
    assert len(padded) == 1024 * 1024
    assert rulings(padded)[0]["ok"]
    assert not rulings(padded + b" ")[0]["ok"]


def test_the_line_after_one_that_is_too_long_is_read_from_its_beginning() -> None:
    for length in (LINE_LIMIT, LINE_LIMIT + 1, LINE_LIMIT + 2, 2 * LINE_LIMIT, 2 * LINE_LIMIT + 1, 2 * LINE_LIMIT + 2):
        answers = rulings(b"x" * length, SETUP)
        assert [answer["ok"] for answer in answers] == [False, True], length
        # At the end of input too, without a line end.
        out = io.StringIO()
        assert serve("riff-raff", io.BytesIO(b"x" * length), out) == 0
        assert out.getvalue().count("\n") == 1


def test_the_last_line_needs_no_end_and_windows_line_ends_do_no_harm() -> None:
    out = io.StringIO()
    assert serve("riff-raff", io.BytesIO(SETUP + b"\r\n" + REVEAL), out) == 0
    assert [json.loads(line)["ok"] for line in out.getvalue().splitlines()] == [True, True]


def test_no_input_no_answers() -> None:
    assert rulings() == []


def test_names_are_free_text() -> None:
    players = ["Zoé", "[key]", "👩\u200d🚀", "🦜", 'a"b', "x" * 5000]
    for name in players:
        setup = json.dumps({"do": "setup", "players": ["ann", name], "captain": name}, ensure_ascii=False).encode()
        reveal = json.dumps({"do": "reveal", "cards": {name: 3, "ann": 4}}, ensure_ascii=False).encode()
        *_, last = rulings(setup, reveal)
        assert last["state"]["order"] == ["ann", name]
        wrong = json.dumps({"do": "reveal", "cards": {name: True, "ann": 4}}).encode()
        assert len(rulings(setup, wrong)[1]["error"]["message"]) < 300


SETUPS = {
    "riff-raff": {"players": ["ann", "bob"], "captain": "ann"},
    "zack": {
        "seats": ["ann", "bob", "cem"],
        "colours": {"ann": "red", "bob": "blue", "cem": "green"},
        "hands": {"ann": ["R"], "bob": ["R"], "cem": ["R"]},
        "first": "ann",
        "edition": "amigo",
        "stop_cards": False,
    },
    "zatre": {"players": ["ann", "bob"], "starter": "ann", "starting_tile": 6, "bag": [5]},
    "zigzag": {"seats": ["ann", "bob", "cem", "dan"], "deck": [], "level": 1},
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("control", ["\0", "\x1b", "\n", "\r", "\x7f", "\x9b", "\u202e", "\u2066", "\u2028", "\u2029"])
def test_a_name_with_a_control_character_is_malformed(game: str, control: str) -> None:
    name = f"e{control}ve"
    line = json.dumps({"do": "setup", **SETUPS[game]}).replace('"ann"', json.dumps(name))
    (answer,) = rulings(line.encode(), game=game)
    assert answer["error"]["code"] == "malformed"
    assert answer["error"]["message"].endswith("must be a name without control characters.")


def test_a_team_with_a_control_character_in_its_name_is_malformed() -> None:
    names = ["ann", "bob", "cem", "dan"]
    setup = {"players": names, "starter": "ann", "starting_tile": 6, "bag": [5]}
    teams = {"nor\x1bth": names[::2], "south": names[1::2]}
    (answer,) = rulings(json.dumps({"do": "setup", **setup, "teams": teams}).encode(), game="zatre")
    assert answer["error"]["code"] == "malformed"
    assert "\x1b" not in answer["error"]["message"]


def test_answers_are_ascii_so_that_no_locale_changes_their_bytes() -> None:
    out = io.StringIO()
    setup = '{"do":"setup","players":["Zoé","🦜"],"captain":"Zoé"}'
    serve("riff-raff", io.BytesIO(setup.encode()), out)
    assert out.getvalue().isascii()
    assert json.loads(out.getvalue())["state"]["players"] == ["Zoé", "🦜"]


@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line), max_size=8))
def test_garbage_never_stops_the_referee(lines: list[bytes]) -> None:
    answers = rulings(SETUP, *lines, REVEAL)
    assert answers[0]["ok"]
    assert answers[-1]["ok"]
    assert all(answer["error"]["code"] == "malformed" for answer in answers[1:-1])


SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
WORDS = st.sampled_from(
    ["do", "setup", "reveal", "load", "players", "captain", "cards", "piece", "placed", "lost", "ship", "ann"]
)
JSON_VALUES: st.SearchStrategy[Any] = st.recursive(
    SCALARS | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS | st.text(max_size=4), inner, max_size=5),
    max_leaves=12,
)
FIELDS = {
    "do": st.sampled_from(["setup", "reveal", "name_captain", "arrange", "announce", "load"]) | JSON_VALUES,
    "players": st.lists(st.sampled_from(["ann", "bob", "cem"]), max_size=5) | JSON_VALUES,
    "captain": st.sampled_from(["ann", "bob"]) | JSON_VALUES,
    "cards": st.dictionaries(st.sampled_from(["ann", "bob", "cem", "eve"]), st.integers(-1, 12) | JSON_VALUES)
    | JSON_VALUES,
    "order": st.permutations(["ann", "bob", "cem"]) | JSON_VALUES,
    "count": st.integers() | JSON_VALUES,
    "piece": st.sampled_from(["crate", "rat", "anchor"]) | JSON_VALUES,
    "placed": st.sampled_from(["stays", "lost", "caught", "flew"]) | JSON_VALUES,
    "lost": st.lists(st.fixed_dictionaries({"piece": st.just("rat"), "slot": st.integers()})) | JSON_VALUES,
    "ship": st.dictionaries(st.sampled_from("0123456789"), st.lists(st.just("crate"))) | JSON_VALUES,
}


@amount(30, full=50, whole=100)
@given(st.lists(st.fixed_dictionaries({}, optional=FIELDS), max_size=6))
def test_objects_of_any_shape_are_ruled_on(objects: list[dict[str, Any]]) -> None:
    """Near misses of every line: each is answered, refusals change nothing, and the same lines give the same bytes."""
    lines = [json.dumps(value).encode() for value in objects]
    answers = rulings(SETUP, *lines)
    assert answers == rulings(SETUP, *lines)
    accepted = [line for line, answer in zip(lines, answers[1:], strict=True) if answer["ok"]]
    assert rulings(SETUP, *accepted) == [answer for answer in answers if answer["ok"]]
    for answer in answers:
        assert answer["ok"] or answer["error"]["code"] in {"malformed", "illegal"}


def test_every_answer_is_flushed_before_the_next_line_is_read() -> None:
    class Prompt(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed = self.getvalue().count("\n")

    out = Prompt()

    class Asking(io.BytesIO):
        asked = 0

        def readline(self, size: int | None = -1, /) -> bytes:
            assert out.flushed == self.asked
            self.asked += 1
            return super().readline(size)

    assert serve("riff-raff", Asking(SETUP + b"\n" + REVEAL + b"\n"), out) == 0
    assert out.flushed == 2


@pytest.mark.busy
def test_a_reader_that_goes_away_ends_the_referee_quietly(root: Path) -> None:
    piped = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with running([sys.executable, "-c", SERVE, "riff-raff"], cwd=root, **piped) as process:
        process.stdin.write(SETUP + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["ok"]
        process.stdout.close()
        process.stdin.write(REVEAL + b"\n")
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(LONG_S) == 1


def test_an_interrupt_ends_the_referee_without_a_traceback() -> None:
    class Interrupted(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            raise KeyboardInterrupt

    assert serve("riff-raff", Interrupted(), io.StringIO()) == 130


def test_a_game_without_a_referee_is_bad_input() -> None:
    with pytest.raises(InputError, match=rf"referee: expected one of {', '.join(GAMES)}, found 'chess'"):
        serve("chess", io.BytesIO(), io.StringIO())


def answers_in_a_process(root: Path, game: str, lines: Iterable[bytes], hash_seed: str) -> bytes:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = completed([sys.executable, "-c", SERVE, game], given=b"".join(lines), cwd=root, env=env, check=True)
    assert (done.stderr, type(done.stdout)) == (b"", bytes)
    return done.stdout


@pytest.mark.parametrize(
    "game", [game if game == "zack" else pytest.param(game, marks=pytest.mark.slow) for game in GAMES]
)
def test_the_same_lines_give_the_same_bytes_under_any_hash_seed(game: str, root: Path) -> None:
    paths = sorted((root / "tests" / "golden").glob(f"{game.replace('-', '_')}_*_players.jsonl"))
    assert paths
    for path in paths:
        lines = path.read_bytes().splitlines(keepends=True)
        first = answers_in_a_process(root, game, lines, "1")
        assert first == answers_in_a_process(root, game, lines, "4242")
        assert first.count(b"\n") == len(lines)


# ------------------------------------------------------------------------------------- lines that every game knows

GOLDEN = Path(__file__).parents[1] / "golden"


def told(game: str) -> list[bytes]:
    """The first lines of a golden playthrough that are accepted, the setup first."""
    path = min(path for path in GOLDEN.glob(f"{game.replace('-', '_')}_*_players.jsonl") if "whale" not in path.name)
    lines = [line for line in path.read_bytes().splitlines() if line.startswith(b"{")]
    accepted = [line for line, answer in zip(lines, rulings(*lines, game=game), strict=True) if answer["ok"]]
    return accepted[:4]


@pytest.mark.parametrize("game", GAMES)
def test_the_state_is_shown_as_it_is(game: str) -> None:
    *before, asked, again = rulings(*told(game), b'{"do":"state"}', b'{"do":"state"}', game=game)
    assert asked == again == {"ok": True, "events": [], "state": before[-1]["state"]}


@pytest.mark.parametrize("game", GAMES)
def test_accepted_lines_are_taken_back_one_after_the_other_and_told_again(game: str) -> None:
    lines, undo, state = told(game), b'{"do":"undo"}', b'{"do":"state"}'
    leave = b'{"do":"leave","player":"ann"}'
    # What is refused, and what only asks, is nothing to take back.
    both = rulings(*lines, leave, state, *[undo] * len(lines), undo, state, *lines, game=game)
    plain = rulings(*lines, game=game)
    assert both[: len(lines)] == both[-len(lines) :] == plain
    _, _, *taken_back = both[len(lines) : -len(lines)]
    states = [*(answer["state"] for answer in plain[-2::-1]), {}]
    assert taken_back[:-2] == [{"ok": True, "events": [], "state": each} for each in states]
    assert [answer["error"]["code"] for answer in taken_back[-2:]] == ["illegal", "illegal"]


def test_no_more_than_a_thousand_lines_are_kept_to_be_taken_back() -> None:
    referee = referee_of("zigzag")
    assert referee.answer(told("zigzag")[0])["ok"]
    signs = [json.dumps({"do": "signs", "team": 0, "zig": zig, "zag": "nose"}).encode() for zig in ("ear", "chin")]
    for number in range(MOST_UNDONE + 1):
        assert referee.answer(signs[number % 2])["ok"]
    answers = [referee.answer(b'{"do":"undo"}')["ok"] for _ in range(MOST_UNDONE + 1)]
    assert answers == [True] * MOST_UNDONE + [False]


@pytest.mark.parametrize("game", GAMES)
def test_nobody_leaves_since_no_rulebook_says_what_happens_then(game: str) -> None:
    asked = b'{"do":"state"}'
    *_, before, leaving, after = rulings(*told(game), asked, b'{"do":"leave","player":"ann"}', asked, game=game)
    assert leaving["error"]["code"] == "illegal"
    assert "say nothing about a player who leaves" in leaving["error"]["message"]
    assert before == after


def test_lines_of_every_game_are_read_as_strictly_as_others() -> None:
    assert '"state" has no key "why"' in refused(b'{"do":"state","why":1}', "malformed")
    assert '"leave" needs the key "player"' in refused(b'{"do":"leave"}', "malformed")
    assert '"player" of "leave" must be a string' in refused(b'{"do":"leave","player":1}', "malformed")
    early = rulings(b'{"do":"state"}', b'{"do":"undo"}', b'{"do":"leave","player":"ann"}')
    assert [answer["error"]["code"] for answer in early] == ["illegal"] * 3


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_a_byte_order_mark_before_the_first_line_is_no_part_of_it(end: bytes) -> None:
    assert rulings(b"\xef\xbb\xbf" + SETUP, REVEAL, end=end) == rulings(SETUP, REVEAL)
    _, second = rulings(SETUP, b"\xef\xbb\xbf" + REVEAL)
    assert "not JSON" in second["error"]["message"]


ALIKE = ["Zoe\u0301", "Zo\u00e9\u200b", "Zo\u00e9 ", "\u2060Zo\u00e9", "Zo\u00e9\ufe0f"]


@pytest.mark.parametrize("name", [*ALIKE, "", " ", "\u200b", "\u00a0\u3164", "\u2800"], ids=ascii)
@pytest.mark.parametrize("game", GAMES)
def test_names_that_look_alike_or_are_blank_are_refused(game: str, name: str) -> None:
    setup = json.loads(told(game)[0])
    one, other, *_ = setup["seats" if "seats" in setup else "players"]
    renamed = {one: "Zo\u00e9", other: name}

    def named(value: Any) -> Any:
        if isinstance(value, dict):
            return {renamed.get(key, key): named(item) for key, item in value.items()}
        if isinstance(value, list):
            return [named(item) for item in value]
        return renamed.get(value, value) if isinstance(value, str) else value

    (answer,) = rulings(json.dumps(named(setup)).encode(), game=game)
    assert answer["error"]["code"] == "illegal"
    assert ("look alike" if name in ALIKE else "is blank") in answer["error"]["message"]
