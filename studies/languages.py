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


def extracted(root: Path = ROOT) -> Catalog:
    """Return the texts that are marked in the code, and those of every help."""
    found = Catalog(project="Yardarm", creation_date=AT, revision_date=AT, fuzzy=False)
    for file, _line, message, comments, context in extract_from_dir(
        root, WHERE, keywords=KEYWORDS, comment_tags=COMMENTS, strip_comment_tags=True
    ):
        # Without lines, so that a catalogue changes only where texts do.
        found.add(message, None, [(file, 0)], auto_comments=comments, context=context)
    for text, where in _helps():
        found.add(text, None, [(where, 0)])
    return found


def _file(module: ModuleType) -> str:
    return module.__name__.replace(".", "/") + ".py"


def _helps() -> Iterator[tuple[str, str]]:
    """Yield what `--help` says of verbs and their options, with the module of each."""
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
