"""A session without any network has the results of one with it, and neither asks for one."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from crfcore.model_file import read

pytestmark = [pytest.mark.gui, pytest.mark.journey]

PROGRAM = Path(__file__).resolve().parents[1] / "offline_session.py"
TIMES = ("seconds", "seconds_features")
WAYS = (("unshare", "--net"), ("unshare", "--map-root-user", "--net"))
"""The second is for a user other than root, where the system lets such a user do it."""


def without_network() -> tuple[str, ...]:
    """Return the command that runs another without network; skip the test if there is none."""
    if not sys.platform.startswith("linux") or shutil.which("unshare") is None:
        pytest.skip("there is no unshare, which runs a program without network")
    for way in WAYS:
        if subprocess.run([*way, "true"], capture_output=True, check=False).returncode == 0:
            return way
    pytest.skip("this system does not let a user run a program without network")


def watched(file: Path) -> tuple[str, ...]:
    """Return the command that lists the sockets that another opens, () where there is none."""
    command = ("strace", "--follow-forks", "--seccomp-bpf", "-qq", "-e", "trace=socket")
    if shutil.which("strace") is None:
        return ()
    if subprocess.run([*command, "true"], capture_output=True, check=False).returncode:
        return ()
    return (*command, "-o", str(file))


def begin(folder: Path, *way: str) -> subprocess.Popen[str]:
    """Start a session with a home of its own."""
    folder.mkdir()
    environment = {**os.environ, "HOME": str(folder)}
    for name in ("CONFIG", "DATA", "STATE"):
        environment[f"XDG_{name}_HOME"] = str(folder / "home" / name.lower())
    return subprocess.Popen(
        [*way, sys.executable, str(PROGRAM), str(folder)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_session_without_network_gives_the_same_corpus_model_and_report(tmp_path) -> None:
    way = without_network()
    with_it, without_it = tmp_path / "with", tmp_path / "without"
    sockets = tmp_path / "sockets.txt"
    running = [begin(with_it, *watched(sockets)), begin(without_it, *way)]
    outputs = [one.communicate(timeout=500)[0] for one in running]
    assert [one.returncode for one in running] == [0, 0], outputs
    network = json.loads((without_it / "network.json").read_text())
    assert network == {"interfaces": ["lo"], "attempts": []}
    assert json.loads((with_it / "network.json").read_text())["attempts"] == []
    # Also those of compiled code, such as Qt's.
    assert not sockets.exists() or "AF_INET" not in sockets.read_text()
    for name in ("corpus.conll", "report.json", "tagged.conll"):
        assert (without_it / name).read_bytes() == (with_it / name).read_bytes(), name
    assert (with_it / "tagged.conll").stat().st_size > 1000
    (one, own), (other, others) = (read(folder / "model.crf") for folder in (with_it, without_it))
    for content in (one, other):
        for name in TIMES:
            content["training"].pop(name)
    assert one == other
    assert list(own) == list(others)
    for name, array in own.items():
        np.testing.assert_array_equal(array, others[name], err_msg=name)
