"""Docstrings say what a thing does; and the checker that says so can fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docstrings import DONE, faults
from tests.test_architecture import house


@pytest.mark.slow
def test_docstrings_follow_the_law(root: Path) -> None:
    assert faults(house(root)) == []


def test_every_room_that_is_done_is_there(root: Path) -> None:
    modules = {name.removesuffix(".__init__") for name in house(root)}
    assert [room for room in DONE if room not in modules] == []


# Each: a source, and what the checker must say of it.
FAULTY = {
    "an article": ('def f():\n    """The heel of the ship."""', "f: begins with 'The' instead of a verb"),
    "a phrase": ('def f():\n    """How far it is."""', "f: begins with 'How' instead of a verb"),
    "a method": ('class A:\n    def f(self):\n        """One more."""', "f: begins with 'One' instead of a verb"),
    "an inner function": ('def f():\n    def g():\n        """Plain data."""', "g: begins with 'Plain'"),
    "a coroutine": ('async def f():\n    """Nothing."""', "f: begins with 'Nothing'"),
    "a question": ('def f():\n    """Is it done?"""', "f: asks instead of saying what it does"),
    "a property that asks": (
        'class A:\n    @property\n    def p(self):\n        """Does it move?"""',
        "p: asks instead of saying what it does",
    ),
    "a class of a clause": ('class A:\n    """What is due now."""', "A: begins with 'What' instead of a noun"),
    "a riddle": ('def f():\n    """Return what was told."""', "uses 'told'"),
    "a riddle over two lines": ('def f():\n    """Return so\n    many."""', "uses 'so many'"),
    "a player of one sex": ('class A:\n    """A player.\n\n    He sits."""', "uses 'He'"),
    "an attribute": ('A = 1\n"""Whoever is first."""', "uses 'Whoever'"),
    "a module": ('"""Somebody."""', "uses 'Somebody'"),
    "a message": ('print("No place for him.")', "uses 'him'"),
    "a comment": ("a = 1  # as told", "uses 'told'"),
}


@pytest.mark.parametrize(("source", "reason"), FAULTY.values(), ids=FAULTY.keys())
def test_the_checker_of_docstrings_can_fail(source: str, reason: str) -> None:
    found = faults({"sim.a.b": source}, done=("sim.a",))
    assert any(reason in line for line in found), found


def test_the_checker_of_docstrings_accepts_plain_words_and_leaves_other_rooms_alone() -> None:
    good = '''"""Hands."""
class Hand:
    """A hand."""

    @property
    def busy(self):
        """True while it holds a piece."""

    def take(self):
        """Take a piece; this theme is his-toric. Raises KeyError."""
'''
    assert (
        faults(
            {"sim.a": good.replace("his-toric", "historic"), "sim.ab": 'def f():\n    """The heel."""'}, done=("sim.a",)
        )
        == []
    )
