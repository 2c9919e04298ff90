"""What a verb of the command line is, and how it is mounted: its options are the fields of a dataclass."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from copy import copy
from dataclasses import MISSING, dataclass, field, fields
from importlib import import_module
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer import core

from sim.language import ENGLISH, Wording, _, in_english, spoken

T = TypeVar("T")

BadOption = typer.BadParameter
"""What the options of a verb raise for a value that they do not take."""
USAGE = 2
INTERRUPTED = 130
MOST = 10**12
"""The largest number that an option takes, but for seeds: more matches, trials or processes than one waits for."""
EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "standard output takes no more, or its reader has gone",
    USAGE: "refused: one sentence on standard error says why",
    INTERRUPTED: "interrupted from the keyboard",
    143: "asked to end (SIGTERM)",
}
"""The exit codes of every verb, unless its page says otherwise."""


@dataclass(frozen=True, slots=True)
class Verb:
    """The declaration of a verb.

    words: what is typed, such as `lab sway`. work: "module:function", imported only when the verb is called; the
    function gets the options, and returns the exit code or None for 0. options: a dataclass whose fields are annotated
    with typer's options and arguments. examples: the end of its help.

    run: quick command lines that work in an empty folder. exits: the verb's own exit codes. guides: the pages in docs/
    that explain it (the page of verbs lists them). translated: what it prints is in the catalogues; other
    verbs print English.
    """

    words: str
    work: str
    options: type[Any]
    help: str
    examples: tuple[str, ...]
    run: tuple[str, ...] = ()
    exits: Mapping[int, str] = field(default_factory=dict)
    guides: tuple[str, ...] = ()
    translated: bool = False


@dataclass(frozen=True, slots=True)
class Several:
    """The annotation of a field that holds several options: those that were given, by name. hints: of each option."""

    hints: Mapping[str, Any]


_FLAG_COLUMNS = 24
"""The width of an option and its value in a help: what is wider has a line of its own."""
_SETTINGS = {"help_option_names": ["--help", "-h"]}


class _InOurWords:
    """A command that writes its help in narrower columns than typer's, in the language that is spoken."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Write the line of usage."""
        pieces = self.collect_usage_pieces(ctx)  # type: ignore[attr-defined]
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=_("Usage: "))

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write arguments and options without the bounds of numbers.

        The bounds are on the page of the verb, and in the refusal of a number beyond them.
        """
        params = self.get_params(ctx)  # type: ignore[attr-defined]
        records = [(param.param_type_name, param.get_help_record(ctx)) for param in params]
        for kind, title in (("argument", _("Arguments")), ("option", _("Options"))):
            rows = [(record[0], _described(record[1])) for its_kind, record in records if record and its_kind == kind]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows, col_max=_FLAG_COLUMNS)


class Group(_InOurWords, core.TyperGroup):
    """A word with verbs below it."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the options, and then the verbs."""
        super().format_options(ctx, formatter)
        start = len(formatter.buffer)
        self.format_commands(ctx, formatter)
        formatter.buffer[start:] = [part.replace("Commands:", _("Commands:")) for part in formatter.buffer[start:]]


class Command(_InOurWords, core.TyperCommand):
    """A verb as typer reads it, which names itself wherever its command line is refused."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the verb. Raises typer's exceptions, each with the context of this verb."""
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as refusal:
            if getattr(refusal, "ctx", None) is None:
                refusal.ctx = ctx  # type: ignore[attr-defined]
            raise


def _described(words: str) -> str:
    """Return what typer says of an option, without bounds such as `0<=x<=9` among the notes at its end."""
    meaning, bracket, notes = words.rpartition("  [")
    if not bracket:
        return _(words)
    kept = [_note(note) for note in notes.removesuffix("]").split("; ") if not re.search(r"(^|=|<)x[<>]", note)]
    return f"{meaning}  [{'; '.join(kept)}]" if kept else meaning


def _note(note: str) -> str:
    if note.startswith("default: "):
        return _("default: {default}", default=note.removeprefix("default: "))
    return _("required") if note == "required" else note


