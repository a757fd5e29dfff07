"""Models combined on the command line."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from app.__main__ import main
from crfcore import ColumnTable, LinearChainCRF, WordClusters, learn_clusters
from crfcore.pooling import fit_pool, pool

ONE = "Anna B-PER\nlives O\n\nBen B-PER\nworks O\nin O\nRome B-LOC\n\n" * 3
OTHER = "Cleo B-PER\nworks O\n\nUlm B-LOC\nsleeps O\n\nAnna B-PER\nsleeps O\n\n" * 3
CHECKED = "Anna B-PER\nsleeps O\nin O\nUlm B-LOC\n\nCleo B-PER\nlives O\n\n"


@cache
def trained_models() -> dict[str, bytes]:
    """Return the two models, which all tests read."""
    found = {}
    for name, text in (("one", ONE), ("other", OTHER)):
        rows = [[line.split() for line in part.split("\n")] for part in text.strip().split("\n\n")]
        crf = LinearChainCRF(template="basic").fit(
            [[[word] for word, _ in sentence] for sentence in rows],
            [[tag for _, tag in sentence] for sentence in rows],
            labels=["B-PER", "O", "B-LOC"],
        )
        crf.metadata_ = {"columns": ["word", "label"], "scheme": "iob2"}
        found[name] = crf.to_bytes()
    return found


@pytest.fixture
def tagwright(tmp_path, monkeypatch, capfd):
    """Run a command in a folder with two models; give its status, standard output and error."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("one", ONE), ("other", OTHER), ("checked", CHECKED)):
        Path(f"{name}.conll").write_text(text)

    def run(*arguments):
        status = main(list(arguments))
        return status, *capfd.readouterr()

    for name, model in trained_models().items():
        Path(f"{name}.crf").write_bytes(model)
    return run


def loaded(*names):
    return [LinearChainCRF.load(name) for name in names]


def test_models_become_one(tagwright):
    status, out, err = tagwright("combine", "one.crf", "other.crf", "--model", "m.crf")
    assert (status, err) == (0, "")
    assert out.startswith("m.crf: ")
    assert "   0.500  one.crf\n   0.500  other.crf\n" in out
    found, expected = loaded("m.crf")[0], pool(loaded("one.crf", "other.crf"))
    assert found.metadata_["columns"] == ["word", "label"]
    assert found.metadata_["scheme"] == "iob2"
    sentence = [[["Cleo"], ["works"], ["in"], ["Rome"]]]
    assert found.predict_marginals(sentence) == expected.predict_marginals(sentence)
    status, out, _ = tagwright("tag", "m.crf", "checked.conll")
    assert status == 0
    assert out.splitlines()[0].split() == ["Anna", "B-PER", "B-PER"]
    assert tagwright("evaluate", "m.crf", "checked.conll")[0] == 0


def test_weights_are_given_or_learned(tagwright):
    names = "one.crf", "other.crf"
    status, out, _ = tagwright(
        "combine", *names, "--model", "m.crf", "--weights", "0.7,0.2", "--json"
    )
    assert status == 0
    assert json.loads(out)["weights"] == [0.7, 0.2]
    status, out, _ = tagwright(
        "combine", *names, "--model", "m.crf", "--data", "checked.conll", "--json"
    )
    assert status == 0
    figures = json.loads(out)
    expected = fit_pool(
        loaded(*names),
        [[["Anna"], ["sleeps"], ["in"], ["Ulm"]], [["Cleo"], ["lives"]]],
        [["B-PER", "O", "O", "B-LOC"], ["B-PER", "O"]],
    )
    assert figures["weights"] == pytest.approx(expected.weights.tolist(), rel=1e-6)
    assert figures["n_sentences"] == 2
    assert figures["log_likelihood"] > figures["log_likelihood_of_equal_weights"]
    assert loaded("m.crf")[0].metadata_["combined"] == figures["weights"]
    status, out, _ = tagwright("combine", *names, "--model", "m.crf", "--data", "checked.conll")
    assert "Learned from 2 sentences:" in out


