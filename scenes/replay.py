"""The verb `replay`: a record is shown, or verified without a window."""

from __future__ import annotations

from scenes.options import ReplayOptions
from sim.file_kinds import PICTURE
from sim.files import check_outputs
from sim.match.replay import load_replay, verify_command
from sim.verbs import shared


def replay_command(given: ReplayOptions) -> None:
    """Show or verify a recorded match. Raises InputError, and SystemExit(1) for a record that does not repeat."""
    if given.verify:
        verify_command(given.file)
        return
    from scenes.watch import Show, show_match

    show = shared(Show, given)
    show.check()
    check_outputs({"--export": (given.export, PICTURE)}, {"FILE": given.file})
    first = load_replay(given.file)
    # The seed is ignored: a record holds one match, so "next match" begins it again.
    show_match(lambda _seed: load_replay(given.file), first.game, first.seed, show)
