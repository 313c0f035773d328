"""The end of a run at a terminal: its numbers are those of the verdicts, its lines fit."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from marchsim.analysis.judging import findings
from marchsim.analysis.judging.findings import Findings
from marchsim.analysis.judging.run_verdicts import answered, verdicts
from marchsim.analysis.judging.verdict import GREY, RED, JudgedPart, Verdict
from marchsim.cli.main import run as command_line
from marchsim.recorder import RunFolder
from marchsim.reporting import terminal
from marchsim.reporting.terminal import lines, verdict_lines
from tests.analysis import storms
from tests.analysis.planted import MemoryRun, Planted, in_memory
from tests.analysis.storms import Storm
from tests.analysis.worlds import joined

FIVE = {"a": 4.0, "b": 2.0, "c": 1.0, "d": 1.0, "random": 0.05}
HERE = Path("runs/my run")


def told(run: MemoryRun) -> list[str]:
    return lines(Findings(run), HERE)


def with_baseline(run: MemoryRun) -> MemoryRun:
    run.manifest["strategies"] = [{"name": name, "use": name} for name in FIVE]
    return run


def counts(*players: int, blocks: int = 80, **more: Any) -> MemoryRun:
    """Return a run with several numbers of players."""
    return joined([Planted(FIVE, players=k, blocks=blocks, **more) for k in players])


def test_the_table_has_the_numbers_of_the_verdict() -> None:
    """Over all numbers of players those of the verdict, with each its own; without games of baselines."""
    run = with_baseline(counts(3, 4))
    what = Findings(run)
    (field,) = [one for one in what.verdicts if one.question == "strategies"]
    (table,) = what.standings
    assert [place.data() for place in table.places] == [row.data() for row in field.rows]
    assert table.players == (3, 4) and {place.name for place in table.places} == set("abcd")
    for place in table.places:
        parts = list(place.parts.values())
        assert place.estimate == pytest.approx(sum(part.value for part in parts if part.value) / 2)
        assert all(
            part.low < part.value < part.high for part in parts if part.low and part.value and part.high
        )
    said = told(run)
    first = field.rows[0]
    half = (first.high - first.low) / 2 if first.high and first.low else 0.0
    assert " ".join(said[0].split()) == "wins where 100 are fair all 3 players 4 players seats"
    assert said[2].startswith(f"   1  {first.name}") and f" {first.estimate:.0f} ± {half:.0f} " in said[2]
    assert any(line.startswith("  random, a baseline player, won ") for line in said)
    assert sum(place.seats for place in table.places) == 80 * (4 * 3 * 3 + 4 * 4)


def test_where_a_baseline_always_sat_nothing_is_measured() -> None:
    """With five of five players random sits in every game: that is said, and no number is given."""
    said = "\n".join(told(with_baseline(counts(4, 5))))
    assert "Not measured with 5 players: random sat in every game." in said
    assert " 5 players  " not in said
    alone = "\n".join(told(with_baseline(in_memory(Planted(FIVE, players=5)))))
    assert "wins where 100 are fair  " not in alone
    assert (alone.count("  Cannot tell yet  "), alone.count("  Not measured  ")) == (1, 2), alone


def test_few_deals_have_no_intervals() -> None:
    """Under 30 deals there are numbers without ±, and the verdicts say why."""
    said = "\n".join(told(in_memory(Planted({"a": 1.0, "b": 1.0, "c": 1.0}, players=3, blocks=5))))
    assert "±" not in said and "under 30" in said and "marchsim" not in said


def test_all_is_over_the_numbers_of_players_with_enough_deals() -> None:
    """Three players in 10 deals have a column of their own, and a line says that `all` leaves them out."""
    few, many = (
        Planted(dict.fromkeys("abc", 1.0), players=3, blocks=10),
        Planted(dict.fromkeys("abc", 1.0), players=2),
    )
    run = joined([few, many])
    (table,) = Findings(run).standings
    assert table.players == (2, 3) and table.pooled == (2,)
    assert all(place.estimate == place.parts[2].value for place in table.places if 2 in place.parts)
    assert "  In order of their wins with 2 players; else somebody sat in under 30 deals." in told(run)


def test_wins_over_all_numbers_of_players_are_those_of_none_alone() -> None:
    """They are the plain mean of the numbers, however many games each has, and so is the verdict's."""
    run = joined([Planted({**FIVE, "b": 6.0}, players=3, blocks=32), Planted(FIVE, blocks=40)])
    what = Findings(run)
    for place in what.standings[0].places:
        three, four = (part.value for part in place.parts.values() if part.value)
        assert place.estimate == pytest.approx((three + four) / 2)
        assert abs(three - four) > 1
    first = what.standings[0].places[0]
    (judged,) = (one for one in what.verdicts if one.question == "strategies" and len(one.players) == 2)
    assert judged.estimate == pytest.approx(first.estimate)


