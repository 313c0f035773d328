"""Files of the repository that its host reads: workflows, citation, notes of a release."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import marchsim
from tools.release_notes import main, notes

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = [*sorted((ROOT / ".github/workflows").glob("*.yml")), ROOT / "action.yml"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_files_that_workflows_run_exist(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    uses = [found for found in re.findall(r"uses: (\S+)(.*)", text) if found[0] != "./"]
    assert uses and all(re.fullmatch(r"[\w/.-]+@[0-9a-f]{40}", action) for action, _ in uses)
    assert all(re.fullmatch(r" # v[\d.]+", version) for _, version in uses)
    for name in re.findall(r"(?:python|bash) ([\w./]+/\w[\w.]*)", text):
        assert (ROOT / name).is_file(), name
    for module in re.findall(r"python -m (tools[\w.]*)", text):
        assert (ROOT / f"{module.replace('.', '/')}.py").is_file(), module


def test_the_citation_has_the_version_of_the_package() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.findall(r"^version: (.*)$", text, re.MULTILINE) == [marchsim.__version__]


def test_notes_of_a_release_end_at_the_one_before() -> None:
    text = "# Changelog\n\n## 0.3.0 - 2026-12-01\n\n- New.\n\n## 0.2.0\n\n- Old.\n"
    assert notes(text, "0.3.0") == "- New." and notes(text, "0.2.0") == "- Old." and not notes(text, "0.3")


def test_a_tag_that_is_not_the_version_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(f"v{marchsim.__version__}") == 0 and "###" in capsys.readouterr().out
    assert main("v99.0.0") == 1
    assert capsys.readouterr().err.startswith("v99.0.0: the package is ")


def test_the_changelog_is_short() -> None:
    """A release has three sentences of highlights. Its lines, and those to come, have some 25 words."""
    _, *parts = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    for part in parts:
        heading, _, text = part.partition("\n")
        highlights = " ".join(text.partition("### ")[0].split())
        assert heading == "Unreleased" or len(re.findall(r"\. (?=[A-Z])|\.$", highlights)) == 3, heading
    lines = [line for part in parts for line in part.splitlines() if line.startswith("- ")]
    kinds = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["towncrier"]["type"]
    for path in set((ROOT / "changelog.d").iterdir()) - {ROOT / "changelog.d/README.md"}:
        assert path.name.split(".")[1:] in [[kind["directory"], "md"] for kind in kinds], path.name
        lines += path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line.split()) > 31] == []
