"""Change the engine's code in one place at a time, and report the changes that no rule test notices.

A mutant is one comparison, `and`/`or`, plus or minus turned round, one call left out, or one condition made
true or false. Each runs interpreted, in a process of its own, against the tests that reach its line
(`code_trial.py`). `equivalent.py` lists the mutants that cannot be noticed because the code does the same,
with the reason. Exit code 3 means that fewer than 95 % are noticed or equivalent, or that a listed one is
noticed.

    make mutants CODE=200 SEED=1        # MINUTES=35 stops early, JOBS=2 takes two processes at a time
    python -m tools.code_mutants 20 1 battle.py    # where file, line and function have this
"""

from __future__ import annotations

import ast
import os
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from tools import code_trial
from tools.equivalent import EQUIVALENT

ROOT = Path(__file__).parents[1]
GAME = Path("marchsim/games/march")
# Heuristics, words for readers and the set-up of scenarios have tests of their own.
OTHER_ROOMS = {"naming", "players", "scenarios", "telling"}
FLOOR = 0.95

COMPARED = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
JOINED = {ast.And: ("and", "or"), ast.Or: ("or", "and")}
ADDED = {ast.Add: ("+", "-"), ast.Sub: ("-", "+")}


@dataclass(frozen=True)
class Source:
    """A file of the engine, with its path and its text."""

    path: str
    text: bytes

    @cached_property
    def starts(self) -> list[int]:
        """The byte at which each line begins."""
        found = [0]
        for line in self.text.splitlines(keepends=True):
            found.append(found[-1] + len(line))
        return found

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The positions of a node's first byte, and of the first byte after it."""
        end_line, end = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[end_line - 1] + end

    def line(self, at: int) -> int:
        """The number, from 1, of the line that contains a byte."""
        return self.text.count(b"\n", 0, at) + 1


@dataclass(frozen=True)
class CodeMutant:
    """A change that replaces bytes `start` to `end` of a file. `lines` has the lines of their statement."""

    source: Source
    function: str
    lines: tuple[int, int]
    start: int
    end: int
    text: str

    @property
    def line(self) -> int:
        """The line number of the change."""
        return self.source.line(self.start)

    def mutated(self) -> bytes:
        """The whole file with the change."""
        return self.source.text[: self.start] + self.text.encode() + self.source.text[self.end :]

    def shown(self, text: str) -> str:
        """The changed lines as one line, with `text` in place of the changed bytes."""
        first, last = self.source.starts[self.line - 1], self.source.line(self.end)
        behind = self.source.starts[last]
        whole = self.source.text[first : self.start] + text.encode() + self.source.text[self.end : behind]
        return " ".join(whole.decode().split())

    @property
    def change(self) -> str:
        """The lines before and after the change, in words."""
        return f"{self.shown(self.source.text[self.start : self.end].decode())} -> {self.shown(self.text)}"

    @property
    def key(self) -> tuple[str, str]:
        """The function and the change, by which equivalent mutants are identified."""
        return self.function, self.change

    @property
    def place(self) -> str:
        """The file and line of the change."""
        return f"{self.source.path}:{self.line}"


def sources() -> list[Source]:
    """The files to change, in order of their paths."""
    return [
        Source(file.relative_to(ROOT).as_posix(), file.read_bytes())
        for file in sorted((ROOT / GAME).rglob("*.py"))
        if file.relative_to(ROOT / GAME).parts[0] not in OTHER_ROOMS
    ]


