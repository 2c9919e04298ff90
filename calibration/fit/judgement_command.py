"""The verb `fit judgement`: bots learn where pieces fall on the ship of a preset, and the preset then holds it.

What was learned is kept in the user's cache folder under a digest of all that it follows from, so that asking again
takes no time. It may be deleted at any time: learning again gives the same weights.
"""

from __future__ import annotations

import contextlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from calibration.fit.judgement import RECIPE, Learned, learn, section
from calibration.options import FitJudgementOptions
from sim.configuration import digest, preset_file, provenance, read_preset, versions
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs, is_file, output_folder, read_text, write_whole
from sim.games.riff_raff.bots.judgement import shipped_judgement
from sim.games.riff_raff.configuration import JUDGEMENT, RiffRaffConfiguration
from sim.games.riff_raff.configuration import load as load_riff_raff
from sim.measures import plain
from sim.toml_text import toml_text
from sim.untrusted_text import printable, read_json

_GAME = "riff-raff"


def unlearned(configuration: RiffRaffConfiguration) -> RiffRaffConfiguration:
    """Return the same design as bots meet it who know only the shipped one."""
    tree = {name: table for name, table in configuration.tree.items() if name != JUDGEMENT}
    return replace(configuration, judgement=shipped_judgement(), tree=tree)


def cache_file(configuration: RiffRaffConfiguration, seed: int, matches: int, tries: int) -> Path:
    """Return where the cache keeps what is learned from this; neither the file nor its folder need exist."""
    shipped = shipped_judgement()
    follows_from = {
        "design": configuration.tree,
        "profile": configuration.profile,
        "lesson": [seed, matches, tries, RECIPE],
        "shipped": [*shipped.own.tolist(), *shipped.others.tolist(), shipped.pieces],
        "versions": versions(),
    }
    return user_cache_path("yardarm", appauthor=False) / JUDGEMENT / f"{digest(follows_from)}.json"


def kept(file: Path) -> Learned | None:
    """Return what a file of the cache holds; None where there is none, or one that cannot be read."""
    if not is_file(file):
        return None
    try:
        return Learned.from_json(read_json(read_text(file)))
    except (InputError, ValueError, KeyError, TypeError):
        return None


def judgement_command(given: FitJudgementOptions) -> None:
    """Fit the judgement to a design, print it, and write the preset with it. Raises InputError."""
    check_outputs({"--out": (given.out, PRESET)}, {"--config": preset_file(_GAME, given.config)})
    configuration = unlearned(load_riff_raff(given.config, given.profile))
    file = cache_file(configuration, given.seed, given.matches, given.tries)
    learned = None if given.afresh else kept(file)
    if learned is None:
        learned = learn(configuration, given.seed, given.matches, given.tries, given.workers)
        with contextlib.suppress(InputError):
            output_folder(file.parent)
            write_whole(file, json.dumps(learned.to_json()))
    else:
        print(printable(f"yardarm: learned before, and kept in {file}; --afresh learns it again."), file=sys.stderr)
    what = f"{learned.placements} placements on the ships of {given.matches} matches"
    source = f"fit judgement: {what}, seed {given.seed}, profile {given.profile}"
    text = _preset(given.config, section(learned, source))
    if given.out is not None:
        write_whole(given.out, text)
    areas = {"own": learned.own.area, "others": learned.others.area}
    if given.as_json:
        answer = {
            "placements": learned.placements,
            "matches": given.matches,
            "area_under_curve": {name: None if area != area else round(area, 6) for name, area in areas.items()},
            JUDGEMENT: plain(section(learned, source), "learned"),
            "preset": None if given.out is None else str(given.out),
            **provenance(configuration, given.seed),
        }
        print(json.dumps(answer, allow_nan=False))
        return
    print(f"{what}, seed {given.seed}, profile {given.profile}")
    areas_text = f"{areas['own']:.3f} (the piece itself), {areas['others']:.3f} (others)"
    print(f"area under the curve on matches not seen: {areas_text}")
    if given.out is not None:
        print(printable(f"the preset with the judgement is in {given.out}"))
    else:
        print(f"\nThe preset, which --out PRESET.toml writes:\n\n{text.rstrip()}")


def _preset(below: Path | None, learned: dict[str, Any]) -> str:
    """Return the preset that was learned on, with the judgement in it, as TOML."""
    tree = {} if below is None else read_preset(_GAME, below)
    return toml_text({**tree, JUDGEMENT: learned})
