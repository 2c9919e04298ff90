"""The verbs that show something. Each imports its work when called: without a display, importing a window fails."""

from __future__ import annotations

import typer

from scenes import options
from sim.spec import GAMES
from sim.verbs import Page, verb, verbs_app

app = verbs_app()


@verb(
    app,
    "yardarm watch riff-raff --players casual,skilled --speed 2",
    page=Page(
        run=(
            "yardarm watch riff-raff --players child:random,child:random --profile draft --text --record match.jsonl",
        ),
        guides=("watching.md", "strategies.md", "presets.md"),
    ),
)
def watch(given: options.WatchOptions) -> None:
    """Watch bots play: in a window, or as text without a display."""
    from scenes.watch import watch_command

    watch_command(given)


@verb(
    app,
    "yardarm play riff-raff --seats me,casual,skilled",
    "yardarm play riff-raff --practice --slot 10 --piece crate",
    "yardarm play zigzag --practice --level 2",
    "yardarm play --resume match.jsonl",
    page=Page(guides=("playing.md", "zack-by-hand.md")),
)
def play(given: options.PlayOptions) -> None:
    """Play with the mouse, against bots and people who share it."""
    chosen = given.seats is not None or given.practice
    if given.text and given.practice:
        raise typer.BadParameter("--text: expected either --practice or --text, not both.")
    if given.game is None and (chosen or (given.text and given.resume is None)):
        raise typer.BadParameter(f"expected a game with it, {' or '.join(GAMES)}.", param_hint="GAME")
    forgotten = given.seed is not None or given.config is not None or given.tempo is not None or given.profile != "play"
    if given.resume is not None and (given.game is not None or chosen or forgotten):
        raise typer.BadParameter("the match and its players are in the file, so nothing else is chosen with --resume.")
    from scenes.play.command import play_command

    play_command(given)


@verb(
    app,
    "yardarm replay match.jsonl --verify",
    page=Page(
        run=(
            "yardarm watch riff-raff --players child:random,child:random --profile draft --text --record match.jsonl",
            "yardarm replay match.jsonl --verify",
        ),
        exits={1: "--verify: the record does not repeat exactly"},
        guides=("watching.md",),
    ),
)
def replay(given: options.ReplayOptions) -> None:
    """Watch a recorded match again, or check that it repeats exactly."""
    if given.verify:
        if given.export is not None or given.text or given.theatre:
            raise typer.BadParameter("--verify shows nothing, so it goes with none of --export, --text and --theatre.")
        from sim.match.replay import verify_command

        verify_command(given.file)
        return
    from scenes.watch import replay_command

    replay_command(given)


@verb(
    app,
    "yardarm workshop riff-raff",
    "yardarm workshop riff-raff --config family --out mine.toml",
    page=Page(guides=("designing.md", "presets.md", "tuning.md")),
)
def workshop(given: options.WorkshopOptions) -> None:
    """Change a design in a window, and see how hard it becomes."""
    from scenes.workshop.command import workshop_command

    workshop_command(given)
