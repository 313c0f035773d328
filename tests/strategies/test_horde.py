"""What a heuristic does against the Centipede Horde where the best move is plain, and that it pays."""

from __future__ import annotations

import pytest

from marchsim.games.march.engine.battle import march_to_battle
from marchsim.games.march.engine.rounds import place_opening
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import march, take_action
from marchsim.games.march.players import Heuristic
from marchsim.games.march.players.heuristic.weights import W_CARD, W_REST, WEIGHTS
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.words import CENTIPEDE, NONE
from marchsim.tabletop.vectors import zeros
from tests.strategies.test_judgement import thinking
from tools import games
from tools.told import fights, told

RED = 0
DUO = "players: red, yellow; horde: true"
WEAK = "horde_deck: egg-stealer, bulldog-head"  # ferocity 2 and 2
FIERCE = "horde_deck: grand-evolution, sparrow-attack"  # 4 and 4


def against(position: str) -> Scene:
    """Return a scene against the Horde in which heuristics sit in all seats."""
    return thinking(f"{DUO}; {position}", preset="coop")


def acted(position: str) -> Scene:
    """Return a scene after red's action."""
    scene = against(position)
    take_action(scene.g, RED, NONE)
    return scene


# hunts -----------------------------------------------------------------------
def test_a_centipede_that_is_surely_beaten_is_hunted() -> None:
    """Nine ants beat any two cards."""
    scene = against(f"soil: red 9, centipede; red: food 2; {WEAK}")
    march_to_battle(scene.g, RED)
    assert fights(scene) == ["red hunt soil"]
    scene.expect("soil: no centipede")


def test_one_that_surely_wins_is_left_alone() -> None:
    """A single ant against two cards of at least two each."""
    scene = against(f"soil: red, centipede; red: food 2; {FIERCE}")
    march_to_battle(scene.g, RED)
    assert fights(scene) == []


def test_the_surer_of_two_hunts_is_chosen() -> None:
    scene = against(f"soil: red 2, centipede; bark: red 8, centipede; red: food 2; {WEAK}")
    march_to_battle(scene.g, RED)
    assert fights(scene) == ["red hunt bark"]


def test_an_army_gathers_before_it_hunts() -> None:
    """Five larvae emerge beside three ants; then the centipede is battled, at once."""
    scene = against(f"round: 2; soil: red 3, centipede; red: food 2, larvae 6; {WEAK}")
    march(scene.g, RED)
    assert scene.g.s.larvae[RED] <= 2
    assert fights(scene) == ["red hunt soil"]


def test_an_army_comes_from_the_next_hex() -> None:
    """Six idle ants in the Great Tunnel march on a centipede that will enter it next."""
    scene = acted(f"round: 2; tunnel: red 6; soil: centipede; red: food 1, acted 1, head turtle; {WEAK}")
    assert fights(scene) == ["red hunt soil"]


def test_two_ants_alone_leave_a_centipede() -> None:
    """Marching anyway, they do not wait for the battle at the end of the round."""
    scene = against(f"soil: red 2, centipede; bark: red control; red: food 1; {FIERCE}")
    march(scene.g, RED)
    assert fights(scene) == []
    assert scene.g.s.ants[RED * 26 + scene.number("soil")] == 0


# cards -----------------------------------------------------------------------
@pytest.mark.parametrize(("ants", "laid"), [(4, True), (12, False)])
def test_a_ferocious_card_is_laid_where_it_turns_the_battle(ants: int, laid: bool) -> None:
    """Four ants against 4 and 2 need it; twelve do not."""
    scene = against(
        f"soil: red {ants}, centipede; red: hand brood-surge; horde_deck: grand-evolution, bulldog-head"
    )
    march_to_battle(scene.g, RED)
    assert bool(told(scene, "ferocity")) == laid


# the end of a round ------------------------------------------------------------
def test_rest_comes_when_the_next_card_costs_more_than_any_action_brings() -> None:
    """With nothing but a larva to march with and no centipede to hunt, each turn only brings a card."""
    scene = acted(f"round: 4; soil: red control; red: food 1, larvae 1, acted 1; {WEAK}")
    assert scene.g.s.rested[RED] == 1


def test_a_round_is_not_drawn_out_for_a_battle_that_its_end_brings() -> None:
    """The Soldier Phase lets nine ants fight without another card of the Horde."""
    scene = acted(f"round: 4; soil: red 9, centipede; red: food 1, acted 1; {WEAK}")
    assert scene.g.s.rested[RED] == 1


# the opening -------------------------------------------------------------------
def test_a_starting_hex_is_drafted_for_its_sites_and_placed() -> None:
    """Of three drawn the one without a centipede and with most to collect, beside the Great Tunnel."""
    scene = against(f"pile: rest; {WEAK}")
    g = scene.g
    drawn = [tile for tile in range(1, 26) if g.kit.tile_enabled[tile] > 0 and g.s.placed[tile] == 0]
    drawn.sort(key=lambda tile: (g.kit.icon[tile] == CENTIPEDE, -g.kit.sites[tile]))
    best = drawn[0]
    poorest = drawn[-1]
    hexes = zeros(2)
    hexes[0], hexes[1] = poorest, best
    assert place_opening(g, RED, hexes) == best
    assert g.s.placed[best] > 0
    assert g.s.inner[best] > 0


def test_tables_of_two_and_players_in_company_are_weighed_apart() -> None:
    """A configuration counts in all; other games have the weights of the file."""
    player = Heuristic()
    player.weigh(rest=0.5, card=1)
    player.weigh_among(2, rest=3)
    player.weigh_in_company(rest=4)
    player.configure({"weights": {"card": 2}})
    core = Heuristic()
    core.adopt(player)
    tables = (("solo", 1, 50), ("coop", 2, 400), ("standard", 2, 300), ("standard", 3, 50))
    for preset, players, rest in tables:
        session = games.table({"preset": preset}, players=players)
        g = games.deal_out(session, 0, ["random"] * players)
        view = View(g.s, g.kit, g.rules, g.mats, g.table, 0)
        core.begin(view)
        weights = core.look(view).weights
        now = zeros(WEIGHTS)
        weights.load(1, now)
        assert (now[W_REST], now[W_CARD]) == (rest, 200)


# it pays -------------------------------------------------------------------------
def test_the_defender_wins_more_games_alone_than_the_forager() -> None:
    """The same 150 deals; over thousands, and by more points (reports/variants.md has the shares)."""
    session = games.table({"preset": "solo"}, players=1)
    won = dict.fromkeys(("defender", "forager"), 0)
    margins = dict(won)
    for deal in range(150):
        for name in won:
            outcome = games.play(session, deal, [name])
            assert outcome.margin is not None
            won[name] += outcome.winners > 0
            margins[name] += outcome.margin
    assert won["defender"] > won["forager"]
    assert margins["defender"] > margins["forager"] + 150
