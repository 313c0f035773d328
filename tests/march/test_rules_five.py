"""Five players: starting hexes, who may react, and the third rest (FIV; set-up stands with SET)."""

from __future__ import annotations

import pytest

from tests.march.conftest import Answer

FIVE = ["red", "yellow", "black", "blue", "purple"]
SEATED = "players: red, yellow, black, blue, purple"
DECK = "deck: swarm, cold-snap, royal-jelly, outlander, brood-surge, egg-stealer, turtle-head, amazon-head"


def askers(g, question):
    return [decision.by for decision in g.decisions if decision.question == question]


@pytest.mark.rule("FIV-02")
@pytest.mark.parametrize(
    ("active", "reacts"),
    [("black", ["blue", "yellow"]), ("red", ["yellow", "purple"]), ("purple", ["red", "blue"])],
)
def test_only_the_two_neighbours_react(scene, active, reacts):
    """The worked example: C explores, D and B may react, A and E may not; the left neighbour first."""
    larvae = "; ".join(f"{player}: larvae 2, food 1" for player in FIVE)
    g = scene(f"{SEATED}; {larvae}; tunnel: {active}; pile: bark")
    g.action("explore", active, ["from tunnel SW", "any", "any", "pass", "pass"])
    assert askers(g, "emerge") == reacts


@pytest.mark.rule("FIV-02")
@pytest.mark.parametrize(
    ("action", "question"), [("march", "step"), ("forage", "gain_larva"), ("play outlander", "exchange_card")]
)
def test_neighbours_alone_react_to_every_action(scene, action, question):
    """March, Forage and Play a Card are reacted to by yellow and purple, when red is active."""
    ants = ", ".join(FIVE[1:])
    cards = "; yellow: hand turtle-head; black: hand cold-snap; blue: hand swarm; purple: hand amazon-head"
    g = scene(
        f"{SEATED}; tunnel: {ants}; soil: red; red: food 1, larvae 1, hand outlander{cards};"
        "deck: egg-stealer, royal-jelly",
        passing=FIVE,
    )
    answers = {"march": ["red: larva > tunnel"], "forage": [], "play outlander": ["red: pay larva"]}
    g.action(action, "red", answers[action])
    assert [player for player in askers(g, question) if player != "red"] == ["yellow", "purple"]


@pytest.mark.rule("FIV-02")
def test_effects_on_all_players_reach_all(scene):
    """Strange Appetite takes food from all four others, neighbours or not."""
    food = "; ".join(f"{player}: food 2" for player in FIVE[1:])
    g = scene(f"{SEATED}; red: larvae 2, hand strange-appetite; {food}")
    g.play("strange-appetite", "red")
    assert [g.seat(player).food for player in FIVE] == [0, 1, 1, 1, 1]


@pytest.mark.rule("FIV-02", "RST-08")
def test_reactions_to_granted_actions_are_limited_likewise(scene):
    """A Forage by Frenzied Activity is reacted to by the two neighbours."""
    g = scene(f"{SEATED}; red: food 1, larvae 2, hand frenzied-activity; {DECK}", passing=FIVE)
    g.turn("red", ["red: forage"])
    assert askers(g, "gain_larva") == ["yellow", "purple"]


@pytest.mark.rule("FIV-02", "WRK-03")
def test_with_four_players_all_react(scene):
    """Neighbours or not, the three others are asked."""
    g = scene(f"players: red, yellow, black, blue; red: food 1; {DECK}")
    g.action("forage", "red", ["pass"] * 3)
    assert askers(g, "gain_larva") == ["yellow", "black", "blue"]


@pytest.mark.rule("FIV-02")
@pytest.mark.parametrize(("least", "asked"), [(4, ["yellow", "blue"]), (5, ["yellow", "black", "blue"])])
def test_from_how_many_players_neighbours_react_is_a_parameter(scene, least, asked):
    """neighbours_react_from 4 limits reactions with four players too."""
    g = scene(
        f"players: red, yellow, black, blue; red: food 1; {DECK}",
        passing=FIVE[:4],
        rules={"neighbours_react_from": least},
    )
    g.action("forage", "red")
    assert askers(g, "gain_larva") == asked


@pytest.mark.rule("FIV-03", "RST-05")
def test_the_phase_ends_when_a_third_player_rests(scene):
    """Two have rested, blue is the third: it keeps the marker."""
    g = scene(f"{SEATED}; red: rested; yellow: acted 1; blue: acted 1; black: food 2")
    g.turn("yellow")
    assert not g.table.phase_over
    g.action("rest", "blue")
    assert g.table.phase_over


@pytest.mark.rule("FIV-03")
@pytest.mark.parametrize("most", [1, 2])
def test_how_many_of_five_rest_is_a_parameter(scene, most):
    """resting_players_five counts with five, resting_players does not."""
    g = scene(f"{SEATED}; red: acted 1", rules={"resting_players_five": most, "resting_players": 4})
    g.turn("red")
    assert g.table.phase_over == (most == 1)
    if most == 2:
        g.turn()
        assert g.table.phase_over
        g.expect("marker: yellow")


@pytest.mark.rule("FIV-03")
def test_the_third_to_rest_keeps_the_marker(scene):
    """A whole phase of players with nothing to do: red, yellow, black rest, black keeps it."""
    g = scene(SEATED)
    g.worker_phase()
    g.expect(
        "marker: black; red: larvae 1; yellow: larvae 1; black: larvae 1; blue: larvae 0; purple: larvae 0"
    )


@pytest.mark.rule("FIV-02", "EXP-06")
def test_a_neighbour_is_offered_its_own_hexes(scene):
    """Yellow may place in the hex that it inhabits and in the Great Tunnel, not in black's."""
    g = scene(f"{SEATED}; tunnel: red; red: food 1; soil: yellow; bark: black; yellow: larvae 1; pile: fern")
    only = ("pass", "larva > soil", "larva > great-tunnel")
    g.action("explore", "red", ["from tunnel SW", "any", "any", Answer("larva > soil", "yellow", only=only)])
    g.expect("soil: yellow 2")
