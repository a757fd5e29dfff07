"""Build what has compiled kernels: crfcore/kernels.zip, and the library's wheel for this platform.

Called by make build; the wheel for all platforms has no kernels, and compiles them when needed.
"""

import os
import subprocess
import sys
from pathlib import Path

from artefacts.program_folder import FITS

ROOT = Path(__file__).resolve().parent.parent
ARCHIVE = ROOT / "crfcore" / "kernels.zip"


def main(out: Path) -> None:
    """Write the archive, unless there is one that fits, and the wheel."""
    fits = subprocess.run([sys.executable, "-c", FITS], cwd=ROOT, check=False).returncode == 0
    if not fits:
        print("Compiling all kernels for any processor of this platform: some minutes", flush=True)
        command = [sys.executable, "-m", "crfcore.kernel_archive", str(ARCHIVE)]
        subprocess.run(command, cwd=ROOT, check=True)
    environment = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "true"}
    wheel = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    command = [sys.executable, "-m", "pip", *wheel, "-w", str(out), "./crfcore"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "dist")
