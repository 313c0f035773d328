"""The result of a search in words, as data, and as an overlay for configurations."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from marchsim.analysis.variants.quantities import METRIC, SEAT
from marchsim.errors import plural
from marchsim.recorder import metrics
from marchsim.recorder.metrics import SHARE
from marchsim.studies import plain, toml_text
from marchsim.studies.optimize.confirmation import INCONCLUSIVE, MET, MISSED, RuleSetResult, TargetResult
from marchsim.studies.optimize.optimize import Optimized
from marchsim.studies.optimize.preparation import PreparedOptimize, Values
from marchsim.studies.optimize.search import PRICE, Belief

SCHEMA = "marchsim.optimize/1"
OVERLAY, DATA = "change.toml", "optimize.json"
ARROW = "\N{RIGHTWARDS ARROW}"
PLACES = 9
SMALL = 10  # below it two decimals are shown
MOST_TIMES = 10  # more deals than are proposed
_number = partial(plain.rounded, places=PLACES)


def write(found: Optimized, folder: Path) -> None:
    """Write the overlay and the data into a folder, either both or neither."""
    toml_text.put_answer(folder / OVERLAY, overlay(found), folder / DATA, data(found))


def overlay(found: Optimized) -> str:
    """The changes as an overlay file."""
    head = [
        headline(found) + ".", *(line(row) for row in found.best.targets),
        f"Made by `marchsim optimize` from {Path(found.prepared.file.path).name}.",
    ]  # fmt: skip
    comment = toml_text.commented("\n".join(f"# {one}" for one in head))
    change = found.prepared.overlay(found.best.values)
    return "\n".join([f"{comment}\n", *(toml_text.table(name, table) for name, table in change.items())])


# words ---------------------------------------------------------------------------
def changes(prepared: PreparedOptimize, values: Values) -> str:
    """The changes of a rule set, such as `march_steps 5 -> 4, decree_larvae 5 -> 6`."""
    knobs = prepared.knobs
    return ", ".join(
        f"{knobs[at].name} {knobs[at].base} {ARROW} {values[at]}" for at in prepared.changed(values)
    )


def headline(found: Optimized, brief: bool = False) -> str:
    """The result in one sentence without a full stop. If `brief`, several changes are only counted."""
    told = changes(found.prepared, found.best.values)
    many = len(found.prepared.changed(found.best.values))
    told = plural(many, "change") if brief and many > 1 else told
    whole = len(found.best.targets)
    every = _every(found)
    word = {MET: 0, INCONCLUSIVE: 1, MISSED: 2}[found.best.verdict]
    open_ = sum(one.verdict != MET for one in found.best.targets)
    rest = f"{open_} of {whole} need more games to tell" if whole > 1 else "more games are needed to tell"
    if open_ == 0 and word:
        return f"{told or 'The game as it is'} meets {every}, but not once the strategies are retuned for it"
    if not told:
        return (
            f"The game as it is meets {every}",
            f"The game as it is may meet {every}: {rest}",
            "No rule set that was found comes closer to the targets than the game as it is",
        )[word]  # fmt: skip
    meets = "meet" if brief and many > 1 else "meets"
    return (
        f"{told} {meets} {every}",
        f"{told} may meet {every}: {rest}",
        f"No rule set that was found meets {every}. Nearest: {told}",
    )[word]


def _every(found: Optimized) -> str:
    whole = len(found.best.targets)
    return f"all {whole} targets" if whole > 1 else "the target"


def name(row: TargetResult, several: bool = False) -> str:
    """The subject of a target, with its number of players if there are several."""
    quantity = row.target.quantity
    called = {SEAT: f"seat {quantity.of}"}.get(quantity.kind, quantity.of)
    return f"{called}, {quantity.players} players" if several else called


def shown(row: TargetResult, value: float) -> str:
    """A value for display, with one decimal, or two if small. Shares are in percent."""
    own = row.target.quantity
    if own.kind == METRIC and metrics.described(own.of).kind == SHARE:
        return f"{100 * value:.1f} %"
    return f"{value:.{2 if abs(value) < SMALL else 1}f}" if abs(value) < 1000 else f"{value:,.0f}"


def wanted(row: TargetResult) -> str:
    """The interval of a target, such as `44 to 47`, `at most 140` or `as before (12.1 to 13.4)`."""
    ends = [shown(row, end) for end in (row.low, row.high)]
    low, high = (one.rstrip("0").rstrip(".") if "." in one else one for one in ends)
    if row.target.keep:
        return f"as before ({low} to {high})"
    if math.isinf(row.low) or math.isinf(row.high):
        return f"at most {high}" if math.isinf(row.low) else f"at least {low}"
    return f"{low} to {high}"


def interval(row: TargetResult) -> str:
    """The 95 % interval, such as `45.1 to 46.3`."""
    return " to ".join(shown(row, end) for end in row.interval)


COLUMNS: dict[str, Callable[[TargetResult], str]] = {
    "Target": name,
    "Players": lambda row: str(row.target.quantity.players),
    "Before": lambda row: shown(row, row.base),
    "After": lambda row: shown(row, row.estimate),
    "95 % sure": interval,
    "Wanted": wanted,
    "Verdict": lambda row: row.verdict,
}  # of a table of targets, at a terminal and on the page


def line(row: TargetResult) -> str:
    """A target on one line."""
    before, after = shown(row, row.base), shown(row, row.estimate)
    return (
        f"{name(row)}: {before} before, {after} after ({interval(row)}), wanted {wanted(row)}: {row.verdict}"
    )


def sentences(found: Optimized) -> list[str]:
    """The notes beside the table of results."""
    told = [
        f"The search looked at {plural(found.looked, 'rule set')}. The base game and the best "
        f"{len(found.results) - 1} of them played {plural(found.deals, 'sealed block')} each that the search "
        "had not seen. Their intervals hold together in 95 of 100 searches."
    ]
    believed = found.believed[found.at]
    chance = "under 1 %" if believed.chance < 0.01 else f"{100 * believed.chance:.0f} %"
    told.append(f"Before the sealed deals, the search gave it a chance of {chance} to meet {_every(found)}.")
    if found.way is not None:
        way = found.best.targets[found.way]
        distance = f", {way.miss:.1f} margins away" if way.miss > 0 else ""
        told.append(
            f"The target that stands in the way most is {way.target.quantity.name}{distance}: without it the "
            "others come nearest."
        )
    if found.screened:
        told.append(
            f"Only these rules were searched: {', '.join(found.screened)}. One step of them about closes the "
            "gap of a target, or they move the targets most."
        )
    if found.region:
        told.append(
            f"{plural(len(found.region), 'neighbour')} of it within a step should meet {_every(found)}, too."
        )
    if found.best.retuned:
        moved = [line(row) for row in found.best.retuned if row.verdict != MET]
        told.append("With strategies retuned for it: " + ("; ".join(moved) or "all targets are met") + ".")
    else:
        told.append("The strategies were written for the base game and did not learn the new one.")
    if found.best.verdict == INCONCLUSIVE and needed(found) == math.inf:
        told.append(
            f"More than {MOST_TIMES} times the games would be needed to decide. Widen a target, or free "
            "other numbers."
        )
    return told + found.played.void_words()


def left_out(found: Optimized) -> list[str]:
    """The effect of each change: the two targets that move most if it is left out."""
    many = len(found.prepared.changed(found.best.values))
    if many < 2:
        return [
            "No number is changed." if many == 0 else "Without its one change the game is as it was before."
        ]
    told = []
    for one in found.left_out:
        rows = zip(one.targets, found.best.targets, strict=True)
        worst = sorted(rows, key=lambda pair: -abs(pair[0].estimate - pair[1].estimate) / pair[1].margin)[:2]
        parts = ", ".join(
            f"{name(row)} {shown(row, row.estimate)} (with it {shown(best, best.estimate)})"
            for row, best in worst
        )
        told.append(f"Without {_missing(found, one)}: {parts}.")
    if apart := [_missing(found, one) for one in found.left_out if any(map(_farther, one.targets))]:
        told.append(
            f"These changes cancel each other: without {' or '.join(apart)} the game is farther from a "
            "target than before. Prefer a smaller change, or list the rules that may move in [free]."
        )
    return told


def _farther(row: TargetResult) -> bool:
    """Whether the whole interval is farther from the target than the base game."""
    return row.verdict == MISSED and min(map(row.missed, row.interval)) > row.missed(row.base)


def _missing(found: Optimized, one: RuleSetResult) -> str:
    knobs = zip(found.prepared.knobs, one.values, found.best.values, strict=True)
    return next(knob.name for knob, value, best in knobs if value != best)


def needed(found: Optimized) -> float:
    """The factor by which the sealed deals must grow to decide all open targets.

    It is 0 if no target is open, and inf if the factor would be too large.
    """
    times = [0.0]
    for row in found.best.targets:
        if row.verdict == INCONCLUSIVE:
            gap = min(abs(row.estimate - row.low), abs(row.estimate - row.high))
            half = (row.interval[1] - row.interval[0]) / 2
            times.append((1.5 * half / gap) ** 2 if gap > 0 else math.inf)
    return max(times) if max(times) <= MOST_TIMES else math.inf


# data --------------------------------------------------------------------------
def data(found: Optimized) -> dict[str, Any]:
    """The result as plain data, with null for unknown or infinite numbers."""
    own = found.prepared
    believed = zip(found.results, found.believed, strict=True)
    return {
        "schema": SCHEMA,
        "verdict": found.best.verdict,
        "headline": headline(found),
        "change": own.overlay(found.best.values),
        "cost": own.cost(found.best.values),
        "best": found.at,
        "rule_sets": [_rule_set(own, one) | {"believed": _belief(own, belief)} for one, belief in believed],
        "front": [_belief(own, one) for one in found.front],
        "region": [own.overlay(values) for values in found.region],
        "left_out": [_rule_set(own, one) | {"name": _missing(found, one)} for one in found.left_out],
        "in_the_way": None if found.way is None else own.targets[found.way].quantity.name,
        "screened": list(found.screened),
        "looked": found.looked,
        "sealed_blocks": found.deals,
        "games": found.played.games,
        "void_games": found.played.voids,
        "voids": found.played.voids_by_change(),
    }


def losses(prepared: PreparedOptimize, found: RuleSetResult) -> list[float]:
    """The loss of a rule set (its miss plus the cost of its changes), and the loss's 95 % interval."""
    return [one + PRICE * prepared.cost(found.values) for one in (found.miss, *found.misses)]


