from __future__ import annotations

from itertools import product

import pytest

from app.jobs.labelled_files.evaluate import evaluate, load_for
from app.jobs.labelled_files.labelled_data import load
from app.jobs.tag_files.tag import TagOptions, tag
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import train_on
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
    """Tag the text under constraints; return the labels or the error."""

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


MARKED = "-DOCSTART- x\n\nthe d\nman n\n\n-DOCSTART- x\nsees v\n\n-DOCSTART- x\n"


def test_rows_that_begin_documents_have_as_many_fields_as_others(crf, tmp_path):
    path = tmp_path / "text"
    path.write_text(MARKED)
    tagged = "".join(tag(crf, path, TagOptions(COLUMNS)))
    assert tagged == (
        "-DOCSTART- x O\n\nthe d at\nman n nn\n\n-DOCSTART- x O\nsees v vb\n\n-DOCSTART- x O\n"
    )
    rows = "".join(tag(crf, path, TagOptions(COLUMNS, marginals=True))).split("\n")
    assert len({len(row.split()) for row in rows if row}) == 1
    ranked = "".join(tag(crf, path, TagOptions(COLUMNS, nbest=1)))
    assert ranked.startswith("-DOCSTART- x O\n\n# 1 0.")
    for content in (tagged, tagged.replace("-DOCSTART- x O", "-DOCSTART- x")):
        path.write_text(content)
        data = load_for(crf, path)
        assert [data.labels[tag] for tag in data.tags] == ["at", "nn", "vb"]
        assert evaluate(crf, data)


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


# ---- spans in other formats

SPANS = {
    "a.jsonl": (
        '{"id": 1, "text": "Anna left. Bo  stayed", "label": [[0, 4, "OLD"]]}\n',
        '{"id": 1, "text": "Anna left. Bo  stayed", "label": [[0, 4, "P"], [11, 13, "P"]]}\n',
    ),
    "b.jsonl": (
        '{"text": "Anna left", "_input_hash": 3}\r\n',
        '{"text": "Anna left", "_input_hash": 3, "spans": [{"start": 0, "end": 4, "label": "P"}], '
        '"answer": "accept", "tokens": [{"text": "Anna", "start": 0, "end": 4, "id": 0, "ws": '
        'true}, {"text": "left", "start": 5, "end": 9, "id": 1, "ws": false}]}\r\n',
    ),
    "c.conllu": (
        "1\tAnna\t_\tPROPN\t_\t_\t_\t_\t_\t_\n2\tleft\t_\tVERB\t_\t_\t_\t_\t_\tNE=B-OLD|A=1\n",
        "1\tAnna\t_\tPROPN\t_\t_\t_\t_\t_\tNE=B-P\n2\tleft\t_\tVERB\t_\t_\t_\t_\t_\tA=1\n",
    ),
    "d.txt": ("Anna left", "Anna B-P\nleft O\n\n"),
}


@pytest.fixture(scope="module")
def of_spans():
    model = LinearChainCRF(template="U0:%x[0,0]\nB\n", c2=0.1, max_iterations=20)
    words = [["Anna", "left", "."], ["Bo", "stayed"]]
    model.fit([[[word] for word in some] for some in words], [["B-P", "O", "O"], ["B-P", "O"]])
    model.metadata_ = {"columns": ["word", "label"], "scheme": "iob2"}
    return model


@pytest.mark.parametrize("name", SPANS)
def test_spans_go_where_the_file_has_its_own(of_spans, tmp_path, name):
    (tmp_path / "d.ann").write_text("T1\tOLD 5 9\tleft\n")
    content, expected = SPANS[name]
    (tmp_path / name).write_bytes(content.encode())
    assert "".join(tag(of_spans, tmp_path / name)) == expected
    rows = "".join(tag(of_spans, tmp_path / name, TagOptions(nbest=1)))
    assert rows.split("\n")[1:3] == ["Anna B-P", "left O"]


@pytest.mark.parametrize("name", ["a.jsonl", "d.txt", "c.conllu"])
def test_a_model_learns_from_spans_and_is_judged_by_them(tmp_path, name):
    (tmp_path / "d.ann").write_text("T1\tP 0 4\tAnna\n")
    (tmp_path / name).write_bytes(SPANS[name][0].encode())
    columns = ("misc:NE",) if name == "c.conllu" else ()
    data = load(tmp_path / name, columns)
    trained = train_on(data, TrainingOptions(max_iterations=5)).crf
    again = load_for(trained, tmp_path / name)
    assert (again.labels, again.columns, again.scheme) == (data.labels, data.columns, "iob2")
    assert evaluate(trained, again)["f1"] == 1.0
    if name == "c.conllu":
        assert "".join(tag(trained, tmp_path / name)) == SPANS[name][0]


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
    ("content", "position", "sentence"),
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
def test_constraints_that_do_not_fit_are_named(constrained, content, position, sentence):
    with pytest.raises(DataError) as caught:
        constrained(content)
    assert f"known{position and ', '}{position}: " in str(caught.value)
    assert sentence in str(caught.value)


def test_constraints_that_leave_no_way_through_a_sentence_are_named(constrained, crf, monkeypatch):
    from crfcore.inference.forward_backward import NoLabellingError

    def impossible(_, *, allowed):
        raise NoLabellingError(1, 0)

    monkeypatch.setattr(crf, "predict", impossible)
    with pytest.raises(
        DataError, match=r"known, line 4: The constraints on this sentence leave no label"
    ):
        constrained("_\n_\n\n_\n")


def test_a_sentence_without_labelling_is_counted_over_the_whole_text(crf, text, monkeypatch):
    from crfcore.inference.forward_backward import NoLabellingError

    def impossible(dataset, *, allowed):
        if dataset.n_tokens == 1:
            raise NoLabellingError(0, 0)
        return [["at", "nn"]]

    monkeypatch.setattr("app.jobs.tag_files.tag.SENTENCES_AT_ONCE", 1)
    monkeypatch.setattr(crf, "predict", impossible)
    with pytest.raises(CrfError, match="Sentence 2, token 1"):
        list(tag(crf, text, TagOptions(COLUMNS)))
