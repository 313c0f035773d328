"""Run the gate for action.yml and keep one comment on the pull request up to date.

    python tools/pull_request.py FOLDER

The environment names the files (CONFIG, BASELINE, RULES), the pull request (NUMBER, empty on a push) and the
repository (GITHUB_REPOSITORY). Each CONFIG has a comment of its own. FOLDER receives the gate as JSON, JUnit
XML and Markdown, and a picture of the board before the first event that differs. The changed rules are tried
as well, for TRY_SECONDS (60 if it is not set), and their games are kept in the folder GAMES. `gh`, the code
host's own program, writes the comment. If it may not (a fork, a token that only reads), the job's summary has
the same text. The script needs the standard library and `marchsim` on the path.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

MARK = "<!-- marchsim {} -->"  # the first line of the comment of a gate by name, by which it is found again
LARGEST = 65_000  # letters of a comment
BOARD = "board.svg"
SECONDS = "60"  # of a try, on two ordinary cores


def main(folder: Path, environment: Mapping[str, str]) -> int:
    """Run the gate, try the change, write the comment, and return the gate's exit code."""
    folder.mkdir(parents=True, exist_ok=True)
    code = gate(folder, environment)
    page = (folder / "gate.md").read_text(encoding="utf-8") + board(folder, environment)
    tried = changed(folder, environment)
    if tried:
        page += (
            f"\n<details><summary>What the change does to the game</summary>\n\n{fenced(tried)}\n</details>\n"
        )
        append(environment.get("GITHUB_STEP_SUMMARY", ""), fenced(tried))
    append(environment.get("GITHUB_OUTPUT", ""), f"exit-code={code}\nname={named(environment)}\n")
    if environment.get("NUMBER"):
        mark = MARK.format(named(environment))
        if len(page) > LARGEST:
            page = page.partition("### Tier")[0] + "The summary of the job has all of it.\n"
        comment(mark, f"{mark}\n{page}", environment["GITHUB_REPOSITORY"], environment["NUMBER"])
    return code


def named(environment: Mapping[str, str]) -> str:
    """The name of a gate: its configuration's path in the form of a file name.

    If the path has characters other than letters, digits and dashes, its checksum is added, so that no two
    paths share a name.
    """
    path = environment["CONFIG"].removesuffix(".toml")
    name = re.sub(r"[^\w-]+", "-", path)
    return name if name == path else f"{name.strip('-')}-{sha256(path.encode()).hexdigest()[:6]}"


def gate(folder: Path, environment: Mapping[str, str]) -> int:
    """Run `marchsim gate` with its output files, annotations and summary, and return its exit code."""
    words = ["marchsim", "gate", environment["CONFIG"], "--baseline", environment["BASELINE"]]
    for rules in environment.get("RULES", "").split():
        words += ["--rules", rules]
    for option, name in (("--json", "gate.json"), ("--junit", "gate.xml"), ("--markdown", "gate.md"),
                         ("--board", BOARD)):  # fmt: skip
        words += [option, str(folder / name)]
        (folder / name).unlink(missing_ok=True)  # an earlier gate of the same job may have left it
    code = subprocess.run(words, check=False).returncode
    if not (folder / "gate.json").exists():  # it was stopped in the midst
        (folder / "gate.json").write_text("{}", encoding="utf-8")
        (folder / "gate.md").write_text(f"## Gate: no verdict (exit code {code})\n", encoding="utf-8")
    return code


def board(folder: Path, environment: Mapping[str, str]) -> str:
    """The address of the picture of the first difference, since a comment cannot hold the picture itself."""
    run = environment.get("GITHUB_RUN_ID")
    if not (folder / BOARD).exists() or not run:
        return ""
    server = environment.get("GITHUB_SERVER_URL") or "https://github.com"
    place = f"{server}/{environment['GITHUB_REPOSITORY']}/actions/runs/{run}#artifacts"
    return f"\nThe board before the first difference: `{BOARD}` in [marchsim-{named(environment)}]({place})\n"


def changed(folder: Path, environment: Mapping[str, str]) -> str:
    """The output of `marchsim try` for the rules that differ from the baseline, or '' if none do.

    It copies the games before the change from an earlier try in GAMES, if there is one.
    """
    words = json.loads((folder / "gate.json").read_text(encoding="utf-8")).get("try")
    if not words:
        return ""
    seconds = environment.get("TRY_SECONDS") or SECONDS
    with tempfile.TemporaryDirectory() as empty:
        games = Path(environment.get("GAMES") or empty)
        out = games / sha256("\0".join(words).encode()).hexdigest()[:12]
        where = ["--seconds", seconds, "--out", str(out), "--page", str(folder / "try")]
        done = subprocess.run([*words, *where], check=False, capture_output=True, text=True)
        said = done.stdout if done.returncode == 0 else done.stderr
    said = said.replace(f"; {out}", "").replace(f"{games}{os.sep}", "")
    return said.partition("\npage: ")[0]  # the rest names files of this machine, too


def fenced(text: str) -> str:
    """A text as a block of code that backticks in the text cannot end."""
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
    return f"{fence}text\n{text.rstrip()}\n{fence}\n"


def comment(mark: str, body: str, repository: str, number: str) -> None:
    """Update the comment of an earlier run, or write the first one."""
    listed = gh(f"repos/{repository}/issues/{number}/comments?per_page=100", "--paginate", "--slurp")
    if listed is None:
        return
    mine = [one["id"] for page in json.loads(listed) for one in page if is_mine(one, mark)]
    where = f"repos/{repository}/issues/" + (f"comments/{mine[0]}" if mine else f"{number}/comments")
    gh(where, "--method", "PATCH" if mine else "POST", "--input", "-", body=json.dumps({"body": body}))


def is_mine(comment: Mapping[str, Any], mark: str) -> bool:
    """Whether a comment is from an earlier run. A comment written by a person never is."""
    return comment["user"]["type"] == "Bot" and str(comment["body"]).startswith(mark)


def gh(address: str, *options: str, body: str = "") -> str | None:
    """Send a request to the code host. If it is refused, print a notice, since the summary has everything."""
    done = subprocess.run(
        ["gh", "api", address, *options], input=body, check=False, capture_output=True, text=True
    )
    if done.returncode == 0:
        return done.stdout
    said = (done.stderr.strip().splitlines() or ["gh failed"])[-1]
    print(f"::notice title=marchsim gate::No comment is written ({said}). The summary of the job has it all.")
    return None


def append(path: str, text: str) -> None:
    """Append a text to a file that the code host reads, if there is one."""
    if path:
        with Path(path).open("a", encoding="utf-8") as file:
            file.write(text)


def run(arguments: Sequence[str]) -> int:
    """Run the tool with the arguments of a command line."""
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    return main(Path(arguments[0]), os.environ)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
