"""What lies in the box: each species, animal and board as it is designed, with its source.

And overlays over them.
"""

from __future__ import annotations

import json
import tomllib
from typing import Any

import pytest

from marchsim.errors import ComponentsError, ConfigError, MarchsimError
from marchsim.games.antwars.components.data import NUMBERS
from marchsim.games.antwars.components.loader import load
from marchsim.games.antwars.game import ANTWARS
from marchsim.games.antwars.rules.parameters import PARAMETERS
from marchsim.games.antwars.rules.variant import AntWarsVariant, resolve
from marchsim.games.antwars.scenarios.scene import Scene
from marchsim.studies.sensitivity import priors
from marchsim.studies.sensitivity.draws import Draws
from marchsim.tomlfile import read

# id: Queens x life, Minor, Major; Minors, Majors, pupae tiles, leaves, stored; Minors for, Major,
# tiles; diet; trait
TABLE = {
    "solenopsis": "2 10 2 4 | 6 0 2 0 protein | 1 2 1 1 1 | PSD | polygyny tiny",
    "atta": "1 20 4 8 | 4 1 1 2 sugar | 1 1 2 2 2 | PSM | mushroom-harvesters",
    "messor": "1 20 4 8 | 6 1 1 0 protein | 1 1 2 2 2 | PSD | granaries",
    "eciton": "1 20 4 8 | 4 2 1 0 protein | 1 1 2 2 2 | PSD | raid",
    "pheidole": "1 20 4 8 | 5 2 1 0 seed | 1 1 1 2 2 | PSD | big-heads",
    "lasius": "1 20 4 8 | 6 1 1 0 sugar | 1 1 2 2 2 | PSD | aphids",
}
LETTERS = {"P": "protein", "S": "sugar", "D": "seed", "L": "leaf", "M": "mushroom"}


def own(*overlays: dict[str, Any]) -> AntWarsVariant:
    return resolve("x", "", [("mine.toml", overlay) for overlay in overlays])


@pytest.mark.rule("ATC-02", "ATC-05", "ATC-06")
@pytest.mark.parametrize("name", TABLE)
def test_each_species_is_as_designed(name: str) -> None:
    one = load().species[name]
    n = one.numbers
    body, start, cost, diet, traits = (part.split() for part in TABLE[name].split("|"))
    assert [n["queens"], n["queen_life"], n["minor_life"], n["major_life"]] == list(map(int, body))
    assert [n["minors"], n["majors"], n["pupae_tiles"], n["mushroom_leaves"], one.stored] == [
        *map(int, start[:4]), start[4],
    ]  # fmt: skip
    costs = ("minor_cost", "minors_for_it", "major_cost", "pupae_minor_cost", "pupa_major_cost")
    assert [n[field] for field in costs] == list(map(int, cost))
    assert one.diet == tuple(LETTERS[letter] for letter in diet[0])
    assert list(one.traits) == traits


@pytest.mark.rule("ATC-02")
@pytest.mark.parametrize("name", TABLE)
def test_each_species_plays_its_start(name: str) -> None:
    """What the panel says stands on the board after the set-up."""
    s = Scene(f"tiles: none; red: species {name}")
    from marchsim.games.antwars.engine.rounds import place_colony

    place_colony(s.g, 0)
    n = load().species[name].numbers
    pupae = 3 * n["pupae_tiles"]
    s.expect(f"red: minors {n['minors']}, majors {n['majors']}, queens {n['queens']}, pupae {pupae}")
    assert s.g.figures.strength(0) == (
        n["minors"] * n["minor_life"] + n["majors"] * n["major_life"] + n["queens"] * n["queen_life"]
    )
    assert s.g.s.tile_n[0] == 2 + n["pupae_tiles"] + bool(n["mushroom_leaves"])


@pytest.mark.rule("ATF-08", "ATF-09", "ATF-10", "ATF-13")
def test_animals_are_those_of_the_rulebook() -> None:
    found = {key: tuple(one.numbers.values()) for key, one in load().animals.items()}
    assert found == {
        "spider": (3, 12, 8),
        "gloomy": (0, 6, 4),
        "pupa-minor": (0, 2, 1),
        "pupa-major": (0, 4, 2),
    }


