"""The house's building law, as a function from sources to violations: tests/test_architecture.py applies it."""

from __future__ import annotations

import ast
import graphlib
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

ROOMS = ("sim", "scenes", "calibration", "benchmarks", "studies")

# Floors of sim and of scenes; arrows run strictly downwards, and rooms on one floor do not know each other.
# A plain module directly below sim or scenes (errors, seeds, spec, ...) stands on the ground unless it is listed here.
FLOORS = {
    "sim.rules_frame": 0,
    "sim.wire": 1,
    "sim.verbs": 3,
    "sim.physics": 1,
    "sim.people": 2,
    "sim.configuration": 3,
    "sim.match": 4,
    "sim.options": 4,
    "sim.bots": 5,
    "sim.referee": 5,
    "sim.batch": 6,
    "sim.catalogue": 6,
    "sim.forecast": 7,
    "sim.workshop": 8,
    "sim.games": 9,
    "sim.lab": 10,
    "sim.cli": 11,
    "scenes.window": 1,
    "scenes.layout": 2,
    "scenes.drawing": 3,
    "scenes.playback": 4,
    "scenes.export": 5,
    "scenes.play": 5,
    "scenes.board": 6,
    "scenes.games": 6,
    "scenes.demo": 6,
    "scenes.experiment": 6,
    "scenes.watch": 7,
    "scenes.workshop": 7,
    "scenes.cli": 8,
}
# What holds a game's parts together names their types, which stand on the floors above it; it imports nothing of them.
TYPES_ALONE = ("scenes.spec",)
# Floors of one game's folder; what is not listed (rows, metrics, referee, forecast, ...) stands on OTHER_FLOOR.
GAME_FLOORS = {"rules": 0, "deck": 1, "box": 1, "intents": 1, "bots": 2, "configuration": 3, "match": 4, "spec": 6}
OTHER_FLOOR = 5

# Outside libraries that a part of the house may not see.
BANNED = {
    "sim": ("pyglet", "matplotlib"),
    "calibration": ("pyglet",),
}
# The other rooms that a room may see.
SEES = {
    "sim": (),
    "scenes": ("sim",),
    "calibration": ("sim",),
    "benchmarks": ("sim", "scenes", "studies", "yardarm"),
    "studies": ("sim", "scenes", "calibration", "yardarm"),
    "yardarm": ("sim", "scenes", "calibration"),
}
# Rules have no random source, no clock and no input or output.
IMPURE = frozenset(
    """asyncio datetime io logging multiprocessing os pathlib random secrets shutil signal socket sqlite3
    subprocess sys tempfile threading time urllib uuid""".split()  # noqa: SIM905
)
# Formats that run what they read.
UNSAFE = frozenset(("cloudpickle", "dill", "joblib", "marshal", "pickle", "shelve"))
# The command's frame: heavy libraries are imported inside functions, which the shell of --help never enters.
FRAME = (
    "yardarm.command",
    "yardarm.__main__",
    "yardarm.cli",
    "yardarm.options",
    "sim.cli",
    "sim.options",
    "sim.verbs",
    "scenes.cli",
    "scenes.options",
    "calibration.cli",
    "calibration.options",
)
ALONE = ("benchmarks.free", "benchmarks.peer", "studies.verb_page")  # commands of their own, that no verb waits for
# What the frame may import at the top: the standard library is all that these need.
LIGHT = (
    "sim.spec", "scenes.spec", "sim.protocols", "sim.seat", "sim.errors", "sim.refusals", "sim.untrusted_text",
    "sim.csv_table", "sim.language",
)  # fmt: skip
# Where specs of games, bots, full tables and public names are found by name; no other module is found by its name.
DOORS = (
    "sim.spec",
    "sim.verbs",
    "sim.bots.loading",
    "scenes.spec",
    "studies.full_tables",
    "yardarm",
    "benchmarks.steps",
)
# What the rules of a game may see besides the standard library and their own modules.
RULES_FRAME = "sim.rules_frame"
WIRE = "sim.wire"
# The one module of the rules that sees numpy, and only where it makes a mask: rules are read and judged without it.
MASKS = "sim.rules_frame.action_space"


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """One imported module, as its full dotted name."""

    line: int
    module: str
    at_top: bool
    typing_only: bool


