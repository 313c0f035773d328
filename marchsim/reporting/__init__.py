"""A report as plain data, and its rendering as a web page, Markdown, JSON and figures.

`report_all(run, out)` is what `marchsim report all` calls.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marchsim.reporting.whole import report_all as report_all


def __getattr__(name: str) -> Any:
    """Load `report_all` when it is asked for: it brings polars, scipy and matplotlib with it."""
    if name == "report_all":
        from marchsim.reporting.whole import report_all

        return report_all
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
