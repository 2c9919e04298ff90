"""The command `yardarm`: mounts the verbs of all rooms, and turns every refusal into one sentence.

Imports nothing but the standard library at the top: worker processes import this module again, and an interrupt during
a slow import must end as quietly as any other.
"""

import io
import os
import signal
import sys
from collections.abc import Iterable, Sequence
from types import FrameType, ModuleType
from typing import TYPE_CHECKING, Annotated, Any

if TYPE_CHECKING:
    import typer

    from sim.verbs import Verb

USAGE = 2
INTERRUPTED = 130
_STANDARD_OUTPUT = "standard output"


class _Output(io.FileIO):
    """Standard output. Its errors name it, so that a full disk behind it is not taken for one somewhere else."""

    def write(self, data: Any) -> int:
        """Write bytes, and return how many."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = _STANDARD_OUTPUT
            raise


def verbs() -> "list[Verb]":
    """Return every verb as it is declared."""
    return [verb for room in _rooms() for verb in room.VERBS]


def _rooms(word: str = "") -> "tuple[ModuleType, ...]":
    """Return every package's list of verbs; only the one in which verbs begin with `word`, where there is one."""
    import sim.cli

    if _begin_with(word, sim.cli.VERBS):
        return (sim.cli,)
    import scenes.cli

    if _begin_with(word, scenes.cli.VERBS):
        return (scenes.cli,)
    import calibration.cli

    if _begin_with(word, calibration.cli.VERBS):
        return (calibration.cli,)
    import yardarm.cli

    if _begin_with(word, yardarm.cli.VERBS):
        return (yardarm.cli,)
    return scenes.cli, sim.cli, calibration.cli, yardarm.cli


def _begin_with(word: str, verbs: "Iterable[Verb]") -> "list[Verb]":
    return [verb for verb in verbs if verb.words.split()[0] == word]


def build(word: str = "") -> "typer.Typer":
    """Build the command with every verb mounted, importing none of their work.

    word: where verbs begin with it, they alone are mounted, since all of them take longer than most commands' start.
    """
    import typer

    from sim.language import N_, _
    from sim.verbs import help_when_bare, room_app, verbs_app

    app = verbs_app(completion=True)

    @app.callback(
        invoke_without_command=True,
        help=_("A laboratory for dexterity games: real physics, human hands, exact rules."),
    )
    def yardarm(
        context: typer.Context,
        version: Annotated[bool, typer.Option("--version", help=N_("Print the version and exit."))] = False,
    ) -> None:
        """A laboratory for dexterity games: real physics, human hands, exact rules."""
        if version:
            typer.echo(f"yardarm {installed_version()}")
            raise typer.Exit
        help_when_bare(context)

    for room in _rooms(word):
        app.add_typer(room_app(_begin_with(word, room.VERBS) or room.VERBS, room.GROUPS))
    return app


def installed_version() -> str:
    """Return the version of the installed distribution."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("yardarm")
    except PackageNotFoundError:
        return "(not installed: run from its folder)"


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return its exit code. Bad input ends as one sentence on standard error."""
    try:
        import typer

        from sim.errors import IllegalAction, InputError
        from sim.language import Wording, of_the_system, said, speak

        speak(of_the_system())
        try:
            code = typer.main.get_command(build(*arguments[:1])).main(
                args=list(arguments), prog_name="yardarm", standalone_mode=False
            )
        except typer.TyperException as refusal:
            return _refuse(_usage_sentence(refusal))
        except typer.Abort:
            return INTERRUPTED
        except (InputError, IllegalAction) as refusal:
            return _refuse(_refusal_sentence(said(refusal), arguments))
        except OSError as error:
            if error.filename is None or "--install-completion" not in arguments:
                raise
            why = Wording("{path}: cannot be written ({why}).", path=error.filename, why=error.strerror)
            return _refuse(f"yardarm: --install-completion: {said(why)}")
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        sentence = _what_the_system_refused(error)
        if sentence is None:
            raise
        return _refuse(sentence)
    return code if isinstance(code, int) else 0


def _what_the_system_refused(error: Exception) -> str | None:
    """Return a sentence about what the system refused to do or had not enough of; None where it is not to blame."""
    from sim.errors import reason, shortage
    from sim.language import _

    if isinstance(error, OSError) and error.filename == _STANDARD_OUTPUT:
        return None
    lacking = shortage(error)
    if lacking is not None:
        return f"yardarm: {_(lacking)}."
    if isinstance(error, OSError):
        return f"yardarm: {'' if error.filename is None else f'{error.filename}: '}{reason(error)}."
    return None


def _refusal_sentence(reason: str, arguments: Sequence[str]) -> str:
    """Return why bad input is refused as one sentence; where an option is to blame, it names the help of the verb."""
    verb = next((verb.words for verb in sorted(verbs(), key=_stands_in) if _is_called(verb, arguments)), "")
    if not verb or not reason.startswith("--"):
        return f"yardarm: {reason}"
    return _naming_the_help(f"yardarm: {reason.removesuffix('.')}", f"yardarm {verb}")


