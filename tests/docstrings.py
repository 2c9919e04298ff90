"""The house's law of docstrings, as a function from sources to faults: tests/test_docstrings.py applies it.

A function begins with an imperative verb, a class or a property with a noun phrase, and no module, in docstrings,
comments, messages or names, uses a word that is banned.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping

# The rooms whose docstrings begin as the law says; extend it when another one has been gone through.
DONE = (
    "benchmarks",
    "calibration",
    "scenes.drawing",
    "scenes.export",
    "scenes.games.riff_raff",
    "scenes.games.zack",
    "scenes.games.zatre",
    "scenes.games.zigzag",
    "scenes.layout",
    "scenes.options",
    "scenes.play",
    "scenes.playback",
    "scenes.spec",
    "scenes.watch",
    "scenes.window",
    "sim.batch",
    "sim.cli",
    "sim.configuration",
    "sim.errors",
    "sim.files",
    "sim.forecast",
    "sim.games.riff_raff",
    "sim.games.zatre",
    "sim.lab",
    "sim.match",
    "sim.measures",
    "sim.metrics",
    "sim.options",
    "sim.people",
    "sim.physics",
    "sim.protocols",
    "sim.referee",
    "sim.rules_frame",
    "sim.seat",
    "sim.seeds",
    "sim.spec",
    "sim.statistics",
    "sim.untrusted_text",
    "sim.verbs",
    "sim.wire",
    "studies",
    *(f"sim.games.{game}.configuration" for game in ("riff_raff", "zack", "zatre", "zigzag")),
    *(f"sim.games.{game}.referee" for game in ("riff_raff", "zack", "zatre", "zigzag")),
    *(f"sim.games.{game}.rules" for game in ("riff_raff", "zack", "zatre", "zigzag")),
    "sim.games.zack",
    "sim.games.zigzag",
)

# What a function may begin with. Add the verb that is missing.
VERBS = frozenset(
    """Accept Add Adjust Advance Aim Allow Announce Answer Append Apply Approach Ask Assert Assign Attach Begin Bind
    Block Bring Build Calculate Call Cancel Carry Catch Change Check Choose Clear Close Collect Colour
    Combine Compare Compose Compute Connect Continue Convert Copy Count Cover Create Cut Deal Decide Declare
    Define Delete Derive Describe Discard Disconnect Divide Do Draw Drive Drop Encode End Enter Estimate Exit Expect
    Explain Export Extend Fade Feed Fill Filter Find Finish Fit Flush Fold Follow Forget Format Forward Freeze Gather
    Generate Get Give Go Group Guess Hand Handle Have Hear Heel Hide Hold Ignore Import Initialise Insert Interpolate
    Interrupt Iterate Join Judge Keep Kill Lay Lead Leave Let Lift Limit List Listen Load Locate Lock Log Look
    Lower Make Map Mark Match Measure Merge Mix Mount Move Multiply Name Normalise Note Notice Obey
    Offer Open Order Paint Parse Pass Pause Perform Pick Place Plan Play Plot Point Predict Prepare Press Print
    Project Put Quit Raise Rank Re-run Reach Read Receive Record Redraw Refuse Register Release Reload
    Remember Remove Render Repaint Repeat Replace Replay Report Request Require Reset Resize Resolve Restore
    Resume Retry Return Reveal Reverse Rotate Round Run
    Rule Sample Save Scale Schedule Score Scroll Search Seat See Select Send Serve Set Settle Shape Share Show Shuffle
    Shut Simulate Skip Sleep Smooth Sort Speed Spell Split Start State Steer Step Stop Store Submit Subtract Sum
    Suspend
    Swap Switch Take Test Throw Tick Time Toggle Trace Track Transform Translate Try Tune Turn Undo Update
    Use Validate Verify Wait Wake Walk Warn Watch Weigh Withdraw Work Wrap Write Yield Zoom
    Grab Label Lead Minimise Paste Reopen Tell Treat""".split()  # noqa: SIM905
)
# What begins a clause where a noun phrase belongs.
CLAUSES = frozenset(
    """Can Could Did Do Does Has Have How Is May Nobody So What When Where Whether Which Who Whom Whose Why Would
    Everything Something""".split()  # noqa: SIM905
)
# Riddles, mannered words, and players of one sex.
BANNED = re.compile(
    r"\b(whoever|whomever|somebody|so\s+many|told|of\s+itself|by\s+and\s+by|may\s+lie|noughts?|upon|thereby|"
    r"bots?\s+from\s+outside|stands?\s+in\s+(the|its|a)|heuristics?|he|him|his|himself)\b",
    re.IGNORECASE,
)

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def faults(sources: Mapping[str, str], done: Collection[str] = DONE) -> list[str]:
    """Return every fault in a house given as {dotted module name: source}; of openings in the rooms in `done` only."""
    found: list[str] = []
    for name, source in sorted(sources.items()):
        module = name.removesuffix(".__init__")
        for match in BANNED.finditer(source):
            line = source.count("\n", 0, match.start()) + 1
            found.append(f"{module}:{line}: uses {' '.join(match[0].split())!r}")
        if any(module == room or module.startswith(f"{room}.") for room in done):
            found += [f"{module}:{line}: {reason}" for line, reason in sorted(_faults(ast.parse(source)))]
    return found


def _faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Definition):
            text = ast.get_docstring(node)
            if text is not None:
                yield from _opening(node, text)


def _opening(node: Definition, text: str) -> Iterator[tuple[int, str]]:
    first = text.split(maxsplit=1)[0].rstrip(",:;.") if text.strip() else ""
    sentence = re.split(r"(?<=[.?!:])\s", text, maxsplit=1)[0]
    if sentence.endswith("?"):
        yield node.lineno, f"{node.name}: asks instead of saying what it does"
    elif isinstance(node, ast.ClassDef) or _is_property(node):
        if first in CLAUSES:
            yield node.lineno, f"{node.name}: begins with {first!r} instead of a noun"
    elif first not in VERBS:
        yield node.lineno, f"{node.name}: begins with {first!r} instead of a verb"


def _is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(decorator) for decorator in node.decorator_list)
