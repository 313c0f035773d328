"""Many treatments at once against statsmodels' regression and sums by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from statsmodels.regression.linear_model import OLS

from marchsim.stats.treatments import Hands, Totals, common_covariance, totals, treatment_effects
from tests.stats.dealt import Played, World, play

WORLD = World(120, worth=(0.8,))


def arm(played: Played, item: int) -> np.ndarray:
    """Return which entries have an item."""
    hands, entries = played.hands, played.entries
    held = hands.item == item
    given = set(zip(hands.cluster[held].tolist(), hands.place[held].tolist(), strict=True))
    return np.array([pair in given for pair in zip(entries.cluster, entries.place, strict=True)])


def test_an_effect_is_the_regression_with_strata() -> None:
    """Value: ordinary least squares with a constant for each stratum; error: near theirs by cluster."""
    played = play(WORLD, 1)
    entries = played.entries
    ours = treatment_effects(entries, played.hands, np.zeros(16, np.int64))
    dummies = np.eye(16)[entries.stratum]
    for item in (0, 5, 15):
        given = arm(played, item)
        fit = OLS(entries.sums, np.column_stack([given, dummies])).fit(
            cov_type="cluster", cov_kwds={"groups": entries.cluster}
        )
        assert ours.values[0, item] == pytest.approx(fit.params[0])
        assert ours.errors[0, item] == pytest.approx(fit.bse[0], rel=0.05)
        assert ours.t[0, item] == pytest.approx(ours.values[0, item] / ours.errors[0, item])
        assert ours.treated[0, item] == given.sum()
        assert ours.deals[0, item] == len(np.unique(entries.cluster[given]))


def test_groups_are_the_same_of_their_strata_alone() -> None:
    """The effect for one strategy is the regression on its own entries."""
    played = play(WORLD, 2)
    entries = played.entries
    ours = treatment_effects(entries, played.hands, played.strategy)
    own = played.strategy[entries.stratum] == 2
    given = arm(played, 0)[own]
    fit = OLS(entries.sums[own], np.column_stack([given, np.eye(16)[entries.stratum[own]][:, 8:12]])).fit()
    assert ours.values[2, 0] == pytest.approx(fit.params[0])
    assert ours.deals[2, 0] == len(np.unique(entries.cluster[own][given]))


def test_rows_that_share_a_place_add_up() -> None:
    """Halves of an entry, or games of one place as one row, give the same effects."""
    played = play(WORLD, 3)
    entries = played.entries
    twice = [np.tile(column, 2) for column in (entries.cluster, entries.place, entries.stratum)]
    halves = replace(
        entries, cluster=twice[0], place=twice[1], stratum=twice[2],
        sums=np.tile(entries.sums / 2, 2), counts=np.tile(entries.counts / 2, 2),
    )  # fmt: skip
    one = treatment_effects(entries, played.hands, played.strategy)
    two = treatment_effects(halves, played.hands, played.strategy)
    assert two.values == pytest.approx(one.values) and two.errors == pytest.approx(one.errors)


def test_what_cannot_be_compared_is_unknown() -> None:
    """An item given to nobody, or to every entry of its strata; no entries at all."""
    played = play(WORLD, 4)
    everybody = np.unique(np.stack([played.entries.cluster, played.entries.place]), axis=1)
    hands = Hands(
        np.append(played.hands.cluster, everybody[0]), np.append(played.hands.place, everybody[1]),
        np.append(played.hands.item, np.full(everybody.shape[1], 17)), 120, 4, 18,
    )  # fmt: skip
    ours = treatment_effects(played.entries, hands, np.zeros(16, np.int64))
    assert ours.known[0].tolist() == [True] * 16 + [False, False]
    assert np.all(ours.values[0, 16:] == 0) and np.all(ours.errors[0, 16:] == 0)
    empty = [column[:0] for column in (played.entries.cluster, played.entries.sums)]
    none = replace(
        played.entries, cluster=empty[0], place=empty[0], stratum=empty[0], sums=empty[1], counts=empty[1]
    )
    assert not treatment_effects(none, Hands(*[empty[0]] * 3, 0, 4, 3), np.zeros(16, np.int64)).known.any()


def test_totals_are_sums_over_treated_places() -> None:
    """Sums and squares by hand; even variances are products of their margins."""
    hands = Hands(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0, 1, 0]), 2, 2, 2)
    outcomes = np.array([[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]])  # place, cluster, group
    found = totals(hands, outcomes)
    assert found.sums.tolist() == [[1 + 7, 3], [2 + 8, 4]]
    assert found.squares.tolist() == [[1 + 49, 9], [4 + 64, 16]]
    assert found.variances(np.array([2, 1])).tolist() == [[50 - 32, 0], [68 - 50, 0]]
    even = Totals(found.sums, found.squares, even=True).variances(np.array([2, 1]))
    assert even == pytest.approx(np.outer([59, 84], [118, 25]) / 143)


def test_a_common_correlation_stays_a_covariance() -> None:
    """Errors stay; the correlation is kept above the lowest possible; one effect has no correlation."""
    errors = np.array([0.1, 0.2, 0.3])
    shared = common_covariance(errors, -0.9)
    assert np.sqrt(np.diag(shared)) == pytest.approx(errors)
    assert 0 < np.linalg.eigvalsh(shared)[0] < 1e-3
    assert common_covariance(errors, 0.2)[0, 1] == pytest.approx(0.2 * 0.02)
    assert common_covariance(errors[:1], 0.5) == pytest.approx(np.array([[0.01]]))
