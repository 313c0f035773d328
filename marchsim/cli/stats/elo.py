"""`marchsim stats elo`: converts scores to Elo and back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli.stats import numbers
from marchsim.cli.stats.answer import StatsAnswer, ends, explained, hundredths, percent, percents, span
from marchsim.cli.stats.numbers import Counts
from marchsim.cli.stats.sprt import FURTHEST, GAMES

if TYPE_CHECKING:
    from marchsim.stats.elo import Strength

bounds = partial(ends, digits=2)


def elo(
    counts: Annotated[
        Counts | None,
        typer.Argument(
            metavar="[C0,C1,...]",
            parser=numbers.counts,
            help="Losses and wins, or losses, draws and wins, or counts of the five scores of pairs.",
        ),
    ] = None,
    score: Annotated[
        float | None,
        typer.Option("--score", metavar="S", parser=numbers.inner, help="Mean score, from 0 to 1."),
    ] = None,
    logistic: Annotated[
        float | None, typer.Option("--logistic", metavar="E", parser=numbers.number, help="Logistic Elo.")
    ] = None,
    draws: Annotated[
        float, typer.Option("--draws", metavar="D", parser=numbers.probability, help="Share of draws.")
    ] = 0.0,
) -> StatsAnswer:
    """Convert a score into Elo, logistic and normalised, or Elo into a score.

    Examples:
      marchsim stats elo 89,123,76
      marchsim stats elo 34,54,63,64,75      (pairs of games)
      marchsim stats elo --score 0.55 --draws 0.3

    Logistic Elo predicts the score. Normalised Elo determines the number of games needed to detect it. Counts
    also give intervals and los, the likelihood of superiority: that the true score exceeds one half.
    """
    given = [one for one in (counts, score, logistic) if one is not None]
    if len(given) != 1:
        raise typer.BadParameter("give either counts or one of --score and --logistic.")
    if counts is not None:
        if draws:
            raise typer.BadParameter("--draws: counts already include the draws.")
        return _of_counts(counts)
    return _of_one(score, logistic, draws)


def _of_counts(counts: Counts) -> StatsAnswer:
    from marchsim.stats.elo import strength

    if len(counts) not in GAMES:
        raise typer.BadParameter(f"{len(counts)} counts are neither single games (2 or 3) nor pairs (5).")
    found = strength(counts, GAMES[len(counts)]) if sum(counts) else None
    told = found.normalised_interval if found else None
    blocks = f"{sum(counts):,} {'pairs' if len(counts) == 5 else 'games'}"
    return explained(
        "Strength",
        ("score", found.score if found else None, percent, f"mean score per game of {blocks}"),
        ("score_ci", span(found.score_interval) if found else None, percents, "95 % interval"),
        ("logistic", found.logistic if found else None, hundredths, "Elo: the expected score"),
        ("logistic_ci", list(found.logistic_interval) if found else None, bounds, "95 % interval"),
        ("normalized", found.normalised if found else None, hundredths,
         "normalised Elo: how many games it takes to detect it"),
        ("normalized_ci", list(told) if told else None, bounds, "95 % interval"),
        ("los", found.ahead if found else None, percent,
         "how sure it is that the true score is above one half"),
        reason=_reason(found) if found else "no game was counted",
    )  # fmt: skip


def _reason(found: Strength) -> str:
    if found.ahead is None:
        return "all blocks have the same score, so there is no variance to compare it with"
    if None in found.logistic_interval:
        return "the interval of the score reaches 0 or 1, where Elo is infinite"
    return ""


def _of_one(score: float | None, logistic: float | None, draws: float) -> StatsAnswer:
    from marchsim.stats import elo as library
    from marchsim.stats.sprt import logistic_mean

    if logistic is not None:
        if abs(logistic) > FURTHEST:
            raise typer.BadParameter(
                f"--logistic: Elo beyond {FURTHEST:g} gives a score too close to 0 or 1 to compute."
            )
        score = logistic_mean(logistic)
    assert score is not None
    if draws > 2 * min(score, 1 - score):
        raise typer.BadParameter(
            f"--draws: a score of {percent(score)} is not possible with {percent(draws)} draws."
        )
    normalised = library.normalised_elo(score, draws)
    return explained(
        "A score in Elo",
        ("score", score, percent, "mean score per game"),
        ("logistic", library.logistic_elo(score), hundredths, "Elo: the expected score"),
        (
            "normalized",
            normalised,
            hundredths,
            f"normalised Elo, of single games with {percent(draws)} draws",
        ),
        reason="" if normalised is not None else "nothing varies if all games are drawn",
    )
