"""The result of levelling in words, as data, and as an overlay for configurations."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import marchsim
from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.variants.seat_effects import SeatEffect, Units
from marchsim.analysis.variants.seats_level import LEVELLED, UNEVEN, SeatsLevel
from marchsim.errors import plural
from marchsim.stats.contrasts import HypothesisTest
from marchsim.studies import plain, toml_text
from marchsim.studies.levelling.level import ComparedStart, Levelled, PreparedLevel

SCHEMA = "marchsim.level/1"
OVERLAY, DATA = "level.toml", "level.json"
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
PLACES = 9
_number, _ends = partial(plain.rounded, places=PLACES), partial(plain.ends, places=PLACES)


def write(found: Levelled, folder: Path) -> Path:
    """Write the overlay and the data into a folder, either both or neither, and return the overlay's path."""
    toml_text.put_answer(folder / OVERLAY, overlay(found), folder / DATA, data(found))
    return folder / OVERLAY


def overlay(found: Levelled) -> str:
    """The overlay with all non-zero handicaps by seat, including those of the configuration."""
    told = [
        *answer(found),
        f"Made by `marchsim level` for the configuration {found.prepared.configuration.name}.",
    ]
    head = toml_text.commented("\n".join(f"# {line}" for line in told))
    return f"{head}\n\n{toml_text.table('rules', found.prepared.overlay(found.units))}"


def answer(found: Levelled) -> list[str]:
    """Sentences on the gifts, each seat's wins with and without them, the uncertainty, and the verdict."""
    players, before, after = found.prepared.players, found.before, found.after
    given = gifts(found.prepared, found.units)
    head = f"With {players} players: {f'give {given}' if given else _nothing(found)}."
    sure = max((one.high - one.low) / 2 for one in after.together)
    base = f"{plural(found.deals, 'fresh deal')}, ± {wins(sure, players)} for all seats at once, 95 %"
    chance = f"Chance alone would make {wins(before.chance, players)} if all were equal."
    if given:
        told = [
            f"Seats then win {wins_of(after)} where 100 are fair, before {wins_of(before)}, in turn order "
            f"({base}).",
            f"The furthest seat is {wins(after.furthest, players)} from fair, before "
            f"{wins(before.furthest, players)}. {chance} Test of equal seats: {_equal(after)}, before "
            f"{_equal(before)}.{_balance_words(found.closer)}",
        ]
    else:
        told = [
            f"Seats win {wins_of(before)} where 100 are fair, in turn order ({base}).",
            f"The furthest seat is {wins(before.furthest, players)} from fair. {chance} Test of equal seats: "
            f"{_equal(before)}.",
        ]
        if best := gifts(found.prepared, found.best):
            told.append(
                f"The most level way to begin, {best}: {wins_of(after)}.{_balance_words(found.closer)}"
            )
    return [head, *told, f"Verdict: {_verdict(found)}", *([found.look] if found.look else [])]


def _nothing(found: Levelled) -> str:
    """A sentence on why no seat gets anything."""
    return {
        LEVELLED: "nothing needs to be given",
        UNEVEN: f"nothing of {', '.join(found.prepared.resources)} levels the seats",
    }.get(found.verdict, "nothing was found that levels the seats better")


def _verdict(found: Levelled) -> str:
    margin = wins(found.prepared.margin, found.prepared.players)
    return {
        LEVELLED: f"every seat is within {margin} wins of fair (tested at 5 %).",
        UNEVEN: f"a seat is still further than {margin} wins from fair (95 %, all seats at once).",
    }.get(
        found.verdict, f"not shown that every seat is within {margin} wins of fair. More --deals would tell."
    )


def _equal(found: SeatsLevel) -> str:
    return "none, since nothing varies" if found.equal is None else _p(found.equal.p)


def _balance_words(test: HypothesisTest | None) -> str:
    """A sentence on the change in seat balance."""
    if test is None:
        return ""
    if test.p < 0.05:
        return f" The seats are {'more' if test.statistic > 0 else 'less'} level than before ({_p(test.p)})."
    return f" No significant improvement in seat balance ({_p(test.p)})."


