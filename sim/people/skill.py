"""Skill: what a person's hands, eyes and nerves do, as numbers. Strategy (what a person wants) is not here.

Three profiles ship in skills.toml, every value with its provenance and source; docs/explanation/people.md explains the
derivation and studies/fit_people.py repeats it from the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, get_type_hints

from pydantic import Field, create_model

from sim.measures import Span, TomlTable, check, merged, plain, shipped, shipped_spans
from sim.people.ex_gaussian import ExGaussian

SKILLS_FILE = Path(__file__).with_name("skills.toml")
PROFILES = ("child", "casual", "skilled")

Positive = Annotated[float, Field(gt=0, strict=True)]
NonNegative = Annotated[float, Field(ge=0, strict=True)]
Share = Annotated[float, Field(ge=0, le=1, strict=True)]
# What `noiseless` sets to 0: spreads, and the rates of mistakes.
Spread = Annotated[float, Field(ge=0, strict=True), "noise"]
MistakeRate = Annotated[float, Field(ge=0, le=1, strict=True), "noise"]


@dataclass(frozen=True, slots=True)
class Skill:
    """One person's skill. Units are in the names; `sd` and `rms` are per axis; `cv` is sd / mean.

    Reactions are those of the hand (device delay already taken off): an ex-Gaussian (mu, sigma, tau) for one known
    answer to one signal (`simple`), for a signal that may also ask for no answer (`go_no_go`), and for one of two
    answers (`two_choice`); each further bit of choice costs `choice_cost_ms_per_bit`. A lapse adds `lapse_delay_ms`.
    These are the reactions of all people of the profile; `*_person_sd_ms` is how much people differ in their mean,
    `person_common_share` how much of that is one speed for all tasks; `person_scatter_log_sd` how much they differ in
    the logarithm of their scatter, `person_scatter_speed_share` how much of that goes with slowness;
    `person_stable_share` how much of it all is the same on another day (person.py).

    The error rates are means at the usual haste (reaction.py): `slip_share` of plain errors come at any time, the rest
    are guesses, ever fewer the later an answer is given (`guess_fade_ms`). A cue on the side opposite to its answer
    (`conflict`, by place: other kinds of cue cost more) calls up a wrong impulse, which fades with `impulse_fade_ms`;
    settling it takes `conflict_cost_ms` on average.

    The question of whose turn it is (Zack!): right and left of a player who sits opposite cost `perspective_*`, every
    again or back that is looked through `link_*`, right and left exchanged `mirror_*`.

    Attention: the share of the others' turns that one follows, `watch_cost_ms` later than one's own; the share of what
    happens beside one's task that is noticed; how much longer than a turn should take one waits for a neighbour
    (`patience_ms`, a mean); how long it takes to hold back what one was about to do (`stop_ms`).

    Placing: `release_height_mm` is how high above contact the fingers open, on average, unintentionally; a negative
    draw goes on below contact and presses with at most `press_force_mn` (millinewton).

    Hands: tremor and drift are what a held piece does about its course (see motor.Tremor); `visuomotor_lag_ms` is how
    old the sight is that the hand follows. Reaching: Fitts's law with ID = log2(distance / width + 1), never faster
    than a minimum-jerk path whose peak is `hand_speed_max_mm_s`; it ends with sd `reach_end_sd_per_width` x width;
    `catch_width_mm` is the width that a catching hand presents.

    Throwing: `throw_direction_sd_deg` holds all of the direction's scatter as measured at release; release timing is
    the part of it that `throw_release_sd_ms` would explain, for models that turn the hand: one or the other, not both.
    A thrown card spins with `throw_spin_cv`; turning it face up takes `flip_ms`.

    Judging: the sd, in pieces of one's supply, of what a place is taken to promise at a glance.

    Thinking, and going on after a stop (`resume_*`): lognormal times with a median and the sd of the logarithm.

    A turn with a piece: the time to take it up and turn it as it shall stand (`take_*`), and the peak speed at which
    it is carried over; the rate of roll at which one calls the ship calm, and the longest wait for it; the share of
    placements at which one holds on to the piece to calm her (`hold_*`), and the time over which its weight is then
    given to her (`ease_*`); the time to put a fallen piece, or a handful of cards, back (`tidy_*`); the time in which
    a tie or a challenge is settled aloud (`order_*`). `turn_log_sd` is the sd of the logarithm of all these times.
    """

    simple_mu_ms: Positive
    simple_sigma_ms: Spread
    simple_tau_ms: Spread
    go_no_go_mu_ms: Positive
    go_no_go_sigma_ms: Spread
    go_no_go_tau_ms: Spread
    two_choice_mu_ms: Positive
    two_choice_sigma_ms: Spread
    two_choice_tau_ms: Spread
    simple_person_sd_ms: Spread
    go_no_go_person_sd_ms: Spread
    two_choice_person_sd_ms: Spread
    person_common_share: Share
    person_scatter_log_sd: Spread
    person_scatter_speed_share: Share
    person_stable_share: Share
    choice_cost_ms_per_bit: NonNegative
    conflict_cost_ms: NonNegative
    lapse_rate: MistakeRate
    lapse_delay_ms: NonNegative
    false_go_rate: MistakeRate
    choice_error_rate: MistakeRate
    conflict_error_rate: MistakeRate
    slip_share: Share
    guess_fade_ms: Positive
    impulse_fade_ms: Positive
    perspective_cost_ms: NonNegative
    perspective_error_rate: MistakeRate
    link_cost_ms: NonNegative
    link_error_rate: MistakeRate
    mirror_cost_ms: NonNegative
    mirror_error_rate: MistakeRate
    watch_cost_ms: NonNegative
    attention_share: Share
    notice_share: Share
    patience_ms: NonNegative
    stop_ms: NonNegative
    placement_sd_mm: Spread
    placement_angle_sd_deg: Spread
    release_height_mm: Spread
    release_height_sd_mm: Spread
    lowering_speed_mm_s: Positive
    lowering_speed_cv: Spread
    press_force_mn: NonNegative
    tremor_rms_mm: Spread
    tremor_angle_rms_deg: Spread
    tremor_low_hz: Positive
    tremor_high_hz: Positive
    drift_rms_mm: Spread
    drift_angle_rms_deg: Spread
    drift_low_hz: Positive
    drift_high_hz: Positive
    visuomotor_lag_ms: NonNegative
    reach_intercept_ms: NonNegative
    reach_slope_ms_per_bit: NonNegative
    reach_end_sd_per_width: Spread
    hand_speed_max_mm_s: Positive
    catch_width_mm: Positive
    throw_speed_cv: Spread
    throw_direction_sd_deg: Spread
    throw_release_sd_ms: Spread
    throw_spin_cv: Spread
    flip_ms: NonNegative
    glance_sd_pieces: Spread
    think_card_median_s: Positive
    think_card_log_sd: Spread
    think_placement_median_s: Positive
    think_placement_log_sd: Spread
    resume_median_s: Positive
    resume_log_sd: Spread
    take_median_s: NonNegative
    carry_speed_mm_s: Positive
    calm_roll_deg_s: NonNegative
    calm_patience_s: NonNegative
    hold_share: Share
    hold_median_s: NonNegative
    ease_median_s: NonNegative
    tidy_median_s: NonNegative
    order_median_s: NonNegative
    turn_log_sd: Spread

    @property
    def simple(self) -> ExGaussian:
        """One known answer to one signal (ms)."""
        return ExGaussian(self.simple_mu_ms, self.simple_sigma_ms, self.simple_tau_ms)

    @property
    def go_no_go(self) -> ExGaussian:
        """One answer to a signal that might also have asked for none (ms)."""
        return ExGaussian(self.go_no_go_mu_ms, self.go_no_go_sigma_ms, self.go_no_go_tau_ms)

    @property
    def two_choice(self) -> ExGaussian:
        """One of two answers (ms)."""
        return ExGaussian(self.two_choice_mu_ms, self.two_choice_sigma_ms, self.two_choice_tau_ms)

    def noiseless(self) -> Skill:
        """Return the same person without scatter: hands do what is meant, nobody errs, reactions take their mean time.

        Speeds, delays and lags stay: they are not noise.
        """
        calm = replace(self, **dict.fromkeys(_NOISE, 0.0))
        return replace(
            calm,
            simple_mu_ms=self.simple.mean,
            go_no_go_mu_ms=self.go_no_go.mean,
            two_choice_mu_ms=self.two_choice.mean,
        )


_HINTS: dict[str, Any] = get_type_hints(Skill, include_extras=True)
_NOISE = tuple(name for name, hint in _HINTS.items() if "noise" in hint.__metadata__)

# Both models are made from Skill, so that a key is written down once. Plain numbers in, as a merged preset holds them.
_PROFILE_FIELDS: dict[str, Any] = {name: (hint, ...) for name, hint in _HINTS.items()}
ProfileTable = create_model("ProfileTable", __base__=TomlTable, **_PROFILE_FIELDS)
_SKILL_FIELDS: dict[str, Any] = dict.fromkeys(PROFILES, (ProfileTable, ...))
SkillTable = create_model("SkillTable", __base__=TomlTable, **_SKILL_FIELDS)


class _Profiles(TomlTable):
    """The tables that there may be; their keys are checked one profile at a time, so that a message names the key."""

    child: dict[str, Any] = Field(default_factory=dict)
    casual: dict[str, Any] = Field(default_factory=dict)
    skilled: dict[str, Any] = Field(default_factory=dict)


class _Overrides(_Profiles):
    """The same, and the table for everybody."""

    all: dict[str, Any] = Field(default_factory=dict)


@cache
def _shipped() -> dict[str, Any]:
    return shipped(SKILLS_FILE)


def shipped_skills() -> dict[str, dict[str, float]]:
    """Return the shipped profiles as plain numbers, `{profile: {key: value}}`; a fresh copy each call."""
    return {name: dict(table) for name, table in _shipped().items()}


def skill_spans() -> dict[str, Span]:
    """Return the ranges of the assumed values of the shipped profiles, by dotted key (`skill.PROFILE.KEY`)."""
    return shipped_spans(SKILLS_FILE, "skill")


def skills_from(tables: Mapping[str, Any], where: str) -> dict[str, Skill]:
    """Build skills from complete plain tables `{"child": {...}, "casual": {...}, "skilled": {...}}`.

    Raises InputError: one sentence that names `where` (the file), the key and what was expected.
    """
    profiles = check(_Profiles, tables, where, "skill")
    return {name: _skill(getattr(profiles, name), where, f"skill.{name}") for name in PROFILES}


def _skill(table: Mapping[str, Any], where: str, section: str) -> Skill:
    checked = check(ProfileTable, table, where, section)
    return Skill(**{key: float(value) for key, value in checked.model_dump().items()})


def skill_tables(overrides: Mapping[str, Any] | None, where: str) -> dict[str, dict[str, Any]]:
    """Return the three profiles as plain tables, with `overrides` in place of shipped values.

    Keys are checked by skills_from. `overrides` is the `skill` table of a preset: `{"casual": {"placement_sd_mm":
    2.0}}`, values plain or as `{ value, provenance, source }`; the table `all` applies to every profile, before the
    profile's own. Raises InputError for an unknown profile, or a mistake in `all`.
    """
    tables: dict[str, Any] = shipped_skills()
    if overrides:
        changes = check(_Overrides, plain(overrides, where, "skill"), where, "skill")
        # First by itself, or a mistake in `all` would be reported as one in `child`.
        _skill(merged(tables["casual"], changes.all), where, "skill.all")
        for name in PROFILES:
            tables[name] = merged(merged(tables[name], changes.all), getattr(changes, name))
    return tables


def load_skills() -> dict[str, Skill]:
    """Return the three shipped profiles, by name."""
    return skills_from(skill_tables(None, SKILLS_FILE.name), SKILLS_FILE.name)
