"""The value of each metric on every deal or block of a run, so that rule sets can be paired by deal.

A value is the mean over the games that count. A block with a void game or a baseline is left out as a whole.
Values are rounded, so that equal games give equal values on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polars as pl

from marchsim.analysis.cards.items import item_table
from marchsim.analysis.cards.screening import worth_by_deal
from marchsim.analysis.field.kinds import column_of
from marchsim.analysis.reading.panels import PANEL, classify
from marchsim.analysis.reading.source import Run, described, scan
from marchsim.errors import RecordError
from marchsim.recorder.manifest import baselines
from marchsim.recorder.metrics import OF, SEAT, component, component_metric

PLACES = 6  # decimals of a deal's value in the baseline of a gate
FINE = 9  # decimals of a block's value: hides the machine's order of adding
KEYS = ("variant", "players", "deal", "line_up")  # of a block
OWN = "own share"  # of wins, of whoever is looked at


@dataclass(frozen=True)
class Blocks:
    """The values for one number of players: `values[metric][i]` belongs to `deals[i]` (None: no value).

    `games` is the number of games that count. `left_out` is the number of void games and of other games in
    their blocks. Games with baselines are in neither.
    """

    players: int
    deals: tuple[int, ...]
    values: dict[str, tuple[float | None, ...]]
    games: int
    left_out: int


def blocks(run: Run, metrics: tuple[str, ...]) -> list[Blocks]:
    """The values of these metrics by number of players, for a run with one variant."""
    games = classify(run, baselines(run.manifest))
    per_game = _per_game(run, games, metrics)
    found = []
    for players in games["players"].unique().sort().to_list():
        here = per_game.filter(pl.col("players") == players)
        deals = here.group_by("deal").agg(_mean(name, here.columns, PLACES) for name in metrics).sort("deal")
        values = {name: tuple(deals[name].to_list()) for name in metrics}
        recorded = games.filter(pl.col("players") == players).height
        found.append(
            Blocks(int(players), tuple(deals["deal"].to_list()), values, here.height, recorded - here.height)
        )
    return found


def by_block(run: Run, metrics: tuple[str, ...], seated: bool = False) -> pl.DataFrame:
    """The values of these metrics in each whole block: one line-up in all its rotations on a deal.

    Columns: variant, players, deal, line_up, seed (key of the deal), and one for each metric (null: no
    value). If `seated`, there is also a column seating (names by seat, joined).
    """
    per_game = _counted(run, metrics, seated)
    own = [_mean(name, per_game.columns, FINE) for name in metrics]
    return per_game.group_by(KEYS).agg(*_firsts(seated), *own).sort(KEYS)


def by_strategy(run: Run, metrics: tuple[str, ...], seated: bool = False) -> pl.DataFrame:
    """The values of each strategy in each whole block, as means over its entries.

    Columns: those of `by_block`, then strategy and OWN, the strategy's share of wins. A metric of a seat,
    such as `first-seat` or `seat.3`, is the strategy's share of wins in this seat. `seat-trend` is the slope
    of its share over seats, times the number of seats less one. `score` is its own score. All other metrics
    describe the games in which it plays.
    """
    per_game = _counted(run, metrics, seated)
    seats = scan(run, "seats", ("game", "seat", "strategy", "score", "credit"))
    entries = seats.select(
        "game", pl.col("seat").cast(pl.Float64), pl.col("strategy").cast(pl.String),
        own_score=pl.col("score"), own=pl.col("credit"),
    )  # fmt: skip
    rows = entries.join(per_game.lazy(), on="game").collect()
    k, seat, credit = pl.col("players"), pl.col("seat"), pl.col("own")
    seen = {
        OWN: credit,
        "first-seat": pl.when(seat == 0).then(credit),
        # its mean over the seats 0 to k - 1 is the slope times k - 1
        "seat-trend": pl.when(k > 1).then((seat - (k - 1) / 2) * credit * 12 / (k + 1)),
        "score": pl.col("own_score"),
        **{name: pl.when(seat == _place(name)).then(credit) for name in metrics if name.startswith(SEAT)},
    }
    named = [name for name in metrics if name in seen or name in per_game.columns]
    values = {name: seen.get(name, pl.col(name)) for name in (OWN, *named)}
    means = [one.cast(pl.Float64).mean().round(FINE).alias(name) for name, one in values.items()]
    return rows.group_by(*KEYS, "strategy").agg(*_firsts(seated), *means).sort(*KEYS, "strategy")


def _firsts(seated: bool) -> list[pl.Expr]:
    """Expressions for the values that are the same in all games of a block."""
    seating = [pl.col("seating").sort_by("turn").drop_nulls().first()] if seated else []
    return [pl.col("seed").first(), *seating]


def _counted(run: Run, metrics: tuple[str, ...], seated: bool) -> pl.DataFrame:
    """The games that count, with their metrics, their `turn` in the block and, if `seated`, the seating."""
    turned = (
        scan(run, "games", ("game", "seed", "rotation")).select("game", "seed", turn="rotation").collect()
    )
    games = classify(run, baselines(run.manifest))
    per_game = _per_game(run, games.join(turned, on="game"), metrics)
    return per_game.join(_seatings(run, per_game), on="game", how="left") if seated else per_game


def _seatings(run: Run, games: pl.DataFrame) -> pl.DataFrame:
    """The seating of the first game of each block, as names joined by line breaks."""
    first = games.filter(pl.col("turn") == 0).select("game")
    seats = scan(run, "seats", ("game", "seat", "strategy")).select(
        "game", "seat", pl.col("strategy").cast(pl.String)
    )
    rows = seats.join(first.lazy(), on="game", how="semi").group_by("game")
    return rows.agg(seating=pl.col("strategy").sort_by("seat").str.join("\n")).collect()


def _per_game(run: Run, games: pl.DataFrame, metrics: tuple[str, ...]) -> pl.DataFrame:
    """The games that count, with a column for each metric that can be measured."""
    seats = scan(run, "seats", ("game", "seat", "strategy", "score", "credit"))
    kept = games.filter(pl.col("state") == "kept")
    per_game = kept.join(_of_seats(seats, metrics), on="game", how="left")
    if "lead-changes" in metrics and described(run, "rounds") is not None:
        per_game = per_game.join(_leads(run), on="game", how="left")
    return _with_components(run, per_game.with_columns(won=(pl.col("winners") != 0)), metrics)


def dealt_kinds(run: Run) -> dict[str, bool]:
    """The kinds of components that seats are dealt, each with True if it is valued by its extra wins.

    Cards are valued by extra wins, and species by shares of wins.
    """
    try:
        found = {item_table(run)[1]: True}
    except RecordError:
        found = {}
    label = column_of(run)
    return {**found, **({label: False} if label else {})}


def _with_components(run: Run, games: pl.DataFrame, metrics: Iterable[str]) -> pl.DataFrame:
    """The games with a column for each metric of a component, in share of wins.

    The value of a card is its effect on each deal (`cards.by_deal`), null on a deal without the card. The
    value of a species is its seats' share of wins, null in a game without the species.
    """
    wanted = [metric for metric in metrics if component(metric)]
    for kind, extra in (dealt_kinds(run) if wanted else {}).items():
        own = {component(name): name for name in wanted if name == component_metric(kind, component(name))}
        if own and extra:
            worth = worth_by_deal(run, own).with_columns(pl.col("item").replace_strict(own))
            wide = worth.pivot("item", index=[*PANEL, "deal"], values="worth")
            kept = games.with_columns(pl.col("variant").cast(pl.String), pl.col("players").cast(pl.Int64))
            games = kept.join(wide, on=[*PANEL, "deal"], how="left")
        elif own:
            label, credit = pl.col(kind).cast(pl.String), pl.col("credit")
            means = [credit.filter(label == one).mean().alias(name) for one, name in own.items()]
            seats = scan(run, "seats", ("game", kind, "credit")).group_by("game").agg(means)
            games = games.join(seats.collect(), on="game", how="left")
    return games


def _mean(name: str, columns: list[str], places: int) -> pl.Expr:
    if name not in columns:
        return pl.lit(None, pl.Float64).alias(name)
    return pl.col(name).cast(pl.Float64).mean().round(places).alias(name)


def _of_seats(seats: pl.LazyFrame, metrics: tuple[str, ...]) -> pl.DataFrame:
    """Metrics from the seats of each game: the credit of some seats and strategies, and the scores."""
    seat, credit = pl.col("seat").cast(pl.Float64), pl.col("credit")
    name = pl.col("strategy").cast(pl.String)
    names = {metric: metric.removeprefix(OF) for metric in metrics if metric.startswith(OF)}
    held = [(name == one).alias(f"in {metric}") for metric, one in names.items()]
    won = [pl.when(name == one).then(credit).otherwise(0.0).alias(metric) for metric, one in names.items()]
    places = {"first-seat": 0} | {metric: _place(metric) for metric in metrics if metric.startswith(SEAT)}
    at_seat = [pl.when(seat == at).then(credit).otherwise(0.0).alias(one) for one, at in places.items()]
    marked = seats.select(
        "game",
        "score",
        *held,
        *won,
        *at_seat,
        at=seat,
        credit=credit,
        late=seat * credit,
        known=credit.is_not_null(),
    )
    sums = marked.group_by("game").agg(
        pl.col(*places, "credit", "late", *names, *(f"in {metric}" for metric in names)).sum(),
        pl.col("known").any(),
        seats=pl.len().cast(pl.Float64),
        last=pl.col("at").max(),
        spread=pl.col("score").max() - pl.col("score").min(),
        score=pl.col("score").mean(),
    )
    # least squares over the seats 0 to k - 1, whose squares about their mean add up to k (k^2 - 1) / 12
    k, about = pl.col("seats"), pl.col("late") - (pl.col("seats") - 1) / 2 * pl.col("credit")
    trend = (about / (k * (k * k - 1) / 12) * pl.col("last")).fill_nan(None).alias("seat-trend")
    shares = [(pl.col(metric) / pl.col(f"in {metric}")).fill_nan(None).alias(metric) for metric in names]
    # with two seats, the first determines the second
    sits = {at: (k > at) & ((k != 2) | (at == 0)) for at in places.values()}
    own = [pl.when(sits[at]).then(pl.col(one)).alias(one) for one, at in places.items()]
    won = [pl.when("known").then(one) for one in (*own, trend, *shares)]  # else nobody won
    return sums.select("game", "spread", "score", *won).collect()


def _place(metric: str) -> int:
    """The seat number, from 0, in the name of a metric."""
    return int(metric.removeprefix(SEAT)) - 1


def _leads(run: Run) -> pl.DataFrame:
    """Whether the lead changes in each game, from one sole leader to another."""
    rounds = scan(run, "rounds", ("game", "round", "seat", "score"))
    best = rounds.group_by("game", "round").agg(
        leader=pl.col("seat").filter(pl.col("score") == pl.col("score").max())
    )
    single = best.filter(pl.col("leader").list.len() == 1).select(
        "game", "round", pl.col("leader").list.first()
    )
    changed = single.sort("game", "round").group_by("game").agg(changed=pl.col("leader").n_unique() > 1)
    everyone = rounds.select("game").unique()
    joined = everyone.join(changed, on="game", how="left")
    return joined.select("game", pl.col("changed").fill_null(False).alias("lead-changes")).collect()
