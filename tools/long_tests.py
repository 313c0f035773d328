"""Write tests/long.txt, the tests that `make test` leaves to `make test-all`: `make long`.

Reads the durations that pytest printed (`--durations=0 -vv`). A function is long if one case takes over CASE
seconds, or all of them over ALL. A file is long if its fixtures take over FIXTURES seconds.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

LISTED = Path(__file__).resolve().parents[1] / "tests" / "long.txt"
CASE, ALL, FIXTURES = 0.8, 3.0, 1.5  # seconds, with two processes on two busy cores
LINE = re.compile(r"([\d.]+)s (call|setup|teardown) +(tests/[^:\s]+)(::[^\[\s]+)?")
KEPT = ("tests/snapshots/",)  # every change shows here what users will see


def long_tests(lines: Iterable[str]) -> list[str]:
    """The long test files, and the long functions of other files as FILE::NAME, sorted."""
    cases: dict[str, list[float]] = defaultdict(list)
    fixtures: dict[str, float] = defaultdict(float)
    for found in filter(None, map(LINE.match, lines)):
        seconds, part, file, name = float(found[1]), found[2], found[3], found[4] or ""
        if file.startswith(KEPT):
            continue
        if part == "call":
            cases[file + name].append(seconds)
        else:
            fixtures[file] += seconds
    files = {file for file, seconds in fixtures.items() if seconds > FIXTURES}
    functions = {name for name, each in cases.items() if max(each) > CASE or sum(each) > ALL}
    return sorted(files | {name for name in functions if name.partition("::")[0] not in files})


def main() -> int:
    """Read pytest's durations from standard input and write the list."""
    found = long_tests(sys.stdin)
    if not found:
        print("no durations on standard input (make long)", file=sys.stderr)
        return 2
    LISTED.write_text("".join(f"{name}\n" for name in found), encoding="utf-8")
    print(f"{LISTED.name}: {len(found)} tests and files")
    return 0


if __name__ == "__main__":
    sys.exit(main())
