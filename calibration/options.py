"""The options of the verbs that measure, declared once (as in sim/options.py)."""

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sim import options
from sim.language import Wording
from sim.refusals import either
from sim.spec import GAMES
from sim.verbs import MOST, written

Vary = Annotated[
    list[str] | None,
    typer.Option("--vary", metavar="PARAMETER=LOW:HIGH", help="A number that may change; repeatable."),
]
Target = Annotated[
    list[str] | None,
    typer.Option(
        "--target",
        metavar="METRIC=VALUE[+-TOLERANCE]",
        help="The value that a figure must have (=, <, >); repeatable.",
    ),
]
Skill = Annotated[
    Literal["child", "casual", "skilled", "all"], typer.Option("--skill", help="Whose values the preset replaces.")
]
Tries = Annotated[int, typer.Option("--tries", min=1, metavar="K", help="Placements that are tried on each ship.")]
Out = Annotated[
    Path | None, typer.Option("--out", metavar="PRESET.toml", help="Write the result as a preset for --config.")
]
Anyway = Annotated[
    bool,
    typer.Option("--anyway", help="Write the preset even if the fit is doubtful or failed, with the verdict in it."),
]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="COLUMN=VALUE", help='Only rows such as "run=2"; repeatable.'),
]
Units = Annotated[
    list[str] | None,
    typer.Option("--unit", metavar="UNIT", help="A unit that no column names, or names wrongly; repeatable."),
]
Person = Annotated[str | None, typer.Option("--person", metavar="COLUMN", help="The column of the people.")]


def _measurements(metavar: str, help_text: str) -> Any:
    """Return typer's declaration of the file to fit."""
    return typer.Argument(metavar=metavar, help=help_text)