def test_every_number_has_a_source_and_nothing_of_ours_looks_printed() -> None:
    """Of the species only the first one's life, ants, pupae, name and traits stand in the rulebook."""
    for key, one in load().species.items():
        rulebook = {field for field, word in one.provenance.items() if word == "rulebook"}
        if key == "solenopsis":
            assert {"name", "queens", "minors", "traits"} <= rulebook
            assert not {"minor_cost", "diet", "stored"} & rulebook
        else:
            assert rulebook == set()
            assert set(one.provenance.values()) <= {"assumed", "implied"}
    assert {word for one in load().boards.values() for word in one.provenance.values()} == {"assumed"}
    counts = own().provenance()
    assert counts["assumed"] > counts["rulebook"] > 0 == counts["printed"] + counts["design"]
    sources = {parameter.source for parameter in PARAMETERS.values()}
    assert sources == {"rulebook", "ruling", "program", "design"}
    designs = {name for name, parameter in PARAMETERS.items() if parameter.source == "design"}
    assert designs == {f"{what}_seat_{seat}" for what in ("pieces", "minors") for seat in range(6)}


def test_every_assumed_number_of_a_species_can_be_drawn() -> None:
    """All numbers are listed with their source; known ones stay; fifty draws are games that can be played."""
    variant = own({"provenance": "printed", "species": {"lasius": {"minors": 5}}})
    numbers = ANTWARS.component_numbers(variant)
    listed = {one.key: one.provenance for one in numbers}
    for key, one in variant.components.species.items():
        for name, word in one.provenance.items():
            if name != "name":
                assert listed[f"species.{key}.{name}"] == word
    assert listed["species.lasius.minors"] == "printed" and listed["rules.seed_worth"] == "assumed"
    drawn = priors.read(None, numbers, ANTWARS.priors).drawn
    keys = {one.number.key for one in drawn}
    assert {"species.lasius.majors", "species.atta.mushroom_leaves", "rules.aphid_sugar"} <= keys
    assert not keys & {"species.lasius.minors", "species.solenopsis.minors", "species.messor.mushroom_leaves"}
    draws = Draws(drawn, 1, "test")
    boxes = [resolve("box", "dealt", [draws.overlay(draw)]) for draw in range(50)]
    costs = {box.components.species["lasius"].numbers["major_cost"] for box in boxes}
    assert costs == {1, 2, 3} and len({box.fingerprint for box in boxes}) == 50


def test_an_overlay_lists_the_numbers_to_look_up_alone() -> None:
    """Those asked for, as comments, and rules that stand for a trait."""
    text = ANTWARS.overlay_to_look_up(own(), ("species.lasius.minors", "rules.seed_worth"))
    assert tomllib.loads(text) == {"provenance": "printed", "rules": {}, "species": {"lasius": {}}}
    assert "# minors = 6" in text and "# seed_worth = 2" in text and "majors" not in text


