"""Overlays change, add and disable components; a bad one is told what is wrong and what would be right."""

from __future__ import annotations

import tomllib

import pytest

from marchsim.errors import ComponentsError
from marchsim.games.march.components import loader
from marchsim.games.march.components.data import CardData, Components, TileData
from marchsim.games.march.components.loader import CARDS_MOST as MOST
from marchsim.games.march.components.loader import overlaid

IN_THE_BOX = len(loader.load().cards)

FLOOD = 'name = "Flood"\ntype = "event"\ncost = 2\nferocity = 2\n'


def laid(toml: str) -> Components:
    """Return the package's components with an overlay over them."""
    return overlaid(loader.load(), "mine.toml", tomllib.loads(toml))


def card(parts: Components, name: str) -> CardData:
    """Return a card by its id."""
    return next(card for card in parts.cards if card.id == name)


def tile(parts: Components, number: int) -> TileData:
    """Return a tile by its number."""
    return next(tile for tile in parts.tiles if tile.number == number)


def test_a_changed_field_takes_the_overlays_provenance_and_the_rest_keeps_its_own() -> None:
    changed = card(laid("[cards.royal-jelly]\ncost = 3\namounts.larvae = 6"), "royal-jelly")
    assert (changed.cost, changed.amounts) == (3, {"food": 2, "larvae": 6, "cards": 2})
    assert changed.provenance["cost"] == changed.provenance["amounts.larvae"] == "design"
    assert changed.provenance["ferocity"] == "assumed"
    assert "6 larvae" in changed.rendered


def test_printed_may_be_said_for_an_entry_or_for_the_whole_overlay() -> None:
    """A value that is stated again counts as known, even if it is the one assumed."""
    parts = laid(
        'provenance = "printed"\n[cards.swarm]\ncost = 2\n'
        '[cards.egg-stealer]\nprovenance = "design"\ncost = 1'
    )
    assert card(parts, "swarm").provenance["cost"] == "printed"
    assert card(parts, "egg-stealer").provenance["cost"] == "design"


def test_a_disabled_card_is_not_in_the_deck() -> None:
    parts = laid("[cards.brood-surge]\nenabled = false")
    assert len(parts.cards) == IN_THE_BOX
    assert len(parts.deck) == IN_THE_BOX - 1
    assert card(parts, "brood-surge").provenance == card(loader.load(), "brood-surge").provenance


def test_a_new_card_needs_no_code_and_no_text() -> None:
    """Its text is made of the clauses of its amounts; all of it is design."""
    new = card(
        laid(f"[cards.spring-flood]\n{FLOOD}amounts = {{ draw = 1, others_lose_food = 2 }}"), "spring-flood"
    )
    assert new.rendered == "Draw 1 card. Each other player loses 2 food."
    assert (new.payment, new.centipede, new.coded, new.enabled) == ("any", False, False, True)
    assert set(new.provenance.values()) == {"design"}
    assert len(new.facts()) == 6


def test_a_new_evolution_and_a_new_goal() -> None:
    parts = laid(
        """
        [cards.wood-head]
        name = "Wood Head"
        type = "evolution"
        section = "head"
        cost = 2
        ferocity = 3
        text = "Gain {win_larvae} {win_larvae:larva|larvae} for a battle won."
        amounts = { win_larvae = 1, battle_food = 1 }
        [cards.far-reach]
        name = "Far Reach"
        type = "goal"
        cost = 1
        ferocity = 3
        payment = "ants"
        centipede = true
        amounts = { points = 4, need_outer = 5, need_hand = 2 }
        """
    )
    assert card(parts, "wood-head").rendered == (
        "Gain 1 larva for a battle won. Whenever you fight a battle, in any phase, gain 1 food as it begins."
    )
    assert card(parts, "far-reach").kind == "goal"
    assert [new.id for new in parts.cards] == sorted(new.id for new in parts.cards)


def test_a_later_overlay_changes_what_an_earlier_one_added() -> None:
    first = laid(f"[cards.spring-flood]\n{FLOOD}")
    second = overlaid(first, "two.toml", {"cards": {"spring-flood": {"cost": 4}}})
    assert card(second, "spring-flood").cost == 4
    assert len(second.cards) == IN_THE_BOX + 1


def test_an_amount_of_the_base_set_can_be_added_to_a_card_without_code() -> None:
    changed = card(laid("[cards.velvety-abdomen]\namounts.decree_food = 1"), "velvety-abdomen")
    assert changed.rendered.endswith("Royal Decree: 1 more food, if you take food.")
    assert changed.provenance["amounts.decree_food"] == "design"


