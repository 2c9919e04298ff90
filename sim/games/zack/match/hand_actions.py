"""What hands do at a table of Zack!: they start, think better of it, show a face, let go of a card; and who goes on.

The part of a match (match.py) that carries out the deeds of bots and persons alike. Those of persons carry the tick at
which they were done; what their hands did stands in the record as measured, or comes with the deed when it is live.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from sim.games.zack import rules
from sim.games.zack.bots.perception import face_seen_s
from sim.games.zack.bots.percepts import Began, Shown
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.bot_driver import People
from sim.games.zack.match.bowl_table import BowlTable
from sim.games.zack.match.hands import HandTrack, executed
from sim.games.zack.match.rule_adapter import CHALLENGE, PLAYER_CARD, THROW, Flight, card_face, foreseen, own_card_face
from sim.match.simultaneous import SimultaneousMatch
from sim.people.skill import Skill
from sim.physics.bowl.state import Release
from sim.protocols import Line


class Deeds(SimultaneousMatch[Line]):
    """A match as far as hands are concerned; `ZackMatch` makes what is named here, and rules on it."""

    configuration: ZackConfiguration
    names: tuple[str, ...]
    people: People
    hands: dict[str, HandTrack]
    section: BowlTable
    state: rules.State
    due_since_s: float
    _halted: bool
    _waiting: list[Line]
    _sight: tuple[str, str] | None

    @abstractmethod
    def _rule(self, action: rules.Action, by: str) -> None:
        """Ask the rules, and carry out what they say."""

    @abstractmethod
    def skill_of(self, name: str) -> Skill:
        """What is supposed of this player's hands, where they are not measured."""

    # ------------------------------------------------------------------------------------------ time and people

    def _sees(self, percept: Any) -> None:
        self.people.sees(percept)

    def _seat(self, name: str | None) -> int:
        assert name is not None
        return self.names.index(name)

    def cards_left(self) -> list[int]:
        """Zack cards in each hand, without those in the air."""
        return [count - len(self.section.flying(name)) for name, count in self.state.hands.items()]

    # ------------------------------------------------------------------------------------------ deeds

    def _deed(self, line: Line) -> None:
        by, question = line["by"], line["question"]
        hand = self.hands[by]
        if question == "begin":
            self._tell(line)
            self._begins(by, line)
        elif question == "show":
            self._tell(line)
            self._turns_up(by)
        elif question == "withdraw":
            self._tell(line)
            hand.withdraw()
            self._out_of_sight(self.section.next_name(by))
        elif question == "pick_up":
            self._tell(line)
            self.section.take_missed(by)
        elif question == "resume":
            if self.state.stopped and self.state.phase is rules.Phase.PLAY and by == self.state.due:
                self._tell(line)
                self.section.clear()
                self._rule(rules.Resume(), by)
        elif question == "choose":
            if self.state.phase is rules.Phase.CHOOSE and by == self.state.due:
                self._tell(line)
                self._rule(rules.Choose(rules.Colour(line["colour"])), by)
        else:
            self._throws(line)

    def _begins(self, by: str, line: Line) -> None:
        hand = self.hands[by]
        face = self.face_of(by, line["do"], line.get("target"))
        if "at_s" not in line:
            # A person's hand: nobody knows when it will let go.
            hand.takes(self.time_s, line["do"], face)
            if not self._halted:
                self._sees(Began(self.time_s, self._seat(by)))
            return
        hand.begin(self.time_s, line["do"], face, line["towards_bowl_s"], line["at_s"])
        began_s, seat = hand.begin_s, self._seat(by)

        def same() -> bool:
            return hand.doing is not None and hand.begin_s == began_s

        def towards() -> None:
            if same():
                self.section.take_missed(by)
                if not self._halted:
                    self._sees(Began(self.time_s, seat))

        def shows() -> None:
            if same():
                hand.face_up = True
                if not self._halted:
                    self._show(by, line["do"])

        self._at(line["towards_bowl_s"] - self.time_s, towards)
        if line["do"] in (THROW, PLAYER_CARD):
            seen_s = face_seen_s(line["at_s"], self.configuration.people.sight, by_thrower=False)
            self._at(seen_s - self.time_s, shows)

    def _turns_up(self, by: str) -> None:
        """A person's hand has turned its card up."""
        hand = self.hands[by]
        if hand.doing in (THROW, PLAYER_CARD) and not hand.face_up:
            hand.face_up = True
            if not self._halted:
                self._show(by, hand.doing)

    def face_of(self, by: str, kind: str, target: str | None) -> str | None:
        """What is printed on the card that this player would throw now; None where there is none."""
        if kind == THROW:
            pile = self.state.piles[by]
            return pile[0].value if pile else None
        if kind == PLAYER_CARD:
            return str(rules.OwnCard.of(self.state.colours[by]).value)
        return f"challenge:{target}"

    def _show(self, by: str, kind: str) -> None:
        """The face of the card in this hand shows: what would it mean, if it landed now?"""
        before = foreseen(self.state, self.section.pending())
        if before.stopped or before.phase is not rules.Phase.PLAY:
            return
        if kind == PLAYER_CARD:
            self._sees(Shown(self.time_s, self.section.next_name(by), own_card_face(before, by)))
            return
        if not before.piles[by]:
            return
        # The card that lay on the pile when the hand started may lie in the bowl by now.
        self.hands[by].face = before.piles[by][0].value
        after = foreseen(before, [rules.Throw(by)])
        if after.stopped or after is before:
            return
        # The card in the hand has no name in the world yet; it will have this one.
        name = self.section.next_name(by)
        assert after.due is not None
        self._sight, self.due_since_s = (name, after.due), self.time_s
        self._sees(Shown(self.time_s, name, card_face(after)))

    @property
    def due(self) -> str | None:
        """Who is due by what there is to be seen: a card in the air counts before it is ruled."""
        return self.state.due if self._sight is None or self.state.stopped else self._sight[1]

    def _throws(self, line: Line) -> None:
        by, kind = line["by"], line["question"]
        measured = "noise_seed" not in line
        if kind == THROW and self.section.flying(by) and not measured:
            # His last card still decides which card is on top of his pile: the hand waits until it is ruled.
            self._waiting.append(line)
            return
        if not self.can_throw(line):
            self.hands[by].withdraw()
            self._out_of_sight(self.section.next_name(by))
            return
        if measured:
            self._turns_up(by)
        release = self._release(line)
        self._tell({**{key: value for key, value in line.items() if key != "release"}, "tick": self._ticks})
        name = self.section.next_name(by)
        face = self.face_of(by, kind, line.get("target"))
        assert face is not None
        target = rules.Colour(line["target"]) if kind == CHALLENGE else None
        reason = rules.Reason(line["reason"]) if kind == CHALLENGE else None
        self.section.throw(Flight(name, by, kind, face, target, reason), release)
        self.hands[by].let_go(self.time_s)
        action = {"card": name, "face": face, "release": release.to_json()}
        how = {"measured": True} if measured else {"noise_seed": line["noise_seed"]}
        self._tell({"stage": "executed", "by": by, **how, "action": action})

    def _release(self, line: Line) -> Release:
        """How the card leaves the hand: measured, or as meant and with the hand's noise under the deed's seed."""
        by = line["by"]
        if "noise_seed" in line:
            return executed(self.configuration.setup, line, self.hands[by].release_y, self.skill_of(by))
        found = line.get("release")
        return self.people.measured(by) if found is None else Release.from_json(found)

    def _out_of_sight(self, name: str) -> None:
        """A card that showed its face does not count any more, or counts by now."""
        if self._sight is not None and self._sight[0] == name:
            self._sight = None

    def can_throw(self, line: Line) -> bool:
        """Does the hand still hold what it means to throw?"""
        by, kind = line["by"], line["question"]
        if kind == THROW:
            return self.cards_left()[self._seat(by)] > 0
        flying = self.section.flying(by, kind)
        if kind == PLAYER_CARD:
            return not flying and self.state.may_lay_out(by)
        target = rules.Colour(line["target"])
        return target in self.state.challenges[by] and all(flight.target is not target for flight in flying)
