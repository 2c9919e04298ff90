"""Presets written by a fit or a tuning, as TOML (which the standard library reads but does not write), with sources."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from sim.files import write_whole
from sim.statistics import Interval
from sim.toml_text import toml_text
from sim.untrusted_text import printable


@dataclass(frozen=True, slots=True)
class Value:
    """A measure with its provenance. range: the 95 % interval of a measured one, where that is known."""

    value: float
    provenance: Literal["measured", "inferred"]
    source: str
    range: list[float] | None = None

    @classmethod
    def measured(cls, interval: Interval, source: str) -> Value:
        """Return a measured value with its interval, which `study assumptions` draws from."""
        low, value, high = map(fine_json, (interval.low, interval.estimate, interval.high))
        return cls(value, "measured", source, [low, high] if math.isfinite(low) and math.isfinite(high) else None)

    def to_toml(self) -> dict[str, Any]:
        """Return the measure as a preset has it."""
        found = {**asdict(self), "source": printable(self.source)}
        return {key: item for key, item in found.items() if item is not None}


Sections = Mapping[str, Mapping[str, Value]]
"""Values by section, such as `ship` or `skill.casual`, and key."""


def preset_text(heading: str, sections: Sections) -> str:
    """Return a preset as TOML, `heading` above it as a comment."""
    tree: dict[str, Any] = {}
    for section, values in sections.items():
        table = tree
        for name in section.split("."):
            table = table.setdefault(name, {})
        table.update({key: value.to_toml() for key, value in values.items()})
    comment = "".join(f"# {printable(line)}\n" for line in heading.split("\n"))
    return f"{comment}\n{toml_text(tree)}"


def write_preset(out: Path, heading: str, sections: Sections) -> None:
    """Write a preset. Raises InputError where it cannot be written."""
    write_whole(out, preset_text(heading, sections))


def fine_json(value: float) -> float:
    """Round to nine significant digits, more than any fit is accurate to."""
    return float(f"{value:.9g}")


def print_interval(name: str, interval: Interval, unit: str = "") -> None:
    """Print a figure with its interval."""
    print(f"{name:18} {interval.estimate:12.6g}  ({interval.low:.6g} to {interval.high:.6g}) {unit}".rstrip())
