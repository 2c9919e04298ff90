"""The study of what falls once an attempt is judged over."""

from __future__ import annotations

import pytest

from sim.games.riff_raff.configuration import load
from sim.match.seats import seats_from
from studies.attempts import attempts_of
from studies.later_falls import LASTED, Watched, figures, main, watched


@pytest.mark.slow
def test_an_attempt_is_watched_from_where_it_was_judged_over() -> None:
    configuration = load(None, "draft")
    attempts = attempts_of(configuration, seats_from(("casual:random",) * 2, "riff-raff"), 3, 0)[:3]
    for attempt in attempts:
        result, none = attempt.again(), watched(attempt, 2, 0.0)
        assert none.lasted_s == result.duration_s - result.released_s
        assert (none.fell, none.moved_mm) == (False, 0.0)
        longer = watched(attempt, 3, 5.0)
        assert longer.lasted_s >= none.lasted_s
        assert longer.moved_mm > 0.0


def test_shares_are_of_all_attempts() -> None:
    found = figures(
        [
            Watched(match, settled=True, lasted_s=2.0, fell=fell, moved_mm=moved)
            for match, fell, moved in ((0, False, 0.5), (0, True, 80.0), (1, False, 2.5), (1, False, 0.0))
        ]
    )
    falls, moves, unsettled, lasted = found.values()
    assert (falls.estimate, moves.estimate, unsettled.estimate) == (0.25, 0.5, 0.0)
    assert found[LASTED] is lasted
    assert lasted.estimate == 2.0


@pytest.mark.study
def test_one_match(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--matches", "2", "--after", "1", "--profile", "draft"])
    assert "something falls later" in capsys.readouterr().out