def refereed_words(prepared: PreparedOptimize, base: RuleSetResult, found: RuleSetResult, blocks: int) -> str:
    """The verdict of the referee on one line."""
    loss, low, high = losses(prepared, found)
    return (
        f"{changes(prepared, found.values) or 'no change'}: {found.verdict}; loss {loss:.2f} (95 % sure: "
        f"{low:.2f} to {high:.2f}), the base game's {base.miss:.2f}, on {plural(blocks, 'sealed block')}."
    )


def refereed_data(prepared: PreparedOptimize, found: RuleSetResult, blocks: int) -> dict[str, Any]:
    """The verdict of the referee as plain data."""
    loss, *ends = map(_number, losses(prepared, found))
    own = {"schema": "marchsim.referee/1", "loss": loss, "interval": ends, "sealed_blocks": blocks}
    return own | _rule_set(prepared, found)


def _belief(prepared: PreparedOptimize, one: Belief) -> dict[str, Any]:
    return {
        "change": prepared.overlay(one.values),
        "means": [_number(mean) for mean in one.means],
        "errors": [_number(error) for error in one.errors],
        "loss": _number(one.expected),
        "chance": _number(one.chance),
    }


def _rule_set(prepared: PreparedOptimize, one: RuleSetResult) -> dict[str, Any]:
    retuned = {"retuned": [_target(row) for row in one.retuned]} if one.retuned else {}
    told = {"change": prepared.overlay(one.values), "verdict": one.verdict}
    return told | {"targets": [_target(row) for row in one.targets]} | retuned


def _target(row: TargetResult) -> dict[str, Any]:
    return {
        "quantity": row.target.quantity.name,
        "players": row.target.quantity.players,
        "keep": row.target.keep,
        "wanted": [_number(end) if math.isfinite(end) else None for end in (row.low, row.high)],
        "margin": _number(row.margin),
        "base": _number(row.base),
        "estimate": _number(row.estimate),
        "interval": [_number(end) for end in row.interval],
        "deals": row.deals,
        "verdict": row.verdict,
    }
