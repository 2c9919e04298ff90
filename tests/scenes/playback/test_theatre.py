"""The dramatic moments of a match: how they are measured, picked, played and filmed."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenes.export.film_schedule import THOUGHT_S, Shown, heard, mixed, schedule
from scenes.games.riff_raff.cues import moments as riff_raff_moments
from scenes.games.zack.cues import moments as zack_moments
from scenes.playback.cues import Cue, listener_of
from scenes.playback.frame_buffer import FrameBuffer
from scenes.playback.playback import pace_words
from scenes.playback.sound import CEILING, KNEE, OF_KIND, PEAK, Sounds
from scenes.playback.theatre import DARK_S, LONGEST_SLOW_S, SLOW, WORTH, Moment, Theatre, lasts, programme
from sim.games.zack.match.frame import TableStage
from tests.games.zack.scenes.frames import judged, static_scene, still
from tests.scenes.fake_match import CALM, FALL, STORM, FakeMatch


def tape_of(placements: tuple[tuple[str, str, int, float], ...]) -> FrameBuffer:
    match = FakeMatch(placements=placements)
    frame_buffer = FrameBuffer(match, listener_of(match))
    frame_buffer.extend_to(math.inf)
    return frame_buffer


# ------------------------------------------------------------------------------------------ what is dramatic


def test_a_fall_is_more_dramatic_than_what_holds() -> None:
    frame_buffer = tape_of(FALL)
    moments = riff_raff_moments(frame_buffer.frames, frame_buffer.cues)
    assert len(moments) == len(FALL)
    # The last attempt of the match counts as such; without that a fall still makes it the most dramatic.
    assert max(moments, key=lambda moment: moment.drama) is moments[-1]
    assert moments[-1].drama >= 1.0 > moments[0].drama
    assert "catches the barrel" in moments[-1].title or "drops one" in moments[-1].title
    (fall,) = (h for h in frame_buffer.cues if h.kind == "falls")
    slow = moments[-1].slow
    assert slow[0] < fall.time_s < slow[1]
    assert moments[-1].start_s < fall.time_s < moments[-1].end_s


@pytest.mark.slow
def test_an_avalanche_beats_everything() -> None:
    frame_buffer = tape_of(CALM + STORM)
    moments = riff_raff_moments(frame_buffer.frames, frame_buffer.cues)
    falls = sum(h.kind == "falls" for h in frame_buffer.cues)
    assert falls >= 3
    worst = max(moments, key=lambda moment: moment.drama)
    assert worst.drama > 3 * WORTH
    assert worst.title.startswith("Round ")
    shown = programme(moments, 20.0).shots
    assert any(shot.title == worst.title for shot in shown)


def test_a_challenge_is_told_with_what_it_costs() -> None:
    frames = []
    for step in range(60):
        frame = replace(still(), time_s=10 + step / 10)
        frames.append(judged(frame) if 30 <= step < 40 else frame)
    frames[30:40] = [replace(frame, verdict=frames[30].verdict, events=frames[30].events) for frame in frames[30:40]]
    listener = listener_of(type("M", (), {"game": "zack", "static_scene": static_scene()})())
    cues = [h for frame in frames for h in listener.hear(frame)]
    assert [h.kind for h in cues] == ["challenge"]
    (moment,) = zack_moments(frames, cues)
    assert moment.title == "Game 1: Bartholomew of the Deep to Anne: out of turn!"
    assert moment.outcome == "Right: Anne takes 5 cards."
    assert moment.drama == pytest.approx(1.4)
    wrong = [replace(f, verdict=f.verdict and replace(f.verdict, success=False)) for f in frames]
    assert zack_moments(wrong, cues)[0].drama == pytest.approx(1.9)


def test_a_quiet_match_is_one_moment() -> None:
    frames = [replace(still(), time_s=float(second)) for second in range(5)]
    (moment,) = zack_moments(frames, [])
    assert (moment.start_s, moment.end_s, moment.drama) == (0.0, 4.0, 0.0)
    over = replace(frames[-1], time_s=5.0, table_stage=TableStage.OVER, winners=("Anne",))
    (moment,) = zack_moments([*frames, over], [Cue(5.0, "end")])
    assert moment.outcome == "Anne wins the match"


# ------------------------------------------------------------------------------------------ what is picked

MOMENTS = st.lists(
    st.builds(
        lambda start, length, drama, slow: Moment(
            start, start + length, drama, "x", "", (start + slow * length, start + slow * length + 1.0)
        ),
        st.floats(0, 500),
        st.floats(0.5, 12),
        st.floats(0, 9),
        st.floats(-0.2, 1.2),
    ),
    min_size=1,
    max_size=25,
)


@pytest.mark.slow
@given(MOMENTS, st.floats(5, 120))
def test_the_programme_goes_forward_and_back_exactly(moments: list[Moment], length_s: float) -> None:
    play = programme(moments, length_s)
    assert play.shots
    for before, after in zip(play.shots, play.shots[1:], strict=False):
        assert before.end_s <= after.start_s
    last = max(moments, key=lambda moment: moment.end_s)
    assert play.shots[-1].end_s == last.end_s
    assert play.length_s <= max(length_s, lasts(play.shots[-1]) * 2) + max(lasts(shot) for shot in play.shots)
    seen = [play.at(play.length_s * share / 50) for share in range(51)]
    assert all(a.time_s <= b.time_s + 1e-9 for a, b in itertools.pairwise(seen))
    for now, share in zip(seen, range(51), strict=True):
        shot = play.shots[now.shot]
        assert shot.start_s - 1e-9 <= now.time_s <= shot.end_s + 1e-9
        assert 0.0 <= now.dark <= 1.0
        at_s = play.length_s * share / 50
        if shot.start_s < now.time_s < shot.end_s - 1e-6:
            assert play.when(now.time_s) == pytest.approx(at_s, abs=1e-6)


def test_the_most_dramatic_are_shown_and_the_end() -> None:
    moments = [Moment(10.0 * n, 10.0 * n + 4, drama, str(n)) for n, drama in enumerate((3, 0.2, 5, 1.5, 0.1, 2, 0.0))]
    assert [shot.title for shot in programme(moments, 13.0).shots] == ["0", "2", "6"]
    assert [shot.title for shot in programme(moments, 1000.0).shots] == ["0", "2", "3", "5", "6"]
    calm = [replace(moment, drama=0.1) for moment in moments]
    assert len(programme(calm, 1000.0).shots) == 3
    with pytest.raises(ValueError, match="no moment"):
        programme([])


def test_time_is_slow_where_it_counts_and_dark_at_the_cuts() -> None:
    play = programme([Moment(0, 4, 2, "a", "b", (1, 2)), Moment(10, 12, 2, "c")])
    assert lasts(play.shots[0]) == pytest.approx(3 + 1 / SLOW)
    assert play.at(0.5).time_s == pytest.approx(0.5)
    middle = play.at(1 + 0.5 / SLOW)
    assert (middle.time_s, middle.slowly, middle.outcome_seen) == (pytest.approx(1.5), True, False)
    assert play.at(2.5 + 1 / SLOW).outcome_seen
    cut = 3 + 1 / SLOW
    assert play.at(cut - 1e-6).dark == pytest.approx(1.0, abs=0.01)
    assert play.at(cut + 1e-6).dark == pytest.approx(1.0, abs=0.01)
    assert play.at(cut + DARK_S / 2).dark == 0.0
    long = programme([Moment(0, 60, 2, "a", "", (0, 50))])
    assert lasts(long.shots[0]) == pytest.approx(60 + LONGEST_SLOW_S * (1 / SLOW - 1))


def test_the_theatre_plays_its_programme_once_it_is_known() -> None:
    theatre = Theatre(lambda seed: FakeMatch(seed, FALL), 1)
    assert "looking" in theatre.words
    theatre.seek(5.0)
    theatre.seek_to(3.0)
    theatre.end()
    theatre.again()
    assert (theatre.now, theatre.shot, theatre.ended) == (None, None, False)
    while theatre.programme is None:
        theatre.advance(1 / 60)
    assert theatre.at_s == 0.0
    sounds: list[str] = []
    while not theatre.ended:
        theatre.advance(0.1)
        sounds += [h.kind for h in theatre.heard()]
    assert sounds.count("falls") == 1
    assert theatre.now_s == pytest.approx(theatre.frame_buffer.ends_s, abs=0.05)
    theatre.home()
    assert theatre.at_s == 0.0
    theatre.step()
    assert 0 < theatre.at_s < 0.1
    theatre.seek_to(theatre.programme.shots[-1].start_s)
    assert theatre.shot == theatre.programme.shots[-1]
    theatre.next_match()
    assert theatre.programme is None
    assert theatre.seed == 2


def test_slow_motion_is_told_by_the_speed_that_is_shown() -> None:
    theatre = Theatre(lambda seed: FakeMatch(seed, FALL), 1)
    theatre.prepare()
    paces = set()
    while not theatre.ended:
        before_s, before, pace = theatre.now_s, theatre.shot, theatre.pace
        assert f"speed {pace_words(pace)}, " in theatre.words
        theatre.advance(1 / 60)
        if theatre.shot is before and theatre.pace == pace and not theatre.ended:
            assert theatre.now_s - before_s == pytest.approx(pace / 60)
            paces.add(pace)
    assert paces == {SLOW, 1.0}


# ------------------------------------------------------------------------------------------ films


def test_a_film_shows_every_moment_but_long_thoughts() -> None:
    frame_buffer = tape_of(FALL)
    step = 1 / 30
    shown = schedule(frame_buffer, step)
    thinking = [what for what in shown if frame_buffer.near(what.time_s).thinking]
    assert len(thinking) < len(FALL) * 1.5 * (THOUGHT_S / step + 2)
    assert shown[-1].time_s == frame_buffer.ends_s
    assert [what.time_s for what in shown] == sorted(what.time_s for what in shown)
    assert schedule(frame_buffer, step) == shown
    part = schedule(frame_buffer, step, 1.0, 2.0)
    assert (part[0].time_s, part[-1].time_s) == (1.0, 2.0)


def test_what_happens_at_a_cut_is_not_heard() -> None:
    frame_buffer = tape_of(FALL)
    (fall,) = (h for h in frame_buffer.cues if h.kind == "falls")
    shown = [Shown(fall.time_s - 0.1, True), Shown(fall.time_s + 0.01, False)]
    assert (1, fall) in heard(frame_buffer, shown)
    assert heard(frame_buffer, [shown[0], replace(shown[1], cut=True)]) == []


def test_the_sound_of_a_film_is_where_it_belongs_and_never_too_loud() -> None:
    loudest = [(30 + frame, Cue(0, kind, 1.0)) for frame in range(8) for kind in OF_KIND]
    track = mixed([*loudest, (38, Cue(0, "turn"))], 60, 30.0)
    assert len(track) == pytest.approx(2 * 44100, abs=2)
    assert (track[: 44100 - 10] == 0).all()
    # More than any match has at once; a single sound is left as it is.
    assert KNEE < abs(track / 32767).max() <= CEILING
    assert len(mixed([(59, Cue(0, "end", 1.0))], 60, 30.0)) == len(track)


def test_a_film_is_as_loud_as_the_device() -> None:
    """A dozen knocks of one frame are one knock in both, of the hardest."""
    levels: list[float] = []
    cues = [Cue(0, "knock", strength) for strength in (0.2, 0.7, 0.4)] * 4
    Sounds(lambda _name, level: levels.append(level)).play_cues(cues)
    track = mixed([(0, cue) for cue in cues], 60, 30.0)
    assert [abs(track / 32767).max()] == pytest.approx([PEAK * level for level in levels], abs=1e-3)


# ------------------------------------------------------------------------------------------ on a screen


def test_the_curtain_is_dark_at_a_cut_and_says_what_is_seen(screen: Any) -> None:
    from PIL import ImageStat

    from scenes.playback.theatre_view import TheatreScene

    theatre = Theatre(lambda seed: FakeMatch(seed, FALL), 1)
    scene = TheatreScene(theatre, 640, 480)
    screen.picture(scene)
    theatre.prepare()
    bright, dark = [], []
    for at_s in (theatre.programme.starts[0] + 0.5, theatre.programme.starts[1] - 0.001):
        theatre.seek(at_s - theatre.at_s)
        scene.show()
        picture = screen.picture(scene)
        above = picture.crop((0, 0, 640, round(480 - scene.caption.top)))
        below = picture.crop((0, round(480 - scene.caption.top), 640, round(480 - scene.caption.bottom)))
        bright.append(sum(ImageStat.Stat(below).extrema[0]))
        dark.append(ImageStat.Stat(above).mean[0])
    assert len(theatre.programme.shots) > 1
    assert dark[0] > 60 > 10 > dark[1]
    assert min(bright) > 200  # letters
