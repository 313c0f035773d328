"""One deal under two rulesets: the first difference is the right one, and equal games are called equal."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from marchsim import errors, games
from marchsim.cli import main
from marchsim.errors import ConfigError, RulesError, StateMismatch
from marchsim.kernel.game import Variant
from marchsim.runner import run as run_games
from marchsim.runner.replay import RecordedGame
from marchsim.studies.replay import difference, overlaid
from tests.forging import forge, manifest
from tests.studies.conftest import played
from tests.toy import HERE, script

CHANGES = {
    "march_steps": "[rules]\nmarch_steps = 1\n",
    "decree": "[rules]\ndecree_larvae = 4\n",
    "feeding": "[rules]\nfeed_rate = 2\n",
    "lone survivor": "[rules]\nlone_survivor = false\n",
    "ties": "[rules]\ndefender_wins_ties = false\n",
    "starting larvae": "[rules]\nstarting_larvae = 4\n",
    "cost": "[cards.royal-jelly]\ncost = 1\n",
    "ferocity": "[cards.swarm]\nferocity = 1\n",
    "disabled": "[cards.swarm]\nenabled = false\n",
    "tile": '[tiles.7]\nsites = ["L", "F", "C"]\n',
}


def overlay(folder: Path, text: str, name: str = "other.toml") -> Path:
    """Write an overlay."""
    (folder / name).write_text(text)
    return folder / name


def events(recorded: RecordedGame, variant: Variant) -> list[tuple[int, ...]]:
    """Return the raw events of a game under a variant, as a session records them."""
    session = recorded.game.session(variant, len(recorded.makers), "events")
    minds = [make() for make in recorded.makers]
    session.play(recorded.entry.game, recorded.entry.deal_key, recorded.entry.seat_keys(), minds)
    return [tuple(row) for row in session.take()["events"].tolist()]


@pytest.mark.parametrize("change", CHANGES)
def test_the_first_difference_is_where_the_recorded_events_part(
    fierce: Callable[[int], Path], folder: Path, change: str
) -> None:
    """What sessions record under either ruleset says independently where the games part.

    Games are gone through until one shows the change; those that do not are equal.
    """
    other = overlay(folder, CHANGES[change])
    for run, game in ((fierce(seed), game) for seed in (4, 6, 1, 8, 2, 3) for game in range(3)):
        found = difference(run, game, [other])
        recorded = found.recorded
        one, two = events(recorded, recorded.variant), events(recorded, overlaid(recorded, [other]))
        parted = [number for number, (a, b) in enumerate(zip(one, two, strict=False)) if a != b]
        assert found.first == (parted[0] if parted else None)
        assert found.equal == (not parted)
        if found.first is not None:
            assert found.at().round == one[found.first][2]
            return
    pytest.fail("no game shows this change; take another seed")


@pytest.mark.parametrize(
    ("text", "left", "right", "rules"),
    [
        ("[rules]\nstarting_larvae = 4\n", "", "", ["rules starting_larvae: 5 -> 4"]),
        (
            "[rules]\ndecree_larvae = 4\n",
            "produces 5 larvae.",
            "produces 4 larvae.",
            ["rules decree_larvae: 5 -> 4"],
        ),
        ("[rules]\nfeed_rate = 2\n", ", 4 for each food", ", 2 for each food", ["rules feed_rate: 4 -> 2"]),
    ],
)
def test_both_sides_are_told_in_words(
    recorded: Path, folder: Path, text: str, left: str, right: str, rules: list[str]
) -> None:
    """A change that shows at once in an event is told by that event, on both sides."""
    found = difference(recorded, 0, [overlay(folder, text)])
    lines = found.lines()
    assert [line.strip() for line in lines[3 : 3 + len(rules)]] == rules
    assert found.first is not None
    when = f"round {found.at().round}, {found.at().phase}" if found.at().round else "the set-up"
    assert f"The first difference is event {found.first}, in {when}:" in lines
    assert left in found.left.moments[found.first].text
    assert right in found.right.moments[found.first].text
    assert any(line.lstrip().startswith("left  ") and left in line for line in lines)
    assert any(line.lstrip().startswith("right  ") and right in line for line in lines)


def test_equal_games_are_called_equal(recorded: Path, folder: Path) -> None:
    """The same rules, and rules that no event of this game meets."""
    same = difference(recorded, 1, against=recorded)
    assert same.equal and same.rules == [] and same.first is None
    assert "Their rules are the same." in same.lines()
    assert any(line.startswith("The games are equal: ") for line in same.lines())
    other = difference(recorded, 1, [overlay(folder, "[rules]\nfinal_tie = 'share'\n")])
    assert other.equal and [change.path for change in other.rules] == [("rules", "final_tie")]


def test_the_same_events_may_come_to_another_end(folder: Path) -> None:
    """Who wins is no event: a tie that is shared under one rule and broken by ants under the other."""
    run = played(
        folder,
        "ties",
        "[rules]\nrounds = 1\nbattle_points = 0\ninner_points = 0\nend_most = 0\nend_tied = 0\n",
    )
    other = overlay(folder, "[rules]\nfinal_tie = 'share'\n")
    found = [difference(run, game, [other]) for game in range(3)]
    differing = [one for one in found if not one.equal]
    assert differing, "no game has a tie; take another seed"
    for one in differing:
        assert one.first is None
        assert one.left.outcome.winners != one.right.outcome.winners
        assert any("but the result differs" in line for line in one.lines())


def test_a_card_more_does_not_hide_where_games_part(recorded: Path, folder: Path) -> None:
    """A new card moves the numbers of the others; events are compared by what they say."""
    card = 'name = "Aaa"\ntype = "event"\ncost = 1\nferocity = 1\namounts = {gain_food = 1}\n'
    found = [difference(recorded, game, [overlay(folder, f"[cards.aaa]\n{card}")]) for game in range(3)]
    for one in found:
        if one.first is not None:
            assert "Aaa" in one.right.moments[one.first].text
    assert any(one.first is not None for one in found)
    assert found[0].lines()[3] == "  cards aaa: new"


def test_one_game_may_end_in_a_fault(recorded: Path, folder: Path) -> None:
    """Under the other rules the game is void: what happened until then is the same."""
    found = difference(recorded, 0, [overlay(folder, "[rules]\ndecisions_most = 100\n")])
    assert found.first == len(found.right.moments) < len(found.left.moments)
    assert "    right  (the game has ended)" in found.lines()
    assert any("right: The game is void (limit)" in line for line in found.lines())
    assert found.data()["first"]["right"] is None


def test_several_overlays_lie_over_each_other(recorded: Path, folder: Path) -> None:
    one = overlay(folder, "[rules]\nmarch_steps = 4\nfeed_rate = 2\n", "one.toml")
    two = overlay(folder, "[rules]\nmarch_steps = 3\n", "two.toml")
    found = difference(recorded, 0, [one, two])
    assert [(change.path[-1], change.new) for change in found.rules] == [("march_steps", 3), ("feed_rate", 2)]
    assert found.right.label.endswith(f"with {one}, {two}")


def test_a_preset_of_an_overlay_replaces_that_of_the_run(folder: Path) -> None:
    run = played(folder, "run", "[[variants]]\nname = 'long'\npreset = 'long'\n")
    found = difference(run, 1, [overlay(folder, "preset = 'first-game'\n")])
    assert found.recorded.variant.name == "long"
    assert ("rules", "rounds") in [change.path for change in found.rules]


def test_a_run_with_several_variants_is_asked_for_one(recorded: Path, folder: Path) -> None:
    """That of the same name, or the one that is named."""
    variants = "".join(f"[[variants]]\nname = 'steps-{n}'\nrules = {{march_steps = {n}}}\n" for n in (2, 3))
    run = played(folder, "run", variants)
    assert difference(recorded, 0, against=run).equal
    assert difference(recorded, 0, against=run, variant="steps-2").rules[0].new == 2
    assert difference(run, 2, against=run, variant="steps-2").rules[0].old == 3
    with pytest.raises(ConfigError, match=r"no variant 'steps-4'.*steps-2, steps-3\. Did you mean 'steps-"):
        difference(recorded, 0, against=run, variant="steps-4")
    lone = played(folder, "lone", "[[variants]]\nname = 'only'\npreset = 'standard'\n")
    assert difference(run, 1, against=lone).right.label.endswith("(variant only)")
    assert difference(lone, 0, against=recorded).right.label.endswith("(variant base)")
    with pytest.raises(ConfigError, match="it has several variants; choose with --variant"):
        difference(lone, 0, against=run)


def test_what_cannot_be_compared(recorded: Path, folder: Path) -> None:
    other = overlay(folder, "[rules]\nmarch_steps = 4\n")
    for arguments, message in (
        ({}, "give either --rules"),
        ({"rules": [other], "against": recorded}, "give either --rules"),
        ({"rules": [other], "variant": "base"}, "--variant: works only with --against"),
        ({"rules": [overlay(folder, "preset = 'two'\n", "two.toml")]}, "preset two is for 2 players, not 3"),
        ({"rules": [folder / "none.toml"]}, "there is no such overlay"),
    ):
        with pytest.raises(ConfigError, match=message):
            difference(recorded, 0, **arguments)  # type: ignore[arg-type]
    with pytest.raises(RulesError, match="there is no rule march_step"):
        difference(recorded, 0, [overlay(folder, "[rules]\nmarch_step = 1\n")])


def test_rules_of_a_run_that_cannot_be_had_again_are_exit_6(recorded: Path, folder: Path) -> None:
    """The other run was played when the program's own rules were others."""
    run = played(folder, "old")
    manifest(run, lambda data: data["identity"].update({"variant base": "0" * 64}))
    with pytest.raises(StateMismatch, match="variant base changed since this run was played"):
        difference(recorded, 0, against=run)


