"""The results of earlier sensitivity studies of a run's rules, for its reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from marchsim import jsonfile
from marchsim.analysis.reading.source import Run, variants
from marchsim.analysis.robustness.judging import CHANGES, ERROR, FLIPS, HOLDS, OPEN, over_populations
from marchsim.errors import StateMismatch
from marchsim.recorder.claims import WITHIN

FILE = "sensitivity.json"
SCHEMA = "marchsim.sensitivity/1"
LARGEST = 50_000_000
AGAIN = "make it with `marchsim sensitivity`"
USUAL = (Path("robustness"),)  # where `marchsim sensitivity` writes
LISTED = "as listed"  # the players of a configuration without a population
LABELS = (HOLDS, CHANGES, FLIPS, OPEN)


@dataclass(frozen=True)
class KnownCell:
    """The result of a claim for one population.

    `mean` is the mean over component sets. `low` and `high` are the 95 % prediction interval of the true
    value. `right` is the share of sets in which the claim is true, and `right_low` to `right_high` its
    interval. `error` is the smallest error, of all labels of the study together, at which this label is
    given. `boxes` are the sorted values of the sets, with the sampling noise removed. Older studies have
    neither `error` nor `boxes`.
    """

    population: str
    mean: float
    low: float
    high: float
    right: float
    right_low: float
    right_high: float
    label: str
    boxes: tuple[float, ...] = ()
    error: float = ERROR


@dataclass(frozen=True)
class KnownClaim:
    """A claim: its sentence, its subject, its size under the assumed numbers, and its verdict.

    Sizes are distances from `line`. `margin` is set only for a claim that a value stays within it.
    """

    text: str
    metric: str
    variant: str
    assumed: float
    verdict: str
    cells: tuple[KnownCell, ...]
    line: float = 0.0
    margin: float | None = None


@dataclass(frozen=True)
class KnownStudy:
    """A study with one number of players: folder, numbers of draws and of assumed numbers, and claims."""

    place: Path
    players: int
    draws: int
    numbers: int
    populations: tuple[str, ...]
    claims: tuple[KnownClaim, ...]


def content(path: Path) -> Any:
    """The data of a study, from its file or its folder. Raises StateMismatch if it cannot be read."""
    file = path / FILE if path.is_dir() else path
    return jsonfile.read(file, "sensitivity study", LARGEST, StateMismatch, own=False, mend=AGAIN)


def studies(run: Run, places: Sequence[Path] = USUAL) -> list[KnownStudy]:
    """The studies of the rules that a run played, fewest players first.

    Claims about changes are kept for the run's own variants only. A place is the folder of a study, or a
    folder of studies, and may be missing. The studies share the error of any wrong label, so a label that
    needs more than its part becomes undecided. Raises StateMismatch if a study cannot be read.
    """
    known = variants(run.manifest)
    marks = {str(one.get("fingerprint")) for one in known}
    names = {"", *(str(one.get("name")) for one in known)}
    found = []
    for file in sorted({file for place in places for file in _files(place)}):
        data = content(file)
        if isinstance(data, Mapping) and data.get("rules_fingerprint") in marks:
            study = _study(file, data)
            found.append(replace(study, claims=tuple(one for one in study.claims if one.variant in names)))
    found = [study for study in found if study.claims]
    found = [_at(study, ERROR / len(found)) for study in found]
    return joined(sorted(found, key=lambda one: (one.players, str(one.place))))


def _at(study: KnownStudy, error: float) -> KnownStudy:
    """The study with only the labels that its part of the error allows. All others become undecided."""
    return replace(study, claims=tuple(_claim_at(claim, error) for claim in study.claims))


def _claim_at(claim: KnownClaim, error: float) -> KnownClaim:
    cells = tuple(cell if cell.error <= error else replace(cell, label=OPEN) for cell in claim.cells)
    if cells == claim.cells:
        return claim
    return replace(claim, cells=cells, verdict=over_populations([cell.label for cell in cells]))


def joined(found: Sequence[KnownStudy]) -> list[KnownStudy]:
    """The studies, in which equal claims of several studies are merged into one claim with all populations.

    Claims whose studies share a population stay separate. The verdict comes from the study with most claims,
    but a claim that flips in another study flips (D-261).
    """
    home: dict[tuple[object, ...], tuple[int, int]] = {}
    kept: list[list[KnownClaim]] = [[] for _ in found]
    for at in sorted(range(len(found)), key=lambda at: -len(found[at].claims)):
        for claim in found[at].claims:
            key = found[at].players, claim.text, claim.metric, claim.variant
            there, place = home.setdefault(key, (at, len(kept[at])))
            own = kept[there][place] if there != at else claim
            tried = {cell.population for cell in own.cells} & {cell.population for cell in claim.cells}
            if there == at or tried:
                kept[at].append(claim)
            else:
                verdict = FLIPS if claim.verdict == FLIPS else own.verdict
                kept[there][place] = replace(own, verdict=verdict, cells=(*own.cells, *claim.cells))
    return [_with(one, own) for one, own in zip(found, kept, strict=True) if own]


def _with(study: KnownStudy, claims: Sequence[KnownClaim]) -> KnownStudy:
    """The study with these claims, and with the populations of all their cells."""
    names = [*study.populations, *(cell.population for claim in claims for cell in claim.cells)]
    return replace(study, populations=tuple(dict.fromkeys(names)), claims=tuple(claims))


def _files(place: Path) -> list[Path]:
    own = place / FILE
    return [own] if own.is_file() else sorted(place.glob(f"*/{FILE}"))


def _study(file: Path, data: Mapping[str, Any]) -> KnownStudy:
    try:
        return KnownStudy(
            file.parent, int(data["players"]), int(data["draws"]), int(data["numbers"]["drawn"]),
            tuple(str(name) for name in data["populations"]), tuple(_claim(one) for one in data["claims"]),
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, AttributeError):
        raise StateMismatch(f"{file}: this is not a complete sensitivity study; {AGAIN}.") from None


def _claim(one: Mapping[str, Any]) -> KnownClaim:
    if one["verdict"] not in LABELS:
        raise ValueError(one["verdict"])
    cells = tuple(_cell(str(name), cell) for name, cell in one["populations"].items())
    return KnownClaim(
        str(one["text"]), str(one["metric"]), str(one["variant"]), float(one["assumed"]), str(one["verdict"]),
        cells, float(one.get("line", 0.0)), float(one["margin"]) if one.get("is") == WITHIN else None,
    )  # fmt: skip


def _cell(name: str, cell: Mapping[str, Any]) -> KnownCell:
    low, high = (float(end) for end in cell["possible_values"])
    right_low, right_high = (float(end) for end in cell["right"]["interval"])
    return KnownCell(
        name, float(cell["mean"]), low, high, float(cell["right"]["share"]), right_low, right_high,
        str(cell["label"]), tuple(float(value) for value in cell.get("boxes", ())),
        float(cell.get("label_error", ERROR)),
    )  # fmt: skip
