"""The wheel of the library for one platform, with the archive of compiled kernels.

Without ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=true`` the wheel is that for all platforms.
"""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ARCHIVE = "kernels.zip"


class PlatformHook(BuildHookInterface[Any]):
    """Adds the archive, and the tags of numba's wheel, with which it can be used."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Change what a wheel consists of; an editable one and the source archive stay alike."""
        if self.target_name != "wheel" or version == "editable":
            return
        archive = Path(self.root) / ARCHIVE
        if not archive.is_file():
            raise FileNotFoundError(
                f"{archive} is missing: make it with python -m crfcore.kernel_archive {archive}"
            )
        build_data["pure_python"] = False
        build_data["tag"] = platform_tag()
        build_data["force_include"][str(archive)] = ARCHIVE


def platform_tag() -> str:
    """Return the compatibility tag of the installed numba, such as cp311-cp311-linux_x86_64.

    The code needs numba's helper functions, and nothing else of the system.
    """
    wheel = distribution("numba").read_text("WHEEL") or ""
    tags = [
        line.removeprefix("Tag: ").split("-")
        for line in wheel.splitlines()
        if line.startswith("Tag: ")
    ]
    return "-".join(".".join(sorted(set(parts))) for parts in zip(*tags, strict=True))
