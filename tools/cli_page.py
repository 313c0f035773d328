"""The reference of the command line, made from the help texts themselves."""

from __future__ import annotations

import os
from typing import Any
from unittest import mock

from typer.main import get_command

from marchsim.cli.frame import load_verb
from marchsim.cli.main import VERBS, app

HEAD = """# Commands

Made from the help texts by `make docs`; `marchsim help VERB` shows them, and so does `man docs/marchsim.1`.

To complete commands and options with the tab key, put this into `~/.bashrc`:

    eval "$(_MARCHSIM_COMPLETE=source_bash marchsim)"

With zsh it is `source_zsh`; with fish `_MARCHSIM_COMPLETE=source_fish marchsim | source`.

With `--json` every verb writes one JSON document to standard output and nothing else there: the numbers
behind its words, not rounded, `null` for what is unknown or has no end. Warnings, progress and errors stay on
standard error, and exit codes are the same. `next` in a document is the command that it would have printed.
`report --json` writes the report all the same, and prints where it is, its summary and its verdicts;
`gate --json FILE` writes a file beside its words.

Exit codes, for every verb: 0 done; 1 a bug of ours; 2 bad input; 3 an expectation failed; 4 inconclusive;
5 nothing measured; 6 stored state missing or not matching; 130 interrupted.
"""


def helps(command: Any, path: str, parent: Any = None) -> list[tuple[str, str]]:
    """Return (command line, help text) of a command and of everything under it."""
    context = command.make_context(
        path if parent is None else path.rsplit(maxsplit=1)[-1], [], parent=parent, resilient_parsing=True
    )
    found = [(path, command.get_help(context))]
    for name, child in getattr(command, "commands", {}).items():
        if child.hidden:
            continue
        found += helps(child, f"{path} {name}", context)
    return found


def sections() -> list[tuple[str, str]]:
    """Return (command line, help text) of all, as wide wherever they are made."""
    with mock.patch.dict(os.environ, {"COLUMNS": "80", "LINES": "40"}):
        root = get_command(app)
        context = root.make_context("marchsim", [], resilient_parsing=True)
        found = [("marchsim", root.get_help(context))]
        for name, (module, _) in VERBS.items():
            found += helps(load_verb(name, module), f"marchsim {name}", context)
    return found


def text() -> str:
    """Return the page."""
    return HEAD + "".join(f"\n## {path}\n\n```text\n{body.rstrip()}\n```\n" for path, body in sections())
