"""Digit keys take choices: the row and the number pad, 0 the tenth, with Shift ten more."""

from __future__ import annotations

from typing import Any

from scenes.drawing.key_words import choice_key


def test_twenty_choices_have_a_key_each(screen: Any) -> None:
    from pyglet.window import key

    from scenes.play.keys import choice_of

    digits = [key._1, key._2, key._3, key._4, key._5, key._6, key._7, key._8, key._9, key._0]
    assert [choice_of(symbol, 0) for symbol in digits] == list(range(1, 11))
    assert [choice_of(symbol, key.MOD_SHIFT) for symbol in digits] == list(range(11, 21))
    assert choice_of(key.NUM_0, key.MOD_NUMLOCK) == 10
    assert choice_of(key.A, key.MOD_SHIFT) is None


def test_the_name_of_the_key_says_which() -> None:
    assert [choice_key(number) for number in (1, 9, 10, 11, 20, 21)] == ["1", "9", "0", "Shift 1", "Shift 0", ""]
