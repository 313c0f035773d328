"""The page on the field: configurations hold whatever is shipped, verdicts follow from numbers."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from marchsim.analysis.reading.estimates import Estimate
from marchsim.runner.configuration import config as configs
from tools import field_lists, field_page
from tools.field_claims import (
    FAIL,
    NEARLY,
    ORDER,
    PASS,
    ROUGHLY,
    UNDECIDED,
    better,
    claims,
    demanded,
    dominance_claim,
    exploited_claim,
    profile_claim,
    verdict,
    worst,
)
from tools.field_runs import PLAYERS, Found, fewest, missing, play
from tools.games import FLOOR, LIMITED, PLAIN, entrants, heuristics, slow_ones

ROWS = 11  # lines of a heuristic: three tables of each number of players, and two more


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """Return a small field: as few blocks as all can sit down in, slow strategies left out."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tools.field_runs.slow_ones", tuple)
        return play(tmp_path_factory.mktemp("field"), 1, fewest())


@pytest.mark.parametrize("file", field_lists.FILES)
def test_a_new_strategy_joins_every_list_of_the_field(file: str) -> None:
    """It comes last of the field, before those whom the field meets. All others keep their places."""
    before = (field_lists.ROOT / file).read_text(encoding="utf-8")
    after = field_lists.joined(before, (*heuristics(), "newcomer"))
    assert field_lists.joined(after, heuristics()) == before != after
    listed = [entry["use"] for entry in tomllib.loads(after)["strategies"]]
    field = [name for name in listed if name not in field_lists.BESIDE]
    assert field[-1] == "newcomer" and listed[: len(field)] == field


@pytest.mark.parametrize("players", PLAYERS)
def test_the_field_is_whatever_is_shipped(players: int) -> None:
    """At least 20,000 games in line-ups drawn at random, on a deal of its own for each block."""
    assert missing(f"field-{players}") == []
    design = configs.load(f"field-{players}").design
    assert design.kind == "random" and design.deals == "per-matchup" and design.players == (players,)
    assert design.blocks * players >= 20_000


def test_every_heuristic_meets_random_and_greedy() -> None:
    """They are found, not listed; only the limited ones are declared, and those exist."""
    assert len(heuristics()) >= 10 and set(LIMITED) <= set(heuristics())
    assert {FLOOR, PLAIN, *heuristics()} == set(entrants())
    floor, duels = configs.load("field-random"), configs.load("field-duels")
    assert set(floor.design.focal) == {*heuristics(), PLAIN}
    assert {entry.use for entry in floor.strategies} == set(entrants())
    assert {entry.use for entry in duels.strategies} == {*heuristics(), PLAIN}


