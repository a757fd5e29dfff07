"""An unusable cache of machine code costs time, but results are correct."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from crfcore import jit
from crfcore.jit import FLOATING_POINT_FREEDOM, kernel
from tests.forked_programs import Programs

ROOT = Path(__file__).parents[2]

PROGRAM = """\
from toy_kernels import twice_sum
import numpy as np
print(twice_sum(np.arange(4.0)), sum(twice_sum.stats.cache_hits.values()))
"""

TOY = """\
from crfcore.jit import kernel

@kernel
def twice(x):
    return 2.0 * x

@kernel
def twice_sum(x):
    total = 0.0
    for k in range(x.shape[0]):
        total += twice(x[k])
    return total
"""


@pytest.fixture(scope="module")
def programs():
    made = Programs()
    yield made
    made.close()


@pytest.fixture(scope="module")
def toy(programs, tmp_path_factory):
    """Return a function that runs the program in a process of its own."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "toy_kernels.py").write_text(TOY, encoding="utf-8")

    def run(cache: Path, program: str = PROGRAM, folder: Path = folder, **more: str) -> str:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(folder)]),
            "PYTHONDONTWRITEBYTECODE": "1",
            "NUMBA_CACHE_DIR": str(cache),
            "NUMBA_DISABLE_JIT": "0",  # a coverage run has switched the compiler off
            **more,
        }
        done = programs.run(program, environment)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout.strip()

    return run


def files(cache: Path, suffix: str) -> list[Path]:
    found = sorted(cache.rglob(f"*{suffix}"))
    assert found
    return found


@pytest.fixture(scope="module")
def filled_cache(toy, tmp_path_factory):
    cache = tmp_path_factory.mktemp("cache")
    assert toy(cache) == "12.0 0"
    return cache


def test_the_second_process_finds_the_code_of_the_first(toy, filled_cache):
    assert toy(filled_cache) == "12.0 1"


TWO_KINDS = """\
from toy_kernels import twice_sum
import numpy as np
print([twice_sum(np.arange(4, dtype=kind)) for kind in (np.float64, np.float32)])
print(sum(twice_sum.stats.cache_hits.values()))
"""


def test_one_function_for_two_kinds_of_arguments(toy, tmp_path):
    cache = tmp_path / "cache"
    assert toy(cache, TWO_KINDS) == "[12.0, 12.0]\n0"
    assert toy(cache, TWO_KINDS) == "[12.0, 12.0]\n2"


def test_a_changed_kernel_is_compiled_again(toy, tmp_path):
    cache = tmp_path / "cache"
    source = tmp_path / "toy_kernels.py"
    for factor, expected in ((2, "12.0 0"), (3, "18.0 0")):
        changed = TOY.replace("2.0 * x", f"{factor}.0 * x")
        source.write_text(changed, encoding="utf-8")
        assert toy(cache, folder=tmp_path) == expected


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(data)


def halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


@pytest.mark.parametrize(
    ("suffix", "damage"), [(".nbi", flip), (".nbi", halve), (".nbc", flip), (".nbc", halve)]
)
def test_a_damaged_cache_is_replaced(toy, filled_cache, tmp_path, suffix, damage):
    cache = tmp_path / "cache"
    shutil.copytree(filled_cache, cache)
    for path in files(cache, suffix):
        damage(path)
    assert toy(cache) == "12.0 0"


@pytest.mark.parametrize("content", [None, b"", b"short", b"no machine code" * 9, bytes(500)])
def test_what_is_not_whole_is_not_read(tmp_path, content):
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    assert jit._read_checked(path) is None


def planted_by_another(cache: Path, where: str) -> None:
    """Make the cache's folders, or the files in them, another user's."""
    for path in cache.rglob("*"):
        if path.is_dir() == (where == "folder"):
            os.chown(path, 12345, 12345)


AS_ROOT = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files away"
)


@AS_ROOT
@pytest.mark.parametrize("where", ["folder", "files"])
def test_machine_code_of_another_user_is_not_run(toy, filled_cache, tmp_path, where):
    cache = tmp_path / "cache"
    shutil.copytree(filled_cache, cache)
    planted_by_another(cache, where)
    assert toy(cache) == "12.0 0"


@pytest.mark.skipif(os.name != "posix", reason="there are no modes")
def test_the_cache_is_closed_to_others(toy, filled_cache, tmp_path):
    cache = tmp_path / "cache"
    shutil.copytree(filled_cache, cache)
    folders = [path for path in cache.iterdir() if path.is_dir()]
    for folder in folders:
        folder.chmod(0o777)
    # Others could have written what was in it.
    assert toy(cache) == "12.0 0"
    assert [folder.stat().st_mode & 0o777 for folder in folders] == [0o700] * len(folders)
    assert toy(cache) == "12.0 1"


