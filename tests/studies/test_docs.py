"""The page on single games holds what it shows."""

from __future__ import annotations

import json
import re
import shlex
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from marchsim.cli import main
from tests.studies.conftest import played

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "howto/replay.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    marchsim (.*)$", PAGE, re.MULTILINE)


def test_every_command_of_the_page_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In a folder with two runs and an overlay, as the page has them; game 12 is game 2 of small runs."""
    (folder / "mine.toml").write_text("[rules]\ndecree_larvae = 6\n")
    (folder / "runs").mkdir()
    played(folder, "runs/demo")
    played(folder, "runs/mine", (folder / "mine.toml").read_text())
    assert len(COMMANDS) > 6
    for command in [*COMMANDS, *re.findall(r"`marchsim (replay [^`]*)`", PAGE)]:
        arguments = shlex.split(command.replace(" 12", " 2"), comments=True)
        assert main.run(arguments) == 0, command
        assert capsys.readouterr().out
    assert {path.name for path in folder.glob("*.svg")} == {"board.svg", "round-2.svg", "before.svg"}


def test_the_answer_has_the_form_that_the_page_shows(
    recorded: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Line by line the same words, but for names and numbers; and the keys of the JSON."""
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    (folder / "mine.toml").write_text("[rules]\ndecree_larvae = 6\n")
    arguments = ["replay", str(recorded), "0", "--rules", "mine.toml"]
    assert main.run(arguments) == 0
    found = capsys.readouterr().out
    for line in ("Left: ", "What differs between the rules:\n  rules decree_larvae: 5 -> 6\n", "     left  "):
        assert line in shown and line in found
    first = re.compile(r"^The first difference is event \d+, in round \d, \w+ Phase:$", re.MULTILINE)
    assert first.search(shown) and first.search(found)
    assert main.run([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    for key in ("equal", "rules", "first", "left", "right"):
        assert key in data and f"`{key}`" in PAGE


def test_the_picture_of_the_page_is_small() -> None:
    assert (DOCS / "board.svg").stat().st_size < 60_000
    ElementTree.parse(DOCS / "board.svg")
