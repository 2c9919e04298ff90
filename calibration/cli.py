"""The verbs that measure, and the options and the work of each."""

from calibration import options
from sim.verbs import Verb

_LEAGUE = "yardarm league run zatre --players casual:random,casual:greedy,casual:sheet --pairs 2 --out zatre.sqlite"
GROUPS = {
    "suite": "Score bots on Yardarm-40, a suite of tasks.",
    "study": "Study the physics, the people and the assumptions.",
    "measure": "Measure a game, with callipers, scale and phone.",
    "fit": "Fit a ship or people to measurements of your own.",
    "league": "Rank bots by matches that anyone can play again.",
}
VERBS = (
    Verb(
        "study ladder",
        "calibration.league.ladder:ladder_command",
        options.LadderOptions,
        "Let skills or strategies meet, and see whether the better wins.",
        examples=(
            "yardarm study ladder --matches 60",
            "yardarm study ladder zigzag --matches 200",
        ),
        run=("yardarm study ladder zatre --matches 2",),
        guides=("reference/strategies.md", "explanation/people.md"),
    ),
    Verb(
        "measure GAME",
        "calibration.measure.evening_command:game_command",
        options.MeasureGameOptions,
        "Guide an evening of measuring, from the table to a preset.",
        examples=(
            "yardarm measure riff-raff --sheet evening.pdf",
            "yardarm measure riff-raff --out table.toml",
            "yardarm measure zack --set distance=420+-20 --set bowl-length='19 cm' --out table.toml",
        ),
        run=("yardarm measure riff-raff --set crate='27.4 27.6' --out table.toml",),
        guides=("how-to/measure-an-evening.md",),
    ),
    Verb(
        "measure sheet",
        "calibration.measure.commands:sheet_command",
        options.MeasureSheetOptions,
        "Make the sheet that pieces are photographed on.",
        examples=(
            "yardarm measure sheet --out sheet.pdf",
            "yardarm measure sheet --paper letter --ground blue --out blue.pdf",
        ),
        run=("yardarm measure sheet --out sheet.pdf",),
        guides=("how-to/measure-with-a-phone.md",),
    ),
    Verb(
        "measure piece",
        "calibration.measure.commands:piece_command",
        options.MeasurePieceOptions,
        "Measure outlines of pieces in photos.",
        examples=(
            "yardarm measure piece bottle.jpg --name bottle --depth-mm 16.4 --mass-g 5.2 --out bottle.toml",
            "yardarm measure piece left.jpg right.jpg --name crate --name rat --depth-mm 24 --depth-mm 13",
        ),
        guides=("how-to/measure-with-a-phone.md", "how-to/design-a-ship.md"),
    ),
    Verb(
        "measure ship",
        "calibration.measure.commands:ship_command",
        options.MeasureShipOptions,
        "Measure yards and hull in a photo of the ship.",
        examples=("yardarm measure ship ship.jpg --out ship.toml",),
        guides=("how-to/measure-with-a-phone.md", "how-to/design-a-ship.md"),
    ),
    Verb(
        "measure swing",
        "calibration.measure.swing_command:swing_command",
        options.MeasureSwingOptions,
        "Read the angle of a swinging ship from a film.",
        examples=("yardarm measure swing swing.mp4 --out sway.csv --overlay check.mp4",),
        guides=("how-to/measure-with-a-phone.md", "how-to/fit-measurements.md"),
    ),
    Verb(
        "fit ship",
        "calibration.fit.ship_command:ship_command",
        options.FitShipOptions,
        "Fit frequency and friction to a ship that was let go.",
        examples=("yardarm fit ship examples/swing.csv --out ship.toml",),
        run=("yardarm lab sway --duration-s 10 --csv sway.csv", "yardarm fit ship sway.csv --out ship.toml"),
        guides=("how-to/fit-measurements.md",),
    ),
    Verb(
        "fit friction",
        "calibration.fit.friction_command:friction_command",
        options.FitFrictionOptions,
        "Fit the friction of wood to the tilts at which a piece slips.",
        examples=("yardarm fit friction tilts.csv --out wood.toml",),
        run=(
            "printf 'angle_deg\\n16.5\\n17.2\\n15.8\\n16.9\\n17.4\\n' > tilts.csv",
            "yardarm fit friction tilts.csv --out wood.toml",
        ),
        guides=("how-to/fit-measurements.md",),
    ),
    Verb(
        "fit reactions",
        "calibration.fit.reactions_command:reactions_command",
        options.FitReactionsOptions,
        "Fit reaction times, condition by condition.",
        examples=("yardarm fit reactions examples/trials.csv --condition simple --out people.toml",),
        run=(
            "echo person,rt_ms,correct,condition > trials.csv",
            "for n in $(seq 120); do echo p$((n % 3)),$((250 + n * n % 97 + n % 7 * 20)),1,simple; done >> trials.csv",
            "yardarm fit reactions trials.csv --out people.toml",
        ),
        guides=("how-to/fit-measurements.md", "explanation/people.md"),
    ),
    Verb(
        "fit throws",
        "calibration.fit.throws_command:throws_command",
        options.FitThrowsOptions,
        "Fit the scatter of a throwing hand.",
        examples=("yardarm fit throws examples/throws.csv --skill skilled --out hand.toml",),
        run=(
            "echo speed,elevation_deg,azimuth_deg > throws.csv",
            "for n in $(seq 40); do echo $((5 + n % 3)),$((40 + n % 5)),$((n % 7)); done >> throws.csv",
            "yardarm fit throws throws.csv --skill skilled --out hand.toml",
        ),
        guides=("how-to/fit-measurements.md", "explanation/people.md"),
    ),
    Verb(
        "fit play",
        "calibration.fit.play_command:play_command",
        options.FitPlayOptions,
        "Fit the noise of a person's hands to recorded movements.",
        examples=(
            "yardarm fit play examples/hands.jsonl --out carla.toml",
            "yardarm fit play examples/match.jsonl --who Anne --as casual --json",
        ),
        run=(
            "yardarm watch riff-raff --players casual,child --profile draft --text --record match.jsonl",
            "yardarm fit play match.jsonl --who Anne --json",
        ),
        guides=("how-to/fit-measurements.md", "how-to/play.md"),
    ),
    Verb(
        "fit judgement",
        "calibration.fit.judgement_command:judgement_command",
        options.FitJudgementOptions,
        "Let bots learn where pieces fall on the ship of a preset.",
        examples=("yardarm fit judgement --config brig --out brig-learned.toml",),
        run=(
            "printf '[wood]\\nfriction = 0.45\\n' > rough.toml",
            "yardarm fit judgement --config rough.toml --matches 2 --tries 1 --profile draft --out learned.toml",
        ),
        guides=("reference/strategies.md",),
    ),
    Verb(
        "study sensitivity",
        "calibration.tuning.tornado:sensitivity_command",
        options.SensitivityOptions,
        "Ask which parameters matter.",
        examples=(
            (
                "yardarm study sensitivity riff-raff --metric fall_rate --vary ship.ball_mass_g=60:200"
                " --vary wood.friction=0.2:0.5"
            ),
        ),
        run=("yardarm study sensitivity zack --metric miss_rate --vary table.wins=1:2 --points 4 --matches 2",),
        guides=("how-to/study-what-matters.md",),
    ),
    Verb(
        "study assumptions",
        "calibration.assumptions.command:assumptions_command",
        options.AssumptionsOptions,
        "Ask what the assumed values leave open.",
        examples=(
            "yardarm study assumptions riff-raff --points 128 --matches 4 --profile draft --out open.html",
            "yardarm study assumptions riff-raff --given reports --points 320 --out weighed.html",
            "yardarm study assumptions zack --metric miss_rate --metric minutes --json",
        ),
        run=("yardarm study assumptions zatre --metric minutes --players child,child --points 8 --matches 2",),
        guides=("explanation/physics.md", "how-to/study-what-matters.md"),
    ),
    Verb(
        "league run",
        "calibration.league.run:league_run_command",
        options.LeagueRunOptions,
        "Let every bot meet every other in mirrored pairs of matches.",
        examples=(
            (
                "yardarm league run riff-raff --players casual:simple,casual:random,casual:@examples/bot.py --pairs 6"
                " --out league.sqlite"
            ),
        ),
        run=(_LEAGUE,),
        guides=("how-to/run-a-league.md",),
        translated=True,
    ),
    Verb(
        "league table",
        "calibration.league.command:league_table_command",
        options.LeagueTableOptions,
        "Show how the bots of a league stand, with faults and time.",
        examples=("yardarm league table league.sqlite --anchor casual:simple --out league.html",),
        run=(_LEAGUE, "yardarm league table zatre.sqlite --out zatre.html"),
        guides=("how-to/run-a-league.md",),
        translated=True,
    ),
    Verb(
        "league verify",
        "calibration.league.verify:league_verify_command",
        options.LeagueVerifyOptions,
        "Play matches of a league again, and compare them bit for bit.",
        examples=("yardarm league verify league.sqlite --matches 20",),
        run=(_LEAGUE, "yardarm league verify zatre.sqlite --matches 4"),
        exits={1: "a match differs, or is missing, or the chain of matches is broken; standard output says which"},
        guides=("how-to/run-a-league.md",),
    ),
    Verb(
        "tune",
        "calibration.tuning.command:tune_command",
        options.TuneOptions,
        "Find values at which a game meets its targets.",
        examples=(
            "yardarm tune riff-raff --target fall_rate=0.20+-0.02 --vary ship.ball_mass_g=60:200 --out preset.toml",
        ),
        exits={3: "the targets were not met; a sentence on standard error says how close the search came"},
        guides=("how-to/tune.md", "reference/figures.md", "reference/parameters.md"),
    ),
    Verb(
        "suite list",
        "calibration.league.suite.command:list_command",
        options.SuiteListOptions,
        "List the templates of the suite.",
        examples=("yardarm suite list --json",),
        run=("yardarm suite list",),
        guides=("how-to/run-a-league.md",),
    ),
    Verb(
        "suite run",
        "calibration.league.suite.command:run_command",
        options.SuiteRunOptions,
        "Score a bot on the tasks of the suite.",
        examples=(
            "yardarm suite run --bot simple --tasks 20",
            "yardarm suite run --bot @examples/bot.py --kind cargo --against simple",
        ),
        run=("yardarm suite run --bot simple --against random --template top-shared --tasks 2",),
        guides=("how-to/run-a-league.md", "tutorials/write-a-bot.md"),
        translated=True,
    ),
    Verb(
        "suite tasks",
        "calibration.league.suite.command:tasks_command",
        options.SuiteTasksOptions,
        "Write the tasks of a template as JSON.",
        examples=(
            "yardarm suite tasks top-shared --out top-shared.json",
            "yardarm suite tasks low-crowded --fold within --number 3 --part train --out train.json",
        ),
        run=("yardarm suite tasks throw-far --tasks 1",),
        guides=("how-to/run-a-league.md",),
    ),
)
