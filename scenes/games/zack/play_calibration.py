"""The strength of a person's throws at Zack!, set by three throws as they naturally would make them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.calibration import THROWS, Calibration, Flick
from sim.games.zack.match.mouse_hand import MouseHand
from sim.language import N_, _
from sim.physics.pointer import PointerState

_TIMES = {
    1: N_("Throw as you naturally would, once."),
    2: N_("Throw as you naturally would, twice."),
    3: N_("Throw as you naturally would, three times."),
}
_MORE = {
    1: N_("Throw as you naturally would, once more."),
    2: N_("Throw as you naturally would, twice more."),
    3: N_("Throw as you naturally would, three times more."),
}


class OwnFlick:
    """The calibration of a hand's throws.

    natural: the person's flick, with its speed in window units a second, None before the first calibration: the same
    hand throws the same way in a window of any size.
    """

    def __init__(
        self,
        configuration: ZackConfiguration,
        hand: MouseHand,
        natural: Flick | None,
        strength: float,
        say: Callable[[str, bool], None],
        keep: Callable[[Flick], None],
    ) -> None:
        """Prepare to calibrate `hand`.

        strength: the factor before the first calibration. say: shows words, bad or not. keep: takes the natural flick
        that was found.
        """
        self._hand, self._say, self._keep = hand, say, keep
        self.natural = natural
        self._units_per_mm = 1.0
        self._calibration = Calibration(configuration, hand.side, strength)
        hand.leaves_as = lambda state: self._calibration.applied(state, hand.spin_rad_s)
        if natural is None:
            self._calibration.begin()
        hand.noted = not self.left

    @property
    def left(self) -> int:
        """The number of throws that are still to be made as the person naturally would."""
        return self._calibration.left

    def resize(self, units_per_mm: float) -> None:
        """Note that a millimetre of the table is so large in the window (window units)."""
        self._units_per_mm = units_per_mm
        if self.natural is not None and not self.left:
            self._calibration.set_natural(replace(self.natural, speed_mm_s=self.natural.speed_mm_s / units_per_mm))

    def begin(self) -> None:
        """Ask for throws as the person naturally would."""
        self._calibration.begin()
        self._hand.noted = False
        self._say(_(_TIMES[THROWS]), False)

    def thrown(self, state: PointerState | None) -> None:
        """Count a throw that left the hand; after the last one of a calibration keep the strength."""
        if state is None or self.left == 0 or state.speed < self._hand.measures.gesture.least_mm_s:
            return
        if not self._calibration.note(state, self._hand.spin_rad_s):
            self._say(_("Towards the bowl, as you naturally would."), True)
        elif self.left:
            self._say(_(_MORE[self.left]), False)
        else:
            self._hand.noted = True
            found = self._calibration.natural
            self.natural = replace(found, speed_mm_s=found.speed_mm_s * self._units_per_mm)
            self._keep(self.natural)
            self._say(_("Your flick carries to the bowl now; [K] sets it again."), False)
