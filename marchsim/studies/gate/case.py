"""The results of a gate: a case for each check, tiers of cases, and the overall verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from marchsim import errors

PASSED, FAILED, INCONCLUSIVE, NOTHING = "passed", "failed", "inconclusive", "nothing measured"
CODES = {
    PASSED: errors.OK,
    FAILED: errors.EXPECTATION_FAILED,
    INCONCLUSIVE: errors.INCONCLUSIVE,
    NOTHING: errors.NOTHING_MEASURED,
}
BETTER, WORSE = "improvement", "regression"


@dataclass(frozen=True)
class Case:
    """One check, with its result on one line, its details, and the command that repeats it.

    `direction` is "improvement" or "regression" for a change, '' if unknown. `numbers` is plain data for
    programs.
    """

    tier: int
    name: str
    status: str
    summary: str
    details: tuple[str, ...] = ()
    command: str = ""
    direction: str = ""
    numbers: dict[str, Any] = field(default_factory=dict)

    @property
    def warns(self) -> bool:
        """Whether the check passed with a change that is too small to matter."""
        return self.status == PASSED and bool(self.numbers.get("changed"))


@dataclass(frozen=True)
class Tier:
    """The result of a tier. `measured` is the number of games or deals on which it is based."""

    tier: int
    measured: int
    cases: tuple[Case, ...]
    seconds: float = 0.0
    notes: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        """The worst status among the tier's cases."""
        return worst([case.status for case in self.cases], self.measured)


def worst(statuses: Sequence[str], measured: int) -> str:
    """The worst of `statuses`, or NOTHING if none failed and `measured` is 0."""
    if FAILED in statuses:
        return FAILED
    if not measured:
        return NOTHING
    return INCONCLUSIVE if INCONCLUSIVE in statuses or NOTHING in statuses else PASSED


@dataclass(frozen=True)
class Gated:
    """A finished gate: the differences from the baseline, the tiers, and the verdict."""

    name: str
    config: str
    baseline: str
    version: str
    replay: str
    inconclusive: str
    changes: tuple[str, ...]
    fingerprints: tuple[str, ...]
    coverage: dict[str, Any]
    tiers: tuple[Tier, ...]
    accept: str
    forgotten: str = ""  # a gate with the overlays of the baseline, where this one has none
    place: tuple[str, int] | None = None  # file and line of the first changed value, where a file sets it
    tried: tuple[str, ...] = ()  # words of the command that tries what differs, if one can say it
    idle: str = ""  # the options of overlays that together change no rule and no component
    board: bytes = b""  # a picture (SVG) of the first fixed game that differs, before the event, if asked for

    @property
    def verdict(self) -> str:
        """The overall verdict on all tiers."""
        statuses = [tier.status for tier in self.tiers]
        return worst(statuses, sum(tier.measured for tier in self.tiers))

    @property
    def code(self) -> int:
        """The exit code for the verdict."""
        lenient = self.verdict == INCONCLUSIVE and self.inconclusive == "pass"
        return errors.OK if lenient else CODES[self.verdict]

    def counts(self) -> dict[str, int]:
        """The numbers of improvements, of regressions, and of all other changes ("neither")."""
        cases = [case for tier in self.tiers for case in tier.cases if case.numbers.get("changed")]
        known = {way: sum(case.direction == way for case in cases) for way in (BETTER, WORSE)}
        return {f"{way}s": count for way, count in known.items()} | {
            "neither": len(cases) - sum(known.values())
        }

    def data(self) -> dict[str, Any]:
        """The gate as plain JSON data."""
        return {
            "kind": "marchsim gate",
            "schema": 1,
            "marchsim": self.version,
            "name": self.name,
            "config": self.config,
            "baseline": self.baseline,
            "verdict": self.verdict,
            "exit_code": self.code,
            "replay": self.replay,
            "inconclusive": self.inconclusive,
            "changes": list(self.changes),
            "fingerprints": list(self.fingerprints),
            "coverage": self.coverage,
            "counts": self.counts(),
            "tiers": [{**asdict(tier), "status": tier.status} for tier in self.tiers],
            "accept": self.accept,
            "forgotten": self.forgotten,
            "idle": self.idle,
            "place": list(self.place) if self.place else None,
            "try": list(self.tried),
        }
