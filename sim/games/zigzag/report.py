"""What a report says and draws of ZIGZAG."""

from __future__ import annotations

from sim.report import TAIL, Bars, Chart, Curve, Dots, Sentence

SENTENCES: tuple[Sentence, ...] = (
    (
        "Of the announcements, {announcement_success} are right and "
        "{ticked_rate} tick a box; there are {contres_per_set} CONTREs in a "
        "set, of which {contre_success} are confirmed."
    ),
    (
        "Several hands reach for {contested_rate} of the cards that are taken from the tapis; of "
        "these, {tie_rate} are decided within 50 ms."
    ),
    "A set takes {set_seconds.mean} and {hands_per_set} hands; a match takes {sets.mean} sets and {minutes.mean}.",
)
"""What a report says first."""
CHARTS: tuple[Chart, ...] = (
    Dots("Announcements by kind", "announcements_per_set.call", "in a set"),
    Dots("Announcements that are right", "announcement_success.call", "share of the announcements", few=True),
    Dots("Announcements by skill", "announcement_success.profile", "announcements that are right", few=True),
    Dots("CONTREs that are confirmed", "contre_success.profile", "share of the CONTREs", few=True),
    Bars("How long a set lasts", "set_seconds.distribution", "seconds", "sets", 10.0, 0.001, caption=TAIL),
    Curve(
        "How long nobody ticks a box",
        "first_box.survival",
        "set of the match",
        "matches without a box yet",
        caption="Kaplan and Meier's curve with its 95 % band.",
        step=True,
        few=True,
    ),
)
"""What a report draws."""
