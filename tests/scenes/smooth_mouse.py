"""A movement of the real mouse of which the X server keeps the time: run as `smooth_mouse.py WINDOW MS X,Y ... [up]`.

xdotool sleeps between its events, and on a busy machine sleeps long: what should be a smooth flick comes in jerks.
XTest takes the delays with the events, all at once, and nobody has to wake up in between.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from ctypes import CDLL, byref, c_char_p, c_int, c_ulong, c_void_p


def move(window: str, every_ms: int, places: Sequence[tuple[float, float]], lets_go: bool, window_height: int) -> None:
    """Move from place to place (y up, as a scene counts); after the last let go of the left button, if told to."""
    # Not at the top: this file is a script as well.
    from tests.processes import completed

    words = [f"{round(x)},{round(window_height - 1 - y)}" for x, y in places]
    command = [sys.executable, __file__, window, str(every_ms), *words, *(["up"] if lets_go else [])]
    completed(command, check=True)


def _main(window: int, every_ms: int, words: Sequence[str]) -> None:
    x11, test = CDLL("libX11.so.6"), CDLL("libXtst.so.6")
    x11.XOpenDisplay.restype, x11.XOpenDisplay.argtypes = c_void_p, [c_char_p]
    x11.XDefaultRootWindow.restype, x11.XDefaultRootWindow.argtypes = c_ulong, [c_void_p]
    pointers = [c_void_p] * 3
    x11.XTranslateCoordinates.argtypes = [c_void_p, c_ulong, c_ulong, c_int, c_int, *pointers]
    x11.XSync.argtypes, x11.XCloseDisplay.argtypes = [c_void_p, c_int], [c_void_p]
    test.XTestFakeMotionEvent.argtypes = [c_void_p, c_int, c_int, c_int, c_ulong]
    test.XTestFakeButtonEvent.argtypes = [c_void_p, c_int, c_int, c_ulong]
    display = x11.XOpenDisplay(None)
    if not display:
        raise SystemExit("no X display")
    left, top, child = c_int(), c_int(), c_ulong()
    root = x11.XDefaultRootWindow(display)
    x11.XTranslateCoordinates(display, window, root, 0, 0, byref(left), byref(top), byref(child))
    for word in words:
        if word == "up":
            test.XTestFakeButtonEvent(display, 1, 0, 0)
        else:
            x, y = map(int, word.split(","))
            test.XTestFakeMotionEvent(display, -1, left.value + x, top.value + y, every_ms)
    x11.XSync(display, 0)
    x11.XCloseDisplay(display)


if __name__ == "__main__":
    _main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
