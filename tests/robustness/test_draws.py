"""Draws of the assumed numbers: within their priors, independent of each other, known numbers untouched."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from marchsim import games
from marchsim.errors import ConfigError
from marchsim.kernel.numbers import Assuming, ComponentNumber
from marchsim.runner.planning.chunks import cut
from marchsim.studies.sensitivity import priors
from marchsim.studies.sensitivity.draws import Draws, coordinates
from marchsim.studies.sensitivity.priors import Priors

MARCH = games.load("march")
assert isinstance(MARCH, Assuming)
PRIORS = MARCH.priors


def numbers(*overlays: tuple[str, dict[str, Any]]) -> tuple[ComponentNumber, ...]:
    """Return the numbers of March with overlays."""
    assert isinstance(MARCH, Assuming)
    return MARCH.component_numbers(MARCH.variant("x", "standard", overlays))


def read(folder: Path, text: str) -> Priors:
    """Return the priors of a file."""
    path = folder / "priors.toml"
    path.write_text(text)
    return priors.read(path, numbers(), PRIORS)


@pytest.fixture(scope="module")
def usual() -> Draws:
    """The default draws."""
    return Draws(priors.read(None, numbers(), PRIORS).drawn, 1, "test")


def test_a_chunk_of_work_never_crosses_a_draw() -> None:
    """Spans are cut at multiples of what a draw has; without a length they stay."""
    assert cut([(0, 5), (7, 12)], 5) == [(0, 4), (5, 5), (7, 9), (10, 12)]
    assert cut([(0, 5), (7, 12)], 0) == [(0, 5), (7, 12)]


def test_every_default_draw_is_a_box_that_the_game_accepts(usual: Draws) -> None:
    """And each number stays within what its prior says."""
    bases = {one.number.key: one.number for one in usual.numbers}
    for draw in range(3):
        overlay = usual.overlay(draw)
        MARCH.variant("x", "standard", (overlay,))
        for path, value in usual.values(draw).items():
            number = bases[".".join(path)]
            if number.kind == "cost":
                assert max(0, number.value - 1) <= value <= max(number.value, min(4, number.value + 1))
            if number.kind == "amounts":
                assert value >= 1 and abs(value - number.value) <= max(1, 0.4 * number.value + 0.5)
            if number.form == "edges":
                assert len(value) == len(set(value)) and abs(len(value) - len(number.value)) <= 1


def test_dealing_again_keeps_what_there_is(usual: Draws) -> None:
    """Sites and icons move between the tiles of a group; starting tiles, which bear none, get none."""
    values = usual.values(5)
    for kind in ("sites", "icons"):
        pools: dict[str, list[ComponentNumber]] = {}
        for one in usual.numbers:
            if one.number.kind == kind:
                pools.setdefault(f"{one.number.factor} {one.number.pool}", []).append(one.number)
        moved = False
        for members in pools.values():
            before = Counter(str(letter) for one in members for letter in _letters(one.value))
            after = Counter(str(letter) for one in members for letter in _letters(values[one.path]))
            assert before == after
            moved = moved or any(values[one.path] != one.value for one in members)
        assert moved


def _letters(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def test_a_draw_is_the_same_whatever_else_is_drawn(usual: Draws, tmp_path: Path) -> None:
    """Another prior moves no other number, and each draw is another box."""
    other = Draws(read(tmp_path, "[priors.cards.royal-jelly]\ncost = { values = [7] }\n").drawn, 1, "test")
    own, theirs = usual.values(9), other.values(9)
    assert {path for path in own if own[path] != theirs[path]} == {("cards", "royal-jelly", "cost")}
    assert usual.values(9) != usual.values(10)


def test_a_number_that_is_known_is_never_drawn(tmp_path: Path) -> None:
    """Printed in an overlay, or changed by design: it is not among the numbers, and a prior is refused."""
    stated = ("box", {"provenance": "printed", "cards": {"royal-jelly": {"cost": 2}}})
    known = numbers(stated)
    drawn = {one.number.key for one in priors.read(None, known, PRIORS).drawn}
    assert "cards.royal-jelly.cost" not in drawn and "cards.royal-jelly.ferocity" in drawn
    path = tmp_path / "priors.toml"
    path.write_text("[priors.cards.royal-jelly]\ncost = { spread = 1 }\n")
    with pytest.raises(ConfigError, match=r"cards\.royal-jelly\.cost: is known \(printed\)"):
        priors.read(path, known, PRIORS)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[priors]\ncosts = { spread = 1 }\n", "costs: unknown key. Did you mean 'cost'"),
        ("[priors]\ncost = { width = 1 }\n", "width: unknown key"),
        ("[priors.cards.royal-jely]\ncost = { spread = 1 }\n", "no number has that name"),
        ("[priors.cards.royal-jelly]\ncost = 3\n", "is not a table of a prior"),
        ("[priors.cards.royal-jelly]\ncost = { values = [99] }\n", "99 is not a whole number from 0 to 20"),
        ("[priors.cards.royal-jelly]\ncost = { values = [1], weights = [1, 2] }\n", "for each of the values"),
        ('[priors]\nicons = { redeal = "all" }\n', "is not one of group, kind, no"),
    ],
)
def test_priors_that_fit_nothing_are_refused_with_their_place(tmp_path: Path, text: str, said: str) -> None:
    """File, table and key are named."""
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, text)
    assert said in str(refused.value)


def test_patterns_and_single_numbers_lie_above_kinds(tmp_path: Path) -> None:
    """The last that fits is used."""
    found = read(
        tmp_path,
        '[priors]\ncost = { spread = 2 }\n[priors.cards."army-*"]\ncost = { values = [4] }\n'
        "[priors.cards.army-head]\ncost = { values = [5, 6], weights = [3, 1] }\n",
    )
    own = {one.number.key: one.prior for one in found.drawn}
    assert own["cards.army-head.cost"] == priors.ListedValues((5, 6), (0.75, 0.25))
    other = own["cards.royal-jelly.cost"]
    assert isinstance(other, priors.ListedValues) and len(other.values) >= 4


def test_columns_tell_of_every_number_that_differs(usual: Draws) -> None:
    """Centred, and of one number together as wide as any other."""
    found = coordinates(usual, range(25))
    assert found.columns.shape == (25, len(found.numbers))
    assert np.allclose(found.columns.mean(axis=0), 0)
    widths: dict[str, float] = {}
    for number, width in zip(found.numbers, found.columns.var(axis=0), strict=True):
        widths[number] = widths.get(number, 0.0) + width
    assert np.allclose([*widths.values()], 1)
    assert len(widths) > 0.9 * len(usual.numbers)
