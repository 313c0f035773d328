"""Toy strategies to be tuned: one whose best weights are known, and one whose weights change nothing.

With `rest_points = 0` a turn of rest is lost. `seeker` rests the oftener the further its `aim` is from BEST;
`idle` changes nothing. `drifter` rests in half of its turns whatever its weight, which only says in which.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl

from tests.policies import uses

BEST = 2.0
SEEKER = f"""
from tests.toy import ToyStrategy

class Seeker(ToyStrategy):
    weights = {{"aim": 0.0, "idle": 1.0}}

    def choose(self, view):
        return int(self.rng.random() < 0.4 * abs(self.weight("aim", view.round) - {BEST}))
"""
DRIFTER = """
from tests.toy import ToyStrategy

class Drifter(ToyStrategy):
    weights = {"aim": 0.0}

    def choose(self, view):
        return int((self.rng.random() + 0.37 * self.weight("aim", view.round)) % 1 < 0.5)
"""
ROLLER = """
from tests.toy import ToyStrategy

class Roller(ToyStrategy):
    pass
"""
CONFIG = """
name = "race"
game = "toy"
seed = {seed}
[rules]
rest_points = 0
[design]
players = {players}
blocks = 1
""" + uses("seeker.py", "drifter.py", "roller.py")


def written(folder: Path, seed: int = 5, players: str = "3") -> Path:
    """Write the strategies and the configuration `race.toml` into a folder and return its path."""
    for name, text in (("seeker", SEEKER), ("drifter", DRIFTER), ("roller", ROLLER)):
        (folder / f"{name}.py").write_text(text)
    path = folder / "race.toml"
    path.write_text(CONFIG.format(seed=seed, players=players))
    return path


def stumble(folder: Path) -> None:
    """Rewrite the drifter so that it fails in some games, which are void then."""
    failing = DRIFTER.replace("return int", "1 / int(self.rng.random() > 0.01)\n        return int")
    (folder / "drifter.py").write_text(failing)


def stored_voids(folder: Path) -> int:
    """Return the number of void games in the stored steps of a search."""
    return sum(int((pl.read_parquet(path)["void"] != "").sum()) for path in folder.rglob("step-*.parquet"))
