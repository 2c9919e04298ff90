"""The metrics of ZIGZAG: sets, announcements by kind, CONTREs, cards that several hands reach for; who wins.

Cards, announcements and CONTREs are clustered by match (sim/batch/figures.py). Matches are independent. A first box has
one subject a match; its time is counted in sets.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from sim.batch.ladder import MORE_THAN_HALF, Ladder, Measure, mean_ahead, spread
from sim.batch.metrics import figure_lines, matches_text, table_lines
from sim.batch.players import MINUTES, STANDING, WINS, by_profile
from sim.games.zigzag.rows import ANNOUNCE, CALLS, CONTRE, TAKE, MatchRow, RowCollector, TurnRow
from sim.games.zigzag.rules import Box, Card
from sim.language import N_, _, _n
from sim.metrics import (
    ANY_NUMBER,
    MATCHES,
    SECONDS,
    SHARE,
    By,
    Distribution,
    Event,
    Metric,
    MetricTable,
    PartCounts,
    Parts,
    Quantiles,
    Row,
    Seats,
    Summary,
    Total,
    by_seats,
    by_turns,
    by_turns_of_all,
    greatest_turn,
    named,
    per_match,
    per_seat,
    seats_of_profiles,
)
from sim.protocols import Configuration
from sim.report import TAIL, Bars, Chart, Curve, Dots, Sentence
from sim.seat import Seat
from sim.spec import MetricsPart
from sim.statistics import positive_mean
from sim.text_table import text_table

SENTENCES: tuple[Sentence, ...] = (
    N_(
        "Of the calls, {announcement_success} are right and {ticked_rate} tick a box; there are {contres_per_set} "
        "CONTREs in a set, of which {contre_success} are confirmed."
    ),
    N_(
        "Several hands reach for {contested_rate} of the cards that are taken from the cloth; of these, {tie_rate} "
        "are decided within 50 ms."
    ),
    N_("A set takes {set_seconds.mean} and {hands_per_set} hands; a match takes {sets.mean} sets and {minutes.mean}."),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Dots(N_("Calls by kind"), "announcements_per_set.call", N_("in a set")),
    Dots(N_("Calls that are right"), "announcement_success.call", N_("share of the calls"), few=True),
    Dots(N_("Calls by skill"), "announcement_success.profile", N_("calls that are right"), few=True),
    Dots(N_("CONTREs that are confirmed"), "contre_success.profile", N_("share of the CONTREs"), few=True),
    Bars(N_("How long a set lasts"), "set_seconds.distribution", N_("seconds"), N_("sets"), 10.0, 0.001, caption=TAIL),
    Curve(
        N_("How long nobody ticks a box"),
        "first_box.survival",
        N_("set of the match"),
        N_("matches without a box yet"),
        caption=N_("Kaplan and Meier's curve with its 95 % band."),
        step=True,
        few=True,
    ),
)
"""What a report draws."""


def _is_take(row: TurnRow) -> float:
    return float(row.kind == TAKE)


def _closeness(row: TurnRow) -> float | None:
    """Return how little time lies between two hands, the more the closer (ms)."""
    return None if row.gap_ms is None else -row.gap_ms


def _is_contested(row: TurnRow) -> float:
    """Count a card that several hands reached for."""
    return float(row.kind == TAKE and row.rivals > 0)


def _is_call(row: TurnRow) -> float:
    return float(row.kind == ANNOUNCE)


def _is_call_of(call: str, row: TurnRow) -> float:
    return float(row.kind == ANNOUNCE and row.call == call)


def _is_contre(row: TurnRow) -> float:
    return float(row.kind == CONTRE)


def _is_right(row: TurnRow) -> float:
    return float(bool(row.success))


def _hands(match: MatchRow) -> float:
    return match.hands


def _sets(match: MatchRow) -> float:
    return match.sets


def _first_box(match: MatchRow, turns: Sequence[TurnRow]) -> tuple[int, bool]:
    """Return the set in which the first box is ticked, or the last; and whether there is one."""
    ticks = [turn.set for turn in turns if turn.box is not None]
    return (ticks[0], True) if ticks else (max(1, match.sets), False)


def teams(seats: Sequence[Seat]) -> list[str]:
    """Return the names of each team's players, in the order of the first seats: partners sit opposite."""
    sides = len(seats) // 2
    return [f"{seats[n].name} + {seats[n + sides].name}" for n in range(sides)]


