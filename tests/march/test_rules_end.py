"""The end of the game: the last bonuses, who wins, and points that are never below zero (END)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.engine.rounds import decided_by, rank
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.session import DECIDED
from marchsim.games.march.words import BY_CARDS
from tools import games
from tools.told import told

Set = Callable[..., Scene]
LARVAE = "red: larvae {}; yellow: larvae {}; black: larvae {}"
FOOD = "red: food {}; yellow: food {}; black: food {}"
CARDS = ("swarm royal-jelly cold-snap", "outlander conquerors", "amazon-head")


def points(scene: Set, position: str, **rules: int | bool | str) -> dict[str, int]:
    """Return the points that each player gains as the game ends, under these rules."""
    g = scene(position, rules=rules) if rules else scene(position)
    g.end_of_game()
    return {name: g.seat(name).score for name in g.names.players}


# most of a thing --------------------------------------------------------------------------
@pytest.mark.rule("END-01")
@pytest.mark.parametrize(
    ("position", "gained"),
    [
        ("red: larvae 2; yellow: larvae 1; tunnel: black 9", (5, 2, 2)),
        ("red: food 2; yellow: food 5; black: food 4", (2, 5, 2)),
        (
            "red: hand swarm; black: hand cold-snap outlander; yellow: head army amazon, goals conquerors",
            (2, 2, 5),
        ),
    ],
)
def test_the_most_larvae_food_and_cards_score_three_each(
    scene: Set, position: str, gained: tuple[int, ...]
) -> None:
    """Larvae in the chamber, not ants; cards in hand, not in play. All tie for the other two: 1 each."""
    assert tuple(points(scene, position).values()) == gained


@pytest.mark.rule("END-01")
def test_one_player_may_have_the_most_of_everything(scene: Set) -> None:
    """Nine points then, and none for the others."""
    g = scene("yellow: larvae 1, food 1, hand swarm")
    g.end_of_game()
    assert told(g, "points") == ["yellow points 3 end"] * 3


@pytest.mark.rule("END-02")
@pytest.mark.parametrize(
    ("food", "gained"),
    [((3, 3, 1), (1, 1, 0)), ((2, 3, 3), (0, 1, 1)), ((4, 4, 4), (1, 1, 1)), ((0, 0, 0), (1, 1, 1))],
)
def test_who_ties_for_the_most_gains_one_each(
    scene: Set, food: tuple[int, ...], gained: tuple[int, ...]
) -> None:
    """Also where all of them have none; a second place gains nothing."""
    position = "; ".join(
        f"{name}: food {food[seat]}, larvae {seat}, hand {CARDS[seat]}"
        for seat, name in enumerate(("red", "yellow", "black"))
    )
    others = (3, 0, 3)  # red has most cards, black most larvae
    assert tuple(points(scene, position).values()) == tuple(map(sum, zip(others, gained, strict=True)))


@pytest.mark.rule("END-01", "END-02")
@pytest.mark.parametrize(
    ("rules", "gained"),
    [
        ({}, (5, 2, 2)),
        ({"end_most": 10}, (12, 2, 2)),
        ({"end_tied": 4}, (11, 8, 8)),
        ({"tie_at_zero": False}, (3, 0, 0)),
    ],
)
def test_the_last_points_are_parameters(
    scene: Set, rules: dict[str, int | bool], gained: tuple[int, ...]
) -> None:
    """Red has the only food; all tie at no larvae and no cards."""
    assert tuple(points(scene, "red: food 1", **rules).values()) == gained


@pytest.mark.rule("END-02")
def test_ties_above_zero_count_whatever_those_at_zero_do(scene: Set) -> None:
    """With tie_at_zero = false a tie of one food each still scores."""
    gained = points(scene, "red: food 1; yellow: food 1", tie_at_zero=False)
    assert tuple(gained.values()) == (1, 1, 0)


# who wins -------------------------------------------------------------------------------------
WINS = [
    ("red: score 8; yellow: score 9; black: score 2; tunnel: red 20", (2, 1, 3), "points"),
    ("red: score 9; yellow: score 9; black: score 2; tunnel: red 2; soil: yellow 3", (2, 1, 3), "ants"),
    ("red: score 9; yellow: score 9; tunnel: red 3; soil: yellow 3", (1, 1, 3), "shared"),
    ("red: score 9; yellow: score 9; black: score 9; tunnel: red 3; soil: yellow 3", (1, 1, 3), "shared"),
    ("red: larvae 5", (1, 1, 1), "shared"),
]


@pytest.mark.rule("END-03")
@pytest.mark.parametrize(("position", "ranks", "by"), WINS)
def test_most_points_win_then_most_ants_then_the_win_is_shared(
    scene: Set, position: str, ranks: tuple[int, ...], by: str
) -> None:
    """Ants anywhere in the Meadow decide between equal points alone; larvae do not."""
    g = scene(position).g
    assert tuple(rank(g, seat) for seat in range(3)) == ranks
    assert DECIDED[decided_by(g)] == by


@pytest.mark.rule("END-03")
def test_whether_ants_decide_is_a_parameter(scene: Set) -> None:
    """With final_tie = share equal points share the win at once."""
    g = scene(WINS[1][0], rules={"final_tie": "share"}).g
    assert tuple(rank(g, seat) for seat in range(3)) == (1, 1, 3)
    assert DECIDED[decided_by(g)] == "shared"


@pytest.mark.rule("END-03")
def test_the_winners_of_a_game_are_those_of_rank_one() -> None:
    """Winners are a bit for each seat that nobody beats, in games won and in games shared."""
    rules = {"rounds": 1, "end_most": 0, "end_tied": 0, "final_tie": "share"}
    session = games.table({"rules": rules}, players=3)
    shared = 0
    for deal in range(12):
        outcome = games.play(session, deal, ["first", "first", "last"])
        first = [seat for seat in range(3) if outcome.ranks[seat] == 1]
        assert outcome.winners == sum(1 << seat for seat in first)
        assert max(outcome.scores) == outcome.scores[first[0]]
        assert (outcome.decided_by == "shared") == (len(first) > 1)
        shared += len(first) > 1
    assert 0 < shared < 12


# points ---------------------------------------------------------------------------------------
@pytest.mark.rule("END-04")
def test_points_are_never_below_zero_and_nothing_is_owed(scene: Set) -> None:
    """Who loses three of one point has none, and two gained afterwards are two."""
    g = scene("red: score 1")
    g.g.score(0, -3, BY_CARDS)
    g.expect("red: score 0")
    g.g.score(0, 2, BY_CARDS)
    g.expect("red: score 2")
    assert told(g, "points") == ["red points -1 cards", "red points 2 cards"]


@pytest.mark.rule("END-04")
def test_points_may_be_lost_down_to_zero(scene: Set) -> None:
    """All that there are, and the last one."""
    g = scene("red: score 5")
    g.g.score(0, -4, BY_CARDS)
    g.g.score(0, -1, BY_CARDS)
    g.g.score(0, -1, BY_CARDS)
    assert told(g, "points") == ["red points -4 cards", "red points -1 cards"]


# a game without end ---------------------------------------------------------------------------
@pytest.mark.parametrize(("most", "void"), [(100, "limit"), (20000, "")])
def test_a_game_of_too_many_decisions_is_void(most: int, void: str) -> None:
    """decisions_most bounds the decisions of a game; one that needs more is given up at that number."""
    session = games.table({"rules": {"decisions_most": most}}, players=3)
    outcome = games.play(session, 0, ["random"] * 3)
    assert outcome.void == void
    assert (outcome.decisions == most) == bool(void)
