"""Repeated analysis of a growing run: the number of this look, and its part of the error.

A run that stopped by precision, or that is not finished, is judged by a confidence sequence
(`stats.anytime`). In any other run, the looks after the first share one error (`error_part`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.analysis.reading.source import entry
from marchsim.recorder import manifest as manifests

PRECISION = "precision"
ALIKE = 5  # looks after the first that have equal parts of the error


def by_sequence(manifest: Mapping[str, Any]) -> bool:
    """Whether a run needs anytime intervals: it is unfinished, or it once stopped by precision."""
    before = any(one.by == PRECISION for one in manifests.earlier_looks(manifest))
    return before or unfinished(manifest) or str(entry(manifest, "stopped", "by")) == PRECISION


def unfinished(manifest: Mapping[str, Any]) -> bool:
    """Whether a run still has games to play, so that this look is an interim one."""
    return manifest.get("complete") is False


def error_part(look: int) -> float:
    """The part of the error for a look: 1 for the first, and 1 for all later ones together.

    The first look keeps the whole error, since nobody knows at that time whether others will follow. So of
    the runs that are extended, for any reason, at most the stated share has a wrong verdict at a later look.
    Each of the next five looks has a sixth (at 1.67 % intervals are 1.25 times as wide). Look j from the
    seventh on has 1 / (j (j - 1)). This is error spending for any number of looks (Lan and DeMets 1983,
    Biometrika 70).
    """
    if look == 1:
        return 1.0
    return 1 / (ALIKE + 1) if look <= ALIKE + 1 else 1 / (look * (look - 1))


def part_at(manifest: Mapping[str, Any]) -> float:
    """The part of the error for the present look at a run."""
    return error_part(manifests.look_number(manifest))


def part_of_verdicts(manifest: Mapping[str, Any]) -> float:
    """The part of the error for verdicts at this look, which is 1 if they use a confidence sequence."""
    return 1.0 if by_sequence(manifest) else part_at(manifest)


def look_words(manifest: Mapping[str, Any], error: float = 0.05) -> str:
    """A sentence on the number of this look and its error. '' at a first or an interim look."""
    look, before = manifests.look_number(manifest), manifests.earlier_looks(manifest)
    own = manifests.present_look(manifest)
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
    """The level with an error (1 - level) that is `part` times the error of `level`."""
    return level if part == 1 else 1 - (1 - level) * part
