"""The revised rulings (D-411, D-412) and the preset `literal`, each in a position of its own."""

from __future__ import annotations

import pytest

from marchsim.games.antwars.rules.variant import PRESETS, resolve
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.games.antwars.table.session import outcome

NESTS = "red nest: red queen 20; blue nest: blue queen 2; "
THREE = "players: red, blue, green; green nest: green queen 20; "
LITERAL = PRESETS["literal"].rules


# ATE ------------------------------------------------------------------------------
@pytest.mark.rule("ATE-04", "ATE-06", "ATE-07")
@pytest.mark.parametrize(
    ("cap_win", "winners"),
    [("nobody", []), ("strongest", ["blue"]), ("shared", ["red", "blue"])],
)
def test_who_wins_at_the_last_round(cap_win: str, winners: list[str]) -> None:
    """Nobody, unless `cap_win` says otherwise; ranks go by strength whoever wins."""
    s = Scene("round: 60; " + NESTS + "hex 5: blue 9 minors", rules={"cap_win": cap_win})
    assert s.end_of_round() and s.decided == "rounds"
    assert s.winners() == winners and s.ranks() == [2, 1]
    assert outcome(s.g).winners == sum({"red": 1, "blue": 2}[name] for name in winners)
    assert outcome(s.g).scores == (20, 38)


@pytest.mark.rule("ATE-04")
def test_the_cap_is_60_rounds() -> None:
    """Round 59 goes on; a last Queen in the last round wins, whatever `cap_win` says."""
    assert not Scene("round: 59; " + NESTS).end_of_round()
    s = Scene("round: 60; red nest: red queen 3, blue 1 major; blue nest: blue queen 20")
    assert s.end_of_round(dice="1 1 1 6 1")
    assert s.decided == "last_queen" and s.winners() == ["blue"]


@pytest.mark.rule("ATE-06")
@pytest.mark.parametrize("cap_win", ["nobody", "strongest", "shared"])
def test_no_score_without_a_queen(cap_win: str) -> None:
    """24 Minors without a Queen score 0, never more than a winner, and have no part at the cap."""
    place = "round: 60; " + NESTS + "green 9: gallery, green 24 minors; fell: green 7"
    s = Scene("players: red, blue, green; " + place, rules={"cap_win": cap_win})
    assert s.end_of_round()
    assert outcome(s.g).scores == (20, 2, 0) and s.ranks() == [1, 2, 3]
    assert "green" not in s.winners()


# ATB-08 ---------------------------------------------------------------------------
GATE = NESTS + "blue gate: blue 1 minor; "


@pytest.mark.rule("ATB-08")
def test_a_siege_holds_the_gate_open() -> None:
    """The owner cannot close it while eight dice stand before it; seven, or nobody's, do not hold it."""
    turn = "transform blue gate turn over"
    s = Scene(GATE + "blue: open; blue exit: red 8 minors")
    assert turn not in s.options("blue")
    assert turn in Scene(GATE + "blue: open; blue exit: red 7 minors").options("blue")
    assert turn in Scene(GATE + "blue: open; blue exit: red 4 minors, blue 4 minors").options("blue")
    assert turn in Scene(GATE + "blue exit: red 8 minors").options("blue")  # closed: it may open it
    for rules in ({"siege_holds": False}, {"breach": 0}):
        free = Scene(GATE + "blue: open; blue exit: red 8 minors", rules=rules)
        assert turn in free.options("blue")


@pytest.mark.rule("ATB-08")
def test_two_foes_do_not_besiege_together() -> None:
    """The dice of one colony must suffice, for the breach and to hold the gate."""
    both = THREE + GATE + "blue exit: red 4 minors, green 4 minors"
    s = Scene(both)
    s.end_of_round(dice=" ".join(["6"] * 8))
    assert s.g.s.open[1] == 0
    assert "transform blue gate turn over" in Scene(both + "; blue: open").options("blue")


# ATF-11 ---------------------------------------------------------------------------
@pytest.mark.rule("ATF-11")
def test_who_survives_a_cycle_may_recover_at_once() -> None:
    """3 and 1 kill a Minor in two cycles; with `recover` = cycle each cycle begins anew."""
    position = "hex 5: red 1 minor, blue 1 minor; " + NESTS
    s = Scene(position)
    s.battles(dice="3 1 1 1")
    s.expect("hex 5: red 1 minor")
    s = Scene(position, rules={"recover": "cycle"})
    s.battles(dice="3 1 1 1 4 1")
    s.expect("hex 5: red 1 minor")


@pytest.mark.rule("ATF-11")
def test_queens_do_not_recover_after_a_cycle() -> None:
    """Her loss adds up over the cycles; a spider's does not."""
    s = Scene("red nest: red queen 5, blue 1 major; " + NESTS.split("; ", 1)[1], rules={"recover": "cycle"})
    s.battles(dice="1 1 1 2 2 2 2 2 1 1")
    s.expect("red: queens 0; red nest: blue 1 major")
    s = Scene("hex 5: red 3 majors, spider; " + NESTS, rules={"recover": "cycle"})
    s.battles(dice="1 0 1 0 1 0 1 1 1 1 1 6 1 0 1 0 1 0 2 2 2 2 2 2")
    s.expect("hex 5: red 3 majors, 8 protein")


