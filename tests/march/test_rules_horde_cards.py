"""What the cards of the Centipede Horde do: Invade, Advance, Sentry, and cards that call up cards (HOR)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from marchsim.games.march.scenarios.scene import Answer, Scene
from tools.told import fights, told

Set = Callable[..., Scene]
HORDE = "players: red, black; horde: true"
# Evolutions: bulldog-head, nurse-thorax, thief-abdomen. Events with ferocity: egg-stealer, mating-flight 2;
# cold-snap, cultural-theft 3; sparrow-attack 4. Goals: epic-stores, grand-evolution.


# Invade ---------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-03")
@pytest.mark.parametrize("card", ["bulldog-head", "nurse-thorax", "thief-abdomen"])
def test_an_evolution_invades_the_highest_hex_without_a_centipede(scene: Set, card: str) -> None:
    """Of the hexes that lie, whatever is in the pile; red's ants are there, but no battle follows."""
    g = scene(f"{HORDE}; horde_deck: {card}; soil: ; dry seep: red 2; puddle: centipede; pile: worm burrow")
    g.centipede_card()
    g.expect("dry seep: red 2, centipede; soil: no centipede; puddle: centipede; intruders: 0")
    assert fights(g) == []
    assert told(g, "centipede") == ["centipede dry-seep 1"]
    assert list(g.g.s.horde_cards) == [1, 0, 0, 0]


@pytest.mark.rule("HOR-03", "HOR-09", "HOR-10")
def test_with_every_hex_full_an_invader_enters_the_great_tunnel(scene: Set) -> None:
    """Again and again: there is no limit; the Great Tunnel's ants are left alone."""
    cards = "bulldog-head, nurse-thorax, thief-abdomen"
    g = scene(f"{HORDE}; horde_deck: {cards}; soil: centipede; bark: ; tunnel: red 3, black")
    for intruders, points in ((0, 0), (1, 2), (2, 4)):
        g.centipede_card()
        g.expect(f"soil: centipede; bark: centipede; intruders: {intruders}; horde_score: {points}")
    g.expect("tunnel: red 3, black; events: 1 x intrude 2, 2 x horde 2 tunnel")
    assert fights(g) == []


@pytest.mark.rule("HOR-03")
def test_with_no_hex_at_all_the_great_tunnel_is_invaded(scene: Set) -> None:
    """Before anybody has explored."""
    g = scene(f"{HORDE}; horde_deck: bulldog-head; tunnel: red, black")
    g.centipede_card()
    g.expect("intruders: 1; horde_score: 2")


@pytest.mark.rule("HOR-03", "SET-09")
def test_without_a_token_nobody_comes(scene: Set) -> None:
    """Where a ruleset lets counters run out, an invader that finds a hex needs one; the Great Tunnel none."""
    g = scene(f"{HORDE}; horde_deck: bulldog-head, nurse-thorax; soil: ; tokens: 0")
    g.centipede_card()
    g.expect("soil: no centipede; intruders: 0; tokens: 0")
    g = scene(f"{HORDE}; horde_deck: bulldog-head; soil: centipede; tokens: 0")
    g.centipede_card()
    g.expect("soil: centipede; intruders: 1; tokens: 0")


# Advance --------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-04")
@pytest.mark.parametrize(
    ("card", "jumps"),
    [
        ("egg-stealer", ["dry-seep fern", "fern bark"]),
        ("cold-snap", ["dry-seep fern", "fern bark", "bark soil"]),
    ],
)
def test_the_lowest_centipede_jumps_as_often_as_the_card_is_fierce(
    scene: Set, card: str, jumps: list[str]
) -> None:
    """From hex to hex in the order of their numbers, wherever they lie, without a battle on the way."""
    hexes = "soil: at 3 0, red; bark: at 2 0, black 3; fern: red 3; dry seep: at 1 0, centipede"
    g = scene(f"{HORDE}; horde_deck: {card}; {hexes}; puddle: centipede")
    g.centipede_card()
    assert told(g, "jump") == [f"jump {jump}" for jump in jumps]
    end = jumps[-1].split()[1]
    for name in ("soil", "bark", "fern", "dry-seep"):
        assert g.hex(name).centipede == (name == end)
    g.expect("puddle: centipede; intruders: 0; horde_score: 0; tokens: 13")
    assert fights(g) == []
    assert list(g.g.s.horde_cards) == [0, 1, 0, 0]


