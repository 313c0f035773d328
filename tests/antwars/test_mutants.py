"""Every number of Ant Wars matters: moved by one, it changes a game (all: `make mutants`)."""

from __future__ import annotations

import pytest

from tools import antgames
from tools.antmutants import EXCUSED, Field, Mutant, field, mutants, reason

ALL = {mutant.name: mutant for mutant in mutants()}
SOME = (
    "rules.actions +1",
    "rules.rounds -1",
    "rules.breach +1",
    "rules.pupae_minor_per_area +1",
    "rules.dice_face_5 blank",
    "rules.supply_spider -1",
    "rules.famine_life -1",
    "species.solenopsis.minors_for_it -1",
    "species.atta.mushroom_leaves +1",
    "species.pheidole.major_cost +1",
    "animals.spider.life -1",
    "animals.gloomy.protein +1",
)


@pytest.mark.parametrize("name", SOME)
def test_a_number_moved_by_one_is_noticed(name: str) -> None:
    """A part of `make mutants`, on fewer games."""
    assert field(ALL[name].under).noticed(ALL[name], 60) > 0


def test_nothing_moved_is_not_noticed() -> None:
    """An overlay that says what is so anyway changes no game."""
    same = Mutant("same", {"rules": {"rounds": 60}, "animals": {"spider": {"life": 12}}})
    assert Field().noticed(same, 20) == 0


def test_every_parameter_species_and_animal_has_mutants() -> None:
    """And each excuse is for mutants that there are."""
    named = {name.rsplit(" ", 1)[0] for name in ALL}
    assert len(named) > 130 and len(ALL) > 340
    excused = [mutant for mutant in ALL.values() if reason(mutant)]
    assert len(excused) == 3 and len({reason(mutant) for mutant in excused}) == len(EXCUSED)


def test_the_limit_of_decisions_is_exact() -> None:
    """A game of n decisions is played under a limit of n, and void under n - 1."""
    plain = antgames.play(antgames.table(), 3, ["random"] * 4)
    for most, void in ((plain.decisions, ""), (plain.decisions - 1, "limit")):
        session = antgames.table({"rules": {"decisions_most": most}})
        outcome = antgames.play(session, 3, ["random"] * 4)
        assert (outcome.void, outcome.decisions) == (void, most)
