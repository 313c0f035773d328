"""Folders that appear whole or not at all, since they are filled under a hidden name and then renamed.

`.NAME.<random>.tmp` is a folder that is being filled. Everything in it also exists elsewhere.
`.NAME.<random>.old` is a folder that was replaced, or is about to be. A process that works on such a folder
holds its lock, so leftovers of a killed process can be recognised. Errors are OSErrors whose `strerror` names
the fault.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from marchsim import files

OLD = ".old"
MOST_KEPT = 1000  # files of others in a folder that is put in place with them
PATIENCE = 10.0  # seconds for another process to finish putting its folder in the same place

Ours = Callable[[Path, str], bool]  # of a folder and a path inside it


@contextmanager
def replacing(place: Path, ours: Ours, keep_ours: bool = False) -> Iterator[Path]:
    """Yield a new folder to fill. At the end, it replaces `place` (links are followed).

    If the process dies before the end, the old folder is unchanged. Files that only the old folder has are
    kept as hard links (or copies, if the file system has no hard links). Files of ours are dropped unless
    `keep_ours` is set. `ours` recognizes them from the old folder and a path inside it, such as
    "figures/a.svg". Leftovers of killed processes at the same place are removed first.
    """
    target = _checked(place)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise _refused(errno.ENOTDIR, f"{target.parent} is not a folder", place) from None
    recover(target, ours)
    new, handle = _new_folder(target)
    try:
        yield new
        _sync(new)
        _put(new, target, ours, keep_ours)
    except BaseException:
        shutil.rmtree(new, ignore_errors=True)
        raise
    finally:
        if handle is not None:
            os.close(handle)


def recover(target: Path, ours: Ours) -> None:
    """Remove leftovers of killed processes at a place. If one of them had moved a folder away, restore it."""
    for left in files.unfinished(target, OLD):
        with files.abandoned(left) as free:
            if not free or not files.is_own_folder(left):
                continue
            if not os.path.lexists(target):
                left.rename(target)
                continue
            with _locked(target):
                _clear(left, target, ours)
    for left in files.unfinished(target):
        with files.abandoned(left) as free:
            if free and files.is_own_folder(left):
                shutil.rmtree(left)


def _checked(place: Path) -> Path:
    """The real path of a folder, with links followed. Raises an OSError if it cannot be replaced whole."""
    target = Path(os.path.realpath(place))
    if not os.path.lexists(target):
        return target
    if not target.is_dir():
        raise _refused(errno.ENOTDIR, "it is not a folder", place)
    why = ""
    if os.path.ismount(target):
        why = "it is a mount point; name a folder in it"
    elif Path.cwd().is_relative_to(target):
        why = "this command runs in it, and it is replaced as a whole; name a folder in it"
    elif _is_run(target):
        why = "it is a run folder"
    elif not os.access(target, os.W_OK | os.X_OK):
        why = "it may not be written to"
    elif not os.access(target.parent, os.W_OK | os.X_OK):
        why = f"it is replaced as a whole, and the folder around it, {target.parent}, may not be written to"
    if why:
        raise _refused(errno.EBUSY, why, place)
    return target


def _is_run(folder: Path) -> bool:
    return (folder / "manifest.json").exists() and (folder / "tables").is_dir()


def _refused(number: int, words: str, place: Path) -> OSError:
    return OSError(number, words, str(place))


def _new_folder(target: Path) -> tuple[Path, int | None]:
    """Create a hidden folder next to the target. Return it and the handle that locks it (None on Windows)."""
    while True:
        new = files.hidden(target)
        new.mkdir()
        if os.name == "nt":
            return new, None
        try:
            handle = os.open(new, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:  # somebody swept it away before it was held
            continue
        if files.hold(handle) is not False and files.is_at(handle, new):
            return new, handle
        os.close(handle)


def _put(new: Path, target: Path, ours: Ours, keep_ours: bool) -> None:
    """Move a filled folder into place, together with the kept files of the folder that it replaces."""
    while True:
        with _locked(target) as there:
            if not there:
                try:
                    new.rename(target)
                except OSError as error:
                    if error.errno in (errno.ENOTEMPTY, errno.EEXIST):
                        continue  # another process was first
                    raise
                files.sync_folder(target.parent)
                return
            _keep(target, new, (lambda _folder, _inside: False) if keep_ours else ours)
            new.chmod(stat.S_IMODE(target.stat().st_mode))
            _sync(new, folders_only=True)
            old = _exchanged(new, target)
            files.sync_folder(target.parent)
            _clear(old, target, ours)
            return


@contextmanager
def _locked(target: Path) -> Iterator[bool]:
    """Lock the folder at a place against processes that would replace it. Yield False if none is there."""
    if os.name == "nt":
        yield target.is_dir()
        return
    handle = _holding(target)
    try:
        yield handle is not None
    finally:
        if handle is not None:
            os.close(handle)


def _holding(target: Path) -> int | None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            handle = os.open(target, os.O_RDONLY | os.O_CLOEXEC | os.O_DIRECTORY | os.O_NOFOLLOW)
        except FileNotFoundError:
            return None
        held = files.hold(handle)
        if held is not False and files.is_at(handle, target):
            return handle
        os.close(handle)
        if time.monotonic() > until:
            raise _refused(errno.EBUSY, "another command is writing there", target)
        if held is False:
            time.sleep(0.02)


def _keep(old: Path, new: Path, ours: Ours) -> None:
    """Link files of the old folder into the new one, except `ours` and files that the new one already has."""
    kept = 0
    for path, inside in _walk(old):
        place = new / inside
        if os.path.lexists(place) or ours(old, inside):
            continue
        kept += 1
        if kept > MOST_KEPT:
            raise _refused(errno.EBUSY, f"it holds more than {MOST_KEPT:,} other files", old)
        try:
            _keep_one(path, place)
        except OSError as error:
            words = f"{inside} in it cannot be kept: {error.strerror or error}"
            raise _refused(error.errno or errno.EIO, words, old) from None


def _keep_one(path: Path, place: Path) -> None:
    if files.is_own_folder(path):
        if _is_run(path):
            raise _refused(errno.EBUSY, "it is a run folder", path)
        place.mkdir()
        shutil.copystat(path, place)
        return
    try:
        os.link(path, place, follow_symlinks=False)
    except OSError as error:
        if error.errno == errno.EXDEV:
            raise
        shutil.copy2(path, place, follow_symlinks=False)  # a file system without hard links


def _walk(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files and folders in a folder with their paths inside it, each folder before its contents."""
    for path in sorted(folder.iterdir()):
        yield path, path.name
        if files.is_own_folder(path):
            for deeper, inside in _walk(path):
                yield deeper, f"{path.name}/{inside}"


