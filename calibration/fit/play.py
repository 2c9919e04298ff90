"""The work of `fit play`: a person's motor and reaction noise from recorded movements, as keys of a skill profile.

Every figure is a parameter of the model in sim/people: sds and means of placements (normal), coefficients of variation
of speeds and spins (lognormal), rms of tremor and drift in the profile's bands, ex-Gaussian reactions, and the rate of
wrong choices. A figure for which there are too few movements is left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from calibration.fit.ex_gaussian_fit import FEWEST_TRIALS
from calibration.fit.play_noise import FEWEST, Scatter, cv_of, mean_of, scatter
from calibration.fit.play_paths import FEWEST_WITNESSES, Wander, fit_wander
from calibration.fit.play_reading import GO_NO_GO, SIMPLE, TWO_CHOICE, Actions, Throwing
from calibration.fit.reactions import Trial, fit_reactions
from sim.errors import InputError
from sim.statistics import Interval, rate

TASKS = {SIMPLE: "simple reactions", GO_NO_GO: "reactions to what falls", TWO_CHOICE: "choices without a conflict"}
FEWEST_CHOICES = 100
"""Errors are rare: with fewer choices the rate would mostly be zero."""
_DEGREES = 180 / math.pi
_ROUNDS = 6


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its interval: the number of movements, what they are, and the number left out as slips."""

    interval: Interval
    count: int
    what: str
    left_out: int = 0


@dataclass(slots=True)
class PlayFit:
    """The result of a fit.

    figures: by the keys of a skill. biases: figures that a skill does not have, as a profile aims without bias.
    missing: the reason for each key that could not be fitted.
    """

    figures: dict[str, Figure] = field(default_factory=dict)
    biases: dict[str, Figure] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)


def fit_play(actions: Actions) -> PlayFit:
    """Fit the noise of one person. Raises InputError if there are too few movements of every kind."""
    found = PlayFit()
    _placing(found, actions)
    _throwing(found, actions.thrown, actions.throws)
    _wandering(found, actions)
    for task in TASKS:
        _reacting(found, actions, task)
    _choosing(found, actions)
    _reaching(found, actions)
    if not found.figures:
        raise InputError(
            "{who}: expected at least {fewest} movements of one kind, found {placements} placements ({dx_mm} aimed), "
            "{throws} throws ({thrown} aimed) and {answers} reactions.",
            who=actions.who,
            fewest=FEWEST,
            placements=actions.placements,
            dx_mm=len(actions.dx_mm),
            throws=actions.throws,
            thrown=len(actions.thrown),
            answers=len(actions.answers),
        )
    return found


def _placing(found: PlayFit, actions: Actions) -> None:
    _spread(found, "placement_sd_mm", actions.dx_mm, "placements with an aim", bias="placement_bias_mm")
    degrees = [_DEGREES * angle for angle in actions.dangle_rad]
    _spread(found, "placement_angle_sd_deg", degrees, "placements with an aimed angle", bias="placement_angle_bias_deg")
    heights = _spread(found, "release_height_sd_mm", actions.height_mm, "placements set down")
    if heights is None:
        found.missing["release_height_mm"] = found.missing["release_height_sd_mm"]
    elif heights.mean.estimate < 0:
        found.missing["release_height_mm"] = f"found {heights.mean.estimate:.3g} mm, and a profile's is 0 or more"
    else:
        _keep(found, "release_height_mm", heights.mean, heights, "placements set down")
    speeds = [math.log(speed) for speed in actions.lowering_mm_s]
    lowering = _spread(found, "lowering_speed_cv", speeds, "placements lowered", cv_of)
    if lowering is None:
        found.missing["lowering_speed_mm_s"] = found.missing["lowering_speed_cv"]
    else:
        _keep(found, "lowering_speed_mm_s", mean_of(lowering), lowering, "placements lowered")


def _throwing(found: PlayFit, thrown: Sequence[Throwing], throws: int) -> None:
    what = "throws with an aim"
    speeds = _at_usual_pace([(each.haste, math.log(each.speed_factor)) for each in thrown])
    scattered = _spread(found, "throw_speed_cv", speeds, what, cv_of)
    if scattered is not None:
        found.biases["throw_speed_factor"] = Figure(mean_of(scattered), scattered.kept, what, scattered.slips)
    degrees = [_DEGREES * each.direction_rad / each.haste for each in thrown]
    _spread(found, "throw_direction_sd_deg", degrees, what, bias="throw_direction_bias_deg")
    # A card that spins the other way is a slip, not part of the scatter of the intended spin.
    spins = [
        (each.haste, math.log(each.spin_factor))
        for each in thrown
        if each.spin_factor is not None and each.spin_factor > 0
    ]
    _spread(found, "throw_spin_cv", _at_usual_pace(spins), "throws with an aimed spin", cv_of)


