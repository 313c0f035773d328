"""Designs and schedules: what must hold for every plan, however large."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from marchsim.errors import ConfigError
from marchsim.runner.configuration.design import Design
from marchsim.runner.planning.schedule import Entry, Schedule

NAMES = tuple("abcdefg")


@st.composite
def designs(draw: st.DrawFn) -> tuple[Design, tuple[str, ...], int]:
    """A design that can be played, its field, and a number of variants."""
    kind = draw(st.sampled_from(["roundrobin", "gauntlet", "mirror", "random", "fixed"]))
    names = NAMES[: draw(st.integers(5, 7))]
    players = tuple(sorted(draw(st.sets(st.integers(2, 4), min_size=1, max_size=3))))
    focal = (names[1],) if kind == "gauntlet" else ()
    opponents = draw(st.sampled_from(["mixed", "copies"])) if kind == "gauntlet" else "mixed"
    line_ups = tuple(tuple(names[:k]) for k in players) if kind == "fixed" else ()
    deals = draw(st.sampled_from(["per-matchup", "shared"]))
    design = Design(kind, players, draw(st.integers(1, 6)), deals, opponents, focal, line_ups)
    return design, names, draw(st.integers(1, 3))


def entries(schedule: Schedule) -> list[Entry]:
    return [schedule.entry(game) for game in range(schedule.total())]


def with_blocks(design: Design, blocks: int) -> Design:
    return Design(
        design.kind, design.players, blocks, design.deals, design.opponents, design.focal, design.line_ups
    )


@settings(max_examples=60, deadline=None)
@given(designs(), st.integers(0, 2**40))
def test_game_ids_are_unique_and_stable(plan: tuple[Design, tuple[str, ...], int], seed: int) -> None:
    """Each id is one game, no two games are alike, and adding blocks changes no game before them."""
    design, names, variants = plan
    schedule = Schedule(design, names, variants, seed)
    games = entries(schedule)
    assert [entry.game for entry in games] == list(range(schedule.total()))
    assert len({(e.deal, e.line_up, e.rotation, e.variant, e.players) for e in games}) == len(games)
    longer = Schedule(with_blocks(design, design.blocks + 2), names, variants, seed)
    assert games == [longer.entry(game) for game in range(schedule.total())]


@settings(max_examples=60, deadline=None)
@given(designs(), st.integers(0, 2**40))
def test_seats_are_balanced_in_every_block(plan: tuple[Design, tuple[str, ...], int], seed: int) -> None:
    """In a block each member of a line-up sits on each seat once per variant, with the same neighbours."""
    design, names, variants = plan
    blocks: dict[tuple[int, ...], list[Entry]] = {}
    for entry in entries(Schedule(design, names, variants, seed)):
        key = (entry.block, entry.players, entry.line_up, entry.variant)
        blocks.setdefault(key, []).append(entry)
    for games in blocks.values():
        players = games[0].players
        if design.kind == "mirror":
            assert len(games) == 1 and len(set(games[0].seats)) == 1
            continue
        assert len(games) == players
        turned = {tuple(e.seats[-e.rotation :] + e.seats[: -e.rotation]) for e in games if e.rotation}
        assert turned <= {games[0].seats}
        for seat in range(players):
            assert Counter(e.seats[seat] for e in games) == Counter(games[0].seats)


@settings(max_examples=60, deadline=None)
@given(designs(), st.integers(0, 2**40))
def test_deals_are_shared_exactly_where_they_should_be(
    plan: tuple[Design, tuple[str, ...], int], seed: int
) -> None:
    """One deal has one key, used by all rotations and variants; `shared` deals by all line-ups as well."""
    design, names, variants = plan
    schedule = Schedule(design, names, variants, seed)
    games = entries(schedule)
    assert {e.deal for e in games} == set(range(schedule.deals()))
    assert len({(e.deal, e.deal_key) for e in games}) == schedule.deals() == len({e.deal_key for e in games})
    shared = {
        (e.block, e.players) if design.deals == "shared" else (e.block, e.players, e.line_up) for e in games
    }
    assert len(shared) == schedule.deals()
    keys = {(e.deal, e.rotation, seat): key for e in games for seat, key in enumerate(e.seat_keys())}
    assert len(set(keys.values())) == len(keys)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_cyclic_orders_are_balanced(players: int) -> None:
    """In (k-1)! blocks a line-up sits down in each of its cyclic orders once, run after run."""
    orders = factorial(players - 1)
    schedule = Schedule(Design("roundrobin", (players,), 2 * orders), NAMES[:players], 1, 3)
    for run in range(2):
        seen = {schedule.entry((run * orders + block) * players).seats for block in range(orders)}
        assert len(seen) == orders and {seats[0] for seats in seen} == {0}


@given(st.integers(1, 9), st.integers(2, 5), st.integers(1, 40), st.integers(0, 2**30))
def test_random_line_ups_are_balanced_after_every_block(
    size: int, players: int, blocks: int, seed: int
) -> None:
    """After any block of a random design all strategies have played equally often, give or take one."""
    names = tuple(f"s{i}" for i in range(size))
    schedule = Schedule(Design("random", (players,), blocks), names, 1, seed)
    counts = Counter(dict.fromkeys(range(size), 0))
    for block in range(blocks):
        counts.update(schedule.entry(block * players).seats)
        assert max(counts.values()) - min(counts.values()) <= 1


def test_random_line_ups_differ_between_seeds_and_cover_the_pairs() -> None:
    """Neighbours in one shuffle are strangers in the next: every pair of a field meets."""
    schedule = Schedule(Design("random", (3,), 60), NAMES, 1, 1)
    seatings = [schedule.entry(game).seats for game in range(schedule.total())]
    met = {frozenset(pair) for seats in seatings for pair in combinations(seats, 2)}
    assert len(met) == 21
    other = Schedule(Design("random", (3,), 60), NAMES, 1, 2)
    assert seatings != [other.entry(game).seats for game in range(other.total())]


def test_line_up_numbers_of_random_designs_name_the_members() -> None:
    """Equal sets of strategies have equal numbers, different sets different ones, as in a round robin."""
    names = NAMES[:6]
    drawn = Schedule(Design("random", (3,), 200), names, 1, 1)
    listed = Schedule(Design("roundrobin", (3,), 1), names, 1, 1)
    number = {frozenset(listed.entry(g).seats): listed.entry(g).line_up for g in range(listed.total())}
    for game in range(drawn.total()):
        entry = drawn.entry(game)
        assert number[frozenset(entry.seats)] == entry.line_up


def test_deals_do_not_depend_on_the_order_of_the_field() -> None:
    """A line-up has the same deals wherever its strategies stand in the configuration."""
    one = Schedule(Design("roundrobin", (3,), 2), ("a", "b", "c"), 1, 7)
    two = Schedule(Design("roundrobin", (3,), 2), ("c", "a", "b"), 2, 7)
    assert {e.deal_key for e in entries(one)} == {e.deal_key for e in entries(two)}


def test_stages_and_seeds_have_deals_of_their_own() -> None:
    """No deal of one stage, seed or player count appears in another."""
    design = Design("roundrobin", (3, 4), 5)
    keys = [
        {e.deal_key for e in entries(Schedule(design, NAMES[:4], 1, seed, stage))}
        for seed, stage in ((1, "main"), (2, "main"), (1, "pilot"))
    ]
    assert len(set.union(*keys)) == sum(len(part) for part in keys)


def test_a_schedule_is_the_same_on_every_machine() -> None:
    """A golden entry: this changes only together with the meaning of every game id."""
    schedule = Schedule(Design("random", (3, 4, 5), 10), NAMES, 2, 1)
    entry = schedule.entry(77)
    assert (entry.block, entry.deal, entry.players, entry.line_up) == (3, 9, 3, 0)
    assert (entry.rotation, entry.variant, entry.seats) == (2, 1, (1, 0, 2))
    assert (entry.deal_key, entry.seat_keys()[0]) == (2149551714767571132, 16633291399427656464)


@pytest.mark.parametrize(
    ("design", "message"),
    [
        (Design("roundrobin", (4,), 1), "needs at least 4, and there are 3"),
        (
            Design("gauntlet", (3,), 1, focal=("a", "b"), opponents="mixed"),
            "needs at least 2 besides the focal ones, and there is 1;",
        ),
        (
            Design("gauntlet", (4,), 1, focal=("a",)),
            "needs at least 3 besides the focal ones, and there are 2",
        ),
    ],
)
def test_fields_too_small_are_errors(design: Design, message: str) -> None:
    """A design whose table cannot be filled is refused, not shrunk."""
    with pytest.raises(ConfigError, match=message):
        Schedule(design, ("a", "b", "c"), 1, 1)


def test_fields_too_large_are_errors() -> None:
    """A round robin of millions of line-ups is refused with advice."""
    names = tuple(f"s{i}" for i in range(200))
    with pytest.raises(ConfigError, match='use kind = "random"'):
        Schedule(Design("roundrobin", (5,), 1), names, 1, 1)
