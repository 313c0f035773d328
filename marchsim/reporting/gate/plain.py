"""A gate in lines of plain text: what differs, each tier, the first difference, the verdict, what to do."""

from __future__ import annotations

from collections.abc import Iterator

from marchsim.errors import plural
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, NOTHING, PASSED, Case, Gated, Tier
from marchsim.studies.gate.replaying import coverage_lines

TITLES = {0: "laws and void games", 1: "fixed games played again", 2: "balance on the same deals"}
MEANINGS = {
    PASSED: "all that was looked at is as the baseline says, or shown to be within its margin",
    FAILED: "the game is not what the baseline says",
    INCONCLUSIVE: "a metric is undecided, or has changed within its margin",
    NOTHING: "no game was played, so nothing can be said",
}


def lines(gated: Gated) -> Iterator[str]:
    """Yield a gate in lines."""
    yield f"gate {gated.name}: {gated.config} against {gated.baseline}"
    yield from differences(gated)
    if any(tier.tier == 1 for tier in gated.tiers):
        yield from (f"coverage of the fixed games: {line}" for line in coverage_lines(gated.coverage))
    for tier in gated.tiers:
        yield from of_tier(tier)
    yield from verdict(gated)


def differences(gated: Gated) -> Iterator[str]:
    """Yield what differs between then and now, before any game is played."""
    if gated.changes:
        yield "what differs between the rules and components:"
        yield from (f"  {line}" for line in gated.changes)
    else:
        yield "rules and components are those of the baseline"
    if gated.forgotten:
        yield "the baseline was made with overlays, this gate has none"
        yield f"if you forgot them: {gated.forgotten}"
    others = [name for name in gated.fingerprints if name != "rules and components"]
    if others:
        yield f"changed besides: {', '.join(others)}"


def of_tier(tier: Tier) -> Iterator[str]:
    """Yield a tier: its verdict, its cases, and what there is to say of those that did not pass."""
    yield f"tier {tier.tier}, {TITLES[tier.tier]}: {tier.status}"
    yield from (f"  note: {note}" for note in tier.notes)
    for at, case in enumerate(tier.cases):
        yield from of_case(case)
        following = [later.command for later in tier.cases[at + 1 :] if later.command]
        if case.command and case.command not in following[:1]:
            yield f"    see it: {case.command}"


def of_case(case: Case) -> Iterator[str]:
    """Yield a case; one that passed has one line."""
    way = f" [{case.direction}]" if case.direction else ""
    yield f"  {case.status}: {case.name}: {case.summary}{way}"
    if case.status != PASSED or case.command:
        yield from (f"      {line}" for line in case.details)


def verdict(gated: Gated) -> Iterator[str]:
    """Yield what it all comes to, and what can be done about it."""
    counts = gated.counts()
    if any(counts.values()):
        better, worse, rest = counts["improvements"], counts["regressions"], counts["neither"]
        told = f"{plural(better, 'improvement')}, {plural(worse, 'regression')}"
        without = f", {rest} with no better or worse (fixed games, metrics without a target)" if rest else ""
        yield f"changes counted: {told}{without}"
    lenient = " (let pass: --inconclusive pass)" if gated.verdict == INCONCLUSIVE and not gated.code else ""
    yield f"verdict: {gated.verdict}, {MEANINGS[gated.verdict]}{lenient} (exit code {gated.code})"
    if gated.verdict == FAILED or gated.changes:
        yield f"if the change is meant: {gated.accept}"
