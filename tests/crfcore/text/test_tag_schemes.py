import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore.text.columns import parse_columns
from crfcore.text.lines import read_text
from crfcore.text.tag_schemes import (
    SCHEMES,
    Span,
    continues,
    convert,
    detect_scheme,
    encode,
    spans,
    split_tag,
    tags_for,
    within_runs,
)

SPAN_SCHEMES = SCHEMES[1:]
labels = st.sampled_from(["PER", "LOC", "B-side"])


@st.composite
def sentences(draw):
    """Spans without overlaps, and the length of their sentence."""
    found, place = [], 0
    for _ in range(draw(st.integers(0, 5))):
        start = place + draw(st.integers(0, 2))
        place = start + draw(st.integers(1, 4))
        found.append(Span(start, place, draw(labels)))
    return found, place + draw(st.integers(0, 2))


@pytest.mark.parametrize(
    ("tag", "parts"),
    [
        ("B-X", ("B", "X")),
        ("I-PER-loc", ("I", "PER-loc")),
        ("S--", ("S", "-")),
        ("O", ("O", "")),
        ("NN", ("", "NN")),
        ("B", ("", "B")),
        ("B-", ("", "B-")),
        ("O-X", ("", "O-X")),
        ("X-Y", ("", "X-Y")),
        ("b-X", ("", "b-X")),
        ("", ("", "")),
    ],
)
def test_prefix_and_type(tag, parts):
    assert split_tag(tag) == parts


@pytest.mark.parametrize("scheme", SPAN_SCHEMES)
@given(sentences())
def test_encoding_and_decoding_are_inverse(scheme, sentence):
    found, n_tokens = sentence
    tags = encode(found, n_tokens, scheme)
    assert len(tags) == n_tokens
    assert spans(tags) == found
    assert set(tags) <= set(tags_for(["PER", "LOC", "B-side"], scheme))


@given(sentences())
def test_labels_of_tokens(sentence):
    found, n_tokens = sentence
    tags = encode(found, n_tokens, "tokens")
    expected = [Span(t, t + 1, s.label) for s in found for t in range(s.start, s.end)]
    assert spans(tags, "tokens") == expected


@pytest.mark.parametrize(
    ("scheme", "tags"),
    [
        ("iob1", "I-X I-X B-X I-Y O I-X"),
        ("iob2", "B-X I-X B-X B-Y O B-X"),
        ("ioe2", "I-X E-X E-X E-Y O E-X"),
        ("bioes", "B-X E-X S-X S-Y O S-X"),
        ("bilou", "B-X L-X U-X U-Y O U-X"),
        ("tokens", "X X X Y O X"),
    ],
)
def test_each_scheme_by_hand(scheme, tags):
    found = [Span(0, 2, "X"), Span(2, 3, "X"), Span(3, 4, "Y"), Span(5, 6, "X")]
    assert encode(found, 6, scheme) == tags.split()
    assert encode(reversed(found), 6, scheme) == tags.split()


def test_longer_spans_by_hand():
    found = [Span(0, 4, "X")]
    assert encode(found, 4, "bioes") == ["B-X", "I-X", "I-X", "E-X"]
    assert encode(found, 4, "bilou") == ["B-X", "I-X", "I-X", "L-X"]
    assert encode(found, 4, "ioe2") == ["I-X", "I-X", "I-X", "E-X"]


@pytest.mark.parametrize(
    ("tags", "found"),
    [
        ("O I-X I-X", [(1, 3, "X")]),
        ("I-X I-Y", [(0, 1, "X"), (1, 2, "Y")]),
        ("B-X I-Y I-Y", [(0, 1, "X"), (1, 3, "Y")]),
        ("B-X O I-X", [(0, 1, "X"), (2, 3, "X")]),
        ("E-X E-X I-X", [(0, 1, "X"), (1, 2, "X"), (2, 3, "X")]),
        ("B-X I-X", [(0, 2, "X")]),
        ("I-X B-X E-X", [(0, 1, "X"), (1, 3, "X")]),
        ("S-X I-X U-X", [(0, 1, "X"), (1, 2, "X"), (2, 3, "X")]),
        ("B-X S-X E-X", [(0, 1, "X"), (1, 2, "X"), (2, 3, "X")]),
        ("L-X L-X", [(0, 1, "X"), (1, 2, "X")]),
        ("NN NN O", [(0, 1, "NN"), (1, 2, "NN")]),
        ("", []),
        ("O O", []),
    ],
)
def test_ill_formed_sequences_are_read_as_conlleval_reads_them(tags, found):
    assert spans(tags.split()) == [Span(*span) for span in found]


