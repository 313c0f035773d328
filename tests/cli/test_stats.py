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
EFFECTS, WINS, RESULTS = (str(EXAMPLES / name) for name in ("effects.csv", "wins.csv", "results.csv"))
Run = pytest.CaptureFixture[str]

KEYS = {
    "share 12 40 --against 0.25": "estimate wilson exact jeffreys p",
    "diff 12 40 9 41": "diff newcombe p",
    "counts 10,12,9,19": "chi2 p g g_p shares goodman w",
    "kshares 12/40 9/41 20/50": "chi2 p pairs",
    "mcnemar 8 19": "p",
    "fisher 8 2 1 5": "p odds_ratio ci",
    "cramer 10,20,30 6,9,17": "v v_corrected ci chi2 df p",
    "elo 89,123,76": "score score_ci logistic logistic_ci normalized normalized_ci los",
    "elo 34,54,63,64,75": "score score_ci logistic logistic_ci normalized normalized_ci los",
    "elo --score 0.55 --draws 0.3": "score logistic normalized",
    "elo --logistic -20": "score logistic normalized",
    "tost-share 260 1000 --against 0.25 --margin 0.04": "p ci90 shown",
    f"cochran {WINS}": "q p",
    "holm 0.01 0.04 0.03 0.005": "adjusted",
    "bh 0.01 0.04 0.03 0.005": "adjusted",
    "tost --diff 0.01 --se 0.02 --df 99 --margin 0.05": "p ci90 verdict",
    "alike 200 --reach 2 --margin 0.02": "share effect needed",
    "ratio --first 9 --second 10 --se-first 0.3 --se-second 0.4 --df 99 --correlation 0.5": "ratio ci90 ci95",
    f"predict {EFFECTS}": "mean mean_ci95 tau tau_ci95 prediction",
    "power share --p 0.25 --diff 0.02": "n",
    "power share --p 0.25 --diff 0.02 --n 2000": "power h power_h",
    "power two --p1 0.27 --p2 0.25": "n",
    "power two --p1 0.27 --p2 0.25 --n 4000 --n2 3000": "power h power_h",
    "power counts --w 0.1 --df 3": "n",
    "power tost --sd 0.5 --margin 0.05": "n",
    "power pairs --discordant 0.3 --diff 0.05": "n",
    "sprt --counts 10,20,15 --model normalized --h0 0 --h1 5": "llr lower upper decision",
    "sprt --counts 30,12 --model share --h0 0.25 --h1 0.3": "llr lower upper decision",
    "sprt --counts 3,9,20,12,4 --model logistic --h0 -1 --h1 1": "llr lower upper decision",
    "sprt-plan --model normalized --h0 0 --h1 5": "p_accept expected",
    "sprt-plan --model share --h0 0.2 --h1 0.3 --counts 9,3,5 --support 0,0.5,1": "p_accept expected",
    "cs 12 40 --n-opt 100": "lower upper",
    "anytime-counts 10,12,9,19 --k 20": "log_bayes_factor p",
    f"shrink {EFFECTS}": "mean tau2_dl tau2_pm shrunk",
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
    """docs/stats.md: every example runs and prints what the page says."""
    page = (stats_page.ROOT / "docs/stats.md").read_text(encoding="utf-8")
    assert page == stats_page.text()


def test_known_answers(capsys: Run) -> None:
    """A published or plain value through each kind of calculator."""
    found = answer(capsys, "diff 56 70 48 80")
    assert found["newcombe"] == pytest.approx([0.0524, 0.3339], abs=5e-5)
    assert answer(capsys, "share 81 263")["wilson"] == pytest.approx([0.2553, 0.3662], abs=5e-5)
    assert answer(capsys, "holm 0.01 0.04 0.03 0.005")["adjusted"] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert answer(capsys, "power pairs --discordant 0.5 --diff 0.4")["n"] == 23
    counts = answer(capsys, "counts 44,55,43,32,67,78")
    assert counts["goodman"][0] == pytest.approx([0.09468368, 0.1966413], abs=1e-6)
    assert sum(counts["shares"]) == pytest.approx(1)
    shrunk = answer(capsys, f"shrink {EFFECTS}")
    assert (shrunk["tau2_dl"], shrunk["tau2_pm"]) == pytest.approx((0.3088, 0.3181), abs=5e-5)
    assert len(shrunk["shrunk"]) == 13
    # fastchess' own tests: app/tests/elo_test.cpp
    assert answer(capsys, "elo 89,123,76")["normalized"] == pytest.approx(-20.76, abs=0.005)
    assert answer(capsys, "fisher 3 1 1 3")["p"] == pytest.approx(0.4857, abs=5e-5)  # the lady tasting tea
    llr = answer(capsys, "sprt --counts 365,16618,36229,16974,390 --model normalized --h0 0 --h1 2")["llr"]
    assert llr == pytest.approx(2.25, abs=0.005)


def test_pairs_are_named_by_position(capsys: Run) -> None:
    """From 1, in order, with the difference first minus second."""
    pairs = answer(capsys, "kshares 12/40 9/45 20/50")["pairs"]
    assert [(pair["a"], pair["b"]) for pair in pairs] == [(1, 2), (1, 3), (2, 3)]
    assert list(pairs[0]) == ["a", "b", "diff", "p", "holm"]
    assert pairs[0]["diff"] == pytest.approx(12 / 40 - 9 / 45)


def test_prospects_are_named_by_truth(capsys: Run) -> None:
    found = answer(capsys, "sprt-plan --model share --h0 0.25 --h1 0.3 --alpha 0.1 --beta 0.2")
    assert list(found["p_accept"]) == list(found["expected"]) == ["h0", "middle", "h1"]
    assert (found["p_accept"]["h0"], found["p_accept"]["h1"]) == pytest.approx((0.1, 0.8))


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
    for name in ("logistic", "normalized"):
        assert answer(capsys, f"elo --{name} {there[name]} --draws 0.25") == pytest.approx(there)


UNDEFINED = [
    ("share 0 0", "estimate", "no game was played"),
    ("share 3 9", "p", "--against"),
    ("diff 0 10 0 20", "p", "all games went the same way"),
    ("diff 0 0 1 5", "diff", "no game was played on one side"),
    ("counts 0,0,0", "chi2", "no game was counted"),
    ("kshares 0/9 0/8", "chi2", "nothing to test"),
    ("fisher 0 9 0 8", "p", "nothing to test"),
    ("fisher 5 0 0 5", "odds_ratio", "odds are infinite"),
    ("cramer 5,0 7,0", "v", "nothing to compare"),
    ("elo 0,0,0", "score", "no game was counted"),
    ("elo 0,5", "los", "all blocks have the same score"),
    ("elo --score 0.5 --draws 1", "normalized", "nothing varies"),
    ("tost-share 0 0 --against 0.2 --margin 0.1", "p", "no game was played"),
    ("tost --diff 0.01 --se 0 --df 9 --margin 0.05", "verdict", "nothing varied"),
    ("ratio --first 0 --second 1 --se-first 1 --se-second 1 --df 9", "ratio", "differ significantly from 0"),
    ("sprt --counts 0,0 --model share --h0 0.2 --h1 0.3", "llr", "no block has been counted"),
]


@pytest.mark.parametrize(("command", "key", "said"), UNDEFINED)
def test_what_is_undefined_is_null_with_a_reason(capsys: Run, command: str, key: str, said: str) -> None:
    """Exit code 0; the table says the reason too."""
    found = answer(capsys, command)
    assert found[key] is None and said in found["reason"]
    assert main.run(["stats", *command.split()]) == 0
    assert said in " ".join(capsys.readouterr().out.split())


def test_nothing_differs_anywhere(capsys: Run) -> None:
    """How many deals are alike is what counts, and an error of 0 does not say it."""
    found = answer(capsys, "tost --diff 0 --se 0 --df 9 --margin 0.05")
    assert found["verdict"] is None and "stats alike" in found["reason"]
    assert answer(capsys, "alike 149 --margin 0.02")["effect"] < 0.02
    assert answer(capsys, "mcnemar 0 0") == {"p": 1.0}
    assert answer(capsys, "cs 0 0") == {"lower": 0.0, "upper": 1.0}


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
    ("kshares 3/9", "two or more"),
    ("kshares 3/9 4", "not of the form W/N"),
    ("kshares 3/9 9/4", "more wins than games"),
    ("kshares 0/0 1/4", "N must be 1 or more"),
    ("mcnemar -1 3", "not between 0"),
    ("fisher 1 2 3", "Missing argument 'L2'"),
    ("fisher 9999999 1 1 1", "too many for an exact test"),
    ("cramer 1,2", "two or more"),
    ("cramer 1,2 1,2,3", "same number of counts"),
    ("cramer " + "1,2 " * 101, "101 rows are too many"),
    ("elo", "give either counts or one of"),
    ("elo 1,2 --score 0.5", "give either counts or one of"),
    ("elo 1,2,3,4", "neither single games"),
    ("elo 1,2,3 --draws 0.2", "counts already include the draws"),
    ("elo --score 0.9 --draws 0.5", "is not possible with"),
    ("elo --logistic 2001", "cannot be told from"),
    ("elo --normalized 10 --draws 1", "no other score"),
    ("tost-share 5 3 --against 0.2 --margin 0.1", "5 wins of 3 games"),
    ("tost-share 1 3 --against 0.2 --margin 0", "must be above 0"),
    ("holm", "Missing argument"),
    ("holm 0.5 1.2", "must lie between 0 and 1"),
    ("holm 0.5 -0.2", "must lie between 0 and 1"),
    ("bh inf", "not a finite number"),
    ("tost --diff 1 --se -1 --df 3 --margin 1", "must be 0 or more"),
    ("tost --diff 1 --se 1 --df 0.5 --margin 1", "must be 1 or more"),
    ("tost --diff inf --se 1 --df 3 --margin 1", "not a finite number"),
    ("tost --diff 1 --se 1 --df 3", "Missing option '--margin'"),
    ("alike 0", "must be 1 or more"),
    ("alike 10 --reach 0", "must be above 0"),
    (
        "ratio --first 9 --second 10 --se-first 0.3 --se-second 0.4 --df 99 --correlation 2",
        "between -1 and 1",
    ),
    (f"predict {WINS}", "effect"),
    ("power", "Missing command"),
    ("power shares", "'shares'"),
    ("power share --p 0.9 --diff 0.2", "not a share between 0 and 1"),
    ("power share --p 0.25 --diff 0", "too small"),
    ("power share --p 0 --diff 0.1", "strictly between 0 and 1"),
    ("power share --p 0.2 --diff 0.1 --power 0.01", "reached without data"),
    ("power share --p 0.25 --diff 0.02 --n 0", "must be 1 or more"),
    ("power two --p1 0.25 --p2 0.25", "too small"),
    ("power two --p1 0.25 --p2 0.3 --n2 5", "give --n too"),
    ("power counts --w 0 --df 3", "must be above 0"),
    ("power counts --w 0.1 --df 2.5", "not a whole number"),
    ("power counts --w 0.1 --df 99999", "more than 10,000"),
    ("power tost --sd 1 --margin 0.000001", "no run can show"),
    ("power tost --sd 1 --margin 1 --alpha 0.6 --power 0.9", "below 0.5"),
    ("power pairs --discordant 0.1 --diff 0.2", "cannot differ by 0.2"),
    ("sprt --counts 1,2,3 --model elo --h0 0 --h1 1", "'elo'"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 0.4", "must be above h0"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 1", "between the outer scores"),
    ("sprt --counts 1,2,3 --model share --h0 0.5 --h1 0.500001", "too close to h0"),
    ("sprt-plan --model normalized --h0 0 --h1 0.001", "too close to h0"),
    ("sprt --counts 1,2,3,4 --model normalized --h0 0 --h1 5", "5 (pairs), not 4"),
    ("sprt --counts 1,2,3 --model normalized --h0 0 --h1 5000", "cannot be tested"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,1", "2 scores for 3 counts"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,1,1", "must be in rising order"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --support 0,x,1", "'x' is not a number"),
    ("sprt --counts 1,2,3 --model share --h0 0.4 --h1 0.5 --alpha 0.6 --beta 0.6", "below 1"),
    ("sprt-plan --model share --h0 0.4 --h1 0.5 --support 0,0.5,1", "give --counts of a pilot"),
    ("sprt-plan --model share --h0 0.4 --h1 0.5 --counts 0,0,0", "has no block"),
    ("cs 5 3", "5 wins of 3 games"),
    ("cs 1 3 --n-opt 0", "must be 1 or more"),
    ("anytime-counts 1,2 --k 0", "must be above 0"),
    ("anytime-counts 1,2 --k -3", "must be above 0"),
    ("cochran nothing.csv", "no such file"),
    ("shrink nothing.csv", "no such file"),
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


FILES = {
    "empty": ("", "is empty"),
    "names alone": ("effect,variance\n", "no row under the names"),
    "other names": ("a,b\n1,2\n", "no column 'effect'"),
    "twice": ("effect,effect,variance\n1,1,2\n", "more than one column 'effect'"),
    "semicolons": ("effect;variance\n1;2\n", "no column 'effect'"),
    "word": ("effect,variance\n0.1,much\n", "line 2, column variance: 'much'"),
    "nan": ("effect,variance\n0.1,0.2\nnan,0.2\n", "line 3, column effect: 'nan'"),
    "inf": ("effect,variance\n0.1,inf\n", "'inf'"),
    "huge": ("effect,variance\n1e300,1\n", "10^12"),
    "formula": ("effect,variance\n=1+1,1\n", "not formulas"),
    "command": ("effect,variance\n@sum(1),1\n", "not formulas"),
    "zero variance": ("effect,variance\n0.1,0\n", "must be above 0"),
    "negative variance": ("effect,variance\n0.1,-2\n", "must be above 0"),
    "short": ("effect,variance\n0.1\n", "line 2 has 1 cells"),
    "long": ("effect,variance\n0.1,1,1\n", "line 2 has 3 cells"),
    "blank cell": ("effect,variance\n0.1,\n", "line 2, column variance: ''"),
    "escape": ("effect,variance\n\x1b[2J,1\n", "control character"),
    "zero byte": ("effect,variance\n0.1\0,1\n", "control character"),
    "open quote": ('effect,variance\n"0.1,1\n', "not a CSV file"),
    "long cell": ("effect,variance\n" + "1" * 200_000 + ",1\n", "not a CSV file"),
}


@pytest.mark.parametrize("case", FILES)
def test_a_bad_file_is_one_line_and_exit_2(capsys: Run, tmp_path: Path, case: str) -> None:
    """It names the file, the line, the column and what to do."""
    text, said = FILES[case]
    file = tmp_path / "effects.csv"
    file.write_text(text, encoding="utf-8", newline="")
    assert main.run(["stats", "shrink", str(file)]) == 2
    output = capsys.readouterr()
    assert said in output.err and "effects.csv" in output.err and output.out == ""
    assert output.err.count("\n") == 1 and "\x1b" not in output.err and len(output.err) < 500


def test_files_that_are_no_text(capsys: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders, devices, other encodings, and files that are too large."""
    from marchsim.cli.stats import files

    (tmp_path / "latin.csv").write_bytes("a,b\nJ\xe4,1\n".encode("latin-1"))
    (tmp_path / "large.csv").write_text("a,b\n1,0\n")
    monkeypatch.setattr(files, "LARGEST", 5)
    cases = {
        str(tmp_path): "a folder",
        "/dev/zero": "not a regular file",
        str(tmp_path / "large.csv"): "larger than",
    }
    for file, said in cases.items():
        assert main.run(["stats", "cochran", file]) == 2
        assert said in capsys.readouterr().err
    monkeypatch.setattr(files, "LARGEST", 5000)
    assert main.run(["stats", "cochran", str(tmp_path / "latin.csv")]) == 2
    assert "UTF-8" in capsys.readouterr().err


def test_cochran_with_and_without_names(capsys: Run, tmp_path: Path) -> None:
    """The first line may name the columns; other cells than 0 and 1 are named with their place."""
    (tmp_path / "a.csv").write_text("x,y,z\n1,0,1\n1,1,0\n0,0,1\n\n")
    (tmp_path / "b.csv").write_text("\ufeff1,0,1\r\n1,1,0\r\n0,0,1\r\n")
    (tmp_path / "c.csv").write_text("x,y\n1,2\n")
    (tmp_path / "d.csv").write_text("x\n1\n")
    (tmp_path / "e.csv").write_text("x,y\n1,1\n0,0\n")
    one, two = (answer(capsys, f"cochran {tmp_path / name}") for name in ("a.csv", "b.csv"))
    assert one == two and one["q"] == pytest.approx(2 / 3)
    assert answer(capsys, f"cochran {tmp_path / 'e.csv'}")["q"] is None
    for name, said in (("c.csv", "line 2, column y: '2'"), ("d.csv", "needs two columns")):
        assert main.run(["stats", "cochran", str(tmp_path / name)]) == 2
        assert said in capsys.readouterr().err


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
