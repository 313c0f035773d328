"""What is refused at the door of a strategy's file, and what the verbs say of one."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from marchsim import errors
from marchsim.cli import main
from marchsim.errors import StrategyError
from marchsim.games.march.game import MARCH
from marchsim.games.march.players import loading
from marchsim.kernel.game import StrategySource
from marchsim.runner.configuration import sources
from marchsim.studies.play import play
from tools import games

HEAD = "from marchsim.games.march.players import Heuristic\n\n\nclass Mine(Heuristic):\n"


def source(body: str) -> StrategySource:
    """Return the source of a file with this class body."""
    return StrategySource("mine.py", HEAD + body, "0" * 64, origin="mine.py")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "    def acton(self, me, table):\n        return 0\n",
            "mine.py, line 5: Mine.acton is not a hook, so nothing calls it. Did you mean 'action'",
        ),
        (
            "    def xyzzy(self, me, table):\n        return 0\n",
            "mine.py, line 5: Mine.xyzzy is not a hook, so nothing calls it. docs/reference/strategies.md",
        ),
        (
            "    def action(self):\n        return 0\n",
            "mine.py, line 5: Mine.action must take me, table: def action(self, me, table).",
        ),
        (
            "    def __init__(self):\n        self.weigh(food=1)\n",
            "mine.py, line 6: Mine: its __init__ must call super().__init__() before anything else.",
        ),
        (
            "    def __init__(self):\n        super().__init__()\n        self.weigh(fod=1)\n",
            "mine.py, line 7: weights: there is no weight 'fod'. Did you mean 'food'",
        ),
        (
            "    def __init__(self):\n        super().__init__()\n        self.weigh(food=0.123)\n",
            "mine.py, line 7: weights: food: 0.123 has more than two decimals; round it.",
        ),
        (
            "    def __init__(self):\n        super().__init__()\n        1 // 0\n",
            "mine.py, line 7: strategy Mine: it cannot be made (ZeroDivisionError",
        ),
        # compiled code would ignore these in silence
        (
            "    plan = 1\n    battle = 2.0\n",
            "mine.py, line 6: Mine: the class attribute 'battle' sets no weight; write self.weigh(",
        ),
    ],
)
def test_what_could_never_work_is_refused_with_its_line(body: str, said: str) -> None:
    """Before a game begins, with file, line and the nearest right name."""
    with pytest.raises(StrategyError, match=re.escape(said)):
        loading.factory(loading.strategy_class(source(body)), {})


def test_a_forgotten_init_names_the_file() -> None:
    body = "    def __init__(self):\n        self.plan = 3\n"
    with pytest.raises(StrategyError, match=r"^mine\.py.*must call super\(\).__init__\(\)"):
        loading.factory(loading.strategy_class(source(body)), {})


def test_helpers_that_are_called_or_private_are_ones_own_business() -> None:
    body = (
        "    def acting(self, me):\n        return 'rest'\n"
        "    def _later(self):\n        return 1\n"
        "    def action(self, me, table):\n        return self.acting(me)\n"
    )
    assert MARCH.profile(source(body)).hooks == ("action",)


@pytest.mark.parametrize("value", [0.25, -1.1, 3, 0.07, 99.99])
def test_two_decimals_are_taken_as_they_stand(value: float) -> None:
    """No value of two decimals is refused because of how machines write it."""
    body = f"    def __init__(self):\n        super().__init__()\n        self.weigh(food=[{value}, 0])\n"
    assert MARCH.profile(source(body)).weights == {"food": [value, 0]}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("'explor'", r"hook action, bad\.py line 6: answered 'explor', .* Did you mean 'explore'"),
        ("'play royl jelly'", r"hook action, bad\.py line 6: .* Did you mean 'royal'\?"),
        ("10 ** 6", r"hook action, bad\.py line 6: answered 1000000; answer in words"),
        ("me.fod", r"hook action, bad\.py line 7: AttributeError"),
        ("table.offers(knd='goal')", r"hook action, bad\.py line 7: TypeError: .* Did you mean 'kind'\?"),
        ("table.hexes['soyl'].name", r"hook action, bad\.py line 7: KeyError: .*Did you mean 'soil'\?"),
    ],
)
def test_a_wrong_answer_names_hook_and_line(folder: Path, answer: str, said: str) -> None:
    """The line that failed, or where the hook begins if it ended with an answer that is none."""
    (folder / "bad.py").write_text(f"{HEAD}\n    def action(self, me, table):\n        return {answer}\n")
    found = play(("first", "bad.py", "last"))
    assert re.search(said, found.outcome.fault), found.outcome.fault


def test_strategies_tells_what_a_file_is_made_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Class, docstring, weights that are not the default, and the hooks that it has of its own."""
    (folder / "mine.py").write_text(
        '"""Goes west."""\n' + HEAD + '    """A traveller."""\n\n    def __init__(self):\n'
        "        super().__init__()\n        self.weigh(food=2, battle=[0.5, 1])\n\n"
        "    def decree(self, me, table):\n        return 'food'\n"
    )
    assert main.run(["strategies", "mine.py"]) == errors.OK
    out = capsys.readouterr().out
    assert "Goes west." in out and "class Mine, built on Heuristic: A traveller." in out
    assert re.search(r"food +2\n", out) and re.search(r"battle +0\.5, 1\n", out)
    assert "own hooks: decree" in out
    assert main.run(["strategies", "mine.py", "--json"]) == errors.OK
    data = json.loads(capsys.readouterr().out)
    assert (data["class"], data["weights"], data["hooks"]) == (
        "Mine", {"food": 2.0, "battle": [0.5, 1.0]}, ["decree"],
    )  # fmt: skip
    assert main.run(["strategies", "pacifist"]) == errors.OK
    assert "none, so its code is never called during a game" in capsys.readouterr().out


