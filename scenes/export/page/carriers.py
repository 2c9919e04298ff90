"""What moves with something else, as cargo with a ship or a thumb with its fingers: it is stored relative to that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from scenes.export.page.tracks import Track

Frames = npt.NDArray[np.int64]
Rows = npt.NDArray[np.float64]
CANDIDATES = 24
"""How many of the sprites that turn most often may carry others."""
SAMPLES = 400
"""In how many of its frames a track is compared with each."""
LEAST_ROWS = 30
"""A track that changes less often is not worth a comparison."""
MOVES = 0.05, 0.05, 0.03
"""What counts as moving from one frame to the next, across, up (pixels) and in turn (degrees)."""
WORTH = 0.6
"""A track is carried if it moves relative to its carrier in at most this share of the frames in which it moves."""


class Carriers:
    """The carriers of several tracks."""

    def __init__(self, tracks: Sequence[Track]) -> None:
        self._tracks = tracks
        self._rows: dict[int, tuple[Frames, Rows]] = {}
        turns = {n: len({row[3] for row in track.rows}) for n, track in enumerate(tracks) if track.kind == "S"}
        self._candidates = sorted(turns, key=lambda number: -turns[number])[:CANDIDATES]
        self._by = {number: self._carrier(number) for number in turns if len(tracks[number].frames) >= LEAST_ROWS}
        self.carrying = frozenset(self._by.values())

    def of(self, number: int) -> int:
        """Return the number of the track that carries one, which comes before it; -1 for none."""
        return self._by.get(number, -1)

    def seen(self, number: int) -> Track:
        """Return a track as its carrier sees it; itself if it has none."""
        track, by = self._tracks[number], self.of(number)
        if by < 0:
            return track
        frames = np.array(self._tracks[by].frames)
        frames = frames[(frames > track.frames[0]) & (frames <= track.seen)]
        for gone, back in track.absences:
            frames = frames[(frames <= gone) | (frames >= back)]
        frames = np.union1d(np.array(track.frames), frames)
        rows = self._at(number, frames)
        rows[:, 1:4] = _relative(rows, self._at(by, frames))
        return replace(track, frames=frames.tolist(), rows=rows.tolist())

    def _carrier(self, number: int) -> int:
        track = self._tracks[number]
        after = np.array(track.frames[1 :: -(-len(track.frames) // SAMPLES)])
        own = self._at(number, after), self._at(number, after - 1)
        best, least = -1, WORTH * _moves(own[0][:, 1:4], own[1][:, 1:4])
        for candidate in self._candidates:
            by = self._tracks[candidate]
            if candidate < number and by.layer == track.layer and by.frames[0] <= track.frames[0]:
                carried = (self._at(candidate, frames) for frames in (after, after - 1))
                moves = _moves(*(_relative(rows, carrier) for rows, carrier in zip(own, carried, strict=True)))
                if moves < least:
                    best, least = candidate, moves
        return best

    def _at(self, number: int, frames: Frames) -> Rows:
        """Return the numbers of a track that hold at these frames, none of which is before its first."""
        if number not in self._rows:
            track = self._tracks[number]
            self._rows[number] = np.array(track.frames), np.array(track.rows, dtype=np.float64)
        known, rows = self._rows[number]
        return rows[np.searchsorted(known, frames, side="right") - 1]


def _relative(rows: Rows, carrier: Rows) -> Rows:
    """Return place and turn in the frame of the carrier; turns are clockwise."""
    across, up = rows[:, 1] - carrier[:, 1], rows[:, 2] - carrier[:, 2]
    turn = np.radians(carrier[:, 3])
    cosine, sine = np.cos(turn), np.sin(turn)
    return np.column_stack((cosine * across - sine * up, sine * across + cosine * up, rows[:, 3] - carrier[:, 3]))


def _moves(after: Rows, before: Rows) -> int:
    changes = after - before
    changes[:, 2] = np.remainder(changes[:, 2] + 180, 360) - 180
    return int((np.abs(changes) > MOVES).any(axis=1).sum())
