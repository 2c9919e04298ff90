"""One codec between frozen dataclasses and plain JSON data: strict, and what does not fit is named with its place.

The annotation of a field says what its JSON is: `str`, `int`, `float` (finite), `bool`, an enum (by its value), a
`Literal`, a dataclass (an object), `tuple[X, ...]`, `tuple[X, Y]` or `frozenset[X]` (an array), `Mapping[K, X]` (an
object), `X | None` (or null), `X | Y`, and any of them with a mark of `sim.rules_frame.json_fields`. A field with a
default may be left out, unless it is marked as needed. If that default is None, None is left out, and null is no value.
Fields that are worked out, or that do not count for equality, are no part of the JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import EnumMeta
from functools import cache, reduce
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from sim.errors import InputError
from sim.refusals import meant
from sim.rules_frame import FrozenMap, snake_case, spell
from sim.rules_frame.json_fields import Bounds, Flag, Needed, OneOf, Printable
from sim.untrusted_text import has_control, quoted

LISTED = 16
"""Words of a vocabulary that a refusal lists; of a larger one it names the kind."""

Reader: TypeAlias = Callable[[Any, Any], Any]
"""From plain JSON data, and what is in force in the match, to a value. Raises Misfit."""

Kind = TypeVar("Kind")
_TYPES = {str: "a string", int: "a whole number", float: "a number", bool: "true or false"}


class Misfit(Exception):  # noqa: N818 - not an error of ours
    """Data that do not fit.

    Attributes:
        fault: of a value, of a key that is missing, that is unknown, or that cannot be a key of its mapping.
        expected: what the value should be.
        found: the value.
        place: the keys on the way to it, from the innermost outwards.
    """

    def __init__(
        self, expected: str, found: object, fault: Literal["value", "missing", "unknown", "key"] = "value"
    ) -> None:
        super().__init__(expected)
        self.expected, self.found, self.fault = expected, found, fault
        self.place: list[str] = []

    def __str__(self) -> str:
        """Return the beginning of a sentence, `path.0: expected a number, found 'x'`."""
        words = f"expected {self.expected}"
        if self.fault in ("value", "key"):
            words += f", found {quoted(self.found)}"
            if isinstance(self.found, str):
                words += meant(self.found, self.expected.split("'")[1::2])
        return ": ".join(filter(None, (".".join(reversed(self.place)), words)))


# -------------------------------------------------------------------------------------------------- lines of actions


def words_of(union: Any) -> dict[str, type]:
    """Return the dataclasses of a union by their words."""
    return {word_of(kind): kind for kind in get_args(union)}


def word_of(kind: Any) -> str:
    """Return the word of a dataclass: its class variable `word`, or `name_captain` for `NameCaptain`."""
    return str(getattr(kind, "word", snake_case(kind.__name__)))


def line_of(action: Any) -> dict[str, Any]:
    """Return an action as a line, `{"do": word, ...}`. Raises TypeError for a value that JSON cannot have."""
    return {"do": word_of(type(action)), **json_of(action)}


def json_of(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass as plain JSON data. Raises TypeError for a value that JSON cannot have."""
    found: dict[str, Any] = {}
    for field in _fields(cast(Hashable, type(value))):
        item = getattr(value, field.name)
        if field.flag is not None:
            item = field.flag.word if item else None
        if item is not None or not field.may_be_left_out:
            found[field.key] = json_of(item) if is_dataclass(item) else spell(item)
    return found


# ---------------------------------------------------------------------------------------------------------- reading


def read(kind: type[Kind], value: Any, in_force: Any = None) -> Kind:
    """Return the dataclass that plain JSON data mean. Raises Misfit, and what the dataclass itself raises."""
    return cast(Kind, reader(cast(Hashable, kind))(value, in_force))


