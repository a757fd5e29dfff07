"""The compiler settings, and a fault-tolerant cache of machine code.

`kernel` is the only compiler configuration in the library. The cache is in ``NUMBA_CACHE_DIR``, or
else in a folder of the user that all programs share and ``python -m crfcore.warm`` fills. If the
cache is not writable, full, truncated or altered, kernels are compiled again, and the program
continues without it. A kernel that is not in the cache comes from the archive of the library
(`crfcore.shipped_kernels`), if there is one. Machine code is executed and its index unpickled, so
folders and files of other users are not used, and ours is private.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable, Iterator
from functools import cache, wraps
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numba.core import caching
from numba.core import config as typed_config
from numba.core.dispatcher import Dispatcher

from crfcore import shipped_kernels
from crfcore.kernel_sources import sources_of
from crfcore.private_folders import is_our_file, is_ours_alone, kernel_folder

F = TypeVar("F", bound=Callable[..., Any])

# Numba's classes are partly typed: as Any they can be built upon without silencing each call.
_FunctionCache: Any = caching.FunctionCache
config: Any = typed_config
_IndexDataCacheFile: Any = caching.IndexDataCacheFile
_Implementation: Any = caching.CompileResultCacheImpl
_NullCache: Any = caching.NullCache
_dumps: Any = caching.dumps  # type: ignore[attr-defined] # not exported explicitly
_Locator: Any = caching.UserProvidedCacheLocator

FLOATING_POINT_FREEDOM = frozenset({"reassoc", "contract", "nsz"})
"""Allowed transformations of sums: reorder, fuse multiply and add, ignore the sign of zero.

Infinities and NaN must stay exact: a forbidden label has the score minus infinity.
"""

_DIGEST_BYTES = 32

_CACHE_TROUBLE = (
    OSError,
    EOFError,
    pickle.PickleError,
    ImportError,
    AttributeError,
    LookupError,
    ValueError,
    TypeError,
    RuntimeError,
)
"""Exceptions of an unusable cache: from the disk, and from unpickling data of another version."""


_not_kept: list[str] = []


def all_are_kept() -> bool:
    """Return whether all kernels of this process are in the cache, for its own processor."""
    return not _not_kept and not shipped_kernels.is_used()


def kernel(function: F) -> F:
    """Compile an inner loop, cache the machine code, and release the GIL while it runs.

    Parameters
    ----------
    function : callable
        A function on arrays and numbers, defined at the top of a module.

    Returns
    -------
    callable
        The same function, compiled at its first call; interpreted when the environment variable
        ``NUMBA_DISABLE_JIT`` is set.
    """
    compiled = njit(nogil=True, error_model="numpy", fastmath=set(FLOATING_POINT_FREEDOM))(function)
    if not isinstance(compiled, Dispatcher):
        return _silent(function)
    _use_cache(compiled)
    return cast("F", compiled)


def _silent(function: F) -> F:
    """Let interpreted arithmetic yield infinities and NaN without warnings, like machine code."""

    @wraps(function)
    def interpreted(*arguments: Any) -> Any:
        with np.errstate(all="ignore"):
            return function(*arguments)

    return cast("F", interpreted)


def _use_cache(dispatcher: Any) -> None:
    """Set the cache of a compiled function, if possible."""
    named = config.CACHE_DIR
    try:
        # Only for these functions: others of the same program have their own folder.
        config.CACHE_DIR = named or str(kernel_folder())
        dispatcher._cache = _ForgivingCache(dispatcher.py_func)  # noqa: SLF001 - numba has no setter
    except _CACHE_TROUBLE:
        # Without a writable folder numba raises at import.
        _not_kept.append(dispatcher.py_func.__name__)
        dispatcher._cache = _ShippedCache(dispatcher.py_func)  # noqa: SLF001 - numba has no setter
    finally:
        config.CACHE_DIR = named


class _ForgivingCache(_FunctionCache):  # type: ignore[misc] # the base is Any
    """Numba's cache of compiled functions, with errors as cache misses."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        # A cache beside the sources is as trusted as the sources.
        folder = Path(self._cache_path)
        if folder.name != "__pycache__" and not is_ours_alone(folder):
            raise PermissionError(f"{folder} is not this user's alone.")
        stamp = (
            self._impl.locator.get_source_stamp(),
            _sources_digest(Path(function.__code__.co_filename)),
        )
        self._cache_file: Any = _CheckedFiles(self._cache_path, self._impl.filename_base, stamp)

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the compiled function, or None if it has to be compiled."""
        try:
            found = super().load_overload(signature, target)
        except _CACHE_TROUBLE:
            found = None
        return _shipped(self._py_func, signature, target) if found is None else found

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a compiled function if possible."""
        if shipped_kernels.is_used():
            return  # it may contain code for any processor
        try:
            super().save_overload(signature, compiled)
        except _CACHE_TROUBLE:
            # On a full or read-only disk the next start compiles again.
            self.disable()
            _not_kept.append(self._name)


