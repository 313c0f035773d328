"""Plackett-Luce fits against published examples, choix, and simulation with known worths."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import choix
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from marchsim.stats.choices import Choices, choices, connectivity
from marchsim.stats.plackett_luce import Fit, fit

# Davidson (1970, JASA 65), example 2: i, j, i preferred, j preferred, tied; the data set `pudding` of the
# R package PlackettLuce, whose vignette prints the fit.
PUDDING = [
    (1, 2, 19, 22, 16), (1, 3, 16, 19, 12), (2, 3, 19, 19, 10), (1, 4, 18, 23, 13), (2, 4, 23, 19, 9),
    (3, 4, 19, 20, 15), (1, 5, 13, 19, 18), (2, 5, 16, 20, 12), (3, 5, 16, 15, 17), (4, 5, 17, 14, 16),
    (1, 6, 18, 21, 12), (2, 6, 22, 20, 12), (3, 6, 13, 18, 10), (4, 6, 14, 19, 18), (5, 6, 11, 21, 12),
]  # fmt: skip


def found(items: np.ndarray, ranks: np.ndarray, number: int, top: bool = False, **more: object) -> Fit:
    seats = more.pop("seats", None)
    made = choices(items, ranks, seats, top)  # type: ignore[arg-type]
    wide = 1 if seats is None else int(np.max(seats)) + 1  # type: ignore[call-overload]
    result = fit(made, number, wide, **more)  # type: ignore[arg-type]
    assert result is not None
    return result


def played(worth: np.ndarray, games: int, k: int, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Return items and ranks of games of k different items that follow Plackett-Luce."""
    items = np.argsort(generator.random((games, len(worth))), axis=1)[:, :k]
    values = worth[items] + generator.gumbel(size=items.shape)
    return items, (-values).argsort(axis=1).argsort(axis=1) + 1


def test_the_pudding_data_as_published() -> None:
    """Worths, tie rate, SE of differences to the first, deviance 1619.4, as PlackettLuce prints them."""
    items = [[i - 1, j - 1] for i, j, a, b, t in PUDDING for _ in range(a + b + t)]
    ranks = [r for *_, a, b, t in PUDDING for r in [[1, 2]] * a + [[2, 1]] * b + [[1, 1]] * t]
    ours = found(np.array(items), np.array(ranks), 6)
    worth = [0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855]  # after 7 of its iterations
    assert ours.worth == pytest.approx(worth, abs=3e-5)
    assert np.exp(ours.ties[2]) == pytest.approx(0.7468, abs=5e-5)
    errors = [0, 0.1872168, 0.1935181, 0.1882110, 0.1927043, 0.1924059]
    assert ours.errors(robust=False) == pytest.approx(errors, abs=2e-6)
    assert np.sqrt(ours.information[-1, -1]) == pytest.approx(0.0825, abs=5e-5)
    assert -2 * ours.log_likelihood == pytest.approx(1619.4, abs=0.05)


def more(part: Choices, times: int) -> Choices:
    """Return choices of which each was made so many times."""
    ties = {size: number * times for size, number in part.ties.items()}
    return replace(part, times=part.times * times, taken=part.taken * times, ties=ties)


@pytest.mark.parametrize("times", [10**3, 10**6, 10**9])
def test_more_of_the_same_games_have_the_same_worths(times: int) -> None:
    """However many: a likelihood so large that its last digits are rounding still has its maximum found."""
    generator = np.random.default_rng(5)
    items, ranks = played(np.linspace(0.0, 3.0, 8), 600, 4, generator)
    ranks[::7, 1] = ranks[::7, 0]  # some ties
    few = choices(items, ranks)
    many = [more(part, times) for part in few]
    once, often = fit(few, 8), fit(many, 8)
    assert once is not None and often is not None
    assert often.log_worth == pytest.approx(once.log_worth, abs=1e-7)
    assert often.ties == pytest.approx(once.ties, abs=1e-7)
    assert often.errors(robust=False) * times**0.5 == pytest.approx(once.errors(robust=False), rel=1e-5)


