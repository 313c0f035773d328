"""The pages on configurations and run folders hold what they show."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from marchsim.recorder import RunFolder
from marchsim.runner import run
from marchsim.runner.configuration import config
from marchsim.runner.planning import plan

DOCS = Path(__file__).parents[2] / "docs"


def test_the_documented_configuration_can_be_played(tmp_path: Path) -> None:
    """The example of docs/reference/configuration.md is a configuration of the real game."""
    page = (DOCS / "reference/configuration.md").read_text(encoding="utf-8")
    block = re.search(r"```toml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    (tmp_path / "field.toml").write_text(block[1])
    found = plan.make(config.load(str(tmp_path / "field.toml")))
    assert [recipe.name for recipe in found.job.variants] == ["base", "decree-6"]
    assert found.schedule.total() == 200 * (3 + 4 + 5) * 2


def test_a_run_folder_is_read_with_one_line(place: Path) -> None:
    """The polars line of docs/reference/data.md reads what RunFolder reads."""
    page = (DOCS / "reference/data.md").read_text(encoding="utf-8")
    line = re.search(r"import polars; seats = (polars.*)\n", page)
    assert line is not None
    run("race.toml", "runs/demo", workers=1)
    seats = pl.read_parquet(re.findall(r'"(.*)"', line[1])[0])
    assert seats.equals(RunFolder("runs/demo").scan("seats").collect())


def test_the_real_game_has_equal_tables_however_it_is_played(place: Path) -> None:
    """March of the Ants itself: one worker or two, any chunks, several player counts: equal digests."""
    uses = "".join(f"[[strategies]]\nuse = '{name}'\n" for name in ("random", "first", "last"))
    (place / "march.toml").write_text(f"[design]\nplayers = [3, 5]\nkind = 'random'\nblocks = 2\n{uses}")
    one, two = run("march.toml", "one", workers=1), run("march.toml", "two", workers=2, chunk=3)
    assert one.void_games == 0 and one.games == 16
    assert one.folder.digests() == two.folder.digests()
