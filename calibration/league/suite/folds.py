"""All templates, and the folds: which tasks a bot may learn from, and which it is scored on.

within: of each template four fifths of the tasks to learn from, and one fifth to be scored on. across: of each kind of
template four fifths to learn from, all tasks of the others to be scored on. hands: as within, but the tasks to learn
from are in casual hands, and those to be scored on in a child's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

from calibration.league.suite import cargo, tables, throws
from calibration.league.suite.ships import SEED
from calibration.league.suite.tasks import KINDS, Kind, SuiteTask, Template
from sim.errors import InputError
from sim.refusals import meant, one_of
from sim.seeds import rng

FoldName: TypeAlias = Literal["within", "across", "hands"]
Part: TypeAlias = Literal["train", "test"]
FOLDS = 10
_TEST_SHARE = 5
_LEARNT, _SCORED = "casual", "child"


@cache
def templates() -> Mapping[str, Template]:
    """Return all templates by name, in their order."""
    return {each.name: each for each in (*cargo.templates(), *throws.templates(), *tables.templates())}


@dataclass(frozen=True, slots=True)
class Fold:
    """A way to part the tasks. number: from 0 to 9."""

    name: FoldName
    number: int
    part: Part = "test"

    def __post_init__(self) -> None:
        """Raise InputError for a fold that there is not."""
        for what, given, known in (("fold", self.name, get_args(FoldName)), ("part", self.part, get_args(Part))):
            if given not in known:
                raise InputError("--{what}: {one_of}.", what=what, one_of=one_of(given, known))
        if not 0 <= self.number < FOLDS:
            raise InputError(
                "--number: expected a fold from 0 to {folds}, found {number}.", folds=FOLDS - 1, number=self.number
            )

    @property
    def hands(self) -> str | None:
        """The hands in which the tasks are; None for those of the templates."""
        return None if self.name != "hands" else _LEARNT if self.part == "train" else _SCORED

    def numbers(self, template: Template) -> list[int]:
        """Return the tasks of a template that are in this part."""
        if self.name == "across":
            alike = [each.name for each in templates().values() if each.kind == template.kind]
            held_out = self._held_out(len(alike), template.kind)
            return list(range(template.tasks)) if (alike.index(template.name) in held_out) == self._tests else []
        held_out = self._held_out(template.tasks, template.name)
        return [number for number in range(template.tasks) if (number in held_out) == self._tests]

    @property
    def _tests(self) -> bool:
        return self.part == "test"

    def _held_out(self, count: int, key: str) -> set[int]:
        """Return a fifth of the numbers below `count`: drawn for this fold, the same for within and hands."""
        drawn = "across" if self.name == "across" else "within"
        order = rng(SEED, "suite", "fold", drawn, self.number, key).permutation(count)
        return {int(each) for each in order[: count // _TEST_SHARE]}


@dataclass(frozen=True, slots=True)
class Selection:
    """Tasks of the suite: of which templates, how many of each at most, and of which part of a fold."""

    kinds: tuple[Kind, ...] = KINDS
    names: tuple[str, ...] = ()
    most: int | None = None
    fold: Fold | None = None

    def __post_init__(self) -> None:
        """Raise InputError for a kind or a template that there is not, and where there is no task."""
        for kind in self.kinds:
            if kind not in KINDS:
                raise InputError("--kind: {one_of}.", one_of=one_of(kind, KINDS))
        for name in self.names:
            template_of(name)
        if self.most is not None and self.most < 1:
            raise InputError("--tasks: expected at least 1, found {self1}.", self1=self.most)
        if not any(numbers for _, numbers in self.chosen()):
            raise InputError("--template: expected templates with tasks in this part of the fold, found none.")

    def chosen(self) -> list[tuple[Template, Sequence[int]]]:
        """Return the templates with the numbers of their tasks; a template without tasks is left out."""
        found: list[tuple[Template, Sequence[int]]] = []
        for template in templates().values():
            if template.kind in self.kinds and (not self.names or template.name in self.names):
                numbers = list(range(template.tasks)) if self.fold is None else self.fold.numbers(template)
                if numbers:
                    found.append((template, numbers[: self.most]))
        return found

    @property
    def hands(self) -> str | None:
        """The hands in which the tasks are; None for those of the templates."""
        return None if self.fold is None else self.fold.hands


def template_of(name: str, where: str = "--template") -> Template:
    """Return a template. Raises InputError for one that there is not."""
    if name not in templates():
        near = meant(name, templates())
        raise InputError(
            "{where}: expected a template of `yardarm suite list`, found {name!r}{near}.",
            where=where,
            name=name,
            near=near,
        )
    return templates()[name]


def tasks_of(selection: Selection) -> Iterable[SuiteTask]:
    """Yield the tasks of a selection, template by template."""
    for template, numbers in selection.chosen():
        for number in numbers:
            yield template.task(number, selection.hands)