def _in_language(hint: Any) -> Any:
    """Return the annotation of an option with its help in the language that is spoken."""
    if spoken() == ENGLISH:
        return hint
    option = copy(get_args(hint)[1])
    option.help = _(option.help or "")
    if isinstance(option.show_default, str):
        option.show_default = _(option.show_default)
    return Annotated[hint.__origin__, option]


def verbs_app(completion: bool = False) -> typer.Typer:
    """Return an app for verbs: plain text, no decoration, none of typer's tracebacks.

    completion: whether it has the options that install the completion of a shell, as the whole command does.
    """
    return typer.Typer(
        cls=Group,
        add_completion=completion,
        context_settings=_SETTINGS,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def room_app(verbs: Iterable[Verb], groups: Mapping[str, str]) -> typer.Typer:
    """Return an app with the verbs of a room. groups: the help of each first word that has verbs below it."""
    app = verbs_app()
    below = {word: verbs_app() for word in groups}
    for verb in verbs:
        group, _space, name = verb.words.rpartition(" ")
        epilog = (
            "\b\n" + _("Example:") + "\n" + "\n".join(f"  {line}" for text in verb.examples for line in _typed(text))
        )
        mount = (below[group] if group else app).command(
            name, cls=Command, context_settings=_SETTINGS, help=_(verb.help), epilog=epilog
        )
        mount(_callback(verb))
    for word, help_text in groups.items():
        below[word].callback(invoke_without_command=True, help=_(help_text))(help_when_bare)
        app.add_typer(below[word], name=word)
    return app


def _typed(line: str) -> list[str]:
    """Return a command line as one types it in a terminal of eighty columns: broken before an option."""
    first, *options = line.split(" --")
    lines = [first]
    for option in options:
        if len(lines[-1]) + len(option) > 71:
            lines[-1] += " \\"
            lines.append(f"    --{option}")
        else:
            lines[-1] += f" --{option}"
    return lines


def help_when_bare(context: typer.Context) -> None:
    """Show the help, and exit with a usage error, if the verb below was not given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(USAGE)


def written(text: str, read: Callable[[str], T]) -> T:
    """Return a dataclass field with the default `read(text)`; --help shows the text."""
    made: T = field(default=read(text), metadata={"text": text})
    return made


def _callback(verb: Verb) -> Callable[..., Any]:
    """Return what typer calls for a verb: a function with the fields of its options as parameters."""

    def run(**given: Any) -> Any:
        for name, value in given.items():
            if isinstance(value, int) and value > MOST and "seed" not in name:
                flag = f"--{name.replace('_', '-')}"
                raise typer.BadParameter(
                    Wording("{value} is too many, expected at most {most}", value=value, most=MOST),
                    param_hint=f"'{flag}'",
                )
        options = verb.options(**_by_field(verb.options, given))
        module, _colon, function = verb.work.partition(":")
        with nullcontext() if verb.translated else in_english():
            return getattr(import_module(module), function)(options)

    parameters = _parameters(verb.options)
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def _by_field(kind: type[Any], given: dict[str, Any]) -> dict[str, Any]:
    for name, hint in get_type_hints(kind, include_extras=True).items():
        option = get_args(hint)[1]
        if isinstance(option, Several):
            given[name] = {each: value for each in option.hints if (value := given.pop(each)) is not None}
    return given


def _parameters(kind: type[Any]) -> list[inspect.Parameter]:
    """Return the fields of a dataclass of options as parameters that typer can read from a signature."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for each in fields(kind):
        hint = hints[each.name]
        option = get_args(hint)[1]
        if isinstance(option, Several):
            found += [_parameter(name, below, None) for name, below in option.hints.items()]
            continue
        if option.parser is not None and hint.__origin__ not in (str, str | None):
            # The option has its own parser; given the type, typer would look for a parser of that.
            hint = Annotated[Any, option]
        default = each.metadata.get("text", each.default)
        if default is MISSING:
            default = inspect.Parameter.empty
        found.append(_parameter(each.name, hint, default))
    return found


def _parameter(name: str, hint: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=_in_language(hint))


def shared(kind: type[T], options: Any) -> T:
    """Return a `kind` made from the fields that it has in common with `options`, another dataclass."""
    named = {each.name for each in fields(options)}
    return kind(**{each.name: getattr(options, each.name) for each in fields(kind) if each.name in named})  # type: ignore[arg-type]
