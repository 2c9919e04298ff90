"""A game's whole configuration: what is shipped, with a preset's keys in place of it, validated, and its hash.

A preset is a TOML file with any of the game's sections, such as [ship] and [skill.PROFILE] (or [skill.all]); it holds
only the keys that differ. One module a game says which sections there are and what is built of them.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal

from sim.errors import InputError
from sim.files import is_there, read_toml
from sim.measures import Span, TomlTable, check, merged, plain, spans_in
from sim.people.skill import PROFILES, Skill, shipped_skills, skill_spans, skill_tables, skills_from
from sim.physics.contact.profiles import load_profile
from sim.protocols import Configuration
from sim.refusals import meant, one_of
from sim.spec import ConfigurationPart, GameSpec, bots_of, game_of, load_part
from sim.untrusted_text import quoted

_EVERYBODY = "skill.all."


@dataclass(frozen=True, slots=True)
class SkillsConfiguration:
    """The configuration of a game without one of its own: the skills of people."""

    game: str
    skills: Mapping[str, Skill]
    tree: Mapping[str, Any]
    profile: str

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value of the configuration; the profile is not part of it."""
        return digest(self.tree)


def part_of(game: GameSpec) -> ConfigurationPart:
    """Return what a game's matches depend on: besides skills nothing, unless the game says so."""

    def build(tree: Mapping[str, Any], where: str, profile: str) -> SkillsConfiguration:
        skills = skills_from(tree.get("skill", {}), where)
        return SkillsConfiguration(game.name, skills, tree, load_profile(profile).name)

    return load_part(game, "configuration", ConfigurationPart) or ConfigurationPart((), dict, build)


def digest(data: Any) -> str:
    """Return the first 16 hexadecimal digits of the SHA-256 of plain data written as canonical JSON."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def load_configuration(game: str, preset: Path | None = None, profile: str = "play") -> Configuration:
    """Return the configuration of a game, with a preset's values where it has any. Raises InputError."""
    return changed_configuration(game, {}, preset=preset, profile=profile)


def changed_configuration(
    game: str, changes: Mapping[str, Any], preset: Path | None = None, profile: str = "play", where: str = "changes"
) -> Configuration:
    """Return the configuration of a game: shipped values, a preset's in place of them, `changes` in place of these.

    `changes` has the form of a preset, values plain or as `{ value, provenance, source }`. `where` is how an error
    calls them. Raises InputError.
    """
    found = game_of(game)
    source = "shipped data" if preset is None else str(preset)
    kept = {} if preset is None else _checked(found, read_preset(game, preset), source)
    if changes:
        kept = overlaid(kept, _checked(found, changes, where))
        source = where
    skills = skill_tables(kept.pop("skill", None), source)
    beneath = part_of(found).beneath(_shipped_tree(found), kept)
    return configuration_from({**merged(beneath, kept), "skill": skills}, source, profile, game)


def presets(game: str) -> tuple[str, ...]:
    """Return the names of the difficulty presets that are shipped for a game. Raises InputError."""
    folder = part_of(game_of(game)).presets
    return () if folder is None else tuple(path.stem for path in sorted(folder.glob("*.toml")))


def read_preset(game: str, preset: Path) -> dict[str, Any]:
    """Read a preset: a file, or a shipped one by name where there is no such file. Raises InputError."""
    file = preset_file(game, preset) or preset
    if not file.suffix and not is_there(file):
        names = presets(game)
        expected = f"expected one or the name of a preset: {', '.join(names)}" if names else "expected one"
        raise InputError(
            "{file}: there is no such file, {expected}{meant}.", file=file, expected=expected, meant=meant(file, names)
        )
    return read_toml(file)


def preset_file(game: str, preset: Path | None) -> Path | None:
    """Return the file that `--config` means: itself, or that of the shipped preset of this name; None for none."""
    folder = part_of(game_of(game)).presets
    if preset is not None and folder is not None and str(preset) in presets(game) and not is_there(preset):
        return folder / f"{preset}.toml"
    return preset


