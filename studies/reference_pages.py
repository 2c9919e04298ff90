"""Write the pages of keys, figures and parameters: `python -m studies.reference_pages docs/reference`.

tests/test_reference_pages.py holds the pages against what they are made from: after a change there, write them again.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scenes.drawing.key_words import PLAY_KEYS, WATCH_KEYS, KeyWords
from scenes.games.riff_raff import play as riff_raff
from scenes.games.riff_raff.moment_panel import KEYS as MOMENT_KEYS
from scenes.games.zack import play as zack
from scenes.games.zatre import play as zatre
from scenes.games.zigzag import play_choices as zigzag
from scenes.play.keys import USUALLY, usually_keys
from scenes.workshop.scene import KEYS as WORKSHOP_KEYS
from sim.batch.match_counts import metrics_of
from sim.files import output_folder, write_whole
from sim.metrics import Compared, Distribution, Event, Metric, MetricTable, SeatTest
from sim.spec import GAMES, game_of

ROOT = Path(__file__).resolve().parent.parent
WRITTEN = "This page is written by `python -m studies.reference_pages docs/reference` from {}."
# The files of values, in their order on the page, with what they hold and what their keys begin with in a preset.
FILES = {
    "sim/physics/ship/ship.toml": ("Riff Raff: the ship and the wood", ""),
    "sim/physics/ship/row.toml": ("Riff Raff: a deck in a row, in place of the above", ""),
    "sim/physics/ship/pieces.toml": ("Riff Raff: the pieces", "pieces."),
    "sim/games/riff_raff/table.toml": ("Riff Raff: the table", ""),
    "sim/physics/bowl/bowl.toml": ("Zack!: card, bowl and throw", ""),
    "sim/physics/air.toml": ("Zack!: the air", ""),
    "sim/games/zack/table.toml": ("Zack!: the table", ""),
    "sim/games/zack/deck.toml": ("Zack!: the cards", "deck."),
    "sim/games/zack/bots/people.toml": ("Zack!: people", ""),
    "sim/games/zatre/table.toml": ("ZATRE: the table", ""),
    "sim/physics/tapis/tapis.toml": ("ZIGZAG: the tapis and the hands over it", ""),
    "sim/games/zigzag/table.toml": ("ZIGZAG: the table", ""),
    "sim/games/zigzag/box.toml": ("ZIGZAG: the cards", ""),
    "sim/games/zigzag/bots/people.toml": ("ZIGZAG: people and strategies", ""),
    "sim/people/skills.toml": (
        "People, in every game: `skill.child.KEY`, `skill.casual.KEY`, `skill.skilled.KEY`; `skill.all.KEY` sets all",
        "",
    ),
    "sim/physics/contact/profiles.toml": ("Not in presets: the steps of the laboratory", ""),
    "sim/physics/ship/ship_profiles.toml": ("Not in presets: the steps of the ship", ""),
    "sim/physics/bowl/card_profiles.toml": ("Not in presets: the steps of the cards", ""),
    "sim/games/zack/match/gesture.toml": ("Not in presets: gestures of the mouse at Zack!", ""),
}
FITTED = ("sim/games/riff_raff/bots/judgement.toml", "sim/games/zatre/bots/judgement.toml")
"""Weights of the bots' judgement: fitted, and no measures of anything."""
# Columns of a wide table: files in which several sections have the same keys.
WIDE = (("child", "casual", "skilled"), ("draft", "play", "reference"))


