"""The folds of Yardarm-40: nothing that a bot may learn from is among what it is scored on."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.league.suite.folds import FOLDS, Fold, Selection, templates
from sim.errors import InputError

NUMBERS = st.integers(0, FOLDS - 1)


@given(number=NUMBERS, name=st.sampled_from(("within", "hands")), template=st.sampled_from(list(templates().values())))
def test_within_templates_a_fifth_of_the_tasks_is_held_out(number: int, name: str, template: object) -> None:
    train, test = (Fold(name, number, part).numbers(template) for part in ("train", "test"))  # type: ignore[arg-type]
    assert sorted(train + test) == list(range(template.tasks))  # type: ignore[attr-defined]
    assert 5 * len(test) == template.tasks  # type: ignore[attr-defined]


@given(number=NUMBERS)
def test_across_templates_a_fifth_of_each_kind_is_held_out_as_a_whole(number: int) -> None:
    chosen = [Selection(fold=Fold("across", number, part)).chosen() for part in ("train", "test")]
    train, test = ({template.name for template, _ in part} for part in chosen)
    assert not train & test
    assert train | test == templates().keys()
    kinds = [templates()[name].kind for name in test]
    assert [kinds.count(kind) for kind in ("cargo", "throws", "table")] == [5, 2, 1]
    assert all(len(numbers) == template.tasks for part in chosen for template, numbers in part)


def test_folds_differ_and_are_the_same_whenever_they_are_drawn() -> None:
    template = templates()["top-shared"]
    drawn = [tuple(Fold("within", number).numbers(template)) for number in range(FOLDS)]
    assert len(set(drawn)) == FOLDS
    assert drawn == [tuple(Fold("within", number).numbers(template)) for number in range(FOLDS)]
    # Known numbers: a change of the draw would mix what was learnt with what is scored.
    assert drawn[0][:5] == KNOWN


KNOWN = (1, 5, 6, 8, 11)


def test_across_hands_one_learns_in_casual_hands_and_is_scored_in_a_childs() -> None:
    train, test = (Selection(fold=Fold("hands", 1, part)) for part in ("train", "test"))
    assert (train.hands, test.hands, Selection().hands) == ("casual", "child", None)


def test_what_there_is_not_is_refused_in_a_sentence() -> None:
    for wrong, text in (
        (lambda: Fold("within", 10), "--number: expected a fold from 0 to 9"),
        (lambda: Fold("beyond", 0), "--fold: expected one of within"),  # type: ignore[arg-type]
        (lambda: Fold("within", 0, "all"), "--part: expected one of train"),  # type: ignore[arg-type]
        (lambda: Selection(names=("top-shard",)), "did you mean 'top-shared'"),
        (lambda: Selection(most=0), "--tasks: expected at least 1"),
        (lambda: Selection(kinds=("boats",)), "--kind: expected one of cargo"),  # type: ignore[arg-type]
    ):
        with pytest.raises(InputError, match=text):
            wrong()
    train = Fold("across", 0, "train")
    held_out = next(each.name for each in templates().values() if not train.numbers(each))
    with pytest.raises(InputError, match="found none"):
        Selection(names=(held_out,), fold=train)
