"""The calculators: exactly their keys, the library's numbers, and a sentence for whatever is wrong."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marchsim.cli import main
from tools import stats_page

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"
RESULTS = str(EXAMPLES / "results.csv")
Run = pytest.CaptureFixture[str]

KEYS = {
    "share 12 40 --against 0.25": "estimate wilson exact jeffreys p",
    "diff 12 40 9 41": "diff newcombe p",
    "counts 10,12,9,19": "chi2 p g g_p shares goodman w",
    "elo 89,123,76": "score score_ci logistic logistic_ci normalized normalized_ci los",
    "elo 34,54,63,64,75": "score score_ci logistic logistic_ci normalized normalized_ci los",
    "elo --score 0.55 --draws 0.3": "score logistic normalized",
    "elo --logistic -20": "score logistic normalized",
    "tost --diff 0.01 --se 0.02 --df 99 --margin 0.05": "p ci90 verdict",
    "power share --p 0.25 --diff 0.02": "n",
    "power share --p 0.25 --diff 0.02 --n 2000": "power h power_h",
    "power two --p1 0.27 --p2 0.25": "n",
    "power two --p1 0.27 --p2 0.25 --n 4000": "power h power_h",
    "power tost --sd 0.5 --margin 0.05": "n",
    "sprt --counts 10,20,15 --model normalized --h0 0 --h1 5": "llr lower upper decision",
    "sprt --counts 30,12 --model share --h0 0.25 --h1 0.3": "llr lower upper decision",
    "sprt --counts 3,9,20,12,4 --model logistic --h0 -1 --h1 1": "llr lower upper decision",
    f"rank {RESULTS}": "items log_worth worth se behind behind_ci ties log_likelihood",
    f"rank {RESULTS} --top1 --seat": (
        "items log_worth worth se behind behind_ci seats seat_se ties log_likelihood"
    ),
}


def answer(capsys: Run, command: str) -> dict[str, Any]:
    """Return what a calculator answers as JSON."""
    assert main.run(["stats", *command.split(), "--json"]) == 0, command
    found: dict[str, Any] = json.loads(capsys.readouterr().out, parse_constant=_no_constant)
    return found


def _no_constant(name: str) -> None:
    pytest.fail(f"JSON holds {name}")


@pytest.mark.parametrize("command", KEYS)
def test_json_has_exactly_its_keys(capsys: Run, command: str) -> None:
    """And nothing undefined where all is defined; the table has a line for each."""
    found = answer(capsys, command)
    assert list(found) == KEYS[command].split()
    assert main.run(["stats", *command.split()]) == 0
    output = capsys.readouterr()
    assert output.err == "" and output.out.count("\n") > 3 and "\x1b" not in output.out


def test_every_calculator_is_tested() -> None:
    """Whatever `marchsim stats --help` lists stands in the tests above and on the page."""
    from marchsim.cli.stats import app, powers

    named = {command.split()[0] for command in KEYS}
    assert named == {info.name for info in app.registered_commands} | {"power"}
    assert {command.split()[1] for command in KEYS if command.startswith("power")} == {
        info.name for info in powers.registered_commands
    }
    assert named == {section.name for section in stats_page.SECTIONS}


def test_the_page_is_what_the_examples_print() -> None:
    """docs/reference/stats.md: every example runs and prints what the page says."""
    page = (stats_page.ROOT / "docs/reference/stats.md").read_text(encoding="utf-8")
    assert page == stats_page.text()


def test_known_answers(capsys: Run) -> None:
    """A published or plain value through each kind of calculator."""
    found = answer(capsys, "diff 56 70 48 80")
    assert found["newcombe"] == pytest.approx([0.0524, 0.3339], abs=5e-5)
    assert answer(capsys, "share 81 263")["wilson"] == pytest.approx([0.2553, 0.3662], abs=5e-5)
    counts = answer(capsys, "counts 44,55,43,32,67,78")
    assert counts["goodman"][0] == pytest.approx([0.09468368, 0.1966413], abs=1e-6)
    assert sum(counts["shares"]) == pytest.approx(1)
    # fastchess' own tests: app/tests/elo_test.cpp
    assert answer(capsys, "elo 89,123,76")["normalized"] == pytest.approx(-20.76, abs=0.005)
    llr = answer(capsys, "sprt --counts 365,16618,36229,16974,390 --model normalized --h0 0 --h1 2")["llr"]
    assert llr == pytest.approx(2.25, abs=0.005)


def test_worths_have_mean_zero_and_sum_one(capsys: Run) -> None:
    """The first item's SE is 0; --top1 says something else than full orders."""
    full, top = answer(capsys, f"rank {RESULTS}"), answer(capsys, f"rank {RESULTS} --top1")
    assert math.fsum(full["log_worth"]) == pytest.approx(0, abs=1e-9)
    assert math.fsum(full["worth"]) == pytest.approx(1)
    assert full["se"][0] == 0 and full["items"] == sorted(full["items"])
    assert top["log_worth"] != full["log_worth"] and top["log_likelihood"] > full["log_likelihood"]


