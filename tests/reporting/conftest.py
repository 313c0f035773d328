"""What tests of reports share."""

from __future__ import annotations

from typing import IO, Any

import pytest
from matplotlib.figure import Figure


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make figures and leave out their drawing, for tests of words and numbers that others draw as well."""

    def empty(_figure: Figure, file: IO[str], **_more: Any) -> None:
        file.write("<svg></svg>")

    monkeypatch.setattr(Figure, "savefig", empty)
