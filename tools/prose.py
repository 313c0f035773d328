"""Count habits that make our English hard to read, and check limits, which may fall but never rise.

`python -m tools.prose` prints the counts in 1,000 words, `--check` fails if one is over its budget in
budgets.toml, and `--subjects A..B` and `--message FILE` check subjects of commits.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.house import BUDGETS, PACKAGE, ROOT

HABITS = {
    "what": r"\b(what|whatever|whoever)\b|(?:(?<=[.:!] )|(?<=\n))(who|which|where|whose)\b",
    "semicolons": r";",
    "told": r"\b(stands?|lies|told|said)\b",
    "you": r"\b(you|your|yours)\b",
}
WANTED = ("you",)  # a budget is the least for these, the most for all others
CODE = re.compile(r"```.*?```|^ {4}.*?$|`[^`\n]*`|\]\([^)]*\)|<[^>]*>|https?://\S+", re.DOTALL | re.MULTILINE)
QUESTION = re.compile(r"[^.!?:;|\n]*\?")
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*")
SUBJECT = re.compile(r"[a-z0-9_/, -]+: [a-zA-Z].{2,}[^.]")
# No imperative: but for a few words (feed, pass, bring) those that end in -ed, -s or -ing.
OTHER = re.compile(
    r"(?!feed|need|seed|speed|shed|embed|bring|focus)(\w+ed|\w*[^s]s|\w+ing)|the|an?|no|not|what|who|which"
)
LONGEST = 60


def counts(text: str) -> dict[str, int]:
    """The number of words, and of each habit, in a text without code, links and questions."""
    prose = QUESTION.sub("", CODE.sub(" ", text))
    found = {name: len(re.findall(pattern, prose, re.IGNORECASE)) for name, pattern in HABITS.items()}
    return {"words": len(WORD.findall(prose))} | found


def texts(root: Path = ROOT) -> dict[str, list[str]]:
    """Our prose by kind: guides, decisions, help, docstrings, and what pages and terminal print."""
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    commands = root / "docs/reference/cli.md"
    decisions = sorted((root / "docs/decisions").glob("*.md"))
    cards = root / "docs/reference/cards.md"  # texts of the game
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(PACKAGE.rglob("*.py"))}
    return {
        "guides": [
            path.read_text(encoding="utf-8") for path in pages if path not in (*decisions, commands, cards)
        ],
        "decisions": [path.read_text(encoding="utf-8") for path in decisions],
        "help": [commands.read_text(encoding="utf-8")],
        "docstrings": [text for tree in trees.values() for text in docstrings(tree)],
        "wording": [
            text for path, tree in trees.items() if "reporting" in path.parts for text in sentences(tree)
        ],
    }


def docstrings(tree: ast.AST) -> Iterator[str]:
    """The docstring of each module, class and function."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if text := ast.get_docstring(node):
                yield text


def sentences(tree: ast.AST) -> Iterator[str]:
    """The strings of several words in a module's code."""
    docs = {"".join(text.split()) for text in docstrings(tree)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count(" ") > 2:
            if node.value.strip() and "".join(node.value.split()) not in docs:
                yield node.value


def rates(found: dict[str, list[str]]) -> dict[str, dict[str, float]]:
    """The frequency of each habit in each kind of text, in 1,000 words."""
    answer = {}
    for kind, parts in found.items():
        every = [counts(part) for part in parts]
        words = sum(one["words"] for one in every)
        answer[kind] = {name: 1000 * sum(one[name] for one in every) / max(1, words) for name in HABITS}
    return answer


def over(found: dict[str, dict[str, float]], budgets: dict[str, dict[str, float]]) -> list[str]:
    """A sentence for each habit that is over its budget or, if it is wanted, below it."""
    said = []
    for kind, limits in budgets.items():
        for name, limit in limits.items():
            rate = round(found[kind][name], 1)
            if rate < limit if name in WANTED else rate > limit:
                side = "at least" if name in WANTED else "at most"
                said.append(f"{kind}: {name} {rate} in 1,000 words, {side} {limit} in {BUDGETS.name}.")
    return said


def wrong_subject(subject: str) -> str:
    """The fault in a commit's subject, or '' if there is none."""
    if len(subject) > LONGEST:
        return f"{len(subject)} characters, at most {LONGEST}"
    if not SUBJECT.fullmatch(subject):
        return "it must read `scope: imperative`, without a full stop"
    if OTHER.fullmatch(subject.partition(": ")[2].split()[0].lower()):
        return "after the scope it must begin with an imperative"
    return ""


def main(arguments: Sequence[str]) -> int:
    """Print or check the counts, and return the exit code."""
    if arguments[:1] == ["--message"]:
        subjects = Path(arguments[1]).read_text(encoding="utf-8").splitlines()[:1]
    elif arguments[:1] == ["--subjects"]:
        log = ["git", "log", "--no-merges", "--format=%s", arguments[1]]
        subjects = subprocess.run(log, check=True, capture_output=True, text=True).stdout.splitlines()
    else:
        found = rates(texts())
        if arguments[:1] != ["--check"]:
            print(f"{'in 1,000 words':<16}" + "".join(f"{name:>12}" for name in HABITS))
            for kind, row in found.items():
                print(f"{kind:<16}" + "".join(f"{rate:>12.1f}" for rate in row.values()))
            return 0
        budgets = tomllib.loads(BUDGETS.read_text(encoding="utf-8"))["prose"]
        said = over(found, budgets)
        print(*said, sep="\n", end="\n" if said else "")
        return bool(said)
    said = [f"{one!r}: {wrong}." for one in subjects if (wrong := wrong_subject(one))]
    print(*said, sep="\n", end="\n" if said else "")
    return bool(said)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
