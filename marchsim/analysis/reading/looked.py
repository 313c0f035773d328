"""Runs that are looked at more than once: which look it is, and which part of the error it has.

A run that stopped by precision, however long it is now, or that is not finished, is judged by a confidence
sequence (`judging.anytime`); of any other the looks after the first share the error (`error_part`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.analysis.reading.source import entry
from marchsim.recorder import looks

PRECISION = "precision"
ALIKE = 5  # looks after the first that have equal parts of the error


def by_sequence(manifest: Mapping[str, Any]) -> bool:
    """Return whether a run is not finished, or was stopped by precision, now or before it was extended."""
    before = any(one.by == PRECISION for one in looks.earlier(manifest))
    return before or unfinished(manifest) or str(entry(manifest, "stopped", "by")) == PRECISION


def unfinished(manifest: Mapping[str, Any]) -> bool:
    """Return whether games of a run are still to be played, so that it may be looked at in between."""
    return manifest.get("complete") is False


def error_part(look: int) -> float:
    """Return the part of the error that verdicts may have at a look: 1 at the first, 1 at all later ones.

    The first look keeps the whole, since nobody knows then whether others follow. So of runs that are played
    on, for whatever reason, at most the stated share has a wrong verdict at any look after the first. A sixth
    is for each of the five looks that follow (at 1.67 % 1.25 times as wide), and look j from the seventh on
    has 1 / (j (j - 1)): error spending for an open number of looks (Lan and DeMets 1983, Biometrika 70).
    """
    if look == 1:
        return 1.0
    return 1 / (ALIKE + 1) if look <= ALIKE + 1 else 1 / (look * (look - 1))


def part_at(manifest: Mapping[str, Any]) -> float:
    """Return the part of the error at the present look at a run."""
    return error_part(looks.number(manifest))


def part_of_verdicts(manifest: Mapping[str, Any]) -> float:
    """Return the same for the verdicts about the game: by sequences, which hold at all looks, the whole."""
    return 1.0 if by_sequence(manifest) else part_at(manifest)


def look_words(manifest: Mapping[str, Any], error: float = 0.05) -> str:
    """Return which look at a run this is, and the error that it has; '' at the first."""
    look, before = looks.number(manifest), looks.earlier(manifest)
    own = looks.present(manifest)
    sizes = sorted({one.blocks for one in before} - {own.blocks if own else 0})
    if look == 1 or unfinished(manifest):
        return ""
    told = f"Look {look} at this run, finished before after {' and '.join(f'{n:,}' for n in sizes)} blocks."
    if by_sequence(manifest):
        return f"{told} Intervals of shares are still those that hold whenever a run stops."
    return (
        f"{told} Verdicts have {100 * error * error_part(look):.2g} % of error here: the first look had "
        f"{100 * error:g} %, and all later ones share {100 * error:g} %."
    )


def of_error(level: float, part: float) -> float:
    """Return the level that leaves a part of the error of another."""
    return level if part == 1 else 1 - (1 - level) * part
