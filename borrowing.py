"""Which counts of references generated C code can do without: those to what its owner holds all the while.

mypyc takes a reference to each vector or object that it reads from an attribute, and releases it after use.
Where nothing in between makes the owner let go, neither is needed: a stretch that replaces no attribute,
releases nothing but what is held elsewhere too, and calls only functions of this kind, the *quiet* ones. All
functions and stretches are taken for such until a line shows that one is not; whatever relies on it is then
looked at again, until nothing changes. What cannot be read is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

FUNCTION = re.compile(r"^\w[^;{}]*?\b(CPyDef_\w+)\([^;{}]*\) \{\n(.*?)^\}$", re.M | re.S)
LOADED = re.compile(r"    (\w+) = \(\(\w+ \*\)\w+\)->_\w+;")
TAKEN = re.compile(r"    (?:VEC_I64|CPy)_INCREF\((\w+)\);")
RELEASED = re.compile(r"    (VEC_I64_DECREF|CPy_DECREF|CPy_DecRef)\((\w+)\);")
REPLACES = re.compile(r"DECREF\(\(")  # an attribute's old value is released
GOTO = re.compile(r"goto (\w+);")
CALL = re.compile(r"\b([A-Za-z]\w*)\(")
PLAIN = {"if", "likely", "unlikely", "CPy_INCREF", "CPy_DECREF", "CPy_DecRef", "VEC_I64_INCREF",
         "VEC_I64_DECREF", "CPyInt64_Divide", "CPyInt64_Remainder", "PyErr_SetNone", "PyErr_SetString",
         "PyErr_Occurred", "CPy_AddTraceback", "CPy_Unreachable"}  # fmt: skip


class Body:
    """The lines of a function, and by variable the stretch of lines where its count may be left out."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.labels = {line[:-3]: at for at, line in enumerate(self.lines) if line.endswith(": ;")}
        self.calls = [set(CALL.findall(line)) - PLAIN for line in self.lines]
        self.held: dict[str, set[int]] = {}
        for at, line in enumerate(self.lines):
            taken = TAKEN.fullmatch(line)
            if taken and self._is_loaded_once(taken[1], at):
                self._follow(taken[1], at)

    def _is_loaded_once(self, name: str, at: int) -> bool:
        """Return whether what is taken in a line was read from an attribute just before, and only there."""
        loaded = LOADED.fullmatch(self.lines[at - 1])
        taken = sum(line.endswith(f"_INCREF({name});") for line in self.lines)
        written = sum(line.startswith(f"    {name} = ") for line in self.lines)
        return loaded is not None and loaded[1] == name and taken == written == 1

    def _follow(self, name: str, at: int) -> None:
        """Note the lines from where a reference is taken to where it is released, if it is on every way."""
        found: set[int] = set()
        ahead = [at + 1]
        while ahead:
            now = ahead.pop()
            line = self.lines[now]
            released = RELEASED.fullmatch(line)
            if now in found or (released and released[2] == name):
                continue
            if now == at - 1 or now == len(self.lines) - 1 or line.lstrip().startswith("return"):
                return
            found.add(now)
            ahead += self._next(now)
        self.held[name] = found

    def _next(self, at: int) -> list[int]:
        """Return the lines that may follow a line."""
        line = self.lines[at]
        found = [self.labels[label] for label in GOTO.findall(line)]
        if not line.lstrip().startswith("goto"):
            found.append(at + 1)
        if line.endswith(" {"):
            found.append(next(k for k in range(at, len(self.lines)) if self.lines[k].startswith("    }")))
        return found

    def is_quiet(self, at: int, quiet: set[str]) -> bool:
        """Return whether a line makes no owner let go, and calls none but quiet functions."""
        if not self.calls[at] <= quiet or REPLACES.search(self.lines[at]):
            return False
        released = RELEASED.fullmatch(self.lines[at])
        return not released or released[1] == "VEC_I64_DECREF" or released[2] in self.held

    def give_up(self, quiet: set[str]) -> bool:
        """Give up the stretches that are not quiet; return whether there were any."""
        loud = {at for at in range(len(self.lines)) if not self.is_quiet(at, quiet)}
        wrong = [name for name, stretch in self.held.items() if stretch & loud]
        for name in wrong:
            del self.held[name]
        return bool(wrong)

    def text(self) -> str:
        """Return the function without the counts that it can do without."""
        return "\n".join(line for line in self.lines if not self._counts_in_vain(line))

    def _counts_in_vain(self, line: str) -> bool:
        counts = TAKEN.fullmatch(line) or RELEASED.fullmatch(line)
        return counts is not None and counts[counts.re.groups] in self.held


def lean(sources: Mapping[str, str]) -> dict[str, str]:
    """Return all C files of a group, by path, without the counts of references that they can do without."""
    bodies = {found[1]: Body(found[2]) for text in sources.values() for found in FUNCTION.finditer(text)}
    quiet = set(bodies)
    settled = False
    while not settled:
        settled = True
        for name, body in bodies.items():
            while body.give_up(quiet):
                settled = False
            if name in quiet and not all(body.is_quiet(at, quiet) for at in range(len(body.lines))):
                quiet.discard(name)
                settled = False

    def leaner(found: re.Match[str]) -> str:
        return found[0].replace(found[2], bodies[found[1]].text())

    return {path: FUNCTION.sub(leaner, text) for path, text in sources.items()}
