"""Mutants that no game of frozen policies can notice: names, the reason, and the test that notices them."""

from __future__ import annotations

EXCUSED = {
    "rules.horde_beats *": "no frozen policy comes near the Horde's score; test_rules_horde_score.py does",
    "rules.decisions_most *": "no rule of the game; tests/march/test_mutants.py plays up to the limit",
}
