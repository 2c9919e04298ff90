"""Crash matches in processes that a test starts: Python runs this file first where its folder is on PYTHONPATH.

The variable `CRASH` says which and how: `raise:1,3` or `die:1`. `sim.batch.job` is patched when it is imported, so that
the product needs no hook for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

CRASH = "YARDARM_TESTS_CRASH"


def environment(how: str, *indices: int) -> dict[str, str]:
    """Return the variables with which matches of these indices crash."""
    paths = [str(Path(__file__).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths), CRASH: f"{how}:{','.join(map(str, indices))}"}


def crashing(job: ModuleType, how: str, indices: Sequence[int]) -> Callable[[Any, Any], Any]:
    """Return `job.play`, but that these matches raise or end the process."""
    play = job.play

    def played(configuration: Any, task: Any) -> Any:
        if task.index not in indices:
            return play(configuration, task)
        if how == "die":
            os._exit(70)
        with job.at_fault():
            raise ArithmeticError(f"match {task.index} raises")

    return played


class _Patching(MetaPathFinder):
    """Patches `sim.batch.job` once it is loaded."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> ModuleSpec | None:
        if name != "sim.batch.job":
            return None
        sys.meta_path.remove(self)
        spec = find_spec(name)
        load = spec.loader.exec_module

        def loaded(module: ModuleType) -> None:
            load(module)
            how, _, indices = os.environ[CRASH].partition(":")
            module.play = crashing(module, how, [int(index) for index in indices.split(",")])

        spec.loader.exec_module = loaded
        return spec


if CRASH in os.environ:
    sys.meta_path.insert(0, _Patching())
