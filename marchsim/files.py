"""Safe reading and writing. Only regular files of limited size are read, and new files appear whole or never.

Everything that is stored goes through here. Errors are OSErrors whose `strerror` names the fault. The callers
add the file and the remedy.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

TEMPORARY = ".tmp"
STALE = 86_400  # seconds after which an unfinished file counts as abandoned, if the file system has no locks
_BINARY = getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe would wait for whoever writes into it
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_LINK | _BINARY
KEEP, EXCHANGE = 1, 2  # ways to rename: RENAME_NOREPLACE and RENAME_EXCHANGE of linux/fs.h
_DARWIN = {KEEP: 4, EXCHANGE: 2}  # RENAME_EXCL and RENAME_SWAP of its sys/stdio.h
_AT_CWD = -100  # linux/fcntl.h
_UNKNOWN = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
_STREAMS = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/")


def reading(path: Path, own: bool = False) -> BinaryIO:
    """Open a regular file for reading. A folder, a pipe or a device raises an OSError at once.

    If `own` is set, a symbolic link raises an OSError too. Set it for files in a run folder.
    """
    return os.fdopen(opened(path, os.O_RDONLY, own), "rb")


def opened(path: Path, flags: int, own: bool) -> int:
    """The handle of a regular file, opened with `flags` and checked as in `reading`."""
    try:
        handle = os.open(path, flags | _BINARY | _NO_WAIT | (_NO_LINK if own else 0), 0o666)
    except OSError as error:  # systems describe links and pipes differently
        if own and path.is_symlink():
            raise OSError(errno.ELOOP, "a symbolic link, where a file must be", str(path)) from None
        if error.errno == errno.ENXIO:
            raise OSError(errno.EINVAL, "not a regular file", str(path)) from None
        raise
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "a folder" if stat.S_ISDIR(mode) else "not a regular file", str(path))
    return handle


def content(path: Path, most: int, own: bool = False) -> bytes:
    """The contents of a regular file. Raises an OSError (EFBIG) if it has more than `most` bytes."""
    with reading(path, own) as stream:
        found = stream.read(most + 1)
    if len(found) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", str(path))
    return found


def replace(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. An existing file, or a link at the path, is replaced.

    It writes and syncs a temporary file, renames it, and syncs the folder.
    """
    temporary = hidden(path)
    create(temporary, data)
    try:
        temporary.replace(path)
    except BaseException:
        remove(temporary)
        raise
    sync_folder(path.parent)


def create(path: Path, data: bytes) -> None:
    """Write a new file and sync it to the disk. After an error the file does not exist."""
    handle = os.open(path, _NEW, 0o666)
    try:
        try:
            write(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
    except BaseException:
        remove(path)
        raise


def put(path: Path, data: bytes, new: bool = False) -> None:
    """Write an output that the user named, whole or not at all. If `new` is set, the path must be free.

    A link is followed, a file keeps its permissions, and an existing pipe or device is written to directly.
    Leftovers of a killed command for the same output are removed.
    """
    put_all({path: data}, new)


def put_all(outputs: Mapping[Path, bytes], new: bool = False) -> None:
    """Write several outputs like `put`. All are stored before the first one is moved into place."""
    ready: list[_Ready] = []
    named = Path()
    try:
        for named, data in outputs.items():
            if _is_open_ended(named):
                _pour(named, data, os.O_WRONLY | os.O_APPEND)
            else:
                path = Path(os.path.realpath(named))
                sweep(path)
                _check_place(path, new)
                ready.append(_begun(named, path))
                ready[-1].fill(data)
        for output in ready:
            named = output.named
            _settle(output, new)
    except BaseException as error:
        for output in ready:
            remove(output.temporary)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror or str(error), str(named)) from None
        raise
    finally:
        for output in ready:
            output.close()