def test_the_toy_network_as_published() -> None:
    """The vignette's A > B, C > A, B > A, B > C: 0, 0.8392, 0.4196 with SE 1.3596 and 1.5973."""
    ours = found(np.array([[0, 1], [2, 0], [1, 0], [1, 2]]), np.array([[1, 2]] * 4), 3)
    assert ours.log_worth - ours.log_worth[0] == pytest.approx([0, 0.8392, 0.4196], abs=5e-5)
    assert ours.errors(robust=False) == pytest.approx([0, 1.3596, 1.5973], abs=5e-5)
    assert -2 * ours.log_likelihood == pytest.approx(5.1356, abs=5e-5)


def test_orders_and_winners_are_choix() -> None:
    """Log worths of mean 0 equal choix' from full orders and from winners."""
    items, ranks = played(np.linspace(-1, 1, 5), 60, 4, np.random.default_rng(0))
    orders = [row[np.argsort(rank)].tolist() for row, rank in zip(items, ranks, strict=True)]
    full = choix.opt_rankings(5, orders, method="Newton-CG", tol=1e-10)
    assert found(items, ranks, 5).log_worth == pytest.approx(full - full.mean(), abs=1e-5)
    top = choix.opt_top1(5, [(order[0], order[1:]) for order in orders], method="Newton-CG", tol=1e-10)
    assert found(items, ranks, 5, top=True).log_worth == pytest.approx(top - top.mean(), abs=1e-5)


def probability(strength: np.ndarray, order: list[list[int]], rate: dict[int, float]) -> float:
    """Return the chance of an order with ties, written out: every set that might have been chosen."""
    chance, left = 1.0, [item for group in order for item in group]
    for group in order:
        sets = [s for size in (1, *rate) for s in combinations(left, size)]
        weights = {s: rate.get(len(s), 1.0) * np.exp(np.mean(strength[list(s)])) for s in sets}
        chance *= weights[tuple(group)] / sum(weights.values())
        left = [item for item in left if item not in group]
    return float(chance)


def test_the_likelihood_of_ties_and_seats_is_as_written_out() -> None:
    """Games of five with ties of two and three and seat effects: the log likelihood, choice by choice."""
    generator = np.random.default_rng(4)
    items, ranks = played(np.zeros(6), 60, 5, generator)
    ranks = np.where(generator.random((60, 1)) < 0.4, np.maximum(ranks - 1, 1), ranks)
    ranks = np.where(generator.random((60, 1)) < 0.2, np.minimum(ranks, 3), ranks)
    ours = found(items, ranks, 6, seats=np.tile(np.arange(5), (60, 1)))
    assert set(ours.ties) == {2, 3}
    rate = {size: float(np.exp(log)) for size, log in ours.ties.items()}
    total = 0.0
    for game, rank in zip(items, ranks, strict=True):
        strength = ours.log_worth[game] + ours.seats
        order = [sorted(np.flatnonzero(rank == r).tolist()) for r in sorted(set(rank.tolist()))]
        total += np.log(probability(strength, order, rate))
    assert ours.log_likelihood == pytest.approx(total)


def test_the_fit_is_the_maximum_and_its_information_the_curvature() -> None:
    """Moving any worth either way lowers the likelihood by half the information times the square."""
    items, ranks = played(np.linspace(-1, 1, 5), 400, 4, np.random.default_rng(5))
    ours = found(items, ranks, 5)
    made = choices(items, ranks)

    def log_likelihood(theta: np.ndarray) -> float:
        total = 0.0
        for part in made:
            u = theta[part.items]
            total += float(np.sum(part.taken * u) - part.times @ np.log(np.exp(u).sum(axis=1)))
        return total

    information = np.linalg.inv(ours.information)
    for item in range(1, 5):
        step = np.zeros(5)
        step[item] = 1e-3
        both = log_likelihood(ours.log_worth + step) + log_likelihood(ours.log_worth - step)
        curve = (2 * ours.log_likelihood - both) / 1e-6
        assert curve == pytest.approx(information[item - 1, item - 1], rel=1e-4)


