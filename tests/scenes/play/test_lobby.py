"""The lobby's draft: who plays what, by clicks; what cannot be played says why. No display."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scenes.play.form import Form
from scenes.play.lobby import LobbyScreen
from scenes.play.menus import SettingsScreen
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup, for_game, has_practice, named, seated, usual_setup, with_profile, without
from scenes.spec import play_of
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.seat import PERSON, Seat
from sim.spec import GAMES


class FakeHost:
    """A window's scene that only remembers."""

    session = None

    def __init__(self, game: str = "riff-raff", why: str = "") -> None:
        self.draft = usual_setup(game, "", "casual", 7)
        self.settings_store = SettingsStore.opened()
        self.why = why
        self.played: list[Any] = []
        self.opened: list[Any] = []

    @property
    def settings(self) -> PlaySettings:
        return self.settings_store.settings

    @property
    def complaint(self) -> str:
        return self.settings_store.complaint

    def change_settings(self, **changes: object) -> None:
        self.settings_store.keep(self.settings.changed(**changes))

    def play(self, setup: Setup) -> str:
        self.played.append(setup)
        return self.why

    def go_on_with(self, file: Path) -> str:
        self.played.append(file)
        return self.why

    def open(self, screen: Any) -> None:
        self.opened.append(screen)

    def quit(self) -> None:
        self.opened.append("quit")

    def show_rules(self, game: str | None = None) -> None:
        self.opened.append(f"rules {game}")

    def leave(self) -> None:
        self.opened.append("lobby")

    def back(self) -> None:
        self.opened.pop()


def lobby(host: FakeHost, size: tuple[int, int] = (1280, 720)) -> LobbyScreen:
    screen = LobbyScreen(host)
    screen.resize(*size, 1.0)
    return screen


def form_of(screen: Any) -> Form:
    assert screen.form is not None
    return screen.form


def use(screen: Any, name: str, *words: str) -> None:
    """Put the focus there and press keys."""
    form_of(screen).focus = name
    for word in words:
        assert screen.key(word), (name, word)


def test_the_first_draft_can_be_played() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "start", "enter")
    (setup,) = host.played
    assert setup.persons == ("You",)
    assert [seat.name for seat in setup.seats] == ["You", "Anne", "Bert", "Cleo"]
    assert {seat.strategy for seat in setup.seats[1:]} == {"simple"}
    assert (setup.game, setup.seed, setup.config, setup.practice) == ("riff-raff", 7, None, None)


def test_every_seat_can_be_changed() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "profile1", "right")
    use(screen, "plan2", "right")
    use(screen, "who3", "left")
    use(screen, "name3", "end", *["backspace"] * 4)
    assert screen.text("Zoë")
    use(screen, "gone1", "enter")
    assert [(seat.name, seat.profile, seat.strategy) for seat in host.draft.seats] == [
        # You alone are You: with someone else at the mouse there has to be a name.
        ("Dirk", "casual", PERSON),
        ("Bert", "casual", "lookahead"),
        ("Zoë", "casual", PERSON),
    ]
    use(screen, "add bot", "enter")
    assert host.draft.seats[3].name == "Anne"
    assert "add bot" not in form_of(screen)


def test_a_strategy_follows_the_profile() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "profile1", "right")
    assert (host.draft.seats[1].profile, host.draft.seats[1].strategy) == ("skilled", "trained")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda screen: [use(screen, "name0", "end", *["backspace"] * 6)], "A name is missing."),
        (lambda screen: [use(screen, "seed", "end", "backspace")], "The seed is missing."),
        (lambda screen: [use(screen, "who0", "right")], "expected a person at the table"),
        (
            lambda screen: [use(screen, "name0", "end", *["backspace"] * 6), screen.text("Bert")],
            "expected names that differ, found 'Bert' twice.",
        ),
    ],
)
def test_what_cannot_be_played_says_why(spoil: Any, said: str) -> None:
    host = FakeHost()
    screen = lobby(host)
    spoil(screen)
    use(screen, "start", "enter")
    assert host.played == []
    assert said in form_of(screen)["news"].label


def test_a_refusal_of_the_table_is_told() -> None:
    host = FakeHost(why="nowhere.toml: cannot be read.")
    screen = lobby(host)
    use(screen, "start", "enter")
    assert form_of(screen)["news"].label == "nowhere.toml: cannot be read."


