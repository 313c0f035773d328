"""Whole games against the Horde: set-up, difficulty, one player, what is recorded (HOR-12 to HOR-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from marchsim.cli import main
from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import set_up
from marchsim.games.march.rules.variant import resolve
from marchsim.games.march.scenarios.scene import Scene
from tests.march.offers import may_play
from tools import games
from tools.onlooker import Onlooker

Set = Callable[..., Scene]


def overlay(players: int, **rules: Any) -> Mapping[str, Any]:
    """Return the preset for so many players against the Horde, with rules over it."""
    return {"preset": "solo" if players == 1 else "coop", "rules": rules}


def dealt(players: int, deal: int = 1, **rules: Any) -> Play:
    """Return a game that has just been set up."""
    g = games.deal_out(games.table(overlay(players, **rules), players), deal, ["first"] * players)
    set_up(g)
    return g


# set-up -------------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-12")
def test_the_solo_player_begins_in_a_starting_hex() -> None:
    """Three ants in it, joined to the Great Tunnel's reverse; three larvae, two food, four cards."""
    homes = set()
    for deal in range(40):
        g = dealt(1, deal)
        s = g.s
        assert (s.larvae[0], s.food[0], s.hand_n[0], s.army[0], s.supply[0]) == (3, 2, 4, 3, 30)
        assert s.laid_n == 2
        home = s.laid[1]
        homes.add(home)
        assert g.kit.group[home] == w.STARTING
        assert s.ants[home] == 3
        assert home in [s.joined[edge] for edge in range(6)]
        open_edges = sum(s.open[edge] << edge for edge in range(6))
        assert open_edges == g.kit.tunnel_back
    assert len(homes) == 8


@pytest.mark.rule("HOR-13")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_difficulty_changes_larvae_and_cards_of_each_player(players: int) -> None:
    """Easy: three larvae more; hard: two cards fewer, so that one player has two; else all is the same."""
    normal = dealt(players)
    larvae, cards = normal.s.larvae[0], normal.s.hand_n[0]
    assert (larvae, cards) == ((3, 4), (3, 2), (5, 2), (5, 2))[players - 1]
    for difficulty, more, fewer in (("easy", 3, 0), ("hard", 0, 2)):
        g = dealt(players, difficulty=difficulty)
        for seat in range(players):
            assert g.s.larvae[seat] == larvae + more
            assert g.s.supply[seat] == normal.s.supply[seat] - more
            assert g.s.hand_n[seat] == cards - fewer
            assert g.s.food[seat] == 2
        assert g.s.horde_deck_n == 24


