"""Where the camera was: a pinhole with one radial term, found from points of the table whose places are known.

Focal length, radial term and pose are one least-squares fit. What the photo's EXIF says of the focal length, or what
phones usually have, is one more observation of it: tilted photos tell it by themselves, level ones cannot.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.measure.photo import Photo
from calibration.measure.sheet import MARKS, Ground, dictionary, first_mark, mark_corners
from sim.errors import InputError

Floats = NDArray[np.float64]

FEWEST_MARKS = 16
STEEPEST_DEG = 38.0
_USUAL_FOCAL = 0.76
"""Of the longer side: the main camera of a phone, 27 mm for 35 mm film."""
_USUAL_SD, _EXIF_SD = 0.2, 0.015
"""Standard deviations of the focal length's logarithm: of phones, and of EXIF's whole millimetres and lens models."""
_RADIAL_SD = 0.05
_MARK_PX = 0.5
"""The sd of a mark's corner (pixels): blur, noise, and a lens with more than one term."""
_FLAT_MM = 0.25
"""A print whose marks lie farther off a plane than this (root mean square) is bent or stretched."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera over a table. position: its place (x, y, z) in the frame of the table, mm, z into the table.

    parameters: log of the focal length in pixels, radial term, rotation vector, translation (8,). covariance: of them.
    size: width and height of the photo. off_mm: by how much the known points miss their places (root mean square).
    """

    parameters: Floats
    covariance: Floats
    size: tuple[int, int]
    off_mm: float

    @property
    def position(self) -> Floats:
        return position_of(self.parameters)

    @property
    def height_mm(self) -> float:
        """The height of the camera above the table."""
        return -float(self.position[2])

    @property
    def tilt_deg(self) -> float:
        """The angle of the camera's view with the vertical."""
        rotation = cv2.Rodrigues(self.parameters[2:5])[0]
        return math.degrees(math.acos(min(1.0, abs(float(rotation[2, 2])))))

    def project(self, points: Floats) -> Floats:
        """Return where points (n, 3) of the table are in the photo (n, 2)."""
        return projected(self.parameters, points, self.size)

    def shift_sd_mm(self, at: Floats, depth_mm: float) -> float:
        """Return how well it is known by how much a thing of that depth, at (x, y), hides of the table behind it."""
        values, vectors = np.linalg.eigh(self.covariance)
        moved = [
            _hidden(self.parameters + math.sqrt(max(value, 0.0)) * vector, at, depth_mm)
            - _hidden(self.parameters, at, depth_mm)
            for value, vector in zip(values.tolist(), vectors.T, strict=True)
        ]
        return float(np.linalg.norm(moved))


def _hidden(parameters: Floats, at: Floats, depth_mm: float) -> Floats:
    x, y, z = position_of(parameters)
    return np.asarray((at - np.array([x, y])) * depth_mm / -z)


def position_of(parameters: Floats) -> Floats:
    """Return the place of the camera (3,) in the frame of the table."""
    rotation = cv2.Rodrigues(parameters[2:5])[0]
    return np.asarray(-rotation.T @ parameters[5:8], dtype=np.float64)


def projected(parameters: Floats, points: Floats, size: tuple[int, int]) -> Floats:
    """Return where points (n, 3) of the table are in a photo of that size (n, 2)."""
    rotation = cv2.Rodrigues(parameters[2:5])[0]
    seen = points @ rotation.T + parameters[5:8]
    flat = seen[:, :2] / seen[:, 2:]
    grown = 1 + parameters[1] * np.sum(flat**2, axis=1, keepdims=True)
    return np.asarray(math.exp(parameters[0]) * flat * grown + (np.array(size) - 1) / 2, dtype=np.float64)


def fit_camera(photo: Photo, points: Floats, seen: Floats, seen_sd_px: float = _MARK_PX) -> Camera:
    """Fit the camera to points (n, 3) of the table, n >= 4, seen at `seen` (n, 2) in the photo, to that sd (pixels)."""
    from scipy.optimize import least_squares

    height, width = photo.pixels.shape[:2]
    focal = photo.focal_px or _USUAL_FOCAL * max(width, height)
    known = (math.log(focal), _EXIF_SD if photo.focal_px else _USUAL_SD)
    matrix = np.array([[focal, 0, (width - 1) / 2], [0, focal, (height - 1) / 2], [0, 0, 1.0]])
    _, turned, moved = cv2.solvePnP(points, seen, matrix, None, flags=cv2.SOLVEPNP_IPPE)
    start = np.concatenate([[known[0], 0.0], np.ravel(turned), np.ravel(moved)])

    def off(parameters: Floats) -> Floats:
        pixels = (projected(parameters, points, (width, height)) - seen) / seen_sd_px
        return np.concatenate([pixels.ravel(), [(parameters[0] - known[0]) / known[1], parameters[1] / _RADIAL_SD]])

    found = least_squares(off, start, x_scale=np.array([0.1, 0.05, 0.1, 0.1, 0.1, 10.0, 10.0, 10.0]))
    jacobian = np.asarray(found.jac)
    covariance = np.linalg.pinv(jacobian.T @ jacobian)
    pixels = found.fun[:-2] * seen_sd_px
    rms = math.sqrt(float(pixels @ pixels) / len(points))
    mm = rms * float(np.linalg.norm(found.x[5:8])) / math.exp(found.x[0])
    return Camera(np.asarray(found.x), np.asarray(covariance), (width, height), mm)


