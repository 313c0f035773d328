"""Write strategies/march/populations/search.toml: searchers that think with the weights of tuned plans.

A plan that tuning left as it was has no weights in tuned.toml: then those of its own file count.

`make populations` tunes the plans first and copies tuned.toml to that folder. This tool makes search.toml
from it.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from marchsim.games.march.game import MARCH
from marchsim.runner.configuration.sources import find
from marchsim.studies import toml_text

FOLDER = Path("strategies/march/populations")
SEARCHER, SETTINGS = "lookahead", {"samples": 8, "rounds": 1}
HEAD = """\
# Every plan looks ahead: `lookahead` imagines that all play by the tuned weights of the plan it stands for.
# Made of tuned.toml by `make populations` (docs/explain/populations.md).
# Games take some hundred times as long.
"""


def weights(member: Mapping[str, Any]) -> dict[str, Any]:
    """The weights of a member, or those of its shipped plan in games of four by the standard rules."""
    if "weights" in member:
        return dict(member["weights"])
    standard = MARCH.variant("standard", "standard", [])
    own = MARCH.weights_of(standard, 4, find(member["use"]), {})
    return dict(MARCH.weighed({}, {one.name: one.values for one in own})["weights"])


def text(tuned: str) -> str:
    """The population of searchers that use the weights of a tuned population's members."""
    members = tomllib.loads(tuned)["strategies"]
    made = [
        {"name": one["name"], "use": SEARCHER, **SETTINGS, "weights": weights(one)}
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
