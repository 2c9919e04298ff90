"""Settings: kept whole, and whatever is wrong with their file is told while the usual ones hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import ValidationError

from scenes.drawing import palette
from scenes.layout import text
from scenes.play.folders import settings_file
from scenes.play.settings import PlaySettings, SettingsStore, apply_settings


def test_what_is_kept_is_there_next_time(own_folders: Path) -> None:
    settings_store = SettingsStore.opened()
    assert (settings_store.settings, settings_store.complaint) == (PlaySettings(), "")
    wished = PlaySettings(name="Ada", palette="colour-blind", text_scale=1.4, volume=0, ghosts=False)
    settings_store.keep(wished)
    assert settings_store.complaint == ""
    assert settings_file().is_relative_to(own_folders)
    assert SettingsStore.opened().settings == wished
    assert [path.name for path in settings_file().parent.iterdir()] == ["settings.json"]


def test_two_windows_keep_what_was_changed_in_each(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    one, other = SettingsStore.opened(path), SettingsStore.opened(path)
    one.keep(one.settings.changed(record_hands=False, notice_answered=True))
    other.keep(other.settings.changed(volume=30, cards_seen=("zack",)))
    wished = PlaySettings(record_hands=False, notice_answered=True, volume=30, cards_seen=("zack",))
    assert SettingsStore.opened(path).settings == wished
    assert other.settings.record_hands, "a window goes on as it was"


@pytest.mark.parametrize(("switch", "volume"), [("null", 100), ("true", 100), ("false", 0)])
def test_sound_switched_off_by_an_earlier_version_stays_off(tmp_path: Path, switch: str, volume: int) -> None:
    path = tmp_path / "settings.json"
    path.write_text(f'{{"sound": {switch}, "name": "Ada"}}')
    assert SettingsStore.opened(path).settings == PlaySettings(name="Ada", volume=volume)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "is not valid JSON"),
        ("[]", "expected an object"),
        ('{"ghost": true}', "ghost: expected no such key"),
        ('{"text_scale": 9}', "text_scale: expected at most 2"),
        ('{"ghosts": "loud"}', "ghosts: expected true or false"),
        ('{"name": "A\\u001b[31m"}', "name: expected a name without control characters"),
        ("[" * 5000, "is not valid JSON"),
        ('{"text_scale": NaN}', "text_scale: expected"),
    ],
)
def test_a_broken_file_is_told_and_stays_as_it_is(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content)
    settings_store = SettingsStore.opened(path)
    assert settings_store.settings == PlaySettings()
    assert settings_store.complaint.startswith(f"{path}: ")
    assert said in settings_store.complaint
    settings_store.keep(PlaySettings(name="Ada"))
    assert settings_store.settings.name == "Ada"
    assert path.read_text() == content
    assert settings_store.complaint


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    # A file where the folder should be: refused to everybody, the superuser too.
    (tmp_path / "config").write_text("")
    settings_store = SettingsStore(tmp_path / "config" / "settings.json", PlaySettings())
    settings_store.keep(PlaySettings(name="Ada"))
    assert settings_store.settings.name == "Ada"
    assert "cannot be a folder" in settings_store.complaint
    assert settings_store.complaint.endswith("The settings apply until you quit.")


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    settings_store = SettingsStore.opened(tmp_path / "settings.json")
    assert settings_store.settings == PlaySettings()
    assert "cannot be read" in settings_store.complaint


def test_wishes_are_checked() -> None:
    assert PlaySettings().changed(name="Ada").name == "Ada"
    with pytest.raises(ValidationError):
        PlaySettings().changed(palette="grey")
    with pytest.raises(ValidationError):
        PlaySettings().changed(name="A" * 40)


def test_a_whole_number_is_a_scale(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"text_scale": 2}))
    assert SettingsStore.opened(path).settings.text_scale == 2.0


def test_colours_and_letters_follow_the_wishes() -> None:
    standard = dict(palette.PIECES)
    try:
        apply_settings(PlaySettings(palette="colour-blind", text_scale=1.5))
        assert all(palette.PIECES[kind] != colour for kind, colour in standard.items())
        assert text.scale() == 1.5
    finally:
        apply_settings(PlaySettings())
    assert standard == palette.PIECES
