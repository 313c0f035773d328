"""The summary on top of a report: what is balanced, what is not, what is not known, then each panel in short.

"Balanced" is said of seats alone, where a test shows them within the margin; that a test finds nothing is not
known, with the size that it would have found.
"""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.analysis.pace import Course
from marchsim.analysis.together import Together
from marchsim.analysis.tournament import Facing, Result
from marchsim.reporting import facing_section, together_section, words
from marchsim.reporting.design_section import design_line, void_words
from marchsim.reporting.drama_section import drama_words
from marchsim.reporting.format import size
from marchsim.reporting.pace_section import length_words
from marchsim.reporting.seat_section import first_seat, seat_name
from marchsim.reporting.winrate_section import best_and_worst
from marchsim.stats.clusters import FEW
from marchsim.stats.power import detectable

WINS, SEATS, PACE = "winrate", "seats", "pace"
MOST_TOLD = 4  # with more panels against one opponent than this the summary has a sentence a variant
BALANCED, UNEQUAL, UNKNOWN = "Balanced", "Not balanced", "Not known"


def summary(
    held: Sequence[Result | Together], against: list[Facing], names: list[str], parts: Sequence[str]
) -> list[str]:
    """Return the sentences on top of a report; `names` are the panels', `parts` what was asked for."""
    if not held:
        return ["This run recorded no game, so there is nothing to report."]
    said = verdicts(held, names, parts)
    told = [one for one in against if len(one.panels) > MOST_TOLD and WINS in parts]
    for panel, title in zip(held, names, strict=True):
        if isinstance(panel, Together) and any(panel in one.panels for one in told):
            continue
        sentences = " ".join(part for part in _in_short(panel, parts) if part)
        said.append(f"{words.capital(title)}: {sentences or words.capital(design_line(panel.layout))}")
    said += [sentence for one in told for sentence in facing_section.in_short(one)]
    compared = [facing_section.difference_words(one) for one in against if WINS in parts]
    return [*said, *(sentence for sentence in compared if sentence), void_words(held)]


def verdicts(held: Sequence[Result | Together], names: Sequence[str], parts: Sequence[str]) -> list[str]:
    """Return what is balanced, what is not and what is not known, a sentence for each that there is."""
    found: dict[str, list[str]] = {BALANCED: [], UNEQUAL: [], UNKNOWN: []}
    for panel, name in zip(held, names, strict=True):
        if isinstance(panel, Together) or not panel.layout.n_games or panel.players == 1:
            continue
        for part, judge in ((WINS, _strategies), (SEATS, _seats)):
            verdict = judge(panel) if part in parts else None
            if verdict is not None:
                found[verdict[0]].append(f"{part_words(part)} with {name} ({verdict[1]})")
    told = [f"{kind}: {'; '.join(listed)}." for kind, listed in found.items() if listed]
    if told:
        told[-1] += " Each of these tests is at 5 %, not adjusted for the others; pairs are (Holm)."
    return told


def part_words(part: str) -> str:
    """Return what a part judges."""
    return "strategies" if part == WINS else "seats"


def _strategies(result: Result) -> tuple[str, str] | None:
    """Return the verdict on strategies and what it rests on; None where shares are fixed by design."""
    played = [row for row in result.shares if row.share.value is not None]
    if len(played) < 2 or any(row.by_design for row in played):
        return None
    test = result.equal.test
    if test is None:
        return UNKNOWN, result.equal.reason
    if test.p < words.ALPHA:
        tested = [pair for pair in result.pairs if pair.holm is not None]
        apart = sum((pair.holm or 0.0) < words.ALPHA for pair in tested)
        pairs = f"; {apart} of {words.plural(len(tested), 'pair')} differ" if tested else ""
        return UNEQUAL, f"{words.p_words(test.p)}{_furthest(result)}{pairs}"
    return UNKNOWN, _blind([row.share.se for row in played])


def _furthest(result: Result) -> str:
    if result.largest is None:
        return ""
    off = size(result.largest.found.value)
    return f"; {words.quoted(result.largest.strategy)} is {off} points off an equal share"


def _blind(errors: Sequence[float | None]) -> str:
    """Return how large a difference would have been found."""
    widest = max((se for se in errors if se), default=None)
    if widest is None:
        return "no difference is shown"
    return (
        f"no difference is shown; a share {size(detectable(widest))} points off would have been found in "
        "80 % of such runs"
    )


def _seats(result: Result) -> tuple[str, str] | None:
    """Return the verdict on seats and what it rests on; None where they cannot be judged by design."""
    if not result.seats or not result.layout.balanced:
        return None
    test, level = result.seats_equal.test, result.level
    margin = size(level.margin)
    if level.p is not None and level.p < words.ALPHA:
        equal = " but not equal" if test is not None and test.p < words.ALPHA else ""
        return BALANCED, f"every seat within {margin} points{equal}, {words.p_words(level.p)}"
    if test is None:
        return UNKNOWN, result.seats_equal.reason
    if test.p < words.ALPHA:
        off = result.seats_largest
        more = f"; the {seat_name(off.column)} seat is {size(off.value)} points off" if off else ""
        return UNEQUAL, f"{words.p_words(test.p)}{more}"
    return UNKNOWN, _blind([seat.share.se for seat in result.seats])


def _in_short(panel: Result | Together, parts: Sequence[str]) -> list[str]:
    """Return what a reader takes away of a panel, in sentences."""
    said = []
    if WINS in parts and isinstance(panel, Together):
        said += [together_section.won_words(panel), together_section.member_words(panel)]
    elif WINS in parts and isinstance(panel, Result):
        said += [best_and_worst(panel), _certain(panel)]
    if SEATS in parts and isinstance(panel, Result):
        said.append(first_seat(panel))
    if PACE in parts and panel.layout.n_games:
        said.append(length_words(panel))
        said.append(drama_words(panel.drama) if isinstance(panel, Result) and panel.drama else "")
    return [*said, _few(panel) if panel.layout.n_games else ""]


def _certain(result: Result) -> str:
    """Return who won everything or nothing, '' if nobody."""
    played = [row for row in result.shares if row.share.value is not None and not row.by_design]
    if len(played) < 2 or result.players == 1:
        return ""
    told = []
    for value, verb in ((1.0, "won every game"), (0.0, "won none")):
        names = [words.quoted(row.strategy) for row in played if row.share.value == value]
        if names:
            told.append(f"{words.listed(names)} {verb}.")
    return " ".join(told)


def _few(panel: Course) -> str:
    if panel.layout.n_deals >= FEW:
        return ""
    return (
        f"These are only {words.plural(panel.layout.n_deals, 'deal')}; under {FEW} nothing is tested, and "
        "all of it is a first impression."
    )
