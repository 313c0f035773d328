"""Decisions: each number has one entry, each entry in force names code that exists, each ruling its rules."""

from __future__ import annotations

import re
from collections import Counter

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


def test_entries_are_short_and_say_where_they_are_obeyed() -> None:
    """In force with paths that exist, or archived; rulings name rules; measurements are in the lab notes."""
    known, faults = {*rules("march"), *rules("antwars")}, []
    for path, number, _, text, line in ENTRIES:
        paths, named = re.findall(r"`([^`]+)`", line), set(re.findall(r"\b[A-Z]{3}-\d\d\b", line))
        archived = path.stem == "archive"
        faults += [f"{number}: {len(text.split())} words, at most 70"] if len(text.split()) > 70 else []
        faults += [f"{number}: no {name}" for name in paths if not (ROOT / name).exists()]
        faults += [f"{number}: no rule {name}" for name in named - known]
        if not line.startswith("*Archived" if archived else "*In force") or bool(paths) == archived:
            faults.append(f"{number}: status or code is missing: {line}")
        if bool(named) != (path.stem in ("march", "antwars")):
            faults.append(f"{number}: rulings name their rules, other decisions none")
        for target, anchor in re.findall(r"\(\.\./\.\./(reports/lab/\w+\.md)#(d-\d+)\)", line):
            if f"\n## {anchor.upper()}\n" not in (ROOT / target).read_text(encoding="utf-8"):
                faults.append(f"{number}: not in {target}")
    assert faults == []
