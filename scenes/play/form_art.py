"""Widgets as pictures, painted with Pillow when their looks have changed. Pixels, y down; no window needed."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from scenes.drawing import palette
from scenes.drawing.page import paint_page
from scenes.drawing.palette import Colour, darker, lighter, mix
from scenes.drawing.panels import FINE, Pen, sheet
from scenes.layout import boxes
from scenes.layout.boxes import ENDLESS, Column, Lines, Text
from scenes.layout.text import fitted, width_px, write
from scenes.play.form import label_px, slider_inset
from scenes.play.widgets import (
    CORNER,
    SKILL_UP,
    Button,
    Choice,
    Field,
    Page,
    PictureButton,
    PictureChoice,
    Portrait,
    Slider,
    Widget,
    Words,
)
from sim.language import _

PRESSED = 0.16
"""How much darker is what is pressed."""


@dataclass(frozen=True, slots=True)
class Mood:
    """The state of a widget: it has the focus, is under the pointer, or is pressed."""

    focused: bool = False
    hovered: bool = False
    pressed: bool = False


def accent() -> Colour:
    """Return the colour of what is chosen."""
    return palette.TONES["turn"]


def panel_picture(size: tuple[int, int], pen: Pen) -> Image.Image:
    """Return the paper on which a form lies."""
    return sheet(size, pen(14), palette.PAPER, palette.PAPER_EDGE, 250, max(1, pen(1.5)))


def more_picture(size: tuple[int, int], up: bool) -> Image.Image:
    """Return the mark at the edge of lines of which more lie above (`up`) or below."""
    width, height = size
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*palette.PAPER, 0))
    draw = ImageDraw.Draw(fine)
    draw.rounded_rectangle((0, 0, width * FINE - 1, height * FINE - 1), height * FINE / 2, fill=(*palette.PAPER, 235))
    x, y, half = width / 2, height / 2, 0.27 * height * (-1 if up else 1)
    corners = [(x - 0.6 * height, y - half), (x + 0.6 * height, y - half), (x, y + half)]
    draw.polygon([(a * FINE, b * FINE) for a, b in corners], fill=(*accent(), 255))
    return fine.reduce(FINE)


def paint(widget: Widget, size: tuple[int, int], label: int, pen: Pen, mood: Mood) -> Image.Image:
    """Paint a widget of that size, of which `label` pixels of the width belong to its label."""
    if isinstance(widget, Words):
        return _words(widget, size, pen)
    if isinstance(widget, Page):
        return paint_page(widget.blocks, size[0], pen)
    if isinstance(widget, PictureButton):
        return _picture_button(widget, size, pen, mood)
    if isinstance(widget, PictureChoice):
        return _picture_choice(widget, size, pen, mood)
    if isinstance(widget, Portrait):
        return _portrait(widget, size, pen, mood)
    picture = Image.new("RGBA", size, (*palette.PAPER, 0))
    text = pen.text(15)
    if label:
        tone = palette.INK if widget.enabled else palette.INK_SOFT
        boxes.paint(Lines(widget.label, text, tone), picture, (0, 0, label_px(label / pen.ratio, pen), size[1]))
    room = (size[0] - label, size[1])
    if isinstance(widget, Button):
        control = button_picture(widget.label, room, text, pen, mood, widget.kind == "main", widget.enabled)
    elif isinstance(widget, Choice):
        control = _choice(widget, room, pen, mood)
    elif isinstance(widget, Field):
        control = _field(widget, room, pen, mood)
    else:
        assert isinstance(widget, Slider)
        control = _slider(widget, room, pen, mood)
    picture.paste(control, (label, 0))
    return picture


def _words(widget: Words, size: tuple[int, int], pen: Pen) -> Image.Image:
    picture = Image.new("RGBA", size, (*palette.PAPER, 0))
    text = pen.text(widget.size)
    tone = palette.INK_SOFT if widget.tone == "soft" else palette.TONES.get(widget.tone, palette.INK)
    lines = Lines(widget.label, text, tone, bold=widget.bold, side="middle" if widget.centred else "left")
    wide, high = max(1, size[0] - 2), size[1]
    if not widget.middle:
        high = lines.wanted((wide, ENDLESS))[1]
    boxes.paint(lines, picture, (0, 0, wide, high))
    return picture


def _box(size: tuple[int, int], pen: Pen, fill: Colour, edge: Colour, mood: Mood) -> Image.Image:
    """Return a box with round corners, with a ring if it has the focus or is pressed."""
    ring = mood.focused or mood.pressed
    return sheet(
        size, pen(8), fill, palette.GLOW if ring else edge, 255, max(2, pen(3)) if ring else max(1, pen(1.2))
    ).copy()


def button_picture(
    label: str, size: tuple[int, int], px: int, pen: Pen, mood: Mood, main: bool, enabled: bool = True
) -> Image.Image:
    """Paint a button. px: the height of its letters. main: it is the most likely choice."""
    if not enabled:
        fill, ink = mix(palette.PAPER, palette.PAPER_EDGE, 0.35), palette.INK_SOFT
    elif main:
        fill, ink = accent(), (255, 255, 255)
    else:
        fill, ink = lighter(palette.PAPER, 0.6), palette.INK
    if mood.hovered and enabled:
        fill = lighter(fill, 0.14) if main else palette.PAPER_DUE
    if mood.pressed:
        fill = darker(fill, PRESSED)
    edge = darker(fill, 0.25) if main else palette.PAPER_EDGE
    picture = _box(size, pen, fill, edge, mood)
    words = Text(label, px, ink, bold=main, side="middle")
    boxes.paint(words, picture, (pen(6), 0, size[0] - 2 * pen(6), size[1]))
    return picture


def _picture_button(widget: PictureButton, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    """Paint the picture with round corners, and on a band below it the label and what is said about it."""
    lit = mood.hovered or mood.focused or mood.pressed
    pad, edge = pen(8), max(2, pen(3.5) if lit else pen(1.5))
    about = Lines(widget.about, pen.text(13), palette.INK_SOFT, whole=True, spare=1)
    words = Column([Text(widget.label, pen.text(17), palette.INK, bold=True), about])
    room = size[0] - 2 * pad, round(0.45 * size[1]) - pad
    band = words.wanted(room)[1] + pad
    picture = Image.new("RGBA", size, (*palette.PAPER, 0))
    paper = darker(palette.PAPER_DUE, PRESSED) if mood.pressed else palette.PAPER_DUE if lit else palette.PAPER
    painted = Image.new("RGBA", size, (*paper, 255))
    painted.paste(widget.picture(size[0], max(8, size[1] - band)), (0, 0))
    mask = sheet(size, pen(10), (255, 255, 255), (255, 255, 255), 255, 1)
    picture.paste(painted, (0, 0), mask.getchannel("A"))
    boxes.paint(words, picture, (pad, size[1] - band + pad // 4, room[0], band - pad))
    ring = sheet(size, pen(10), palette.PAPER, palette.GLOW if lit else palette.PAPER_EDGE, 0, edge)
    picture.alpha_composite(ring)
    return picture


def _picture_choice(widget: PictureChoice, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    """Paint the pictures as cards, their labels on bands below them; that of the chosen one has the chosen's colour."""
    picture = Image.new("RGBA", size, (*palette.PAPER, 0))
    gap, count = pen(8), len(widget.options)
    text = pen.text(15)
    band = round(1.7 * text)
    for index, option in enumerate(widget.options):
        left, right = round(index * (size[0] + gap) / count), round((index + 1) * (size[0] + gap) / count) - gap
        wide, chosen = max(8, right - left), index == widget.index
        fill = accent() if chosen else palette.PAPER_DUE if mood.hovered else palette.PAPER
        if mood.pressed:
            fill = darker(fill, PRESSED)
        card = Image.new("RGBA", (wide, size[1]), (*fill, 255))
        card.paste(widget.picture(option.value, wide, max(8, size[1] - band)), (0, 0))
        ink = (255, 255, 255) if chosen else palette.INK
        words = Text(option.text, text, ink, bold=chosen, side="middle")
        boxes.paint(words, card, (pen(4), size[1] - band, wide - 2 * pen(4), band))
        mask = sheet(card.size, pen(10), (255, 255, 255), (255, 255, 255), 255, 1)
        picture.paste(card, (left, 0), mask.getchannel("A"))
        edge = palette.GLOW if chosen and mood.focused else accent() if chosen else palette.PAPER_EDGE
        ring = sheet(card.size, pen(10), palette.PAPER, edge, 0, max(2, pen(3.5)) if chosen else max(1, pen(1.5)))
        picture.alpha_composite(ring, (left, 0))
    return picture