tags = st.sampled_from(["O", *(f"{p}-{t}" for p in "BIESLU" for t in "XY"), "NN"])


@given(st.lists(tags, max_size=12))
def test_every_token_but_o_is_in_one_span_and_no_span_goes_on_behind_its_end(sequence):
    covered = [t for span in spans(sequence) for t in range(span.start, span.end)]
    assert covered == [t for t, tag in enumerate(sequence) if tag != "O"]
    for span in spans(sequence):
        inner = zip(
            sequence[span.start : span.end], sequence[span.start + 1 : span.end], strict=False
        )
        assert all(continues(one, other) for one, other in inner)
        assert {split_tag(tag)[1] for tag in sequence[span.start : span.end]} == {span.label}
        if span.end < len(sequence):
            assert not continues(sequence[span.end - 1], sequence[span.end])


def spans_by_conlleval(sequence: list[str]) -> list[Span]:
    """Find spans by conlleval's own two questions: does one end here, does one start here."""
    ends = {("B", "B"), ("B", "O"), ("I", "B"), ("I", "O"), ("E", "E"), ("E", "I"), ("E", "O")}
    starts = {("B", "B"), ("I", "B"), ("O", "B"), ("O", "I"), ("E", "E"), ("E", "I"), ("O", "E")}
    found, start = [], None
    before, type_before = "O", ""
    for t, tag in enumerate([*sequence, "O"]):
        prefix, _, label = tag.partition("-")
        other_type = type_before != label
        if start is not None and ((before, prefix) in ends or (before != "O" and other_type)):
            found.append(Span(start, t, type_before))
            start = None
        if (before, prefix) in starts or (prefix != "O" and other_type):
            start = t
        before, type_before = prefix, label
    return found


@pytest.mark.parametrize("prefixes", ["BI", "IE"])
@given(data=st.data())
def test_spans_are_those_of_conlleval(prefixes, data):
    known = st.sampled_from(["O", *(f"{p}-{t}" for p in prefixes for t in "XYZ")])
    sequence = data.draw(st.lists(known, max_size=12))
    assert spans(sequence) == spans_by_conlleval(sequence)


@pytest.mark.parametrize(
    ("tag", "next_tag", "answer"),
    [
        ("B-X", "I-X", True),
        ("I-X", "E-X", True),
        ("I-X", "L-X", True),
        ("B-X", "I-Y", False),
        ("B-X", "B-X", False),
        ("E-X", "I-X", False),
        ("S-X", "I-X", False),
        ("O", "I-X", False),
        ("I-X", "O", False),
        ("NN", "NN", False),
    ],
)
def test_what_goes_on(tag, next_tag, answer):
    assert continues(tag, next_tag) is answer


def test_tags_of_labels():
    assert tags_for(["X", "Y"], "iob2") == ["O", "B-X", "I-X", "B-Y", "I-Y"]
    assert tags_for(["X"], "bilou") == ["O", "B-X", "I-X", "L-X", "U-X"]
    assert tags_for(["X", "O", "X"], "tokens") == ["O", "X"]


@pytest.mark.parametrize(
    "bad",
    [[Span(0, 2, "X"), Span(1, 3, "Y")], [Span(1, 1, "X")], [Span(2, 5, "X")], [Span(-1, 1, "X")]],
)
def test_spans_that_cannot_be_are_rejected(bad):
    with pytest.raises(ValueError, match="is empty, overlaps"):
        encode(bad, 4, "iob2")


def test_an_unknown_scheme_is_rejected():
    with pytest.raises(ValueError, match="There is no scheme 'iob3'; there are tokens, iob1"):
        encode([], 1, "iob3")
    with pytest.raises(ValueError, match="There is no scheme 'x'"):
        tags_for([], "x")