def _p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def wins(share: float, players: int, sign: str = "") -> str:
    """Format a share, or a difference of shares, as a wins index: 0.02 with four players is '8'."""
    return f"{round(100 * players * share) + 0:{sign}d}"


def wins_of(found: SeatsLevel) -> str:
    """Format the wins index of each seat, such as '101, 99, 100 and 99'."""
    return listed(wins(one, len(found.shares)) for one in found.shares)


def gifts(prepared: PreparedLevel, units: Units) -> str:
    """Format the gifts by seat, such as 'the third and fourth player 1 food more' ('' if there are none)."""
    by_seat: dict[int, list[str]] = {}
    for lever, more in zip(prepared.levers, units, strict=True):
        if more:
            words = prepared.resources[lever.resource].words(more)
            by_seat.setdefault(lever.seat, []).append(words)
    seats: dict[str, list[str]] = {}
    for seat, parts in sorted(by_seat.items()):
        seats.setdefault(listed(parts), []).append(ORDINALS[seat])
    return "; ".join(f"the {listed(who)} player {what}" for what, who in seats.items())


def data(found: Levelled) -> dict[str, Any]:
    """All results as plain data, which are equal for the same games on any machine."""
    prepared, effects = found.prepared, found.effects
    return {
        "schema": SCHEMA,
        "marchsim": marchsim.__version__,
        "configuration": prepared.configuration.name,
        "game": prepared.configuration.game,
        "players": prepared.players,
        "seed": prepared.configuration.seed,
        "strategies": [entry.name for entry in prepared.configuration.strategies],
        "baselines_left_out": list(prepared.dropped),
        "margin": _number(prepared.margin),
        "answer": answer(found),
        "rules": prepared.overlay(found.units),
        "verdict": found.verdict,
        "confirmed": {
            "deals": found.deals,
            "deals_left_out": found.left_out,
            "rules": prepared.overlay(found.best),
            "before": _level(found.before),
            "after": _level(found.after),
            "more_level_p": None if found.closer is None else _number(found.closer.p),
        },
        "effects": {
            "deals": effects.deals,
            "deals_left_out": effects.left_out,
            "bend_p": _number(effects.bend),
            "moved": None if found.moved is None else _number(found.moved.value),
            "moved_less_p": None if found.moved is None else _number(found.moved.p),
            "second_units": [
                {
                    "resource": resource,
                    "times": _number(one.value),
                    "interval": _ends(one),
                    "same_p": _number(one.p),
                }
                for resource, one in effects.second.items()
            ],
            "levers": [_effect(prepared, one) for one in effects.effects],
        },
        "compared": {
            "deals": found.compared_deals,
            "ways": [_way(prepared, one) for one in found.compared],
        },
        "games": found.played.games,
        "void_games": found.played.voids,
    }


def _effect(prepared: PreparedLevel, found: SeatEffect) -> dict[str, Any]:
    return {
        "resource": found.lever.resource,
        "seat": found.lever.seat,
        "parameter": prepared.parameter(found.lever),
        "own": prepared.own[found.lever],
        "share": _number(found.share),
        "effect": _number(found.effect.value),
        "effect_interval": _ends(found.effect),
        "units": _number(found.units.value if found.units else None),
        "units_interval": _ends(found.units),
        "units_together": _number(found.together),
    }


def _way(prepared: PreparedLevel, found: ComparedStart) -> dict[str, Any]:
    return {
        "rules": prepared.overlay(found.units),
        "words": gifts(prepared, found.units),
        "unevenness": _number(found.unevenness),
        **_level(found.found),
    }


def _level(found: SeatsLevel) -> dict[str, Any]:
    return {
        "shares": [_number(one) for one in found.shares],
        "intervals_at_once": [_ends(one) for one in found.together],
        "intervals_90": [_ends(one) for one in found.narrow],
        "equal_p": None if found.equal is None else _number(found.equal.p),
        "furthest": _number(found.furthest),
        "furthest_by_chance": _number(found.chance),
        "verdict": found.verdict,
    }
