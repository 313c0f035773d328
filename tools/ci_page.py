"""Make the page on continuous integration, with the real output of its commands.

A block of text on the page that begins with `$ ` has one or more commands. They are run in the order of the
page, and their output replaces the text after them. Hashes and seconds are left out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs/howto/ci.md"
FILE = re.compile(r"`(\w+\.toml)`:\n\n```toml\n(.*?)```", re.DOTALL)
BLOCK = re.compile(r"```text\n((?:\$ [^\n]*\n)+)(.*?)```", re.DOTALL)
HASHES = re.compile(r"(?:^[\w -]+: [0-9a-f]{16}\n)+", re.MULTILINE)
SECONDS = re.compile(r"about [\d.,]+ s")
LEFT_OUT = ("GITHUB_ACTIONS", "GITHUB_STEP_SUMMARY")


def text() -> str:
    """The page with the output of its commands."""
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory(prefix="marchsim-docs-") as folder:
        for name, content in FILE.findall(page):
            Path(folder, name).write_text(content, encoding="utf-8")
        return BLOCK.sub(lambda block: _block(block[1], Path(folder)), page)


def _block(commands: str, folder: Path) -> str:
    said = [_printed(line.removeprefix("$ "), folder) for line in commands.splitlines()]
    output = SECONDS.sub("about ... s", HASHES.sub("...\n", "".join(said)))
    return f"```text\n{commands}{output}```"


def _printed(command: str, folder: Path) -> str:
    """The output of a command. A command that fails is an error, except for a gate."""
    own = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    path = os.pathsep.join([str(Path(sys.executable).parent), own.get("PATH", "")])
    result = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"], cwd=folder, text=True, check=False,
        capture_output=True, env={**own, "PATH": path, "COLUMNS": "100"},
    )  # fmt: skip
    assert result.returncode in (0, 3, 4), f"{command}: {result.stderr}"
    return "".join(f"{line.rstrip()}\n" for line in result.stdout.splitlines())
