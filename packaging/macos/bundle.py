"""What the bundle for macOS says of itself: its Info.plist, and what its signature allows.

PyInstaller's description uses it: `BUNDLE(…, bundle_identifier=ID, info_plist=info_plist(version))`
and `EXE(…, entitlements_file=…)` with `packaging/macos/entitlements.plist`.
"""

from __future__ import annotations

import platform
from typing import Any

ID = "io.github.tagwright.Tagwright"
"""The id of the program, on every system."""

PROJECT_TYPE = f"{ID}.project"
"""The type of project files."""

MIME_TYPE = "application/x-tagwright"

DOCUMENT_ICON = "tagwright-project.icns"
"""The icon of project files, in the bundle's folder `Resources`; that of the program without it."""

OLDEST = (13, 14)
"""The oldest system, by the one that it is built on: an older one gets PySide6's wheel for macOS 13
and NumPy's and SciPy's for 12; on macOS 14 pip takes theirs for 14, which use Apple's library."""


def info_plist(version: str, *, built_on: str = "", document_icon: bool = True) -> dict[str, Any]:
    """Return the Info.plist of a version, without what PyInstaller writes itself.

    ``built_on`` is the version of the system it is built on, by default this one.
    """
    icon = {"CFBundleTypeIconFile": DOCUMENT_ICON} if document_icon else {}
    type_icon = {"UTTypeIconFile": DOCUMENT_ICON} if document_icon else {}
    return {
        "CFBundleName": "Tagwright",
        "CFBundleDisplayName": "Tagwright",
        "CFBundleShortVersionString": version,
        "CFBundleVersion": version,
        "CFBundleDevelopmentRegion": "en",
        "CFBundleLocalizations": ["en", "de"],
        "LSApplicationCategoryType": "public.app-category.productivity",
        "LSMinimumSystemVersion": f"{oldest_system(built_on)}.0",
        "NSHighResolutionCapable": True,
        "NSPrincipalClass": "NSApplication",
        # Both appearances: the window follows the system's.
        "NSRequiresAquaSystemAppearance": False,
        "NSSupportsAutomaticGraphicsSwitching": True,
        # Training goes on while the window is hidden; the system would slow it down.
        "LSAppNapIsDisabled": True,
        "NSHumanReadableCopyright": "© 2026, the Tagwright developers; BSD-3-Clause",
        "CFBundleDocumentTypes": [
            {
                "CFBundleTypeName": "Tagwright project",
                "CFBundleTypeRole": "Editor",
                "LSHandlerRank": "Owner",
                "LSItemContentTypes": [PROJECT_TYPE],
                **icon,
            }
        ],
        "UTExportedTypeDeclarations": [
            {
                "UTTypeIdentifier": PROJECT_TYPE,
                "UTTypeDescription": "Tagwright project",
                # A single file with a database in it, which is no text.
                "UTTypeConformsTo": ["public.data", "public.database"],
                "UTTypeTagSpecification": {
                    "public.filename-extension": ["tagwright"],
                    "public.mime-type": [MIME_TYPE],
                },
                **type_icon,
            }
        ],
    }


def oldest_system(built_on: str = "") -> int:
    """Return the oldest system that a bundle runs on which is built on a version of macOS."""
    name = (built_on or platform.mac_ver()[0]).split(".")[0]
    first, last = OLDEST
    return last if name.isdecimal() and int(name) >= last else first
