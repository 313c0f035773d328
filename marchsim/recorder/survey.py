"""What lies in a run folder, held against its ledger.

Parts that are missing or damaged, files that are no parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from marchsim import files
from marchsim.errors import StateMismatch
from marchsim.recorder import names, parquet
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import repair
from marchsim.recorder.parts import Damaged, Missing, Part, check, columns

MISSING, DAMAGED, DOUBLED, FOREIGN = "missing", "damaged", "doubled", "foreign"


@dataclass(frozen=True)
class Finding:
    """A file of a run folder that is not as it should be: what it is, and what is wrong in words.

    `first` and `last` are the games in its name. A missing or damaged part leaves these games to be played
    again, a doubled or foreign one is none of the run's.
    """

    table: str
    path: Path
    kind: str
    problem: str
    first: int
    last: int
    part: Part | None = None  # of the ledger: None for a doubled or foreign one

    @property
    def words(self) -> str:
        """Return it in a line."""
        games = f"game {self.first}" if self.first == self.last else f"games {self.first} to {self.last}"
        return f"{self.path} ({games}): {self.problem}"


def survey(folder: RunFolder) -> list[Finding]:
    """Return what is wrong with the files of a run folder; each part is read once."""
    return [*_parts(folder), *_others(folder)]


def _parts(folder: RunFolder) -> Iterator[Finding]:
    for name, table in folder.tables.items():
        for part in folder.parts(name):
            try:
                check(part)
                if columns(part) != parquet.schema(table):
                    raise Damaged(part, "its columns are not those of the manifest")
            except Damaged as damage:
                kind = MISSING if isinstance(damage, Missing) else DAMAGED
                yield Finding(name, part.path, kind, damage.problem, part.first, part.last, part)


def _others(folder: RunFolder) -> Iterator[Finding]:
    """Yield files that have the name of a part and are none."""
    for name in folder.tables:
        spans = [names.span_of(part) for part in folder.ledger.parts[name]]
        for path in entries(folder.path / "tables" / name):
            span = names.part_range(path.name)
            if span is None or path.name in folder.ledger.parts[name]:
                continue
            doubled = any(first <= span[1] and span[0] <= last for first, last in spans)
            told = "holds games that other parts hold too" if doubled else "is none of the run's parts"
            yield Finding(name, path, DOUBLED if doubled else FOREIGN, told, *span)


def entries(place: Path) -> list[Path]:
    """Return what lies in a folder of ours, in the order of the names.

    Nothing where there is no such folder.
    """
    return sorted(place.iterdir()) if files.is_own_folder(place) else []


def refuse(path: Path, found: list[Finding]) -> None:
    """Raise StateMismatch if anything is wrong but parts that are missing, which are simply played again."""
    bad = [finding for finding in found if finding.kind != MISSING]
    if bad:
        more = f" (and {len(bad) - 1} more)" if len(bad) > 1 else ""
        raise StateMismatch(f"{bad[0].words}{more}; {repair(path)}")
