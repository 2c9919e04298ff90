"""What differs between two designs: each parameter in words, from which value to which.

A design is the tree of a configuration. Trees say the same thing in several ways: a ship's yards by their names or in
an array, a hull by three measures or by its outline, a piece's supply or a yard's tilt not at all where it is the usual
one. Here both designs are brought to the same way first, so that what is listed is what a reader can see on the ship.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from calibration.reports.page import table
from calibration.reports.parameter_words import parameter_words, yard_words
from sim.language import _, _n, number
from sim.physics.ship.measures import HULL_KEYS, YARD_KEYS
from sim.web_page import escape

Tree = Mapping[str, Any]
_LEARNED = "judgement"


@dataclass(frozen=True, slots=True)
class Differing:
    """A part of a design that is not the same in two: its key, its name in words, and it in either (None: not there).

    Values are plain data: those of the tree, or a whole table of it, such as a piece that only one design has.
    """

    key: str
    words: str
    first: Any
    second: Any

    def brief(self) -> str:
        """Return the key, with the second value where that is a number."""
        plain = isinstance(self.second, int | float) and not isinstance(self.second, bool)
        return f"{self.key} {number(self.second, 'g')}" if plain else self.key

    def to_json(self) -> dict[str, object]:
        """Return the key, the words and both values as plain data."""
        return {"key": self.key, "label": self.words, "one": self.second, "other": self.first}


def differing(first: Tree, second: Tree) -> list[Differing]:
    """Return what differs between the trees of two configurations of a game, by key and what bots learned last."""
    one, other = _alike(first, second)
    return [
        Differing(key, _words(key), one.get(key), other.get(key))
        for key in sorted(one.keys() | other.keys(), key=lambda key: (key == _LEARNED, key))
        if one.get(key) != other.get(key)
    ]


def differing_table(found: Sequence[Differing], first: str, second: str) -> str:
    """Return the differences as a table (HTML). first, second: the names of the designs, for the head (HTML)."""
    rows = (
        (f"{escape(each.words)}<code>{escape(each.key)}</code>", *_shown(each.key, each.first, each.second))
        for each in found
    )
    return table(("", first, second), rows, numbers_from=3, kind="wide two")


def _words(key: str) -> str:
    parts = key.split(".")
    if parts[0] == _LEARNED:
        return _("how bots judge places")
    if key == "ship.hull":
        return "ship: hull"
    if parts[0] == "pieces" and len(parts) == 2 and parts[1] != "scale":
        return f"piece: {parts[1].replace('_', ' ')}"
    if parts[:2] == ["ship", "yards"]:
        return parameter_words(key) if len(parts) > 3 else yard_words(parts[2])
    if parts[0] == "pieces" and parts[-1] == "supply":
        return f"{parts[1].replace('_', ' ')}: how many in a set"
    return parameter_words(key)


# ---------------------------------------------------------------------------------------------- values


def _shown(key: str, first: Any, second: Any) -> tuple[str, str]:
    if key == _LEARNED and None not in (first, second):
        return _("learned for this design"), _("learned for this design, with other weights")
    one, other = (escape(_text(key, value)) for value in (first, second))
    return one, other


def _text(key: str, value: Any) -> str:
    """Return a value, or what a table of them amounts to, in a few words."""
    if key == _LEARNED:
        return _("as shipped") if value is None else _("learned for this design")
    if value is None:
        return _("none")
    if key.startswith("pieces.") and isinstance(value, Mapping):
        return _piece(value)
    if key.startswith("ship.yards.") and isinstance(value, Mapping):
        high, long, tilt, stop = (_text("", value[what]) for what in ("height_mm", "length_mm", "tilt_deg", "stop_deg"))
        words = _(
            "{high} mm above the deck, {long} mm long, tilt {tilt} deg, rocks {stop} deg to either side",
            high=high,
            long=long,
            tilt=tilt,
            stop=stop,
        )
        offset = _text("", value["offset_mm"])
        return (
            _("{yard}, its middle {offset} mm to starboard", yard=words, offset=offset) if value["offset_mm"] else words
        )
    if key == "ship.hull" and isinstance(value, Mapping):
        wide, narrow, high = (_text("", value.get(name)) for name in HULL_KEYS)
        return _("{wide} mm wide, {narrow} mm at the bottom, {high} mm high", wide=wide, narrow=narrow, high=high)
    if key.startswith("pieces.") and key.endswith(".supply") and value == 0:
        return _("none, left out")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return _list(value)
    return number(value, "g") if isinstance(value, float) else str(value).replace("_", " ")


def _list(items: Sequence[Any]) -> str:
    if items and all(isinstance(item, list) and len(item) == 2 for item in items):
        points = ", ".join(f"({_text('', x)}, {_text('', y)})" for x, y in items)
        return _("{count} points: {points}", count=len(items), points=points)
    return ", ".join(_text("", item) for item in items) or _("none")


def _piece(piece: Tree) -> str:
    """Return what a piece is, without its corners."""
    if "outline" in piece:
        corners, depth = len(piece["outline"]), _text("", piece.get("depth_mm"))
        shape = _("an outline of {count} corners, {depth} mm deep", count=corners, depth=depth)
    else:
        count = len(piece.get("sections", {}))
        shape = _n("{count} section", "{count} sections", count)
    stances = max(1, len(piece.get("stances", {})))
    ways = _n("{count} way to put it down", "{count} ways to put it down", stances)
    return _("{shape}, {ways}, {supply} in a set", shape=shape, ways=ways, supply=piece["supply"])


# ---------------------------------------------------------------------------------------------- the same way


def _alike(first: Tree, second: Tree) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the values of two trees by key, both said in the same way."""
    trees = [_complete(tree) for tree in (first, second)]
    if any("yards" in tree.get("ship", {}) for tree in trees):
        trees = _without_the_stop_of_all([_with_yards_in_a_row(tree) for tree in trees])
    if any("hull" in tree.get("ship", {}) for tree in trees):
        trees = [_with_one_hull(tree) for tree in trees]
    # What only one of them has, and a shape that is given in another way, is one difference and no list of its parts.
    whole = {_LEARNED, "ship.hull"}
    pieces, yards = ([_below(tree, path) for tree in trees] for path in ("pieces", "ship.yards"))
    for path, (one, other) in (("pieces", pieces), ("ship.yards", yards)):
        whole |= {f"{path}.{name}" for name in one.keys() ^ other.keys()}
    for name in pieces[0].keys() & pieces[1].keys():
        one, other = (tree[name] for tree in pieces)
        if isinstance(one, Mapping) and isinstance(other, Mapping) and ("outline" in one) != ("outline" in other):
            whole.add(f"pieces.{name}")
    return dict(_leaves(trees[0], whole)), dict(_leaves(trees[1], whole))