def read_fields(
    kind: type, value: Mapping[str, Any], *, keys: Mapping[str, str] = FrozenMap(), but: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return fields of a dataclass that is a position, by their names; a position may hold other keys besides.

    keys: those under which a field stands that is not its name. but: fields that are not read.

    Raises InputError: one sentence that names the key and what was expected.
    """
    found = {}
    for field in _fields(cast(Hashable, kind), but):
        key = keys.get(field.name, field.key)
        if key not in value:
            raise InputError(f'"{key}": this key is missing from the position.')
        try:
            absent = value[key] is None and field.may_be_left_out
            found[field.name] = None if absent else _at(key, field.read, value[key], None)
        except Misfit as misfit:
            place = ".".join(reversed(misfit.place))
            raise InputError(f'"{place}": expected {misfit.expected}.') from misfit
    return found


def read_one(kinds: Mapping[str, type[Kind]], key: str, value: Mapping[str, Any]) -> Kind:
    """Return the dataclass of the kind that the word under this key names. Raises Misfit."""
    kind: type[Kind] = _at(key, _word(kinds, key), value.get(key), None)
    return read(kind, value)


@cache
def reader(kind: Any) -> Reader:
    """Return the reader of an annotation. Raises TypeError for one that JSON cannot have."""
    origin, of = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return reduce(_marked, of[1:], reader(of[0]))
    if origin in (Union, UnionType) and of[1:] == (NoneType,):
        return _or_null(reader(of[0]))
    if origin in (Union, UnionType):
        return _either(tuple(map(reader, of)))
    if origin is frozenset:
        return _set(_array(reader(of[0])))
    if origin is tuple and of[1:] == (...,):
        return _array(reader(of[0]))
    if origin is tuple:
        return _row(tuple(map(reader, of)))
    if isinstance(origin, type) and issubclass(origin, Mapping) and of[0] not in (int, float, bool):
        return _mapping(*map(reader, of))
    if origin is Literal:
        return _literal(of)
    if isinstance(kind, EnumMeta):
        return _word({str(member.value): member for member in list[Any](kind)}, kind.__name__.lower())
    if is_dataclass(kind):
        return _object(kind)
    if kind is float:
        return _read_float
    if kind in _TYPES:
        return _plain(kind)
    raise TypeError(f"{kind} has no form in JSON.")


def _plain(kind: type) -> Reader:
    def read_plain(value: Any, _: Any) -> Any:
        if isinstance(value, kind) and isinstance(value, bool) is (kind is bool):
            return value
        raise Misfit(_TYPES[kind], value)

    return read_plain


def _read_float(value: Any, _: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise Misfit(_TYPES[float], value)
    try:
        found = float(value)
    except OverflowError:
        found = math.inf
    if not math.isfinite(found):
        raise Misfit("a finite number", value)
    return found


def _among(words: Iterable[object]) -> str:
    *most, last = map(repr, words)
    return f"one of {', '.join(most)} or {last}" if most else f"one of {last}"


def _literal(words: tuple[object, ...]) -> Reader:
    def read_literal(value: Any, _: Any) -> Any:
        # With its type, since 1 is True, and 1.0, in Python.
        if (type(value), value) in [(type(word), word) for word in words]:
            return value
        raise Misfit(_among(words), value)

    return read_literal


def _word(members: Mapping[str, Any], noun: str) -> Reader:
    def read_word(value: Any, _: Any) -> Any:
        if isinstance(value, str) and value in members:
            return members[value]
        if len(members) <= LISTED:
            raise Misfit(_among(members), value)
        name = f"the name of a {noun} such as {next(iter(members))!r}"
        raise Misfit(name if isinstance(value, str) else _TYPES[str], value)

    return read_word


def _marked(inner: Reader, mark: object) -> Reader:
    def read_one_of(value: Any, in_force: Any) -> Any:
        assert isinstance(mark, OneOf)
        words = {str(word): word for word in getattr(in_force, mark.name)}
        if isinstance(value, str) and value in words:
            return words[value]
        raise Misfit(_among(words) if isinstance(value, str) else _TYPES[str], value)

    def read_printable(value: Any, in_force: Any) -> Any:
        found = inner(value, in_force)
        if has_control(found):
            raise Misfit("a name without control characters", value)
        return found

    def read_bounded(value: Any, in_force: Any) -> Any:
        assert isinstance(mark, Bounds)
        found = inner(value, in_force)
        size = len(found) if isinstance(found, str) else found
        if (size > mark.least or (size == mark.least and not mark.beyond)) and size <= mark.most:
            return found
        raise Misfit(f"{mark} characters" if isinstance(found, str) else str(mark), value)

    def read_flag(value: Any, _: Any) -> bool:
        assert isinstance(mark, Flag)
        if value in (None, mark.word):
            return value is not None
        raise Misfit(_among((mark.word,)), value)

    readers: dict[type, Reader] = {
        Bounds: read_bounded,
        Flag: read_flag,
        OneOf: read_one_of,
        Printable: read_printable,
    }
    return readers.get(type(mark), inner)


def _or_null(inner: Reader) -> Reader:
    return lambda value, in_force: None if value is None else inner(value, in_force)


def _either(readers: tuple[Reader, ...]) -> Reader:
    def read_either(value: Any, in_force: Any) -> Any:
        expected = []
        for each in readers:
            try:
                return each(value, in_force)
            except Misfit as misfit:
                if misfit.place:
                    raise  # the form fits, but something in it does not
                expected.append(misfit.expected)
        raise Misfit(" or ".join(expected), value)

    return read_either


def _set(items: Reader) -> Reader:
    return lambda value, in_force: frozenset(items(value, in_force))


def _array(item: Reader) -> Reader:
    def read_array(value: Any, in_force: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise Misfit("an array", value)
        return tuple(_at(str(index), item, each, in_force) for index, each in enumerate(value))

    return read_array


def _row(items: tuple[Reader, ...]) -> Reader:
    def read_row(value: Any, in_force: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple) or len(value) != len(items):
            raise Misfit(f"an array of {len(items)}", value)
        found = enumerate(zip(items, value, strict=True))
        return tuple(_at(str(index), item, each, in_force) for index, (item, each) in found)

    return read_row


def _mapping(key_of: Reader, item: Reader) -> Reader:
    def read_key(key: Any, in_force: Any) -> Any:
        try:
            return key_of(key, in_force)
        except Misfit as misfit:
            raise Misfit(misfit.expected, key, "key") from None

    def read_mapping(value: Any, in_force: Any) -> FrozenMap[Any, Any]:
        if not isinstance(value, Mapping):
            raise Misfit("an object", value)
        return FrozenMap(
            (_at(str(key), read_key, key, in_force), _at(str(key), item, each, in_force)) for key, each in value.items()
        )

    return read_mapping


def _at(key: str, item: Reader, value: Any, in_force: Any) -> Any:
    try:
        return item(value, in_force)
    except Misfit as misfit:
        misfit.place.append(key)
        raise


@dataclass(frozen=True, slots=True)
class _Field:
    """A field as it is written: its key, its own name, its reader. may_be_left_out: None stands for a missing key."""

    key: str
    name: str
    read: Reader
    needed: bool
    may_be_left_out: bool
    flag: Flag | None


@cache
def _fields(kind: Any, but: tuple[str, ...] = ()) -> tuple[_Field, ...]:
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for field in fields(kind):
        if not field.init or not field.compare or field.name in but:
            continue
        hint = hints[field.name]
        marks = get_args(hint)[1:]
        flag = next((mark for mark in marks if isinstance(mark, Flag)), None)
        needed = Needed() in marks or (field.default is MISSING and field.default_factory is MISSING)
        optional = field.default is None and not needed
        of_value = reader(get_args(hint)[0] if optional else hint)
        key = flag.key if flag else field.name
        found.append(_Field(key, field.name, of_value, needed, optional or flag is not None, flag))
    return tuple(found)


def _object(kind: Any) -> Reader:
    expected = _fields(kind)
    keys = {field.key for field in expected}

    def read_object(value: Any, in_force: Any) -> Any:
        if not isinstance(value, Mapping):
            raise Misfit("an object", value)
        # A misspelt key comes before the one that is missing because of it.
        for key in value:
            if key not in keys:
                raise _misplaced(str(key), "no such key", "unknown")
        found = {}
        for field in expected:
            if field.key in value:
                found[field.name] = _at(field.key, field.read, value[field.key], in_force)
            elif field.needed:
                raise _misplaced(field.key, "this key", "missing")
        return kind(**found)

    return read_object


def _misplaced(key: str, expected: str, fault: Literal["missing", "unknown"]) -> Misfit:
    misfit = Misfit(expected, None, fault)
    misfit.place.append(key)
    return misfit
