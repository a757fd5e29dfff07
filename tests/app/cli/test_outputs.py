"""Tests of output to streams: only data, and “-” is standard output."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli import run

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and descriptors of Unix")
ROOT = Path(__file__).parents[3]
DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"
STREAMS = ["-", "/dev/stdout", "/dev/fd/1"]


@pytest.fixture(scope="module")
def material(tmp_path_factory):
    folder = tmp_path_factory.mktemp("outputs")
    names = {name: str(folder / name) for name in ("data.conll", "p.tagwright", "m.crf")}
    Path(names["data.conll"]).write_text(DATA)
    assert run(["new", names["p.tagwright"]]) == 0
    assert run(["import", names["p.tagwright"], names["data.conll"]]) == 0
    assert run(["train", names["data.conll"], "--model", names["m.crf"]]) == 0
    return names


def done(*arguments, cwd, command='"$@"'):
    """Run the program in a folder, where a file named “-” would be; return both outputs."""
    program = [sys.executable, "-c", "from app.__main__ import main; raise SystemExit(main())"]
    finished = subprocess.run(
        ["bash", "-c", command, "bash", *program, *arguments],
        capture_output=True,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        timeout=600,
    )
    assert finished.returncode == 0, finished.stderr
    assert not list(cwd.iterdir())
    return finished.stdout, finished.stderr.decode()


@pytest.mark.parametrize("out", STREAMS)
def test_an_exported_corpus_ends_with_its_last_row(material, tmp_path, out):
    stdout, stderr = done(
        "export", material["p.tagwright"], out, "--format", "columns", cwd=tmp_path
    )
    assert stdout.decode() == DATA
    assert stderr.endswith("/stdout: 2 sentences.\n" if out != "/dev/fd/1" else ": 2 sentences.\n")


@pytest.mark.parametrize("out", STREAMS)
def test_a_model_is_followed_by_nothing(material, tmp_path, out):
    model = Path(material["m.crf"]).read_bytes()
    train = ("train", material["data.conll"], "--test", material["data.conll"], "--model", out)
    for more in ((), ("--json",)):
        stdout, stderr = done(*train, *more, cwd=tmp_path)
        assert stdout[:4] == model[:4]
        assert b"token_accuracy" not in stdout
        assert b"token accuracy" not in stdout
        assert ('"token_accuracy"' if more else "token accuracy") in stderr


def test_figures_as_json_stay_where_they_are_if_the_model_goes_elsewhere(material, tmp_path):
    stdout, stderr = done(
        "train", material["data.conll"], "--json", "--model",
        command='"$@" >(cat > /dev/null)', cwd=tmp_path,
    )  # fmt: skip
    assert stdout.startswith(b'{"')
    assert stderr == ""


def test_words_go_to_standard_error_beside_any_stream(material, tmp_path):
    export = ("export", material["p.tagwright"])
    for command in ('"$@" /dev/null', '"$@" >(cat > /dev/null)'):
        stdout, stderr = done(*export, command=command, cwd=tmp_path)
        assert stdout == b""
        assert ": 2 sentences." in stderr


def test_a_tagged_text_goes_to_standard_output_by_its_name(material, tmp_path):
    stdout, stderr = done("tag", material["m.crf"], material["data.conll"], "-o", "-", cwd=tmp_path)
    assert stdout.decode().startswith("Anna NNP B-PER ")
    assert b"labels of" not in stdout
    assert stderr.endswith("/stdout: labels of 4 tokens in 2 sentences.\n")


def test_points_of_a_simulation_are_all_that_is_in_its_table(material, tmp_path):
    data = material["data.conll"]
    stdout, stderr = done(
        "simulate", data, "--test", data, "--strategy", "random", "--csv", "-", cwd=tmp_path
    )
    rows = stdout.decode().splitlines()
    assert rows[0].startswith("strategy,seed,")
    assert all(row.startswith("random,") for row in rows[1:])
    assert "needed for" in stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("check", ""),
        ("new", ""),
        ("export", "{p.tagwright}", ""),
        ("import", "{p.tagwright}", ""),
        ("train", "{data.conll}", "--model", ""),
        ("tag", "{m.crf}", ""),
    ],
)
def test_an_empty_name_is_no_folder(material, capsys, arguments):
    filled = [material.get(one.strip("{}"), one) for one in arguments]
    assert run(filled) == 2
    assert "'' was given, and the name of a file or folder is expected" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "{pipe}"])
def test_what_is_read_again_is_no_stream(material, tmp_path, capsys, name):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    data = material["data.conll"]
    command = ["simulate", data, "--test", data, "--strategy", "random", "--resume"]
    assert run([*command, name.format(pipe=pipe)]) == 2
    assert "a file that is read again, no pipe and no device, is expected" in (
        capsys.readouterr().err
    )


def test_files_that_lie_beside_each_other_fit_into_no_stream(tmp_path, capsys):
    text, project = tmp_path / "a.txt", tmp_path / "p.tagwright"
    text.write_text("Anna lives")
    text.with_suffix(".ann").write_text("T1\tPER 0 4\tAnna\n")
    assert run(["new", str(project)]) == 0
    assert run(["import", str(project), str(text), "--format", "brat"]) == 0
    assert run(["export", str(project), "/dev/null"]) == 1
    assert "Each document becomes more than one file" in capsys.readouterr().err
    assert run(["import", str(project), str(text), "--format", "brat"]) == 0
    assert run(["export", str(project), str(tmp_path / "out")]) == 1
    assert "There is no folder “out”; create it first, because" in capsys.readouterr().err
    assert run(["export", str(project), "-", "--everything"]) == 1
    assert "Everything goes into a new folder" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("first", "second"), [("--csv", "--png"), ("--resume", "--csv"), ("--resume", "--png")]
)
def test_two_outputs_are_not_one_file(material, tmp_path, monkeypatch, capsys, first, second):
    monkeypatch.chdir(tmp_path)
    Path("link.out").symlink_to("x.out")
    data = material["data.conll"]
    command = ["simulate", data, "--test", data, "--strategy", "random"]
    for other in ("x.out", "./x.out", "link.out"):
        assert run([*command, first, "x.out", second, other]) != 0
        said = f"{first} and {second} name the same file; choose another name for one."
        assert said in capsys.readouterr().err
    assert not Path("x.out").exists()
