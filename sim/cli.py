"""The verbs of the headless room. Each verb imports its work when it is called, so that --help stays instant."""

from __future__ import annotations

import sys

import typer

from sim import options
from sim.errors import InputError
from sim.verbs import Page, group, verb, verbs_app

app = verbs_app()
lab = group("One physical experiment, many times.")
bot = group("Check external bots.")


@verb(
    app,
    "yardarm referee riff-raff < moves.jsonl",
    page=Page(
        run=('echo \'{"do": "state"}\' | yardarm referee riff-raff',),
        exits={1: "nobody reads the answers any more"},
        guides=("referee.md",),
    ),
)
def referee(given: options.RefereeOptions) -> None:
    """Judge a game through a pipe: a line of JSON in, a ruling out."""
    from sim.referee.pipe import serve

    for name, stream in (("input", sys.stdin), ("output", sys.stdout)):
        if stream is None:
            raise InputError(f"referee: standard {name} is closed, expected lines to rule on and a place for answers.")
    raise typer.Exit(serve(given.game, sys.stdin.buffer, sys.stdout))


@verb(
    app,
    "yardarm simulate riff-raff --matches 20 --players casual,skilled --seed 7",
    "yardarm simulate riff-raff --matches 10000 --jobs 4 --out runs.sqlite --until fall_rate=0.01",
    page=Page(
        run=("yardarm simulate riff-raff --matches 2 --players child:random,child:random --profile draft --json",),
        guides=("batch.md", "strategies.md", "people.md", "presets.md"),
    ),
)
def simulate(given: options.SimulateOptions) -> None:
    """Play whole matches with bots, without a window, and sum them up."""
    from sim.batch.simulate import simulate_command

    simulate_command(given)


@verb(
    lab,
    "yardarm lab sway --start-deg 10 --duration-s 20 --cargo 10:rat --csv sway.csv",
    page=Page(run=("yardarm lab sway --duration-s 4 --cargo 10:rat --csv sway.csv",), guides=("physics.md", "fit.md")),
)
def sway(given: options.SwayOptions) -> None:
    """Heel the ship, let it go, and watch it swing."""
    from sim.lab.sway import sway_command

    sway_command(given)


@verb(
    lab,
    "yardarm lab place --slot 5 --piece sailor --cargo 8:barrel,10:crate --trials 200",
    "yardarm lab place --from-record match.jsonl --turn 12 --piece rat",
    page=Page(
        run=("yardarm lab place --slot 5 --piece sailor --cargo 8:barrel,10:crate --trials 4 --json",),
        guides=("physics.md", "people.md", "watching.md"),
    ),
)
def place(given: options.PlaceOptions) -> None:
    """Place one piece on one slot, many times, and count what falls."""
    from sim.lab.place import place_command

    place_command(given)


@verb(
    lab,
    "yardarm lab pile bricks.csv --friction 0.5 --remove 0 --json",
    page=Page(
        run=(
            "printf 'id,x_mm,y_mm,angle_rad,width_mm,height_mm\\n0,0,10,0,60,20\\n1,20,30,0,60,20\\n' > bricks.csv",
            "yardarm lab pile bricks.csv --remove 0 --runs 3",
        ),
        guides=("validation-contact.md",),
    ),
)
def pile(given: options.PileOptions) -> None:
    """Let a pile of bricks stand or fall."""
    from sim.lab.pile import pile_command

    pile_command(given)


@verb(
    lab,
    "yardarm lab impact --speed-mm-s 800 --descent-deg 60",
    "yardarm lab impact impacts.csv --fit",
    page=Page(run=("yardarm lab impact --speed-mm-s 800 --descent-deg 60",), guides=("validation-contact.md",)),
)
def impact(given: options.ImpactOptions) -> None:
    """Throw a body at the table: its motion before and after."""
    from sim.lab.impact import impact_command

    impact_command(given)


@verb(
    lab,
    "yardarm lab fall --length-mm 63.5 --width-mm 88.9 --areal-density-gsm 320 --height-mm 1500",
    page=Page(run=("yardarm lab fall --length-mm 63.5 --areal-density-gsm 320 --count 5",), guides=("air.md",)),
)
def fall(given: options.FallOptions) -> None:
    """Let sheets of paper or card fall, and report how."""
    from sim.lab.fall import fall_command

    fall_command(given)


@verb(
    lab,
    "yardarm lab throw --player child --distance-mm 550 --trials 2000",
    page=Page(
        run=("yardarm lab throw --player child --distance-mm 550 --trials 20 --json",),
        guides=("bowl.md", "people-zack.md"),
    ),
)
def throw(given: options.ThrowOptions) -> None:
    """Throw a card at the bowl, many times, and count what lands in it."""
    from sim.lab.throw import throw_command

    throw_command(given)


@verb(
    bot,
    "yardarm bot check @bot.py --game zatre",
    "yardarm bot check '!./engine --fast'",
    page=Page(
        run=(
            "printf 'def act(question):\\n    return question.legal[0]\\n' > bot.py",
            "yardarm bot check @bot.py --game zatre --matches 1",
        ),
        exits={1: "a check does not hold"},
        guides=("write-a-bot.md",),
    ),
)
def check(given: options.BotCheckOptions) -> None:
    """Check that a bot answers by the rules, in time, and repeatably."""
    from sim.batch.bot_check import bot_check_command

    bot_check_command(given)


app.add_typer(lab, name="lab")
app.add_typer(bot, name="bot")
