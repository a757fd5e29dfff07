"""The start of the frozen program: the window, a sub-command, or a child process of either.

PyInstaller makes it the executable, see `tagwright.spec`.
"""

import os
import sys
from multiprocessing import freeze_support

POOL_PROCESS = "--multiprocessing-fork"
"""The first argument of a process of a pool, of `multiprocessing.spawn`."""


def is_mistaken_for_pool(arguments: list[str]) -> bool:
    """Return whether arguments begin like those of a process of a pool, but are not all there."""
    if arguments[:1] != [POOL_PROCESS]:
        return False
    given = dict(argument.partition("=")[::2] for argument in arguments[1:])
    are_numbers = all(number.isdecimal() or number == "None" for number in given.values())
    return "pipe_handle" not in given or not are_numbers


if is_mistaken_for_pool(sys.argv[1:]):
    sys.exit(f"{POOL_PROCESS} is for processes that the program starts; leave it out.")

# Processes of a pool are this program again; it ends here in them.
freeze_support()

from crfcore.children import run_if_named  # noqa: E402

CHILD_MODULES = ("app.jobs.project_models.interpreted.child", "crfcore.warm")
"""The modules that the program starts as processes of their own."""


def restore_library_path() -> None:
    """Give other programs that this one opens the system's libraries, not those in its folder.

    The loader of this process has read the variable already; a child of the same program sets it
    again.
    """
    own = os.environ.pop("LD_LIBRARY_PATH", None)
    original = os.environ.pop("LD_LIBRARY_PATH_ORIG", None)
    if original is not None:
        os.environ["LD_LIBRARY_PATH"] = original
    elif own is not None and not getattr(sys, "frozen", False):
        os.environ["LD_LIBRARY_PATH"] = own


if __name__ == "__main__":
    restore_library_path()
    run_if_named(CHILD_MODULES)
    from app.__main__ import main

    sys.exit(main())
