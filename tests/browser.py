"""A browser without a window, driven by its debugging protocol over two pipes, and the program that it is."""

from __future__ import annotations

import base64
import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from PIL import Image

from tests.drawing import absent
from tests.processes import attempts, running

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
END = b"\0"
FLAGS = (
    "--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run", "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
)  # fmt: skip


class Page:
    """A tab. events: what it has reported: console, exceptions, requests."""

    def __init__(self, out: int, back: BinaryIO) -> None:
        self._out, self._in = out, back
        self._asked, self._session = 0, ""
        self.events: list[dict[str, Any]] = []
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Runtime", "Log", "Network", "Page"):
            self.ask(f"{domain}.enable")

    def ask(self, method: str, **parameters: object) -> dict[str, Any]:
        """The answer to a command of the protocol."""
        self._asked += 1
        command = {"id": self._asked, "method": method, "params": parameters}
        if self._session:
            command["sessionId"] = self._session
        os.write(self._out, json.dumps(command).encode() + END)
        while True:
            answer = self._read()
            if answer.get("id") == self._asked:
                assert "error" not in answer, answer["error"]
                found: dict[str, Any] = answer["result"]
                return found
            self.events.append(answer)

    def _read(self) -> dict[str, Any]:
        parts = bytearray()
        while (byte := self._in.read(1)) not in (END, b""):
            parts += byte
        read: dict[str, Any] = json.loads(parts)
        return read

    def js(self, code: str) -> Any:
        """What an expression comes to."""
        told = self.ask("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True, userGesture=True)
        assert "exceptionDetails" not in told, told["exceptionDetails"]
        return told["result"].get("value")

    def open(self, path: Path, fragment: str = "", size: tuple[int, int] = (1280, 720), ready: str = "true") -> None:
        """Open a file in a window of that size, and wait until the expression `ready` holds."""
        self.events.clear()
        self.ask("Emulation.setDeviceMetricsOverride", width=size[0], height=size[1], deviceScaleFactor=1, mobile=False)
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=f"{path.as_uri()}{fragment}")
        for _ in attempts():
            if self.js(f"document.readyState === 'complete' && Boolean({ready})"):
                return
        raise AssertionError(f"{path} is never ready")

    def picture(self) -> Image.Image:
        """The window as a picture."""
        data = self.ask("Page.captureScreenshot", format="png")["data"]
        return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")

    def key(self, key: str) -> None:
        """Press a key."""
        text = {"text": key} if len(key) == 1 else {}
        self.ask("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.ask("Input.dispatchKeyEvent", type="keyUp", key=key)

    def touch(self, x: float, y: float) -> None:
        """Touch there."""
        self.ask("Emulation.setTouchEmulationEnabled", enabled=True)
        self.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    @property
    def complaints(self) -> list[str]:
        """What the console says and what went wrong, but not how quickly the browser draws."""
        names = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        found = [event["params"] for event in self.events if event.get("method") in names]
        return [json.dumps(one) for one in found if one.get("entry", {}).get("source") != "rendering"]

    @property
    def requests(self) -> list[str]:
        """Addresses that were asked for, but the page itself and what lies in it."""
        asked = [event["params"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        addresses = [str(request["request"]["url"]) for request in asked if request.get("type") != "Document"]
        return [address for address in addresses if not address.startswith(("data:", "blob:"))]


@contextmanager
def browsing(program: str, folder: Path, flags: Sequence[str] = ()) -> Iterator[Page]:
    """A browser with its own folder; nothing of it is left behind."""
    to_read, to_write = os.pipe(), os.pipe()

    # The protocol wants the numbers 3 and 4; sh may know no others than those of one digit.
    words = ["bash", "-c", f'exec "$0" "$@" 3<&{to_read[0]} 4>&{to_write[1]}', program]
    piped = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "pass_fds": (to_read[0], to_write[1])}
    with running([*words, *FLAGS, *flags, f"--user-data-dir={folder}", "about:blank"], **piped):
        os.close(to_read[0])
        os.close(to_write[1])
        with os.fdopen(to_write[0], "rb") as back:
            yield Page(to_read[1], back)
        os.close(to_read[1])


@pytest.fixture(scope="session")
def browser_program() -> str:
    """A browser that is installed."""
    program = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if program is None:
        absent(f"no browser is installed (one of {', '.join(BROWSERS)})")
    return str(program)


@pytest.fixture(scope="session")
def browser(browser_program: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A tab of a browser."""
    with browsing(browser_program, tmp_path_factory.mktemp("browser")) as page:
        yield page
