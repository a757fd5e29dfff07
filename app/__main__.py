"""The command `tagwright`: the window, or one of its sub-commands."""

from __future__ import annotations

import os
import sys
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


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    prepare_environment()
    if arguments and (arguments[0] in COMMANDS or arguments[0].startswith("-")):
        from app.cli import run

        return run(arguments)
    if len(arguments) > 1:
        from app.cli import refuse_arguments

        return refuse_arguments(arguments)
    # Neither click nor the compiler may delay the window: it is loaded alone.
    from app.application import main as open_window

    return open_window(arguments)


def prepare_environment() -> None:
    """Say how threads and the kernel cache are to be used, before numpy and numba are loaded."""
    # Our own threads share the work: two threads of BLAS inside each would only get in the way.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if "NUMBA_CACHE_DIR" not in os.environ:
        import platformdirs

        cache = platformdirs.user_cache_dir("tagwright", appauthor=False)
        os.environ["NUMBA_CACHE_DIR"] = os.path.join(cache, "kernels")  # noqa: PTH118 (start-up)


if __name__ == "__main__":
    sys.exit(main())
