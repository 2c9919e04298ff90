"""What an installer leaves of a package beside its code, written from its pyproject.toml."""

from __future__ import annotations

import tomllib
from pathlib import Path


def write_metadata(pyproject: Path, folder: Path) -> Path:
    """Write name, version and entry points of a project into a folder that may stand on the path; return the folder."""
    project = tomllib.loads(pyproject.read_text("utf-8"))["project"]
    metadata = folder / f"{project['name']}-{project['version']}.dist-info"
    metadata.mkdir(parents=True)
    head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (metadata / "METADATA").write_text(head)
    lines: list[str] = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (metadata / "entry_points.txt").write_text("\n".join(lines))
    return folder
