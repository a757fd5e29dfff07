"""Labelled data for training and evaluation on the command line: files or a project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from app.domain.gazetteers import Listed
from app.domain.training_choice import TrainingChoice
from app.formats import column_files, conllu, plain_text
from app.formats.conllu_misc import ATTRIBUTE_OPTION, NEW_ATTRIBUTE, column_of
from app.formats.label_count import LABELS_IGNORED
from app.formats.output import is_project
from app.formats.records import IGNORED, LABEL, NOTHING, WORD, ImportedText
from app.formats.table import FORMATS, companions_of, format_of
from app.jobs.data.collected_sentences import NO_TAG
from app.jobs.data.document_numbers import document_numbers
from app.jobs.data.snapshot import (
    TrainingData,
    feature_columns,
    labelled_sentence_indices,
    snapshot,
    training_targets,
)
from app.jobs.gazetteers.expectations import gazetteer_expectations
from app.jobs.importing.documents import PreparedDocument, Use, arrays_of
from app.jobs.training.segments import SegmentTargets, segment_targets
from app.jobs.training.train import training_rules
from app.jobs.training.word_clusters import ClusterText, cluster_text
from crfcore.errors import CrfError, DataError
from crfcore.messages import changed, message, there_are, uncapitalised
from crfcore.text.conllu import CONLLU_COLUMNS
from crfcore.text.lines import read_text
from crfcore.training.defaults import DEFAULT_C2

if TYPE_CHECKING:
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.targets import Targets
    from crfcore.training.expectations import Expectation


NO_TEST_LABELS = message(
    "This project has no test sentences with labels. Leave out --control to score the other "
    "labelled sentences."
)
PLAIN_TEXT = message(
    "This is plain text without labels; a column file or CoNLL-U with a column named “{label}” was "
    "expected, or spans of doccano, Prodigy or brat.",
    label=LABEL,
)
TOO_FEW_LABELS = message(
    "Too little is confirmed in this project: a model needs tokens with a label and tokens "
    "without one. Label some sentences first."
)

_ENDS, _CLOSING = (".", "!", "?", "…", "。", "！", "？"), '"”’»)]'
"""Ends of sentences, and what may stand behind them."""

LEAST_WORDS = 3
"""Of a line of prose; a row of a column file with as many fields seldom ends like one."""


@dataclass(frozen=True, slots=True, eq=False)
class LabelledData:
    """Sentences with their labels; T tokens.

    ``tags`` int32 (T,) are indices in ``labels``, -1 for none. ``targets`` are the training
    targets, which for a project include narrowed tokens. ``columns`` are the names of all columns
    in order, including the label's. ``template`` and ``c2`` are a project's settings, "" and the
    default for files, ``rules`` those used in training. ``attribute`` is the attribute of CoNLL-U's
    last column with the labels, "" for others.
    """

    table: ColumnTable
    tags: NDArray[np.int32]
    labels: tuple[str, ...]
    targets: Targets
    columns: tuple[str, ...]
    scheme: str
    template: str = ""
    rules: TextRules | None = None
    lists: tuple[Listed, ...] = ()
    """The gazetteers that give a project's tokens attributes."""
    attribute: str = ""
    c2: float = DEFAULT_C2
    choice: TrainingChoice | None = None
    """The choice that a project's models are trained by, None for its settings."""
    more_suggestions: bool = False
    """Whether missed labels cost a project's models more than invented ones."""
    segments: bool = False
    """Whether a project's models score segments, which its labels are."""
    why_tokens: str = ""
    """Why they score tokens although the project is to have segments; see `app.domain.segments`."""
    left_out: int = 0
    """How many sentences of a project were left out because their labels are no segments."""
    n_test: int = 0
    """How many labelled test sentences of a project were left out."""
    cluster_text: ClusterText | None = None
    """What a project's word clusters are learned from, None if the text is short or not used."""
    expectations: tuple[Expectation, ...] = ()
    """What is expected of the words of a project's gazetteers in its ``unlabelled`` sentences."""
    unlabelled: ColumnTable | None = None
    documents: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    """The number of each sentence's document."""
    text: ColumnTable | None = None
    """All text of a project, of which the table has the sentences ``in_text``, in ascending order;
    None for a file, whose table is its text."""
    in_text: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))

    @property
    def feature_columns(self) -> tuple[str, ...]:
        """The names of the table's columns, words first."""
        return feature_columns(self.columns)