def violations(sources: Mapping[str, str]) -> list[str]:
    """Every breach in a house given as {dotted module name: source}; a package is named without `__init__`.

    Names ending in `.__init__` are read as packages.
    """
    packages = {name.removesuffix(".__init__") for name in sources if name.endswith(".__init__")}
    modules = {name.removesuffix(".__init__"): source for name, source in sources.items()}
    found: list[str] = []
    found += [
        f"{name}: has no floor"
        for name in sorted(packages - FLOORS.keys())
        if name.count(".") == 1 and name.startswith(("sim.", "scenes."))
    ]
    graph: dict[str, set[str]] = {}
    for name, source in sorted(modules.items()):
        tree = ast.parse(source)
        nodes = tuple(ast.walk(tree))
        imports = set(_imports(tree, nodes, name, name in packages, modules.keys()))
        graph[name] = {i.module for i in imports if i.module in modules and i.module != name}
        found += [f"{name}:{i.line}: {reason}" for i in sorted(imports) for reason in _breaches(name, i)]
        found += [f"{name}:{line}: {reason}" for line, reason in _calls(nodes, name)]
    return [*found, *_cycles(graph)]


def _part(module: str) -> str:
    """`sim.rules.riff_raff.state` belongs to `sim.rules`."""
    return ".".join(module.split(".")[:2])


