"""The Soldier Phase around its battles: its start, the order of the hexes, its end (SOL)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.scenarios.scene import Answer, Scene
from marchsim.games.march.words import BY_CARDS, OUT, TUNNEL, WHY_CARD
from tools.told import fights, told

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")
Does = Callable[[Play, int, int], None]


class Made(ActiveCard):
    """A head of the tests: calls a function when a battle is over, or when the phase ends."""

    def __init__(self, g: Scene, card: str, *, over: Does | None = None, ends: Does | None = None) -> None:
        super().__init__(g.card(card), {})
        self.over, self.ends = over, ends
        g.g.cards[g.card(card)] = self

    def battle_over(self, g: Play, seat: int, hexno: int) -> None:
        """Act after a battle."""
        if self.over:
            self.over(g, seat, hexno)

    def soldier_phase_ends(self, g: Play, seat: int) -> None:
        """Act at the end of the phase."""
        if self.ends:
            self.ends(g, seat, 0)


# the start --------------------------------------------------------------------
@pytest.mark.rule("SOL-01", "GEN-01")
@pytest.mark.parametrize(
    ("marker", "order"),
    [("red", "red yellow black"), ("yellow", "yellow black red"), ("black", "black red yellow")],
)
def test_heads_begin_clockwise_from_the_marker(scene: Set, marker: str, order: str) -> None:
    """Head effects of the start are resolved in turn order from the marker's holder on."""
    g = scene(
        f"marker: {marker}; tunnel: red; soil: yellow; bark: black;"
        "red: head acrobat; yellow: head blast; black: head army"
    )
    g.soldier_phase(["pass", "pass", "pass"])
    assert [decision.by for decision in g.decisions] == order.split()


@pytest.mark.rule("SOL-01")
def test_heads_begin_before_the_first_battle(scene: Set) -> None:
    """An Acrobat Head's ant that steps into the lowest hex fights there at once."""
    g = scene("soil: black 2; tunnel: red; red: head acrobat", passing=ALL)
    g.soldier_phase(["red: great-tunnel > soil", "black: lose food"])
    assert fights(g) == ["red battle soil black"]


@pytest.mark.rule("SOL-01", "PLY-05")
def test_a_covered_head_does_not_begin(scene: Set) -> None:
    """Only the topmost head acts at the start of the phase."""
    g = scene("soil: black; tunnel: red; red: head acrobat turtle")
    assert g.soldier_phase() == []


@pytest.mark.rule("SOL-05", "MEA-21")
def test_sites_fill_after_each_players_head(scene: Set) -> None:
    """An ant of the outskirts is on the vacated site before the next player's head acts."""
    g = scene("soil: red control, yellow food, yellow out; red: head acrobat; yellow: head army")
    g.soldier_phase(
        [
            "red: soil.control > great-tunnel",
            "red: pass",
            "yellow: recall soil",
            Answer("move soil.control", "yellow", only=("pass", "move soil.control", "move soil.food")),
            "yellow: pass",
        ]
    )


@pytest.mark.rule("SOL-05", "MEA-21")
def test_sites_do_not_fill_within_one_players_head(scene: Set) -> None:
    """Both steps of an Acrobat Head come before the vacated site fills: its ant can step back onto it."""
    g = scene("soil: red control, yellow food, yellow out; red: head acrobat", passing=ALL)
    g.soldier_phase(["red: soil.control > great-tunnel", "red: great-tunnel > soil"])
    assert told(g, "step", "settle") == [
        "red step soil.larvae great-tunnel",
        "red step great-tunnel soil.larvae",
    ]


# the battles --------------------------------------------------------------------
@pytest.mark.rule("SOL-02")
def test_hexes_are_resolved_from_the_lowest_number_up(scene: Set) -> None:
    """The number decides, not the order in which hexes were laid, nor who is in them."""
    g = scene(
        "dry seep: red, black 2; fern: black, red 2; soil: red, black 2; bark: black, red 2; marker: black",
        passing=ALL,
    )
    g.soldier_phase()
    assert [line.split()[2] for line in fights(g)] == ["soil", "bark", "fern", "dry-seep"]


