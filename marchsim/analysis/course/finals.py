"""Final scores: margins over the best opponent, the distribution of scores, and ties."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.analysis.course.pace import QUANTILES
from marchsim.analysis.reading.estimates import Estimate, mean_of, share_of
from marchsim.analysis.reading.grids import ends
from marchsim.analysis.reading.panels import Panel
from marchsim.analysis.reading.rows import added, counted
from marchsim.stats.choices import Ints
from marchsim.stats.clusters import Floats


@dataclass(frozen=True)
class Scores:
    """A strategy's final scores: mean margin over the best opponent, quantiles, and distribution function.

    `curve` has pairs (score, share of entries with at most that score).
    """

    strategy: str
    entries: int
    margin: Estimate
    low: float
    quantiles: tuple[float, ...]
    high: float
    curve: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Finals:
    """Scores by strategy, the share of games with tied top scores, and the share with a broken tie."""

    scores: list[Scores]
    level: Estimate
    broken: Estimate


def finals(panel: Panel) -> Finals | None:
    """The final scores of a panel. None if it has no scores, a single player, or players who win together."""
    if panel.players == 1 or panel.opponent or panel.kept.is_empty():
        return None
    found = ends(panel, ("strategy", "score", "credit"))
    score, strategy = found.values["score"], found.values["strategy"].astype(np.int64)
    if not len(score):
        return None
    deal = panel.deal_numbers[found.game]
    top = score == score.max(axis=1, keepdims=True)
    level = top.sum(axis=1) > 1
    won = found.values["credit"] > 0
    ordered = np.sort(score, axis=1)
    best_other = np.where(top & ~level[:, None], ordered[:, -2:-1], ordered[:, -1:])
    broken = level & won.any(axis=1) & ((top & won).sum(axis=1) < top.sum(axis=1))
    return Finals(
        [
            _scores(name, strategy == at, score, score - best_other, deal)
            for at, name in enumerate(panel.strategies)
            if np.any(strategy == at)
        ],
        _share(level, deal),
        _share(broken, deal),
    )


def _share(games: np.ndarray, deal: Ints) -> Estimate:
    deals = int(deal.max()) + 1
    return share_of(added(deal, games.astype(np.float64), deals), counted(deal, deals))


def _scores(name: str, own: np.ndarray, score: Floats, margin: Floats, deal: Ints) -> Scores:
    values, counts = np.unique(score[own], return_counts=True)
    up_to = np.cumsum(counts) / counts.sum()
    deals, entries = int(deal.max()) + 1, own.sum(axis=1).astype(np.float64)
    sums = added(deal, (margin * own).sum(axis=1), deals)
    return Scores(
        strategy=name,
        entries=int(counts.sum()),
        margin=mean_of(sums, added(deal, entries, deals)),
        low=float(values[0]),
        quantiles=tuple(float(values[np.searchsorted(up_to, q - 1e-12)]) for q in QUANTILES),
        high=float(values[-1]),
        curve=tuple(zip(values.tolist(), up_to.tolist(), strict=True)),
    )
