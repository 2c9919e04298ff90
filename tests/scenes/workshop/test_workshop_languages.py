"""The workshop in other languages: every text is marked, and none is cut in a small window."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sim.language import _
from sim.workshop.prototype import prototype_of
from tests.languages import KNOWN, TRANSLATED, speaking
from tests.scenes.layout.test_texts_fit import Written, written
from tests.scenes.workshop.test_workshop_scene import Still, frame, keys

__all__ = ["written"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("screen", "own_folders")]

SAME = re.compile(r"\b(Riff Raff|Zack|Esc|Tab|fall_rate|miss_rate|brig|expert)\b|\S*\.toml\b|--config|…$")
"""Words that are the same in every language."""


def painted(language: str, game: str, path: Path, size: tuple[int, int], found: dict[int, list[Written]]) -> set[str]:
    """Return the texts of a workshop in which some figures are known, an edit was made, and the keys are shown.

    A text that is cut ends with an ellipsis.
    """
    from scenes.workshop.scene import WorkshopScene

    with speaking(language):
        prototype: Any = prototype_of(game, None, "play")
        still = Still()
        scene = WorkshopScene(prototype, str(path / "design.toml"), *map(float, size), 1.0, None, still)
        try:
            frame(scene)
            still.fill(scene.session.prototype.subject(), 40, lambda cell: hash(cell) % 3 == 0)
            scene.session.turn(prototype.dials()[1], prototype.dials()[1].high)
            scene.session.undo()
            frame(scene, 1.0)
            scene.on_key_press(keys().F1, 0)
            frame(scene)
        finally:
            scene.close()
    return {one.words for texts in found.values() for one in texts}


@pytest.mark.parametrize("game", ["riff-raff", "zack"])
def test_every_text_of_the_workshop_is_marked(game: str, tmp_path: Path, written: dict[int, list[Written]]) -> None:
    texts = painted(KNOWN, game, tmp_path, (1280, 720), written)
    assert any("wörkshöpõ" in each for each in texts)
    plain = {each for each in texts for word in re.findall(r"[^\W\d_]{3,}", SAME.sub("", each)) if word.isascii()}
    assert plain == set()


@pytest.mark.parametrize("game", ["riff-raff", "zack"])
@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_no_text_of_the_workshop_is_cut(
    language: str, game: str, tmp_path: Path, written: dict[int, list[Written]]
) -> None:
    texts = painted(language, game, tmp_path, (800, 500), written)
    with speaking(language):
        # The name of a step or of a preset may be as long as it is.
        named = tuple(_(each, step="", name="").strip() for each in ("Undo {step}", "Redo {step}", "the preset {name}"))
    assert {each for each in texts if re.search(r"\w…$|\(…$", each) and not each.startswith(named)} == set()
