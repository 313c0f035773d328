"""Judges a submitted change on sealed deals, and measures any change: the search's answer, or anybody's.

A submission is an overlay. Its loss is the root of the summed squared misses in margins, plus the price of
its changes; 0 is a free change that meets every target.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from marchsim import tomlfile
from marchsim.analysis.variants.quantities import measure
from marchsim.errors import ConfigError, nearest
from marchsim.runner.planning.plan import BASE
from marchsim.studies.optimize import sealed
from marchsim.studies.optimize.prepared import PreparedOptimize, Values
from marchsim.studies.optimize.sealed import RuleSetResult
from marchsim.studies.optimize.search import PRICE
from marchsim.studies.stages import StagePlayer

SUBMISSION = "submission"
USUAL_DEALS = 2_500


@dataclass(frozen=True)
class Refereed:
    """A submission on sealed deals, with its loss and an interval that holds the true one with 95 %."""

    prepared: PreparedOptimize
    result: RuleSetResult
    base: RuleSetResult
    loss: float
    low: float
    high: float
    deals: int


def submitted(prepared: PreparedOptimize, path: Path) -> Values:
    """Return a submission as a rule set; ConfigError for a change that the file of targets does not allow."""
    _, data = tomlfile.read(path, "submission")
    places = {knob.name: at for at, knob in enumerate(prepared.knobs)}
    values = list(prepared.base)
    for name, value in _leaves(data):
        short = name.removeprefix("rules.")
        at = places.get(short, places.get(name))
        if at is None:
            raise ConfigError(
                f"{path}: {name}: may not move.{nearest(short, places)} Free: {', '.join(places)}."
            )
        knob = prepared.knobs[at]
        fitting = [one for one in knob.values if one == value and type(one) is type(value)]
        if not fitting:
            raise ConfigError(f"{path}: {name}: {value!r} is not among {', '.join(map(str, knob.values))}.")
        values[at] = fitting[0]
    found = tuple(values)
    many = len(prepared.changed(found))
    if many > prepared.changes:
        raise ConfigError(
            f"{path}: {many} numbers differ from the base game; at most {prepared.changes} may."
        )
    if not prepared.possible(found):
        raise ConfigError(f"{path}: the game cannot be played with these numbers together.")
    return found


def _leaves(data: Mapping[str, Any], before: str = "") -> list[tuple[str, Any]]:
    told = []
    for key, value in data.items():
        name = f"{before}{key}"
        told += _leaves(value, f"{name}.") if isinstance(value, Mapping) else [(name, value)]
    return told


def referee(prepared: PreparedOptimize, values: Values, player: StagePlayer, deals: int) -> Refereed:
    """Play a submission and the base game on sealed deals and judge it."""
    arms = {BASE: prepared.base, SUBMISSION: values}
    made = prepared.stage("referee", arms, deals)
    folder = player.play("referee", made, "optimize-referee", "sealed deals of the referee")
    names = [BASE, *([SUBMISSION] if values != prepared.base else [])]
    found = measure(folder, prepared.quantities, names)
    results = sealed.judge(prepared.targets, [prepared.base, values][: len(names)], found)
    own = results[-1]
    price = PRICE * prepared.cost(values)
    spans = [_misses(row) for row in own.targets]
    low, high = (math.sqrt(sum(span[end] ** 2 for span in spans)) + price for end in (0, 1))
    return Refereed(prepared, own, results[0], own.miss + price, low, high, deals)


def _misses(row: sealed.TargetResult) -> tuple[float, float]:
    """Return the least and the largest miss of the values in a target's interval, in margins."""
    low, high = row.interval
    least = max(0.0, row.low - high, low - row.high)
    most = max(0.0, row.low - low, high - row.high)
    return least / row.margin, most / row.margin
