"""A design as it is edited: values in place of those shipped, undone and redone, and saved as a preset.

A design is a preset that grows: every state of it is the tree of what differs, and is built by the same builder that
`--config` goes through. An edit that the builder refuses changes nothing; the last valid design stays.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from sim.configuration import changed_configuration, load_configuration, overlaid, read_preset, whole_tree
from sim.errors import InputError
from sim.file_kinds import PRESET, check_kind
from sim.files import write_whole
from sim.measures import nested, plain
from sim.protocols import Configuration
from sim.toml_text import toml_text
from sim.untrusted_text import printable

MOST_STEPS = 200
"""The number of steps that can be undone."""
_WHERE = "design"
C = TypeVar("C", bound=Configuration)


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that the design names: its dotted key, what is shipped (None: nothing), and what it is here."""

    key: str
    shipped: Any
    value: Any


@dataclass(frozen=True, slots=True)
class _State(Generic[C]):
    """One state of a design. what: the edit that led here, in a few words."""

    changes: Mapping[str, Any]
    configuration: C
    what: str


class Document(Generic[C]):
    """A design of a game with configurations of type C, edited step by step.

    refusal: why the last edit is not possible, in one sentence, empty after one that is. key: the dotted key that the
    sentence is about, empty if it names none.
    """

    def __init__(self, game: str, preset: Path | None = None, profile: str = "play") -> None:
        """Open a preset, or the shipped design. Raises InputError."""
        self.game, self._profile = game, profile
        self._shipped = whole_tree(game, load_configuration(game, None, profile).tree)
        changes = {} if preset is None else read_preset(game, preset)
        opened = cast(C, load_configuration(game, preset, profile))
        self._states = [_State(changes, opened, "")]
        self._at = 0
        self._gesture: Hashable = None
        self._saved: Mapping[str, Any] = changes
        self.refusal = self.key = ""

    def copy(self) -> Document[C]:
        """Return the design as it is now, without its past."""
        other = copy(self)
        other._states, other._at = [replace(self._now, what="")], 0
        other.end_gesture()
        return other

    @property
    def configuration(self) -> C:
        """The game's configuration by this design."""
        return self._now.configuration

    @property
    def changes(self) -> Mapping[str, Any]:
        """What differs from the shipped design, in the form of a preset."""
        return self._now.changes

    @property
    def unsaved(self) -> bool:
        """True if the design differs from what was opened or saved last."""
        return bool(plain(self.changes, _WHERE) != plain(self._saved, _WHERE))

    @property
    def _now(self) -> _State[C]:
        return self._states[self._at]

    def value(self, key: str) -> Any:
        """Return the value of a dotted key, None where the design has no such key."""
        return _leaf(whole_tree(self.game, self.configuration.tree), key)

    def shipped(self, key: str) -> Any:
        """Return the shipped value of a dotted key, None where nothing of that name is shipped."""
        return _leaf(self._shipped, key)

    def differences(self) -> tuple[Difference, ...]:
        """Return everything that the design names, in the order of the preset."""
        return tuple(
            Difference(key, self.shipped(key), value) for key, value in _leaves(plain(self.changes, _WHERE), "")
        )

    # ------------------------------------------------------------------------------------------ editing

    def edit(self, values: Mapping[str, Any], what: str, gesture: Hashable = None) -> bool:
        """Set values by dotted key; return False, with `refusal` set, if the builder refuses the design.

        A value of None takes a key out of the design: what is shipped holds again. what: names the step for undo.
        gesture: edits of one gesture, such as a drag, are one step; None for an edit of its own.
        """
        return self._take(overlaid(self.changes, nested(values)), what, gesture)

    def adopt(self, changes: Mapping[str, Any], what: str) -> bool:
        """Set everything that a preset names in place of the design's own, as one step; False if it is refused."""
        return self._take(overlaid(self.changes, changes), what, None)

    def _take(self, changes: Mapping[str, Any], what: str, gesture: Hashable) -> bool:
        changes = _sparse(changes, self._shipped)
        try:
            found = changed_configuration(self.game, changes, profile=self._profile, where=_WHERE)
        except InputError as refused:
            self.refusal = str(refused).removeprefix(f"{_WHERE}: ")
            self.key = next((word for word in (self.refusal.split(": ")[0],) if " " not in word), "")
            return False
        self.refusal = self.key = ""
        if found.tree == self.configuration.tree:
            return True
        goes_on = gesture is not None and gesture == self._gesture and self._at == len(self._states) - 1
        self._states[self._at + (0 if goes_on else 1) :] = [_State(changes, cast(C, found), what)]
        del self._states[: max(0, len(self._states) - 1 - MOST_STEPS)]
        self._at = len(self._states) - 1
        self._gesture = gesture
        return True

    def end_gesture(self) -> None:
        """End a drag: the next edit is a step of its own. A refusal that it ended with is forgotten."""
        self._gesture = None
        self.refusal = self.key = ""

    @property
    def undoes(self) -> str:
        """What `undo` would take back, in a few words; empty if there is nothing."""
        return self._now.what if self._at else ""

    @property
    def redoes(self) -> str:
        """What `redo` would do again, in a few words; empty if there is nothing."""
        return self._states[self._at + 1].what if self._at + 1 < len(self._states) else ""

    def undo(self) -> bool:
        """Take the last step back; return False if there is none."""
        self.end_gesture()
        moved = self._at > 0
        self._at -= moved
        return moved

    def redo(self) -> bool:
        """Do the step again that was undone last; return False if there is none."""
        self.end_gesture()
        moved = self._at + 1 < len(self._states)
        self._at += moved
        return moved

    # ------------------------------------------------------------------------------------------ saving

    def preset_text(self) -> str:
        """Return the design as a preset: TOML that names only what differs."""
        heading = f"# A design of {printable(self.game)}: what differs from the shipped one.\n"
        return f"{heading}\n{toml_text(self.changes)}" if self.changes else heading

    def save(self, path: Path) -> None:
        """Write the preset, whole. Raises InputError where that is not possible."""
        check_kind(path, PRESET)
        write_whole(path, self.preset_text())
        self._saved = self.changes


def _sparse(changes: Mapping[str, Any], shipped: Any) -> dict[str, Any]:
    """Return the changes without what is as shipped, without None, and without empty tables."""
    found: dict[str, Any] = {}
    for name, item in changes.items():
        below = shipped.get(name) if isinstance(shipped, Mapping) else None
        if isinstance(item, Mapping) and "value" not in item:
            inner = _sparse(item, below)
            if inner:
                found[name] = inner
        elif item is not None and plain(item, _WHERE) != below:
            found[name] = item
    return found


def _leaf(tree: Any, key: str) -> Any:
    for name in key.split("."):
        if isinstance(tree, list) and name.isdecimal() and int(name) < len(tree):
            tree = tree[int(name)]
        elif isinstance(tree, Mapping) and name in tree:
            tree = tree[name]
        else:
            return None
    return tree


def _leaves(tree: Mapping[str, Any], above: str) -> Iterator[tuple[str, Any]]:
    for name, item in tree.items():
        key = f"{above}.{name}" if above else name
        if isinstance(item, Mapping):
            yield from _leaves(item, key)
        else:
            yield key, item
