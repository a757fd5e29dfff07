"""Models combined to one, by the product of their probabilities."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app.jobs.data.snapshot import TrainingData, feature_columns, training_targets
from app.jobs.kernels import load_kernels
from app.jobs.labelled_files.model_checks import check_metadata
from app.jobs.loading import with_mathematics
from crfcore.errors import CrfError, DataError, shown
from crfcore.messages import message
from crfcore.text.rows import listed

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.features.column_table import ColumnTable
    from crfcore.features.targets import Targets

KERNELS = ("labelling",)
"""The parts of the kernels that combine models."""


@dataclass(frozen=True, slots=True)
class LabelledSentences:
    """Sentences and their labels, to learn the weights of models from."""

    table: ColumnTable
    targets: Targets
    labels: tuple[str, ...]

    def used_labels(self) -> set[str]:
        """Return the labels that a token has."""
        used = np.unique(self.targets.label_sets)
        return {self.labels[number] for number in used.tolist() if number < len(self.labels)}

    def given_labels(self) -> list[list[Any]]:
        """Return the label of each token, None, or a set of labels, by sentence."""
        from itertools import pairwise

        members = self.targets.allowed_by_set().tolist()
        named: list[Any] = [
            frozenset(name for name, is_in in zip(self.labels, row, strict=True) if is_in)
            for row in members
        ]
        named[: len(self.labels)] = self.labels
        named[len(self.labels)] = None
        flat = [named[number] for number in self.targets.label_sets.tolist()]
        return [flat[start:stop] for start, stop in pairwise(self.table.offsets.tolist())]


@dataclass(frozen=True, slots=True)
class CombinedModel:
    """A model made of several, with their weights; ``learned_from`` sentences if any."""

    crf: LinearChainCRF
    weights: tuple[float, ...]
    learned_from: int = 0
    log_likelihoods: tuple[float, float] | None = None
    """Of the sentences with equal weights, and with these."""

    def to_bytes(self) -> bytes:
        """Return the bytes of its file."""
        return self.crf.compact().to_bytes()

    def figures(self) -> dict[str, Any]:
        """Return the figures for the JSON."""
        fitted = self.crf.fitted_
        before, after = self.log_likelihoods or (None, None)
        return {
            "weights": list(self.weights),
            "n_sentences": self.learned_from,
            "log_likelihood": after,
            "log_likelihood_of_equal_weights": before,
            "n_labels": len(fitted.labels),
            "n_attributes": fitted.extractor.n_attributes,
            "n_features": fitted.n_nonzero,
        }


def keep_parts(out: Path, paths: Sequence[Path]) -> None:
    """Raise DataError if the result would replace one of the models that it is made of."""
    for path in paths:
        if out.exists() and path.exists() and out.samefile(path):
            raise DataError(
                message("This would overwrite one of the combined models. Choose another name."),
                path=out,
            )


def not_models(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the files that do not begin like a model.

    Of one that cannot be opened, `read_models` says why.
    """
    return tuple(path for path in paths if not _begins_like_model(path))


def _begins_like_model(path: Path) -> bool:
    from crfcore.model_file import MAGIC
    from crfcore.text.lines import open_file

    try:
        with open_file(path) as file:
            return file.read(len(MAGIC)) == MAGIC
    except DataError:  # a pipe, for example
        return False
    except OSError:
        return True


def read_models(
    paths: Sequence[Path], begin: Callable[[int, Path | None], object] = lambda _number, _path: None
) -> list[LinearChainCRF]:
    """Read models; DataError if they read different columns or label differently.

    ``begin`` is called with the number and name of each file before it is read.
    """
    from crfcore.document_crf import DocumentCRF, load_model
    from crfcore.semi_markov import SemiMarkovCRF
    from crfcore.training.model_arrays import kind_of

    models = []
    for number, path in enumerate(paths):
        begin(number, path)
        crf = load_model(path)
        if isinstance(crf, SemiMarkovCRF):
            raise DataError(
                message(
                    "This model scores whole spans, and only those of tokens can be combined; "
                    "train one of tokens on the same texts."
                ),
                path=path,
            )
        if isinstance(crf, DocumentCRF):
            raise DataError(
                message(
                    "This model ties the names of documents, and only models without can be "
                    "combined; train one without --documents on the same texts."
                ),
                path=path,
            )
        if kind_of(crf.fitted_.model) != "linear":
            raise DataError(
                message(
                    "This model was made by counting or voting, so it has no weights to add; "
                    "train one with --algorithm lbfgs on the same texts."
                ),
                path=path,
            )
        check_metadata(crf)
        _check_weights(crf, path)
        models.append(crf)
    first = models[0]
    for path, crf in zip(paths[1:], models[1:], strict=True):
        _check_alike(first, crf, path)
    return models


def _check_weights(crf: LinearChainCRF, path: Path) -> None:
    from crfcore.pool_experts import linear_model_of

    try:
        linear_model_of(crf.fitted_)
    except CrfError:
        raise DataError(
            message(
                "This model was made by counting or voting and has no weights to add; train one "
                "by L-BFGS on the same texts."
            ),
            path=path,
        ) from None


