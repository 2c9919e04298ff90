"""What photos and films need: the extra `camera`."""

from __future__ import annotations

from importlib.util import find_spec

from sim.errors import InputError

_PACKAGES = {"cv2": "opencv-python-headless", "contourpy": "contourpy", "av": "av"}


def check_camera_extra(verb: str) -> None:
    """Check that the packages of the extra are installed. Raises InputError if one is not."""
    for module, package in _PACKAGES.items():
        if find_spec(module) is None:
            raise InputError(
                "{verb}: the package {package} is not installed, expected pip install '.[camera]'.",
                verb=verb,
                package=package,
            )
