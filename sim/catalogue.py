"""The verb `list`: the names that options take, each with a few words."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from sim.configuration import load_configuration, part_of, presets, read_preset
from sim.errors import InputError
from sim.metrics import MetricTable
from sim.options import ListOptions
from sim.people.skill import PROFILES
from sim.refusals import either
from sim.spec import GAMES, MetricsPart, StrategyOption, bots_of, game_of, load_part

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


def _strategies(game: str, _config: Path | None) -> Names:
    bots = bots_of(game)
    found = {}
    for name in bots.strategies:
        usual = [skill for skill, strategy in bots.usual.items() if strategy == name]
        label = bots.labels.get(name, "")
        found[name] = "; ".join(words for words in (label, "usual for " + ", ".join(usual) if usual else "") if words)
    takers: dict[tuple[str, StrategyOption], list[str]] = {}
    for name in bots.strategies:
        for pair in bots.options.get(name, {}).items():
            takers.setdefault(pair, []).append(name)
    for (option, about), its_takers in takers.items():
        who = "any" if its_takers == list(bots.strategies) else ",".join(its_takers)
        found[f"{who}?{option}=X"] = f"{about.low:g} to {about.high:g}: {about.meaning}"
    return found


def _pieces(game: str, config: Path | None) -> Names:
    return part_of(game_of(game)).pieces(load_configuration(game, config))


def _figures(game: str, _config: Path | None) -> Names:
    part = load_part(game_of(game), "metrics", MetricsPart)
    return {} if part is None else figures(part.table)


def figures(table: MetricTable) -> Names:
    """Return the figures that --until and tune take by name, with what each is."""
    goals = {name: metric.label for name, metric in table.goals().items()}
    targets = {name: f"{metric.label} (tune only)" for name, metric in table.targets.items()}
    return goals | targets


def _presets(game: str, _config: Path | None) -> Names:
    found = {}
    for name in presets(game):
        changed = [f"[{section}] {', '.join(keys)}" for section, keys in read_preset(game, Path(name)).items()]
        found[name] = "; ".join(changed)
    return found


_BY_GAME: Mapping[str, Callable[[str, Path | None], Names]] = {
    "pieces": _pieces,
    "strategies": _strategies,
    "figures": _figures,
    "presets": _presets,
}
