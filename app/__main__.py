"""The command `tagwright`: the window, or one of its sub-commands."""

from __future__ import annotations

# Modules that Python has loaded already: nothing here handles Ctrl+C meanwhile.
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from types import FrameType

COMMANDS = frozenset(
    {
        "new",
        "import",
        "export",
        "check",
        "check-installation",
        "simulate",
        "train",
        "vectors",
        "clusters",
        "cases",
        "combine",
        "convert",
        "tag",
        "evaluate",
        "reproduce",
        "benchmark",
    }
)
"""Sub-commands; any other first word is a project to open."""


COMPLETION = "_TAGWRIGHT_COMPLETE"
"""Set by a shell that asks for the completions of a word; see `app.cli.completion`."""

INTERRUPTED = 130
"""The exit status after Ctrl+C."""

END_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""Signals after which a sub-command removes what is half-written, and ends.

SIGBREAK: Ctrl+Break on Windows, and the end of the console there."""

STATUS_OF_SIGNALS = 128
"""Added to the number of a signal it is the exit status, as in shells."""

TRACKER_FILTER = "ignore:resource_tracker"
"""What keeps other processes from warnings of semaphores that were left; these are removed."""

COMPILER = "NUMBA_"
"""The beginning of the names of the compiler's environment variables."""

COMPILER_SETTINGS = frozenset(
    {"NUMBA_CACHE_DIR", "NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_DISABLE_JIT"}
)
"""Those that this program uses. The others are meant for programs that somebody writes; odd values
of them would end this one, or print the compiler's warnings."""

SOON_SECONDS = 0.05
"""Until an interrupt that was lost is raised again."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program and return its exit status, also if Ctrl+C interrupts its imports."""
    try:
        arguments = list(sys.argv[1:] if argv is None else argv)
        is_command = bool(arguments) and (arguments[0] in COMMANDS or arguments[0].startswith("-"))
        if is_command or os.environ.get(COMPLETION):
            return run_process(arguments) if argv is None else run_command(arguments)
        prepare_environment()
        if argv is None:
            end_at_interrupt()
        return run_window(arguments)
    except KeyboardInterrupt:
        exec("")  # as in `run_process`
        return INTERRUPTED


def end_at_interrupt() -> None:
    """Let Ctrl+C end this process at once, until the window handles it.

    Qt's bindings abort if Ctrl+C raises an exception while they are imported.
    """
    import signal

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def run_window(arguments: Sequence[str]) -> int:
    """Open the window for a project, or for none; return the exit status."""
    make_cache_private()
    if len(arguments) > 1 or (arguments and _is_mistyped(arguments[0])):
        from app.cli import refuse_arguments

        return refuse_arguments(arguments)
    # The window is loaded without click or the compiler, which would delay it.
    from app.domain.gc_pause import gc_paused
    from app.qt_imports import skip_feature_checks

    with gc_paused():
        skip_feature_checks()
        from app.application import main as open_window

    return open_window(arguments)


def _is_mistyped(name: str) -> bool:
    """Return whether a word is probably a mistyped command: no file, and no name of a project."""
    return name.replace("-", "").isalpha() and not os.path.lexists(name)


def run_command(
    arguments: Sequence[str],
    is_interrupted: Callable[[], bool] = lambda: False,
    *,
    is_process: bool = False,
) -> int:
    """Run a sub-command; return its exit status, also if Ctrl+C interrupts its imports.

    ``is_interrupted`` returns whether there was Ctrl+C, even if other code swallowed the exception;
    ``is_process``: this process does nothing else.
    """
    try:
        prepare_environment()
        if arguments and arguments[0] in COMMANDS:
            make_cache_private()
        from crfcore.interrupts import watch

        watch(is_interrupted)
        from app.cli import run
        from app.cli.own_kernels import compile_meanwhile

        if is_process:
            compile_meanwhile()
        return run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED


