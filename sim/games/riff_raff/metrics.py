"""The metrics of Riff Raff: what falls, when, where and to whom; how long it lasts; who wins. And what a report says.

Attempts and turns are clustered by match (sim/batch/figures.py). Matches are independent. A shared victory counts 1/k
for each of its k winners; a seat's share of victories is the mean of these numbers over matches.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from textwrap import wrap

from sim.batch.ladder import MORE_THAN_HALF, Ladder, both_rates, mean_ahead, spread
from sim.batch.metrics import figure_lines, heading, matches_text, part_words, seat_lines, table_lines
from sim.batch.players import MINUTES, STANDING, WINS, by_profile, by_seat
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.rows import MatchRow, RowCollector, TurnRow
from sim.games.riff_raff.rules import STANDARD, Fate
from sim.games.riff_raff.tension import FIRST_FALL, HIGHLIGHTS, TENSE_HEEL_DEG, TENSION
from sim.language import N_, Composed, _, _n
from sim.metrics import (
    MATCHES,
    SECONDS,
    SHARE,
    By,
    Compared,
    Distribution,
    Ends,
    Event,
    Metric,
    MetricTable,
    PartCounts,
    Parts,
    Quantiles,
    Rankings,
    Row,
    Seats,
    Summary,
    Total,
    by_seats,
    by_turns,
    divided,
    named,
    per_match,
    per_seat,
    seats_of_profiles,
)
from sim.report import TAIL, Bars, Chart, Curve, Dots, Drawing, Extremes, Median, Sentence
from sim.seat import Seat
from sim.spec import MetricsPart

SENTENCES: tuple[Sentence, ...] = (
    N_(
        "An attempt drops something with a chance of {fall_rate}; "
        "{avalanche_rate} of the attempts bring down five pieces or more."
    ),
    *(
        Extremes(f"fall_rate_at_equal_cargo.{part}", f"fall_rate.{part}", words)
        for part, words in (
            ("slot", N_("Raw, whenever the slot was met")),
            ("piece", N_("Raw, whenever the piece was met")),
            ("profile", N_("Raw, in all attempts by that skill")),
        )
    ),
    Median(N_("Half of the matches have seen their first fall by attempt"), "first_fall.median"),
    N_("Of the pieces that fall, hands catch {catch_share}; when something falls, it is {pieces_per_fall} pieces."),
    N_(
        "A match takes {rounds.mean} rounds and {minutes.mean}; four of "
        "five take between {minutes.p10:1} and {minutes.p90:1} minutes."
    ),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Drawing("calibration.games.riff_raff.ship_drawing:ship_pictures"),
    Curve(
        N_("How long nothing falls"),
        "first_fall.survival",
        N_("attempt of the match"),
        N_("matches in which nothing has fallen yet"),
        caption=N_("Kaplan and Meier's curve with its 95 % band."),
        step=True,
        few=True,
    ),
    Curve(
        N_("When the first piece falls"),
        "first_fall.hazard",
        N_("attempt of the match"),
        N_("falls now, if not before"),
        caption=N_("The hazard: of the matches in which nothing has fallen yet."),
        few=True,
    ),
    Curve(
        N_("Falls, turn by turn"),
        "fall_rate.attempt",
        N_("attempt of the match"),
        N_("attempts that drop something"),
        caption=N_("Over all matches that last that long, whatever fell before."),
        few=True,
    ),
    Drawing("calibration.games.riff_raff.falls:first_falls_by_seat"),
    Dots(
        N_("Falls by slot"),
        "fall_rate.slot",
        N_("attempts that drop something"),
        caption=N_("Whenever a slot is used. The deck has the lowest numbers, the top yard the highest."),
    ),
    Dots(N_("Falls by piece"), "fall_rate.piece", N_("attempts that drop something")),
    Drawing("calibration.games.riff_raff.falls:falls_by_slot_and_piece"),
    Dots(
        N_("Falls by piece, at equal cargo"),
        "fall_rate_at_equal_cargo.piece",
        N_("attempts that drop something"),
        caption=N_("Each piece as if it were placed at the cargo aboard at which all pieces together are."),
    ),
    Dots(N_("Falls by round"), "fall_rate.round", N_("attempts that drop something"), few=True),
    Dots(N_("Falls by skill"), "fall_rate.profile", N_("attempts that drop something")),
    Bars(N_("Rounds in a match"), "rounds.distribution", N_("rounds"), N_("matches")),
    Bars(
        N_("From letting go to rest"), "settle_s.distribution", N_("seconds"), N_("attempts"), 0.25, 0.001, caption=TAIL
    ),
    Dots(N_("From letting go to rest, by slot"), "settle_s.slot", N_("seconds, mean")),
)
"""What a report draws."""


AVALANCHE = 5
"""The number of pieces that make a fall an avalanche."""
ENDINGS = ("emptied", "cards_spent")


def _fell(row: TurnRow) -> float:
    return float(row.fell)


def _first_fall(_match: MatchRow, turns: Sequence[TurnRow]) -> tuple[int, bool]:
    """Return the number of the first attempt in which anything falls, or else of the last, and whether it falls."""
    return next(((n, True) for n, turn in enumerate(turns, start=1) if turn.fell), (max(1, len(turns)), False))


def _turns_by_round(_metric: Metric, _match: Row, turns: Sequence[Row], _seats: Seats) -> PartCounts:
    """Yield for each turn its round and whether anything falls in it; a turn of two attempts counts once."""
    for (number, _turn), attempts in groupby(turns, lambda row: (row.round, row.turn)):
        yield number, float(any(row.fell for row in attempts)), 1.0


def _by_ending(_metric: Metric, match: Row, _turns: Sequence[Row], _seats: Seats) -> PartCounts:
    return ((ending, float(match.ending == ending), 1.0) for ending in ENDINGS)


def _piece_rank(piece: str) -> tuple[int, str]:
    """Return a key that sorts pieces as the box has them; those of a preset follow, by name."""
    return (_BOX.index(piece) if piece in _BOX else len(_BOX)), piece


def _slot_and_piece(row: TurnRow) -> str:
    return f"{row.slot}.{row.piece}"


def _slot_piece_rank(part: str) -> tuple[int, tuple[int, str]]:
    slot, _, piece = part.partition(".")
    return int(slot), _piece_rank(piece)


def _piece_on_slot(part: str) -> str:
    slot, _, piece = part.partition(".")
    return Composed(N_("{piece} on slot {slot}"), piece=piece.replace("_", " "), slot=slot)


_BOX = tuple(STANDARD.pieces)
_SLOT = by_turns("slot", N_("{label}, slot {part}"))
_PIECE = by_turns("piece", N_("{label}, {part}"), rank=_piece_rank)
_PROFILE = by_profile()
_ROUND = by_turns("round", N_("{label}, round {part}"))
FALL_RATE = Metric(
    "fall_rate",
    N_("attempts that drop something"),
    _fell,
    by=(_PROFILE, by_seat(), _SLOT, _PIECE, _ROUND),
)
AT_EQUAL_CARGO = Compared(
    "fall_rate_at_equal_cargo",
    N_("attempts that drop something, at equal cargo aboard"),
    FALL_RATE,
    by={
        _SLOT: Ends(N_("slot {}"), N_("drops most"), N_("drops least"), N_("which slot drops most and which least")),
        _PIECE: Ends(
            N_("the {}"),
            N_("leads to falls most"),
            N_("leads to falls least"),
            N_("which piece leads to falls most and which least"),
        ),
        _PROFILE: Ends("{}", N_("drops most"), N_("drops least"), N_("which skill drops most and which least")),
    },
    stratum=lambda row: row.aboard_before,
    at=N_("cargo aboard"),
)
EARLY = 5
"""The most pieces aboard at an early attempt: three players have loaded twice by then."""


def _early(row: TurnRow) -> float:
    return float(row.aboard_before <= EARLY)


def yards_less_deck(_match: MatchRow, turns: Sequence[TurnRow]) -> list[float]:
    """Return for each attempt on a yard with each on deck, with as many aboard or one more or less, who drops alone."""
    deck = [row for row in turns if row.slot <= STANDARD.deck_slots]
    yards = [row for row in turns if row.slot > STANDARD.deck_slots]
    return [_fell(y) - _fell(d) for y in yards for d in deck if abs(y.aboard_before - d.aboard_before) <= 1]


REPORTED = (
    per_match("round_ten", N_("matches that reach round 10"), lambda match: float(match.rounds >= 10), unit=SHARE),
    Metric(
        "early_fall_rate",
        Composed(N_("attempts with at most {pieces} pieces aboard that drop something"), pieces=EARLY),
        lambda row: _fell(row) * _early(row),
        _early,
    ),
    Metric(
        "yards_less_deck",
        N_("how much more of the attempts drop something on the yards than on deck, at equal cargo"),
        unit="",
        each=yards_less_deck,
        within=(-1.0, 1.0),
    ),
)
"""What people report of it, besides what the table shows."""
SETTLE_S = Metric("settle_s", N_("from letting go to rest"), lambda row: row.settle_s, unit="s", spread=True)
TABLE = MetricTable(
    entries=(
        FALL_RATE,
        AT_EQUAL_CARGO,
        Metric(
            "own_fall_rate",
            N_("attempts at which the piece being placed falls"),
            lambda row: row.own_fell,
            by=(by_profile(), _SLOT),
        ),
        Metric(
            "catch_share",
            N_("fallen pieces that are caught"),
            lambda row: row.pieces_caught,
            lambda row: row.pieces_fallen,
            by=(by_profile(),),
        ),
        Metric(
            "pieces_per_fall",
            N_("pieces that fall at once, if any do"),
            lambda row: row.pieces_fallen,
            _fell,
            unit="",
        ),
        Metric(
            "avalanche_rate",
            Composed(N_("attempts that bring down {pieces} pieces or more"), pieces=AVALANCHE),
            lambda row: row.pieces_fallen >= AVALANCHE,
            by=(by_profile(),),
        ),
        Metric("unsettled_rate", N_("attempts that did not come to rest in time"), lambda row: not row.settled),
        *WINS,
        *STANDING,
        per_match("rounds", N_("rounds in a match"), lambda match: match.rounds, spread=True, whole=True),
        Distribution("rounds", label=N_("matches of {part} rounds")),
        per_match("attempts", N_("attempts in a match"), lambda match: match.attempts, spread=True, whole=True),
        MINUTES,
        *TENSION,
        SETTLE_S,
        Distribution("settle_s", 0.25),
        divided(SETTLE_S, by_turns("slot", N_("{label}, slot {part}, mean"))),
        divided(
            FALL_RATE,
            by_turns("attempt", N_("{label}, attempt {part} of the match")),
            by_turns("slot_piece", N_("{label}, {part}"), _slot_and_piece, rank=_slot_piece_rank, words=_piece_on_slot),
        ),
        Event(
            "first_fall",
            N_("first fall in a match"),
            N_("attempt"),
            _first_fall,
            N_("first fall of {name}, in own attempts"),
        ),
    ),
    others=(
        Metric(
            "hazard",
            N_("turns that drop something"),
            by=(By("round", N_("{label}, round {part}"), _turns_by_round),),
            single=False,
        ),
        Metric(
            "endings",
            N_("matches that end this way"),
            by=(By("ending", N_("{label}: {part}"), _by_ending, lambda _: ENDINGS),),
            single=False,
        ),
        per_seat(
            "pieces_left", N_("pieces left"), "pieces_left", by=(by_seats("seat", N_("{label} to {part}"), named),)
        ),
    ),
    primary="fall_rate",
    printed={
        "matches": MATCHES,
        "trials": Total(lambda match: match.attempts),
        "fall_rate": "fall_rate",
        "fall_rate_by_slot": Parts("fall_rate.slot"),
        "fall_rate_by_round": Parts("fall_rate.round"),
        "fall_rate_by_piece": Parts("fall_rate.piece"),
        "fall_rate_by_profile": Parts("fall_rate.profile", seats_of_profiles),
        "at_equal_cargo": Rankings(AT_EQUAL_CARGO.key),
        "own_fall_rate": "own_fall_rate",
        "catch_share": "catch_share",
        "pieces_per_fall": "pieces_per_fall",
        "avalanche_rate": "avalanche_rate",
        "hazard_by_round": Parts("hazard.round"),
        "rounds": Quantiles("rounds", Distribution("rounds")),
        "minutes": Quantiles("minutes"),
        "attempts": Quantiles("attempts"),
        "wins_by_seat": Parts("wins.seat"),
        "pieces_left_by_seat": Parts("pieces_left.seat"),
        "lead_changes": "lead_changes",
        "far_heel_rate": "far_heel_rate",
        "near_fall_rate": "near_fall_rate",
        "held_breath_rate": "held_breath_rate",
        "endings": Parts("endings.ending"),
        "unsettled": Total(lambda match: match.unsettled),
        "seconds_simulated": SECONDS,
    },
    until={
        name: name
        for name in (
            "fall_rate",
            "own_fall_rate",
            "catch_share",
            "pieces_per_fall",
            "avalanche_rate",
            "lead_changes",
            "far_heel_rate",
            "near_fall_rate",
            "held_breath_rate",
        )
    },
    targets={"first_fall": FIRST_FALL, **{metric.key: metric for metric in REPORTED}},
    sentences=SENTENCES,
    charts=CHARTS,
    highlights=HIGHLIGHTS,
)


def to_text(summary: Summary) -> str:
    """Format the figures as a few lines and small tables."""
    text = summary.text
    lines = [
        *heading(matches_text(summary.matches), _n("{count} attempt", "{count} attempts", summary.total("trials"))),
        *figure_lines(
            (
                (_("attempts that drop something"), text("fall_rate")),
                (_("the piece being placed falls"), text("own_fall_rate")),
                (_("avalanches ({pieces} pieces or more)", pieces=AVALANCHE), text("avalanche_rate")),
                (_("pieces at a fall"), text("pieces_per_fall")),
                (_("fallen pieces that are caught"), text("catch_share")),
                (_("rounds"), text("rounds")),
                (_("minutes"), text("minutes")),
                (_("attempts in a match"), text("attempts")),
                (_("changes of the lead"), text("lead_changes")),
                (_("heels beyond {heel:g} degrees", heel=TENSE_HEEL_DEG), text("far_heel_rate")),
                (_("near falls"), text("near_fall_rate")),
                (_("the table holds its breath"), text("held_breath_rate")),
                (_("ends with an empty supply"), text("endings.ending", "emptied")),
                (_("did not come to rest"), summary.total("unsettled")),
            )
        ),
        *seat_lines(summary, ((_("wins"), 24, "wins.seat"), (_("pieces left"), 18, "pieces_left.seat"))),
    ]
    heads = {"slot": _("slot"), "piece": _("piece"), "profile": _("skill")}
    for by in AT_EQUAL_CARGO.by:
        path = AT_EQUAL_CARGO.path(by)
        columns = ((_("drops something"), 24, f"fall_rate.{by.key}"), (_("at equal cargo"), 24, path))
        lines += table_lines(summary, heads[by.key], _widest(summary, columns[0][2]), columns)
        sentence = summary.sentence(path)
        lines += [] if sentence is None else wrap(sentence, 78, initial_indent="  ", subsequent_indent="  ")
    path = "fall_rate.round"
    lines += table_lines(summary, _("round"), _widest(summary, path), ((_("drops something"), 0, path),))
    return "\n".join(lines)


def _widest(summary: Summary, path: str) -> int:
    """Return the width of the column with the names of the parts of a table."""
    return max(10, *(len(part_words(part)) + 1 for part in summary.table(path)))


def _values(configuration: RiffRaffConfiguration, seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    equipment, agreed, pieces = configuration.equipment, configuration.agreed, configuration.setup.pieces
    counts = range(1, max(2, agreed.pieces_a_turn) + 1)
    return {
        "round": range(1, agreed.rounds_of(equipment, len(seats)) + 1),
        "turn": range(1, len(seats) + 1),
        "slot": equipment.slots,
        "piece": pieces,
        "stance": dict.fromkeys(stance for piece in pieces.values() for stance in piece.stances),
        "announced": counts,
        "which": counts,
        "fate": [fate.value for fate in Fate],
    }


PART = MetricsPart(MatchRow, TurnRow, RowCollector, TABLE, to_text, _values)


LADDER = Ladder(
    game="riff-raff",
    tables=("ABAB", "ABBA", "AABB"),
    seating="Two against two at a table of four",
    # Strategies with equal hands, then profiles, each with its usual strategy.
    steps=(
        (("casual", "simple"), ("casual", "random")),
        (("casual", "lookahead"), ("casual", "simple")),
        (("casual", "trained"), ("casual", "lookahead")),
        (("casual", "trained"), ("casual", "simple")),
        (("casual", "simple"), ("child", "simple")),
        (("skilled", "trained"), ("casual", "simple")),
    ),
    measures=(
        mean_ahead("pieces_ahead", "pieces ahead", 20, lambda row: [-left for left in row.pieces_left], spread(2, "-")),
        both_rates("fall_rates", "falls, stronger and weaker", lambda turn: bool(turn.fell)),
    ),
    goal=MORE_THAN_HALF,
)
"""Which players meet in `study ladder`, and what is measured."""
