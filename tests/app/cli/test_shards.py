"""`tagwright train` over shards."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext

import pytest

from app.__main__ import main
from app.cli import shard_options
from app.jobs.train_files import shards
from crfcore import CrfError, LinearChainCRF, model_file
from tests.crfcore.training.shards.corpora import PLAIN, sentences, write_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path, sentences(40))
    (tmp_path / "lines").write_text(PLAIN)
    return tmp_path


COMMON = ["train", "part*", "--columns", "word,tag,label", "--template", "lines", "--model"]


def test_files_of_a_pattern_are_trained_on_out_of_core(folder, capfd):
    options = ["--out-of-core", "shards", "--shard-tokens", "50", "--checkpoint", "state"]
    assert main([*COMMON, "m.crf", *options, "--test", "part0.conll", "--json"]) == 0
    out, err = capfd.readouterr()
    figures = json.loads(out)
    assert "Reading 3 files into shards …\n" in err
    assert (figures["n_files"], figures["n_sentences"]) == (3, 40)
    assert figures["test"]["tokens"] > 20
    assert not list((folder / "shards").iterdir())
    assert main(["evaluate", "m.crf", "part2.conll"]) == 0
    # A training from the checkpoint ends with the same weights.
    assert main([*COMMON, "again.crf", "--shard-tokens", "50", "--resume", "state"]) == 0
    one, other = (LinearChainCRF.load(name) for name in ("m.crf", "again.crf"))
    assert one.state_features_ == other.state_features_
    assert one.metadata_["columns"] == ["word", "tag", "label"]
    assert one.metadata_["scheme"] == "iob2"


def test_a_long_reading_tells_how_far_it_is(folder, capfd, monkeypatch):
    monkeypatch.setattr(shards, "TOLD_EACH", 0.0)
    assert main([*COMMON, "m.crf", "--checkpoint", "state"]) == 0
    assert "1 of 3 files read …\n2 of 3 files read …\n" in capfd.readouterr().err


def test_another_size_of_shards_is_named_where_a_state_does_not_fit(folder, capfd):
    assert main([*COMMON, "m.crf", "--shard-tokens", "50", "--checkpoint", "state"]) == 0
    assert main([*COMMON, "again.crf", "--resume", "state"]) == 1
    assert "options of that one (also --shard-tokens), or leave out --resume." in (
        capfd.readouterr().err
    )


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--algorithm", "ap"], "--algorithm is not available over shards"),
        (["--constraints", "lines"], "--constraints is not available over shards"),
        (["--gazetteer", "lines"], "--gazetteer is not available over shards"),
        (["--choose"], "--choose is not available over shards"),
        (["--initial", "passes"], "--initial is not available over shards"),
        (["--workers", "2", "--out-of-core", "s"], "--workers cannot be combined with --out-of"),
        (["--dashboard"], "--dashboard is for --workers"),
        (["--resume", "text", "--initial", "zeros"], "--initial cannot be combined with --resume"),
    ],
)
def test_what_is_not_available_is_a_usage_error(folder, capfd, options, message):
    assert main([*COMMON, "m.crf", "--shard-tokens", "50", *options]) == 2
    assert message in capfd.readouterr().err
    assert not (folder / "m.crf").exists()


def test_a_pattern_without_shards_names_the_options_for_it(folder, capfd):
    assert main([*COMMON, "m.crf"]) == 1
    assert capfd.readouterr().err == (
        "part*: No file has this name; for a pattern of several files add --out-of-core DIR, "
        "--workers N, --scheduler ADDRESS or --checkpoint FILE.\n"
    )
    assert not (folder / "m.crf").exists()


@pytest.mark.parametrize(
    ("checkpoint", "message"),
    [
        ("part0.conll", "part0.conll: The result would take the place of this file"),
        ("lines", "lines: The result would take the place of this file"),
        ("test", "test: The result would take the place of this file"),
        ("./m.crf", "m.crf: The model and the checkpoint have the same name"),
        ("none/state", "none/state: There is no such folder"),
        ("text", "text: This is no checkpoint, and would be replaced by one; choose"),
        ("earlier.crf", "earlier.crf: This is no checkpoint, and would be replaced"),
    ],
)
def test_a_checkpoint_replaces_no_other_file(folder, capfd, checkpoint, message):
    (folder / "test").write_bytes((folder / "part0.conll").read_bytes())
    (folder / "text").write_text("My notes.\n")
    model_file.write("earlier.crf", {"kind": "chain"}, {})
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    words = [*COMMON, "m.crf", "--checkpoint", checkpoint, "--test", "test"]
    assert main(words) == 1
    assert message in capfd.readouterr().err
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_a_checkpoint_replaces_an_earlier_one(folder):
    (folder / "state").touch()
    for _ in range(2):
        assert main([*COMMON, "m.crf", "--checkpoint", "state"]) == 0
        assert (folder / "state").stat().st_size


@pytest.mark.parametrize("at", [3, 15])
def test_what_was_interrupted_names_its_checkpoint(folder, capfd, monkeypatch, at):
    def interrupt(progress):
        if progress.iteration == at:
            raise KeyboardInterrupt

    monkeypatch.setattr(shard_options, "training_progress", lambda: nullcontext(interrupt))
    assert main([*COMMON, "m.crf", "--checkpoint", "state"]) == 130
    said = capfd.readouterr().err
    assert ("The state is in state; the same command with --resume state goes on." in said) == (
        at > 10
    )
    assert (folder / "state").exists() == (at > 10)


@pytest.mark.parametrize(
    ("options", "at", "advice"),
    [
        (["--checkpoint", "state"], 15, "the same command with --resume state goes on.\n"),
        (["--checkpoint", "state"], 3, ""),
        (["--shard-tokens", "50"], 15, "Nothing is kept of this training; with --checkpoint FILE "),
    ],
)
def test_an_error_in_a_training_names_its_checkpoint(
    folder, capfd, monkeypatch, options, at, advice
):
    def lose(progress):
        if progress.iteration == at:
            raise CrfError("The workers were lost.")

    monkeypatch.setattr(shard_options, "training_progress", lambda: nullcontext(lose))
    assert main([*COMMON, "m.crf", *options]) == 1
    said = capfd.readouterr().err
    assert said.endswith("The workers were lost.\n")
    assert advice in said
    assert ("--resume" in said) == bool(advice)


def test_a_cluster_is_named_in_errors(folder, capfd, monkeypatch):
    assert main([*COMMON, "m.crf", "--scheduler", "tcp://10.1.2.3:1"]) == 1
    message = capfd.readouterr().err
    assert "without TLS" in message
    monkeypatch.setitem(sys.modules, "distributed", None)
    for option in (["--workers", "2"], ["--scheduler", "tcp://127.0.0.1:1"]):
        assert main([*COMMON, "m.crf", *option]) == 1
        message = capfd.readouterr().err
        assert (
            f"{option[0]} needs Dask; install it with pip install 'tagwright[cluster]'." in message
        )
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert main([*COMMON, "m.crf", "--workers", "2"]) == 1
    assert "--workers needs Dask, which only the Python package" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("address", "settings", "message"),
    [
        ("tls://10.1.2.3:1", {}, "needs certificates, and none are set in this terminal"),
        ("tls://10.1.2.3:1", {"tls.ca-file": "none.pem"}, "none.pem: There is no such file"),
        ("tcp://127.0.0.1:1", {"require-encryption": True}, "without encryption, which this"),
    ],
)
def test_settings_of_the_terminal_are_named(folder, capfd, address, settings, message):
    config = pytest.importorskip("dask.config")
    names = ("tls.ca-file", "tls.client.cert", "tls.client.key", "require-encryption")
    given = dict.fromkeys(names) | settings
    if settings:
        given["tls.client.cert"] = "none.pem"
    with config.set({f"distributed.comm.{name}": value for name, value in given.items()}):
        assert main([*COMMON, "m.crf", "--scheduler", address]) == 1
    assert message in capfd.readouterr().err


def test_an_altered_checkpoint_is_named(folder, capfd):
    options = [*COMMON, "m.crf", "--shard-tokens", "50"]
    assert main([*options, "--checkpoint", "state"]) == 0
    content, arrays = model_file.read("state")
    arrays["state/x"] *= 1000.0
    model_file.write("state", content, arrays)
    capfd.readouterr()
    (folder / "m.crf").unlink()
    assert main([*options, "--resume", "state"]) == 1
    said = capfd.readouterr().err.splitlines()[-1]
    assert said.startswith("state: The state of a training records an objective of ")
    assert said.endswith("it has been altered: train from the beginning.")
    assert not (folder / "m.crf").exists()


def test_errors_of_files_are_one_sentence(folder, capfd):
    (folder / "part2.conll").write_text("a O\n\n")
    assert main([*COMMON, "m.crf", "--shard-tokens", "50"]) == 1
    reading, error = capfd.readouterr().err.splitlines()
    assert reading == "Reading 3 files into shards …"
    assert error.startswith("part2.conll: The file has 2 columns")
    assert main(["train", "x*", "--model", "m.crf", "--out-of-core", "shards"]) == 1
    assert "No file matches this pattern" in capfd.readouterr().err
    assert main([*COMMON, "m.crf", "--resume", "lines"]) == 1
    assert "lines: " in capfd.readouterr().err
    assert main(["train", "--model", "m.crf", "--out-of-core", "shards"]) == 2
    assert "DATA" in capfd.readouterr().err
