"""The protocol of a game with decisions that can be rolled out (each option is played to the end)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Protocol, runtime_checkable

from marchsim.kernel.game import Session

WIN: Final = 27_720  # credit of a whole win, divisible by every number of joint winners up to 12


class Choice(Protocol):
    """A decision that a seat has just made. It exists only until the game goes on.

    `kind` is the kind of decision. `chosen` is the index of the option taken, of `count` options. `playable`
    is True if a game can be played on from the seat's view.
    """

    seat: int
    round: int
    kind: str
    chosen: int
    count: int
    playable: bool

    def words(self, option: int) -> str:
        """Describe an option in words."""

    def action(self, option: int) -> str:
        """The group of similar options to which an option belongs, such as explore or forage."""

    def likely(self, most: int) -> list[int]:
        """At most `most` options that the seat's own strategy rates highest, best first.

        The option taken is always among them.
        """

    def credits(self, options: Sequence[int], key: int) -> list[int]:
        """The seat's credit (WIN for a sole win) at the end of one rollout for each option.

        The rollouts differ only in the option, since `key` (0 to 2**62) and the seat's view determine hidden
        things and later chance. The strategies at the table play on.
        """


@runtime_checkable
class RolledOut(Protocol):
    """A game with decisions that can be rolled out, as `marchsim coach` requires."""

    def rehearse(
        self, session: Session, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Call `hear` with each decision in the later games of a session, until the next call.

        `makers` create a fresh strategy for each seat. If `makers` is empty, `hear` is not called.
        """
