"""What holds for every verb: --json gives one document, and commands that are printed work as they are."""

from __future__ import annotations

import html
import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from marchsim.cli import main
from tests import policies
from tests.snapshots import stored

WITHOUT: dict[str, str] = {}  # verbs without --json, each with the reason
CONFIG = """
name = "race"
game = "toy"
seed = 5
[design]
kind = "roundrobin"
players = [3]
blocks = 12
{uses}
[gate]
policies = ["roller.py", "wavering.py"]
games = 8
"""
VARIANTS = '[[variants]]\nname = "two-rounds"\nrules.rounds = 2\n'
SCENARIO = Path(__file__).resolve().parents[1] / "scenarios" / "battle.toml"


def leaves(command: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every command below a group, by its words."""
    context = command.make_context(name or "marchsim", [], resilient_parsing=True)
    for word in command.list_commands(context):
        inner = command.get_command(context, word)
        path = f"{name} {word}".strip()
        yield from leaves(inner, path) if hasattr(inner, "list_commands") else [(path, inner)]


VERBS = dict(leaves(get_command(main.app)))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undrawn: None) -> Path:
    """A working folder with the toy's strategies, two configurations and an overlay; names have spaces."""
    policies.register()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MARCHSIM_STRATEGY_PATH", ".")
    for name in ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY"):
        monkeypatch.delenv(name, raising=False)
    policies.write(tmp_path, policies.STEADY)
    text = CONFIG.format(uses=policies.USES)
    (tmp_path / "race.toml").write_text(text)
    (tmp_path / "two of it.toml").write_text(text + VARIANTS)
    (tmp_path / "my rules.toml").write_text("[rules]\nrest_points = 3\n")
    return tmp_path


def test_every_verb_has_json() -> None:
    """Those that have not are listed with a reason, and the list is no longer than it must be."""
    lacking = {
        name
        for name, verb in VERBS.items()
        if not any(
            "--json" in option.opts
            for option in verb.get_params(verb.make_context(name, [], resilient_parsing=True))
        )
    }
    assert lacking == set(WITHOUT) and len(VERBS) > 40


# the verbs in an order in which each finds what it needs; `1`: played by this process alone
ONE = "--workers 1"
PLANS = [
    f"{words} field-4 {more}--plan {ONE}"
    for words, more in (("tune", "--focal warden "), ("best-response", ""), ("level", ""))
]
TOUR = [
    f"run race.toml --out 'runs/my run' {ONE}",
    f"run race.toml --out parts/1 --part 1/2 {ONE}",
    f"run race.toml --out parts/2 --part 2/2 {ONE}",
    f"run 'two of it.toml' --out runs/two {ONE}",
    f"run race.toml --plan {ONE}",
    "runs ls",
    "runs show 'my run'",
    "runs verify 'my run'",
    "runs merge parts/1 parts/2 --out 'parts/both of them'",
    f"runs repair 'my run' {ONE}",
    f"runs retry 'my run' {ONE}",
    f"runs extend 'my run' --blocks 1 {ONE}",
    "export 'my run'",
    "report all 'my run'",
    "report part winrate 'my run'",
    "report part seats 'my run'",
    "report part pace 'my run'",
    "report part profile 'my run'",
    "report variants two",
    "play --game toy --strategies roller.py,rester.py,miser.py",
    "replay 'my run' 3",
    "strategies",
    "strategies warlord",
    "components cards",
    "cards Swarm",
    "tiles 23",
    "rules march_steps",
    f"baseline create race.toml --rules 'my rules.toml' --out 'base line.json' {ONE}",
    "baseline show 'base line.json'",
    f"gate race.toml --baseline 'base line.json' --rules 'my rules.toml' {ONE}",
    f"gate race.toml --baseline 'base line.json' {ONE}",
    f"gate race.toml --baseline 'base line.json' --plan {ONE}",
    f"baseline accept 'base line.json' --reason 'it should' {ONE}",
    f"try rest_points=1 race.toml --deals 4 --out 'runs/try it' {ONE}",
    f"try rest_points=4 'runs/my run' --deals 4 --seed 6 --out 'runs/of a run' {ONE}",
    "new config 'my files/own'",
    "new overlay 'my files/rules.toml'",
    "new overlay --assumed 'my files/cards.toml'",
    "new strategy 'my files/bold'",
    "new targets 'my files/targets.toml'",
    "new gate 'my gate'",
    "new game 'my games/dice-race'",
    f"optimize 'my files/targets.toml' --plan --games 300000 {ONE}",
    "scenario SCENARIO",
    f"cards-study cards --cards swarm --deals 1 {ONE}",
    "species-study antwars --deals 1",
    f"run cards --out runs/cards --blocks 1 {ONE}",
    "report cards cards",
    *PLANS,
    "stats share 30 100",
]
# what says nothing in words that is not said by another line
PARTS = [f"report {part} 'my run'" for part in ("all", "winrate", "seats", "profile")]
SAME = [*PLANS, *PARTS, "report variants two"]
PLAY = ("run", "gate", "baseline")  # verbs that would start processes
CODES = (0, 3, 4)  # done; or the answer is no, or open
SAID = re.compile(r"marchsim ((?:[a-z][a-z-]*)(?: [^`\n]*)?)")
PLACEHOLDER = re.compile(r"^(?:[A-Z][A-Z0-9,/]*|\[.*\]|.*\.\.\.)$")  # NAME, FILE, A,B,C: prose, not a command


def words_of(line: str) -> list[str]:
    return [str(SCENARIO) if word == "SCENARIO" else word for word in shlex.split(line)]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the commands in a text that are meant to be copied, as words."""
    for found in SAID.findall(text):
        try:
            words = shlex.split(re.sub(r"(?<=[^\s.])[.;:]+\s*$", "", found))  # a lone . is a folder
        except ValueError:
            continue  # prose with an apostrophe
        if words[0] in main.VERBS and len(words) > 1 and not any(map(PLACEHOLDER.match, words)):
            yield words


def form(words: list[str]) -> tuple[str, ...]:
    """Return a command's verb and options."""
    options = sorted(word for word in words if word.startswith("--"))
    return (words[0], *words[1 : 1 + (words[0] in ("runs", "report", "baseline"))], *options)


def quick(words: list[str]) -> list[str]:
    """Return a command that does the same with a block of games, and plays them in this process."""
    if words[:2] == ["runs", "extend"]:
        words = [*words[:3], "--blocks", "0" if words[-1] == "0" else "1"]
    if words[0] == "try" and "--deals" in words:
        words = [*words[: words.index("--deals")], "--deals", "6"]
    more = ["--blocks", "1"] if words[0] == "run" else []
    return [*words, *more, *(ONE.split() if words[0] in PLAY or words[:2] == ["runs", "extend"] else [])]


def test_every_verb_prints_one_document(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With --json standard output holds one JSON document and nothing else; it is the stored one."""
    seen, changed = set(), ""
    for line in TOUR:
        words = words_of(line)
        code = main.run([*words, "--json"])
        told = capsys.readouterr()
        assert code in CODES, (line, told.err)
        document = json.loads(told.out)
        assert isinstance(document, dict | list) and told.out.count("\n") > 1, line
        changed += stored.verb(line, document, place)
        seen |= {name for name in VERBS if words[: len(name.split())] == name.split()}
    apart = {name for name in VERBS if name.startswith("stats ")}  # tests/cli/test_stats.py asks each of them
    apart |= {"sensitivity", "coach"}  # tests/robustness/test_study.py and tests/studies/test_coach.py do
    assert seen - apart == set(VERBS) - apart
    assert changed == "", stored.ADVICE


@pytest.mark.slow
def test_what_is_printed_can_be_copied(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What verbs print, and pages have, runs as it stands: one command of each form, cut to a block."""
    printed: dict[str, str] = {}
    for line in [*TOUR, "report all two"]:
        if line not in SAME:
            assert main.run(words_of(line)) in CODES, (line, capsys.readouterr().err)
            told = capsys.readouterr()
            printed |= {shlex.join(words): line for words in commands(told.out + told.err)}
    for page in place.rglob("*.html"):
        text = re.sub("<[^>]*>", "\n", page.read_text(encoding="utf-8"))
        printed |= {shlex.join(words): str(page) for words in commands(html.unescape(text))}
    verbs = {tuple(shlex.split(command)[:2])[: 1 + ("runs" in command)] for command in printed}
    assert {("gate",), ("replay",), ("report",), ("run",), ("runs", "extend")} <= verbs
    forms = {form(shlex.split(command)): (command, where) for command, where in printed.items()}
    assert len(forms) > 10
    for command, where in forms.values():
        if command.startswith("new overlay --assumed printed.toml --game toy"):
            continue  # a page knows no game, and this one says that none of its numbers can be set
        if where.startswith("new game "):
            continue  # its package has to be installed first
        assert main.run(quick(shlex.split(command))) in CODES, (where, command, capsys.readouterr().err)


def test_commands_in_errors_can_be_copied(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What an error says to do does it: damage, a missing baseline, a part that lacks games, void games."""
    assert main.run(words_of(f"run race.toml --out 'runs/my run' {ONE}")) == 0
    next(Path("runs/my run/tables/seats").iterdir()).write_bytes(b"x")
    assert main.run(["export", "my run"]) == 6
    assert main.run([*next(commands(capsys.readouterr().err)), *ONE.split()]) == 0
    gate = words_of(f"gate race.toml --rules 'my rules.toml' --baseline 'no such.json' {ONE}")
    assert main.run(gate) == 6
    assert main.run(quick(next(commands(capsys.readouterr().err)))) == 0 and main.run(gate) in (0, 4)
    for part in ("1/3", "2/3"):
        assert main.run(words_of(f"run race.toml --out 'part {part[0]}' --part {part} {ONE}")) == 0
    capsys.readouterr()
    assert main.run(["runs", "merge", "part 1", "part 2", "--out", "whole of it"]) == 0
    assert main.run(quick(next(commands(capsys.readouterr().out)))) == 0
    assert (
        main.run(["runs", "verify", "whole of it"]) == 0 and "144 games, 96 stored" in capsys.readouterr().out
    )
    (place / "bad.py").write_text(policies.script("if turn == 2 and score == 9: return 'x'\nreturn 0"))
    (place / "bad.toml").write_text(CONFIG.format(uses=policies.USES + '[[strategies]]\nuse = "bad.py"\n'))
    assert main.run(words_of(f"run bad.toml --out 'with void games' {ONE}")) == 0
    shown = [words for words in commands(capsys.readouterr().out) if words[0] == "replay"]
    assert len(shown) == 1 and main.run(shown[0]) == 0