def test_elo_goes_there_and_back(capsys: Run) -> None:
    """Of a score, and of the Elo that it is, the same is said."""
    there = answer(capsys, "elo --score 0.6 --draws 0.25")
    assert answer(capsys, f"elo --logistic {there['logistic']} --draws 0.25") == pytest.approx(there)


UNDEFINED = [
    ("share 0 0", "estimate", "no game was played"),
    ("share 3 9", "p", "--against"),
    ("diff 0 10 0 20", "p", "all games went the same way"),
    ("diff 0 0 1 5", "diff", "no game was played on one side"),
    ("counts 0,0,0", "chi2", "no game was counted"),
    ("elo 0,0,0", "score", "no game was counted"),
    ("elo 0,5", "los", "all blocks have the same score"),
    ("elo --score 0.5 --draws 1", "normalized", "nothing varies"),
    ("tost --diff 0.01 --se 0 --df 9 --margin 0.05", "verdict", "nothing varied"),
    ("sprt --counts 0,0 --model share --h0 0.2 --h1 0.3", "llr", "no block has been counted"),
]


@pytest.mark.parametrize(("command", "key", "said"), UNDEFINED)
def test_what_is_undefined_is_null_with_a_reason(capsys: Run, command: str, key: str, said: str) -> None:
    """Exit code 0; the table says the reason too."""
    found = answer(capsys, command)
    assert found[key] is None and said in found["reason"]
    assert main.run(["stats", *command.split()]) == 0
    assert said in " ".join(capsys.readouterr().out.split())


