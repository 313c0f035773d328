"""Nothing that a file can set is without a reader in the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import marchsim.games.march as march
from marchsim.games.march.amounts import BASE
from marchsim.games.march.components import loader
from marchsim.games.march.rules.parameters import BOOK, BY_PLAYERS, PARAMETERS, in_force
from marchsim.games.march.rules.ruleset import Ruleset

DATA = ("amounts.py", "parameters.py", "ruleset.py", "windows.py")
ROOT = Path(str(march.__file__)).parent
SOURCE = "\n".join(
    path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.py")) if path.name not in DATA
)


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_of_the_rules_is_read(name: str) -> None:
    players = next((count for count in BY_PLAYERS if name.endswith(f"_{BY_PLAYERS[count]}")), 3)
    plain = next(other for other in PARAMETERS if in_force(other, players) == name)
    seat = re.fullmatch(r"(\w+_seat)_(\d)", plain)
    rules = Ruleset(BOOK.standard().values, players)
    found = getattr(rules, seat[1])[int(seat[2])] if seat else getattr(rules, plain)
    assert found == PARAMETERS[name].default
    assert re.search(rf"rules\.{seat[1] if seat else plain}\b", SOURCE), f"no rule asks for {name}"


def test_a_number_of_players_has_parameters_of_its_own() -> None:
    """What differs with the number of players is settled when the rules are made for it."""
    larvae = {players: Ruleset(BOOK.standard().values, players).starting_larvae for players in (1, 2, 3, 5)}
    assert larvae == {1: 3, 2: 3, 3: 5, 5: 5}
    assert [Ruleset(BOOK.standard().values, players).resting_players for players in (2, 3, 4, 5)] == [
        1,
        2,
        2,
        3,
    ]


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
