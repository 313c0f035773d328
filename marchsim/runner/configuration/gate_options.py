"""`[gate]` and `[targets]`: metrics of a regression gate, and the margins that count as no change.

The gate itself checks the names of metrics, since it knows its metrics (marchsim.studies.gate).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from marchsim.runner.configuration.fields import Fields

REPLAYS = ("same", "may-change")
VERDICTS = ("fail", "pass")
POLICIES = ("random", "first", "last")
MOST_GAMES = 5_000
MOST_METRICS = 50
MOST_VALUE = 1e9
USUAL_GAMES = 300
USUAL_STREAMS = 24


@dataclass(frozen=True)
class GateOptions:
    """The tables [gate] and [targets].

    `games` are fixed games of tier 1, played by `policies`. `streams` of them are stored event by event.
    `metrics` is empty for the default ones. A target is a value and a tolerance. `claims` are those of
    [[claims]] that must not flip, by their text or metric.
    """

    replay: str = "same"
    inconclusive: str = "fail"
    policies: tuple[str, ...] = POLICIES
    games: int = USUAL_GAMES
    streams: int = USUAL_STREAMS
    metrics: tuple[str, ...] = ()
    margins: Mapping[str, float] = field(default_factory=dict)
    targets: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    claims: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The tables as plain data in the form of a configuration, without defaults."""
        if self == GateOptions():
            return {}
        gate: dict[str, Any] = {
            "replay": self.replay,
            "inconclusive": self.inconclusive,
            "policies": list(self.policies),
            "games": self.games,
            "streams": self.streams,
        }
        if self.metrics:
            gate["metrics"] = list(self.metrics)
        if self.margins:
            gate["margins"] = dict(self.margins)
        if self.claims:
            gate["claims"] = list(self.claims)
        targets = {name: {"value": value, "tolerance": room} for name, (value, room) in self.targets.items()}
        return {"gate": gate} | ({"targets": targets} if targets else {})


def read(gate: Fields, targets: Fields) -> GateOptions:
    """The tables [gate] and [targets] of a configuration."""
    margins = gate.inner("margins")
    found = GateOptions(
        gate.choice("replay", REPLAYS, "same"),
        gate.choice("inconclusive", VERDICTS, "fail"),
        gate.one_or_more("policies", str, "the name of a strategy") or POLICIES,
        gate.integer("games", 0, MOST_GAMES, USUAL_GAMES),
        gate.integer("streams", 0, MOST_GAMES, USUAL_STREAMS),
        gate.one_or_more("metrics", str, "the name of a metric"),
        {name: margins.number(name, 1e-6, MOST_VALUE, 0.0) for name in margins.data},
        {name: _target(targets, name) for name in targets.data},
        gate.one_or_more("claims", str, "the text or the metric of one of [[claims]]"),
    )
    gate.finish()
    if len(found.metrics) > MOST_METRICS:
        raise gate.error("metrics", f"{len(found.metrics)} metrics; at most {MOST_METRICS} are allowed.")
    return found


def _target(targets: Fields, name: str) -> tuple[float, float]:
    entry = targets.inner(name)
    for key in ("value", "tolerance"):
        if key not in entry.data:
            raise entry.error(key, "missing; a target needs a value and a tolerance.")
    pair = (
        entry.number("value", -MOST_VALUE, MOST_VALUE, 0.0),
        entry.number("tolerance", 0.0, MOST_VALUE, 0.0),
    )
    entry.finish()
    return pair
