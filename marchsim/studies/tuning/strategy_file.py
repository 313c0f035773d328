"""The file of a tuned strategy, which a configuration can use, with the source of its weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import marchsim
from marchsim.analysis.reading.estimates import Estimate
from marchsim.errors import plural
from marchsim.stats.differences import ShareDifference
from marchsim.studies import toml_text as toml
from marchsim.studies.plain import bounds, rounded
from marchsim.studies.stages import PlayedStages
from marchsim.studies.tuning.findings import Confirmed, Losses, Margins
from marchsim.studies.tuning.preparation import PreparedTuning
from marchsim.studies.tuning.search import Values

LONGEST = 64 - len("-tuned")  # letters of a name that one may be made of
SCHEMA = "marchsim.tuned/1"
EXPLORATORY = (
    "Loss when one weight is reset to the plan's own value, with simultaneous 95 % intervals.",
    "Exploratory: weights can replace each other, so each loss holds only while the others stay.",
)
HEAD = """\
# {name}: the plan of {focal} with weights found by `marchsim tune`.
#
# To play it, put this file beside a configuration and name it there:
#     [[strategies]]
#     use = "{file}"
#
# It won {after} on deals that the search had not seen, and {before} with the plan's own weights
# ({players}, against {against}).
"""


@dataclass(frozen=True)
class Tuned:
    """A finished search, with its results, its file, and its games."""

    prepared: PreparedTuning
    values: Values
    scale: float | None
    confirmed: Confirmed
    ablated: Losses
    path: Path
    folder: Path
    played: PlayedStages

    @property
    def proved(self) -> bool:
        """Whether an interval on sealed deals proves that a strategy wins more, or a team leads by more."""
        proof = self.confirmed
        lows = (proof.low, proof.margin.low if proof.margin else None)
        return any(low is not None and low > 0 for low in lows)

    @property
    def losses(self) -> list[tuple[str, ShareDifference | None]]:
        """The losses by weight, with the largest first."""
        return sorted(self.ablated.items(), key=lambda pair: (-(pair[1].value if pair[1] else 0.0), pair[0]))

    def data(self) -> dict[str, Any]:
        """The result as plain data. `strategy` is the entry for a configuration."""
        prepared, values, scale = self.prepared, self.values, self.scale
        job, asked, laid = prepared.job, prepared.asked, prepared.budget
        first, space = job.entrants[0], prepared.space
        own = space.own()
        return {
            "schema": SCHEMA,
            "strategy": {
                "name": f"{first.name[:LONGEST]}-tuned",
                "use": prepared.plan.configuration.strategies[0].use,
                **prepared.parameters(values),
            },
            "tuned": {
                "marchsim": marchsim.__version__,
                "configuration": prepared.configuration.name,
                **({"variant": prepared.variant} if prepared.variant else {}),
                "game": job.game,
                "players": prepared.players,
                "focal": first.name,
                "against": list(prepared.against),
                "seed": job.seed,
                "stage_seed": asked.stage_seed,
                "weights": [weight.name for weight in space.weights],
                "by_round": asked.by_round,
                **({"team": True} if asked.team else {}),
                "aim": "credit" if scale is None else "soft win",
                **({} if scale is None else {"scale": scale}),
                "generations": laid.generations,
                "candidates": laid.candidates,
                "deals": laid.deals,
                "games": laid.search,
                "engine": job.engine,
                "rules": prepared.plan.variants[0].fingerprint,
                "plan": first.fingerprint(),
                "fingerprint": replace(first, parameters=prepared.parameters(values)).fingerprint(),
            },
            "confirmed": _confirmed(self.confirmed),
            "ablation": {
                weight: {"own": _short(own[weight]), "tuned": _short(values[weight])}
                | ({"lost": rounded(one.value)} if one else {})
                | (bounds(one.interval.low, one.interval.high) if one and one.interval else {})
                for weight, one in self.losses
            },
        }


def _confirmed(proof: Confirmed) -> dict[str, Any]:
    test = {} if proof.p is None else {"p": float(f"{proof.p:.3g}")}
    return {
        "deals": proof.deals,
        "games": proof.games,
        "void_games": proof.voids,
        "before": _estimate(proof.before),
        "after": _estimate(proof.after),
        "difference": {"share": rounded(proof.difference), **bounds(proof.low, proof.high), **test},
        **({} if proof.margin is None else {"margin": _margin(proof.margin)}),
    }


def _margin(found: Margins) -> dict[str, float]:
    """A team's margin before and after tuning, with the bounds of the difference."""
    told = {"before": found.before, "after": found.after, "difference": found.difference}
    return {**{key: rounded(one) for key, one in told.items()}, **bounds(found.low, found.high)}


def _estimate(found: Estimate) -> dict[str, float]:
    assert found.value is not None
    return {"share": rounded(found.value), **bounds(found.low, found.high)}


def _short(values: Sequence[float]) -> float | list[float]:
    """The weights of all rounds, as a single number if they are equal."""
    return values[0] if len(set(values)) == 1 else list(values)


def text(tuned: Tuned) -> str:
    """The text of the file."""
    found, prepared, proof = tuned.data(), tuned.prepared, tuned.confirmed
    head = HEAD.format(
        name=found["strategy"]["name"], focal=prepared.asked.focal, file=tuned.path.name,
        players=plural(prepared.players, "player"), against=", ".join(prepared.against) or "the game",
        after=words(proof.after), before=words(proof.before),
    )  # fmt: skip
    strategy = found["strategy"]
    tables = {key: value for key, value in strategy.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in strategy.items() if key not in tables}
    parts = [toml.commented(head), toml.table("strategy", plain)]
    parts += [toml.table(f"strategy.{toml.key(key)}", value) for key, value in tables.items()]
    parts += [toml.table("tuned", found["tuned"]), toml.table("tuned.confirmed", found["confirmed"])]
    if found["ablation"]:
        parts.append("\n".join(f"# {line}" for line in EXPLORATORY))
        parts[-1] += "\n" + toml.table("tuned.ablation", found["ablation"])
    return "\n".join(parts)


def words(found: Estimate) -> str:
    """A share and its interval in words."""
    assert found.value is not None
    share = f"{100 * found.value:.1f} %"
    if found.low is None or found.high is None:
        return share
    return f"{share} ({100 * found.low:.1f}-{100 * found.high:.1f})"