@pytest.mark.slow
def test_the_command_prints_a_small_page(
    found: Found, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Claims with verdicts, every strategy in every table, every heading; nothing is written."""
    asked: list[object] = []

    def played(folder: Path, workers: int | None, blocks: int | None) -> Found:
        asked.extend((workers, blocks))
        return found

    monkeypatch.setattr(field_page, "play", played)
    monkeypatch.setattr(field_page, "PICTURED", 0)
    assert field_page.main(["30", "--workers", "1"]) == 0 and asked == [1, 30]
    page = capsys.readouterr().out
    assert page.startswith("# The field\n")
    for title in (
        "Claims",
        "3 players",
        "4 players",
        "5 players",
        "At tables of random",
        "Duels with greedy",
    ):
        assert f"\n## {title}\n" in page
    for name in heuristics():
        assert len(re.findall(rf"^\| {name} \|", page, re.MULTILINE)) >= ROWS, name
    assert not re.search(r"\b([Nn]a[Nn]|inf|None)\b", page)


@pytest.mark.slow
def test_every_game_counts(found: Found) -> None:
    """As many games as the designs say, none void."""
    focal = 12 * (len(heuristics()) + 1)
    assert sum(one.games for one in found.runs) == fewest() * (12 + focal + 2 * len(heuristics()))
    assert [one.void for one in found.runs] == [0] * 5


def test_what_cannot_be_played_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Blocks too few for all to sit down, and a configuration that lacks a strategy."""
    with pytest.raises(SystemExit):
        field_page.main(["1"])
    assert "are too few for all strategies" in capsys.readouterr().err
    monkeypatch.setattr(field_page, "missing", lambda name: ["newcomer"])
    assert field_page.main(["30"]) == 2
    assert "configs/field-3.toml differs from what is shipped: newcomer" in capsys.readouterr().err


def test_the_page_in_the_repository_is_of_this_field() -> None:
    """`make field` writes it again; its pictures lie beside it."""
    page = field_page.PAGE.read_text(encoding="utf-8")
    for name in heuristics():
        assert len(re.findall(rf"^\| {name} \|", page, re.MULTILINE)) >= ROWS, name
    for name in slow_ones():
        assert f"\n## {name.capitalize()} among copies of" in page
    pictures = re.findall(r"\(figures/([\w-]+\.svg)\)", page)
    folder = field_page.PAGE.parent / "figures"
    assert pictures and {path.name for path in folder.glob("field-k*.svg")} == set(pictures)


def share(value: float, half: float) -> Estimate:
    """Return a share with an interval so wide."""
    return Estimate(value, value - half, value + half, half / 2, 100, 50)


def test_verdicts() -> None:
    """The value decides, the interval says whether beyond doubt; without an interval nothing is."""
    assert verdict(share(0.97, 0.01), 0.95) == PASS
    assert verdict(share(0.955, 0.01), 0.95) == ROUGHLY
    assert verdict(share(0.945, 0.01), 0.95) == NEARLY
    assert verdict(share(0.9, 0.01), 0.95) == FAIL
    assert verdict(Estimate(1.0, entries=4, deals=1), 0.95) == ROUGHLY
    assert [better(share(value, 0.02), 0.5) for value in (0.53, 0.51, 0.47)] == [PASS, UNDECIDED, FAIL]
    assert better(Estimate(0.9, entries=2, deals=1), 0.5) == UNDECIDED
    assert worst([PASS, ROUGHLY]) == ROUGHLY and worst([PASS, FAIL, NEARLY]) == FAIL
    assert demanded("warlord") == 0.95 and demanded("pacifist") == 0.8


@pytest.mark.slow
def test_claims_follow_from_the_numbers(found: Found) -> None:
    """A claim for each demand; two heuristics that play the same fail the claim that they do not."""
    made = claims(found)
    assert len(made) == 7 and all(one.verdict in ORDER for one in made)
    assert found.best in made[2].claim
    profile = found.profiles[4]
    one, other = (profile.strategies.index(name) for name in ("forager", "warlord"))
    twins = tuple(
        tuple(row[one] if at == other else estimate for at, estimate in enumerate(row))
        for row in profile.means
    )
    same = replace(found, profiles={**found.profiles, 4: replace(profile, means=twins)})
    told = profile_claim(same)
    assert told.verdict == FAIL and "“forager” and “warlord” with 4 players" in told.told


@pytest.mark.slow
def test_who_answers_the_field_must_not_win_much_more_than_equals(found: Found) -> None:
    """At most eight points more; and no plan in it more than 1.4 times an equal share."""
    one = replace(found.answers[4], confirmed=share(0.30, 0.02))
    assert exploited_claim(replace(found, answers={4: one})).verdict == PASS
    for value, told in ((0.32, ROUGHLY), (0.34, NEARLY), (0.40, FAIL)):
        one = replace(one, confirmed=share(value, 0.02))
        assert exploited_claim(replace(found, answers={4: one})).verdict == told
    assert dominance_claim(found).verdict in (PASS, NEARLY, FAIL)
    level = {
        4: replace(
            found.fields[4], shares=[replace(r, share=share(0.25, 0.01)) for r in found.fields[4].shares]
        )
    }
    assert dominance_claim(replace(found, fields=level)).verdict == PASS
