"""What two games have alike stands once, in `tabletop`: no long run of lines stands in both packages."""

from __future__ import annotations

import ast
from collections import defaultdict
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = sorted(path.parent for path in (ROOT / "marchsim" / "games").glob("*/__init__.py"))
MOST = 6  # lines in a row that two games may have alike
Line = tuple[int, str]  # its number and what it says, white space folded


def lines_of(text: str) -> list[Line]:
    """Return the lines of a file that say something: no imports, comments, blank lines or lone brackets."""
    imports = {
        number
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    folded = ((number, " ".join(line.split())) for number, line in enumerate(text.splitlines(), 1))
    return [
        (number, line)
        for number, line in folded
        if number not in imports and not line.startswith("#") and line.strip("()[]{},: ")
    ]


def alike(ours: dict[str, list[Line]], theirs: dict[str, list[Line]]) -> list[str]:
    """Return the runs of more than MOST lines that stand in both, each with its two places."""
    starts: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, lines in theirs.items():
        for at in range(len(lines) - MOST):
            starts[tuple(line for _, line in lines[at : at + MOST + 1])].append((name, at))
    found = []
    for name, lines in ours.items():
        for at in range(len(lines) - MOST):
            for other, there in starts.get(tuple(line for _, line in lines[at : at + MOST + 1]), ()):
                others = theirs[other]
                if at and there and lines[at - 1][1] == others[there - 1][1]:
                    continue  # the run began before
                pairs = zip(lines[at:], others[there:], strict=False)
                size = next((n for n, (one, two) in enumerate(pairs) if one[1] != two[1]), None)
                size = size or min(len(lines) - at, len(others) - there)
                ends = lines[at + size - 1][0], others[there + size - 1][0]
                found.append(
                    f"{name}:{lines[at][0]}-{ends[0]} and {other}:{others[there][0]}-{ends[1]}: {size} lines"
                )
    return found


def read(game: Path) -> dict[str, list[Line]]:
    """Return the lines of a game's files, by their paths."""
    return {
        path.relative_to(ROOT).as_posix(): lines_of(path.read_text(encoding="utf-8"))
        for path in sorted(game.rglob("*.py"))
    }


@pytest.mark.parametrize(
    "pair", list(combinations(GAMES, 2)), ids=lambda pair: "-".join(p.name for p in pair)
)
def test_no_long_run_of_lines_stands_in_two_games(pair: tuple[Path, Path]) -> None:
    """What is longer goes down to `tabletop` (CONTRIBUTING.md, "a game"; D-310)."""
    one, other = map(read, pair)
    assert min(len(one), len(other)) > 20
    assert alike(one, other) == []


def test_a_run_is_found_with_both_its_places() -> None:
    """Whatever lies between that says nothing: imports, comments, blank lines, brackets."""
    run = [f"step_{n}()" for n in range(MOST + 1)]
    ours = lines_of("\n".join(["import a", "begin()", *run, "end()"]))
    theirs = lines_of("\n".join([*run[:3], "", "# so", "from b import (", "    c,", ")", *run[3:], "last()"]))
    assert alike({"one.py": ours}, {"two.py": theirs}) == ["one.py:3-9 and two.py:1-12: 7 lines"]
    assert alike({"one.py": ours[2:]}, {"two.py": theirs}) == []
    same = lines_of("\n".join(run))
    assert alike({"one.py": same}, {"two.py": same}) == ["one.py:1-7 and two.py:1-7: 7 lines"]
