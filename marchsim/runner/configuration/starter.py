"""Makes a configuration to start from: a new one that is ready to play, or a copy of an existing one."""

from __future__ import annotations

import json
import re

from marchsim import games
from marchsim.errors import ConfigError
from marchsim.runner.configuration import config as configs
from marchsim.runner.configuration import sources
from marchsim.runner.configuration.fields import NAME
from marchsim.tomlfile import read

TITLE = re.compile(r'^name\s*=\s*("[^"\n]*"|\'[^\'\n]*\')\s*$', re.MULTILINE)
FIRST = 4  # strategies that take part; the others are named in a comment
TEXT = """\
# {name}: a tournament; every line may be changed. docs/reference/configuration.md explains each key.
#   marchsim run {file} --plan what it will play, and how long that takes
#   marchsim run {file}        play it
name = "{name}"
game = "{game}"
{preset}seed = 1                    # another seed: other deals

[design]
kind = "roundrobin"         # every line-up of the strategies below, turned through all seats
players = {players}                 # or several: [3, 4]
blocks = 100                # fresh deals of each line-up

# [rules]                   # what is not as printed: marchsim rules{of}
{rules}
# Who plays. Others: {others}, or a file of yours (marchsim new strategy NAME).
{strategies}
"""


def text(name: str, file: str, game: str) -> str:
    """The text of a new configuration, with the first strategies shipped for a game.

    Raises ConfigError if the name is invalid or no strategies are shipped for the game.
    """
    _check_name(name)
    named = sources.quick(game)
    if not named:
        raise ConfigError(
            f"{game}: no strategies are shipped with it, so a configuration has nobody to play."
        )
    resolved = games.load(game).variant("", "", ()).resolved()
    rules = resolved.get("rules", {})
    example = "".join(f"# {key} = {json.dumps(value)}\n" for key, value in list(rules.items())[:1])
    return TEXT.format(
        name=name,
        file=file,
        game=game,
        preset=f'preset = "{resolved["preset"]}"\n' if resolved.get("preset") else "",
        players=min(FIRST, len(named)),
        of="" if game == games.DEFAULT else f" --game {game}",
        rules=example,
        others=", ".join(sources.available(game)[FIRST:]) or "none",
        strategies="\n".join(f'[[strategies]]\nuse = "{one}"' for one in named[:FIRST]),
    )


def copied(source: str, name: str) -> str:
    """The text of a configuration, shipped or in a file, under another name.

    Paths in it are then relative to the copy. Raises ConfigError if the name or file is invalid.
    """
    _check_name(name)
    text, _ = read(configs.find(source), "configuration")
    if TITLE.search(text):
        return TITLE.sub(f'name = "{name}"', text, count=1)
    return f'name = "{name}"\n{text}'


def _check_name(name: str) -> None:
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r}: a configuration's name is at most 64 of a to z, A to Z, digits, - and _."
        )
