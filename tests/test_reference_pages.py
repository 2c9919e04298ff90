"""The pages of keys, figures and parameters are as code and data are, and leave nothing out."""

from __future__ import annotations

from pathlib import Path

from studies.reference_pages import FILES, FITTED, pages
from studies.rules_pages import TITLES, page


def test_the_pages_are_as_code_and_data_are(root: Path) -> None:
    """Written again by `python -m studies.reference_pages docs/reference`."""
    made = pages()
    assert {name: (root / "docs" / "reference" / name).read_text("utf-8") for name in made} == made


def test_the_rules_in_other_languages_are_those_of_the_window(root: Path) -> None:
    """Written again by `python -m studies.rules_pages docs`."""
    for language in TITLES:
        assert (root / "docs" / language / "rules.md").read_text("utf-8") == page(language)


def test_every_file_of_values_is_on_the_page_of_parameters(root: Path) -> None:
    files = {
        path.relative_to(root).as_posix() for path in (root / "sim").rglob("*.toml") if path.parent.name != "presets"
    }
    assert files == {*FILES, *FITTED}


def test_a_page_of_parameters_has_value_range_and_provenance() -> None:
    text = pages()["parameters.md"]
    assert "\n|`ship.ball_mass_g`|110||measured|\n" in text
    assert "\n|`wood.friction`|0.3|0.2–0.4|assumed|\n" in text
    assert "|`placement_sd_mm`|4 (1.6–6.4)|2.5 (1–4)|1.25 (0.5–2)|assumed|\n" in text


def test_a_breakdown_that_a_report_lists_elsewhere_is_in_the_row_of_its_figure() -> None:
    (row,) = [line for line in pages()["figures.md"].splitlines() if line.startswith("|`fall_rate`")]
    assert all(suffix in row for suffix in (".profile", ".slot", ".attempt", ".slot_piece"))
