"""A player's settings, saved in a small file that is written whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from scenes.drawing import palette
from scenes.drawing.key_words import check_places
from scenes.layout import text
from scenes.play.folders import made, settings_file
from scenes.window.window import SCALES
from sim.errors import InputError
from sim.files import is_there, read_text, write_whole
from sim.language import _, of_the_system, said, speak
from sim.refusals import first_fault
from sim.untrusted_text import checked_name, read_json

TEXT_SCALES = (text.LEAST_SCALE, text.MOST_SCALE)
NAME_MOST = 16
LOUDEST = 100
FLICK_STRENGTHS = (0.5, 2.0)


class PlaySettings(BaseModel):
    """The settings of a player. Frozen: a change makes another object (`changed`).

    time_bends: slow motion for a moment when cargo falls. waits_pass: while bots think and tidy, Riff Raff's time
    runs fast. ghosts: show where the hand's noise would take things. volume: of sounds, 0 to 100. record_hands: keep
    a log of the hand's movements, for `fit play`. profile: the hands whose noise the ghosts show. name: the player's
    name at the table. notice_answered: the notice about the hand log has been answered. flick_strength: multiplies
    the velocity with which a throw leaves the hand. natural_flick: the speed (window units a second) of the pointer
    in the player's natural flick of a card at Zack!; None before it was measured. natural_rise: the direction of that
    flick above the horizontal (rad). left_handed: the player throws with the left hand. brisk_bots: a bot's turn at
    Riff Raff takes less than 3 s on the screen. tempo: how much time the bots of Zack! and ZIGZAG leave; "grows" goes
    from a beginner's to an expert's. cards_seen: games whose first cards have been shown. keys: by the name of a key,
    that of the key whose work it does. language: of texts; None is the system's. window_scale: of the size of
    windows; None is the display's. matches_played: by game, matches that were played to their end. best_targets: by
    slot and piece ("10/crate"), the most flicks of ten that held.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, allow_inf_nan=False)

    time_bends: bool = True
    waits_pass: bool = True
    ghosts: bool = True
    palette: Literal["standard", "colour-blind"] = "standard"
    text_scale: float = Field(default=1.0, ge=TEXT_SCALES[0], le=TEXT_SCALES[1])
    volume: int = Field(default=LOUDEST, ge=0, le=LOUDEST)
    record_hands: bool = True
    profile: Literal["child", "casual", "skilled"] = "casual"
    fullscreen: bool = False
    language: Literal["en", "de", "fr"] | None = None
    window_scale: float | None = Field(default=None, ge=SCALES[0], le=SCALES[1])
    name: Annotated[str, Field(max_length=NAME_MOST), AfterValidator(checked_name)] = ""
    flick_strength: float = Field(default=1.0, ge=FLICK_STRENGTHS[0], le=FLICK_STRENGTHS[1])
    natural_flick: Annotated[float, Field(gt=0)] | None = None
    natural_rise: float = Field(default=0.0, ge=-1.6, le=1.6)
    left_handed: bool = False
    brisk_bots: bool = True
    tempo: Literal["grows", "beginner", "expert"] = "grows"
    cards_seen: tuple[str, ...] = Field(default=(), strict=False)
    matches_played: Mapping[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict)
    best_targets: Mapping[str, Annotated[int, Field(ge=0, le=10)]] = Field(default_factory=dict)
    keys: Annotated[Mapping[str, str], AfterValidator(check_places)] = Field(default_factory=dict)
    notice_answered: bool = False

    def speak(self) -> None:
        """Show texts in the language that is set from now on, else in the system's."""
        speak(self.language or of_the_system())

    @property
    def volume_share(self) -> float:
        """The volume as a share of the greatest."""
        return self.volume / LOUDEST

    @property
    def records(self) -> bool:
        """True if the hand's movements are recorded: they are wanted, and the question has been answered."""
        return self.record_hands and self.notice_answered

    @property
    def is_first_run(self) -> bool:
        """True if nothing says that the player has been here before."""
        return not (self.notice_answered or self.cards_seen or self.matches_played)

    def changed(self, **changes: object) -> PlaySettings:
        """Return the settings with some changed. Raises ValueError for an unknown name or an invalid value."""
        return PlaySettings.model_validate({**self.model_dump(), **changes})


@dataclass(slots=True)
class SettingsStore:
    """The settings and the file they are saved in. `complaint`: why they are not saved, in one sentence, or empty."""

    path: Path
    settings: PlaySettings
    complaint: str = ""
    _untouchable: bool = False

    @classmethod
    def opened(cls, path: Path | None = None) -> SettingsStore:
        """Read the settings from their file; if there is none, or it cannot be used, return the usual ones."""
        path = settings_file() if path is None else path
        try:
            if not is_there(path):
                return cls(path, PlaySettings())
            return cls(path, _read(path))
        except InputError as error:
            # The file may be from a newer version: leave it as it is and use the usual settings this time.
            return cls(
                path,
                PlaySettings(),
                _("{error} The usual settings apply, and nothing is saved.", error=said(error)),
                True,
            )
        except OSError as error:
            words = _(
                "{path}: cannot be read ({reason}). The usual settings apply.",
                path=path,
                reason=error.strerror or error,
            )
            return cls(path, PlaySettings(), words, True)

    def keep(self, settings: PlaySettings) -> None:
        """Use these settings from now on and save what changes by them; if that cannot be saved, set `complaint`.

        What another window has saved meanwhile stays: one that is asked not to record is not overruled by the other.
        """
        before, self.settings = self.settings, settings
        if self._untouchable:
            return
        changes = {name: value for name, value in settings if value != getattr(before, name)}
        try:
            made(self.path.parent)
            saved = _read(self.path).changed(**changes) if is_there(self.path) else settings
            write_whole(self.path, json.dumps(saved.model_dump(), indent=2) + "\n")
        except InputError as error:
            self.complaint = _("{error} The settings apply until you quit.", error=said(error))
        else:
            self.complaint = ""


def _read(path: Path) -> PlaySettings:
    try:
        found = read_json(read_text(path))
    except ValueError as error:
        raise InputError("{path}: is not valid JSON.", path=path) from error
    # The switch that came before the volume is in files of earlier versions.
    if isinstance(found, dict) and found.pop("sound", None) is False:
        found.setdefault("volume", 0)
    try:
        return PlaySettings.model_validate(found)
    except ValidationError as error:
        raise InputError("{path}: {first_fault}.", path=path, first_fault=first_fault(error)) from error


def apply_settings(settings: PlaySettings) -> None:
    """Apply palette and text scale to everything that is painted from now on."""
    palette.use(settings.palette)
    text.set_scale(settings.text_scale)
