"""Files as they must be: regular ones are read up to a limit, new ones appear whole or not at all.

Whatever is stored passes through here. Errors are OSErrors whose `strerror` says what is wrong in words; the
callers add what was to be done and what to do now.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from pathlib import Path
from typing import BinaryIO

TEMPORARY = ".tmp"
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for whoever writes into it


def reading(path: Path, own: bool = False) -> BinaryIO:
    """Open a regular file for reading; a folder, a pipe or a device is an OSError, at once.

    With `own` (files of a run folder, which may come from elsewhere) a symbolic link is one too.
    """
    try:
        handle = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT | (_NO_LINK if own else 0))
    except OSError as error:
        raise _told(error, path, own) from None
    try:
        _regular(handle, path)
        return os.fdopen(handle, "rb")
    except BaseException:
        os.close(handle)
        raise


def content(path: Path, most: int, own: bool = False) -> bytes:
    """Return what a regular file holds; one of more than `most` bytes is an OSError (EFBIG)."""
    with reading(path, own) as stream:
        found = stream.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", str(path))
    return found


def replace(path: Path, data: bytes, sync_name: bool = True) -> None:
    """Write a file whole or not at all, in the place of one that may be there (a link is replaced itself).

    Temporary file, fsync, rename, and (`sync_name`) fsync of the folder.
    """
    temporary = fresh(path, data)
    try:
        temporary.replace(path)
    except BaseException:
        remove(temporary)
        raise
    if sync_name:
        sync_folder(path.parent)


def fresh(path: Path, data: bytes) -> Path:
    """Write a new file beside `path`, under a hidden name that nobody can foresee, and return where it is."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}{TEMPORARY}")
    create(temporary, data)
    return temporary


def create(path: Path, data: bytes) -> None:
    """Write a file that is not there yet, to the disk; after an error it is not there either."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY, 0o666)
    try:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(handle, rest) :]
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        remove(path)
        raise


def remove(path: Path) -> None:
    """Remove a file; it is no error if it is gone."""
    path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut, where the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_own_folder(path: Path) -> bool:
    """Return whether this is a folder itself, not a symbolic link to one."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _regular(handle: int, path: Path) -> None:
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        what = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
        raise OSError(errno.EINVAL, what, str(path))


def _told(error: OSError, path: Path, own: bool) -> OSError:
    """Return the error of opening a file in words: systems differ in what they say of a link or a pipe."""
    if own and path.is_symlink():
        return OSError(errno.ELOOP, "a symbolic link, where a file must be", str(path))
    if error.errno == errno.ENXIO:
        return OSError(errno.EINVAL, "not a regular file", str(path))
    return error
