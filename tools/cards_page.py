"""Make docs/reference/cards.md: each card of March of the Ants, with its numbers and its text."""

from __future__ import annotations

from typing import Any

from marchsim import games
from marchsim.games.march.components.data import fill
from marchsim.kernel.showing import Shown

HEAD = """# The cards

    marchsim cards "Royal Jelly"

Made by `make docs` from the cards of the rules `standard`. A number with * is a guess of ours
([assumed](../explain/glossary.md#assumed)). The texts are in our own words. You pay for a card with larvae
and ants.

| card | kind | cost | ferocity | text |
|---|---|---|---|---|
"""


def text() -> str:
    """The text of the page."""
    game = games.load("march")
    assert isinstance(game, Shown)
    rows = game.component_rows(game.variant("standard", "", ()), "cards", "")
    return HEAD + "\n".join(_line(row) for row in rows) + "\n"


def _line(row: dict[str, Any]) -> str:
    def marked(name: str, number: str) -> str:
        return f"{number}\\*" if row["provenance"].get(name) == "assumed" else number

    words = fill(row["template"], row["amounts"], lambda name, number: marked(f"amounts.{name}", number))
    numbers = [marked(name, str(row[name])) for name in ("cost", "ferocity")]
    return f"| {' | '.join([row['name'], row['section'] or row['type'], *numbers, words])} |"
