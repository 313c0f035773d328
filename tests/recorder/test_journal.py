"""The journal of a run folder: a line is there whole and on disk, or it is not there."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from marchsim import files
from marchsim.recorder import journal


def test_a_line_whose_folder_cannot_be_synced_is_taken_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first line of a journal: its change is not made, so nobody may read it later."""

    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    path = tmp_path / journal.JOURNAL
    with monkeypatch.context() as patched, pytest.raises(OSError, match="No space left"):
        patched.setattr(files, "sync_folder", full)
        journal.append(path, b"a line\n", 0)
    assert path.read_bytes() == b""
    journal.append(path, b"a line\n", 0)
    assert path.read_bytes() == b"a line\n"
