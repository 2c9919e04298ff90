"""Put the page of all verbs on the site, from what the command declares (mkdocs.yml names this file)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer

import yardarm.command
from sim.verbs import EXIT_CODES, MOST, Verb

NAME = "reference/verbs.md"


def verbs(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Yield the words of each verb, such as `lab sway`, and its command."""
    below = getattr(command, "commands", None)
    if below is None:
        yield " ".join(words), command
        return
    for name, child in below.items():
        yield from verbs(child, (*words, name))


SHARED = {
    "--players": "SKILL or SKILL:STRATEGY for each seat; `yardarm list skills` and `strategies` name them.",
    "--bot-time-s": "Seconds a bot may take to answer, from 0.001 to 3600; 10 if not given.",
    "--jobs": "Worker processes; results do not depend on them.",
    "--seed": "The seed of all random streams.",
    "--config": "Changed keys in a TOML file, or a shipped preset such as family.",
    "--profile": "draft, play or reference physics.",
    "--language": "What the window speaks: en, de or fr; otherwise the system's language.",
    "--decimal": "The decimal sign in .csv files; with a comma, semicolons separate the cells.",
    "--json": "Print exactly one JSON object on standard output.",
    "--help": "Print the help.",
}
"""Options that mean the same wherever they are: listed once."""


def on_files(files: Any, config: Any) -> Any:
    """Return the files of the site with the page among them."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, NAME, content=page()))
    return files


def page() -> str:
    """Return the text of the page."""
    declared = {verb.words: verb for verb in yardarm.command.verbs()}
    root = typer.main.get_command(yardarm.command.build())
    lines = [
        "# Verbs",
        "",
        "What `yardarm VERB --help` prints, with the bounds of numbers. [What all verbs share](command-line.md).",
        "",
        "Options that many verbs have:",
        "",
        *(f"- `{option}`: {meaning}" for option, meaning in SHARED.items()),
        "",
        "Exit codes, unless a verb has others:",
        "",
        *(f"- {code}: {meaning}" for code, meaning in EXIT_CODES.items()),
        "",
    ]
    for words, command in sorted(verbs(root)):
        lines += [*section(words, command, declared[words]), ""]
    return "\n".join(lines)


def section(words: str, command: Any, verb: Verb) -> Iterator[str]:
    """Yield the lines of a verb: its help, the bounds of its numbers, exit codes, and where to read on."""
    for option in command.get_params(_context(words, command)):
        option.hidden = option.hidden or not SHARED.keys().isdisjoint(option.opts)
    with _context(words, command) as context:
        yield from (f"## {words}", "", "```text", *command.get_help(context).splitlines(), "```", "")
        bounds = list(_bounds(command, context))
    if bounds:
        yield from (f"Bounds: {', '.join(bounds)}.", "")
    if verb.exits:
        yield from (f"Exit codes of its own: {'; '.join(f'{code}, {why}' for code, why in verb.exits.items())}.", "")
    yield f"More: {', '.join(f'[{Path(guide).stem}](../{guide})' for guide in verb.guides)}."


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
