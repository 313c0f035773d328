"""Surfaces with known noise: gradients by finite differences, scikit-learn's formulas by hand, coverage."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import optimize, stats

from marchsim.stats import gaussian_process
from marchsim.stats.clusters import Floats
from marchsim.stats.gaussian_process import LEVEL, GaussianProcess, fit, fitted, stage_noise


def world(points: Floats) -> Floats:
    """A surface that is straight in two columns and curved in two."""
    found: Floats = 3 * points[:, 0] - 2 * points[:, 1] + 6 * (points[:, 2] - 0.4) ** 2 * (1 + points[:, 3])
    return found


def drawn(many: int, noise: float, seed: int) -> tuple[Floats, Floats, Floats]:
    """Points on a grid of five values a column, noisy values, and the noise's covariance."""
    rng = np.random.default_rng(seed)
    points = rng.integers(0, 5, (many, 5)) / 4
    return points, world(points) + rng.normal(0, noise, many), np.eye(many) * noise**2


def test_a_prediction_is_the_conditional_normal_law() -> None:
    """Mean and variance are those of the joint normal law, written out."""
    points, values, noise = drawn(12, 0.3, 1)
    found = GaussianProcess(
        points, values, noise, (0.2, -0.3), np.array([0.1, -0.4, 0.2, 0.0, 0.5]), 1.0, 2.0
    )
    new = np.array([[0.1, 0.9, 0.3, 0.6, 0.2]])
    every = np.vstack([points, new])
    apart = (every[:, None] - every[None]) / np.exp(found.lengths)
    whole = (
        LEVEL + np.exp(0.4) * (every - 0.5) @ (every - 0.5).T + np.exp(-0.6 - 0.5 * (apart**2).sum(axis=2))
    )
    known = whole[:-1, :-1] + noise / 4
    weights = np.linalg.solve(known, whole[:-1, -1])
    mean, error = found.predict(new)
    assert mean[0] == pytest.approx(1 + 2 * weights @ ((values - 1) / 2), rel=1e-5)
    assert error[0] ** 2 == pytest.approx(4 * (whole[-1, -1] - weights @ whole[:-1, -1]), rel=1e-4)


def test_left_out_values_are_predicted_as_by_fitting_without_them() -> None:
    points, values, noise = drawn(10, 0.5, 2)
    whole = fitted(points, values, noise, curved=True)
    total = 0.0
    for at in range(len(values)):
        kept = np.arange(len(values)) != at
        rest = GaussianProcess(
            points[kept], values[kept], noise[np.ix_(kept, kept)], whole.sizes, whole.lengths, whole.centre,
            whole.scale,
        )  # fmt: skip
        mean, error = rest.predict(points[[at]])
        spread = np.sqrt(error[0] ** 2 + noise[at, at]) / whole.scale
        total += stats.norm.logpdf((values[at] - mean[0]) / whole.scale, scale=spread)
    assert whole.left_out() == pytest.approx(total, rel=1e-3)


def test_the_fit_is_a_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gradient that the search for the mode goes by is that of finite differences."""
    seen = []
    minimize = optimize.minimize

    def checked(loss, start, **more):  # type: ignore[no-untyped-def]
        theta = np.linspace(-0.5, 0.6, len(start))
        told = loss(theta)[1]
        assert told == pytest.approx(optimize.approx_fprime(theta, lambda at: loss(at)[0], 1e-6), abs=2e-3)
        seen.append(len(start))
        return minimize(loss, start, **more)

    monkeypatch.setattr(gaussian_process.optimize, "minimize", checked)
    fit(*drawn(30, 0.4, 3))
    assert seen == [1, 7]


@pytest.mark.parametrize("seed", [4, 5])
def test_intervals_hold_the_truth(seed: int) -> None:
    """On points that were not measured, 95 % intervals hold the surface in nearly all cases."""
    points, values, noise = drawn(120, 0.4, seed)
    found = fit(points, values, noise)
    new = np.random.default_rng(seed + 10).integers(0, 5, (300, 5)) / 4
    mean, error = found.predict(new)
    assert np.mean(np.abs(mean - world(new)) < 1.96 * error) > 0.88
    assert np.sqrt(np.mean((mean - world(new)) ** 2)) < 0.3 < np.std(world(new))


def test_a_straight_world_has_a_straight_surface() -> None:
    points, _, noise = drawn(60, 0.2, 6)
    values = points @ np.array([2.0, -1.0, 0.0, 0.0, 1.0]) + np.random.default_rng(6).normal(0, 0.2, 60)
    assert fit(points, values, noise).sizes[1] is None
    curved = 5 * np.sin(6 * points[:, 0]) + np.random.default_rng(7).normal(0, 0.2, 60)
    assert fit(points, curved, noise).sizes[1] is not None


def test_errors_on_the_same_deals_are_correlated() -> None:
    noise = stage_noise(np.array([4.0, 9.0, 1.0]), [([0, 1], 0.5), ([2], 1.0)])
    assert noise.tolist() == [[4.0, 3.0, 0.0], [3.0, 9.0, 0.0], [0.0, 0.0, 1.0]]
    close = stage_noise(np.array([1.0, 1.0]), [([0, 1], 1.0)])
    assert np.linalg.eigvalsh(close).min() > 0.01
