"""Variants of a configuration: presets joined, keys that the game offers, refusals and warnings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim.cli.main import run as command_line
from marchsim.errors import ConfigError, MarchsimError
from marchsim.recorder import RunFolder
from marchsim.runner.configuration import config as configs
from marchsim.runner.planning import plan as plans

FIELD = "[[strategies]]\nuse = 'random'\n[[strategies]]\nuse = 'first'\n"
DESIGN = "[design]\nkind = 'random'\nblocks = 1\nplayers = {players}\n"
TOY = f"game = 'toy'\n{DESIGN}[[strategies]]\nuse = 'roller.py'\n"


def plan_of(place: Path, text: str, *rules: str) -> plans.Plan:
    """Return the plan of a configuration with overlay files of these texts."""
    (place / "c.toml").write_text(text)
    found = configs.load("c.toml")
    for number, rule in enumerate(rules):
        (place / f"o{number}.toml").write_text(rule)
    overlays = configs.read_overlays([f"o{number}.toml" for number in range(len(rules))], found.game)
    return plans.make(found.changed(overlays=overlays))


def march(players: int | list[int], head: str = "", tail: str = "") -> str:
    """Return the text of a configuration of March."""
    return f"{head}\n[design]\nkind = 'random'\nblocks = 1\nplayers = {players}\n{FIELD}{tail}"


@pytest.mark.parametrize("preset", ["'long+primitive'", "['long', 'primitive']", "' long + primitive '"])
def test_presets_are_joined_by_plus_or_listed(place: Path, preset: str) -> None:
    """At the top, in a variant and in an overlay, and the manifest keeps the plain form."""
    text = march(3, f"preset = {preset}", f"[[variants]]\nname = 'v'\npreset = {preset}\nrules.rounds = 4\n")
    plan = plan_of(place, text)
    assert [variant.preset for variant in plan.variants] == ["long+primitive"] * 2
    assert [entry["preset"] for entry in plan.manifest()["variants"]] == ["long+primitive"] * 2
    by_overlay = plan_of(place, march(3), f"preset = {preset}\n")
    assert by_overlay.variants[0].fingerprint == plan.variants[0].fingerprint
    again = configs.from_data(json.loads(json.dumps(plan.configuration.data())), "manifest.json")
    assert plans.make(again).identity() == plan.identity()


def test_a_variants_own_preset_takes_the_place_of_every_other(place: Path) -> None:
    """Of that of the file and of that of an overlay."""
    text = march(3, "preset = 'long'", "[[variants]]\nname = 'first'\npreset = 'first-game'\n")
    plan = plan_of(place, text, "preset = 'primitive'\n[rules]\nmarch_steps = 6\n")
    assert [variant.preset for variant in plan.variants] == ["primitive", "first-game"]
    assert [variant.resolved()["rules"]["march_steps"] for variant in plan.variants] == [6, 6]


def test_the_keys_of_an_overlay_are_those_that_the_game_offers(place: Path) -> None:
    """March's `beyond` is passed on from every place; another game has no such key."""
    text = march(3, "beyond = ['Hidden Spring', 22]", "[[variants]]\nname = 'v'\nbeyond = 0\n")
    plan = plan_of(place, text, "beyond = [25]\n")
    counts = [variant.resolved()["rules"]["beyond_hexes"] for variant in plan.variants]
    assert counts == [1, 0]
    again = configs.from_data(json.loads(json.dumps(plan.configuration.data())), "manifest.json")
    assert plans.make(again).identity() == plan.identity()
    with pytest.raises(ConfigError, match=r"o0.toml: beyond: unknown key\. Known here: cards, rules"):
        plan_of(place, TOY.format(players=3), "beyond = 3\n")
    with pytest.raises(ConfigError, match=r"variants\[1\].beyond: unknown key"):
        plan_of(place, TOY.format(players=3) + "[[variants]]\nname = 'v'\nbeyond = 3\n")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            march(3, "beyond = ['Hiden Spring']"),
            "^c.toml: beyond: 'Hiden Spring' is no .* Did you mean 'Hidden",
        ),
        (
            march(3, "", "[[variants]]\nname = 'v'\nbeyond = 9\n"),
            "^c.toml: variants.v: beyond: must be a whole",
        ),
        (
            march(3, "preset = 'prmitive'"),
            "^c.toml: preset 'prmitive' is unknown; .* Did you mean 'primitive'",
        ),
        (march(3, "preset = 'two+five'"), "^c.toml: preset two\\+five: there is no number of players"),
        (
            march(3, "", "[[variants]]\nname = 'v'\npreset = 'lon'\n"),
            "^c.toml: variants.v: preset 'lon' is unknown",
        ),
        (
            march(1),
            "^c.toml: design.players: variant 'base': one player needs the Centipede Horde .* preset solo",
        ),
        (march([2, 3], "preset = 'two'"), "variant 'base': preset two is for 2 players, not 3"),
        (
            march(5, "", "[[variants]]\nname = 'v'\npreset = 'coop'\n"),
            "variant 'v': preset coop is for 2 to 4",
        ),
        ("rules = 3\n" + march(3), r"^c.toml: \[rules\] must be a table, not 3"),
        ("cards = 3\n" + march(3), r"^c.toml: \[cards\]: must be a table, not 3"),
    ],
)
def test_what_makes_no_sense_is_told_with_its_place(place: Path, text: str, message: str) -> None:
    with pytest.raises(MarchsimError, match=message):
        plan_of(place, text)


def test_warnings_go_to_stderr_and_into_the_manifest(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each once, even when quiet; where not all variants are meant, it says which."""
    (place / "c.toml").write_text(TOY.format(players="[3, 5]"))
    assert command_line(["run", "c.toml", "--workers", "1", "--quiet", "--out", "r"]) == 0
    assert capsys.readouterr().err == "marchsim: warning: five players have to share dice\n"
    (variant,) = RunFolder("r").manifest["variants"]
    assert variant["warnings"] == ["five players have to share dice"]
    plan = plan_of(place, march([2, 3], "", "[[variants]]\nname = 'v'\npreset = 'primitive'\n"))
    told = "the rulebook does not recommend Primitive Species for two players (PRI-14)"
    assert plan.warnings() == (f"variant v: {told}",)
    assert [entry["warnings"] for entry in plan.manifest()["variants"]] == [[], [told]]
    assert plan_of(place, march(3, "preset = 'primitive'")).warnings() == ()