def _exchanged(new: Path, target: Path) -> Path:
    """Exchange two folders, and return the present path of the old one."""
    old = new.with_suffix(OLD)
    new.rename(old)
    try:
        if files.rename(old, target, files.EXCHANGE):
            return old
    except BaseException:
        old.rename(new)
        raise
    old.rename(new)
    target.rename(old)
    try:
        new.rename(target)
    except BaseException:
        old.rename(target)
        raise
    return old


def _clear(old: Path, target: Path, ours: Ours) -> None:
    """Remove a replaced folder. Files that other programs saved into it meanwhile move to the new one."""
    for path, inside in _walk(old):
        if files.is_own_folder(path) or ours(old, inside):
            continue
        place = target / inside
        if not os.path.lexists(place):
            place.parent.mkdir(parents=True, exist_ok=True)
            path.rename(place)
        elif not path.is_symlink() and path.lstat().st_mtime_ns > place.lstat().st_mtime_ns:
            path.replace(place)  # saved while the folders changed places
    last = old.with_suffix(files.TEMPORARY)  # from here on nothing in it is missed
    old.rename(last)
    shutil.rmtree(last)


def _sync(folder: Path, folders_only: bool = False) -> None:
    """Sync the contents of a folder to the disk, so that they survive a power cut."""
    for path, _ in _walk(folder):
        if files.is_own_folder(path):
            files.sync_folder(path)
        elif not folders_only:
            with files.reading(path) as stream:
                os.fsync(stream.fileno())
    files.sync_folder(folder)
