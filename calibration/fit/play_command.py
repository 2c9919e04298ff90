"""The verb `fit play`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from calibration.fit.play import Figure, PlayFit, fit_play
from calibration.fit.play_reading import Actions, read_actions
from calibration.options import FitPlayOptions
from calibration.presets import Value, fine_json, write_preset
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.untrusted_text import printable

_NAMED_FILES = 3


def play_command(given: FitPlayOptions) -> None:
    """Read logs, fit a person's hands to them, print the figures, and write the preset. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"LOG.jsonl": given.files})
    actions = read_actions(given.files, given.who, given.device_delay_ms)
    try:
        found = fit_play(actions)
    except InputError as error:
        raise InputError("{files}: {error}", files=given.files[0], error=error) from error
    profile = given.profile or actions.profile
    if given.out is not None:
        _write(given.out, found, actions, profile, given.files, given.device_delay_ms)
    if given.as_json:
        print(json.dumps(_answer(found, actions, profile, given.files, given.out), allow_nan=False))
        return
    _print_figures(found, actions, profile, given.out)


def _write(
    out: Path, found: PlayFit, actions: Actions, profile: str, files: Sequence[Path], device_delay_ms: float
) -> None:
    names = ", ".join(file.name for file in files[:_NAMED_FILES])
    if len(files) > _NAMED_FILES:
        names += f" and {len(files) - _NAMED_FILES} more"
    values = {}
    for key, figure in found.figures.items():
        interval = figure.interval
        source = f"fit play {names}, {actions.who}: {figure.count} {figure.what}, "
        source += f"95 % {interval.low:.4g} to {interval.high:.4g}"
        less = key.endswith("_mu_ms") and device_delay_ms > 0
        if less:
            source += f", less {device_delay_ms:g} ms of device delay"
        values[key] = (
            Value(fine_json(interval.estimate), "inferred", source) if less else Value.measured(interval, source)
        )
        if key.endswith("_mu_ms"):
            # All of the spread is that of one person.
            values[key.replace("_mu_ms", "_person_sd_ms")] = Value(0.0, "inferred", f"fit play {names}: one person")
    heading = f"The hands of {actions.who} in {names}, by `yardarm fit play`; what is not here is as in {profile}."
    write_preset(out, printable(heading), {f"skill.{profile}": values})


def _answer(found: PlayFit, actions: Actions, profile: str, files: Sequence[Path], out: Path | None) -> dict[str, Any]:
    every = {**found.figures, **found.biases}
    return {
        **{key: fine_json(each.interval.estimate) for key, each in every.items()},
        "intervals": {key: each.interval.to_json() for key, each in every.items()},
        "counts": {key: each.count for key, each in every.items()},
        "left_out": {key: each.left_out for key, each in every.items()},
        "as_in_profile": found.missing,
        "who": actions.who,
        "profile": profile,
        "placements": actions.placements,
        "throws": actions.throws,
        "reactions": len(actions.answers),
        "remarks": actions.remarks,
        "files": [str(file) for file in files],
        "preset": None if out is None else str(out),
    }


def _print_figures(found: PlayFit, actions: Actions, profile: str, out: Path | None) -> None:
    for remark in actions.remarks:
        print(printable(remark))
    print(
        f"{actions.who}: {actions.placements} placements, {actions.throws} throws, {len(actions.answers)} reactions,"
        f" {len(actions.paths)} paths"
    )
    for key, figure in found.figures.items():
        print(_row(key, figure))
    for key, figure in found.biases.items():
        print(f"{_row(key, figure)}; not part of a skill")
    why: dict[str, list[str]] = {}
    for key, reason in found.missing.items():
        why.setdefault(reason, []).append(key)
    for reason, keys in why.items():
        print(f"as in {profile}: {', '.join(keys)} ({reason})")
    if out is not None:
        print(printable(f"the hands are in {out}, for skill {profile}"))


def _row(key: str, figure: Figure) -> str:
    interval = figure.interval
    slips = f", {figure.left_out} left out" if figure.left_out else ""
    bounds = f"({interval.low:.4g} to {interval.high:.4g})"
    return f"{key:24} {interval.estimate:10.4g}  {bounds:20}  {figure.count} {figure.what}{slips}"