def test_weights_are_learned_from_a_project(tagwright):
    for arguments in (
        ("new", "p.tagwright", "--labels", "PER,LOC", "--scheme", "iob2"),
        ("import", "p.tagwright", "checked.conll", "--as", "gold"),
        ("combine", "one.crf", "other.crf", "--model", "m.crf", "--data", "p.tagwright"),
    ):
        assert tagwright(*arguments)[0] == 0
    tagwright("combine", "one.crf", "other.crf", "--model", "f.crf", "--data", "checked.conll")
    own, other = loaded("m.crf", "f.crf")
    assert own.metadata_["combined"] == pytest.approx(other.metadata_["combined"], rel=1e-6)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("one.crf", "none.crf"), 1, "none.crf"),
        (("one.crf", "one.conll"), 1, "one.conll"),
        (
            ("one.crf", "names.crf"),
            1,
            "names.crf: This model has different labels from the first one: only one",
        ),
        (("one.crf", "counted.crf"), 1, "made by counting"),
        (("one.crf", "lines.crf"), 1, "different lines called 'Uw:'"),
        (
            ("pos.crf", "lemma.crf"),
            1,
            "lemma.crf: This model reads the columns word, lemma, and the",
        ),
        (("one.crf", "scheme.crf"), 1, "scheme.crf: This model writes spans as 'bioes', and"),
        (("one.crf", "other.crf", "--weights", "1"), 2, "There is 1 weight for 2 models"),
        (("one.crf", "other.crf", "--weights", "1,x"), 2, "a number of at least 0 for each model"),
        (("one.crf", "other.crf", "--weights", "0,0"), 2, "a number of at least 0 for each model"),
        (
            ("one.crf", "other.crf", "--weights", "1,1", "--data", "one.conll"),
            2,
            "--data learns the weights",
        ),
        (
            ("one.crf", "other.crf", "--data", "text.txt"),
            1,
            "The models do not have the label",
        ),
        (("one.crf", "other.crf", "--weights", "1,1,1"), 2, "There are 3 weights for 2 models"),
        (("one.crf",), 2, "One model cannot be combined; give at least two models."),
        (("one.crf",) * 101, 2, "At most 100 models can be combined"),
        ((), 2, "Missing argument"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_sentence(tagwright, arguments, status, message):
    Path("text.txt").write_text("Anna lives.\n")
    Path("lines.txt").write_text("Uw:%x[1,0]\nB\n")
    crf = loaded("one.crf")[0]
    for name, changed in (
        ("pos", {"columns": ["word", "pos", "label"]}),
        ("lemma", {"columns": ["word", "lemma", "label"]}),
        ("scheme", {"scheme": "bioes"}),
    ):
        crf.metadata_ = {"columns": ["word", "label"], "scheme": "iob2", **changed}
        crf.save(f"{name}.crf")
    for name, more in (
        ("counted", ("--algorithm", "empirical")),
        ("lines", ("--template", "lines.txt")),
    ):
        if f"{name}.crf" in arguments:
            assert tagwright("train", "one.conll", "--model", f"{name}.crf", *more)[0] == 0
    if "names.crf" in arguments:
        Path("names.conll").write_text(ONE.replace("LOC", "ORG"))
        assert tagwright("train", "names.conll", "--model", "names.crf")[0] == 0
    found, out, err = tagwright("combine", *arguments, "--model", "m.crf")
    assert (found, out) == (status, "")
    assert message in err
    assert not Path("m.crf").exists()


def test_a_model_is_not_written_over_one_it_is_made_of(tagwright):
    before = Path("one.crf").read_bytes()
    status, _, err = tagwright("combine", "one.crf", "other.crf", "--model", "one.crf")
    assert status == 1
    assert "which it is made from" in err
    assert Path("one.crf").read_bytes() == before


def test_models_with_different_clusters_are_refused(tagwright):
    for number in ("2", "3"):
        more = ("--tokens", "spaces", "--classes", number)
        assert tagwright("clusters", "one.conll", "-o", f"c{number}", *more)[0] == 0
        assert WordClusters.load(f"c{number}")
        model = f"c{number}.crf"
        train = ("train", "one.conll", "--model", model, "--clusters", f"c{number}")
        assert tagwright(*train)[0] == 0
    status, _, err = tagwright("combine", "c2.crf", "c3.crf", "--model", "m.crf")
    assert (status, err.count("\n")) == (1, 1)
    assert "read different word clusters" in err
    assert tagwright("combine", "c2.crf", "one.crf", "--model", "m.crf")[0] == 0


def test_a_file_of_another_kind_is_told_from_a_model(tagwright):
    table = ColumnTable.from_words([["a", "cat"], ["a", "dog"]])
    learn_clusters(table, n=2).save("words.clusters")
    status, _, err = tagwright("combine", "one.crf", "words.clusters", "--model", "m.crf")
    assert status == 1
    assert (
        "words.clusters: this file holds word clusters, not a model; choose the file of one." in err
    )


def test_a_model_of_documents_is_refused_in_the_words_of_the_command_line(tagwright):
    assert tagwright("train", "one.conll", "--documents", "--model", "d.crf")[0] == 0
    status, _, err = tagwright("combine", "one.crf", "d.crf", "--model", "m.crf")
    assert (status, err) == (
        1,
        "d.crf: This model ties the names of documents, and only models without can be combined; "
        "train one without --documents on the same texts.\n",
    )


def test_models_without_weights_are_named(tagwright):
    assert tagwright("train", "one.conll", "--algorithm", "empirical", "--model", "n.crf")[0] == 0
    status, _, err = tagwright("combine", "one.crf", "n.crf", "--model", "m.crf")
    assert (status, err.startswith("n.crf: This model was made by counting or voting")) == (1, True)


def test_labels_that_no_model_has_are_refused(tagwright):
    Path("other.conll").write_text("Anna B-PET\nlives O\n\nBen B-PER\n\n")
    status, out, err = tagwright(
        "combine", "one.crf", "other.crf", "--model", "m.crf", "--data", "other.conll"
    )
    assert (status, out) == (1, "")
    assert err == (
        "other.conll: The models do not have the label 'B-PET' of these sentences, so no weights "
        "can be learned from them; choose sentences with the labels of the models.\n"
    )
    assert not Path("m.crf").exists()
