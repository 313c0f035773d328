"""Output of a gate: terminal text, Markdown, JUnit XML, and annotations for GitHub Actions.

The terminal text gives the differences, each tier, the first event that differs, the verdict, and the remedy.
Texts are escaped for their format. `studies.gate` decides the result.
"""

from __future__ import annotations

import os
import re
import shlex
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from marchsim import errors
from marchsim.errors import MarchsimError, plural
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, NOTHING, PASSED, Case, Gated, Tier
from marchsim.studies.gate.replaying import coverage_lines

TITLES = {0: "laws and void games", 1: "fixed games played again", 2: "balance on the same deals"}
MEANINGS = {
    PASSED: "all that was looked at is as the baseline says, or shown to be within its margin",
    FAILED: "the game is not what the baseline says",
    INCONCLUSIVE: "a metric is undecided, or has changed within its margin",
    NOTHING: "no game was played, so there is no result",
}


def lines(gated: Gated) -> Iterator[str]:
    """Yield the lines of the report on a gate."""
    yield f"gate {gated.name}: {gated.config} against {gated.baseline}"
    yield from differences(gated)
    if any(tier.tier == 1 for tier in gated.tiers):
        yield from (f"coverage of the fixed games: {line}" for line in coverage_lines(gated.coverage))
    for tier in gated.tiers:
        yield from of_tier(tier)
    yield from verdict(gated)


def differences(gated: Gated) -> Iterator[str]:
    """Yield lines on the differences from the baseline that are known before any game is played."""
    if gated.changes:
        yield "what differs between the rules and components:"
        yield from (f"  {line}" for line in gated.changes)
    else:
        yield "rules and components are those of the baseline"
    if gated.idle:
        yield f"{gated.idle}: no rule or component differs from those without it (comments set nothing)"
    if gated.forgotten:
        yield "the baseline was made with overlays, this gate has none"
        yield f"if you forgot them: {gated.forgotten}"
    changed = list(code_changed(gated.fingerprints))
    yield from changed
    if changed and gated.changes and any(tier.tier == 2 for tier in gated.tiers):
        yield (
            "warning: tier 2 shows these changes together with those of the rules and components. To see the "
            "rules alone, play with the code that made the baseline"
        )


def code_changed(parts: Iterable[str]) -> Iterator[str]:
    """Yield a line with the changed `parts` of a baseline that are code, if there are any."""
    if code := [name for name in parts if name != "rules and components"]:
        yield f"code changed since the baseline: {', '.join(code)}"


def of_tier(tier: Tier) -> Iterator[str]:
    """Yield the lines on a tier: its verdict, its cases, and details of cases that did not pass."""
    yield f"tier {tier.tier}, {TITLES[tier.tier]}: {tier.status}"
    yield from (f"  note: {note}" for note in tier.notes)
    for at, case in enumerate(tier.cases):
        yield from of_case(case)
        following = [later.command for later in tier.cases[at + 1 :] if later.command]
        if case.command and case.command not in following[:1]:
            yield f"    see it: {case.command}"


def of_case(case: Case) -> Iterator[str]:
    """Yield the lines on a case. A case that passed has a single line."""
    way = f" [{case.direction}]" if case.direction else ""
    yield f"  {'warning' if case.warns else case.status}: {case.name}: {case.summary}{way}"
    if case.status != PASSED or case.command:
        yield from (f"      {line}" for line in case.details)