def test_another_game_keeps_the_people() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "who1", "left")
    use(screen, "game", "right")
    draft = host.draft
    assert (draft.game, [seat.name for seat in draft.seats]) == ("zack", ["Dirk", "Anne", "Bert", "Cleo"])
    # There is one mouse, and everybody acts at once.
    assert [seat.strategy for seat in draft.seats] == [PERSON, "steady", "steady", "steady"]
    assert "add person" not in form_of(screen)
    draft.checked()
    use(screen, "game", "left")
    host.draft.checked()


def test_at_zack_the_one_mouse_changes_seats() -> None:
    host = FakeHost("zack")
    screen = lobby(host)
    use(screen, "who2", "left")
    assert host.draft.persons == ("Bert",)
    host.draft.checked()
    seats = seats_from(["me", "me", "casual"], "zack", persons=True)
    with pytest.raises(InputError, match="at most 1 at the mouse at Zack!, found 2"):
        Setup("zack", seats, 1).checked()


def test_only_what_can_be_practised_offers_it() -> None:
    for game in GAMES:
        screen = lobby(FakeHost(game))
        assert screen.form is not None
        assert any(widget.name == "mode" for widget in screen.form) == has_practice(game)


@pytest.mark.parametrize("game", [game for game in GAMES if has_practice(game)])
def test_practice_is_chosen_in_the_lobby(game: str) -> None:
    host = FakeHost(game)
    screen = lobby(host)
    use(screen, "mode", "right")
    if play_of(game).form is None:
        # Nothing to be practised alone: there is no such choice.
        assert host.draft.practice is None
        return
    assert host.draft.practice is not None
    for widget in list(form_of(screen)):
        if widget.reachable and widget.name not in ("start", "settings", "quit", "game", "mode"):
            use(screen, widget.name, "right")
    before = host.draft.practice
    use(screen, "start", "enter")
    assert host.played[0].practice == before
    use(screen, "mode", "left")
    assert host.draft.practice is None


def test_how_hard_and_the_seed() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "hardness", "right")
    assert host.draft.config == Path("family")
    use(screen, "seed", "end")
    screen.text("1x2")
    assert host.draft.seed == 712
    use(screen, "dice", "enter")
    assert form_of(screen)["seed"].value == str(host.draft.seed)


def test_a_preset_of_ones_own_is_among_the_choices() -> None:
    host = FakeHost()
    host.draft = Setup("riff-raff", host.draft.seats, 1, Path("mine/harder.toml"))
    widget = form_of(lobby(host))["hardness"]
    assert widget.options[widget.index].text == "harder.toml"


@pytest.mark.parametrize("size", [(320, 240), (640, 400), (1920, 1080)])
@pytest.mark.parametrize("make", [lobby, lambda host, size: settings_screen(host, size)])
def test_every_widget_is_reached_in_every_window(size: tuple[int, int], make: Any) -> None:
    form = form_of(make(FakeHost(), size))
    names = {widget.name for widget in form if widget.reachable}
    seen = set()
    for _ in names:
        form.key("tab")
        assert form.place_of(form.focus) is not None
        seen.add(form.focus)
    assert seen == names


def settings_screen(host: FakeHost, size: tuple[int, int] = (1280, 720)) -> SettingsScreen:
    screen = SettingsScreen(host)
    screen.resize(*size, 1.0)
    return screen


def test_every_setting_has_its_line() -> None:
    host = FakeHost()
    screen = settings_screen(host)
    use(screen, "hands", "right")
    for name in ("ghosts", "bends", "waits", "hands", "brisk"):
        use(screen, name, "left")
    for name in ("full", "palette", "scale", "profile", "left", "strength", "tempo"):
        use(screen, name, "right")
    use(screen, "volume", "left")
    use(screen, "name")
    screen.text("Ada")
    assert host.settings == PlaySettings(
        ghosts=False, time_bends=False, waits_pass=False, record_hands=False, fullscreen=True,
        palette="colour-blind", text_scale=1.1, volume=95, profile="skilled", name="Ada", left_handed=True,
        flick_strength=1.1, brisk_bots=False, tempo="beginner", notice_answered=True,
    )  # fmt: skip
    assert SettingsStore.opened().settings == host.settings
    shown = {widget.name for widget in form_of(screen) if widget.reachable} - {"back"}
    # No lines have: the answer to the question about the hands, and what is counted or measured while playing.
    counted = {"notice_answered", "cards_seen", "matches_played", "best_targets", "natural_flick", "natural_rise"}
    assert len(shown) == len(PlaySettings.model_fields) - len(counted)


