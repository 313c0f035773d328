"""How many blocks a question needs: the textbook's number from a pilot, its range, the power it gives."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats
from typer.testing import CliRunner

from marchsim.analysis.field.needs import Need, needs, questions
from marchsim.analysis.tournament import analyse
from marchsim.cli.main import app, run
from tests.analysis.planted import Planted, in_memory, written

FOUR = {"a": 2.0, "b": 1.0, "c": 1.0, "d": 0.5}


def of_kind(found: list[Need], kind: str) -> Need:
    """Return the one need of a kind."""
    (need,) = [need for need in found if need.question.kind == kind]
    return need


def test_the_number_is_the_textbooks() -> None:
    """n = ((z + z) SD / difference)^2 deals of the strategy or pair that varies most, in whole blocks."""
    run_ = in_memory(Planted(FOUR, blocks=150, luck=0.5))
    (found,) = analyse(run_)
    need = of_kind(needs(run_, 0.02), "a strategy's share from equal")
    se = max(row.share.se or 0.0 for row in found.shares)
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert need.question.se == pytest.approx(se)
    assert need.blocks == math.ceil(150 * (z * se / 0.02) ** 2)
    assert (need.games, need.deals) == (4 * need.blocks, need.blocks)
    assert need.low is not None and need.high is not None and need.low < need.blocks < need.high
    spread = stats.chi2(149).ppf(0.025)
    assert need.high == math.ceil(150 * (z * se / 0.02) ** 2 * 149 / spread)
    for kind, root in (("all 4 strategies equal, one off", 3.3019), ("all seats equal, one off", 3.3019)):
        of_all = of_kind(needs(run_, 0.02), kind)
        assert of_all.question.shares == 4 and of_all.question.se is not None
        assert of_all.blocks == math.ceil(150 * (root * of_all.question.se / 0.02) ** 2)
    pair = of_kind(needs(run_, 0.02), "two strategies")
    assert pair.question.se == pytest.approx(max(one.difference.se or 0.0 for one in found.pairs))
    strict = of_kind(needs(run_, 0.02), "two strategies, Holm over 6 pairs")
    ratio = (stats.norm.ppf(1 - 0.025 / 6) + stats.norm.ppf(0.8)) / z
    assert strict.blocks is not None and pair.blocks is not None
    assert strict.blocks / pair.blocks == pytest.approx(ratio**2, rel=0.01)


def test_more_power_smaller_differences_and_few_deals() -> None:
    """A half of the difference takes four times as much; a big one takes the 30 deals that tests ask for."""
    run_ = in_memory(Planted(FOUR, blocks=150))
    blocks = [
        need.blocks or 0
        for difference, power in ((0.02, 0.8), (0.01, 0.8), (0.02, 0.95), (0.5, 0.8))
        for need in [of_kind(needs(run_, difference, power), "two strategies")]
    ]
    assert blocks[1] == pytest.approx(4 * blocks[0], abs=4) and blocks[2] > blocks[0] and blocks[3] == 30


def test_variants_are_paired_by_deal() -> None:
    """The error between variants is that of paired differences; equal games need nothing and say so."""
    run_ = in_memory(Planted(FOUR, blocks=60, variants=("base", "other"), luck=1.0))
    kinds = [one.kind for one in questions(run_)]
    assert "a strategy's share between rules base and other" in kinds
    assert "the first seat's share between rules base and other" in kinds
    seats = of_kind(needs(run_, 0.02), "the first seat's share between rules base and other")
    frames = run_.frames
    first = frames["seats"].join(frames["games"].select("game", "deal", "variant"), on="game")
    wide = first.filter(first["seat"] == 0).pivot(
        "variant", index="deal", values="credit", aggregate_function="mean"
    )
    gap = (wide["base"] - wide["other"]).to_numpy()
    assert seats.question.se == pytest.approx(gap.std(ddof=1) / math.sqrt(60))
    assert seats.games == 8 * (seats.blocks or 0)


def test_what_does_not_vary_is_not_known() -> None:
    """One who wins everything, and one deal alone, give a reason and no number."""
    sure = in_memory(Planted({"sun": 1e12, "x": 1.0, "y": 1.0}, players=3, blocks=2, rotate=False))
    assert all(need.blocks is not None or need.reason for need in needs(sure, 0.02))
    alone = needs(in_memory(Planted(FOUR, blocks=1)), 0.02)
    assert alone and all(need.blocks is None and "one deal" in need.reason for need in alone)
    assert needs(in_memory(Planted(FOUR, blocks=1, void=dict.fromkeys(range(4), "error"))), 0.02) == []


def test_the_verb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Table and JSON hold the same numbers; wrong sizes, both or neither of pilot and CONFIG are told."""
    folder = written(tmp_path / "run", Planted(FOUR, blocks=60))
    told = CliRunner().invoke(app, ["plan", "--pilot", str(folder), "--detect", "3 %"])
    assert told.exit_code == 0 and "a seat's share from equal" in told.output
    shown = CliRunner().invoke(app, ["plan", "--pilot", str(folder), "--detect", "0.03", "--json"])
    data = json.loads(shown.output)
    assert data["schema"] == "marchsim.plan/1" and data["difference"] == 0.03 and data["games"] == 240
    assert [row["question"] for row in data["needs"]][:3] == [
        "a strategy's share from equal",
        "all 4 strategies equal, one off",
        "two strategies",
    ]
    assert all(f"{row['blocks']:,}" in told.output for row in data["needs"])
    for words in (
        ["plan"], ["plan", "demo", "--pilot", str(folder)], ["plan", "demo", "--detect", "two"],
        ["plan", "demo", "--detect", "200%"], ["plan", "demo", "--power", "1.5"],
        ["plan", "--pilot", str(folder), "--blocks", "9"],
        ["plan", "--pilot", str(folder), "--rules", "a.toml"],
    ):  # fmt: skip
        assert run(words) == 2
        assert "error" in capsys.readouterr().err
    void = Planted(FOUR, blocks=2, void=dict.fromkeys(range(8), "error"))
    assert run(["plan", "--pilot", str(written(tmp_path / "void", void))]) == 5


