from __future__ import annotations

from itertools import product

import pytest

from app.jobs.tag import TagOptions, tag
from crfcore import LinearChainCRF
from crfcore.errors import CrfError, DataError

WORDS = [["the", "man", "sees"], ["the", "sees"], ["man"]]
TAGS = [["at", "nn", "vb"], ["at", "vb"], ["nn"]]
COLUMNS = ("word", "pos")
TEXT = "the d\nman n\n\n# said he once\nsees v\n"


@pytest.fixture(scope="module")
def crf():
    model = LinearChainCRF(template="U0:%x[0,0]\nB\n", c2=0.1, max_iterations=20)
    model.fit([[[word] for word in words] for words in WORDS], TAGS)
    model.metadata_ = {"columns": ["word", "pos", "label"]}
    return model


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text"
    path.write_text(TEXT)
    return path


@pytest.fixture
def constrained(crf, text, tmp_path):
    """Tag the text under constraints; give the labels, or the error."""

    def run(content, **choices):
        path = tmp_path / "known"
        path.write_text(content)
        out = "".join(tag(crf, text, TagOptions(COLUMNS, constraints=path, **choices)))
        return [line.split()[-1] for line in out.splitlines() if line and line[0] != "#"]

    return run


def test_the_best_labels(crf, text):
    assert (
        "".join(tag(crf, text, TagOptions(COLUMNS)))
        == "the d at\nman n nn\n\n# said he once\nsees v vb\n"
    )


def test_several_labellings_with_their_probabilities(crf, text):
    blocks = "".join(tag(crf, text, TagOptions(COLUMNS, nbest=2))).split("\n\n")
    assert blocks[0].startswith("# 1 0.")
    assert blocks[0].endswith("\nthe d at\nman n nn")
    assert blocks[1].startswith("# 2 0.")
    assert blocks[2].split("\n")[0] == "# said he once"
    assert blocks[2].split("\n")[1].startswith("# 1 0.")
    assert blocks[3].split("\n")[1].startswith("sees ")
    (first, second) = crf.nbest([[["the"], ["man"]]], 2)[0]
    assert blocks[0].split("\n")[0] == f"# 1 {first[1]:.6f}"
    assert [row.split()[2] for row in blocks[1].split("\n")[1:]] == second[0]


def test_no_more_than_there_are(crf, text):
    out = "".join(tag(crf, text, TagOptions(COLUMNS, nbest=50)))
    lines = out.splitlines()
    assert len([line for line in lines if line.startswith("the ")]) == 9
    found = {tuple(block.split("\n")[-2:]) for block in out.split("\n\n")[:9]}
    assert found == {(f"the d {a}", f"man n {b}") for a, b in product(crf.classes_, repeat=2)}
    assert sum(float(line.split()[2]) for line in lines if line[:2] == "# " and "." in line) == (
        pytest.approx(2.0, abs=1e-4)
    )


def test_line_ends_and_tabs_are_kept(crf, tmp_path):
    path = tmp_path / "text"
    path.write_bytes(b"the\t_\r\nman\t_\r\n")
    out = "".join(tag(crf, path, TagOptions(nbest=2)))
    lines = out.split("\r\n")
    assert lines[1:4] == ["the\t_\tat", "man\t_\tnn", ""]
    assert lines[4].startswith("# 2 ")
    assert out.count("\n") == out.count("\r\n") == 7


def test_plain_text_becomes_rows(crf, tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("the man sees the man.")
    out = "".join(tag(crf, path, TagOptions(nbest=2)))
    assert out.startswith("# 1 0.")
    assert out.split("\n")[1:3] == ["the at", "man nn"]
    assert "\n\n# 2 0." in out


# ---- constraints


def test_constraints_are_obeyed(constrained):
    assert constrained("_\n_\n\n_\n") == ["at", "nn", "vb"]
    assert constrained("nn\nat|vb\n\n!vb\n")[0] == "nn"
    assert constrained("the x nn\nman y at|vb\n\nsees z !vb\n")[1] in {"at", "vb"}
    assert constrained("_\n_\n\n!vb\n")[2] in {"at", "nn"}
    assert constrained("_\n_\n\n!vb|at  \n")[2] == "nn"
    assert constrained("_\n_\n\n# a comment\n!vb|at\n", nbest=9)[-1] == "nn"
    rows = constrained("_\n_\n\n!vb|at\n", marginals=True)
    assert rows[-1] == "vb/0.000000"


def test_a_label_that_looks_like_a_set_is_meant_as_it_stands(text, tmp_path):
    crf = LinearChainCRF(template="U0:%x[0,0]\nB\n", max_iterations=3)
    crf.fit([[["the"], ["man"], ["sees"]]], [["a", "a|b", "!a"]])
    crf.metadata_ = {"columns": ["word", "pos", "label"]}
    path = tmp_path / "known"
    path.write_text("a|b\n!a\n\na\n")
    out = "".join(tag(crf, text, TagOptions(COLUMNS, constraints=path)))
    assert out == "the d a|b\nman n !a\n\n# said he once\nsees v a\n"


@pytest.mark.parametrize(
    ("content", "place", "sentence"),
    [
        ("_\nfoo\n\n_\n", "line 2, column 1", "'foo' is no label of the model"),
        ("x _\nman  nn|foo\n\nx _\n", "line 2, column 9", "'foo' in 'nn|foo' is no label"),
        ("_\t!foo|at\n_\t_\n\n_\t_", "line 1, column 4", "'foo' in '!foo|at' is no label"),
        ("_ _\n_ _\n\nx !at|nn|vb\n", "line 4, column 3", "leaves no label"),
        ("_\t_\n_\t\n\n_\t_", "line 2, column 3", "'' is no label"),
        ("_\n_\n_\n\n_\n", "line 3, column 1", "Sentence 1 has 3 lines of constraints here and 2"),
        ("_\n\n_\n", "line 1, column 1", "Sentence 1 has 1 lines of constraints here and 2"),
        ("_\n_\n", "line 1, column 1", "constraints for 1 sentences, and the text has 2"),
        ("_\n_\n\n_\n\n_\n", "line 6, column 1", "constraints for 3 sentences"),
        ("_ _\n_\n\n_\n", "line 2", "Found 1 field"),
        ("# x = y z\n# text", "", "constraints for 0 sentences"),
    ],
)
def test_constraints_that_do_not_fit_are_named(constrained, content, place, sentence):
    with pytest.raises(DataError) as caught:
        constrained(content)
    assert f"known{place and ', '}{place}: " in str(caught.value)
    assert sentence in str(caught.value)


def test_constraints_that_leave_no_way_through_a_sentence_are_named(constrained, crf, monkeypatch):
    from crfcore.inference.forward_backward import NoLabellingError

    def impossible(_, *, allowed):
        raise NoLabellingError(1, 0)

    monkeypatch.setattr(crf, "predict", impossible)
    with pytest.raises(DataError, match=r"known, line 4: No label is possible here"):
        constrained("_\n_\n\n_\n")


def test_a_sentence_without_labelling_is_counted_over_the_whole_text(crf, text, monkeypatch):
    from crfcore.inference.forward_backward import NoLabellingError

    def impossible(dataset, *, allowed):
        if dataset.n_tokens == 1:
            raise NoLabellingError(0, 0)
        return [["at", "nn"]]

    monkeypatch.setattr("app.jobs.tag.SENTENCES_AT_ONCE", 1)
    monkeypatch.setattr(crf, "predict", impossible)
    with pytest.raises(CrfError, match="Sentence 2, token 1"):
        list(tag(crf, text, TagOptions(COLUMNS)))