ABOUT_FIGURES = """\
A figure is called `KEY` or `KEY.SUFFIX.PART`, such as `fall_rate` or `fall_rate.slot.7`. `report --json` and the file
`figures.csv` of `report --csv` have all of them with 95 % intervals; shares lie between 0 and 1. `simulate --until`
takes those marked •.

`tune --target` and `study --metric` take the marked ones; those over turns also by any column of the turns
(`fall_rate.stance.flat`); the mean of any number in the table of matches, such as `rounds`; `minutes`; the share of
victories of a seat (`wins.1`); and quantiles over matches, `.p10` to `.p90` (`minutes.p90`).
""".splitlines()
ABOUT_PARAMETERS = f"""\
A preset (`--config`) may change any of these values, but for the last four tables. The end of a key is its unit: `_mm`,
`_g`, `_s`, `_ms`, `_deg`; `_sd` is a standard deviation, `_cv` one divided by the mean, `_rate` and `_share` are of 1.
Each file has the source of every value, and the reason for its range.

A value is *measured* by someone, printed in the *rulebook*, *inferred* from something measured, *tuned* to a stated
target, or *assumed*: no source says it. The range holds what is plausible; `yardarm study assumptions` draws from it.

Not listed are the fitted weights by which bots judge places: {" and ".join(f"`{path}`" for path in FITTED)}.
""".splitlines()


def pages() -> dict[str, str]:
    """Return the text of each page by its file name."""
    return {"keys.md": keys_page(), "figures.md": figures_page(), "parameters.md": parameters_page()}


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a table. Cells have no spaces around them."""
    cells = [tuple(cell.replace("|", "\\|") for cell in row) for row in rows]
    return ["", *("|" + "|".join(row) + "|" for row in (tuple(head), ("---",) * len(head), *cells)), ""]


def _page(title: str, source: str, lines: Iterable[str]) -> str:
    text = "\n".join([f"# {title}", "", WRITTEN.format(source), *lines])
    while "\n\n\n" in text:
        text = text.replace("\n\n\n", "\n\n")
    return text.rstrip() + "\n"


# ---------------------------------------------------------------------------------------------- keys


def keys_page() -> str:
    """Return the page of keys and mouse, window by window."""
    parts: tuple[tuple[str, Sequence[KeyWords]], ...] = (
        ("Watching and replaying", WATCH_KEYS),
        ("Watching Riff Raff", MOMENT_KEYS),
        ("Playing, in every game", PLAY_KEYS),
        ("Playing Riff Raff", (*riff_raff.KEYS, (usually_keys(False), USUALLY))),
        ("Playing Zack!", (*zack.KEYS, (usually_keys(False), USUALLY))),
        ("Playing ZATRE", zatre.KEYS),
        ("Playing ZIGZAG", (zigzag.HINT, *zigzag.KEYS)),
        ("The workshop", WORKSHOP_KEYS),
    )
    lines = [
        "",
        "`F1` shows them in the window, `H` while you watch. In practice, `U` undoes; `W` shows what usually happens.",
    ]
    for title, keys in parts:
        lines += ["", f"## {title}", *_table(("key or mouse", "action"), keys)]
    return _page("Keys", "what the windows show", lines)


# ---------------------------------------------------------------------------------------------- figures


def _rows(table: MetricTable) -> Iterator[tuple[str, str, str, str]]:
    """Yield key, unit, label and suffixes of each figure of a table; breakdowns of one key in one row."""
    suffixes: dict[str, list[str]] = {}
    shown: dict[str, tuple[str, str]] = {}
    for entry in (*table.entries, *table.others):
        key = entry.metric if isinstance(entry, Distribution) else entry.key
        suffix, unit = suffixes.setdefault(key, []), ""
        match entry:
            case Metric():
                suffix += [".mean", ".p10", ".p50", ".p90"] if entry.spread else []
                suffix += [f".{by.key}" if by.key else ".PART" for by in entry.by]
                unit = entry.unit
            case Distribution():
                suffix.append(".distribution")
                continue
            case Event():
                suffix += [".survival", ".hazard", ".median", *([".seat"] if entry.label_of_seat else [])]
                unit = f"{entry.what}s"
            case Compared():
                suffix += [f".{by.key}" for by in entry.by]
                unit = "share"
            case SeatTest():
                shown[key] = ("p-value", "chance of victories this unequal, were the seats of a side equally good")
                suffix.append(".SIDE")
                continue
        shown.setdefault(key, (unit, entry.label))
    for name, metric in table.targets.items():
        shown.setdefault(name, (metric.unit, metric.label))
    for key, (unit, label) in shown.items():
        yield key, unit, label, " ".join(dict.fromkeys(suffixes.get(key, ())))


def figures_page() -> str:
    """Return the page of figures, game by game; those that all games have first."""
    tables = {name: metrics_of(name).table for name in GAMES}
    rows = {name: list(_rows(table)) for name, table in tables.items()}
    shared = [row for row in next(iter(rows.values())) if all(row in others for others in rows.values())]
    lines = ["", *ABOUT_FIGURES]
    for title, own in (("Every game", shared), *((game_of(name).title, rows[name]) for name in GAMES)):
        marked = {name for table in tables.values() if own is not shared for name in table.until}
        lines += ["", f"## {title}"]
        lines += _table(
            ("figure", "unit", "counts", "suffixes"),
            (
                (f"`{key}`{' •' if key in marked else ''}", unit, label, f"`{suffix}`" if suffix else "")
                for key, unit, label, suffix in own
                if own is shared or (key, unit, label, suffix) not in shared
            ),
        )
    return _page("Figures", "the metric tables of the games", lines)


# ---------------------------------------------------------------------------------------------- parameters


def _leaves(tree: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the dotted key and the fields of each value that has a provenance."""
    for name, item in tree.items():
        if isinstance(item, Mapping):
            key = f"{above}.{name}" if above else name
            if "provenance" in item:
                yield key, item
            else:
                yield from _leaves(item, key)


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "in the file" if any(isinstance(item, list) for item in value) else ", ".join(map(str, value))
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _span_text(item: Mapping[str, Any]) -> str:
    if "range" in item:
        low, high = item["range"]
        return f"{low:g}–{high:g}"
    return ", ".join(_value_text(word) for word in item.get("among", ()))


