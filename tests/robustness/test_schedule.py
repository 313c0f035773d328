"""Looks of a study that is made again for more draws: parts of the error, and labels at a known truth."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from marchsim.analysis.robustness.judging import (
    ERROR,
    HOLDS,
    EstimatesByDraw,
    LabelRules,
    Stated,
    decided,
    judged,
)
from marchsim.errors import StateMismatch
from marchsim.studies.sensitivity.preparation import calls, grid, schedule, words
from tests.robustness.worlds import world

MANY = [100, 120, 150, 180, 220, 270, 330, 400, 480, 600, 750, 900]  # draws of calls, one after the other


def test_the_first_call_has_all_of_the_error_and_the_others_share_it_once_more() -> None:
    """Looks of earlier calls stay; a call that adds none is none, and fewer draws see the first ones."""
    one, two = schedule([100], 100), schedule([100, 400], 400)
    assert [(look.draws, look.error) for look in one] == [(50, ERROR / 2), (100, ERROR / 2)]
    assert two[:2] == one and [look.draws for look in two] == [50, 100, 200, 400]
    assert [look.error for look in two[2:]] == pytest.approx([ERROR / 12] * 2)
    whole = schedule(MANY, MANY[-1])
    assert sum(look.error for look in whole if look.call == 1) == pytest.approx(ERROR)
    assert sum(look.error for look in whole if look.call > 1) < ERROR
    assert schedule([400, 100], 100) == schedule([400], 100)
    assert words(one, [100]) == "" and words(two, [100, 400]).startswith("Look 2 at this study, made before")


def test_a_folder_keeps_the_calls_that_were_shown(tmp_path: Path) -> None:
    """A study from before that ledger has had one call; one that cannot be read is an error."""
    assert calls(tmp_path, 100) == (100,)
    file = tmp_path / "sensitivity.json"
    file.write_text('{"draws_at_most": 100}')
    assert calls(tmp_path, 400) == (100, 400)
    file.write_text('{"draws_at_most": 400, "calls": [100, 400]}')
    assert calls(tmp_path, 100) == calls(tmp_path, 400) == (100, 400)
    for wrong in ('{"calls": 3}', '{"calls": [0]}', "[]"):
        file.write_text(wrong)
        with pytest.raises(StateMismatch, match="number of draws"):
            calls(tmp_path, 100)


def test_a_claim_at_the_limit_is_rarely_labelled_at_any_call() -> None:
    """Of 20,000 claims true in just 90 % of boxes 5 % at most hold at the first call, and at all others.

    Here 2.8 and 1.6 %. Before, each of a dozen calls had 5 % of its own, and 6.2 % held at some.
    """
    truth, worlds = 0.9, 20_000
    generator = np.random.default_rng(1)
    right = np.cumsum(generator.random((worlds, MANY[-1])) < truth, axis=1, dtype=np.int16)

    def p(draws: int) -> np.ndarray:
        return np.asarray(stats.binom.sf(np.arange(draws + 1) - 1, draws, truth))[right[:, draws - 1]]

    looks = schedule(MANY, MANY[-1])
    held = {look.draws: p(look.draws) <= look.error for look in looks}
    first = np.any([held[look.draws] for look in looks if look.call == 1], axis=0)
    later = np.any([held[look.draws] for look in looks if look.call > 1], axis=0)
    before = np.any([p(at) <= ERROR / len(grid(most)) for most in MANY for at in grid(most)], axis=0)
    most_wrong = stats.binom.isf(0.001, worlds, ERROR)
    assert first.sum() <= most_wrong and later.sum() <= most_wrong
    assert before.sum() > most_wrong


@pytest.mark.slow
def test_labels_of_a_study_made_again_err_in_their_part() -> None:
    """Of 200 studies at the limit, made for 100, 150, 220 and 330 draws, 5 % at most hold at a later call."""
    chance, wrong = np.random.default_rng(3), 0
    rules, made = LabelRules(), [100, 150, 220, 330]
    claim = Stated("above", 0.0, 0.5, None)
    for _ in range(200):
        whole = world(float(stats.norm.ppf(0.9)), 1.0, 0.25, made[-1], chance)
        for look in schedule(made, made[-1]):
            columns = (one[: look.draws] for one in (whole.means, whole.variances, whole.deals))
            part = EstimatesByDraw(tuple(range(look.draws)), *columns)
            cell = judged(part, claim, rules)
            assert cell is not None
            if look.call > 1 and decided([cell], look.error, rules, look.draws)[0].label == HOLDS:
                wrong += 1
                break
    assert wrong <= stats.binom.isf(0.001, 200, ERROR)