def _check_alike(first: LinearChainCRF, crf: LinearChainCRF, path: Path) -> None:
    labels = [set(one.classes_) for one in (first, crf)]
    if labels[0] != labels[1]:
        only = listed(map(shown, sorted(labels[0] ^ labels[1])))
        raise DataError(
            message(
                "This model has different labels from the first one: only one of them has {only}. "
                "Train each on texts with all labels.",
                only=only,
            ),
            path=path,
        )
    # Models saved from Python may have no record of their columns.
    recorded = [one.metadata_.get("columns") for one in (first, crf)]
    own, others = (feature_columns(names) if names else () for names in recorded)
    if any(a != b for a, b in zip(own, others, strict=False)):
        raise DataError(
            message(
                "This model reads the columns {others}, and the first one {own}; choose models "
                "of data with the same columns.",
                others=listed(others),
                own=listed(own),
            ),
            path=path,
        )
    schemes = first.metadata_.get("scheme"), crf.metadata_.get("scheme")
    if None not in schemes and schemes[0] != schemes[1]:
        raise DataError(
            message(
                "This model writes spans as {scheme}, and the first one as {first_scheme}; train "
                "one of them again with the scheme of the other.",
                scheme=shown(schemes[1]),
                first_scheme=shown(schemes[0]),
            ),
            path=path,
        )


def labelled_file(models: Sequence[LinearChainCRF], path: Path) -> LabelledSentences:
    """Read labelled data to learn weights from; DataError if a model lacks a column of it."""
    from app.jobs.labelled_files.evaluate import check_columns, load_for

    data = load_for(models[0], path)
    for crf in models:
        check_columns(crf, data.feature_columns, path)
    found = LabelledSentences(data.table, data.targets, data.labels)
    _check_known(models[0], found, path)
    return found


def _check_known(crf: LinearChainCRF, data: LabelledSentences, path: Path | None) -> None:
    """Raise DataError for labels that the models, which have the same, do not know."""
    unknown = data.used_labels() - set(crf.classes_)
    if unknown:
        raise DataError(
            message(
                "The models do not have {labels} of these sentences, so no weights can be "
                "learned from them; choose sentences with the labels of the models.",
                labels=_labels(unknown),
            ),
            path=path,
        )


def _labels(names: set[str]) -> str:
    shown_names = listed(map(shown, sorted(names)))
    if len(names) > 1:
        return message("the labels {names}", names=shown_names)
    return message("the label {name}", name=shown_names)


def confirmed_sentences(data: TrainingData) -> LabelledSentences:
    """Return the sentences of a project with confirmed labels; DataError if there are too few."""
    wanted = training_targets(data)
    if wanted is None:
        raise DataError(
            message(
                "Too little is confirmed in this project to learn the weights of models from; "
                "label some sentences first, or give all models the same weight."
            )
        )
    table = data.text.table().select(wanted.sentence_indices)
    return LabelledSentences(table, wanted.targets, wanted.labels)


def combine(
    models: Sequence[LinearChainCRF],
    weights: Sequence[float] | None = None,
    data: LabelledSentences | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> CombinedModel:
    """Return one model; its weights are given, learned from ``data``, or equal.

    CrfError if the models do not fit together; TrainingCancelled.
    """
    from crfcore.pooling import fit_pool, pool

    if data is None:
        chosen = tuple(weights or [1.0 / len(models)] * len(models))
        combined = CombinedModel(pool(models, chosen), chosen)
    else:
        from app.jobs.labelled_files.evaluate import template_extractor

        for crf in models:
            template_extractor(crf)
        found = fit_pool(models, data.table, data.given_labels(), cancelled=cancelled)
        combined = CombinedModel(
            found.crf,
            tuple(found.weights.tolist()),
            found.n_sentences,
            (found.log_likelihood_before, found.log_likelihood),
        )
    _describe(combined, models)
    return combined


@with_mathematics
def combine_files(
    paths: Sequence[Path],
    out: Path,
    data: TrainingData | None,
    begin: Callable[[int, Path | None], object],
    cancelled: Callable[[], bool],
) -> CombinedModel | None:
    """Return a model of several files, not yet written to ``out``; None if cancelled.

    Weights are learned from the confirmed labels of a project's data, if given. ``begin`` is called
    before each file is read, and with None before they are combined.
    """
    from crfcore.training.monitor import TrainingCancelled

    keep_parts(out, paths)
    models = read_models(paths, begin)
    labelled = None if data is None else confirmed_sentences(data)
    begin(len(paths), None)
    load_kernels(*KERNELS)
    try:
        return combine(models, None, labelled, cancelled)
    except TrainingCancelled:
        return None


def _describe(combined: CombinedModel, models: Sequence[LinearChainCRF]) -> None:
    """Add what the model reads to its metadata, and the weights of its parts."""
    crf = combined.crf
    columns = max((one.metadata_.get("columns", ()) for one in models), key=len)
    if columns:
        crf.metadata_["columns"] = list(columns)
    for name in ("scheme", "label_attribute"):
        found = [one.metadata_[name] for one in models if name in one.metadata_]
        if found:
            crf.metadata_[name] = found[0]
    if "template" in crf.metadata_ or crf.template is not None:
        crf.metadata_["template"] = str(crf.template)
    crf.metadata_["combined"] = list(combined.weights)
