"""The metrics of Zack!: cards that miss the bowl or come out of turn, challenges, durations, wins; what a report says.

Throws, challenges and games are clustered by match (sim/batch/figures.py). Matches are independent. A first mistake (a
miss, or a card out of turn) has one subject a match; its time is counted in cards thrown by all players.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from sim.batch.figures import count_text
from sim.batch.ladder import MORE_THAN_HALF, Ladder, both_rates, mean_ahead, spread
from sim.batch.metrics import lines_of, seat_lines, table_lines
from sim.batch.players import MINUTES, STANDING, WINS, by_profile, by_seat
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.deck import ACTIONS
from sim.games.zack.rows import (
    BEYOND,
    CHALLENGE,
    OUT_AGAIN,
    PLAYER_CARD,
    SHORT,
    SIDE,
    THROW,
    WAYS,
    MatchRow,
    RowCollector,
    TurnRow,
)
from sim.metrics import (
    MATCHES,
    SECONDS,
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
    by_turns,
    by_turns_of_all,
    divided,
    greatest_turn,
    named,
    per_match,
    seats_of_profiles,
)
from sim.report import TAIL, Bars, Chart, Curve, Dots, Drawing, Median, Sentence
from sim.seat import Seat
from sim.spec import MetricsPart

SENTENCES: tuple[Sentence, ...] = (
    "Of the cards thrown, {miss_rate} miss the bowl; of those that hit, {out_of_turn_rate} are out of turn.",
    (
        "From card to card it takes {turn_seconds.mean}; four of five take between "
        "{turn_seconds.p10:2} and {turn_seconds.p90:2} seconds."
    ),
    Median("In half of the matches someone has made a mistake by throw", "first_mistake.median"),
    "There are {challenges_per_game} challenges in a game; {challenge_success} of them are right.",
    "A game takes {game_seconds.mean} of play and {game_throws.mean} cards; a match takes {minutes.mean}.",
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Drawing("calibration.games.zack.bowl_drawing:bowl_pictures"),
    Curve(
        "How long nobody makes a mistake",
        "first_mistake.survival",
        "cards thrown in the match",
        "matches without a mistake yet",
        caption="A mistake is a miss or a card out of turn. Kaplan and Meier's curve with its 95 % band.",
        step=True,
        few=True,
    ),
    Curve(
        "When the first mistake happens",
        "first_mistake.hazard",
        "cards thrown in the match",
        "happens now, if not before",
        caption="The hazard: of the matches without a mistake so far.",
        few=True,
    ),
    Curve(
        "Misses, throw by throw",
        "miss_rate.throws",
        "throw of the game",
        "cards that miss the bowl",
        caption="In fives, over all games that go on so long.",
        few=True,
    ),
    Bars("From card to card", "turn_seconds.distribution", "seconds", "cards in turn", 0.1, 0.001, caption=TAIL),
    Dots("From card to card, by what lies on top", "turn_seconds.card", "seconds, mean", few=True),
    Dots("Out of turn, by what lies on top", "out_of_turn_rate.card", "cards thrown out of turn", few=True),
    Dots("Misses by seat", "miss_rate.seat", "cards that miss the bowl"),
    Dots("Out of turn by skill", "out_of_turn_rate.profile", "cards thrown out of turn"),
    Dots("Challenges by kind", "challenges_per_game.reason", "in a game"),
    Dots("Challenges by skill", "challenges_per_game.profile", "of one seat in a game"),
    Dots("Challenges that are right", "challenge_success.reason", "share of the challenges", few=True),
    Bars("How long a game lasts", "game_seconds.distribution", "seconds", "games", 20.0, 0.001, caption=TAIL),
    Bars("From landing to rest", "settle_s.distribution", "seconds", "cards", 0.025, 0.001, caption=TAIL),
)
"""What a report draws."""


REASONS = ("slow", "out_of_turn")
SPOT_MM = 5.0
"""The side of a cell of the map of where cards come down."""
_WAY_WORDS = {SHORT: "short", BEYOND: "beyond", SIDE: "at a side wall", OUT_AGAIN: "in and out again"}


def _of_cards(row: TurnRow) -> float:
    return float(row.kind != CHALLENGE)


def _zack_hits(row: TurnRow) -> float:
    return float(row.kind == THROW and row.hit)


def _missed(row: TurnRow) -> float:
    return _of_cards(row) * (not row.hit)


def _wrong(row: TurnRow) -> float:
    return _zack_hits(row) * row.wrong


def _turn_s(row: TurnRow) -> float:
    return row.turn_s or 0.0


def _timed(row: TurnRow) -> float:
    return float(row.turn_s is not None)


def way_words(way: str) -> str:
    """Return a way to miss in words."""
    return _WAY_WORDS[way]


def spot(row: TurnRow) -> tuple[int, int, str] | None:
    """Return the cell where a card came down, in cells beyond the bowl's middle and to the left, and `hit` or `miss`.

    None for challenge cards, and where it is not known. A card that lies in the bowl has hit it, if it counts or not.
    """
    if row.kind == CHALLENGE or row.along_mm is None or row.across_mm is None:
        return None
    cell = math.floor(row.along_mm / SPOT_MM), math.floor(row.across_mm / SPOT_MM)
    return (*cell, "hit" if row.way is None else "miss")


def _missed_by_way(_metric: Metric, _match: Row, turns: Sequence[Row], _seats: Seats) -> PartCounts:
    """Yield the cards of each way to miss, out of all cards of which it is known where they came down."""
    known = [row for row in turns if row.kind != CHALLENGE and row.along_mm is not None]
    ways = Counter(row.way for row in known)
    return ((way, ways[way], len(known)) for way in WAYS)


def _judged(row: TurnRow) -> float:
    return float(row.success is not None)


def _upheld(row: TurnRow) -> float:
    return float(bool(row.success))


def _games(match: MatchRow) -> float:
    return match.games


def _throws_of_games(_match: MatchRow, turns: Sequence[TurnRow]) -> list[float]:
    """Return the cards thrown in each game that ended."""
    throws = Counter(row.game for row in turns if row.kind != CHALLENGE)
    return [float(throws[row.game]) for row in turns if row.ended]


def _numbered(turns: Sequence[TurnRow]) -> Iterator[tuple[int, TurnRow]]:
    """Yield each card with its number, counted from the first of its game."""
    thrown: Counter[int] = Counter()
    for row in turns:
        if row.kind != CHALLENGE:
            thrown[row.game] += 1
            yield thrown[row.game], row


def _in_fives(turns: Sequence[TurnRow]) -> Iterator[tuple[int, TurnRow]]:
    """Yield each card with the index (0, 1, ...) of its group of five throws in the game."""
    return (((number - 1) // 5, row) for number, row in _numbered(turns))


def _five(number: int) -> str:
    """Return the name of a group of five throws, such as `6-10`, by its index."""
    return f"{5 * number + 1}-{5 * number + 5}"


def _first_mistake(_match: MatchRow, turns: Sequence[TurnRow]) -> tuple[int, bool]:
    """Return the number of the first card that misses or is out of turn, or of the last; and whether there is one."""
    cards = [row for row in turns if row.kind != CHALLENGE]
    mistakes = (n for n, card in enumerate(cards, start=1) if card.wrong or not card.hit)
    number = next(mistakes, None)
    return (max(1, len(cards)), False) if number is None else (number, True)


def _won_by_profile(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    for profile in seats_of_profiles(seats):
        own = (won for won, seat in zip(match.games_won, seats, strict=True) if seat.profile == profile)
        yield profile, sum(own), match.games


def _won_by_seat(_metric: Metric, match: Row, _turns: Sequence[Row], seats: Seats) -> PartCounts:
    return ((seat.name, won, match.games) for won, seat in zip(match.games_won, seats, strict=True))


_REASON = by_turns("reason", "{label}, {part}", parts=REASONS)
MISS_RATE = Metric("miss_rate", "cards that miss the bowl", _missed, _of_cards, by=(by_profile(), by_seat()))
TURN_SECONDS = Metric("turn_seconds", "from card to card", _turn_s, _timed, unit="s", spread=True)
TABLE = MetricTable(
    entries=(
        Metric("hit_rate", "cards that lie in the bowl", lambda row: _of_cards(row) * row.hit, _of_cards),
        MISS_RATE,
        Metric(
            "miss_way",
            "cards that miss",
            by=(By("", "{label}, {part}", _missed_by_way, lambda _seats: WAYS),),
            single=False,
        ),
        Metric(
            "out_of_turn_rate",
            "cards thrown out of turn",
            _wrong,
            _zack_hits,
            by=(by_profile(), by_seat(), by_turns("card", "{label}, {part} on top", lambda row: row.on)),
        ),
        Metric("undercut_rate", "cards that slip under another", lambda row: row.undercut, lambda row: row.hit),
        Metric(
            "challenges_per_game",
            "challenges in a game",
            _judged,
            _games,
            unit="",
            by=(
                by_turns_of_all("reason", "{label}, {part}", REASONS, "reason"),
                by_turns_of_all("profile", "{label}, of one seat that is {part}", seats_of_profiles, "profile"),
            ),
            out_of_matches=True,
        ),
        Metric("challenge_success", "challenges that are right", _upheld, _judged, by=(_REASON, by_profile())),
        Metric("cards_taken", "cards taken at a challenge", lambda row: row.cards or 0, _judged, unit=""),
        Metric("unsettled_rate", "cards that did not come to rest in time", lambda row: not row.settled),
        *WINS,
        *STANDING,
        Metric(
            "game_seconds",
            "seconds of a game",
            lambda row: row.ended * row.game_s,
            lambda row: row.ended,
            unit="s",
            spread=True,
        ),
        Metric("game_throws", "cards thrown in a game", unit="", each=_throws_of_games, spread=True),
        per_match("games", "games in a match", _games, spread=True),
        MINUTES,
        per_match("stopped_minutes", "minutes of a match while play is stopped", lambda match: match.stopped_s / 60),
        per_match("dealt_minutes", "minutes of a match before and between games", lambda match: match.dealt_s / 60),
        Distribution("game_seconds", 20.0),
        TURN_SECONDS,
        Distribution("turn_seconds", 0.1),
        divided(
            TURN_SECONDS,
            by_profile("{label}, {part}, mean"),
            by_seat("{label}, {part}, mean"),
            by_turns("card", "{label}, {part} on top, mean", lambda row: row.on),
        ),
        Metric(
            "settle_s",
            "from landing to rest",
            lambda row: row.settle_s or 0.0,
            lambda row: row.settle_s is not None,
            unit="s",
            spread=True,
        ),
        Distribution("settle_s", 0.025),
        divided(
            MISS_RATE,
            by_turns(
                "throws",
                "{label}, throws {part} of the game",
                paired=_in_fives,
                name=_five,
            ),
            by_turns("throw", "{label}, throw {part} of the game", paired=_numbered),
        ),
        Event("first_mistake", "first miss or card out of turn in a match", "throw", _first_mistake),
    ),
    others=(
        Metric(
            "games_won",
            "games won",
            by=(
                By("seat", "{label} by {part}", _won_by_seat, lambda seats: map(named, seats)),
                By("profile", "{label} by {part}", _won_by_profile, seats_of_profiles),
            ),
            single=False,
        ),
    ),
    primary="miss_rate",
    spot=spot,
    printed={
        "matches": MATCHES,
        "trials": Total(_of_cards, of_turns=True),
        "games": {"count": Total(_games), "per_match": "games"},
        "game_seconds": Quantiles("game_seconds"),
        "game_throws": Quantiles("game_throws"),
        "minutes": Quantiles("minutes"),
        "stopped_minutes": "stopped_minutes",
        "dealt_minutes": "dealt_minutes",
        "miss_rate": "miss_rate",
        "miss_rate_by_profile": Parts("miss_rate.profile", seats_of_profiles, unmet=True),
        "out_of_turn_rate": "out_of_turn_rate",
        "out_of_turn_rate_by_card": Parts("out_of_turn_rate.card", unmet=True),
        "out_of_turn_rate_by_profile": Parts("out_of_turn_rate.profile", seats_of_profiles, unmet=True),
        "undercut_rate": "undercut_rate",
        "turn_seconds": "turn_seconds",
        "turn_seconds_by_profile": Parts("turn_seconds.profile", seats_of_profiles, unmet=True),
        "turn_seconds_by_card": Parts("turn_seconds.card", unmet=True),
        "challenges_per_game": "challenges_per_game",
        "challenges_per_game_by_reason": Parts("challenges_per_game.reason", unmet=True),
        "challenge_success": "challenge_success",
        "challenge_success_by_reason": Parts("challenge_success.reason", unmet=True),
        "challenges_per_game_and_seat_by_profile": Parts("challenges_per_game.profile", unmet=True),
        "cards_taken": "cards_taken",
        "wins_by_seat": Parts("wins.seat"),
        "games_won_by_seat": Parts("games_won.seat"),
        "games_won_by_profile": Parts("games_won.profile"),
        "unsettled": Total(lambda match: match.unsettled),
        "seconds_simulated": SECONDS,
    },
    until={
        name: name
        for name in (
            "miss_rate",
            "out_of_turn_rate",
            "undercut_rate",
            "turn_seconds",
            "challenges_per_game",
            "challenge_success",
            "cards_taken",
            "stopped_minutes",
            "dealt_minutes",
        )
    },
    targets={
        "game_seconds": per_match("game_seconds", "seconds of play in a game", lambda match: match.play_s, _games),
        "game_throws": per_match("game_throws", "cards thrown in a game", lambda match: match.throws, _games),
    },
    sentences=SENTENCES,
    charts=CHARTS,
    highlights=(greatest_turn("The dearest challenge", lambda row: row.cards, "cards taken: {}"),),
    decided="game",
)


def to_text(summary: Summary) -> str:
    """Return the figures as text: a few lines and small tables."""
    counts = (
        count_text(summary.matches, "match", "matches"),
        count_text(summary.total("games.count"), "game", "games"),
        count_text(summary.total("trials"), "throw", "throws"),
    )
    lines = [
        ", ".join(counts),
        "(in brackets: 95 % intervals)",
        "",
        *lines_of(
            summary,
            (
                ("seconds in a game", "game_seconds"),
                ("throws in a game", "game_throws"),
                ("minutes of a match", "minutes"),
                ("of these, play is stopped", "stopped_minutes"),
                ("before and between games", "dealt_minutes"),
                ("throws that miss the bowl", "miss_rate"),
                ("cards thrown out of turn", "out_of_turn_rate"),
                ("cards that slip under another", "undercut_rate"),
                ("seconds from card to card", "turn_seconds", 2),
                ("challenges in a game", "challenges_per_game"),
                ("challenges that are right", "challenge_success"),
                ("cards taken at a challenge", "cards_taken"),
            ),
        ),
        f"  did not come to rest           {summary.total('unsettled')}",
        *seat_lines(summary, (("wins", 24, "wins.seat"), ("games won", 24, "games_won.seat"))),
    ]
    for reason in REASONS:
        each = summary.text("challenges_per_game.reason", reason)
        right = summary.text("challenge_success.reason", reason)
        lines.append(f"  challenged as {reason.replace('_', ' ')}: {each} a game, right {right}")
    lines += table_lines(
        summary,
        "profile",
        12,
        (
            ("misses", 22, "miss_rate.profile"),
            ("out of turn", 22, "out_of_turn_rate.profile"),
            ("seconds a turn", 20, "turn_seconds.profile", 2),
            ("challenges a game", 20, "challenges_per_game.profile", 2),
        ),
    )
    lines += table_lines(
        summary,
        "card on top",
        14,
        (("seconds a turn", 20, "turn_seconds.card", 2), ("thrown out of turn", 24, "out_of_turn_rate.card")),
    )
    return "\n".join(lines)


def _values(configuration: ZackConfiguration, _seats: tuple[Seat, ...]) -> Mapping[str, Collection[object]]:
    deck = configuration.deck
    coloured = [f"{what}:{colour}" for what in ("circle", "player", "challenge") for colour in deck.colours]
    return {
        "kind": (THROW, PLAYER_CARD, CHALLENGE),
        "face": (*coloured, *ACTIONS, *deck.stops),
        "on": ("circle", *ACTIONS, *deck.stops),
        "reason": REASONS,
        "way": WAYS,
    }


PART = MetricsPart(MatchRow, TurnRow, RowCollector, TABLE, to_text, _values)


# Skills, each with its usual strategy, then strategies with equal hands. That bold is stronger or weaker than
# steady or sharp has not been shown (docs/evidence.md), so it meets cautious alone.
LADDER = Ladder(
    game="zack",
    tables=("ABAB", "ABBA", "AABB"),
    seating="Two against two at a table of four",
    steps=(
        (("casual", "steady"), ("child", "bold")),
        (("skilled", "steady"), ("casual", "steady")),
        (("casual", "daring"), ("casual", "sharp")),
        (("casual", "sharp"), ("casual", "steady")),
        (("casual", "steady"), ("casual", "cautious")),
        (("casual", "bold"), ("casual", "cautious")),
    ),
    measures=(
        mean_ahead("games_ahead", "games ahead", 24, lambda row: row.games_won, spread(2, " to ")),
        both_rates("wrong_rates", "out of turn, both sides", lambda turn: bool(turn.wrong)),
    ),
    goal=MORE_THAN_HALF,
)
"""Which players meet in `study ladder`, and what is measured."""
