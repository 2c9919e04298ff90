"""Before a game of Zack!: the deck is chosen, shuffled and dealt."""

from __future__ import annotations

from sim.games.zack import rules
from sim.games.zack.configuration import ZackConfiguration
from sim.seeds import rng


def dealt(configuration: ZackConfiguration, names: tuple[str, ...], first: str, seed: int, game: int) -> rules.Setup:
    """The setup of a game: colours in the order of the seats, the deck of the configuration, shuffled by the seed."""
    table, deck = configuration.table, configuration.deck
    colours = {name: rules.Colour(deck.colours[number]) for number, name in enumerate(names)}
    cards = deck.cards(colours.values(), table.stop_cards, table.again_and_back)
    order = rng(seed, "shuffle", game).permutation(len(cards))
    hands = rules.deal([rules.Card(cards[int(place)]) for place in order], names).hands
    return rules.Setup(names, colours, hands, first, rules.Edition(table.edition), table.stop_cards)
