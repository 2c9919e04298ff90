"""docs/truth.md: every row names a command that is there, and says whether the figure holds."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.commands import parse

PAGE = Path(__file__).resolve().parent.parent / "docs" / "truth.md"
ROOT = PAGE.parent.parent


def rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| ")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0] != "test" and len(row) == 5]


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_row_says_what_was_measured_and_names_a_command_that_is_there(row: list[str]) -> None:
    assert all(row)
    assert row[3].split()[0].rstrip(",:") in {"yes", "no", "partly", "-"}
    (command,) = re.findall(r"^`([^`]+)`$", row[4])
    words = shlex.split(command)
    if words[0] == "pytest":
        for path in words[1:]:
            if not path.startswith("-") and "/" in path:
                name, _, test = path.partition("::")
                assert f"def {test}" in (ROOT / name).read_text("utf-8")
    elif words[0] == "python":
        assert (ROOT / f"{words[2].replace('.', '/')}.py").exists()
    else:
        assert parse(command)


def test_the_page_has_every_part_of_the_house() -> None:
    assert len(rows()) > 40
