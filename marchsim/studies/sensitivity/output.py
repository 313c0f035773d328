"""Write the results of a sensitivity study as plain data (sensitivity.json)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

import marchsim
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.robustness.judging import ERROR, Judged
from marchsim.analysis.robustness.known import AGAIN, FILE, SCHEMA, content
from marchsim.analysis.robustness.mattering import LookupWorth
from marchsim.errors import StateMismatch
from marchsim.stats.clusters import Floats
from marchsim.stats.prediction import FieldMean
from marchsim.stats.random_groups import Explained
from marchsim.studies.plain import ends, rounded
from marchsim.studies.sensitivity.sensitivity import Row, Sensitivity, Tried
from marchsim.studies.sensitivity.sentences import answer, counted
from marchsim.studies.toml_text import put

MOST_BOXES = 50  # that stand for all: a page draws no more
NUMBERS = re.compile(r"\[\s+([-\d.e,\s]+?)\s+\]")


def write(found: Sensitivity, folder: Path) -> Path:
    """Write all results into a study's folder, each list of numbers on one line, and return the file."""
    path = folder / FILE
    told = json.dumps(data(found), indent=1, ensure_ascii=False)
    put(path, NUMBERS.sub(lambda one: f"[{' '.join(one[1].split())}]", told) + "\n")
    return path


def first_numbers(path: Path, many: int) -> tuple[str, ...]:
    """The keys of the numbers on the first `many` components to look up, from a study's file or folder."""
    file = path / FILE if path.is_dir() else path
    found = content(file)
    try:
        items = found["look_up"]["first"]
        return tuple(str(key) for item in items[:many] for key in item["numbers"])
    except (KeyError, TypeError):
        raise StateMismatch(f"{file}: it lacks the components to look up; {AGAIN}.") from None


def data(found: Sensitivity) -> dict[str, Any]:
    """All results as plain data, which are equal for the same games on any machine."""
    prepared = found.prepared
    return {
        "schema": SCHEMA,
        "marchsim": marchsim.__version__,
        "configuration": prepared.configuration.name,
        "game": prepared.configuration.game,
        "rules_fingerprint": prepared.fingerprint,
        "players": prepared.players,
        "seed": prepared.configuration.seed,
        "populations": list(prepared.cast),
        "engine": prepared.engine,
        "players_fingerprints": {
            name: one.population.fingerprint for name, one in prepared.cast.items() if one.population
        },
        "numbers": {
            "drawn": len(prepared.priors.drawn),
            "known": prepared.priors.known,
            "priors": "stated" if prepared.priors.stated else "default",
        },
        "draws": found.draws,
        "draws_at_most": prepared.draws,
        "deals": found.deals,
        "looks": [look.draws for look in found.looks if look.draws <= found.draws],
        "calls": list(found.calls),
        "error": ERROR,
        "rules": {"holds": found.rules.holds, "size": found.rules.size, "flips": found.rules.flips},
        "ended": found.why,
        "counted": counted(found),
        "answer": answer(found),
        "claims": [_row(row) for row in found.rows],
        "not_claimed": [_tried(one) for one in found.left],
        "over_strategies": [_field(variant, name, one) for (variant, name), one in found.fields.items()],
        "look_up": _worth(found.worth),
        "games": found.played.games,
        "void_games": found.played.voids,
    }


def _tried(one: Tried) -> dict[str, Any]:
    return {
        "text": one.text,
        "metric": one.claim.metric,
        "variant": one.claim.variant,
        "is": one.stated.way,
        "line": rounded(one.stated.line),
        "margin": rounded(one.stated.margin),
        "published": rounded(one.stated.published),
        "assumed": rounded(one.assumed),
        "assumed_se": rounded(one.se),
    }


def _row(row: Row) -> dict[str, Any]:
    cells = {name: _cell(row, name, cell) for name, cell in row.cells.items()}
    return {**_tried(row.tried), "verdict": row.verdict, "populations": cells}


def _cell(row: Row, name: str, cell: Judged) -> dict[str, Any]:
    model = cell.model
    unusual = (row.tried.assumed - model.mean) / model.between if model.between else None
    return {
        "label": cell.label,
        "label_error": rounded(cell.error),
        "mean": rounded(model.mean),
        "mean_interval": ends(model.interval()),
        "between": rounded(model.between),
        "between_squared_uncut": rounded(model.between2),
        "between_interval": ends(model.between_interval()),
        "noise": rounded(model.noise2**0.5),
        "possible_values": ends(cell.theta),
        "boxes": boxes(cell.shrunken),
        "right": _support(cell.right),
        "of_size": _support(cell.sized),
        "reversed": _support(cell.against),
        "single_draws": dict(zip(("for", "against", "open"), cell.single, strict=True)),
        "normal_p": rounded(cell.normal),
        "assumption_off": rounded(unusual),
        "draws_needed": None if cell.more is None else round(cell.more),
        "factors": _explained(row.explained[name]),
    }


def boxes(values: Floats) -> list[float]:
    """A claim's values in all component sets, sorted. If there are many, `MOST_BOXES` quantiles of them."""
    if len(values) <= MOST_BOXES:
        return [round(float(value), 4) + 0.0 for value in np.sort(values)]
    at = (np.arange(MOST_BOXES) + 0.5) / MOST_BOXES
    return [round(float(value), 4) + 0.0 for value in np.quantile(values, at)]


def _explained(told: Explained | None) -> dict[str, Any] | None:
    if told is None:
        return None
    groups = [
        {
            "factor": one.name,
            "inputs": one.inputs,
            "screening_p": rounded(one.p),
            "share": rounded(one.share),
            "interval": ends(one.interval),
        }
        for one in told.groups
    ]
    return {"groups": groups, "all_others": rounded(told.rest), "not_linear": rounded(told.not_linear)}


def _field(variant: str, name: str, one: FieldMean) -> dict[str, Any]:
    return {
        "variant": variant,
        "population": name,
        "spread": rounded(one.tau),
        "spread_interval": ends(one.tau_interval),
        "one_more_strategy": ends(one.prediction),
    }


def _worth(worth: LookupWorth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    first = [
        {"component": one.item, "numbers": list(one.numbers), "removed": rounded(one.removed)}
        for one in worth.first
    ]
    return {"first": first, "at_random": rounded(worth.random), "all": rounded(worth.all)}


def _support(found: Estimate) -> dict[str, Any]:
    return {"share": rounded(found.value), "interval": [rounded(found.low), rounded(found.high)]}
