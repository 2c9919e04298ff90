"""The language of texts: how it is chosen, what is put in, and whether the catalogues are those of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest

import sim.language
from sim.language import CATALOGUES, _, _n, _p, of_the_system, put_in, speak
from sim.match.grammar import said_of, said_of_all
from tests.languages import TRANSLATED, speaking
from yardarm.command import run

FORMS = {"piece": ("the", "The")}
"""Other forms of what is put in, which a translation may take in its place."""
SEEN = ("board", "demo.py", "drawing", "export/page", "games", "labels.py", "play", "playback", "watch.py", "workshop")
"""The parts of the window whose texts are marked."""
MARKS = ("_", "N_", "_n", "_p")
NO_TEXTS = {
    "scenes/drawing/arms.py",
    "scenes/games/riff_raff/art/piece_art.py",
    "scenes/games/riff_raff/contact_shadows.py",
    "scenes/games/zigzag/art.py",
    "scenes/play/settings.py",
}
"""Where words are names of pictures, and where a refusal of a file speaks English as all refusals do."""
NAMES = {
    "Space", "Tab", "Q, Esc", "Esc, P", "Enter", "The bar", "back tab", "page up", "page down",
    "Yardarm", "YARDARM", "RGB", "RGBA", "WEBP", "2 ZI", "Bn", "Value", " mm", "sound off", "sound driver", "gap ",
    "palm fingers", "down, ", "caught ", "table ", " selected", "The table", " by the rules of this table", "Player ",
    "a match that was watched", " of ", " frames taken", "GameScene[Frame, NoStage, BoardHud]", "FrameT", "StageT",
    "HudT", "Playback", " small", "yardarm replay ", " or ", "action ", "Esc", "Esc, F2",
}  # fmt: skip
"""Names of keys, of games and of things that are not shown."""


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "FR_ca"}, "fr"),
        ({"YARDARM_LANGUAGE": "fr", "LC_ALL": "de_DE"}, "fr"),
    ],
)
def test_the_language_is_that_of_the_variable_else_the_systems(environment: dict[str, str], language: str) -> None:
    assert of_the_system(environment) == language


def test_an_unknown_language_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["watch", "zack", "--text", "--language", "it"]) == 2
    assert "'--language'" in capsys.readouterr().err
    monkeypatch.setenv("YARDARM_LANGUAGE", "xx")
    assert run(["watch", "zack", "--text"]) == 2
    assert capsys.readouterr().err == (
        "yardarm watch: invalid value for '--language' (env var: 'YARDARM_LANGUAGE'): expected one of en, de, fr, found"
        " 'xx'; see 'yardarm watch --help'.\n"
    )
    with pytest.raises(ValueError, match="expected en, de, fr"):
        speak("it")


def test_english_reads_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sim.language, "CATALOGUES", Path("nowhere"))
    speak("en")
    assert _("Again") == "Again"
    with pytest.raises(FileNotFoundError):
        speak("de")


def test_decimals_numbers_and_persons_are_those_of_the_language() -> None:
    assert _n("{count} piece", "{count} pieces", 1) == "1 piece"
    assert put_in("{share:.1f}", share=0.5) == "0.5"
    with speaking("de"):
        assert put_in("{share:.1f}, {count}", share=0.5, count=2) == "0,5, 2"
        assert _n("{count} piece", "{count} pieces", 1) == "1 Teil"
        assert said_of("You", _("You win!"), _("{name} wins!")) == "Du gewinnst!"
        assert said_of("Anne", _("You win!"), _("{name} wins!")) == "Anne gewinnt!"
        assert _p("nowhere", "Again") == "Again"
    with speaking("fr"):
        assert _n("{count} piece", "{count} pieces", 0) == "0 pièce"
        won = said_of_all(("Anne", "You"), _("You win!"), _("{name} wins!"), _("{names} win!"))
        assert won == "Victoire\u00a0: Anne et vous\u00a0!"
    assert _("Again") == "Again"


# ---------------------------------------------------------------------------------------------- catalogues


@pytest.mark.slow
def test_the_catalogues_are_those_of_the_code() -> None:
    pytest.importorskip("babel")
    from studies.languages import catalogue, extracted, files_of, untranslated

    texts = extracted()
    for language in TRANSLATED:
        found = catalogue(language, texts)
        assert untranslated(found) == []
        for ending, data in files_of(found).items():
            written = (CATALOGUES / f"{language}.{ending}").read_bytes()
            assert written == data, f"{language}.{ending}: run python -m studies.languages"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_puts_in_what_the_text_does(language: str) -> None:
    with (CATALOGUES / f"{language}.mo").open("rb") as file:
        catalogue = GNUTranslations(file)._catalog
    assert len(catalogue) > 1000
    for key, translated in catalogue.items():
        message = key[0] if isinstance(key, tuple) else key
        if not message:
            continue
        named = {*fields(message), *(form for name in fields(message) for form in FORMS.get(name, ()))}
        assert fields(translated) <= named, (message, translated)
        kept = {name for name in fields(message) if name not in FORMS}
        assert kept - {"count"} <= fields(translated), (message, translated)
        assert re.findall(r"\[\w+\]", message) == re.findall(r"\[\w+\]", translated), (message, translated)


def fields(text: str) -> set[str]:
    return {name for _text, name, _spec, _conversion in Formatter().parse(text) if name}


# ---------------------------------------------------------------------------------------------- what is marked


def is_mark(node: ast.AST, of: type[ast.AST] = ast.AST) -> bool:
    """Whether a text is marked, or translated, which is written as such a piece of code."""
    called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MARKS
    return called and isinstance(node.args[0], of)


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts in code that no catalogue knows: neither marked nor of a refusal, of a type or of a comparison."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Raise | ast.Compare | ast.Subscript | ast.AnnAssign):
            node = getattr(node, "value", None)
        if node is None or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        if isinstance(node, ast.JoinedStr):
            # Babel does not look into them.
            yield from ((part.lineno, ast.unparse(part)) for part in ast.walk(node) if is_mark(part, ast.Constant))
        if is_mark(node):
            continue
        if isinstance(node, ast.FunctionDef):
            node.returns, node.args = None, ast.arguments([], [], None, [], [], None, [])
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value
            if re.search("[A-Za-z]{2}", words) and (" " in words or re.match("[A-Z][a-z]", words)):
                yield node.lineno, words
        yield from unmarked(node)


def test_what_is_not_marked_is_found() -> None:
    lines = (
        'def f(x: "A b"):',
        '"""Doc string."""',
        'say("not marked")',
        'say(_("is marked"))',
        "say(f'{_(1)} {_(words)}')",
    )
    code = "\n  ".join((*lines, 'raise E("a fault")'))
    assert [words for _line, words in unmarked(ast.parse(code))] == ["not marked", "_(1)"]


def test_no_text_of_the_window_is_outside_the_catalogue(root: Path) -> None:
    found = []
    for part in SEEN:
        place = root / "scenes" / part
        for path in [place] if place.is_file() else sorted(place.rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name in NO_TEXTS or path.name == "spec.py":
                continue
            for line, words in unmarked(ast.parse(path.read_text("utf-8"))):
                if words not in NAMES and not re.search(r"[\n<=]|-src |--", words):
                    found.append(f"{name}:{line}: {words}")
    assert found == []
