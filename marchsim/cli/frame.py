"""Loads verbs, prints their help and reports bad arguments. A verb is imported only when it is used.

A verb is a module `marchsim.cli.VERB`. It has a function `command` or, if the verb is a group, a Typer
application `app`. The docstring of that function or group is the help, printed unchanged.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import cache, wraps
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command, get_group

from marchsim import errors
from marchsim.cli import show

# What Typer raises for arguments that cannot be used: the base of BadParameter and its kin, which has no
# public name in every release.
ArgumentError: Any = typer.BadParameter.__mro__[2]
NO_NUMBER = {
    "int": "a whole number; write it in digits, such as 7",
    "float": "a number; write it in digits, without a unit",
}
ALONE = "marchsim.alone"  # whether a group was given one word alone


class _VerbatimHelp:
    """A command that prints its docstring unchanged as help, so that examples keep their lines."""

    help: str | None

    def format_help_text(self, ctx: Any, formatter: Any) -> None:
        """Write the docstring, line by line."""
        formatter.write("\n")
        for line in inspect.cleandoc(self.help or "").splitlines():
            formatter.write(f"  {line}".rstrip() + "\n")


class Verb(_VerbatimHelp, TyperCommand):
    """A command made from one function.

    `alone` maps an option to the value that it takes if the user gives none (`ALONE` in the verb's module).
    """

    alone: Mapping[str, str] = {}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. An option without a value takes the one in `alone`."""
        full: list[str] = []
        for at, word in enumerate(args):
            full.append(word)
            if word in self.alone and (at + 1 == len(args) or args[at + 1].startswith("-")):
                full.append(self.alone[word])
        return super().parse_args(ctx, full)

    def get_params(self, ctx: Any) -> list[Any]:
        """The options and arguments of the verb with --json and --help, which every verb has."""
        own = super().get_params(ctx)
        if any("--json" in one.opts for one in own):  # a verb that gives the option a meaning of its own
            return own
        return [*own[:-1], _json_option(), own[-1]]

    def invoke(self, ctx: Any) -> Any:
        """Run the verb. The value of --json goes to `show.in_json` and not to the verb."""
        before = show.JSON.set(bool(ctx.params.pop("as_json", False)))
        try:
            return super().invoke(ctx)
        finally:
            show.JSON.reset(before)


@cache
def _json_option() -> Any:
    """The option --json, as Typer makes it."""

    def verb(
        as_json: Annotated[bool, typer.Option("--json", help="Write JSON for programs.")] = False,
    ) -> None:
        """Have one option."""

    app = plain_app()
    app.command()(verb)
    return get_command(app).params[0]


class Group(_VerbatimHelp, TyperGroup):
    """A verb that has commands.

    `usual` is the name of the default command. It runs if the first argument is an option, a path, or unlike
    the names of all commands.
    """

    usual = ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. If they name no command, they go to the default command."""
        if self.usual and args and self._unnamed(args[0]):
            args = [self.usual, *args]
        ctx.meta[ALONE] = len([word for word in args if not word.startswith("-")]) == 1
        return super().parse_args(ctx, args)

    def _unnamed(self, word: str) -> bool:
        """Whether `word` names no command: it is an option, an existing path, or unlike all command names."""
        if word in self.commands or word in ("-h", "--help"):
            return False
        exists = any((place / word).exists() for place in (Path(), Path("runs")))
        return word.startswith("-") or exists or not errors.nearest(word, self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command with this name. If there is none, raises ConfigError with the nearest name.

        Raises MissingRun if the name stands alone, so that it may have been meant as a run folder.
        """
        found = super().get_command(ctx, cmd_name)
        if found is None:
            close = errors.nearest(cmd_name, self.commands)
            has = f"It has: {', '.join(self.commands)}."
            if self.usual and ctx.meta.get(ALONE):
                raise errors.MissingRun(
                    f"{cmd_name}: neither a run folder nor a command of `{ctx.command_path}`.{close} {has}"
                )
            raise errors.ConfigError(f"`{ctx.command_path}` has no command {cmd_name!r}.{close} {has}")
        return found

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the commands with the first line of their help, not shortened."""
        lines = {
            name: inspect.cleandoc(item.help or "").split("\n")[0] for name, item in self.commands.items()
        }
        with formatter.section("Commands"):
            formatter.write_dl(list(lines.items()))


class Verbs(TyperGroup):
    """A command group with a table of verbs and their help, from which it lists them without imports."""

    table: Mapping[str, tuple[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        """The names of the verbs, in the order of the table."""
        return list(self.table)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Import a verb and return its command. Raises ConfigError with the nearest name if there is none."""
        if cmd_name not in self.table:
            close = errors.nearest(cmd_name, self.table)
            message = f"there is no verb {cmd_name!r}.{close} `marchsim --help` lists them all."
            raise errors.ConfigError(message)
        return load_verb(cmd_name, self.table[cmd_name][0])

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write the list of verbs from the table."""
        with formatter.section("Verbs"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])


def wrong_argument(error: Any) -> str:
    """The message for a bad argument: ours if its type or range is wrong, otherwise the message of click."""
    cause = error.__cause__  # pydantic's, which Typer reports in its words
    for one in cause.errors() if hasattr(cause, "errors") else ():
        kind = NO_NUMBER.get(str(one["type"]).partition("_")[0])
        limits = {"ge": "least", "le": "most"}
        limit = [f"at {limits[name]} {value}" for name, value in one.get("ctx", {}).items() if name in limits]
        if kind or limit:
            error.message = f"{one['input']!r} is not {kind}" if kind else f"{one['input']} is not {limit[0]}"
    message: str = error.format_message()
    return f"{message}{'' if message.endswith(('.', '?')) else '.'}"


def load_verb(name: str, place: str) -> Any:
    """Import the module of a verb and return its command. `place` is written MODULE or MODULE:FUNCTION."""
    module_name, _, function = place.partition(":")
    return _command(name, import_module(module_name), function or "command")


@cache
def _command(name: str, module: ModuleType, function: str) -> Any:
    """Build the command of a verb. The result is cached, since building a large group is slow."""
    app: typer.Typer | None = getattr(module, "app", None)
    if app is None:
        app = plain_app()
        kind = type("Verb", (Verb,), {"alone": getattr(module, "ALONE", {})})
        app.command(name, cls=kind)(getattr(module, function))
        return get_command(app)
    _dress(app, getattr(module, "USUAL", ""))
    group = get_group(app)
    group.name = name
    return group


def _dress(app: typer.Typer, usual: str = "") -> None:
    """Make a group and its subgroups print help unchanged and reject a missing command."""
    kind = type("Group", (Group,), {"usual": usual})
    app.rich_markup_mode = None
    app.info.cls = kind
    app.info.no_args_is_help = False
    if app.registered_callback is not None:
        app.registered_callback.cls = kind
        app.registered_callback.no_args_is_help = False
    for info in app.registered_commands:
        info.cls = Verb
    for inner in app.registered_groups:
        if inner.typer_instance is not None:
            _dress(inner.typer_instance)


def plain_app(**options: Any) -> typer.Typer:
    """Make a Typer application with plain help. It prints no tracebacks of its own."""
    return typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        **options,
    )


def options_of(kind: type[Any], *left_out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A decorator that adds the fields of the dataclass `kind` to the options of a verb.

    The verb receives an object of that class as its first argument. Fields in `left_out` are not added.
    """

    def with_options(verb: Callable[..., None]) -> Callable[..., None]:
        kinds = get_type_hints(kind, include_extras=True)
        keyword = inspect.Parameter.KEYWORD_ONLY
        shared = [
            inspect.Parameter(one.name, keyword, default=one.default, annotation=kinds[one.name])
            for one in fields(kind)
            if one.name not in left_out
        ]

        def command(**given: Any) -> None:
            verb(kind(**{one.name: given.pop(one.name) for one in shared}), **given)

        _common, *own = inspect.signature(verb, eval_str=True).parameters.values()
        parameters = [*(one.replace(kind=keyword) for one in own), *shared]
        wraps(verb)(command)
        command.__dict__.pop("__wrapped__")
        command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
        command.__annotations__ = {one.name: one.annotation for one in parameters}
        return command

    return with_options
