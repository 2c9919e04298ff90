"""Open a window: `watch` and `play`, as the verbs of these names do."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from scenes.options import PlayOptions, ReplayOptions, WatchOptions
from scenes.spec import scenes_of
from sim.bots.words import TIME_S
from sim.errors import InputError
from sim.refusals import one_of
from sim.untrusted_text import quoted
from yardarm.configurations import Config, as_file
from yardarm.replays import Replay, Size
from yardarm.words import Players, Profile, checked_as, checked_size, checked_value, words_of

_SIZE = 1280, 720


@checked_as(WatchOptions)
def watch(
    game: str | Replay,
    players: Players = None,
    *,
    speed: float = 1.0,
    grid: int | None = None,
    theatre: bool = False,
    thoughts: bool = False,
    text: bool = False,
    size: Size = _SIZE,
    seed: int | None = None,
    config: Config = None,
    profile: Profile = "play",
    record: str | Path | None = None,
    bot_time_s: float = TIME_S,
) -> None:
    """Show bots, or a recorded match, in a window until it is closed. Raises InputError.

    Without a display the match is printed as text, as with `text`. grid: 2, 4, 6 or 9 matches at once. theatre:
    dramatic moments only. thoughts: what hands intended and bots weighed. seed: None begins shortly before something
    happens. record: a file for the record of the match.

        >>> import yardarm as ya
        >>> ya.watch("zatre", ["casual:random", "casual:random"], text=True)
        The match is shown as text.
        ...
    """
    from scenes.watch import replay_command, watch_command

    if isinstance(game, Replay):
        _refuse_choices(players=players, grid=grid, seed=seed, config=config, record=record)
        replay_command(
            ReplayOptions(
                file=game.record.path,
                speed=speed,
                size=checked_size(size),
                theatre=theatre,
                thoughts=thoughts,
                text=text,
            )
        )
        return
    with as_file(game, config) as file:
        watch_command(
            WatchOptions(
                game=game,
                players=None if players is None else tuple(words_of(players)),
                bot_time_s=bot_time_s,
                speed=speed,
                size=checked_size(size),
                grid=grid,
                theatre=theatre,
                thoughts=thoughts,
                record=None if record is None else Path(record),
                text=text,
                seed=seed,
                config=file,
                profile=profile,
            )
        )


@checked_as(PlayOptions)
def play(
    game: str,
    seats: Players = None,
    *,
    practice: bool | Mapping[str, object] = False,
    text: bool = False,
    size: Size = _SIZE,
    tempo: Literal["grows", "beginner", "expert"] | None = None,
    seed: int | None = None,
    config: Config = None,
    profile: Profile = "play",
    record: str | Path | None = None,
    bot_time_s: float = TIME_S,
) -> None:
    """Open a window to play in with the mouse, until it is closed. Raises InputError.

    seats: such as `["me", "casual"]`; None: a menu asks. practice: attempt after attempt, of what is given, such as
    `{"slot": 10, "piece": "crate"}`. text: in the terminal, where no hand is needed. record: a file for the record.

        >>> import yardarm as ya
        >>> ya.play("zatre", ["casual", "casual"])
        Traceback (most recent call last):
        sim.errors.InputError: seats: expected a person at the table, such as me,casual; bots alone are for watch.
    """
    from scenes.play.command import play_command

    with as_file(game, config) as file:
        play_command(
            PlayOptions(
                game=game,
                seats=None if seats is None else tuple(words_of(seats, "seats")),
                practice=practice is not False,
                practised=_practised(game, practice) if isinstance(practice, Mapping) else {},
                text=text,
                size=checked_size(size),
                tempo=tempo,
                seed=seed,
                config=file,
                profile=profile,
                record=None if record is None else Path(record),
                bot_time_s=bot_time_s,
            )
        )


def _practised(game: str, chosen: Mapping[str, object]) -> Mapping[str, object]:
    """Return what is practised, checked. Raises InputError."""
    options = scenes_of(game).practice
    strange = next((name for name in chosen if name not in options), None)
    if strange is not None:
        raise InputError("practice: {one_of}.", one_of=one_of(strange, options))
    return {
        name: checked_value(name, value, options[name].kind, options[name].low, options[name].high)
        for name, value in chosen.items()
    }


def _refuse_choices(**chosen: object) -> None:
    """Refuse what a record says by itself. Raises InputError."""
    for name, value in chosen.items():
        if value is not None:
            raise InputError(
                "{name}: expected none for a recorded match, found {value}.", name=name, value=quoted(value)
            )
