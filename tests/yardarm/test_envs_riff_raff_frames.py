"""The pictures of the ship that environments give: what is aboard is seen where the window shows it."""

from __future__ import annotations

import numpy as np
import pytest

from sim.physics.ship.state import CargoState, Fore, Layer, Pitch, Pose, Snapshot
from tests.games.riff_raff.matches import draft
from yardarm.envs.riff_raff_frames import ShipPictures


@pytest.fixture(scope="module")
def pictures() -> ShipPictures:
    return ShipPictures(draft().setup, 240)


@pytest.mark.parametrize("rows", [("bow", "bow_end"), ("stern_end", "stern")])
def test_what_lies_in_the_row_nearer_to_the_viewer_hides_what_lies_behind(
    pictures: ShipPictures, rows: tuple[Layer, Layer]
) -> None:
    """A crate at one place in either row, drawn in either order: the nearer one is seen whole, the other in part."""
    near, far = (CargoState(row, "crate", "side", Pose(-22.0, 42.0, 0.0), row) for row in rows)
    bare, nearer, farther, both, turned = (
        pictures.pixels(Snapshot(cargo=cargo)).astype(int) for cargo in ((), (near,), (far,), (near, far), (far, near))
    )
    assert np.array_equal(both, turned)
    assert np.abs(farther - bare).max() > 40, "it is drawn"
    inside = np.abs(nearer - bare).max(axis=2) > 40
    assert np.median(np.abs(both - nearer).max(axis=2)[inside]) == 0.0


@pytest.mark.parametrize(("layer", "fore_mm"), [("bow", 45.0), ("stern", -45.0)])
def test_a_crate_at_the_bow_sinks_as_she_pitches_and_one_at_the_stern_rises(
    pictures: ShipPictures, layer: Layer, fore_mm: float
) -> None:
    crate = CargoState("crate-1", "crate", "side", Pose(-22.0, 42.0, 0.0), layer, Fore(fore_mm))

    def row(pitch: float) -> float:
        """Return the mean row of the crate's pixels, downwards."""
        with_crate, without = (
            pictures.pixels(Snapshot(cargo=cargo, pitch=Pitch(pitch))).astype(int) for cargo in ((crate,), ())
        )
        return float(np.nonzero(np.abs(with_crate - without).max(axis=2) > 8)[0].mean())

    down, level, up = row(0.1), row(0.0), row(-0.1)
    assert (down - level) * fore_mm > 0.0
    assert (level - up) * fore_mm > 45.0
