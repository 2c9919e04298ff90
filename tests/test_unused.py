"""Nothing in the product is there for nobody: every name is referred to by the product; and the finder can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unused import unused

PRODUCT = ("sim", "scenes", "calibration")
USERS = ("studies", "benchmarks", "yardarm", "examples")
"""Rooms outside the wheel, the public face and examples: what they use is used, what they offer is for others."""

ANSWERED = {
    "scenes.drawing.sprites: set_state": "pyglet calls it",
    "scenes.drawing.batch: get_domain": "pyglet calls it",
    "scenes.playback.watch_view: on_mouse_leave": "pyglet calls it",
    "sim.batch.tabular: to_pandas": "people call it on results of the public face",
    "sim.batch.tabular: to_polars": "people call it on results of the public face",
    "sim.language: format_field": "string.Formatter calls it",
    "sim.people.skill: noiseless": "what physics and players do without noise is known in closed form",
    "sim.physics.ship.world: energy": "what a swing conserves is known in closed form",
    "sim.verbs: format_options": "typer calls it",
    "sim.verbs: format_usage": "typer calls it",
    "sim.verbs: resolve_command": "click calls it",
}
"""Called by others than the product, or an instrument that the product is checked with: by whom or for what."""


@pytest.mark.slow
def test_everything_is_referred_to(root: Path) -> None:
    files = {room: list((root / room).rglob("*.py")) for room in (*PRODUCT, *USERS)}
    sources = {
        ".".join(path.relative_to(root).with_suffix("").parts): path.read_text("utf-8")
        for path in (path for found in files.values() for path in found)
    }
    sources["pyproject"] = f"ENTRY_POINTS = {(root / 'pyproject.toml').read_text('utf-8')!r}"
    found = {line for line in unused(sources) if line.split(".")[0] in PRODUCT}
    assert found == ANSWERED.keys()


FINDS = {
    "a function": ({"a": "def f(): ..."}, ["a: f"]),
    "one that calls itself": ({"a": "def f(): f()"}, ["a: f"]),
    "a class that names itself": ({"a": "class C:\n    def made(self) -> C: ...\nX = 'made'\nprint(X)"}, ["a: C"]),
    "a method": ({"a": "class C:\n    def m(self): ...\nC()"}, ["a: m"]),
    "a constant": ({"a": "LIMIT: int = 3"}, ["a: LIMIT"]),
    "what only a docstring names": ({"a": '"""Like f."""\ndef f():\n    """f."""'}, ["a: f"]),
    "what only a comment names": ({"a": "def f(): ...  # f"}, ["a: f"]),
}
SPARES = {
    "another module calls it": {"a": "def f(): ...", "b": "import a\na.f()"},
    "another module imports it": {"a": "def f(): ...", "b": "from a import f"},
    "a string names it": {"a": "def f(): ...", "b": "print(getattr(1, 'f'))"},
    "a keyword names it": {"a": "class C:\n    def m(self): ...\nC(m=1)"},
    "it is the work of a verb": {"a": "def f(): ...", "b": "Verb('lab f', 'a:f')"},
    "Python calls it": {"a": "class C:\n    def __call__(self): ...\nC()"},
}


@pytest.mark.parametrize(("sources", "expected"), FINDS.values(), ids=FINDS.keys())
def test_the_finder_finds(sources: dict[str, str], expected: list[str]) -> None:
    assert unused(sources) == expected


@pytest.mark.parametrize("sources", SPARES.values(), ids=SPARES.keys())
def test_the_finder_spares(sources: dict[str, str]) -> None:
    assert unused(sources) == []
