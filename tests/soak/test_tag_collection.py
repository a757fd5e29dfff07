"""kill -9 of a tagging in two processes: what is there is whole, and each file is made once."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.cli import run
from app.jobs.tag_files.collection_runs import RUN_FILE

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="signals of Unix"),
    pytest.mark.timeout(7200),
]

ROOT = Path(__file__).resolve().parents[2]
KILLS = 100
DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("kills")
    (folder / "data.conll").write_text(DATA)
    assert run(["train", str(folder / "data.conll"), "--model", str(folder / "m.crf")]) == 0
    for number in range(60):
        path = folder / "in" / str(number % 7) / f"{number}.conll"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(DATA * (200 + 10 * number))
    # Some with parts.
    (folder / "in" / "large.conll").write_text(DATA * 170_000)
    return folder


def started(folder, out, *more):
    words = ["tag", "m.crf", "in/**/*.conll", "--out", str(out), "--jobs", "2", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "app", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def made(out):
    return {
        str(path.relative_to(out)): path
        for path in out.rglob("*.conll")
        if not any(part.startswith(".unfinished-") for part in path.parts)
    }


def test_every_file_is_whole_and_made_once(folder):
    rng = random.Random(7)
    out = folder / "out"
    begun = time.monotonic()
    process = started(folder, folder / "right")
    assert process.communicate()[1] == b""
    assert process.returncode == 0
    seconds = time.monotonic() - begun
    right = {name: path.read_bytes() for name, path in made(folder / "right").items()}
    assert len(right) == 61
    kills = amid = ends = 0
    stamps: dict[str, tuple[int, int]] = {}
    while kills < KILLS:
        process = started(folder, out, "--resume")
        waits = rng.uniform(0.1, 1.0) * seconds
        try:
            _, errors = process.communicate(timeout=waits)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL) if rng.random() < 0.5 else process.kill()
            process.communicate()
            kills += 1
            amid += 0 < len(made(out)) < 61
        else:
            assert (process.returncode, errors) == (0, b"")
            assert not list(out.rglob(".unfinished-*"))
            assert made(out).keys() == right.keys()
            ends += 1
        for name, path in made(out).items():
            assert path.read_bytes() == right[name], name
            status = path.stat()
            # One that was made is never made again.
            assert stamps.setdefault(name, (status.st_ino, status.st_mtime_ns)) == (
                status.st_ino,
                status.st_mtime_ns,
            )
        others = {path.name for path in out.rglob("*") if path.is_file()} if out.exists() else set()
        assert others <= {RUN_FILE, *(Path(name).name for name in right)}
        if len(made(out)) == 61:
            shutil.rmtree(out)
            stamps.clear()
    print(f"{kills} kills, {amid} amid the files, {ends} runs to the end")  # noqa: T201


def test_an_interrupt_ends_it_within_a_second_or_so(folder):
    rng = random.Random(8)
    for number in range(10):
        out = folder / f"interrupted{number}"
        process = started(folder, out)
        while not made(out):
            time.sleep(0.05)
        time.sleep(rng.uniform(0.0, 1.0))
        begun = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate()
        print(f"ended after {time.monotonic() - begun:.2f} s")  # noqa: T201
        assert process.returncode == 130
        assert "with --resume goes on" in errors.decode()
        assert "Traceback" not in errors.decode()
        assert not list(out.rglob(".unfinished-*"))