@pytest.mark.rule("HOR-04", "HOR-10")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_with_no_lower_hex_it_enters_the_great_tunnel_and_jumps_are_lost(scene: Set, players: int) -> None:
    """One jump to Soil, one into the Great Tunnel, two lost; the Horde gains a point for each player."""
    g = scene(f"players: {players}; horde: true; horde_deck: sparrow-attack; soil: ; bark: centipede")
    g.centipede_card()
    assert told(g, "jump", "intrude", "horde", "centipede") == [
        "jump bark soil",
        "jump soil great-tunnel",
        "intrude 1",
        f"horde {players} tunnel",
    ]
    g.expect(f"soil: no centipede; bark: no centipede; intruders: 1; horde_score: {players}; tokens: 15")


@pytest.mark.rule("HOR-04", "HOR-09")
def test_the_next_advance_is_that_of_the_next_centipede(scene: Set) -> None:
    """Who is in the Great Tunnel stays there; a hex with a centipede is never the lower one."""
    g = scene(
        f"{HORDE}; horde_deck: egg-stealer, mating-flight; soil: centipede; bark: centipede; intruders: 4"
    )
    g.centipede_card()
    g.expect("soil: no centipede; bark: centipede; intruders: 5")
    g.centipede_card()
    g.expect("bark: no centipede; intruders: 6")
    assert told(g, "jump") == ["jump soil great-tunnel", "jump bark soil", "jump soil great-tunnel"]


@pytest.mark.rule("HOR-04")
def test_a_card_without_ferocity_moves_nobody(scene: Set) -> None:
    """An overlay may give an event 0; it is an Advance all the same."""
    g = scene(
        f"{HORDE}; horde_deck: cold-snap; soil: ; bark: centipede; pile: fern",
        cards={"cold-snap": {"ferocity": 0}},
    )
    g.centipede_card()
    g.expect("bark: centipede; pile: fern")
    assert list(g.g.s.horde_cards) == [0, 1, 0, 0]


@pytest.mark.rule("HOR-10")
@pytest.mark.parametrize("points", [0, 3])
def test_points_for_the_great_tunnel_are_a_parameter(scene: Set, points: int) -> None:
    """horde_tunnel_points times the number of players."""
    g = scene(f"{HORDE}; horde_deck: cold-snap; soil: centipede", rules={"horde_tunnel_points": points})
    g.centipede_card()
    g.expect(f"horde_score: {2 * points}; intruders: 1")


# Sentry ---------------------------------------------------------------------------------------
@pytest.mark.rule("HOR-06")
def test_an_advance_of_nobody_places_a_hex_with_a_centipede(scene: Set) -> None:
    """The top of the pile, beside a hex that lies; those in the Great Tunnel do not advance."""
    g = scene(f"{HORDE}; horde_deck: cold-snap, egg-stealer; soil: red; pile: puddle, fern; intruders: 2")
    g.centipede_card()
    g.expect("puddle: empty, centipede; hexes: 3; pile: fern; intruders: 2; horde_deck: egg-stealer")
    assert list(g.g.s.horde_cards) == [0, 0, 0, 1]
    assert told(g, "draw_tile") == ["centipede draw-tile puddle"]
    assert "centipede tile puddle" in told(g, "tile")[0]
    assert "The Horde draws the hex Puddle." in g.story()


@pytest.mark.rule("HOR-06", "MEA-01")
def test_chance_finds_every_place_and_turn(scene: Set) -> None:
    """By the seed of the deal: each place beside a hex and each turn that differs, tunnels or not."""
    places: Counter[tuple[int, int]] = Counter()
    turns: Counter[int] = Counter()
    for seed in range(400):
        g = scene(f"{HORDE}; horde_deck: cold-snap; soil: at 1 0; pile: puddle; seed: {seed}")
        g.centipede_card()
        places[g.hex("puddle").at] += 1
        turns[g.hex("puddle").turn] += 1
    assert set(turns) == {0, 1, 2}  # its tunnels lie opposite each other
    assert set(places) == {(0, -1), (1, -1), (0, 1), (-1, 1), (-1, 0), (2, -1), (2, 0), (1, 1)}
    assert min(places.values()) > 25
    assert min(turns.values()) > 100


