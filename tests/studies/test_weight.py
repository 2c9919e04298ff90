"""The count of lines by room."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from studies.weight import rooms, weigh

SOURCE = '''"""What it is.

More of it.
"""

from os import (
    path,
)

# why
TEXT = """
"""


def work() -> str:
    """Say it."""
    return path.sep + TEXT
'''


def test_every_line_is_counted_once_by_its_kind() -> None:
    assert weigh(SOURCE) == Counter(code=4, docstring=5, blank=4, comment=1) + Counter({"import": 3})


def test_a_room_is_a_folder_as_deep_as_asked_for(tmp_path: Path) -> None:
    for name in ("a/b/c/one.py", "a/b/two.py", "a/three.py", "four.py", "a/.venv/five.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    assert rooms(tmp_path, 2) == {"a": Counter(files=1, code=1), "a/b": Counter(files=2, code=2)}
