"""The verb `workshop`: everything is checked before the window opens."""

from __future__ import annotations

from pathlib import Path

from scenes.drawing import palette
from scenes.layout import text
from scenes.options import WorkshopOptions
from scenes.play.settings import SettingsStore
from scenes.spec import games_with_scenes
from sim.configuration import preset_file
from sim.errors import InputError
from sim.file_kinds import PRESET
from sim.files import check_outputs
from sim.language import _
from sim.spec import game_of
from sim.workshop.prototype import prototype_of


def workshop_command(given: WorkshopOptions) -> None:
    """Open a window in which a design is edited. Raises InputError, if possible before the window opens."""
    if game_of(given.game).prototype is None:
        known = " or ".join(game.name for game in games_with_scenes() if game.prototype is not None)
        raise InputError(f"workshop: expected {known}, since {game_of(given.game).title} cannot be designed here.")
    check_outputs({"--out": (given.out, PRESET)}, {"--config": preset_file(given.game, given.config)})
    prototype = prototype_of(given.game, given.config, given.profile)
    if given.language is None:
        SettingsStore.opened().settings.speak()
    palette.use(given.palette)
    text.set_scale(given.text_scale)
    from scenes.window.window import NoDrawingError, open_window, pixel_ratio

    try:
        window = open_window(*given.size, caption=_("Yardarm: the workshop of {game}", game=prototype.title))
    except NoDrawingError as reason:
        raise InputError(f"workshop needs a window to work in, and {reason}.") from reason
    # Needs a display; what takes long to import comes after the first frame.
    from scenes.drawing.hud import show_wait

    path = given.out or saved_as(given.game, given.config)
    try:
        show_wait(window, _("The workshop is being set up"))
        from scenes.workshop.scene import WorkshopScene

        size = window.width, window.height, pixel_ratio(window)
        scene = WorkshopScene(prototype, str(path), *size, window)
        scene.attach()
    except BaseException:
        window.close()
        raise
    from scenes.window.loop import Loop

    Loop(window, scene).run()


def saved_as(game: str, config: Path | None) -> Path:
    """Return where a design is saved unless another place is typed: where it came from, but never a shipped preset."""
    if config is None or preset_file(game, config) != config:
        return Path("design.toml")
    return config
