"""The action for pull requests: one comment that is updated, against a recorded code host."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from marchsim.cli.main import run
from marchsim.errors import BAD_INPUT, OK, STATE_MISMATCH
from tests.gate.mutating import ROOT
from tools import pull_request
from tools.pull_request import comment, main, named

MARK = "<!-- marchsim gate -->"
# It writes down what it is asked, and answers as the test says.
HOST = """#!{python}
import json, os, sys
asked = {{"words": sys.argv[1:], "body": sys.stdin.read() if "--input" in sys.argv else ""}}
with open({log!r}, "a") as file:
    file.write(json.dumps(asked) + "\\n")
answer = open({answer!r}).read()
if answer == "refused":
    sys.exit("gh: Resource not accessible by integration (HTTP 403)")
print(answer if "--slurp" in sys.argv else "{{}}")
"""
GITHUB = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT")


class Host:
    """A stand-in for `gh`: `answer` is the list of comments or "refused"; `asked` what it was asked."""

    def __init__(self, folder: Path) -> None:
        self.log, self.told = folder / "asked.jsonl", folder / "answer"
        program = folder / "bin" / "gh"
        program.parent.mkdir()
        program.write_text(HOST.format(python=sys.executable, log=str(self.log), answer=str(self.told)))
        program.chmod(0o755)
        self.path = os.pathsep.join(
            [str(program.parent), str(Path(sys.executable).parent), os.environ["PATH"]]
        )
        self.answer([])

    def answer(self, comments: object) -> None:
        """Set what it answers from now on."""
        self.told.write_text(comments if isinstance(comments, str) else json.dumps([comments]))

    def asked(self) -> list[dict[str, object]]:
        """Return what it was asked, and forget it."""
        lines = self.log.read_text().splitlines()
        self.log.unlink()
        return [json.loads(line) for line in lines]


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """The code host, first on the path, and an empty working folder."""
    made = Host(tmp_path)
    monkeypatch.setenv("PATH", made.path)
    for name in GITHUB:
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return made


def test_a_change_of_rules_gets_one_comment_that_is_updated(host: Host, tmp_path: Path) -> None:
    """From `marchsim new gate` on: verdict, what changed, and its effect; the code is the gate's."""
    assert run(["new", "gate"]) == OK
    config = Path("gate.toml")
    config.write_text(config.read_text().replace("= 2200", "= 1").replace("games = 200", "games = 3"))
    made = ["baseline", "create", "gate.toml", "--rules", "rules.toml", "--out", "baseline.json"]
    assert run([*made, "--workers", "1"]) == OK
    Path("rules.toml").write_text("[rules]\nmarch_steps = 3\n")
    said = {
        "CONFIG": "gate.toml", "BASELINE": "baseline.json", "RULES": "rules.toml", "NUMBER": "7",
        "GITHUB_REPOSITORY": "me/mine", "TRY_SECONDS": "1", "GITHUB_OUTPUT": str(tmp_path / "output"),
        "GITHUB_RUN_ID": "12", "GAMES": str(tmp_path / "games"),
    }  # fmt: skip
    assert main(tmp_path / "out", said) == 3
    assert (tmp_path / "output").read_text() == "exit-code=3\nname=gate\n"
    listed, written = host.asked()
    assert listed["words"][:2] == ["api", "repos/me/mine/issues/7/comments?per_page=100"]
    assert written["words"][:4] == ["api", "repos/me/mine/issues/7/comments", "--method", "POST"]
    body = json.loads(str(written["body"]))["body"]
    assert body.startswith(f"{MARK}\n## Gate gate: **failed**")
    assert "rules march_steps: 5 -> 3" in body and "Wins of seat 1" in body
    assert "`board.svg` in [marchsim-gate](https://github.com/me/mine/actions/runs/12#artifacts)" in body
    names = {"board.svg", "gate.json", "gate.md", "gate.xml", "try"}
    assert {path.name for path in (tmp_path / "out").iterdir()} == names
    first = json.loads((tmp_path / "out" / "gate.json").read_text())
    (event,) = {case["numbers"]["first"]["event"] for tier in first["tiers"] for case in tier["cases"]
                if "first" in case.get("numbers", {})}  # fmt: skip
    assert f"before event {event}" in (tmp_path / "out" / "board.svg").read_text()
    assert "Wins of seat 1" in body and "next: " not in body and str(tmp_path) not in body
    Path("rules.toml").write_text("[rules]\nmarch_steps = 4\n")
    assert main(tmp_path / "out", {**said, "NUMBER": "", "GITHUB_STEP_SUMMARY": str(tmp_path / "all")}) == 3
    assert "are the same games as in" in (tmp_path / "all").read_text()  # those before the change