def overlaid(preset: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return two presets as one: leaves of `changes` in place of those of `preset`.

    What the changes set for everybody's skill ([skill.all])
    holds for everybody: it takes the place of what the preset sets for one profile.
    """
    result = merged(preset, changes)
    everybody = changes.get("skill", {}).get("all", {})
    if everybody and "skill" in preset:
        result["skill"] = {
            profile: _without(table, set(everybody) - set(changes["skill"].get(profile, ())))
            if isinstance(table, Mapping)
            else table
            for profile, table in result["skill"].items()
        }
        result["skill"]["all"] = {**result["skill"].get("all", {}), **everybody}
    return result


def _without(table: Mapping[str, Any], keys: Collection[str]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in keys}


def _checked(game: GameSpec, preset: Mapping[str, Any], where: str) -> dict[str, Any]:
    changes = plain(preset, where)
    assert isinstance(changes, dict)
    _check_sections(game, changes, where)
    return changes


def configuration_from(tree: Mapping[str, Any], where: str, profile: str, game: str) -> Configuration:
    """Return the configuration that a whole plain tree describes, as a record holds it. Raises InputError."""
    found = game_of(game)
    _check_sections(found, tree, where)
    return part_of(found).build(tree, where, profile)


@cache
def _shipped_tree(game: GameSpec) -> Mapping[str, Any]:
    return {**part_of(game).shipped_tree(), "skill": shipped_skills()}


def whole_tree(game: str, tree: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tree of a game's configuration with what it leaves out where it is as shipped. Raises InputError."""
    return merged(part_of(game_of(game)).tacit(), tree)


def spans_of(game: str, preset: Path | None = None) -> dict[str, Span]:
    """Return the ranges of the values of a game's shipped configuration, by dotted key, and those that a preset has.

    What a preset has for everybody's skill is there for each profile. Raises InputError.
    """
    found = {**part_of(game_of(game)).spans(), **skill_spans()}
    own = {} if preset is None else dict(spans_in(read_preset(game, preset), str(preset)))
    everybody = {key: span for key, span in own.items() if key.startswith(_EVERYBODY)}
    for name in PROFILES:
        found |= {f"skill.{name}.{key.removeprefix(_EVERYBODY)}": span for key, span in everybody.items()}
    return {**found, **{key: span for key, span in own.items() if key not in everybody}}


def _check_sections(game: GameSpec, tree: Mapping[str, Any], where: str) -> None:
    sections = (*part_of(game).sections, "skill")
    for key, table in tree.items():
        if key not in sections:
            raise InputError(
                "{where}: {key}: unknown section, expected one of {sections}{meant}.",
                where=where,
                key=key,
                sections=", ".join(sections),
                meant=meant(key, sections),
            )
        if not isinstance(table, Mapping):
            raise InputError(
                "{where}: {key}: expected a table, found {table}.", where=where, key=key, table=quoted(table)
            )


def seat_counts(configuration: Configuration) -> tuple[int, ...]:
    """Return the possible numbers of players at this table, smallest first: those of the game, or fewer of them."""
    counts: tuple[int, ...] = getattr(configuration, "seat_counts", game_of(configuration.game).counts)
    return counts


def print_remark(configuration: Configuration) -> None:
    """Print the remark that a configuration has for those who let bots play on it, if any, on standard error."""
    remark: str = getattr(configuration, "remark", "")
    if remark:
        print(f"yardarm: {remark}", file=sys.stderr)


def versions() -> dict[str, str]:
    """Return the versions of the software that a result depends on."""
    return {package: _version(package) for package in ("yardarm", "pymunk", "numpy")}


def changed_versions(recorded: Mapping[str, str]) -> str:
    """Return a sentence, after a space, on the versions that are no longer those recorded; nothing if all are."""
    changed = [f"{name} {recorded.get(name)} -> {now}" for name, now in versions().items() if recorded.get(name) != now]
    return f" Versions differ too: {', '.join(changed)}." if changed else ""


# Read from files, and asked at the beginning of every match.
@cache
def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "source"


def provenance(configuration: Configuration, seed: int | None) -> dict[str, Any]:
    """Return what every `--json` answer reports besides its figures."""
    return {
        "profile": configuration.profile,
        "configuration": configuration.digest,
        "seed": seed,
        "versions": versions(),
    }


USUAL: Literal["casual"] = "casual"


class DefaultOpponents(TomlTable):
    """The table [company] of games without physics: profile and strategy of every seat that no option fills.

    Where hands matter a preset makes the pieces or the bowl harder for everybody. Tiles of ZATRE lie where they are
    put, and ZIGZAG is as hard as those who sit round it: there a preset says how the others play, next to the rules.
    partner_profile, partner_strategy: of the partner of the person who sits down, where there are partners.
    """

    profile: Literal["child", "casual", "skilled"]
    strategy: str
    partner_profile: Literal["child", "casual", "skilled"] | None = None
    partner_strategy: str | None = None

    def who(self, seat: int, count: int, person: int = 0) -> tuple[str, str]:
        """Return profile and strategy at a seat of `count`, where `person` is the seat of the person who sits down.

        Partners sit opposite each other, as many seats away on one side as on the other.
        """
        if self.partner_profile is not None and (seat - person) % count in (0, count // 2):
            return self.partner_profile, self.partner_strategy or self.strategy
        return self.profile, self.strategy


def build_default_opponents(game: str, tree: Mapping[str, Any], where: str) -> DefaultOpponents:
    """Build the section of a whole tree; without one, casual players with the usual strategy. Raises InputError."""
    bots = bots_of(game)
    if "company" not in tree:
        return DefaultOpponents(profile=USUAL, strategy=bots.usual[USUAL])
    opponents = check(DefaultOpponents, tree["company"], where, "company")
    for key in ("strategy", "partner_strategy"):
        strategy = getattr(opponents, key)
        if strategy is not None and strategy not in bots.strategies:
            raise InputError(
                "{where}: company.{key}: {one_of}.", where=where, key=key, one_of=one_of(strategy, bots.strategies)
            )
    return opponents


def default_opponents_of(configuration: Configuration) -> DefaultOpponents | None:
    """Return a table's default opponents; None for games whose presets have none."""
    opponents: DefaultOpponents | None = getattr(configuration, "company", None)
    return opponents


def usual_players(configuration: Configuration) -> list[str]:
    """Return words for the usual number of seats, as `--players` takes them."""
    opponents, count = default_opponents_of(configuration), game_of(configuration.game).usual_seats
    if opponents is None:
        return [USUAL] * count
    return [":".join(opponents.who(seat, count)) for seat in range(count)]
