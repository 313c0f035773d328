"""The nodes of a Dask cluster that we start: Dask's own, without the pages that they would serve to anybody.

Dask opens a port for them even without a dashboard: health, metrics and tasks, without authentication.
"""

from __future__ import annotations

from typing import Any

import distributed


class Scheduler(distributed.Scheduler):  # type: ignore[misc]  # published without types
    """A scheduler that shows no pages."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """Open no port."""


class Worker(distributed.Worker):  # type: ignore[misc]
    """A worker that shows no pages."""

    def start_http_server(self, *_: Any, **__: Any) -> None:
        """Open no port."""
