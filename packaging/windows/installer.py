"""Makes the installer for Windows from the program's folder, on any system that has `makensis`.

    python packaging/windows/installer.py --folder dist/tagwright --out dist --sign COMMAND

`--sign` names a command that gets the path of a file as its last argument and signs it, such as
`osslsigncode` or `signtool` behind a script; the two programs are signed before they are packed,
and the installer after. Without it nothing is signed, and Windows warns of an unknown publisher.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import icons  # noqa: E402

from windows import version_info  # noqa: E402

SCRIPT = HERE / "tagwright.nsi"

DOCUMENT = (
    HERE.parents[1] / "resources/share/icons/hicolor/scalable/mimetypes/application-x-tagwright.svg"
)

PROGRAM_FILES = ("tagwright.exe", "tagwrightw.exe")
"""What the folder must have: the program of commands, and that of the window."""

REMOVED_WHOLE = "_internal"
"""PyInstaller's folder of libraries, which the uninstaller removes with all that is in it."""


def main(arguments: list[str]) -> int:
    """Make the installer; return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--folder", type=Path, required=True, help="the program's folder")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the installer")
    parser.add_argument(
        "--document-svg", type=Path, default=DOCUMENT, help="the icon of project files"
    )
    parser.add_argument("--sign", help="a command that signs a file")
    options = parser.parse_args(arguments)
    print(make_installer(options.folder, options.out, options.document_svg, options.sign or ""))
    return 0


def make_installer(
    folder: Path,
    out: Path,
    document_svg: Path | None = None,
    signer: str = "",
    target: str = "x86-unicode",
) -> Path:
    """Make the installer of a folder; return its path.

    ``target`` is NSIS's name of the installer's own processor: that of 32 bits is in every NSIS.
    """
    check_folder(folder)
    if shutil.which("makensis") is None:
        raise SystemExit("makensis was not found; install NSIS 3.08 or newer (Debian: nsis).")
    version = version_info.version()
    numbers = ".".join(map(str, version_info.four_numbers(version)))
    installer = out.absolute() / f"tagwright-{version}-windows-x64.exe"
    out.mkdir(parents=True, exist_ok=True)
    sign(signer, *(folder / name for name in PROGRAM_FILES))
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        icon, _ = icons.write_icons(icons.ROOT / "resources/icons/tagwright.svg", made / "icons")
        document = icon
        if document_svg is not None:
            document, _ = icons.write_icons(document_svg, made / "documents")
        (made / "removals.nsh").write_text(removals(folder), encoding="utf-8-sig")
        defined = {
            "VERSION": version,
            "VERSION_NUMBERS": numbers,
            "FOLDER": folder.absolute(),
            "ICON": icon,
            "DOCUMENT_ICON": document,
            "REMOVALS": made / "removals.nsh",
            "OUT": installer,
            "TARGET": target,
        }
        words = [f"-D{key}={value}" for key, value in defined.items()]
        subprocess.run(
            ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *words, str(SCRIPT)], check=True
        )
    sign(signer, installer)
    return installer


def check_folder(folder: Path) -> None:
    """Refuse a folder that is not the program's."""
    missing = [name for name in PROGRAM_FILES if not (folder / name).is_file()]
    if missing:
        raise SystemExit(
            f"{folder}: there is no {' and no '.join(missing)}; name the folder that PyInstaller "
            "has made on Windows."
        )


def removals(folder: Path) -> str:
    """Return the lines of NSIS that remove, by their names, files beside the programs."""
    lines = []
    for path in sorted(folder.rglob("*"), reverse=True):  # files before their folders
        name = path.relative_to(folder)
        if name.parts[0] in (REMOVED_WHOLE, *PROGRAM_FILES):
            continue
        words = str(name).replace("/", "\\").replace("$", "$$")
        command = "RMDir" if path.is_dir() else "Delete"
        lines.append(f'{command} "$INSTDIR\\{words}"')
    return "".join(f"{line}\n" for line in lines) or "; Nothing else.\n"


def sign(signer: str, *files: Path) -> None:
    """Sign files by a command, if there is one."""
    for file in files:
        if signer:
            subprocess.run([*shlex.split(signer), str(file)], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
