"""A design made as hard as another one: `tune` as a command in the background, and how far it is.

It is run as a user would run it, at the lowest priority, so what the workshop finds is what the command finds.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim.configuration import part_of
from sim.errors import InputError
from sim.files import read_text, read_toml
from sim.language import _
from sim.spec import game_of
from sim.statistics import Interval

MOST = 1500
"""The most matches that the search plays."""
TOLERANCE = 0.02
FIGURES = "figures.json"
"""The figures of shipped presets, beside them, by `python -m studies.preset_figures GAME`."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A figure to be tuned to.

    metric: a figure of `simulate --json`. like: a preset to be matched, or a share. vary: options of `tune --vary`.
    """

    game: str
    metric: str
    like: str | float
    vary: tuple[str, ...] = ()
    seed: int = 1


def shipped_figure(game: str, preset: str, metric: str) -> Interval:
    """Return a figure of `simulate --json` of a shipped preset, as it was measured. Raises InputError."""
    folder = part_of(game_of(game)).presets
    assert folder is not None
    found = json.loads(read_text(folder / FIGURES))[preset][metric]
    return Interval(found["estimate"], found["low"], found["high"])


class TuneRun:
    """A tuning under way. words: progress, then the result as a sentence. over: True once there is a result.
    changes: the tuned preset, None unless the target was met.
    """

    def __init__(self, wish: Wish, preset: str, command: Sequence[str] = (sys.executable, "-m", "yardarm")) -> None:
        """Begin to tune the design of that preset (TOML)."""
        self.words, self.over = "", False
        self.changes: Mapping[str, Any] | None = None
        self._wish, self._command = wish, tuple(command)
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._folder = tempfile.TemporaryDirectory(prefix="yardarm-workshop-")
        folder = Path(self._folder.name)
        self._preset, self._out = folder / "design.toml", folder / "tuned.toml"
        self._preset.write_text(preset, "utf-8")
        self._thread = threading.Thread(target=self._run, name="tuning", daemon=True)
        self._thread.start()

    def stop(self, wait_s: float = 5.0) -> None:
        """End the command; nothing of it is kept."""
        self._stopped = True
        process = self._process
        if process is not None and process.poll() is None:
            with contextlib.suppress(OSError):
                process.terminate()
        self._thread.join(wait_s)

    def wait(self, limit_s: float) -> bool:
        """Wait until it is over, for at most that long; return True if it is."""
        self._thread.join(limit_s)
        return self.over

    def _run(self) -> None:
        try:
            self.words = self._tuned()
        except (OSError, ValueError, KeyError, TypeError, InputError) as error:
            self.words = _("This design was not tuned: {reason}.", reason=" ".join(str(error).split()).rstrip("."))
        finally:
            with contextlib.suppress(OSError):
                self._folder.cleanup()
            self.over = True

    def _tuned(self) -> str:
        wish = self._wish
        value = wish.like
        if isinstance(value, str):
            value = shipped_figure(wish.game, value, wish.metric).estimate
        self.words = _("Looking for {share:.0f} % …", share=100 * value)
        target = f"{wish.metric}={value:.4f}+-{TOLERANCE}"
        varied = [word for each in wish.vary for word in ("--vary", each)]
        found = self._answer(
            "tune", wish.game, "--config", str(self._preset), "--target", target, *varied, "--out", str(self._out),
            "--max-matches", str(MOST), "--steps", "--seed", str(wish.seed), "--json",
        )  # fmt: skip
        if found["ending"] == "met":
            self.changes = read_toml(self._out)
        return str(found["reason"])

    def _answer(self, *arguments: str) -> Mapping[str, Any]:
        """Return what a command prints with --json. Raises InputError with its complaint."""
        if self._stopped:
            raise InputError("it was stopped")
        # Into a file, since a pipe that nobody reads meanwhile would fill and hold the command up.
        answers, complaint = self._out.with_suffix(".json"), ""
        with (
            answers.open("w", encoding="utf-8") as stream,
            subprocess.Popen((*self._command, *arguments), stdout=stream, stderr=subprocess.PIPE, text=True) as process,
        ):
            self._process = process
            if hasattr(os, "setpriority"):
                with contextlib.suppress(OSError):
                    os.setpriority(os.PRIO_PROCESS, process.pid, 19)
            assert process.stderr is not None
            for line in process.stderr:
                complaint = line.strip()
                if complaint.startswith("step: "):
                    self.words = complaint.removeprefix("step: ")
        answer = answers.read_text("utf-8")
        if self._stopped:
            raise InputError("it was stopped")
        if not answer.strip():
            raise InputError(complaint.removeprefix("yardarm: ") or f"yardarm {arguments[0]} gave no answer")
        found = json.loads(answer)
        if not isinstance(found, dict):
            raise InputError(f"yardarm {arguments[0]} gave an unexpected answer")
        return found
