"""Many treatments at once against the one-treatment estimator, statsmodels, and simulated truth."""

from __future__ import annotations

import numpy as np
import pytest
from statsmodels.regression.linear_model import OLS, WLS

from marchsim.stats.heterogeneity import spread
from marchsim.stats.intervals import t_quantile
from marchsim.stats.metaregression import line
from marchsim.stats.regression import stratified_effect
from marchsim.stats.treatments import (
    Effects,
    Sums,
    Treated,
    common_covariance,
    treatment_effects,
    within,
)

ITEMS, HAND = 16, 3


def dealt(
    seed: int, deals: int, worth: float = 0.0, repeats: int = 2, seats: int = 4
) -> tuple[Sums, Treated]:
    """Return entries and treated ones of games with `repeats` rotations a deal; item 0 adds `worth`.

    Hands are dealt from one deck a deal to seats; strata are seat x who sits there. One winner a game, whose
    odds hang on seat, strategy and the deal's luck.
    """
    generator = np.random.default_rng(seed)
    rows, gifts = [], []
    for deal in range(deals):
        hands = generator.permutation(ITEMS)[: seats * HAND].reshape(seats, HAND)
        luck = generator.normal(0, 0.7, seats)
        for turn in range(repeats):
            who = (np.arange(seats) + turn) % seats
            odds = luck + 0.3 * who + 0.2 * np.arange(seats) + worth * (hands == 0).any(axis=1)
            won = np.zeros(seats)
            won[np.argmax(odds + generator.gumbel(size=seats))] = 1.0
            for seat in range(seats):
                stratum = seat * seats + who[seat]
                rows.append((deal, stratum, won[seat], 1.0))
                gifts += [(deal, stratum, won[seat], 1.0, item) for item in hands[seat]]
    entries, given = np.array(rows), np.array(gifts)
    columns = [entries[:, 0].astype(int), entries[:, 1].astype(int), entries[:, 2], entries[:, 3]]
    treated = [given[:, 0].astype(int), given[:, 1].astype(int), given[:, 2], given[:, 3]]
    return Sums(*columns), Treated(*treated, given[:, 4].astype(int))


def arms(entries: Sums, treated: Treated, item: int) -> tuple[np.ndarray, ...]:
    """Return cluster, stratum, arm, value of each entry for one item."""
    held = treated.item == item
    own = set(zip(treated.cluster[held].tolist(), treated.stratum[held].tolist(), strict=True))
    arm = np.array([pair in own for pair in zip(entries.cluster, entries.stratum, strict=True)])
    return entries.cluster, entries.stratum, arm, entries.sums


def by_hand(deal: np.ndarray, stratum: np.ndarray, arm: np.ndarray, value: np.ndarray) -> tuple[float, float]:
    """Return value and error of one effect as the docstring has it, written out."""
    effect, influence = 0.0, np.zeros(len(value))
    for name in np.unique(stratum):
        here = stratum == name
        for side, sign in ((arm, 1.0), (~arm, -1.0)):
            cell = here & side
            n, weight = cell.sum(), here.mean()
            effect += sign * weight * value[cell].mean()
            influence[cell] = sign * weight * (value[cell] - value[cell].mean()) / n * np.sqrt(n / (n - 1))
    scores = np.bincount(deal, influence)
    return effect, float(np.sqrt(np.sum(scores**2) * len(scores) / (len(scores) - 1)))


@pytest.mark.parametrize("cells", [50, 4_000_000])
def test_each_effect_is_that_of_one_treatment_alone(monkeypatch: pytest.MonkeyPatch, cells: int) -> None:
    """Value and arms equal `stratified_effect`, the error a sum by hand, however clusters are cut."""
    monkeypatch.setattr("marchsim.stats.treatments.CELLS", cells)
    entries, treated = dealt(1, 80, worth=1.0)
    ours = treatment_effects(entries, treated, ITEMS + 1)
    for item in range(ITEMS):
        deal, stratum, arm, value = arms(entries, treated, item)
        one = stratified_effect(deal, stratum, arm, value, np.ones(len(value)))
        assert one is not None and one.se is not None
        assert (ours.values[item], ours.covariance[item, item] ** 0.5) == pytest.approx(
            by_hand(deal, stratum, arm, value)
        )
        assert ours.values[item] == pytest.approx(one.value)
        assert 1.0 < ours.covariance[item, item] ** 0.5 / one.se < 1.1
        assert (ours.clusters[item], ours.treated[item], ours.control[item]) == (
            one.clusters, one.treated, one.control,
        )  # fmt: skip
    assert ours.known.tolist() == [True] * ITEMS + [False]
    assert ours.values[ITEMS] == ours.treated_clusters[ITEMS] == 0


def test_values_are_statsmodels_regression_with_interactions() -> None:
    """Lin's regression: treatment, centred strata and their products; errors by cluster are near (CR1)."""
    entries, treated = dealt(2, 300, worth=0.8)
    ours = treatment_effects(entries, treated, ITEMS)
    for item in (0, 5):
        deal, stratum, arm, value = arms(entries, treated, item)
        names = np.unique(stratum)
        dummies = (stratum[:, None] == names[None, 1:]).astype(float)
        centred = dummies - dummies.mean(axis=0)
        design = np.column_stack([np.ones(len(value)), arm, centred, centred * arm[:, None]])
        fit = OLS(value, design).fit(cov_type="cluster", cov_kwds={"groups": deal})
        assert ours.values[item] == pytest.approx(fit.params[1])
        factor = (len(value) - 1) / (len(value) - design.shape[1])  # theirs counts the regressors, too
        assert ours.covariance[item, item] * factor == pytest.approx(fit.cov_params()[1, 1], rel=0.03)


