"""The manual page marchsim(1), made from the help texts themselves as docs/cli.md is."""

from __future__ import annotations

from marchsim.cli.main import VERBS
from tools.cli_page import sections

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
    """Return the page in roff."""
    verbs = "".join(f".TP\n.B {name}\n{_plain(line)}\n" for name, (_, line) in VERBS.items())
    helps = "".join(
        f'.SH "{path.upper()}"\n.nf\n{_plain(body.rstrip())}\n.fi\n' for path, body in sections()[1:]
    )
    return f"{HEAD}.SH VERBS\n{verbs}{helps}{TAIL}"


def _plain(text: str) -> str:
    """Return a text whose every character roff prints as it is."""
    lines = text.replace("\\", "\\e").replace("-", "\\-").splitlines()
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in lines)
