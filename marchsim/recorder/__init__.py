"""Run folders: typed Parquet tables, the manifest that explains them, and their canonical digests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marchsim.recorder.folder import RunFolder as RunFolder


def __getattr__(name: str) -> Any:
    """Import `RunFolder` when it is first used, because it imports polars."""
    if name == "RunFolder":
        from marchsim.recorder.folder import RunFolder

        return RunFolder
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
