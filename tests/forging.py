"""Run folders whose parts were changed by somebody who changed the manifest too."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.recorder import RunFolder
from marchsim.recorder.digest import digest, summed
from marchsim.recorder.manifest import CHECK, LAST, check_of


def manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest of a run folder, which gets the check of what it says then."""
    path = folder / "manifest.json"
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(sealed(data)))
    (folder / LAST).unlink(missing_ok=True)


def sealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return what a manifest says with the check of it."""
    return {**data, CHECK: check_of(data)}


def forge(folder: Path, table: str, *changes: pl.Expr, sums: bool = True) -> None:
    """Change the only part of a table, with a manifest that says its new checksum (`sums`: and sum)."""
    (part,) = (folder / "tables" / table).iterdir()
    described = RunFolder(folder).tables[table]
    rows = pl.read_parquet(part).with_columns(*changes).cast(dict(pl.read_parquet_schema(part)))
    rows.write_parquet(part)
    content = part.read_bytes()
    entry: dict[str, Any] = {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    if sums:
        total = summed(described, rows)
        entry |= {"rows": total.rows, "sum": f"{total.value:064x}"}
        manifest(folder, lambda data: data["tables"][table].update(digest=digest(described, total)))
    manifest(folder, lambda data: data["tables"][table]["parts"][part.name].update(entry))
