"""The file of a tuned strategy: what a configuration needs, and where the numbers come from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import marchsim
from marchsim import files
from marchsim.analysis.reading.estimates import Estimate
from marchsim.errors import RecordError
from marchsim.studies.tuning.findings import Ablated, Confirmed
from marchsim.studies.tuning.prepared import Prepared
from marchsim.studies.tuning.space import Values

LONGEST = 64 - len("-tuned")  # letters of a name that one may be made of
SCHEMA = "marchsim.tuned/1"
EXPLORATORY = (
    "What is lost when one weight is set back to the plan's own: all intervals hold at once with 95 %.",
    "Exploratory: weights stand in for each other, so what is said of one holds while the others stay.",
)
HEAD = """\
# {name}: the plan of {focal} with weights found by `marchsim tune`.
#
# To play it, put this file beside a configuration and name it there:
#     [[strategies]]
#     use = "{file}"
#
# It won {after} on deals that the search had not seen, and {before} with the plan's own weights
# ({players} players, against {against}).
"""


def data(
    prepared: Prepared, values: Values, scale: float | None, proof: Confirmed, without: Sequence[Ablated]
) -> dict[str, Any]:
    """Return a search's result as plain data: `strategy` is what a configuration takes."""
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
            "game": job.game,
            "players": prepared.players,
            "focal": first.name,
            "against": list(prepared.against),
            "seed": job.seed,
            "stage_seed": asked.stage_seed,
            "weights": [weight.name for weight in space.weights],
            "by_round": asked.by_round,
            "pull": asked.pull,
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
        "confirmed": _confirmed(proof),
        "ablation": {
            one.weight: {
                "own": _short(own[one.weight]),
                "tuned": _short(values[one.weight]),
                **({} if one.lost is None else {"lost": _rounded(one.lost)}),
                **_bounds(one.low, one.high),
            }
            for one in sorted(without, key=lambda one: (-(one.lost or 0.0), one.weight))
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
        "difference": {"share": _rounded(proof.difference), **_bounds(proof.low, proof.high), **test},
    }


def _estimate(found: Estimate) -> dict[str, float]:
    assert found.value is not None
    return {"share": _rounded(found.value), **_bounds(found.low, found.high)}


def _bounds(low: float | None, high: float | None) -> dict[str, float]:
    return {} if low is None or high is None else {"low": _rounded(low), "high": _rounded(high)}


def _rounded(share: float) -> float:
    return round(share, 6) + 0.0


def _short(values: Sequence[float]) -> float | list[float]:
    """Return a weight of each round, or one that is the same in all."""
    return values[0] if len(set(values)) == 1 else list(values)


def text(
    prepared: Prepared, values: Values, scale: float | None, proof: Confirmed, without: Sequence[Ablated],
    path: Path,
) -> str:  # fmt: skip
    """Return the file's text."""
    found = data(prepared, values, scale, proof, without)
    head = HEAD.format(
        name=found["strategy"]["name"], focal=prepared.asked.focal, file=path.name,
        players=prepared.players, against=", ".join(prepared.against) or "the game",
        after=words(proof.after), before=words(proof.before),
    )  # fmt: skip
    strategy = dict(found["strategy"])
    tables = {key: value for key, value in strategy.items() if isinstance(value, Mapping)}
    plain = {key: value for key, value in strategy.items() if key not in tables}
    parts = [_commented(head), _table("strategy", plain)]
    parts += [_table(f"strategy.{_key(key)}", value) for key, value in tables.items()]
    parts += [_table("tuned", found["tuned"]), _table("tuned.confirmed", found["confirmed"])]
    if found["ablation"]:
        parts.append("\n".join(f"# {line}" for line in EXPLORATORY))
        parts[-1] += "\n" + _table("tuned.ablation", found["ablation"])
    return "\n".join(parts)


def words(found: Estimate) -> str:
    """Return a share with its interval in words."""
    assert found.value is not None
    share = f"{100 * found.value:.1f} %"
    if found.low is None or found.high is None:
        return share
    return f"{share} ({100 * found.low:.1f}-{100 * found.high:.1f})"


def put(path: Path, content: str) -> None:
    """Write the file whole or not at all; RecordError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.put(path, content.encode())
    except OSError as error:
        raise RecordError(
            f"{path}: cannot be written ({error.strerror or error}). The search is stored: mend the path, "
            "and the same command writes it."
        ) from None


def _commented(text: str) -> str:
    """Return comment lines without anything that could end one."""
    lines = text.split("\n")
    return "\n".join("".join(c if c.isprintable() else "?" for c in line) for line in lines)


def _table(name: str, rows: Mapping[str, Any]) -> str:
    lines = [f"[{name}]", *(f"{_key(key)} = {_value(value)}" for key, value in rows.items())]
    return "\n".join(lines) + "\n"


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else _value(key)


def _value(value: Any) -> str:
    """Return plain data as TOML."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(each) for each in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return json.dumps(value)
