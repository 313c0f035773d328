"""Single outputs that a user names are put in place whole; links, pipes, permissions and leftovers."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from marchsim import files


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_link_is_followed_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "real.json").chmod(0o600)
    (tmp_path / "link.json").symlink_to("real.json")
    files.put(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink() and (tmp_path / "real.json").read_bytes() == b"new"
    assert (tmp_path / "real.json").stat().st_mode & 0o777 == 0o600
    assert names(tmp_path) == ["link.json", "real.json"]


def test_a_new_file_takes_no_place_that_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even one that was taken while it was written, with or without renaming in one step."""
    path = tmp_path / "a"
    for in_one_step in (True, False):
        with monkeypatch.context() as patched:
            if not in_one_step:
                patched.setattr(files, "rename", lambda _first, _second, _how: False)
            patched.setattr(files, "_check_place", lambda _path, _new: path.write_bytes(b"theirs"))
            with pytest.raises(FileExistsError):
                files.put(path, b"ours", new=True)
        assert names(tmp_path) == ["a"] and path.read_bytes() == b"theirs"
    with pytest.raises(FileExistsError, match="already exists"):
        files.put(path, b"ours", new=True)
    path.unlink()
    files.put(path, b"ours", new=True)
    assert names(tmp_path) == ["a"] and path.read_bytes() == b"ours"


def test_a_pipe_and_a_device_are_written_to_as_they_are(tmp_path: Path) -> None:
    """And a pipe that nobody reads is an error at once."""
    files.put(Path("/dev/null"), b"x")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="a pipe that nobody reads") as error:
        files.put(pipe, b"x")
    assert error.value.errno == errno.ENXIO
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    handle = os.open(pipe, os.O_WRONLY)  # waits for the reader
    files.put(pipe, b"words" * 50_000)
    os.close(handle)
    reader.join()
    assert found == [b"words" * 50_000] and names(tmp_path) == ["pipe"]


def test_standard_output_can_be_named(tmp_path: Path) -> None:
    code = "from pathlib import Path; from marchsim import files; print('a', flush=True); "
    code += "files.put(Path('/dev/stdout'), b'b\\n')"
    with (tmp_path / "out").open("wb") as stream:
        subprocess.run([sys.executable, "-c", code], stdout=stream, check=True)
    assert (tmp_path / "out").read_bytes() == b"a\nb\n"


def test_a_folder_is_refused_and_several_outputs_are_all_stored_first(tmp_path: Path) -> None:
    """What cannot be written leaves the others as they were."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "a").write_bytes(b"old")
    with pytest.raises(OSError, match="a folder") as error:
        files.put_all({tmp_path / "a": b"new", tmp_path / "folder": b"new"})
    assert error.value.filename == str(tmp_path / "folder")
    with pytest.raises(FileNotFoundError) as missing:
        files.put_all({tmp_path / "a": b"new", tmp_path / "none" / "b": b"new"})
    assert missing.value.filename == str(tmp_path / "none" / "b")
    assert (tmp_path / "a").read_bytes() == b"old" and names(tmp_path) == ["a", "folder"]


def test_leftovers_go_and_what_is_being_written_stays(tmp_path: Path) -> None:
    """Of the same output alone; whoever writes now holds what it writes."""
    dead, other = files.hidden(tmp_path / "a"), files.hidden(tmp_path / "b")
    for path in (dead, other):
        path.write_bytes(b"half")
    (tmp_path / ".a.note.tmp").write_bytes(b"mine")
    live = files.hidden(tmp_path / "a")
    live.write_bytes(b"half")
    handle = os.open(live, os.O_RDONLY)
    assert files.hold(handle)
    try:
        files.put(tmp_path / "a", b"new")
        assert set(names(tmp_path)) == {"a", ".a.note.tmp", live.name, other.name}
    finally:
        os.close(handle)
    files.put(tmp_path / "a", b"new")
    assert set(names(tmp_path)) == {"a", ".a.note.tmp", other.name}


def test_without_locks_leftovers_go_after_a_day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "hold", lambda _handle: None)
    young, old = files.hidden(tmp_path / "a"), files.hidden(tmp_path / "a")
    for path in (young, old):
        path.write_bytes(b"half")
    past = old.stat().st_mtime - files.STALE - 60
    os.utime(old, (past, past))
    files.put(tmp_path / "a", b"new")
    assert set(names(tmp_path)) == {"a", young.name}


def test_words_are_added_at_the_end(tmp_path: Path) -> None:
    files.append(tmp_path / "a", b"1\n")
    files.append(tmp_path / "a", b"2\n")
    assert (tmp_path / "a").read_bytes() == b"1\n2\n"