def test_hostile_names_in_a_pilot_are_shown_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Names of strategies, variants and runs neither steer a terminal nor break the JSON of a plan."""
    monkeypatch.chdir(tmp_path)
    names = ("<script>1</script>", "two\nlines\x1b[31m\u202e", "a | b `c`", "[red]x[/red] [/]")
    plan = Planted(dict.fromkeys(names, 1.0), players=3, blocks=40, kind="random", variants=names[1:3])
    written(tmp_path / "runs" / names[0].replace("/", "|"), plan, name=names[1])
    assert run(["plan", "--pilot", names[0].replace("/", "|")]) == 0
    told = capsys.readouterr().out
    assert "[red]x[/red]" in told or "<script>1</script>" in told or "a | b `c`" in told
    assert not {"\x1b", "\u202e"} & set(told)
    assert run(["plan", "--pilot", f"runs/{names[0].replace('/', '|')}", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["name"] == names[1] and {row["variant"] for row in data["needs"]} == set(names[1:3])


@pytest.mark.slow
def test_the_planned_blocks_give_the_wanted_power() -> None:
    """Two strategies as far apart as planned for are told apart in 142 to 178 of 200 runs (seeds 1-200)."""
    worth = {"a": 1.5, "b": 1.0, "c": 1.2, "d": 1.2}
    plan = Planted(worth, blocks=6000, luck=0.5)
    (big,) = analyse(in_memory(plan, seed=999))
    (pair,) = [one for one in big.pairs if (one.first, one.second) == ("a", "b")]
    difference = abs(pair.difference.value or 0.0)
    se = pair.difference.se or 0.0
    need = of_kind(
        needs(in_memory(Planted(worth, blocks=3000, luck=0.5), seed=998), difference), "two strategies"
    )
    assert need.blocks is not None
    z = stats.norm.ppf(0.975) + stats.norm.ppf(0.8)
    assert need.blocks == pytest.approx(6000 * (z * se / difference) ** 2, rel=0.2)
    found = 0
    for seed in range(1, 201):
        (result,) = analyse(in_memory(Planted(worth, blocks=need.blocks, luck=0.5), seed=seed))
        (one,) = [one for one in result.pairs if (one.first, one.second) == ("a", "b")]
        found += one.p is not None and one.p < 0.05
    assert 142 <= found <= 178, (found, need.blocks, np.round(difference, 4))
