"""The verbs `watch` and `replay`: a window if there is one, else words; a picture if one is asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from scenes.match import OpenMatch
from sim.errors import InputError
from sim.games import game_of
from sim.matches.match import Match
from sim.matches.record import Recorder

if TYPE_CHECKING:
    from sim.configuration import Configuration
    from sim.matches.seats import Seat

SIZE = (1280, 720)


def watch_command(
    game: str,
    players: Sequence[str],
    speed: float,
    export: Path | None,
    seed: int,
    config: Path | None,
    profile: str,
    size: tuple[int, int] | None,
    record: Path | None,
    text: bool,
) -> None:
    """Let bots play and show it: in a window, as text, or drawn into a file. Raises InputError."""
    from sim.configuration import load_configuration
    from sim.matches.seats import seats_from

    if export is not None and text:
        raise InputError("--text: expected either --export or --text, not both.")
    _check_files(export, record)
    configuration = load_configuration(game, config, profile)
    seats = seats_from(players, game)
    recorder = None if record is None else Recorder.of(configuration, seats, seed)
    open_match = partial(_open, configuration, seats, recorder, seed)
    try:
        _show(open_match, game_of(game).title, seed, speed, export, size or SIZE, text)
    finally:
        if recorder is not None and record is not None:
            recorder.write(record)


def replay_command(file: Path, export: Path | None, speed: float, text: bool) -> None:
    """Show a recorded match. Raises InputError."""
    from sim.matches.replay import load_replay

    if export is not None and text:
        raise InputError("--text: expected either --export or --text, not both.")
    _check_files(export, None)
    first = load_replay(file)
    # Whatever seed is asked for next: a record holds one match, and it begins again.
    _show(lambda _seed: load_replay(file), first.title, first.seed, speed, export, SIZE, text)


def _open(
    configuration: Configuration, seats: tuple[Seat, ...], recorder: Recorder | None, recorded: int, seed: int
) -> Match:
    """The match of a seed; the one of the seed asked for is on record."""
    tell = recorder.tell if recorder is not None and seed == recorded else None
    match: Match = game_of(configuration.game).room("sim.matches").Match(configuration, seats, seed, tell)
    return match


def _check_files(export: Path | None, record: Path | None) -> None:
    """Refuse what cannot be written before anything is simulated."""
    from scenes.export import check_target, check_writable

    if export is not None:
        check_target(export)
    if record is not None:
        check_writable(record)


def _show(
    open_match: OpenMatch, title: str, seed: int, speed: float, export: Path | None, size: tuple[int, int], text: bool
) -> None:
    if export is not None:
        from scenes.export import export as write_picture

        write_picture(open_match(seed), export, size, speed)
        print(f"{export}: written.")
        return
    if text:
        _tell(open_match, seed, "The match is told as text.")
        return
    from scenes.window import NoDrawingError, open_window, run

    try:
        window = open_window(*size, caption=f"Yardarm: {title}, seed {seed}")
    except NoDrawingError as reason:
        sentence = str(reason)
        _tell(open_match, seed, f"{sentence[:1].upper()}{sentence[1:]}, so the match is told as text.")
        return
    from scenes.playback import Playback
    from scenes.watching import WatchScene
    from scenes.window import pixel_ratio

    try:
        scene = WatchScene(Playback(open_match, seed, speed), window.width, window.height, pixel_ratio(window))
        scene.attach(window)
    except BaseException:
        window.close()
        raise
    run(window, scene)


def _tell(open_match: OpenMatch, seed: int, first_line: str) -> None:
    from sim.matches.story import tell

    match = open_match(seed)
    assert isinstance(match, Match)
    print(first_line)
    tell(match, sys.stdout)
