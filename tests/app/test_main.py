"""Tests of the program's start: where code and settings are loaded from."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import app.__main__ as program
from tests.crfcore.test_children import TRAP

ROOT = Path(program.__file__).parents[1]
CODE = "import sys; from app.__main__ import main; sys.exit(main())"
MODULES = ("json", "click", "numpy", "numba", "yaml", "platformdirs", "sqlite_utils", "scipy")


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """Return a folder with files named like modules, and settings for the compiler."""
    for name in MODULES:
        (tmp_path / f"{name}.py").write_text(TRAP)
    (tmp_path / "crfcore").mkdir()
    (tmp_path / "crfcore" / "warm.py").write_text(TRAP)
    (tmp_path / "text.conll").write_text("a X\n\nb Y\n")
    # With a YAML reader the compiler would look here for the cache, and reject a bad value.
    (tmp_path / ".numba_config.yaml").write_text("cache_dir: planted\nnum_threads: many\n")
    return tmp_path


@pytest.mark.parametrize("start", [("-c", CODE), ("-m", "app")])
def test_no_command_runs_code_of_the_current_folder(trapped, start):
    # As `python -m app` finds an installed program, with the current folder first on the path.
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["", str(ROOT)])}
    done = subprocess.run(
        [sys.executable, *start, "train", "text.conll", "--model", "m"],
        cwd=trapped, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr.count("arning")) == (0, 0), done.stderr
    assert [path.name for path in trapped.rglob("*.has-run")] == []
    assert (trapped / "m").exists()
    assert not (trapped / "planted").exists()


def test_the_current_folder_stays_where_the_program_lies_in_it(monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "path", [str(ROOT), *sys.path])
    before = list(sys.path)
    program.leave_current_folder()
    assert sys.path == before


def test_a_folder_that_is_gone_is_no_trouble(monkeypatch, tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    program.leave_current_folder()


def test_the_interpreters_own_folders_stay_on_the_path(monkeypatch):
    library = str(Path(os.__file__).parent)
    monkeypatch.chdir(library)
    monkeypatch.setattr(sys, "modules", dict(sys.modules))
    monkeypatch.setattr(sys, "path", ["", library])
    program.leave_current_folder()
    assert sys.path == [library]


@pytest.mark.parametrize("named", [None, "", "kernels", "./kernels"])
@pytest.mark.parametrize("home", [None, "caches"])
def test_compiled_kernels_never_come_from_the_current_folder(monkeypatch, tmp_path, named, home):
    monkeypatch.chdir(ROOT)
    if named is None:
        monkeypatch.delenv("NUMBA_CACHE_DIR")
    else:
        monkeypatch.setenv("NUMBA_CACHE_DIR", named)
    if home is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", home)
    monkeypatch.setenv("HOME", str(tmp_path))
    program.prepare_environment()
    chosen = Path(os.environ["NUMBA_CACHE_DIR"])
    assert chosen.is_absolute()
    assert not chosen.is_relative_to(ROOT)


@pytest.mark.skipif(os.name != "posix", reason="modes of Unix")
@pytest.mark.parametrize("before", [None, 0o755, 0o777])
def test_the_folder_of_the_cache_is_the_users_alone(monkeypatch, tmp_path, before):
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    folder = tmp_path / "caches" / "tagwright"
    if before is not None:
        folder.mkdir(parents=True)
        folder.chmod(before)
    assert program.run_command(["--version"]) == 0
    assert folder.exists() == (before is not None)
    assert program.run_command(["check", str(tmp_path / "none.tagwright")]) == 1
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_is_named_for_the_cache_stays_as_it_is(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    named = tmp_path / "named"
    named.mkdir(mode=0o755)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(named / "kernels"))
    program.prepare_environment()
    program.make_cache_private()
    assert not (tmp_path / "caches").exists()
    assert stat.S_IMODE(named.stat().st_mode) == 0o755


def test_a_cache_that_cannot_be_made_is_no_trouble(monkeypatch, tmp_path):
    (tmp_path / "caches").write_text("a file")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    program.prepare_environment()
    program.make_cache_private()


def test_results_do_not_depend_on_the_threads_of_blas(monkeypatch):
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "4")
    program.prepare_environment()
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


KILLED = """
import os, signal
from app.__main__ import prepare_environment
prepare_environment()
from multiprocessing import get_context
lock = get_context("spawn").Lock()
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such helper")
def test_nothing_is_printed_after_a_kill(monkeypatch):
    monkeypatch.delenv("PYTHONWARNINGS", raising=False)
    done = subprocess.run(
        [sys.executable, "-c", KILLED],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    # The helper holds the output until it has removed what is left.
    assert (done.returncode, done.stderr) == (-signal.SIGKILL, "")


def test_filters_of_warnings_are_kept(monkeypatch):
    monkeypatch.setenv("PYTHONWARNINGS", "error")
    program.prepare_environment()
    program.prepare_environment()
    assert os.environ["PYTHONWARNINGS"] == "error,ignore:resource_tracker"


ODD_SETTINGS = {
    "NUMBA_NUM_THREADS": "0",
    "NUMBA_COLOR_SCHEME": "bright",
    "NUMBA_OPT": "fast",
    "NUMBA_BOUNDSCHECK": "yes",
    "NUMBA_DISABLE_JIT": "no",
    "NUMBA_DEBUG_CACHE": "1",
}


def test_odd_settings_of_the_compiler_are_ignored(tmp_path):
    (tmp_path / "text.conll").write_text("a X\n\nb Y\n")
    done = subprocess.run(
        [sys.executable, "-c", CODE, "train", "text.conll", "--model", "m", "--json"],
        cwd=tmp_path, env={**os.environ, **ODD_SETTINGS}, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "numba" not in done.stderr.lower()
    assert done.stdout.startswith("{")


def test_settings_of_the_compiler_that_the_program_uses_stay(monkeypatch, tmp_path):
    used = {
        "NUMBA_CACHE_DIR": str(tmp_path),
        "NUMBA_DISABLE_JIT": "1",
        "NUMBA_CPU_NAME": "generic",
        "NUMBA_CPU_FEATURES": "",
    }
    for name, value in {**ODD_SETTINGS, **used}.items():
        monkeypatch.setenv(name, value)
    program.prepare_environment()
    left = {name: text for name, text in os.environ.items() if name.startswith("NUMBA_")}
    assert left == used


LOADED = """
import os
before = set(sys.modules)
import app.__main__
print(*sorted(set(sys.modules) - before))
"""


def test_the_program_begins_without_loading_modules():
    """Ctrl+C during their import would print a traceback."""
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r}){LOADED}"
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["__future__", "app", "app.__main__"]


@pytest.mark.parametrize(
    ("arguments", "interrupted"),
    [(["check", "p"], "run_process"), ([], "prepare_environment"), ([], "run_window")],
)
def test_an_interrupt_at_the_start_prints_nothing(monkeypatch, capfd, arguments, interrupted):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["tagwright", *arguments])
    monkeypatch.setattr(program, interrupted, interrupt)
    monkeypatch.setattr(program, "end_at_interrupt", lambda: None)
    assert program.main() == program.INTERRUPTED
    assert capfd.readouterr() == ("", "")


INTERRUPTED_IMPORT = """
import os, signal, sys
class Finder:
    def find_spec(name, *_):
        if name == "PySide6":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder)
sys.argv = ["tagwright"]
from app.__main__ import main
sys.exit(main())
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signal to send to one process")
def test_an_interrupt_while_the_window_is_loaded_ends_the_program():
    command = [sys.executable, "-c", INTERRUPTED_IMPORT]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (-signal.SIGINT, "")