def test_the_cards_of_the_first_minute_can_be_shown_again() -> None:
    host = FakeHost()
    assert "cards" not in form_of(settings_screen(host))
    host.change_settings(cards_seen=("zack",))
    use(settings_screen(host), "cards", "enter")
    assert host.settings.cards_seen == ()


def test_nothing_counts_as_recorded_before_the_question_is_answered() -> None:
    host = FakeHost()
    widget = form_of(settings_screen(host))["hands"]
    assert widget.value is False
    host.change_settings(notice_answered=True)
    assert form_of(settings_screen(host))["hands"].value is True


@pytest.mark.parametrize("game", GAMES)
def test_the_lobby_uses_words_that_a_person_knows(game: str) -> None:
    words = " ".join(
        f"{widget.label} {' '.join(option.text for option in getattr(widget, 'options', ()))}"
        for widget in form_of(lobby(FakeHost(game)))
    )
    assert not [riddle for riddle in ("as measured", "own hands", "lookahead", "Player") if riddle in words]


def test_settings_that_are_not_kept_are_told_on_the_screen(own_folders: Path) -> None:
    (own_folders / "config").write_text("no folder")
    host = FakeHost()
    screen = settings_screen(host)
    use(screen, "ghosts", "left")
    assert "cannot be a folder" in form_of(screen)["complaint"].label
    assert not host.settings.ghosts


def test_names_from_the_command_line() -> None:
    assert named(seats_from(["me", "casual"], "riff-raff", persons=True), "Ada")[0].name == "Ada"
    assert named(seats_from(["me", "casual"], "riff-raff", persons=True), "Bert")[0].name == "Anne"
    assert named(seats_from(["me=Carla", "casual"], "riff-raff", persons=True), "Ada")[0].name == "Carla"
    assert named(seats_from(["me", "me"], "riff-raff", persons=True), "Ada")[0].name == "Anne"
    assert named(seats_from(["casual", "me"], "riff-raff", persons=True), "")[1].name == "You"


def test_me_has_the_hands_of_the_settings_unless_told_otherwise() -> None:
    words = [with_profile(word, "skilled") for word in ("me", "me=Ada", "me:child", "me:child=Bo", "casual", "mel")]
    assert words == ["me:skilled", "me:skilled=Ada", "me:child", "me:child=Bo", "casual", "mel"]


def test_too_few_for_the_other_game_are_joined() -> None:
    setup = Setup("riff-raff", seats_from(["me", "casual:random"], "riff-raff", persons=True), 1)
    joined = for_game(setup, "zack")
    assert len(joined.seats) == 3
    assert joined.seats[0] == Seat("You", "casual", PERSON)
    joined.checked()
    with pytest.raises(InputError, match="bots alone are for watch"):
        Setup("zack", (*joined.seats[1:], Seat("Zed", "child", "bold")), 1).checked()


def bots(game: str, count: int) -> Setup:
    names = ("Ada", "Anne", "Bert", "Cleo", "Dirk", "Elsa")[:count]
    strategy = usual_setup(game, "", "casual", 7).seats[1].strategy
    return Setup(game, tuple(Seat(name, "casual", strategy if n else PERSON) for n, name in enumerate(names)), 7)


def test_five_are_not_offered_where_four_or_six_may_play() -> None:
    host = FakeHost("zigzag")
    screen = lobby(host)
    assert not any(widget.name.startswith("gone") for widget in form_of(screen))
    assert form_of(screen)["add bot"].label == "Two more bots"
    use(screen, "add bot", "enter")
    assert [seat.name for seat in host.draft.seats] == ["You", "Anne", "Bert", "Cleo", "Dirk", "Elsa"]
    assert "add bot" not in form_of(screen)
    host.draft.checked()
    use(screen, "gone2", "enter")
    # Who was taken away goes, and the last bot with him.
    assert [seat.name for seat in host.draft.seats] == ["You", "Anne", "Cleo", "Dirk"]
    host.draft.checked()


def test_a_person_stays_when_two_seats_go() -> None:
    setup = bots("zigzag", 6)
    moved = Setup("zigzag", (*setup.seats[1:], setup.seats[0]), 7)
    assert [seat.name for seat in without(moved, 2, 0).seats] == ["Bert", "Cleo", "Dirk", "Ada"]
    assert [seat.name for seat in without(moved, 2, 5).seats] == ["Anne", "Bert", "Cleo", "Dirk"]


