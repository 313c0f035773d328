"""The field of Ant Wars bears a warrior written without knowledge of it (tests/antwars/outsider.py)."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import marchsim
from marchsim.runner import run
from tests.policies import uses
from tools.antgames import PLANS

WARRIOR = Path(__file__).parent / "outsider.py"
MOST = 1.4  # times an equal share, as for the plans themselves
CONFIG = """name = "outsider"
game = "antwars"
preset = "dealt"
seed = 9
[design]
kind = "gauntlet"
players = 4
blocks = 1
focal = ["warrior"]
[[strategies]]
use = "warrior.py"
"""


def test_the_warrior_is_short() -> None:
    """Two hundred lines, and nothing of the field's."""
    text = WARRIOR.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 200 and "players.army" not in text and "Plan" not in text


@pytest.mark.slow
@pytest.mark.skipif(not marchsim.MODE.compiled, reason="tournaments take long interpreted")
@pytest.mark.filterwarnings("ignore")
def test_it_wins_at_most_somewhat_more_than_its_share(tmp_path: Path) -> None:
    """Against each three plans, turned through all seats, of the games that are won."""
    (tmp_path / "warrior.py").write_text(WARRIOR.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "mine.toml").write_text(CONFIG + uses(*PLANS), encoding="utf-8")
    folder = run(str(tmp_path / "mine.toml"), tmp_path / "run").folder
    seats = folder.scan("seats").select(pl.col("strategy").cast(pl.String), "credit").collect()
    credit = seats.filter(pl.col("strategy") == "warrior")["credit"].drop_nulls()
    assert len(credit) > 100 and 4 * (credit.mean() or 0.0) <= MOST
