"""Which seats `--explain` means."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.errors import ConfigError, nearest
from marchsim.runner.configuration import sources

EVERYBODY = "all"


def name_of(use: str) -> str:
    """Return the name of a strategy that is given by name or as a file."""
    return use.removesuffix(".py").rpartition("/")[2]


def explained_seats(who: str, names: Sequence[str]) -> tuple[int, ...]:
    """Return the seats that `--explain` means: all, a seat's number from 1, or those of a strategy's name."""
    if who == EVERYBODY:
        return tuple(seat for seat, name in enumerate(names) if name != sources.HUMAN)
    wanted = name_of(who)
    if wanted.isascii() and wanted.isdecimal() and 1 <= int(wanted[:9]) <= len(names):
        return (int(wanted) - 1,)
    found = tuple(seat for seat, name in enumerate(names) if name == wanted)
    if not found:
        raise ConfigError(
            f"--explain: {who!r} is neither a seat (1 to {len(names)}) nor a strategy of this game."
            f"{nearest(wanted, names)}"
        )
    if names[found[0]] == sources.HUMAN:
        raise ConfigError("--explain: a person's decisions cannot be explained; name a strategy.")
    return found
