"""How large the built files are, and which parts of the program are the largest."""

from collections import Counter
from pathlib import Path

LARGEST = 12


def size_of(folder: Path) -> int:
    """Return the bytes of all files below a folder, each link counted as nothing."""
    return sum(
        path.lstat().st_size
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    )


def largest_parts(folder: Path) -> list[tuple[str, int]]:
    """Return the largest parts of a program's folder: packages, and single libraries."""
    sizes: Counter[str] = Counter()
    for path in folder.rglob("*"):
        if path.is_file() and not path.is_symlink():
            sizes[_part(path.relative_to(folder))] += path.stat().st_size
    return sizes.most_common(LARGEST)


def _part(path: Path) -> str:
    """Return the part that a file belongs to: the folder of its package, or its own name."""
    parts = [part for part in path.parts if part != "_internal"]
    # A wheel's libraries are in a folder of their own.
    return parts[0].removesuffix(".libs") if len(parts) > 1 else parts[0]


def table(rows: list[tuple[str, int]]) -> str:
    """Return names and sizes as lines."""
    return "\n".join(f"  {size / 1e6:8.1f} MB  {name}" for name, size in rows)
