"""What the documents name is there: files and folders of the house, modules, pages and pictures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from studies import site_player
from tests.commands import parse

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
ROOMS = "sim|scenes|calibration|tests|studies|benchmarks"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "examples" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    # GAME, a placeholder, stands for each of ours.
    paths = [path.replace("GAME", "zack") for path in re.findall(rf"(?<![\w/.-])((?:{ROOMS})(?:/[\w.-]*\w)+)", text)]
    assert [path for path in paths if not (ROOT / path).exists()] == []
    modules = re.findall(rf"(?:`|-m )((?:{ROOMS})(?:\.\w+)+)", text)
    # A module, a folder, or something that a module holds.
    assert [name for name in modules if not _is_there(name.replace("GAME", "zack").split("."))] == []


def _is_there(parts: list[str]) -> bool:
    return any((ROOT / f"{'/'.join(parts[:end])}.py").exists() for end in range(len(parts) - 1, len(parts) + 1)) or any(
        (ROOT / "/".join(parts[:end])).is_dir() for end in (len(parts), len(parts) - 1)
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"(?:\]\(|src=\")(?!https?://)([^)#\"]+)", page.read_text("utf-8"))
    made = ROOT / "docs" / site_player.NAME
    there = [(page.parent / target).resolve() for target in targets]
    if not PICTURES.exists():
        # A source distribution leaves them out.
        there = [path for path in there if PICTURES not in path.parents]
    assert [path for path in there if not path.exists() and path != made] == []


LESSONS = [
    ROOT / "README.md",
    *(path for kind in ("tutorials", "how-to") for path in sorted((ROOT / "docs" / kind).glob("*.md"))),
]


@pytest.mark.parametrize("page", LESSONS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_command_takes_each_line_of_a_page(page: Path) -> None:
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text("utf-8").replace("\\\n", ""), flags=re.DOTALL)
    for line in re.findall(r"(?m)^yardarm .*$", "".join(blocks)):
        assert parse(line.partition("<<")[0]) or line.endswith("--help")


def test_no_page_is_kept_that_a_command_makes(root: Path) -> None:
    # It would be of the version that made it, and nobody would see when it no longer is what the command makes.
    assert list((root / "docs").rglob("*.html")) == []
