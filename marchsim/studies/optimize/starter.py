"""A starter file of targets, which lists every possible target and every number that may move."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from marchsim import games
from marchsim.analysis.variants.quantities import LABEL, METRIC
from marchsim.errors import ConfigError
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.numbers import NUMBER, Assuming
from marchsim.kernel.showing import Shown
from marchsim.recorder import metrics
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.progress.display import Quiet
from marchsim.studies import measuring, toml_text
from marchsim.studies.optimize.preparation import parts_off, screened
from marchsim.studies.stages import StagePlayer

BLOCKS, AROUND = 25, 0.1  # blocks that show about where the game is, and how far intervals go to each side
USUAL_PLAYERS = 4

OFF = "\n# Left out: rules of parts that are off ({}), and numbers whose 0 means none or no limit."
HEAD = """\
# What must the game do? `marchsim optimize {file}` finds the smallest change of the rules that does it.
config = {config}
players = {players}

# Intervals. Wins are an index: 100 in a fair game. `marchsim run {name}` says where the game is now.
[targets]
{first}
# Remove the # of those that you want, too.
{targets}
# Quantities that must stay as they are, within the margins of the report:
# keep = ["score"]

# Which numbers may move, and how far. Remove the # of those that you would change: without this table the
# search may take any rule. A dearer number: {{ range = [3, 6], cost = 3 }}.{off}
# [free]
"""
LIMITS = """
[limits]
changes = 4  # at most so many numbers differ from the base game
"""


def text(configuration: Configuration, config: str, file: str) -> str:
    """A targets file for a configuration, for one number of players, ready to be edited."""
    game = games.load(configuration.game)
    known = configuration.design.players
    players = USUAL_PLAYERS if USUAL_PLAYERS in known else known[-1]
    own = replace(configuration, variants=(), design=replace(configuration.design, players=(players,)))
    base = game.variant("base", own.preset, own.overlays)
    off = parts_off(game.rule_rows(base, "")) if isinstance(game, Shown) else []
    head = HEAD.format(
        off=OFF.format(", ".join(off)) if off else "",
        file=toml_text.commented(file), config=toml_text.value(config),
        name=toml_text.commented(config), players=toml_text.value([players]),
        first="won = [0.4, 0.6]" if base.opponent else '"seat.any" = [90, 110]',
        targets="\n".join(f"# {line}" for line in _targets(own, game, base, players)),
    )  # fmt: skip
    return head + "\n".join(f"# {line}" for line in _free(game, base, players)) + "\n" + LIMITS


def _targets(own: Configuration, game: Game, base: Variant, players: int) -> Iterator[str]:
    """Yield a line for each target that the file shows commented out, with its meaning.

    A few games are played to show the present value of each metric.
    """
    wanted = [one for one in measuring.usual(own, players) if one.kind == METRIC and one.of != "won"]
    with tempfile.TemporaryDirectory(prefix="marchsim-") as folder:
        player = StagePlayer(Path(folder), Quiet(), {"workers": 1})
        made = replace(own.changed(blocks=BLOCKS), record="rounds")
        found = measuring.played(player, "pilot", made, wanted, "pilot")
    for one in found:
        value = float(one.means[0])
        ends = sorted(float(f"{value * (1 + by):.3g}") for by in (-AROUND, AROUND))
        if one.quantity.of not in ("first-seat", "seat-trend") and value == value:
            meaning = metrics.described(one.quantity.of).meaning
            yield f"{one.quantity.of} = {toml_text.value(ends)}  # {meaning}; now about {value:.3g}"
    if not base.opponent:
        yield '"strategy.any" = [50, 150]  # wins of every strategy, or of one: "strategy.NAME"'
    for table in game.overlay_keys:
        try:
            first = measuring.dealt(game, base, table, players)[0]
        except ConfigError:
            continue
        if first.kind == LABEL:
            yield f'"{table}.any" = [50, 150]  # wins of whoever plays each, or one: "{first.name}"'
        else:
            yield f'"{first.name}" = [-20, 20]  # extra wins of who is dealt it, or any other of {table}'


def _free(game: Game, base: Variant, players: int) -> Iterator[str]:
    """Yield a line for each rule or component number that may move."""
    if isinstance(game, Shown):
        meanings = {row["name"]: row["meaning"] for row in game.rule_rows(base, "")}
        for entry in screened(game, base, (players,)):
            values = list(entry.values)
            told = [values[0], values[-1]] if entry.ordered else {"values": values}
            yield f"{entry.name} = {toml_text.value(told)}  # {toml_text.commented(meanings[entry.name])}"
    for number in game.component_numbers(base) if isinstance(game, Assuming) else ():
        if number.form == NUMBER:
            low, high = max(number.low, number.value - 2), min(number.high, number.value + 2)
            yield f'"{number.key}" = [{low}, {high}]'
