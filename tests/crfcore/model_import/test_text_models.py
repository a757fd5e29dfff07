"""CRF++'s and Wapiti's files, written by hand, against enumeration of all labellings."""

import gzip
import re

import numpy as np
import pytest

from crfcore import LinearChainCRF, ModelFileError, parse_template
from tests import brute_force
from tests.other_models import TextModel, crfpp_border, wapiti_border

SENTENCES = [
    [("The", "D"), ("1/2", "N/A"), ("sat", "V"), ("b/", "N")],
    [("É", "N"), ("sat", "V")],
    [("cats", "N")],
]
UNSEEN = [[("sat", "V"), ("new", "N"), ("1/2", "X"), ("É", "N"), ("cats", "V")], [("b/", "V")]]
LABELS = ["A", "B", "C"]
CRFPP = ["U00:%x[0,0]", "U01:%x[-1,0]/%x[0,0]", "U02:%x[0,1]/%x[1,0]/%x[1,1]", "U03", "B"]
EDGES = ["B01:%x[0,1]", "B02:%x[-1,0]/%x[0,0]"]
WAPITI = [
    "u:%x[0,0]",
    "u:%X[-1,0]/%x[1,1]",
    'u:t=%t[0,0,"^\\u"]%t[-2,1,"\\d"]',
    'u:s=%m[0,0,".?.?$"]',
    "*first %x[@1,0]/%x[@-1,1]",
    "b",
    'b:%m[0,0,"^."]/%m[-1,0,"^.?.?.?"]%M[0,1,"^."]',
    "u",
]


def model(lines, border, seed=0):
    return TextModel(lines, SENTENCES, LABELS, border, np.random.default_rng(seed))


def write(tmp_path, text):
    path = tmp_path / "model.txt"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return path


def assert_scores(crf, peer, factor=1.0, tolerance=1e-9):
    for sentence in SENTENCES + UNSEEN:
        scores, transitions = peer.lattice(sentence)
        if factor != 1.0:
            scores, transitions = scores * factor, transitions * factor
        expected = brute_force.marginals(scores, transitions)
        found = crf.predict_marginals([sentence])[0]
        for t, token in enumerate(found):
            for label, probability in token.items():
                column = peer.labels.index(label)
                assert probability == pytest.approx(expected[t, column], abs=tolerance)


@pytest.mark.parametrize("lines", [CRFPP, CRFPP + EDGES, EDGES, ["U00:%x[0,0]"]])
@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_models_of_crfpp_score_as_their_texts_do(tmp_path, lines, factor):
    peer = model(lines, crfpp_border)
    crf = LinearChainCRF.import_model(write(tmp_path, peer.crfpp_text(factor)))
    assert_scores(crf, peer, factor)
    assert_scores(LinearChainCRF.from_bytes(crf.to_bytes()), peer, factor)
    assert_scores(crf.compact(), peer, factor)
    assert parse_template(crf.template).dialect == "crf++"


@pytest.mark.parametrize("lines", [WAPITI, WAPITI[:3], ["b"], ['*%t[0,0,"a"]']])
@pytest.mark.parametrize(
    ("header", "reader"),
    [("#mdl#2#{}", "#rdr#{}/1/0"), ("#mdl#{}", "#rdr#{}/1")],
)
def test_models_of_wapiti_score_as_their_texts_do(tmp_path, lines, header, reader):
    peer = model(lines, wapiti_border)
    crf = LinearChainCRF.import_model(write(tmp_path, peer.wapiti_model(header, reader)))
    assert_scores(crf, peer)
    assert_scores(LinearChainCRF.from_bytes(crf.compact().to_bytes()), peer)
    assert parse_template(crf.template).dialect == "wapiti"
    dump = LinearChainCRF.import_model(
        write(tmp_path, peer.wapiti_dump()), template="# dialect: wapiti\n" + "\n".join(lines)
    )
    assert_scores(dump, peer, tolerance=1e-6)


def test_a_text_with_several_readings_is_one_attribute(tmp_path):
    peer = model(["U01:%x[-1,0]/%x[0,0]"], crfpp_border)
    crf = LinearChainCRF.import_model(write(tmp_path, peer.crfpp_text()))
    assert sorted(crf.attributes_) == sorted(peer.weights)
    other = [[("1", "X"), ("2/sat", "X")]]
    assert "U01:1/2/sat" in crf.attributes_
    dataset = crf.dataset(other)
    assert [crf.attributes_[a] for a in dataset.attributes] == ["U01:1/2/sat"]


def test_names_of_wapiti_are_bytes(tmp_path):
    peer = model(['u:%m[0,0,"^."]'], wapiti_border)
    text = peer.wapiti_model()
    assert "\udcc3" in text
    crf = LinearChainCRF.import_model(write(tmp_path, text))
    assert "u:\udcc3" in crf.attributes_