def test_a_card_without_code_can_change_its_kind() -> None:
    """Its amounts must then be of the new kind's base set; the section's source goes with the section."""
    changed = card(laid('[cards.swift]\nname = "Swift"\ntype = "event"\ncost = 1\nferocity = 1'), "swift")
    assert "section" not in changed.provenance
    parts = overlaid(
        laid(f"[cards.flood]\n{FLOOD}"), "b", {"cards": {"flood": {"type": "evolution", "section": "head"}}}
    )
    assert card(parts, "flood").kind == "head"
    parts = overlaid(parts, "c", {"cards": {"flood": {"type": "goal"}}})
    assert card(parts, "flood").kind == "goal"
    assert "section" not in card(parts, "flood").provenance


def test_tiles_and_the_great_tunnel_change() -> None:
    parts = laid(
        """
        provenance = "printed"
        [tiles.5]
        sites = ["P", "F"]
        tunnels = [5, 0]
        icon = "wormhole"
        [tiles.21]
        amounts.reveal = 3
        [tiles.20]
        enabled = false
        [great-tunnel]
        back = [1, 3, 5]
        """
    )
    five = tile(parts, 5)
    assert (five.sites, five.tunnels, five.icon) == (("P", "F"), (0, 5), "wormhole")
    assert five.facts() == ["printed"] * 3
    assert "top 3 cards" in tile(parts, 21).rendered
    assert len(parts.pile("standard")) == 11
    assert (parts.tunnel_back, parts.tunnel_provenance) == (
        (1, 3, 5),
        {"front": "assumed", "back": "printed"},
    )


def test_an_empty_overlay_changes_nothing() -> None:
    assert laid("[cards.swarm]\n[tiles.5]\n[great-tunnel]") == loader.load()


