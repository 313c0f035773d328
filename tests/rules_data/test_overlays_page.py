"""The page on overlays is what the code says, and its example is an overlay."""

from __future__ import annotations

import tomllib

from marchsim.games.march.rules.variant import resolve
from tools import docs, games, overlays_page


def test_the_page_is_up_to_date() -> None:
    assert (docs.ROOT / "docs/reference/overlays.md").read_text(encoding="utf-8") == overlays_page.text()


def test_the_example_of_the_page_resolves() -> None:
    """Everything it names exists, and it does what its comments say."""
    example = overlays_page.text().split("```toml\n")[1].split("```")[0]
    variant = resolve("a", "", [("page", tomllib.loads(example))])
    assert variant.rules["march_steps"] == 4
    assert len(variant.components.deck) == len(games.card_ids())
    assert variant.provenance()["design"] == 12
