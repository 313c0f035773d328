"""Events in words: every kind has a sentence and a short form, and games are told with them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.games.march import words
from marchsim.games.march.naming import COLOURS, Names
from marchsim.games.march.players import loading
from marchsim.games.march.rules.variant import resolve
from marchsim.games.march.table.assembly import assemble
from marchsim.games.march.table.record import EVENT_NAMES
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling.events import FORMS, narrator_of
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.naming import words as tokens
from marchsim.tabletop.telling.narrator import events_of

KINDS = {value for name, value in vars(words).items() if name.startswith("E_")}


def test_every_kind_of_event_has_a_sentence_and_a_short_form() -> None:
    assert set(FORMS) == set(EVENT_NAMES) == KINDS


def test_every_game_is_told_by_names() -> None:
    """In a fuzz of games no sentence shows a number that has a name, and each ends as a sentence does.

    Every word of a short form is one that an expectation of a scenario may hold.
    """
    told: set[int] = set()
    ways = (("standard", 3), ("primitive", 4), ("standard", 5), ("solo", 1), ("standard", 2), ("coop", 3))
    for preset, players in ways:
        session = MarchSession(assemble(resolve("told", preset)), players, "events")
        narrator = narrator_of(Names(session.assembly.variant.components, COLOURS[:players]))
        known = narrator.vocabulary()
        for seed in range(20):
            makers = [
                loading.factory(loading.strategy_class(sources.find("random")), {}) for _ in range(players)
            ]
            deal = deal_key(seed, "main", players, 0)
            keys = [seat_key(deal, 0, seat) for seat in range(players)]
            assert not session.play(seed, deal, keys, [make() for make in makers]).void
            assert session.g is not None
            for event in events_of(session.g.events.rows):
                told.add(event[0])
                sentence, brief = narrator.language.sentence(event), narrator.brief(event)
                assert sentence.endswith(".") or event[0] == words.E_ROUND, sentence
                assert "-1" not in tokens(sentence) or event[0] == words.E_TILE, sentence
                assert EVENT_NAMES[event[0]].replace("_", "-") in brief
                assert all(word in known or word.lstrip("-").isdecimal() for word in tokens(brief)), brief
    assert told == KINDS, "the fuzz has become too small"


def test_players_are_called_by_strategy_and_where_needed_by_colour() -> None:
    assert player_names(["random", "warlord", "random"], COLOURS) == (
        "random (red)",
        "warlord",
        "random (black)",
    )


def test_a_game_is_told_round_by_round(capsys: pytest.CaptureFixture[str]) -> None:
    """`marchsim play` tells every round, its standings and the end, at most 100 columns wide."""
    assert main.run(["play", "--strategies", "random,first,last", "--seed", "3"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if line.startswith("Round ")] == [f"Round {n}" for n in range(1, 5)]
    assert sum("After round" in line for line in told) == 4
    assert max(map(len, told)) <= 100
    assert "digest" in told[-1]


def test_a_game_told_is_the_game_played(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same game, watched or not; JSON holds its events."""
    outcomes = []
    for seed in ("3", "3", "4"):
        assert main.run(["play", "--strategies", "random", "--players", "3", "--seed", seed, "--json"]) == 0
        outcomes.append(json.loads(capsys.readouterr().out))
    assert outcomes[0] == outcomes[1]
    assert outcomes[0]["outcome"]["digest"] != outcomes[2]["outcome"]["digest"]
    keys = {"number", "round", "phase", "event", "player", "values", "brief", "text"}
    assert keys == set(outcomes[0]["events"][0])
    assert [event["number"] for event in outcomes[0]["events"]] == list(range(len(outcomes[0]["events"])))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--strategies", "randon,first,last"], "there is no strategy 'randon'. Did you mean 'random'"),
        (
            ["--strategies", "random"],
            "one player needs the Centipede Horde to play against; take preset solo.",
        ),
        (["--strategies", "random", "--players", "6"], "--players: preset standard is for 2 to 5 players"),
        (["--strategies", "random,first,last,random", "--players", "3"], "names 4 strategies for 3 players"),
        (["--strategies", ","], "name at least one strategy"),
        (["--strategies", "none.py,first,last"], "there is no strategy file"),
    ],
)
def test_bad_arguments(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    assert main.run(["play", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_ctrl_c_inside_a_strategy_ends_the_verb(tmp_path: Path) -> None:
    """An interrupt is the person's, not a failure of the strategy that it strikes."""
    path = tmp_path / "striker.py"
    path.write_text(
        "import os, signal\n"
        "from marchsim.games.march.players import Strategy\n"
        "class Striker(Strategy):\n"
        "    def otherwise(self, view):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        return 0\n"
    )
    assert main.run(["play", "--strategies", f"{path},random,random"]) == errors.INTERRUPTED


def test_a_strategy_that_fails_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What happened until then is told; the failure is an error of the strategy, not of ours."""
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from marchsim.games.march.players import Strategy\n\n\n"
        "class Bad(Strategy):\n    def otherwise(self, view):\n        raise ValueError('lost')\n"
    )
    assert main.run(["play", "--strategies", f"first,{bad},last"]) == 2
    told = capsys.readouterr()
    assert "Round 1" in told.out
    assert "The game is void (error of bad): hook emerge, bad.py line 6: ValueError: lost" in told.out
    assert "ValueError: lost (the game is void: error)" in told.err


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of a few games."""
    folder = tmp_path_factory.mktemp("told")
    config = folder / "few.toml"
    config.write_text(
        'name = "few"\ngame = "march"\nseed = 2\n[design]\nkind = "random"\nplayers = [3]\nblocks = 1\n'
        + "".join(f'[[strategies]]\nuse = "{name}"\n' for name in ("random", "first", "last"))
    )
    out = folder / "run"
    assert main.run(["run", str(config), "--out", str(out), "--workers", "1", "--quiet"]) == 0
    return out


def test_a_recorded_game_is_played_again(run_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main.run(["replay", str(run_folder), "1"]) == 0
    told = capsys.readouterr().out
    assert "Round 4" in told
    assert "The same game as recorded (" in told


def test_a_game_that_differs_is_refused(
    run_folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A digest that is not the recorded one is exit code 6."""
    from marchsim.runner import replay

    row = {"void": "", "digest": "0123456789abcdef"}
    monkeypatch.setattr(replay, "_rows", lambda folder, table, game: [row])
    assert main.run(["replay", str(run_folder), "0", "--json"]) == 6
    assert "recorded was 0123456789abcdef, but the replay gave" in capsys.readouterr().err


def test_a_game_that_is_not_there(run_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["replay", str(run_folder), "9999"]) == 2
    assert "9999 is not in this run" in capsys.readouterr().err


def test_strategies_are_listed_with_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["strategies"]) == 0
    told = capsys.readouterr().out
    assert all(f" {name} " in told for name in sources.available())
    assert main.run(["strategies", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(sources.available())
    assert all(row["about"] for row in rows)
    assert main.run(["strategies", "random"]) == 0
    assert "The floor of any field." in capsys.readouterr().out
