"""Judges a submitted change on sealed deals: the search's answer, or anybody's.

A submission is an overlay. Its loss is the root of the summed squared misses in margins, plus the price of
its changes; 0 is a free change that meets every target.
"""

from __future__ import annotations

from dataclasses import dataclass

from marchsim.errors import NothingMeasured
from marchsim.runner.planning.plan import BASE
from marchsim.studies.optimize import measuring, sealed
from marchsim.studies.optimize.prepared import PreparedOptimize, Values
from marchsim.studies.optimize.sealed import RuleSetResult
from marchsim.studies.optimize.search import PRICE
from marchsim.studies.stages import StagePlayer

USUAL_DEALS = 2_500


@dataclass(frozen=True)
class Refereed:
    """A submission on sealed deals beside the base game; `price` is what its changes add to the loss."""

    prepared: PreparedOptimize
    result: RuleSetResult
    base: RuleSetResult
    price: float
    deals: int

    @property
    def losses(self) -> tuple[float, float, float]:
        """The loss, and both ends of an interval that holds the true one with 95 %."""
        low, high = self.result.misses
        return self.result.miss + self.price, low + self.price, high + self.price


def referee(prepared: PreparedOptimize, values: Values, player: StagePlayer, deals: int) -> Refereed:
    """Play a submission and the base game on sealed deals and judge it."""
    arms = {BASE: prepared.base, **({"submission": values} if values != prepared.base else {})}
    made = prepared.stage("referee", arms, deals)
    note = "sealed deals of the referee"
    found = measuring.played(player, "referee", made, prepared.quantities, "optimize-referee", note)
    results = list(sealed.judge(prepared.targets, arms, found).values())
    if len(results) < len(arms):
        raise NothingMeasured("too few of the sealed deals say anything of each target; give more --confirm.")
    return Refereed(prepared, results[-1], results[0], PRICE * prepared.cost(values), deals)