@pytest.mark.rule("SOL-02")
def test_hex_by_hex_the_centipede_comes_before_the_ants(scene: Set) -> None:
    """Not all centipedes before all ants: the lower hex is finished first."""
    g = scene(
        "bark: centipede, red 2, black 3; soil: centipede, red 2, black 3;"
        "deck: early-harvest, mysterious-hole, scouting-thorax, pavement-thorax",
        passing=ALL,
    )
    g.soldier_phase(["red: lose soil.food", "red: lose bark.larva"])
    assert fights(g) == [
        "red hunt soil",
        "black battle soil red",
        "red hunt bark",
        "black battle bark red",
    ]


@pytest.mark.rule("SOL-03", "SOL-05")
def test_a_hex_that_is_no_longer_contested_has_no_battle(scene: Set) -> None:
    """Contested as the phase begins, calm when its number comes: nobody fights there."""
    g = scene("soil: red, yellow; bark: black control, yellow larva, red out; red: head acrobat", passing=ALL)
    g.soldier_phase(["red: bark.out > great-tunnel"])
    assert fights(g) == []


@pytest.mark.rule("SOL-03", "SOL-05")
@pytest.mark.parametrize(("comes_to", "fought"), [("fern", "soil bark fern"), ("soil", "soil bark")])
def test_what_a_battle_makes_contested_fights_if_its_number_is_to_come(
    scene: Set, comes_to: str, fought: str
) -> None:
    """An ant that comes to a higher hex after a battle is fought there; in a hex passed it is not."""
    g = scene(
        "tunnel: yellow; soil: red 2, black; bark: red 2, black; fern: red 2; red: head trapjaw", passing=ALL
    )

    def comes(play: Play, seat: int, hexno: int) -> None:
        if hexno == g.number("bark"):
            play.step(1, TUNNEL, OUT, g.number(comes_to), OUT)

    Made(g, "trapjaw-head", over=comes)
    g.soldier_phase()
    assert [line.split()[2] for line in fights(g)] == fought.split()


# the end ------------------------------------------------------------------------
@pytest.mark.rule("SOL-04")
def test_the_traitorous_head_counts_centipedes_when_all_battles_are_over(scene: Set) -> None:
    """Of two centipedes one is destroyed in the phase: one point at its end."""
    g = scene("soil: red; bark: yellow, centipede; fern: centipede; red: head traitorous", passing=ALL)
    g.soldier_phase()
    assert told(g, "centipede", "points") == [
        "centipede bark -1",
        "yellow points 1 centipede",
        "red points 1 cards",
    ]


@pytest.mark.rule("SOL-04", "SOL-05", "GEN-01")
@pytest.mark.parametrize(("marker", "order"), [("red", "red black"), ("black", "black red")])
def test_heads_end_clockwise_from_the_marker_and_sites_fill_after_each(
    scene: Set, marker: str, order: str
) -> None:
    """What one player's head empties has filled before the next player's head acts."""
    g = scene(f"marker: {marker}; soil: yellow 6; red: head traitorous; black: head trapjaw")

    def ends(play: Play, seat: int, hexno: int) -> None:
        play.lose_ant(1, g.number("soil"), 0, WHY_CARD)
        play.score(seat, 1, BY_CARDS)

    Made(g, "traitorous-head", ends=ends)
    Made(g, "trapjaw-head", ends=ends)
    g.soldier_phase()
    one, two = order.split()
    assert told(g, "lose", "points", "settle") == [
        "yellow lose soil.larvae card",
        f"{one} points 1 cards",
        "yellow settle soil.larvae",
        "yellow lose soil.larvae card",
        f"{two} points 1 cards",
        "yellow settle soil.larvae",
    ]


@pytest.mark.rule("SOL-04", "PLY-05")
def test_a_covered_head_does_not_end(scene: Set) -> None:
    """A Traitorous Head below another head gains nothing at the end."""
    g = scene("soil: centipede; red: head traitorous turtle")
    g.soldier_phase()
    g.expect("red: score 0")
