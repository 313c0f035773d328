"""Write reports/march.md: the answers of all published runs of March of the Ants, by population.

It reads runs/ and robustness/, which `make studies` and `make robustness` play. A folder replaces the working
folder, in which it looks for them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import marchsim
from tools.house import ROOT

PAGE = ROOT / "reports" / "march.md"
POPULATIONS = {
    "shipped": "",
    "tuned": "-tuned",
    "adapted": "-adapted",
    "strong": "-strong",
    "search": "-search",
}
QUESTIONS = ("seats", "strategies", "cards", "length")
STUDIES = ("decree-larvae", "march-steps", "beyond", "long", "body-points")
OPEN = "inconclusive"
SHARES = ("seat", "share", "lead-changes")  # metrics that are told in points of 100
HEAD = """# March of the Ants: every answer

Made by `python -m tools.march_page` of what `make studies` and `make robustness` play, for each
[population](../docs/explain/populations.md). A wins index of 100 is an equal share. Most numbers of cards and
tiles are assumed (`marchsim cards`), and all of this is about scripted players.

## The standard game

The field `standard` with 3, 4 and 5 players. At most 5 % of such runs have any wrong verdict.
"""
CHANGES = """## What a change of the rules does

Each study compares variants on the same deals with four players: the verdict, the change, and its 95 %
interval. Shares and lead changes are in points of 100. A row stands here if some players show a change.
"""
GUESSES = """## If the guesses are wrong

The assumed numbers are drawn anew, and each claim is tried in every such set.
"""


def standard(place: Path) -> Iterator[str]:
    """The verdicts on the standard game of each population that played it."""
    for population, run in played(place, "standard"):
        found = run.verdicts
        yield f"**{population}**, {max(found['games'].to_list()):,} games\n"
        for question in QUESTIONS:
            for row in found.filter(question=question).iter_rows(named=True):
                yield f"- *{question}: {row['word']}.* {row['sentence']}"
        yield ""


def studies(place: Path) -> Iterator[str]:
    """The effects of each change of the rules that some players show, and what they leave open."""
    for name in STUDIES:
        frames = {
            population: {
                (row["variant"], row["metric"]): row
                for row in run.report.variants().filter(family="primary").iter_rows(named=True)
            }
            for population, run in played(place, f"study-{name}")
        }
        if not frames:
            continue
        keys = list(dict.fromkeys(key for rows in frames.values() for key in rows))
        found = {key: {str(rows[key]["verdict"]) for rows in frames.values()} for key in keys}
        shown = [key for key in keys if any(one.startswith("changed") for one in found[key])]
        undecided = [" ".join(key) for key in keys if key not in shown and OPEN in found[key]]
        yield f"### {name}\n"
        if shown:
            yield f"| variant | metric | {' | '.join(frames)} |\n|---|---|{'---|' * len(frames)}"
        for key in shown:
            yield f"| {' | '.join([*key, *(effect(rows[key]) for rows in frames.values())])} |"
        if undecided:
            yield f"\nOpen with some of these players: {', '.join(undecided)}."
        same = len(keys) - len(shown) - len(undecided)
        yield f"\nEquivalent or identical with all of them: {same} of {len(keys)}.\n"


def effect(row: dict[str, object]) -> str:
    """The verdict on a variant's effect, with its size and 95 % interval."""
    scale = 100 if str(row["metric"]).partition(".")[0] in SHARES else 1
    size, low, high = (scale * float(str(row[f"difference{end}"])) for end in ("", "_low", "_high"))
    return f"{row['verdict']} {size:+.1f} ({low:+.1f} to {high:+.1f})"


def robustness(place: Path) -> Iterator[str]:
    """The claims about the game that hold if the assumed numbers are others."""
    for path in sorted((place / "robustness").glob("*/sensitivity.json")):
        told = json.loads(path.read_text(encoding="utf-8"))
        players = ", ".join(told["populations"])
        yield f"**{path.parent.name}**, {told['players']} players, {players}, {told['games']:,} games\n"
        yield from (f"- {line}" for line in told["answer"])
        yield ""


def played(place: Path, name: str) -> Iterator[tuple[str, marchsim.LoadedRun]]:
    """The run of each population that played a configuration."""
    for population, suffix in POPULATIONS.items():
        folder = place / "runs" / f"{name}{suffix}"
        if folder.is_dir():
            yield population, marchsim.load(folder)


def main() -> int:
    """Write the page."""
    place = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    parts = [HEAD, *standard(place), CHANGES, *studies(place), GUESSES, *robustness(place)]
    PAGE.write_text("\n".join(parts).rstrip() + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
