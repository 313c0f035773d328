"""The result of a search in words, as data, and as an overlay that configurations can use."""

from __future__ import annotations

import json
import math
from functools import partial
from pathlib import Path
from typing import Any

from marchsim import files
from marchsim.analysis.variants.quantities import METRIC, SEAT
from marchsim.errors import RecordError, plural
from marchsim.recorder import metrics
from marchsim.recorder.metrics import SHARE
from marchsim.studies import plain, toml_text
from marchsim.studies.optimize.optimize import Optimized
from marchsim.studies.optimize.prepared import PreparedOptimize, Values
from marchsim.studies.optimize.referee import Refereed
from marchsim.studies.optimize.sealed import INCONCLUSIVE, MET, MISSED, RuleSetResult, TargetResult

SCHEMA = "marchsim.optimize/1"
OVERLAY, DATA = "change.toml", "optimize.json"
ARROW = "\N{RIGHTWARDS ARROW}"
PLACES = 9
MOST_TIMES = 10  # more deals than are proposed
_number = partial(plain.rounded, places=PLACES)


def write(found: Optimized, folder: Path) -> None:
    """Write overlay and data into a folder, whole or not at all."""
    text = json.dumps(data(found), indent=1, ensure_ascii=False, allow_nan=False)
    try:
        files.put_all({folder / OVERLAY: overlay(found).encode(), folder / DATA: f"{text}\n".encode()})
    except OSError as error:
        raise RecordError(
            f"{error.filename}: cannot be written ({error.strerror or error}). All games are stored: mend "
            "the path, and the same command writes it."
        ) from None


def overlay(found: Optimized) -> str:
    """The changes as an overlay file."""
    head = [
        headline(found) + ".", *(line(row) for row in found.best.targets),
        f"Made by `marchsim optimize` from {Path(found.prepared.file.path).name}.",
    ]  # fmt: skip
    comment = toml_text.commented("\n".join(f"# {one}" for one in head))
    tables = [
        toml_text.table(name, table) for name, table in _tables(found.prepared.overlay(found.best.values))
    ]
    return "\n".join([f"{comment}\n", *tables])