@pytest.mark.parametrize(("game", "count", "left"), [("zigzag", 5, 4), ("zigzag", 2, 4), ("riff-raff", 6, 4)])
def test_another_game_has_as_many_seats_as_may_play(game: str, count: int, left: int) -> None:
    found = for_game(bots("zatre", count), game)
    assert len(found.seats) == left
    found.checked()


def test_a_table_with_teams_has_room_for_four_or_six(tmp_path: Path) -> None:
    teams = tmp_path / "teams.toml"
    teams.write_text("[table]\nteams = true\n")
    host = FakeHost("zatre")
    host.draft = replace(bots("zatre", 5), config=teams)
    with pytest.raises(InputError, match="expected four or six players by the rules of this table, found 5"):
        host.draft.checked()
    screen = lobby(host)
    assert form_of(screen)["add bot"].label == "Another bot"
    assert form_of(screen)["add person"].label == "Another person"
    use(screen, "add bot", "enter")
    assert len(host.draft.seats) == 6
    use(screen, "gone5", "enter")
    assert len(host.draft.seats) == 4
    assert form_of(screen)["add person"].label == "A person and a bot"
    use(screen, "add person", "enter")
    assert [seat.is_person for seat in host.draft.seats] == [True, False, False, False, True, False]
    host.draft.checked()


def test_rules_for_other_numbers_seat_others(tmp_path: Path) -> None:
    teams = tmp_path / "teams.toml"
    teams.write_text("[table]\nteams = true\n")
    host = FakeHost("zatre")
    host.draft = replace(bots("zatre", 3), config=teams)
    screen = lobby(host)
    host.draft = replace(host.draft, config=None)
    screen.refresh()
    assert len(host.draft.seats) == 3
    assert len(seated(replace(host.draft, config=teams)).seats) == 4
    assert host.draft.counts() == (2, 3, 4, 5, 6)


def test_a_table_that_cannot_be_read_offers_what_the_game_allows() -> None:
    assert replace(bots("zigzag", 4), config=Path("nowhere.toml")).counts() == (4, 6)


def test_a_preset_seats_its_own_people_at_games_without_physics() -> None:
    host = FakeHost("zatre")
    screen = lobby(host)
    use(screen, "hardness", "right")
    assert host.draft.config == Path("family")
    assert [(seat.profile, seat.strategy) for seat in host.draft.seats] == [
        ("casual", PERSON), ("child", "greedy"), ("child", "greedy"), ("child", "greedy"),
    ]  # fmt: skip
    use(screen, "add bot", "enter")
    assert (host.draft.seats[4].profile, host.draft.seats[4].strategy) == ("child", "greedy")
    # What one changes oneself stays until another preset is chosen.
    use(screen, "profile1", "right")
    assert host.draft.seats[1].profile == "casual"
    use(screen, "hardness", "right", "right")
    assert host.draft.config == Path("expert")
    assert {seat.strategy for seat in host.draft.seats[1:]} == {"planner"}
    use(screen, "hardness", "left", "left", "left")
    assert host.draft.config is None
    assert {seat.strategy for seat in host.draft.seats[1:]} == {"sheet"}
    host.draft.checked()


def test_the_people_of_a_preset_come_to_the_other_game_too() -> None:
    host = FakeHost("zatre")
    screen = lobby(host)
    use(screen, "hardness", "right")
    use(screen, "game", "right")
    assert (host.draft.game, host.draft.config) == ("zigzag", Path("family"))
    # Who sits opposite is one's partner: a good one, so that one may learn from him.
    people = [(seat.profile, seat.strategy) for seat in host.draft.seats[1:]]
    assert people == [("child", "team"), ("skilled", "watchful"), ("child", "team")]
    host.draft.checked()
    use(screen, "add bot", "enter")
    people = [seat.strategy for seat in host.draft.seats[1:]]
    assert people == ["team", "team", "watchful", "team", "team"]
    use(screen, "gone1", "enter")
    assert [seat.strategy for seat in host.draft.seats[1:]] == ["team", "watchful", "team"]


def test_at_riff_raff_a_preset_seats_nobody_else() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "profile1", "right")
    use(screen, "hardness", "right")
    assert [seat.profile for seat in host.draft.seats] == ["casual", "skilled", "casual", "casual"]


def test_play_without_seats_finds_the_people_of_its_preset() -> None:
    setup = usual_setup("zigzag", "", "casual", 7, Path("expert"))
    assert [seat.strategy for seat in setup.seats[1:]] == ["watchful", "team", "watchful"]
    assert setup.config == Path("expert")
