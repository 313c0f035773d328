"""Which cases of a test run interpreted in `make test`, and which in `make test-slow` alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import marchsim


def some(cases: Sequence[tuple[Any, ...]], every: int) -> list[Any]:
    """Return all cases (the arguments of each); interpreted, those between every n-th are slow."""
    if marchsim.MODE.compiled:
        return [pytest.param(*case) for case in cases]
    slow = pytest.mark.slow
    return [pytest.param(*case, marks=slow if at % every else ()) for at, case in enumerate(cases)]
