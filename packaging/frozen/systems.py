"""What the frozen program is on each system: its executables, their icons, and the bundle of macOS.

`tagwright.spec` passes it on:

    archive, fixed = PYZ(analysis.pure), {"exclude_binaries": True, "strip": False, "upx": False}
    programs = [
        EXE(archive, analysis.scripts, **fixed, **one)
        for one in systems.programs(sys.platform, MADE)
    ]
    folder = COLLECT(*programs, files, name="tagwright", strip=False, upx=False)
    if sys.platform == "darwin":
        icons, arguments = systems.bundle(MADE, DOCUMENT_SVG)
        BUNDLE(folder, icons, **arguments)

MADE is a folder for icons and version information, which are written here, and DOCUMENT_SVG the
drawing of project files, or None: then they have the program's icon.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import icons
from macos import bundle as mac_bundle
from windows import version_info

PACKAGING = Path(__file__).resolve().parents[1]
ICON = PACKAGING.parent / "resources/icons/tagwright.svg"

WINDOWS_PROGRAMS = {"tagwright": True, "tagwrightw": False}
"""Windows opens a console for a program of commands, so the window is a program of its own, without
one: whether each has a console. All else is shared."""


def programs(system: str, made: Path) -> list[dict[str, Any]]:
    """Return the arguments of PyInstaller's `EXE` for each executable of a system.

    ``system`` is `sys.platform`.
    """
    if system == "win32":
        icon, _ = icons.write_icons(ICON, made)
        return [
            {
                "name": name,
                "console": has_console,
                "icon": str(icon),
                "version": str(_version_info(name, made)),
                "manifest": str(PACKAGING / "windows/tagwright.manifest"),
            }
            for name, has_console in WINDOWS_PROGRAMS.items()
        ]
    if system == "darwin":
        return [
            {
                "name": "tagwright",
                # With a console the bundle would have no icon in the Dock. A terminal shows what
                # commands print all the same.
                "console": False,
                # Qt gets the files to open as events.
                "argv_emulation": False,
                "codesign_identity": os.environ.get("SIGN_AS") or None,
                "entitlements_file": str(PACKAGING / "macos/entitlements.plist"),
            }
        ]
    return [{"name": "tagwright", "console": True}]


def bundle(
    made: Path, document_svg: Path | None = None
) -> tuple[list[tuple[str, str, str]], dict[str, Any]]:
    """Return more files of the bundle of macOS, and the arguments of PyInstaller's `BUNDLE`."""
    version = version_info.version()
    _, icon = icons.write_icons(ICON, made)
    more = []
    if document_svg is not None:
        _, drawn = icons.write_icons(document_svg, made)
        more.append((mac_bundle.DOCUMENT_ICON, str(drawn), "DATA"))
    return more, {
        "name": "Tagwright.app",
        "icon": str(icon),
        "bundle_identifier": mac_bundle.ID,
        "version": version,
        "info_plist": mac_bundle.info_plist(version, document_icon=bool(more)),
    }


def _version_info(program: str, made: Path) -> Path:
    path = made / f"{program}-version.txt"
    path.write_text(version_info.text_of(program, version_info.version()), encoding="utf-8")
    return path
