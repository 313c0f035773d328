"""The unbeaten mixture: the most even Nash equilibrium of a table of pairwise results.

Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, Re-evaluating Evaluation): consider a game in which
two players each pick a strategy and the table decides. An equilibrium is a mixture over which no strategy has
an edge. A copy of a strategy shares its weight, so similar strategies are not counted twice.

The equilibrium of an estimated table is sensitive to noise: of five equal strategies it keeps one or two. So
a mixture counts as unbeaten here if no edge over it exceeds the noise (an epsilon equilibrium), and the most
even such mixture is reported. By inversion of a test, these mixtures are a confidence set of the true ones.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import optimize, sparse

from marchsim.stats.choices import Bools
from marchsim.stats.clusters import Floats

LEVEL = 1e-7  # edges and weights below this are none
STEPS = 2_000
SURE = 0.95  # of the bound of noise, over all strategies at once
SELDOM = 0.05  # of tables: a strategy that equilibria use less often has no weight
ROUNDS = 3  # by which mixture and bound agree


@dataclass(frozen=True)
class Unbeaten:
    """The most even mixture (k,) over which no edge exceeds `slack`, the edge due to noise.

    `low` and `high` (k,) are the smallest and largest weights among all such mixtures. `used` (k,) is the
    share of drawn tables whose equilibrium uses each strategy.
    """

    weights: Floats
    low: Floats
    high: Floats
    used: Floats
    slack: float


def unbeaten(edge: Floats, drawn: Floats, most: int) -> Unbeaten:
    """The unbeaten mixture for an estimated table (k, k), with its uncertainty from resampled tables.

    `drawn` are the resampled tables (draws, k, k). Equilibria are computed for the first `most` of them.
    """
    samples = equilibria(drawn[:most])
    used: Floats = np.mean(samples > LEVEL, axis=0)
    weights, slack = samples.mean(axis=0), 0.0
    exact = most_even(edge)
    allowed = (used >= SELDOM) | (exact > LEVEL)
    for _ in range(ROUNDS):
        slack = float(np.quantile(np.max((drawn - edge) @ weights, axis=1), SURE))
        weights = _spread(edge, allowed, slack) if slack > LEVEL else exact
    k = len(edge)
    ends = np.concatenate([np.eye(k), -np.eye(k)])
    found = _corners(np.tile(edge, (2 * k, 1, 1)), ends, max(0.0, slack))
    at = np.arange(k)
    return Unbeaten(weights, found[k + at, at], found[at, at], used, slack)


def equilibria(edges: Floats) -> Floats:
    """One equilibrium (tables, k) for each table (tables, k, k): a corner of the set of its equilibria.

    Tables are antisymmetric. A cell is the edge of the row over the column.
    """
    k = edges.shape[-1]
    ahead = np.all(edges + np.eye(k) > 0, axis=2)  # who has the edge over each other is the only equilibrium
    found: Floats = ahead.astype(np.float64)
    mixed = ~ahead.any(axis=1)
    if mixed.any():
        found[mixed] = _corners(edges[mixed], np.zeros((int(mixed.sum()), k)))
    return found


def most_even(edge: Floats) -> Floats:
    """The equilibrium (k,) with the largest entropy, for antisymmetric edges (k, k) of row over column."""
    alone: Floats = equilibria(edge[None])[0]
    if np.all(np.delete(edge[int(alone.argmax())], int(alone.argmax())) > 0):
        return alone
    k = len(edge)
    used = np.diag(_corners(np.tile(edge, (k, 1, 1)), np.eye(k))) > LEVEL
    return _spread(edge, used)


def _corners(edges: Floats, goals: Floats, slack: float = 0.0) -> Floats:
    """For each table, the equilibrium with the largest sum of goals x weights. One linear program finds all.

    No strategy has an edge of more than `slack` over the equilibrium.
    """
    tables, k, _ = edges.shape
    found = optimize.linprog(
        -goals.ravel(),
        A_ub=sparse.block_diag(list(edges), format="csr"),
        b_ub=np.full(tables * k, slack),
        A_eq=sparse.block_diag([np.ones((1, k))] * tables, format="csr"),
        b_eq=np.ones(tables),
        bounds=(0, 1),
        method="highs",
    )
    assert found.x is not None, found.message  # an equilibrium exists (von Neumann 1928)
    weights: Floats = np.maximum(0.0, found.x).reshape(tables, k)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _spread(edge: Floats, used: Bools, slack: float = 0.0) -> Floats:
    """The mixture of `used` strategies with the largest entropy over which no edge exceeds `slack`.

    It is solved in dual form. Weights are proportional to exp(-(prices @ edges)). The prices >= 0 of the
    strategies minimise the logarithm of the sum of these weights plus `slack` times the sum of prices.
    """
    across = edge[:, used]

    def cost(prices: Floats) -> tuple[float, Floats]:
        power = -(prices @ across)
        grown = np.exp(power - power.max())
        weights = grown / grown.sum()
        value = float(power.max() + np.log(grown.sum()) + slack * prices.sum())
        return value, slack - across @ weights

    start = np.zeros(len(edge))
    options = {"maxiter": STEPS, "ftol": 1e-15, "gtol": 1e-10}
    found = optimize.minimize(
        cost, start, jac=True, method="L-BFGS-B", bounds=[(0, None)] * len(edge), options=options
    )
    power = -(found.x @ across)
    weights: Floats = np.zeros(len(edge))
    weights[used] = np.exp(power - power.max())
    weights /= weights.sum()
    return weights