@pytest.mark.rule("HOR-06")
def test_chance_leaves_the_order_of_places_alone(scene: Set) -> None:
    """One more place changes where the hex goes only if it goes there."""
    moved = 0
    for seed in range(60):
        spots = []
        for more in ("", "; bark: at -1 0"):
            g = scene(f"{HORDE}; horde_deck: cold-snap; soil: at 1 0{more}; pile: fern; seed: {seed}")
            g.centipede_card()
            spots.append((g.hex("fern").at, g.hex("fern").turn))
        if spots[0] != spots[1]:
            moved += 1
            assert spots[0][0] == (-1, 0) or spots[1][0] in {(-2, 0), (-2, 1), (-1, -1), (0, -1), (-1, 1)}
            assert spots[0][1] == spots[1][1]
    assert 0 < moved < 40


@pytest.mark.rule("HOR-06")
def test_the_active_player_may_choose_by_a_ruling(scene: Set) -> None:
    """horde_places = active: the player whose turn it was chooses place and turn; nobody moves in."""
    g = scene(
        f"{HORDE}; horde_deck: cold-snap; soil: at 1 0, red; pile: fern; marker: black",
        rules={"horde_places": "active"},
    )
    spot = Answer("at 2 0", "black", offered=("at -1 0", "at 1 1"))
    g.centipede_card([spot, Answer("turn 1", "black")])
    g.expect("fern: at 2 0, turn 1, empty, centipede")


@pytest.mark.rule("HOR-06")
def test_a_card_follows_a_printed_centipede(scene: Set) -> None:
    """Root Cellar has one: the next card is turned up at once, and it is that centipede that advances."""
    g = scene(
        f"{HORDE}; horde_deck: cold-snap, egg-stealer, bulldog-head; soil: ; bark: ; pile: root cellar, fern"
    )
    g.centipede_card()
    g.expect("root cellar: no centipede; soil: centipede; pile: fern; horde_deck: bulldog-head")
    assert told(g, "meet", "jump") == [
        "meet cold-snap",
        "meet egg-stealer",
        "jump root-cellar bark",
        "jump bark soil",
    ]
    g.expect("horde_discards: egg-stealer, cold-snap")
    assert list(g.g.s.horde_cards) == [0, 1, 0, 1]


@pytest.mark.rule("HOR-06")
def test_card_after_card(scene: Set) -> None:
    """Each sentry with a printed centipede calls up one more card, as long as none is left to advance."""
    g = scene(
        "players: red; horde: true; pile: root cellar, mossy stone, fern;"
        "horde_deck: cold-snap, egg-stealer, mating-flight, cultural-theft, bulldog-head"
    )
    g.centipede_card()  # Root Cellar; its centipede enters the Great Tunnel
    g.expect("hexes: 2; intruders: 1; horde_deck: mating-flight, cultural-theft, bulldog-head")
    g.centipede_card()  # Mossy Stone; its centipede jumps to Root Cellar and on, the third jump is lost
    g.expect("hexes: 3; intruders: 2; horde_deck: bulldog-head; pile: fern; horde_score: 2")
    assert list(g.g.s.horde_cards) == [0, 2, 0, 2]


@pytest.mark.rule("HOR-06")
def test_sentries_that_call_up_sentries(scene: Set) -> None:
    """Without tokens no centipede stands, so every event is a sentry: the chain ends with the pile."""
    g = scene(
        f"{HORDE}; tokens: 0; pile: root cellar, mossy stone, thorn thicket;"
        "horde_deck: cold-snap, egg-stealer, mating-flight, cultural-theft, bulldog-head"
    )
    g.centipede_card()
    assert g.happened("meet") == 4  # the fourth finds the pile empty
    g.expect("hexes: 4; horde_deck: bulldog-head")
    assert list(g.g.s.horde_cards) == [0, 0, 0, 4]


