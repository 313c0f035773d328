"""Scores as Elo and back: `elo`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, figure, percent, percents, quantities, span, write
from marchsim.cli.stats.numbers import Counts, JsonOption
from marchsim.cli.stats.sequential import FURTHEST, GAMES
from marchsim.reporting.pages.format import DASH

if TYPE_CHECKING:
    from marchsim.stats.elo import Strength


def elo(
    counts: Annotated[
        Counts | None,
        typer.Argument(
            metavar="[C0,C1,...]",
            parser=numbers.counts,
            help="Losses and wins; losses, draws and wins; or the five scores of pairs, lowest first.",
        ),
    ] = None,
    score: Annotated[
        float | None,
        typer.Option("--score", metavar="S", parser=numbers.inner, help="A mean score instead, 0 to 1."),
    ] = None,
    logistic: Annotated[
        float | None,
        typer.Option("--logistic", metavar="E", parser=numbers.number, help="Logistic Elo instead."),
    ] = None,
    normalized: Annotated[
        float | None,
        typer.Option("--normalized", metavar="E", parser=numbers.number, help="Normalised Elo instead."),
    ] = None,
    draws: Annotated[
        float, typer.Option("--draws", metavar="D", parser=numbers.probability, help="Share of draws.")
    ] = 0.0,
    as_json: JsonOption = False,
) -> None:
    """Turn a score into Elo, logistic and normalised, or Elo into a score.

    Examples:
      marchsim stats elo 89,123,76
      marchsim stats elo 34,54,63,64,75      (pairs of games)
      marchsim stats elo --score 0.55 --draws 0.3
      marchsim stats elo --normalized 20 --draws 0.3

    Logistic Elo says what score to expect, normalised Elo how many games it takes to detect it. Counts give
    intervals, and los: how sure it is that the true score is above one half.
    """
    given = [one for one in (counts, score, logistic, normalized) if one is not None]
    if len(given) != 1:
        raise typer.BadParameter("give either counts or one of --score, --logistic and --normalized.")
    if counts is not None:
        if draws:
            raise typer.BadParameter("--draws: counts already include the draws.")
        _write_counts(counts, as_json)
    else:
        _write_one(score, logistic, normalized, draws, as_json)


def _write_counts(counts: Counts, as_json: bool) -> None:
    from marchsim.stats.elo import strength

    if len(counts) not in GAMES:
        raise typer.BadParameter(f"{len(counts)} counts are neither single games (2 or 3) nor pairs (5).")
    keys = ("score", "score_ci", "logistic", "logistic_ci", "normalized", "normalized_ci", "los")
    values: dict[str, Any] = dict.fromkeys(keys)
    reason = "no game was counted"
    if sum(counts):
        found = strength(counts, GAMES[len(counts)])
        values = _values(found)
        reason = _reason(found)
    blocks = f"{sum(counts):,} {'pairs' if len(counts) == 5 else 'games'}"
    rows = [
        ("score", percent(values["score"]), f"mean score per game of {blocks}"),
        ("score_ci", percents(values["score_ci"]), "95 % interval"),
        ("logistic", figure(values["logistic"], 2), "Elo: what score to expect"),
        ("logistic_ci", _bounds(values["logistic_ci"]), "95 % interval"),
        (
            "normalized",
            figure(values["normalized"], 2),
            "normalised Elo: how many games it takes to detect it",
        ),
        ("normalized_ci", _bounds(values["normalized_ci"]), "95 % interval"),
        ("los", percent(values["los"]), "how sure it is that the true score is above one half"),
    ]
    write(StatsAnswer(values, [quantities("Strength", rows)], reason=reason), as_json)


def _values(found: Strength) -> dict[str, Any]:
    told = found.normalised_interval
    return {
        "score": found.score,
        "score_ci": span(found.score_interval),
        "logistic": found.logistic,
        "logistic_ci": list(found.logistic_interval),
        "normalized": found.normalised,
        "normalized_ci": list(told) if told else None,
        "los": found.ahead,
    }


def _reason(found: Strength) -> str:
    if found.ahead is None:
        return "all blocks have the same score, so there is no variance to compare it with"
    if None in found.logistic_interval:
        return "the interval of the score reaches 0 or 1, where Elo is infinite"
    return ""


def _bounds(bounds: Sequence[float | None] | None) -> str:
    return DASH if bounds is None else f"{figure(bounds[0], 2)} to {figure(bounds[1], 2)}"


def _write_one(
    score: float | None, logistic: float | None, normalized: float | None, draws: float, as_json: bool
) -> None:
    from marchsim.stats import elo as library

    for name, value in (("--logistic", logistic), ("--normalized", normalized)):
        if value is not None and abs(value) > FURTHEST:
            raise typer.BadParameter(
                f"{name}: Elo beyond {FURTHEST:g} gives a score that cannot be told from 0 or 1."
            )
    if normalized is not None:
        if draws >= 1:
            raise typer.BadParameter("--draws: if all games are drawn, no other score is possible.")
        score = library.score_of_normalised(normalized, draws)
    elif logistic is not None:
        score = library.score_of_logistic(logistic)
    assert score is not None
    if draws > 2 * min(score, 1 - score):
        raise typer.BadParameter(
            f"--draws: a score of {percent(score)} is not possible with {percent(draws)} draws."
        )
    values = {
        "score": score,
        "logistic": library.logistic_elo(score),
        "normalized": library.normalised_elo(score, draws),
    }
    reason = "" if values["normalized"] is not None else "nothing varies if all games are drawn"
    rows = [
        ("score", percent(score), "mean score per game"),
        ("logistic", figure(values["logistic"], 2), "Elo: what score to expect"),
        (
            "normalized",
            figure(values["normalized"], 2),
            f"normalised Elo, of single games with {percent(draws)} draws",
        ),
    ]
    write(StatsAnswer(values, [quantities("A score in Elo", rows)], reason=reason), as_json)
