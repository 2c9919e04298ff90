"""The study of haste: a row for every profile, temper and card; faster means wrong more often."""

from __future__ import annotations

import pytest

from studies.haste import CARDS, main, readings


def test_a_row_for_every_profile_temper_and_card(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--readings", "20"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1 + 9 * len(CARDS)


@pytest.mark.slow
@pytest.mark.parametrize("card", ["circle of another", "left, seen from opposite"])
def test_the_bold_are_sooner_and_more_often_wrong(card: str) -> None:
    (slow, careful), (fast, hasty) = (readings("casual", temper, card, 1500) for temper in ("cautious", "bold"))
    assert fast.high < slow.low
    assert hasty.low > careful.high


def test_too_few_readings_are_refused() -> None:
    with pytest.raises(SystemExit):
        main(["--readings", "1"])
