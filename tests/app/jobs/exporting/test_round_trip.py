"""Tests of import and export: nothing changes but edited labels."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.project import Project
from app.edits.spans import label_span, no_label
from app.jobs.exporting.documents import export
from app.jobs.importing.documents import ImportOptions, prepare
from app.jobs.importing.ids import import_document, number_document, reserved, show, store
from app.jobs.importing.schemes import in_scheme
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.text.columns import parse_columns
from crfcore.text.conllu import parse_conllu
from crfcore.text.tag_schemes import SCHEMES, Span, convert, encode

SPAN_SCHEMES = [scheme for scheme in SCHEMES if scheme != "tokens"]
WORDS = st.sampled_from(["Anna", "5\u00a0mg", "cafe\u0301", "👩\u200d👧", "שלום", "a-b", "#", "１"])

FIELD = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Zs", "Zl", "Zp"]), min_size=1, max_size=6
)
TAG = st.sampled_from(["O", "B-X", "I-X", "S-Ünï", "X", "_"])
END = st.sampled_from(["\n", "\r\n"])
BLANK = st.sampled_from(["\n", "\r\n", " \n", "\n\n", "\t\n"])


@st.composite
def column_files(draw):
    space = draw(st.sampled_from([" ", "\t", "  "]))
    n_columns = draw(st.integers(2, 4))
    pieces = [draw(st.sampled_from(["", "\ufeff"]))]
    for _ in range(draw(st.integers(1, 5))):
        for _ in range(draw(st.integers(1, 4))):
            fields = [draw(FIELD).replace("#", "x") for _ in range(n_columns - 1)]
            pieces.append(space.join([*fields, draw(TAG)]) + draw(END))
        pieces.append(draw(BLANK))
    text = "".join(pieces)
    return text.rstrip("\r\n") if draw(st.booleans()) else text


@settings(max_examples=40)
@given(column_files())
def test_column_files(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("columns")
    (folder / "in").write_bytes(content.encode("utf-8"))
    with ProjectFile.create(folder / "p.tagwright") as file:
        image = file.load()
        import_document(file, image, folder / "in", ImportOptions("columns"))
        export(file.check(), file.sentence_sources, folder / "out")
    assert (folder / "out").read_bytes().decode("utf-8") == content


@settings(max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=60))
def test_texts_are_kept_whole(tmp_path_factory, content):
    content = "word " + content
    folder = tmp_path_factory.mktemp("text")
    (folder / "in").write_bytes(content.encode("utf-8"))
    with ProjectFile.create(folder / "p.tagwright") as file:
        import_document(file, file.load(), folder / "in", ImportOptions("text"))
        project = file.check()
        sources = [source.before for _, source in file.sentence_sources(1)]
    layout = project.documents[1].layout
    pieces = [before + text for before, text in zip(sources, project.corpus.texts, strict=True)]
    assert "".join(["\ufeff" if layout.bom else "", *pieces, layout.tail]) == content


@st.composite
def tagged(draw, scheme):
    """Return the tags of some sentences; spans of the same label may touch."""
    sentences = []
    for _ in range(draw(st.integers(1, 3))):
        spans, behind = [], 0
        for _ in range(draw(st.integers(0, 3))):
            start = behind + draw(st.integers(0, 1))
            behind = start + draw(st.integers(1, 3))
            spans.append(Span(start, behind, draw(st.sampled_from(["PER", "B-side"]))))
        sentences.append(encode(spans, behind + draw(st.integers(not behind, 1)), scheme))
    return sentences


def column_rows(draw, sentences):
    """Return a column file, and which of its fields is the label."""
    space, end = draw(st.sampled_from([" ", "\t", "  "])), draw(END)
    pieces = [draw(st.sampled_from(["", "\ufeff"]))]
    for tags in sentences:
        pieces.append(draw(st.sampled_from(["", f"-DOCSTART- -X- O{end}{end}", f"# a b c{end}"])))
        pieces += [space.join([draw(WORDS).replace("#", "x"), "NN", tag]) + end for tag in tags]
        pieces.append(draw(BLANK))
    return "".join(pieces), 2


def conllu_rows(draw, sentences):
    """Return a CoNLL-U file with ranges, empty nodes and comments, and its label column."""
    end, column = draw(END), draw(st.sampled_from([3, 4, 9]))
    pieces = [draw(st.sampled_from(["", "\ufeff"]))]
    for tags in sentences:
        pieces.append(draw(st.sampled_from(["", f"# text = x{end}", f"#{end}# newpar{end}"])))
        if draw(st.booleans()):
            pieces.append("1-2\tab" + "\t_" * 7 + f"\tSpaceAfter=No{end}")
        for number, tag in enumerate(tags, 1):
            row = [str(number), draw(WORDS), *"_" * 8]
            row[column] = tag if column != 9 else f"A=1|NE={tag}|SpaceAfter=No"
            pieces.append("\t".join(row) + end)
            if draw(st.booleans()):
                pieces.append(f"{number}.1\tx" + "\t_" * 8 + end)
        pieces.append(end)
    return "".join(pieces), column


@st.composite
def files(draw, schemes=SCHEMES):
    """Return a file's format, scheme, content, tags, column names and label column."""
    scheme = draw(st.sampled_from(schemes))
    sentences = draw(tagged(scheme))
    if draw(st.booleans()):
        content, label = column_rows(draw, sentences)
        return "columns", scheme, content, sentences, (), label
    content, label = conllu_rows(draw, sentences)
    names = {3: (), 4: ("xpos",), 9: ("misc:NE",)}[label]
    return "conllu", scheme, content, sentences, names, label


