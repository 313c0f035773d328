"""Write the manual page marchsim(1) from the help texts: `python -m tools.man_page build/marchsim.1`."""

from __future__ import annotations

import sys
from pathlib import Path

from marchsim.cli.main import VERBS
from tools.cli_page import everything

HEAD = """.TH MARCHSIM 1
.SH NAME
marchsim \\- simulate tournaments of a tabletop game and judge its balance
.SH SYNOPSIS
.B marchsim
.I VERB
[\\fIOPTIONS\\fR] ...
.SH DESCRIPTION
Plays seeded tournaments by scripted strategies, records them, and reports how balanced the game is.
.B marchsim help
.I VERB
shows what stands here of a verb.
"""
TAIL = """.SH EXIT STATUS
0 done; 1 a bug of ours; 2 bad input; 3 an expectation failed; 4 inconclusive; 5 nothing measured;
6 stored state missing or not matching; 130 interrupted.
.SH ENVIRONMENT
.TP
.B MARCHSIM_DEBUG=1
Shows where an unexpected error arose.
.TP
.B MARCHSIM_PURE=1
Runs the engine interpreted.
"""


def text() -> str:
    """The text of the page in roff."""
    verbs = "".join(f".TP\n.B {name}\n{_plain(line)}\n" for name, (_, line) in VERBS.items())
    _, *pages = everything()
    helps = "".join(f'.SH "{path.upper()}"\n.nf\n{_plain(body)}\n.fi\n' for path, body, _ in pages)
    return f"{HEAD}.SH VERBS\n{verbs}{helps}{TAIL}"


def _plain(text: str) -> str:
    """Escape a text so that roff prints every character unchanged."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(text(), encoding="utf-8")
