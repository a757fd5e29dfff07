"""Try the Debian package on a bare Debian 12 in a folder: install, label, export, tag, remove.

    python packaging/try_on_bare_system.py dist/tagwright_0.1.0_amd64.deb --pictures build/trial

As root. The system has neither Python nor tools for building. An ordinary user with an empty home
opens the sample, labels ten sentences with real keys, exports text and model, and tags a text by
command line; then the package is removed, and nothing may be left but the user's own files. All is
in a temporary folder, which is removed at the end, also after Ctrl+C.
"""

import argparse
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from trial.bare_system import INSIDE, BareSystem, TrialError, in_own_namespace, why_not
from trial.display import Display
from trial.session import Trial, timed

MIRROR = "http://deb.debian.org/debian"


def main(words: Sequence[str] | None = None) -> int:
    """Make the system and try the package; return the exit status."""
    chosen = options().parse_args(words)
    if chosen.inside is not None:
        return inside(chosen)
    reason = why_not()
    if reason:
        print(f"There is no trial: {reason}.", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    folder = Path(tempfile.mkdtemp(prefix="tagwright-bare-"))
    try:
        return in_own_namespace(folder, [__file__, *(sys.argv[1:] if words is None else words)])
    except KeyboardInterrupt:
        return 130
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        # Here, outside of the namespace, nothing is mounted in it.
        shutil.rmtree(folder)


def options() -> argparse.ArgumentParser:
    """Return the words that the command understands."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("package", type=Path, help="the Debian package")
    parser.add_argument("--mirror", default=MIRROR, help="where Debian comes from")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the screen")
    parser.add_argument(INSIDE, type=Path, help=argparse.SUPPRESS)
    return parser


def inside(chosen: argparse.Namespace) -> int:
    """Try the package, within namespaces of its own."""
    system = BareSystem(chosen.inside)
    try:
        timed("Debian is installed", lambda: system.install(chosen.mirror))
        system.mount()
        display = Display()
        try:
            Trial(system, display, chosen.package, chosen.pictures).run()
        finally:
            display.close()
    except (TrialError, OSError) as error:
        print(f"The trial failed. {error}", file=sys.stderr)
        return 1
    print("The trial succeeded.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
