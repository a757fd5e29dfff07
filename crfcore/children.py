"""Command lines of child processes that run this program's own modules only.

``python -m`` puts the current folder first on the module path, where a file could shadow any
module. A child therefore gets the module path of its parent, and no other.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
"""The folder that contains this library."""

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
        ``PYTHON...`` environment variables affect imports.
    """
    folders = [folder for folder in sys.path if Path(folder).is_absolute()]
    if str(ROOT) not in folders:
        folders.insert(0, str(ROOT))
    bytecode = ["-B"] if sys.dont_write_bytecode else []
    path = [str(len(folders)), *folders]
    return [sys.executable, "-I", *bytecode, "-c", _RUN, *path, module, *arguments]
