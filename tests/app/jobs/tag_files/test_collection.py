"""Collections are tagged as single files are, and a run that was ended goes on."""

from __future__ import annotations

import gzip
import json
import os
from concurrent.futures import Future
from pathlib import Path
from threading import Thread

import numpy as np
import pytest

from app.jobs.tag_files import collection as tag_collection
from app.jobs.tag_files import file_parts
from app.jobs.tag_files.collection import Collection, with_rules
from app.jobs.tag_files.collection_files import files_of
from app.jobs.tag_files.collection_runs import RUN_FILE
from app.jobs.tag_files.file_parts import PartedFile
from app.jobs.tag_files.tag import TagOptions, tag
from crfcore import LinearChainCRF
from crfcore.constraints.json_files import rules_text
from crfcore.constraints.kinds import Lexical, Phrases
from crfcore.constraints.rules import Rule
from crfcore.errors import CrfError, DataError
from crfcore.text.lines import reading_streams

WORDS = ("ka", "to", "lu", "ren", "zu")


def made_up(seed, n=30, *, ends=("\n",)):
    """Return a column file of two columns, with comments, and empty lines of any number."""
    rng = np.random.default_rng(seed)
    text = ""
    for number in range(n):
        end = ends[int(rng.integers(len(ends)))]
        if rng.integers(4) == 0:
            text += f"# {number}{end}"
        for _ in range(int(rng.integers(1, 6))):
            text += f"{WORDS[int(rng.integers(5))]} P{int(rng.integers(2))}{end}"
        text += end * int(rng.integers(1, 4))
    return text


@pytest.fixture(scope="module")
def crf():
    words = [["ka", "to", "to", "lu"], ["lu", "ka"], ["to"], ["ren", "to", "lu"]]
    tags = [["O", "B-X", "I-X", "B-Y"], ["B-Y", "O"], ["B-X"], ["O", "B-X", "B-Y"]]
    model = LinearChainCRF(c2=0.1, max_iterations=10, template="U0:%x[0,0]\nB\n")
    model.fit([[[word] for word in sentence] for sentence in words], tags)
    model.metadata_ = {"columns": ["word", "pos", "label"]}
    return model


