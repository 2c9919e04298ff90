"""The tasks that a version of the suite stands for, as digests: a change of any of them asks for a new version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from calibration.league.suite.folds import templates
from calibration.league.suite.run import Scored
from sim.configuration import digest

PUBLISHED: Mapping[str, tuple[str, str]] = {
    "deck-empty": ("893249df618e03bf", "2f6b2dc98a7e3171"),
    "deck-shared": ("1d746d0a36311717", "0bdbf8eae0cabce6"),
    "deck-stack": ("a8877b3a3a949d1c", "cbc18a86cd1390f0"),
    "low-empty": ("888518986e3b14da", "d0ecb9064d6aa038"),
    "low-shared": ("d74e5156508232d2", "4740f2c1b550f70e"),
    "low-crowded": ("527c985bf183e89f", "ec342f9236758363"),
    "middle-empty": ("bc57045fee73b892", "3f6b9cb4c1b0e162"),
    "middle-shared": ("9fd72f9ea49ff9a4", "e2b4e739b72251f5"),
    "top-empty": ("786e63ff9d92ce98", "49892c1d3793e4a1"),
    "top-shared": ("5aa3b112df225d44", "bbee069253485152"),
    "counterweight": ("381e370cbc395d8b", "478fffab7708f1f2"),
    "overweight": ("1dfb3e96bd4f28cd", "0f92e6872e1d98b1"),
    "barrels-beside": ("c4cde7dc0b123816", "7eda795fcf1a41e7"),
    "round-hand": ("fb3ed8becca9153d", "2b057e921e1892ab"),
    "tall-hand": ("d7bca7582a9b7e5b", "54ef9a83a8b89a06"),
    "sailors-hand": ("11cca74baf786cdd", "c5cd778c85a75a8d"),
    "heavy-hand": ("d0627ff2f69538d3", "977fe899d002afff"),
    "leaning": ("580f8aa0d8515b06", "aefbda2ca23440be"),
    "yard-stack": ("bd7f275fb9fb6842", "f855baf73a04e672"),
    "two-low": ("34bad64ea29251b2", "0b75a5055b184ccc"),
    "two-high": ("f7e564039c3c4e67", "97dc6f80f768a0e8"),
    "swinging": ("fd4304b12531a1cb", "d67dea6d3de3d910"),
    "impatient": ("ca0ca6780c471c1c", "6b7f9648620680d2"),
    "full-ship": ("5bdc3ab4e8152466", "bb46ba5896f2c3f8"),
    "polished": ("d03f86ac306fff3d", "cae2e42028c1a816"),
    "throw-usual": ("346898e89766ba1a", "91cfdbc888755da5"),
    "throw-hurry": ("75dfdb4679d338fb", "e79ce570822a6970"),
    "throw-far": ("828bbbff12b34e8c", "b8e2f0497bc1f70a"),
    "throw-far-hurry": ("8b70d6304d59fac7", "156f499da85aed91"),
    "throw-small": ("1e9c13fc6a66cb1b", "73dfb56ee291c429"),
    "throw-narrow": ("811bd644849c7973", "fb4702b875d33b46"),
    "throw-top": ("203a7f331ceafa86", "b421313b11953240"),
    "throw-full": ("76db9c279a5e1729", "33b7927f6b0501ea"),
    "throw-heap": ("069ab59bad141d76", "78cc6659cb3af42b"),
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
