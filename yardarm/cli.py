"""The verbs that need the pictures of scenes and the figures of calibration, and the options and the work of each."""

from calibration.options import ReportOptions
from sim.verbs import Verb
from yardarm.options import ExportOptions

_STORE = "yardarm simulate riff-raff --matches 2 --players child:random,child:random --profile draft --out runs.sqlite"


GROUPS: dict[str, str] = {}
VERBS = (
    Verb(
        "report",
        "yardarm.site:report_command",
        ReportOptions,
        "Report what a store holds: a page with pictures, tables, or JSON.",
        examples=(
            "yardarm report examples/matches.sqlite --out matches.html --moments 2",
            "yardarm report runs.sqlite --brief --target fall_rate=15% --out brief.html",
            "yardarm report runs.sqlite --out compared.html --against tuned.sqlite",
        ),
        run=(_STORE, "yardarm report examples/matches.sqlite --csv tables"),
        guides=("how-to/report-and-compare.md", "how-to/many-matches.md"),
        translated=True,
    ),
    Verb(
        "export",
        "yardarm.site:export_command",
        ExportOptions,
        "Write a run or a league as pages for a site: plain files.",
        examples=(
            "yardarm export league.sqlite --out league",
            "yardarm export runs.sqlite --out site --matches 3,17",
        ),
        run=(_STORE, "yardarm export runs.sqlite --out site --most 0"),
        guides=("how-to/report-and-compare.md", "how-to/run-a-league.md"),
        translated=True,
    ),
)