BAD = [
    ("[cards.swarm]\ncosts = 2", "[cards.swarm] costs: unknown field;", "Did you mean 'cost'"),
    ("[cards.swarm]\ncost = 21", "[cards.swarm] cost: must be a whole number from 0 to 20, not 21.", ""),
    ("[cards.swarm]\ncost = -1", "[cards.swarm] cost: must be a whole number from 0 to 20, not -1.", ""),
    ("[cards.swarm]\ncost = 2.0", "cost: must be a whole number from 0 to 20, not 2.0.", ""),
    ("[cards.swarm]\ncost = true", "cost: must be a whole number from 0 to 20, not True.", ""),
    ('[cards.swarm]\ncost = "2"', "cost: must be a whole number from 0 to 20, not '2'.", ""),
    ("[cards.swarm]\nferocity = 99", "[cards.swarm] ferocity: must be a whole number from 0 to 20", ""),
    ("[cards.swarm]\ncentipede = 1", "[cards.swarm] centipede: must be true or false, not 1.", ""),
    ('[cards.swarm]\npayment = "larva"', "payment: must be one of", "Did you mean 'larvae'"),
    ('[cards.swarm]\nprovenance = "print"', 'provenance: must be one of "printed", "design"', "'printed'"),
    ('provenance = "guess"', "mine.toml: provenance: must be one of", ""),
    ("[cards.swarm]\namounts.ants = 101", "amounts.ants: must be a whole number from 0 to 100, not 101.", ""),
    ("[cards.swarm]\namounts.ant = 3", "[cards.swarm] amounts.ant: unknown amount;", "'amounts.ants'"),
    ("[cards.swarm]\namounts = 3", "[cards.swarm.amounts]: must be a table, not 3.", ""),
    ("[cards.sneak-attack]\namounts.ants = 3", "amounts.ants: it has no amounts.", ""),
    ("[cards.fungal-outbreak]\namounts.divisor = 0", "amounts.divisor: must be a whole number from 1", ""),
    ("[cards.weaver-thorax]\namounts.traps = 2", "amounts.traps: must be a whole number from 0 to 1", ""),
    (
        "[cards.driver-thorax]\namounts.march_step = 2",
        "without code of kind thorax may have",
        "'march_steps'",
    ),
    ("[cards.brood-surge]\namounts.decree_food = 2", "a card without code of kind event may have", ""),
    ('[cards.swarm]\ntype = "goal"', "[cards.swarm] type: this card's effect is in code", ""),
    ('[cards.swarm]\nname = ""', "[cards.swarm] name: must have 1 to 60 characters; it has 0.", ""),
    (f'[cards.swarm]\nname = "{"x" * 61}"', "name: must have 1 to 60 characters; it has 61.", ""),
    ('[cards.swarm]\nname = "a\\u001b[31mb"', "[cards.swarm] name: must hold printable characters only.", ""),
    ("[cards.swarm]\nname = 3", "[cards.swarm] name: must be a text, not 3.", ""),
    (
        '[cards.swarm]\nname = "royal jelly"',
        "[cards]: royal-jelly and swarm would both have the name",
        "'royal jelly'",
    ),
    ('[cards.swarm]\ntext = "Move 5 ants."', "text: it holds a digit", ""),
    ('[cards.swarm]\ntext = "Move ants."', "text: it must speak of {ants}", ""),
    ('[cards.brood-surge]\ntext = "Gain {larvae}."', "text: it speaks of {larvae}, which is not among", ""),
    ('[cards.swarm]\ntext = "Move {ants"', "text: a brace opens or closes no amount", ""),
    (f'[cards.swarm]\ntext = "{"x" * 601}"', "text: must have 0 to 600 characters; it has 601.", ""),
    (
        "[cards.swarn]\ncost = 1",
        "[cards.swarn]: there is no card 'swarn'. Did you mean 'swarm'",
        "type, ferocity missing",
    ),
    ("[cards.swarn]\nenabled = false", "there is no card 'swarn'. Did you mean 'swarm'", ""),
    (
        f"[cards.Flood]\n{FLOOD}",
        "[cards.Flood]: 'Flood' cannot be an id: use at most 40 of a to z, digits and hyphens",
        "",
    ),
    (f'[cards."a\\nb"]\n{FLOOD}', "cannot be an id", r"'a\nb'"),
    (
        "[cards.x]\n" + FLOOD.replace("event", "evolution"),
        "A new card needs name, type, cost, ferocity, section",
        "",
    ),
    ("[cards.x]\n" + FLOOD.replace("event", "evnt"), "[cards.x] type: must be one of", "'event'"),
    (f'[cards.x]\n{FLOOD}section = "head"', '[cards.x] section: must be one of "", not', ""),
    (f"[cards.x]\n{FLOOD}coded = true", "[cards.x] coded: unknown field", ""),
    ("[cards]\nswarm = 3", "[cards.swarm]: must be a table, not 3.", ""),
    ("cards = 3", "[cards]: must be a table, not 3.", ""),
    (
        "\n".join(f"[cards.n{i}]\n{FLOOD.replace('Flood', f'N{i}')}" for i in range(MOST + 1 - IN_THE_BOX)),
        f"makes {MOST + 1} cards",
        f"{MOST}",
    ),
    ('[tiles.26]\nname = "New"', "[tiles.26]: there is no such tile; they are numbered 1 to 25", ""),
    ('[tiles.5]\nsite = "F"', "[tiles.5] site: unknown field;", "Did you mean 'sites'"),
    ('[tiles.5]\nsites = "F X"', "[tiles.5] sites: 'X' is no site; the letters are F food", ""),
    ('[tiles.5]\nsites = "F F F F F F F"', "[tiles.5] sites: must be 1 to 6 sites", ""),
    ("[tiles.5]\nsites = []", "[tiles.5] sites: must be 1 to 6 sites", ""),
    ("[tiles.5]\nsites = [1]", "[tiles.5] sites: 1 is no site", ""),
    ("[tiles.5]\ntunnels = [0, 6]", "[tiles.5] tunnels: must be a whole number from 0 to 5, not 6.", ""),
    ("[tiles.5]\ntunnels = [1, 1]", "[tiles.5] tunnels: names an edge twice", ""),
    ("[tiles.5]\ntunnels = []", "[tiles.5] tunnels: must be a list of 1 to 6 edges", ""),
    ("[tiles.5]\ntunnels = 3", "[tiles.5] tunnels: must be a list of 1 to 6 edges", ""),
    ('[tiles.5]\nicon = "centiped"', "[tiles.5] icon: must be one of", "'centipede'"),
    ('[tiles.5]\ngroup = "start"', "[tiles.5] group: must be one of", "'starting'"),
    ('[tiles.5]\ntext = "Gain food."', "text: this tile has no effect of its own", ""),
    ("[tiles.5]\namounts.food = 1", "[tiles.5] amounts.food: it has no amounts.", ""),
    ("[tiles.21]\namounts.revel = 3", "[tiles.21] amounts.revel: unknown amount;", "'amounts.reveal'"),
    ('[tiles.5]\nname = "soil"', "[tiles]: 1 and 5 would both have the name", "'soil'"),
    ("[great-tunnel]\nfront = [7]", "[great-tunnel] front: must be a whole number from 0 to 5, not 7.", ""),
    ("[great-tunnel]\nfrnt = [1]", "[great-tunnel] frnt: unknown field;", "'front'"),
    ("great-tunnel = 3", "[great-tunnel]: must be a table, not 3.", ""),
]


@pytest.mark.parametrize(("toml", "message", "hint"), BAD, ids=[str(number) for number in range(len(BAD))])
def test_a_bad_overlay_is_told_where_and_what(toml: str, message: str, hint: str) -> None:
    """The message begins with the file, holds table, key and what is wrong, and the nearest right name."""
    with pytest.raises(ComponentsError) as caught:
        laid(toml)
    words = str(caught.value)
    assert words.startswith("mine.toml: ")
    assert message in words and hint in words
    assert words.isprintable()
