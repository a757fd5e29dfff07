"""Vectors and clusters on the command line: from text to a model that reads them elsewhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from app.__main__ import main
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.training import word_clusters
from app.storage.project_file import ProjectFile
from crfcore import LinearChainCRF, WordCases, WordClusters, WordVectors

NAMES, VERBS = ("Anna", "Ben", "Cleo", "Dora"), ("slept", "ran", "ate", "sang")
TEXT = "".join(
    f"{name} {verb} and {other} {verb} .\n" for name in NAMES for verb in VERBS for other in NAMES
)
TRAIN = "Anna PER\nslept O\n\nBen PER\nran O\nand O\nAnna PER\nate O\n\n" * 3


@pytest.fixture
def tagwright(tmp_path, monkeypatch, capfd):
    """Run a command in a folder with a text; give its status, standard output and error."""
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text(TEXT)
    Path("train.conll").write_text(TRAIN)
    Path("new.txt").write_text("dora ate and eva ate\n")

    def run(*arguments):
        status = main(list(arguments))
        return status, *capfd.readouterr()

    return run


@pytest.fixture
def learned(tagwright):
    """Return what runs commands, where vectors, clusters and cases have been learned."""
    choices = {"vectors": ["--dimensions", "4"], "clusters": ["--classes", "4"], "cases": []}
    for command, more in choices.items():
        out = f"words.{command}"
        status, _, err = tagwright(command, "text.txt", "-o", out, "--tokens", "spaces", *more)
        assert (status, err) == (0, "")
    return tagwright


def test_vectors_and_clusters_are_learned_from_texts(learned):
    vectors = WordVectors.load("words.vectors")
    assert vectors.n_dimensions == 4
    assert {word for word, _ in vectors.similar("Anna", 3)} == {"Ben", "Cleo", "Dora"}
    clusters = WordClusters.load("words.clusters")
    assert len(clusters.bit_strings) == 4
    assert set(NAMES) <= set(clusters.words_of(clusters.bits("Anna")[:2]))
    assert not set(VERBS) & set(clusters.words_of(clusters.bits("Anna")[:2]))


def test_a_model_reads_the_letter_case_of_words(learned):
    cases = WordCases.load("words.cases")
    assert [cases.case(word) for word in ("anna", "Slept", "Eva")] == ["capital", "lower", ""]
    Path("t.txt").write_text("Ua:%case[0]\nB\n")
    files = "--cases", "words.cases", "--template", "t.txt"
    assert learned("train", "train.conll", "--model", "m.crf", *files)[0] == 0
    Path("words.cases").unlink()
    Path("headline.txt").write_text("DORA ATE AND BEN SANG\n")
    status, out, _ = learned("tag", "m.crf", "headline.txt")
    assert status == 0
    assert [line.split()[1] for line in out.splitlines() if line] == ["PER", "O", "O", "PER", "O"]


def test_figures_are_printed(tagwright):
    status, out, err = tagwright(
        "vectors", "text.txt", "text.txt", "-o", "w.vec", "--json", "--tokens", "spaces"
    )
    assert (status, err) == (0, "")
    figures = json.loads(out)
    assert (figures["n_tokens"], figures["n_words"]) == (2 * 6 * 64, 10)
    assert figures["n_sentences"] == 2 * 64
    assert figures["seconds"] >= 0.0
    status, out, _ = tagwright("clusters", "text.txt", "-o", "w.clusters", "--tokens", "spaces")
    assert status == 0
    assert out.startswith("w.clusters: clusters of 10 words from 384 tokens in ")


def test_a_model_carries_what_it_reads(learned, monkeypatch, tmp_path):
    files = ("--vectors", "words.vectors", "--clusters", "words.clusters")
    assert learned("train", "train.conll", "--model", "m.crf", *files)[0] == 0
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    for name in ("words.vectors", "words.clusters"):
        (tmp_path / name).unlink()
    status, out, err = learned("tag", "../m.crf", "../new.txt")
    assert (status, err) == (0, "")
    assert out == "dora PER\nate O\nand O\neva PER\nate O\n\n"
    status, _, err = learned("evaluate", "../m.crf", "../train.conll")
    assert (status, err) == (0, "")
    crf = LinearChainCRF.load("../m.crf")
    assert {"Uv:0", "Uv:3"} < set(crf.attributes_)


def test_training_starts_from_weights_of_earlier_vectors(learned):
    assert learned("train", "train.conll", "--model", "m.crf", "--vectors", "words.vectors")[0] == 0
    more = ("--tokens", "spaces", "--dimensions", "4", "--like", "words.vectors")
    assert learned("vectors", "text.txt", "new.txt", "-o", "w2.vec", *more)[0] == 0
    status, out, _ = learned(
        *("train", "train.conll", "--model", "m2.crf", "--vectors", "w2.vec"),
        *("--initial", "m.crf", "--json"),
    )
    assert status == 0
    fresh = learned("train", "train.conll", "--model", "m3.crf", "--vectors", "w2.vec", "--json")
    assert json.loads(out)["iterations"] < json.loads(fresh[1])["iterations"]


def test_tagging_in_slices_is_tagging_as_a_whole(learned, monkeypatch):
    assert learned("train", "train.conll", "--model", "m.crf", "--vectors", "words.vectors")[0] == 0
    Path("long.txt").write_text("eva sang and eva slept\nzoe ate .\n\nzoe and eva ran .\n" * 3)
    whole = learned("tag", "m.crf", "long.txt", "--marginals")
    assert whole[0] == 0
    monkeypatch.setattr("app.jobs.tag_files.tag.SENTENCES_AT_ONCE", 2)
    assert learned("tag", "m.crf", "long.txt", "--marginals")[1] == whole[1]
    scores = learned("evaluate", "m.crf", "train.conll")[1]
    monkeypatch.setattr("app.jobs.labelled_files.evaluate.MOST_ENTRIES", 1)
    assert learned("tag", "m.crf", "long.txt", "--marginals")[1] == whole[1]
    assert learned("evaluate", "m.crf", "train.conll")[1] == scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("vectors", "none.txt", "-o", "w.vec"), "none.txt"),
        (("vectors", "text.txt", "-o", "text.txt"), "take the place of this file"),
        (("vectors", "text.txt", "-o", "w.vec", "--like", "text.txt"), "file of word vectors"),
        (
            ("vectors", "text.txt", "-o", "w.vec", "--like", "words.vectors"),
            "words.vectors: These vectors have 4 dimensions",
        ),
        (("clusters", "words.vectors", "-o", "w.clusters"), "words.vectors"),
        (
            ("train", "train.conll", "--model", "m.crf", "--vectors", "words.clusters"),
            "holds word clusters, and a file of word vectors is needed; choose such a file.",
        ),
        (
            ("train", "train.conll", "--model", "m.crf", "--vectors", "text.txt"),
            "text.txt: this is not a file of word vectors of crfcore",
        ),
        (
            (
                *("train", "train.conll", "--model", "m.crf", "--clusters", "words.clusters"),
                *("--template", "t.txt"),
            ),
            "words.clusters: The template has no line that reads clusters; choose basic, "
            "basic-pos, ner or pos, or add a line such as Uc:%cluster[0,4].",
        ),
        (
            (
                *("train", "train.conll", "--model", "m.crf", "--cases", "words.cases"),
                *("--template", "t.txt"),
            ),
            "words.cases: The template has no line that reads cases; choose basic, basic-pos, ner "
            "or pos, or add a line such as Ul:%case[0].",
        ),
        (
            (
                *("train", "train.conll", "--model", "m.crf", "--vectors", "words.vectors"),
                *("--template", "t.txt"),
            ),
            "words.vectors: The template has no line that reads vectors; choose basic, basic-pos, "
            "ner or pos, or add a line such as Uv:%vector[0].",
        ),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(learned, arguments, message):
    Path("t.txt").write_text("U:%x[0,0]\nB\n")
    status, out, err = learned(*arguments)
    assert (status, out, err.count("\n")) == (1, "", 1)
    assert message in err
    assert not Path("w.vec").exists()
    assert not Path("m.crf").exists()


@pytest.mark.parametrize(
    "arguments",
    [("--dimensions", "0"), ("--dimensions", "301"), ("--tokens", "letters"), ("--threads", "0")],
)
def test_values_that_are_not_possible_are_wrong_usage(tagwright, arguments):
    status, out, _ = tagwright("vectors", "text.txt", "-o", "w.vec", *arguments)
    assert (status, out) == (2, "")


@pytest.fixture
def project(tagwright, monkeypatch):
    """Return what runs commands, beside a project with labelled and unlabelled text."""
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", 300)
    for arguments in (
        ("new", "p.tagwright", "--labels", "PER", "--scheme", "tokens"),
        ("import", "p.tagwright", "train.conll", "--as", "gold"),
        ("import", "p.tagwright", "text.txt", "--as", "text", "--format", "text"),
    ):
        assert tagwright(*arguments)[0] == 0
    return tagwright


def test_what_a_project_adds_is_said(project):
    status, out, err = project("train", "p.tagwright", "--model", "m.crf", "--json")
    figures = json.loads(out)
    n_tokens = figures["cluster_tokens"]
    said = (
        "Learned word clusters, word vectors and letter case from {} tokens of this project, "
        "labelled or not."
    )
    assert (status, err) == (0, said.format(n_tokens) + "\n")
    assert figures["learned_from_text"] == ["clusters", "vectors", "cases"]
    assert project("vectors", "text.txt", "-o", "w.vec", "--dimensions", "4")[0] == 0
    more = ("--vectors", "w.vec")
    status, _, err = project("train", "p.tagwright", "--model", "m.crf", *more)
    assert (status, err.split(" from ")[0]) == (0, "Learned word clusters and letter case")


def clusters_of(path: str) -> WordClusters:
    return LinearChainCRF.load(path).extractor_.clusters


def test_a_model_of_a_project_has_clusters_of_all_its_text(project):
    status, out, _ = project("train", "p.tagwright", "--model", "m.crf", "--json")
    assert status == 0
    with ProjectFile.open(Path("p.tagwright"), for_reading=True) as file:
        learning, loaded = ProjectLearning(), file.load()
    data = learning.snapshot(loaded)
    n_tokens = learning.learn_clusters(data, lambda: False, lambda _done, _total: None)
    assert json.loads(out)["cluster_tokens"] == n_tokens == loaded.corpus.n_tokens
    in_window = learning.train(data, None, lambda _: None, lambda: False, 1)
    own, theirs = clusters_of("m.crf"), in_window.crf.extractor_.clusters
    assert (own.words, own.bit_strings) == (theirs.words, theirs.bit_strings)
    assert own.classes.tolist() == theirs.classes.tolist()
    assert LinearChainCRF.load("m.crf").extractor_.learned.cases.case("ANNA") == "capital"
    # The model works without the project, also for words without a label in it.
    Path("new.txt").write_text("Dora sang\n")
    Path("p.tagwright").unlink()
    status, out, _ = project("tag", "m.crf", "new.txt")
    assert status == 0
    labels = dict(line.split() for line in out.splitlines() if line)
    assert labels["Dora"] == "PER"
    assert labels["sang"] == "O"


def test_a_file_of_clusters_replaces_those_of_a_project(project):
    project("clusters", "text.txt", "-o", "w", "--tokens", "spaces", "--classes", "3")
    assert project("train", "p.tagwright", "--model", "m.crf", "--clusters", "w")[0] == 0
    assert len(clusters_of("m.crf").bit_strings) == 3


@pytest.mark.parametrize("least", [10_000, 300])
def test_a_short_text_or_another_template_gives_no_clusters(project, monkeypatch, least):
    monkeypatch.setattr(word_clusters, "LEAST_TOKENS", least)
    Path("t").write_text("U0:%x[0,0]\nB\n")
    more = ["--template", "t"] if least == 300 else []
    status, out, _ = project("train", "p.tagwright", "--model", "m.crf", "--json", *more)
    assert status == 0
    assert "cluster_tokens" not in json.loads(out)
    assert clusters_of("m.crf") is None


def test_sentences_of_one_length_that_end_alike_are_told_to_be_taken_for_a_table(tagwright):
    Path("alike.txt").write_text("he came .\nshe left .\n" * 30)
    Path("rows.tsv").write_text("he came .\nshe left .\n" * 30)
    for name, more, n_words, remark in (
        ("alike.txt", [], 2, "alike.txt is read as a table, whose first column holds the words"),
        ("rows.tsv", [], 2, ""),
        ("alike.txt", ["--tokens", "spaces"], 4, ""),
    ):
        status, out, err = tagwright("cases", name, "-o", "words.cases", "--json", *more)
        assert status == 0
        assert json.loads(out)["n_words"] == n_words
        assert (remark in err) if remark else not err


def test_a_labelled_file_beside_sentences_with_spaces_is_read_as_a_table(tagwright):
    Path("lines.txt").write_text("he came and went .\nshe left .\n")
    Path("labelled").write_text("Ann PER\nslept O\n\nBob PER\nran O\n\n")
    for command in ("vectors", "clusters", "cases"):
        more = ["--tokens", "spaces", "--json", "-o", "out"]
        status, out, err = tagwright(command, "lines.txt", "labelled", *more)
        assert (status, json.loads(out)["n_sentences"]) == (0, 4)
        assert json.loads(out)["n_tokens"] == 12
        assert err == "labelled is read as a table, whose first column holds the words.\n"
