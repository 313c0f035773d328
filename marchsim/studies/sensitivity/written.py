"""What a sensitivity study leaves: the answer in sentences, and all as plain data (sensitivity.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import marchsim
from marchsim.analysis.robustness.judging import CHANGES, ERROR, FLIPS, HOLDS, OPEN, Judged, Support
from marchsim.analysis.robustness.known import AGAIN, FILE, SCHEMA, content
from marchsim.analysis.robustness.mattering import LookupWorth
from marchsim.errors import StateMismatch, plural
from marchsim.recorder import metrics
from marchsim.recorder.metrics import SHARE
from marchsim.stats.intervals import Interval
from marchsim.stats.prediction import FieldMean
from marchsim.stats.random_groups import Explained
from marchsim.studies.sensitivity.sensitivity import HOPELESS, SETTLED, Row, Sensitivity, Tried
from marchsim.studies.toml_text import put

PLACES = 6
UNUSUAL = 2.0  # standard deviations between boxes


def write(found: Sensitivity, folder: Path) -> Path:
    """Write everything into a study's folder and return the file."""
    path = folder / FILE
    put(path, json.dumps(data(found), indent=1, ensure_ascii=False) + "\n")
    return path


def first_numbers(path: Path, many: int) -> tuple[str, ...]:
    """Return the keys of the numbers of the first components to look up, from a study's file or folder."""
    file = path / FILE if path.is_dir() else path
    found = content(file)
    try:
        items = found["look_up"]["first"]
        return tuple(str(key) for item in items[:many] for key in item["numbers"])
    except (KeyError, TypeError):
        raise StateMismatch(f"{file}: it does not say what to look up; {AGAIN}.") from None


def counted(found: Sensitivity) -> dict[str, int]:
    """Return how many claims have each verdict."""
    return {word: sum(row.verdict == word for row in found.rows) for word in (HOLDS, CHANGES, FLIPS, OPEN)}


def answer(found: Sensitivity) -> list[str]:
    """Return the answer in sentences: how many claims hold, then each in words."""
    many = counted(found)
    verbs = {
        HOLDS: ("holds", "hold"), CHANGES: ("changes its size", "change their size"),
        FLIPS: ("flips", "flip"), OPEN: ("is undecided", "are undecided"),
    }  # fmt: skip
    parts = [
        f"{count or 'none'} {verbs[word][count > 1]}"
        for word, count in many.items()
        if count or word == HOLDS
    ]
    head = f"Of {plural(len(found.rows), 'claim')} {', '.join(parts)} in the possible boxes."
    told = [f"{row.verdict}: {sentence(row)}" for word in (FLIPS, CHANGES, HOLDS) for row in found.rows
            if row.verdict == word]  # fmt: skip
    return [head, *told, *_open(found), ending(found)]


def _open(found: Sensitivity) -> list[str]:
    """Return which claims are not settled, by what would settle them."""
    whys: dict[str, list[str]] = {}
    for row in found.rows:
        if row.verdict == OPEN:
            left = [cell for cell in row.cells.values() if cell.label == OPEN]
            why = cause(left[-1]) if left else "it differs between the populations"
            whys.setdefault(why, []).append(row.tried.text)
    return [f"{OPEN}, {why}: {'; '.join(texts)}." for why, texts in whys.items()]


def sentence(row: Row) -> str:
    """Return what became of a settled claim, by the population that counts most."""
    name, cell = list(row.cells.items())[-1]
    tried = row.tried
    who = f" ({name})" if len(row.cells) > 1 else ""
    text = headed(tried.text)
    now, then = value(tried, cell.model.mean), value(tried, tried.assumed)
    true = f"true in {percent(cell.right)} of the possible boxes"
    if row.verdict == FLIPS:
        return f"{text}{who}: in {percent(cell.against)} of the possible boxes it is the other way round."
    if row.verdict == CHANGES:
        return f"{text}{who}: seldom reversed, but not of this size: {now} instead of {then}."
    return f"{text}{who}: {true}; {now} on average, {then} under the assumed numbers."