def _tables(whole: dict[str, Any], before: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Return the tables of an overlay with dotted names, each with its plain values."""
    own = {name: value for name, value in whole.items() if not isinstance(value, dict)}
    told = [(before, own)] if own and before else []
    for name, value in whole.items():
        if isinstance(value, dict):
            told += _tables(value, f"{before}.{toml_text.key(name)}" if before else toml_text.key(name))
    return told


# words ---------------------------------------------------------------------------
def changes(prepared: PreparedOptimize, values: Values) -> str:
    """The changes of a rule set: `march_steps 5 -> 4, decree_larvae 5 -> 6`."""
    knobs = prepared.knobs
    return ", ".join(
        f"{knobs[at].name} {knobs[at].base} {ARROW} {values[at]}" for at in prepared.changed(values)
    )


def headline(found: Optimized, brief: bool = False) -> str:
    """The answer in one sentence without its point; a brief one counts changes where there are several."""
    told = changes(found.prepared, found.best.values)
    many = len(found.prepared.changed(found.best.values))
    told = plural(many, "change") if brief and many > 1 else told
    of = plural(len(found.best.targets), "target")
    word = {MET: 0, INCONCLUSIVE: 1, MISSED: 2}[found.verdict]
    if not told:
        return (
            f"The game as it is meets all {of}",
            "The game as it is may meet all targets: more games are needed to tell",
            "No rule set that was found comes closer to the targets than the game as it is",
        )[word]  # fmt: skip
    meets = "meet" if brief and many > 1 else "meets"
    open_ = sum(one.verdict != MET for one in found.best.targets)
    return (
        f"{told} {meets} all {of}",
        f"{told} may meet all targets: {open_} of {len(found.best.targets)} need more games to tell",
        f"No rule set that was found meets all targets. Nearest: {told}",
    )[word]


def name(row: TargetResult, several: bool = False) -> str:
    """What a target is about, with its number of players where there are several."""
    quantity = row.target.quantity
    called = {SEAT: f"seat {quantity.of}"}.get(quantity.kind, quantity.of)
    return f"{called}, {quantity.players} players" if several else called


def shown(row: TargetResult, value: float) -> str:
    """A value as a reader sees it: with one decimal, shares in percent."""
    own = row.target.quantity
    if own.kind == METRIC and metrics.described(own.of).kind == SHARE:
        return f"{100 * value:.1f} %"
    return f"{value:.1f}" if abs(value) < 1000 else f"{value:,.0f}"


def wanted(row: TargetResult) -> str:
    """The interval of a target: `44 to 47`, `at most 140`, `as before (12.1 to 13.4)`."""
    low, high = (shown(row, end).removesuffix(".0") for end in (row.low, row.high))
    if row.target.keep:
        return f"as before ({low} to {high})"
    if math.isinf(row.low) or math.isinf(row.high):
        return f"at most {high}" if math.isinf(row.low) else f"at least {low}"
    return f"{low} to {high}"


def line(row: TargetResult) -> str:
    """A target in one line."""
    low, high = (shown(row, end) for end in row.interval)
    return (
        f"{name(row)}: {shown(row, row.base)} before, {shown(row, row.estimate)} after ({low} to {high}), "
        f"wanted {wanted(row)}: {row.verdict}"
    )


def sentences(found: Optimized) -> list[str]:
    """What the answer rests on, beside its table."""
    prepared = found.prepared
    told = [
        f"The search looked at {plural(found.looked, 'rule set')}. The base game and the best "
        f"{len(found.results) - 1} of them played {plural(found.deals, 'sealed block')} each that the search "
        "had not seen. Their intervals hold together in 95 of 100 searches."
    ]
    believed = found.believed[found.at]
    chance = "under 1 %" if believed.chance < 0.01 else f"{100 * believed.chance:.0f} %"
    told.append(
        f"Before the sealed deals, the search gave this rule set a chance of {chance} to meet all targets."
    )
    if found.way is not None:
        way = prepared.targets[found.way].quantity.name
        told.append(f"The target that stands in the way most is {way}: without it the others come nearest.")
    if found.screened:
        told.append(f"The targets move with {', '.join(found.screened)}. Only these were searched.")
    if found.region:
        told.append(
            f"{plural(len(found.region), 'neighbour')} of it within a step should meet all targets, too."
        )
    if found.tuned is not None:
        told.append(f"With strategies retuned for it: {found.tuned.verdict}.")
    else:
        told.append("The strategies were written for the base game and did not learn the new one.")
    return told


def left_out(found: Optimized) -> list[str]:
    """What each change does: the targets that are missed by most without it."""
    told = []
    for one in found.left_out:
        rows = [
            (abs(value - row.estimate) / row.margin, row, value)
            for row, value in zip(found.best.targets, one.values, strict=True)
            if math.isfinite(value)
        ]
        worst = sorted(rows, key=lambda row: -row[0])[:2]
        parts = ", ".join(
            f"{name(row)} {shown(row, value)} (with it {shown(row, row.estimate)})" for _, row, value in worst
        )
        told.append(f"Without {one.knob.name}: {parts}.")
    return told


def needed(found: Optimized) -> float | None:
    """How many times the sealed deals would decide every open target; None if none is open, or too many."""
    times = []
    for row in found.best.targets:
        if row.verdict == INCONCLUSIVE:
            ends = [end for end in (row.low, row.high) if math.isfinite(end)]
            half = (row.interval[1] - row.interval[0]) / 2
            gap = min(abs(row.estimate - end) for end in ends)
            times.append((1.5 * half / gap) ** 2 if gap > 0 else math.inf)
    most = max(times, default=0.0)
    return most if 0 < most <= MOST_TIMES else None


# data --------------------------------------------------------------------------
def data(found: Optimized) -> dict[str, Any]:
    """The result as plain data; unknown and endless numbers are null."""
    prepared = found.prepared
    return {
        "schema": SCHEMA,
        "verdict": found.verdict,
        "headline": headline(found),
        "change": prepared.overlay(found.best.values),
        "cost": prepared.cost(found.best.values),
        "best": found.at,
        "rule_sets": [
            {
                **_rule_set(prepared, one),
                "believed": {
                    "means": [_number(float(mean)) for mean in belief.means],
                    "errors": [_number(float(error)) for error in belief.errors],
                    "chance": _number(belief.chance),
                },
            }
            for one, belief in zip(found.results, found.believed, strict=True)
        ],
        "retuned": [_rule_set(prepared, one) for one in found.retuned],
        "front": [
            {
                "changes": prepared.overlay(one.values),
                "loss": _number(one.expected),
                "chance": _number(one.chance),
            }
            for one in found.front
        ],
        "region": [prepared.overlay(values) for values in found.region],
        "left_out": [
            {"name": one.knob.name, "values": [_number(value) for value in one.values]}
            for one in found.left_out
        ],
        "in_the_way": None if found.way is None else prepared.targets[found.way].quantity.name,
        "screened": list(found.screened),
        "looked": found.looked,
        "sealed_blocks": found.deals,
        "games": found.played.games,
        "void_games": found.played.voids,
    }


def refereed_words(found: Refereed) -> list[str]:
    """What the referee found, in lines."""
    told = changes(found.prepared, found.result.values) or "no change"
    return [
        f"{told}: {found.result.verdict}; loss {found.loss:.2f} (95 % sure: {found.low:.2f} to "
        f"{found.high:.2f}), the base game's {found.base.miss:.2f}, on {plural(found.deals, 'sealed block')}."
    ]


def refereed_data(found: Refereed) -> dict[str, Any]:
    """The same as plain data."""
    own = found.prepared
    return {
        "schema": "marchsim.referee/1",
        "loss": _number(found.loss),
        "interval": [_number(found.low), _number(found.high)],
        "sealed_blocks": found.deals,
        **_rule_set(own, found.result),
    }


def _rule_set(prepared: PreparedOptimize, one: RuleSetResult) -> dict[str, Any]:
    return {
        "change": prepared.overlay(one.values),
        "verdict": one.verdict,
        "targets": [_target(row) for row in one.targets],
    }


def _target(row: TargetResult) -> dict[str, Any]:
    quantity = row.target.quantity
    return {
        "quantity": quantity.name,
        "players": quantity.players,
        "keep": row.target.keep,
        "wanted": [_finite(row.low), _finite(row.high)],
        "margin": _number(row.margin),
        "base": _number(row.base),
        "estimate": _number(row.estimate),
        "interval": [_number(end) for end in row.interval],
        "deals": row.deals,
        "verdict": row.verdict,
    }


def _finite(value: float) -> float | None:
    return _number(value) if math.isfinite(value) else None