class Search(ast.NodeVisitor):
    """Finds the mutants of a file. Assertions, and the words of errors, are left alone."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.names: list[str] = []
        self.statement: tuple[int, int] = (1, 1)
        self.found: list[CodeMutant] = []

    def visit(self, node: ast.AST) -> None:
        """Visit a node, and remember the lines of the innermost statement."""
        if isinstance(node, (ast.Assert, ast.Raise)):
            return
        before = self.statement
        if isinstance(node, ast.stmt):
            self.statement = (node.lineno, header_end(node))
        super().visit(node)
        self.statement = before

    def add(self, start: int, end: int, text: str) -> None:
        """Record a mutant."""
        name = ".".join(self.names)
        self.found.append(CodeMutant(self.source, name, self.statement, start, end, text))

    def between(self, left: ast.expr, right: ast.expr, words: tuple[str, str]) -> None:
        """Record the mutant that inverts the operator between two expressions."""
        start, end = self.source.span(left)[1], self.source.span(right)[0]
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment[0]), self.source.text[start:end])
        at = gap.find(words[0].encode())
        self.add(start + at, start + at + len(words[0]), words[1])

    def named(self, node: ast.ClassDef | ast.FunctionDef) -> None:
        """Visit a class or function, which has a name of its own."""
        self.names.append(node.name)
        self.generic_visit(node)
        self.names.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Visit a class."""
        self.named(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Visit a function."""
        self.named(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Invert each comparison."""
        for left, sign, right in zip(
            [node.left, *node.comparators], node.ops, node.comparators, strict=False
        ):
            self.between(left, right, COMPARED[type(sign)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Exchange `and` and `or`."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, JOINED[type(node.op)])
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Exchange plus and minus, but not between texts."""
        if type(node.op) in ADDED and not (is_text(node.left) or is_text(node.right)):
            self.between(node.left, node.right, ADDED[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Exchange += and -=."""
        if type(node.op) in ADDED:
            sign, other = ADDED[type(node.op)]
            self.between(node.target, node.value, (f"{sign}=", f"{other}="))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """Leave out a call whose result is unused."""
        if isinstance(node.value, ast.Call):
            self.add(*self.source.span(node), "pass")
        self.generic_visit(node)

    def condition(self, node: ast.If | ast.IfExp | ast.While) -> None:
        """Make a condition always true, and always false."""
        if ast.unparse(node.test) not in ("TYPE_CHECKING", "True", "False"):
            for text in ("True", "False"):
                self.add(*self.source.span(node.test), text)
        self.generic_visit(node)

    visit_If = visit_IfExp = visit_While = condition  # noqa: N815 (names of ast.NodeVisitor)


def header_end(node: ast.stmt) -> int:
    """The last line of a statement's header, before its block."""
    body = getattr(node, "body", None)
    return max(node.lineno, body[0].lineno - 1) if body else node.end_lineno or node.lineno


def is_text(node: ast.expr) -> bool:
    """Whether an expression is obviously a text."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def mutants(files: Sequence[Source]) -> list[CodeMutant]:
    """All mutants of some files, in order of position."""
    found: list[CodeMutant] = []
    for source in files:
        search = Search(source)
        search.visit(ast.parse(source.text))
        found += sorted(search.found, key=lambda mutant: (mutant.start, mutant.end, mutant.text))
    return found


def drawn(every: Sequence[CodeMutant], count: int, seed: int) -> list[CodeMutant]:
    """A random selection of mutants, the same for the same seed and code."""
    return random.Random(seed).sample(list(every), min(count, len(every)))


def verdict(trial: code_trial.Trial[CodeMutant]) -> str:
    """The verdict on a mutant: noticed, equivalent, or a description of the problem."""
    known = trial.mutant.key in EQUIVALENT
    if trial.by:
        return "EQUIVALENT, BUT NOTICED" if known else "noticed"
    if known:
        return "equivalent"
    return "NOT NOTICED" if trial.tests else "NO TEST RUNS IT"


def main(arguments: Sequence[str]) -> int:
    """Run the rule tests against some mutants, drawn by a seed."""
    begun = time.perf_counter()
    count, seed = int(arguments[0]), int(arguments[1])
    every = [
        mutant
        for mutant in mutants(sources())
        if all(part in f"{mutant.place} {mutant.function}" for part in arguments[2:])
    ]
    minutes = float(os.environ.get("MINUTES") or "inf")
    trials = code_trial.Trials(ROOT, jobs=int(os.environ.get("JOBS") or 2), seconds=60 * minutes)
    ends: Counter[str] = Counter()
    for trial in trials.all(drawn(every, count, seed)):
        mutant, said = trial.mutant, verdict(trial)
        ends[said] += 1
        if said not in ("noticed", "equivalent"):
            found = trial.by or f"{trial.tests} tests"
            print(f"{said}: {mutant.place} {mutant.function}: {mutant.change} ({found})", flush=True)
    tried = ends.total()
    good = (ends["noticed"] + ends["equivalent"]) / max(1, tried)
    verdicts = ", ".join(f"{number} {said}" for said, number in ends.most_common())
    print(
        f"{tried} of {len(every)} mutants (seed {seed}) in {time.perf_counter() - begun:.0f} s "
        f"({trials.processor:.0f} s of processor time): {verdicts}; "
        f"{100 * good:.1f} % are noticed or equivalent."
    )
    return 3 if good < FLOOR or ends["EQUIVALENT, BUT NOTICED"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