def test_an_overlay_sets_fields_and_says_so() -> None:
    """What it sets is printed, or design; all else keeps its source."""
    variant = own(
        {"provenance": "printed", "species": {"lasius": {"minors": 5}}, "animals": {"spider": {"life": 15}}}
    )
    assert variant.components.species["lasius"].numbers["minors"] == 5
    assert variant.components.species["lasius"].provenance["minors"] == "printed"
    assert variant.components.species["lasius"].provenance["majors"] == "assumed"
    assert variant.provenance()["printed"] == 2
    assert variant.fingerprint != own().fingerprint


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ({"species": {"lasios": {"minors": 5}}}, r"\[species.lasios\] lasios: unknown species.*lasius"),
        ({"species": {"lasius": {"minor": 5}}}, r"\[species.lasius\] minor: unknown field.*minors"),
        ({"species": {"lasius": {"minors": 99}}}, "must be a whole number from 0 to 30, not 99"),
        ({"species": {"lasius": {"diet": ["wood"]}}}, "must be one of"),
        ({"species": {"lasius": {"diet": []}}}, "at least one"),
        ({"species": {"lasius": {"mushroom_leaves": 2}}}, "mushroom-harvesters"),
        ({"species": {"lasius": {"name": "Atta cephalotes"}}}, "would both have the name"),
        ({"animals": {"gloomy": {"dice": 2}}}, "only the spider attacks"),
        ({"animals": {"wasp": {"life": 2}}}, "unknown animal"),
        ({"boards": {"x": {"hexes": [[0, 0]]}}}, "2 to 200 hexes"),
        ({"boards": {"x": {"hexes": [[0, 0], [0, 0]]}}}, "names a hex twice"),
        ({"layouts": {"standard": {"7": {}}}}, "unknown number of players"),
        ({"layouts": {"standard": {"2": {"exits": [[1, 0, 0], [1, 0, 0]]}}}}, "same exit"),
        ({"layouts": {"standard": {"2": {"exits": [[1, 0, 0]]}}}}, "a list of 2 exits"),
        ({"layouts": {"standard": {"4": {"boards": [{"board": "foraging"}] * 2}}}}, "same hex"),
        ({"layouts": {"standard": {"2": {"boards": [{"board": "forage"}]}}}}, 'one of "foraging"'),
        ({"rules": {"breech": 3}}, "breach"),
        ({"cards": {}}, "unknown key 'cards'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_an_overlay_is_told(overlay: dict[str, Any], words: str) -> None:
    """With file, table, key, and what would be right."""
    with pytest.raises(MarchsimError, match=words) as found:
        own(overlay)
    assert "mine.toml" in str(found.value)


def test_a_written_overlay_changes_nothing_until_it_is_filled_in(tmp_path: Any) -> None:
    """Both overlays to start from; with the marks taken away the assumed one says that all is printed."""
    plain = own()
    for assumed in (False, True):
        file = tmp_path / "mine.toml"
        file.write_text(ANTWARS.new_overlay(plain, assumed), encoding="utf-8")
        table = read(file, "an overlay")[1]
        assert own(table).fingerprint == plain.fingerprint
    text = ANTWARS.new_overlay(plain, True)
    body = text.partition('provenance = "printed"')[2].replace("# ", "")
    file.write_text('provenance = "printed"' + body, encoding="utf-8")
    filled = own(read(file, "an overlay")[1])
    assert (
        filled.provenance()["assumed"] == 0
        and filled.provenance()["printed"] == plain.provenance()["assumed"]
    )


def test_components_are_shown_with_their_sources() -> None:
    """Rows hold only what JSON can; a name finds one; a wrong name is told with the nearest."""
    variant = own()
    for kind, count in (("species", 6), ("animals", 4), ("boards", 8)):
        rows = ANTWARS.component_rows(variant, kind, "")
        assert len(rows) == count and json.loads(json.dumps(rows)) == rows
        assert ANTWARS.component_page(variant, kind, "")
        assert len(ANTWARS.component_page(variant, kind, rows[0]["id"])) == 1
    with pytest.raises(ConfigError, match="lasius"):
        ANTWARS.component_rows(variant, "species", "lasios")
    assert set(NUMBERS) <= set(ANTWARS.component_rows(variant, "species", "lasius")[0])
    with pytest.raises(ComponentsError):
        own({"species": {"lasius": {"traits": ["tiny", "tiny"]}}})


def test_parameters_are_those_of_the_design() -> None:
    """Each has a rule number that there is; the dealt preset changes set-up and order alone."""
    from tools import rules_page

    known = set(rules_page.rules("antwars"))
    for parameter in PARAMETERS.values():
        assert set(parameter.rules) <= known and (parameter.rules or parameter.source == "program")
    dealt = resolve("x", "dealt")
    assert dealt.rules.changed() == ["species_choice", "nest_place", "first_player"]
    assert len(PARAMETERS) == 91
