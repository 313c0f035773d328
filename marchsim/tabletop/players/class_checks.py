"""Checks of a strategy's class when it is loaded, and the places of its faults.

Three faults are reported with file and line before a game begins: a method that nothing calls (a misspelt
hook), a hook with wrong arguments, and a weight as a class attribute, which would have no effect.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile
from traceback import walk_tb
from types import FunctionType, TracebackType

from marchsim.errors import StrategyError, nearest
from marchsim.kernel.showing import Profile
from marchsim.tabletop.players.weights import Weights


@dataclass(frozen=True)
class StrategyKind:
    """The strategies of a game: their base class, and the methods that a strategy can have.

    Strategies are subclasses of `base`. A strategy may override methods of `base` and of `natives`.
    `hooks` are the methods that answer questions, by number. `asked` are other methods that receive a
    view. The first of them answers the questions without a hook. `preparing` are methods called before a
    game. `told` are methods that return nothing. Hooks and `told` take the arguments `takes`.
    Subclasses of `weighted` have weights with these `defaults`, never as class attributes, and may rate
    options by the methods `ratings`, one for each question. `made` are the attributes that `__init__`
    creates.
    """

    base: type
    hooks: tuple[str, ...]
    natives: tuple[type, ...] = ()
    weighted: type | None = None
    defaults: Weights | None = None
    ratings: tuple[str, ...] = ()
    preparing: tuple[str, ...] = ("begin", "configure")
    asked: tuple[str, ...] = ("otherwise", "begin")
    made: tuple[str, ...] = ("rng",)
    takes: tuple[str, ...] = ("view",)
    told: tuple[str, ...] = ()

    @property
    def weights(self) -> tuple[str, ...]:
        """The names of the weights. Empty if strategies have none."""
        return self.defaults.names if self.defaults is not None else ()

    @property
    def home(self) -> str:
        """The prefix of the names of this package's modules, such as 'marchsim.'."""
        return self.base.__module__.partition(".")[0] + "."


def file_of(kind: StrategyKind, cls: type) -> str:
    """The path of the file that defines a strategy's class, or '' if the class is part of this package."""
    return next((function.__code__.co_filename for function in own_functions(kind, cls)), "")


def own_classes(kind: StrategyKind, cls: type) -> list[type]:
    """The class and its bases, up to the first base that belongs to this package."""
    return list(takewhile(lambda base: not base.__module__.startswith(kind.home), cls.__mro__))


def own_functions(kind: StrategyKind, cls: type) -> Iterator[FunctionType]:
    """Yield the functions that a strategy's own classes define (`own_classes`)."""
    for base in own_classes(kind, cls):
        for value in vars(base).values():
            function = value.__func__ if isinstance(value, (staticmethod, classmethod)) else value
            if isinstance(function, FunctionType) and function.__module__ == cls.__module__:
                yield function


def refuse_misspelt(kind: StrategyKind, cls: type, text: str) -> None:
    """Raise StrategyError if a public method is not a hook and nothing in the file calls it."""
    ratings = kind.ratings if kind.weighted is not None and issubclass(cls, kind.weighted) else ()
    known = {name for native in (kind.base, *kind.natives) for name in dir(native)}
    known |= {*ratings, *kind.hooks, *kind.told}
    called = {node.attr for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)}
    shipped = kind.home == "marchsim."
    hooks = (
        "docs/reference/strategies.md lists the hooks"
        if shipped
        else f"The hooks are {', '.join(kind.hooks)}"
    )
    for function in own_functions(kind, cls):
        name = function.__name__
        if name.startswith("_") or name in known or name in called:
            continue
        raise StrategyError(
            f"{place(function)}: {cls.__name__}.{name} is not a hook, so nothing calls it."
            f"{nearest(name, (*kind.hooks, *kind.told, *ratings))} {hooks}; "
            "the name of a helper that is not used yet begins with _."
        )


