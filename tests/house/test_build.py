"""What is compiled: every module of the engine, or a reason why not."""

from __future__ import annotations

import ast
import importlib.util
import tomllib
from pathlib import Path
from types import ModuleType

import marchsim

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TABLE = SETTINGS["tool"]["marchsim"]["compile"]


def load_setup() -> ModuleType:
    """Return setup.py as a module, without running it."""
    spec = importlib.util.spec_from_file_location("marchsim_setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


COMPILED, INTERPRETED = load_setup().sources()


def test_every_engine_module_is_compiled_or_has_a_reason() -> None:
    """No module of kernel, tabletop or a game falls between the list and its exceptions."""
    found = [(ROOT / "marchsim").glob(f"{floor}/**/*.py") for floor in ("kernel", "tabletop", "games/*")]
    files = [file for floor in found for file in floor]
    names = [path.relative_to(ROOT).as_posix() for path in files if path.name != "__init__.py"]
    assert sorted(names) == sorted([*COMPILED, *INTERPRETED])
    assert "marchsim/kernel/rng.py" in COMPILED


def test_each_exception_exists_and_says_why() -> None:
    for name, reason in TABLE["interpreted"].items():
        assert any(ROOT.glob(name)), name
        assert len(reason.split()) >= 4, name


def test_compiled_modules_take_no_constant_from_interpreted_ones() -> None:
    """A Final is frozen into compiled code, where the hash of its source would not betray a change."""
    for name in COMPILED:
        for node in ast.walk(ast.parse((ROOT / name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("marchsim."):
                source = f"{(node.module or '').replace('.', '/')}.py"
                if source not in COMPILED and (ROOT / source).is_file():
                    frozen = finals(ROOT / source) & {alias.name for alias in node.names}
                    assert not frozen, f"{name} takes {frozen} from {source}"


def finals(path: Path) -> set[str]:
    """Return the names that a module declares Final."""
    return {
        node.target.id
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and ast.unparse(node.annotation).startswith("Final")
    }


def test_a_build_that_was_tried_has_worked() -> None:
    """Interpreted is fine where nobody compiled or could; a compilation that failed is not."""
    reason = marchsim.MODE.reason
    assert marchsim.MODE.compiled or "did not accept" not in reason, reason
    assert marchsim.MODE.compiled or "compiler failed" not in reason, reason


def test_pins_agree() -> None:
    """What is compiled against a librt runs with it."""
    needed = SETTINGS["build-system"]["requires"]
    librt = next(item for item in needed if item.startswith("librt=="))
    mypy = next(item for item in needed if item.startswith("mypy"))
    assert librt in SETTINGS["project"]["dependencies"]
    assert mypy in SETTINGS["project"]["optional-dependencies"]["dev"]
