"""The first run of someone who has read nothing: from the pictures to the first ruling, by what the screen says."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.processes import LONG_S
from tests.scenes.real_window import RealWindow
from tests.scenes.smooth_mouse import move

SIZE = (1000, 640)
ABOVE_MM = 12.0
"""How far above the lit place the pointer lets go."""

# The command as it is but for its dice, telling what can be read on the screen and where.
PROGRAM = """
import json, sys
sys.path[:0] = [{root!r}]
import scenes.play.setup
scenes.play.setup.fresh_seed = lambda: 5
from scenes.play.scene import PlayScene
update, last = PlayScene.update, [None]
def read(scene):
    if scene.screens:
        form = scene.screens[-1].form
        places = [(widget, form.place_of(widget.name)) for widget in form]
        return {{"screen": {{widget.label: place.centre for widget, place in places if place is not None}}}}
    if scene.table is None:
        return {{}}
    layer, cards = scene.table.layer, scene.first_cards
    match, tray, camera = scene.table.session.match, layer.tray, layer.scene.camera
    found = {{
        "card": None if cards is None or cards.card is None else cards.card.to_try,
        "strip": 0 if cards is None else cards.layout.strip.height,
        "asks": "" if not tray or not tray.items else str(tray.items[0].sort),
        "tray": {{str(item.value): spot.centre for item, spot in zip(tray.items, tray.spots)}} if tray else {{}},
        "holds": match.table.holds,
        "ticker": [line.text for line in match.ticker],
    }}
    if match.table.holds:
        for glow in layer.scene.stage._glows.values():
            if glow.visible:
                middle = glow.x + glow.width / 2 - glow.image.anchor_x * glow.scale
                found["lit"] = camera.to_screen((middle, glow.y + {above}))
    return found
def told(self, wall_s):
    update(self, wall_s)
    now = read(self)
    if {{**now, "lit": 0}} != last[0]:
        last[0] = {{**now, "lit": 0}}
        print(json.dumps(now), flush=True)
PlayScene.update = told
import yardarm.command
code = yardarm.command.run(["play", "--size", {size!r}])
print("ended", code, flush=True)
"""


class Newcomer(RealWindow):
    """A player who looks at the window and has nothing but a mouse."""

    def __init__(self, root: Path) -> None:
        super().__init__(PROGRAM.format(root=str(root), above=ABOVE_MM, size=f"{SIZE[0]}x{SIZE[1]}"), SIZE)
        self.seen: dict[str, Any] = {}

    def look_until(self, done: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Watch the window until that is so; fail with what is to be seen if it never is."""
        end = time.monotonic() + LONG_S
        while not done(self.seen):
            assert time.monotonic() < end, self.seen
            self.seen = json.loads(self.line())
        return self.seen

    def click_on(self, words: str) -> None:
        """Click what these words stand on."""
        (place,) = (place for label, place in self.seen["screen"].items() if words in label)
        self.click(*place)

    def is_told(self, words: str) -> Callable[[dict[str, Any]], bool]:
        """Return a test whether the card asks for that."""
        return lambda seen: words in (seen.get("card") or "")


@pytest.fixture
def newcomer(windows: list[Any], root: Path, own_folders: Path) -> Newcomer:
    """A newcomer at a fresh window."""
    assert not (own_folders / "config").exists()
    windows.append(shown := Newcomer(root))
    return shown


def ruled(seen: dict[str, Any]) -> bool:
    """Say whether the ticker tells what became of the newcomer's first piece."""
    news = ("Your ", "goes to you", "You have caught", "You caught")
    return any(line.startswith(news) or news[1] in line for line in seen.get("ticker", ()))


@pytest.mark.study
def test_from_the_pictures_to_the_first_ruling_by_what_the_screen_says(newcomer: Newcomer, own_folders: Path) -> None:
    newcomer.look_until(lambda seen: any("Riff Raff" in label for label in seen.get("screen", ())))
    newcomer.find()
    newcomer.click_on("Riff Raff")
    newcomer.look_until(lambda seen: newcomer.is_told("Click one of the cards")(seen) and seen["asks"] == "card")
    assert newcomer.seen["strip"] < 0.35 * SIZE[1]
    newcomer.click(*newcomer.seen["tray"]["10"])
    newcomer.look_until(newcomer.is_told("click a piece below, or drag it"))
    # Where cards are equal the newcomer is asked for an order, and takes what is offered first.
    while newcomer.look_until(lambda seen: seen.get("tray"))["asks"] != "piece":
        before = newcomer.seen
        newcomer.click(*next(iter(before["tray"].values())))
        newcomer.look_until(lambda seen: seen.get("tray") != before["tray"])  # noqa: B023 - called at once
    start = newcomer.seen["tray"]["rat"]
    newcomer.do(*newcomer.at(*start), "mousedown", "1")
    newcomer.look_until(newcomer.is_told("Carry it over the lit slot"))
    newcomer.look_until(lambda seen: "lit" in seen)
    (x, y), steps = newcomer.seen["lit"], 60
    way = [(start[0] + (x - start[0]) * n / steps, start[1] + (y - start[1]) * n / steps) for n in range(1, steps + 1)]
    move(newcomer.window, 12, [*way, *([way[-1]] * 40)], False, SIZE[1])
    newcomer.do("mouseup", "1")
    newcomer.look_until(lambda seen: not seen.get("holds", True) and newcomer.is_told("under what falls")(seen))
    newcomer.look_until(ruled)
    # The last card goes on by its button, and the cards do not come again.
    strip = newcomer.seen["strip"]
    newcomer.click(SIZE[0] - 60, SIZE[1] - strip / 2 + 18)
    newcomer.look_until(lambda seen: "card" in seen and seen["card"] is None)
    newcomer.quit()
    saved = json.loads((own_folders / "config" / "yardarm" / "settings.json").read_text())
    assert saved["cards_seen"] == ["riff-raff"]
    assert saved["notice_answered"] is False
