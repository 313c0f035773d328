"""The files of a repository with a gate: its configuration, and the workflow that runs it."""

from __future__ import annotations

from marchsim.errors import ConfigError
from marchsim.games import is_handicapped
from marchsim.recorder.manifest import is_baseline
from marchsim.runner.configuration import sources

PLAYERS = 4
CONFIG = """\
# What `marchsim gate` plays. The rules under design are in rules.toml. docs/reference/gate.md has each key.
name = "gate"
game = "{game}"
seed = 1

[design]
kind = "roundrobin"
players = [{players}]
blocks = 2200                # `marchsim gate ... --plan` says how many each metric needs

{strategies}
[gate]
replay = "same"              # "may-change": fixed games may differ, and only balance decides
games = 200
margins = {{ seats = 0.03, lead-changes = 0.03 }}
"""
WORKFLOW = """\
name: rules gate
on:
  pull_request:
  push: {branches: [main]}
permissions:
  contents: read
  pull-requests: write # for the comment; without it the findings are in the job's summary
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: actions/checkout@v4
      - uses: OWNER/marchsim@v0 # put the owner of marchsim's repository here
        with:
          config: gate.toml
          baseline: baseline.json
          rules: rules.toml
"""


def files(game: str, rules: str) -> dict[str, str]:
    """The files of a new repository by path. `rules` is the text of its overlay.

    Raises ConfigError if no strategies are shipped for the game.
    """
    named = [name for name in sources.quick(game) if not is_baseline(name) and not is_handicapped(name)]
    if not named:
        raise ConfigError(f"{game}: no strategies are shipped with it, so a gate has nobody to play.")
    players = min(PLAYERS, len(named))
    uses = "".join(f'[[strategies]]\nuse = "{name}"\n' for name in named[:PLAYERS])
    return {
        "rules.toml": rules,
        "gate.toml": CONFIG.format(game=game, players=players, strategies=uses),
        ".github/workflows/gate.yml": WORKFLOW,
    }
