"""The reference of the command line, made from the help texts themselves."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from unittest import mock

from click import HelpFormatter
from typer.main import get_command

from marchsim.cli.frame import load_verb
from marchsim.cli.main import VERBS, app

HEAD = """# Commands

`make docs` makes this page from the help texts. `marchsim help VERB` prints them whole, and `make man` writes
them as a manual page.

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


SHARED = """
## Shared options

These options mean the same wherever a verb names them. Every verb has `--help`.

"""
SIZES = """
## How much is played

An option has one name in all verbs. `--seconds` of `try` and `optimize` is a time on two cores of an
ordinary machine, so that any machine plays the same games. `--blocks` stays where a configuration has blocks:
a deal with every line-up, turned through all seats.

"""
SIZED = ("--seconds", "--games", "--deals", "--blocks", "--draws")
HELP = "-h, --help"
OFTEN = 3  # verbs from which an option is shared
Records = dict[str, str]  # help by the names of an option


@dataclass(frozen=True)
class Section:
    """A command line, its help without options, and the help of each option."""

    path: str
    head: str
    options: Records


def helps(command: Any, path: str, parent: Any = None) -> Iterator[tuple[str, str, Section]]:
    """Yield (command line, help text, its parts) of a command and of everything under it."""
    context = command.make_context(
        path if parent is None else path.rsplit(maxsplit=1)[-1], [], parent=parent, resilient_parsing=True
    )
    text = command.get_help(context).rstrip()
    head, _, tail = text.partition("\nOptions:\n")
    groups = tail.partition("\n\n")[2]  # the verbs of a group
    records = (one.get_help_record(context) for one in command.get_params(context) if one.opts[0][0] == "-")
    options = {record[0]: " ".join(record[1].split()) for record in records if record}
    yield path, text, Section(path, "\n\n".join(part for part in (head.strip(), groups) if part), options)
    for name, child in getattr(command, "commands", {}).items():
        if not child.hidden:
            yield from helps(child, f"{path} {name}", context)


def everything() -> Iterator[tuple[str, str, Section]]:
    """Yield what `helps` does for the program and all its verbs, as wide wherever they are made."""
    with mock.patch.dict(os.environ, {"COLUMNS": "80", "LINES": "40"}):
        root = get_command(app)
        yield next(helps(root, "marchsim"))
        context = root.make_context("marchsim", [], resilient_parsing=True)
        for name, (module, _) in VERBS.items():
            yield from helps(load_verb(name, module), f"marchsim {name}", context)


def shared(sections: Iterable[Section]) -> Records:
    """The options that many verbs have with the same words, by name, each with its most frequent meaning."""
    found = Counter(option for one in sections for option in one.options.items())
    often = [option for option, times in reversed(found.most_common()) if times >= OFTEN]
    return dict(sorted(dict(often).items()))


def sizes(sections: Iterable[Section]) -> str:
    """Return a table of the verbs that play a number of something, with what each option means there."""
    rows = []
    for one in sections:
        own = {names.split()[0]: words for names, words in one.options.items()}
        if held := [name for name in SIZED if name in own and "stats" not in one.path]:
            told = "<br>".join(f"`{name}`: {own[name]}" for name in held).replace("|", "\\|")
            rows.append(f"| `{one.path}` | {told} |\n")
    return f"{SIZES}| Verb | Options |\n| --- | --- |\n{''.join(rows)}"


def body(section: Section, common: Records) -> str:
    """A verb's part of the page: its help, its own options, and the names of the shared ones."""
    own = [(names, words) for names, words in section.options.items() if common.get(names) != words]
    formatter = HelpFormatter(width=80)
    with formatter.section("Options"):
        formatter.write_dl(own or [("", "")])
    text = section.head + ("\n\n" + formatter.getvalue().rstrip() if own else "")
    known = ", ".join(f"`{names.split()[0]}`" for names in section.options if names not in {*dict(own), HELP})
    return f"\n## {section.path}\n\n```text\n{text}\n```\n" + (f"\nShared: {known}\n" if known else "")


def text() -> str:
    """Return the page."""
    sections = [section for _, _, section in everything()]
    common = shared(sections)
    cell = str.maketrans({"|": "\\|"})
    rows = "".join(
        f"| `{names.translate(cell)}` | {words.translate(cell)} |\n"
        for names, words in common.items()
        if names != HELP
    )
    table = f"{SHARED}| Option | Meaning |\n| --- | --- |\n{rows}"
    return HEAD + table + sizes(sections) + "".join(body(one, common) for one in sections)
