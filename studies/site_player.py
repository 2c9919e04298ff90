"""Put a stretch of a match with its player on the site, as `mkdocs build` makes it (mkdocs.yml names this file)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

from scenes.export.page.page import take, written
from scenes.watch import _open
from scenes.window.window import NoDrawingError
from sim.bots.words import seated_with_bots
from sim.configuration import load_configuration, usual_players
from sim.files import write_whole

NAME = "match.html"
GAME, SEED = "riff-raff", 8
STRETCH_S = 485.0, 530.0
"""A stretch of that match in which much falls and some is caught."""
SIZE = 960, 540


def on_post_build(config: Mapping[str, object]) -> None:
    """Write the page into the site that was built."""
    path = Path(str(config["site_dir"])) / NAME
    configuration = load_configuration(GAME)
    seats, bots = seated_with_bots(usual_players(configuration), GAME)
    match = partial(_open, configuration, seats, bots, 1, {}, SEED)
    try:
        taken = take(match(SEED), SIZE, lambda _words: None, stretch_s=STRETCH_S)
    except NoDrawingError as problem:
        raise SystemExit(f"{path}: cannot be made here, because {problem}.") from problem
    write_whole(path, written(taken, "", NAME))