def _at_usual_pace(factors: Sequence[tuple[float, float]]) -> list[float]:
    """Return the logarithms of lognormal factors, given as (haste, logarithm), rescaled to haste 1."""
    if all(haste == 1.0 for haste, _ in factors):
        return [log for _, log in factors]
    logs = [log / haste for haste, log in factors]
    for _ in range(_ROUNDS):
        scattered = scatter(logs)
        if scattered is None or scattered.sd.estimate == 0:
            break
        cv = cv_of(scattered).estimate
        usual = math.log1p(cv * cv)
        logs = []
        for haste, log in factors:
            hasty = math.log1p((cv * haste) ** 2)
            logs.append((log + hasty / 2) * math.sqrt(usual / hasty) - usual / 2)
    return logs


def _wandering(found: PlayFit, actions: Actions) -> None:
    skill, paths = actions.skill, actions.paths
    bands = (skill.tremor_low_hz, skill.tremor_high_hz), (skill.drift_low_hz, skill.drift_high_hz)
    for angle, unit, factor in ((False, "rms_mm", 1.0), (True, "angle_rms_deg", _DEGREES)):
        for name, wander in zip(("tremor", "drift"), fit_wander(paths, *bands, angle), strict=True):
            _wander(found, f"{name}_{unit}", wander, factor, len(paths))


def _wander(found: PlayFit, key: str, wander: Wander | None, factor: float, paths: int) -> None:
    if wander is None:
        found.missing[key] = (
            f"fewer than {FEWEST_WITNESSES} holds long and even enough among {paths} paths" if paths else "no paths"
        )
        return
    rms = Interval(*(factor * value for value in (wander.rms.estimate, wander.rms.low, wander.rms.high)))
    what = f"holds and axes ({wander.seconds:.0f} s)"
    found.figures[key] = Figure(rms, wander.witnesses, what, wander.left_out)


def _reacting(found: PlayFit, actions: Actions, task: str) -> None:
    keys = {part: f"{task}_{part}_ms" for part in ("mu", "sigma", "tau")}
    answers = [each for each in actions.answers if each.task == task and each.plain]
    trials = [Trial(actions.who, each.rt_ms, each.correct, task) for each in answers]
    right = sum(trial.correct for trial in trials)
    if right < FEWEST_TRIALS:
        found.missing.update(dict.fromkeys(keys.values(), _few(right, TASKS[task], FEWEST_TRIALS)))
        return
    try:
        fit = fit_reactions(trials)[task]
    except InputError as error:
        found.missing.update(dict.fromkeys(keys.values(), str(error).rstrip(".")))
        return
    if fit.intervals["mu_ms"].estimate <= 0:
        found.missing.update(dict.fromkeys(keys.values(), "nothing is left of them without the costs of the profile"))
        return
    for part, key in keys.items():
        found.figures[key] = Figure(fit.intervals[f"{part}_ms"], fit.fitted, TASKS[task], fit.too_fast + fit.too_slow)


def _choosing(found: PlayFit, actions: Actions) -> None:
    """Fit the rate of wrong answers among choices without a conflict."""
    what = TASKS[TWO_CHOICE]
    plain = [each.correct for each in actions.answers if each.task == TWO_CHOICE and each.plain]
    if len(plain) < FEWEST_CHOICES:
        found.missing["choice_error_rate"] = _few(len(plain), what, FEWEST_CHOICES)
        return
    wrong = len(plain) - sum(plain)
    found.figures["choice_error_rate"] = Figure(rate(wrong, len(plain)), len(plain), what)


def _reaching(found: PlayFit, actions: Actions) -> None:
    """Fit the scatter of where a catching hand ends, if known. Only records of bots contain it."""
    scattered = scatter(actions.reach_ends)
    if scattered is not None:
        _keep(found, "reach_end_sd_per_width", scattered.sd, scattered, "hands held ready")


def _spread(
    found: PlayFit,
    key: str,
    values: Sequence[float],
    what: str,
    of: Callable[[Scatter], Interval] = lambda scattered: scattered.sd,
    bias: str | None = None,
) -> Scatter | None:
    scattered = scatter(values)
    if scattered is None:
        found.missing[key] = _few(len(values), what, FEWEST)
        return None
    _keep(found, key, of(scattered), scattered, what)
    if bias is not None:
        found.biases[bias] = Figure(scattered.mean, scattered.kept, what, scattered.slips)
    return scattered


def _keep(found: PlayFit, key: str, interval: Interval, scattered: Scatter, what: str) -> None:
    found.figures[key] = Figure(interval, scattered.kept, what, scattered.slips)


def _few(count: int, what: str, fewest: int) -> str:
    return f"{count} {what}, and it takes {fewest}"
