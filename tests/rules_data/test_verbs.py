"""The verbs cards, tiles, rules and new overlay show what is in force and where each number comes from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from marchsim.cli.main import run
from marchsim.games.march.rules.parameters import PARAMETERS
from marchsim.games.march.rules.variant import resolve
from marchsim.runner.configuration.config import read_overlays
from tools import games

Capture = pytest.CaptureFixture[str]


def shown(capsys: Capture, *arguments: str, code: int = 0) -> str:
    """Return what a command line prints, having left with a code."""
    assert run(arguments) == code
    out, err = capsys.readouterr()
    return err if code else out


def rows(capsys: Capture, *arguments: str) -> Any:
    """Return the JSON that a command line prints."""
    return json.loads(shown(capsys, *arguments, "--json"))


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """Return the name of an overlay file of every kind of change."""
    path = tmp_path / "mine.toml"
    path.write_text(
        '[rules]\nmarch_steps = 6\n[cards.swarm]\ncost = 4\nname = "[red]Swarm[/red]"\n'
        '[cards.egg-stealer]\nenabled = false\n[tiles.9]\nprovenance = "printed"\nsites = "F C P"\n'
    )
    return str(path)


def test_json_of_cards_has_what_the_readme_promises(capsys: Capture) -> None:
    cards = rows(capsys, "cards")
    assert len(cards) == len(games.card_ids())
    keys = "id name type section cost payment ferocity centipede text stand_in provenance amounts enabled"
    assert all(set(keys.split()) <= set(card) for card in cards)
    (jelly,) = rows(capsys, "cards", "royal jelly")
    assert jelly["id"] == "royal-jelly"
    assert jelly["provenance"]["amounts.cards"] == "assumed"
    assert "{" not in jelly["text"]


def test_json_of_tiles_has_what_the_readme_promises(capsys: Capture) -> None:
    tiles = rows(capsys, "tiles")
    assert len(tiles) == 25
    keys = "number name group sites tunnels icon text provenance"
    assert all(set(keys.split()) <= set(tile) for tile in tiles)
    assert rows(capsys, "tiles", "9") == rows(capsys, "tiles", "dry seep")


def test_the_great_tunnel_is_shown_by_its_name(capsys: Capture, tmp_path: Path) -> None:
    """Both sides, with where their tunnels come from; it is none of the 25 tiles."""
    overlay = tmp_path / "box.toml"
    overlay.write_text('provenance = "printed"\n[great-tunnel]\nback = [1, 3]\n')
    page = shown(capsys, "tiles", "great tunnel", "--rules", str(overlay))
    assert "Great Tunnel, front: tunnels 0 1 2 3 4 5?\nGreat Tunnel, back: tunnels 1 3=\n" in page
    sides = rows(capsys, "tiles", "Great Tunnel")
    assert [side["tunnels"] for side in sides] == [[0, 1, 2, 3, 4, 5], [0, 2, 4]]
    assert sides[0].keys() == rows(capsys, "tiles", "9")[0].keys()
    assert "Did you mean 'Great Tunnel'" in shown(capsys, "tiles", "gret tunnel", code=2)


def test_json_of_rules_has_every_parameter(capsys: Capture, mine: str) -> None:
    parameters = {row["name"]: row for row in rows(capsys, "rules", "--rules", mine)}
    assert list(parameters) == list(PARAMETERS)
    assert parameters["march_steps"] == {
        "name": "march_steps",
        "value": 6,
        "default": 5,
        "players": None,
        "instead_of": "",
        "part": "",
        "type": "int",
        "low": 1,
        "high": 20,
        "choices": [],
        "rules": ["MAR-01"],
        "meaning": "steps of the March action before the caste bonus",
        "source": "rulebook",
        "note": "",
        "from": mine,
        "changed": True,
    }


@pytest.mark.parametrize("verb", ["cards", "tiles", "rules"])
def test_tables_are_clean_at_100_columns(capsys: Capture, verb: str) -> None:
    lines = shown(capsys, verb).splitlines()
    assert max(len(line) for line in lines) <= 100
    assert not any("…" in line or "\x1b" in line for line in lines)


def test_cards_mark_assumed_numbers_and_count_them(capsys: Capture) -> None:
    page = shown(capsys, "cards")
    assert re.search(r"Sparrow Attack +3\? larvae +4\? +C\? ", page)
    assert re.search(r"Bulldog Head † +1\? +2\? +C\? +\+1\? Army Strength", page)
    assert "gain 2 larvae; a losing player" in page
    cards = [row for row in resolve("x").items() if row["kind"] == "card"]
    of = {key: sum(row[key] for row in cards) for key in ("fields", "rulebook", "implied", "assumed")}
    sources = ", ".join(f"{of[key]} {key}" for key in ("rulebook", "implied", "assumed"))
    share = round(100 * of["assumed"] / of["fields"])
    assert f"{of['fields']} numbers of {len(cards)} cards: {sources} ({share} % assumed)." in page


def test_one_card_shows_the_source_of_each_field(capsys: Capture) -> None:
    page = shown(capsys, "cards", "Sparrow-Attack")
    assert re.search(r"payment +larvae +rulebook", page)
    assert re.search(r"amounts.ants +3 +assumed", page)


def test_one_tile_shows_the_source_of_each_field(capsys: Capture) -> None:
    page = shown(capsys, "tiles", "nest of centipedes")
    assert re.search(r"icon +centipede +implied", page)
    assert re.search(r"tunnels +0 2 4 \(NE, SE, W\) +assumed", page)


def test_an_overlay_shows_and_its_names_dress_nothing(capsys: Capture, mine: str) -> None:
    """A name is shown as it was written, markup and all."""
    page = shown(capsys, "cards", "--rules", mine)
    assert re.search(r"\[red\]Swarm\[/red\] +4\*", page)
    assert "Egg Stealer (off)" in page
    assert f"of {len(games.card_ids()) - 1} cards" in page
    assert re.search(r"Dry Seep +standard +F C P= ", shown(capsys, "tiles", "--rules", mine))
    assert "[red]Swarm[/red]" in shown(capsys, "cards", "swarm", "--rules", mine, "--rules", mine)


def test_rules_show_what_differs_from_the_standard_game(capsys: Capture, mine: str) -> None:
    page = shown(capsys, "rules", "--preset", "first-game")
    assert "> beyond_hexes = 0" in page and "SET-05" in page
    assert "march_steps" not in page
    assert f"{len(PARAMETERS) - 2} of {len(PARAMETERS)} parameters are those of the standard game" in page
    assert "the pile: with five players (SET-05; preset first-game, standard 5)" in " ".join(page.split())
    assert "With 2 players some have values of their own: marchsim rules --preset first-game+two" in page
    page = shown(capsys, "rules", "--rules", mine, "--all")
    assert "> march_steps = 6" in page and "  rounds = 4" in page
    assert f"{len(PARAMETERS)} of {len(PARAMETERS)}" in shown(capsys, "rules", "--preset", "standard")


@pytest.mark.rule("TWO-01", "TWO-03", "TWO-05", "FIV-03", "HOR-12")
@pytest.mark.parametrize(
    ("preset", "there"),
    [
        ("two", ["starting_larvae_two = 3", "TWO-03; rulebook, standard 5", "tunnel_side_two = reverse"]),
        ("two", ["inner_connected_two = edge", "TWO-05", "final_turn_two = true", "for 2 players"]),
        ("five", ["resting_players_five = 3", "FIV-03; rulebook, standard 2", "for 5 players"]),
        ("solo", ["horde = true", "opening_hexes_solo = 1", "HOR-12; rulebook, standard 0", "for 1 player"]),
        (
            "long",
            ["rounds = 5", "LNG-01; preset long, standard 4", "--preset long+five", "for 2 to 5 players"],
        ),
        ("long+two", ["rounds = 5", "resting_players_two = 1", "for 2 players", "LNG-01, LNG-02, LNG-03"]),
        (
            "primitive+coop",
            ["species = choose", "does not recommend Primitive Species for two players (PRI-14)"],
        ),
    ],
)
def test_a_preset_is_shown_as_it_holds_for_its_players(
    capsys: Capture, preset: str, there: list[str]
) -> None:
    """What holds with its number of players stands against the standard game with three or four."""
    page = " ".join(shown(capsys, "rules", "--preset", preset).split())
    assert [words for words in there if words not in page] == []
    assert "march_steps" not in page


def test_one_parameter_is_shown_with_what_holds_for_other_numbers_of_players(capsys: Capture) -> None:
    page = shown(capsys, "rules", "starting_larvae")
    assert re.findall(r"  (\w+) = (\d)", page) == [
        ("starting_larvae", "5"), ("starting_larvae_solo", "3"), ("starting_larvae_two", "3"),
    ]  # fmt: skip
    assert "larvae in each Larvae Chamber at the start: with two players (TWO-03" in " ".join(page.split())
    (row,) = rows(capsys, "rules", "Tunnel side two")
    assert (row["name"], row["players"], row["instead_of"]) == ("tunnel_side_two", 2, "tunnel_side")
    some = [row["name"] for row in rows(capsys, "rules", "march")]
    assert some == ["march_cost", "march_steps", "march_reaction_steps", "march_to_battle"]


def test_rules_without_a_choice_show_everything(capsys: Capture) -> None:
    page = shown(capsys, "rules")
    assert all(f"{name} = " in page for name in PARAMETERS)
    assert "preset first-game" in page


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cards", "Royl Jely"], "there is no card 'Royl Jely'. Did you mean 'Royal Jelly'?"),
        (["tiles", "wet seep"], "there is no tile 'wet seep'. Did you mean 'Dry Seep'"),
        (["tiles", "99"], "there is no tile '99'. `marchsim tiles` lists them all."),
        (["rules", "--preset", "firstgame"], "preset 'firstgame' is unknown"),
        (["rules", "march_stepz"], "there is no parameter 'march_stepz'. Did you mean 'march_steps'"),
        (["cards", "--rules", "no-such.toml"], "no-such.toml: there is no such overlay; check the path."),
        (["new", "overlay", f"{__file__}/x.toml"], "test_verbs.py: is a file, where a folder must be."),
    ],
)
def test_bad_arguments_leave_with_2_and_a_hint(capsys: Capture, arguments: list[str], message: str) -> None:
    assert message in shown(capsys, *arguments, code=2)


def test_an_overlay_of_assumed_numbers_changes_nothing_until_lines_are_uncommented(
    capsys: Capture, tmp_path: Path
) -> None:
    """As written it loads to the same fingerprint; a number filled in is printed from then on."""
    path = tmp_path / "printed.toml"
    assert "is written" in shown(capsys, "new", "overlay", "--assumed", str(path))
    assert resolve("a", "", read_overlays([str(path)])).fingerprint == resolve("a").fingerprint
    text = path.read_text()
    assert max(len(line) for line in text.splitlines()) <= 110
    path.write_text(text.replace("# ferocity = 5", "ferocity = 4", 1))
    (head,) = rows(capsys, "cards", "tawny crazy head", "--rules", str(path))
    assert (head["ferocity"], head["provenance"]["ferocity"]) == (4, "printed")


def test_with_every_line_uncommented_nothing_is_assumed(capsys: Capture, tmp_path: Path) -> None:
    """The file lists each assumed number once: filled in as they are, all of them are printed."""
    path, rest = tmp_path / "printed.toml", tmp_path / "rest.toml"
    shown(capsys, "new", "overlay", str(path), "--assumed")
    lines = [line for line in path.read_text().splitlines() if "enabled" not in line]
    text = "\n".join(re.sub(r"^# (?=[a-z_.]+ = )", "", line) for line in lines)
    path.write_text(text)
    variant = resolve("a", "", read_overlays([str(path)]))
    shipped = resolve("a").provenance()
    assert variant.provenance() == {**shipped, "assumed": 0, "printed": shipped["assumed"]}
    shown(capsys, "new", "overlay", str(rest), "--assumed", "--rules", str(path))
    assert "cards." not in rest.read_text()


def test_an_overlay_of_rules_lists_every_parameter(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    shown(capsys, "new", "overlay", str(path))
    assert resolve("a", "", read_overlays([str(path)])).fingerprint == resolve("a").fingerprint
    path.write_text(re.sub(r"(?m)^# (?=[a-z_0-9]+ = )", "", path.read_text()))
    variant = resolve("a", "", read_overlays([str(path)]))
    assert variant.rules == resolve("a").rules
    assert set(variant.origins.values()) == {str(path)}


def test_an_overlay_of_a_preset_starts_from_it(capsys: Capture, tmp_path: Path) -> None:
    """The values that it shows are those of the preset, so the preset is set."""
    path = tmp_path / "mine.toml"
    shown(capsys, "new", "overlay", str(path), "--preset", "long+two")
    assert "\n# rounds = 5\n" in path.read_text()
    made = resolve("a", "", read_overlays([str(path)]))
    assert (made.preset, made.fingerprint) == ("long+two", resolve("a", "long+two").fingerprint)


def test_a_file_that_is_there_is_kept(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("kept")
    assert "exists already" in shown(capsys, "new", "overlay", str(path), code=2)
    assert path.read_text() == "kept"
