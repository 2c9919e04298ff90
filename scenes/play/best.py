"""The best moments of a match that was played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scenes.play.form import Form
from scenes.play.screen import Host, Screen
from scenes.play.widgets import Button, Widget, Words
from scenes.playback.theatre import Theatre
from scenes.playback.theatre_view import TheatreScene
from sim.errors import InputError
from sim.language import _, said
from sim.match.play_on import cut
from sim.match.record import read_record
from sim.match.replay import load_replay

if TYPE_CHECKING:
    from pyglet.window import Window


def from_record(file: Path) -> Theatre:
    """Return the theatre of a record, which simulates the match again. Raises InputError if that cannot be done."""
    match = load_replay(file)
    return Theatre(lambda _seed: match, match.seed)


class BestScreen(Screen):
    """A theatre, until it is over. file: the record of the match, from which it can be played on; None for none."""

    veil = 0
    covers = True

    def __init__(self, host: Host, theatre: Theatre, file: Path | None = None) -> None:
        super().__init__(host)
        self._file = file
        self._theatre = TheatreScene(theatre, *self._size, bar=False)
        self._why = ""

    def build(self) -> Form:
        """Return a form at the foot of the window."""
        enough = Button("back", _("Enough"), self._end, "main")
        on = () if self._file is None else (Button("on", _("Play on from here"), self._play_on),)
        lines: list[Widget | Sequence[Widget]] = [(*on, enough)]
        if self._why:
            lines.insert(0, Words("why", self._why, "bad"))
        return Form(lines, wide=400, escape=self._end, at=0.97)

    @property
    def look(self) -> object:
        """All that changes the picture."""
        return self._theatre.look, self._why

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        super().resize(width, height, ratio)
        self._theatre.resize(width, height, ratio)

    def update(self, wall_s: float) -> None:
        """Move on, and close at the end."""
        self._theatre.update(wall_s)
        if self._theatre.playback.ended:
            self._end()

    def show(self) -> None:
        """Move and paint the pictures as everything is now."""
        self._theatre.show()
        super().show()

    def draw(self, window: Window) -> None:
        """Draw what was shown last."""
        self._theatre.draw(window)
        super().draw(window)

    def _play_on(self) -> None:
        assert self._file is not None
        playback = self._theatre.playback
        try:
            self._why = self.host.play_on(cut(read_record(self._file), playback.match, playback.now_s))
        except InputError as error:
            self._why = said(error)
        if self._why:
            self.refresh()
        else:
            self._theatre.playback.close()

    def _end(self) -> None:
        self._theatre.playback.close()
        self.host.back()
