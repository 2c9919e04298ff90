"""How long a window takes from the command to its first picture, as a person before the screen sees it.

    xvfb-run -a -s '-screen 0 1280x800x24 -noreset' python -m benchmarks.start watch riff-raff

Each round starts the command in a new process and photographs the screen until it shows a picture. The first round is
left out: it may still compile Python's files. A screen of one colour shows nothing; a line of text has a few colours, a
picture of a game more than a hundred.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from statistics import median

from PIL import Image, ImageGrab

PICTURE_COLOURS = 100
LONGEST_S = 60.0
_PAUSE_S = 0.02
_SAMPLE = (160, 100)


def colours() -> int:
    """Return how many colours the screen shows, looked at in a coarse grid of pixels."""
    sample = ImageGrab.grab().resize(_SAMPLE, Image.Resampling.NEAREST)
    return len(sample.getcolors(_SAMPLE[0] * _SAMPLE[1]) or ())


def first_sights(command: Sequence[str]) -> tuple[float, float]:
    """Return the seconds from starting a command to anything on the screen, and to a picture.

    Raises TimeoutError if there is no picture within LONGEST_S.
    """
    bare, something = colours(), 0.0
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while True:
            shown = colours()
            now = time.perf_counter() - begun
            if shown != bare and not something:
                something = now
            if shown > PICTURE_COLOURS:
                return something, now
            if now > LONGEST_S or process.poll() is not None:
                raise TimeoutError(f"{' '.join(command)}: no picture after {now:.1f} s")
            time.sleep(_PAUSE_S)
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Start the command a few times and print the medians of both times, and their ranges."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("verb", nargs="+", help="such as: watch riff-raff")
    args = parser.parse_args()
    command = [sys.executable, "-m", "yardarm", *args.verb]
    times = [first_sights(command) for _ in range(args.rounds + 1)][1:]
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    print(f"yardarm {' '.join(args.verb)}: {args.rounds} starts, load {load}")
    for title, seconds in zip(("something to see", "a picture"), zip(*times, strict=True), strict=True):
        print(f"  {title}: {median(seconds):.2f} s ({min(seconds):.2f} to {max(seconds):.2f})")


if __name__ == "__main__":
    main()
