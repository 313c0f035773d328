"""Folders change places in one step; what others put into them stays, and what the killed left goes."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from marchsim import files, folders


def ours(_folder: Path, inside: str) -> bool:
    return inside.startswith("page")


def put(place: Path, text: str, name: str = "page") -> None:
    """Put a folder with one page in place."""
    with folders.replacing(place, ours) as new:
        files.write_new(new / name, [text.encode()])


def held(folder: Path) -> dict[str, str]:
    """Return all files in a folder."""
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return {str(path.relative_to(folder)): path.read_text() for path in paths}


def test_the_new_folder_is_alone_in_its_place(tmp_path: Path) -> None:
    """What is ours goes with the old folder, whatever it is called; parents are made."""
    place = tmp_path / "a" / "b"
    put(place, "1", "page-1")
    put(place, "2", "page-2")
    assert held(tmp_path) == {"a/b/page-2": "2"} and list((tmp_path / "a").iterdir()) == [place]


def test_files_of_others_stay_the_same_files(tmp_path: Path) -> None:
    """Also in folders, links and pipes; permissions of folders too."""
    place = tmp_path / "out"
    put(place, "1")
    (place / "notes.md").write_text("mine")
    (place / "deep" / "er").mkdir(parents=True)
    (place / "deep" / "er" / "file").write_text("mine")
    (place / "deep").chmod(0o750)
    (place / "link").symlink_to("nowhere")
    os.mkfifo(place / "pipe")
    place.chmod(0o700)
    before = {name: (place / name).lstat().st_ino for name in ("notes.md", "deep/er/file", "link", "pipe")}
    put(place, "2")
    assert {name: (place / name).lstat().st_ino for name in before} == before
    assert (place / "link").readlink() == Path("nowhere") and (place / "page").read_text() == "2"
    assert (place / "deep").stat().st_mode & 0o777 == 0o750 and place.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_without_hard_links_they_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", refused)
    put(tmp_path / "out", "1")
    (tmp_path / "out" / "notes.md").write_text("mine")
    put(tmp_path / "out", "2")
    assert held(tmp_path) == {"out/notes.md": "mine", "out/page": "2"}


@pytest.mark.parametrize("in_one_step", [True, False])
def test_what_is_saved_while_folders_change_places_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_one_step: bool
) -> None:
    """An editor saves under a new name and renames; a new file appears."""
    place, swap = tmp_path / "out", files.rename
    put(place, "1")
    (place / "notes.md").write_text("mine")

    def rename(first: Path, second: Path, how: int) -> bool:
        (place / "saved").write_text("mine, later")
        os.utime(place / "saved", (time.time() + 9, time.time() + 9))
        (place / "saved").rename(place / "notes.md")
        (place / "fresh").write_text("mine too")
        return in_one_step and swap(first, second, how)

    monkeypatch.setattr(files, "rename", rename)
    put(place, "2")
    assert held(tmp_path) == {"out/fresh": "mine too", "out/notes.md": "mine, later", "out/page": "2"}


def refusal(place: Path) -> str:
    with pytest.raises(OSError) as error:
        put(place, "2")
    return str(error.value.strerror)


def test_what_cannot_be_replaced_is_refused_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, runs, the working folder, crowded folders; before anything is written."""
    (tmp_path / "file").write_text("")
    assert refusal(tmp_path / "file") == "it is not a folder"
    assert refusal(tmp_path / "file" / "in") == f"{tmp_path / 'file'} is not a folder"
    for run in ("run", "holder/run"):
        (tmp_path / run / "tables").mkdir(parents=True)
        (tmp_path / run / "manifest.json").write_text("")
    assert refusal(tmp_path / "run") == "it is a run folder"
    assert refusal(tmp_path / "holder") == "run in it cannot be kept: it is a run folder"
    monkeypatch.setattr(folders, "MOST_KEPT", 3)
    (tmp_path / "home").mkdir()
    for number in range(4):
        (tmp_path / "home" / str(number)).write_text("")
    assert refusal(tmp_path / "home") == "it holds more than 3 other files"
    (tmp_path / "here" / "in").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here" / "in")
    assert refusal(tmp_path / "here").startswith("this command runs in it, and it is replaced as a whole")
    assert refusal(Path("/proc")) == "it is a mount point; name a folder in it"
    assert not list(tmp_path.rglob(".*"))


def test_folders_that_may_not_be_written_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder itself, and the one around it, in which it is replaced."""
    (tmp_path / "out").mkdir()
    for shut, words in (
        (tmp_path / "out", "it may not be written to"),
        (tmp_path, f"it is replaced as a whole, and the folder around it, {tmp_path}, may not be written to"),
    ):
        monkeypatch.setattr(os, "access", lambda path, _mode, shut=shut: Path(path) != shut)
        assert refusal(tmp_path / "out") == words


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to("disk")
    put(tmp_path / "out", "1")
    assert (tmp_path / "out").is_symlink() and held(tmp_path / "disk") == {"page": "1"}


def test_a_failure_inside_leaves_nothing(tmp_path: Path) -> None:
    put(tmp_path / "out", "1")
    with pytest.raises(ValueError, match="bad"), folders.replacing(tmp_path / "out", ours) as new:
        (new / "page").write_text("2")
        raise ValueError("bad")
    assert held(tmp_path) == {"out/page": "1"} and [path.name for path in tmp_path.iterdir()] == ["out"]


LIVE = """
import sys, time
from pathlib import Path
from marchsim import folders
with folders.replacing(Path(sys.argv[1]), lambda _, inside: True) as new:
    (new / "page").write_text("live")
    print("ready", flush=True)
    sys.stdin.readline()
"""


def test_leftovers_go_and_what_is_being_filled_stays(tmp_path: Path) -> None:
    """A process that is writing now is not disturbed; one that was killed is cleared up after."""
    place = tmp_path / "out"
    put(place, "1")
    live, killed = (
        subprocess.Popen(
            [sys.executable, "-c", LIVE, str(place)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    )
    for process in (live, killed):
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    killed.kill()
    killed.communicate()
    assert len(list(tmp_path.glob(".out.*.tmp"))) == 2
    put(place, "2")
    assert held(place) == {"page": "2"} and len(list(tmp_path.glob(".out.*.tmp"))) == 1
    live.communicate("\n")
    assert live.returncode == 0 and held(tmp_path) == {"out/page": "live"}


def test_a_folder_that_was_moved_away_comes_back(tmp_path: Path) -> None:
    """As a death between two renames leaves it, where folders cannot be exchanged."""
    place = tmp_path / "out"
    put(place, "1")
    (place / "notes.md").write_text("mine")
    place.rename(files.hidden(place).with_suffix(folders.OLD))
    folders.recover(place, ours)
    assert held(tmp_path) == {"out/notes.md": "mine", "out/page": "1"}


def test_many_writers_leave_one_whole_folder(tmp_path: Path) -> None:
    """And a file of somebody else through all of it."""
    place = tmp_path / "out"
    put(place, "0")
    (place / "notes.md").write_text("mine")

    def write(text: str) -> None:
        for _ in range(5):
            with folders.replacing(place, ours) as new:
                for name in ("page-1", "page-2"):
                    files.write_new(new / name, [text.encode()])

    writers = [threading.Thread(target=write, args=(text,)) for text in "abcd"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    found = held(tmp_path)
    assert found.keys() == {"out/notes.md", "out/page-1", "out/page-2"} and found["out/notes.md"] == "mine"
    assert found["out/page-1"] == found["out/page-2"]
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
