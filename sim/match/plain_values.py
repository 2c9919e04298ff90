"""Values of a match that is held, as plain data and back: of the classes that are named, and of no others.

Numbers, text, true, false and null are themselves, tuples are arrays; all else is an object with one key that says what
it is: {"list": [...]}, {"set": [...]}, {"dict": [[key, value], ...]}, {"float": "inf"}, and by the name of its class a
member of an enum or a dataclass with its fields in order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, cast

from sim.rules_frame import FrozenMap

_AS_THEY_ARE = frozenset((bool, int, str, type(None)))


class PlainValues:
    """The spelling of values of some classes: enums, and dataclasses whose fields are all given to them."""

    def __init__(self, *kinds: type) -> None:
        self._kinds = {kind.__name__: kind for kind in kinds}

    def spell(self, value: Any) -> Any:
        """Return a value as plain data. Raises TypeError for one of another class."""
        kind = type(value)
        if kind in _AS_THEY_ARE:
            return value
        if kind is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if kind is tuple:
            return [self.spell(each) for each in value]
        if kind is list:
            return {"list": [self.spell(each) for each in value]}
        if kind in (set, frozenset):
            # Strings have another order in each process.
            return {kind.__name__: sorted((self.spell(each) for each in value), key=repr)}
        if kind in (dict, FrozenMap):
            return {kind.__name__: [[self.spell(key), self.spell(each)] for key, each in value.items()]}
        if self._kinds.get(kind.__name__) is not kind:
            raise TypeError(f"{kind.__name__} cannot be held")
        if isinstance(value, Enum):
            return {kind.__name__: value.name}
        names = _names(cast(Hashable, kind))
        return {kind.__name__: [self.spell(getattr(value, name)) for name in names]}

    def read(self, data: Any) -> Any:
        """Return what `spell` spelled. Raises KeyError, TypeError or ValueError for other data."""
        if isinstance(data, list):
            return tuple(map(self.read, data))
        if not isinstance(data, Mapping):
            return data
        ((word, value),) = data.items()
        if word == "float":
            return float(value)
        if word in ("dict", "FrozenMap"):
            make: Callable[[Any], Any] = dict if word == "dict" else FrozenMap
            return make([(self.read(key), self.read(each)) for key, each in value])
        if word in _MANY:
            return _MANY[word](map(self.read, value))
        kind: Any = self._kinds[word]
        return kind[value] if issubclass(kind, Enum) else kind(*map(self.read, value))


_MANY: Mapping[str, Callable[[Any], Any]] = {"list": list, "set": set, "frozenset": frozenset}


@cache
def _names(kind: Any) -> tuple[str, ...]:
    if not is_dataclass(kind):
        raise TypeError(f"{kind.__name__} cannot be held")
    return tuple(field.name for field in fields(kind) if field.init)


def kept(owner: object, names: tuple[str, ...], values: PlainValues) -> dict[str, Any]:
    """Return these attributes of an object as plain data."""
    return {name.strip("_"): values.spell(getattr(owner, name)) for name in names}


def restore(owner: object, names: tuple[str, ...], values: PlainValues, held: Mapping[str, Any]) -> None:
    """Set the attributes that `kept` returned. Raises KeyError, TypeError or ValueError for other data."""
    for name in names:
        setattr(owner, name, values.read(held[name.strip("_")]))
