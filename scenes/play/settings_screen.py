"""The settings screen: a widget for every setting of PlaySettings that a player chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scenes.play.form import Form
from scenes.play.screen import Screen
from scenes.play.settings import NAME_MOST, TEXT_SCALES
from scenes.play.widgets import Button, Choice, Field, Option, Slider, Widget, Words, switch
from sim.match.seats import YOU
from sim.people.skill import PROFILES

SOUND = (Option(None, "if there is a device"), Option(True, "on"), Option(False, "off"))
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
            Choice(
                "profile",
                "Your hands",
                [Option(name, name) for name in PROFILES],
                settings.profile,
                self._set("profile"),
            ),
            switch("ghosts", "Ghosts while aiming", settings.ghosts, self._set("ghosts")),
            switch("bends", "Slow motion when cargo falls", settings.time_bends, self._set("time_bends")),
            switch("waits", "Others think and tidy quickly", settings.waits_pass, self._set("waits_pass")),
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
            switch("hands", "Record my hands", settings.record_hands, self._set("record_hands")),
            Words("about", "“Your hands” says whose noise the ghosts show while you aim.", "soft", size=13),
        ]
        return Form(lines, foot=[Button("back", "Back", host.back, "main")], wide=640, escape=host.back)

    def _set(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            self.host.change_settings(**{name: value})
            self.refresh()

        return change
