"""Reasons of plans, and what an inspection finds: of games that stay the same."""

from __future__ import annotations

from functools import cache

import pytest

from marchsim.games.antwars.table.inspection import DONE, LED, ROLLED, TURNED, Inspection
from marchsim.studies.play import PlayedGame, play
from marchsim.tabletop.inspecting import HAPPENED
from marchsim.tabletop.telling.decisions import HOOK
from tools import antgames

USES = ("harvester", "rusher", "breeder", "turtle")


@cache
def explained() -> PlayedGame:
    """Return a game with the reasons of all."""
    return play(USES, 3, preset="dealt", game="antwars", explain="all")


def test_an_explained_game_is_the_same_game() -> None:
    plain, told = play(USES, 3, preset="dealt", game="antwars"), explained()
    assert told.outcome == plain.outcome and told.events == plain.events
    assert told.decisions is not None and len(told.decisions) == told.outcome.decisions


def test_what_is_chosen_has_the_best_score_and_its_parts_sum_to_it() -> None:
    """Each term is named once; an action is told with what the plan sees."""
    actions = 0
    for decision in explained().decisions or ():
        options = decision["options"]
        chosen = next(one for one in options if one["index"] == decision["chosen"])
        if decision["by"] == HOOK:  # a script chose, and no weight
            assert decision["question"] == "action"
            continue
        assert decision["by"] == "heuristic" and chosen["score"] == options[0]["score"], decision
        for option in options:
            names = [part["what"] for part in option["parts"]]
            assert len(names) == len({*names})
            total = sum(round(100 * part["score"]) for part in option["parts"])
            assert not names or total == round(100 * option["score"])
        if decision["question"] == "action":
            actions += bool(chosen["parts"])
            assert "Queen" in decision["about"]
    assert actions > 50
    for purpose in ("to defend the Queen", "to bring pieces home"):
        assert any(purpose in decision["about"] for decision in explained().decisions or ()), purpose


def test_a_hook_of_ones_own_is_named(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Beside what a plain plan rates."""
    path = tmp_path_factory.mktemp("own") / "mine.py"
    path.write_text(
        "from marchsim.games.antwars.players import Plan\n\n"
        "class Mine(Plan):\n    def action(self, me, table):\n        return table.options[-1]\n",
        encoding="utf-8",
    )
    told = play((str(path), "rusher"), 3, preset="dealt", game="antwars", explain="1").decisions or ()
    assert {one["by"] for one in told if one["question"] == "action"} == {HOOK}
    assert all(one["options"][0]["score"] is not None for one in told)


def test_an_inspection_names_what_came_up_and_no_law_is_broken() -> None:
    """Of all species, actions, tiles and faces; the game stays the same."""
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 5}}, 4)
    uses = antgames.line_up(("rover", "random", "harvester"), 4)
    before = antgames.play(session, 5, uses)
    eyes = Inspection(session, laws=True)
    assert antgames.play(session, 5, uses) == before
    assert eyes.faults == []
    things, seen = eyes.things(), eyes.seen()
    assert all(seen[kind] <= {*names} for kind, names in things.items())
    assert len(seen[LED]) == 4 and len(things[LED]) == 6
    assert {"explore", "transform"} <= seen[DONE] and "Gallery" in seen[TURNED]
    assert seen[ROLLED] and "gone" not in things[HAPPENED] and "search" not in seen[HAPPENED]


def test_an_inspection_notices_a_broken_law() -> None:
    """A Minor that nobody placed, and a piece that is lost, at the next turn."""
    session = antgames.table({"preset": "dealt", "rules": {"rounds": 2}}, 2)

    class Thief(Inspection):
        """Takes a piece out of the supply at the first turn."""

        def note(self, kind: int, seat: int, a: int, b: int) -> None:
            """Take it."""
            super().note(kind, seat, a, b)
            if not self.faults and self.session.game.s.round == 1 and self.number > 30:
                self.session.game.s.pieces[0] = 1

    eyes = Thief(session, laws=True)
    antgames.play(session, 1, ["random", "random"])
    assert eyes.faults and "protein is lost or doubled" in eyes.faults[0]
