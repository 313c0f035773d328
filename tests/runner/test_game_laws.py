"""Every game keeps the laws of marchsim.testing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from marchsim import games
from marchsim.games.antwars.rules.variant import PRESETS as ANTWARS
from marchsim.games.march.rules.variant import PRESETS as MARCH
from marchsim.testing import LAWS, Subject, subject
from tests import toy

PRESETS = {"toy": toy.PRESETS, "march": MARCH, "antwars": ANTWARS}


@pytest.fixture(params=PRESETS, scope="module")
def of(request: pytest.FixtureRequest) -> Subject:
    """A game with its shipped strategies; Dice Race has the base of its strategies in every seat."""
    name: str = request.param
    games.register("toy", "tests.toy:TOY")
    return replace(subject(name), presets=tuple(PRESETS[name]))


@pytest.mark.parametrize("law", LAWS)
def test_a_game_keeps_the_laws(of: Subject, law: Callable[[Subject], None]) -> None:
    law(of)


def test_the_components_of_a_game_have_sources(of: Subject) -> None:
    assert of.variant.items() and sum(of.variant.provenance().values()) > 0
