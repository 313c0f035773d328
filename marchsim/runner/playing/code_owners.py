"""Finds the owner of running code: the entrant whose file contains it, or else contains its caller."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import FrameType, FunctionType, TracebackType
from typing import Any

from marchsim.kernel.game import StrategySource
from marchsim.runner.configuration.shipped_files import is_strategy


class CodeOwners:
    """Finds the entrant to whom a Python frame belongs. `seats` are the entrants at the table, by seat."""

    def __init__(self, sources: Sequence[StrategySource], classes: Sequence[type]) -> None:
        self.seats: Sequence[int] = ()
        self._files: dict[str, list[int]] = {}
        self._user_code = frozenset(
            at
            for at, (source, cls) in enumerate(zip(sources, classes, strict=True))
            if any(_code(cls)) and not is_strategy(source.origin, source.text)
        )
        self._spaces = [_space(cls) for cls in classes]
        for at, source in enumerate(sources):
            self._files.setdefault(source.origin or source.use, []).append(at)

    def entrant(self, frame: FrameType | None) -> int:
        """The entrant whose code runs in a frame, or else in its nearest caller. -1 if there is none."""
        while frame is not None:
            found = self._files.get(frame.f_code.co_filename)
            if found is not None:
                return next((at for at in found if self._spaces[at] is frame.f_globals), found[0])
            frame = frame.f_back
        return -1

    def user_code(self) -> bool:
        """Whether code of a user plays at the table, and not only shipped strategies with other weights."""
        return not self._user_code.isdisjoint(self.seats)

    def seat(self, frame: FrameType | None) -> int:
        """The first seat of the entrant whose code runs in a frame. -1 if there is none."""
        at = self.entrant(frame)
        return self.seats.index(at) if at in self.seats else -1

    def owns(self, frame: FrameType) -> bool:
        """Whether the code of a frame is in a strategy's file."""
        return frame.f_code.co_filename in self._files

    def failed(self, traceback: TracebackType | None) -> int:
        """The seat whose code raised an exception or let it through. -1 if there is none."""
        seat = -1
        while traceback is not None:
            if self.owns(traceback.tb_frame):
                seat = self.seat(traceback.tb_frame)
            traceback = traceback.tb_next
        return seat


def _code(cls: type) -> Iterator[object]:
    """Yield everything callable in a class and in those of its bases that are in the same file."""
    for base in cls.__mro__:
        for key, value in vars(base).items() if base.__module__ == cls.__module__ else ():
            if key not in ("__dict__", "__weakref__") and (callable(value) or hasattr(value, "__get__")):
                yield value


def _space(cls: type) -> dict[str, Any] | None:
    """The global names of the file that defines a class. None if no function of the class has them."""
    functions = (getattr(value, "__func__", value) for value in _code(cls))
    return next((code.__globals__ for code in functions if isinstance(code, FunctionType)), None)
