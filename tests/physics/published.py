"""Periods of physical pendulums as two papers report them: plain figures, restated here with their sources."""

from __future__ import annotations

from typing import NamedTuple


class Lego(NamedTuple):
    """A uniform bar of Lego bricks hung by one end: its length, amplitude, and period by two instruments."""

    length_cm: float
    amplitude_deg: float
    video_s: float
    phone_s: float


LEGO = (
    Lego(48.0, 13.8, 1.139, 1.140),
    Lego(52.8, 15.5, 1.199, 1.199),
    Lego(57.6, 12.8, 1.249, 1.258),
    Lego(62.4, 9.4, 1.300, 1.300),
    Lego(67.2, 9.5, 1.349, 1.340),
)
"""Coramik & Inanc 2023, Phys. Educ. 58 055014, doi 10.1088/1361-6552/ace57d."""

BAR_LENGTH_MM, BAR_AMPLITUDE_DEG = 750.0, 10.0
BAR = {
    350.0: 1.360,
    325.0: 1.381,
    300.0: 1.350,
    275.0: 1.333,
    250.0: 1.330,
    200.0: 1.320,
    188.0: 1.332,
    175.0: 1.342,
    150.0: 1.362,
    125.0: 1.415,
    100.0: 1.523,
    75.0: 1.725,
    50.0: 1.990,
}
"""Period (s) by distance of the pivot from the centre (mm).

Yuningsih, Sardjito & Dewi 2020, IOP Conf. Ser.: Mater. Sci. Eng. 830 022001, doi 10.1088/1757-899X/830/2/022001.
"""