@pytest.mark.parametrize("scheme", SPAN_SCHEMES)
def test_a_scheme_is_detected(scheme):
    found = [Span(0, 2, "X"), Span(2, 3, "X"), Span(4, 7, "Y"), Span(8, 10, "X")]
    assert detect_scheme([encode(found, 11, scheme)] * 3) == scheme


@pytest.mark.parametrize("scheme", SPAN_SCHEMES)
def test_stray_tags_do_not_mislead(scheme):
    found = [Span(0, 2, "X"), Span(3, 4, "X"), Span(4, 7, "X"), Span(8, 10, "X")]
    stray = [["I-X", "E-X", "U-Y", "NN", "O"]]
    assert detect_scheme([encode(found, 11, scheme)] * 9 + stray) == scheme


def test_anything_but_a_scheme_of_spans_is_one_label_a_token():
    assert detect_scheme([["NN", "VB", "I-NP"], ["O"]]) == "tokens"


@pytest.mark.parametrize("nothing", [[], [[]], [["O", "O"]]])
def test_without_spans_it_is_iob2(nothing):
    assert detect_scheme(nothing) == "iob2"


@pytest.mark.parametrize(
    ("name", "scheme"),
    [
        ("conll2000/train.txt.gz", "iob2"),
        ("conll2002/ned.testa.gz", "iob2"),
    ],
)
def test_the_schemes_of_public_corpora(corpora, name, scheme):
    file = parse_columns(read_text(corpora / name))
    assert detect_scheme([fields[-1] for fields in s.fields] for s in file.sentences) == scheme


def test_chunks_of_a_public_corpus_survive_each_scheme(corpora):
    file = parse_columns(read_text(corpora / "conll2000/test.txt.gz"))
    gold = [[fields[-1] for fields in s.fields] for s in file.sentences]
    assert sum(len(spans(tags)) for tags in gold) == 23852
    for scheme in SPAN_SCHEMES:
        again = [encode(spans(tags), len(tags), scheme) for tags in gold]
        assert [spans(tags) for tags in again] == [spans(tags) for tags in gold]
        assert scheme == "iob2" or again != gold
        assert detect_scheme(again) == scheme


@given(sentences(), st.sampled_from(SPAN_SCHEMES), st.sampled_from(SPAN_SCHEMES))
def test_the_same_spans_in_another_scheme_and_back(sentence, scheme, other):
    found, n_tokens = sentence
    tags = encode(found, n_tokens, scheme)
    written = convert(tags, scheme, other)
    assert written == encode(found, n_tokens, other)
    assert convert(written, other, scheme) == tags


@pytest.mark.parametrize(
    ("tags", "scheme", "other", "written"),
    [
        (["X", "X", "O", "Y"], "tokens", "bioes", ["B-X", "E-X", "O", "S-Y"]),
        (["X", "Y", "Y"], "tokens", "iob1", ["I-X", "I-Y", "I-Y"]),
        (["B-X", "B-X", "O"], "iob2", "tokens", ["X", "X", "O"]),
        (["O", "I-X"], "iob2", "bioes", None),
        (["S-X"], "iob2", "bilou", None),
        ([], "iob2", "bilou", []),
    ],
)
def test_what_conversion_loses_and_what_it_refuses(tags, scheme, other, written):
    assert convert(tags, scheme, other) == written


def test_conversion_needs_schemes():
    with pytest.raises(ValueError, match="no scheme 'iob9'"):
        convert(["O"], "iob9", "iob2")
    with pytest.raises(ValueError, match="no scheme 'iob9'"):
        convert(["O"], "iob2", "iob9")


def test_runs_are_parted_where_spans_make_them_up():
    run = [Span(0, 4, "X"), Span(5, 6, "Y")]
    assert within_runs(run, [Span(0, 1, "X"), Span(1, 4, "X")]) == [
        Span(0, 1, "X"),
        Span(1, 4, "X"),
        Span(5, 6, "Y"),
    ]
    assert within_runs(run, [Span(0, 1, "X"), Span(1, 3, "X")]) == run
    assert within_runs(run, [Span(0, 4, "Z"), Span(5, 7, "Y")]) == run