def append(path: Path, data: bytes) -> None:
    """Append to a file in one write, so that concurrent writers do not mix their lines."""
    _pour(path, data, os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def write_new(path: Path, parts: Iterable[bytes]) -> None:
    """Write a new file, in parts, into a folder that is still being made (`folders.replacing`)."""
    handle = os.open(path, _NEW, 0o666)
    try:
        for data in parts:
            write(handle, data)
    finally:
        os.close(handle)


def write(handle: int, data: bytes) -> None:
    """Write all of `data` to an open file."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def hidden(path: Path) -> Path:
    """A hidden path with an unguessable name, next to `path`."""
    return path.with_name(f".{path.name}.{secrets.token_hex(8)}{TEMPORARY}")


def unfinished(path: Path, ending: str = TEMPORARY) -> list[Path]:
    """The hidden temporary files and folders that belong to a path and lie next to it, in order of name."""
    shape = re.compile(rf"\.{re.escape(path.name)}\.[0-9a-f]{{16}}{re.escape(ending)}")
    try:
        return sorted(entry for entry in path.parent.iterdir() if shape.fullmatch(entry.name))
    except PermissionError:  # a folder that may be written to and not listed
        return []


@contextmanager
def abandoned(path: Path) -> Iterator[bool]:
    """Yield whether an unfinished file or folder was left by a dead process, and lock it meanwhile."""
    try:
        handle = os.open(path, os.O_RDONLY | _BINARY | _NO_WAIT | _NO_LINK)
    except OSError:  # gone, or not ours; Windows opens no folder
        yield os.name == "nt" and _is_stale(path)
        return
    try:
        held = hold(handle)
        mine = os.name == "nt" or os.fstat(handle).st_uid == os.geteuid()
        yield mine and (_is_stale(path) if held is None else held)
    finally:
        os.close(handle)


def hold(handle: int) -> bool | None:
    """Try to lock an open file or folder without waiting. None means that the file system has no locks.

    The system releases the lock when the handle is closed or the process dies.
    """
    if os.name == "nt":
        return None
    fcntl: Any = import_module("fcntl")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def is_at(handle: int, path: Path) -> bool:
    """Whether a path still leads to the file that a handle has open."""
    try:
        return os.path.samestat(os.fstat(handle), os.lstat(path))
    except FileNotFoundError:
        return False


def rename(first: Path, second: Path, how: int) -> bool:
    """Rename `first` to `second` atomically. If `how` is EXCHANGE, an existing `second` becomes `first`.

    If `how` is KEEP, an existing target raises a FileExistsError. Returns False if it is not supported.
    """
    if os.name == "nt":
        return False
    library = ctypes.CDLL(None, use_errno=True)
    names = os.fsencode(first), os.fsencode(second)
    if sys.platform == "darwin" and hasattr(library, "renamex_np"):
        failed = library.renamex_np(*names, _DARWIN[how])
    elif hasattr(library, "renameat2"):
        failed = library.renameat2(_AT_CWD, names[0], _AT_CWD, names[1], how)
    else:
        return False
    number = ctypes.get_errno()
    if failed and number not in _UNKNOWN:
        raise OSError(number, os.strerror(number), str(second))
    return not failed


def sweep(path: Path) -> None:
    """Remove temporary files that killed processes left next to a file, except those in use."""
    for left in unfinished(path):
        with abandoned(left) as free:
            if free:
                remove(left)


def remove(path: Path) -> None:
    """Remove a file, if it exists."""
    path.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut, if the system can."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def literal(path: Path) -> str:
    """A path as text that libraries do not expand, even if a folder is named `~`."""
    return os.path.join(os.curdir, path)  # noqa: PTH118  (a Path drops the point again)


def is_own_folder(path: Path) -> bool:
    """Whether this is a folder, and not a symbolic link to one."""
    try:
        return stat.S_ISDIR(os.lstat(path).st_mode)
    except OSError:
        return False


def _is_stale(path: Path) -> bool:
    """Whether a file was last changed more than a day ago."""
    try:
        return time.time() - os.lstat(path).st_mtime > STALE
    except OSError:
        return False


@dataclass
class _Ready:
    """An output that is not in place yet: its target, and a hidden file that is locked until then."""

    named: Path
    path: Path
    temporary: Path
    handle: int

    def fill(self, data: bytes) -> None:
        write(self.handle, data)
        os.fsync(self.handle)
        if os.name == "nt":  # where a file that is open cannot be renamed
            self.close()

    def close(self) -> None:
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def expect(path: Path) -> None:
    """Raise the OSError that `put` would raise later, for example for a folder or a missing permission.

    Use it before long computations. Pipes and devices are not checked.
    """
    if _is_open_ended(path):
        return
    target = Path(os.path.realpath(path))
    number = errno.EISDIR if target.is_dir() else 0
    if not number and not target.parent.is_dir():
        number = errno.ENOTDIR if target.parent.exists() else errno.ENOENT
    if not number and not os.access(target.parent, os.W_OK | os.X_OK):
        number = errno.EACCES
    if number:
        raise OSError(number, os.strerror(number), str(path))


def _check_place(path: Path, new: bool) -> None:
    """Raise an OSError if a folder is at the path or, with `new`, if anything is."""
    if new and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "already exists", str(path))
    if path.is_dir():
        raise OSError(errno.EISDIR, "a folder", str(path))


def _is_open_ended(named: Path) -> bool:
    """Whether a path leads to a pipe, a device or an open stream, which cannot be replaced."""
    if str(named).startswith(_STREAMS):
        return True
    try:
        mode = named.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _begun(named: Path, path: Path) -> _Ready:
    """Create a hidden file next to a path, open and locked, with the permissions of the file to replace."""
    while True:
        temporary = hidden(path)
        handle = os.open(temporary, _NEW, 0o666)
        if hold(handle) is not False and is_at(handle, temporary):
            break
        os.close(handle)  # somebody swept it away before it was held
    try:
        with suppress(FileNotFoundError):
            temporary.chmod(stat.S_IMODE(path.stat().st_mode))
    except BaseException:
        os.close(handle)
        remove(temporary)
        raise
    return _Ready(named, path, temporary, handle)


def _settle(output: _Ready, new: bool) -> None:
    """Rename a stored file to its final name."""
    if not new:
        output.temporary.replace(output.path)
    elif not rename(output.temporary, output.path, KEEP):
        os.link(output.temporary, output.path)
        remove(output.temporary)
    sync_folder(output.path.parent)


def _pour(path: Path, data: bytes, flags: int) -> None:
    try:
        handle = os.open(path, flags | _BINARY | _NO_WAIT, 0o666)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise OSError(errno.ENXIO, "a pipe that nobody reads", str(path)) from None
        raise
    try:
        if _NO_WAIT:
            os.set_blocking(handle, True)
        write(handle, data)
    finally:
        os.close(handle)