def _stands_in(verb: "Verb") -> bool:
    return verb.words.split()[-1].isupper()


def _is_called(verb: "Verb", arguments: Sequence[str]) -> bool:
    words = verb.words.split()
    pairs = list(zip(words, arguments, strict=False))
    return len(pairs) == len(words) and all(word in (typed, word.upper()) for word, typed in pairs)


def _usage_sentence(refusal: "typer.TyperException") -> str:
    """Return typer's complaint about a command line as one sentence on one line."""
    from sim.refusals import of_typer

    context = getattr(refusal, "ctx", None)
    command = context.command_path if context is not None else "yardarm"
    fault = refusal.message = _in_our_words(refusal).rstrip(".?")
    message = " ".join(refusal.format_message().split("\n")).replace(". Did you mean", ", did you mean").rstrip(".?")
    return _naming_the_help(f"{command}: {of_typer(f'{message[:1].lower()}{message[1:]}', fault)}", command)


def _naming_the_help(complaint: str, command: str) -> str:
    from sim.language import _

    return _("{complaint}; see '{command} --help'.", complaint=complaint, command=command)


def _in_our_words(refusal: "typer.TyperException") -> str:
    """Return what a refusal says about a value or an option, without pydantic's words."""
    from pydantic import ValidationError

    from sim.language import said
    from sim.refusals import first_fault, meant, one_of

    fault, possible = refusal.__cause__, getattr(refusal, "possibilities", None)
    if isinstance(fault, ValidationError):
        choices = getattr(getattr(getattr(refusal, "param", None), "type_descriptor", None), "choices", None)
        return said(one_of(fault.errors()[0]["input"], choices) if choices else first_fault(fault))
    if possible:
        refusal.possibilities = None  # type: ignore[attr-defined]
        return refusal.message + said(meant(getattr(refusal, "option_name", ""), possible))
    return said(refusal.message)


def _refuse(sentence: str) -> int:
    from sim.untrusted_text import printable

    print(printable(sentence), file=sys.stderr)
    return USAGE


def main() -> None:
    """Run the command line of this process and exit with its code."""
    from yardarm.rooms import check_rooms

    _secure_streams()
    asked_to_end = _end_tidily()
    try:
        check_rooms()
    except ImportError as hidden:
        print(f"yardarm: {hidden}", file=sys.stderr)
        sys.exit(USAGE)
    try:
        from sim.threads import one_thread_each

        one_thread_each()
        code = run(sys.argv[1:])
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if error.filename != _STANDARD_OUTPUT:
            raise
        code = _lost_output(error)
    except KeyboardInterrupt:
        code = INTERRUPTED
    sys.exit(128 + asked_to_end[0] if asked_to_end else code)


def _end_tidily() -> list[int]:
    """Let signals that ask this process to end interrupt it as Ctrl-C does; return where the one that came is noted.

    What is ignored stays ignored. The first of them counts: `timeout` sends two, and the second must not disturb the
    tidying up.
    """
    came: list[int] = []
    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
    numbers = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]

    def end(received: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        came.append(received)
        raise KeyboardInterrupt

    for number in numbers:
        signal.signal(number, end)
    return came


def _secure_streams() -> None:
    """Reopen closed standard descriptors as the null device, and print characters that the console lacks as `?`.

    Otherwise the next file to be opened would take the place of a closed stream, or such a character would end a
    command. A closed standard input or output stays None, which a verb that needs it refuses; complaints go to the null
    device if standard error is closed.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)
    os.close(descriptor)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 - as long as the process lives
    if isinstance(sys.stdout, io.TextIOWrapper):
        bytes_out = sys.stdout.buffer
        if isinstance(getattr(bytes_out, "raw", bytes_out), io.FileIO):
            named: Any = _Output(sys.stdout.fileno(), "wb", closefd=False)
            sys.stdout = io.TextIOWrapper(
                io.BufferedWriter(named) if isinstance(bytes_out, io.BufferedWriter) else named,
                sys.stdout.encoding,
                line_buffering=sys.stdout.line_buffering,
                write_through=sys.stdout.write_through,
            )
        sys.stdout.reconfigure(errors="replace")


def _lost_output(error: OSError) -> int:
    """Report that standard output cannot be written, such as on a full disk, and return the exit code.

    Prints nothing if the reader has gone (`yardarm ... | head`).
    """
    if sys.stdout is not None:
        # Otherwise the interpreter would complain at its end about what is still buffered.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        print(f"yardarm: standard output cannot be written ({error.strerror or error}).", file=sys.stderr)
    return 1


if __name__ == "__main__":
    main()
