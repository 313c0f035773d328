"""The page on how the variants go: a row for each preset, number of players and difficulty."""

from __future__ import annotations

import re

from marchsim.games.march.rules import variant
from marchsim.games.march.rules.variant import PRESETS
from tools import variants_page

ROW = re.compile(r"^\| ([a-z-]+) \| (\d) \| ([a-z]*) ?\|", re.MULTILINE)


def rows(page: str) -> list[tuple[str, int, str]]:
    """Return preset, players and difficulty of each row."""
    return [(preset, int(players), words) for preset, players, words in ROW.findall(page)]


def wanted() -> list[tuple[str, int, str]]:
    """Return the rows that there should be."""
    found = []
    for preset in PRESETS:
        made = variant.resolve("page", preset)
        low, high = made.players()
        for players in range(low, high + 1):
            found += [
                (preset, players, words) for words in (("easy", "normal", "hard") if made.opponent else ("",))
            ]
    return found


def test_a_small_table_has_every_row() -> None:
    """One game of each; none is void."""
    assert rows(variants_page.table(1)) == wanted()


def test_so_has_the_page() -> None:
    """`make variants` writes it again."""
    assert rows(variants_page.PAGE.read_text(encoding="utf-8")) == wanted()