def _portrait(widget: Portrait, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    """Paint a player as a card: face, name, person or bot, and below it the skill."""
    lit = mood.hovered or mood.focused
    fill = palette.PAPER_DUE if lit else lighter(palette.PAPER, 0.5)
    picture = _box(size, pen, darker(fill, PRESSED) if mood.pressed else fill, palette.PAPER_EDGE, mood)
    (wide, high), pad, text = size, pen(6), pen.text(13)
    skill_top = round((1 - SKILL_UP) * high)
    pill, name_high = min(round(1.8 * text), high - skill_top - pad), round(1.5 * text)
    kind_top = skill_top - pill
    side = max(8, min(wide - 2 * pad, kind_top - name_high - pad))
    picture.alpha_composite(widget.face(side), ((wide - side) // 2, max(0, (kind_top - name_high + pad - side) // 2)))
    name = Text(widget.label, pen.text(14), palette.INK, bold=True, side="middle")
    boxes.paint(name, picture, (pad, kind_top - name_high, wide - 2 * pad, name_high))
    room = wide - 2 * pad, pill
    ground = sheet(room, pen(6), mix(fill, palette.PAPER_EDGE, 0.3), palette.PAPER_EDGE, 255, 1)
    picture.alpha_composite(_kind(widget, ground, text, pen), (pad, kind_top))
    picture.alpha_composite(_skill(widget, ground, text), (pad, skill_top + (high - skill_top - pill) // 2))
    if widget.remove is not None:
        x, y, arm = wide - 0.5 * CORNER * wide, 0.25 * CORNER * high, pen(4)
        cross = ImageDraw.Draw(picture)
        for way in (-1, 1):
            ends = (x - arm, y - way * arm, x + arm, y + way * arm)
            cross.line(ends, fill=(*palette.INK_SOFT, 255), width=max(1, pen(1.6)))
    return picture


def _kind(widget: Portrait, ground: Image.Image, text: int, pen: Pen) -> Image.Image:
    """Paint which of person and bot the player is."""
    pill, half = ground.copy(), ground.width // 2
    for left, words, chosen in ((0, _("person"), widget.is_person), (half, _("bot"), not widget.is_person)):
        if chosen:
            fill = accent()
            pill.alpha_composite(sheet((half, pill.height), pen(6), fill, darker(fill, 0.2), 255, 1), (left, 0))
        ink = (255, 255, 255) if chosen else palette.INK_SOFT
        boxes.paint(Text(words, text, ink, bold=chosen, side="middle"), pill, (left, 0, half, pill.height))
    return pill


def _skill(widget: Portrait, ground: Image.Image, text: int) -> Image.Image:
    """Paint the skill, with a dot for each there is, as many filled as it is high."""
    pill, (wide, high) = ground.copy(), ground.size
    radius, count = max(2.0, 0.24 * text), len(widget.skills)
    dots, gap = round(2.9 * count * radius), round(0.5 * text)
    words = width_px(_(widget.skill), text)
    if words + gap + dots > wide:
        words = gap = 0
    left = (wide - words - gap - dots) // 2
    if words:
        write(pill, (left, high / 2), _(widget.skill), text, palette.INK, anchor="lm")
    fine = Image.new("RGBA", (dots * FINE, high * FINE), (*accent(), 0))
    draw = ImageDraw.Draw(fine)
    for number in range(count):
        full = number <= widget.skills.index(widget.skill)
        tone = accent() if full else mix(palette.PAPER, palette.PAPER_EDGE, 0.9)
        _disc(draw, ((2.9 * number + 1.45) * radius, high / 2), radius, tone)
    pill.alpha_composite(fine.reduce(FINE), (left + words + gap, 0))
    return pill


def _choice(widget: Choice, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    text = pen.text(15)
    room = size[0] / max(1, len(widget.options))
    fits = all(width_px(option.text, text, True) + pen(10) <= room for option in widget.options)
    widget.segmented = fits and not widget.steps
    fill = mix(palette.PAPER, palette.PAPER_EDGE, 0.28)
    picture = _box(size, pen, darker(fill, PRESSED) if mood.pressed else fill, palette.PAPER_EDGE, mood)
    return _segments(widget, picture, room, pen) if widget.segmented else _stepper(widget, picture, pen, mood)


def _segments(widget: Choice, picture: Image.Image, room: float, pen: Pen) -> Image.Image:
    text, inset = pen.text(15), max(3, pen(4))
    for index, option in enumerate(widget.options):
        left, right = round(index * room), round((index + 1) * room)
        chosen = index == widget.index
        if chosen:
            fill = accent() if widget.enabled else palette.INK_SOFT
            chip = sheet(
                (max(2, right - left - 2 * inset), picture.height - 2 * inset), pen(6), fill, darker(fill, 0.2), 255, 1
            )
            picture.alpha_composite(chip, (left + inset, inset))
        ink = (255, 255, 255) if chosen else palette.INK if widget.enabled else palette.INK_SOFT
        write(picture, ((left + right) / 2, picture.height / 2), option.text, text, ink, bold=chosen, anchor="mm")
    return picture


def _stepper(widget: Choice, picture: Image.Image, pen: Pen, mood: Mood) -> Image.Image:
    width, height = picture.size
    side = min(round(0.16 * width), round(0.8 * height))
    ink = accent() if mood.hovered or mood.focused else palette.INK_SOFT
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*ink, 0))
    draw = ImageDraw.Draw(fine)
    half = min(0.20 * height, 0.3 * side)
    for x, way in ((side * 0.55, -1), (width - side * 0.55, 1)):
        points = [(x - way * half * 0.6, height / 2 - half), (x + way * half * 0.7, height / 2)]
        points.append((x - way * half * 0.6, height / 2 + half))
        draw.polygon([(px * FINE, py * FINE) for px, py in points], fill=(*ink, 255))
    picture.alpha_composite(fine.reduce(FINE))
    words = widget.options[widget.index].text if widget.options else ""
    tone = palette.INK if widget.enabled else palette.INK_SOFT
    boxes.paint(Text(words, pen.text(15), tone, side="middle"), picture, (side, 0, width - 2 * side, height))
    return picture


def _field(widget: Field, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    fill = (255, 255, 255) if widget.enabled else palette.PAPER
    picture = _box(size, pen, fill, palette.PAPER_EDGE, mood)
    text, pad = pen.text(15), pen(9)
    room = size[0] - 2 * pad
    # If the value does not fit, show the part around the caret.
    begin = 0
    while begin < widget.caret and width_px(widget.value[begin : widget.caret], text) > room:
        begin += 1
    shown = widget.value[begin:]
    while shown and width_px(shown, text) > room:
        shown = shown[:-1]
    if widget.value or mood.focused:
        write(picture, (pad, size[1] / 2), shown, text, palette.INK, anchor="lm")
    else:
        write(picture, (pad, size[1] / 2), fitted(widget.hint, room, text), text, palette.INK_SOFT, anchor="lm")
    if mood.focused:
        x = pad + width_px(widget.value[begin : widget.caret], text) if widget.caret > begin else pad
        half = round(0.62 * text)
        middle = size[1] // 2
        ImageDraw.Draw(picture).rectangle(
            (x, middle - half, x + max(1, pen(1.5)) - 1, middle + half), fill=(*accent(), 255)
        )
    return picture


def _slider(widget: Slider, size: tuple[int, int], pen: Pen, mood: Mood) -> Image.Image:
    width, height = size
    before, after = (round(part * pen.ratio) for part in slider_inset(pen, width / pen.ratio))
    radius = pen(9)
    fine = Image.new("RGBA", (width * FINE, height * FINE), (*palette.PAPER_EDGE, 0))
    draw = ImageDraw.Draw(fine)
    middle, thick = height / 2, pen(5) / 2
    left, right = before, max(before + 1, width - after)
    x = left + (right - left) * widget.along
    for a, b, tone in ((left, right, mix(palette.PAPER, palette.PAPER_EDGE, 0.8)), (left, x, accent())):
        draw.rounded_rectangle(
            [v * FINE for v in (a, middle - thick, max(a + 1, b), middle + thick)], thick * FINE, fill=(*tone, 255)
        )
    if mood.focused:
        _disc(draw, (x, middle), radius + max(1, pen(1)), palette.GLOW)
    _disc(draw, (x, middle), radius * 0.85, lighter(accent(), 0.15) if mood.hovered else accent())
    picture = fine.reduce(FINE)
    room = after - 2 * radius
    boxes.paint(Text(widget.words, pen.text(15), palette.INK, side="right"), picture, (width - room, 0, room, height))
    return picture


def _disc(draw: ImageDraw.ImageDraw, centre: tuple[float, float], radius: float, tone: Colour) -> None:
    x, y = centre
    draw.ellipse([v * FINE for v in (x - radius, y - radius, x + radius, y + radius)], fill=(*tone, 255))
