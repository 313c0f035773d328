"""The page of March's published answers shows what some population finds, and counts the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import marchsim
from tools.march_page import robustness, standard, studies


def test_a_change_that_players_show_is_a_row(tmp_path: Path) -> None:
    """Of two populations, each has its column. A study that nobody played is left out."""
    run = marchsim.run("study-long", tmp_path / "runs" / "study-long", blocks=40, workers=1)
    shutil.copytree(run.path, tmp_path / "runs" / "study-long-tuned")
    page = "\n".join(studies(tmp_path))
    (heading,) = [line for line in page.splitlines() if line.startswith("| variant")]
    (turns,) = [line for line in page.splitlines() if line.startswith("| long | turns |")]
    assert heading == "| variant | metric | shipped | tuned |"
    assert "(" in turns and turns.count(" to ") == 2
    assert page.count("### ") == 1
    assert not list(standard(tmp_path)) and not list(robustness(tmp_path))
