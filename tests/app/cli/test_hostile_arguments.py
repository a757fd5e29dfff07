"""Tests of invalid arguments, missing input files and outputs that cannot be written."""

from __future__ import annotations

import io
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import click
import pytest

from app.cli import run
from app.cli.group import commands
from app.cli.options import OneOf
from app.cli.progress import progress_bar

pytestmark = pytest.mark.skipif(os.name != "posix", reason="pipes and descriptors of Unix")
ROOT = Path(__file__).parents[3]
DATA = "Anna NNP B-PER\nlives VB O\n\nUlm NNP B-LOC\nsleeps VB O\n\n"
TRAIN = ("train", "{data}", "--model", "{folder}/m.crf")
TAG = ("tag", "{model}", "{data}")
SIMULATE = ("simulate", "{data}", "--test", "{data}", "--strategy", "random")
NEW = ("new", "{folder}/p.tagwright")
HUGE = "1" + "0" * 30


@pytest.fixture
def paths(tmp_path):
    data = tmp_path / "data.conll"
    data.write_text(DATA)
    return {"folder": tmp_path, "data": data, "model": tmp_path / "none.crf"}


def filled(arguments, paths):
    return [argument.format(**paths) for argument in arguments]


@pytest.mark.parametrize(
    "arguments",
    [
        (*TAG, "--nbest", "1000000000"),
        (*TAG, "--nbest", "0"),
        (*TAG, "--threads", "1000000"),
        (*TAG, "--threads", "9" * 5000),
        (*TAG, "--columns", ",".join(["word"] * 1_000_001)),
        (*TAG, "--columns", "word,\x1b[2J"),
        (*TAG, "--columns", "word," + "x" * 1_001),
        (*TAG, "--columns", "word,\udce9"),
        (*TRAIN, "--seed", "-1"),
        (*TRAIN, "--seed", "1.5"),
        (*TRAIN, "--seed", HUGE),
        (*TRAIN, "--max-iterations", HUGE),
        (*TRAIN, "--min-count", HUGE),
        (*TRAIN, "--c2", "nan"),
        (*TRAIN, "--c2", "much"),
        (*TRAIN, "--c2", "inf"),
        (*TRAIN, "--c2", "-1"),
        (*TRAIN, "--c2", "1e300"),
        (*TRAIN, "--c1", "nan"),
        (*SIMULATE, "--budget", HUGE),
        (*SIMULATE, "--seed", HUGE),
        (*SIMULATE, "--until", "nan"),
        (*SIMULATE, "--until", "0"),
        (*SIMULATE, "--error-rate", "nan"),
        (*SIMULATE, "--c2", "nan"),
        (*NEW, "--control", HUGE),
        (*NEW, "--labels", ",".join(map(str, range(100_000)))),
        (*NEW, "--labels", "A,B\x07"),
        (*TRAIN, "--algorithm", "foo"),
        (*TRAIN, "--algorithm", ""),
        (*TRAIN, "--algorithm", "LBFGS"),
        (*TRAIN, "--algorithm", "\x1b[2J" + "x" * 10_000),
        (*NEW, "--scheme", "iob9"),
        ("evaluate", "{model}", "{data}", "--scheme", "iob9"),
        ("import", "{folder}/p.tagwright", "{data}", "--format", "pdf"),
        ("import", "{folder}/p.tagwright", "{data}", "--as", "silver"),
        ("export", "{folder}/p.tagwright", "{folder}/out", "--format", "pdf"),
        ("reproduce", "wallach-4.3", "--limit", HUGE),
        ("benchmark", "tagging", "--runs", HUGE),
    ],
    ids=lambda some: ascii(" ".join(some[-2:])[:40]),
)
def test_a_value_out_of_range_is_wrong_usage(paths, capsys, arguments):
    assert run(filled(arguments, paths)) == 2
    out, output = capsys.readouterr()
    assert (out, output.count("\n")) == ("", 1)
    assert output.startswith(f"{arguments[-2]}: ")
    assert "is expected; " in output or "leave some out" in output
    assert "range" not in output
    assert "<=" not in output
    assert [path.name for path in paths["folder"].iterdir()] == ["data.conll"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            (*TAG, "--nbest", "2000"),
            "--nbest: '2000' was given, and a whole number from 1 to 1,000 is expected; choose "
            "another value.\n",
        ),
        (
            (*NEW, "--scheme", "iob9"),
            "--scheme: 'iob9' was given, and one of tokens, iob1, iob2, ioe2, bioes, bilou is "
            "expected; choose another value.\n",
        ),
        (
            (*SIMULATE, "--until", "1.5"),
            "--until: '1.5' was given, and a number above 0, and at most 1 is expected; choose "
            "another value.\n",
        ),
    ],
)
def test_the_sentence_names_what_was_found_and_what_is_expected(paths, capsys, arguments, sentence):
    assert run(filled(arguments, paths)) == 2
    assert capsys.readouterr().err == sentence


