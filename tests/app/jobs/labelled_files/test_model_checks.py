"""Tests that text in a model's file adds no rows or columns to output."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.jobs.labelled_files.evaluate import load_for
from app.jobs.labelled_files.model_checks import check_written
from app.jobs.tag_files.tag import TagOptions, tag
from crfcore import LinearChainCRF
from crfcore.errors import DataError
from crfcore.text.rows import split_fields
from crfcore.training import given_labels

FILES = {
    "spaces.conll": "the B-X\nman O\n",
    "tabs.conll": "the\tB-X\nman\tO\n",
    "text.txt": "the man sees the man.",
    "lines.jsonl": '{"id": 1, "text": "the man", "label": [[0, 3, "X"]]}\n',
    "trees.conllu": "1\tthe\t_\tDET\t_\t_\t_\t_\t_\t_\n2\tman\t_\tN\t_\t_\t_\t_\t_\t_\n",
}
PLAIN = TagOptions()
WAYS = {"labels": PLAIN, "marginals": TagOptions(marginals=True), "nbest": TagOptions(nbest=1)}
IN_TABS = [("trees.conllu", "labels"), *(("tabs.conll", way) for way in WAYS)]
IN_JSON = ("lines.jsonl", "labels")


def model(name, **metadata):
    crf = LinearChainCRF(template="U0:%x[0,0]\n", c2=0.01, max_iterations=20)
    with pytest.MonkeyPatch.context() as patch:  # as in a model that was made elsewhere
        patch.setattr(given_labels, "_check_writable", lambda _: None)
        crf.fit([[["the"], ["man"]]], [[name, "O"]])
    crf.metadata_ = {"columns": ["word", "label"], "scheme": "iob2", **metadata}
    return crf


@pytest.fixture(params=FILES)
def text(request, tmp_path):
    path = tmp_path / request.param
    path.write_text(FILES[request.param])
    return path


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("label", ["", "\ud800", "B-X\nEVIL B-Y", "B-a\tb", "B-a b"])
def test_a_label_that_breaks_rows_is_refused_before_anything_is_tagged(text, way, label):
    if label == "B-a b" and (text.name, way) in [*IN_TABS, IN_JSON]:
        assert "a b" in "".join(tag(model(label), text, WAYS[way]))
        return
    if label.isascii() and label and (text.name, way) == IN_JSON:
        assert "".join(tag(model(label), text)).count("\n") == 1
        return
    with pytest.raises(DataError, match="The model's label ") as caught:
        tag(model(label), text, WAYS[way])
    assert str(caught.value).isprintable()


@pytest.mark.parametrize("label", ["NP-SBJ", "a:b", "x=1", "É", "#", "B-X", "PRP$", "``", "a\xa0b"])
@pytest.mark.parametrize("way", WAYS)
def test_usual_labels_stand_in_one_field(text, way, label):
    crf = model(label, scheme="tokens")
    written = "".join(tag(crf, text, WAYS[way]))
    assert label in written or ascii(label)[1:-1].replace("\\x", "\\u00") in written
    if text.suffix in (".conll", ".txt"):
        separator = "tab" if text.name == "tabs.conll" else "space"
        rows = [row for row in written.split("\n") if row and not row.startswith("# 1 ")]
        known = {} if text.suffix == ".txt" else {"spaces.conll": 2, "tabs.conll": 2}
        column = known.get(text.name, 1)
        assert {split_fields(row, separator)[column] for row in rows} <= {label, "O"}


def test_probabilities_stand_behind_a_label_of_two_words(tmp_path):
    path = tmp_path / "tabs.conll"
    path.write_text(FILES[path.name])
    crf = model("a b", scheme="tokens")
    first = "".join(tag(crf, path, WAYS["marginals"])).split("\n")[0].split("\t")
    assert first[:3] == ["the", "B-X", "a b"]
    assert [pair.split("/")[0] for pair in first[3:]] == ["a b", "O"]


@given(name=st.text(), separator=st.sampled_from(["tab", "space"]))
def test_what_may_be_written_is_read_again(name, separator):
    try:
        check_written([name], separator)
    except DataError:
        return
    mark = "\t" if separator == "tab" else " "
    assert split_fields(f"word{mark}{name}", separator) == ("word", name)
    assert name.encode()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("label_attribute", "NE=x\n\n1\tEVIL"),
        ("label_attribute", "A|B"),
        ("label_attribute", ""),
        ("label_attribute", 3),
        ("scheme", "iob9"),
        ("scheme", ["iob2"]),
        ("scheme", None),
        ("columns", 3),
        ("columns", "word"),
        ("columns", [["word"], "label"]),
        ("columns", None),
        ("columns", []),
        ("columns", ["form", "label"]),
        ("columns", ["word", "word", "label"]),
        ("columns", ["word", "label", "label"]),
        ("columns", ["word", "x\n\x1b[31mEVIL", "label"]),
        ("columns", ["word", "w\ud800rd"]),
        ("columns", ["word", "x" * 100_000]),
    ],
)
def test_what_no_training_says_of_its_data_is_refused(text, name, value):
    crf = model("B-X", **{name: value})
    for work in (lambda: tag(crf, text), lambda: load_for(crf, text)):
        with pytest.raises(DataError, match=f"its {name} is ") as caught:
            work()
        assert str(caught.value).isprintable()