def verdict(gated: Gated) -> Iterator[str]:
    """Yield the lines on the overall verdict and its remedies."""
    counts = gated.counts()
    if any(counts.values()):
        better, worse, rest = counts["improvements"], counts["regressions"], counts["neither"]
        told = f"{plural(better, 'improvement')}, {plural(worse, 'regression')}"
        without = f", {rest} with no better or worse (fixed games, metrics without a target)" if rest else ""
        yield f"changes counted: {told}{without}"
    lenient = ' (let pass: inconclusive = "pass")' if gated.verdict == INCONCLUSIVE and not gated.code else ""
    yield f"verdict: {gated.verdict}, {MEANINGS[gated.verdict]}{lenient} (exit code {gated.code})"
    left = [str(tier) for tier in TITLES if tier not in [one.tier for one in gated.tiers]]
    if left:
        yield f"not played: tier {' and tier '.join(left)}"
    if gated.tried:
        yield f"what the change does to the game: {shlex.join(gated.tried)}"
    steady = all(case.numbers.get("repeatable", True) for tier in gated.tiers for case in tier.cases)
    if (gated.changes and not (left and gated.verdict == PASSED)) or (gated.verdict == FAILED and steady):
        yield f"if the change is meant: {gated.accept}"


SIGNS = {
    PASSED: "passed",
    FAILED: "**failed**",
    INCONCLUSIVE: "*inconclusive*",
    NOTHING: "*nothing measured*",
}
MARKS = re.compile(r"([\\`*_\[\]|<>~&$@]|^[-+#=])")
MOST = 60_000  # most letters of an annotation


def marked(text: str) -> str:
    """A text escaped for Markdown."""
    return MARKS.sub(r"\\\1", errors.plain(text))


