"""The exceptions that the whole program shares."""

import pickle

from sim.errors import IllegalAction


def test_an_illegal_intent_keeps_its_code_and_message_across_processes() -> None:
    refused = pickle.loads(pickle.dumps(IllegalAction("unknown_slot", "Seat 2, asked for a card, named slot z.")))
    assert isinstance(refused, IllegalAction)
    assert (refused.code, refused.message) == ("unknown_slot", "Seat 2, asked for a card, named slot z.")
    assert str(refused) == refused.message