def test_a_long_name_and_an_unprintable_one_are_told_apart(paths, capsys):
    assert run(filled((*NEW, "--labels", "x" * 1_001), paths)) == 2
    output = capsys.readouterr().err
    assert "has 1,001 characters, and a name of at most 1,000 is expected" in output
    assert run(filled((*NEW, "--labels", "A\x07"), paths)) == 2
    output = capsys.readouterr().err
    assert "cannot be printed" in output
    assert "1,000" not in output
    assert run(filled((*NEW, "--labels", "x" * 1_000), paths)) == 0


@pytest.mark.parametrize("command", ["reproduce", "benchmark"])
def test_a_name_that_stands_for_nothing_is_told_with_those_that_do(capsys, command):
    assert run([command, "foo"]) == 2
    output = capsys.readouterr().err
    assert output.count("\n") == 1
    assert output.startswith("NAME: 'foo' was given, and one of ")
    assert output.endswith(" is expected; choose another value.\n")


def test_every_fixed_choice_is_told_in_our_words():
    ours = [
        parameter.type
        for command in commands.commands.values()
        for parameter in command.params
        if isinstance(parameter.type, click.Choice)
    ]
    assert len(ours) > 10
    assert {type(one) for one in ours} == {OneOf}


@pytest.mark.parametrize("labels", ["A,,B", "A,A", "O", "A B"])
def test_labels_that_are_none_are_bad_input(paths, capsys, labels):
    assert run(filled((*NEW, "--labels", labels), paths)) == 1
    assert "label" in capsys.readouterr().err
    assert not paths["folder"].joinpath("p.tagwright").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "This is a folder"),
        ("missing/data.conll", "There is no such file"),
        ("empty.conll", "The file is empty"),
        ("socket", "a socket or a disk"),
        ("caf\udce9.conll", "There is no such file"),
    ],
    ids=["folder", "no folder", "empty", "socket", "not UTF-8"],
)
def test_an_input_that_is_no_file_is_told_in_one_sentence(paths, capsys, name, words):
    folder = paths["folder"]
    folder.joinpath("empty.conll").touch()
    os.mknod(folder / "socket", 0o600 | stat.S_IFSOCK)
    status = run(["train", str(folder / name), "--model", str(folder / "m.crf")])
    output = capsys.readouterr().err
    assert (status, output.count("\n")) == (1, 1)
    assert words in output
    assert not folder.joinpath("m.crf").exists()


# ---- outputs


@pytest.fixture(scope="module")
def tagging(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tagging")
    data, model = folder / "text.conll", folder / "m.crf"
    data.write_text(DATA)
    assert run(["train", str(data), "--model", str(model), "--max-iterations", "3"]) == 0
    return ["tag", str(model), str(data)]


def shell(command, *arguments):
    """Run a line of the shell in which "$@" is the program with some arguments."""
    program = [sys.executable, "-m", "app", *arguments]
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command, "bash", *program],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        timeout=600,
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ('"$@" > /dev/full', "standard output: The disk is full"),
        ('"$@" >&-', "standard output: It is closed, so not everything was printed; give it"),
        ('"$@" >&- 2>&-', ""),
    ],
    ids=["full", "closed", "both closed"],
)
def test_an_output_that_takes_nothing_is_told(tagging, command, words):
    done = shell(command, *tagging)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1 if words else 0)
    assert words in done.stderr


