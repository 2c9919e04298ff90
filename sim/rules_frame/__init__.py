"""The parts that the rules of all games share: refusals, events, the immutable mapping, the spelling in JSON.

Besides the standard library, the rules of a game import this package, `sim.wire` and nothing else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, SupportsIndex, TypeVar

from sim.errors import IllegalAction
from sim.errors import InputError as InputError

# What is not seen: marks that join, hide or turn (zero width), fillers that are drawn as nothing, and selectors of how
# a character is drawn.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164"
    "\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)

K = TypeVar("K")
V = TypeVar("V")


class FrozenMap(Mapping[K, V]):
    """An immutable, hashable mapping that keeps the order of its keys.

    Equality is that of any mapping (the order does not count). Values must be hashable for the mapping to be.
    """

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[K, V] | Iterable[tuple[K, V]] = ()) -> None:
        self._items: dict[K, V] = dict(items)

    def __getitem__(self, key: K) -> V:
        return self._items[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    # What `Mapping` would make of the three methods above, but without a call for each key.
    def __contains__(self, key: object) -> bool:
        return key in self._items

    def items(self) -> ItemsView[K, V]:
        """Return the keys with their values."""
        return self._items.items()

    def values(self) -> ValuesView[V]:
        return self._items.values()

    def keys(self) -> KeysView[K]:
        """Return the keys."""
        return self._items.keys()

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def put(self, key: K, value: V) -> FrozenMap[K, V]:
        """Return a new mapping with one value replaced (or added at the end)."""
        found: FrozenMap[K, V] = FrozenMap.__new__(FrozenMap)
        found._items = {**self._items, key: value}
        return found


class Event:
    """The rules' account of an action: one frozen dataclass a kind, spelled `{"type": "snake_case", ...}`."""

    __slots__ = ()

    @property
    def type(self) -> str:
        """The name of the kind of event, e.g. `piece_loaded` for `PieceLoaded`."""
        return event_type(self.__class__)


def event_type(kind: type[Event]) -> str:
    """Return the name of a kind of event: `PieceLoaded` -> `piece_loaded`."""
    return snake_case(kind.__name__)


@cache
def snake_case(name: str) -> str:
    """Return the name of a class as a word of JSON: `PieceLoaded` -> `piece_loaded`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """Return the names of the fields that make a dataclass; others follow from them, or are no part of its value."""
    return tuple(field.name for field in fields(kind) if field.init and field.compare)


_PLAIN = frozenset((bool, float, int, str, type(None)))


def spell(value: Any) -> Any:
    """Return plain JSON data of an event, or of anything inside one, with keys in a fixed order.

    Mappings become objects with their keys as text, as do other dataclasses than events; tuples become arrays, enums
    their value. Raises TypeError for anything else.
    """
    if type(value) in _PLAIN or isinstance(value, float):
        return value
    if isinstance(value, Enum):
        return spell(value.value)
    if isinstance(value, str | int):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        kind: Any = type(value)
        found = {name: spell(getattr(value, name)) for name in _fields(kind)}
        return {"type": value.type, **found} if isinstance(value, Event) else found
    if isinstance(value, Mapping):
        return {str(spell(key)): spell(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [spell(item) for item in value]
    if isinstance(value, SupportsIndex):
        return whole(value)
    raise TypeError(f"{type(value).__name__} has no spelling in JSON.")


def whole(number: Any) -> Any:
    """Return a whole number of numpy, as a policy answers it, as one of Python; anything else as it is."""
    return number.__index__() if isinstance(number, SupportsIndex) and not isinstance(number, int) else number


def quote(word: object) -> str:
    """Return a name or number as it appears in a message: quoted if it is text, and never longer than a line."""
    text = repr(word) if isinstance(word, str) else str(word)
    return text if len(text) <= 48 else f"{text[:44]}...{text[-1]}"


def name_fault(names: Iterable[str]) -> str | None:
    """Return the sentence that says what is wrong with the names at one table: blank, the same, or alike to the eye.

    None where nothing is. Letters of two alphabets that happen to look alike are not found.
    """
    seen: dict[str, str] = {}
    for name in names:
        shown = " ".join(unicodedata.normalize("NFC", _INVISIBLE.sub("", name)).split())
        if not shown:
            return f"The name {_ascii(name)} is blank."
        if shown in seen:
            other = seen[shown]
            alike = f"The names {_ascii(other)} and {_ascii(name)} look alike."
            return "Two players have the same name." if name == other else alike
        seen[shown] = name
    return None


def _ascii(name: str) -> str:
    """Return a name as a message quotes it, all but ASCII as escapes, so that what looks alike differs."""
    return quote(name) if len(name) > 40 else ascii(name)


def check_seat(seat: str | None, seats: Iterable[str]) -> None:
    """Raise IllegalAction for a seat that is not at this table. None, which is nobody's seat, is allowed."""
    if seat is not None and seat not in seats:
        raise IllegalAction("no_seat", f"{quote(seat)} has no seat at this table.")


def check_names(names: Iterable[str]) -> None:
    """Raise IllegalAction where a name of a setup is blank, or where two are the same or look alike."""
    fault = name_fault(names)
    if fault is not None:
        raise IllegalAction("same_name", fault)


def listed(words: Iterable[object]) -> str:
    """Return `'ann', 'bob'` for a message; long lists are cut."""
    items = list(words)
    shown = ", ".join(quote(word) for word in items[:12])
    return shown if len(items) <= 12 else f"{shown}, ..."
