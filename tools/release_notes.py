"""Print a release's part of CHANGELOG.md: `python tools/release_notes.py v0.3.0`.

Exit code 1 with one line if the tag is not the version of the package or the changelog has no such part.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def notes(changelog: str, version: str) -> str:
    """The lines between a version's heading and the next one, or '' if there are none."""
    _, *parts = re.split(r"^## ", changelog, flags=re.MULTILINE)
    for part in parts:
        heading, _, text = part.partition("\n")
        if heading.split(" ")[0] == version:
            return text.strip()
    return ""


def main(tag: str) -> int:
    """Print the notes for a tag, and return the exit code."""
    source = (ROOT / "marchsim/__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'^__version__ = "(.*)"$', source, re.MULTILINE)[0]
    if tag != f"v{version}":
        print(f"{tag}: the package is {version}. Tag v{version}, or change __version__.", file=sys.stderr)
        return 1
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if not text:
        print(f"CHANGELOG.md: no part `## {version}`. Write it before the tag.", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
