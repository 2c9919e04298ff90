"""The laws of a placement at a table of Riff Raff, beyond those of the rules: which piece a hand may put where."""

from __future__ import annotations

from sim.errors import IllegalAction
from sim.games.riff_raff import rules
from sim.games.riff_raff.match.intents import Place, TakePiece
from sim.match.grammar import does
from sim.physics.ship.fitting import over_wood
from sim.physics.ship.measures import ShipSetup
from sim.rules_frame import quote


def check_piece(intent: TakePiece, state: rules.State, setup: ShipSetup) -> None:
    """Raise IllegalAction for a piece or a stance that there is not, or a piece that the player does not have."""
    piece = setup.pieces.get(intent.piece)
    if piece is None:
        raise IllegalAction(f"There is no piece {quote(intent.piece)} in this game.")
    if intent.stance not in (None, *piece.stances):
        raise IllegalAction(f"There is no such piece as {intent.piece} {intent.stance}".rstrip() + ".")
    if not state.supply[intent.by].get(intent.piece):
        raise IllegalAction(f"{does(intent.by, 'has')} no {intent.piece} to load.")


def check_place(intent: Place, state: rules.State, setup: ShipSetup) -> None:
    """Raise IllegalAction if a hand may not place this: on another slot than the card's, or beside its wood."""
    if intent.slot != state.slot:
        raise IllegalAction(f"The card says slot {state.slot}, not {intent.slot}.")
    piece = setup.pieces[intent.piece]
    stance = piece.stances[intent.stance]
    low, high = over_wood(setup.ship.slot(intent.slot), piece.forms[stance.form], stance.angle)
    if not low <= intent.x_mm <= high:
        raise IllegalAction(
            f"A {intent.piece} {intent.stance} is over slot {intent.slot} between {low:.1f} and {high:.1f} mm, "
            f"not at {intent.x_mm:.6g} mm."
        )
