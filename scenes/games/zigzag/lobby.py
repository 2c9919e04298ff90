"""ZIGZAG in the lobby: the picture behind it (felt on oak, two hands of cards), and the form of a practice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypedDict

from PIL import Image

from scenes.drawing.pictures import lay_fan
from scenes.games.zigzag.art import SHAPE, card_image, table_picture
from scenes.play.form import Lines
from scenes.play.widgets import Choice, Option, Words, in_language
from scenes.spec import PlayPart, PracticeForm
from sim.language import N_, _
from sim.people.skill import PROFILES
from sim.protocols import Configuration
from sim.spec import GAMES

FANS = (
    (0.11, 0.74, ("water.blue.sunglasses", "fire.blue.cocktail", "earth.blue.suitcase", "air.blue.none")),
    (0.89, 0.74, ("fire.pink.suitcase", "joker", "air.green.suitcase", "stop_accessory")),
)
SPREAD_DEG = 15.0
CARD_SHARE = 0.28

MOST_PERSONS = 1
"""All players act at the same time, so only one can use the mouse."""
SECRET: tuple[str, ...] = ()
"""Only one person plays by hand, so nothing has to be hidden from another."""
SEEN = (Option("own", N_("your own")), Option("partner", N_("your partner's too")), Option("all", N_("everybody's")))


class Practised(TypedDict):
    """The choice of what is practised, as the game's practice takes it."""

    players: int
    profile: str
    level: int
    cards: str


def usual() -> Practised:
    """Return the default settings of a practice, as the keyword arguments of the game's Practice."""
    return {"players": 4, "profile": "child", "level": 1, "cards": "own"}


def lines(chosen: Practised, changed: Callable[[str, object], None], _configuration: Configuration) -> Lines:
    """Return the lines of the practice form. Choosing calls `changed(name, value)`."""
    counts = [Option(count, str(count)) for count in GAMES["zigzag"].counts]
    return [
        Choice("players", _("At the table"), counts, chosen["players"], lambda n: changed("players", n)),
        Choice("profile", _("The others are"), [Option(name, _(name)) for name in PROFILES], chosen["profile"],
               lambda name: changed("profile", name)),
        Choice("level", _("Level"), [Option(n, str(n)) for n in (1, 2, 3)], chosen["level"],
               lambda n: changed("level", n)),
        Choice("cards", _("Cards you see"), in_language(SEEN), chosen["cards"], lambda whose: changed("cards", whose)),
        Words("about", _("Play set after set, with a hint where you ask for one."), "soft", size=13),
    ]  # fmt: skip


def cover(width: int, height: int) -> Image.Image:
    """Paint the picture. Width and height are in pixels."""
    picture = Image.new("RGBA", (width, height))
    scale = max(width / 1100.0, height / 620.0)
    table = table_picture(scale)
    ground = table.image
    if table.scale != scale:
        side = scale / table.scale
        ground = ground.resize((round(ground.width * side), round(ground.height * side)), Image.Resampling.BICUBIC)
    picture.paste(ground, ((width - ground.width) // 2, (height - ground.height) // 2))
    high = max(16, round(CARD_SHARE * height))
    wide = round(high / SHAPE)
    for x, y, faces in FANS:
        lay_fan(picture, [card_image(face, wide, high) for face in faces], (x, y), high // 6, SPREAD_DEG)
    return picture


PLAY = PlayPart(
    "scenes.games.zigzag.play:PlayLayer",
    MOST_PERSONS,
    SECRET,
    PracticeForm(usual, lines),
    real_time=True,
    partners=2,
    keys="scenes.games.zigzag.play_choices:KEYS",
)
