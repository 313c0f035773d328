"""When claims of a study are judged, and by which part of the error: looks within a call, and further calls.

A call judges after 50, 100, 200, ... draws and at its end, and these looks share its error equally. A call
for other `--draws` comes after labels were shown, so it is a look at the study as at a run that is played on
(`reading.looked`): the first call has all of the error, and all later ones share it once more. Looks of
earlier calls stay as they were, and so do the labels that they gave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.reading.looked import error_part
from marchsim.analysis.robustness.judging import ERROR
from marchsim.analysis.robustness.known import AGAIN, FILE, content
from marchsim.errors import StateMismatch

FIRST_LOOK = 50  # draws


@dataclass(frozen=True)
class StudyLook:
    """A number of draws after which claims are judged, the error of any wrong label at it, and its call."""

    draws: int
    error: float
    call: int


def grid(draws: int) -> list[int]:
    """After how many draws a call for so many judges claims."""
    found, at = [], FIRST_LOOK
    while at < draws:
        found.append(at)
        at *= 2
    return [*found, draws]


def calls(folder: Path, draws: int) -> tuple[int, ...]:
    """The draws at most of all calls for a study, with this one for `draws`; StateMismatch if damaged."""
    file = folder / FILE
    data = content(file) if file.exists() else {}
    last = data.get("draws_at_most") if isinstance(data, Mapping) else None
    before = data.get("calls", [] if last is None else [last]) if isinstance(data, Mapping) else None
    if not isinstance(before, list) or not all(type(one) is int and one > 0 for one in before):
        raise StateMismatch(f"{file}: it does not say for how many draws the study was made; {AGAIN}.")
    return tuple(dict.fromkeys([*before, draws]))


def schedule(made: Sequence[int], draws: int) -> list[StudyLook]:
    """The looks of these calls, the fewest draws first, up to `draws`; one that adds no look is none."""
    found: dict[int, StudyLook] = {}
    call = 1
    for most in made:
        new = [at for at in grid(most) if at not in found]
        for at in new:
            found[at] = StudyLook(at, ERROR * error_part(call) / len(new), call)
        call += bool(new)
    return sorted((one for one in found.values() if one.draws <= draws), key=lambda one: one.draws)


def words(looks: Sequence[StudyLook], made: Sequence[int]) -> str:
    """Which look at a study this is and the error that it has; '' at the first."""
    call = max((one.call for one in looks), default=1)
    if call == 1:
        return ""
    before = listed([f"{draws:,}" for draws in made[:-1]])
    whole, part = 100 * ERROR, 100 * ERROR * error_part(call)
    return (
        f"Look {call} at this study, made before for {before} draws. New labels have {part:.2g} % of "
        f"error: the first look had {whole:g} %, and all later ones share {whole:g} %. Earlier labels stay."
    )
