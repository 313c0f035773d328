"""Reads the tables about verdicts: `[gate]`, `[targets]`, `[report]` and `[[claims]]`.

The metrics of `[report]` are the primary family of a report on variants: they are declared before any game is
played. All others are exploratory. The gate checks the names of its metrics itself (marchsim.studies.gate).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from marchsim.errors import nearest
from marchsim.recorder import metrics as catalogue
from marchsim.recorder.claims import WAYS, WITHIN, Claim
from marchsim.runner.configuration.fields import Fields

REPLAYS = ("same", "may-change")
VERDICTS = ("fail", "pass")
POLICIES = ("random", "first", "last")
MOST_GAMES = 5_000
MOST_METRICS = 50
MOST_VALUE = 1e9
MOST_CLAIMS = 200
USUAL_GAMES = 300
USUAL_STREAMS = 24


@dataclass(frozen=True)
class GateOptions:
    """The tables [gate] and [targets] of a configuration.

    `games` is the number of fixed games of tier 1, which `policies` play. The first `streams` of these games
    are stored with their events. `metrics` is empty for the default metrics. A target is a value and a
    tolerance. `claims` names the [[claims]] that must not flip, by text or metric.
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
        """The tables as plain data, in the form of a configuration. Defaults are left out."""
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


def read_gate(gate: Fields, targets: Fields) -> GateOptions:
    """Read the tables [gate] and [targets] of a configuration."""
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


@dataclass(frozen=True)
class ReportOptions:
    """The table [report] of a configuration. `metrics` is empty for the default metrics.

    A margin for a metric is a share, or a fraction of the metric's mean. A margin for a question is in points
    of the wins index.
    """

    metrics: tuple[str, ...] = ()
    margins: Mapping[str, float] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The table as plain data, in the form of a configuration. Defaults are left out."""
        table = {"metrics": list(self.metrics)} if self.metrics else {}
        found = table | ({"margins": dict(self.margins)} if self.margins else {})
        return {"report": found} if found else {}


def read_report(fields: Fields, strategies: Sequence[str]) -> ReportOptions:
    """Read the table [report] of a configuration that has these strategies."""
    metrics = fields.one_or_more("metrics", str, "the name of a metric")
    margins = fields.inner("margins")
    fields.finish()
    if len(metrics) > MOST_METRICS:
        raise fields.error("metrics", f"{len(metrics)} metrics; at most {MOST_METRICS} are allowed.")
    metric_names = [catalogue.ALL_SEATS, *catalogue.known(None, strategies)]
    bounded = [*metric_names, *catalogue.MARGINS]
    for place, names, known in ((fields, metrics, metric_names), (margins, margins.data, bounded)):
        for name in names:
            if name not in known and not catalogue.component(name):
                raise place.error(
                    "metrics" if place is fields else name,
                    f"there is no metric {name!r}.{nearest(name, known)} Known: {', '.join(known)}.",
                )
    return ReportOptions(
        metrics, {name: margins.number(name, 1e-6, MOST_VALUE, 0.0) for name in margins.data}
    )


def read_claims(
    entries: Sequence[Fields], strategies: Sequence[str], variants: Sequence[str]
) -> tuple[Claim, ...]:
    """Read the claims of a configuration with these strategies and variants. No claim may occur twice."""
    found: list[Claim] = []
    for fields in entries:
        claim = _claim(fields, strategies, variants)
        if claim in found:
            raise fields.error("metric", "the same claim stands above; remove one.")
        found.append(claim)
    return tuple(found)


def _claim(fields: Fields, strategies: Sequence[str], variants: Sequence[str]) -> Claim:
    metric, known = fields.text("metric"), catalogue.known(None, strategies)
    if metric not in known and not catalogue.component(metric):
        near, more = nearest(metric, known), "or a component such as cards.NAME"
        raise fields.error(
            "metric", f"there is no metric {metric!r}.{near} Known: {', '.join(known)}, {more}."
        )
    variant = fields.text("variant", "")
    if variant and variant not in variants:
        listed = ", ".join(variants) or "none; leave it out, or add [[variants]]"
        raise fields.error(
            "variant", f"there is no variant {variant!r}.{nearest(variant, variants)} Known: {listed}."
        )
    way = fields.text("is", "")
    if way and way not in WAYS:
        raise fields.error("is", f"{way!r} is not one of {', '.join(WAYS)}.{nearest(way, WAYS)}")
    claim = Claim(
        metric, variant, way, fields.number("line", -MOST_VALUE, MOST_VALUE, None),
        fields.number("margin", 1e-6, MOST_VALUE, None),
        fields.number("published", -MOST_VALUE, MOST_VALUE, None),
        fields.one_or_more("population", str, "the name of a population"), fields.text("text", ""),
    )  # fmt: skip
    fields.finish()
    _check(fields, claim)
    return claim


def _check(fields: Fields, claim: Claim) -> None:
    """Raise ConfigError if a claim cannot be judged."""
    if claim.fair(2) is None:
        raise fields.error(
            "line", f"missing; no value of {claim.metric} is fair by itself: say what it is measured from."
        )
    if claim.published is None or not claim.way or claim.way == WITHIN:
        return
    off = claim.published - (claim.line or 0.0)
    if claim.line is not None or claim.variant:
        if off == 0 or (off > 0) != (claim.way == "above"):
            raise fields.error(
                "published", f"{claim.published:g} does not lie {claim.way} the line; correct one of them."
            )