def load(
    path: Path,
    columns: Sequence[str] = (),
    *,
    like: Sequence[str] = (),
    attribute: str = "",
    control: bool = False,
    control_only: bool = False,
    chosen: bool = False,
    expecting: bool = False,
) -> LabelledData:
    """Read labelled data; without ``columns`` those of a model (``like``), or the usual ones.

    ``attribute`` is a model's, too. ``control``: include a project's test sample;
    ``control_only``: read nothing else. ``chosen``: a project's models are trained as
    cross-validation has chosen. ``expecting``: the expectations of a project's gazetteers are
    enough. DataError for what cannot be read or has no labels.
    """
    if is_project(path):
        return of_project(
            path, control=control, control_only=control_only, chosen=chosen, expecting=expecting
        )
    if control or control_only:
        raise DataError(
            message("Only a project has a test sample; leave out --control."), path=path
        )
    imported = _read_labelled(path, columns, like, attribute)
    layout = imported.layout
    if LABEL not in layout.columns and not FORMATS[layout.format].keeps:
        known = feature_columns(like) if like and not columns else ()
        if len(known) > 1:
            raise DataError(
                message(
                    "This file has no labels to learn from or to compare with: the model looks at "
                    "the columns {known}, and a label is expected besides, but {found}. Name "
                    "the columns with --columns, or use a model of words alone.",
                    known=", ".join(known),
                    found=changed(there_are(len(layout.columns), "column"), uncapitalised),
                ),
                path=path,
            )
        raise DataError(
            message(
                "This file has no labels to learn from or to compare with; a column file or "
                "CoNLL-U with a column named “{label}” was expected, or spans of doccano, "
                "Prodigy or brat.",
                label=LABEL,
            ),
            path=path,
        )
    return of_document(arrays_of(imported, path.name, Use.GOLD), path)


def _read_labelled(
    path: Path, columns: Sequence[str], like: Sequence[str], attribute: str
) -> ImportedText:
    """Read labelled data; of a plain text, an error says that it is one, not what its rows lack."""
    text = read_text(path)
    try:
        return of_text(text, path, columns, like=like, attribute=attribute, labelled=True)
    except DataError as error:
        if columns or not _is_prose(text):
            raise
        raise DataError(PLAIN_TEXT, path=path) from error


def _is_prose(text: str) -> bool:
    """Return whether most lines are several words that end as sentences do."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    sentences = [
        line
        for line in lines
        if "\t" not in line
        and len(line.split()) >= LEAST_WORDS
        and line.rstrip(_CLOSING).endswith(_ENDS)
    ]
    return 2 * len(sentences) > len(lines)


def read(
    path: Path,
    columns: Sequence[str] = (),
    *,
    like: Sequence[str] = (),
    attribute: str = "",
    labelled: bool = False,
) -> ImportedText:
    """Read a text; ``like`` are a model's columns, of which the label's may be missing.

    ``attribute`` is that of a model's labels in CoNLL-U. ``labelled`` data are never read as plain
    text.
    """
    return of_text(
        read_text(path), path, columns, like=like, attribute=attribute, labelled=labelled
    )


def of_text(
    text: str,
    path: Path,
    columns: Sequence[str] = (),
    *,
    like: Sequence[str] = (),
    attribute: str = "",
    labelled: bool = False,
) -> ImportedText:
    """Return the sentences of the content of a file, or of a part of it; see `read`."""
    form = format_of(text, path)
    name = form.name
    if name == "conllu":
        return conllu.read(text, columns or _of_conllu(like, attribute, labelled=labelled), path)
    if form.keeps:
        choices = NOTHING if labelled else {LABELS_IGNORED: "yes"}
        companions = companions_of(form, path)
        return form.read(text, columns, path, options=choices, companions=companions)
    if columns:
        return column_files.read(text, columns, path)
    if like and (name == "columns" or labelled or column_files.fits(text, like)):
        return column_files.read_like(text, like, path)
    if name == "columns" or labelled:
        return column_files.read(text, columns, path)
    return plain_text.read(text, columns, path)


def _of_conllu(like: Sequence[str], attribute: str, *, labelled: bool) -> tuple[str, ...]:
    """Return the column names of CoNLL-U for a model; labels in MISC are an attribute."""
    if len(like) != len(CONLLU_COLUMNS):
        return ()
    if like[-1] != LABEL:
        return tuple(like)
    return (column_of(attribute or NEW_ATTRIBUTE),) if labelled else (*like[:-1], IGNORED)


def table_of(prepared: PreparedDocument) -> ColumnTable:
    """Return a document's columns as a table for feature templates."""
    from crfcore.features.column_table import Column, ColumnTable

    columns = tuple(Column(ids, prepared.words) for ids in prepared.columns)
    return ColumnTable(columns, prepared.offsets)


