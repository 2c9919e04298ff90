"""The words of refusals: names that were meant, and pydantic's complaints in ours."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from sim.refusals import first_fault, meant, near, one_of

GAMES = ("riff-raff", "zack", "zatre", "zigzag")


@pytest.mark.parametrize("word", ["rifraff", "Riff-Raff", "riff_raff", "RIFF RAFF", "rif-raf"])
def test_a_name_is_meant_whatever_its_capitals_and_hyphens(word: str) -> None:
    assert near(word, GAMES) == ["riff-raff"]
    assert one_of(word, GAMES).endswith(f", found {word!r}, did you mean 'riff-raff'")


@pytest.mark.parametrize("word", ["chess", "", None, 7])
def test_what_comes_near_nothing_gets_no_suggestion(word: object) -> None:
    assert meant(word, GAMES) == ""


class Both(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    sort: Literal["a", "b"] = "a"


Kind = Annotated[int, Field(ge=1, le=9)]
# A type, a value that it refuses, and our sentence.
FAULTS: list[tuple[Any, Any, str]] = [
    (Kind, 0, "expected at least 1, found 0"),
    (Kind, 10, "expected at most 9, found 10"),
    (Annotated[float, Field(gt=0.0, lt=1.5)], 1.5, "expected less than 1.5, found 1.5"),
    (Annotated[float, Field(gt=0.0)], 0.0, "expected more than 0, found 0.0"),
    (Annotated[float, Field(multiple_of=0.5)], 0.7, "expected a multiple of 0.5, found 0.7"),
    (Annotated[float, Field(allow_inf_nan=False)], float("nan"), "expected a finite number, found nan"),
    (int, "many", "expected a whole number, found 'many'"),
    (int, 1.5, "expected a whole number, found 1.5"),
    (float, None, "expected a number, found None"),
    (bool, "loud", "expected true or false, found 'loud'"),
    (str, 3, "expected text, found 3"),
    (list[int], 3, "expected a list, found 3"),
    (list[int], [1, "x"], "1: expected a whole number, found 'x'"),
    (tuple[int, int], [1], "1: expected this key"),
    (Annotated[list[int], Field(min_length=2)], [1], "expected at least 2 items, found [1]"),
    (Annotated[str, Field(max_length=2)], "abc", "expected at most 2 characters, found 'abc'"),
    (Annotated[str, Field(pattern="^a$")], "b", "expected text of the form ^a$, found 'b'"),
    (Both, 3, "expected an object, found 3"),
    (Both, {}, "name: expected this key"),
    (Both, {"nmae": "x"}, "nmae: expected no such key"),
    (Both, {"name": "x", "sort": "c"}, "sort: expected 'a' or 'b', found 'c'"),
    (
        Literal["draft", "reference"],
        "refernce",
        "expected 'draft' or 'reference', found 'refernce', did you mean 'reference'",
    ),
]


@pytest.mark.parametrize(("kind", "value", "sentence"), FAULTS, ids=[sentence for _, _, sentence in FAULTS])
def test_no_librarys_words_are_left(kind: Any, value: Any, sentence: str) -> None:
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(kind).validate_python(value)
    assert first_fault(refused.value) == sentence
