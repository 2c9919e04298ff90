"""All that the window says to a player is short: at most twelve words, wherever in the games it is written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import scenes
import sim

MOST_WORDS = 12
SPEAKS = ("say", "say_once", "suggest", "Message", "Step", "Hint", "_good", "_bad", "_say", "FirstCard", "_complain")
"""The functions and classes whose texts are messages."""
WORDED = {
    "scenes/games/riff_raff/pace.py": ("skip",),
    "scenes/games/riff_raff/play.py": ("_to_do",),
    "scenes/games/riff_raff/play_forecast.py": ("words",),
    "scenes/games/riff_raff/play_questions.py": ("asked", "drill_asked", "choose", "news"),
    "scenes/games/zack/play.py": ("_next",),
    "scenes/games/zack/play_forecast.py": ("_show_usually",),
    "scenes/games/zack/play_words.py": ("challenge_words", "verdict_words"),
    "scenes/games/zatre/play.py": ("_next",),
    "scenes/games/zatre/play_overlay.py": ("points_words",),
    "scenes/games/zatre/turn_draft.py": ("why_not", "worth"),
    "scenes/games/zigzag/play_choices.py": ("prompt", "_share_out"),
    "scenes/games/zigzag/play_news.py": ("reason_words", "_news"),
    "scenes/board/play.py": ("_heading",),
    "sim/games/riff_raff/match/drills.py": ("words",),
    "sim/games/riff_raff/match/table.py": ("refusal_words",),
    "sim/games/zigzag/match/hints.py": ("_words",),
}
"""By file: the functions that make messages."""
ADDRESSED = "sim/games/zigzag/match/legality.py"
"""What a refusal of ZIGZAG's rules says to the player whom it concerns."""
ROOT = Path(scenes.__file__).parents[1]


def text(node: ast.AST) -> str | None:
    """A text as it is written; what is put into it counts as a word."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(text(part) or "X" for part in node.values)
    return None


def texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts in a piece of code, but its docstrings, each whole."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        found = text(child)
        if found is None:
            yield from texts(child)
        else:
            yield child.lineno, found


def messages(path: Path) -> Iterator[tuple[int, str]]:
    """The messages of a file, with their lines."""
    name = path.relative_to(ROOT).as_posix()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        speaks = isinstance(node, ast.Call) and called(node) in SPEAKS and not name.startswith(sim.__name__)
        makes = isinstance(node, ast.FunctionDef) and node.name in WORDED.get(name, ())
        if speaks or makes or (isinstance(node, ast.Dict) and name == ADDRESSED):
            yield from texts(node)


def called(node: ast.Call) -> str:
    """The name of what is called."""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def files() -> list[Path]:
    folders = (ROOT / "scenes" / name for name in ("games", "board", "play"))
    ours = (path for folder in folders for path in sorted(folder.rglob("*.py")))
    return [*ours, *(ROOT / name for name in (*WORDED, ADDRESSED) if name.startswith(sim.__name__))]


def test_every_message_of_every_game_has_at_most_twelve_words() -> None:
    found = [(path, *message) for path in files() for message in messages(path)]
    assert len(found) > 150
    long = [
        f"{path.relative_to(ROOT)}:{line}: {words}" for path, line, words in found if len(words.split()) > MOST_WORDS
    ]
    assert not long, "\n".join(long)


@pytest.mark.parametrize("name", sorted(WORDED))
def test_the_functions_that_make_messages_are_there(name: str) -> None:
    tree = ast.parse((ROOT / name).read_text(encoding="utf-8"))
    defined = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    assert set(WORDED[name]) <= defined


def test_a_long_message_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / "long.py"
    path.write_text('self.notice.say(f"One {two} three four five six seven eight nine ten eleven twelve thirteen.")\n')
    ((line, words),) = messages(path)
    assert line == 1
    assert len(words.split()) == MOST_WORDS + 1
