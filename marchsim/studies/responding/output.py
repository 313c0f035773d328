"""The results of a search for best responses, as plain data and as a population file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import marchsim
from marchsim.analysis.field.matchups import MixtureWeight
from marchsim.analysis.reading.estimates import Estimate
from marchsim.errors import plural
from marchsim.studies import toml_text
from marchsim.studies.plain import PLACES, bounds, rounded
from marchsim.studies.responding.field import Candidate, Response, RoundAnswer, Sought
from marchsim.studies.tuning.strategy_file import words

SCHEMA = "marchsim.best-response/1"
HEAD = """\
# The mixture of {name} that nobody in it beats beyond noise, after {answers} ({players} players{variant}),
# by `marchsim best-response`. Play it, drawn by its shares, with --population {file}, or
# population = "{file}" in a configuration beside it; its design must be of kind "random".
"""


def data(found: Response, sought: Sought) -> dict[str, Any]:
    """The results for one variant as plain data. `strategies` has the members of the population file."""
    job = found.before.plan(found.before.entries).job
    return {
        "schema": SCHEMA,
        "variant": found.variant,
        "players": found.before.players,
        "equal_share": round(1 / found.before.players, PLACES),
        "ended": found.ended,
        "rounds": [_answer(one) for one in found.answers],
        "mixture": [_weight(one) for one in found.mixture],
        "strategies": [
            {"name": one.name, "use": one.use, "share": round(found.after.shares[one.name], PLACES)}
            | dict(one.parameters)
            for one in found.after.entries
        ],
        "population": {
            "marchsim": marchsim.__version__,
            "configuration": found.before.configuration.name,
            "game": job.game,
            "variant": found.variant,
            "players": found.before.players,
            "against": [one.name for one in found.before.drawn],
            "seed": job.seed,
            "budget": sought.budget,
            "plans": sought.plans,
            "choose": sought.choose,
            "confirm": sought.confirm,
            "meta": sought.meta,
            "engine": job.engine,
            "rules": job.variants[0].fingerprint,
        },
        "games": found.played.games,
    }


def _answer(one: RoundAnswer) -> dict[str, Any]:
    tried = zip(one.candidates, one.shares, strict=True)
    low, high = one.bounds or (None, None)
    return {
        "round": one.number,
        "answer": _candidate(one.chosen),
        "share": _estimate(one.confirmed),
        "gain": {"share": rounded(one.gain), **bounds(low, high)},
        "gains": one.gains,
        "tried": [{**_candidate(candidate), "share": _estimate(share)} for candidate, share in tried],
        "games": one.games,
    }


def _candidate(one: Candidate) -> dict[str, Any]:
    return {"found_by": one.kind, "what": one.words, "use": one.entry.use, **dict(one.entry.parameters)}


def _estimate(found: Estimate) -> dict[str, Any]:
    assert found.value is not None
    return {"value": rounded(found.value), "deals": found.deals, **bounds(found.low, found.high)}


def _weight(one: MixtureWeight) -> dict[str, Any]:
    return {"strategy": one.strategy, "weight": rounded(one.weight), **bounds(*one.interval)}


def text(found: Mapping[str, Any], path: Path) -> str:
    """The text of the population file with the results for one variant."""
    about = found["population"]
    rounds = found["rounds"]
    head = HEAD.format(
        name=about["configuration"], file=path.name, players=about["players"],
        answers=plural(len(rounds), "round"),
        variant=f", variant {about['variant']}" if about["variant"] != "base" else "",
    )  # fmt: skip
    parts = [toml_text.commented(head), toml_text.table("population", about)]
    parts += [toml_text.table("population.rounds", _round_data(one), "[[]]") for one in rounds]
    parts += [toml_text.table("strategies", one, "[[]]") for one in found["strategies"]]
    return "\n".join(parts)


def _round_data(one: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "round": one["round"], "answer": one["answer"]["what"], "share": one["share"], "gain": one["gain"],
    }  # fmt: skip


def answer_words(one: RoundAnswer) -> str:
    """A sentence on an answer's wins and their meaning."""
    share, equal = words(one.confirmed), f"{100 * one.equal:.1f} %"
    deals = f"on {plural(one.confirmed.deals, 'sealed deal')}"
    if one.bounds is None:
        return f"{one.chosen.words} wins {share} where an equal share is {equal}, {deals}: too few to tell"
    if one.gains:
        return (
            f"exploitable by at least {100 * one.bounds[0]:.1f} points (95 % sure): {one.chosen.words} wins "
            f"{share} where an equal share is {equal}, {deals}"
        )
    return (
        f"no answer found: the best one, {one.chosen.words}, wins {share} where an equal share is {equal}, "
        f"{deals}; that is no proof that there is none"
    )
