"""A page for a browser: one file that fetches nothing and starts nothing but its own script."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Iterable

from sim.language import spoken

GENERATOR = '<meta name="generator" content="Yardarm">'
"""What all pages of Yardarm have, and no other."""


def escape(text: object) -> str:
    """Return the text escaped for HTML, also inside quotes."""
    return html.escape(str(text), quote=True)


def web_page(title: str, style: str, body: Iterable[str], script: str = "") -> str:
    """Return the whole file, as one in the language that is spoken. The same body gives the same bytes.

    Its Content-Security-Policy names script and style by their digests, so that nothing else runs. body: what is in the
    main element, as HTML.
    """
    may_run = f" script-src {_digest(script)};" if script else ""
    policy = (
        f"default-src 'none';{may_run} style-src {_digest(style)}; img-src data: blob:; base-uri 'none';"
        " form-action 'none'"
    )
    return "\n".join(
        (
            "<!DOCTYPE html>",
            f'<html lang="{spoken()}">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            GENERATOR,
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            # An empty icon, as browsers would request one otherwise.
            '<link rel="icon" href="data:,">',
            f"<title>{escape(title)}</title>",
            f"<style>{style}</style>",
            "</head>",
            "<body>",
            "<main>",
            *body,
            "</main>",
            *((f"<script>{script}</script>",) if script else ()),
            "</body>",
            "</html>",
            "",
        )
    )


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
