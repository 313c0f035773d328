"""What a report knows of sensitivity studies: those of its own rules, whole ones only."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from marchsim.analysis.reading.source import Run
from marchsim.analysis.robustness.known import FILE, studies
from marchsim.errors import StateMismatch

RUN = cast(Run, SimpleNamespace(manifest={"variants": [{"fingerprint": "abc"}, {"fingerprint": "def"}]}))
SUPPORT = {"share": 0.97, "interval": [0.9, 1.0]}
CELL = {"mean": 0.27, "possible_values": [0.25, 0.29], "right": SUPPORT, "label": "holds"}
CELL["label_error"] = 0.01


def study(folder: Path, players: int = 4, mark: str = "abc", **more: Any) -> Path:
    """Write what a study leaves."""
    claim = {
        "text": "the first seat wins more than 25 %", "metric": "first-seat", "variant": "",
        "assumed": 0.28, "verdict": "holds", "populations": {"shipped": CELL},
    }  # fmt: skip
    data = {
        "rules_fingerprint": mark, "players": players, "draws": 100, "numbers": {"drawn": 414},
        "populations": ["shipped"], "claims": [claim | more],
    }  # fmt: skip
    folder.mkdir(parents=True)
    (folder / FILE).write_text(json.dumps(data))
    return folder


def test_studies_of_the_same_rules_are_found(tmp_path: Path) -> None:
    """In a folder of studies or as one; a study of other rules is none of this run."""
    study(tmp_path / "all" / "b", 5)
    study(tmp_path / "all" / "a", 3)
    study(tmp_path / "all" / "other", 3, "xyz")
    one = study(tmp_path / "one", 4, "def")
    found = studies(RUN, [tmp_path / "all", one, tmp_path / "nowhere"])
    assert [(each.players, each.place.name) for each in found] == [(3, "a"), (4, "one"), (5, "b")]
    assert [one.verdict for one in found[0].claims] == ["holds"]
    (cell,) = found[0].claims[0].cells
    assert (cell.population, cell.mean, cell.low, cell.high, cell.right) == (
        "shipped",
        0.27,
        0.25,
        0.29,
        0.97,
    )
    assert (cell.boxes, found[0].claims[0].line, found[0].claims[0].margin) == ((), 0.0, None)


def test_values_of_boxes_are_read_where_there_are_any(tmp_path: Path) -> None:
    """With what they are measured from, and within what margin nothing counts as changed."""
    more = {"populations": {"shipped": CELL | {"boxes": [0.25, 0.3]}}, "line": 0.25, "margin": 0.02}
    study(tmp_path / "a", **more)
    study(tmp_path / "b", **more, **{"is": "within"})
    above, within = (one.claims[0] for one in studies(RUN, [tmp_path]))
    assert (above.cells[0].boxes, above.line, above.margin) == ((0.25, 0.3), 0.25, None)
    assert within.margin == 0.02


def test_a_claim_that_others_tried_again_stands_once(tmp_path: Path) -> None:
    """With the columns of both; what the others leave open stays, what flips for them flips."""
    search = {"populations": {"search": CELL | {"label": "undecided"}}}
    study(tmp_path / "all" / "a")
    study(tmp_path / "all" / "b-search", verdict="undecided", **search)
    (found,) = studies(RUN, [tmp_path / "all"])
    assert [cell.population for cell in found.claims[0].cells] == ["shipped", "search"]
    assert found.claims[0].verdict == "holds"
    study(tmp_path / "more" / "a")
    study(tmp_path / "more" / "b-search", verdict="flips", **search)
    assert studies(RUN, [tmp_path / "more"])[0].claims[0].verdict == "flips"
    study(tmp_path / "all" / "c", verdict="undecided")
    assert [one.place.name for one in studies(RUN, [tmp_path / "all"])] == ["a", "c"]


def test_studies_on_a_page_share_their_error(tmp_path: Path) -> None:
    """A label that needs 4 % stands beside one other study's no more; an older study's stands alone only."""
    needs = {"populations": {"shipped": CELL | {"label_error": 0.04}}}
    old = {"populations": {"shipped": {key: told for key, told in CELL.items() if key != "label_error"}}}
    study(tmp_path / "needs", 3, **needs)
    study(tmp_path / "sure", 4)
    study(tmp_path / "old", 5, **old)

    def verdicts(*names: str) -> list[str]:
        found = studies(RUN, [tmp_path / name for name in names])
        assert all(one.claims[0].cells[0].label == one.claims[0].verdict for one in found)
        return [one.claims[0].verdict for one in found]

    assert verdicts("needs") == verdicts("old") == verdicts("sure") == ["holds"]
    assert verdicts("needs", "sure", "old") == ["undecided", "holds", "undecided"]


def test_claims_about_changes_of_other_runs_are_left_out(tmp_path: Path) -> None:
    """A run without that variant says nothing of it; with it, it does."""
    study(tmp_path / "all" / "a", variant="decree-4")
    assert studies(RUN, [tmp_path / "all"]) == []
    varied = SimpleNamespace(manifest={"variants": [{"fingerprint": "abc"}, {"name": "decree-4"}]})
    assert len(studies(cast(Run, varied), [tmp_path / "all"])) == 1


@pytest.mark.parametrize("broken", [{"verdict": "so so"}, {"populations": 7}, {"assumed": None}])
def test_a_study_that_is_not_whole_is_named(tmp_path: Path, broken: dict[str, Any]) -> None:
    folder = study(tmp_path / "one", **broken)
    with pytest.raises(StateMismatch, match=r"this is not a complete sensitivity study; make it"):
        studies(RUN, [folder])