@pytest.mark.rule("ATF-12")
def test_a_battle_without_losses_ends() -> None:
    """Where nobody can kill anybody, 20 cycles in a row without a loss are enough."""
    rules = {"recover": "cycle", "dice_most": 1}
    s = Scene("hex 5: red 1 major, blue 1 major; " + NESTS, rules=rules)
    s.battles(dice=" ".join(["6"] * 40))
    s.expect("hex 5: red 1 major, blue 1 major")


# the preset `literal` ---------------------------------------------------------------
def literal(position: str) -> Scene:
    """A scene under the preset `literal`."""
    return Scene(position, rules=dict(LITERAL))


@pytest.mark.rule("ATM-06")
def test_stores_stop_a_mobilization_to_the_letter() -> None:
    """Resources are resources: 5 pieces in a Pantry stop whoever enters; empty ones do not."""
    chain = "red nest: red 1 minor; red pantry: red 1 minor{}; red gate: red 1 minor"
    for there, beyond in (("", True), (", 5 seed stored", False)):
        s = literal(chain.format(there))
        s.action("mobilize red nest", "red", ["red 6"] if beyond else [])
        s.expect_area("red pantry", f"red 2 minors{there}")
        ruled = Scene(chain.format(there))
        ruled.action("mobilize red nest", "red", ["red gate"])
        ruled.expect("red gate: red 2 minors")


@pytest.mark.rule("ATM-02")
def test_all_tiles_are_searched_to_the_letter() -> None:
    """An empty Pantry is an area that was empty."""
    s = literal("red 12: gallery, red 1 minor; red 11: pantry")
    s.action("explore red 12 to red 11", "red", (), "leaf leaf leaf leaf")
    s.expect("red 11: red 1 minor, 4 leaf; red 12: red scent")


@pytest.mark.rule("ATD-01")
def test_a_gallery_is_a_gallery_to_the_letter() -> None:
    """One digs from Galleries alone, not from the nest."""
    assert not [one for one in literal("red nest: red 9 minors").options("red") if one.startswith("dig")]
    assert [one for one in literal("red hall: red 9 minors").options("red") if one.startswith("dig")]


@pytest.mark.rule("ATH-03")
def test_a_queen_lays_where_she_stands_and_at_once_to_the_letter() -> None:
    """After a Hatch the tile is full again if a Queen stands on it; from elsewhere she lays nothing."""
    stores = "; red pantry: 4 seed stored, 4 protein stored, 2 sugar stored"
    s = literal("red: species pheidole; red nest: red queen 20, 3 pupae" + stores)
    s.action("hatch red nest", "red", ["1", "protein"])
    s.expect("red nest: red queen 20, red 1 minor, 3 pupae")
    s = literal("red: species pheidole; red hall: red queen 20; red nest: 3 pupae" + stores)
    s.action("hatch red nest", "red", ["1", "protein"])
    s.expect("red nest: red 1 minor, 2 pupae")
    s.start("red")
    s.expect("red nest: red 1 minor, 2 pupae")


@pytest.mark.rule("ATM-03")
def test_any_ants_remove_pheromones_to_the_letter() -> None:
    """The marker goes when the area is occupied by ants again, whosever."""
    s = literal("hex 5: red 1 minor; hex 6: blue scent")
    s.action("explore hex 5 to hex 6", "red")
    s.expect("hex 6: red 1 minor; hex 5: red scent")


@pytest.mark.rule("ATF-01")
def test_pupae_are_no_threat_to_the_letter() -> None:
    """Ants alone with a foe's pupae do not battle."""
    s = literal(NESTS + "blue 11: pupae-minor, 3 pupae, red 1 minor")
    s.battles()
    s.expect("blue 11: pupae-minor, 3 pupae, red 1 minor")


@pytest.mark.rule("ATR-08")
def test_mushrooms_on_their_tile_do_not_pay_to_the_letter() -> None:
    """The text pays from pantries: brought there they do."""
    position = "red: species atta; red nest: red queen 20, 3 pupae; red 11: {}, 3 mushroom stored"
    assert "hatch red 12" not in literal(position.format("mushroom-tile")).options("red")
    assert "hatch red 12" in literal(position.format("pantry")).options("red")


def test_literal_combines_with_dealt() -> None:
    """`dealt+literal` has what both say; `dealt` turns the first player (ATT-01)."""
    values = resolve("x", "dealt+literal", ()).rules.human()
    assert {name: values[name] for name in LITERAL} == dict(LITERAL)
    assert (values["first_player"], values["nest_place"]) == ("rotates", "fixed")
    assert resolve("x", "", ()).rules.human()["first_player"] == "fixed"
