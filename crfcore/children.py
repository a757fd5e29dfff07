"""Command lines of child processes that run this program's own modules only.

``python -m`` puts the current folder first on the module path, where a file could shadow any
module. A child therefore gets the module path of its parent, and no other. A frozen program has no
interpreter that could be started: its child is the program itself, with a switch.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder that contains this library."""

RUN_MODULE = "--run-module"
"""The first argument of a frozen program that is to run one of its modules instead."""

_RUN = (
    "import sys; from runpy import run_module; n = int(sys.argv[1]); module = sys.argv[n + 2]; "
    "sys.path[:] = sys.argv[2 : n + 2]; del sys.argv[1 : n + 3]; "
    "run_module(module, run_name='__main__', alter_sys=True)"
)


def python_module(module: str, *arguments: str) -> list[str]:
    """Return a command line that runs a module as ``python -m`` does, whatever the folder.

    Parameters
    ----------
    module : str
        Its full name.
    *arguments : str
        Its ``sys.argv``.

    Returns
    -------
    list of str
        The interpreter and its arguments. It runs isolated: neither the current folder nor the
        ``PYTHON...`` environment variables affect imports. In a frozen program, the program
        itself, which runs the module in `run_if_named`.
    """
    if is_frozen():
        return [_own_program(), RUN_MODULE, module, *arguments]
    folders = [folder for folder in sys.path if Path(folder).is_absolute()]
    if str(ROOT) not in folders:
        folders.insert(0, str(ROOT))
    bytecode = ["-B"] if sys.dont_write_bytecode else []
    path = [str(len(folders)), *folders]
    return [sys.executable, "-I", *bytecode, "-c", _RUN, *path, module, *arguments]


def _own_program() -> str:
    """Return the program that children are; on Windows the one that has standard streams."""
    program = Path(sys.executable)
    return str(program.with_name("tagwright.exe") if sys.platform == "win32" else program)


def is_frozen() -> bool:
    """Return whether this is a program that contains its interpreter (made by PyInstaller)."""
    return bool(getattr(sys, "frozen", False))


def run_if_named(modules: Collection[str]) -> None:
    """In a frozen program, run the module that the command line names, and end the process.

    Returns if the command line has no `RUN_MODULE`.

    Parameters
    ----------
    modules : collection of str
        The modules that may be run; any other ends the process with a sentence.
    """
    if sys.argv[1:2] != [RUN_MODULE]:
        return
    from runpy import run_module

    module = sys.argv[2] if len(sys.argv) > 2 else ""
    if module not in modules:
        known = ", ".join(sorted(modules))
        sys.exit(f"{RUN_MODULE} was given {module!a}, but runs only {known}.")
    del sys.argv[1:3]
    run_module(module, run_name="__main__", alter_sys=True)
    sys.exit()