def test_ragged_games_and_several_entries_of_an_item() -> None:
    """Empty places (-1) do not matter, and an item's entries count one by one."""
    items = np.array([[0, 1, -1], [1, 0, -1], [0, 1, 1], [1, 0, 0]])
    ranks = np.array([[1, 2, 0], [1, 2, 0], [1, 2, 3], [1, 2, 3]])
    ours = found(items, ranks, 2, top=True)
    assert ours.log_worth == pytest.approx([0.0, 0.0], abs=1e-9)
    expected = 2 * np.log(1 / 2) + 2 * np.log(1 / 3)
    assert ours.log_likelihood == pytest.approx(expected)


def test_alike_games_are_counted_together() -> None:
    """A hundred times the same games: the same worths, a tenth of the errors."""
    items, ranks = played(np.linspace(-1, 1, 5), 30, 3, np.random.default_rng(6))
    once, often = found(items, ranks, 5), found(np.tile(items, (100, 1)), np.tile(ranks, (100, 1)), 5)
    assert often.log_worth == pytest.approx(once.log_worth, abs=1e-6)
    assert often.errors(False) == pytest.approx(once.errors(False) / 10, rel=1e-5)
    assert sum(len(part.times) for part in choices(np.tile(items, (100, 1)), np.tile(ranks, (100, 1)))) <= 60


def test_seats_are_told_from_strategies() -> None:
    """Planted seat effects come back beside planted worths."""
    generator = np.random.default_rng(7)
    worth, seat = np.array([-0.5, 0.0, 0.5, 0.0]), np.array([0.0, 0.4, -0.3, 0.2])
    items = np.argsort(generator.random((6000, 4)), axis=1)
    values = worth[items] + seat + generator.gumbel(size=items.shape)
    ranks = (-values).argsort(axis=1).argsort(axis=1) + 1
    ours = found(items, ranks, 4, seats=np.tile(np.arange(4), (6000, 1)))
    assert ours.seats == pytest.approx(seat, abs=0.1)
    assert ours.log_worth == pytest.approx(worth, abs=0.1)


def test_errors_by_deal_are_the_sandwich_written_out() -> None:
    """Copies, empty places, seats and ties: scores by numerical slopes of each deal's own likelihood."""
    generator = np.random.default_rng(11)
    items = generator.integers(0, 3, (40, 4))
    items[::5, 3] = -1
    seats, deals = np.tile(np.arange(4), (40, 1)), np.arange(40) // 3
    ranks = np.argsort(np.argsort(generator.random((40, 4)), axis=1), axis=1) + 1
    ranks[::4, 1] = ranks[::4, 0]
    ours = found(items, ranks, 3, seats=seats, clusters=deals)
    sizes = sorted(ours.ties)
    at = np.array(
        [*(ours.log_worth - ours.log_worth[0])[1:], *ours.seats[1:], *(ours.ties[n] for n in sizes)]
    )

    def value(theta: np.ndarray, game: int) -> float:
        strength = np.append(0, theta[:2])[items[game]] + np.append(0, theta[2:5])[seats[game]]
        here, rank = items[game] >= 0, ranks[game]
        groups = [np.flatnonzero(here & (rank == r)).tolist() for r in sorted(set(rank[here].tolist()))]
        return float(np.log(probability(strength, groups, dict(zip(sizes, np.exp(theta[5:]), strict=True)))))

    slopes = np.array(
        [[(value(at + h, g) - value(at - h, g)) / 2e-5 for h in 1e-5 * np.eye(len(at))] for g in range(40)]
    )
    by_deal = np.array([slopes[deals == deal].sum(axis=0) for deal in range(14)])
    expected = ours.information @ by_deal.T @ by_deal @ ours.information * 14 / 13
    assert ours.sandwich == pytest.approx(expected, rel=1e-4, abs=1e-8)


def test_a_ladder_needs_links_both_ways() -> None:
    """The vignette's D only loses; strangers never met; a cycle is connected."""
    network = choices(np.array([[0, 1], [2, 0], [0, 3], [1, 0], [1, 2]]), np.array([[1, 2]] * 5))
    found_one = connectivity(network, 4)
    assert (found_one.groups, found_one.unbeaten, found_one.winless) == ([[0, 1, 2], [3]], [0, 1, 2], [3])
    apart = choices(np.array([[0, 1], [1, 0], [2, 3], [3, 2]]), np.array([[1, 2]] * 4))
    assert connectivity(apart, 4).groups == [[0, 1], [2, 3]]
    cycle = choices(np.array([[0, 1], [1, 2], [2, 0]]), np.array([[1, 2]] * 3))
    assert connectivity(cycle, 3).connected
    level = choices(np.array([[0, 1]]), np.array([[1, 1]]))
    assert connectivity(level, 2).connected


