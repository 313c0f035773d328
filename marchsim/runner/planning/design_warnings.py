"""Warnings about the limits of a design: too few deals, strategies that never meet, unbalanced seats.

They come from the design alone. No game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import ceil, factorial

from marchsim.errors import plural
from marchsim.runner.planning.lineups import LineUps
from marchsim.runner.planning.plan import Plan

FEWEST_DEALS = 30
MOST_LOOKED_AT = 50_000  # line-ups
MOST_NAMED = 3

Line = tuple[int, tuple[int, ...]]  # block and members


def refusals(plan: Plan) -> list[str]:
    """The reasons why the games with some number of players do not suffice for a test."""
    found = []
    for matchup in plan.schedule.matchups:
        deals = deals_of(plan, matchup)
        if deals < FEWEST_DEALS:
            enough = ceil(FEWEST_DEALS * max(1, len(plan.blocks)) / max(1, deals)) * plan.portion.of
            found.append(
                f"{plural(matchup.players, 'player')}: {plural(deals, 'deal')}; "
                f"with fewer than {FEWEST_DEALS} nothing is tested. Play {enough} blocks."
            )
    return found


def deals_of(plan: Plan, matchup: LineUps) -> int:
    """The number of deals with one number of players."""
    each = 1 if plan.job.design.deals == "shared" else matchup.size()
    return each * len(plan.blocks)


def warnings(plan: Plan) -> list[str]:
    """Warnings about questions that the design cannot answer."""
    return [told for matchup in plan.schedule.matchups for told in _of(plan, matchup)]


def _of(plan: Plan, matchup: LineUps) -> Iterator[str]:
    design, players = plan.job.design, matchup.players
    names = [entrant.name for entrant in plan.job.entrants]
    here = plural(players, "player")
    lines = _lines(plan, matchup)
    if design.kind == "mirror":
        yield f"{here}: copies of one strategy only: this measures seats and length, not strategies."
    elif len(names) == 1:
        yield f"{here}: there is one strategy, so nothing can be compared."
    elif players > 1:
        yield from (f"{here}: {told}" for told in _strangers(plan, matchup, lines, names))
    if design.kind == "random" and len(names) < players:
        yield f"{here}: the field has {len(names)}, so strategies play in copies."
    yield from (f"{here}: {told}" for told in _turns(plan, matchup))
    counts = Counter(member for _, members in lines or () for member in members)
    if design.kind == "fixed" and len(set(counts.values())) > 1:
        yield f"{here}: strategies do not play equally often: compare shares with care."


def _lines(plan: Plan, matchup: LineUps) -> list[Line] | None:
    """The line-ups of all blocks, or of one block if all are equal. None if there are too many of them."""
    blocks = plan.blocks if plan.job.design.kind == "random" else plan.blocks[:1]
    if len(blocks) * matchup.size() > MOST_LOOKED_AT:
        return None
    return [(block, matchup.line_up(block, at)[2]) for block in blocks for at in range(matchup.size())]


def _strangers(plan: Plan, matchup: LineUps, lines: list[Line] | None, names: list[str]) -> Iterator[str]:
    """Yield warnings about strategies that never play, and about pairs that never meet."""
    if lines is None:
        return
    playing = {member for _, members in lines for member in members}
    absent = [name for at, name in enumerate(names) if at not in playing]
    if absent:
        more = ""
        if plan.job.design.kind == "random":
            need = ceil(len(names) / matchup.players) * plan.portion.of
            more = f" ({plan.job.design.blocks} blocks are fewer than the field needs, {need})"
        yield f"{_some(absent)} never play{'s' * (len(absent) == 1)}{more}."
    met = {pair for _, members in lines for pair in combinations(sorted(set(members)), 2)}
    apart = [pair for pair in combinations(sorted(playing), 2) if pair not in met]
    if apart:
        told = _some([f"{names[one]} and {names[other]}" for one, other in apart])
        yield f"{told} never meet: they can only be compared through others."


def _turns(plan: Plan, matchup: LineUps) -> Iterator[str]:
    """Yield warnings if the order around the table is not balanced. Seats are balanced in every design."""
    if matchup.players < 3 or plan.job.design.kind == "mirror":
        return
    if plan.job.design.kind == "fixed":
        yield "line-ups keep their order: each strategy's left neighbour stays the same, not averaged out."
        return
    orders, blocks = factorial(matchup.players - 1), len(plan.blocks)
    if blocks < orders:
        yield (
            f"line-ups are played in {blocks} of the {orders} possible orders around the table; {orders} "
            "blocks play them all."
        )


def fewest_deals(plan: Plan, matchup: LineUps) -> int:
    """The number of deals of the strategy that plays least. It is approximate if there are many line-ups."""
    lines = _lines(plan, matchup)
    if lines is None:
        each = min(1.0, matchup.players / len(plan.job.entrants)) * matchup.size()
    else:
        counts = Counter(member for _, members in lines for member in set(members))
        each = min(counts.values(), default=0)
        if plan.job.design.kind == "random":
            return int(each)
    return int(len(plan.blocks) * (min(1.0, each) if plan.job.design.deals == "shared" else each))


def _some(names: list[str]) -> str:
    more = len(names) - MOST_NAMED
    shown = ", ".join(names[:MOST_NAMED])
    return f"{shown} and {more} more" if more > 0 else shown
