"""CRFsuite's files: imported models predict what python-crfsuite predicts."""

import struct
from itertools import pairwise

import numpy as np
import pycrfsuite
import pytest

from crfcore import ColumnTable, Dataset, LinearChainCRF, ModelFileError
from crfcore.errors import CrfError
from crfcore.features.attribute_extraction import AttributeExtractor
from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text

RNG = np.random.default_rng(3)
WORDS = ["a", "b --> c", "x: 1", "Ü", "", "d"]
LABELS = ["B-x", "O", "I: 2", "--> x"]
X = [
    [
        {"w": WORDS[RNG.integers(6)], "n": float(RNG.normal()), "p": {"q": ["r", WORDS[3]]}}
        for _ in range(RNG.integers(1, 6))
    ]
    for _ in range(30)
]
Y = [[LABELS[RNG.integers(4)] for _ in sentence] for sentence in X]
UNSEEN = [[{"w": "new", "n": 2.0}, {"w": "a"}, {}], [{"w": "d", "n": -1.0}]]


@pytest.fixture(scope="module")
def peer(tmp_path_factory):
    """Return the folder of a model, its dump, and the tagger that has it open."""
    folder = tmp_path_factory.mktemp("crfsuite")
    trainer = pycrfsuite.Trainer(verbose=False, params={"c2": 0.1, "max_iterations": 40})
    for items, labels in zip(X, Y, strict=True):
        trainer.append(items, labels)
    trainer.train(str(folder / "peer.crfsuite"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(folder / "peer.crfsuite"))
    tagger.dump(str(folder / "peer.txt"))
    return folder, tagger


def assert_answers_like(crf, tagger, tolerance):
    assert sorted(crf.classes_) == sorted(tagger.labels())
    for items in X + UNSEEN:
        tagger.set(items)
        assert crf.predict_single(items) == tagger.tag()
        for t, token in enumerate(crf.predict_marginals_single(items)):
            for label, probability in token.items():
                assert probability == pytest.approx(tagger.marginal(label, t), abs=tolerance)


@pytest.mark.parametrize(("name", "tolerance"), [("peer.crfsuite", 1e-9), ("peer.txt", 1e-6)])
def test_an_imported_model_answers_like_its_program(peer, tmp_path, name, tolerance):
    folder, tagger = peer
    crf = LinearChainCRF.import_model(folder / name)
    assert_answers_like(crf, tagger, tolerance)
    crf.save(tmp_path / "ours.crf")
    again = LinearChainCRF.load(tmp_path / "ours.crf")
    assert_answers_like(again, tagger, tolerance)
    assert again.metadata_["imported_from"].startswith("crfsuite")


def test_an_imported_model_is_a_start(peer):
    folder, _ = peer
    crf = LinearChainCRF.import_model(folder / "peer.crfsuite")
    warm = LinearChainCRF(c2=0.1, initial=crf).fit(X, Y)
    cold = LinearChainCRF(c2=0.1).fit(X, Y)
    assert warm.training_.iterations < cold.training_.iterations


def test_every_cut_of_a_model_is_rejected(peer):
    data = (peer[0] / "peer.crfsuite").read_bytes()
    path = peer[0] / "cut.crfsuite"
    for length in [4, 20, 47, 60, 500, len(data) // 2, len(data) - 3]:
        path.write_bytes(data[:length])
        with pytest.raises(ModelFileError, match=r"cut\.crfsuite: .*cut short or damaged"):
            LinearChainCRF.import_model(path)


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (8, b"HOMC", "FOMC 100 was expected"),
        (20, struct.pack("<I", 0), "has 0 labels"),
        (20, struct.pack("<I", 3), "list of names"),
        (28, struct.pack("<I", 40), "its features are not where"),
        (56, struct.pack("<I", 2**31), "its features are not where"),
        (48 + 12, struct.pack("<I", 7), "names something that is not there"),
        (48 + 12 + 4, struct.pack("<I", 2**32 - 1), "names something that is not there"),
        (48 + 12 + 12, struct.pack("<d", float("nan")), "has no finite weight"),
    ],
)
def test_a_damaged_model_is_rejected(peer, place, value, words):
    data = bytearray((peer[0] / "peer.crfsuite").read_bytes())
    data[place : place + len(value)] = value
    path = peer[0] / "damaged"
    path.write_bytes(data)
    with pytest.raises(ModelFileError, match=words):
        LinearChainCRF.import_model(path)


def test_names_that_are_not_their_own_are_rejected(peer):
    data = bytearray((peer[0] / "peer.crfsuite").read_bytes())
    path = peer[0] / "damaged"
    labels_at = struct.unpack_from("<I", data, 32)[0]
    pointers = struct.unpack_from("<I", data, labels_at + 20)[0]
    first, second = struct.unpack_from("<II", data, labels_at + pointers)
    swapped = bytearray(data)
    struct.pack_into("<II", swapped, labels_at + pointers, second, first)
    path.write_bytes(swapped)
    with pytest.raises(ModelFileError, match="name 0 is not where it should be"):
        LinearChainCRF.import_model(path)
    records = [
        labels_at + offset
        for offset in struct.unpack_from(f"<{len(LABELS)}I", data, labels_at + pointers)
    ]
    lengths = [struct.unpack_from("<I", data, record + 4)[0] for record in records]
    short, long = records[int(np.argmin(lengths))], records[int(np.argmax(lengths))]
    data[long + 4 : long + 8 + min(lengths)] = data[short + 4 : short + 8 + min(lengths)]
    path.write_bytes(data)
    with pytest.raises(ModelFileError, match="two names are the same"):
        LinearChainCRF.import_model(path)


