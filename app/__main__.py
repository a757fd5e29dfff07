"""The command `tagwright`: the window, or one of its sub-commands."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence

COMMANDS = frozenset(
    {
        "new",
        "import",
        "export",
        "check",
        "simulate",
        "train",
        "convert",
        "tag",
        "evaluate",
        "reproduce",
        "benchmark",
    }
)
"""A first word that is one of these names a sub-command; anything else is a project to open."""


INTERRUPTED = 130
"""The exit status of what Ctrl+C has ended."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    prepare_environment()
    if arguments and (arguments[0] in COMMANDS or arguments[0].startswith("-")):
        try:
            from app.cli import run
        except KeyboardInterrupt:
            # So early nothing has been begun.
            return INTERRUPTED

        return run(arguments)
    if len(arguments) > 1:
        from app.cli import refuse_arguments

        return refuse_arguments(arguments)
    # Neither click nor the compiler may delay the window: it is loaded alone.
    from app.application import main as open_window

    return open_window(arguments)


def prepare_environment() -> None:
    """Say what is imported, and how threads and the kernel cache are used, before that happens."""
    leave_current_folder()
    # Our own threads share the work: two threads of BLAS inside each would only get in the way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Machine code is run: a place relative to the current folder is whoever's that folder is.
    if not os.path.isabs(os.environ.get("NUMBA_CACHE_DIR", "")):  # noqa: PTH117 (start-up)
        from crfcore.private_folders import kernel_folder

        os.environ["NUMBA_CACHE_DIR"] = str(kernel_folder())


def leave_current_folder() -> None:
    """Let neither code nor settings come from the current folder, which may be anybody's.

    ``python -m app`` and an empty entry of ``PYTHONPATH`` put it on the path of modules. It stays
    where the program itself lies in it.
    """
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (start-up)
    try:
        current = os.path.realpath(os.getcwd())  # noqa: PTH109 (start-up)
    except OSError:
        # The folder is gone: nothing can be found in it.
        current = root
    if current != os.path.realpath(root):
        sys.path[:] = [
            folder
            for folder in sys.path
            if folder and (os.path.realpath(folder) != current or _is_pythons(folder))
        ]
        # The compiler reads `.numba_config.yaml` there if it finds a YAML reader; we use none.
        sys.modules.setdefault("yaml", None)  # type: ignore[arg-type] # None: no such module
        warnings.filterwarnings("ignore", "A Numba config file is found")


def _is_pythons(folder: str) -> bool:
    """Return whether a folder belongs to the interpreter or to the environment it runs in."""
    prefixes = {os.path.realpath(prefix) for prefix in (sys.prefix, sys.base_prefix)}
    return any(
        os.path.realpath(folder).startswith(os.path.join(prefix, "lib"))  # noqa: PTH118 (start-up)
        for prefix in prefixes
    )


if __name__ == "__main__":
    sys.exit(main())