def code(text: str) -> str:
    """Inline code in Markdown for a text, even if the text contains backticks."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    return f"{fence} {errors.plain(text)} {fence}"


def fenced(listed: list[str]) -> list[str]:
    """Lines as a code block in Markdown."""
    whole = [errors.plain(line) for line in listed]
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", "\n".join(whole)) or [""]))
    return ["", f"{fence}text", *whole, fence, ""]


def markdown(gated: Gated) -> str:
    """A gate as a page of Markdown."""
    told = [f"## Gate {marked(gated.name)}: {SIGNS[gated.verdict]}", ""]
    told.append(f"{code(gated.config)} against {code(gated.baseline)}, exit code {gated.code}.")
    told += fenced(list(differences(gated)))
    for tier in gated.tiers:
        told += _tier(tier)
    told += fenced(list(verdict(gated)))
    return "\n".join(told) + "\n"


def _tier(tier: Tier) -> Iterator[str]:
    yield f"### Tier {tier.tier}, {TITLES[tier.tier]}: {SIGNS[tier.status]}"
    yield ""
    yield from (f"- {marked(note)}" for note in tier.notes)
    if tier.cases:
        yield from ("", "| what | verdict | found |", "|---|---|---|")
    for case in tier.cases:
        way = f" ({case.direction})" if case.direction else ""
        sign = "warning" if case.warns else SIGNS[case.status]
        yield f"| {marked(case.name)} | {sign}{way} | {marked(case.summary)} |"
    yield ""
    told = []
    for case in tier.cases:
        if case.status != PASSED:
            told += [case.name, *(f"    {line}" for line in case.details)]
    if told:
        yield from fenced(told)
    for command in dict.fromkeys(case.command for case in tier.cases if case.command):
        yield from ("", f"See it: {code(command)}", "")


# JUnit -----------------------------------------------------------------------------
def junit(gated: Gated) -> bytes:
    """A gate as JUnit XML, with a suite for each tier and a test case for each check."""
    root = ElementTree.Element("testsuites", name=_xml(f"marchsim gate {gated.name}"))
    root.extend(_suite(gated, tier) for tier in gated.tiers)
    for key in ("tests", "failures", "errors", "skipped"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    ElementTree.indent(root)
    body: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return body + b"\n"


def _suite(gated: Gated, tier: Tier) -> ElementTree.Element:
    cases = list(tier.cases)
    if not cases:
        note = "; ".join(tier.notes) or "no game was played"
        cases = [Case(tier.tier, "anything at all", NOTHING, note)]
    failing = [case for case in cases if _fails(gated, case)]
    skipped = [case for case in cases if case.status in (INCONCLUSIVE, NOTHING) and case not in failing]
    suite = ElementTree.Element(
        "testsuite", name=f"tier {tier.tier}: {TITLES[tier.tier]}", tests=str(len(cases)),
        failures=str(len(failing)), errors="0", skipped=str(len(skipped)), time=f"{tier.seconds:.3f}",
    )  # fmt: skip
    each = tier.seconds / len(cases)
    for case in cases:
        where = f"marchsim.gate.tier{tier.tier}"
        one = ElementTree.SubElement(
            suite, "testcase", classname=where, name=_xml(case.name), time=f"{each:.3f}"
        )
        said = "\n".join(_said(case))
        if case in failing:
            failure = ElementTree.SubElement(one, "failure", type=case.status, message=_xml(case.summary))
            failure.text = _xml(said)
        elif case in skipped:
            ElementTree.SubElement(one, "skipped", message=_xml(f"{case.status}: {case.summary}"))
        else:
            ElementTree.SubElement(one, "system-out").text = _xml(said)
    return suite


def _said(case: Case) -> list[str]:
    return [case.summary, *case.details, *([f"see it: {case.command}"] if case.command else [])]


def _fails(gated: Gated, case: Case) -> bool:
    """Whether the XML reports a case as a failure. A case that is tolerated counts as a skipped test."""
    return case.status == FAILED or (case.status != PASSED and gated.inconclusive == "fail")


def _xml(text: str) -> str:
    """A text without the characters that XML 1.0 forbids. The XML writer escapes all other characters."""
    return errors.plain(text, keep="\t\n")


# annotations -------------------------------------------------------------------------
def github(gated: Gated) -> list[str]:
    """GitHub Actions commands that annotate a pull request with the cases that did not pass.

    If known, the annotations point to the line of the file that first changed the game.
    """
    found = []
    for tier in gated.tiers:
        for case in tier.cases:
            if case.status != PASSED or case.warns:
                said = "\n".join(_said(case))
                title = f"gate {gated.name}, tier {tier.tier}: {case.name}"
                level = "error" if case.status == FAILED else "warning"
                found.append(annotation(level, title, said, *(gated.place or ("", 0))))
    return found


def annotation(level: str, title: str, said: str, file: str = "", line: int = 0) -> str:
    """One GitHub Actions command. `level` is error or warning, and `file` is relative to the repository."""
    root = Path(os.environ.get("GITHUB_WORKSPACE", "") or ".").resolve()
    whole = Path(file).resolve()
    named = whole.relative_to(root).as_posix() if file and whole.is_relative_to(root) else file
    where = f"file={_property(named)},line={max(1, line)}," if file else ""
    return f"::{level} {where}title={_property(title)}::{_message(said[:MOST])}"


# a gate that could not decide -----------------------------------------------------------
def refused(error: MarchsimError, config: str, file: str) -> dict[str, Any]:
    """The error that kept a gate from deciding, as plain data. `file` is the faulty file, or ''."""
    return {
        "kind": "marchsim gate", "schema": 1, "config": config, "verdict": "error",
        "exit_code": error.exit_code, "error": str(error), "file": file,
    }  # fmt: skip


def refused_markdown(told: Mapping[str, Any]) -> str:
    """The error that kept a gate from deciding, as a page of Markdown."""
    said = fenced(str(told["error"]).splitlines())
    return "\n".join([f"## Gate {code(told['config'])}: no verdict (exit code {told['exit_code']})", *said])


def refused_junit(told: Mapping[str, Any]) -> bytes:
    """The error that kept a gate from deciding, as JUnit XML: one test case with an error."""
    counts = {"tests": "1", "failures": "0", "errors": "1", "skipped": "0"}
    root = ElementTree.Element("testsuites", {"name": _xml(f"marchsim gate {told['config']}"), **counts})
    suite = ElementTree.SubElement(root, "testsuite", {"name": "gate", "time": "0", **counts})
    named = {"classname": "marchsim.gate", "name": "the gate can judge", "time": "0"}
    one = ElementTree.SubElement(suite, "testcase", named)
    said = _xml(str(told["error"]))
    ElementTree.SubElement(one, "error", type=f"exit code {told['exit_code']}", message=said).text = said
    body: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return body + b"\n"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
