"""An evening of measuring: the preset so far, what it makes known, and what is worth measuring next.

The preset is all that an evening keeps: whatever is entered goes into it at once, its readings as the source, and given
again it is gone on with. Its ranges are those of all that was read so far (calibration/measure/ranges.py). A value that
is only drawn together with a measured one follows it until it is measured itself, as a box must be deep enough for the
rod.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from calibration.assumptions.shares import Band
from calibration.measure.ensemble import Ensemble, read_ensemble, share_of
from calibration.measure.entry import entry_text, read_entry
from calibration.measure.ranges import Entry, jointly_of, ranges_of, value_of
from calibration.measure.things import Thing, measuring_of, read_things
from calibration.metrics.figures import format_interval
from calibration.presets import Value, fine_json
from sim.configuration import changed_configuration, overlaid, part_of, read_preset
from sim.errors import InputError
from sim.files import is_there, read_text, read_toml, write_whole
from sim.measures import Span, errors_wide, nested, plain, spans_in
from sim.spec import game_of
from sim.statistics import Interval
from sim.toml_text import toml_text

VERSION = 1
"""Of the preset of an evening; one that is read otherwise needs another number."""
_FOLLOWS = "follows a value that is measured, until it is measured itself: "
_SECOND = "# Given to it again with --out, it is gone on with. All its ranges hold at once in 95 of 100 cases."
_LONGEST = 1 << 20


@dataclass(frozen=True, slots=True)
class Asked:
    """A thing that is not measured yet. worth: the part of the band's width that it takes away; None: nobody knows.

    shared: it is drawn together with a thing that stands before it, and the worth is that of all of them.
    """

    name: str
    thing: Thing
    worth: Interval | None
    shared: bool

    @property
    def worth_words(self) -> str:
        """The share of the band that it takes away, in a few words."""
        if self.worth is None:
            return "not known"
        if self.shared or not self.worth.high:
            return "with the above" if self.shared else "little"
        low, share, high = (f"{100 * each:.0f}" for each in (self.worth.low, self.worth.estimate, self.worth.high))
        return f"{share} % ({low}-{high})"


@dataclass(frozen=True, slots=True)
class Evening:
    """The measurements of a game so far. tree: the preset, without what only follows. skill: who places and throws."""

    game: str
    skill: str
    things: Mapping[str, Thing]
    ensemble: Ensemble
    tree: Mapping[str, Any]

    def entered(self, name: str, typed: str, note: str = "") -> Evening:
        """Return the evening with an entry for a thing, and a note that is kept with it. Raises InputError."""
        thing = self.things[name]
        readings, within = read_entry(typed, thing, name)
        today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        source = ", ".join(filter(None, (_read_from(thing) + entry_text(readings, within, thing), today, note)))
        value = value_of(readings, thing)
        found = Value(int(value) if thing.counted else value, "measured", source)
        return self.given(nested({thing.key_for(self.skill): found.to_toml()}))

    def given(self, changes: Mapping[str, Any]) -> Evening:
        """Return the evening with what another preset says in place of what is known, and ranges that hold all at once.

        A range of another preset becomes as much wider as those of a normal distribution do.
        """
        tree = overlaid(self.tree, changes)
        items, jointly = dict(_leaves(tree)), jointly_of(self.things)
        keys = {name: thing.key_for(self.skill) for name, thing in self.things.items()}
        found = {name: items[key] for name, key in keys.items() if _is_measured(items.get(key))}
        read = {name: _entry(name, self.things[name], item) for name, item in found.items()}
        ranges = ranges_of({name: entry for name, entry in read.items() if entry is not None}, self.things)
        for name, item in found.items():
            if (ends := ranges.get(name) or _widened(item, self.things[name], jointly)) is not None:
                whole = self.things[name].counted
                items[keys[name]] = {**item, **({"range": [*map(int, ends)]} if whole else _ranged(ends, jointly))}
        return replace(self, tree=overlaid(tree, nested({keys[name]: items[keys[name]] for name in found})))

    def check(self, where: str) -> None:
        """Raise InputError if no match can be set up with the preset. where: what an error calls it."""
        changed_configuration(self.game, self.whole(), where=where)

    def known(self) -> dict[str, Span]:
        """Return the numbers that are measured or set, by dotted key, with their ranges; one without is exact."""
        spans = dict(spans_in(self.tree, "the preset"))
        found = {}
        for key, item in _leaves(self.tree):
            value = item["value"] if isinstance(item, Mapping) else item
            if isinstance(value, int | float) and not isinstance(value, bool):
                found[key] = spans.get(key) or Span(value, value, value, (), "", measured=True)
        return found

    def whole(self) -> dict[str, Any]:
        """Return the preset with the values that follow others."""
        known, held = self.known(), self._held()
        follow: dict[str, Any] = {}
        for part in self.ensemble.parts:
            leader = next((key for key in part.spans if key in known), None)
            if leader is not None:
                share, beyond = _place(part.spans[leader], float(known[leader].value))
                others = {key: span for key, span in part.spans.items() if key in held and key not in known}
                follow |= {key: _following(span, share, beyond, leader) for key, span in others.items()}
        return overlaid(nested(follow), self.tree)

    def asked(self) -> list[Asked]:
        """Return what is not measured yet: first what takes most of the band away, last what nobody knows of."""
        known, held = self.known(), self._held()
        keys = {name: thing.key_for(self.skill) for name, thing in self.things.items()}
        left = {name: key for name, key in keys.items() if key in held and key not in known}
        found: list[Asked] = []
        before: set[int | None] = {None}
        for name, worth in zip(left, self.ensemble.worths(list(left.values()), known), strict=True):
            index = self.ensemble.index_of(left[name])
            found.append(Asked(name, self.things[name], worth, index in before and worth is not None))
            before.add(index)
        return sorted(found, key=lambda one: 1.0 if one.worth is None else -one.worth.estimate)

    def band(self) -> Band:
        """Return the band of the figure, as far as it is known."""
        return self.ensemble.band(self.known())

    def band_text(self) -> str:
        """Return the band of the figure in words, each end with its interval."""
        band = self.band()
        low, high = (format_interval(end, self.ensemble.unit) for end in (band.low, band.high))
        return f"{low} to {high}"

    def text(self) -> str:
        """Return the preset as TOML."""
        return f"{_first(self.game)}\n{_SECOND}\n\n{toml_text(self.whole())}"

    def write(self, out: Path) -> None:
        """Write the preset. Raises InputError where it cannot be written."""
        write_whole(out, self.text())

    def _held(self) -> set[str]:
        """Return the dotted keys that the design has: a preset may replace several values as a whole."""
        part = part_of(game_of(self.game))
        own = plain(self.tree, "the preset")
        tree = part.beneath(part.shipped_tree(), own)
        people = {thing.key_for(self.skill) for thing in self.things.values() if thing.of_a_person}
        return {key for key, _ in _leaves(tree)} | people


def open_evening(game: str, skill: str, out: Path | None) -> Evening:
    """Return an evening that begins, or goes on with the preset of an earlier one. Raises InputError."""
    part = measuring_of(game)
    begun = Evening(game, skill, read_things(part.things), read_ensemble(part.draws), {})
    if out is None or not is_there(out):
        return begun
    first = read_text(out, _LONGEST).partition("\n")[0].rstrip()
    if first != _first(game):
        raise InputError(
            "{out}: expected a new file, or one that begins with {first}, found another; --from reads any preset.",
            out=out,
            first=repr(_first(game)),
        )
    tree = read_toml(out)
    plain(tree, str(out))
    evening = begun.given(_without_followers(tree))
    evening.check(str(out))
    return evening


def with_preset(evening: Evening, path: Path) -> Evening:
    """Return the evening with a preset that a fit or a photo has made. Raises InputError."""
    tree = read_preset(evening.game, path)
    plain(tree, str(path))
    found = evening.given(tree)
    found.check(str(path))
    return found


def _read_from(thing: Thing) -> str:
    """Return what stands before the readings in the source of a value."""
    return f"{thing.what}: "


def _is_measured(item: object) -> bool:
    return isinstance(item, Mapping) and item.get("provenance") == "measured"


def _entry(name: str, thing: Thing, item: Mapping[str, Any]) -> Entry | None:
    """Return what was entered for a value, from its source; None for a value from elsewhere, or changed by hand."""
    before, prefix, typed = str(item.get("source", "")).partition(_read_from(thing))
    if before or not prefix:
        return None
    try:
        entry = read_entry(typed.partition(", ")[0], thing, name)
    except InputError:
        return None
    return entry if value_of(entry[0], thing) == item["value"] else None


def _widened(item: Mapping[str, Any], thing: Thing, jointly: int) -> tuple[float, float] | None:
    """Return the range that a value has by itself made one of several, within what is plausible; None without one."""
    if "range" not in item or "jointly" in item or thing.counted:
        return None
    value, (low, high) = float(item["value"]), item["range"]
    least, most = sorted(map(thing.value, thing.plausible))
    wider = errors_wide(jointly) / errors_wide()
    return max(value - wider * (value - low), min(least, low)), min(value + wider * (high - value), max(most, high))


def _ranged(ends: tuple[float, float], jointly: int) -> dict[str, Any]:
    return {"range": [*map(fine_json, ends)], "jointly": jointly}


def _first(game: str) -> str:
    return f"# {game_of(game).title} as measured, by `yardarm measure {game}`, form {VERSION}."


def _place(span: Span, value: float) -> tuple[float, float]:
    """Return the share at which a span has a value, and by which factor the value lies beyond its end: 1 within it."""
    (share,) = share_of(span, np.array([value])).tolist()
    nearest = float(span.at(share))
    return share, value / nearest if nearest else 1.0


def _following(span: Span, share: float, beyond: float, leader: str) -> dict[str, Any]:
    value = fine_json(float(span.at(share)) * beyond)
    ends = {"range": [min(span.low, value), max(span.high, value)], "reason": "as assumed"}
    return {"value": value, "provenance": "assumed", "source": f"{_FOLLOWS}{leader}", **ends}


def _without_followers(tree: Mapping[str, Any]) -> dict[str, Any]:
    kept = {}
    for key, item in tree.items():
        if isinstance(item, Mapping) and "value" not in item:
            kept[key] = _without_followers(item)
        elif not (isinstance(item, Mapping) and str(item.get("source", "")).startswith(_FOLLOWS)):
            kept[key] = item
    return {key: item for key, item in kept.items() if item != {}}


def _leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the values in a tree of tables, each with its dotted key."""
    for name, item in tree.items():
        key = f"{above}.{name}" if above else name
        if isinstance(item, Mapping) and "value" not in item:
            yield from _leaves(item, key)
        else:
            yield key, item
