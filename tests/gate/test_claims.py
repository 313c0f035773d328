"""Claims that a gate holds: a change that flips one fails, with the sentence; one without effect does not."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from marchsim.analysis.variants.verdicts import Paired
from marchsim.cli import main
from marchsim.recorder.claims import ABOVE, BELOW, WITHIN, Claim
from marchsim.recorder.metrics import Margin
from marchsim.studies.gate import judging
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, PASSED
from marchsim.studies.gate.preparation import PreparedGate
from tests.gate.conftest import Gate, write_config

Capture = pytest.CaptureFixture[str]
SPREAD = """metrics = ["spread"]
claims = ["nobody runs away"]
[[claims]]
text = "nobody runs away"
metric = "spread"
is = "{way}"
line = {line}
"""


def prepared(claim: Claim) -> PreparedGate:
    """Return what a gate of one claim is asked for."""
    configuration = SimpleNamespace(
        file="gate.toml", claims=(claim,), gating=SimpleNamespace(claims=(claim.metric,))
    )
    return cast(PreparedGate, SimpleNamespace(configuration=configuration, margin=lambda *_: Margin(1.0)))


def turns(then: float, now: float, deals: int = 400, seed: int = 1) -> Paired:
    """Return the turns of deals with these means, then and now."""
    noise = np.random.default_rng(seed).normal(0.0, 4.0, deals)
    noise -= noise.mean()
    return Paired("turns", 4, then + noise, now + noise)


@pytest.mark.parametrize(
    ("way", "then", "now", "deals", "said", "status"),
    [
        (BELOW, 48, 49, 400, "still true", PASSED),
        (BELOW, 48, 52, 400, "it flipped", FAILED),
        (ABOVE, 52, 48, 400, "it flipped", FAILED),
        ("", 52, 48, 400, "it flipped", FAILED),
        ("", 48, 52, 400, "it flipped", FAILED),
        (ABOVE, 52, 50.1, 400, "no longer sure", INCONCLUSIVE),
        (ABOVE, 50.1, 50.2, 400, "not sure, as before", PASSED),
        (ABOVE, 50.1, 48, 400, "it is false now", FAILED),
        (ABOVE, 48, 48, 400, "false, as before", PASSED),
        (ABOVE, 48, 52, 400, "true now", PASSED),
        (WITHIN, 50.2, 49.9, 400, "still true", PASSED),
        (WITHIN, 50.2, 52, 400, "it flipped", FAILED),
        (WITHIN, 50, 51.1, 400, "no longer sure", INCONCLUSIVE),
        (BELOW, 48, 52, 20, "not sure, as before", PASSED),
    ],
)
def test_what_becomes_of_a_claim(
    way: str, then: float, now: float, deals: int, said: str, status: str
) -> None:
    (case,) = judging.judged_claims(
        prepared(Claim("turns", way=way, line=50.0)), [turns(then, now, deals)], "marchsim gate again"
    )
    assert (case.status, case.summary.split(":")[0]) == (status, said)
    assert case.command == ("" if status == PASSED else "marchsim gate again")
    assert (f"(no interval with under {judging.FEW} deals)" in case.summary) == (deals < judging.FEW)


def test_a_share_that_is_the_same_in_all_deals_is_not_beyond_doubt() -> None:
    """Thirty deals without a win leave room for a share of some percent."""
    none = np.zeros(30)
    (case,) = judging.judged_claims(
        prepared(Claim("first-seat", way=BELOW, line=0.05)), [Paired("first-seat", 4, none, none)], ""
    )
    assert case.summary.startswith("not sure") and case.numbers["interval"][1] > 0.05


def test_a_claim_on_its_line_is_called_false_as_seldom_as_said() -> None:
    """Of 400 gates of two such claims at most 5 % may err: 99.9 % of tests like this see 36 or fewer."""
    wrong = 0
    for seed in range(400):
        chance = np.random.default_rng(seed)
        pairs = [Paired("turns", k, chance.normal(50, 4, 100), chance.normal(50, 4, 100)) for k in (3, 4)]
        cases = judging.judged_claims(prepared(Claim("turns", way=ABOVE, line=50.0)), pairs, "")
        wrong += any(case.numbers["verdict"] != judging.UNSURE for case in cases)
    assert wrong <= 36


def test_a_change_that_flips_a_claim_fails(place: Path, gate: Gate, capsys: Capture) -> None:
    """Resting for three points instead of two draws the toy's players apart, or together."""

    def spread(*rules: str) -> float:
        assert gate("--tiers", "2", *rules, "--json") in (0, 3, 4)
        cases = json.loads(capsys.readouterr().out)["tiers"][0]["cases"]
        return next(float(case["numbers"]["now"]) for case in cases if case["name"].startswith("spread"))

    capsys.readouterr()
    before, after = spread(), spread("--rules", "rules.toml")
    line, way = (before + after) / 2, "below" if before < after else "above"
    more = SPREAD.format(line=line, way=way)
    write_config(place, more=more, margins="{ spread = 100 }", blocks=100)
    (place / "base.json").unlink()
    assert main.run(["baseline", "create", "race.toml", "--out", "base.json", "--workers", "1"]) == 0
    assert gate("--tiers", "2") == 0
    assert gate("--tiers", "2", "--rules", "rules.toml") == 3
    out = capsys.readouterr().out
    assert 'passed: claim "nobody runs away", 3 players: still true' in out
    assert 'failed: claim "nobody runs away", 3 players: it flipped' in out


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        (
            '["nobody runs away"]',
            '["nobody walks away"]',
            "gate.claims: there is no claim 'nobody walks away'",
        ),
        ('metric = "spread"', 'metric = "turns"', "gate.claims: metric 'turns' is not among those compared"),
    ],
)
def test_what_cannot_be_held_is_refused(
    place: Path, capsys: Capture, old: str, new: str, sentence: str
) -> None:
    more = SPREAD.format(line=5, way="below").replace(old, new)
    write_config(place, more=more, margins="{ spread = 1 }")
    assert main.run(["gate", "race.toml", "--baseline", "base.json"]) == 2
    assert sentence in capsys.readouterr().err
