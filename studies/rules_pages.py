"""Write the pages of rules in other languages, from what the window says: `python -m studies.rules_pages docs`.

tests/test_reference_pages.py holds the pages against the window: after a change of a rule or a translation, write them
again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from scenes.drawing.key_words import in_words
from scenes.spec import Rules, guide_of
from sim.files import write_whole
from sim.language import ENGLISH, _, speak, spoken
from sim.spec import GAMES, game_of

TITLES = {"de": "Die Regeln in Kürze", "fr": "Les règles en bref"}
COLONS = {"fr": " : "}


def page(language: str) -> str:
    """Return the page of a language."""
    speak(language)
    try:
        return "\n".join(_page()) + "\n"
    finally:
        speak(ENGLISH)


def _page() -> Iterator[str]:
    yield f"# {TITLES[spoken()]}"
    for name in GAMES:
        guide = guide_of(name)
        if guide is not None:
            yield f"\n## {game_of(name).title}\n\n{_(guide.line)}"
            yield from _rules(guide.rules)


def _rules(rules: Rules) -> Iterator[str]:
    yield f"\n**{_('The goal')}.** {_(rules.goal)}"
    yield f"\n**{_('A turn')}**\n"
    yield from (f"- {in_words(_(step), {})}" for step in rules.turn)
    yield f"\n**{_('The end')}.** {_(rules.end)}"
    yield f"\n**{_('What the words mean')}**\n"
    colon = COLONS.get(spoken(), ": ")
    yield from (f"- {_(word)}{colon}{_(meaning)}" for word, meaning in rules.words)


def main() -> None:
    """Write all pages into the folder named on the command line."""
    for language in TITLES:
        write_whole(Path(sys.argv[1]) / language / "rules.md", page(language))


if __name__ == "__main__":
    main()
