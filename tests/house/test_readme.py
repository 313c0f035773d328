"""What the first pages promise: the targets of the Makefile and the commands of the README."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path

import pytest

import marchsim
from marchsim.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
COMMANDS = [
    shlex.split(line, comments=True) for line in re.findall(r"^    (marchsim .*)$", README, re.MULTILINE)
]


def test_every_target_has_a_line_of_help() -> None:
    """`make` lists each target; the README and the CI entry name only targets that exist."""
    (targets,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    shown = subprocess.run(["make", "help"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    for target in targets.split():
        assert re.search(rf"^  make {target} +[A-Z].*\.$", shown, re.MULTILINE), target
    pages = README + (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"(?:`|    )make ([a-z-]+)", pages + (ROOT / ".ci/run").read_text(encoding="utf-8"))
    assert set(named) <= set(targets.split())


PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted((ROOT / "reports").glob("*.md")),
    *sorted((ROOT / "reports/lab").glob("*.md")),
    ROOT / "reports/antwars/README.md",
]
MENTIONS = ("marchsim", "strategies", "configs", "examples", "tools", "tests", ".github")  # besides the pages
UNFILLED = r"\b(RATES|TODO|TBD|FIXME|XXX)\b|(?i:lorem ipsum)"
EMPTY_MEANING = r"\| `(\w+_\w+)` \|[^\n]*\| its ([\w ]+) \|$"  # of a column: its name once more


def slug(heading: str) -> str:
    """The anchor that the site gives to a heading."""
    return re.sub(r"[\s-]+", "-", re.sub(r"[^\w\s-]", "", heading).strip().lower())


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_pages_link_to_places_that_exist(page: Path) -> None:
    """Each relative link leads to a file, and to one of its headings where it names one."""
    prose = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
    for path, _, anchor in re.findall(r"\]\(([^)#:\s]*)(#([^)\s]+))?\)", prose):
        target = page.parent / path if path else page
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            assert anchor in map(slug, headings), f"{path}#{anchor}"


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="an exported tree has no list of files")
def test_no_page_links_to_a_file_that_git_leaves_out() -> None:
    """A file that `.gitignore` names is on the disk of its author alone."""
    linked = {
        ((page.parent / path).resolve().relative_to(ROOT).as_posix())
        for page in PAGES
        for path in re.findall(r"\]\(([^)#:\s]+)(?:#[^)\s]+)?\)", page.read_text(encoding="utf-8"))
        if (page.parent / path).is_file()
    }
    known = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True, cwd=ROOT).stdout
    assert len(linked) > 50 and linked - set(known.splitlines()) == set()


def test_the_readme_has_at_most_120_lines() -> None:
    assert README.count("\n") <= 120


def test_the_guides_are_short() -> None:
    """A page that grows past this moves details to the reference, or measured numbers to the reports."""
    sizes = [
        page.stat().st_size
        for folder in ("tutorial", "howto", "explain")
        for page in (ROOT / "docs" / folder).glob("*.md")
    ]
    assert max(sizes) < 12_000 and sum(sizes) < 120_000


def test_every_page_that_a_source_or_a_message_names_exists() -> None:
    """Such as docs/howto/try.md; in sources, configurations, workflows and pages."""
    sources = [path for folder in MENTIONS for path in (ROOT / folder).rglob("*.*")]
    lost = set()
    for path in (*PAGES, *sources, ROOT / "Makefile", ROOT / "action.yml", ROOT / "pyproject.toml"):
        if path.suffix in (".py", ".toml", ".yml", ".md", "") and path.is_file():
            text = path.read_text(encoding="utf-8")
            named = re.findall(r"(?<![\w./-])docs/(?!NAME)[\w./-]+\.(?:md|toml|py|svg)\b", text)
            lost |= {
                (path.relative_to(ROOT).as_posix(), name) for name in named if not (ROOT / name).exists()
            }
    assert not lost


def test_every_verb_that_a_page_names_exists() -> None:
    named = {
        (path.relative_to(ROOT).as_posix(), verb)
        for path in PAGES
        if path.name != "CHANGELOG.md"
        for verb in re.findall(
            r"(?:^    |`|\$ )marchsim ([a-z][a-z-]+)", path.read_text("utf-8"), re.MULTILINE
        )
    }
    assert {place for place in named if place[1] not in {*main.VERBS, "help"}} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_the_pages_have_no_unfilled_place(page: Path) -> None:
    """No placeholder, and no column whose meaning is its own name."""
    text = page.read_text(encoding="utf-8")
    assert not (found := re.search(UNFILLED, text)), found
    for name, meaning in re.findall(EMPTY_MEANING, text, re.MULTILINE):
        assert name != meaning.replace(" ", "_"), name


@pytest.mark.skipif(not marchsim.MODE.compiled, reason="a tournament takes long interpreted")
@pytest.mark.usefixtures("undrawn")
def test_the_tour_runs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each command of the README, in one folder (tournaments cut to two blocks, searches to plans)."""
    assert len(COMMANDS) > 5
    for _, *arguments in COMMANDS:
        if arguments[0] == "run":
            arguments += ["--blocks", "2", "--workers", "1", "--quiet"]
        elif arguments[0] == "try":
            arguments += ["--deals", "2", "--workers", "1"]
        elif arguments[0] == "optimize":
            arguments += ["--plan", "--workers", "1"]
        assert main.run(arguments) == 0, f"marchsim {shlex.join(arguments)}\n{''.join(capsys.readouterr())}"
