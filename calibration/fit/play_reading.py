"""The movements of one person, collected from hand logs and from records of matches.

A log holds what `sim/match/hand_log.py` describes. A record holds what a bot intended and what its hand executed
(pieces: position, angle, height of release, lowering speed, and when and where it reached for what fell; cards:
throws).
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np

from calibration.fit.play_paths import Held
from sim.configuration import configuration_from
from sim.errors import InputError
from sim.files import is_folder, read_text
from sim.games.zack.bots.hand import haste
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.configuration import load as load_zack
from sim.match.hand_log import HandRecord, read_hand_log
from sim.match.record import Record, read_record
from sim.match.trials import hand_logs
from sim.people.skill import Skill, load_skills, skills_from
from sim.physics.bowl.measures import BowlSetup
from sim.physics.bowl.throwing import aimed_throw
from sim.protocols import Configuration
from sim.refusals import one_of
from sim.seat import Seat
from sim.untrusted_text import read_json

SIMPLE, GO_NO_GO, TWO_CHOICE = "simple", "go_no_go", "two_choice"
_LEAST_MEDIAN_MS = 20.0
"""A median below this is not of reactions: the times are in seconds instead of milliseconds."""
_AIMED = ("throw", "player_card", "challenge")


@dataclass(frozen=True, slots=True)
class Throwing:
    """A throw relative to the intended one. spin_factor: None if no spin was intended.

    haste: the factor of its spreads, as in sim/games/zack/bots/hand.py.
    """

    haste: float
    speed_factor: float
    direction_rad: float
    spin_factor: float | None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a cue as one of the skill's reactions, less the cost of more than two alternatives.

    plain: there was no conflict. The cost of a conflict depends on card and seats, which a log does not contain.
    """

    task: str
    rt_ms: float
    correct: bool
    plain: bool


@dataclass(slots=True)
class Actions:
    """The movements of one person.

    profile: the person's skill profile according to the files. skill: the values of that profile.
    """

    who: str
    profile: str
    skill: Skill
    placements: int = 0
    throws: int = 0
    dx_mm: list[float] = field(default_factory=list)
    dangle_rad: list[float] = field(default_factory=list)
    height_mm: list[float] = field(default_factory=list)
    lowering_mm_s: list[float] = field(default_factory=list)
    thrown: list[Throwing] = field(default_factory=list)
    answers: list[Answer] = field(default_factory=list)
    reach_ends: list[float] = field(default_factory=list)
    paths: list[Held] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def add(self, more: Actions) -> None:
        """Append later movements of the same person."""
        self.placements += more.placements
        self.throws += more.throws
        for name in ("dx_mm", "dangle_rad", "height_mm", "lowering_mm_s", "thrown", "answers", "reach_ends", "paths"):
            getattr(self, name).extend(getattr(more, name))
        self.remarks += more.remarks


def read_actions(files: Sequence[Path], who: str | None, device_delay_ms: float = 0.0) -> Actions:
    """Read the movements of `who` (or of the only person) in these files, each a hand log, a record, or an
    experiment's folder.

    device_delay_ms: subtracted from a log's reactions, which screen and mouse have delayed; bots have neither. Raises
    InputError for a file that is neither, a file without that person, and files that disagree on the person or the
    profile.
    """
    found: Actions | None = None
    for file in chain.from_iterable(hand_logs(file, who) if is_folder(file) else (file,) for file in files):
        actions = _read(file, who, device_delay_ms)
        if found is None:
            found = actions
            continue
        for key, before, now in (
            ("person", found.who, actions.who),
            ("profile", found.profile, actions.profile),
        ):
            if before != now:
                raise InputError(
                    "{file}: {key}: expected {before!r}, as in {files}, found {now!r}.",
                    file=file,
                    key=key,
                    before=before,
                    files=files[0],
                    now=now,
                )
        found.add(actions)
    if found is None:
        raise InputError("LOG: expected the log of a person's hands, or the record of a match.")
    return found


def _read(file: Path, who: str | None, device_delay_ms: float) -> Actions:
    if _is_record(file):
        return _of_record(read_record(file), who)
    return _of_log(read_hand_log(file), who, device_delay_ms)