class _ShippedCache(_NullCache):  # type: ignore[misc] # the base is Any
    """The archive of the library alone, where no folder can be written."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_func = function

    def load_overload(self, signature: Any, target: Any) -> Any:
        """Return the function as it was shipped, or None if it has to be compiled."""
        target.refresh()
        return _shipped(self._py_func, signature, target)


def _shipped(function: Callable[..., Any], signature: Any, target: Any) -> Any:
    """Return a function from the archive of the library, or None."""
    code = function.__code__
    try:
        # Of a method of numba's cache only the function is used.
        key = _FunctionCache._index_key(_ShippedCache(function), signature, target.codegen())  # noqa: SLF001
        content = shipped_kernels.shipped_code(
            Path(code.co_filename), _name_in_archive(function), (key[0], key[2])
        )
        if content is None:
            return None
        return _Implementation.rebuild(None, target, pickle.loads(content))
    except _CACHE_TROUBLE:
        return None


def _name_in_archive(function: Callable[..., Any]) -> str:
    return f"{function.__qualname__}-{function.__code__.co_firstlineno}"


def cached_code(folder: Path, source: Path) -> Iterator[tuple[str, tuple[Any, ...], bytes]]:
    """Yield what the archive of the library needs of a file's kernels in a cache folder.

    Yields
    ------
    name : str
        Its name in the file, with its line.
    key : tuple
        Its signature, and digests of its bytecode.
    content : bytes
        Its pickled code, without numba's listing of the source.
    """
    found = folder / _Locator.get_suitable_cache_subpath(str(source))
    python = f".py{sys.version_info[0]}{sys.version_info[1]}{getattr(sys, 'abiflags', '')}"
    for path in sorted(found.glob(f"{source.stem}.*{python}.*.nbc")):
        stored = _read_checked(path)
        if stored is None:
            continue
        (signature, _, digests), data = pickle.loads(stored)
        parts = ["" if isinstance(part, str) else part for part in data]
        name = path.name[len(source.stem) + 1 : path.name.index(python)]
        yield name, (signature, digests), _dumps(tuple(parts))


class _CheckedFiles(_IndexDataCacheFile):  # type: ignore[misc] # the base is Any
    """The cache files of a function, each with a digest of its content.

    Numba pickles its objects and unpickles what it finds: altered machine code would be run.
    Two processes that fill the cache at the same time may also choose the same file name for two
    signatures; therefore an object's file repeats the key under which it was stored.
    """

    def load(self, key: Any) -> Any:
        """Return what was stored under a key, or None."""
        name = self._load_index().get(key)
        if name is None:
            return None
        stored = _read_checked(Path(self._data_path(name)))
        if stored is None:
            return None
        stored_key, data = pickle.loads(stored)
        return data if stored_key == key else None

    def _load_index(self) -> dict[Any, str]:
        stored = _read_checked(Path(self._index_path))
        if stored is None:
            return {}
        version, stamp, overloads = pickle.loads(stored)
        fresh = version == self._version and stamp == self._source_stamp
        return cast("dict[Any, str]", overloads) if fresh else {}

    def save(self, key: Any, data: Any) -> None:
        """Store an object under a key."""
        overloads = self._load_index()
        if key not in overloads:
            number = 1
            while self._data_name(number) in overloads.values():
                number += 1
            overloads[key] = self._data_name(number)
        self._write_checked(self._data_path(overloads[key]), self._dump((key, data)))
        self._save_index(overloads)

    def _save_index(self, overloads: dict[Any, str]) -> None:
        content = self._dump((self._version, self._source_stamp, overloads))
        self._write_checked(self._index_path, content)

    def _write_checked(self, path: str, content: bytes) -> None:
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(content).digest())
            file.write(content)


def _read_checked(path: Path) -> bytes | None:
    """Return a file's content if it is there, whole, and the user's own."""
    if path.parent.name != "__pycache__" and not is_our_file(path):
        return None
    try:
        stored = path.read_bytes()
    except OSError:
        return None
    digest, content = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
    return content if hashlib.sha256(content).digest() == digest else None


@cache
def _sources_digest(path: Path) -> bytes:
    """Return one digest of all files that a kernel's machine code is made from."""
    digest = hashlib.sha256()
    for source in sources_of([path]):
        try:
            digest.update(source.read_bytes())
        except OSError:
            # In a frozen program the sources may be missing; numba's stamp then names the program.
            continue
    return digest.digest()
