"""The version and the names that Windows shows of the program's files.

    python packaging/windows/version_info.py --program tagwright --out build/version-info.txt

writes the file that PyInstaller's `EXE(version=…)` reads; `text_of` returns its content.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

PROGRAMS = {
    "tagwright": "Tagwright (command line)",
    "tagwrightw": "Tagwright",
}
"""The two programs of the folder and their descriptions: that of commands, which has a console, and
that of the window, which has none; as `python` and `pythonw`."""

LANGUAGE = "040904B0"
"""English (United States), and Unicode."""


def main(arguments: list[str]) -> int:
    """Write the version information of a program."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--program", choices=PROGRAMS, default="tagwrightw")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    options.out.write_text(text_of(options.program, version()), encoding="utf-8")
    return 0


def version() -> str:
    """Return the version of the program."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(project["project"]["version"])


def four_numbers(text: str) -> tuple[int, ...]:
    """Return a version as the four numbers that Windows compares, without such as “dev1”."""
    numbers = [int(part) for part in text.split(".") if part.isdecimal()]
    return tuple([*numbers, 0, 0, 0, 0][:4])


def text_of(program: str, shown_version: str) -> str:
    """Return the version information of a program in PyInstaller's form."""
    strings = {
        "CompanyName": "The Tagwright developers",
        "FileDescription": PROGRAMS[program],
        "FileVersion": shown_version,
        "InternalName": program,
        "LegalCopyright": "© 2026, the Tagwright developers; BSD-3-Clause",
        "OriginalFilename": f"{program}.exe",
        "ProductName": "Tagwright",
        "ProductVersion": shown_version,
    }
    lines = ",\n".join(f"      StringStruct({key!r}, {value!r})" for key, value in strings.items())
    numbers = four_numbers(shown_version)
    return f"""VSVersionInfo(
  ffi=FixedFileInfo(
    filevers={numbers},
    prodvers={numbers},
    mask=0x3F,
    flags=0x0,
    OS=0x40004,
    fileType=0x1,
    subtype=0x0,
    date=(0, 0)
  ),
  kids=[
    StringFileInfo([StringTable({LANGUAGE!r}, [
{lines}
    ])]),
    VarFileInfo([VarStruct('Translation', [0x0409, 1200])])
  ]
)
"""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