def _is_record(file: Path) -> bool:
    """Return True if the first line is a record's header.

    Anything else is read as a log, whose reader reports what is wrong with it.
    """
    first = read_text(file).partition("\n")[0]
    try:
        line = read_json(first)
    except ValueError:
        return False
    return isinstance(line, dict) and "stage" in line


def _chosen(where: str, people: Sequence[str], who: str | None) -> str:
    if who is None:
        if len(people) == 1:
            return people[0]
        raise InputError(
            "{where}: expected --who to say whose hands, found {people}.", where=where, people=", ".join(people)
        )
    if who not in people:
        raise InputError("{where}: --who: {one_of}.", where=where, one_of=one_of(who, people))
    return who


# ------------------------------------------------------------------------------------------------------- hand logs


def _of_log(log: HandRecord, who: str | None, device_delay_ms: float) -> Actions:
    if not log.moves:
        raise InputError(
            "{path}: expected movements of {person}'s hands, found none.", path=log.path, person=log.header.person
        )
    name = _chosen(str(log.path), log.people, who)
    times = [line["rt_ms"] for _, line in log.moves if line["move"] == "react"]
    if times and float(np.median(times)) < _LEAST_MEDIAN_MS:
        raise InputError(
            "{path}: rt_ms: expected milliseconds, found a median of {median:g}.",
            path=log.path,
            median=np.median(times),
        )
    skill = load_skills()[log.header.profile]
    remarks = [*([log.remark] if log.remark else []), *_of_no_use(log, name)]
    actions = Actions(name, log.header.profile, skill, remarks=remarks)
    setup = load_zack().setup  # a log does not name its table
    for number, line in log.moves:
        if line["by"] != name:
            continue
        if line["move"] == "place":
            _placed(actions, line)
        elif line["move"] == "throw":
            _thrown(actions, line, setup, f"{log.path}: line {number}")
        elif line["move"] == "react":
            _reacted(actions, line, device_delay_ms)
    return actions


def _of_no_use(log: HandRecord, name: str) -> list[str]:
    """Return a remark on reaches over the tapis, if any: they start at a click, with the mouse there already."""
    reaches = sum(line["move"] == "reach" and line["by"] == name for _, line in log.moves)
    if not reaches:
        return []
    return [f"{log.path}: {reaches} ways of a hand over the tapis, of which nothing is fitted."]


def _placed(actions: Actions, line: dict[str, Any]) -> None:
    actions.placements += 1
    if len(line["path"]) > 1:
        actions.paths.append(Held(line["path_hz"], np.array(line["path"], dtype=np.float64)))
    if line["height_mm"] is None:
        return  # flicked: the position of the hand at release says nothing of the intended place
    actions.height_mm.append(line["height_mm"])
    if line["aim_x_mm"] is not None:
        actions.dx_mm.append(line["x_mm"] - line["aim_x_mm"])
    if line["aim_angle_rad"] is not None:
        actions.dangle_rad.append(_turned(line["angle_rad"] - line["aim_angle_rad"]))
    if line["speed_mm_s"] > 0:
        actions.lowering_mm_s.append(line["speed_mm_s"])


def _thrown(actions: Actions, line: dict[str, Any], setup: BowlSetup, where: str) -> None:
    actions.throws += 1
    meant = line["meant"]
    if meant is None or line["speed_mm_s"] <= 0:
        return
    factor = line["speed_mm_s"] / meant["speed_mm_s"]
    if not 0.01 < factor < 100:
        raise InputError(
            "{where}: speed_mm_s: expected mm/s, as the {speed_mm_s:g} that were meant, found {speed_mm_s2:g}.",
            where=where,
            speed_mm_s=meant["speed_mm_s"],
            speed_mm_s2=line["speed_mm_s"],
        )
    for key, value in (("elevation_rad", line["elevation_rad"]), ("meant.elevation_rad", meant["elevation_rad"])):
        if abs(value) > math.pi + 1e-6:
            raise InputError(
                "{where}: {key}: expected radians from -3.1416 to 3.1416, found {value:g}.",
                where=where,
                key=key,
                value=value,
            )
    actions.thrown.append(
        Throwing(
            haste(setup, line["pace"] or 1.0, meant["speed_mm_s"]),
            factor,
            _turned(line["elevation_rad"] - meant["elevation_rad"]),
            line["spin_rad_s"] / meant["spin_rad_s"] if meant["spin_rad_s"] else None,
        )
    )