def test_packed_files_and_named_formats(tmp_path):
    peer = model(CRFPP, crfpp_border)
    path = tmp_path / "model.gz"
    path.write_bytes(gzip.compress(peer.crfpp_text().encode()))
    crf = LinearChainCRF.import_model(path, "crf++")
    assert_scores(crf, peer)
    with pytest.raises(ModelFileError, match="line 1: a model of Wapiti was expected"):
        LinearChainCRF.import_model(path, "wapiti")
    with pytest.raises(ModelFileError, match="no format 'mallet' of models; there are crfsuite"):
        LinearChainCRF.import_model(path, "mallet")
    with pytest.raises(ModelFileError, match="leave out template"):
        LinearChainCRF.import_model(path, template="B")


@pytest.mark.parametrize("content", [b"hello\n", b"\x00\x01", b"u:x\ty\n"])
def test_files_of_nobody_are_rejected(tmp_path, content):
    path = tmp_path / "x"
    path.write_bytes(content)
    with pytest.raises(ModelFileError, match="not a CRFsuite, CRF\\+\\+ or Wapiti model"):
        LinearChainCRF.import_model(path)


def test_what_cannot_be_read_is_rejected(tmp_path):
    with pytest.raises(ModelFileError, match="no such file"):
        LinearChainCRF.import_model(tmp_path / "missing")
    (tmp_path / "empty").touch()
    with pytest.raises(ModelFileError, match="not a CRFsuite"):
        LinearChainCRF.import_model(tmp_path / "empty")


SMALL_CRFPP = """\
version: 100
cost-factor: 1
maxid: 6

A
B

U:%x[0,0]
B

4 U:a
0 B

1.0
2.0
3.0
4.0
5.0
6.0
"""


def test_a_model_of_crfpp_by_hand(tmp_path):
    crf = LinearChainCRF.import_model(write(tmp_path, SMALL_CRFPP.replace("\n", "\r\n")))
    assert crf.state_features_ == {("U:a", "A"): 5.0, ("U:a", "B"): 6.0}
    assert crf.transition_features_ == dict(
        zip([("A", "A"), ("A", "B"), ("B", "A"), ("B", "B")], [1.0, 2.0, 3.0, 4.0], strict=True)
    )


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("maxid: 6", "maxid: x", "a whole number was expected, and found 'x'"),
        ("maxid: 6", "maxid 6", "line 3: “key: value” was expected"),
        ("maxid: 6\n", "", "a whole number was expected, and found ''"),
        ("maxid: 6", "maxid: 9999999999999999", "whole number"),
        ("cost-factor: 1", "cost-factor: inf", "finite number"),
        ("A\nB\n", "A\nA\n", "labels are not distinct"),
        ("U:%x[0,0]", "U:%y[0,0]", "the template cannot be read .*Template, line 1"),
        ("4 U:a", "4", "“number attribute” was expected"),
        ("4 U:a", "4 X:a", "“number attribute” was expected"),
        ("0 B\n", "0 B\n0 B\n", "“number attribute” was expected"),
        ("4 U:a", "5 U:a", "has weights after the last one, 6"),
        ("4 U:a", "4 U:a\n4 U:b", "has weights after the last one, 6"),
        ("4 U:a", "4 Uxa", "'Uxa' follows from no line of the template"),
        ("4 U:a", "4 U:", "'U:' follows from no line of the template"),
        ("6.0\n", "", "6 weights were expected, and 5 are there"),
        ("6.0\n", "x\n", "line 19: a finite number was expected, and found 'x'"),
    ],
)
def test_what_is_wrong_in_a_model_of_crfpp_is_reported(tmp_path, old, new, words):
    assert old in SMALL_CRFPP
    path = write(tmp_path, SMALL_CRFPP.replace(old, new))
    with pytest.raises(ModelFileError, match=words):
        LinearChainCRF.import_model(path)


def test_a_text_with_too_many_readings_is_rejected(tmp_path):
    line = "U:" + "/".join(["%x[0,0]"] * 4)
    path = write(tmp_path, SMALL_CRFPP.replace("U:%x[0,0]", line).replace("U:a", "U:" + "/" * 40))
    with pytest.raises(ModelFileError, match="can be read in too many ways"):
        LinearChainCRF.import_model(path)


SMALL_WAPITI = """\
#mdl#2#3
#rdr#2/1/0
9:u:%x[0,0],
1:b,
#qrk#2
1:A,
1:B,
#qrk#2
3:u:a,
1:b,
1=0x1.8p+1
2=-0x1p-1
5=2.5
"""


