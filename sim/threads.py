"""The threads of the libraries of linear algebra: one in each process, which must be said before numpy is imported."""

from __future__ import annotations

import os

_NAMES = ("MKL_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
"""What tells these libraries how many threads to use; dask sets the same for its workers."""


def one_thread_each() -> None:
    """Let numpy and scipy start no threads of their own, unless the environment says otherwise.

    With a worker for every core, further threads would only be in each other's way; the matrices of one process are
    small; and where no thread can be started, OpenBLAS complains in its own words and interrupts the process.
    """
    for name in _NAMES:
        os.environ.setdefault(name, "1")