def counters(jobs: int | None, matches: int) -> int:
    """Return the number of processes that count a run: a thousand matches take as long as starting one."""
    return options.workers(jobs, matches // 500)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportOptions:
    store: Annotated[Path, typer.Argument(metavar="STORE.sqlite", help="A store written by simulate --out.")]
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.html", help="Write a page with figures and pictures.")
    ] = None
    against: Annotated[
        Path | None, typer.Option("--against", metavar="OTHER.sqlite", help="Compare it with this store.")
    ] = None
    csv: Annotated[
        Path | None,
        typer.Option("--csv", metavar="DIR", help="Write figures, runs, matches and turns as .csv into this folder."),
    ] = None
    decimal: options.DecimalSign = "."
    parquet: Annotated[
        Path | None,
        typer.Option("--parquet", metavar="DIR", help="Write runs, matches and turns as Parquet (needs pyarrow)."),
    ] = None
    run: Annotated[
        str | None, typer.Option("--run", metavar="KEY", help="Only this run of the store; otherwise all of them.")
    ] = None
    against_run: Annotated[
        str | None, typer.Option("--against-run", metavar="KEY", help="This run of the other store.")
    ] = None
    trials: Annotated[
        int,
        typer.Option(
            "--trials",
            min=0,
            max=10_000,
            metavar="N",
            help="With --against: at least N trials, or matches, of both designs under the same luck.",
            show_default=False,
        ),
    ] = 0
    jobs: Annotated[
        int | None,
        typer.Option(
            "--jobs",
            min=1,
            metavar="N",
            help="Processes that count; the result is always the same.",
            show_default="one a core; a few thousand matches are counted by one",
        ),
    ] = None
    brief: Annotated[bool, typer.Option("--brief", help="Only what a report begins with, on an A4 page.")] = False
    target: Target = None
    moments: Annotated[
        int | None,
        typer.Option(
            "--moments",
            min=0,
            max=12,
            metavar="N",
            help="At most N moments to watch in the page; each takes 15 s to draw.",
            show_default="0, with --brief 1",
        ),
    ] = None
    assumptions: options.Assumptions = None
    language: options.Language = None
    as_json: options.AsJson = False

    def __post_init__(self) -> None:
        if self.out is None and self.csv is None and self.parquet is None and not self.as_json:
            raise typer.BadParameter(Wording("expected --out FILE.html, --csv DIR, --parquet DIR or --json"))
        for flag, given in (("--moments", self.moments), ("--brief", self.brief)):
            if given and (self.out is None or self.against is not None):
                raise typer.BadParameter(
                    Wording("{flag}: expected --out FILE.html with it, and no --against", flag=flag)
                )
        if self.target and self.against is not None:
            raise typer.BadParameter(Wording("--target: expected no --against with it"))

    @property
    def most_moments(self) -> int:
        """The most moments in the page."""
        return int(self.brief) if self.moments is None else self.moments

    def workers(self, matches: int) -> int:
        """Return the number of processes that count a run."""
        return counters(self.jobs, matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderOptions:
    game: Annotated[
        str,
        typer.Argument(
            metavar="[GAME]", parser=options.a_game, autocompletion=options.games, help=f"{' or '.join(GAMES)}."
        ),
    ] = next(iter(GAMES), "")
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="N", help="Matches for each pairing.")] = 100
    bot: Annotated[
        str | None,
        typer.Option("--bot", metavar="P:BOT", help="Let an external bot meet every strategy of the game instead."),
    ] = None
    jobs: options.Jobs = None
    seed: options.Seed = options.DEFAULT_SEED
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that do the work."""
        return options.workers(self.jobs, self.matches)


LeagueStore = Annotated[Path, typer.Argument(metavar="STORE.sqlite", help="A store written by league run.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRunOptions:
    game: options.Game
    players: Annotated[
        tuple[str, ...],
        typer.Option(
            "--players",
            metavar="P,P,...",
            parser=options.player_names,
            help="Who meets whom: SKILL:STRATEGY, or an external bot such as casual:@bot.py.",
        ),
    ]
    pairs: Annotated[
        int,
        typer.Option(
            "--pairs",
            min=1,
            max=MOST,
            metavar="N",
            help="Mirrored pairs of matches for every two players.",
        ),
    ]
    out: Annotated[
        Path,
        typer.Option("--out", metavar="STORE.sqlite", help="The store; matches that it holds are not played again."),
    ]
    bot_time_s: options.BotTime = options.BOT_TIME_S
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            metavar="N",
            help="Make all seeds from this number, so that others can repeat the league.",
            show_default="drawn by chance",
        ),
    ] = None
    config: options.Config = None
    profile: options.Profile = "play"
    jobs: options.Jobs = None
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that play the matches."""
        count = len(self.players)
        return options.workers(self.jobs, self.pairs * count * (count - 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTableOptions:
    store: LeagueStore
    anchor: Annotated[
        str | None,
        typer.Option(
            "--anchor", metavar="P", help="This player is rated 1500.", show_default="the mean of all players is 0"
        ),
    ] = None
    out: Annotated[Path | None, typer.Option("--out", metavar="PAGE.html", help="Write a page with a picture.")] = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueVerifyOptions:
    store: LeagueStore
    matches: Annotated[
        int | None,
        typer.Option("--matches", min=1, metavar="K", help="Only K matches, drawn by --seed.", show_default="all"),
    ] = None
    jobs: options.Jobs = None
    seed: options.Seed = options.DEFAULT_SEED

    def workers_for(self, matches: int) -> int:
        """Return the number of processes that play that many matches."""
        return options.workers(self.jobs, matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class SensitivityOptions:
    game: options.Game
    metric: Annotated[str, typer.Option("--metric", metavar="METRIC", help="The figure, as tune knows it.")]
    vary: Vary = None
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Points tried, a power of two.")] = 32
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="K", help="Matches at each point.")] = 16
    players: options.Players = written(options.DEFAULT_PLAYERS, options.player_names)
    config: options.Config = None
    profile: options.Profile = "play"
    seed: options.Seed = options.DEFAULT_SEED
    jobs: options.Jobs = None
    out: Annotated[Path | None, typer.Option("--out", metavar="DIR", help="The folder for table and picture.")] = None
    decimal: options.DecimalSign = "."
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that do the work."""
        return options.workers(self.jobs, self.points * self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionsOptions:
    game: options.Game
    metric: Annotated[
        list[str] | None,
        typer.Option(
            "--metric", metavar="METRIC", help="A figure, as tune knows it; otherwise the headline figures; repeatable."
        ),
    ] = None
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Draws of all assumptions together.")] = (
        128
    )
    matches: Annotated[int, typer.Option("--matches", min=1, metavar="K", help="Matches at each draw.")] = 4
    given: Annotated[
        str | None,
        typer.Option(
            "--given",
            metavar="reports|FILE.toml",
            help="Weigh the draws by what people report: the shipped reports of the game, or a file of your own.",
        ),
    ] = None
    players: options.Players = written(options.DEFAULT_PLAYERS, options.player_names)
    config: options.Config = None
    profile: options.Profile = "play"
    seed: options.Seed = options.DEFAULT_SEED
    jobs: options.Jobs = None
    out: Annotated[Path | None, typer.Option("--out", metavar="PAGE.html", help="Write a page with pictures.")] = None
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that do the work."""
        return options.workers(self.jobs, self.points * self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class FitShipOptions:
    file: Annotated[Path, _measurements("SWAY.csv", "Times and angles of a swing, as a program wrote them.")]
    time: Annotated[str | None, typer.Option("--time", metavar="COLUMN", help="The column of times.")] = None
    angle: Annotated[
        str | None, typer.Option("--angle", metavar="COLUMN", help="The column of angles, or of a gyroscope's rates.")
    ] = None
    unit: Units = None
    xy: Annotated[
        str | None, typer.Option("--xy", metavar="X,Y", help="The columns of a position, instead of an angle.")
    ] = None
    pivot: Annotated[
        str | None,
        typer.Option("--pivot", metavar="X,Y|fit", help="Where the pivot is, in the unit of --xy; or fit, to find it."),
    ] = None
    fps: Annotated[
        float | None,
        options.number("--fps", "N", "Rows, or a column of frames, count pictures, at N a second.", low=1, high=1e5),
    ] = None
    where: Where = None
    out: Out = None
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE.png", help="Draw rows, fit and residuals (.png, .svg or .pdf)."),
    ] = None
    anyway: Anyway = False
    as_json: options.AsJson = False


_PHOTO_JPEG = "A JPEG: of the sheet with the pieces, or of pieces beside a bank card."


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureSheetOptions:
    out: Annotated[Path, typer.Option("--out", metavar="SHEET.pdf", help="The sheet.")]
    paper: Annotated[Literal["a4", "letter"], typer.Option("--paper", help="The size of the paper.")] = "a4"
    ground: Annotated[
        Literal["white", "blue"], typer.Option("--ground", help="White, or blue for pale and grey pieces.")
    ] = "white"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasurePieceOptions:
    files: Annotated[list[Path], _measurements("PHOTO..", _PHOTO_JPEG)]
    name: Annotated[
        list[str],
        typer.Option("--name", metavar="NAME", help="A piece; repeatable, row by row from the left as they lie."),
    ]
    depth_mm: Annotated[
        list[float] | None,
        typer.Option(
            "--depth-mm",
            metavar="D",
            min=options.LEAST_SIZE_MM,
            max=100.0,
            help="How far a piece rises from the table; once for all, or once for each piece.",
            show_default="needed unless --round",
        ),
    ] = None
    mass_g: Annotated[
        list[float] | None,
        typer.Option(
            "--mass-g",
            metavar="G",
            min=options.LIGHTEST_G,
            max=options.HEAVIEST_G,
            help="What a piece weighs, for the density of its wood; once for each piece.",
        ),
    ] = None
    card: Annotated[
        bool, typer.Option("--card", help="A bank card lies beside them: it checks the print, or replaces the sheet.")
    ] = False
    lathe: Annotated[bool, typer.Option("--round", help="The pieces were turned on a lathe and lie on their side.")] = (
        False
    )
    line_mm: Annotated[
        float, options.number("--line-mm", "L", "The printed length of the sheet's 100 mm line.", low=80, high=125)
    ] = 100.0
    out: Out = None
    overlay: Annotated[
        Path | None, typer.Option("--overlay", metavar="FILE.png", help="Draw the outlines over the photo.")
    ] = None
    as_json: options.AsJson = False

    def __post_init__(self) -> None:
        count = len(self.name)
        if len(set(self.name)) < count:
            raise typer.BadParameter(Wording("--name: expected a name once, found one twice"))
        for flag, given, counts in (
            ("--depth-mm", self.depth_mm, (0,) if self.lathe else (1, count)),
            ("--mass-g", self.mass_g, (0, count)),
        ):
            found = len(given or ())
            if found not in counts or not all(map(math.isfinite, given or ())):
                raise typer.BadParameter(
                    Wording(
                        "{flag}: expected {counts} finite number(s) for {count} piece(s), found {found}",
                        flag=flag,
                        counts=either(map(str, dict.fromkeys(counts))),
                        count=count,
                        found=found,
                    )
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureShipOptions:
    file: Annotated[
        Path, _measurements("PHOTO", "A JPEG of the ship from the stern, before a plain pale ground, with a bank card.")
    ]
    out: Out = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureSwingOptions:
    file: Annotated[Path, _measurements("FILM", "A film of the ship that is let go: .mp4, .mov, .mkv, .webm or .avi.")]
    out: Annotated[Path, typer.Option("--out", metavar="SWAY.csv", help="Times and angles, for fit ship.")]
    still: Annotated[
        bool,
        typer.Option("--still", help="The phone stood still: the pivot's sticker is enough beside the masthead's."),
    ] = False
    overlay: Annotated[
        Path | None,
        typer.Option("--overlay", metavar="FILE.mp4", help="Draw the stickers and the angle over the film."),
    ] = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasureGameOptions:
    game: options.Game
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="PRESET.toml", help="The preset to write; in a terminal, the values are asked for."
        ),
    ] = None
    entries: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=READINGS", help="An entry, such as rod='152 151 +- 1'; repeatable."),
    ] = None
    presets: Annotated[
        list[Path] | None,
        typer.Option("--from", metavar="PRESET.toml", help="Take in what a fit or a photo found; repeatable."),
    ] = None
    sheet: Annotated[
        Path | None, typer.Option("--sheet", metavar="FILE.pdf", help="Print what is left to measure, to write on.")
    ] = None
    paper: Annotated[Literal["a4", "letter"], typer.Option("--paper", help="The size of the paper.")] = "a4"
    skill: Annotated[Literal["child", "casual", "skilled"], typer.Option("--skill", help="Who places and throws.")] = (
        "casual"
    )
    note: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="A note to keep with each value, such as whose copy it is.")
    ] = ""
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FitFrictionOptions:
    file: Annotated[
        Path, _measurements("TILTS.csv", "Tilts at which a piece slipped: column angle_deg, or rise_mm and board_mm.")
    ]
    out: Out = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FitReactionsOptions:
    file: Annotated[Path, _measurements("RT.csv", "Trials: people, conditions, reaction times, right or wrong.")]
    rt: Annotated[str | None, typer.Option("--rt", metavar="COLUMN", help="The column of reaction times.")] = None
    correct: Annotated[
        str | None, typer.Option("--correct", metavar="COLUMN", help="The column that says which answers were right.")
    ] = None
    person: Person = None
    condition: Annotated[
        str | None,
        typer.Option(
            "--condition",
            metavar="COLUMN|NAME",
            help="The column of conditions, or the only condition for the preset, as a simple reaction.",
        ),
    ] = None
    unit: Units = None
    where: Where = None
    out: Out = None
    skill: Skill = "casual"
    device_delay_ms: Annotated[
        float,
        options.number(
            "--device-delay-ms", "MS", "Delay of screen and keys, taken off mu in the preset.", low=0, high=1000
        ),
    ] = 0.0
    anyway: Anyway = False
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FitThrowsOptions:
    file: Annotated[
        Path, _measurements("THROWS.csv", "Speeds and directions, a row a throw; or scores of darts at the bull.")
    ]
    person: Person = None
    unit: Units = None
    where: Where = None
    out: Out = None
    skill: Skill = "casual"
    anyway: Anyway = False
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FitJudgementOptions:
    config: options.Config = None
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PRESET.toml", help="Write the preset with what bots learned on it.")
    ] = None
    matches: Annotated[int, typer.Option("--matches", min=2, metavar="N", help="Matches whose ships are tried.")] = 12
    tries: Tries = 6
    afresh: Annotated[bool, typer.Option("--afresh", help="Learn again, even if the cache has the result.")] = False
    profile: options.Profile = "play"
    jobs: options.Jobs = None
    seed: options.Seed = options.DEFAULT_SEED
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that do the work."""
        return options.workers(self.jobs, self.matches)


@dataclass(frozen=True, slots=True, kw_only=True)
class FitPlayOptions:
    files: Annotated[list[Path], _measurements("LOG.jsonl", "Hand logs of a person, or records of matches with a bot.")]
    who: Annotated[
        str | None, typer.Option("--who", metavar="NAME", help="Whose hands, if the files hold several people's.")
    ] = None
    profile: Annotated[
        Literal["child", "casual", "skilled", "all"] | None,
        typer.Option("--as", help="Whose values the preset replaces.", show_default="the person's own skill"),
    ] = None
    device_delay_ms: Annotated[
        float,
        options.number(
            "--device-delay-ms", "MS", "Delay of screen and mouse, taken off a log's reactions.", low=0, high=1000
        ),
    ] = 0.0
    out: Out = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TuneOptions:
    game: options.Game
    target: Target = None
    vary: Vary = None
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PRESET.toml", help="Write the preset; otherwise it is printed.")
    ] = None
    players: options.Players = written(options.DEFAULT_PLAYERS, options.player_names)
    config: options.Config = None
    profile: options.Profile = "play"
    seed: options.Seed = options.DEFAULT_SEED
    jobs: options.Jobs = None
    store: Annotated[
        Path | None, typer.Option("--store", metavar="STORE.sqlite", help="Keep every match and turn in this store.")
    ] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with what the store holds.")] = False
    max_matches: Annotated[
        int, typer.Option("--max-matches", min=1, metavar="M", help="Give up after this many matches.")
    ] = 5000
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page that shows the search.")
    ] = None
    steps: Annotated[
        bool, typer.Option("--steps", help="Print each step of the search as a line on standard error.")
    ] = False
    as_json: options.AsJson = False

    @property
    def workers(self) -> int:
        """The number of processes that do the work."""
        return options.workers(self.jobs, self.max_matches)


Fold = Annotated[
    Literal["within", "across", "hands"] | None,
    typer.Option("--fold", help="Split the tasks for learners: within templates, across them, or by hands."),
]
FoldNumber = Annotated[
    int | None,
    typer.Option("--number", min=0, max=9, metavar="K", help="Which of the ten folds.", show_default="0"),
]
FoldPart = Annotated[
    Literal["train", "test"] | None,
    typer.Option("--part", help="The tasks to learn from, or those to be scored on.", show_default="test"),
]
FirstTasks = Annotated[
    int | None,
    typer.Option("--tasks", min=1, metavar="N", help="Only the first N tasks of each template.", show_default="all"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteListOptions:
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteRunOptions:
    bot: Annotated[
        str,
        typer.Option(
            "--bot", metavar="BOT", help="random, simple, lookahead, @bot.py, package.module:Class or '!COMMAND'."
        ),
    ]
    against: Annotated[
        str | None, typer.Option("--against", metavar="BOT", help="Compare it with this bot, on the same tasks.")
    ] = None
    kind: Annotated[
        Literal["cargo", "throws", "table"] | None, typer.Option("--kind", help="Only templates of this kind.")
    ] = None
    template: Annotated[
        list[str] | None, typer.Option("--template", metavar="NAME", help="Only this template; repeatable.")
    ] = None
    tasks: FirstTasks = None
    fold: Fold = None
    number: FoldNumber = None
    part: FoldPart = None
    bot_time_s: options.BotTime = options.BOT_TIME_S
    times: Annotated[
        bool, typer.Option("--times", help="Print the processor time per decision, which differs from run to run.")
    ] = False
    jobs: options.Jobs = None
    seed: options.Seed = options.DEFAULT_SEED
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.json", help="Write what --json prints into this file.")
    ] = None
    as_json: options.AsJson = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteTasksOptions:
    template: Annotated[str, typer.Argument(metavar="TEMPLATE", help="A template of `suite list`.")]
    tasks: FirstTasks = None
    fold: Fold = None
    number: FoldNumber = None
    part: FoldPart = None
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE.json", help="Write them into this file.")] = None
