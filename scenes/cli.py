"""The verbs that show something, and the options and the work of each."""

from scenes import options
from sim.verbs import Verb

GROUPS: dict[str, str] = {}
VERBS = (
    Verb(
        "watch",
        "scenes.watch:watch_command",
        options.WatchOptions,
        "Watch bots play: in a window, or as text without a display.",
        examples=("yardarm watch riff-raff --players casual,skilled --speed 2", "yardarm watch --demo"),
        run=(
            "yardarm watch riff-raff --players child:random,child:random --profile draft --text --record match.jsonl",
        ),
        guides=("how-to/watch-several-and-films.md", "reference/strategies.md", "reference/keys.md"),
        translated=True,
    ),
    Verb(
        "play",
        "scenes.play.command:play_command",
        options.PlayOptions,
        "Play with the mouse, against bots and people who share it.",
        examples=(
            "yardarm play riff-raff --seats me,casual,skilled",
            "yardarm play riff-raff --practice --slot 10 --piece crate",
            "yardarm play examples/match.jsonl --from 2:00",
        ),
        guides=("how-to/play.md", "reference/keys.md"),
        translated=True,
    ),
    Verb(
        "experiment",
        "scenes.experiment.command:experiment_command",
        options.ExperimentOptions,
        "Run trials with a participant, who is asked for consent.",
        examples=("yardarm experiment examples/placement/trials.csv --participant P07 --out study",),
        guides=("how-to/run-an-experiment.md",),
        translated=True,
    ),
    Verb(
        "replay",
        "scenes.watch:replay_command",
        options.ReplayOptions,
        "Watch a recorded match again, or check that it repeats exactly.",
        examples=("yardarm replay examples/match.jsonl --verify",),
        run=(
            "yardarm watch riff-raff --players child:random,child:random --profile draft --text --record match.jsonl",
            "yardarm replay match.jsonl --verify",
        ),
        exits={1: "--verify: the record does not repeat exactly"},
        guides=("how-to/watch-several-and-films.md",),
        translated=True,
    ),
    Verb(
        "workshop",
        "scenes.workshop.command:workshop_command",
        options.WorkshopOptions,
        "Change a design in a window, and see how hard it becomes.",
        examples=(
            "yardarm workshop riff-raff",
            "yardarm workshop riff-raff --config family --out mine.toml",
        ),
        guides=("how-to/design-a-ship.md", "how-to/design-a-bowl.md"),
        translated=True,
    ),
)
