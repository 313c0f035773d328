"""Write the generated pages, and the lists of the field. --check names those that are out of date (exit 3).

A page is a path and a function that returns the page's text. Every page in PAGES is checked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from tools import (
    cards_page,
    ci_page,
    cli_page,
    data_page,
    field_lists,
    library_page,
    new_game_page,
    overlays_page,
    rules_page,
    stats_page,
    strategies_page,
)

ROOT = Path(__file__).resolve().parents[1]
PAGES: dict[str, Callable[[], str]] = {
    "docs/reference/cards.md": cards_page.text,
    "docs/howto/ci.md": ci_page.text,
    "docs/reference/cli.md": cli_page.text,
    "docs/reference/data.md": data_page.text,
    "docs/reference/library.md": library_page.text,
    "docs/howto/new-game.md": new_game_page.text,
    "docs/reference/overlays.md": overlays_page.text,
    "docs/reference/rules.md": rules_page.text,
    "docs/reference/rules-antwars.md": rules_page.antwars,
    "docs/reference/stats.md": stats_page.text,
    "docs/reference/strategies.md": strategies_page.text,
    **field_lists.PAGES,
}


def outdated() -> list[str]:
    """The pages that differ from the output of their generators."""
    found = []
    for name, text in PAGES.items():
        path = ROOT / name
        if not path.is_file() or path.read_text(encoding="utf-8") != text():
            found.append(name)
    return found


def main(arguments: list[str]) -> int:
    stale = outdated()
    if "--check" in arguments:
        for name in stale:
            print(f"{name} is out of date: run `make docs` and commit it.")
        return 3 if stale else 0
    for name in stale:
        (ROOT / name).write_text(PAGES[name](), encoding="utf-8")
        print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
