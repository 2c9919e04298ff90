"""How a player in a real window sees Riff Raff and answers it, through a whole match."""

from __future__ import annotations

from typing import Any

from scenes.games.riff_raff.keyboard_hand import CARRY_MM_S, FINE_MM_S
from tests.games.riff_raff.match.by_hand import grip_above
from tests.scenes.whole_match import MatchWindow, Seen

ARGUMENTS = ("--seats", "me=Ada,casual", "--seed", "11")
CONFIGURATION = """
[pieces]
boat = { supply = 0 }
bottle = { supply = 0 }
sailor = { supply = 0 }
plank = { supply = 0 }
"""
PILE_MM, CLEAR_MM, STEP_MM, BESIDE_MM = 25.0, 3.0, 6.0, 70.0
"""What lies within this of a place is below a piece there; how far above it the piece is let go; how much higher each
time that it would be refused; how far beside the slot the hand is before it goes there.
"""
STEPS = 3


def look(layer: Any) -> Seen:
    """Return the tray, the hand and its goal, and what falls."""
    match, tray, camera = layer.match, layer.tray, layer.scene.camera
    spots = [] if tray is None else zip(tray.items, tray.spots, strict=True)
    found: dict[str, Any] = {
        "asks": str(tray.items[0].sort) if tray is not None and tray.items else "",
        "tray": [(item.key, spot.centre) for item, spot in spots if item.count],
        "holds": match.table.holds,
    }
    frame = match.frame()
    falling = [piece for piece in frame.pieces if piece.state == "falling"]
    if falling and frame.palms:
        found["falls"] = camera.to_screen((falling[0].x, falling[0].y))
        found["away"] = falling[0].x - frame.palms[0].x
    if match.table.holds and frame.hand is not None:
        goals, beside_mm = _goals(match, frame)
        found.update(goals=[camera.to_screen(goal) for goal in goals], beside=beside_mm * camera.scale)
        found.update(aways=[(x - frame.hand.x, y - frame.hand.y) for x, y in goals], beside_mm=beside_mm)
        found.update(step=STEP_MM * camera.scale, refused=layer._refused is not None)
    return found


def _goals(match: Any, frame: Any) -> tuple[list[tuple[float, float]], float]:
    """Return where to let go of the piece (mm), lowest place of the slot first, and how far outside to begin."""
    carrying, pieces = match.table.carrying, match.configuration.setup.pieces
    slot = carrying.slot

    def height(x: float) -> float:
        surface = slot.surface_at(x)
        tops = [
            piece.y + pieces[piece.kind].forms[piece.form].core(piece.angle)[1] - surface
            for piece in frame.pieces
            if piece.state == "aboard" and abs(piece.x - x) < PILE_MM and surface < piece.y < surface + 90.0
        ]
        return max((0.0, *tops))

    half = (slot.wood_right_mm - slot.wood_left_mm) / 2
    places = sorted((slot.centre_mm + half * share for share in (0.0, 0.3, -0.3, 0.6, -0.6)), key=height)
    goals = [grip_above(match, carrying.kind, slot.number, x, height(x) + CLEAR_MM) for x in places]
    return goals, slot.side * BESIDE_MM


def by_mouse(window: MatchWindow, seen: Seen) -> None:
    """Click answers, drag pieces to their slots, and follow what falls."""
    if seen["holds"]:
        _place(window, seen)
    elif seen["tray"]:
        _, at = seen["tray"][window.turn % len(seen["tray"])]
        window.do(*window.at(*at), "sleep", "0.1", "mousedown", "1", "sleep", "0.1")
        held = window.look()
        if held.get("holds"):
            _place(window, held, at)
        else:
            window.do("mouseup", "1")
    elif "falls" in seen:
        window.do(*window.at(*seen["falls"]))


def _place(window: MatchWindow, seen: Seen, at: tuple[float, float] | None = None) -> None:
    """Carry the piece in from outside, rest, higher where it would be refused, and let go; or put it back."""
    for x, y in seen["goals"]:
        beside = x + seen["beside"], y + seen["step"]
        window.glide(at or beside, beside, 0.4)
        window.glide(beside, (x, y), 0.4)
        for _ in range(STEPS):
            window.do("sleep", "0.4")
            if not window.look().get("refused"):
                window.do("mouseup", "1")
                return
            y += seen["step"]
            window.do(*window.at(x, y))
        at = x, y
    window.do("click", "3", "mouseup", "1")


def by_keys(window: MatchWindow, seen: Seen) -> None:
    """Press the numbers of answers and pieces, carry by arrows, and set down by Enter."""
    if seen["holds"]:
        _set_down(window)
    elif seen["tray"]:
        window.keys(seen["tray"][window.turn % len(seen["tray"])][0][-1])
    elif "falls" in seen:
        window.hold("Right" if seen["away"] > 0 else "Left", 0.05)


def _set_down(window: MatchWindow) -> None:
    """Carry the piece in from outside, rest, higher where it would be refused, and set it down; or put it back."""
    for number in range(3):
        for dx, dy in ((window.look().get("beside_mm", 0.0), STEP_MM), (0.0, STEP_MM), (0.0, 0.0)):
            for axis, less, more in ((0, "Left", "Right"), (1, "Down", "Up")):
                seen = window.look()
                if not seen.get("holds"):
                    return
                away = seen["aways"][number][axis] + (dx, dy)[axis]
                _carry(window, more if away > 0 else less, abs(away))
        for _ in range(STEPS):
            if not window.look().get("refused"):
                window.keys("Return")
                return
            _carry(window, "Up", STEP_MM)
    window.keys("Escape")


def _carry(window: MatchWindow, key: str, far_mm: float) -> None:
    """Hold an arrow about as long as it takes, the last stretch slowly."""
    if far_mm > 30.0:
        window.hold(key, (far_mm - 15.0) / CARRY_MM_S)
    elif far_mm > 2.0:
        window.do("keydown", "Shift_L")
        window.hold(key, far_mm / FINE_MM_S)
        window.do("keyup", "Shift_L")
