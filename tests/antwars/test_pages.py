"""The pages on Ant Wars that tools write: the sentences say what the figures say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import marchsim
from marchsim.analysis.field.kinds import Kinds, Worth
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages.rendering import markdown
from tools import antfield_page, antstudies
from tools.antstudies import Games, Learned

compiled = pytest.mark.skipif(not marchsim.MODE.compiled, reason="tournaments take long interpreted")


def wins(value: float, half: float = 5.0) -> Estimate:
    return Estimate(value, value - half, value + half, entries=100, deals=50)


def games(variant: str, mean: float, cap: float, famine: float = 0.0, players: int = 4) -> Games:
    ends = {"last_queen": 1 - cap - famine, "no_queen": 0.0, "rounds": cap, "famine": famine}
    seats = [wins(100.0) for _ in range(players)]
    species = [Worth("atta", -1, wins(90.0)), Worth("lasius", -1, wins(140.0))]
    return Games(variant, players, 200, ends, (10, 20, 30), mean, seats, {"turtle": wins(130.0)}, species)


def learned() -> Learned:
    """Return figures that are known: lasius wins 140, solenopsis 40; famine shortens most."""
    worths = [
        Worth("lasius", -1, wins(140.0)),
        Worth("messor", -1, wins(110.0)),
        Worth("solenopsis", -1, wins(40)),
    ]
    kinds = Kinds("species", 3, worths, [], [], [], 50)
    other = [games("base", 27.0, 0.7), games("other", 26.0, 0.6)]
    studies = dict.fromkeys(antstudies.STUDIES, other)
    studies["famine"] = [games("famine=0", 27.0, 0.7), games("famine=18", 21.5, 0.05, 0.6)]
    return Learned([games("base", 27.5, 0.72)], [kinds], studies, 12_345)


def test_the_lessons_are_those_of_the_figures() -> None:
    """Who is strong and weak by more than 8 wins, what is shortest, and how many end at the cap."""
    first, second = antstudies.lessons(learned())
    assert "lasius wins most (140 where 100 are fair, with 3 players)" in first
    assert "solenopsis least (40, with 3)" in first
    assert (
        "number of players, is lasius; so far below is solenopsis." in first
    )  # messor's interval begins at 105
    assert "Seats hardly do: of 4 seats with 2 to 6 players 0 lie" in first
    assert "takes 27.5 rounds of 30, and 72 % of games end at the cap" in second
    assert "an earlier cap (other: 26.0 rounds, of which 40 % end by a last Queen)" in second
    assert "a famine (famine=18: 21.5 rounds, and 95 % end by a Queen's fall)" in second
    assert "atta wins 90 there" in second and "breach 26.0 to 27.0" in second
    assert "turtle reaches 130 with other" in second
    assert antstudies.summary(learned())[0] == (
        "Too strong, with some number of players, is lasius; too weak is solenopsis."
    )


def test_a_seat_that_is_off_is_counted_and_named() -> None:
    made = learned()
    (field,) = made.field
    off = replace(field, seats=[wins(100.0), wins(85.0, 3.0), wins(110.0), wins(105.0)])
    first, _ = antstudies.lessons(replace(made, field=[off]))
    assert "Seats do too: of 4 seats with 2 to 6 players 1 lie" in first
    assert "the farthest is seat 2 of 4 with 85 (82 to 88)" in first


def test_the_page_has_a_table_for_each_study() -> None:
    page = markdown(antstudies.document(learned()))
    for name in antstudies.STUDIES:
        assert f"**study-antwars-{name}**" in page
    assert "12,345 games" in page and "turtle 130 (125 to 135)" in page


@compiled
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_page_on_studies_is_made_of_games(tmp_path: Path) -> None:
    """A few deals of everything; every number of players has its seats and species."""
    page = markdown(antstudies.document(antstudies.play(tmp_path, 1, 6)))
    assert len(re.findall(r"^## ", page, re.MULTILINE)) == 5 + len(antstudies.STUDIES)
    assert re.search(r"^\| 6 \| .* \| .* \|", page, re.MULTILINE)
    for species in ("atta", "eciton", "lasius", "messor", "pheidole", "solenopsis"):
        assert f"| {species} |" in page


@compiled
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_page_on_the_field_is_made_of_games(tmp_path: Path) -> None:
    """A few blocks of everything: endings beside the trial, what waiting wins, species, seats, claims."""
    made = antfield_page.document(antfield_page.play(tmp_path, 1, 6))
    page = markdown(made)
    assert {"endings", "waiting", "seats", "species", "answers"} <= {one.id for one in made.sections}
    assert page.count("| in a hurry, Queens stay |") == page.count("| in a hurry |")
    assert page.count("| in a hurry |") == page.count("| the field |") == page.count("| trial |") == 5
    assert all(figure.alt for figure in made.figures())
