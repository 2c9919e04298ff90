"""Run the blocks of pages as a reader would: `python3 .ci/blocks.py BIN PAGE...`, where BIN holds a bare installation.

Each page begins in an empty folder and an empty home. Its `sh` blocks are run in their order, a file that the page says
to save ("Save this as `NAME`:") is written before what follows, and a `python` block must print the `text` block after
it. The two commands that install something are left to `.ci/run`. Without a display, a command that can only open a
window must refuse in one sentence. With one (DISPLAY, which shows nothing else), the window must come, stay for some
seconds, and end when asked to; what is the same with a display as without is not run again there.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BLOCK = re.compile(r"```(?P<kind>\w+)\n(?P<text>.*?)```(?:\n\n```text\n(?P<printed>.*?)```)?", re.DOTALL)
SAVED = re.compile(r"\bas\s+`([\w-]+\.\w+)`:\s*\Z")
COMMAND = re.compile(r"(?:[^\n]*<<'(\w+)'\n.*?\n\1|(?:[^\n]*\\\n)*[^\n]+)(?=\n|$)", re.DOTALL)
SHOWS = re.compile(r"^yardarm (play|workshop|watch|replay|experiment)\b")
# Of these, all but those that draw, verify or print text open a window; some print text where there is no display.
WINDOW = re.compile(SHOWS.pattern + r"(?!.*--(?:text|export|verify))")
TELLS = ("watch", "replay")
COMES_WITHIN_S = 120.0
LOOKED_AT_S = 3.0


def commands(block: str) -> list[str]:
    """Return the commands of a block: lines, continued lines, and lines with a here-document."""
    return [found.group() for found in COMMAND.finditer(block)]


def run(words: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a process to its end."""
    return subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def shows_something(environment: dict[str, str]) -> bool:
    """Return whether there is a window on the display."""
    words = ["xdotool", "search", "--onlyvisible", "--name", "."]
    return subprocess.run(words, env=environment, capture_output=True, check=False).returncode == 0


def fault_of_window(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Return what is wrong with a command that opens a window; nothing for one that stays until it is asked to end."""
    with subprocess.Popen(
        ["bash", "-c", f"exec {command}"],
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        end = time.monotonic() + COMES_WITHIN_S
        while not (there := shows_something(environment)) and process.poll() is None and time.monotonic() < end:
            time.sleep(0.2)
        time.sleep(LOOKED_AT_S)
        ended = process.poll()
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
    if ended is not None:
        return f"ended by itself with {ended}: {said}"
    if not there:
        return f"showed no window within {COMES_WITHIN_S:.0f} s: {said}"
    return said if process.returncode not in (0, 143) or "Traceback" in said else ""


def fault(command: str, folder: Path, environment: dict[str, str]) -> str:
    """Return what is wrong with a command, or nothing."""
    window = WINDOW.match(command)
    if window and "DISPLAY" in environment:
        return fault_of_window(command, folder, environment)
    done = run(["bash", "-euo", "pipefail", "-c", command], folder, environment)
    if window and window[1] not in TELLS:
        refused = done.returncode == 2 and done.stderr.count("\n") == 1 and "display" in done.stderr
        return (
            "" if refused else f"expected one sentence on the missing display, found {done.returncode}: {done.stderr}"
        )
    return "" if done.returncode == 0 else f"exit code {done.returncode}: {done.stderr}"


def faults(page: Path, binaries: Path) -> list[str]:
    """Run a page from its first block to its last, and return what went wrong."""
    found = []
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as empty:
        folder = Path(empty)
        environment = {name: os.environ[name] for name in ("DISPLAY", "LANG", "XAUTHORITY") if name in os.environ}
        environment |= {"HOME": home, "PATH": f"{binaries}:/usr/local/bin:/usr/bin:/bin"}
        display = "DISPLAY" in environment
        text_of_page = page.read_text("utf-8")
        for block in BLOCK.finditer(text_of_page):
            text = block["text"]
            saved = SAVED.search(text_of_page, 0, block.start())
            if saved:
                (folder / saved[1]).write_text(text, "utf-8")
            elif block["kind"] == "python" and not display:
                done = run([str(binaries / "python"), "-c", text], folder, environment)
                if done.returncode or (block["printed"] is not None and done.stdout != block["printed"]):
                    found.append(f"{page}: {text}\nprinted {done.stdout}{done.stderr}")
            elif block["kind"] == "sh" and not text.startswith("python3 -m venv"):
                for command in commands(text):
                    if display and not SHOWS.match(command):
                        continue
                    began = time.monotonic()
                    said = fault(command, folder, environment)
                    print(f"{time.monotonic() - began:6.1f} s  {command.splitlines()[0]}", flush=True)
                    if said:
                        found.append(f"{page}: {command}\n{said}")
    return found


def main() -> None:
    """Run the pages, and exit with 1 if something went wrong."""
    binaries, *pages = map(Path, sys.argv[1:])
    found = [fault for page in pages for fault in faults(page, binaries.resolve())]
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
