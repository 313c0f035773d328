"""The pages on Ant Wars that tools write: the sentences say what the figures say."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import marchsim
from marchsim.analysis.field.kinds import Kinds, Worth
from marchsim.analysis.reading.estimates import Estimate
from marchsim.reporting.pages.document import Document
from marchsim.reporting.pages.saving import markdown
from marchsim.runner import run
from tools import antfield_page, antstudies
from tools.antstudies import Effect, Games, Learned

compiled = pytest.mark.skipif(not marchsim.MODE.compiled, reason="tournaments take long interpreted")


CONFIG = """name = "mine"
game = "antwars"
preset = "dealt"
seed = 3
[design]
players = 2
blocks = 48
[[variants]]
name = "frail"
[variants.species.lasius]
queen_life = 1
minor_life = 1
"""


def wins(value: float, half: float = 5.0) -> Estimate:
    return Estimate(value, value - half, value + half, entries=100, deals=50)


def games(variant: str, mean: float, cap: float, famine: float = 0.0, players: int = 4) -> Games:
    ends = {"last_queen": 1 - cap - famine, "no_queen": 0.0, "rounds": cap, "famine": famine}
    seats = [wins(100.0) for _ in range(players)]
    species = [Worth("atta", -1, wins(90.0)), Worth("lasius", -1, wins(140.0))]
    return Games(variant, players, 200, ends, (10, 20, 30), mean, seats, {"turtle": wins(130.0)}, species)


def learned() -> Learned:
    """Return figures that are known: lasius wins 140, solenopsis 40; the last seat wins in a fixed order."""
    worths = [
        Worth("lasius", -1, wins(140.0)),
        Worth("messor", -1, wins(110.0)),
        Worth("solenopsis", -1, wins(40)),
    ]
    kinds = Kinds("species", 3, worths, [], {}, {}, [], 50)
    other = [games("base", 27.0, 0.7), games("other", 26.0, 0.6)]
    studies = dict.fromkeys(antstudies.STUDIES, other)
    studies["famine"] = [games("famine=0", 27.0, 0.7), games("famine=18", 21.5, 0.05, 0.6)]
    fixed = games("first_player-fixed", 26.0, 0.4)
    order = [games("first_player-rotates", 27.0, 0.2), replace(fixed, seats=[wins(60.0)] * 3 + [wins(220.0)])]
    literal = [games("base", 27.0, 0.2), games("literal", 31.0, 0.3)]
    read = [Effect("literal", "atta", wins(100.0), wins(80.0), wins(-20.0))]
    off = [Effect("no-raid", "eciton", wins(90.0), wins(91.0), wins(1.0))]
    return Learned([games("base", 27.5, 0.72)], [kinds], order, literal, read, off, studies, 12_345, {})


def test_the_sentences_are_those_of_the_figures() -> None:
    """Who is strong and weak by more than 8 wins, what the order of play and the letter change."""
    lines = " ".join(antstudies.summary(learned()))
    assert "too strong is lasius with 3 (140)" in lines  # messor's interval begins at 105
    assert "too weak is solenopsis with 3 (40) players" in lines
    assert "won: 28 % with 4 players" in lines
    assert "the last seat wins 220 with 4 players; where another begins each round it wins 100" in lines
    assert "famine shortens it most (famine=18: 21.5 rounds, 95 % won)" in lines
    page = markdown(antstudies.document(learned()))
    assert "70 % of games of four are won, in 31.0 rounds; with our rulings 80 %, in 27.0" in page
    assert "each by itself: atta by -20" in page and "eciton by" not in page


def test_a_change_is_that_of_the_same_deals(tmp_path: Path) -> None:
    """A species of frail ants wins less; before and after are those of the same blocks."""
    text = CONFIG + "".join(f'[[strategies]]\nuse = "{name}"\n' for name in ("rusher", "hunter"))
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    folder = run(str(tmp_path / "mine.toml"), tmp_path / "run", workers=1).folder
    found = antstudies.effect(folder, "frail", "lasius")
    assert found.before.deals == found.after.deals == found.change.deals > 0
    told = (found.after.value or 0) - (found.before.value or 0)
    assert found.change.value == pytest.approx(told, abs=1e-6) and told <= 0


def test_a_gate_that_is_missed_is_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    """The lines that failed, beyond doubt or not, are printed, and the program returns 1."""
    lines = ["Pass: a.", "Fail, not beyond doubt: b.", "Pass, not beyond doubt: c.", "Fail: d."]
    for summary, code, told in ((lines, 1, f"{lines[1]}\n{lines[3]}\n"), (lines[:1], 0, "")):
        page = Document("Field", {}, summary, [])
        assert antfield_page.page_of("field", lambda *_, page=page: page, lambda page: None, ["5"]) == code
        assert capsys.readouterr().err == told


def test_the_page_has_a_table_for_each_study() -> None:
    page = markdown(antstudies.document(learned()))
    for name in antstudies.STUDIES:
        assert f"**study-antwars-{name}**" in page
    assert "12,345 games" in page and "turtle 130 (125 to 135)" in page and "## Fallen" in page


@compiled
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_the_page_on_studies_is_made_of_games(tmp_path: Path) -> None:
    """A few deals of everything; every number of players has its seats and species."""
    page = markdown(antstudies.document(antstudies.play(tmp_path, 1, 6)))
    assert len(re.findall(r"^## ", page, re.MULTILINE)) == 7 + len(antstudies.STUDIES)
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
