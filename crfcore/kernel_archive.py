"""The archive of kernels for any processor: ``python -m crfcore.kernel_archive FILE``.

It compiles all kernels for a generic processor of this platform, for `crfcore.shipped_kernels`. The
same sources, packages and Python give the same bytes, whatever folders they are in.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

from numba.core import callconv
from numba.np.ufunc import array_exprs

from crfcore import shipped_kernels
from crfcore.jit import cached_code
from crfcore.kernel_sources import LIBRARY
from crfcore.kernel_stamps import is_stamped
from crfcore.shipped_kernels import ABOUT, entry_name, platform_of_code
from crfcore.warm import PARTS, warm
from crfcore.whole_files import writing

_OLDEST = (1980, 1, 1, 0, 0, 0)
"""The time of each entry."""

_GENERIC = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}

_COMPILE = "--compile"
"""The only word of the process that compiles."""

# Partly typed, like other parts of numba.
_CallConvention: Any = callconv.CPUCallConv
_array_expressions: Any = array_exprs


def make(path: Path) -> None:
    """Compile all kernels for a generic processor into an archive.

    Raises
    ------
    subprocess.CalledProcessError
        One of the processes that compile and write failed, and has said why.
    """
    with tempfile.TemporaryDirectory() as folder:
        # The compiler's variables change its code, or turn it off; none of them is a user's. They
        # also change the numbers of its types in what is written.
        kept = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
        environment = {**kept, **_GENERIC, "NUMBA_CACHE_DIR": folder}
        environment |= {"PYTHONHASHSEED": "1", "PYTHONPATH": str(LIBRARY.parent)}
        # In one process: two would write the same kernels, in an order that changes. Not isolated,
        # which would ignore the hash seed; the current folder is new and empty.
        for words in ([_COMPILE], [folder, str(path.absolute())]):
            command = [sys.executable, "-P", "-m", "crfcore.kernel_archive", *words]
            subprocess.run(command, env=environment, cwd=folder, check=True)


def compile_all() -> None:
    """Compile all kernels into the cache, to code that depends on no folder and no address."""
    shipped_kernels.ignore()
    compile_repeatably()
    warm()


def compile_repeatably() -> None:
    """Let this process compile the same sources to the same code as any other.

    An exception raised by compiled code tells the file of its source, in most cases one of numba's.
    Whole, these names would differ between environments, and tell who built the archive. And numba
    names its functions for expressions on arrays by hashes, which are addresses in memory.
    """
    numbers = count(1)
    _array_expressions.hash = lambda _: next(numbers)
    with_folders = _CallConvention.build_excinfo_struct

    def without_folders(self: Any, *described: Any) -> tuple[Any, Any, Any]:
        kind, arguments, place = with_folders(self, *described)
        if place is not None:
            function, file, line = place
            place = function, name_in_package(file, sys.path), line
        return kind, arguments, place

    _CallConvention.build_excinfo_struct = without_folders


def name_in_package(file: str, folders: list[str]) -> str:
    """Return the name of a source file below the folder that its package was imported from."""
    path = Path(file)
    above = [folder for folder in folders if folder and path.is_relative_to(folder)]
    # The folder of packages is within that of the standard library.
    return path.relative_to(max(above, key=len)).as_posix() if above else path.name


def pack_all(cache_folder: Path, path: Path) -> int:
    """Write all kernels from a cache folder into an archive; return how many there are.

    Raises
    ------
    OSError
        Some are not in the folder, or the file could not be written.
    """
    if not all(is_stamped(cache_folder, part) for part in PARTS):
        # The archive would promise kernels that it does not have.
        raise OSError(
            errno.EIO,
            "Not all compiled kernels could be kept; make room for 100 MB, and call again",
            str(cache_folder),
        )
    return pack(cache_folder, path, sorted(PARTS))


def pack(cache_folder: Path, path: Path, parts: list[str]) -> int:
    """Write the kernels of a cache folder of numba into an archive; return how many there are."""
    entries = dict(_entries(cache_folder))
    with writing(path) as file, zipfile.ZipFile(file, "w") as archive:
        _add(archive, ABOUT, json.dumps({**platform_of_code(), "parts": parts}).encode("utf-8"))
        for name in sorted(entries):
            content = entries[name]
            _add(archive, name, hashlib.sha256(content).digest() + content)
    return len(entries)


def _add(archive: zipfile.ZipFile, name: str, content: bytes) -> None:
    entry = zipfile.ZipInfo(name, _OLDEST)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


def _entries(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the pickled code of each kernel in a cache of numba."""
    for source in sorted(LIBRARY.rglob("*_kernels.py")):
        for name, key, content in cached_code(folder, source):
            yield entry_name(source, name, key), content


def main(arguments: list[str]) -> int:
    """Make the archive that is named last; of a cache folder, if one is named before."""
    if arguments == [_COMPILE]:
        compile_all()
        return 0
    if len(arguments) not in (1, 2):
        sys.stderr.write("python -m crfcore.kernel_archive FILE\n")
        return 2
    try:
        if len(arguments) == 1:
            make(Path(arguments[0]))
        else:
            sys.stdout.write(f"{pack_all(*map(Path, arguments))} kernels\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror or error}.\n")
        return 1
    except subprocess.CalledProcessError:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
