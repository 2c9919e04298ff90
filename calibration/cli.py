"""The verbs that measure. Each verb imports its work when it is called, so that --help stays fast."""

from __future__ import annotations

import typer

from calibration import options
from sim.verbs import Page, group, verb, verbs_app

app = verbs_app()
study = group("Measure what the physics and the people are worth.")
fit = group("Fit a ship or people to measurements of your own.")
suite = group("Score bots on Yardarm-40, a suite of tasks.")
league = group("Rank bots by matches that anybody can play again.")

_STORE = "yardarm simulate riff-raff --matches 2 --players child:random,child:random --profile draft --out runs.sqlite"


@verb(
    app,
    "yardarm report runs.sqlite --out runs.html",
    "yardarm report runs.sqlite --out compared.html --against tuned.sqlite",
    "yardarm report runs.sqlite --csv tables",
    page=Page(run=(_STORE, "yardarm report runs.sqlite --csv tables"), guides=("reports.md", "batch.md")),
)
def report(given: options.ReportOptions) -> None:
    """Report what a store holds: a page with pictures, tables, or JSON."""
    if given.out is None and given.csv is None and given.parquet is None and not given.as_json:
        raise typer.BadParameter("expected --out FILE.html, --csv DIR, --parquet DIR or --json")
    from calibration.reports.command import report_command

    report_command(given)


@verb(
    study,
    "yardarm study ladder --matches 60",
    "yardarm study ladder zigzag --matches 200",
    page=Page(run=("yardarm study ladder zatre --matches 2",), guides=("strategies.md", "zatre.md", "zigzag.md")),
)
def ladder(given: options.LadderOptions) -> None:
    """Let skill profiles or strategies meet, and see whether it pays."""
    from calibration.studies.ladders import ladder_command

    ladder_command(given)


@verb(
    fit,
    "yardarm fit ship sway.csv --out ship.toml",
    page=Page(
        run=("yardarm lab sway --duration-s 10 --csv sway.csv", "yardarm fit ship sway.csv --out ship.toml"),
        guides=("fit.md",),
    ),
)
def ship(given: options.FitShipOptions) -> None:
    """Fit frequency and friction to a ship that was let go."""
    from calibration.fit.ship_command import ship_command

    ship_command(given)


@verb(
    fit,
    "yardarm fit reactions trials.csv --condition simple --out people.toml",
    page=Page(
        run=(
            "echo person,rt_ms,correct,condition > trials.csv",
            "for n in $(seq 120); do echo p$((n % 3)),$((250 + n * n % 97 + n % 7 * 20)),1,simple; done >> trials.csv",
            "yardarm fit reactions trials.csv --out people.toml",
        ),
        guides=("fit.md", "people.md"),
    ),
)
def reactions(given: options.FitReactionsOptions) -> None:
    """Fit reaction times, condition by condition."""
    from calibration.fit.reactions_command import reactions_command

    reactions_command(given)


@verb(
    fit,
    "yardarm fit throws throws.csv --skill skilled --out hand.toml",
    page=Page(
        run=(
            "echo speed,elevation_deg,azimuth_deg > throws.csv",
            "for n in $(seq 40); do echo $((5 + n % 3)),$((40 + n % 5)),$((n % 7)); done >> throws.csv",
            "yardarm fit throws throws.csv --skill skilled --out hand.toml",
        ),
        guides=("fit.md", "people-zack.md"),
    ),
)
def throws(given: options.FitThrowsOptions) -> None:
    """Fit the scatter of a throwing hand."""
    from calibration.fit.throws_command import throws_command

    throws_command(given)


@verb(
    fit,
    "yardarm fit play hands.jsonl --out carla.toml",
    "yardarm fit play evening.jsonl --who Anne --as skilled --json",
    page=Page(
        run=(
            "yardarm watch riff-raff --players casual,child --profile draft --text --record match.jsonl",
            "yardarm fit play match.jsonl --who Anne --json",
        ),
        guides=("fit.md", "playing.md"),
    ),
)
def play(given: options.FitPlayOptions) -> None:
    """Fit the noise of a person's hands to recorded movements."""
    from calibration.fit.play_command import play_command

    play_command(given)


@verb(
    fit,
    "yardarm fit judgement --config brig.toml --out brig-learned.toml",
    page=Page(
        run=(
            "printf '[wood]\\nfriction = 0.45\\n' > rough.toml",
            "yardarm fit judgement --config rough.toml --matches 2 --tries 1 --profile draft --out learned.toml",
        ),
        guides=("strategies.md",),
    ),
)
def judgement(given: options.FitJudgementOptions) -> None:
    """Let bots learn where pieces fall on the ship of a preset."""
    from calibration.fit.judgement_command import judgement_command

    judgement_command(given)


