"""The settings screen: a widget for every setting of PlaySettings that a player chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.play.form import Form
from scenes.play.screen import Screen
from scenes.play.settings import FLICK_STRENGTHS, NAME_MOST, TEXT_SCALES
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Widget, Words, switch
from sim.match.seats import YOU
from sim.people.skill import PROFILES

SOUND = (Option(None, "if there is a device"), Option(True, "on"), Option(False, "off"))
HANDS = (Option(False, "right hand"), Option(True, "left hand"))
TEMPOS = (Option("grows", "grows with me"), Option("beginner", "for beginners"), Option("expert", "for experts"))
PALETTES = (Option("standard", "standard"), Option("colour-blind", "colour-blind"))


class SettingsScreen(Screen):
    """The screen of the settings; each change takes effect at once."""

    veil = 140

    def build(self) -> Form:
        """Return a form with a line for each setting."""
        settings, host = self.host.settings, self.host
        lines: list[Widget | Sequence[Widget]] = [Words("title", "Settings", size=24, bold=True)]
        if host.complaint:
            lines.append(Words("complaint", host.complaint, "bad"))
        lines += [
            Field("name", "Your name", settings.name, self._set("name"), most=NAME_MOST, hint=YOU),
            Choice("left", "You throw with your", HANDS, settings.left_handed, self._set("left_handed")),
            Slider(
                "strength",
                "Strength of a flick",
                FLICK_STRENGTHS,
                0.1,
                settings.flick_strength,
                self._set("flick_strength"),
                lambda value: f"{round(100 * value)} %",
            ),
            Choice(
                "profile",
                "Ghosts as steady as",
                [Option(name, name) for name in PROFILES],
                settings.profile,
                self._set("profile"),
            ),
            switch("ghosts", "Ghosts while aiming", settings.ghosts, self._set("ghosts")),
            switch("bends", "Slow motion when cargo falls", settings.time_bends, self._set("time_bends")),
            switch("waits", "Others think and tidy quickly", settings.waits_pass, self._set("waits_pass")),
            switch("brisk", "Others' turns take under three seconds", settings.brisk_bots, self._set("brisk_bots")),
            Choice("tempo", "All at once: how fast", TEMPOS, settings.tempo, self._set("tempo")),
            Choice("palette", "Colours", PALETTES, settings.palette, self._set("palette")),
            Slider(
                "scale",
                "Size of letters",
                TEXT_SCALES,
                0.1,
                settings.text_scale,
                self._set("text_scale"),
                lambda value: f"{round(100 * value)} %",
            ),
            Choice("sound", "Sound", SOUND, settings.sound, self._set("sound")),
            switch("full", "Full screen", settings.fullscreen, self._set("fullscreen")),
            switch("hands", "Record my hands", settings.records, self._record),
            Words(
                "about",
                "Ghosts show where a piece or a card could end up: a child's hand trembles more than a skilled one.",
                "soft",
                size=13,
            ),
        ]
        if settings.cards_seen:
            lines.append(Button("cards", "Show the first cards again", self._show_cards_again))
        return Form(lines, foot=[Button("back", "Back", host.back, "main")], wide=640, escape=host.back)

    def _record(self, wanted: bool) -> None:
        # Setting the switch answers the question that is asked after the first match.
        self.host.change_settings(record_hands=wanted, notice_answered=True)
        self.refresh()

    def _show_cards_again(self) -> None:
        self.host.change_settings(cards_seen=())
        self.refresh()

    def _set(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            self.host.change_settings(**{name: value})
            self.refresh()

        return change
