"""The language of what a person reads: English, or a catalogue of gettext's in `sim/languages/`.

A text is its English words, marked where it stands: `_("Again")`, `_("Round {round}", round=3)`. One that is a constant
is marked there with `N_`, and translated where it is shown, so that no module depends on when it was imported.
Sentences are marked whole, with names for what is put in, since languages differ in the order of words; and one for
each grammatical person, since they differ in verbs. Words of formats, commands, options and records are not marked.

`python -m studies.languages` keeps the catalogues.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Self

from sim.untrusted_text import printable

if TYPE_CHECKING:
    from gettext import NullTranslations

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "fr")
VARIABLE = "YARDARM_LANGUAGE"
NAMES = {ENGLISH: "English", "de": "Deutsch", "fr": "Français"}
CATALOGUES = Path(__file__).parent / "languages"

_catalogue: NullTranslations | None = None
_spoken = ENGLISH


def spoken() -> str:
    """Return the language that is spoken, as a code of two letters."""
    return _spoken


def speak(language: str) -> None:
    """Show texts in one of LANGUAGES from now on. Raises ValueError for any other."""
    if language not in LANGUAGES:
        raise ValueError(f"expected {', '.join(LANGUAGES)}, found {language!r}")
    speak_from(None if language == ENGLISH else _read(language), language)


def speak_from(catalogue: NullTranslations | None, language: str = ENGLISH) -> None:
    """Show texts from a catalogue from now on; None: in English, as they are in the code."""
    global _catalogue, _spoken
    _catalogue, _spoken = catalogue, language


@contextmanager
def in_english() -> Iterator[None]:
    """Show texts in English within, as they are in the code."""
    catalogue, language = _catalogue, _spoken
    speak_from(None)
    try:
        yield
    finally:
        speak_from(catalogue, language)


def _read(language: str) -> NullTranslations:
    # Imported here, so that English waits for nothing.
    from gettext import GNUTranslations

    with (CATALOGUES / f"{language}.mo").open("rb") as file:
        return GNUTranslations(file)


def of_the_system(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of VARIABLE, else of the system's settings; English if that is none of ours."""
    wanted = next(filter(None, (environment.get(name) for name in (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = wanted.partition("_")[0].partition(".")[0].lower()
    return language if language in LANGUAGES else ENGLISH


def N_(message: str) -> str:  # noqa: N802 - as gettext has it
    """Mark a constant as a text for the catalogues, and return it as it is."""
    return message


class Wording(str):
    """A sentence in English for programs and records, which can be said to a person in the language that is spoken.

    Control characters in it are escaped. What is put in may be such texts in their turn, or errors that hold one. Its
    numbers are written as they are typed into files and options, with a point.
    """

    template: str
    values: Mapping[str, Any]

    def __new__(cls, template: str, /, **values: Any) -> Self:
        """Put the values into a template, where there are any."""
        made = super().__new__(cls, printable(template.format(**values) if values else template))
        made.template, made.values = template, values
        return made


class Composed(Wording):
    """A label made of others: what is put in may be marked texts, and its decimals are those of the language."""


def _(message: str, /, **values: Any) -> str:
    """Return a text in the language that is spoken, with the values put in where there are any."""
    if _catalogue is None or not message:
        return message.format(**values) if values else message
    if isinstance(message, Composed):
        parts = message.values.items()
        return _(message.template, **{name: _(part) if isinstance(part, str) else part for name, part in parts})
    return put_in(_catalogue.gettext(message), **values)


def _n(one: str, many: str, /, count: int, **values: Any) -> str:
    """Return the text for a number of things, `{count}` of which is put in."""
    if _catalogue is None:
        return (one if count == 1 else many).format(count=count, **values)
    return put_in(_catalogue.ngettext(one, many, count), count=count, **values)


def _p(context: str, message: str, /, **values: Any) -> str:
    """Return a text that means different things in different places, as it is said in this one."""
    if _catalogue is None:
        return message.format(**values) if values else message
    return put_in(_catalogue.pgettext(context, message), **values)


def put_in(text: str, /, **values: Any) -> str:
    """Return a text with the values put in where there are any, decimals as the language writes them."""
    if not values:
        return text
    return text.format(**values) if _catalogue is None else _OTHER.vformat(text, (), values)


def number(value: float, form: str) -> str:
    """Return a number as the language writes it. form: as for `format`, such as `.1f`."""
    return put_in(f"{{value:{form}}}", value=value)


def said(text: object) -> str:
    """Return a Wording, or that of an error, in the language that is spoken; anything else in its own words."""
    if isinstance(text, Exception) and text.args and isinstance(text.args[-1], Wording):
        text = text.args[-1]
    if _catalogue is None or not isinstance(text, Wording) or not text.template:
        return str(text)
    if isinstance(text, Composed):
        return _(text)
    values = {name: said(each) if isinstance(each, Wording | Exception) else each for name, each in text.values.items()}
    sentence = _catalogue.gettext(text.template)
    return printable(sentence.format(**values) if values else sentence)


def capital(text: str) -> str:
    """Return a text that begins with a capital, such as one that begins with what was put in."""
    return text[:1].upper() + text[1:]


class _DecimalComma(Formatter):
    """Writes decimals with a comma and thousands with a thin space, as every language of ours but English does."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        words = super().format_field(value, format_spec)
        return words.translate(_COMMA) if isinstance(value, int | float) else words


_COMMA = str.maketrans({".": ",", ",": "\N{NARROW NO-BREAK SPACE}"})


_OTHER = _DecimalComma()