def test_new_strategy_plays_at_once_and_is_never_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["new", "strategy", "bold-forager"]) == errors.OK
    command = capsys.readouterr().out.partition("then: marchsim ")[2].split()
    assert main.run(command) == errors.OK
    assert "bold_forager" in capsys.readouterr().out
    made = MARCH.profile(sources.typed("bold_forager.py"))
    assert (made.name, made.builds_on) == ("BoldForager", "Heuristic")
    assert made.hooks == ("action", "decree", "round_begins")
    assert made.weights
    (folder / "bold_forager.py").write_text("mine now")
    assert main.run(["new", "strategy", "bold-forager"]) == errors.BAD_INPUT
    assert (folder / "bold_forager.py").read_text() == "mine now"


@pytest.mark.parametrize("name", ["", "up/9", "9lives", "a b c!", "x" * 70, "a\x1b[31m"])
def test_new_strategy_refuses_names_that_are_none(
    folder: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    assert main.run(["new", "strategy", name]) == errors.BAD_INPUT
    assert "letters from a to z and digits" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_new_strategy_refuses_words_of_python(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Their file could not be imported."""
    assert main.run(["new", "strategy", "class"]) == errors.BAD_INPUT
    assert "class: is a word of Python's own; choose another name" in capsys.readouterr().err
    assert not list(folder.iterdir())


def test_strategies_come_from_a_folder_by_file_or_name(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With --strategy-path; a shipped name stays what it is, and the list shows the files of the folder."""
    (folder / "own").mkdir()
    (folder / "own" / "mine.py").write_text(HEAD + "    pass\n")
    (folder / "own" / "warlord.py").write_text(HEAD + "    pass\n")
    more = ["--strategy-path", "own"]
    for use in ("mine", "mine.py", "mine.py:Mine", "mine:Mine"):
        assert main.run(["play", "--strategies", f"first,{use},last", *more]) == errors.OK, use
    assert sources.find("warlord", [folder / "own"]).text == sources.find("warlord").text
    assert main.run(["strategies", *more, "--json"]) == errors.OK
    names = [row["name"] for row in json.loads(capsys.readouterr().out.partition("\n[")[2].join("[ "))]
    assert "mine" in names and names.count("warlord") == 1
    assert main.run(["play", "--strategies", "first,mine,last"]) == errors.BAD_INPUT
    assert main.run(["play", "--strategies", "first,mne,last", *more]) == errors.BAD_INPUT
    assert "Did you mean 'mine'?" in capsys.readouterr().err
    assert main.run(["play", "--strategies", "first,last", "--strategy-path", "nowhere"]) == errors.BAD_INPUT
    assert "nowhere is not a folder" in capsys.readouterr().err


def test_a_run_takes_strategies_of_its_folders_by_name(folder: Path) -> None:
    """And a person never plays in a run."""
    from marchsim.runner import run

    (folder / "own").mkdir()
    (folder / "own" / "mine.py").write_text(HEAD + "    pass\n")
    config = "[design]\nplayers = 3\nblocks = 1\n" + "".join(
        f'[[strategies]]\nuse = "{use}"\n' for use in ("mine", "first", "last")
    )
    (folder / "c.toml").write_text(config)
    assert run("c.toml", "out", workers=1, strategy_paths=[Path("own")]).void_games == 0
    (folder / "c.toml").write_text(config.replace("mine", "human"))
    with pytest.raises(StrategyError, match=r"strategies\[1\].use: 'human' is a person at the terminal"):
        run("c.toml", "other", workers=1)


def test_strategies_says_of_a_file_what_play_would_refuse(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is no Python, or whose class cannot play, is named in one line."""
    (folder / "mine.py").write_text("class Mine(:\n")
    assert main.run(["strategies", "mine.py"]) == errors.BAD_INPUT
    assert "'mine.py': its file cannot be loaded (SyntaxError" in capsys.readouterr().err
    assert main.run(["strategies", "--strategy-path", "."]) == 0
    (folder / "mine.py").write_text(HEAD + "    battle = 2.0\n")
    assert main.run(["strategies", "mine.py"]) == errors.BAD_INPUT
    assert "mine.py, line 5: Mine: the class attribute 'battle'" in capsys.readouterr().err


@pytest.mark.parametrize("hook", ["decree", "action", "step", "inhabit"])
def test_a_hook_without_an_opinion_changes_no_game(hook: str) -> None:
    """Both look at the same scene, whenever each is asked."""
    text = f"    def {hook}(self, me, table):\n        return None\n"
    session = games.table(players=4)
    outcomes = []
    for body in ("    pass\n", text):
        make = loading.factory(loading.strategy_class(source(body)), {})
        outcomes.append(
            [session.play(7, 7, [1, 2, 3, 4 + deal], [make() for _ in range(4)]) for deal in (0, 1)]
        )
    assert outcomes[0] == outcomes[1]


def test_weights_set_as_a_game_begins_count_in_it() -> None:
    """Also for what the native core answers."""
    begin = "    def begin(self, view):\n        super().begin(view)\n        self.weigh(explore=90)\n"
    session = games.table(players=3, record="rounds")
    make = loading.factory(loading.strategy_class(source(begin)), {})
    assert not session.play(1, 1, [1, 2, 3], [make() for _ in range(3)]).void
    rows = session.take()["rounds"]
    assert rows[:, games.column("rounds", "explores")].sum() > 20
