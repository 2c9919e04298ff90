"""What there is to measure of Zack!, and the figure of which it narrows the band."""

from pathlib import Path

from calibration.measure.things import MeasuringPart

_HERE = Path(__file__)
MEASURING = MeasuringPart(_HERE.with_suffix(".toml"), "miss_rate", _HERE.with_name("draws.json"))
