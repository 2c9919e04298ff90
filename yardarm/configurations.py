"""Configurations: what a game is played with, as shipped but for what differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, cast

import numpy as np

from sim.configuration import changed_configuration, load_configuration, overlaid, preset_file, read_preset, whole_tree
from sim.errors import InputError
from sim.file_kinds import PRESET, check_kind
from sim.files import as_path, temporary_folder, write_whole
from sim.measures import nested
from sim.protocols import Configuration
from sim.refusals import one_of
from sim.toml_text import toml_text
from sim.untrusted_text import quoted

Value: TypeAlias = "bool | int | float | str | Sequence[Value] | Mapping[str, Value] | None"
"""A value of a configuration: a number, a text, yes or no, or lists and tables of these."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that is not the same in two configurations.

    key: dotted; label: in words. before, value: in the other configuration and in this one, None where it has none.
    provenance, source: of this value, where a preset gives them.
    """

    key: str
    label: str
    before: Value
    value: Value
    provenance: str | None = None
    source: str | None = None

    def __str__(self) -> str:
        """Return the difference on one line."""
        origin = "" if self.provenance is None else f" ({self.provenance})"
        return f"{self.key}: {_short(self.before)} -> {_short(self.value)}{origin}"


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class GameConfiguration:
    """A checked configuration of a game, which never changes; made by `ya.configuration`.

    Two are equal if matches under them are the same. Functions take it as `config`.

        >>> import yardarm as ya
        >>> light = ya.configuration("riff-raff").with_({"ship.ball_mass_g": 90})
        >>> light["ship.ball_mass_g"]
        90
        >>> light == ya.configuration("riff-raff", {"ship": {"ball_mass_g": 90}})
        True
        >>> [difference.key for difference in light.differences()]
        ['ship.ball_mass_g']
    """

    game: str
    _changes: Mapping[str, object]
    _built: Configuration

    @classmethod
    def of(cls, game: str, config: Config = None) -> GameConfiguration:
        """Return the configuration that `config` means. Raises InputError."""
        built = configured(game, config, "play")
        if isinstance(config, str | Path):
            return cls(game, read_preset(game, Path(config)), built)
        return cls(game, _own(game, config), built)

    def with_(self, changes: Mapping[str, object]) -> GameConfiguration:
        """Return the same configuration with other values, by dotted key. Raises InputError."""
        if not isinstance(changes, Mapping):
            raise InputError("changes: expected values by dotted key, found {found}.", found=quoted(changes))
        return GameConfiguration.of(self.game, overlaid(self._changes, nested(plain_values(changes), "changes")))

    @property
    def digest(self) -> str:
        """Sixteen hexadecimal digits that change with any value."""
        return self._built.digest

    def __getitem__(self, key: str) -> Value:
        """Return the value of a dotted key, or a whole table. Raises InputError for a key that is not there."""
        found: object = whole_tree(self.game, self._built.tree)
        for part in str(key).split("."):
            known = found if isinstance(found, Mapping) else _numbered(found)
            if part not in known:
                raise InputError("{key}: {one_of}.", key=key, one_of=one_of(part, known))
            found = known[part]
        return cast(Value, deepcopy(found))

    def differences(self, other: GameConfiguration | None = None) -> tuple[Difference, ...]:
        """Return what differs from another configuration of the game; None: from the shipped one. Raises InputError."""
        from calibration.reports.designs import differing

        if not isinstance(other, GameConfiguration | None):
            raise InputError("other: expected a configuration, found {other}.", other=quoted(other))
        before = load_configuration(self.game) if other is None else other._of(self.game)
        return tuple(
            Difference(each.key, each.words, each.first, each.second, *_origin(self._changes, each.key))
            for each in differing(*(whole_tree(self.game, one.tree) for one in (before, self._built)))
        )

    def save(self, path: str | Path) -> Path:
        """Write it as a preset, with the keys that differ, for `--config`. Raises InputError."""
        path = as_path(path)
        check_kind(path, PRESET)
        write_whole(path, toml_text(self._changes))
        return path

    def _of(self, game: str) -> Configuration:
        if self.game != game:
            raise InputError("config: expected one of {game}, found one of {other}.", game=game, other=self.game)
        return self._built

    def __eq__(self, other: object) -> bool:
        """Return True if matches under both are the same."""
        if not isinstance(other, GameConfiguration):
            return NotImplemented
        return (self.game, self._built.tree) == (other.game, other._built.tree)

    def __hash__(self) -> int:
        """Return a hash that is the same for equal ones."""
        return hash((self.game, self.digest))

    def __repr__(self) -> str:
        """Return game and digest, and how many values are not as shipped."""
        return f"<{self.game}, configuration {self.digest}: {len(self.differences())} values differ>"

    def __str__(self) -> str:
        """Return what differs from the shipped configuration, a line each."""
        return "\n".join([f"{self.game}, configuration {self.digest}", *(f"  {each}" for each in self.differences())])


Config: TypeAlias = str | Path | Mapping[str, object] | GameConfiguration | None
"""A shipped preset's name, a preset's file, what differs, as `{"ship.ball_mass_g": 90}`, or a `GameConfiguration`;
None: as shipped."""


def configured(game: str, config: Config, profile: str, changes: Mapping[str, object] | None = None) -> Configuration:
    """Return the configuration of a game, with `changes` on top. Raises InputError."""
    preset: Path | None = None
    own: Mapping[str, object] = {}
    if isinstance(config, str | Path):
        preset = preset_file(game, Path(config))
    else:
        own = _own(game, config)
    changed = overlaid(own, nested(plain_values(changes or {}), "config"))
    return changed_configuration(game, changed, preset=preset, profile=profile, where="config")


@contextmanager
def as_file(game: str, config: Config) -> Iterator[Path | None]:
    """Give a configuration as the file, or the name of a preset, that `--config` takes. Raises InputError."""
    if config is None or isinstance(config, str | Path):
        yield None if config is None else Path(config)
        return
    with temporary_folder("config") as folder:
        yield GameConfiguration.of(game, config).save(folder / "config.toml")


def _own(game: str, config: Mapping[str, object] | GameConfiguration | None) -> Mapping[str, object]:
    """Return what differs, as a preset has it. Raises InputError."""
    if isinstance(config, GameConfiguration):
        config._of(game)
        return config._changes
    if config is not None and not isinstance(config, Mapping):
        raise InputError(
            "config: expected a preset's name, a file, or what differs, found {config}.", config=quoted(config)
        )
    return nested(plain_values(config or {}), "config")


def as_plain(value: object) -> object:
    """Return numpy's numbers as Python's, also in a mapping; anything else as it is."""
    if isinstance(value, Mapping):
        return plain_values(value)
    return value.item() if isinstance(value, np.generic) else value


def plain_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return a mapping with numpy's numbers as Python's."""
    return {key: as_plain(item) for key, item in values.items()}


def _numbered(found: object) -> Mapping[str, object]:
    """Return the items of an array by number; nothing for what is no array."""
    return {str(number): item for number, item in enumerate(found)} if isinstance(found, list | tuple) else {}


def _origin(changes: Mapping[str, object], key: str) -> tuple[str | None, str | None]:
    """Return provenance and source of a changed value; None, None where nothing is said."""
    section, _, rest = key.partition(".")
    keys = [key, f"skill.all.{rest.partition('.')[2]}"] if section == "skill" else [key]
    for each in keys:
        found: object = changes
        for part in each.split("."):
            found = found.get(part) if isinstance(found, Mapping) else None
        if isinstance(found, Mapping) and "value" in found:
            said = (found.get("provenance"), found.get("source"))
            return tuple(None if one is None else str(one) for one in said)  # type: ignore[return-value]
    return None, None


def _short(value: Value) -> str:
    text = "none" if value is None else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
