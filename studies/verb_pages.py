"""Write a page for each verb, from what the command declares: `python -m studies.verb_pages docs/verbs`.

tests/test_verb_pages.py holds the pages against the command: after a change to a verb, write them again.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import yardarm.command
from sim.files import output_folder, write_whole
from sim.verbs import EXIT_CODES, MOST, Verb

INDEX = "README.md"


def verbs(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the words of each verb, such as `lab sway`, and its command."""
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(words), command
        return
    for name, child in below.items():
        yield from verbs(child, (*words, name))


def pages() -> dict[str, str]:
    """Return the text of each page by its file name, the index among them."""
    found, index = {}, []
    declared = {verb.words: verb for verb in yardarm.command.verbs()}
    root = typer.main.get_command(yardarm.command.build())
    for words, command in verbs(root):
        name = f"{words.replace(' ', '-')}.md"
        found[name] = page(words, command, declared[words])
        index.append(f"| [`{words}`]({name}) | {command.help.splitlines()[0]} |")
    found[INDEX] = "\n".join(
        [
            "# Verbs",
            "",
            "What they share is in [command-line.md](../reference/command-line.md). These pages are written by",
            "`python -m studies.verb_pages docs/verbs` from what the command declares.",
            "",
            "| verb | what it does |",
            "|---|---|",
            *sorted(index),
            "",
            "Exit codes, unless a page says more:",
            "",
            *(f"- {code}: {meaning}" for code, meaning in EXIT_CODES.items()),
            "",
        ]
    )
    return found


def page(words: str, command: Any, verb: Verb) -> str:
    """Return the page of a verb: its help, the bounds of its numbers, what to try, exit codes, and where to read on."""
    with _context(words, command) as context:
        lines = [f"# yardarm {words}", "", *_fence("text", command.get_help(context).splitlines())]
        bounds = list(_bounds(command, context))
    if bounds:
        lines += ["", f"Bounds: {', '.join(bounds)}."]
    if verb.run:
        lines += ["", "To try in an empty folder:", "", *_fence("sh", verb.run)]
    if verb.exits:
        lines += ["", f"Exit codes of its own: {'; '.join(f'{code}, {why}' for code, why in verb.exits.items())}."]
    guides = ", ".join(f"[{Path(guide).stem}](../{guide})" for guide in verb.guides)
    lines += ["", f"More: {guides}; [what all verbs share](../reference/command-line.md).", ""]
    return "\n".join(lines)


def _bounds(command: Any, context: Any) -> Iterator[str]:
    """Yield the least and most that each option takes, but for those that only may not be negative or zero."""
    for option in command.get_params(context):
        low, high = getattr(option, "min", None), getattr(option, "max", None)
        if high is not None and high != MOST:
            yield f"`{option.opts[0]}` {low} to {high}"
        elif low not in (None, 0, 1):
            yield f"`{option.opts[0]}` from {low}"


def _context(words: str, command: Any) -> Any:
    # As wide as a terminal of eighty columns, wherever the pages are written.
    return command.make_context(f"yardarm {words}", [], resilient_parsing=True, terminal_width=80, max_content_width=80)


def _fence(language: str, lines: Any) -> list[str]:
    return [f"```{language}", *lines, "```"]


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    output_folder(folder, "FOLDER")
    for file, text in pages().items():
        write_whole(folder / file, text)
