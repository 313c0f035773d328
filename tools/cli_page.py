"""Make the reference of the command line from the help texts."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from textwrap import dedent
from typing import Any
from unittest import mock

from typer.main import get_command

from marchsim.cli.frame import load_verb
from marchsim.cli.main import VERBS, app

HEAD = """# Commands

`make docs` makes this page from the help texts. `marchsim VERB --help` prints them with all options, and
`make man` writes them as a manual page.

To complete commands with the tab key, put `eval "$(_MARCHSIM_COMPLETE=source_bash marchsim)"` into
`~/.bashrc`. With zsh it is `source_zsh`. With fish use `_MARCHSIM_COMPLETE=source_fish marchsim | source`.

With `--json` every verb writes one JSON document to standard output: the numbers behind its words, not
rounded, `null` for an unknown or endless value, and the next command as `next`. Warnings, progress and errors
go to standard error. Exit codes are the same. `report --json` also writes the report, and `gate --json FILE`
writes a file beside its words.

Exit codes: 0 done, 1 a bug of ours, 2 bad input, 3 an expectation failed, 4 inconclusive, 5 nothing measured,
6 stored state missing or not matching, 130 interrupted.
"""


SHARED = """
## Shared options

An option of several verbs has one name. Options of one verb are in its section. Every verb has `--help` and
`--json`.
A size is `--deals` if changes or seats share deals, `--games` if only the total counts, and `--blocks` for a
configuration's design. `--players` plays with this number instead of the configuration's.
`--seconds` of `try` is a time on two cores of an ordinary machine, so every machine plays the same games. A
block is a deal with every line-up, turned through all seats.

| option | meaning | verbs |
|---|---|---|
"""
EVERYWHERE = ("--json", "-h")
OFTEN = 2  # verbs from which an option is shared
Records = dict[str, str]  # help by the names of an option


@dataclass(frozen=True)
class Section:
    """A command line with its help without options, and the help of each option."""

    path: str
    head: str
    options: Records


def helps(command: Any, path: str, parent: Any = None) -> Iterator[tuple[str, str, Section]]:
    """Yield each command below a path: its command line, its full help, and its parts."""
    context = command.make_context(
        path if parent is None else path.rsplit(maxsplit=1)[-1], [], parent=parent, resilient_parsing=True
    )
    text = command.get_help(context).rstrip()
    head, _, tail = text.partition("\nOptions:\n")
    groups = tail.partition("\n\n")[2]  # the verbs of a group
    records = (one.get_help_record(context) for one in command.get_params(context) if one.opts[0][0] == "-")
    options = {
        record[0].replace("<int range>", "<int>"): _unbounded(record[1]) for record in records if record
    }
    yield path, text, Section(path, "\n\n".join(part for part in (head.strip(), groups) if part), options)
    for name, child in getattr(command, "commands", {}).items():
        if not child.hidden:
            yield from helps(child, f"{path} {name}", context)


def _unbounded(said: str) -> str:
    """The help of an option on one line, without its range."""
    return re.sub(r" \[x[<>]=?\d+\]|; x[<>]=?\d+(?=\])", "", " ".join(said.split()))


def everything() -> Iterator[tuple[str, str, Section]]:
    """Yield the same as `helps` for the program and all its verbs, at a fixed width of the terminal."""
    with mock.patch.dict(os.environ, {"COLUMNS": "80", "LINES": "40"}):
        root = get_command(app)
        yield next(helps(root, "marchsim"))
        context = root.make_context("marchsim", [], resilient_parsing=True)
        for name, (module, _) in VERBS.items():
            yield from helps(load_verb(name, module), f"marchsim {name}", context)


def shared(sections: Iterable[Section]) -> Records:
    """The options that many verbs have with equal words, each once and with its most frequent meaning."""
    found = Counter(option for one in sections for option in one.options.items())
    often = [option for option, times in reversed(found.most_common()) if times >= OFTEN]
    return dict(sorted({names.split()[0]: (names, said) for names, said in often}.values()))


def table(sections: Iterable[Section]) -> str:
    """Table rows for the options that several verbs have, one for each meaning, the most frequent first."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for one in sections:
        for names, said in one.options.items():
            meanings = found.setdefault(names.split()[0].rstrip(","), {})
            meanings.setdefault((names, said), []).append(one.path.removeprefix("marchsim "))
    many = {name: found[name] for name in sorted(found) if sum(map(len, found[name].values())) >= OFTEN}
    return "".join(
        "| " + _marked(f"- {names}: {said}").removeprefix("- ").replace("|", r"\|").replace("`: ", "` | ", 1)
        + f" | {', '.join(verbs)} |\n"
        for name, meanings in many.items() if name not in EVERYWHERE
        for (names, said), verbs in sorted(meanings.items(), key=lambda one: -len(one[1]))
    )  # fmt: skip


