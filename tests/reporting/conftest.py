"""Pictures are drawn in tests that look at them, and made in tests of numbers at the edge."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import without_drawing


@pytest.fixture(autouse=True)
def pictures(request: pytest.FixtureRequest) -> Iterator[None]:
    """By the mark of a test: `drawn`, `made` without being drawn, else empty.

    What the tests of a module share is drawn before this.
    """
    if request.node.get_closest_marker("drawn"):
        yield
    elif request.node.get_closest_marker("made"):
        with without_drawing():
            yield
    else:
        request.getfixturevalue("undrawn")
        yield