def run_process(arguments: Sequence[str]) -> int:
    """Run a sub-command as all that this process does; after Ctrl+C the exit status is 130.

    The other signals that ask a program to end, as at a shutdown, are treated like Ctrl+C.

    Compiled code that Ctrl+C interrupts may raise any other exception in place of its own. And if
    it interrupts a text that `exec` runs, as `dataclass` does in imports, ``python -m`` ends by the
    signal although the exception was handled, unless another text is run before.
    """
    import _thread
    import signal
    import threading

    interrupted = 0

    def interrupt(number: int, frame: FrameType | None) -> None:
        nonlocal interrupted
        interrupted = interrupted or number
        signal.default_int_handler(number, frame)

    def raise_again(error: sys.UnraisableHookArgs) -> None:
        # In the finaliser of an object an exception is lost, and the command would go on.
        if issubclass(error.exc_type, KeyboardInterrupt):
            threading.Timer(SOON_SECONDS, _thread.interrupt_main, (interrupted,)).start()
        else:
            sys.__unraisablehook__(error)

    sys.unraisablehook = raise_again
    handled = [getattr(signal, name) for name in END_SIGNALS if hasattr(signal, name)]
    try:
        for number in handled:
            # A shell starts background commands with Ctrl+C ignored, `nohup` those with SIGHUP.
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, interrupt)
        status = run_command(arguments, lambda: bool(interrupted), is_process=True)
    except BaseException:
        # The command itself reports what fails after an interrupt: this was raised by imports
        # before it, which write nothing, or in place of the interrupt.
        if not interrupted:
            raise
        status = INTERRUPTED
    # Nothing replaces the status that is known.
    for number in handled:
        signal.signal(number, signal.SIG_IGN)
    exec("")
    return STATUS_OF_SIGNALS + interrupted if interrupted and status else status


def prepare_environment() -> None:
    """Set the import path and the environment of threads and the kernel cache."""
    leave_current_folder()
    # The program has its own threads, for which those of BLAS would be too many; and the last bits
    # of sums depend on the number of these.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    # After a kill, a helper of Python's that outlives this process would warn on the terminal.
    filters = os.environ.get("PYTHONWARNINGS", "")
    if TRACKER_FILTER not in filters:
        os.environ["PYTHONWARNINGS"] = f"{filters},{TRACKER_FILTER}".removeprefix(",")
    _forget_compiler_settings()
    # Cached machine code is executed: a relative path could lead to another user's folder.
    if not os.path.isabs(os.environ.get("NUMBA_CACHE_DIR", "")):  # noqa: PTH117 (start-up)
        from crfcore.private_folders import kernel_folder

        os.environ["NUMBA_CACHE_DIR"] = str(kernel_folder())


def make_cache_private() -> None:
    """Make the folder of the cache for the user alone, before the compiler makes it for all."""
    from contextlib import suppress

    from crfcore.private_folders import is_ours_alone, kernel_folder

    folder = kernel_folder()
    if os.environ["NUMBA_CACHE_DIR"] != str(folder):
        return
    # Without it nothing is kept, and nothing else happens.
    with suppress(OSError):
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        is_ours_alone(folder.parent)


def _forget_compiler_settings() -> None:
    """Remove the compiler's settings that the program does not use, for child processes, too."""
    for name in [name for name in os.environ if name.startswith(COMPILER)]:
        if name not in COMPILER_SETTINGS:
            del os.environ[name]
    if not os.environ.get("NUMBA_DISABLE_JIT", "0").isdecimal():
        del os.environ["NUMBA_DISABLE_JIT"]


def leave_current_folder() -> None:
    """Remove the current folder from the import path, because it may be anyone's.

    ``python -m app`` and an empty entry of ``PYTHONPATH`` add it. It stays if it has the program.
    """
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (start-up)
    try:
        current = os.path.realpath(os.getcwd())  # noqa: PTH109 (start-up)
    except OSError:
        # The folder was deleted.
        current = root
    if current != os.path.realpath(root):
        sys.path[:] = [
            folder
            for folder in sys.path
            if folder and (os.path.realpath(folder) != current or _is_pythons(folder))
        ]
        # The compiler reads `.numba_config.yaml` there if it finds a YAML reader; we use none.
        sys.modules.setdefault("yaml", None)  # type: ignore[arg-type] # None: no such module
        import warnings

        warnings.filterwarnings("ignore", "A Numba config file is found")


def _is_pythons(folder: str) -> bool:
    """Return whether a folder belongs to the interpreter or to the environment it runs in."""
    prefixes = {os.path.realpath(prefix) for prefix in (sys.prefix, sys.base_prefix)}
    return any(
        # Windows writes “Lib”.
        os.path.normcase(os.path.realpath(folder)).startswith(
            os.path.normcase(os.path.join(prefix, "lib"))  # noqa: PTH118 (start-up)
        )
        for prefix in prefixes
    )


if __name__ == "__main__":
    sys.exit(main())
