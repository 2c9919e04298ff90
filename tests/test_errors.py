"""The exceptions that the whole program shares."""

import pickle

from sim.errors import IllegalAction


def test_an_illegal_intent_keeps_its_code_and_message_across_processes() -> None:
    refused = pickle.loads(pickle.dumps(IllegalAction("unknown_slot", "Seat 2, asked for a card, named slot z.")))
    assert isinstance(refused, IllegalAction)
    assert (refused.code, refused.message) == ("unknown_slot", "Seat 2, asked for a card, named slot z.")
    assert str(refused) == refused.message


def test_a_refusal_without_a_code_is_illegal() -> None:
    refused = IllegalAction("The match is over.")
    assert (refused.code, str(refused)) == ("illegal", "The match is over.")
