"""The catalogues of the languages, extracted from the code, brought up to date and compiled.

Run `python -m studies.languages`.
A translator fills in `sim/languages/de.po` and runs it again. It needs Babel, of the extra `dev`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import get_args, get_type_hints

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from sim.language import CATALOGUES, ENGLISH, LANGUAGES
from sim.verbs import Several
from yardarm.command import _rooms

ROOT = Path(__file__).resolve().parent.parent
REFUSALS = dict.fromkeys(("Wording", "InputError", "RecordError"), (1,)) | {"IllegalAction": (2,), "one_of": (3,)}
KEYWORDS = {"_": None, "N_": None, "_n": (1, 2), "_p": ((1, "c"), 2), **REFUSALS}
ROOMS = ("sim", "scenes", "calibration", "yardarm")
WHERE = [
    ("**/rules/**.py", "ignore"),
    ("sim/rules_frame/**.py", "ignore"),
    *((f"{room}/**.py", "python") for room in ROOMS),
]
"""The rules speak English to programs; what a person is refused is said by the match."""
COMMENTS = ["Translators:"]
"""What a comment before a text begins with, for it to go into the catalogues."""
AT = datetime(2026, 11, 27, tzinfo=UTC)
"""Catalogues carry this date, so that the same code gives the same bytes."""
WIDE = 110
TRANSLATED = tuple(language for language in LANGUAGES if language != ENGLISH)


PLACES = {
    "scenes/games/riff_raff/": "The window of Riff Raff.",
    "scenes/games/zack/": "The window of Zack!",
    "scenes/games/zatre/": "The window of ZATRE.",
    "scenes/games/zigzag/": "The window of ZIGZAG.",
    "scenes/play/": "The window: lobby, settings, messages while playing.",
    "scenes/playback/": "The window and films: a match that is watched, its captions.",
    "scenes/export/": "The page of a match in a browser.",
    "scenes/": "The window of any game.",
    "sim/games/riff_raff/": "Riff Raff: what happens, as text and captions, or a refusal.",
    "sim/games/zack/": "Zack!: what happens, as text and captions, or a refusal.",
    "sim/games/zatre/": "ZATRE: what happens, as text and captions, or a refusal.",
    "sim/games/zigzag/": "ZIGZAG: what happens, as text and captions, or a refusal.",
    "sim/refusals.py": "A part of a refusal on the command line: what was expected, or what typer says.",
    "sim/verbs.py": "A heading of a help.",
    "": "A refusal on the command line. Options, keys and commands stay as they are.",
}
"""What translators read where nobody has written more: where a text stands, by the beginning of its file's name."""
HELP = "The help of a verb or an option: short, without a subject. Words that are typed stay as they are."
OF_TYPER = (
    "Show this message and exit.",
    "Install completion for the current shell.",
    "Show completion for the current shell, to copy it or customize the installation.",
)
"""What typer says of its own options."""
HINTS = {
    "one of": "As in: expected one of crate, rat.",
    "one of the skills": "As in: expected one of the skills child, casual, skilled.",
    "one of the strategies": "As in: expected one of the strategies simple, random.",
    "a record of": "As in: expected a record of riff-raff, zack.",
    "names among": "As in: expected names among Anne, Bert.",
    "more": "As in: a sum of 1.2 or more.",
    "less": "As in: a sum of 0.8 or less.",
    "nothing": "As in: expected 0 or 1, found nothing.",
    "none": "No number or name: found none.",
    "text": "As in: expected text, found 3.",
    "draft": "A precision of the physics, not a drawing.",
    "play": "A precision of the physics, or a command.",
    "Again": "A button: play or try once more.",
    "again": "A stop card of Zack! (Nochmal, Encore).",
    "back": "A stop card of Zack! (Zurück, Retour).",
    "Right": "A challenge was right; not the side.",
    "right": "The side.",
    "Back": "A button: to the menu before.",
    "Less": "A button: fewer choices.",
    "More": "A button: further choices.",
    "line": "A run of tiles at ZATRE.",
    "kept": "Points that nobody can take away.",
    "false": "A call that is wrong.",
    "yard": "The beam on a ship's mast.",
    "Heel": "How far the ship leans to a side.",
    "In!": "The card lies in the bowl.",
    "supply": "The pieces that a player has still to load.",
}
"""What a translator has to know of a word that may mean different things."""