def _imports(
    tree: ast.Module, nodes: Collection[ast.AST], name: str, is_package: bool, known: Collection[str]
) -> Iterator[Import]:
    """Imports at any depth; `from a import b` is a.b if that is a module, a computed name all that the file spells.

    The work of a verb, "module:function", is imported when the verb is called.
    """
    top = set(ast.iter_child_nodes(tree))
    typing_only = {
        inner
        for node in nodes
        if isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    for node in nodes:
        for module in _named(node, nodes, name, is_package, known):
            yield Import(getattr(node, "lineno", 0), module, node in top, node in typing_only)


def _last_name(node: ast.expr) -> str:
    """`b` for `b` and for `a.b`; nothing for what is neither."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _named(
    node: ast.AST, nodes: Collection[ast.AST], name: str, is_package: bool, known: Collection[str]
) -> Iterator[str]:
    """The modules that one node imports."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parents = name.split(".") if is_package else name.split(".")[:-1]
            parents = parents[: len(parents) - (node.level - 1)]
            base = ".".join([*parents, base] if base else parents)
        for alias in node.names:
            full = f"{base}.{alias.name}"
            yield full if full in known else base
    elif isinstance(node, ast.Constant) and name in FRAME and isinstance(node.value, str):
        module, _, function = node.value.partition(":")
        if function.isidentifier() and module in known:
            yield module
    elif isinstance(node, ast.Call) and _last_name(node.func) in ("import_module", "__import__"):
        if name in DOORS:
            return
        argument = node.args[0] if node.args else None
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value
        else:
            strings = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
            yield from sorted(strings & set(known)) or ["<computed>"]


def _breaches(name: str, target: Import) -> Iterator[str]:
    room, head = name.split(".")[0], target.module.split(".")[0]
    part, other = _part(name), _part(target.module)
    inside = head in (*ROOMS, "yardarm")
    if target.module == "<computed>":
        yield "imports a computed name, which nobody can check"
    if head in UNSAFE:
        yield f"imports {head}, which runs what it reads"
    if head in BANNED.get(room, ()):
        yield f"{room} imports {head}"
    if inside and head != room and head not in SEES[room]:
        yield f"{room} imports {target.module}"
    yield from _game_breaches(name, target.module)
    upwards = head == room and other != part and other in FLOORS and FLOORS[other] >= FLOORS.get(part, 0)
    if upwards and not (name in TYPES_ALONE and target.typing_only):
        yield f"{part} (floor {FLOORS.get(part, 0)}) imports {target.module} (floor {FLOORS[other]})"
    if other == "sim.cli" and room in ("scenes", "calibration"):
        yield f"{room} imports the verbs of sim"
    if _is_rules(name):
        yield from _rules_breaches(name, target)
    if head == "typer" and name not in (*FRAME, *ALONE):
        yield "only the command's frame imports typer"
    if (
        name in FRAME
        and target.at_top
        and not (
            target.module in ("typer", "typer.core", "__future__", *FRAME, *LIGHT, "sim")
            or head in sys.stdlib_module_names
        )
    ):
        yield f"imports {target.module} at the top, which makes every --help wait for it"


def _game(module: str) -> tuple[str, str]:
    """The game that a module belongs to and its part: `sim.games.zack.rules.state` gives `zack` and `rules`."""
    room, *below = module.split(".")
    if room in ("sim", "scenes", "calibration") and len(below) > 1 and below[0] == "games":
        return below[1], below[2] if len(below) > 2 else ""
    return "", ""


def _is_rules(name: str) -> bool:
    return name.startswith(RULES_FRAME) or (name.startswith("sim.") and _game(name)[1] == "rules")


def _game_breaches(name: str, module: str) -> Iterator[str]:
    """Games do not know each other, and within one of sim's game folders arrows run down."""
    (game, part), (other, other_part) = _game(name), _game(module)
    if not game or not other:
        return
    if game != other:
        yield f"{game} imports {module}: games do not know each other"
    elif name.startswith("sim.") and module.startswith("sim.") and part != other_part:
        mine, theirs = GAME_FLOORS.get(part, OTHER_FLOOR), GAME_FLOORS.get(other_part, OTHER_FLOOR)
        if theirs > mine:
            yield f"{part} (floor {mine} of its game) imports {module} (floor {theirs})"


def _rules_breaches(name: str, target: Import) -> Iterator[str]:
    module = target.module
    head = module.split(".")[0]
    own = ".".join(name.split(".")[:4])
    if head in (*ROOMS, "yardarm"):
        allowed = ("sim.errors",) if name.startswith(RULES_FRAME) else ()
        allowed += (RULES_FRAME, WIRE, own)
        if not any(module == here or module.startswith(f"{here}.") for here in allowed):
            yield f"rules import {module}"
    elif head not in sys.stdlib_module_names and not _is_for_masks(name, target):
        yield f"rules import {head}, which is not in the standard library"
    if head in IMPURE:
        yield f"rules import {head}: no random source, no clock, no input or output"


def _is_for_masks(name: str, target: Import) -> bool:
    return name == MASKS and target.module.split(".")[0] == "numpy" and not target.at_top


def named_games(sources: Mapping[str, str], games: Collection[str]) -> dict[str, str]:
    """Return the modules outside the games' folders whose code names a game, each with one name or text that does.

    games: the names of their folders. Docstrings and comments may name a game as an example.
    """
    game = re.compile("|".join(folder.replace("_", ".?") for folder in games), re.IGNORECASE)
    found = {}
    for module, source in sources.items():
        if ".games." not in module:
            named = next((word for word in _words(ast.parse(source)) if game.search(word)), None)
            if named is not None:
                found[module] = named
    return found


def _words(tree: ast.Module) -> Iterator[str]:
    """The names and the texts of a module, without docstrings."""
    documents = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documents:
                yield text
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.alias(name=word) | ast.arg(arg=word):
                yield word
            case ast.ImportFrom(module=str(word)) | ast.keyword(arg=str(word)):
                yield word
            case ast.FunctionDef(name=word) | ast.ClassDef(name=word):
                yield word


def _calls(nodes: Collection[ast.AST], name: str) -> Iterator[tuple[int, str]]:
    """Calls of what runs text, and in the rules of what reads or prints."""
    forbidden = {"eval", "exec", "compile"}
    if _is_rules(name):
        forbidden |= {"open", "print", "input"}
    for node in nodes:
        if not isinstance(node, ast.Call):
            continue
        if isinstance(node.func, ast.Name) and node.func.id in forbidden:
            yield node.lineno, f"calls {node.func.id}"
        for keyword in node.keywords:
            if keyword.arg == "allow_pickle" and not (
                isinstance(keyword.value, ast.Constant) and keyword.value.value is False
            ):
                yield node.lineno, "allows pickle"


def _cycles(graph: Mapping[str, set[str]]) -> Iterator[str]:
    """One cycle of modules that need each other when they run, if there is any."""
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        yield f"cycle: {' -> '.join(reversed(error.args[1]))}"
