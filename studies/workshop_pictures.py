"""The pictures of docs/how-to/design-a-ship.md: `python -m studies.workshop_pictures docs/pictures` draws them anew."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from scenes.window.window import OffScreen
from sim.files import write_whole
from sim.workshop.prototype import prototype_of
from sim.workshop.survey import Findings, R, Surveyor, done_here, survey

if TYPE_CHECKING:
    from scenes.workshop.scene import WorkshopScene

SIZE = (1280, 720)
SHOWN = (960, 540)
ROUNDS = 10
"""The rounds of trials behind a picture."""
_KNOWN: dict[Hashable, Findings] = {}


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    screen = OffScreen(*SIZE)
    for name, make in PICTURES.items():
        scene = make()
        surveyed(scene)
        content = io.BytesIO()
        screen.picture(scene).resize(SHOWN, Image.Resampling.LANCZOS).save(content, "PNG", optimize=True)
        write_whole(folder / f"{name}.png", content.getvalue())
        scene.close()
        print(f"{folder / name}.png: written.")


def opened(game: str) -> WorkshopScene:
    """Return the window's scene with the shipped design of a game."""
    # Imported after the screen is opened: without a display it could not be imported before.
    from scenes.workshop.scene import WorkshopScene

    prototype = prototype_of(game, None, "play")
    width, height = map(float, SIZE)
    return WorkshopScene(prototype, "design.toml", width, height, 1.0, None, _Idle())


def surveyed(scene: WorkshopScene) -> None:
    """Work out here and now what the scene asks for, and let the pictures follow."""
    for subject in scene.session.subjects():
        found = scene.session.surveyor.findings(subject.key)
        assert found is not None
        known = _KNOWN.get(subject.key) or _KNOWN.setdefault(subject.key, survey(subject, ROUNDS))
        for number, outcomes in known.outcomes.items():
            found.add(number, outcomes)
    for _ in range(40):
        scene.update(1 / 30)
        scene.show()


class _Idle(Surveyor):
    """A surveyor that leaves all work to `surveyed`."""

    def update(self) -> bool:
        """Work nothing out; return False."""
        return False

    def run(self, work: Callable[..., R], *arguments: Any) -> Future[R]:
        """Do everything at once."""
        return done_here(work, *arguments)


def _alone() -> WorkshopScene:
    return opened("riff-raff")


def _bowl() -> WorkshopScene:
    return opened("zack")


def _beside() -> WorkshopScene:
    scene = opened("riff-raff")
    scene.session.set_beside()
    lengths = {"ship.top_yard_length_mm": 130.0, "ship.low_yard_length_mm": 150.0, "ship.ball_mass_g": 80.0}
    scene.session.edit(lengths, "broader above")
    return scene


PICTURES: dict[str, Callable[[], WorkshopScene]] = {
    "workshop": _alone,
    "workshop-beside": _beside,
    "workshop-zack": _bowl,
}

if __name__ == "__main__":
    main(Path(sys.argv[1]))