@pytest.mark.parametrize("name", ["-", "/dev/stdout"])
def test_data_for_a_full_output_are_told_like_what_is_printed(tagging, name):
    done = shell('"$@" > /dev/full', *tagging, "--output", name)
    expected = "standard output: The disk is full, so not everything was printed; free some"
    assert (done.returncode, done.stderr.startswith(expected)) == (1, True)


@pytest.mark.parametrize(
    ("stream", "form"),
    [("> /dev/full", ()), ("> /dev/full", ("--json",)), (">&-", ("--json",))],
)
def test_what_was_written_is_named_if_nothing_can_be_printed(tmp_path, stream, form):
    data, model = tmp_path / "data.conll", tmp_path / "m.crf"
    data.write_text(DATA)
    done = shell(f'"$@" {stream}', "train", str(data), "--model", str(model), *form)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith(f"not everything was printed; written: {model}.")
    assert model.is_file()


def test_a_project_is_not_written_into_through_a_closed_output(tmp_path):
    path = tmp_path / "p.tagwright"
    done = shell('"$@" <&- >&- 2>&-', "new", str(path), "--labels", "A,B")
    assert done.returncode == 0
    assert run(["check", str(path)]) == 0


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_result_in_a_file_needs_no_streams(tagging, tmp_path, closed):
    done = shell(f'"$@" {closed}', *tagging, "--output", str(tmp_path / "out.conll"))
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.conll").read_text().count("\n") == DATA.count("\n")
    done = shell(f'"$@" {closed}', *tagging, "--out", str(tmp_path / "all"))
    assert (done.returncode, done.stderr) == (0, "")


def test_projects_are_written_without_streams(tmp_path):
    project, data = str(tmp_path / "p.tagwright"), tmp_path / "data.conll"
    data.write_text(DATA)
    others = [str(tmp_path / name) for name in ("1.conll", "2.conll")]
    for other in others:
        Path(other).write_text(DATA)
    for words in (
        ("new", project, "--labels", "B-PER,B-LOC"),
        ("import", project, *others),
        ("export", project, str(tmp_path / "folder"), "--everything"),
        ("new", str(tmp_path / "again.tagwright"), "--from", str(tmp_path / "folder")),
    ):
        done = shell('"$@" >&-', *words)
        assert (done.returncode, done.stderr) == (0, ""), words
    assert run(["check", str(tmp_path / "again.tagwright")]) == 0


def test_a_pipe_that_is_closed_early_is_left_quietly(tagging, tmp_path):
    data = tmp_path / "long.conll"
    data.write_text(DATA * 20_000)
    done = shell('"$@" | head -n 1', *tagging[:2], str(data))
    assert done.stdout.startswith("Anna NNP B-PER ")
    assert done.stdout.count("\n") == 1
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize(
    "command",
    [
        'cat "$4" | "${@:1:3}" tag "$5" /dev/stdin',
        'cat "$4" | "${@:1:3}" tag "$5" -',
        '"${@:1:3}" tag "$5" <(cat "$4")',
    ],
    ids=["device", "standard input", "substitution"],
)
def test_a_pipe_is_read(tagging, command):
    _, model, data = tagging
    done = shell(command, data, model)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == DATA.count("\n")


