"""Files are read if they are regular ones of bounded size, and written whole or not at all."""

import errno
import os
from pathlib import Path

import pytest

from marchsim import files


def test_a_regular_file_is_read_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert files.content(path, 5) == b"12345"
    with pytest.raises(OSError, match="larger than 4 bytes") as error:
        files.content(path, 4)
    assert error.value.errno == errno.EFBIG


@pytest.mark.parametrize("kind", ["pipe", "folder", "device"])
def test_what_is_no_regular_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "a"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    else:
        path = Path("/dev/null")
    with pytest.raises(OSError, match="a folder" if kind == "folder" else "not a regular file"):
        files.content(path, 10)


def test_a_link_is_followed_for_input_and_refused_inside_a_run_folder(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"1")
    link = tmp_path / "b"
    link.symlink_to("a")
    assert files.content(link, 5) == b"1"
    with pytest.raises(OSError, match="symbolic link"):
        files.content(link, 5, own=True)


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        files.content(tmp_path / "a", 5, own=True)


def test_writing_replaces_a_link_and_leaves_its_target_alone(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    link = tmp_path / "link"
    link.symlink_to("target")
    files.replace(link, b"new")
    assert (tmp_path / "target").read_bytes() == b"old"
    assert link.read_bytes() == b"new" and not link.is_symlink()
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link", "target"]


def test_a_failed_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"old")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    for call in ("write", "fsync", "replace"):
        with monkeypatch.context() as patched:
            patched.setattr(os, call, full)
            with pytest.raises(OSError, match="No space left"):
                files.replace(path, b"new")
        assert path.read_bytes() == b"old"
        assert [entry.name for entry in tmp_path.iterdir()] == ["a"]


def test_a_new_file_takes_the_permissions_that_the_user_asked_for(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        files.replace(tmp_path / "a", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640