BAD = [
    ("", "Missing command"),
    ("shares 1 2", "'shares'"),
    ("share", "Missing argument"),
    ("share 1", "Missing argument 'N'"),
    ("share 5 3", "5 wins of 3 games"),
    ("share -1 3", "'-1' is not between 0 and"),
    ("share 1.5 3", "'1.5' is not a whole number"),
    ("share 1e3 3000", "is not a whole number"),
    ("share x 3", "'x' is not a whole number"),
    ("share \u0661 3", "is not a whole number"),
    ("share 1_0 30", "is not a whole number"),
    (f"share 1 {'9' * 40}", "is not a whole number"),
    ("share 1 9999999999999", "not between 0 and 10^12"),
    ("share 1 3 4", "unexpected extra argument"),
    ("share 1 3 --agianst 0.3", "unexpected extra argument"),
    ("share 1 3 --against 1.5", "must lie between 0 and 1"),
    ("share 1 3 --against nan", "not a finite number"),
    ("diff 1 3 4 2", "4 wins of 2 games"),
    ("counts 5", "is one count"),
    ("counts 1,,3", "'' is not a whole number"),
    ("counts 1,-3", "not between 0"),
    ("counts " + ",".join("1" * 1001), "too many"),
    ("elo", "give either counts or one of"),
    ("elo 1,2 --score 0.5", "give either counts or one of"),
    ("elo 1,2,3,4", "neither single games"),
    ("elo 1,2,3 --draws 0.2", "counts already include the draws"),
    ("elo --score 0.9 --draws 0.5", "is not possible with"),
    ("elo --logistic 2001", "too close to 0 or 1"),
    ("tost --diff 1 --se -1 --df 3 --margin 1", "must be 0 or more"),
    ("tost --diff 1 --se 1 --df 0.5 --margin 1", "must be 1 or more"),
    ("tost --diff inf --se 1 --df 3 --margin 1", "not a finite number"),
    ("tost --diff 1 --se 1 --df 3", "Missing option '--margin'"),
    ("power", "Missing command"),
    ("power shares", "'shares'"),
    ("power share --p 0.9 --diff 0.2", "not a share between 0 and 1"),
    ("power share --p 0.25 --diff 0", "too small"),
    ("power share --p 0 --diff 0.1", "strictly between 0 and 1"),
    ("power share --p 0.2 --diff 0.1 --power 0.01", "reached without data"),
    ("power share --p 0.25 --diff 0.02 --n 0", "must be 1 or more"),
    ("power two --p1 0.25 --p2 0.25", "too small"),
    ("power tost --sd 1 --margin 0.000001", "no run can show"),
    ("sprt --counts 1,2,3 --model elo --h0 0 --h1 1", "'elo'"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 0.4", "must be above h0"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 1", "between the outer scores"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 0.500001", "too close to h0"),
    ("sprt --counts 1,2,3,4 --model normalized --h0 0 --h1 5", "5 (pairs), not 4"),
    ("sprt --counts 1,2,3 --model normalized --h0 0 --h1 5000", "cannot be tested"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,1", "2 scores for 3 counts"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,1,1", "must be in rising order"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,x,1", "'x' is not a number"),
    ("rank nothing.csv", "no such file"),
    ("rank nothing.csv --top2", "No such option"),
]


@pytest.mark.parametrize(("command", "said"), BAD)
def test_bad_input_is_one_line_and_exit_2(capsys: Run, command: str, said: str) -> None:
    """It names the argument, what is wrong, and where help is; nothing is on standard output."""
    assert main.run(["stats", *command.split()]) == 2
    output = capsys.readouterr()
    assert output.out == "" and said in output.err
    assert output.err.startswith("marchsim: error: ") and output.err.count("\n") == 1
    assert "Traceback" not in output.err and len(output.err) < 400


def test_rank_prints_what_seats_are_worth(capsys: Run) -> None:
    """With --seat the log effect of each seat, the first 0, as in the table; without it there is none."""
    found = answer(capsys, f"rank {RESULTS} --seat")
    assert found["seats"][0] == 0 and len(found["seats"]) == 3 and set(found["ties"]) == {"2"}
    assert main.run(["stats", "rank", str(RESULTS), "--seat"]) == 0
    shown = capsys.readouterr().out
    assert "Seats" in shown and all(f"{effect:.4f}" in shown for effect in found["seats"])
    assert "seats" not in answer(capsys, f"rank {RESULTS}")


def test_rank_names_who_cannot_be_ranked(capsys: Run, tmp_path: Path) -> None:
    """An undefeated strategy is no error: null, and a reason with its name."""
    (tmp_path / "r.csv").write_text("game,seat,strategy,rank\n1,0,ant,1\n1,1,bee,2\n")
    found = answer(capsys, f"rank {tmp_path / 'r.csv'}")
    assert found["items"] == ["ant", "bee"] and found["log_worth"] is None
    assert "ahead of ant" in found["reason"]


TEXTS = st.one_of(
    st.text(max_size=8),
    st.sampled_from(
        ["0", "1", "-1", "1e400", "nan", "inf", "0.5", "3/4", "1,2,3", "0,0", "--json", "-", "--"]
    ),
    st.integers(-5, 10**13).map(str),
    st.floats().map(str),
)
NAMES = sorted({command.split()[0] for command in KEYS} - {"power"})


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(NAMES), st.lists(TEXTS, max_size=4))
def test_whatever_is_typed_is_answered_or_refused(capsys: Run, name: str, words: list[str]) -> None:
    """Exit code 0 or 2, never a traceback, never NaN."""
    code = main.run(["stats", name, *words])
    output = capsys.readouterr()
    assert code in (0, 2), (name, words, output.err)
    assert (output.err == "") == (code == 0)
    assert (
        "nan" not in output.out.lower().split() and "NaN" not in output.out and "Infinity" not in output.out
    )
