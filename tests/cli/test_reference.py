"""The page of commands: one table has the options of several verbs, with each meaning and its verbs."""

from __future__ import annotations

from tools.cli_page import Section, body, table

DEALS, SWEEP = ("--deals N", "Deals of each | both."), ("--deals N", "Deals of the sweep.")
SECTIONS = [
    Section("marchsim run", "Usage: run\n\nPlay.", dict([DEALS, ("--part N", "One part.")])),
    Section("marchsim level", "Usage: level\n\nLevel.", dict([SWEEP])),
    Section("marchsim try", "Usage: try\n\nTry.", dict([DEALS, ("-h, --help", "Show this.")])),
]


def test_an_option_of_several_verbs_has_a_row_for_each_meaning() -> None:
    """The meaning of most verbs is first. Options of one verb are in its section."""
    assert table(SECTIONS).splitlines() == [
        r"| `--deals N` | Deals of each \| both. | run, try |",
        "| `--deals N` | Deals of the sweep. | level |",
    ]
    text = body(SECTIONS[0], dict([DEALS]))
    assert "- `--part N`: One part." in text and "- Shared: `--deals`" in text
