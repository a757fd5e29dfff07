"""The targets of make, as commands for `packaging/bootstrap.py`.

Valid syntax for old Pythons, too: with one of them the set-up looks for a newer one.
"""

from typing import NamedTuple

# Installed in place: the library, and the program, which depends on it.
DISTRIBUTIONS = ("./crfcore", ".")
# With packages of the environment only, without the network.
BUILD = ("--quiet", "--no-deps", "--no-index", "--no-build-isolation")

PYTEST = ("{python}", "-m", "pytest")
# Each process begins with its share of the files, in order, so that shared fixtures of a file are
# made once; when finished it takes tests from the end of another's share. A process that crashes is
# not restarted: it would crash again.
_SPREAD = ("--dist", "worksteal", "--max-worker-restart", "0")
TESTS = (*PYTEST, "-n", "{processes}", *_SPREAD)
MAX_PROCESSES = 4


class Target(NamedTuple):
    """The commands of a target.

    In its commands "{python}" becomes the environment's Python, "{processes}" the number of
    parallel processes.
    """

    help: str
    commands: "tuple[tuple[str, ...], ...]"
    environment: "tuple[tuple[str, str], ...]" = ()


TARGETS = {
    "run": Target(
        "open the sample project (without a display: play a session, see build/session)",
        (("{python}", "packaging/play_session.py"),),
    ),
    "test": Target("run the tests", (TESTS,)),
    "check": Target(
        "lint, formatting, types, import contracts and tests",
        (
            ("{python}", "-m", "ruff", "check", "."),
            ("{python}", "-m", "ruff", "format", "--check", "."),
            ("{python}", "-m", "mypy"),
            ("{python}", "-c", "from importlinter.cli import lint_imports_command as run; run()"),
            TESTS,
        ),
    ),
    "soak": Target(
        "run everything that is marked slow, whole",
        ((*TESTS, "-m", "slow"),),
        (("TAGWRIGHT_EXAMPLES", "exploring"),),
    ),
    "coverage": Target(
        "measure what the tests of crfcore reach, with the compiler switched off",
        (
            ("{python}", "-m", "coverage", "erase"),
            ("{python}", "-m", "coverage", "run", "-m", "pytest", "tests/crfcore"),
            ("{python}", "-m", "coverage", "combine", "--quiet"),
            ("{python}", "-m", "coverage", "report"),
        ),
        (("NUMBA_DISABLE_JIT", "1"),),
    ),
    "pictures": Target(
        "draw every panel and dialog into build/pictures",
        (("{python}", "packaging/take_pictures.py"),),
    ),
    "translations": Target(
        "write the texts of the window into resources/translations, and compile translations",
        (("{python}", "packaging/translations.py"),),
    ),
    "bench": Target(
        "measure training and tagging beside a peer, and key to paint",
        (
            ("{python}", "-m", "app", "benchmark", "training"),
            ("{python}", "-m", "app", "benchmark", "tagging"),
            ("{python}", "-m", "app", "benchmark", "large-labels"),
            ("{python}", "-m", "app", "benchmark", "window"),
        ),
    ),
    "build": Target(
        "build source archive, wheels, and programs for people without Python into dist",
        (
            ("{python}", "-m", "hatchling", "build", "-t", "sdist"),
            ("{python}", "-m", "pip", "wheel", *BUILD, "-w", "dist", *DISTRIBUTIONS, "./app/lab"),
            ("{python}", "packaging/build_kernels.py"),
            ("{python}", "packaging/build_programs.py"),
        ),
    ),
}