def headed(text: str) -> str:
    """Return a claim as it begins a sentence; a name at its beginning stays as it is."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def cause(cell: Judged) -> str:
    """Return what would settle an open claim."""
    if cell.more is not None:
        return f"{cell.more:,.0f} draws like these would settle it"
    if cell.model.between2 <= 0 or cell.model.noise2 > cell.model.between2:
        return "more deals may settle it"
    return "more games will not settle it, but numbers from the box may"


def unusual(found: Sensitivity) -> list[str]:
    """Return the claims whose assumed value is unusual among the draws of the first players."""
    firsts = [(row, next(iter(row.cells.values())).model) for row in found.rows]
    return [
        row.tried.text
        for row, model in firsts
        if model.between and abs(row.tried.assumed - model.mean) > UNUSUAL * model.between
    ]


def percent(found: Support) -> str:
    """Return a share of boxes with its interval: '96 % (90 to 100)'."""
    low, high = found.interval.low, found.interval.high
    return f"{100 * found.share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


def value(tried: Tried, number: float) -> str:
    """Return a value of a claim's metric in its own unit."""
    share = metrics.described(tried.claim.metric).kind == SHARE
    if tried.claim.variant:
        return f"{100 * number:+.1f} points" if share else f"{number:+.2f}"
    return f"{100 * number:.1f} %" if share else f"{number:.2f}"


def ending(found: Sensitivity) -> str:
    """Return how the study ended."""
    deals = plural(found.deals, "deal")
    size = f"{plural(found.draws, 'draw')} of {len(found.prepared.priors.drawn)} numbers, {deals} each"
    if found.why == SETTLED:
        return f"Every claim is settled after {size}."
    if found.why == HOPELESS:
        return f"After {size} no more draws (of at most {found.prepared.draws}) would settle the rest."
    return f"The draws are spent: {size}."


def data(found: Sensitivity) -> dict[str, Any]:
    """Return everything as plain data; equal for the same games, whoever played them."""
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
        "numbers": {
            "drawn": len(prepared.priors.drawn),
            "known": prepared.priors.known,
            "priors": "stated" if prepared.priors.stated else "default",
        },
        "draws": found.draws,
        "draws_at_most": prepared.draws,
        "deals": found.deals,
        "looks": [look for look in prepared.looks if look <= found.draws],
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
        "line": _number(one.stated.line),
        "margin": _number(one.stated.margin),
        "published": _number(one.stated.published),
        "assumed": _number(one.assumed),
        "assumed_se": _number(one.se),
    }


def _row(row: Row) -> dict[str, Any]:
    cells = {name: _cell(row, name, cell) for name, cell in row.cells.items()}
    return {**_tried(row.tried), "verdict": row.verdict, "populations": cells}


def _cell(row: Row, name: str, cell: Judged) -> dict[str, Any]:
    model = cell.model
    unusual = (row.tried.assumed - model.mean) / model.between if model.between else None
    return {
        "label": cell.label,
        "mean": _number(model.mean),
        "mean_interval": _ends(model.interval()),
        "between": _number(model.between),
        "between_squared_uncut": _number(model.between2),
        "between_interval": _ends(model.between_interval()),
        "noise": _number(model.noise2**0.5),
        "possible_values": _ends(cell.theta),
        "right": _support(cell.right),
        "of_size": _support(cell.sized),
        "reversed": _support(cell.against),
        "single_draws": dict(zip(("for", "against", "open"), cell.single, strict=True)),
        "normal_p": _number(cell.normal),
        "assumption_off": _number(unusual),
        "draws_needed": None if cell.more is None else round(cell.more),
        "factors": _explained(row.explained[name]),
    }


def _explained(told: Explained | None) -> dict[str, Any] | None:
    if told is None:
        return None
    groups = [
        {
            "factor": one.name,
            "inputs": one.inputs,
            "screening_p": _number(one.p),
            "share": _number(one.share),
            "interval": _ends(one.interval),
        }
        for one in told.groups
    ]
    return {"groups": groups, "all_others": _number(told.rest), "not_linear": _number(told.not_linear)}


def _field(variant: str, name: str, one: FieldMean) -> dict[str, Any]:
    return {
        "variant": variant,
        "population": name,
        "spread": _number(one.tau),
        "spread_interval": _ends(one.tau_interval),
        "one_more_strategy": _ends(one.prediction),
    }


def _worth(worth: LookupWorth | None) -> dict[str, Any] | None:
    if worth is None:
        return None
    first = [
        {"component": one.item, "numbers": list(one.numbers), "removed": _number(one.removed)}
        for one in worth.first
    ]
    return {"first": first, "at_random": _number(worth.random), "all": _number(worth.all)}


def _support(found: Support) -> dict[str, Any]:
    return {"share": _number(found.share), "interval": _ends(found.interval)}


def _number(number: float | None) -> float | None:
    """Return a number without the digits in which machines differ."""
    return None if number is None else round(number, PLACES) + 0.0


def _ends(found: Interval | None) -> list[float | None] | None:
    return None if found is None else [_number(found.low), _number(found.high)]
