"""What lies in a run folder, held against its ledger.

Parts that are missing or damaged, files that are no parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from marchsim import files
from marchsim.errors import RecordError, StateMismatch
from marchsim.recorder import names, parquet
from marchsim.recorder.folder import RunFolder
from marchsim.recorder.ledger import JOURNAL, repair
from marchsim.recorder.parts import Damaged, Missing, Part, check, columns

MISSING, DAMAGED, DOUBLED, FOREIGN, LINKED, BROKEN = (
    "missing",
    "damaged",
    "doubled",
    "foreign",
    "linked",
    "broken",
)


@dataclass(frozen=True)
class Finding:
    """What is not as it should be in a run folder: where, its kind, and what is wrong in words.

    The games of a missing or damaged `part` of the ledger have to be played again; doubled and foreign files
    are none of the run's.
    """

    path: Path
    kind: str
    problem: str
    games: tuple[int, int] | None = None
    part: Part | None = None

    @property
    def words(self) -> str:
        """Return it in a line."""
        if self.games is None:
            return f"{self.path}: {self.problem}"
        first, last = self.games
        games = f"game {first}" if first == last else f"games {first} to {last}"
        return f"{self.path} ({games}): {self.problem}"


def survey(folder: RunFolder) -> list[Finding]:
    """Return what is wrong with the files of a run folder; each part is read once."""
    links = [Finding(path, LINKED, "a symbolic link, where a folder must be") for path in folder.linked()]
    broken = folder.ledger.broken
    journal = [Finding(folder.path / JOURNAL, BROKEN, broken.partition(": ")[2])] if broken else []
    try:
        return [*links, *journal, *([] if links else [*_parts(folder), *_others(folder)])]
    except OSError as error:
        raise RecordError(f"{error.filename or folder.path}: cannot be read ({error.strerror}).") from None


def _parts(folder: RunFolder) -> Iterator[Finding]:
    for name, table in folder.tables.items():
        for part in folder.parts(name):
            try:
                check(part)
                if columns(part) != parquet.schema(table):
                    raise Damaged(part, "its columns are not those of the manifest")
            except Damaged as damage:
                kind = MISSING if isinstance(damage, Missing) else DAMAGED
                yield Finding(part.path, kind, damage.problem, (part.first, part.last), part)


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
            yield Finding(path, DOUBLED if doubled else FOREIGN, told, span)


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
