"""Mutants that no game of frozen policies can notice: names, the reason, and the test that notices."""

from __future__ import annotations

EXCUSED = {
    "cards.*.centipede": "only the Horde game asks for the icon (HOR-01); tests/components holds each",
    "great-tunnel.back *": "only one or two players use this side (TWO-01); tests/components holds it",
    "rules.decisions_most *": "no rule of the game; tests/march/test_mutants.py plays up to the limit",
}
