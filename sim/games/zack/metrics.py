"""The metrics of Zack!: cards that miss the bowl or come out of turn, challenges, durations, wins; what a report says.

Throws, challenges and games are clustered by match (sim/batch/figures.py). Matches are independent. A first mistake (a
miss, or a card out of turn) has one subject a match; its time is counted in cards thrown by all players.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from sim.batch.ladder import MORE_THAN_HALF, Ladder, both_rates, mean_ahead, spread
from sim.batch.metrics import figure_lines, heading, matches_text, seat_lines, table_lines
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
from sim.language import N_, _, _n
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
    N_("Of the cards thrown, {miss_rate} miss the bowl; of those that hit, {out_of_turn_rate} are out of turn."),
    N_(
        "From card to card it takes {turn_seconds.mean}; four of five take between "
        "{turn_seconds.p10:2} and {turn_seconds.p90:2} seconds."
    ),
    Median(N_("In half of the matches someone has made a mistake by throw"), "first_mistake.median"),
    N_("There are {challenges_per_game} challenges in a game; {challenge_success} of them are right."),
    N_("A game takes {game_seconds.mean} of play and {game_throws.mean} cards; a match takes {minutes.mean}."),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Drawing("calibration.games.zack.bowl_drawing:bowl_pictures"),
    Curve(
        N_("How long nobody makes a mistake"),
        "first_mistake.survival",
        N_("cards thrown in the match"),
        N_("matches without a mistake yet"),
        caption=N_("A mistake is a miss or a card out of turn. Kaplan and Meier's curve with its 95 % band."),
        step=True,
        few=True,
    ),
    Curve(
        N_("When the first mistake happens"),
        "first_mistake.hazard",
        N_("cards thrown in the match"),
        N_("happens now, if not before"),
        caption=N_("The hazard: of the matches without a mistake so far."),
        few=True,
    ),
    Curve(
        N_("Misses, throw by throw"),
        "miss_rate.throws",
        N_("throw of the game"),
        N_("cards that miss the bowl"),
        caption=N_("In fives, over all games that last that long."),
        few=True,
    ),
    Bars(
        N_("From card to card"),
        "turn_seconds.distribution",
        N_("seconds"),
        N_("cards in turn"),
        0.1,
        0.001,
        caption=TAIL,
    ),
    Dots(N_("From card to card, by what lies on top"), "turn_seconds.card", N_("seconds, mean"), few=True),
    Dots(N_("Out of turn, by what lies on top"), "out_of_turn_rate.card", N_("cards thrown out of turn"), few=True),
    Dots(N_("Misses by seat"), "miss_rate.seat", N_("cards that miss the bowl")),
    Dots(N_("Out of turn by skill"), "out_of_turn_rate.profile", N_("cards thrown out of turn")),
    Dots(N_("Challenges by kind"), "challenges_per_game.reason", N_("in a game")),
    Dots(N_("Challenges by skill"), "challenges_per_game.profile", N_("of one seat in a game")),
    Dots(N_("Challenges that are right"), "challenge_success.reason", N_("share of the challenges"), few=True),
    Bars(
        N_("How long a game lasts"), "game_seconds.distribution", N_("seconds"), N_("games"), 20.0, 0.001, caption=TAIL
    ),
    Bars(N_("From landing to rest"), "settle_s.distribution", N_("seconds"), N_("cards"), 0.025, 0.001, caption=TAIL),
)
"""What a report draws."""


REASONS = ("slow", "out_of_turn")
SPOT_MM = 5.0
"""The side of a cell of the map of where cards come down."""
_REASON_WORDS = {"slow": N_("slow"), "out_of_turn": N_("out of turn")}
_FACE_WORDS = {"circle": N_("circle"), "choose": N_("choose"), "mirror": N_("mirror")}
_WAY_NAMES = {SHORT: N_("short"), BEYOND: N_("beyond"), SIDE: N_("side"), OUT_AGAIN: N_("out again")}
_WAY_WORDS = {
    SHORT: N_("short"),
    BEYOND: N_("beyond"),
    SIDE: N_("at a side wall"),
    OUT_AGAIN: N_("in and out again"),
}


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


def _face_words(face: str) -> str:
    return _FACE_WORDS.get(face, face)


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


_REASON = by_turns("reason", N_("{label}, {part}"), parts=REASONS, words=_REASON_WORDS.__getitem__)
MISS_RATE = Metric("miss_rate", N_("cards that miss the bowl"), _missed, _of_cards, by=(by_profile(), by_seat()))
TURN_SECONDS = Metric("turn_seconds", N_("from card to card"), _turn_s, _timed, unit="s", spread=True)
TABLE = MetricTable(
    entries=(
        Metric("hit_rate", N_("cards that lie in the bowl"), lambda row: _of_cards(row) * row.hit, _of_cards),
        MISS_RATE,
        Metric(
            "miss_way",
            N_("cards that miss"),
            by=(By("", N_("{label}, {part}"), _missed_by_way, lambda _seats: WAYS, words=_WAY_NAMES.__getitem__),),
            single=False,
        ),
        Metric(
            "out_of_turn_rate",
            N_("cards thrown out of turn"),
            _wrong,
            _zack_hits,
            by=(
                by_profile(),
                by_seat(),
                by_turns("card", N_("{label}, {part} on top"), lambda row: row.on, words=_face_words),
            ),
        ),
        Metric("undercut_rate", N_("cards that slip under another"), lambda row: row.undercut, lambda row: row.hit),
        Metric(
            "challenges_per_game",
            N_("challenges in a game"),
            _judged,
            _games,
            unit="",
            by=(
                by_turns_of_all("reason", N_("{label}, {part}"), REASONS, "reason"),
                by_turns_of_all("profile", N_("{label}, of one seat that is {part}"), seats_of_profiles, "profile"),
            ),
            out_of_matches=True,
        ),
        Metric("challenge_success", N_("challenges that are right"), _upheld, _judged, by=(_REASON, by_profile())),
        Metric("cards_taken", N_("cards taken at a challenge"), lambda row: row.cards or 0, _judged, unit=""),
        Metric("unsettled_rate", N_("cards that did not come to rest in time"), lambda row: not row.settled),
        *WINS,
        *STANDING,
        Metric(
            "game_seconds",
            N_("seconds of a game"),
            lambda row: row.ended * row.game_s,
            lambda row: row.ended,
            unit="s",
            spread=True,
        ),
        Metric("game_throws", N_("cards thrown in a game"), unit="", each=_throws_of_games, spread=True),
        per_match("games", N_("games in a match"), _games, spread=True),
        MINUTES,
        per_match(
            "stopped_minutes", N_("minutes of a match while play is stopped"), lambda match: match.stopped_s / 60
        ),
        per_match("dealt_minutes", N_("minutes of a match before and between games"), lambda match: match.dealt_s / 60),
        Distribution("game_seconds", 20.0),
        TURN_SECONDS,
        Distribution("turn_seconds", 0.1),
        divided(
            TURN_SECONDS,
            by_profile(N_("{label}, {part}, mean")),
            by_seat(N_("{label}, {part}, mean")),
            by_turns("card", N_("{label}, {part} on top, mean"), lambda row: row.on, words=_face_words),
        ),
        Metric(
            "settle_s",
            N_("from landing to rest"),
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
                N_("{label}, throws {part} of the game"),
                paired=_in_fives,
                name=_five,
            ),
            by_turns("throw", N_("{label}, throw {part} of the game"), paired=_numbered),
        ),
        Event("first_mistake", N_("first miss or card out of turn in a match"), N_("throw"), _first_mistake),
    ),
    others=(
        Metric(
            "games_won",
            N_("games won"),
            by=(
                By("seat", N_("{label} by {part}"), _won_by_seat, lambda seats: map(named, seats)),
                By("profile", N_("{label} by {part}"), _won_by_profile, seats_of_profiles),
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
        "game_seconds": per_match("game_seconds", N_("seconds of play in a game"), lambda match: match.play_s, _games),
        "game_throws": per_match("game_throws", N_("cards thrown in a game"), lambda match: match.throws, _games),
    },
    sentences=SENTENCES,
    charts=CHARTS,
    highlights=(greatest_turn(N_("The costliest challenge"), lambda row: row.cards, N_("cards taken: {}")),),
    decided=N_("of the game is over"),
)


def to_text(summary: Summary) -> str:
    """Return the figures as text: a few lines and small tables."""
    text = summary.text
    lines = [
        *heading(
            matches_text(summary.matches),
            _n("{count} game", "{count} games", summary.total("games.count")),
            _n("{count} throw", "{count} throws", summary.total("trials")),
        ),
        *figure_lines(
            (
                (_("seconds in a game"), text("game_seconds")),
                (_("throws in a game"), text("game_throws")),
                (_("minutes of a match"), text("minutes")),
                (_("of these, play is stopped"), text("stopped_minutes")),
                (_("before and between games"), text("dealt_minutes")),
                (_("throws that miss the bowl"), text("miss_rate")),
                (_("cards thrown out of turn"), text("out_of_turn_rate")),
                (_("cards that slip under another"), text("undercut_rate")),
                (_("seconds from card to card"), text("turn_seconds", digits=2)),
                (_("challenges in a game"), text("challenges_per_game")),
                (_("challenges that are right"), text("challenge_success")),
                (_("cards taken at a challenge"), text("cards_taken")),
                (_("did not come to rest"), summary.total("unsettled")),
            )
        ),
        *seat_lines(summary, ((_("wins"), 24, "wins.seat"), (_("games won"), 24, "games_won.seat"))),
    ]
    challenged = {
        "slow": N_("challenged as slow: {each} a game, right {right}"),
        "out_of_turn": N_("challenged as out of turn: {each} a game, right {right}"),
    }
    for reason in REASONS:
        each, right = (text(path, reason) for path in ("challenges_per_game.reason", "challenge_success.reason"))
        lines.append(f"  {_(challenged[reason], each=each, right=right)}")
    lines += table_lines(
        summary,
        _("skill"),
        12,
        (
            (_("misses"), 22, "miss_rate.profile"),
            (_("out of turn"), 22, "out_of_turn_rate.profile"),
            (_("seconds a turn"), 20, "turn_seconds.profile", 2),
            (_("challenges a game"), 20, "challenges_per_game.profile", 2),
        ),
    )
    lines += table_lines(
        summary,
        _("card on top"),
        14,
        ((_("seconds a turn"), 20, "turn_seconds.card", 2), (_("thrown out of turn"), 24, "out_of_turn_rate.card")),
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
