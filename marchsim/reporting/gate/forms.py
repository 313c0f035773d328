"""A gate as Markdown, as JUnit XML, and as annotations of GitHub Actions; each text escaped for its form."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from marchsim import errors
from marchsim.reporting.gate import plain
from marchsim.studies.gate.case import FAILED, INCONCLUSIVE, NOTHING, PASSED, Case, Gated, Tier

SIGNS = {
    PASSED: "passed",
    FAILED: "**failed**",
    INCONCLUSIVE: "*inconclusive*",
    NOTHING: "*nothing measured*",
}
MARKS = re.compile(r"([\\`*_\[\]|<>~&$@]|^[-+#=])")
MOST = 60_000  # letters of an annotation


def marked(text: str) -> str:
    """Return a text that Markdown shows as it is."""
    return MARKS.sub(r"\\\1", errors.plain(text))


def code(text: str) -> str:
    """Return a text as code in Markdown, whatever backticks it has."""
    fence = "`" * (max((len(run) for run in re.findall("`+", text)), default=0) + 1)
    return f"{fence} {errors.plain(text)} {fence}"


def fenced(listed: list[str]) -> list[str]:
    """Return lines as a block of code in Markdown."""
    whole = [errors.plain(line) for line in listed]
    fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", "\n".join(whole)) or [""]))
    return ["", f"{fence}text", *whole, fence, ""]


def markdown(gated: Gated) -> str:
    """Return a gate as a page of Markdown."""
    told = [f"## Gate {marked(gated.name)}: {SIGNS[gated.verdict]}", ""]
    told.append(f"{code(gated.config)} against {code(gated.baseline)}, exit code {gated.code}.")
    told += fenced(list(plain.differences(gated)))
    for tier in gated.tiers:
        told += _tier(tier)
    told += fenced(list(plain.verdict(gated)))
    return "\n".join(told) + "\n"


def _tier(tier: Tier) -> Iterator[str]:
    yield f"### Tier {tier.tier}, {plain.TITLES[tier.tier]}: {SIGNS[tier.status]}"
    yield ""
    yield from (f"- {marked(note)}" for note in tier.notes)
    if tier.cases:
        yield from ("", "| what | verdict | found |", "|---|---|---|")
    for case in tier.cases:
        way = f" ({case.direction})" if case.direction else ""
        yield f"| {marked(case.name)} | {SIGNS[case.status]}{way} | {marked(case.summary)} |"
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
    """Return a gate as JUnit XML: a suite for each tier, a test case for each thing looked at."""
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
        "testsuite", name=f"tier {tier.tier}: {plain.TITLES[tier.tier]}", tests=str(len(cases)),
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
    """Return whether a case is a failure in the file: what is let pass is skipped."""
    return case.status == FAILED or (case.status != PASSED and gated.inconclusive == "fail")


def _xml(text: str) -> str:
    """Return a text without what XML 1.0 cannot hold; the writer escapes the rest."""
    return errors.plain(text, keep="\t\n")


# annotations -------------------------------------------------------------------------
def github(gated: Gated) -> list[str]:
    """Return the commands by which GitHub Actions shows what did not pass beside the pull request."""
    found = []
    for tier in gated.tiers:
        for case in tier.cases:
            if case.status != PASSED:
                level = "error" if case.status == FAILED else "warning"
                said = "\n".join(_said(case))
                title = _property(f"gate {gated.name}, tier {tier.tier}: {case.name}")
                found.append(f"::{level} title={title}::{_message(said[:MOST])}")
    return found


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