def test_a_pipe_is_imported(tmp_path):
    data, path = tmp_path / "data.conll", tmp_path / "p.tagwright"
    data.write_text(DATA)
    assert run(["new", str(path)]) == 0
    done = shell('"${@:1:3}" import "$5" <(cat "$4")', str(data), str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 sentences, 4 tokens (columns)." in done.stdout


def test_what_is_known_of_the_labels_may_come_through_a_pipe(tagging):
    command = '"$@" --constraints <(printf "_\\nO\\n\\n_\\nO\\n")'
    done = shell(command, *tagging)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == DATA.count("\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_an_interrupted_command_leaves_nothing_behind(tagging, tmp_path, name):
    number = getattr(signal, name)
    out, pipe = tmp_path / "out.conll", tmp_path / "pipe"
    os.mkfifo(pipe)
    program = [sys.executable, "-m", "app", *tagging[:2], str(pipe), "-o", str(out)]
    with (
        subprocess.Popen(
            program,
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
        ) as child,
        # Opening waits for the command, which then reads and waits for more.
        pipe.open("wb") as writer,
    ):
        writer.write(DATA.encode())
        writer.flush()
        child.send_signal(number)
        _, output = child.communicate(timeout=600)
    assert output.strip() == "Interrupted; nothing half-written is left."
    assert child.returncode == 128 + number
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_command_that_waits_for_a_pipe_says_so(tagging, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = [sys.executable, "-m", "app", *tagging[:2], str(pipe)]
    with subprocess.Popen(program, cwd=ROOT, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        output = child.stderr.readline()
        child.send_signal(signal.SIGINT)
        child.communicate(timeout=600)
    assert output == f"{pipe}: nothing has arrived yet; still waiting (Ctrl+C stops).\n"


FORGED = "a\r\nnames.conll: 7 sentences, 7 tokens (columns)."


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "{folder}/p.tagwright", "{folder}/" + FORGED),
        ("import", "{folder}/p.tagwright", "{folder}/none" + FORGED),
        ("import", "{folder}/none" + FORGED, "{data}"),
        ("check", "{folder}/none" + FORGED),
        ("new", "{folder}/" + FORGED + ".tagwright"),
        ("new", "{folder}/b.tagwright", "--labels", f"{FORGED},{FORGED}"),
        ("export", "{folder}/p.tagwright", "{folder}/none/" + FORGED),
        ("export", "{folder}/p.tagwright", "{folder}/e" + FORGED, "--everything"),
        ("train", f"--{FORGED}"),
        (FORGED,),
        (FORGED, FORGED),
    ],
    ids=lambda some: ascii(" ".join(some)[:30]),
)
def test_no_name_forges_a_line_of_output(paths, capsys, arguments):
    folder = paths["folder"]
    (folder / FORGED).write_text("Anna B-PER\n")
    assert run(("new", str(folder / "p.tagwright"))) == 0
    assert run(("import", str(folder / "p.tagwright"), str(paths["data"]))) == 0
    capsys.readouterr()
    run(filled(arguments, paths))
    received = "".join(capsys.readouterr())
    assert "\r" not in received
    assert "\\nnames.conll: 7" in received
    assert not [line for line in received.split("\n") if line.startswith("names.conll: 7")]


def test_a_bar_has_a_label_of_one_line(monkeypatch):
    shown = io.StringIO()
    shown.isatty = lambda: True
    monkeypatch.setattr("sys.stderr", shown)
    with progress_bar(f"Importing {FORGED}\x1b[2J") as monitor:
        monitor(1, 1)
    assert "Importing a\\u000d\\nnames.conll" in shown.getvalue()
    assert "\x1b[2J" not in shown.getvalue()


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((*TRAIN, "--vectors", "a.vec", "--vectors", "b.vec"), "--vectors"),
        (("train", "{data}", "--model", "a.crf", "--model={folder}/m.crf"), "--model"),
    ],
)
def test_an_option_of_one_file_is_given_once(paths, capsys, arguments, name):
    assert run(filled(arguments, paths)) == 2
    assert f"The option {name} is given 2 times; give it once." in capsys.readouterr().err


def test_other_options_are_given_as_often_as_needed(paths, capsys):
    several = ("--gazetteer", "none.txt", "--gazetteer", "other.txt")
    assert run(filled((*TRAIN, *several, "--c2", "1", "--c2", "2"), paths)) == 1
    assert "none.txt" in capsys.readouterr().err