DUMP = """\
FILEHEADER = {
  magic: lCRF
}

LABELS = {
      0: a
      1: b
}

ATTRIBUTES = {
      0: x
      1: x --> a
}

TRANSITIONS = {
  (1) a --> b: 0.5
}

STATE_FEATURES = {
  (0) x --> a: 1.250000
  (0) x --> a --> b: -1.0
}

"""


def imported(tmp_path, text):
    (tmp_path / "dump.txt").write_text(text)
    return LinearChainCRF.import_model(tmp_path / "dump.txt")


def test_a_dump_by_hand(tmp_path):
    crf = imported(tmp_path, DUMP)
    assert crf.state_features_ == {("x", "a"): 1.25, ("x --> a", "b"): -1.0}
    assert crf.transition_features_ == {("a", "b"): 0.5}


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("LABELS = {", "LABLES = {", r"line 5: a part of the dump was expected, and found 'LABLES"),
        ("0: a", "a", "line 6: “0: name” was expected, and found"),
        ("1: b", "2: b", "“1: name” was expected"),
        ("1: b", "1: a", "“1: name” was expected"),
        ("      0: a\n      1: b\n", "", "has no labels"),
        ("1: b\n}", "1: b\n", "line 8: “2: name” was expected"),
        ("a --> b: 0.5", "a --> c: 0.5", "not among its names: 'a --> c'"),
        ("a --> b: 0.5", "a --> b: nan", "finite number was expected, and found 'nan'"),
        ("a --> b: 0.5", "a --> b: 0.5.1", "finite number was expected"),
        ("a --> b: 0.5", "a -> b", "“.1. name --> label: weight” was expected"),
        ("  magic: lCRF\n}\n", "  magic: lCRF\n", "not among its names: 'a --> b'"),
        ("TRANSITIONS = {\n  (1) a --> b: 0.5\n}\n", "", "TRANSITIONS is in the dump 0 times"),
    ],
)
def test_what_is_wrong_in_a_dump_is_reported_with_its_line(tmp_path, old, new, words):
    assert old in DUMP
    with pytest.raises(ModelFileError, match=words):
        imported(tmp_path, DUMP.replace(old, new))


def test_names_that_may_be_read_in_two_ways_are_rejected(tmp_path):
    text = DUMP.replace("      1: b\n", "      1: b\n      2: a --> b\n")
    with pytest.raises(ModelFileError, match="this may be read in two ways: 'x --> a --> b'"):
        imported(tmp_path, text)


@pytest.mark.parametrize("name", ["\x1b[2J", "a\tb", "L" * 2001])
def test_labels_that_files_cannot_hold_are_rejected(tmp_path, name):
    words = "its label .*(control character|2,001 characters)"
    with pytest.raises(ModelFileError, match=words):
        imported(tmp_path, DUMP.replace("0: a", f"0: {name}"))
    trainer = pycrfsuite.Trainer(verbose=False)
    trainer.append([["x"], ["y"]], [name, "O"])
    trainer.train(str(tmp_path / "m.crfsuite"))
    with pytest.raises(ModelFileError, match=words):
        LinearChainCRF.import_model(tmp_path / "m.crfsuite")


def test_a_part_that_is_never_closed(tmp_path):
    with pytest.raises(ModelFileError, match="a closing } was expected"):
        imported(tmp_path, "FILEHEADER = {\n  a\n")


def test_a_chunker_of_conll_2000_answers_like_its_program(corpora, tmp_path):
    raw = parse_columns(read_text(corpora / "conll2000/train.txt.gz")).sentences[:300]
    table = ColumnTable.from_sentences([[fields[:2] for fields in s.fields] for s in raw])
    dataset = Dataset.from_columns(table, "chunking")
    names = dataset.made_by.attribute_names()
    rows = [
        [names[a] for a in dataset.attributes[start:end]]
        for start, end in pairwise(dataset.indptr.tolist())
    ]
    items = [rows[start:end] for start, end in pairwise(dataset.offsets.tolist())]
    trainer = pycrfsuite.Trainer(
        verbose=False, params={"c2": 1.0, "max_iterations": 30, "feature.possible_transitions": 1}
    )
    for tokens, sentence in zip(items[:250], raw, strict=False):
        trainer.append(tokens, [fields[2] for fields in sentence.fields])
    trainer.train(str(tmp_path / "peer"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "peer"))
    tagger.dump(str(tmp_path / "dump"))
    for name, tolerance in (("peer", 1e-9), ("dump", 1e-6)):
        crf = LinearChainCRF.import_model(tmp_path / name)
        for tokens in items[250:]:
            tagger.set(tokens)
            assert crf.predict_single(tokens) == tagger.tag()
            for t, token in enumerate(crf.predict_marginals_single(tokens)):
                for label, probability in token.items():
                    assert probability == pytest.approx(tagger.marginal(label, t), abs=tolerance)


def test_names_that_stand_there_twice_make_no_extractor():
    for names in (["a", "a"], ["a", "b", "a"], ["b", "a", "a", "c"]):
        with pytest.raises(CrfError, match="Two attributes of this model are the same"):
            AttributeExtractor.of_names(names)