@pytest.mark.rule("HOR-13")
def test_amounts_of_difficulty_are_parameters() -> None:
    """easy_larvae and hard_fewer_cards; a hand never falls below nothing."""
    assert dealt(1, difficulty="easy", easy_larvae=7).s.larvae[0] == 10
    assert dealt(1, difficulty="hard", hard_fewer_cards=1).s.hand_n[0] == 3
    assert [dealt(2, difficulty="hard", hard_fewer_cards=9).s.hand_n[seat] for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("HOR-13")
def test_difficulty_is_one_against_the_horde() -> None:
    """Without a Horde it changes nothing."""
    for difficulty in ("easy", "hard"):
        rules = {"difficulty": difficulty}
        g = games.deal_out(games.table({"rules": rules}, 3), 1, ["first"] * 3)
        set_up(g)
        assert (g.s.larvae[0], g.s.hand_n[0]) == (5, 2)


@pytest.mark.rule("HOR-14")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cooperative_game_is_set_up_as_for_its_number_of_players(players: int) -> None:
    """Opening hexes and the reverse of the Great Tunnel with two; else an ant each in the Great Tunnel."""
    g = dealt(players)
    assert g.rules.tunnel_side == (1 if players == 2 else 0)
    assert [g.s.ants[seat * w.HEXES + w.TUNNEL] for seat in range(players)] == [int(players > 2)] * players
    assert g.s.laid_n == (3 if players == 2 else 1)


@pytest.mark.rule("HOR-14", "QUE-08")
@pytest.mark.parametrize(("players", "points"), [("red", 1), ("red, black", 0), ("red, yellow, black", 1)])
def test_the_inner_meadow_scores_by_the_number_of_players(scene: Set, players: str, points: int) -> None:
    """Alone, a hex that no tunnel joins to the Great Tunnel scores; with two it does not (TWO-05)."""
    g = scene(
        f"players: {players}; puddle: at 1 0, turn 1, red control", preset="standard", rules={"horde": True}
    )
    g.slumber()
    assert g.seat("red").score == points


@pytest.mark.rule("HOR-14", "RST-04")
def test_alone_the_first_rest_ends_the_worker_phase(scene: Set) -> None:
    """No final turn follows: there is nobody to take it."""
    g = scene("players: red; red: acted 1, larvae 1; soil: red", preset="solo")
    g.turn("red")
    g.expect("phase_over: true; red: larvae 2")


# one player ------------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-01", "GEN-03")
@pytest.mark.parametrize("turn", range(3))
def test_every_card_bears_a_single_player(turn: int) -> None:
    """Cards that need rivals too, where an overlay takes their icon away: playable or skipped, no error."""
    cards = {card: {"centipede": False} for card in games.card_ids()}
    session = games.table({"preset": "solo", "cards": cards, "rules": {"starting_cards_solo": 9}}, 1)
    played: Counter[int] = Counter()
    for deal in range(turn * 12, turn * 12 + 12):
        g = games.deal_out(session, deal, ["eager"])
        onlooker = Onlooker(g)
        games.run(g)
        assert onlooker.verdict() == []
        assert onlooker.seen[w.E_MEET] == 0
        played.update(card for card in range(g.kit.cards) if g.s.played[card])
    assert len(played) > 45


@pytest.mark.rule("QUE-09", "HOR-14")
@pytest.mark.parametrize("goal", ["epic-stores", "unending-brood", "grand-evolution", "bound-to-the-past"])
def test_alone_a_goal_that_compares_holds(scene: Set, goal: str) -> None:
    """Nobody has as much (D-20); only an overlay brings such a card to the player."""
    g = scene(f"players: red; red: goals {goal}", preset="solo", cards={goal: {"centipede": False}})
    g.slumber()
    g.expect("red: score 2")


@pytest.mark.rule("GEN-03", "HOR-01")
@pytest.mark.parametrize("card", ["egg-stealer", "cultural-theft", "mating-flight"])
def test_alone_a_card_that_needs_a_rival_cannot_be_played(scene: Set, card: str) -> None:
    g = scene(
        f"players: red; soil: red 3; red: larvae 5, hand {card}",
        preset="solo",
        cards={card: {"centipede": False}},
    )
    assert not may_play(g, card)


# what is recorded -------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-10")
@pytest.mark.parametrize("players", [1, 3])
def test_the_horde_table_has_a_row_each_round(players: int) -> None:
    """Score and its sources as told by the events; cards of the round by what they did."""
    session = games.table(overlay(players), players, "events")
    outcome = games.play(session, 3, ["random"] * players)
    taken = session.take()
    columns = ("game", "round", "score", "centipedes", "intruders", "points_slumber", "points_battle",
               "points_tunnel", "invasions", "advances", "rampages", "sentries")  # fmt: skip
    rows = [dict(zip(columns, map(int, row), strict=True)) for row in taken["horde"]]
    assert [row["round"] for row in rows] == [1, 2, 3, 4]
    assert {row["game"] for row in rows} == {3}
    assert rows[-1]["score"] == outcome.opponent
    events = taken["events"]
    kind, a, b, at = (games.column("events", name) for name in ("event", "a", "b", "round"))
    for row in rows:
        so_far = events[events[:, at] <= row["round"]]
        for source, name in enumerate(w.HORDE_SOURCES):
            gains = so_far[(so_far[:, kind] == w.E_HORDE) & (so_far[:, b] == source)]
            assert gains[:, a].sum() == row[f"points_{name}"]
        assert row["score"] == row["points_slumber"] + row["points_battle"] + row["points_tunnel"]
        assert row["intruders"] == (so_far[:, kind] == w.E_INTRUDE).sum()
        met = (events[:, at] == row["round"]) & (events[:, kind] == w.E_MEET)
        assert row["invasions"] + row["advances"] + row["rampages"] + row["sentries"] == met.sum()


def test_other_games_leave_the_table_empty() -> None:
    session = games.table(players=3, record="rounds")
    games.play(session, 1, ["random"] * 3)
    assert session.take()["horde"].shape == (0, 12)


def test_a_void_game_leaves_no_rows() -> None:
    session = games.table(overlay(4, decisions_most=100), 4, "rounds")
    assert games.play(session, 1, ["eager"] * 4).void == "limit"
    assert session.take()["horde"].shape == (0, 12)


def test_the_variant_names_its_opponent() -> None:
    assert resolve("v", "coop").opponent == resolve("v", "solo").opponent == "the Centipede Horde"
    assert resolve("v").opponent == ""


@pytest.mark.parametrize(("players", "whom"), [(1, "random"), (3, "the weakest player")])
def test_a_game_against_the_horde_is_told_with_its_end(
    players: int, whom: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its cards, how it stands after each round, and in the last sentence who has won and by how much."""
    ends = set()
    for seed in range(8):
        preset = "solo" if players == 1 else "coop"
        line_up = ["--strategies", "random", "--players", str(players)]
        assert main.run(["play", *line_up, "--preset", preset, "--seed", str(seed)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert sum("    The Horde has " in line for line in lines) == 4
        assert any("The Horde turns up " in line for line in lines)
        (end,) = (line for line in lines if "Centipede Horde wins" in line or "Centipede Horde has" in line)
        assert end.endswith(f" {whom}.")
        ends.add("wins with" in end)
    assert True in ends
