"""What a gate writes for other programs is read by them as it was meant, whatever names it holds."""

from __future__ import annotations

import json
import re
from pathlib import Path

import junitparser
import pytest

from marchsim import errors
from marchsim.reporting import gate as forms
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, PASSED, Case, Gated, Tier
from tests.gate.conftest import Gate

Capture = pytest.CaptureFixture[str]
NASTY = "a%b\r\n::error::x|<b>`*_[y](z), \x1b[31m\x00 ]]> & \"q\" 'p' @all"


def nasty(inconclusive: str = "fail", status: str = FAILED) -> Gated:
    """Return a gate whose every text is hostile."""
    case = Case(2, NASTY, status, NASTY, (NASTY, NASTY), NASTY, "", {"changed": True})
    good = Case(2, "fine", PASSED, "as it was")
    tier = Tier(2, 10, (case, good), 1.5, (NASTY,))
    return Gated(NASTY, NASTY, NASTY, "1", "same", inconclusive, (NASTY,), (NASTY,), {}, (tier,), NASTY)


def test_junit_is_read_by_another_parser(place: Path, gate: Gate) -> None:
    """A suite for each tier, a case for each thing, failures with the command that shows them."""
    assert gate("--rules", "rules.toml", "--junit", "gate.xml") == 3
    xml = junitparser.JUnitXml.fromfile("gate.xml")
    suites = {suite.name: suite for suite in xml}
    assert [name[:6] for name in suites] == ["tier 0", "tier 1", "tier 2"]
    assert xml.tests == sum(len(list(suite)) for suite in suites.values()) == 8
    (replay,) = suites["tier 1: fixed games played again"]
    (failure,) = replay.result
    assert isinstance(failure, junitparser.Failure)
    assert "see it: marchsim gate race.toml --baseline base.json --rules rules.toml --tiers 1" in failure.text
    assert suites["tier 0: laws and void games"].failures == 0
    assert xml.failures >= 1


@pytest.mark.parametrize("status", [FAILED, INCONCLUSIVE])
@pytest.mark.parametrize("inconclusive", ["fail", "pass"])
def test_junit_of_hostile_names_is_well_formed(tmp_path: Path, status: str, inconclusive: str) -> None:
    """What XML cannot hold is spelled out; what is let pass is skipped, not failed."""
    (tmp_path / "gate.xml").write_bytes(forms.junit(nasty(inconclusive, status)))
    xml = junitparser.JUnitXml.fromfile(str(tmp_path / "gate.xml"))
    (suite,) = xml
    first, second = suite
    assert "a%b" in first.name and "\\x1b" in first.name
    fails = status == FAILED or inconclusive == "fail"
    assert isinstance(first.result[0], junitparser.Failure if fails else junitparser.Skipped)
    assert suite.failures == int(fails) and suite.skipped == int(not fails)
    assert second.result == []


def test_an_empty_tier_is_a_case_of_its_own(gate: Gate) -> None:
    assert gate("--tiers", "2", "--seconds", "0", "--junit", "gate.xml") == 5
    (suite,) = junitparser.JUnitXml.fromfile("gate.xml")
    (case,) = suite
    assert "the budget was spent" in case.result[0].message


def test_annotations_are_one_line_and_cannot_command(
    gate: Gate, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name with line breaks and colons stays inside of its annotation."""
    for line in forms.github(nasty()):
        assert re.fullmatch(r"::error title=[^:,\r\n]*::[^\r\n]*", line), line
        assert "%25b%0D%0A" in line
    capsys.readouterr()
    assert gate("--rules", "rules.toml") == 3
    assert "::error" not in capsys.readouterr().out
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert gate("--rules", "rules.toml", "--tiers", "1") == 3
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("::error ")]
    assert "title=gate race%2C tier 1%3A replay with 3 players::" in line


def test_no_text_of_a_gate_is_a_command(capsys: Capture) -> None:
    """GitHub reads each line that begins with two colons; ours begin otherwise."""
    for line in forms.lines(nasty()):
        assert not errors.plain(line).lstrip().startswith("::")
        assert errors.plain(line).isprintable()


def test_the_summary_is_appended(gate: Gate, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To what is there; the same text as --markdown."""
    (place / "summary.md").write_text("before\n")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(place / "summary.md"))
    assert gate("--rules", "rules.toml", "--markdown", "gate.md") == 3
    written = (place / "gate.md").read_text()
    assert (place / "summary.md").read_text() == "before\n" + written
    assert "## Gate race: **failed**" in written and "rules rest_points: 2 -> 3" in written


def test_markdown_of_hostile_names_stays_text() -> None:
    """No tag, no link, no cell or line that a name has opened."""
    text = forms.markdown(nasty())
    outside = re.sub(r"(`{3,})text\n.*?\n\1", "", text, flags=re.DOTALL)
    outside = re.sub(r"(`+) .*? \1(?!`)", "", outside)
    assert not re.search(r"(?<!\\)[<>@&\[\]]", outside)
    rows = [line for line in outside.splitlines() if line.startswith("|")]
    assert all(len(re.findall(r"(?<!\\)\|", row)) == 4 for row in rows)
    assert "\x1b" not in text and "\x00" not in text


def test_json_has_a_schema_and_every_number(gate: Gate) -> None:
    assert gate("--rules", "rules.toml", "--json", "gate.json") == 3
    data = json.loads(Path("gate.json").read_text())
    assert (data["kind"], data["schema"], data["exit_code"]) == ("marchsim gate", 1, 3)
    assert [tier["tier"] for tier in data["tiers"]] == [0, 1, 2]
    replay = data["tiers"][1]["cases"][0]["numbers"]
    assert replay["games"] == 20 and 0 < replay["differing"] <= 20
    spread = next(c["numbers"] for c in data["tiers"][2]["cases"] if c["numbers"]["metric"] == "spread")
    assert set(spread) >= {"then", "now", "difference", "ci95", "ci90", "holm", "margin", "verdict"}
    assert spread["ci95"][0] < spread["difference"] < spread["ci95"][1]


def test_targets_and_directions_are_told(place: Path, gate: Gate, capsys: Capture) -> None:
    """A change that leads nearer to a target is an improvement, one that leads away a regression."""
    assert gate("--tiers", "2", "--json", "gate.json") == 0
    cases = json.loads(Path("gate.json").read_text())["tiers"][0]["cases"]
    now = next(case["numbers"]["now"] for case in cases if case["numbers"]["metric"] == "spread")
    (place / "rules.toml").write_text("[rules]\nrest_points = 6\n")
    config = (place / "race.toml").read_text()
    for value, word in ((now, "regression"), (now + 50, "improvement")):
        target = f"[targets]\nspread = {{ value = {value}, tolerance = 1.0 }}\n"
        (place / "race.toml").write_text(config + target)
        assert gate("--tiers", "2", "--rules", "rules.toml") == 3
        out = capsys.readouterr().out
        assert f"[{word}]" in out and f"1 {word}," in out and "missed" in out
