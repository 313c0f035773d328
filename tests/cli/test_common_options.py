"""The options that verbs share reach the runner, whichever verb has them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from marchsim.cli.playing import Common, common_options
from marchsim.errors import ConfigError
from tools.cli_page import everything


def test_every_common_option_reaches_the_runner() -> None:
    """After the verb's own; those that are left out are unknown."""
    found: list[Common] = []
    app = typer.Typer()

    @app.command()
    @common_options("plan", "quiet")
    def verb(common: Common, config: str) -> None:
        assert config == "race.toml"
        found.append(common)

    words = "race.toml --workers tcp://x --seed 5 --strategy-path mine"
    more = "--players 3 --rules a.toml --set march_steps=4 --preset long --population tuned"
    assert CliRunner().invoke(app, [*words.split(), *more.split()]).exit_code == 0
    (common,) = found
    assert common.where == {"workers": "tcp://x"}
    assert (common.seed, common.changes) == (5, ["preset=long", "a.toml", "march_steps=4"])
    assert common.folders == [Path("mine")] and common.players == 3
    assert (common.population, common.plan) == ("tuned", False)
    assert CliRunner().invoke(app, ["race.toml", "--plan"]).exit_code == 2


def test_one_number_of_players_replaces_those_of_a_configuration(tmp_path: Path) -> None:
    """Line-ups of a configuration's own have their number, and a number out of range is refused."""
    assert Common().configuration("demo", 3).design.players == (3,)
    assert Common().configuration("demo").design.players == (3, 4, 5)
    with pytest.raises(ConfigError, match="--players: 9 is outside 1 to 8"):
        Common().configuration("demo", 9)
    own = tmp_path / "own.toml"
    own.write_text(
        '[design]\nkind = "fixed"\nline_ups = [["warlord", "forager"]]\n'
        '[[strategies]]\nuse = "warlord"\n[[strategies]]\nuse = "forager"\n'
    )
    with pytest.raises(ConfigError, match="line-ups of its own; leave the option out"):
        Common().configuration(str(own), 3)


def test_every_verb_that_plays_a_configuration_has_the_same_option_for_players() -> None:
    """One name and one meaning: the reference lists them in one row."""
    found = {one.path.split(maxsplit=1)[-1]: one.options for _, _, one in everything()}
    plays = ("run", "try", "cards-study", "species-study", "tune", "best-response", "level")
    said = {found[verb]["--players <int>"] for verb in (*plays, "sensitivity")}
    assert said == {"Number of players. [default: the configuration's]"}