def _comment(file: str, text: str) -> str:
    return HINTS.get(text) or next(words for start, words in PLACES.items() if file.startswith(start))


def extracted(root: Path = ROOT) -> Catalog:
    """Return the texts that are marked in the code, and those of every help."""
    found = Catalog(project="Yardarm", creation_date=AT, revision_date=AT, fuzzy=False)
    for file, _line, message, comments, context in extract_from_dir(
        root, WHERE, keywords=KEYWORDS, comment_tags=COMMENTS, strip_comment_tags=True
    ):
        # Without lines, so that a catalogue changes only where texts do.
        words = message if isinstance(message, str) else message[0]
        notes = comments or [_comment(file, words)]
        found.add(message, None, [(file, 0)], auto_comments=notes, context=context)
    for text, where in _helps():
        found.add(text, None, [(where, 0)], auto_comments=[HELP])
    return found


def _file(module: ModuleType) -> str:
    return module.__name__.replace(".", "/") + ".py"


def _helps() -> Iterator[tuple[str, str]]:
    """Yield what `--help` says of verbs and their options, with the module of each."""
    yield from ((text, "sim/verbs.py") for text in OF_TYPER)
    for room in _rooms():
        yield from ((text, _file(room)) for text in room.GROUPS.values())
        for verb in room.VERBS:
            yield verb.help, _file(room)
            for hint in get_type_hints(verb.options, include_extras=True).values():
                option = get_args(hint)[1]
                below = (
                    [get_args(each)[1] for each in option.hints.values()] if isinstance(option, Several) else [option]
                )
                for one in below:
                    texts = [one.help, one.show_default if isinstance(one.show_default, str) else None]
                    yield from ((text, _file(room)) for text in texts if text)


def catalogue(language: str, texts: Catalog) -> Catalog:
    """Return the catalogue of a language with the texts of the code: what is new is empty, what is gone is dropped."""
    path = CATALOGUES / f"{language}.po"
    if path.is_file():
        with path.open("rb") as file:
            found = read_po(file, locale=language)
    else:
        found = Catalog(locale=language)
    found.update(texts, no_fuzzy_matching=True)
    found.obsolete.clear()
    found.project, found.creation_date, found.revision_date, found.fuzzy = "Yardarm", AT, AT, False
    found.last_translator = found.language_team = "Yardarm contributors"
    return found


def files_of(found: Catalog) -> dict[str, bytes]:
    """Return the catalogue as text and as gettext reads it, by the ending of the file's name."""
    text, compiled = io.BytesIO(), io.BytesIO()
    write_po(text, found, width=WIDE, sort_output=True, include_lineno=False)
    write_mo(compiled, found)
    return {"po": text.getvalue(), "mo": compiled.getvalue()}


def main() -> None:
    """Write the catalogues, and print what is still to be translated."""
    texts = extracted()
    for language in TRANSLATED:
        found = catalogue(language, texts)
        CATALOGUES.mkdir(exist_ok=True)
        for ending, data in files_of(found).items():
            (CATALOGUES / f"{language}.{ending}").write_bytes(data)
        print(f"{language}: {len(found)} texts, {len(untranslated(found))} of them not translated")


def untranslated(found: Catalog) -> list[str]:
    """Return the texts of a catalogue, the singular of those of a number, that have no translation yet."""
    return [
        message.id if isinstance(message.id, str) else message.id[0]
        for message in found
        if message.id and not (message.string and all(message.string))
    ]


if __name__ == "__main__":
    main()
