"""The lobby's draft: who plays what, by clicks; what cannot be played says why. No display."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from scenes.play.form import Form
from scenes.play.lobby import LobbyScreen
from scenes.play.menus import KeysScreen, SettingsScreen
from scenes.play.portraits import face
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup, for_game, has_practice, named, seated, usual_setup, with_profile, without
from scenes.play.widgets import CORNER, SKILL_UP, Portrait
from scenes.spec import play_keys_of, play_of
from sim.errors import InputError
from sim.match.seats import seats_from
from sim.people.skill import PROFILES
from sim.seat import PERSON, Seat
from sim.spec import GAMES, game_of


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


def lobby(host: FakeHost, size: tuple[int, int] = (1280, 720), more: bool = True) -> LobbyScreen:
    """Return the lobby's screen; more: with everything unfolded."""
    screen = LobbyScreen(host)
    screen.resize(*size, 1.0)
    if more:
        use(screen, "more", "enter")
    return screen


def form_of(screen: Any) -> Form:
    assert screen.form is not None
    return screen.form


def use(screen: Any, name: str, *words: str) -> None:
    """Put the focus there and press keys."""
    form_of(screen).focus = name
    for word in words:
        assert screen.key(word), (name, word)


def portrait(screen: Any, index: int) -> Portrait:
    card = form_of(screen)[f"seat{index}"]
    assert isinstance(card, Portrait)
    return card


def click(screen: Any, name: str, along: float, up: float) -> None:
    """Click at those shares of a widget's place."""
    place = form_of(screen).place_of(name)
    assert place is not None
    screen.press(place.left + along * place.width, place.bottom + up * place.height)
    screen.release()


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
    use(screen, "seat1", "right")
    use(screen, "plan2", "right")
    use(screen, "seat3", "space")
    use(screen, "name3", "end", *["backspace"] * 4)
    assert screen.text("Zoë")
    use(screen, "seat1", "delete")
    assert [(seat.name, seat.profile, seat.strategy) for seat in host.draft.seats] == [
        ("You", "casual", PERSON),
        ("Bert", "casual", "lookahead"),
        ("Zoë", "casual", PERSON),
    ]
    use(screen, "add", "enter")
    assert host.draft.seats[3].name == "Anne"
    assert "add" not in form_of(screen)
    use(screen, "start", "enter")
    # You alone are You: with someone else at the mouse there has to be a name.
    assert host.played[0].persons == ("Cleo", "Zoë")


def test_a_portrait_takes_one_click_for_person_or_bot_and_one_for_the_skill() -> None:
    host = FakeHost()
    screen = lobby(host, more=False)
    click(screen, "seat1", 0.5, 0.7)
    assert [seat.is_person for seat in host.draft.seats] == [True, True, False, False]
    click(screen, "seat1", 0.5, 0.7)
    for skill in ("skilled", "child", "casual"):
        click(screen, "seat1", 0.5, 0.5 * SKILL_UP)
        assert (host.draft.seats[1].profile, host.draft.seats[1].is_person) == (skill, False)
    click(screen, "seat1", 1 - 0.3 * CORNER, 1 - 0.2 * CORNER)
    assert [seat.name for seat in host.draft.seats] == ["You", "Bert", "Cleo"]
    click(screen, "add", 0.5, 0.5)
    assert len(host.draft.seats) == 4


def test_a_game_is_chosen_by_its_picture() -> None:
    host = FakeHost()
    screen = lobby(host, more=False)
    for number, game in enumerate(games := [option.value for option in form_of(screen)["game"].options]):
        click(screen, "game", (number + 0.5) / len(games), 0.5)
        assert host.draft.game == game


@pytest.mark.parametrize("size", [(800, 500), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", GAMES)
def test_pictures_and_portraits_fit_and_the_rest_is_folded_away(game: str, size: tuple[int, int]) -> None:
    host = FakeHost(game)
    while (screen := lobby(host, size, more=False)) and "add" in form_of(screen):
        use(screen, "add", "enter")
    form = form_of(screen)
    assert form.layout is not None
    assert form.layout.surplus == 0
    seats = [f"seat{index}" for index in range(len(host.draft.seats))]
    assert len({form.layout.places[name].top for name in seats}) == 1
    folded = {"hardness", "precision", "seed", "dice", "name0", "plan1"}
    assert not [name for name in folded if name in form]
    use(screen, "more", "enter")
    assert [name for name in folded if name in form_of(screen)] == list(folded)
    assert form_of(screen).focus == "hardness"


def test_the_physics_is_chosen_under_more() -> None:
    host = FakeHost()
    use(lobby(host), "precision", "left")
    assert host.draft.profile == "draft"


def test_partners_have_one_colour_and_all_others_their_own() -> None:
    def coats(game: str) -> list[bytes]:
        screen = lobby(FakeHost(game), more=False)
        # Where nothing but the coat is.
        return [portrait(screen, index).face(80).getpixel((40, 76)) for index in range(4)]

    first, second, third, fourth = coats("zigzag")
    assert (first, second) == (third, fourth)
    assert first != second
    assert len(set(coats("riff-raff"))) == 4


def test_no_two_players_at_a_table_look_alike() -> None:
    faces = [
        face(index, 4, is_person, profile, 64).tobytes()
        for index in range(6)
        for is_person in (True, False)
        for profile in PROFILES
    ]
    assert len(set(faces)) == len(faces)


def test_a_strategy_follows_the_profile() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "seat1", "right")
    assert (host.draft.seats[1].profile, host.draft.seats[1].strategy) == ("skilled", "trained")


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda screen: [use(screen, "name0", "end", *["backspace"] * 6)], "A name is missing."),
        (lambda screen: [use(screen, "seed", "end", "backspace")], "The seed is missing."),
        (lambda screen: [use(screen, "seat0", "space")], "expected a person at the table"),
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
    use(screen, "seat1", "space")
    use(screen, "game", "right")
    draft = host.draft
    assert (draft.game, [seat.name for seat in draft.seats]) == ("zack", ["You", "Anne", "Bert", "Cleo"])
    # There is one mouse, and everybody acts at once.
    assert [seat.strategy for seat in draft.seats] == [PERSON, "steady", "steady", "steady"]
    assert "add person" not in form_of(screen)
    draft.checked()
    use(screen, "game", "left")
    host.draft.checked()