@pytest.mark.rule("HOR-06")
def test_a_chain_goes_on_in_a_deck_of_one_card(scene: Set) -> None:
    """A card is discarded before the next is turned up, so it may come again; the pile ends it."""
    g = scene(f"{HORDE}; tokens: 0; pile: root cellar, mossy stone; horde_deck: cold-snap")
    g.centipede_card()
    assert g.happened("meet cold-snap") == 3
    assert g.happened("horde-reshuffle 1") == 2
    g.expect("hexes: 3; horde_discards: cold-snap")


@pytest.mark.rule("HOR-06")
def test_with_the_pile_empty_nothing_happens(scene: Set) -> None:
    """The card is discarded."""
    g = scene(f"{HORDE}; horde_deck: cold-snap, egg-stealer; soil: red")
    g.centipede_card()
    g.expect("hexes: 2; horde_deck: egg-stealer; horde_discards: cold-snap; intruders: 0; horde_score: 0")


@pytest.mark.rule("HOR-06", "BEY-01")
@pytest.mark.parametrize("tile", ["abandoned spiders lair", "hidden spring", "ruined anthill"])
def test_a_sentry_resolves_no_beyond_effect(scene: Set, tile: str) -> None:
    """Nobody turns up, gains or draws anything, and nobody is asked."""
    g = scene(
        f"{HORDE}; horde_deck: cold-snap; deck: swarm, outlander; pile: {tile}; red: larvae 5; black: food 1"
    )
    g.centipede_card()
    g.expect(
        f"{tile}: centipede; deck: swarm, outlander; red: food 0, hand_size 0; black: food 1, hand_size 0"
    )
    assert g.decisions == []


@pytest.mark.rule("HOR-06", "BEY-02")
def test_a_nest_of_centipedes_spreads(scene: Set) -> None:
    """Tile 23 by a sentry: a token there and on each tile joined to it; then one more card."""
    spread = 0
    for seed in range(20):
        g = scene(
            f"{HORDE}; horde_deck: cold-snap, epic-stores, egg-stealer; soil: ; bark: ; fern: ; pebble: ;"
            f"tall sand: ; loamy tunnels: ; pile: nest of centipedes; seed: {seed}"
        )
        g.centipede_card()
        g.expect("nest of centipedes: centipede; horde_deck: egg-stealer")
        nest = g.number("nest of centipedes")
        ways = {g.g.s.joined[nest * 6 + edge] for edge in range(6)} - {-1, 0}
        assert {n for n in range(26) if g.g.s.centipede[n]} == {nest, *ways}
        spread += len(ways)
    assert spread > 10


@pytest.mark.rule("HOR-06")
def test_a_sentry_beside_a_nest_of_centipedes_is_alone(scene: Set) -> None:
    """The nest spread when it was placed; a hex that comes to lie beside it later changes nothing there."""
    g = scene(
        f"{HORDE}; horde_deck: cold-snap; nest of centipedes: at 1 0; soil: at 1 -1; bark: at 0 1; pile: fern"
    )
    g.centipede_card()
    g.expect("fern: centipede; nest of centipedes: no centipede; soil: no centipede; tokens: 14")


@pytest.mark.rule("HOR-06", "SET-09")
def test_with_tokens_short_the_active_player_says_where_a_nest_spreads(scene: Set) -> None:
    """As where a player places it (SET-09)."""
    everywhere = {number: {"tunnels": [0, 1, 2, 3, 4, 5]} for number in ("1", "2", "23")}
    g = scene(
        f"{HORDE}; marker: black; soil: at 1 0; bark: at 2 -1; pile: 23; tokens: 2;"
        "horde_deck: cold-snap, epic-stores",
        rules={"horde_places": "active"},
        tiles=everywhere,
    )
    where = Answer("centipede bark", "black", only=("centipede soil", "centipede bark"))
    g.centipede_card([Answer("at 2 0", "black"), where])
    g.expect("nest of centipedes: at 2 0, centipede; bark: centipede; soil: no centipede; tokens: 0")
