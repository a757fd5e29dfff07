"""Tests of exports read by other programs, in every script and format.

The readers here are a kept library, or naive ones written from the published descriptions: of
doccano's JSONL (``label``: start, end, name), Prodigy's tasks (``spans`` and ``tokens``, the last
token of a span included) and brat's standoff (code points, the text of a span quoted).
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory

import conllu
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.edits.label_rows import add_label
from app.edits.spans import label_span
from app.jobs.exporting.documents import export
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.session import Session
from app.storage.project_file import ProjectFile
from tests.strict_spans import PATTERNS, strict_spans

SCHEMES = tuple(PATTERNS)
WORDS = [
    "شركة", "مُحَمَّد", "في", "ירושלים", "של", "ab\u200fc",
    "\u2067x\u2069", "กรุงเทพ", "ที่", "दिल्ली", "क्षि",
    "👩\u200d👩\u200d👧", "🇩🇪", "🇩🇪🇫🇷", "👍🏽", "e\u0301", "é", "ﬁ", "한국",
    "\u1100\u1161", "日本", "𝔘", "5\u00a0mg", "x\u00ad", "Ünï", "-",
    "a.b", "#", "\ufeffz",
]  # fmt: skip
SENTENCES = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=4
)


def as_columns(sentences):
    return "\n".join("".join(f"{word} x O\n" for word in words) for words in sentences), "conll"


def as_conllu(sentences):
    pieces = []
    for words in sentences:
        for number, word in enumerate(words, 1):
            misc = "SpaceAfter=No" if number % 2 else "_"
            pieces.append(f"{number}\t{word}\t_\tX\t_\t_\t_\t_\t_\t{misc}\n")
        pieces.append("\n")
    return "".join(pieces), "conllu"


def as_doccano(sentences):
    texts = (" ".join(words) for words in sentences)
    return "".join(json.dumps({"text": text, "label": []}) + "\n" for text in texts), "jsonl"


def as_text(sentences):
    return "\n\n".join("  ".join(words) for words in sentences), "txt"


def conllu_columns():
    return ("id", "word", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")


class Exports:
    """A project with some labelled spans, saved, and written in every format."""

    def __init__(self, folder, content, suffix, data):
        path = folder / f"in.{suffix}"
        path.write_bytes(content.encode())
        columns = conllu_columns() if suffix == "conllu" else ()
        self.suffix = suffix
        self.out = folder / "out"
        self.out.mkdir()
        with ProjectFile.create(folder / "p.tagwright") as file:
            project = file.load()
            form = "text" if suffix == "txt" else ""
            import_document(file, project, path, ImportOptions(form, columns))
            session = Session(project, next_edit=2)
            if not project.visible_labels():
                session.apply(add_label(project, "Ünï-x"))
            self.spans = []
            for sentence_index in range(project.corpus.n_sentences):
                self._label(session, project, sentence_index, data)
            self.words = [project.corpus.words_of(p) for p in range(project.corpus.n_sentences)]
            self.texts = list(project.corpus.texts)
            for form in ("", "doccano", "prodigy", "brat", "columns"):
                self._write(file, project, form)
            for scheme in SCHEMES:
                one = self.out / scheme
                export(project, file.sentence_sources, one, format_name="columns", scheme=scheme)

    def _label(self, session, project, sentence_index, data):
        words = project.corpus.words_of(sentence_index)
        label = project.visible_labels()[0]
        at = 0
        while at < len(words):
            first = data.draw(st.integers(at, len(words)))
            last = data.draw(st.integers(first, len(words)))
            if first < len(words) and last < len(words):
                session.apply(label_span(project, sentence_index, first, last, label.id))
                corpus = project.corpus
                start = int(corpus.starts[corpus.span(sentence_index)][first])
                end = int(corpus.ends[corpus.span(sentence_index)][last])
                text = corpus.texts[sentence_index][start:end]
                self.spans.append((sentence_index, first, last, text, label.name))
            at = last + 1

    def _write(self, file, project, form):
        folder = self.out / f"as-{form}"
        folder.mkdir()
        export(project, file.sentence_sources, folder, format_name=form, records=file.records)

    def text(self, form, suffix):
        (path,) = (self.out / f"as-{form}").glob(f"*.{suffix}")
        return path.read_bytes().decode()


def spans_of_doccano(text):
    rows = [json.loads(line) for line in text.splitlines()]
    return [(row["text"][a:z], label) for row in rows for a, z, label in row["label"]]


def spans_of_prodigy(text):
    found = []
    for row in map(json.loads, text.splitlines()):
        tokens = row["tokens"]
        for number, one in enumerate(tokens):
            assert (one["id"], row["text"][one["start"] : one["end"]]) == (number, one["text"])
            assert one["ws"] == (row["text"][one["end"] : one["end"] + 1] == " ") or one["ws"]
        for span in row["spans"]:
            assert tokens[span["token_start"]]["start"] == span["start"]
            assert tokens[span["token_end"]]["end"] == span["end"]
            found.append((row["text"][span["start"] : span["end"]], span["label"]))
    return found


def spans_of_brat(text, ann):
    found = []
    for line in ann.splitlines():
        _, position, quote = line.split("\t")
        label, start, end = position.split(" ")
        assert text[int(start) : int(end)] == quote
        found.append((quote, label))
    return found


@pytest.mark.parametrize("kind", [as_columns, as_conllu, as_doccano, as_text])
def test_others_find_the_spans_that_were_labelled(kind):
    @settings(max_examples=6, deadline=None)
    @given(SENTENCES, st.data())
    def holds(sentences, data):
        with TemporaryDirectory() as folder:
            made = Exports(Path(folder), *kind(sentences), data)
            shown_text = [(text, label) for *_, text, label in made.spans]
            assert spans_of_doccano(made.text("doccano", "jsonl")) == shown_text
            if kind is not as_doccano:
                assert spans_of_prodigy(made.text("prodigy", "jsonl")) == shown_text
            ann = made.text("brat", "ann")
            assert spans_of_brat(made.text("brat", "txt"), ann) == shown_text
            check_rows(made)
            if kind is as_conllu:
                check_conllu(made)

    holds()


def spans_of_tags(sentences, scheme):
    """Return sentence, first token, last token and label of each span, read strictly."""
    return [
        (sentence_index, start, end - 1, label)
        for sentence_index, tags in enumerate(sentences)
        for start, end, label in strict_spans(tags, scheme)
    ]


def check_rows(made):
    """Compare column files of each scheme with a strict reading."""
    expected = [
        (sentence_index, first, last, label) for sentence_index, first, last, _, label in made.spans
    ]
    for scheme in SCHEMES:
        blocks = (made.out / scheme).read_bytes().decode().rstrip("\n").split("\n\n")
        rows = [[line.split(" ") for line in block.split("\n")] for block in blocks]
        assert [[row[0] for row in block] for block in rows] == [
            ["".join(word.split()) for word in words] for words in made.words
        ] or made.suffix == "conll"
        tags = [[row[-1] for row in block] for block in rows]
        assert spans_of_tags(tags, scheme) == expected


def check_conllu(made):
    """Compare the last column with the reference's reading of it."""
    found = conllu.parse(made.text("", "conllu"))
    tags = [[(token["misc"] or {}).get("NE", "O") for token in one] for one in found]
    assert [[token["form"] for token in one] for one in found] == made.words
    expected = [
        (sentence_index, first, last, label) for sentence_index, first, last, _, label in made.spans
    ]
    assert spans_of_tags(tags, "iob2") == expected
