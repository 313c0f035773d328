"""Reports of games won or lost together: their words, numbers and figures, mixed runs, ends and edges."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from marchsim.reporting.sections.design import warnings
from marchsim.runner import run
from tests import policies
from tests.analysis.planted import Planted, save
from tests.analysis.planted import manifest as planted_manifest
from tests.analysis.planted import written as planted_written
from tests.analysis.storms import FOUR, LEVELS, Storm, frames, joined, manifest, written
from tests.conftest import without_drawing
from tests.reporting.test_hostile import NAMES
from tests.reporting.test_report import Page, every_panel, sane

pytestmark = pytest.mark.made(slow=True)
AGAINST_EACH_OTHER = re.compile(
    r"all equal|share of wins|wins? equally often|first_seat|starting seat|joint winners|1/k|mean rank", re.I
)


def report(tmp_path: Path, *plans: Storm) -> dict[str, Any]:
    """Return the JSON of the report of one or several plans, checked for values that are none."""
    every_panel(save(tmp_path / "run", *joined(*plans)), tmp_path / "out")
    return sane(tmp_path / "out")


def words(data: dict[str, Any]) -> str:
    """Return every sentence of a report."""
    blocks = [block for section in data["sections"] for block in section["blocks"]]
    told = [block.get("text", "") for block in blocks] + [i for b in blocks for i in b.get("items", [])]
    notes = [table["note"] for table in data["tables"].values()]
    alts = [figure["alt"] for figure in data["figures"].values()]
    return "\n".join([*data["summary"], *data["notices"], *told, *notes, *alts])


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The report of three variants at one and two players."""
    place = tmp_path_factory.mktemp("together")
    with without_drawing():
        return report(place, *[Storm(FOUR, LEVELS, players=k, blocks=30) for k in (1, 2)])


def test_nothing_is_said_of_players_against_each_other(data: dict[str, Any]) -> None:
    """No 1/k line, no share of wins, no seats, no pairs of players; the opponent's name is everywhere."""
    assert not AGAINST_EACH_OTHER.search(words(data))
    assert not [s for s in data["sections"] if s["title"] in ("Seats", "Who wins", "Overview")]
    assert [section["title"] for section in data["sections"][:2]] == ["Verdicts", "Against the Storm"]
    assert all("Storm" in sentence for sentence in data["summary"][:3])
    assert not [key for table in data["tables"].values() for key in table["rows"][0] if key == "rank"]


def test_the_numbers_are_those_of_the_games(tmp_path: Path) -> None:
    """Shares, margins and quantiles of every panel equal those of the recorded games."""
    plan = Storm(FOUR, LEVELS, players=2, blocks=12)
    told = report(tmp_path, plan)
    found = frames(plan, 3)["games"]
    for place, row in enumerate(told["tables"]["o1-share-table"]["rows"]):
        rows = found.filter(pl.col("variant") == list(LEVELS)[place])
        assert row["won"] == rows.filter(pl.col("margin") >= 0).height and row["n_games"] == rows.height
        assert row["share"] == pytest.approx(row["won"] / row["n_games"])
        assert row["interval"][0] < row["share"] < row["interval"][1]
        assert row["margin"] == pytest.approx(rows["margin"].mean())
        spread = told["tables"][f"p{place + 1}-k2-spreads"]["rows"][0]
        assert spread["q50"] == rows["margin"].quantile(0.5, "nearest")
        assert (spread["low"], spread["high"]) == (rows["margin"].min(), rows["margin"].max())


def test_variants_and_players_stand_beside_each_other(data: dict[str, Any]) -> None:
    """A group of bars for each number of players, a strip for each panel, one table of both, and verdicts."""
    assert {"o1-shares", "o1-margins"} <= set(data["figures"])
    assert len(data["tables"]["o1-share-table"]["rows"]) == 6
    judged = [one for one in data["verdicts"] if one["question"] == "variants"]
    assert len(judged) == 6 and all(one["family"]["tests"] == 6 for one in judged)
    assert "MOVER" in words(data)


