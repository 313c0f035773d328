"""The long game (LNG), and which Beyond the Meadow hexes are in the game (SET-05, LNG-03)."""

from __future__ import annotations

from collections import Counter

import pytest

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import play_game
from marchsim.games.march.game import MARCH
from marchsim.games.march.players import Strategy
from marchsim.games.march.players.loading import factory
from marchsim.games.march.words import BEYOND, E_DECREE, E_DRAW_TILE, E_ROUND, OVER
from marchsim.kernel.rng import stream_key
from marchsim.tabletop.recording import RoundEnd
from marchsim.tabletop.telling.narrator import events_of

PLAYERS = [2, 3, 4, 5]


def played(players, preset="long", number=0, **overlay) -> Play:
    """Return a game that has been played to its end by those who take every first option."""
    variant = MARCH.variant("test", preset, [("test", overlay)])
    minds = [factory(Strategy, {})() for _ in range(players)]
    g = MARCH.session(variant, players, "games").seat_players(
        stream_key("deal", number), range(players), minds
    )
    play_game(g, RoundEnd())
    return g


def beyond(g):
    """Return the Beyond the Meadow hexes of a game that has ended: in the pile or drawn from it."""
    left = {g.s.pile[i] for i in range(g.s.pile_n)}
    drawn = {event[2] for event in events_of(g.events.rows) if event[0] == E_DRAW_TILE}
    return sorted(tile for tile in left | drawn if g.kit.group[tile] == BEYOND)


@pytest.mark.rule("LNG-01", "SET-07")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_long_game_has_five_rounds(players):
    """Ours are numbered from 1: the box's round Zero is the first (D-22)."""
    g = played(players)
    assert [event[2] for event in events_of(g.events.rows) if event[0] == E_ROUND] == [1, 2, 3, 4, 5]
    assert (g.s.phase, g.s.round) == (OVER, 5)


@pytest.mark.rule("LNG-02", "QUE-07")
@pytest.mark.parametrize(("preset", "rounds"), [("long", [1, 2, 3]), ("standard", [1, 2, 3])])
def test_the_last_rounds_have_no_royal_decree(preset, rounds):
    """The box's rounds Three and Four, which are our 4 and 5, have none; of four rounds the last has none."""
    decrees, now = Counter(), 0
    for event in events_of(played(3, preset).events.rows):
        now = event[2] if event[0] == E_ROUND else now
        decrees[now] += event[0] == E_DECREE
    assert {number: count for number, count in decrees.items() if count} == dict.fromkeys(rounds, 3)


@pytest.mark.rule("LNG-02")
def test_rounds_without_a_decree_are_a_parameter():
    """A long game with one such round has decrees in four."""
    events = events_of(played(3, rules={"rounds_without_decree": 1}).events.rows)
    assert sum(event[0] == E_DECREE for event in events) == 4 * 3


@pytest.mark.rule("LNG-02")
def test_the_fourth_round_of_a_long_game_ends_without_a_decree(scene):
    """Nobody is asked for food or larvae there, and in the third everybody is."""
    g = scene("round: 4", preset="long")
    assert g.queen_phase() == []
    g = scene("round: 3", preset="long")
    assert [decision.question for decision in g.queen_phase(["food", "food", "larvae"])] == ["decree"] * 3


@pytest.mark.rule("LNG-03", "SET-05")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_long_game_has_all_five_beyond_the_meadow_hexes(players):
    assert beyond(played(players)) == [21, 22, 23, 24, 25]


@pytest.mark.rule("SET-05", "LNG-03")
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("count", [0, 1, 3, 5])
def test_beyond_as_a_number_draws_so_many_at_random(players, count):
    """With every number of players, five too; over the deals each of them is met."""
    found = [beyond(played(players, "standard", number, beyond=count)) for number in range(6)]
    assert {len(tiles) for tiles in found} == {count}
    assert len({tuple(tiles) for tiles in found}) > 1 or count in (0, 5)


@pytest.mark.rule("SET-05", "LNG-03")
@pytest.mark.parametrize("preset", ["standard", "first-game", "long"])
@pytest.mark.parametrize(
    ("named", "tiles"),
    [
        (["Hidden Spring", 22], [22, 24]),
        (["ruined anthill"], [25]),
        (["24", "Abandoned Spider's Lair", 23], [21, 23, 24]),
        ([25, 24, 23, 22, 21], [21, 22, 23, 24, 25]),
        ([], []),
    ],
)
def test_beyond_by_name_takes_exactly_these(preset, named, tiles):
    """In each deal and over every preset's own number; a name is read without case and punctuation."""
    for number in range(3):
        assert beyond(played(3, preset, number, beyond=named)) == tiles
    assert beyond(played(5, preset, 0, beyond=named)) == tiles
