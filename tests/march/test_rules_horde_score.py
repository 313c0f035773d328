"""The Horde's points, and who wins: centipedes in the Great Tunnel, Slumber, the end (HOR-09 to HOR-11)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.rounds import decided_by, rank
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.table.session import DECIDED
from marchsim.games.march.words import E_END, E_HORDE_END
from tools import games
from tools.told import careless, fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")
TRIO = "players: red, yellow, black; horde: true"


# the Great Tunnel --------------------------------------------------------------------------------
@pytest.mark.rule("HOR-09")
def test_centipedes_in_the_great_tunnel_are_never_battled(scene: Set) -> None:
    """Not in the Soldier Phase, not in a Rampage, not after a March; ants come and go there."""
    g = scene(
        f"{TRIO}; tunnel: red 3, black 2; bark: red; intruders: 3; red: food 1; horde_deck: epic-stores",
        passing=["yellow", "black"],
        rules={"march_to_battle": True},
    )
    g.action("march", "red", ["tunnel > bark", "bark.food > tunnel", "pass"])
    g.centipede_card()
    g.soldier_phase()
    assert fights(g) == []
    g.expect("tunnel: red 3, black 2; bark: red; intruders: 3")


@pytest.mark.rule("HOR-09")
def test_no_card_of_a_player_reaches_the_great_tunnel(scene: Set) -> None:
    """Hunting Centipedes does not move those there, nor Mysterious Hole add one."""
    g = scene(
        f"{TRIO}; soil: red; bark: centipede; intruders: 2;"
        "red: larvae 3, hand hunting-centipedes mysterious-hole",
        passing=["yellow", "black"],
    )
    g.play("mysterious-hole", "red", ["pay larva", "centipede soil"])
    assert not any("great-tunnel" in option for option in g.options("token"))
    g.expect("intruders: 2")


@pytest.mark.rule("HOR-09")
def test_a_traitor_counts_all_centipedes_in_the_meadow(scene: Set) -> None:
    """Traitorous Head, without the icon: those in hexes and in the Great Tunnel, which is of the Meadow."""
    g = scene(
        f"{TRIO}; soil: centipede; bark: centipede; intruders: 3; red: head traitorous",
        cards={"traitorous-head": {"centipede": False}},
    )
    g.soldier_phase()
    g.expect("red: score 5")


# points -------------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-10")
@pytest.mark.parametrize("each", [0, 1, 3])
def test_slumber_scores_every_centipede_in_the_meadow(scene: Set, each: int) -> None:
    """Two in hexes, with ants or without, and four in the Great Tunnel (horde_slumber_points)."""
    g = scene(
        f"{TRIO}; soil: red control, centipede; bark: centipede; fern: ; intruders: 4; horde_score: 2",
        rules={"horde_slumber_points": each},
    )
    g.slumber()
    g.expect(f"horde_score: {2 + 6 * each}; red: score 1")
    assert g.happened(f"horde {6 * each} slumber") == (each > 0)


@pytest.mark.rule("HOR-10")
def test_slumber_without_centipedes_scores_nothing(scene: Set) -> None:
    g = scene(f"{TRIO}; soil: red")
    g.slumber()
    g.expect("horde_score: 0; never: horde")


@pytest.mark.rule("HOR-10", "CEN-07")
@pytest.mark.parametrize("each", [0, 1, 2])
def test_each_battle_that_a_centipede_wins_scores(scene: Set, each: int) -> None:
    """Against red, and not the one that black wins (horde_battle_points)."""
    g = scene(
        f"{TRIO}; loamy tunnels: red control, yellow, black 7, centipede;"
        "horde_deck: cold-snap, amazon-head, stinging-abdomen, epic-stores",
        passing=ALL,
        rules={"horde_battle_points": each},
    )
    careless(g).soldier_phase()
    assert fights(g)[:2] == ["red hunt loamy-tunnels", "black hunt loamy-tunnels"]
    assert told(g, "outcome")[:2] == ["centipede outcome red 0 1", "black outcome centipede 3 0"]
    g.expect(f"horde_score: {each}; events: 1 x black points 1 centipede")


@pytest.mark.rule("HOR-10")
@pytest.mark.parametrize("card", ["sneak-attack", "hunting-centipedes"])
def test_battles_of_cards_score_for_the_horde_too(scene: Set, card: str) -> None:
    """Sneak Attack; Hunting Centipedes, whose player has a point as well."""
    g = scene(
        f"{TRIO}; soil: black, centipede; bark: black; red: larvae 1, hand {card};"
        "horde_deck: cold-snap, amazon-head, stinging-abdomen, epic-stores",
        passing=["yellow", "black"],
    )
    own = "soil" if card == "sneak-attack" else "bark"
    g.play(card, "red")
    g.expect(f"{own}: empty, centipede; horde_score: 1; red: score {int(own == 'bark')}")
    assert told(g, "horde") == ["horde 1 battle"]


@pytest.mark.rule("HOR-10")
def test_without_a_horde_nobody_keeps_its_score(scene: Set) -> None:
    g = scene("soil: red, centipede; deck: swarm, royal-jelly", passing=ALL)
    g.soldier_phase()
    g.slumber()
    g.expect("horde_score: 0; never: horde")


# the end -------------------------------------------------------------------------------------------
def ended(scene: Set, horde: int, scores: list[int], beats: str) -> Scene:
    """Return a game that ended with these points."""
    names = ["red", "yellow", "black", "blue"][: len(scores)]
    seats = "; ".join(f"{name}: score {score}" for name, score in zip(names, scores, strict=True))
    return scene(
        f"players: {', '.join(names)}; horde: true; horde_score: {horde}; {seats}",
        rules={"horde_beats": beats},
    )


@pytest.mark.rule("HOR-11")
@pytest.mark.parametrize(
    ("horde", "scores", "any_", "every"),
    [
        (5, [6, 9], 1, 4),
        (6, [6, 9], 0, 3),  # equal does not beat
        (7, [6, 9], -1, 2),
        (9, [6, 9], -3, 0),
        (10, [6, 9], -4, -1),
        (3, [3], 0, 0),
        (4, [3], -1, -1),
        (0, [0, 0, 0, 0], 0, 0),
        (1, [5, 0, 5, 5], -1, 4),
        (12, [12, 12, 12], 0, 0),
        (13, [12, 12, 12], -1, -1),
    ],
)
def test_the_horde_wins_if_it_beats_any_player_or_every_by_ruling(
    scene: Set, horde: int, scores: list[int], any_: int, every: int
) -> None:
    """Then all lose; else all win, whatever their own points and ants (horde_beats)."""
    for beats, by in (("any", any_), ("every", every)):
        g = ended(scene, horde, scores, beats).g
        assert margin(g) == by
        assert [rank(g, seat) for seat in range(len(scores))] == [1 if by >= 0 else 2] * len(scores)
        assert DECIDED[decided_by(g)] == ("players" if by >= 0 else "horde")


@pytest.mark.rule("HOR-11", "END-01")
@pytest.mark.parametrize("preset", ["solo", "coop"])
def test_presets_of_the_horde_have_no_bonuses_at_the_end(scene: Set, preset: str) -> None:
    players = "red" if preset == "solo" else "red, black"
    g = scene(f"players: {players}; red: larvae 5, food 3", preset=preset)
    g.end_of_game()
    g.expect("red: score 0; never: red points")


@pytest.mark.rule("HOR-11")
@pytest.mark.parametrize(("score", "word"), [(9, 0), (8, 1)])
def test_the_last_event_says_how_the_game_ends(scene: Set, score: int, word: int) -> None:
    """After the players' scores: the Horde's, and whether it wins; its Slumber counts."""
    g = scene(
        f"players: red; horde: true; round: 4; red: score {score}, acted 1, bodies 0; soil: centipede;"
        "horde_score: 8",
        rules={"end_most": 0, "end_tied": 0, "horde_tunnel_points": 0},
    )
    g.rest_of_game()
    assert g.narrator.brief(g.events[-1]) == f"horde-end 9 {word}"
    assert [event[0] for event in g.events[-2:]] == [E_END, E_HORDE_END]


@pytest.mark.rule("HOR-11")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("beats", ["any", "every"])
def test_outcomes_say_it(players: int, beats: str) -> None:
    """All ranks 1 and all bits, or 2 and none; the margin is over the lowest score, or the highest."""
    session = games.table(
        {"preset": "coop" if players > 1 else "solo", "rules": {"horde_beats": beats}}, players
    )
    for deal in range(6):
        outcome = games.play(session, deal, games.line_up(("random", "eager"), players, deal))
        measure = min(outcome.scores) if beats == "any" else max(outcome.scores)
        assert outcome.opponent is not None
        assert outcome.margin == measure - outcome.opponent
        won = outcome.margin >= 0
        assert outcome.ranks == ((1 if won else 2),) * players
        assert outcome.winners == (2**players - 1 if won else 0)
        assert outcome.decided_by == ("players" if won else "horde")


@pytest.mark.rule("HOR-11")
def test_in_other_games_there_is_no_opponent() -> None:
    outcome = games.play(games.table(players=3), 1, ["random"] * 3)
    assert (outcome.opponent, outcome.margin) == (None, None)
    assert outcome.decided_by in ("points", "ants", "shared")
