"""An output is the old one or the new one, whole, whatever call fails; the same command then mends it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from marchsim import files
from marchsim.errors import MarchsimError
from marchsim.recorder.export import export
from marchsim.reporting.drawing.rows import Rows
from marchsim.reporting.pages.document import Document, Figure, Section, Text
from marchsim.reporting.pages.saving import write
from tests.analysis.planted import Planted, written
from tools.faults import DEATH, FAULTS, Dead, calls, failing, numbers

Content = dict[str, bytes]
FAST = 10  # every n-th call


@dataclass(frozen=True)
class Case:
    """A folder with something in it, what a command does there, and whether its files belong together."""

    folder: Path
    act: Callable[[], object]
    together: bool = True

    def held(self) -> Content:
        """Return the files in the folder that are not hidden."""
        every = {
            str(path.relative_to(self.folder)): path for path in self.folder.rglob("*") if path.is_file()
        }
        return {name: path.read_bytes() for name, path in sorted(every.items()) if "/." not in f"/{name}"}

    def hidden(self) -> list[str]:
        """Return what was left over."""
        return sorted(path.name for path in self.folder.rglob(".*"))


class Titled(Rows):
    """A drawing whose file holds its title only."""

    def exported(self, title: str, kind: str, salt: str) -> bytes:
        """Return the title."""
        return f"<svg>{title}</svg>".encode()


def document(title: str, figures: int) -> Document:
    """Return a small report."""
    drawn = [Figure(f"p{n}-k4-forest", title, "f", Titled([]), "t") for n in range(figures)]
    about = {"run": title, "game": "g", "seed": 1, "marchsim": "0", "rules": []}
    return Document(title, about, ["s"], [], [Section("a", "A", 2, [*drawn, Text("x")])], files="svg")


def report(place: Path, old: bool) -> Case:
    """A report, over another with other figures and with files of a user."""
    if old:
        write(document("old", 4), place / "out")
        (place / "out" / "notes.md").write_text("mine")
        (place / "out" / "figures" / "mine.svg").write_text("mine")
        (place / "out" / "more").mkdir()
        (place / "out" / "more" / "deep.txt").write_text("mine")
    return Case(place, lambda: write(document("new", 2), place / "out"))


def exported(place: Path, form: str) -> Case:
    """An export, over one of another run and beside a file of a user."""
    for name, blocks in (("old", 1), ("new", 2)):
        written(place.parent / name, Planted({"a": 2.0, "b": 1.0}, players=2, blocks=blocks))
    export(place.parent / "old", form, place / "out")
    (place / "out" / "notes.csv").write_text("mine")
    return Case(place, lambda: export(place.parent / "new", form, place / "out"))


def single(place: Path) -> Case:
    """A file in the place of another."""
    files.put(place / "base.json", b"old" * 99)
    return Case(place, lambda: files.put(place / "base.json", b"new" * 99))


def created(place: Path) -> Case:
    """A file that was not there."""
    return Case(place, lambda: files.put(place / "base.json", b"new" * 99, new=True))


def several(place: Path) -> Case:
    """The files of a gate, each whole for itself."""
    outputs = {place / name: name.encode() * 99 for name in ("gate.json", "gate.xml", "gate.md")}
    files.put_all(dict.fromkeys(outputs, b"old"))
    return Case(place, lambda: files.put_all(outputs), together=False)


CASES: dict[str, Callable[[Path], Case]] = {
    "report": lambda place: report(place, old=True),
    "first report": lambda place: report(place, old=False),
    "csv": lambda place: exported(place, "csv"),
    "parquet": lambda place: exported(place, "parquet"),
    "file": single,
    "new file": created,
    "files": several,
}


@pytest.fixture
def case(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Case:
    """A case in a folder of its own, without waiting for the disk."""
    (tmp_path / "place").mkdir()
    return CASES[request.param](tmp_path / "place")


def whole(case: Case, found: Content, old: Content, new: Content) -> bool:
    """Return whether all files are the old ones or all the new ones, or each is, where they are apart."""
    if case.together:
        return found in (old, new)
    return found.keys() == new.keys() and all(found[name] in (old[name], new[name]) for name in new)


def broken_at(case: Case, every: int, away: bool = False) -> list[tuple[int, str]]:
    """Try faults at calls; return where something was not whole, or the same command did not mend it.

    With `away` the files may be out of sight after a death.
    """
    old, first = case.held(), case.folder.with_name("first")
    shutil.copytree(case.folder, first)
    count = calls(case.act)
    new, wrong = case.held(), []
    assert old != new and count > 3 and not case.hidden()
    for fault in FAULTS:
        for number in numbers(count, every):
            shutil.rmtree(case.folder)
            shutil.copytree(first, case.folder)
            with failing(number, fault), suppress(MarchsimError, OSError, Dead):
                case.act()
            found = case.held()
            sound = whole(case, found, old, new) or (away and fault == DEATH and not found)
            with suppress(FileExistsError):  # where nothing may be there, and the file is
                case.act()
            if not sound or case.held() != new or case.hidden():
                wrong.append((number, fault))
    return wrong


@pytest.mark.parametrize("case", CASES, indirect=True)
def test_faults_at_some_calls(case: Case) -> None:
    assert broken_at(case, FAST) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, indirect=True)
def test_faults_at_all_calls(case: Case) -> None:
    assert broken_at(case, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, indirect=True)
def test_faults_where_nothing_is_exchanged_in_one_step(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders take two renames then: after a death between them they are hidden, until the same command."""
    monkeypatch.setattr(files, "rename", lambda _first, _second, _how: False)
    assert broken_at(case, 1, away=True) == []