def body(section: Section, common: Records) -> str:
    """The page's part on a verb: usage, examples, help, its own options, and the names of shared ones."""
    usage, *parts = section.head.split("\n\n")
    shown, words, lists = [usage.removeprefix("Usage: ")], [], []
    for part in parts:
        title, _, lines = part.strip().partition("\n")
        if title.startswith("Example"):
            rest = title.partition(":")[2].strip()
            shown += [rest] if rest else []
            shown += dedent(lines).splitlines()
        elif title in ("Commands:", "Verbs:"):
            continue
        elif title == "Arguments:":
            lists += [f"- {name}: {meaning}" for name, meaning in _records(lines)]
        else:
            words.append(" ".join(part.split()))
    own = {names: said for names, said in section.options.items() if common.get(names) != said}
    lists += [f"- {names}: {said}" for names, said in own.items() if names.split(",")[0] not in EVERYWHERE]
    marks = [_marked(line) for line in lists]
    known = [names.split()[0] for names in section.options if names not in own]
    if known := [f"`{name.rstrip(',')}`" for name in known if name.rstrip(",") not in EVERYWHERE]:
        marks.append(f"- Shared: {', '.join(known)}")
    text = "\n\n".join(_escaped(part) for part in words)
    code = "\n".join(line for line in (shown[1:] or shown) if line)
    return f"\n## {section.path}\n\n{text}\n\n```text\n{code}\n```\n\n" + "".join(
        f"{line}\n" for line in marks
    )


def _records(lines: str) -> list[tuple[str, str]]:
    """The names and meanings in a list. A meaning may continue on the next lines."""
    found: list[tuple[str, str]] = []
    for line in lines.splitlines():
        name, _, meaning = line.strip().partition("  ")
        if line.startswith("   ") and found:
            found[-1] = (found[-1][0], f"{found[-1][1]} {line.strip()}")
        else:
            found.append((name, meaning.strip()))
    return found


def _marked(line: str) -> str:
    """An item of a list with its name as code."""
    name, _, meaning = line.removeprefix("- ").partition(": ")
    plain = " ".join(meaning.split()).replace(" [required]", "")
    said = re.sub(r"\[(default: [^\]]*)\]", r"(\1)", plain)
    return f"- `{name}`: {_escaped(said)}"


def _escaped(words: str) -> str:
    """Escape words for Markdown, except words between backticks."""
    parts = words.split("`")
    return "`".join(
        part if at % 2 else re.sub(r"([*_<\[\]])", r"\\\1", part) for at, part in enumerate(parts)
    )


def text() -> str:
    """The text of the page."""
    sections = [section for _, _, section in everything()]
    common = {
        names: said for names, said in shared(sections).items() if names.split(",")[0] not in EVERYWHERE
    }
    verbs = [one for one in sections if one.path != "marchsim"]
    return HEAD + SHARED + table(verbs) + "".join(body(one, common) for one in verbs)