@pytest.fixture
def run(crf, tmp_path, monkeypatch):
    """Tag what is in the folder “in”, with parts of some hundred bytes."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(file_parts, "PART_BYTES", 300)
    Path("in/deep").mkdir(parents=True)
    model = crf.to_bytes()

    def tagged(*inputs, resume=False, watch=None, client=None, **choices):
        options = TagOptions(("word", "pos"), **choices)
        files = files_of(inputs or ("in/**/*",), Path("out"))
        collection = Collection(model, "model", files, Path("out"), options)
        return tag_collection.tag_collection(collection, resume=resume, watch=watch, client=client)

    return tagged


def alone(crf, path, **choices):
    return "".join(tag(crf, Path(path), TagOptions(("word", "pos"), **choices))).encode()


def results():
    return {
        str(path.relative_to("out")): path.read_bytes()
        for path in Path("out").rglob("*")
        if path.is_file() and path.name != RUN_FILE
    }


@pytest.mark.parametrize("choices", [{}, {"marginals": True}, {"nbest": 2}], ids=str)
def test_files_and_their_parts_become_what_single_files_do(run, crf, choices):
    for seed in range(5):
        ends = ("\n", "\r\n") if seed % 2 else ("\n",)
        mark = "\ufeff" if seed == 3 else ""
        path = Path(f"in/deep/{seed}.txt")
        path.write_bytes((mark + made_up(seed, 10 * seed + 5, ends=ends)).encode())
    Path("in/unfinished.txt").write_text(made_up(7, 60).rstrip("\n"))
    Path("in/packed.txt.gz").write_bytes(gzip.compress(made_up(8).encode()))
    seen = []
    report = run(watch=lambda *progress: seen.append(progress), **choices)
    found = results()
    assert report.n_tagged == len(found) == 7
    assert not report.failures
    for name in found.keys() - {"packed.txt.gz"}:
        assert found[name] == alone(crf, f"in/{name}", **choices), name
    assert gzip.decompress(found["packed.txt.gz"]) == alone(crf, "in/packed.txt.gz", **choices)
    total = sum(path.stat().st_size for path in Path("in").rglob("*.*"))
    assert seen[-1] == (total, total, report.n_tokens)
    assert len(seen) > 12  # files were parted
    assert not list(Path("out").rglob(".unfinished*"))


def test_conllu_is_parted_too(run, crf):
    rows = "".join(
        f"# sent_id = {number}\n1\tka\t_\tP0\t_\t_\t0\troot\t_\t_\n\n" for number in range(40)
    )
    Path("in/a.conllu").write_text(rows)
    seen = []
    options = TagOptions()
    files = files_of(["in/*"], Path("out"))
    model = crf.with_temperature(1.0)
    model.metadata_ = {}
    collection = Collection(model.to_bytes(), "model", files, Path("out"), options)
    report = tag_collection.tag_collection(collection, watch=lambda *one: seen.append(one))
    assert not report.failures
    assert results()["a.conllu"] == "".join(tag(model, Path("in/a.conllu"))).encode()
    assert len(seen) > 5


@pytest.mark.parametrize("at", [0, 30, 59])
def test_a_bad_row_of_a_part_is_named_by_its_line_and_harms_no_other_file(run, crf, at):
    sentences = ["ka P0\nto P1\n\n"] * 60
    sentences[at] = "ka P0 more\n\n"
    Path("in/bad.txt").write_text("".join(sentences))
    for name in ("a", "z"):
        Path(f"in/{name}.txt").write_text(made_up(1))
    report = run()
    with pytest.raises(DataError) as error:
        alone(crf, "in/bad.txt")
    assert report.failures == [(Path("in/bad.txt"), str(error.value))]
    assert results() == {f"{name}.txt": alone(crf, "in/a.txt") for name in ("a", "z")}
    assert report.n_tagged == 2


def test_tokens_of_a_file_that_could_not_be_written_do_not_count(run, monkeypatch):
    Path("in/large.txt").write_text(made_up(1, 60))
    Path("in/small.txt").write_text("ka P0\nto P1\n\n")
    add = PartedFile.add

    def full_disk(parted, first, end, form, data):
        if end == Path("in/large.txt").stat().st_size:
            raise DataError("The disk is full.")
        return add(parted, first, end, form, data)

    monkeypatch.setattr(PartedFile, "add", full_disk)
    seen = []
    report = run(watch=lambda *progress: seen.append(progress))
    assert report.failures == [(Path("in/large.txt"), "The disk is full.")]
    assert report.n_tokens == 2
    total = sum(path.stat().st_size for path in Path("in").iterdir() if path.is_file())
    assert seen[-1] == (total, total, 2)
    assert list(results()) == ["small.txt"]


def test_a_part_with_other_columns_is_no_part(run, crf):
    # Alone, each half is a file of its own kind; together, they are none.
    Path("in/bad.txt").write_text("ka P0\nto P1\n\n" * 40 + "ka P0 O\nto P1 O\n\n" * 40)
    report = run()
    assert "line 121" in report.failures[0][1]
    assert not results()


def test_a_run_goes_on(run, crf, monkeypatch):
    for seed in range(4):
        Path(f"in/{seed}.txt").write_text(made_up(seed, 40 * (seed == 2) + 3))
    whole = run()
    everything = results()
    assert whole.n_tagged == 4
    with pytest.raises(DataError, match="4 result files already exist; go on with --resume"):
        run()
    Path("out/1.txt").unlink()
    Path("out/3.txt").write_bytes(b"")
    left = Path("out/.unfinished-0123456789abcdef")
    left.mkdir()
    (left / "1.txt").write_text("half")
    kept = Path("out/0.txt").stat()
    report = run(resume=True)
    assert (report.n_tagged, report.n_there) == (2, 2)
    assert results() == everything
    assert Path("out/0.txt").stat() == kept
    assert not left.exists()


def test_an_interrupt_leaves_whole_files_alone(run, crf):
    for seed in range(4):
        Path(f"in/{seed}.txt").write_text(made_up(seed, 100))

    def interrupt(done, _total, _tokens):
        if done > 4000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(watch=interrupt)
    found = results()
    assert 0 < len(found) < 4
    assert all(data == alone(crf, f"in/{name}") for name, data in found.items())
    assert run(resume=True).n_there == len(found)
    assert len(results()) == 4


def test_results_of_something_else_are_kept_apart(run):
    Path("in/a.txt").write_text(made_up(1))
    run()
    with pytest.raises(DataError, match="with another value of “marginals”"):
        run(resume=True, marginals=True)
    Path("in/deep/b.txt").write_text(made_up(2))
    with pytest.raises(DataError, match=r"places of texts below '.*/in', .* below '.*/in/deep';"):
        run("in/deep/*.txt", resume=True)
    for content in ("[1", "[]", json.dumps({"kind": 1}), "[" * 30_000, "\xff"):
        Path("out", RUN_FILE).write_text(content)
        with pytest.raises(DataError, match="This is not what tagwright tag keeps"):
            run(resume=True)
    Path("out", RUN_FILE).unlink()
    with pytest.raises(DataError, match="1 result file already exists; name another folder"):
        run(resume=True)


def test_files_of_one_part_come_first_and_are_kept_if_the_run_is_ended(run):
    Path("in/a.conll").write_text(made_up(1, 200))
    for name in "bc":
        Path(f"in/{name}.conll").write_text(made_up(2, 3))
    seen = []

    def stop(done, total, tokens):
        seen.append(done)
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run("in/*.conll", watch=stop)
    assert sorted(results()) == ["b.conll", "c.conll"]
    assert run("in/*.conll", resume=True).n_there == 2


def test_links_in_the_folder_of_results_lead_nowhere(run, tmp_path):
    Path("in/deep/a.txt").write_text(made_up(1))
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Path("out").mkdir()
    Path("out/deep").symlink_to(elsewhere, target_is_directory=True)
    with pytest.raises(DataError, match="A link leads from here out of out"):
        run()
    Path("out/deep").unlink()
    Path("out/deep").mkdir()
    Path("out/deep/a.txt").symlink_to(elsewhere / "a.txt")
    with pytest.raises(DataError, match="1 result file already exists"):
        run()
    assert not list(elsewhere.iterdir())


def test_a_folder_that_cannot_be_made_is_a_failure(run):
    Path("in/deep/a.txt").write_text(made_up(1))
    Path("in/b.txt").write_text(made_up(2))
    Path("out").mkdir()
    Path("out/deep").write_text("a file")
    report = run()
    assert report.n_tagged == 1
    assert "There is a file where a folder is needed" in report.failures[0][1]


def test_rules_are_for_all_texts_and_constraints_for_one(tmp_path):
    rules, constraints = tmp_path / "rules.json", tmp_path / "constraints"
    rules.write_text(rules_text([]))
    constraints.write_text("ka _\n")
    assert with_rules(TagOptions()).rules is None
    assert with_rules(TagOptions(constraints=rules)).rules is not None
    with pytest.raises(DataError, match="constraints on the tokens of one text"):
        with_rules(TagOptions(constraints=constraints))


@pytest.fixture
def listed(tmp_path):
    """Return the path of rules that name a word list."""
    (tmp_path / "listed.txt").write_text("to\n")
    rules = rules_text([Rule(Lexical(Phrases((("ka",),)), "implies", ("X",)))])
    named = rules.replace('"phrases": [["ka"]]', '"file": "listed.txt"')
    assert named != rules
    (tmp_path / "rules.json").write_text(named)
    return tmp_path / "rules.json"


def test_a_run_does_not_go_on_with_another_word_list(run, listed):
    Path("in/a.txt").write_text(made_up(1))
    assert not run(constraints=listed).failures
    listed.with_name("listed.txt").write_text("lu\n")
    Path("in/b.txt").write_text(made_up(2))
    with pytest.raises(DataError, match="with another value of “constraints”"):
        run(resume=True, constraints=listed)
    listed.with_name("listed.txt").write_text("to\n")
    assert run(resume=True, constraints=listed).n_tagged == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with a name")
def test_rules_from_a_pipe_are_read_once_for_all_texts(run, crf, listed):
    Path("in/a.txt").write_text(made_up(1))
    Path("in/b.txt").write_text(made_up(2))
    pipe = listed.with_name("pipe")
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_text, args=(listed.read_text(),))
    writer.start()
    with reading_streams():
        report = run(constraints=pipe)
    writer.join()
    assert not report.failures
    assert results()["b.txt"] == alone(crf, "in/b.txt", constraints=listed)


class ElsewhereClient:
    """A client whose worker has another disk for some of the results."""

    def __init__(self, hidden):
        self._hidden = hidden

    def submit(self, function, *arguments):
        future = Future()
        future.set_result(function(*arguments))
        for path in Path("out").rglob("*.conll"):
            if path.name in self._hidden:
                path.unlink()
        return future


def test_what_a_worker_has_made_elsewhere_counts_as_failed(run, monkeypatch):
    monkeypatch.setattr(tag_collection, "SECONDS_TO_APPEAR", 0.1)
    for name in "abc":
        Path(f"in/{name}.conll").write_text("ka P0\nto P1\n")
    report = run(client=ElsewhereClient({"b.conll"}))
    assert report.n_tagged == 2
    assert report.n_tokens == 4
    ((source, reason),) = report.failures
    assert source == Path("in/b.conll")
    assert "A worker has made out/b.conll, which is not there on this computer" in reason
    report = run(client=ElsewhereClient(()), resume=True)
    assert (report.n_tagged, report.n_there, report.failures) == (1, 2, [])


def test_a_run_ends_early_if_its_first_file_was_made_elsewhere(run, monkeypatch):
    monkeypatch.setattr(tag_collection, "SECONDS_TO_APPEAR", 0.1)
    for name in "abc":
        Path(f"in/{name}.conll").write_text("ka P0\nto P1\n")
    with pytest.raises(CrfError, match=r"A worker has made out/a.conll, which is not there"):
        run(client=ElsewhereClient({"a.conll"}))
