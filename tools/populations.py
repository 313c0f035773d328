"""Writes strategies/march/populations/search.toml: every tuned plan as the mind of a player that looks ahead.

`make populations` tunes the plans first and copies tuned.toml there; this makes `search` of it.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from marchsim.studies import toml_text

FOLDER = Path("strategies/march/populations")
SEARCHER, SETTINGS = "lookahead", {"samples": 8, "rounds": 1}
HEAD = """\
# Every plan looks ahead: `lookahead` imagines that all play by the tuned weights of the plan it stands for.
# Made of tuned.toml by `make populations` (docs/explain/populations.md).
# Games take some hundred times as long.
"""


def text(tuned: str) -> str:
    """Return the population of searchers that think as the members of a tuned one."""
    members = tomllib.loads(tuned)["strategies"]
    made = [
        {"name": one["name"], "use": SEARCHER, **SETTINGS, "weights": one["weights"]}
        | {key: one[key] for key in ("players", "tuned_for") if key in one}
        for one in members
    ]
    return "\n".join([HEAD, *(toml_text.table("strategies", one, "[[]]") for one in made)])


def main() -> int:
    """Write the file."""
    (FOLDER / "search.toml").write_text(text((FOLDER / "tuned.toml").read_text()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
