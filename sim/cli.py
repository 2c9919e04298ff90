"""The verbs of the headless room, and the options and the work of each."""

from sim import options
from sim.verbs import Verb

GROUPS = {
    "lab": "Run one physical experiment, many times.",
    "bot": "Check external bots.",
}
VERBS = (
    Verb(
        "referee",
        "sim.referee:referee_command",
        options.RefereeOptions,
        "Judge a game through a pipe: a line of JSON in, a ruling out.",
        examples=("yardarm referee riff-raff < moves.jsonl",),
        run=('echo \'{"do": "state"}\' | yardarm referee riff-raff',),
        exits={1: "nobody reads the answers any more"},
        guides=("reference/referee.md",),
    ),
    Verb(
        "list",
        "sim.catalogue:list_command",
        options.ListOptions,
        "List the names that options take: games, pieces and more.",
        examples=("yardarm list strategies zack", "yardarm list figures riff-raff"),
        run=("yardarm list pieces riff-raff",),
        guides=("reference/figures.md", "reference/strategies.md"),
    ),
    Verb(
        "simulate",
        "sim.batch.simulate:simulate_command",
        options.SimulateOptions,
        "Play whole matches with bots, without a window, and sum them up.",
        examples=(
            "yardarm simulate riff-raff --matches 20 --players casual,skilled --seed 7",
            "yardarm simulate riff-raff --matches 10000 --jobs 4 --out runs.sqlite --until fall_rate=0.01",
        ),
        run=("yardarm simulate riff-raff --matches 2 --players child:random,child:random --profile draft --json",),
        guides=("how-to/many-matches.md", "reference/strategies.md", "explanation/people.md", "how-to/tune.md"),
        translated=True,
    ),
    Verb(
        "lab sway",
        "sim.lab.sway:sway_command",
        options.SwayOptions,
        "Heel the ship, let it go, and watch it swing.",
        examples=("yardarm lab sway --start-deg 10 --duration-s 20 --cargo 10:rat --csv sway.csv",),
        run=("yardarm lab sway --duration-s 4 --cargo 10:rat --csv sway.csv",),
        guides=("explanation/physics.md", "how-to/fit-measurements.md"),
    ),
    Verb(
        "lab place",
        "sim.lab.place:place_command",
        options.PlaceOptions,
        "Place one piece on one slot, many times, and count what falls.",
        examples=(
            "yardarm lab place --slot 10 --piece crate --aboard 6",
            "yardarm lab place --from-record examples/match.jsonl --turn 12 --piece rat",
        ),
        run=("yardarm lab place --slot 5 --piece sailor --cargo 8:barrel,10:crate --trials 4 --json",),
        guides=("explanation/physics.md", "explanation/people.md", "how-to/watch-several-and-films.md"),
    ),
    Verb(
        "lab pile",
        "sim.lab.pile:pile_command",
        options.PileOptions,
        "Let a pile of bricks stand or fall.",
        examples=("yardarm lab pile examples/bricks.csv --table-half-width-mm 30 --remove weight",),
        run=(
            "printf 'id,x_mm,y_mm,angle_rad,width_mm,height_mm\\n0,0,10,0,60,20\\n1,20,30,0,60,20\\n' > bricks.csv",
            "yardarm lab pile bricks.csv --remove 0 --runs 3",
        ),
        guides=("explanation/physics.md",),
    ),
    Verb(
        "lab impact",
        "sim.lab.impact:impact_command",
        options.ImpactOptions,
        "Throw a body at the table: its motion before and after.",
        examples=(
            "yardarm lab impact --speed-mm-s 800 --descent-deg 60",
            "yardarm lab impact impacts.csv --fit",
        ),
        run=("yardarm lab impact --speed-mm-s 800 --descent-deg 60",),
        guides=("explanation/physics.md",),
    ),
    Verb(
        "lab fall",
        "sim.lab.fall:fall_command",
        options.FallOptions,
        "Let sheets of paper or card fall, and report how.",
        examples=("yardarm lab fall --length-mm 63.5 --width-mm 88.9 --areal-density-gsm 320 --height-mm 1500",),
        run=("yardarm lab fall --length-mm 63.5 --areal-density-gsm 320 --count 5",),
        guides=("explanation/physics.md",),
    ),
    Verb(
        "lab throw",
        "sim.lab.throw:throw_command",
        options.ThrowOptions,
        "Throw a card at the bowl, many times, and count what lands in it.",
        examples=("yardarm lab throw --player child --distance-mm 550 --trials 2000",),
        run=("yardarm lab throw --player child --distance-mm 550 --trials 20 --json",),
        guides=("explanation/physics.md", "explanation/people.md"),
    ),
    Verb(
        "bot check",
        "sim.batch.bot_check:bot_check_command",
        options.BotCheckOptions,
        "Check that a bot answers by the rules, in time, and repeatably.",
        examples=(
            "yardarm bot check @examples/bot.py --game zatre",
            "yardarm bot check '!./engine --fast'",
        ),
        run=(
            "printf 'def act(question):\\n    return question.legal[0]\\n' > bot.py",
            "yardarm bot check @bot.py --game zatre --matches 1",
        ),
        exits={1: "a check does not hold"},
        guides=("tutorials/write-a-bot.md", "reference/bot-protocol.md", "how-to/bots-in-another-process.md"),
    ),
)