def _below(tree: Tree, path: str) -> Mapping[str, Any]:
    found: Any = tree
    for name in path.split("."):
        found = found.get(name, {})
    return found if isinstance(found, Mapping) else {}


def _complete(tree: Tree) -> dict[str, Any]:
    """Return a tree in which every piece has its supply, and no word on where its shape comes from."""
    if "pieces" not in tree:
        return dict(tree)
    pieces = {
        name: {"supply": 1, **{key: item for key, item in piece.items() if key != "source"}}
        if isinstance(piece, Mapping)
        else piece
        for name, piece in tree["pieces"].items()
    }
    return {**tree, "pieces": pieces}


def _with_yards_in_a_row(tree: Tree) -> dict[str, Any]:
    """Return a tree with its yards by number, each with its tilt and its stop, as a preset's `[[ship.yards]]`."""
    ship = tree["ship"]
    given = ship.get("yards")
    if given is None:
        given = [
            {key.removeprefix(f"{name}_yard_"): ship[key] for key in YARD_KEYS if key.startswith(f"{name}_")}
            for name in ("low", "middle", "top")
        ]
    usual = {"offset_mm": 0.0, "tilt_deg": 0.0, "stop_deg": ship["yard_stop_deg"]}
    rest = {key: value for key, value in ship.items() if key not in (*YARD_KEYS, "yards")}
    return {**tree, "ship": {**rest, "yards": {str(n): {**usual, **yard} for n, yard in enumerate(given)}}}


def _without_the_stop_of_all(trees: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return trees without the stops of yards that have the ship's own in all trees, since that is said once."""
    own = set.intersection(
        *(
            {n for n, yard in tree["ship"]["yards"].items() if yard["stop_deg"] == tree["ship"]["yard_stop_deg"]}
            for tree in trees
        )
    )
    for tree in trees:
        for n in own:
            del tree["ship"]["yards"][n]["stop_deg"]
    return trees


def _with_one_hull(tree: Tree) -> dict[str, Any]:
    """Return a tree with its hull as one value: its outline, or the three measures of one with flared sides."""
    ship = tree["ship"]
    rest = {key: value for key, value in ship.items() if key not in HULL_KEYS}
    return {**tree, "ship": {"hull": {key: ship.get(key) for key in HULL_KEYS}, **rest}}


def _leaves(tree: Any, whole: Set[str], path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(tree, Mapping) and path not in whole:
        for name, item in tree.items():
            yield from _leaves(item, whole, f"{path}.{name}" if path else name)
    else:
        yield path, tree
