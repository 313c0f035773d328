"""A file of targets to start from: every target that can be named, every number that may move."""

from __future__ import annotations

from collections.abc import Iterator

from marchsim import games
from marchsim.kernel.assumed import NUMBER, Assuming
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.showing import Shown
from marchsim.recorder import metrics
from marchsim.runner.configuration.schema import Configuration
from marchsim.studies import toml_text
from marchsim.studies.optimize.prepared import screened

HEAD = """\
# What must the game do? `marchsim optimize {file}` finds the smallest change of the rules that does it.
config = {config}
players = {players}

# Intervals. Wins are an index: 100 in a fair game. `marchsim report all` says where the game is now.
[targets]
{first}
{targets}
# Quantities that must stay as they are, within the margins of the report:
keep = ["score"]

# Which numbers may move, and how far. Without this table all rules are screened, a step up and down each.
# Remove the # of those that you would change. A dearer number: {{ range = [3, 6], cost = 3 }}.
# [free]
"""
LIMITS = """
[limits]
changes = 4  # at most so many numbers differ from the base game
"""


def text(configuration: Configuration, config: str, file: str) -> str:
    """A file of targets for a configuration, ready to be edited."""
    game = games.load(configuration.game)
    base = game.variant("base", configuration.preset, configuration.overlays)
    players = list(configuration.design.players)
    first = "won = [0.4, 0.6]" if base.opponent else '"seat.any" = [92, 108]'
    head = HEAD.format(
        file=toml_text.commented(file), config=toml_text.value(config), players=toml_text.value(players),
        first=first, targets="\n".join(f"# {line}" for line in _targets(configuration, base)),
    )  # fmt: skip
    return head + "\n".join(f"# {line}" for line in _free(game, base)) + "\n" + LIMITS


def _targets(configuration: Configuration, base: Variant) -> Iterator[str]:
    """Yield a line for each other target, with its meaning."""
    known = metrics.known(bool(base.opponent), ())
    for name in known:
        if name not in ("first-seat", "seat-trend", "won"):
            yield f"{name} = [0, 0]  # {metrics.described(name).meaning}"
    if not base.opponent:
        yield '"strategy.any" = [0, 150]  # no strategy wins more'
        for one in configuration.strategies:
            if not one.yardstick:
                yield f'"strategy.{one.name}" = [50, 150]'
    for row in base.items()[:1]:
        kind = next((key for key in base.resolved() if str(row["kind"]) in (key, key.removesuffix("s"))), "")
        if kind:
            yield f'"{kind}.{row["id"]}" = [-20, 20]  # any other component, too'


def _free(game: Game, base: Variant) -> Iterator[str]:
    """Yield a line for each rule and number of a component that may move."""
    if isinstance(game, Shown):
        meanings = {row["name"]: row["meaning"] for row in game.rule_rows(base, "")}
        for entry in screened(game, base):
            values = list(entry.values)
            told = [values[0], values[-1]] if entry.ordered else {"values": values}
            yield f"{entry.name} = {toml_text.value(told)}  # {toml_text.commented(meanings[entry.name])}"
    for number in game.component_numbers(base) if isinstance(game, Assuming) else ():
        if number.form == NUMBER:
            low, high = max(number.low, number.value - 2), min(number.high, number.value + 2)
            yield f'"{number.key}" = [{low}, {high}]'