def test_each_panel_has_strategies_margins_scores_length_and_profile(data: dict[str, Any]) -> None:
    """With the interval of every strategy, its line-ups where they are mixed, and the ways of ending."""
    titles = [section["title"] for section in data["sections"] if section["id"].startswith("p3")]
    assert titles == [
        "1 player, rules “normal”",
        "Which strategies win",
        "Margins",
        "Scores",
        "Length of games",
        "What strategies did",
    ]
    members = data["tables"]["p4-k2-members"]["rows"]
    assert {row["strategy"] for row in members} == set(FOUR)
    assert all(row["interval"][0] <= row["share"] <= row["interval"][1] for row in members)
    assert [row["share"] for row in members] == sorted((row["share"] for row in members), reverse=True)
    assert len(data["tables"]["p4-k2-line-ups"]["rows"]) == 6 and "p3-k1-line-ups" not in data["tables"]
    endings = [row["ending"] for row in data["tables"]["p4-k2-endings"]["rows"]]
    assert endings == ["decided by players", "decided by storm"]
    assert "that games with each strategy are won equally often (exploratory): " in words(data)


def test_one_panel_needs_no_comparison(tmp_path: Path) -> None:
    """One variant at one number of players: no group of bars, one sentence."""
    told = report(tmp_path, Storm({"x": 0.0}, players=1, blocks=60))
    assert "o1-shares" not in told["figures"]
    assert re.match(r"Games won: The player wins \d+ of 100 games against the Storm", told["summary"][0])
    short = r"1 player: The player won \d+\.\d % \(.*\) of 60 games against the Storm; "
    assert any(re.match(short, sentence) for sentence in told["summary"])
    assert [row["what"] for row in told["tables"]["p1-k1-spreads"]["rows"]] == [
        "margin", "score of the Storm", "the player's score",
    ]  # fmt: skip
    assert "p1-k1-forest" not in told["figures"]


@pytest.mark.made
@pytest.mark.parametrize(("difficulty", "said"), [(99.0, "won 0.0 % (0.0 to"), (-99.0, "won 100.0 % (9")])
def test_all_lost_and_all_won(tmp_path: Path, difficulty: float, said: str) -> None:
    """Exact intervals, words instead of tests, and margins that still tell strategies apart."""
    told = report(tmp_path, Storm(FOUR, {"a": difficulty, "b": difficulty + 3}, players=2, blocks=10))
    assert said in words(told) and "the mean margin was best with “defender”" in words(told)
    assert "not tested: every game was " in words(told)
    (judged,) = (one for one in told["verdicts"] if one["question"] == "variants")
    assert judged["chip"] in ("grey", "green") and judged["estimate"] == 0
    assert "are not compared" not in words(told)


@pytest.mark.made
def test_variants_with_few_deals_are_said_not_to_be_compared(tmp_path: Path) -> None:
    """Under 30 deals in common there is no verdict on variants, and the section says so."""
    told = report(tmp_path, Storm(FOUR, {"a": 0.0, "b": 3.0}, players=2, blocks=4))
    assert not [one for one in told["verdicts"] if one["question"] == "variants"]
    assert "Variants with under 30 deals are not compared" in words(told)


@pytest.mark.made
def test_all_void_and_some_void(tmp_path: Path) -> None:
    """Void games are counted apart, and greyed rows give both bounds."""
    some = Storm(FOUR, {"a": 0.0}, players=2, blocks=10, void={0: "error"})
    told = report(tmp_path / "some", some)
    row = told["tables"]["o1-share-table"]["rows"][0]
    assert row["void_games"] == 1 and row["bounds"][0] <= row["share"] <= row["bounds"][1]
    assert sum(row["void_games"] for row in told["tables"]["p1-k2-members"]["rows"]) == 2
    every = Storm({"x": 0.0}, {"a": 0.0}, kind="mirror", blocks=2, void=dict.fromkeys(range(4), "time"))
    told = report(tmp_path / "all", every)
    assert told["n_games"] == 0 and "No game counts" in " ".join(told["summary"])
    assert told["tables"]["o1-share-table"]["rows"][0]["bounds"] == [0, 1]