@pytest.mark.skipif(os.name != "posix", reason="there are no links")
def test_a_link_in_the_cache_is_not_followed(toy, filled_cache, tmp_path):
    cache = tmp_path / "cache"
    shutil.copytree(filled_cache, cache)
    for number, path in enumerate(files(cache, ".nbi")):
        path.rename(tmp_path / f"{number}.nbi")
        path.symlink_to(tmp_path / f"{number}.nbi")
    assert toy(cache) == "12.0 0"


def test_a_cache_that_is_a_file(toy, tmp_path):
    """Numba then looks for another place; whatever it finds, the answer is right."""
    place = tmp_path / "no folder"
    place.touch()
    assert toy(place).startswith("12.0")


NO_PLACE = """\
import numba.core.caching as caching
def nowhere(self):
    raise OSError("read-only file system")
caching._CacheLocator.ensure_cache_path = nowhere
"""

FULL_DISK = """\
import builtins, errno
import numba.core.caching as caching
plain = builtins.open
class Full:
    def __init__(self, file):
        self.file = file
    def __enter__(self):
        return self
    def __exit__(self, *details):
        self.file.close()
    def write(self, data):
        raise OSError(errno.ENOSPC, "No space left on device")
def opened(path, mode="r", *more, **named):
    file = plain(path, mode, *more, **named)
    return Full(file) if "w" in mode and ".nb" in str(path) else file
caching.open = opened
"""


@pytest.mark.parametrize("obstacle", [NO_PLACE, FULL_DISK])
def test_no_place_and_no_room_for_a_cache(toy, tmp_path, obstacle):
    cache = tmp_path / "cache"
    assert toy(cache, obstacle + PROGRAM) == "12.0 0"
    assert list(cache.rglob("*.nb*")) == []


KEPT = """
from crfcore.jit import all_are_kept
print(all_are_kept())
"""


@pytest.mark.parametrize(("obstacle", "kept"), [("", True), (NO_PLACE, False), (FULL_DISK, False)])
def test_it_is_known_if_what_was_compiled_is_kept(toy, tmp_path, obstacle, kept):
    assert toy(tmp_path / "cache", obstacle + PROGRAM + KEPT) == f"12.0 0\n{kept}"


UNREADABLE = """\
import crfcore.jit as jit
def unreadable(self, *_):
    raise ValueError("written by another version")
jit._FunctionCache.load_overload = unreadable
"""


def test_a_cache_that_cannot_be_understood(toy, filled_cache):
    assert toy(filled_cache, UNREADABLE + PROGRAM) == "12.0 0"


def test_without_the_compiler_the_function_stays_itself(toy, tmp_path):
    program = "from toy_kernels import twice; print(type(twice).__name__, twice(4.0))"
    assert toy(tmp_path / "cache", program, NUMBA_DISABLE_JIT="1") == "function 8.0"


@kernel
def log_of_sum(values):
    total = 0.0
    for k in range(values.shape[0]):
        total += np.exp(values[k])
    return np.log(total)


def test_infinities_and_nan_are_exact():
    assert {"nnan", "ninf"}.isdisjoint(FLOATING_POINT_FREEDOM)
    assert log_of_sum(np.full(5, -np.inf)) == -np.inf
    assert np.isnan(log_of_sum(np.array([0.0, np.nan])))
    assert log_of_sum(np.array([0.0, np.inf])) == np.inf


SAMPLE_WITHOUT_COMPILER = """\
from crfcore import LinearChainCRF
X = [[["a", "b"], ["b"], ["c"]], [["a"], ["c", "d"]]] * 3
y = [["x", None, "y"], ["x", {"y", "z"}]] * 3
crf = LinearChainCRF(max_iterations=20).fit(X, y)
print(round(crf.training_.objective, 6), crf.predict(X)[:2])
"""


def test_training_is_the_same_without_the_compiler(toy, tmp_path):
    cache = Path(os.environ.get("NUMBA_CACHE_DIR", tmp_path / "cache"))
    compiled = toy(cache, SAMPLE_WITHOUT_COMPILER)
    assert toy(cache, SAMPLE_WITHOUT_COMPILER, NUMBA_DISABLE_JIT="1") == compiled


def test_the_digest_of_other_sources_is_another(tmp_path):
    library = Path(jit.__file__).parent
    assert jit._sources_digest(tmp_path / "missing.py") != jit._sources_digest(
        library / "arrays.py"
    )


def test_library_and_program_keep_kernels_in_one_folder(toy, tmp_path):
    home = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    assert toy(tmp_path, **home) == "12.0 0"
    program = "from app.__main__ import prepare_environment\nprepare_environment()\n" + PROGRAM
    assert toy(tmp_path, program, **home) == "12.0 1"
    assert files(tmp_path / "tagwright" / "kernels", ".nbi")


def test_other_functions_of_a_host_keep_their_own_place(toy, tmp_path):
    home = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    program = PROGRAM + "from numba import config; print(repr(config.CACHE_DIR))"
    assert toy(tmp_path, program, **home).endswith("''")
