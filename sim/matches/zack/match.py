"""One match of Zack!: a bowl's world x the rules engine x people, in continuous simulated time.

Everybody acts at once: a hand begins, a card shows its face, it lands, it comes to rest, and only then is it ruled, in
the order in which the cards lie ("the bowl is always right"). People do not wait for rulings: they read cards in the
air. A match is a series of games to so many wins.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import Any

from sim.configuration.zack import ZackConfiguration
from sim.matches.match import Line, Match, StopMatch
from sim.matches.seats import Seat
from sim.matches.zack.dealing import dealt
from sim.matches.zack.frame import Beat, Scenery, Verdict, ZackFrame
from sim.matches.zack.hands import RAISE_MM, HandTrack, executed
from sim.matches.zack.judging import (
    CHALLENGE,
    PLAYER_CARD,
    THROW,
    Flight,
    card_face,
    foreseen,
    own_card_face,
    referee_line,
)
from sim.matches.zack.people import Minds, People, side_of
from sim.matches.zack.section import Section
from sim.matches.zack.story import headline
from sim.matches.zack.views import draw_frame
from sim.physics.contact import TICK_HZ
from sim.players.zack.events import Began, Landed, Missed, Resumed, Ruled, Shown, Stopped
from sim.players.zack.perception import face_seen_s
from sim.rules import zack as rules
from sim.rules.frame import Event, IllegalAction, spell
from sim.rules.zack import events

TAKE_S = 0.6
"""Cards that go back to somebody are taken out of the bowl this long after the ruling (assumed)."""


class ZackMatch(Match):
    """A match under way."""

    game = "zack"
    title = "Zack!"

    def __init__(
        self,
        configuration: ZackConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None = None,
        people: People | None = None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self.configuration = configuration
        self.names = tuple(seat.name for seat in seats)
        self.people: People = people or Minds(configuration, seats, seed, self._colour_of)
        table = configuration.table
        self.series = rules.start_series(self.names, needed=configuration.table.wins)
        self.sides = {name: side_of(number, len(seats)) for number, name in enumerate(self.names)}
        self.scenery = Scenery(
            configuration.setup,
            self.names,
            self.sides,
            table.seat_distance_mm,
            table.hand_height_mm,
            table.edition,
            table.stop_cards,
            table.wins,
        )
        beside = dict.fromkeys((-1, 1), 0)
        self.hands = {}
        for name, side in self.sides.items():
            height = table.hand_height_mm + RAISE_MM * beside[side]
            self.hands[name] = HandTrack(side * table.seat_distance_mm, height)
            beside[side] += 1
        self.throws = self.misses = self.challenges = self.unsettled = 0
        self.games = 0
        self.beat = Beat.DEALING
        self._serial = 0
        self._later: list[tuple[int, int, Callable[[], None]]] = []
        self._new_game()

    # ------------------------------------------------------------------------------------------ games

    def _new_game(self) -> None:
        """Shuffle, deal, and begin when everybody has sorted out his cards."""
        table = self.configuration.table
        self.games += 1
        setup = dealt(self.configuration, self.names, self.series.first, self.seed, self.games)
        self.state, told = rules.apply(None, setup)
        self.section = Section(self.configuration.setup, self.games)
        self.verdict: Verdict | None = None
        self.due_since_s = self.time_s
        self.game_began_s = self.time_s
        self._waiting: list[Line] = []
        self._sight: tuple[str, str] | None = None  # the newest card in sight that is not ruled, and who it makes due
        self._halted = True
        self._later.clear()
        self.beat = Beat.DEALING
        self.people.new_game(self.games, list(self.state.hands.values()))
        self._tell({"stage": "outcome", "by": self.series.dealer, "game": self.games, "line": referee_line(setup)})
        self._ruled(told)
        self._at(table.deal_s if self.games > 1 else min(2.0, table.deal_s), self._begin)

    def _begin(self) -> None:
        self.beat, self._halted = Beat.PLAYING, False
        self.game_began_s = self.due_since_s = self.time_s
        self._sees(Resumed(self.time_s, self._seat(self.state.due)))

    def _end_game(self, winner: str) -> None:
        self.series = self.series.won(winner)
        if self.series.winner is not None:
            self.beat, self.finished = Beat.OVER, True
            for hand in self.hands.values():
                hand.withdraw()
            self._say(f"{winner} wins the match.", "turn")
            self._tell({"stage": "end", "time_s": self.time_s, "winners": [winner]})
            return
        self._new_game()

    # ------------------------------------------------------------------------------------------ time

    def _move(self, most: int) -> int:
        coming = min(self._later[0][0] if self._later else math.inf, self.people.next_tick)
        if coming > self._ticks and not self.section.world.active and not self._waiting:
            if math.isinf(coming):
                raise RuntimeError(f"nobody has anything to do in game {self.games} of match {self.seed}")
            skipped = min(most, int(coming) - self._ticks)
            self._ticks += skipped
            return skipped
        game = self.games
        try:
            self._happenings()
        except StopMatch:
            self.finished = True
        if self.finished or game != self.games:
            return 0
        if self.section.world.active:
            self._physics()
        self._ticks += 1
        return 1

    def _happenings(self) -> None:
        game = self.games
        while self._later and self._later[0][0] <= self._ticks:
            heapq.heappop(self._later)[2]()
        if not self._waiting and self.people.next_tick > self._ticks:
            return
        waiting, self._waiting = self._waiting, []
        for line in [*waiting, *self.people.deeds(self._ticks, self._hands())]:
            if game == self.games:
                self._deed(line)

    def _at(self, seconds: float, what: Callable[[], None]) -> None:
        """Do it that much later."""
        self._serial += 1
        heapq.heappush(self._later, (self._ticks + max(0, math.ceil(seconds * TICK_HZ - 1e-9)), self._serial, what))

    def _hands(self) -> list[int]:
        """Zack cards in each hand, without those in the air."""
        return [count - len(self.section.flying(name)) for name, count in self.state.hands.items()]

    # ------------------------------------------------------------------------------------------ deeds

    def _deed(self, line: Line) -> None:
        by, question = line["by"], line["question"]
        hand = self.hands[by]
        if question == "begin":
            self._tell(line)
            self._begins(by, line)
        elif question == "withdraw":
            self._tell(line)
            hand.withdraw()
            self._out_of_sight(self.section.next_name(by))
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
        face = self._face_of(by, line["do"], line.get("target"))
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
            if same() and not self._halted:
                self._show(by, line["do"])

        self._at(line["towards_bowl_s"] - self.time_s, towards)
        if line["do"] in (THROW, PLAYER_CARD):
            seen_s = face_seen_s(line["at_s"], self.configuration.people.sight, by_thrower=False)
            self._at(seen_s - self.time_s, shows)

    def _face_of(self, by: str, kind: str, target: str | None) -> str | None:
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
        if kind == THROW and self.section.flying(by):
            # His last card still decides which card is on top of his pile: the hand waits until it is ruled.
            self._waiting.append(line)
            return
        if not self._can(line):
            self.hands[by].withdraw()
            self._out_of_sight(self.section.next_name(by))
            return
        self._tell({**line, "tick": self._ticks})
        skill = self.configuration.skills[self.seats[self._seat(by)].profile]
        release = executed(self.configuration.setup, line, self.hands[by].release_y, skill)
        name = self.section.next_name(by)
        face = self._face_of(by, kind, line.get("target"))
        assert face is not None
        target = rules.Colour(line["target"]) if kind == CHALLENGE else None
        reason = rules.Reason(line["reason"]) if kind == CHALLENGE else None
        self.section.throw(Flight(name, by, kind, face, target, reason), release)
        self.hands[by].let_go(self.time_s)
        action = {"card": name, "face": face, "release": release.to_json()}
        self._tell({"stage": "executed", "by": by, "noise_seed": line["noise_seed"], "action": action})

    def _out_of_sight(self, name: str) -> None:
        """A card that showed its face does not count any more, or counts by now."""
        if self._sight is not None and self._sight[0] == name:
            self._sight = None

    def _can(self, line: Line) -> bool:
        """Does the hand still hold what it means to throw?"""
        by, kind = line["by"], line["question"]
        if kind == THROW:
            return self._hands()[self._seat(by)] > 0
        flying = self.section.flying(by, kind)
        if kind == PLAYER_CARD:
            return not flying and (not self.state.laid_out(by) or self.state.may_finish(by))
        target = rules.Colour(line["target"])
        return target in self.state.challenges[by] and all(flight.target is not target for flight in flying)

    # ------------------------------------------------------------------------------------------ physics

    def _physics(self) -> None:
        for moment in self.section.world.tick():
            flight = self.section.note(moment)
            if flight is not None:
                self._moment(flight, moment.what)
        self._rule_what_lies()
        self._take_up()

    def _moment(self, flight: Flight, what: str) -> None:
        self.unsettled += what == "unsettled"
        if what == "lands":
            if flight.kind == CHALLENGE or (flight.kind == THROW and self._would_stop(flight)):
                self._halt()
        elif what in ("rests", "unsettled") and self.section.lies_beside(flight):
            self._rule_card(flight, in_bowl=False)

    def _would_stop(self, flight: Flight) -> bool:
        before = foreseen(self.state, self.section.pending(without=flight.name))
        return not before.stopped and foreseen(before, [rules.Throw(flight.by)]).stopped

    def _halt(self) -> None:
        if not self._halted and not self._between_games:
            self._halted = True
            self._sees(Stopped(self.time_s))

    @property
    def _between_games(self) -> bool:
        return self.beat in (Beat.DEALING, Beat.OVER)

    def _rule_what_lies(self) -> None:
        """Rule the new cards in the bowl, lowest first, once all that have landed lie still."""
        if not self.section.landing or not self.section.at_rest:
            return
        game = self.games
        for flight in self.section.unruled():
            if game != self.games or self.finished:
                return  # that card won the game
            if self.section.lies_in_bowl(flight):
                self._rule_card(flight, in_bowl=True)

    def _take_up(self) -> None:
        """Everybody goes on where he was, if what made them stop was nothing: a challenge by whoever was due himself,
        or a stop card that sprang out of the bowl."""
        if self._halted and not self.state.stopped and not self._between_games and not self.section.landing:
            self._go_on()

    # ------------------------------------------------------------------------------------------ rulings

    def _rule_card(self, flight: Flight, in_bowl: bool) -> None:
        """Tell the rules where a card has come to lie."""
        seen = self.section.rule(flight)
        self._tell({"stage": "physics", "by": flight.by, "card": flight.name, **seen})
        action = flight.action(in_bowl)
        self.throws += flight.kind == THROW
        self.misses += not in_bowl
        self.challenges += flight.kind == CHALLENGE
        if action is None:
            self._tell({"stage": "outcome", "by": flight.by, "card": flight.name, "line": None})
            self._missed(flight)
            return
        try:
            self._rule(action, flight.by, flight)
        except IllegalAction:
            self._out_of_sight(flight.name)
            # A card that its owner no longer holds (a swap of colours came first): he takes it back.
            self._tell({"stage": "outcome", "by": flight.by, "card": flight.name, "line": None})
            self._give_back(flight.name)

    def _rule(self, action: rules.Action, by: str, flight: Flight | None = None) -> None:
        due_before = self.due
        self.state, told = rules.apply(self.state, action)
        card = {} if flight is None else {"card": flight.name}
        self._tell({"stage": "outcome", "by": by, **card, "line": referee_line(action)})
        if flight is not None:
            self._out_of_sight(flight.name)
        if self.due != due_before or isinstance(action, rules.Resume):
            self.due_since_s = self.time_s
        self._ruled(told)
        for event in told:
            self._carry_out(event, flight)
        if not self._between_games:
            phase = self.state.phase
            self.beat = Beat.CHOOSING if phase is rules.Phase.CHOOSE else self._beat_of_play()

    def _beat_of_play(self) -> Beat:
        return Beat.STOPPED if self.state.stopped else Beat.PLAYING

    def _ruled(self, told: tuple[Event, ...]) -> None:
        for event in told:
            words = headline(event)
            if words is not None:
                self._say(*words)
        self._tell(
            {
                "stage": "ruling",
                "time_s": self.time_s,
                "events": [spell(event) for event in told],
                "phase": self.state.phase.value,
                "stopped": self.state.stopped,
                "due": self.state.due,
                "hands": dict(self.state.hands),
            }
        )

    def _carry_out(self, event: Event, flight: Flight | None) -> None:
        """What an event of the rules means for cards and people."""
        name = "" if flight is None else flight.name
        match event:
            case events.CardLanded():
                self.section.entries.append(name)
                if event.wrong:
                    self.section.wrong.add(name)
                if not self._halted:
                    self._sees(Landed(self.time_s, name, card_face(self.state)))
            case events.PlayerCardLanded():
                self.section.entries.append(name)
                if event.wrong:
                    self.section.wrong.add(name)
                    if not self._halted:
                        self._sees(Landed(self.time_s, name, own_card_face(self.state, event.player)))
            case events.CardMissed():
                assert flight is not None
                self._missed(flight)
            case events.CardReturned() | events.ChallengeReturned() | events.ChallengeMissed():
                self._give_back(name)
            case events.PlayerCardReturned():
                self._give_back(*self.section.named(event.card.value, event.player))
            case events.Challenge():
                assert flight is not None
                reason = "" if flight.reason is None else flight.reason.value
                self.verdict = Verdict(
                    event.by, event.against, reason, event.success, event.taker, event.cards, self.time_s
                )
                self._give_back(name, *(self.section.entries if event.taker is not None else ()))
            case events.GameStopped():
                self._halt()
                self._at(self.configuration.table.judging_s, self._tells_who_goes_on)
            case events.ColourChosen():
                self._at(self.configuration.table.judging_s, self._tells_who_goes_on)
            case events.GameResumed():
                self._go_on()
            case events.GameOver():
                self._end_game(event.winner)

    def _tells_who_goes_on(self) -> None:
        if self.state.stopped:
            choose = self.state.phase is rules.Phase.CHOOSE
            self._sees(Ruled(self.time_s, self._seat(self.state.due), choose))

    def _go_on(self) -> None:
        self._halted, self.verdict = False, None
        self._sees(Resumed(self.time_s, self._seat(self.state.due)))

    def _missed(self, flight: Flight) -> None:
        if self._halted:
            return
        away = abs(self.section.world.motion(flight.name).x - self.hands[flight.by].release_x)
        self._sees(Missed(self.time_s, flight.name, self._seat(flight.by), away, self._seat(self.state.due)))

    # ------------------------------------------------------------------------------------------ cards that go back

    def _give_back(self, *names: str) -> None:
        """Their owners, or whoever must, take these cards up in a moment."""
        section = self.section
        section.entries = [name for name in section.entries if name not in names]
        self._at(TAKE_S, lambda: section.take(list(names)))

    # ------------------------------------------------------------------------------------------ names and numbers

    def _sees(self, percept: Any) -> None:
        self.people.sees(percept)

    def _seat(self, name: str | None) -> int:
        assert name is not None
        return self.names.index(name)

    def _colour_of(self, seat: int) -> str:
        return self.state.colours[self.names[seat]].value

    # ------------------------------------------------------------------------------------------ what is seen

    def frame(self) -> ZackFrame:
        """Everything that a drawing of this moment needs."""
        return draw_frame(self)

    def farewell(self) -> str:
        """Who has won how many games."""
        return "Games won: " + ", ".join(f"{name} {wins}" for name, wins in self.series.wins.items()) + "."
