"""Claims as data: statements about a game, which a study tests with other numbers and other players.

A claim is about the value of a metric, or about the change of this value in a variant on the same deals. It
says that the value is above a line, below it, or within a margin of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.recorder import metrics
from marchsim.recorder.metrics import OF, SPECIES

ABOVE, BELOW, WITHIN = "above", "below", "within"
WAYS = (ABOVE, BELOW, WITHIN)


@dataclass(frozen=True)
class Claim:
    """A statement about a metric.

    If `variant` is '', the claim is about the metric in the game itself, else about its change from the
    control to this variant. If `way` is '', the estimate under the assumed numbers decides between above and
    below. If `line` is None, it is the game's fair value, or 0 for a change. `published` is the published
    size (None: the size under the assumed numbers). `margin` is the claim's own margin (None: the default).
    `populations` are the players that the claim is about (empty: all).
    """

    metric: str
    variant: str = ""
    way: str = ""
    line: float | None = None
    margin: float | None = None
    published: float | None = None
    populations: tuple[str, ...] = ()
    text: str = ""

    def data(self) -> dict[str, Any]:
        """The claim as plain data in the form of a configuration, without defaults."""
        told = {
            "metric": self.metric, "variant": self.variant, "is": self.way, "text": self.text,
            "line": self.line, "margin": self.margin, "published": self.published,
            "population": list(self.populations),
        }  # fmt: skip
        return {key: value for key, value in told.items() if value not in ("", None, [])}

    def fair(self, players: int) -> float | None:
        """The value with which the claim compares its metric, for this number of players.

        It is the claim's `line`, if given. None if the metric has no fair value.
        """
        if self.line is not None:
            return self.line
        if self.variant:
            return 0.0
        if self.metric.startswith(OF):
            return 1 / players
        return metrics.described(self.metric).even(players)


def usual(
    names: tuple[str, ...],
    variants: Mapping[str, Sequence[str]],
    strategies: tuple[str, ...],
    species: Sequence[str] = (),
) -> list[Claim]:
    """The default claims, for a study that declares none.

    A study of variants has claims about the changes of metrics: one for each metric in `names` and each
    variant. If `names` is empty, the metrics are the first seat, turns, spread, scores and every strategy's
    share. The name `seats` stands for the first seat and the trend over seats. `variants` has all variants
    but the control. Each has the metrics of the components that it changes, which get claims, too. A study
    without variants has claims on the distance of the first seat, every strategy and every species from an
    equal share.
    """
    shares = tuple(OF + name for name in strategies)
    if not variants:
        return [Claim(name) for name in ("first-seat", *shares, *species)]
    asked = names or ("first-seat", "turns", "spread", "score", *shares)
    seats = ("first-seat", "seat-trend")
    chosen = dict.fromkeys(one for name in asked for one in (seats if name == metrics.ALL_SEATS else (name,)))
    return [
        Claim(name, variant) for variant, own in variants.items() for name in dict.fromkeys([*own, *chosen])
    ]


def worded(claim: Claim, way: str, line: float, players: int) -> str:
    """The claim as a sentence without a full stop: its own text, or else one made from its parts."""
    if claim.text:
        return claim.text
    if claim.variant:
        does = {ABOVE: "raises", BELOW: "lowers", WITHIN: "hardly changes"}[way]
        return f"{claim.variant} {does} {_called(claim.metric)}"
    how = {ABOVE: "more than", BELOW: "less than", WITHIN: "about"}[way]
    times, unit = metrics.shown(claim.metric, players)
    fair = f"{times * line:.0f} {unit}" if unit else f"{line:g}"
    share = "a fair share" if abs(line * players - 1) < 1e-9 else f"{times * line:.0f} where 100 are fair"
    if claim.metric == "first-seat":
        return f"the first seat wins {how} {share}"
    if claim.metric.startswith((OF, SPECIES)):
        return f"{claim.metric.partition('.')[2]} wins {how} {share}"
    if one := metrics.component(claim.metric):
        return f"being dealt {one} is worth {how} {fair}"
    return f"{_called(claim.metric)} is {how} {fair}"


def _called(metric: str) -> str:
    """The name of a metric as the object of a sentence."""
    if metric.startswith(OF):
        return f"the wins of {metric.removeprefix(OF)}"
    if one := metrics.component(metric):
        return f"the wins of those who are dealt {one}"
    return {
        "first-seat": "the first seat's wins", "seat-trend": "the trend over seats", "turns": "the turns",
        "lead-changes": "the share of games with a lead change", "spread": "the spread of scores",
        "rounds": "the rounds", "decisions": "the decisions", "score": "the mean score",
        "won": "the share of games won", "margin": "the points ahead of the opponent",
    }[metric]  # fmt: skip
