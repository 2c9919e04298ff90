"""Find values at which a game meets targets: `tune(...)`."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import ClassVar, TypeAlias

from calibration.options import TuneOptions
from calibration.tuning.command import preset_text, tuned
from calibration.tuning.tuning import Ending, Tuning
from sim.batch.tabular import Row, Tabular, interval_cells
from sim.errors import InputError
from sim.file_kinds import PRESET, check_kind
from sim.files import as_path, write_whole
from sim.options import DEFAULT_PLAYERS
from sim.statistics import Interval
from sim.untrusted_text import quoted
from yardarm.configurations import Config, GameConfiguration, as_file, as_plain
from yardarm.words import Profile, checked_as, words_of

Targets: TypeAlias = str | Sequence[str] | Mapping[str, float | tuple[float, float]]
"""`{"fall_rate": 0.2}`, `{"fall_rate": (0.2, 0.02)}` with a tolerance, or texts such as `minutes<25`."""
Ranges: TypeAlias = str | Sequence[str] | Mapping[str, tuple[float, float]]
"""`{"ship.ball_mass_g": (60, 200)}`, or texts such as `ship.ball_mass_g=60:200`; of a pattern with `*`, factors."""


@dataclass(frozen=True, slots=True, repr=False)
class Tuned(Tabular):
    """The result of a tuning.

    tuning: all of it. configuration: with the values that were found. preset: the same as TOML, with its source.

        >>> import yardarm as ya
        >>> tuned = ya.tune("zatre", "minutes=45+-40", "thought.pieces=0.75:3", players="casual,casual")
        >>> tuned.values, tuned.rows()[0]["metric"]
        ({'thought.pieces': 1.5}, 'minutes')
    """

    TABLES: ClassVar = ("targets",)
    tuning: Tuning
    configuration: GameConfiguration
    preset: str

    @property
    def met(self) -> bool:
        """True if fresh matches lie in every band."""
        return self.tuning.ending == "met"

    @property
    def ending(self) -> Ending:
        """How it ended: met, unreachable, unlikely or not_found."""
        return self.tuning.ending

    @property
    def values(self) -> Mapping[str, float]:
        """The value of each parameter; unless the targets are met, the nearest or the best known."""
        return self.tuning.space.named_values(self.tuning.values)

    @property
    def reached(self) -> Mapping[str, Interval]:
        """The figures there, by the names of the targets."""
        return {target.metric: at for target, at in zip(self.tuning.targets, self.tuning.reached, strict=True)}

    def save(self, path: str | Path) -> Path:
        """Write the preset. Raises InputError."""
        path = as_path(path)
        check_kind(path, PRESET)
        write_whole(path, self.preset)
        return path

    def to_json(self) -> dict[str, object]:
        """Return the tuning as plain data."""
        return self.tuning.to_json()

    def _table(self, _name: str) -> Iterable[Row]:
        for target, at in zip(self.tuning.targets, self.tuning.reached, strict=True):
            wanted: Row = {"metric": target.metric, "bound": target.bound, "value": target.value}
            yield {**wanted, "tolerance": target.tolerance, **interval_cells(at)}

    def __repr__(self) -> str:
        """Return how it ended on one line."""
        found = ", ".join(f"{name} = {value:g}" for name, value in self.values.items())
        return f"<{self.tuning.space.game}, {self.ending} after {self.tuning.matches} matches: {found}>"

    def __str__(self) -> str:
        """Return how it ended, in words."""
        return self.tuning.sentence()


@checked_as(TuneOptions)
def tune(
    game: str,
    target: Targets,
    vary: Ranges,
    *,
    players: str | Sequence[str] = DEFAULT_PLAYERS,
    max_matches: int = 5000,
    jobs: int = 1,
    seed: int = 1,
    config: Config = None,
    profile: Profile = "play",
    out: str | Path | None = None,
    report: str | Path | None = None,
    store: str | Path | None = None,
    resume: bool = False,
) -> Tuned:
    """Find values at which a game's figures are what one wants, confirmed by fresh matches. Raises InputError.

    target: `{"fall_rate": (0.2, 0.02)}`, or texts such as `fall_rate=0.2+-0.02`, `minutes<25`. vary:
    `{"ship.ball_mass_g": (60, 200)}`. out: the preset, written if the targets are met; report: a page (.html); store:
    keeps all matches, with which `resume` goes on.

        >>> import yardarm as ya
        >>> tuned = ya.tune("zatre", {"minutes": (45, 40)}, {"thought.pieces": (0.75, 3)}, players="casual,casual")
        >>> tuned.met
        True
    """
    with as_file(game, config) as file:
        given = TuneOptions(
            game=game,
            target=list(_texts("target", target, _target)),
            vary=list(_texts("vary", vary, _range)),
            out=None if out is None else Path(out),
            players=tuple(words_of(players)),
            config=file,
            profile=profile,
            seed=seed,
            jobs=jobs,
            store=None if store is None else Path(store),
            resume=resume,
            max_matches=max_matches,
            report=None if report is None else Path(report),
        )
        tuning, seats = tuned(given)
        preset = preset_text(tuning, seats)
    return Tuned(tuning, GameConfiguration.of(game, tomllib.loads(preset)), preset)


def _texts(name: str, given: object, text: Callable[[str, object], str]) -> Iterator[str]:
    """Yield what an option of the command takes, of texts or of a mapping. Raises InputError."""
    if isinstance(given, Mapping):
        for key, value in given.items():
            try:
                yield text(str(key), as_plain(value))
            except (TypeError, ValueError):
                found = quoted(value)
                raise InputError(
                    "{name}: {key}: expected one or two numbers, found {found}.", name=name, key=key, found=found
                ) from None
        return
    texts = [given] if isinstance(given, str) else list(given) if isinstance(given, Iterable) else []
    if not texts or not all(isinstance(one, str) for one in texts):
        raise InputError("{name}: expected a table or texts, found {given}.", name=name, given=quoted(given))
    yield from texts


def _target(key: str, value: object) -> str:
    wanted, *tolerance = _numbers(value)
    return f"{key}={wanted!r}" + "".join(f"+-{width!r}" for width in tolerance)


def _range(key: str, value: object) -> str:
    low, high = _numbers(value)
    factor = "x" if "*" in key else ""
    return f"{key}={factor}{low!r}:{factor}{high!r}"


def _numbers(value: object) -> list[float]:
    """Return one number or two. Raises TypeError or ValueError."""
    found = (
        [as_plain(each) for each in value] if isinstance(value, Iterable) and not isinstance(value, str) else [value]
    )
    if not 1 <= len(found) <= 2 or not all(isinstance(each, Real) and not isinstance(each, bool) for each in found):
        raise ValueError
    return [float(each) for each in found]  # type: ignore[arg-type]