def test_at_zack_the_one_mouse_changes_seats() -> None:
    host = FakeHost("zack")
    screen = lobby(host)
    use(screen, "seat2", "space")
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
        if widget.reachable and widget.name not in ("start", "settings", "quit", "game", "mode", "more"):
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
    for name in ("full", "palette", "scale", "window", "language", "profile", "left", "strength", "tempo"):
        use(screen, name, "right")
    use(screen, "volume", "left")
    use(screen, "name")
    screen.text("Ada")
    assert host.settings == PlaySettings(
        ghosts=False, time_bends=False, waits_pass=False, record_hands=False, fullscreen=True,
        palette="colour-blind", text_scale=1.1, volume=95, profile="skilled", name="Ada", left_handed=True,
        flick_strength=1.1, window_scale=1.0, brisk_bots=False, tempo="beginner", notice_answered=True,
        language="en",
    )  # fmt: skip
    assert SettingsStore.opened().settings == host.settings
    shown = {widget.name for widget in form_of(screen) if widget.reachable} - {"back"}
    # No lines have: the answer to the question about the hands, and what is counted or measured while playing.
    counted = {"notice_answered", "cards_seen", "matches_played", "best_targets", "natural_flick", "natural_rise"}
    assert len(shown) == len(PlaySettings.model_fields) - len(counted)


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_a_game_are_shown_before_it_is_played(game: str) -> None:
    screen = KeysScreen(FakeHost())
    screen.resize(1280, 720, 1.0)
    choice = form_of(screen)["game"]
    values = [option.value for option in choice.options]
    choice.press((values.index(game) + 0.5) / len(values))
    assert len(form_of(screen)[game_of(game).title].blocks) == 1 + len(play_keys_of(game)) > 8


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
    assert {portrait(screen, index).remove for index in range(4)} == {None}
    assert form_of(screen)["add"].label == "2 more"
    use(screen, "add", "enter")
    assert [seat.name for seat in host.draft.seats] == ["You", "Anne", "Bert", "Cleo", "Dirk", "Elsa"]
    assert "add" not in form_of(screen)
    host.draft.checked()
    use(screen, "seat2", "delete")
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
    assert form_of(screen)["add"].label == "1 more"
    use(screen, "add", "enter")
    assert len(host.draft.seats) == 6
    use(screen, "seat5", "delete")
    assert len(host.draft.seats) == 4
    assert form_of(screen)["add"].label == "2 more"
    use(screen, "add", "enter")
    use(screen, "seat4", "space")
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
    use(screen, "add", "enter")
    assert (host.draft.seats[4].profile, host.draft.seats[4].strategy) == ("child", "greedy")
    # What one changes oneself stays until another preset is chosen.
    use(screen, "seat1", "right")
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
    use(screen, "add", "enter")
    people = [seat.strategy for seat in host.draft.seats[1:]]
    assert people == ["team", "team", "watchful", "team", "team"]
    use(screen, "seat1", "delete")
    assert [seat.strategy for seat in host.draft.seats[1:]] == ["team", "watchful", "team"]


def test_at_riff_raff_a_preset_seats_nobody_else() -> None:
    host = FakeHost()
    screen = lobby(host)
    use(screen, "seat1", "right")
    use(screen, "hardness", "right")
    assert [seat.profile for seat in host.draft.seats] == ["casual", "skilled", "casual", "casual"]


def test_play_without_seats_finds_the_people_of_its_preset() -> None:
    setup = usual_setup("zigzag", "", "casual", 7, Path("expert"))
    assert [seat.strategy for seat in setup.seats[1:]] == ["watchful", "team", "watchful"]
    assert setup.config == Path("expert")