def refuse_unaskable(kind: StrategyKind, cls: type) -> None:
    """Raise StrategyError if a hook or a rating cannot take the arguments with which it is called."""
    arguments = dict.fromkeys(kind.ratings, "view, option, value") | dict.fromkeys(kind.asked, "view")
    arguments |= dict.fromkeys((*kind.hooks, *kind.told), ", ".join(kind.takes))
    for function in own_functions(kind, cls):
        if function.__name__ not in arguments:
            continue
        takes = arguments[function.__name__]
        if getattr(cls, function.__name__, None) is not function:
            continue  # hidden by another, or static
        try:
            inspect.signature(function).bind(None, *takes.split(", "))
        except TypeError:
            raise StrategyError(
                f"{place(function)}: {cls.__name__}.{function.__name__} must take "
                f"{takes}: def {function.__name__}(self, {takes})."
            ) from None


def refuse_class_weights(kind: StrategyKind, cls: type, text: str, file: str) -> None:
    """Raise StrategyError if a class attribute has the name of a weight. Compiled code would ignore it."""
    if kind.weighted is None or not issubclass(cls, kind.weighted):
        return
    for base in own_classes(kind, cls):
        for name in kind.weights:
            value = vars(base).get(name)
            if name in vars(base) and name not in kind.hooks and not callable(value):
                line = line_of(text, base.__name__, name)
                raise StrategyError(
                    f"{file}, line {line}: {base.__name__}: the class attribute {name!r} sets no weight; "
                    f"write self.weigh({name}=...) in __init__."
                )


def line_of(text: str, class_name: str, name: str) -> int:
    """The line in which a class defines a name. If there is none, the first line of the class."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            for line in node.body:
                assigned = ast.walk(line) if isinstance(line, (ast.Assign, ast.AnnAssign)) else ()
                bound = {part.id for part in assigned if isinstance(part, ast.Name)}
                if name in bound or name == getattr(line, "name", ""):
                    return line.lineno
            return node.lineno
    return 1


def place(function: FunctionType) -> str:
    """The file and line of a function as text for a message."""
    return f"{function.__code__.co_filename}, line {function.__code__.co_firstlineno}"


def line_in(kind: StrategyKind, cls: type, trace: TracebackType | None) -> int:
    """The number of the innermost line of a traceback that is in a strategy's own file. 0 if none is."""
    line, file = 0, file_of(kind, cls)
    while trace is not None:
        if file and trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def where(kind: StrategyKind, cls: type, question: int, trace: TracebackType | None) -> str:
    """The hook, file and line in which a strategy failed, for a message. '' for a shipped strategy.

    If the traceback never enters the file, the answer was wrong. Then the first line of the hook is given.
    """
    file = file_of(kind, cls)
    if not file:
        return ""
    hook = kind.hooks[question]
    line = line_in(kind, cls, trace)
    for name in kind.told:
        code = getattr(getattr(cls, name, None), "__code__", None)
        if any(frame.f_code is code for frame, _ in walk_tb(trace)):
            hook = name
    if line == 0:
        for name in (hook, "otherwise"):
            function = getattr(cls, name, None)
            if isinstance(function, FunctionType):
                line = function.__code__.co_firstlineno
                hook = name
                break
    return f"hook {hook}, {file} line {line}: " if line else f"hook {hook}: "


def unmade(kind: StrategyKind, cls: type, error: BaseException, words: str) -> str:
    """The message, with file and line, for an error in the `__init__` of a strategy's class."""
    file, line = file_of(kind, cls), line_in(kind, cls, error.__traceback__)
    before = f"{file}, line {line}: " if line else f"{file}: " if file else ""
    if isinstance(error, StrategyError):
        return before + str(error)
    if isinstance(error, AttributeError) and any(f"'{name}'" in str(error) for name in kind.made):
        return f"{before}{forgotten(cls)} before anything else."
    return f"{before}strategy {cls.__name__}: it cannot be made ({words})."


def forgotten(cls: type) -> str:
    """The message for an `__init__` that does not call `super().__init__()`."""
    return f"{cls.__name__}: its __init__ must call super().__init__()"


def profile(
    kind: StrategyKind, cls: type, builds_on: type, weights: dict[str, float | list[float]] | None = None
) -> Profile:
    """The description of a strategy. `weights` are those that differ from the defaults."""
    own = own_classes(kind, cls)
    asked = (*kind.hooks, *kind.told, *kind.ratings, *kind.asked[:1])
    hooks = tuple(name for name in asked if any(name in vars(base) for base in own))
    about = inspect.cleandoc(cls.__doc__ or "")
    return Profile(cls.__name__, builds_on.__name__, about, weights or {}, hooks)
