"""The digests of all tasks of Yardarm-40, for calibration/league/suite/published.py: `python -m studies.suite_digests`.

With names of templates, of these alone. It makes every task: some ten minutes of a processor in all.
"""

from __future__ import annotations

import sys

from calibration.league.suite.folds import template_of, templates
from sim.configuration import digest


def main(names: list[str]) -> None:
    """Print the digests of each template: of its first task, and of all."""
    for name in names or templates():
        template = template_of(name)
        digests = [digest(template.task(number).to_json()) for number in range(template.tasks)]
        print(f'"{name}": ("{digests[0]}", "{digest(digests)}"),', flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