def _by_team(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    # The victory is shared out among seats; a team has the sum of its seats' shares.
    names = teams(seats)
    return ((team, math.fsum(match.victory[n :: len(names)]), 1.0) for n, team in enumerate(names))


_SUCCESS = (by_turns("call", N_("{label}, {part}"), parts=CALLS), by_profile())
CALLED = N_("calls in a set")
TABLE = MetricTable(
    entries=(
        Metric(
            "announcement_success",
            N_("calls that are right"),
            lambda row: _is_call(row) * _is_right(row),
            _is_call,
            by=_SUCCESS,
        ),
        Metric(
            "ticked_rate",
            N_("calls that tick a box"),
            lambda row: _is_call(row) * (row.box is not None),
            _is_call,
        ),
        Metric(
            "announcements_per_set",
            CALLED,
            _is_call,
            _sets,
            unit="",
            by=(by_turns_of_all("call", N_("{label}, {part}"), CALLS, "call"),),
            out_of_matches=True,
        ),
        Metric("contres_per_set", N_("CONTREs in a set"), _is_contre, _sets, unit="", out_of_matches=True),
        Metric(
            "contre_success",
            N_("CONTREs that are confirmed"),
            lambda row: _is_contre(row) * _is_right(row),
            _is_contre,
            by=(by_profile(),),
        ),
        Metric("contested_rate", N_("cards of the cloth that several hands reach for"), _is_contested, _is_take),
        Metric("tie_rate", N_("of these within 50 ms"), lambda row: row.tie, _is_contested),
        Metric(
            "takes_per_hand", N_("cards taken from the cloth in a hand"), _is_take, _hands, unit="", out_of_matches=True
        ),
        per_match("hands_per_set", N_("hands in a set"), _hands, _sets),
        per_match("signs_per_set", N_("signs in a set"), lambda match: match.signs, _sets),
        per_match("stopped_rate", N_("matches that the clock ended"), lambda match: match.stopped, unit=SHARE),
        *WINS,
        *STANDING,
        Metric(
            "set_seconds",
            N_("seconds of a set"),
            lambda row: row.ended * row.set_s,
            lambda row: row.ended,
            unit="s",
            spread=True,
        ),
        per_match("sets", N_("sets in a match"), _sets, spread=True),
        MINUTES,
        Distribution("set_seconds", 10.0),
        Metric(
            "gap_ms",
            N_("by how much the first hand is ahead at a card"),
            lambda row: row.gap_ms or 0.0,
            lambda row: row.gap_ms is not None,
            unit="ms",
            spread=True,
            within=ANY_NUMBER,
        ),
        Event("first_box", N_("first box ticked in a match"), N_("set"), _first_box),
    ),
    others=(
        *(
            Metric(
                f"announcements_by_call.{call}",
                f"{CALLED}, {call}",
                partial(_is_call_of, call),
                _sets,
                unit="",
                out_of_matches=True,
            )
            for call in CALLS
        ),
        per_match("bluffs_per_set", N_("bluffs in a set"), lambda match: match.bluffs, _sets),
        Metric("team_wins", N_("victories"), by=(By("team", N_("{label} of {part}"), _by_team, teams),), single=False),
        per_seat("boxes", N_("boxes ticked"), "boxes", by=(by_seats("seat", N_("{label} by {part}"), named),)),
    ),
    primary="announcement_success",
    printed={
        "matches": MATCHES,
        "sets_in_all": Total(_sets),
        "takes_in_all": Total(lambda match: match.takes),
        "minutes": Quantiles("minutes"),
        "sets": "sets",
        "set_seconds": Quantiles("set_seconds"),
        "hands_per_set": "hands_per_set",
        "stopped_rate": "stopped_rate",
        "announcement_success": "announcement_success",
        "announcement_success_by_call": Parts("announcement_success.call", unmet=True),
        "announcements_by_call": Parts("announcements_per_set.call", unmet=True),
        "announcements_per_set": "announcements_per_set",
        "ticked_rate": "ticked_rate",
        "contres_per_set": "contres_per_set",
        "contre_success": "contre_success",
        "contre_success_by_profile": Parts("contre_success.profile", seats_of_profiles, unmet=True),
        "contested_rate": "contested_rate",
        "tie_rate": "tie_rate",
        "first_gap_ms": "gap_ms",
        "takes_per_hand": "takes_per_hand",
        "signs_per_set": "signs_per_set",
        "bluffs_per_set": "bluffs_per_set",
        "wins": Parts("wins.seat"),
        "wins_by_team": Parts("team_wins.team"),
        "boxes": Parts("boxes.seat"),
        "seconds_simulated": Total(SECONDS.of, None),
    },
    until={
        "tie_rate": "tie_rate",
        "contested_rate": "contested_rate",
        "announcement_success": "announcement_success",
        "ticked_rate": "ticked_rate",
        "contre_success": "contre_success",
        "announcements_per_set": "announcements_per_set",
        **{f"announcements_by_call.{call}": f"announcements_by_call.{call}" for call in CALLS},
        "contres_per_set": "contres_per_set",
        "takes_per_hand": "takes_per_hand",
        "hands_per_set": "hands_per_set",
        "set_seconds": "set_seconds",
        "minutes": "minutes",
        "first_gap_ms": "gap_ms",
    },
    sentences=SENTENCES,
    charts=CHARTS,
    highlights=(greatest_turn(N_("The closest grab"), _closeness, N_("milliseconds between two hands: {}")),),
)


def to_text(summary: Summary) -> str:
    """Return the figures as text: a few lines and small tables."""
    counts = (
        matches_text(summary.matches),
        _n("{count} set", "{count} sets", summary.total("sets_in_all")),
        _n("{count} card taken from the cloth", "{count} cards taken from the cloth", summary.total("takes_in_all")),
    )
    text = summary.text
    lines = [
        ", ".join(counts) + _(" (95 % intervals)"),
        "",
        *figure_lines(
            (
                (_("minutes of a match"), text("minutes")),
                (_("seconds of a set"), text("set_seconds")),
                (_("sets in a match"), text("sets")),
                (_("hands in a set"), text("hands_per_set")),
                (_("matches ended by the clock"), text("stopped_rate")),
                (_("calls that are right"), text("announcement_success")),
                (_("calls that tick a box"), text("ticked_rate")),
                (_("CONTREs in a set"), text("contres_per_set", digits=2)),
                (_("CONTREs that are confirmed"), text("contre_success")),
                (_("cards taken in a hand"), text("takes_per_hand")),
                (_("of these for several hands"), text("contested_rate")),
                (_("of those within 50 ms"), text("tie_rate")),
                (_("signs in a set"), text("signs_per_set")),
            )
        ),
        "",
    ]
    rows = [("  " + _("team"), _("victories"), _("boxes ticked"))]
    seats = summary.seats
    sides = len(seats) // 2
    for number, team in enumerate(teams(seats)):
        people = dict.fromkeys(f"{_(seat.profile)}, {seat.strategy}" for seat in seats[number::sides])
        boxes = summary.text("boxes.seat", seats[number].name, 2)
        who = f"{team} ({'; '.join(people)})"
        rows.append((f"  {who}", summary.text("team_wins.team", team), boxes))
    lines += text_table(rows, "<>>", (50, 22, 16))
    lines += table_lines(
        summary,
        _("call"),
        14,
        ((_("in a set"), 20, "announcements_per_set.call", 2), (_("right"), 24, "announcement_success.call")),
        lambda call: call.replace("_", "-").upper(),
    )
    return "\n".join(lines)


def _values(_configuration: Configuration, _seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    return {
        "kind": (TAKE, ANNOUNCE, CONTRE),
        "card": [card.value for card in Card],
        "call": CALLS,
        "box": [f"{level}:{box.value}" for level in (1, 2) for box in Box],
    }


PART = MetricsPart(MatchRow, TurnRow, RowCollector, TABLE, to_text, _values)


# Matches end as shipped: at the first complete sheet, or when the table's clock runs out; then most boxes win.
LADDER = Ladder(
    game="zigzag",
    tables=("ABAB",),
    seating="Two against two, partners diagonal",
    measures=(
        mean_ahead("boxes_ahead", "boxes ahead", 24, lambda row: row.boxes, spread(2, " to ")),
        Measure(
            "minutes",
            "minutes",
            20,
            lambda meeting: (positive_mean(meeting.by_pair(lambda met: met.row.simulated_s / 120)),),
            spread(1, "-"),
        ),
    ),
    goal=MORE_THAN_HALF,
)
"""Which players meet in `study ladder`, and what is measured."""
