"""Tests of labels in the MISC column of CoNLL-U."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.edits.spans import label_span, no_label
from app.formats import conllu
from app.jobs.exporting.documents import export
from app.jobs.importing.documents import ImportOptions, Use
from app.jobs.importing.ids import import_document
from app.session import Session
from app.storage.project_file import ProjectFile
from crfcore.errors import DataError

ROW = "{n}\t{word}\t_\t_\t_\t_\t0\troot\t_\t{misc}\n"


def text_of(*sentences):
    rows = (
        "".join(ROW.format(n=n, word=f"w{n}", misc=misc) for n, misc in enumerate(fields, 1))
        for fields in sentences
    )
    return "\n".join(rows) + "\n"


def tags(text, name="NE"):
    return [sentence.tags for sentence in conllu.read(text, (f"misc:{name}",)).sentences]


def test_an_attribute_is_the_label():
    text = text_of(["NE=B-PER|SpaceAfter=No", "SpaceAfter=No|NE=I-PER", "_"], ["XNE=B-X", "NE=B-Y"])
    assert tags(text) == [("B-PER", "I-PER", "O"), ("O", "B-Y")]


def test_where_o_is_said_or_labels_are_no_spans_its_absence_says_nothing():
    assert tags(text_of(["NE=B-PER", "NE=O", "_"])) == [("B-PER", "O", None)]
    assert tags(text_of(["Gloss=dog", "Gloss=_", "_"]), "Gloss") == [("dog", None, None)]


def test_an_attribute_that_is_nowhere_is_refused_with_those_that_are():
    with pytest.raises(DataError, match="attribute NE in its last column; there are: Gloss, Ref"):
        tags(text_of(["Gloss=a|Ref=1|SpaceAfter=No", "Gloss=b"]))
    with pytest.raises(DataError, match="there are: none"):
        tags(text_of(["SpaceAfter=No"]))


def relabelled(folder, text, labels, name="misc:NE", use=Use.GOLD):
    """Import, label single tokens, export; return the rows' last fields."""
    (folder / "in.conllu").write_text(text, encoding="utf-8")
    with ProjectFile.create(folder / "p.tagwright") as file:
        project = file.load()
        import_document(
            file, project, folder / "in.conllu", ImportOptions(columns=(name,), use=use)
        )
        session = Session(project, next_edit=2)
        by_name = {label.name: label.id for label in project.visible_labels()}
        for token, label in labels.items():
            if label:
                session.apply(label_span(project, 0, token, token, by_name[label]))
            else:
                session.apply(no_label(project, 0, token, token))
        export(project, file.sentence_sources, folder / "out.conllu")
    return (folder / "out.conllu").read_text(encoding="utf-8")


def test_only_the_attribute_changes(tmp_path):
    text = text_of(["A=1|NE=B-PER|B=2", "_", "SpaceAfter=No", "NE=B-LOC", "NE=B-LOC|C=3"])
    out = relabelled(tmp_path, text, {0: "LOC", 1: "PER", 2: "PER", 3: "", 4: ""})
    assert out == text_of(["A=1|NE=B-LOC|B=2", "NE=B-PER", "SpaceAfter=No|NE=B-PER", "_", "C=3"])


def test_o_is_written_where_the_file_says_it(tmp_path):
    text = text_of(["NE=B-PER", "NE=O", "_"])
    assert relabelled(tmp_path, text, {0: ""}) == text_of(["NE=O", "NE=O", "_"])


@settings(max_examples=30)
@given(
    st.lists(
        st.lists(
            st.lists(
                st.sampled_from(["NE=B-X", "NE=I-X", "SpaceAfter=No", "A=b=c", "NE=O", "odd"]),
                max_size=3,
            ).map(lambda items: "|".join(items) or "_"),
            min_size=1,
            max_size=4,
        ),
        min_size=1,
        max_size=4,
    ).filter(lambda sentences: any("NE=" in misc for fields in sentences for misc in fields)),
    st.sampled_from(list(Use)),
)
def test_what_comes_in_goes_out(tmp_path_factory, sentences, use):
    text = text_of(*sentences)
    assert relabelled(tmp_path_factory.mktemp("misc"), text, {}, use=use) == text
