"""Calculators for games of two sides: the sequential probability ratio test (`sprt`), and `elo`."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated

import typer

from marchsim.cli.stats import answer
from marchsim.cli.stats.answer import (
    Counts,
    Numbers,
    StatsAnswer,
    ends,
    explained,
    figure,
    hundredths,
    percent,
    percents,
    span,
)

if TYPE_CHECKING:
    from marchsim.stats.elo import Strength

if TYPE_CHECKING:
    from marchsim.stats.sprt import Hypotheses

FURTHEST = 2000.0  # Elo
CLOSEST, CLOSEST_ELO = 1e-5, 0.01  # hypotheses nearer than this would need billions of blocks
GAMES = {2: 1, 3: 1, 5: 2}  # scores of a block -> games in it, where a win is 1, a draw 1/2


class Model(StrEnum):
    """The unit in which h0 and h1 are given."""

    NORMALIZED = "normalized"
    LOGISTIC = "logistic"
    SHARE = "share"


ModelOption = Annotated[
    Model,
    typer.Option(
        "--model", help="Unit of h0 and h1: normalised Elo per game, logistic Elo, or mean block scores."
    ),
]
SupportOption = Annotated[
    Numbers | None,
    typer.Option(
        "--support",
        metavar="S0,S1,...",
        parser=answer.read_numbers,
        help="Possible scores of a block, lowest first.  [default: equal steps from 0 to 1]",
    ),
]
H0Option = Annotated[
    float, typer.Option("--h0", metavar="A", parser=answer.read_number, help="Value under h0.")
]
H1Option = Annotated[
    float, typer.Option("--h1", metavar="B", parser=answer.read_number, help="Value under h1.")
]
ERROR = 0.05  # probability of accepting either hypothesis if the other is true


def sprt(
    counts: Annotated[
        Counts,
        typer.Option(
            "--counts",
            metavar="C0,C1,...",
            parser=answer.read_counts,
            help="Number of blocks with each score, lowest first: 3 counts for single games, 5 for pairs.",
        ),
    ],
    model: ModelOption,
    h0: H0Option,
    h1: H1Option,
    support: SupportOption = None,
) -> StatsAnswer:
    """Compute the state of a sequential test: accept h1, accept h0, or continue.

    Examples:
      marchsim stats sprt --counts 127,4883,10712,5150,104 --model normalized --h0=-1.75 --h1 0.25
      marchsim stats sprt --counts 180,60 --model share --h0 0.22 --h1 0.28

    The test is the generalised SPRT on block scores: it compares the most likely distributions under h1 and
    h0. 3 counts are losses, draws and wins of single games, 5 the scores of pairs. Counts of 0 become 0.001.
    Either error has a probability of at most 5 %. Look only at checkpoints that were fixed in advance.
    """
    from marchsim.stats.sprt import sprt as test

    scores = _scores(counts, support)
    found = test(counts, scores, _hypotheses(model, h0, h1, scores), ERROR, ERROR)
    return explained(
        "Sequential test",
        ("llr", found.llr, figure, f"log likelihood ratio of h1 to h0 after {sum(counts):,} blocks"),
        ("lower", found.lower, figure, "accept h0 at or below this"),
        ("upper", found.upper, figure, "accept h1 at or above this"),
        ("decision", found.decision, lambda word: word or "none", f"h0: {h0:g}, h1: {h1:g} ({model})"),
        reason=found.reason,
    )


def _scores(counts: Counts, support: Numbers | None) -> list[float]:
    """The possible scores of a block, one for each count, in rising order.

    Raises BadParameter if `support` has another number of scores or another order.
    """
    if support is None:
        return [at / (len(counts) - 1) for at in range(len(counts))]
    if len(support) != len(counts):
        raise typer.BadParameter(f"--support: {len(support)} scores for {len(counts)} counts.")
    if any(later <= earlier for earlier, later in pairwise(support)):
        raise typer.BadParameter("--support: scores must be in rising order, lowest first.")
    return list(support)


def _hypotheses(model: Model, h0: float, h1: float, scores: list[float]) -> Hypotheses:
    """The two hypotheses as mean block scores or t values. Raises BadParameter if they are not valid."""
    from marchsim.stats.sprt import Hypotheses, logistic_mean, normalised_t

    if not h0 < h1:
        raise typer.BadParameter(f"--h1: must be above h0, and {h1:g} is not above {h0:g}.")
    apart = CLOSEST if model is Model.SHARE else CLOSEST_ELO
    if h1 - h0 < apart:
        raise typer.BadParameter(f"--h1: too close to h0 to distinguish them; at least {apart:g} above it.")
    if model is Model.SHARE:
        if not scores[0] < h0 < h1 < scores[-1]:
            raise typer.BadParameter(
                f"--h0 and --h1: means must lie between the outer scores, {scores[0]:g} and {scores[-1]:g}."
            )
        return Hypotheses(h0, h1)
    if max(abs(h0), abs(h1)) > FURTHEST:
        raise typer.BadParameter(f"--h0 and --h1: Elo beyond {FURTHEST:g} cannot be tested.")
    if model is Model.LOGISTIC:
        return Hypotheses(logistic_mean(h0), logistic_mean(h1))
    if len(scores) not in GAMES:
        raise typer.BadParameter(
            f"--counts: normalised Elo needs 2 or 3 counts (single games) or 5 (pairs), not {len(scores)}."
        )
    games = GAMES[len(scores)]
    middle = (scores[0] + scores[-1]) / 2
    return Hypotheses(normalised_t(h0, games), normalised_t(h1, games), t=True, reference=middle)


bounds = partial(ends, digits=2)


def elo(
    counts: Annotated[
        Counts | None,
        typer.Argument(
            metavar="[C0,C1,...]",
            parser=answer.read_counts,
            help="Losses and wins, or losses, draws and wins, or counts of the five scores of pairs.",
        ),
    ] = None,
    score: Annotated[
        float | None,
        typer.Option("--score", metavar="S", parser=answer.inner, help="Mean score, from 0 to 1."),
    ] = None,
    logistic: Annotated[
        float | None, typer.Option("--logistic", metavar="E", parser=answer.read_number, help="Logistic Elo.")
    ] = None,
    draws: Annotated[
        float, typer.Option("--draws", metavar="D", parser=answer.probability, help="Share of draws.")
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