def test_a_game_that_is_not_as_recorded_is_noticed(folder: Path) -> None:
    """Both sides are of now: the engine has changed, and the comparison says so beside its answer."""
    run = played(folder, "changed")
    forge(run, "games", pl.lit("0" * 16).alias("digest"))
    notices: list[str] = []
    assert difference(run, 0, against=run, notice=notices.append).equal
    assert "differs from the recorded one" in notices[0]


def test_a_game_of_another_kind_is_refused(recorded: Path, folder: Path) -> None:
    """A game that cannot be told cannot be compared, and no two games have the same rules."""
    games.register("bare", "tests.bare:BARE")
    (folder / "own.py").write_text(script("return 0"))
    (folder / "bare.toml").write_text(
        "game = 'bare'\n[design]\nplayers = 2\nblocks = 1\n"
        + "[[strategies]]\nuse = 'own.py'\nname = 'a'\n[[strategies]]\nuse = 'own.py'\nname = 'b'\n"
    )
    run_games("bare.toml", "bare", workers=1)
    with pytest.raises(ConfigError, match="Bare Race has no words"):
        difference("bare", 0, against=recorded, folders=HERE)
    with pytest.raises(ConfigError, match="is a run of bare, not of march"):
        difference(recorded, 0, against="bare", folders=HERE)
    assert main.run(["replay", "bare", "0", "--strategy-path", "."]) == 0
    assert main.run(["replay", "bare", "0", "--round", "1", "--strategy-path", "."]) == errors.BAD_INPUT