def test_strata_can_be_left_out() -> None:
    """Effects within some strata are those of the table without the others."""
    entries, treated = dealt(3, 60)
    kept = np.arange(16) < 4
    some = treatment_effects(within(entries, kept), within(treated, kept), ITEMS)
    deal, stratum, arm, value = arms(entries, treated, 3)
    one = stratified_effect(deal[stratum < 4], stratum[stratum < 4], arm[stratum < 4], value[stratum < 4],
                            np.ones(int((stratum < 4).sum())))  # fmt: skip
    assert one is not None and some.values[3] == pytest.approx(one.value)


def test_nothing_at_all_is_nothing_known() -> None:
    """Without entries, or with one cluster, nothing fails."""
    empty = np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), np.zeros(0)
    nothing = treatment_effects(Sums(*empty), Treated(*empty, np.zeros(0, np.int64)), 2)
    assert not nothing.known.any()
    entries, treated = dealt(4, 1)
    assert np.isfinite(treatment_effects(entries, treated, ITEMS).covariance).all()


def test_a_common_correlation_stays_a_covariance() -> None:
    """The mean correlation is kept, above the lowest possible; variances stay; one effect stays as it is."""
    entries, treated = dealt(5, 300)
    given = treatment_effects(entries, treated, ITEMS).covariance
    shared = common_covariance(given)
    assert np.diag(shared) == pytest.approx(np.diag(given))
    assert np.linalg.eigvalsh(shared)[0] > 0
    assert shared[0, 1] < 0
    assert common_covariance(given[:1, :1]) == pytest.approx(given[:1, :1])


def simulated(runs: int, worth: float = 0.0) -> list[Effects]:
    return [treatment_effects(*dealt(1000 + seed, 60, worth), ITEMS) for seed in range(runs)]


@pytest.mark.slow
def test_coverage_and_tau_in_a_deck_of_equal_items() -> None:
    """In 200 runs 95 % intervals hold 0 in 179 to 198, for each of three items; tau's interval holds 0."""
    found = simulated(200)
    for item in (0, 4, 11):
        held = [
            one.values[item] ** 2
            <= t_quantile(0.95, one.clusters[item] - 1) ** 2 * one.covariance[item, item]
            for one in found
        ]
        print("seeds 1000-1199, item", item, "covered", sum(held))
        assert 179 <= sum(held) <= 198
    apart = [spread(one.values, common_covariance(one.covariance) * 59 / 57) for one in found]
    zero = sum(one is not None and one.interval.low == 0 for one in apart)
    rejected = sum(one is not None and one.p < 0.05 for one in apart)
    print("tau's interval begins at 0 in", zero, "runs; Q rejected in", rejected)
    assert 185 <= zero <= 200 and 2 <= rejected <= 21


def test_the_line_is_weighted_least_squares() -> None:
    """Coefficients and covariance at tau^2 are statsmodels'; tau^2 makes the weighted squares k - 2."""
    generator = np.random.default_rng(3)
    cost, variances = generator.integers(1, 5, 40).astype(float), generator.uniform(0.1, 0.4, 40)
    effects = 0.2 + 0.5 * cost + generator.normal(0, np.sqrt(variances + 0.5))
    ours = line(effects, variances, cost)
    assert ours is not None
    design = np.column_stack([np.ones(40), cost])
    theirs = WLS(effects, design, weights=1 / (variances + ours.tau2)).fit(cov_type="fixed scale")
    assert ours.coefficients == pytest.approx(theirs.params)
    assert ours.covariance == pytest.approx(theirs.cov_params())
    assert np.sum((effects - design @ ours.coefficients) ** 2 / (variances + ours.tau2)) == pytest.approx(38)
    kept = ours.tau2 / (ours.tau2 + variances)
    assert ours.deviations == pytest.approx(kept * (effects - design @ ours.coefficients))
    whole = np.diag(1 / (variances + ours.tau2))  # Henderson's prediction errors: G - G P G
    project = whole - whole @ design @ np.linalg.inv(design.T @ whole @ design) @ design.T @ whole
    expected = ours.tau2 * np.eye(40) - ours.tau2**2 * project
    assert ours.errors**2 == pytest.approx(np.diag(expected))


def test_a_line_needs_four_effects_and_two_costs() -> None:
    """Nothing is drawn through three points, or over one cost."""
    three = np.arange(3.0)
    assert line(three, np.ones(3), three) is None
    assert line(np.arange(9.0), np.ones(9), np.ones(9)) is None
    flat = line(2 * np.arange(9.0), np.ones(9), np.arange(9.0))
    assert flat is not None and flat.tau2 == 0
    assert flat.deviations == pytest.approx(np.zeros(9))
    assert flat.errors == pytest.approx(np.zeros(9))
