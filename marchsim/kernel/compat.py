"""Lets one source run in both modes: with true vectors if compiled, with lists if interpreted.

mypyc resolves `vec`, `append`, `extend` and `i64` at compile time, so compiled code never uses the names that
this module binds. Interpreted code must not work on vec objects, which box every element. Always assign the
results of `append(v, x)` and `extend(v, items)`, since the vec may have moved in memory.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from librt.vecs import append as append
    from librt.vecs import extend as extend
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    vec = list
    i64 = int

    def mypyc_attr(**words):
        return lambda cls: cls

    def append(v, x):
        v.append(x)
        return v

    def extend(v, items):
        v.extend(items)
        return v


def to_bytes(values: Any, first: int, end: int) -> bytes:
    """Encode the values `first` to `end - 1` of a vec or list of i64 as little-endian bytes."""
    if isinstance(values, list):
        return array("q", values[first:end]).tobytes()
    return bytes(memoryview(values)[first:end])
