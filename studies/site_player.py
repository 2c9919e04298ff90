"""Put a stretch of a match with its player on the site, as `mkdocs build` makes it (mkdocs.yml names this file)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from scenes.export.page.page import written
from scenes.export.page.taking import take
from scenes.window.window import NoDrawingError
from sim.configuration import load_configuration, usual_players
from sim.files import write_whole
from sim.match.seats import seats_from
from sim.spec import match_of

NAME = "match.html"
GAME, SEED = "riff-raff", 8
STRETCH_S = 485.0, 530.0
"""A stretch of that match in which much falls and some is caught."""
SIZE = 960, 540


def on_post_build(config: Mapping[str, object]) -> None:
    """Write the page into the site that was built."""
    path = Path(str(config["site_dir"])) / NAME
    configuration = load_configuration(GAME)
    match = match_of(GAME).open(configuration, seats_from(usual_players(configuration), GAME), SEED)
    try:
        taken = take(match, SIZE, lambda _words: None, stretch_s=STRETCH_S)
    except NoDrawingError as problem:
        raise SystemExit(f"{path}: cannot be made here, because {problem}.") from problem
    write_whole(path, written(taken, "", NAME))