def test_an_earlier_comment_of_a_run_is_updated_and_no_one_elses(host: Host) -> None:
    """The first that a bot began with the mark; a person who copied one keeps it."""
    person = {"id": 1, "user": {"type": "User"}, "body": f"{MARK} look"}
    earlier = {"id": 2, "user": {"type": "Bot"}, "body": f"{MARK}\n## Gate"}
    host.answer([person, {"id": 3, "user": {"type": "Bot"}, "body": "coverage"}, earlier])
    comment(MARK, "new", "me/mine", "7")
    _, written = host.asked()
    assert written["words"][:4] == ["api", "repos/me/mine/issues/comments/2", "--method", "PATCH"]
    assert json.loads(str(written["body"])) == {"body": "new"}


def test_a_token_that_may_not_write_leaves_a_notice(host: Host, capsys: pytest.CaptureFixture[str]) -> None:
    """A fork's: nothing fails, and the log says where the findings are."""
    host.answer("refused")
    comment(MARK, "new", "me/mine", "7")
    assert len(host.asked()) == 1
    out = capsys.readouterr().out
    assert out.startswith("::notice title=marchsim gate::") and "HTTP 403" in out


def test_a_gate_that_cannot_judge_is_told_as_well(host: Host, tmp_path: Path) -> None:
    """Exit code 6 of a missing baseline reaches the comment, without the board of an earlier gate."""
    assert run(["new", "gate"]) == OK
    said = {"CONFIG": "gate.toml", "BASELINE": "none.json", "NUMBER": "7", "GITHUB_REPOSITORY": "me/mine"}
    said["GITHUB_RUN_ID"] = "12"
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "board.svg").write_text("of the gate before", encoding="utf-8")
    assert main(tmp_path / "out", said) == STATE_MISMATCH
    _, written = host.asked()
    assert "no verdict" in str(written["body"]) and "none.json" in str(written["body"])
    assert "board.svg" not in str(written["body"])


def test_the_template_is_what_new_gate_writes(host: Host) -> None:
    """examples/gate-template holds the same files; existing ones are never overwritten unasked."""
    assert run(["new", "gate"]) == OK
    template = ROOT / "examples" / "gate-template"
    names = ("gate.toml", "rules.toml", ".github/workflows/gate.yml")
    assert [(template / name).read_text() for name in names] == [Path(name).read_text() for name in names]
    assert run(["new", "gate"]) == BAD_INPUT
    assert tomllib.loads(Path("gate.toml").read_text())["game"] == "march"


def test_the_action_has_three_inputs_and_gives_the_script_what_it_reads() -> None:
    """All else follows from them: the name of the comment and of the artifact from the configuration."""
    text = (ROOT / "action.yml").read_text("utf-8")
    inputs = text.partition("inputs:\n")[2].partition("outputs:\n")[0]
    assert re.findall(r"^  (\w+):$", inputs, re.M) == ["config", "baseline", "rules"]
    assert set(re.findall(r"inputs\.([\w-]+)", text)) == {"config", "baseline", "rules"}
    assert set(re.findall(r"^        ([A-Z_]+): ", text, re.M)) == {
        "CONFIG", "BASELINE", "RULES", "GAMES", "NUMBER", "GH_TOKEN",
    }  # fmt: skip
    assert named({"CONFIG": "gate.toml"}) == "gate"
    paths = ["rules/long.toml", "rules-long.toml", "rules long.toml", "rules//long.toml", "rules.long.toml"]
    names = [named({"CONFIG": path}) for path in paths]
    assert len(set(names)) == len(paths) and all(name.startswith("rules-long") for name in names)
    assert not any(sign in "".join(names) for sign in '/\\:*?"<>| ')
    own = (ROOT / "examples" / "cant-stop" / "pyproject.toml").read_text("utf-8")
    assert 'entry-points."marchsim.games"' in text and 'entry-points."marchsim.games"' in own


def test_the_script_says_how_it_is_used() -> None:
    """Without a folder it explains itself."""
    script = [sys.executable, str(Path(pull_request.__file__))]
    done = subprocess.run(script, capture_output=True, text=True, check=False)
    assert done.returncode == BAD_INPUT and "FOLDER" in done.stderr
