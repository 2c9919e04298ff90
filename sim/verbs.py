"""The mounting of verbs on the command line: a verb's options are the fields of a dataclass that its work receives."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Annotated, Any, TypeVar, get_args, get_type_hints

import typer
from typer.core import TyperCommand

T = TypeVar("T")

USAGE = 2
INTERRUPTED = 130
MOST = 10**12
"""The largest number that an option takes, but for seeds: more matches, trials or processes than anybody waits for."""
EXIT_CODES: Mapping[int, str] = {
    0: "done",
    1: "standard output takes no more, or its reader has gone",
    USAGE: "refused: one sentence on standard error says why",
    INTERRUPTED: "interrupted from the keyboard",
    143: "asked to end (SIGTERM)",
}
"""The exit codes of every verb, unless its page says otherwise."""


@dataclass(frozen=True, slots=True)
class Page:
    """The parts of a verb's page (docs/verbs/) that are not in its help.

    run: quick command lines that work in an empty folder. exits: the verb's own exit codes. guides: the pages in docs/
    that explain it.
    """

    run: tuple[str, ...] = ()
    exits: Mapping[int, str] = field(default_factory=dict)
    guides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verb:
    """The declaration of a verb: the dataclass of its options, the examples of its help, and the rest of its page."""

    options: type[Any]
    examples: tuple[str, ...]
    page: Page


_SETTINGS = {"help_option_names": ["--help", "-h"]}
MOUNTED: dict[Callable[..., Any], Verb] = {}
"""Every verb, by the function that its command calls."""


class Command(TyperCommand):
    """A verb as typer reads it, which names itself wherever its command line is refused."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the words after the verb. Raises typer's exceptions, each with the context of this verb."""
        try:
            return super().parse_args(ctx, args)
        except typer.TyperException as refusal:
            if getattr(refusal, "ctx", None) is None:
                refusal.ctx = ctx  # type: ignore[attr-defined]
            raise


def verbs_app(completion: bool = False) -> typer.Typer:
    """Return an app for verbs: plain text, no decoration, none of typer's tracebacks.

    completion: whether it has the options that install the completion of a shell, as the whole command does.
    """
    return typer.Typer(
        add_completion=completion,
        context_settings=_SETTINGS,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )


def group(help_text: str) -> typer.Typer:
    """Return an app for the verbs below a verb, such as `lab`."""
    app = verbs_app()
    app.callback(invoke_without_command=True, help=help_text)(help_when_bare)
    return app


def help_when_bare(context: typer.Context) -> None:
    """Show the help, and exit with a usage error, if the verb below was not given."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help(), err=True)
        raise typer.Exit(USAGE)


def written(text: str, read: Callable[[str], T]) -> T:
    """Return a dataclass field with the default `read(text)`; --help shows the text."""
    made: T = field(default=read(text), metadata={"text": text})
    return made


def verb(
    app: typer.Typer, *examples: str, page: Page, name: str | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Mount a function as a verb of `app` under its own name, or another; its help ends with the examples.

    The function's parameter is annotated with a dataclass whose fields are annotated with typer's options and
    arguments: these are what the verb accepts, and the function gets an instance.
    """

    def mount(work: Callable[..., None]) -> Callable[..., None]:
        (given,) = inspect.signature(work, eval_str=True).parameters.values()
        kind = given.annotation

        def run(**given: Any) -> None:
            for name, value in given.items():
                if isinstance(value, int) and value > MOST and "seed" not in name:
                    flag = f"--{name.replace('_', '-')}"
                    raise typer.BadParameter(f"{value} is too many, expected at most {MOST}", param_hint=f"'{flag}'")
            work(kind(**given))

        parameters = _parameters(kind)
        run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        run.__doc__ = work.__doc__
        run.__name__ = work.__name__
        epilog = "\b\nExample:\n" + "\n".join(f"  {line}" for line in examples)
        app.command(name or work.__name__, cls=Command, context_settings=_SETTINGS, epilog=epilog)(run)
        MOUNTED[run] = Verb(kind, examples, page)
        return work

    return mount


def _parameters(kind: type[Any]) -> list[inspect.Parameter]:
    """Return the fields of a dataclass of options as parameters that typer can read from a signature."""
    hints = get_type_hints(kind, include_extras=True)
    found = []
    for each in fields(kind):
        hint = hints[each.name]
        _, option = get_args(hint)
        if option.parser is not None and hint.__origin__ not in (str, str | None):
            # The option has its own parser; given the type, typer would look for a parser of that.
            hint = Annotated[Any, option]
        default = each.metadata.get("text", each.default)
        if default is MISSING:
            default = inspect.Parameter.empty
        found.append(inspect.Parameter(each.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint))
    return found


def shared(kind: type[T], options: Any) -> T:
    """Return a `kind` made from the fields that it has in common with `options`, another dataclass."""
    named = {each.name for each in fields(options)}
    return kind(**{each.name: getattr(options, each.name) for each in fields(kind) if each.name in named})  # type: ignore[arg-type]
