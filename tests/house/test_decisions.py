"""Decisions: each number has one entry, each entry in force names code that exists, each ruling its rules."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tools.rules_page import DECISIONS, ROOT, rules

ENTRY = re.compile(r"^## (D-\d+) (.+)\n\n(.+)\n\n(.+)$", re.MULTILINE)
ENTRIES = [
    (path, *found)
    for path in DECISIONS
    for found in ENTRY.findall(path.read_text(encoding="utf-8"))
    if path.stem != "index"
]
TEXTS = (".py", ".md", ".toml", ".yml", ".txt")
FOLDERS = ("marchsim", "strategies", "tools", "tests", "docs", "reports", "configs", ".github")


def test_every_number_that_is_named_has_one_entry() -> None:
    headings = [
        number
        for path in DECISIONS
        for number in re.findall(r"^## (D-\d+) ", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert [number for number, times in Counter(headings).items() if times > 1] == []
    assert sorted(entry[1] for entry in ENTRIES) == sorted(headings)  # each has its three parts
    files = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in TEXTS]
    named = {
        (number, path.relative_to(ROOT).as_posix())
        for path in (*files, *ROOT.glob("*.md"), *ROOT.glob("*.py"), ROOT / "Makefile")
        for number in re.findall(r"\bD-\d+\b", path.read_text(encoding="utf-8"))
    }
    assert {place for place in named if place[0] not in headings} == set()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry[1])
def test_an_entry_is_short_and_says_where_it_is_obeyed(entry: tuple[object, ...]) -> None:
    path, _, _, text, line = map(str, entry)
    assert len(text.split()) <= 70
    paths = re.findall(r"`([^`]+)`", line)
    if path.endswith("archive.md"):
        assert line.startswith("*Archived") and not paths
    else:
        assert line.startswith("*In force") and paths
    assert [name for name in paths if not (ROOT / name).exists()] == []
    named = re.findall(r"\b[A-Z]{3}-\d\d\b", line)
    assert set(named) <= {*rules("march"), *rules("antwars")}
    assert bool(named) == path.endswith(("march.md", "antwars.md"))
    for target, anchor in re.findall(r"\(\.\./\.\./(reports/lab/\w+\.md)#(d-\d+)\)", line):
        assert f"\n## {anchor.upper()}\n" in (ROOT / target).read_text(encoding="utf-8")