def _reacted(actions: Actions, line: dict[str, Any], device_delay_ms: float) -> None:
    task = {"falls": GO_NO_GO, "miss": SIMPLE}.get(line["cue"]) or (TWO_CHOICE if line["bits"] > 0 else SIMPLE)
    costs = device_delay_ms
    if task == TWO_CHOICE:
        costs += actions.skill.choice_cost_ms_per_bit * max(0.0, line["bits"] - 1.0)
    actions.answers.append(Answer(task, line["rt_ms"] - costs, line["correct"], not line["conflict"]))


def _turned(angle: float) -> float:
    """Return the same angle within half a turn to either side."""
    return math.remainder(angle, math.tau)


# --------------------------------------------------------------------------------------------------------- records


def _of_record(record: Record, who: str | None) -> Actions:
    path, header = record.path, record.header
    if not record.intact:
        raise InputError(
            "{path}: expected a record as it was written, found one that does not fit its seal.", path=path
        )
    takes = {"riff-raff": _piece, "zack": _card}
    if header.game not in takes:
        raise InputError("{path}: line 1: game: {one_of}.", path=path, one_of=one_of(header.game, takes, "a record of"))
    name = _chosen(str(path), [seat.name for seat in record.seats], who)
    seat = next(seat for seat in record.seats if seat.name == name)
    where = f"{path}: line 1: configuration"
    configuration = configuration_from(header.configuration, where, header.profile, header.game)
    actions = Actions(name, seat.profile, _skill(configuration, seat, path))
    meant: dict[str, Any] | None = None
    for number, text in enumerate(record.lines, start=1):
        line = json.loads(text)
        if line.get("by") != name:
            continue
        if line["stage"] == "intent":
            meant = line
        elif line["stage"] == "executed" and meant is not None and "measured" not in line:
            try:
                takes[header.game](actions, meant, line["action"], configuration)
            except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
                raise InputError(
                    "{path}: line {number}: action: expected what a hand did to what was meant.",
                    path=path,
                    number=number,
                ) from error
    if seat.is_person and not (actions.placements or actions.throws):
        raise InputError(
            "{path}: {name}: expected the log of the hands: a record does not say what a person aimed at.",
            path=path,
            name=name,
        )
    return actions


def _skill(configuration: Configuration, seat: Seat, path: Path) -> Skill:
    skills = skills_from(configuration.tree["skill"], f"{path}: line 1")
    if seat.profile not in skills:
        raise InputError("{path}: line 1: profile: expected one of {skills}.", path=path, skills=", ".join(skills))
    return skills[seat.profile]


def _piece(actions: Actions, meant: dict[str, Any], action: dict[str, Any], configuration: Configuration) -> None:
    actions.placements += 1
    actions.dx_mm.append(float(action["x_mm"]) - float(meant["x_mm"]))
    actions.dangle_rad.append(_turned(float(action["angle_rad"])))
    actions.height_mm.append(float(action["open_height_mm"]))
    actions.lowering_mm_s.append(float(action["lowering_speed_mm_s"]))
    catch = action["catch"]
    if catch is not None:
        # A hand that was ready to catch (whether or not anything fell).
        actions.answers.append(Answer(GO_NO_GO, 1000.0 * float(catch["reaction_s"]), True, True))
        actions.reach_ends += [float(end) / float(catch["width_mm"]) for end in catch["end_error_mm"]]


def _card(actions: Actions, meant: dict[str, Any], action: dict[str, Any], configuration: Configuration) -> None:
    if meant["question"] not in _AIMED:
        return
    assert isinstance(configuration, ZackConfiguration)
    actions.throws += 1
    x, y, _, vx, vy, omega = (float(value) for value in action["release"][:6])
    release = aimed_throw(configuration.setup, x, y, float(meant["target_x_mm"]))
    aimed, to = release.motion, math.copysign(1.0, release.motion.vx)
    actions.thrown.append(
        Throwing(
            haste(configuration.setup, float(meant["pace"]), release.speed_mm_s),
            math.hypot(vx, vy) / release.speed_mm_s,
            _turned(math.atan2(vy, to * vx) - math.atan2(aimed.vy, to * aimed.vx)),
            omega / aimed.omega if aimed.omega else None,
        )
    )
