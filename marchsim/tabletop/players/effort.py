"""The effort of a player's search: integer parameters within limits."""

from __future__ import annotations

from collections.abc import Mapping

from marchsim.errors import StrategyError, nearest

Limits = Mapping[str, tuple[int, int]]  # a number's name, the least and the most


def set_effort(player: object, limits: Limits, parameters: Mapping[str, object]) -> dict[str, object]:
    """Set a player's effort. Return its `weights`, if any. Raises StrategyError for any other parameter."""
    weights: dict[str, object] = {}
    for name, value in parameters.items():
        if name == "weights":
            weights[name] = value
            continue
        if name not in limits:
            known = (*limits, "weights")
            raise StrategyError(
                f"lookahead takes {', '.join(known)}, and not {name!r}.{nearest(name, known)}"
            )
        low, high = limits[name]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise StrategyError(f"lookahead: {name} must be a number from {low} to {high}, not {value!r}.")
        setattr(player, name, value)
    return weights


def copy_effort(player: object, other: object, limits: Limits) -> None:
    """Copy the effort of another player."""
    for name in limits:
        setattr(player, name, getattr(other, name))