def camera_over_sheet(photo: Photo, line_mm: float) -> tuple[Camera, Ground, float] | None:
    """Find the camera over a sheet, the ground of the sheet, and how blurred its marks are (sd, mm); None: no sheet.

    line_mm: how long the sheet's line of 100 mm is. Raises InputError for too few marks.
    """
    marks = _marks(photo)
    if not marks:
        return None
    ground: Ground = "white" if sum(number < MARKS for number in marks) * 2 >= len(marks) else "blue"
    first = first_mark(ground)
    places = mark_corners() * line_mm / 100
    mine = {number - first: corners for number, corners in marks.items() if 0 <= number - first < MARKS}
    if len(mine) < FEWEST_MARKS:
        raise InputError(
            "{file}: expected at least {fewest} of the sheet's {marks} marks, found {found}: take all of the sheet, "
            "sharp, with nothing on its marks.",
            file=photo.file,
            fewest=FEWEST_MARKS,
            marks=MARKS,
            found=len(mine),
        )
    points = np.concatenate([np.pad(places[number], ((0, 0), (0, 1))) for number in mine])
    camera = fit_camera(photo, points, np.concatenate(list(mine.values())))
    return camera, ground, _blur_mm(photo, camera, places[list(mine)])


def check_flat(photo: Photo, camera: Camera) -> None:
    """Raise InputError for a sheet whose marks do not lie on a plane as they were printed."""
    if camera.off_mm > _FLAT_MM:
        raise InputError(
            "{file}: expected marks on a plane, found them {off:.2f} mm off it: the sheet must lie flat, and be "
            "printed without stretching.",
            file=photo.file,
            off=camera.off_mm,
        )


def check_tilt(photo: Photo, camera: Camera) -> None:
    """Raise InputError for a photo that was taken from too far aside."""
    if camera.tilt_deg > STEEPEST_DEG:
        raise InputError(
            "{file}: expected a photo from above, at most {most:.0f} degrees off the vertical, found {tilt:.0f}.",
            file=photo.file,
            most=STEEPEST_DEG,
            tilt=camera.tilt_deg,
        )


def _marks(photo: Photo) -> dict[int, Floats]:
    """Return the corners (4, 2) of the sheet's marks in a photo, by number."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 8
    detector = cv2.aruco.ArucoDetector(dictionary(), parameters)
    # In linear light, where a blurred edge is half as bright in the middle.
    grey = (255 * photo.grey_light).astype(np.uint8)
    corners, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return {}
    return {int(number): np.asarray(each[0], float) for number, each in zip(numbers.ravel(), corners, strict=True)}


def _blur_mm(photo: Photo, camera: Camera, places: Floats) -> float:
    """Return the sd (mm) of the blur across the outer edges of the marks (n, 4, 2), in the worse direction."""
    along, across = np.linspace(0.2, 0.8, 31), np.linspace(-2.0, 2.0, 81)
    spreads: list[list[float]] = [[], []]
    grey = photo.grey_light
    for corners in places:
        for side in range(4):
            start, end = corners[side], corners[(side + 1) % 4]
            way = (end - start) / np.linalg.norm(end - start)
            inward = np.array([-way[1], way[0]])
            line = start + along[:, np.newaxis] * (end - start)
            points = line[:, np.newaxis] + across[:, np.newaxis] * inward
            seen = camera.project(np.pad(points.reshape(-1, 2), ((0, 0), (0, 1)))).astype(np.float32)
            values = cv2.remap(grey, seen.reshape(len(along), len(across), 2), None, cv2.INTER_LINEAR)
            profile = values.mean(axis=0)
            contrast = float(profile[:16].mean() - profile[-16:].mean())
            steepest = float(-np.gradient(profile, across).min())
            if contrast > 0.05 and steepest > 0:
                spreads[side % 2].append(contrast / steepest / math.sqrt(math.tau))
    return max((float(np.median(each)) for each in spreads if each), default=math.inf)