def brought(file: ProjectFile, path, form, names, scheme, other="") -> Project:
    """Import a file with its scheme given, because few tags may fit several."""
    prepared = prepare(path, ImportOptions(form, names))
    prepared = replace(prepared, scheme=scheme)
    if other:
        prepared = in_scheme(prepared, other)
    project = file.load()
    numbered = reserved(project, number_document(project, prepared, 1))
    store(file, project, numbered)
    show(project, numbered)
    return project


def rows_of(form, content):
    raw = parse_columns(content) if form == "columns" else parse_conllu(content)
    return [fields for sentence in raw.sentences for fields in sentence.fields]


def label_of(field, label, form):
    if form == "conllu" and label == 9:
        return dict(item.split("=") for item in field.split("|"))["NE"]
    return field


@settings(max_examples=25)
@given(files(), st.data())
def test_edited_labels_change_and_nothing_else(tmp_path_factory, made, data):
    form, scheme, content, sentences, names, label = made
    folder = tmp_path_factory.mktemp("edited")
    (folder / "in").write_bytes(content.encode("utf-8"))
    with ProjectFile.create(folder / "p.tagwright") as file:
        project = brought(file, folder / "in", form, names, scheme)
        export(project, file.sentence_sources, folder / "out")
        assert (folder / "out").read_bytes() == content.encode("utf-8")
        before = [project.tags_of(sentence_index) for sentence_index in range(len(sentences))]
        assert before == sentences
        session = Session(project, next_edit=2)
        for sentence_index, tags in enumerate(sentences):
            token = data.draw(st.integers(0, len(tags) - 1))
            labels = [one.id for one in project.visible_labels() if one.name != "O"]
            if labels and data.draw(st.booleans()):
                one = data.draw(st.sampled_from(labels))
                session.apply(label_span(project, sentence_index, token, token, one))
            elif scheme != "tokens":
                session.apply(no_label(project, sentence_index, token, token))
        after = [
            tag
            for sentence_index in range(len(sentences))
            for tag in project.tags_of(sentence_index)
        ]
        export(project, file.sentence_sources, folder / "out")
    written = (folder / "out").read_bytes().decode("utf-8")
    old, new = rows_of(form, content), rows_of(form, written)
    no_tag = "_" if scheme == "tokens" else "O"
    absent = label == 9 and form == "conllu" and "NE=O" not in content and scheme != "tokens"
    for was, now, tag in zip(old, new, after, strict=True):
        assert [f for at, f in enumerate(was) if at != label] == [
            f for at, f in enumerate(now) if at != label
        ]
        if absent and tag in (None, "O"):
            assert "NE=" not in now[label]
        else:
            assert label_of(now[label], label, form) == (tag or no_tag)
    changed = sum(was != now for was, now in zip(old, new, strict=True))
    lines = zip(content.split("\n"), written.split("\n"), strict=True)
    assert sum(one != other for one, other in lines) == changed


@settings(max_examples=25)
@given(files(SPAN_SCHEMES), st.sampled_from(SPAN_SCHEMES), st.sampled_from(SCHEMES))
def test_a_file_of_another_scheme_comes_out_in_its_own_or_in_any(
    tmp_path_factory, made, other, wanted
):
    form, scheme, content, sentences, names, label = made
    folder = tmp_path_factory.mktemp("schemes")
    (folder / "in").write_bytes(content.encode("utf-8"))
    with ProjectFile.create(folder / "p.tagwright") as file:
        project = brought(file, folder / "in", form, names, scheme, other)
        assert [project.tags_of(sentence_index) for sentence_index in range(len(sentences))] == [
            convert(tags, scheme, other) for tags in sentences
        ]
        export(project, file.sentence_sources, folder / "own")
        export(project, file.sentence_sources, folder / "asked", scheme=wanted)
    assert (folder / "own").read_bytes() == content.encode("utf-8")
    written = rows_of(form, (folder / "asked").read_bytes().decode("utf-8"))
    found = [label_of(fields[label], label, form) for fields in written]
    assert found == [tag for tags in sentences for tag in convert(tags, scheme, wanted)]
