"""The tasks that a version of the suite stands for, as digests: a change of any of them asks for a new version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calibration.league.suite.folds import templates
from calibration.league.suite.run import Scored
from sim.configuration import digest

PUBLISHED: Mapping[str, tuple[str, str]] = {
    "deck-empty": ("3ffb9ef295901784", "70bc013065e78d43"),
    "deck-shared": ("8beb09b52b349227", "9242b4728c16d03e"),
    "deck-stack": ("13aef51a91abaf7a", "738bec39fd47163a"),
    "low-empty": ("41a6c3ac4f4a9843", "b54a702feb137d6e"),
    "low-shared": ("5644ebb886111db0", "bc6ef4598975be71"),
    "low-crowded": ("c4f536b487284777", "4f4e0fcbaa53493a"),
    "middle-empty": ("19a1db1124474613", "066c9d4143995160"),
    "middle-shared": ("3b6e3dd0cbe032e3", "9dfb60046708b8cc"),
    "top-empty": ("53a8d36d2f3b3187", "6df01f0e3d622a90"),
    "top-shared": ("627e7285a25de3f8", "20551467838ee74c"),
    "counterweight": ("ac66f8fd891b1916", "d9b9e007f4abb965"),
    "overweight": ("0dbcba21e354bb94", "2db99538675c5676"),
    "barrels-beside": ("32a2af47d35afdb7", "aa8539d5a60188df"),
    "round-hand": ("4551018cc6489c40", "ec4cfede5b5f21b3"),
    "tall-hand": ("6287d3397e07775b", "b4abcb897331e63f"),
    "sailors-hand": ("e21c2df60fafdd70", "fdca5778930d1460"),
    "heavy-hand": ("b45ea4b6d9c8dbbd", "d0f9fb1ceb679418"),
    "leaning": ("d9ccdde9fee047e5", "e18d891df77a5ee6"),
    "yard-stack": ("c6ca9451c99ef65e", "003f5435765b1709"),
    "two-low": ("61646d3997d80cb1", "9f4ab59ff1c1b5d1"),
    "two-high": ("d582e4e5df9a4044", "b1893d626d50ed6d"),
    "swinging": ("406722b4a9c228b5", "ec35887ccc3e2a7d"),
    "impatient": ("e80aa86e6b74f56c", "9979c09699fedb75"),
    "full-ship": ("62696e5d7b59d551", "9b7d9eb39a19267c"),
    "polished": ("26406a6160af6b02", "4bf4dfa80901bba0"),
    "throw-usual": ("346898e89766ba1a", "91cfdbc888755da5"),
    "throw-hurry": ("75dfdb4679d338fb", "e79ce570822a6970"),
    "throw-far": ("828bbbff12b34e8c", "b8e2f0497bc1f70a"),
    "throw-far-hurry": ("8b70d6304d59fac7", "156f499da85aed91"),
    "throw-small": ("1e9c13fc6a66cb1b", "73dfb56ee291c429"),
    "throw-narrow": ("811bd644849c7973", "fb4702b875d33b46"),
    "throw-top": ("91ff1110e303f67d", "a24b175109c8bfcf"),
    "throw-full": ("2ad02432eb574b41", "28513845cff52fb2"),
    "throw-heap": ("3fa0cd5cd070909b", "1e50839f5ea23644"),
    "throw-child": ("4e0e558303aa1408", "37714c7bbb0076a7"),
    "table-three": ("fb0ffb079f7f8dfc", "1bfffb711c4bb14f"),
    "table-four": ("5689abddbf39f98e", "466329b21d6cc728"),
    "table-mixed": ("ca96559427edfef6", "bd8efc8fded52654"),
    "table-skilled": ("e375dc5c64848b87", "54abbae1ba6dd3b2"),
    "table-children": ("28b473e3b1ff7680", "25c561cd70d98775"),
}
"""By template, the digest of its first task, which a quick look is held against, and that of the digests of all its
tasks; `python -m studies.suite_digests` prints them."""


def as_published(scored: Sequence[Scored]) -> bool | None:
    """Return whether these tasks are those of the version; None where there are neither first tasks nor all of any."""
    found = []
    for name, (first, whole) in PUBLISHED.items():
        tasks = {one.number: one.digest for one in scored if one.template == name}
        if 0 in tasks:
            found.append(tasks[0] == first)
        if sorted(tasks) == list(range(templates()[name].tasks)):
            found.append(digest([tasks[number] for number in sorted(tasks)]) == whole)
    return all(found) if found else None
