"""Pictures are drawn in tests that look at them, and made in tests of numbers at the edge.

With `slow=True` in its mark a fast test has empty ones, and the same test with pictures is slow.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.conftest import without_drawing


def asked(node: pytest.Item | pytest.FunctionDefinition) -> pytest.Mark | None:
    """Return the mark that says what becomes of a test's pictures."""
    return node.get_closest_marker("drawn") or node.get_closest_marker("made")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Let a test with `slow=True` in its mark run with empty pictures, and as a slow test with pictures."""
    mark = asked(metafunc.definition)
    if mark and mark.kwargs.get("slow"):
        slow = pytest.param(mark.name, marks=pytest.mark.slow)
        metafunc.parametrize("pictures", ["empty", slow], indirect=True)


@pytest.fixture(autouse=True)
def pictures(request: pytest.FixtureRequest) -> Iterator[None]:
    """By the mark of a test: `drawn`, `made` without being drawn, else empty.

    What the tests of a module share is drawn before this.
    """
    mark = asked(request.node)
    kind = getattr(request, "param", mark and mark.name)
    if kind == "drawn":
        yield
    elif kind == "made":
        with without_drawing():
            yield
    else:
        request.getfixturevalue("undrawn")
        yield