def test_what_is_open_names_the_blocks_that_would_tell() -> None:
    """The command is for the whole run, in proportion to the games that count, and quotes the folder."""
    run = in_memory(Planted(dict.fromkeys("abcd", 1.0), blocks=60), seed=3)
    run.manifest["plan"] = {"games": 240, "blocks": 60}
    blocks = max(-(-60 * one.needed // one.games) for one in Findings(run).verdicts if one.needed)
    assert told(run)[-1] == f"    marchsim runs extend 'runs/my run' --to {blocks}"
    assert "four of five such runs answer" in "\n".join(told(run))


def test_games_won_together_are_counted_for_each_rule_set() -> None:
    """One table of the base, a line for each rule set, and what they differ by."""
    run = storms.in_memory(Storm(storms.FOUR, storms.LEVELS, blocks=60))
    run.manifest["strategies"] = [{"name": name, "use": name} for name in storms.FOUR]
    what = Findings(run)
    assert [one.unit for one in what.standings] == ["games of 100"] * 3
    best = what.standings[0].places[0]
    assert best.name == "defender" and "random" not in {p.name for p in what.standings[0].places}
    said = "\n".join(told(run))
    assert said.count("games won of 100") == 1 and said.count("  Do the variants differ?  ") == 3
    assert all(f"  How often won, {rules}?  " in said for rules in storms.LEVELS)


def test_lines_fit_whatever_the_names() -> None:
    """Forty strategies with long names and letters that move the cursor: no line is over 80 wide."""
    names = {f"{'long-name-' * 9}{at}\x1b[2J": 1.0 for at in range(40)}
    run = in_memory(Planted(names, players=4, blocks=40, kind="random"))
    said = told(run)
    assert max(map(len, said)) <= terminal.WIDTH and not any("\x1b" in line for line in said)
    assert "      and 20 more" in said


def test_a_question_that_nobody_knows_appears() -> None:
    """With its own question, answer and numbers; one without numbers with its sentence."""
    new = Verdict("new", "base", (3, 4), RED, "It is so. More.", "points", 12.0, (8.0, 16.0))
    new = replace(new, asks="Is it new?", answer="Yes, clearly")
    other = replace(new, question="newer", chip=GREY, estimate=None, interval=None, answer="Cannot tell yet")
    assert verdict_lines([new, other], "base") == [
        "  Is it new?                     YES, CLEARLY     12 (8.0 to 16)",
        "  Is it new?                     Cannot tell yet  More.",
    ]


def test_only_the_words_of_verdicts_are_coloured() -> None:
    """The colour stands around the answer, and the columns stay."""
    verdicts = [answered(Verdict("seats", "base", (3,), RED, "", "", 120.0, (112.0, 128.0), 8.0))]
    (plain,), (painted,) = (
        verdict_lines(verdicts, "base", paint)
        for paint in (terminal.unpainted, lambda chip, word: f"<{chip}>{word}</>")
    )
    assert "<red>NO, CLEARLY</>" in painted and painted.replace("<red>", "").replace("</>", "") == plain


def test_many_rule_sets_are_counted() -> None:
    """Of 20 other rule sets it is said how often each answer was given, and who is meant if it is one."""
    one = Verdict("seats", "base", (3,), GREY, "", "", 120.0, (99.0, 128.0), 8.0)
    rest = [replace(one, rules=f"v{at}", chip=RED if at == 7 else GREY) for at in range(20)]
    assert verdict_lines([answered(each) for each in (one, *rest)], "base")[1:] == [
        "  Are the seats fair? Of 20 other rule sets: cannot tell yet (19), no, clearly",
        "    (1, v7).",
    ]


def test_nothing_recorded_says_nothing() -> None:
    run = in_memory(Planted({"a": 1.0, "b": 1.0}, players=2))
    run.frames = {name: frame.head(0) for name, frame in run.frames.items()}
    assert Findings(run).verdicts == Findings(run).standings == told(run) == []


def test_a_card_is_named_with_its_extra_wins() -> None:
    """The first one off, and how many others are how far off; marks are not counted."""
    rows = [
        JudgedPart(name, size, size - 5, size + 5, 90, chip, mark)
        for name, size, chip, mark in (
            ("Army Head", 60.0, RED, ""), ("Thin Air", -30.0, RED, ""), ("Moss", 3.0, "green", ""),
            ("Sand", 12.0, GREY, ""), ("Never", 90.0, "", "hardly played"),
        )
    ]  # fmt: skip
    card = Verdict(
        "cards", "base", (3,), RED, "", "", 60.0, (55.0, 65.0), 20.0, rows=tuple(rows), asks="Cards?"
    )
    assert " ".join(" ".join(verdict_lines([answered(card)], "base")).split()) == (
        "Cards? ONE IS Army Head +60 (55 to 65); others: 1 clearly, 1 fine, 1 cannot tell yet"
    )


def test_narrow_strategies_are_marked() -> None:
    """They stand in the table, named as limited on purpose, with few deals too."""
    for blocks in (5, 60):
        run = in_memory(Planted(FIVE, blocks=blocks))
        run.manifest["strategies"] = [{"name": n, "use": "x.py", "handicapped": n == "c"} for n in FIVE]
        said = told(run)
        assert sum("  c (handicapped) " in line for line in said) == 1
        assert "  Handicapped: limited on purpose, so not judged." in said


def test_of_many_games_cards_are_left_to_the_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """That is said, and other verdicts are the same: the question keeps its part of the error."""
    monkeypatch.chdir(tmp_path)
    assert command_line(["run", "field-4", "--blocks", "240", "--workers", "1", "--out", "run"]) == 0
    assert "Are some cards too strong?" in capsys.readouterr().out
    whole = [one for one in verdicts(RunFolder("run")) if one.question != "cards"]
    monkeypatch.setattr(findings, "MANY", 100)
    what = Findings(RunFolder("run"), quick=True)
    assert what.verdicts == whole and any(one.family for one in whole)
    assert f"  {terminal.CARDS_UNREAD}" in lines(what, Path("run"))


def test_the_data_of_an_ending_is_what_it_prints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`run --json` of a shipped configuration: one document, with the verdicts and places of the text."""
    words = ["run", "solo", "--blocks", "2", "--workers", "1", "--out", str(tmp_path / "run")]
    assert command_line([*words, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["schema"] == "marchsim.run/1" and data["games"] == data["played"] == 36
    assert data["next"] == f"marchsim report {tmp_path / 'run'}"
    assert {one["question"] for one in data["verdicts"]} >= {"won", "length"}
    names = [place["strategy"] for place in data["standings"][0]["places"]]
    assert command_line(words) == 0
    shown = capsys.readouterr().out
    assert [name for name in names if f"  {name} " in shown] == names