def of_document(prepared: PreparedDocument, path: Path) -> LabelledData:
    """Return a document's labelled sentences; DataError if it has no labels."""
    from crfcore.features.targets import Targets

    labels = prepared.tag_names
    if not labels:
        raise DataError(message("No token in this file has a label."), path=path)
    n_labels = len(labels)
    targets = np.where(prepared.tags == NO_TAG, n_labels, prepared.tags).astype(np.int32)
    return LabelledData(
        table_of(prepared),
        prepared.tags,
        labels,
        Targets(targets, np.zeros((0, n_labels), np.uint8), n_labels),
        prepared.layout.columns or (WORD, LABEL),
        prepared.scheme,
        attribute=prepared.layout.option(ATTRIBUTE_OPTION),
        documents=document_numbers(prepared.sources),
    )


def of_project(
    path: Path,
    *,
    control: bool = False,
    control_only: bool = False,
    chosen: bool = False,
    expecting: bool = False,
) -> LabelledData:
    """Return the labelled sentences of a project, without removed documents.

    Test sentences are included only with ``control``, and alone with ``control_only``. With
    ``chosen``, the settings are those of the choice that is stored with the project's model, if
    there is one. With ``expecting`` there may be no labelled sentence, as in the window, if
    something is expected of the words of gazetteers.
    """
    from app.storage.project_file import ProjectFile

    with ProjectFile.open(path, for_reading=True) as file:
        project = file.load()
        stored = file.newest_model() if chosen and project.settings.choose_training else None
    data = snapshot(project)
    n_test_sentences = len(labelled_sentence_indices(data.with_control_only()))
    if control_only:
        data = data.with_control_only()
    elif control:
        data = data.with_control()
    choice = None if stored is None else _choice_of(stored.data, data)
    data = data.trained_by(choice)
    wanted = training_targets(data)
    found = segment_targets(data, wanted) if data.segments else ""
    text = cluster_text(data)
    expected = gazetteer_expectations(data, wanted, has_cases=text is not None)
    if wanted is None and expecting and expected is not None:
        wanted = expected.wanted
    if wanted is None:
        raise DataError(NO_TEST_LABELS if control_only else TOO_FEW_LABELS, path=path)
    if isinstance(found, SegmentTargets):
        wanted = found.wanted
    n_labels = len(wanted.labels)
    label_sets = wanted.targets.label_sets
    text_table = data.text.table()
    return LabelledData(
        text_table.select(wanted.sentence_indices),
        np.where(label_sets < n_labels, label_sets, NO_TAG).astype(np.int32),
        wanted.labels,
        wanted.targets,
        data.columns,
        data.scheme,
        data.template,
        training_rules(data, wanted),
        data.lists,
        c2=data.c2,
        choice=choice,
        more_suggestions=data.more_suggestions,
        segments=isinstance(found, SegmentTargets),
        why_tokens=found if isinstance(found, str) else "",
        left_out=0 if isinstance(found, str) else found.left_out,
        n_test=0 if control or control_only else n_test_sentences,
        cluster_text=text,
        expectations=() if expected is None else expected.expectations,
        unlabelled=None if expected is None else text_table.select(expected.sentence_indices),
        documents=data.documents[wanted.sentence_indices].astype(np.int64),
        text=text_table,
        in_text=np.asarray(wanted.sentence_indices, np.intp),
    )


def _choice_of(model: bytes, data: TrainingData) -> TrainingChoice | None:
    """Return the choice in the bytes of a model, None if it has none for these settings."""
    from crfcore.semi_markov import model_from_bytes

    try:
        choice = TrainingChoice.of_metadata(model_from_bytes(model).metadata_)
    except CrfError:
        return None  # The window trains a new model then, without a choice.
    return choice if choice is not None and data.suits(choice) else None
