"""The names that options take, each with a few words: the verb `list`, and the lists of the Python API."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from sim.configuration import load_configuration, part_of, presets, read_preset
from sim.errors import InputError
from sim.metrics import MetricTable, Quantiles
from sim.options import ListOptions
from sim.people.skill import PROFILES
from sim.protocols import Configuration
from sim.refusals import either
from sim.spec import GAMES, MetricsPart, StrategyOption, bots_of, game_of, load_part


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece. about: a few words."""

    name: str
    about: str


@dataclass(frozen=True, slots=True)
class StrategyName:
    """A strategy of ours.

    about: what the screen calls it, where that says more than the name. usual_for: the skill profiles that play it
    unless a seat says otherwise. options: what may follow the name, as in `lookahead?tries=20`.
    """

    name: str
    about: str
    usual_for: tuple[str, ...]
    options: Mapping[str, StrategyOption]


@dataclass(frozen=True, slots=True)
class FigureName:
    """A figure of a game's batches.

    label: its name in reports. unit: share for a proportion, else what follows the number. until: `simulate --until`
    takes it, and `tune` as it does all of them. simulated: `simulate --json` prints it as a number or a spread.
    """

    key: str
    label: str
    unit: str
    until: bool
    simulated: bool


@dataclass(frozen=True, slots=True)
class PresetName:
    """A shipped preset. keys: the dotted keys of the values that it changes."""

    name: str
    keys: tuple[str, ...]


Names = Mapping[str, str]
"""A few words about each name."""


def list_command(given: ListOptions) -> None:
    """Print names, by game where games have their own. Raises InputError."""
    found = names(given.what, given.game, given.config)
    if given.as_json:
        print(json.dumps(found if given.what in _BY_GAME else found[""], ensure_ascii=False))
        return
    print("\n\n".join(_text(game, listed) for game, listed in found.items()))


def names(what: str, game: str | None = None, config: Path | None = None) -> dict[str, Names]:
    """Return names with a few words each, by game; under "" what is the same for all games.

    config: a preset whose pieces are listed. Raises InputError.
    """
    if what not in _BY_GAME:
        return {"": {each: game_of(each).title for each in GAMES} if what == "games" else _skills()}
    of_game = _BY_GAME[what]
    asked = list(GAMES) if game is None else [game]
    found = {each: of_game(each, config) for each in asked}
    listed = {each: its_names for each, its_names in found.items() if its_names}
    if not listed:
        raise InputError("game: expected one with {what}, found {asked}.", what=what, asked=either(map(repr, asked)))
    return listed


def _text(game: str, listed: Names) -> str:
    """Return two columns, eighty characters wide."""
    wide = max(map(len, listed))
    rows = []
    for name, words in listed.items():
        lines = wrap(words, 74 - wide) or [""]
        rows += [f"  {left:{wide}}  {line}".rstrip() for left, line in zip_longest([name], lines, fillvalue="")]
    return "\n".join([f"{game}:", *rows] if game else rows)


def _skills() -> Names:
    return {profile: f"a {profile} player" if profile != "child" else "a child" for profile in PROFILES}


def strategies_of(game: str) -> tuple[StrategyName, ...]:
    """Return the strategies of a game, the weakest first. Raises InputError."""
    bots = bots_of(game)
    return tuple(
        StrategyName(
            name,
            bots.labels.get(name, ""),
            tuple(skill for skill, strategy in bots.usual.items() if strategy == name),
            bots.options.get(name, {}),
        )
        for name in bots.strategies
    )


def pieces_of(configuration: Configuration) -> tuple[PieceKind, ...]:
    """Return the kinds of pieces of a configuration; none for a game whose options name none."""
    found = part_of(game_of(configuration.game)).pieces(configuration)
    return tuple(PieceKind(name, about) for name, about in found.items())


def figures_of(table: MetricTable) -> tuple[FigureName, ...]:
    """Return the figures that --until, tune and `Batch.figure` take by name."""
    goals, printed = table.goals(), simulated_figures(table)
    named = {**goals, **table.targets}
    single = {metric.key: metric for metric in table.metrics() if metric.single}
    named |= {key: single[key] for key in printed if key not in named}
    return tuple(
        FigureName(key, metric.label, metric.unit, key in goals, key in printed) for key, metric in named.items()
    )


def simulated_figures(table: MetricTable) -> dict[str, str]:
    """Return the figures that `simulate` prints as one number or as a spread, by key, with their names in reports."""
    keys = (shown.metric if isinstance(shown, Quantiles) else shown for shown in table.printed.values())
    single = {metric.key: metric.label for metric in table.metrics() if metric.single}
    return {key: single[key] for key in keys if isinstance(key, str) and key in single}


def presets_of(game: str) -> tuple[PresetName, ...]:
    """Return the shipped presets of a game. Raises InputError."""
    return tuple(
        PresetName(name, tuple(f"{part}.{key}" for part, keys in read_preset(game, Path(name)).items() for key in keys))
        for name in presets(game)
    )


def _strategies(game: str, _config: Path | None) -> Names:
    listed = strategies_of(game)
    found = {}
    for each in listed:
        usual = f"usual for {', '.join(each.usual_for)}" if each.usual_for else ""
        found[each.name] = "; ".join(words for words in (each.about, usual) if words)
    takers: dict[tuple[str, StrategyOption], list[str]] = {}
    for each in listed:
        for pair in each.options.items():
            takers.setdefault(pair, []).append(each.name)
    for (option, about), its_takers in takers.items():
        who = "any" if len(its_takers) == len(listed) else ",".join(its_takers)
        found[f"{who}?{option}=X"] = f"{about.low:g} to {about.high:g}: {about.meaning}"
    return found


def _pieces(game: str, config: Path | None) -> Names:
    return {piece.name: piece.about for piece in pieces_of(load_configuration(game, config))}


def _figures(game: str, _config: Path | None) -> Names:
    part = load_part(game_of(game), "metrics", MetricsPart)
    return {} if part is None else figures(part.table)


def figures(table: MetricTable) -> Names:
    """Return the figures that --until and tune take by name, with what each is."""
    taken = (each for each in figures_of(table) if each.until or each.key in table.targets)
    return {each.key: each.label if each.until else f"{each.label} (tune only)" for each in taken}


def _presets(game: str, _config: Path | None) -> Names:
    found = {}
    for preset in presets_of(game):
        sections: dict[str, list[str]] = {}
        for key in preset.keys:
            section, _, name = key.partition(".")
            sections.setdefault(section, []).append(name)
        found[preset.name] = "; ".join(f"[{section}] {', '.join(keys)}" for section, keys in sections.items())
    return found


_BY_GAME: Mapping[str, Callable[[str, Path | None], Names]] = {
    "pieces": _pieces,
    "strategies": _strategies,
    "figures": _figures,
    "presets": _presets,
}
