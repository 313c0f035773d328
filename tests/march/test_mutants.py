"""Every number of rules and components matters: moved by one, it changes a game (all: `make mutants`)."""

from __future__ import annotations

from functools import cache

import pytest

from tools import games, mutants

ALL = {mutant.name: mutant for mutant in mutants.mutants()}
SOME = (
    "rules.rounds +1",
    "rules.starting_food -1",
    "rules.march_steps +1",
    "rules.feed_rate -1",
    "rules.decree_larvae +1",
    "rules.winner_loss_divisor -1",
    "rules.lone_survivor False",
    "rules.end_most +1",
    "rules.resting_players_five -1",
    "rules.final_turn_two False",
    "rules.opening_hexes_solo +1",
    "rules.species_decree_larvae +1",
    "rules.raid_steps -1",
    "rules.horde_tunnel_points +1",
    "rules.easy_larvae -1",
    "rules.march_to_battle False",
    "cards.swarm.centipede",
    "great-tunnel.back 1",
    "cards.royal-jelly.food +1",
    "cards.swarm.cost +1",
    "cards.weaver-thorax.traps -1",
    "cards.grand-evolution.enabled",
    "cards.cold-snap.payment any",
    "tiles.21.reveal -1",
    "tiles.7.site 0",
    "tiles.12.tunnel 3",
    "great-tunnel.front 2",
)


@cache
def field(kind: str = "standard") -> mutants.Field:
    """Return a small field of games of a kind."""
    return mutants.Field(180 if kind == "standard" else 60, kind=kind)


@pytest.mark.parametrize("name", SOME)
def test_a_number_moved_by_one_is_noticed(name: str) -> None:
    """A part of `make mutants`, on fewer games."""
    assert field(ALL[name].kind).noticed(ALL[name]) > 0


def test_nothing_moved_is_not_noticed() -> None:
    """An overlay that says what is so anyway changes no game."""
    same = mutants.Mutant("same", {"rules": {"rounds": 4}, "cards": {"swarm": {"cost": 2}}}, card="swarm")
    assert field().noticed(same, 30) == 0


def test_every_number_has_its_mutants() -> None:
    """Parameters; cards' cost, ferocity, payment and amounts; tiles' sites, tunnels and amounts."""
    parts = mutants.loader.load()
    for name in mutants.PARAMETERS:
        assert any(mutant.startswith(f"rules.{name} ") for mutant in ALL)
    for card in parts.cards:
        for what in ("cost", "ferocity", "payment", *card.amounts):
            assert any(mutant.startswith(f"cards.{card.id}.{what} ") for mutant in ALL), (card.id, what)
    for tile in parts.tiles:
        for what in (*(f"site {site}" for site in range(len(tile.sites))), *tile.amounts, "tunnel 0"):
            assert any(mutant.startswith(f"tiles.{tile.number}.{what}") for mutant in ALL), (
                tile.number,
                what,
            )
    assert len(ALL) == len(mutants.mutants())


def test_what_is_excused_is_there() -> None:
    """No excuse stands for a mutant that does not exist."""
    for pattern in mutants.EXCUSED:
        assert any(mutants.fnmatchcase(name, pattern) for name in ALL), pattern


def test_the_limit_of_decisions_is_exact() -> None:
    """A game of n decisions is played under a limit of n, and void under n - 1."""
    plain = games.play(games.table(), 3, ["random"] * 4)
    for most, void in ((plain.decisions, ""), (plain.decisions - 1, "limit")):
        session = games.table({"rules": {"decisions_most": most}})
        outcome = games.play(session, 3, ["random"] * 4)
        assert (outcome.void, outcome.decisions) == (void, most)
