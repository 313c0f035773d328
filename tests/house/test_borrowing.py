"""Counts of references that the generated C code leaves out: only where the owner holds on all the while."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def borrowing() -> ModuleType:
    """Return the module that `setup.py` leaves counts out with."""
    spec = importlib.util.spec_from_file_location("borrowing", ROOT / "borrowing.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def function(
    name: str, between: str, end: str = "    VEC_I64_DECREF(cpy_r_r1);\n    return cpy_r_r2;\n"
) -> str:
    """Return a function as mypyc writes it that takes a vector and does things `between`."""
    return (
        f"int64_t CPyDef_{name}(PyObject *cpy_r_self, int64_t cpy_r_n) {{\n"
        "    VecI64 cpy_r_r1;\n"
        "    int64_t cpy_r_r2;\n"
        "    cpy_r_r1 = ((m___SceneObject *)cpy_r_self)->_reach;\n"
        "    VEC_I64_INCREF(cpy_r_r1);\n"
        "    if (likely(cpy_r_n < cpy_r_r1.len)) {\n"
        "        goto CPyL2;\n"
        "    } else\n"
        "        goto CPyL3;\n"
        "CPyL1: ;\n"
        "    PyErr_SetNone(PyExc_IndexError);\n"
        '    CPy_AddTraceback("m.py", "f", 1, CPyStatic_m___globals);\n'
        "    return -113;\n"
        "CPyL2: ;\n"
        f"{between}{end}"
        "CPyL3: ;\n"
        "    VEC_I64_DECREF(cpy_r_r1);\n"
        "    goto CPyL1;\n"
        "}\n"
    )


READS = "    cpy_r_r2 = cpy_r_r1.items[cpy_r_n];\n"
REPLACES = (
    "    VEC_I64_DECREF(((m___SceneObject *)cpy_r_self)->_reach);\n"
    "    ((m___SceneObject *)cpy_r_self)->_reach = cpy_r_r9;\n"
)
RELEASES = "    CPy_DECREF(cpy_r_r8);\n"
CALLS = "    cpy_r_r2 = CPyDef_other(cpy_r_self, 1);\n"


def counts(text: str) -> int:
    """Return how many counts of references there are."""
    return len(re.findall(r"(?:INCREF|DECREF|DecRef)\(cpy_r_\w+\);", text))


@pytest.mark.parametrize(
    ("between", "other", "left"),
    [
        (READS, READS, 0),
        (CALLS, READS, 0),  # a quiet function
        (CALLS, REPLACES, 6),  # replaces an attribute itself
        (CALLS, "    cpy_r_r2 = CPyDef_third(cpy_r_self);\n", 6),  # calls something that is not known
        (CALLS, "    cpy_r_r2 = PyObject_Vectorcall(cpy_r_self, 0, 0, 0);\n", 6),
        (REPLACES, READS, 3),
        (RELEASES, READS, 4),  # what is released may have been the owner
        ("    cpy_r_r2 = ((F)CPY_GET_METHOD(cpy_r_self, 0))(cpy_r_self);\n", READS, 3),  # of a user's class
    ],
)
def test_a_count_is_left_out_where_nothing_lets_go(
    borrowing: ModuleType, between: str, other: str, left: int
) -> None:
    """Both functions take the same attribute: the first does things between, the second may be called."""
    made = borrowing.lean({"a.c": function("first", between), "b.c": function("other", other)})
    assert counts(made["a.c"]) + counts(made["b.c"]) == left


def test_what_is_given_away_stays_counted(borrowing: ModuleType) -> None:
    """A vector that is returned belongs to the caller; one that is taken again in a loop to nobody known."""
    returned = function("first", "", "    return cpy_r_r1;\n")
    again = function("second", READS, "    goto CPyL0;\n").replace(
        "    cpy_r_r1 =", "CPyL0: ;\n    cpy_r_r1 =", 1
    )
    made = borrowing.lean({"a.c": returned + again})
    assert made["a.c"] == returned + again


def test_an_object_taken_on_the_way_is_left_out_with_its_vector(borrowing: ModuleType) -> None:
    """`self.view.reach[n]`: the view is held by the scene, the vector by the view."""
    text = function("first", READS + RELEASES.replace("r8", "r0")).replace(
        "    cpy_r_r1 = ((m___SceneObject *)cpy_r_self)->_reach;\n",
        "    cpy_r_r0 = ((m___SceneObject *)cpy_r_self)->_view;\n"
        "    CPy_INCREF(cpy_r_r0);\n"
        "    cpy_r_r1 = ((m___ViewObject *)cpy_r_r0)->_reach;\n",
    )
    text = text.replace("    goto CPyL1;\n}", "    CPy_DecRef(cpy_r_r0);\n    goto CPyL1;\n}")
    assert counts(text) == 6
    assert counts(borrowing.lean({"a.c": text})["a.c"]) == 0
    made = borrowing.lean({"a.c": text.replace("_view;", "_view; /* of no known kind */")})
    assert counts(made["a.c"]) == 6, "what the view is held by is not known"


def test_all_else_stays_as_it_is(borrowing: ModuleType) -> None:
    """No line but counts goes; what is no function of the group is not touched."""
    text = "static int helper(void) {\n    CPy_INCREF(cpy_r_r1);\n}\n" + function("first", READS)
    kept = borrowing.lean({"a.c": text})["a.c"]
    assert kept.split("\n") == [
        line for at, line in enumerate(text.split("\n")) if at < 4 or not re.search("(?:IN|DE)CREF", line)
    ]