@verb(
    study,
    "yardarm study sensitivity riff-raff --metric fall_rate --vary ship.ball_mass_g=60:200"
    " --vary wood.friction=0.2:0.5",
    page=Page(
        run=("yardarm study sensitivity zack --metric miss_rate --vary table.wins=1:2 --points 4 --matches 2",),
        guides=("tuning.md",),
    ),
)
def sensitivity(given: options.SensitivityOptions) -> None:
    """Ask which parameters matter."""
    from calibration.tuning.tornado import sensitivity_command

    sensitivity_command(given)


@verb(
    study,
    "yardarm study assumptions riff-raff --points 128 --matches 4 --profile draft --out open.html",
    "yardarm study assumptions zack --metric miss_rate --metric minutes --json",
    page=Page(
        run=("yardarm study assumptions zatre --metric minutes --players child,child --points 8 --matches 2",),
        guides=("assumptions.md", "tuning.md"),
    ),
)
def assumptions(given: options.AssumptionsOptions) -> None:
    """Ask what the assumed values leave open."""
    from calibration.assumptions.command import assumptions_command

    assumptions_command(given)


_LEAGUE = "yardarm league run zatre --players casual:random,casual:greedy,casual:sheet --pairs 2 --out zatre.sqlite"


@verb(
    league,
    "yardarm league run riff-raff --players casual:simple,casual:random,casual:@bot.py --pairs 6 --out league.sqlite",
    page=Page(run=(_LEAGUE,), guides=("league.md",)),
    name="run",
)
def league_run(given: options.LeagueRunOptions) -> None:
    """Let every two of some bots meet in mirrored pairs of matches."""
    from calibration.league.run import league_run_command

    league_run_command(given)


@verb(
    league,
    "yardarm league table league.sqlite --anchor casual:simple --out league.html",
    page=Page(run=(_LEAGUE, "yardarm league table zatre.sqlite --out zatre.html"), guides=("league.md",)),
    name="table",
)
def league_table(given: options.LeagueTableOptions) -> None:
    """Show how the bots of a league stand, with faults and time."""
    from calibration.league.command import league_table_command

    league_table_command(given)


@verb(
    league,
    "yardarm league verify league.sqlite --matches 20",
    page=Page(
        run=(_LEAGUE, "yardarm league verify zatre.sqlite --matches 4"),
        exits={1: "a match does not repeat; one line on standard output says what differs"},
        guides=("league.md",),
    ),
    name="verify",
)
def league_verify(given: options.LeagueVerifyOptions) -> None:
    """Play matches of a league again, and compare them bit for bit."""
    from calibration.league.verify import league_verify_command

    league_verify_command(given)


@verb(
    app,
    "yardarm tune riff-raff --target fall_rate=0.20+-0.02 --vary ship.ball_mass_g=60:200 --out preset.toml",
    page=Page(
        exits={3: "the targets were not met; one sentence on standard error says how near it came"},
        guides=("tuning.md", "presets.md"),
    ),
)
def tune(given: options.TuneOptions) -> None:
    """Find values at which a game meets its targets."""
    from calibration.tuning.command import tune_command

    raise typer.Exit(tune_command(given))


@verb(
    suite,
    "yardarm suite list --json",
    page=Page(run=("yardarm suite list",), guides=("suite.md",)),
    name="list",
)
def suite_list(given: options.SuiteListOptions) -> None:
    """List the templates of the suite."""
    from calibration.suite.command import list_command

    list_command(given)


@verb(
    suite,
    "yardarm suite run --bot simple --tasks 20",
    "yardarm suite run --bot @bot.py --kind cargo --against simple",
    page=Page(
        run=("yardarm suite run --bot simple --against random --template top-shared --tasks 2",),
        guides=("suite.md", "write-a-bot.md"),
    ),
    name="run",
)
def suite_run(given: options.SuiteRunOptions) -> None:
    """Score a bot on the tasks of the suite."""
    from calibration.suite.command import run_command

    run_command(given)


@verb(
    suite,
    "yardarm suite tasks top-shared --out top-shared.json",
    "yardarm suite tasks low-crowded --fold within --number 3 --part train --out train.json",
    page=Page(run=("yardarm suite tasks throw-far --tasks 1",), guides=("suite.md",)),
    name="tasks",
)
def suite_tasks(given: options.SuiteTasksOptions) -> None:
    """Write the tasks of a template as JSON."""
    from calibration.suite.command import tasks_command

    tasks_command(given)


app.add_typer(suite, name="suite")
app.add_typer(study, name="study")
app.add_typer(fit, name="fit")
app.add_typer(league, name="league")