def _narrow(tree: Mapping[str, Any], above: str) -> list[str]:
    rows = (
        (f"`{above}{key}`", _value_text(item.get("value", [[]])), _span_text(item), item["provenance"])
        for key, item in _leaves(tree)
    )
    return _table(("key", "value", "range", "provenance"), rows)


def _wide(tree: Mapping[str, Any], columns: Sequence[str], above: str) -> list[str]:
    found = {column: dict(_leaves(tree[column])) for column in columns}
    keys = dict.fromkeys(key for column in columns for key in found[column])

    def cell(item: Mapping[str, Any] | None) -> str:
        if item is None:
            return ""
        span = _span_text(item)
        return _value_text(item["value"]) + (f" ({span})" if span else "")

    def provenance(key: str) -> str:
        words = [found[column][key]["provenance"] for column in columns if key in found[column]]
        return words[0] if len(set(words)) == 1 else ", ".join(words)

    rows = ((f"`{above}{key}`", *(cell(found[column].get(key)) for column in columns), provenance(key)) for key in keys)
    return _table(("key", *columns, "provenance"), rows)


def parameters_page() -> str:
    """Return the page of parameters, file by file."""
    lines = ["", *ABOUT_PARAMETERS]
    for path, (title, above) in FILES.items():
        tree = tomllib.loads((ROOT / path).read_text("utf-8"))
        lines += ["", f"## {title}", "", f"`{path}`"]
        columns = next((wide for wide in WIDE if set(wide) <= tree.keys()), None)
        lines += _wide(tree, columns, above) if columns else _narrow(tree, above)
        if path.endswith("pieces.toml"):
            kinds = ", ".join(f"`{kind}`" for kind, item in tree.items() if "stances" in item)
            lines += [f"Outlines, depths and stances of {kinds} are in the file."]
    return _page("Parameters", "the TOML files beside the code", lines)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    output_folder(folder, "FOLDER")
    for file, text in pages().items():
        write_whole(folder / file, text)
