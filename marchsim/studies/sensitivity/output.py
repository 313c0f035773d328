"""The results of a sensitivity study in sentences, and as plain data (sensitivity.json)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import marchsim
from marchsim.analysis.judging.verdict import listed
from marchsim.analysis.reading.estimates import Estimate
from marchsim.analysis.robustness.judging import CHANGES, ERROR, FLIPS, HOLDS, OPEN, VERBS, Judged
from marchsim.analysis.robustness.known import AGAIN, FILE, SCHEMA, content
from marchsim.analysis.robustness.mattering import LookupWorth
from marchsim.errors import StateMismatch, plural
from marchsim.recorder import metrics
from marchsim.recorder.claims import WITHIN
from marchsim.stats.clusters import Floats
from marchsim.stats.prediction import FieldMean
from marchsim.stats.random_groups import Explained
from marchsim.studies.plain import ends, rounded
from marchsim.studies.sensitivity.preparation import words
from marchsim.studies.sensitivity.sensitivity import HOPELESS, SETTLED, Row, Sensitivity, Tried
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


UNUSUAL = 2.0  # standard deviations between draws


def counted(found: Sensitivity) -> dict[str, int]:
    """The number of claims with each verdict."""
    return {word: sum(row.verdict == word for row in found.rows) for word in VERBS}


def answer(found: Sensitivity) -> list[str]:
    """The result in sentences: how many claims hold, then each claim, or the effects of each variant."""
    many = counted(found)
    parts = [
        f"{count or 'none'} {VERBS[word][count > 1]}"
        for word, count in many.items()
        if count or word in (HOLDS, FLIPS)
    ]
    head = f"Of {plural(len(found.rows), 'claim')} {', '.join(parts)} in the plausible component sets."
    variants = dict.fromkeys(row.tried.claim.variant for row in found.rows)
    told = [one for variant in variants for one in _sentences(found, variant)]
    seen = words([one for one in found.looks if one.draws <= found.draws], found.calls)
    return [head, *told, ending(found), *([seen] if seen else [])]


def _sentences(found: Sensitivity, variant: str) -> list[str]:
    """Sentences on the claims about a variant, or on those about the game itself if `variant` is ''."""
    rows = [row for row in found.rows if row.tried.claim.variant == variant]
    if not variant:
        told = [f"{word}: {sentence(row)}" for word in (FLIPS, CHANGES, HOLDS) for row in rows
                if row.verdict == word]  # fmt: skip
        return [*told, *(f"{OPEN}, {why}: {'; '.join(texts)}." for why, texts in _open(rows).items())]
    own = {word: [row for row in rows if row.verdict == word] for word in VERBS}
    told = [f"{variant}: {_lead(own)}"]
    told += [f"{variant}, {word}: {sentence(row)}" for word in (FLIPS, CHANGES) for row in own[word]]
    told += [
        f"{variant}, not settled ({why}): whether it {'; '.join(_does(variant, texts))}."
        for why, texts in _open(rows).items()
    ]
    return told


def _lead(own: Mapping[str, Sequence[Row]]) -> str:
    """A sentence on the claims about a change that hold in all plausible component sets."""
    holding, wrong = own[HOLDS], [*own[FLIPS], *own[CHANGES]]
    if not holding and not wrong:
        return "nothing that it does, or does not do, is settled in the plausible component sets."
    what = "; ".join(_does("", [_effect(row) for row in holding]))
    many = plural(sum(map(len, own.values())), "claim")
    if wrong:
        held = f" In the plausible component sets, too, it {what}." if holding else ""
        return f"not to be trusted in {len(wrong)} of {many}, which other numbers or players change.{held}"
    rest = "" if len(holding) == sum(map(len, own.values())) else "; the rest is open"
    return f"{len(holding)} of {many} hold{rest}: in the plausible component sets, too, it {what}."


def _effect(row: Row) -> str:
    """A variant's effect as stated by a claim that holds, with its size if the claim has a direction."""
    text = row.tried.text.removeprefix(f"{row.tried.claim.variant} ")
    if row.tried.stated.way == WITHIN:
        return text
    return f"{text} ({value(row.tried, list(row.cells.values())[-1].model.mean)} on average)"