def test_what_runs_off_to_infinity_is_none() -> None:
    """An undefeated item, a field of ties alone, and seats that are strategies have no estimate."""
    assert fit(choices(np.array([[0, 1]] * 9), np.array([[1, 2]] * 9)), 2) is None
    assert fit(choices(np.array([[0, 1]] * 9), np.array([[1, 1]] * 9)), 2) is None
    items, ranks = np.array([[0, 1]] * 9), np.array([[1, 2]] * 5 + [[2, 1]] * 4)
    assert fit(choices(items, ranks, np.array([[0, 1]] * 9)), 2, seats=2) is None
    with pytest.raises(OverflowError, match="ties of 12 among 24"):
        fit(choices(np.arange(24)[None, :], np.array([[1] * 12 + list(range(13, 25))])), 24)


@given(st.integers(0, 10**6), st.integers(3, 6), st.integers(2, 3))
def test_names_and_order_of_games_do_not_matter(seed: int, number: int, k: int) -> None:
    """Renaming items renames their worths; shuffled games and shuffled places give the same."""
    generator = np.random.default_rng(seed)
    items, ranks = played(np.zeros(number), 60, k, generator)
    made = choices(items, ranks)
    if not connectivity(made, number).connected:
        return
    ours = fit(made, number)
    assert ours is not None and ours.worth.sum() == pytest.approx(1)
    names, games, places = generator.permutation(number), generator.permutation(60), generator.permutation(k)
    other = fit(choices(names[items][games][:, places], ranks[games][:, places]), number)
    assert other is not None
    assert other.log_worth[names] == pytest.approx(ours.log_worth, abs=1e-6)
    assert other.log_likelihood == pytest.approx(ours.log_likelihood)


def shared_luck(deals: int, generator: np.random.Generator) -> tuple[np.ndarray, ...]:
    """Return items, ranks and deals of games of four in which a deal favours one of the strategies."""
    deal = np.repeat(np.arange(deals), 8)
    items = np.argsort(generator.random((len(deal), 4)), axis=1)
    luck = generator.normal(0, 1.0, (deals, 4))
    values = luck[deal[:, None], items] + generator.gumbel(size=items.shape)
    return items, (-values).argsort(axis=1).argsort(axis=1) + 1, deal


def covered(robust: bool, repeats: int, seed: int) -> int:
    """Return in how many studies the 95 % interval of a difference of worths holds its value, 0."""
    generator, count = np.random.default_rng(seed), 0
    for _ in range(repeats):
        items, ranks, deal = shared_luck(60, generator)
        ours = found(items, ranks, 4, top=True, clusters=deal)
        count += abs(ours.log_worth[1] - ours.log_worth[0]) <= 2.0 * ours.errors(robust)[1]
    return count


def test_errors_by_deal_cover_and_others_do_not() -> None:
    """Games of a deal are alike: the sandwich holds the truth in 50 of 60 at least, information in fewer."""
    assert covered(True, 60, 56) >= 50
    assert covered(False, 60, 56) < 50


def test_without_clusters_both_errors_agree() -> None:
    """Where the model holds and each game is its own deal, sandwich and information say the same."""
    items, ranks = played(np.linspace(-0.5, 0.5, 4), 4000, 4, np.random.default_rng(8))
    ours = found(items, ranks, 4, clusters=np.arange(4000))
    assert ours.errors(True) == pytest.approx(ours.errors(False), rel=0.06)
    few = found(items[:40], ranks[:40], 4, clusters=np.arange(40) // 10)
    assert few.sandwich is None and few.clusters == 4


@pytest.mark.slow
def test_coverage_by_deal_at_length() -> None:
    """Over 2,000 studies it is 95 % within its band and one point (seed 57)."""
    assert abs(covered(True, 2000, 57) / 2000 - 0.95) <= 3.29 * np.sqrt(0.95 * 0.05 / 2000) + 0.01
