"""What a report says and draws of Zack!."""

from __future__ import annotations

from sim.report import TAIL, Bars, Chart, Curve, Dots, Drawing, Median, Sentence

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
    Drawing("calibration.reports.bowl_drawing:bowl_pictures"),
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
