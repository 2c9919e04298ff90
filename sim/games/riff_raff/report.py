"""What a report says and draws of Riff Raff."""

from __future__ import annotations

from sim.report import TAIL, Bars, Chart, Curve, Dots, Drawing, Extremes, Median, Sentence

SENTENCES: tuple[Sentence, ...] = (
    (
        "An attempt drops something with a chance of {fall_rate}; "
        "{avalanche_rate} of the attempts bring down five pieces or more."
    ),
    *(
        Extremes(f"fall_rate_at_equal_cargo.{part}", f"fall_rate.{part}", f"Raw, whenever the {part} was met")
        for part in ("slot", "piece", "profile")
    ),
    Median("Half of the matches have seen their first fall by attempt", "first_fall.median"),
    "Of the pieces that fall, hands catch {catch_share}; when something falls, it is {pieces_per_fall} pieces.",
    (
        "A match takes {rounds.mean} rounds and {minutes.mean}; four of "
        "five take between {minutes.p10:1} and {minutes.p90:1} minutes."
    ),
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Drawing("calibration.reports.ship_drawing:ship_pictures"),
    Curve(
        "How long nothing falls",
        "first_fall.survival",
        "attempt of the match",
        "matches in which nothing has fallen yet",
        caption="Kaplan and Meier's curve with its 95 % band.",
        step=True,
        few=True,
    ),
    Curve(
        "When the first piece falls",
        "first_fall.hazard",
        "attempt of the match",
        "falls now, if not before",
        caption="The hazard: of the matches in which nothing has fallen yet.",
        few=True,
    ),
    Curve(
        "Falls, turn by turn",
        "fall_rate.attempt",
        "attempt of the match",
        "attempts that drop something",
        caption="Over all matches that go on so long, whatever fell before.",
        few=True,
    ),
    Drawing("calibration.reports.falls:first_falls_by_seat"),
    Dots(
        "Falls by slot",
        "fall_rate.slot",
        "attempts that drop something",
        caption="Whenever a slot is used. The deck has the lowest numbers, the top yard the highest.",
    ),
    Dots("Falls by piece", "fall_rate.piece", "attempts that drop something"),
    Drawing("calibration.reports.falls:falls_by_slot_and_piece"),
    Dots(
        "Falls by piece, at equal cargo",
        "fall_rate_at_equal_cargo.piece",
        "attempts that drop something",
        caption="Each piece as if it were placed at the cargo aboard at which all pieces together are.",
    ),
    Dots("Falls by round", "fall_rate.round", "attempts that drop something", few=True),
    Dots("Falls by skill", "fall_rate.profile", "attempts that drop something"),
    Bars("Rounds in a match", "rounds.distribution", "rounds", "matches"),
    Bars("From letting go to rest", "settle_s.distribution", "seconds", "attempts", 0.25, 0.001, caption=TAIL),
    Dots("From letting go to rest, by slot", "settle_s.slot", "seconds, mean"),
)
"""What a report draws."""
