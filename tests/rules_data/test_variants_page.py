"""docs/howto/variants.md says of every preset for whom it is, and its examples can be played."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from marchsim.games.march.rules.variant import PRESETS, resolve
from marchsim.runner.configuration import config, sources
from marchsim.runner.planning import plan

PAGE = (Path(__file__).parents[2] / "docs/howto/variants.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_table_names_every_preset_its_players_and_its_configuration() -> None:
    rows = re.findall(r"^\| `([\w-]+)` \| ([\d-]+) \| .*? \| (?:`(\w+)` )?\|$", PAGE, re.MULTILINE)
    assert [name for name, _, _ in rows] == list(PRESETS)
    for name, players, configuration in rows:
        low, high = resolve("page", name).players()
        assert players == (f"{low}-{high}" if low < high else str(low))
        assert configuration in ("", *sources.shipped_names("configs", ".toml"))


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_its_examples_can_be_used(number: int, tmp_path: Path) -> None:
    """Whole configurations make a plan, parts of one are overlays."""
    text = EXAMPLES[number]
    if "[[strategies]]" in text:
        (tmp_path / "page.toml").write_text(text)
        assert plan.make(config.load(str(tmp_path / "page.toml"))).schedule.total() > 0
    else:
        resolve("page", "", [("page", tomllib.loads(text))])