# the verb -------------------------------------------------------------------------------
def test_the_verb_answers_in_words_and_in_json(
    recorded: Path, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 0 whether the games differ or not: it is a question."""
    other = str(overlay(folder, CHANGES["decree"]))
    assert main.run(["replay", str(recorded), "0", "--rules", other]) == 0
    out = capsys.readouterr().out
    assert "  rules decree_larvae: 5 -> 4\n" in out and "The first difference is event " in out
    assert main.run(["replay", str(recorded), "0", "--rules", other, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["equal"] is False and data["rules"] == [
        {"path": ["rules", "decree_larvae"], "old": 5, "new": 4}
    ]
    assert data["first"]["left"]["text"] != data["first"]["right"]["text"]
    assert data["first"]["number"] == data["first"]["left"]["number"]
    assert main.run(["replay", str(recorded), "0", "--against", str(recorded), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["equal"] is True and data["first"] is None and data["rules"] == []


@pytest.mark.parametrize("option", [["--round", "1"], ["--until", "3"], ["--board", "b.svg"]])
def test_a_part_of_a_comparison_is_refused(
    recorded: Path, folder: Path, capsys: pytest.CaptureFixture[str], option: list[str]
) -> None:
    other = str(overlay(folder, CHANGES["decree"]))
    assert main.run(["replay", str(recorded), "0", "--rules", other, *option]) == errors.BAD_INPUT
    assert "leave them out when two are compared" in capsys.readouterr().err
