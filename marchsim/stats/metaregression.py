"""True effects around a straight line: what a covariate explains of them, and which lie off it.

Estimates with known variances are draws around line + deviation, deviations with SD tau (the mixed-effects
meta-regression of Thompson and Higgins 2002, Statistics in Medicine 21).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from marchsim.stats.clusters import Floats
from marchsim.stats.heterogeneity import falling_root


@dataclass(frozen=True)
class Line:
    """Intercept and slope, covariance (2, 2), tau^2 of the deviations, and the deviations, shrunk, (k,)."""

    coefficients: Floats
    covariance: Floats
    tau2: float
    deviations: Floats
    errors: Floats

    @property
    def slope_se(self) -> float:
        """Return the standard error of the slope."""
        return float(np.sqrt(self.covariance[1, 1]))


def line(effects: Floats, variances: Floats, covariate: Floats) -> Line | None:
    """Return the line through k effects with variances > 0 (k,) over a covariate (k,).

    tau^2 is Paule and Mandel's: the weighted squares off the line equal k - 2. Deviations are best
    predictions; their errors include what is not known of the line. None for k < 4 or one value alone.
    """
    k = len(effects)
    if k < 4 or np.ptp(covariate) == 0:
        return None
    design = np.column_stack([np.ones(k), covariate])

    def off(tau2: float) -> float:
        coefficients, _ = _fit(effects, variances + tau2, design)
        return float(np.sum((effects - design @ coefficients) ** 2 / (variances + tau2)))

    tau2 = falling_root(lambda value: off(value) - (k - 2), float(variances.max()))
    coefficients, covariance = _fit(effects, variances + tau2, design)
    kept = tau2 / (variances + tau2)
    spread = np.einsum("ij,jk,ik->i", design, covariance, design)
    deviations = kept * (effects - design @ coefficients)
    return Line(coefficients, covariance, tau2, deviations, np.sqrt(kept * variances + kept**2 * spread))


def _fit(effects: Floats, variances: Floats, design: Floats) -> tuple[Floats, Floats]:
    """Return weighted least squares: coefficients and their covariance."""
    weighted = design / variances[:, None]
    covariance = np.asarray(np.linalg.inv(design.T @ weighted), dtype=np.float64)
    return covariance @ (weighted.T @ effects), covariance
