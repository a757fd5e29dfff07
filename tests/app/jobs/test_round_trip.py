"""Whatever column file or text goes into a project comes out of it unchanged."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from app.jobs.export import export
from app.jobs.import_documents import ImportOptions, import_document
from app.storage.project_file import ProjectFile

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
