"""A variant is all rules and components resolved, with a fingerprint that changes exactly when they do."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
from typing import Any

import pytest

from marchsim.errors import ConfigError, MarchsimError, RulesError
from marchsim.games.march.components.loader import load
from marchsim.games.march.rules.variant import resolve
from marchsim.kernel.game import Variant
from tools import games
from tools.overlays import random_overlay


def test_the_standard_variant_is_the_package_as_it_is() -> None:
    variant: Variant = resolve("base")
    assert variant.name == "base"
    assert variant.players() == (2, 5)
    assert variant.warnings((2, 3, 4, 5)) == ()
    assert resolve("base").components is load()
    assert resolve("base").preset == "standard"


def test_resolved_is_plain_json() -> None:
    plain = resolve("base").resolved()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["rules"]["explore_moves_from"] == "origin"
    assert plain["cards"]["swarm"]["amounts"] == {"ants": 5}


@pytest.mark.parametrize(
    "overlay",
    [
        {"rules": {"march_steps": 6}},
        {"cards": {"swarm": {"cost": 3}}},
        {"cards": {"swarm": {"cost": 2}}},
        {"cards": {"swarm": {"enabled": False}}},
        {"tiles": {"5": {"icon": "wormhole"}}},
        {"great-tunnel": {"back": [1, 3]}},
        {"preset": "first-game"},
    ],
)
def test_the_fingerprint_changes_with_the_content(overlay: dict[str, Any]) -> None:
    """A number that is known where it was assumed is a change too: reports speak of it."""
    assert resolve("a", "", [("x", overlay)]).fingerprint != resolve("a").fingerprint


def test_the_fingerprint_does_not_depend_on_names_of_variants_and_files() -> None:
    overlay = {"rules": {"march_steps": 6}}
    one, two = resolve("a", "", [("x", overlay)]), resolve("b", "standard", [("y", overlay)])
    assert one.fingerprint == two.fingerprint
    assert resolve("c", "", [("z", {})]).fingerprint == resolve("a").fingerprint


def test_the_fingerprint_is_the_same_in_every_process() -> None:
    """It depends on no hash seed."""
    code = "from marchsim.games.march.rules.variant import resolve; print(resolve('x').fingerprint)"
    prints = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed in ("0", "7")
    }
    assert prints == {resolve("x").fingerprint}


def test_items_and_provenance_agree() -> None:
    """All cards, 25 tiles and the Great Tunnel; the totals are the sums of what is enabled."""
    variant = resolve("a")
    rows = variant.items()
    assert [row["kind"] for row in rows].count("card") == len(games.card_ids())
    assert [row["kind"] for row in rows].count("tile") == 25
    assert len(rows) == len(games.card_ids()) + 26
    for source, facts in variant.provenance().items():
        assert facts == sum(row[source] for row in rows), source
    total = sum(row["fields"] for row in rows)
    assert total == sum(variant.provenance().values()) > 0
    assert len({tuple(row) for row in rows}) == 1
    off = resolve("a", "", [("x", {"cards": {"swarm": {"enabled": False}}})])
    assert sum(off.provenance().values()) == total - 5


def test_a_row_of_items_holds_what_a_reader_asks() -> None:
    rows = {(row["kind"], row["id"]): row for row in resolve("a").items()}
    swarm = rows["card", "swarm"]
    assert (swarm["type"], swarm["cost"], swarm["ferocity"], swarm["assumed"]) == ("event", 2, 4, 5)
    lair = rows["tile", "21"]
    assert (lair["type"], lair["sites"], lair["tunnels"], lair["cost"]) == ("beyond", "C L", "0 2 3 5", None)
    assert rows["great-tunnel", "great-tunnel"]["tunnels"] == "0 1 2 3 4 5 / 0 2 4"


def test_overlays_lie_over_each_other_in_order() -> None:
    variant = resolve("a", "first-game", [("x", {"rules": {"rounds": 5}}), ("y", {"rules": {"rounds": 6}})])
    assert variant.rules["rounds"] == 6
    assert variant.rules["beyond_hexes"] == 0
    assert (variant.origins["rounds"], variant.origins["beyond_hexes"]) == ("y", "preset first-game")


def test_an_overlays_preset_takes_the_place_of_the_given_one() -> None:
    variant = resolve("a", "standard", [("x", {"preset": "first-game", "rules": {"beyond_hexes": 1}})])
    assert (variant.preset, variant.rules["beyond_hexes"]) == ("first-game", 1)


@pytest.mark.parametrize(
    ("overlays", "kind", "message"),
    [
        ([{"rule": {}}], ConfigError, "x0: unknown key 'rule'; an overlay has preset, provenance, rules"),
        ([{"rule": {}}], ConfigError, "Did you mean 'rules'"),
        ([{"march_steps": 4}], ConfigError, "march_steps is a parameter of the rules; put it under [rules]."),
        ([{"preset": "long-ish"}], RulesError, "x0: preset 'long-ish' is unknown"),
        ([{"preset": 3}], ConfigError, "x0: preset must be a text or a list of texts, not 3."),
        ([{"preset": "standard"}, {"preset": "first-game"}], ConfigError, "conflicts with 'standard' of x0"),
        ([{"rules": 3}], RulesError, "x0: [rules] must be a table, not 3."),
    ],
)
def test_a_bad_overlay_is_a_clear_error(overlays: list[Any], kind: type[Exception], message: str) -> None:
    named = [(f"x{number}", overlay) for number, overlay in enumerate(overlays)]
    with pytest.raises(kind) as caught:
        resolve("a", "", named)
    assert message in str(caught.value)
    assert isinstance(caught.value, MarchsimError)


def test_a_variant_can_be_sent_to_another_process() -> None:
    variant = resolve("a", "", [("x", {"rules": {"rounds": 5}})])
    assert pickle.loads(pickle.dumps(variant)) == variant


def test_any_overlay_within_range_resolves() -> None:
    """100 random overlays: every value drawn is in force, and every item's counts add up."""
    for seed in range(100):
        overlay = random_overlay(seed)
        variant = resolve("r", "", [("random", overlay)])
        human = variant.resolved()["rules"]
        assert all(human[name] == value for name, value in overlay["rules"].items())
        novel = sum(key.startswith("new-") for key in overlay["cards"])
        assert len(variant.components.cards) == len(games.card_ids()) + novel
        for row in variant.items():
            words = ("rulebook", "implied", "assumed", "printed", "design")
            assert row["fields"] == sum(row[word] for word in words)


def test_resolving_imports_nothing_heavy() -> None:
    code = (
        "import sys; from marchsim.games.march.rules.variant import resolve; resolve('x');"
        "print([name for name in ('numpy', 'polars', 'rich', 'typer', 'jinja2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