def test_a_mixed_run_is_not_mixed(tmp_path: Path) -> None:
    """Games against each other come first with their 1/k; those against an opponent stand apart."""
    plan = Storm(FOUR, LEVELS, players=4, blocks=40, apart=("duel", "brawl"))
    every_panel(written(tmp_path / "run", plan), tmp_path / "out")
    told = sane(tmp_path / "out")
    top = [section["title"] for section in told["sections"] if section["level"] == 2]
    assert top[1:5] == [
        "Overview",
        "4 players, rules “duel”",
        "4 players, rules “brawl”",
        "Against the Storm",
    ]
    assert top[5:8] == [f"4 players against the Storm, rules “{name}”" for name in LEVELS]
    assert "This holds for rules “easy”, “normal” and “hard” alone" in words(told)
    overview = told["tables"]["overview"]["columns"]
    assert [c["heading"] for c in overview if c["kind"] == "percent"] == top[2:4]
    assert len(told["tables"]["o1-share-table"]["rows"]) == 3
    for row in told["tables"]["p1-k4-shares"]["rows"]:
        assert row["entries"] == 160
    assert sum(row["share"] for row in told["tables"]["p1-k4-shares"]["rows"]) == pytest.approx(1)
    assert told["n_games"] == 5 * 160
    short = [sentence for sentence in told["summary"] if sentence.startswith("4 players")]
    assert "all equal would be 25.0 %" in short[0] and "all equal" not in short[2]


def test_two_opponents_are_two_sections(tmp_path: Path) -> None:
    """Each opponent has shares and panels of its own."""
    plan = Storm(FOUR, LEVELS, players=2, blocks=8)
    about = manifest(plan)
    about["variants"][2]["opponent"] = "the Tide"
    every_panel(save(tmp_path / "run", about, frames(plan)), tmp_path / "out")
    told = sane(tmp_path / "out")
    top = [section["title"] for section in told["sections"] if section["level"] == 2]
    assert top[1] == "Against the Storm" and top[4:6] == [
        "Against the Tide", "2 players against the Tide, rules “hard”",
    ]  # fmt: skip


def test_warnings_stand_at_the_head(tmp_path: Path) -> None:
    """Each warning once, with the variants it concerns; one variant alone needs no name."""
    plan = Storm(FOUR, LEVELS, players=2, blocks=2)
    about = manifest(plan)
    about["variants"][0]["warnings"] = ["not recommended for two"]
    about["variants"][2]["warnings"] = ["not recommended for two", "<b>long</b>"]
    every_panel(save(tmp_path / "run", about, frames(plan)), tmp_path / "out")
    told = sane(tmp_path / "out")
    assert told["notices"][1:] == [
        "Rules “easy” and “hard”: not recommended for two", "Rules “hard”: <b>long</b>",
    ]  # fmt: skip
    assert "&lt;b&gt;long&lt;/b&gt;" in (tmp_path / "out" / "report.html").read_text("utf-8")
    one = planted_manifest(Planted({"a": 1.0}, blocks=1))
    for found, expected in ((["take care"], ["take care"]), (None, []), ("x", []), (3, []), ({"a": 1}, [])):
        one["variants"][0]["warnings"] = found
        assert [notice.text for notice in warnings(one)] == expected


@pytest.mark.drawn(slow=True)
@pytest.mark.parametrize(
    "opponent", [NAMES[0], *(pytest.param(name, marks=pytest.mark.slow) for name in (NAMES[5], NAMES[8]))]
)
def test_the_opponents_name_does_no_harm(tmp_path: Path, opponent: str) -> None:
    """A name in a manifest is shown as it is, as text only."""
    plan = Storm(dict(zip(NAMES[:3], (0.0, 1.0, 2.0), strict=True)), {NAMES[3]: 0.0, NAMES[4]: 1.0}, blocks=4)
    plan.opponent = opponent
    every_panel(written(tmp_path / "run", plan), tmp_path / "out")
    page = Page((tmp_path / "out" / "report.html").read_text("utf-8"))
    assert not {"script", "img", "b", "i"} & set(page.tags)
    assert not [attribute for attribute in page.attributes if attribute.startswith("on")]
    json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))


