"""Reading of files that are only learned from: one that cannot be read stops no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from app.domain.documents import DIGEST_OPTION, LEARNING_OPTION, YES, Layout
from app.domain.project import Project
from app.jobs.importing.documents import (
    UTF_8_AS_1252,
    ImportOptions,
    PreparedDocument,
    prepare_all,
)
from app.jobs.importing.text_digests import digest_of, digests_of_documents
from app.jobs.progress import Monitor
from app.services.task import EXPECTED, TaskState, sentence_of
from crfcore.errors import DataError, as_text
from crfcore.messages import message


@dataclass(frozen=True, slots=True)
class AddedTexts:
    """What came of files to learn from.

    ``n_added`` texts with ``n_tokens`` were new to the project, ``n_known`` were there already.
    ``troubles`` are sentences about the files that could not be read.
    """

    n_added: int
    n_known: int = 0
    n_tokens: int = 0
    troubles: tuple[str, ...] = ()


class KnownTexts:
    """Texts by their digests: that of the file to learn from, and that of its sentences.

    Of two files to learn from that were both read as columns only those of the files count:
    nobody saw whether they are columns, and lines of prose often begin with the same words.
    """

    def __init__(self) -> None:
        self._files: set[str] = set()
        self._texts: set[str] = set()
        self._words_of_columns: set[str] = set()

    def add(self, layout: Layout, of_text: str, *, learned: bool) -> None:
        """Add a text; ``of_text`` is the digest of its sentences."""
        self._files.add(layout.option(DIGEST_OPTION))
        as_columns = learned and not layout.keeps_spacing
        (self._words_of_columns if as_columns else self._texts).add(of_text)

    def has(self, layout: Layout, of_text: str) -> bool:
        """Whether a file to learn from has one of the texts."""
        if layout.option(DIGEST_OPTION) in self._files or of_text in self._texts:
            return True
        return layout.keeps_spacing and of_text in self._words_of_columns


@dataclass(frozen=True, slots=True, eq=False)
class ReadTexts:
    """Files that were read, and sentences about those that could not be.

    ``digests`` are those of the texts of the files as they were read in their formats.
    """

    prepared: tuple[PreparedDocument, ...]
    digests: tuple[str, ...]
    troubles: tuple[str, ...]

    def new_to(
        self, project: Project, digests: Mapping[int, str]
    ) -> tuple[list[PreparedDocument], AddedTexts]:
        """Return the texts that a project lacks, each once, and what is to be reported of all.

        Twice the same text would only count more, also if it is divided into other tokens and
        sentences, or comes in another format. ``digests`` are those of `digests_of`.
        """
        known = KnownTexts()
        for document in project.documents.values():
            if not document.removed:
                known.add(document.layout, digests[document.id], learned=document.for_learning)
        new = []
        for one, of_text in zip(self.prepared, self.digests, strict=True):
            if not known.has(one.layout, of_text):
                new.append(one)
                known.add(one.layout, of_text, learned=True)
        n_tokens = sum(int(one.offsets[-1]) for one in new)
        n_known = len(self.prepared) - len(new)
        return new, AddedTexts(len(new), n_known, n_tokens, self.troubles)


def digests_of(project: Project) -> Callable[[Monitor], dict[int, str]]:
    """Return a function for another thread, for the digests of the sentences of documents."""
    corpus = project.corpus
    wanted = frozenset(one.id for one in project.documents.values() if not one.removed)
    # Edits replace the array and the list, and change neither.
    return partial(digests_of_documents, corpus.documents, corpus.texts, wanted)


def read_texts(
    task: TaskState,
    paths: Sequence[Path],
    options: ImportOptions,
    monitor: Callable[[], Monitor],
) -> ReadTexts:
    """Read files to learn from; ``monitor`` returns one for each file."""
    options = replace(options, options=(*options.options, (LEARNING_OPTION, YES)))
    prepared: list[PreparedDocument] = []
    digests: list[str] = []
    troubles: list[str] = []
    for number, path in enumerate(paths):
        task.report(number, len(paths), as_text(path.name))
        try:
            (one,) = prepare_all([path], options, monitor())
            _refuse_utf8(one, path)
        except EXPECTED as error:
            troubles.append(sentence_of(error))
        else:
            prepared.append(one)
            digests.append(digest_of(one.texts))
    return ReadTexts(tuple(prepared), tuple(digests), tuple(troubles))


def _refuse_utf8(one: PreparedDocument, path: Path) -> None:
    """Raise DataError for a file that hardly is in the encoding that was chosen for all.

    There is no report before it is added, in which a person would see that.
    """
    if any(note.text == UTF_8_AS_1252 for note in one.notes):
        reason = message("The file is valid UTF-8, not Windows-1252; choose UTF-8 for it.")
        raise DataError(reason, path=path)