def test_a_model_of_wapiti_by_hand(tmp_path):
    crf = LinearChainCRF.import_model(write(tmp_path, SMALL_WAPITI))
    assert crf.state_features_ == {("u:a", "B"): 3.0}
    assert crf.transition_features_ == {("A", "A"): -0.5, ("B", "B"): 2.5}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("#mdl#2#3", "#mdl#", "a model of Wapiti was expected"),
        ("#mdl#2#3", "#mdl#1#3", "maximum entropy Markov model"),
        ("#mdl#2#3", "#mdl#0#3", "single tokens .maxent. with pairs of labels"),
        ("#mdl#2#3", "#mdl#2#4", "4 weights were expected, and 3 are there"),
        ("#rdr#2/1/0", "#rdr#2/1/1", "single tokens"),
        ("#rdr#2/1/0", "#rdr#2", "#rdr#patterns/columns was expected"),
        ("9:u:%x[0,0],", "9:u:%y[0,0],", "a pattern cannot be read .*Template, line 1"),
        ("9:u:%x[0,0],", "8:u:%x[0,0],", "a comma and the line's end were expected"),
        ("9:u:%x[0,0],", "u%x[0,0],", "a text with its length was expected"),
        ("9:u:%x[0,0],", "99999:u:%x[0,0],", "99,999 bytes were expected"),
        ("#qrk#2\n1:A,", "#qrk#x\n1:A,", "#qrk#number was expected"),
        ("1:B,", "1:A,", "labels are not distinct"),
        ("3:u:a,", "3:x:a,", "begins with u, b or [*], and not as 'x:a'"),
        ("3:u:a,", "3:u;a,", "'u;a' follows from no line"),
        ("1:b,\n1=", "3:u:a,\n1=", "'u:a' is in the model twice"),
        ("5=2.5", "6=2.5", "weight 6 belongs to no attribute; there are 6"),
        ("5=2.5", "5=0xzz", "a finite number was expected"),
        ("5=2.5", "-5=2.5", "a whole number was expected, and found '-5'"),
    ],
)
def test_what_is_wrong_in_a_model_of_wapiti_is_reported(tmp_path, old, new, words):
    assert old in SMALL_WAPITI
    path = write(tmp_path, SMALL_WAPITI.replace(old, new, 1))
    with pytest.raises(ModelFileError, match=words):
        LinearChainCRF.import_model(path)


def test_models_without_patterns_read_items(tmp_path):
    text = SMALL_WAPITI.replace("#rdr#2/1/0\n9:u:%x[0,0],\n1:b,\n", "#rdr#0/0\n")
    crf = LinearChainCRF.import_model(write(tmp_path, text))
    assert crf.predict([[["u:a"]]]) == [["B"]]
    two = text.replace("1:b,", "3:b:x,\n3:b:y,").replace("#qrk#2\n3:", "#qrk#3\n3:")
    with pytest.raises(ModelFileError, match="give import_model the template"):
        LinearChainCRF.import_model(write(tmp_path, two))
    with pytest.raises(ModelFileError, match="give import_model the template"):
        LinearChainCRF.import_model(write(tmp_path, text.replace("1:b,", "1:*,")))


DUMP = "u:a\t#\tB\t3.0\n\nb\tA\tA\t-0.5\nb\tB\tB\t2.5\n\n"


def test_a_dump_by_hand(tmp_path):
    crf = LinearChainCRF.import_model(write(tmp_path, DUMP))
    assert crf.classes_ == ["B", "A"]
    assert crf.state_features_ == {("u:a", "B"): 3.0}
    assert crf.transition_features_ == {("A", "A"): -0.5, ("B", "B"): 2.5}
    by_columns = LinearChainCRF.import_model(
        write(tmp_path, DUMP), template=parse_template("u:%x[0,0]\nb\n", dialect="wapiti")
    )
    assert by_columns.predict([[["a"]]]) == [["B"]]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("3.0", "x", "finite number"),
        ("2.5", "2.5\t1", "separated by tabs"),
        ("\n\nb\tA", "\n\nc\tA", "begins with u, b or"),
        ("u:a\t#", "u:a\tA", "'u:a' has no pairs of labels, and found 'A'"),
    ],
)
def test_what_is_wrong_in_a_dump_is_reported(tmp_path, old, new, words):
    with pytest.raises(ModelFileError, match=re.compile(words)):
        LinearChainCRF.import_model(write(tmp_path, DUMP.replace(old, new, 1)))


@pytest.mark.parametrize("name", ["\x1b[2J", "\0", "a\tb", "L" * 2001])
def test_labels_that_files_cannot_hold_are_rejected(tmp_path, name):
    texts = [
        SMALL_CRFPP.replace("A\nB\n", f"{name}\nB\n"),
        SMALL_WAPITI.replace("1:A,", f"{len(name)}:{name},", 1),
    ]
    for text in texts:
        with pytest.raises(ModelFileError, match=r"its label .*(control character|2,001 char)"):
            LinearChainCRF.import_model(write(tmp_path, text))


def test_more_labels_than_there_can_be_are_rejected(tmp_path):
    labels = "".join(f"{number}\n" for number in range(46_341))
    with pytest.raises(ModelFileError, match="there are 46,341 labels; 46,340 are possible"):
        LinearChainCRF.import_model(write(tmp_path, SMALL_CRFPP.replace("A\nB\n", labels)))
