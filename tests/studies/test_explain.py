"""Explained games: the same games, scores that are those of the choice, and parts that sum to them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.errors import ConfigError
from marchsim.studies.play import PlayedGame, play
from marchsim.tabletop.telling.decisions import HOOK, PLAN, RATING

pytestmark = pytest.mark.both

USES = ("warlord", "forager", "evolver", "explorer")
WAYS = (("standard", 4), ("primitive", 4), ("coop", 3), ("solo", 1))


@cache
def explained(preset: str, players: int) -> tuple[PlayedGame, PlayedGame]:
    """Return a game without and with explanations."""
    uses = USES[:players]
    return play(uses, 3, preset=preset), play(uses, 3, preset=preset, explain="all")


@pytest.mark.parametrize("way", WAYS)
def test_an_explained_game_is_the_same_game(way: tuple[str, int]) -> None:
    plain, told = explained(*way)
    assert told.outcome == plain.outcome and told.events == plain.events
    assert plain.decisions is None
    assert told.decisions is not None and len(told.decisions) == told.outcome.decisions


@pytest.mark.parametrize("way", WAYS)
def test_what_is_chosen_has_the_best_score(way: tuple[str, int]) -> None:
    """Unless a plan goes before scores, as the steps of a March do, or a script decides; that is said."""
    for decision in explained(*way)[1].decisions or ():
        options = decision["options"]
        assert sorted(one["index"] for one in options) == list(range(len(options)))
        chosen = next(one for one in options if one["index"] == decision["chosen"])
        if decision["by"] == "unrated":
            assert decision["question"] in ("gain_larva", "bonus")
        elif decision["by"] != HOOK:
            assert chosen["score"] == options[0]["score"], decision
        if decision["by"] == PLAN:
            assert decision["question"] == "step"
        else:
            scores = [one["score"] for one in options if one["score"] is not None]
            assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("way", WAYS)
def test_parts_sum_to_the_score_and_none_is_without_a_name(way: tuple[str, int]) -> None:
    found = 0
    for decision in explained(*way)[1].decisions or ():
        for option in decision["options"]:
            names = [part["what"] for part in option["parts"]]
            assert "other" not in names, (decision["question"], option)
            if names:
                found += 1
                assert len(names) == len(set(names)) > 1
                total = sum(round(100 * part["score"]) for part in option["parts"])
                assert total == round(100 * option["score"]), (decision["question"], option)
    assert found > 30


def test_seats_are_named_by_number_or_strategy() -> None:
    for who, seats in (("warlord", {0, 2}), ("2", {1}), ("warlord.py", {0, 2})):
        told = play(("warlord", "forager", "warlord"), explain=who)
        assert {decision["seat"] for decision in told.decisions or ()} == seats
    for who in ("0", "4", "warlrd"):
        with pytest.raises(ConfigError, match=r"--explain: .* is neither a seat"):
            play(("warlord", "forager", "warlord"), explain=who)


def test_a_hook_of_ones_own_is_named_beside_what_a_plain_heuristic_thinks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And who rates nothing has no scores."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(
        "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"
        "    def action(self, me, table):\n        return table.options[-1] if table.round < 3 else None\n\n"
        "    def rate_decree(self, view, option, value):\n"
        "        return value + self.scene.term('a whim', 100) + 7\n"
    )
    told = play(("mine.py", "random", "first"), explain="all")
    by: dict[int, set[str]] = {0: set(), 1: set(), 2: set()}
    for decision in told.decisions or ():
        by[decision["seat"]].add(decision["by"])
        if decision["by"] == HOOK:
            assert decision["question"] == "action" and decision["chosen"] == len(decision["options"]) - 1
            assert decision["options"][0]["score"] is not None or decision["seat"]
            assert decision["line"] == 6 and decision["said"]
        if decision["by"] == RATING:
            assert decision["question"] == "decree"
            for option in decision["options"]:
                parts = {part["what"]: part["score"] for part in option["parts"]}
                assert parts["a whim"] == 1.0 and parts["its own rating"] == 0.07
                assert sum(round(100 * part) for part in parts.values()) == round(100 * option["score"])
    assert by[0] >= {"heuristic", HOOK, RATING} and "heuristic" not in by[1] | by[2]


def test_the_verb_explains_with_and_without_a_name(capsys: pytest.CaptureFixture[str]) -> None:
    """In lines after which what comes of it is told; as JSON with all options."""
    base = ["play", "--strategies", "warlord,forager,explorer", "--seed", "3"]
    assert main.run([*base, "--explain", "warlord"]) == errors.OK
    out = capsys.readouterr().out
    first = out.partition("warlord: action: which action to take")[2]
    assert "explore" in first.partition("\n    warlord ")[0] and "= " in first
    assert "forager: action" not in out
    assert main.run([*base, "--explain"]) == errors.OK
    assert "forager: action" in capsys.readouterr().out
    assert main.run([*base, "--explain", "--json"]) == errors.OK
    assert json.loads(capsys.readouterr().out)["decisions"][0]["options"]
    assert main.run([*base, "--explain=nobody"]) == errors.BAD_INPUT
