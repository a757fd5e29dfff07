"""Projects of files in span formats, for tests of import and export."""

from __future__ import annotations

from contextlib import ExitStack

from app.edits.spans import label_span, no_label
from app.jobs.exporting.documents import Exporter, ExportForm, export
from app.jobs.importing.documents import ImportOptions
from app.jobs.importing.ids import import_document
from app.session import Session
from app.storage.project_file import ProjectFile


class Trip:
    """A project with one file; later labels are only in memory."""

    def __init__(self, folder, content, *, name="in.jsonl", beside="", **options):
        self.folder = folder
        self.path = folder / name
        self.path.write_bytes(content.encode("utf-8"))
        if beside:
            self.path.with_suffix(".ann").write_bytes(beside.encode("utf-8"))
        self.file = ProjectFile.create(folder / "p.tagwright")
        with ExitStack() as refused:
            refused.callback(self.file.close)
            project, options = self.file.load(), ImportOptions(**options)
            numbered = import_document(self.file, project, self.path, options)
            refused.pop_all()
        self.notes = {note.text: note.n for note in numbered.prepared.notes}
        self.project = self.file.check()
        self.session = Session(self.project, next_edit=2)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def label(self, sentence_index, first, last, name):
        """Label some tokens, or remove their label with None."""
        ids = {label.name: label.id for label in self.project.visible_labels()}
        if name is None:
            edit = no_label(self.project, sentence_index, first, last)
        else:
            edit = label_span(self.project, sentence_index, first, last, ids[name])
        self.session.apply(edit)

    def out(self, name="", **options):
        """Return the text of an export into a file."""
        to = self.folder / "out" / (name or self.path.name)
        to.parent.mkdir(exist_ok=True)
        sources, records = self.file.sentence_sources, self.file.records
        export(self.project, sources, to, records=records, **options)
        return to.read_bytes().decode("utf-8")

    def losses(self, format_name=""):
        """Return what an export in the format would lose."""
        form, sources = ExportForm(format=format_name), self.file.sentence_sources
        exporter = Exporter(self.project, sources, form, None, self.file.records, None)
        return {note.text: note.n for note in exporter.losses(self.project.documents[1])}

    def words(self):
        """Return the words of each sentence."""
        corpus = self.project.corpus
        return [corpus.words_of(sentence_index) for sentence_index in range(corpus.n_sentences)]
