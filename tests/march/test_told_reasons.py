"""Sentences say what something comes of, which turn is the last, and what a card of the Horde does."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march.naming import Names
from marchsim.games.march.scenarios.scene import Scene
from marchsim.games.march.telling.events import narrator_of
from marchsim.games.march.words import E_FOOD
from marchsim.kernel.columns import Events
from marchsim.tabletop.telling.narrator import events_of
from tools import games

Set = Callable[..., Scene]
ALL = ("red", "yellow", "black")


def lines(g: Scene) -> list[str]:
    """Return the sentences of what happened in a scene."""
    return [line.strip() for line in g.story().splitlines()]


def test_a_harvest_names_the_site(scene: Set) -> None:
    """Food, larvae, cards and points, each with the place that they come from."""
    g = scene("pebble: red food, red card; soil: red larvae; mossy stone: red point; deck: swarm")
    g.harvest()
    told = lines(g)
    assert "red gains 1 food from the control site (food) of Pebble." in told
    assert "red draws Swarm from the site (card) of Pebble." in told
    assert "red gains 2 larvae from the control site (double larvae) of Soil." in told
    assert "red scores 1 point from the control site (point) of Mossy Stone." in told


def test_an_early_harvest_names_the_site(scene: Set) -> None:
    """A card that collects from a site says which, each time."""
    g = scene("bark: red 2; red: larvae 1, hand early-harvest")
    g.play("early-harvest", "red", ["pay larva", "site bark.food"])
    assert lines(g).count("red gains 1 food from the control site (food) of Bark.") == 2


def test_the_end_says_for_what(scene: Set) -> None:
    """Each bonus of the end by its name."""
    g = scene("round: 4; red: larvae 3; yellow: food 2; black: hand swarm", rules={"rounds": 4})
    g.end_of_game()
    told = lines(g)
    assert "red scores 3 points (largest brood: most larvae)." in told
    assert "yellow scores 3 points (greatest stores: most food)." in told
    assert "black scores 3 points (untold potential: most cards)." in told


def test_slumber_names_the_goal(scene: Set) -> None:
    """Points of a Colony Goal are told with its name."""
    g = scene("red: goals tireless-foragers, hand swarm royal-jelly cold-snap egg-stealer army-head")
    g.slumber()
    assert any("(Colony Goal Tireless Foragers)." in line for line in lines(g))


def test_the_parasitic_thorax_is_named(scene: Set) -> None:
    """The card drawn and dropped, and the larvae that change hands."""
    g = scene(
        "red: food 1, thorax parasitic; yellow: larvae 5; deck: swarm, royal-jelly",
        passing=["yellow", "black"],
    )
    g.action("forage", "red", ["red: yellow"])
    told = lines(g)
    assert "red draws Swarm (Parasitic Thorax)." in told
    assert "Swarm goes to the discards from red (Parasitic Thorax)." in told
    assert any(line.startswith("yellow loses ") and line.endswith(" (Parasitic Thorax).") for line in told)
    assert any(line.startswith("red gains ") and line.endswith(" (Parasitic Thorax).") for line in told)


def test_evolutions_are_named_where_they_act(scene: Set) -> None:
    """The ants that a Stinging Abdomen kills, the food of a Proboscis Head, the card of a Velvety Abdomen."""
    g = scene("soil: red larvae, yellow food; red: abdomen stinging", passing=ALL)
    g.abdomens(["red: yellow in soil"])
    assert any("yellow loses an ant" in line and line.endswith("(Stinging Abdomen).") for line in lines(g))
    g = scene("red: abdomen velvety; deck: swarm")
    g.abdomens()
    assert "red draws Swarm (Velvety Abdomen)." in lines(g)
    g = scene("soil: red 3, red out, yellow out; red: head proboscis", passing=ALL)
    g.battle("soil")
    assert "red gains 1 food (Proboscis Head)." in lines(g)


def test_feeding_tells_a_total_that_cards_change(scene: Set) -> None:
    """A Thief Abdomen is fed by others: its owner has two ants and nobody to feed, a rival none and one."""
    g = scene("bark: red 2; soil: black; red: food 1, abdomen thief; yellow: food 1; black: larvae 2")
    g.feed()
    told = [line for line in lines(g) if "to feed" in line]
    assert told == [
        "red has nobody to feed.",
        "yellow has 1 to feed, 4 for each food: it uses 1 food.",
        "black has 2 to feed, 4 for each food: it uses 2 larvae.",
    ]


def test_ants_that_change_places_are_told_in_whole_sentences(scene: Set) -> None:
    """Mating Flight: where both stood, then whose the other was."""
    g = scene("soil: yellow control; tunnel: red; red: larvae 1, hand mating-flight", passing=ALL[1:])
    g.play("mating-flight", "red", ["swap red tunnel", "pass"])
    told = lines(g)
    first = (
        "The ant of red in the Great Tunnel changes places with the one in the control site "
        "(double larvae) of Soil."
    )
    assert told[told.index(first) + 1] == "The other is an ant of yellow."


def test_the_final_turn_of_two_players_is_announced(scene: Set) -> None:
    """The first rest leaves the other player one turn, and the story says so; no other turn is announced."""
    g = scene("players: red, blue; red: larvae 1; blue: food 3; deck: swarm, royal-jelly", passing=["red"])
    g.worker_phase(["blue: forage"])
    told = [line for line in lines(g) if "last turn" in line]
    assert told == ["The marker goes to blue for the last turn of the Worker Phase."]


@pytest.mark.parametrize(
    ("card", "there", "deed"),
    [
        ("Nurse Thorax", "soil: ", "Invade"),
        ("Cold Snap", "soil: centipede", "Advance"),
        ("Epic Stores", "soil: ", "Rampage"),
        ("Cold Snap", "soil: ", "Sentry"),
    ],
)
def test_a_card_of_the_horde_says_what_it_is(scene: Set, card: str, there: str, deed: str) -> None:
    """Invade, Advance, Rampage or Sentry stands beside its name: an event is a Sentry without a centipede."""
    name = card.lower().replace(" ", "-")
    g = scene(f"players: red, black; horde: true; horde_deck: {name}; {there}")
    g.centipede_card()
    assert f"The Horde turns up {card}: {deed}." in lines(g)


@pytest.mark.parametrize(("players", "where"), [(3, "the Great Tunnel"), (2, "the control site (")])
def test_no_larva_is_placed_in_the_set_up(players: int, where: str) -> None:
    """Who begins with ants in the Meadow begins with them, wherever they are put."""
    session = games.table(None, players, "events")
    assert not games.play(session, 0, ["first"] * players).void
    assert session.g is not None
    sentence = narrator_of(
        Names(session.assembly.variant.components, ("red", "blue", "black"))
    ).language.sentence
    story = [sentence(event) for event in events_of(session.g.events.rows)]
    before, after = story[: story.index("Round 1")], story[story.index("Round 1") :]
    assert f"red begins with an ant in {where}" in " ".join(before)
    assert not any("places a larva" in line for line in before)
    assert not any("begins with an ant" in line for line in after)


def test_reasons_are_told_and_change_no_digest() -> None:
    """Events that differ in their reason alone have one digest and are the same to who compares games."""
    streams = []
    for told in (0, 7):
        stream = Events()
        stream.add_told(E_FOOD, 1, 2, 3, 4, told)
        stream.end_round()
        streams.append(stream)
    plain, explained = streams
    assert plain.digest() == explained.digest()
    assert list(explained.rows) == [E_FOOD, 1, 2, 3, 4, 7]
    narrator = narrator_of(Names(games.standard("standard").variant.components, ("red", "blue")))
    assert len({narrator.key(event) for one in streams for event in events_of(one.rows)}) == 1