def _does(variant: str, texts: Sequence[str]) -> list[str]:
    """The effects of a variant, one phrase for each verb: 'hardly changes the turns and the mean score'."""
    found: dict[str, list[str]] = {}
    for text in texts:
        own = text.removeprefix(f"{variant} ")
        verb = next((verb for verb in ("hardly changes ", "raises ", "lowers ") if own.startswith(verb)), "")
        found.setdefault(verb, []).append(own.removeprefix(verb))
    return [f"{verb}{listed(_shares(things))}" for verb, things in found.items()]


def _shares(things: Sequence[str]) -> list[str]:
    """The objects of a sentence, in which the wins of several strategies become one object."""
    of = "the wins of "
    names = [one.removeprefix(of) for one in things if one.startswith(of)]
    if len(names) < 2:
        return list(things)
    others = [one for one in things if one.removeprefix(of) not in names]
    return [*others, f"{of}{listed(names)}"]


def _open(rows: Sequence[Row]) -> dict[str, list[str]]:
    """The open claims, grouped by the way in which they could be settled."""
    whys: dict[str, list[str]] = {}
    for row in rows:
        if row.verdict == OPEN:
            left = [cell for cell in row.cells.values() if cell.label == OPEN]
            why = cause(left[-1]) if left else "it differs between the populations"
            whys.setdefault(why, []).append(row.tried.text)
    return whys


def sentence(row: Row) -> str:
    """A sentence on a settled claim, with the results for the last (strongest) population."""
    name, cell = list(row.cells.items())[-1]
    tried = row.tried
    who = f" ({name})" if len(row.cells) > 1 else ""
    text = headed(tried.text)
    now, then = value(tried, cell.model.mean), value(tried, tried.assumed)
    true = f"true in {percent(cell.right)} of the plausible component sets"
    if row.verdict == FLIPS:
        reverse = percent(cell.against)
        return f"{text}{who}: in {reverse} of the plausible component sets it is the other way round."
    if row.verdict == CHANGES:
        return f"{text}{who}: seldom reversed, but not of this size: {now} instead of {then}."
    return f"{text}{who}: {true}; {now} on average, {then} under the assumed numbers."


def headed(text: str) -> str:
    """A claim as the start of a sentence: with a capital letter, unless it starts with a name."""
    return f"T{text[1:]}" if text.startswith("the ") else text


def cause(cell: Judged) -> str:
    """A phrase for the way in which an open claim could be settled."""
    if cell.more is not None:
        return f"{cell.more:,.0f} draws like these would settle it"
    if cell.p <= ERROR < cell.counted:
        return "a count of draws, which assumes no distribution, does not show it; more deals may"
    if cell.model.between2 <= 0 or cell.model.noise2 > cell.model.between2:
        return "more deals may settle it"
    return "more games will not settle it, but numbers from the box may"


def unusual(found: Sensitivity) -> list[str]:
    """The claims whose value under the assumed numbers is unusual among the first population's draws."""
    firsts = [(row, next(iter(row.cells.values())).model) for row in found.rows]
    return [
        row.tried.text
        for row, model in firsts
        if model.between and abs(row.tried.assumed - model.mean) > UNUSUAL * model.between
    ]


def percent(found: Estimate) -> str:
    """A share of component sets with its interval, such as '96 % (90 to 100)'."""
    share, low, high = (100 * (end or 0.0) for end in (found.value, found.low, found.high))
    return f"{share:.0f} % ({low:.0f} to {high:.0f})"


def value(tried: Tried, number: float) -> str:
    """Format a value of a claim's metric in the unit that is shown."""
    return metrics.spoken(tried.claim.metric, number, tried.players, bool(tried.claim.variant))


def ending(found: Sensitivity) -> str:
    """A sentence on how the study ended."""
    deals = plural(found.deals, "deal")
    size = f"{plural(found.draws, 'draw')} of {len(found.prepared.priors.drawn)} numbers, {deals} each"
    if found.why == SETTLED:
        return f"Every claim is settled after {size}."
    if found.why == HOPELESS:
        return f"After {size} no more draws (of at most {found.prepared.draws}) would settle the rest."
    return f"The draws are spent: {size}."
