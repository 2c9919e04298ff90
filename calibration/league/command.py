"""The work of `league table`: the table as text, as JSON, or as a page."""

from __future__ import annotations

import json

from calibration.league.page import league_page
from calibration.league.table import read_table
from calibration.league.words import table_lines
from calibration.options import LeagueTableOptions
from sim.batch.store_format import store_files
from sim.file_kinds import PAGE
from sim.files import check_outputs, write_whole
from sim.language import _
from sim.untrusted_text import printable


def league_table_command(given: LeagueTableOptions) -> None:
    """Print the table of a league, and write its page if that is asked for. Raises InputError."""
    check_outputs({"--out": (given.out, PAGE)}, {"STORE.sqlite": store_files(given.store)})
    found = read_table(given.store, given.anchor)
    if given.out is not None:
        write_whole(given.out, league_page(found))
    if given.as_json:
        print(json.dumps(found.to_json(), allow_nan=False))
        return
    for line in table_lines(found):
        print(printable(line))
    if given.out is not None:
        print(printable(_("{path} shows it.", path=given.out)))
