"""The folder of an AppImage, and the AppImage where its tools and its runtime are there.

An AppImage is a small program, the runtime, with a file system of SquashFS behind it. No package
index has the runtime, so whoever builds has to name a copy.
"""

import os
import shutil
import subprocess
from pathlib import Path

from artefacts.program_folder import BuildError

ID = "io.github.tagwright.Tagwright"
PLACE = Path("usr") / "lib" / "tagwright"
ICON = Path("icons") / "hicolor" / "256x256" / "apps" / f"{ID}.png"
DESKTOP = Path("applications") / f"{ID}.desktop"

_ELF = b"\x7fELF"


def write_folder(program: Path, share: Path | None, target: Path) -> None:
    """Write the folder: the program, its share files, and the names that the runtime looks for."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(program, target / PLACE, symlinks=True, copy_function=os.link)
    (target / "AppRun").symlink_to(PLACE / "tagwright")
    (target / "usr" / "bin").mkdir()
    (target / "usr" / "bin" / "tagwright").symlink_to("../lib/tagwright/tagwright")
    if share is None:
        return
    shutil.copytree(share, target / "usr" / "share")
    for file, names in ((DESKTOP, (DESKTOP.name,)), (ICON, (ICON.name, ".DirIcon"))):
        if not (share / file).exists():
            raise BuildError(f"An AppImage needs {file}, which is not among the share files.")
        for name in names:
            (target / name).symlink_to(Path("usr") / "share" / file)


def write_image(folder: Path, runtime: Path, target: Path, seconds: int) -> None:
    """Write the AppImage of a folder, with a copy of the runtime in front."""
    content = runtime.read_bytes()
    if not content.startswith(_ELF):
        raise BuildError(
            f"{runtime} is no program, but --runtime has to name the runtime of AppImages for "
            "this system (a file of about 1 MB, runtime-x86_64): give that one."
        )
    squashed = target.with_suffix(".squashfs")
    command = ["mksquashfs", str(folder), str(squashed), "-noappend", "-no-progress", "-quiet"]
    command += ["-all-root", "-no-xattrs", "-comp", "zstd", "-Xcompression-level", "19"]
    command += ["-mkfs-time", str(seconds), "-all-time", str(seconds)]
    # It rejects the variable beside the options.
    environment = {name: text for name, text in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"mksquashfs could not pack {folder}: {done.stderr.strip()}")
    with target.open("wb") as image, squashed.open("rb") as packed:
        image.write(content)
        shutil.copyfileobj(packed, image)
    squashed.unlink()
    target.chmod(0o755)
