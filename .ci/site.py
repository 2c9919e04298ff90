"""Look at the built site in a headless browser: `python3 .ci/site.py SITE [PICTURES]`.

Every page is looked at for dead links; ten pages are opened at two widths, for what does not fit: a page that scrolls
sideways, a table whose end is cut off, a picture that does not load. The search index must find words where they are
explained. PICTURES: a folder for what was seen.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import threading
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

LOOKED_AT = (
    "index.html",
    "tutorials/watch-and-play.html",
    "tutorials/tune-a-game.html",
    "how-to/design-a-ship.html",
    "reference/verbs.html",
    "reference/parameters.html",
    "reference/environments.html",
    "explanation/physics.html",
    "evidence.html",
    "notebooks/1-a-match.html",
)
SIZES = ((1280, 900), (400, 800))
EXPLAINED = {"friction": "explanation/physics", "resume": "how-to/many-matches", "captain": "explanation/games"}
"""Words, and a page that search must find for each."""
PLAYER = "match.html"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# A frame has the width it is given; a browser's own window may have a least width.
FRAME = """<!DOCTYPE html><body style="margin:0"><iframe style="border:0;width:%dpx;height:%dpx" src="/%s"></iframe>
<script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => setTimeout(() => {
  const page = frame.contentDocument, wide = page.documentElement.clientWidth, seen = page.querySelector("article");
  const cut = [...seen.querySelectorAll("table, pre, img")].filter(one => {
    let box = one;
    while (box !== seen && !["auto", "scroll"].includes(getComputedStyle(box).overflowX)) box = box.parentElement;
    return box === seen && one.getBoundingClientRect().right > wide + 1;
  });
  document.title = JSON.stringify({
    wide, scrolls: page.documentElement.scrollWidth, cut: cut.map(one => one.textContent.slice(0, 40) || one.src),
    broken: [...page.images].filter(one => !one.naturalWidth).map(one => one.src),
  });
}, 1000));
</script></body>"""


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.targets: list[str] = []
        self.names: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where a tag leads, and what it is called."""
        given = dict(attrs)
        self.names |= {given[key] or "" for key in ("id", "name") if key in given}
        target = given.get("href" if tag in ("a", "link") else "src")
        if target and not re.match(r"(https?|mailto|data|javascript):", target):
            self.targets.append(target)


def dead_links(site: Path) -> list[str]:
    """Return the links of all pages that lead nowhere, those to a part of a page included."""
    pages = {}
    for path in sorted(site.rglob("*.html")):
        pages[path.relative_to(site).as_posix()] = links = _Links()
        links.feed(path.read_text("utf-8"))
    found = []
    for page, links in pages.items():
        for target in links.targets:
            place, part = urldefrag(unquote(urljoin(f"/{page}", target)))
            file = place.strip("/") or "index.html"
            there = (site / file).is_file() or (site / file / "index.html").is_file()
            # What follows the sign tells a match's player something.
            names_part = part and file != PLAYER
            if page != "404.html" and (not there or (names_part and file in pages and part not in pages[file].names)):
                found.append(f"{page}: {target}")
    return found


def what_does_not_fit(site: Path, pictures: Path | None) -> list[str]:
    """Return what does not fit or does not load on the pages that are looked at."""
    browser = next(found for name in BROWSERS if (found := shutil.which(name)))
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    found = []
    for page in LOOKED_AT:
        for wide, high in SIZES:
            frame = site / "frame.html"
            frame.write_text(FRAME % (wide, high, page), "utf-8")
            address = f"http://127.0.0.1:{server.server_port}/frame.html"
            words = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--window-size={max(wide, 600)},{high}"]
            words += ["--virtual-time-budget=4000"]
            if pictures is not None:
                name = f"{page.removesuffix('.html').replace('/', '-')}-{wide}.png"
                subprocess.run([*words, f"--screenshot={pictures / name}", address], capture_output=True, check=True)
            told = subprocess.run([*words, "--dump-dom", address], capture_output=True, text=True, check=True).stdout
            frame.unlink()
            seen = json.loads(html.unescape(re.findall(r"<title>(.*?)</title>", told, flags=re.DOTALL)[0]))
            if seen["scrolls"] > seen["wide"] or seen["cut"] or seen["broken"]:
                found.append(f"{page} at {wide}: {seen}")
    server.shutdown()
    return found


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_given: object) -> None:
        """Print nothing."""


def not_found(site: Path) -> list[str]:
    """Return the words that the search index does not have on the page that explains them."""
    index = json.loads((site / "search" / "search_index.json").read_text("utf-8"))["docs"]
    return [
        f"search: {word} is not on {page}"
        for word, page in EXPLAINED.items()
        if not any(entry["location"].startswith(page) and word in entry["text"].lower() for entry in index)
    ]


def main() -> None:
    """Look at the site, and exit with 1 if something is wrong."""
    site = Path(sys.argv[1])
    pictures = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    found = dead_links(site) + not_found(site) + what_does_not_fit(site, pictures)
    sys.exit("\n".join(found) if found else 0)


if __name__ == "__main__":
    main()
