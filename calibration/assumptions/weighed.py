"""What `study assumptions --given` tells of the weighed draws, as text and as plain data."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from calibration.assumptions.weighing import FEW, Judged, Moved, Weighed, Weighing
from sim.batch.figures import count_text
from sim.measures import Span
from sim.untrusted_text import printable

_SHOWN = 8
"""The most assumptions that the text names."""


def weighing_lines(weighing: Weighing) -> Iterator[str]:
    """Yield the lines of the text about statements and assumptions."""
    by = count_text(len(weighing.judged), "statement", "statements")
    yield f"  weighed by {by}: {len(weighing.weights)} draws count as {weighing.effective:.1f}"
    if weighing.few:
        yield f"    {warning(weighing)}"
    for one in weighing.judged:
        ignored = f"; not counted at {one.ignored} draws, ignored there" if one.ignored else ""
        means = f"{one.report.figure} {mean_text(one.before)}, weighed {mean_text(one.after)}"
        alone = f"alone {one.alone:.1f}, without it {one.without:.1f}"
        yield printable(f"    {one.name}: {one.report.statement} ({means}; {alone}{ignored})")
    for moved in weighing.ranked[:_SHOWN]:
        yield from (f"    {name}: {move_text(span, moved)}" for name, span in moved.part.spans.items())
    if not weighing.ranked:
        yield "    no assumption moves by more than chance"


def warning(weighing: Weighing) -> str:
    return f"{weighing.effective:.1f} is too few to rely on, expected {FEW} or more: raise --points or the softness."


def mean_text(mean: float) -> str:
    return "no data" if math.isnan(mean) else f"{mean:.3g}"


def move_text(span: Span, moved: Moved) -> str:
    if span.among:
        return ", ".join(f"{word} {100 * a:.0f} % to {100 * b:.0f} %" for word, a, b in moved.chances(span))
    (_, before, _), (low, after, high) = values_at(span, moved.before), values_at(span, moved.after)
    return f"median {before:.4g} to {after:.4g} ({low:.4g} to {high:.4g})"


def values_at(span: Span, shares: Sequence[float]) -> list[float]:
    return [float(span.at(share)) for share in shares]


# ---------------------------------------------------------------------------------------------------- plain data


def weighed_json(one: Weighed) -> dict[str, object]:
    """Return what takes the place of a figure's band, and the band of all draws alike beside it."""
    if one.band is None or one.one.band is None:
        return {"band_unweighted": None, "left_out": {}}
    left_out = {name: [round(end, 6) for end in ends] for name, ends in one.left_out.items()}
    return {"band": one.band.to_json(), "band_unweighted": one.one.band.to_json(), "left_out": left_out}


def weighing_json(weighing: Weighing) -> dict[str, object]:
    """Return reports, weights and assumptions before and after as plain data."""
    return {
        "effective_draws": round(weighing.effective, 3),
        "few": weighing.few,
        "reports": [_judged_json(one) for one in weighing.judged],
        "assumptions": [_moved_json(one) for one in weighing.moved],
        "weights": [round(float(weight), 9) for weight in weighing.weights],
    }


def _judged_json(one: Judged) -> dict[str, object]:
    return {
        "name": one.name,
        **one.report.model_dump(mode="json"),
        "mean_before": None if math.isnan(one.before) else round(one.before, 6),
        "mean_after": None if math.isnan(one.after) else round(one.after, 6),
        "draws_ignored": one.ignored,
        "effective_alone": round(one.alone, 3),
        "effective_without": round(one.without, 3),
    }


def _moved_json(one: Moved) -> dict[str, object]:
    values: list[dict[str, object]] = []
    for name, span in one.part.spans.items():
        if span.among:
            chances = [{"value": word, "before": a, "after": b} for word, a, b in one.chances(span)]
            values.append({"key": name, "chances": chances})
        else:
            # The 2.5, 50 and 97.5 % points.
            values.append({"key": name, "before": values_at(span, one.before), "after": values_at(span, one.after)})
    return {"name": one.part.name, "clear": one.clear, "median_share": one.median.to_json(), "values": values}
