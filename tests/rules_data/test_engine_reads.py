"""Nothing that a file can set is without a reader in the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import marchsim.games.march as march
from marchsim.games.march.components import loader
from marchsim.games.march.components.amounts import BASE
from marchsim.games.march.rules import PARAMETERS, standard
from marchsim.games.march.ruleset import Ruleset

DATA = ("amounts.py", "parameters.py", "ruleset.py", "windows.py")
ROOT = Path(str(march.__file__)).parent
SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py")) if path.name not in DATA
)


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_of_the_rules_is_read(name: str) -> None:
    assert getattr(Ruleset(standard().values), name) == PARAMETERS[name].default
    assert re.search(rf"rules\.{name}\b", SOURCE), f"no rule asks for {name}"


@pytest.mark.parametrize("kind", BASE)
def test_every_amount_of_the_base_set_is_read(kind: str) -> None:
    for name in BASE[kind]:
        assert re.search(rf"\.{name}\b", SOURCE), f"no rule asks for {name}"


def test_every_amount_of_a_card_or_tile_with_code_is_read() -> None:
    for card in loader.load().cards:
        for name in card.amounts if card.coded else ():
            assert f'amounts["{name}"]' in SOURCE or re.search(rf"self\.{name}\b", SOURCE), (card.id, name)
    for tile in loader.load().tiles:
        for name in tile.amounts:
            assert re.search(rf"kit\.tile_{name}\b", SOURCE), (tile.number, name)