def test_one_player_without_an_opponent(tmp_path: Path) -> None:
    """Scores are compared, and neither seats nor pairs nor shares of wins are shown."""
    plan = Planted(dict.fromkeys("abc", 1.0), players=1, blocks=40)
    every_panel(planted_written(tmp_path / "run", plan), tmp_path / "out")
    told = sane(tmp_path / "out")
    said = "1 player: One player alone always wins, so only scores say anything: “"
    assert any(sentence.startswith(said) for sentence in told["summary"])
    assert "Who scores most" in [section["title"] for section in told["sections"]]
    assert not [s for s in told["sections"] if s["title"] == "Seats"] and "p1-k1-pairs" not in told["tables"]
    assert set(told["tables"]["p1-k1-shares"]["rows"][0]) == {
        "strategy", "n_games", "n_deals", "score", "score_interval",
    }  # fmt: skip
    values = [row["score"] for row in told["tables"]["p1-k1-shares"]["rows"]]
    assert values == sorted(values, reverse=True)


def test_ways_of_deciding_add_up(tmp_path: Path) -> None:
    """Games with joint winners are counted once: the other ways are of the games with one winner."""
    plan = Planted(dict.fromkeys("abcd", 1.0), blocks=50, ties=0.3)
    every_panel(planted_written(tmp_path / "run", plan), tmp_path / "out")
    rows = sane(tmp_path / "out")["tables"]["p1-k4-endings"]["rows"]
    assert [row["ending"] for row in rows] == ["joint winners", "decided by score"]
    assert sum(row["n_games"] for row in rows) == 200 and rows[0]["n_games"] > 0


def test_no_line_breaks_before_a_per_cent_sign(tmp_path: Path) -> None:
    """On the page a number and its per cent sign hold together; Markdown and JSON have plain spaces."""
    every_panel(written(tmp_path / "run", Storm(FOUR, LEVELS, players=2, blocks=2)), tmp_path / "out")
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    shown = re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)
    assert re.search(r"\d\N{NO-BREAK SPACE}%", shown) and not re.search(r"\d %", shown)
    assert "\N{NO-BREAK SPACE}" not in (tmp_path / "out" / "report.md").read_text("utf-8")


def test_a_run_of_the_runner_is_reported(tmp_path: Path) -> None:
    """Games that were really played against the Storm, with a strategy that fails now and then among them."""
    policies.register()
    policies.write(tmp_path, {**policies.STEADY, "moody": policies.MOODY})
    uses = "".join(f"[[strategies]]\nuse = '{name}.py'\n" for name in ("rester", "roller", "moody"))
    (tmp_path / "c.toml").write_text(
        "game = 'toy'\npreset = 'coop'\n[design]\nplayers = [1, 2]\nblocks = 40\n"
        f"{uses}[[variants]]\nname = 'mild'\nrules = {{ storm = 4 }}\n"
    )
    result = run(str(tmp_path / "c.toml"), tmp_path / "run", workers=1)
    every_panel(tmp_path / "run", tmp_path / "out")
    told = sane(tmp_path / "out")
    assert result.void_games > 0 and told["about"]["rules"][0]["name"] == "base"
    rows = {(row["panel"]): row for row in told["tables"]["o1-share-table"]["rows"]}
    assert list(rows) == [f"{k}, rules “{v}”" for v in ("base", "mild") for k in ("1 player", "2 players")]
    resting = next(r for r in told["tables"]["p1-k1-members"]["rows"] if r["strategy"] == "rester")
    assert resting["interval"][0] <= 0.3 <= resting["interval"][1]
    judged = [one for one in told["verdicts"] if one["question"] == "variants"]
    assert [one["chip"] for one in judged] == ["red", "red"]
    assert all("Clearly more games are won under “mild”" in one["sentence"] for one in judged)
