"""Write strategies/march/populations/search.toml: searchers that think with the weights of tuned plans.

`make populations` tunes the plans first and copies tuned.toml to that folder. This tool makes search.toml
from it.
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
    """The population of searchers that use the weights of a tuned population's members."""
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
