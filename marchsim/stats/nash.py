"""The mixture that nobody beats: the most even Nash equilibrium of a table of who is ahead of whom.

Nash averaging (Balduzzi, Tuyls, Perolat and Graepel 2018, Re-evaluating Evaluation): in the game in which two
players each send a strategy and win by the table, an equilibrium is a mixture over which no strategy
has an edge. A copy of a strategy shares its weight, so a field full of alike strategies does not vote twice.
"""

from __future__ import annotations

import numpy as np
from scipy import optimize, sparse

from marchsim.stats.choices import Bools
from marchsim.stats.clusters import Floats

LEVEL = 1e-7  # edges and weights below this are none
STEPS = 2_000


def equilibria(edges: Floats) -> Floats:
    """Return an equilibrium (tables, k), a corner of the set of all, of each of many tables (tables, k, k).

    Tables are antisymmetric: the edge of the row over the column.
    """
    k = edges.shape[-1]
    ahead = np.all(edges + np.eye(k) > 0, axis=2)  # who has the edge over each other is the only equilibrium
    found: Floats = ahead.astype(np.float64)
    mixed = ~ahead.any(axis=1)
    if mixed.any():
        found[mixed] = _corners(edges[mixed], np.zeros((int(mixed.sum()), k)))
    return found


def most_even(edge: Floats) -> Floats:
    """Return the equilibrium (k,) of largest entropy of antisymmetric edges (k, k): row minus column."""
    alone: Floats = equilibria(edge[None])[0]
    if np.all(np.delete(edge[int(alone.argmax())], int(alone.argmax())) > 0):
        return alone
    k = len(edge)
    used = np.diag(_corners(np.tile(edge, (k, 1, 1)), np.eye(k))) > LEVEL
    return _spread(edge, used)


def _corners(edges: Floats, goals: Floats) -> Floats:
    """Return the equilibrium of each table with the largest sum of goal x weight, by one linear program."""
    tables, k, _ = edges.shape
    found = optimize.linprog(
        -goals.ravel(),
        A_ub=sparse.block_diag(list(edges), format="csr"),  # no strategy has an edge over the mixture
        b_ub=np.zeros(tables * k),
        A_eq=sparse.block_diag([np.ones((1, k))] * tables, format="csr"),
        b_eq=np.ones(tables),
        bounds=(0, 1),
        method="highs",
    )
    assert found.x is not None, found.message  # an equilibrium exists (von Neumann 1928)
    weights: Floats = np.maximum(0.0, found.x).reshape(tables, k)
    weights /= weights.sum(axis=1, keepdims=True)
    return weights


def _spread(edge: Floats, used: Bools) -> Floats:
    """Return the equilibrium of largest entropy on these strategies, each of which some equilibrium uses.

    In dual form: weights are proportional to exp(-(prices @ edges)) with a price of at least 0 for each
    strategy, which make log(sum of these) least.
    """
    across = edge[:, used]

    def cost(prices: Floats) -> tuple[float, Floats]:
        power = -(prices @ across)
        grown = np.exp(power - power.max())
        weights = grown / grown.sum()
        return float(power.max() + np.log(grown.sum())), -(across @ weights)

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
