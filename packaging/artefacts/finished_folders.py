"""What is handed on where the program is no archive: its folder, and the bundle of macOS."""

import os
import shutil
import subprocess
from pathlib import Path

BUNDLE = "Tagwright.app"
DOCUMENTS = ("CHANGELOG.md", "LICENSE", "NOTICES.html")
ENTITLEMENTS = Path(__file__).resolve().parents[1] / "macos" / "entitlements.plist"


def hand_on(program: Path, out: Path) -> None:
    """Copy the program's folder into ``out``, in place of an older one; on macOS the bundle, too.

    PyInstaller makes the bundle before the documents are written.
    """
    _copy(program, out / program.name)
    bundle = program.with_name(BUNDLE)
    if bundle.exists():
        for name in DOCUMENTS:
            shutil.copyfile(program / name, bundle / "Contents" / "Resources" / name)
        _sign(bundle)
        _copy(bundle, out / BUNDLE)


def _copy(folder: Path, target: Path) -> None:
    if target.exists():
        shutil.rmtree(target)
    shutil.copytree(folder, target, symlinks=True)


def _sign(bundle: Path) -> None:
    """Sign the bundle again, whose signature covers its resources; "-" needs no certificate."""
    identity = os.environ.get("SIGN_AS") or "-"
    command = ["codesign", "--force", "--sign", identity, "--entitlements", str(ENTITLEMENTS)]
    subprocess.run([*command, str(bundle)], check=True)
