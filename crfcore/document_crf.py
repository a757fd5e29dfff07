"""A chain whose documents are tied by their repeated names, as an estimator."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import pairwise
from numbers import Integral
from pathlib import Path
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.arrays import IdArray, OffsetArray
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, fault_in, shown
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.document_fitting import LabelledDocuments, Stage, fit_stage, split_labels
from crfcore.estimator.document_ties import (
    DocumentText,
    DocumentTies,
    extractor_of,
    read_columns,
    template_of,
    with_prefix,
)
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.labellings import Labellings, Marginals
from crfcore.estimator.parameters import check_chain, check_choice, check_range
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.targets import Targets
from crfcore.features.template import Template, parse_template
from crfcore.files import INVALID_CONTENT, check_kind, content_of, restored
from crfcore.graphs.collective import METHODS
from crfcore.graphs.neighbour_columns import neighbour_columns, template_lines
from crfcore.graphs.ties import RULES, documents_in_order, forms_of, types_of
from crfcore.semi_markov import SemiMarkovCRF, restored_model
from crfcore.text.tag_schemes import SCHEMES
from crfcore.training.fitting import TrainingRecord
from crfcore.training.given_labels import targets_for

HELD_OUT = "held-out"
"""The value of a strength that is chosen on held-out documents."""

MAX_FOLDS, MAX_STRENGTH = 100, 100.0


class _Part(NamedTuple):
    """A fitted chain with its ties."""

    crf: LinearChainCRF
    ties: DocumentTies


class DocumentCRF:
    """A chain whose sentences are tied by the repeated names of their document.

    "Springer" in one sentence says what "Springer" in another one is: Sutton and McCallum (2004),
    Finkel, Grenager and Manning (2005), Krishnan and Manning (2006). Use it where documents repeat
    names and are labelled as a whole; for single sentences it is the chain, and slower.

    Parameters
    ----------
    chain : LinearChainCRF, optional
        Its parameters, the template among them; by default with the preset "ner". A copy is
        trained.
    rule : {"names", "model", "form"}
        Which words are tied: those with a capital letter that are not more often in lower case; any
        that the model thinks may be a name, but the 200 commonest; or all with a letter or digit.
    method : {"bp", "mean-field", "gibbs", "exact"}
        See `crfcore.graphs.collective`.
    strength, probability_strength : "held-out" or float
        Of ties, for labels and for probabilities: chosen by F1 and by log-likelihood on documents
        held out. 0 is the chain. Groups with a confirmed label have 1.
    phrases : bool
        Whether confirmed phrases of a document are evidence for its other sentences.
    folds : int
        Parts of the documents that are held out in turn.
    pseudo_count : float
        Added to each count of the table of ties; above 0.
    second_stage : bool
        Train a second chain that reads, as columns, what the labels of the first say elsewhere in
        the document (`crfcore.graphs.neighbour_columns`).

    Attributes
    ----------
    chain_ : LinearChainCRF
        The trained chain; with `second_stage` the second one.
    ties_ : DocumentTies
        Table and strengths.
    metadata_ : dict
        JSON stored in the model's file.
    """

    KIND = "DocumentCRF"

    def __init__(
        self,
        chain: LinearChainCRF | None = None,
        *,
        rule: str = "names",
        method: str = "bp",
        strength: Any = HELD_OUT,
        probability_strength: Any = HELD_OUT,
        phrases: bool = True,
        folds: int = 4,
        pseudo_count: float = 0.5,
        second_stage: bool = False,
        seed: int = 0,
    ) -> None:
        self.chain = chain
        self.rule = rule
        self.method = method
        self.strength = strength
        self.probability_strength = probability_strength
        self.phrases = phrases
        self.folds = folds
        self.pseudo_count = pseudo_count
        self.second_stage = second_stage
        self.seed = seed
        self.metadata_: dict[str, Any] = {}
        self._parts: tuple[_Part, ...] = ()

    # ---- parameters

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: FBT001, FBT002
        """Return the parameters of the constructor."""
        del deep
        return {name: vars(self)[name] for name in inspect.signature(type(self)).parameters}

    def set_params(self, **params: Any) -> Self:
        """Set parameters; a fitted model does not change until the next `fit`."""
        known = self.get_params()
        for name, value in params.items():
            if name not in known:
                raise CrfError(
                    f"DocumentCRF has no parameter {shown(name)}; it has {', '.join(known)}."
                )
            setattr(self, name, value)
        return self

    # ---- training

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        documents: Sequence[int] | OffsetArray,
        labels: Sequence[str] | None = None,
        **arguments: Any,
    ) -> Self:
        """Learn from documents.

        Parameters
        ----------
        X : ColumnTable, or sentences of tokens that are lists of fields
        y : sentences of str, None or set of str; or Targets
        documents : (N,) integers
            The number of each sentence's document; those of one document follow one another.
        labels : sequence of str, optional
            All labels in their order.
        **arguments
            Further arguments of `LinearChainCRF.fit`: clusters, vectors, cases, monitor, cancelled.

        Returns
        -------
        DocumentCRF
            Itself; unchanged after an exception.

        Raises
        ------
        CrfError
            A parameter or argument is not possible; the sentences of a document do not follow one
            another; or there are fewer than two documents for a second stage.
        """
        self._check()
        chain = LinearChainCRF(template="ner") if self.chain is None else self.chain
        template = template_of(chain)
        given = X if isinstance(X, ColumnTable) else ColumnTable.from_sentences(X)
        template.check_columns(given.n_columns)
        table = read_columns(given, template)
        numbers = documents_in_order(documents, table.n_sentences)
        targets, names = targets_for(y, labels, table)
        if self.second_stage and numbers.max(initial=0) < 1:
            raise CrfError("A second stage needs two documents at least; give more documents.")
        text = DocumentText.open(table, numbers)
        first, stage = self._trained(chain, template, text, targets, names, arguments)
        parts = [first]
        if self.second_stage:
            longer = parse_template(f"{template}\n{template_lines(table.n_columns)}")
            text = text._replace(table=_with_columns(text, stage.held_out, first))
            parts.append(self._trained(chain, longer, text, targets, names, arguments)[0])
        self._parts = tuple(parts)
        self.metadata_ = {}
        return self

    def _trained(
        self,
        chain: LinearChainCRF,
        template: Template,
        text: DocumentText,
        targets: Targets,
        names: tuple[str, ...],
        arguments: Mapping[str, Any],
    ) -> tuple[_Part, Stage]:
        """Train a chain on all documents and without each fold."""
        trained: list[LinearChainCRF] = []

        def fit(sentences: NDArray[np.int64]) -> FittedChain:
            crf = LinearChainCRF(**{**chain.get_params(), "template": template})
            own = targets.select(text.table.offsets, sentences)
            crf.fit(text.table.select(sentences), own, labels=names, **arguments)
            trained.append(crf)
            return crf.fitted_

        stage = fit_stage(
            LabelledDocuments(text, targets, names),
            fit,
            self.folds,
            rule=self.rule,
            method=self.method,
            strength=_number(self.strength),
            probability_strength=_number(self.probability_strength),
            phrases=self.phrases,
            pseudo_count=self.pseudo_count,
        )
        return _Part(trained[0], stage.ties), stage

    def with_strengths(self, strength: float, probability_strength: float) -> Self:
        """Return a copy with other strengths of ties, which shares the weights; 0 for no ties."""
        check_range("strength", strength, 0.0, MAX_STRENGTH)
        check_range("probability_strength", probability_strength, 0.0, MAX_STRENGTH)
        *earlier, (crf, ties) = self._fitted_parts()
        twin = copy(self)
        last = _Part(crf, ties.of_strength(strength, probability_strength))
        vars(twin)["_parts"] = (*earlier, last)
        return twin

    def without_second_stage(self) -> Self:
        """Return a copy that answers by the first stage alone."""
        twin = copy(self)
        vars(twin).update(second_stage=False, _parts=self._fitted_parts()[:1])
        return twin

    # ---- prediction

    def predict(
        self,
        X: Any,  # noqa: N803
        *,
        documents: Sequence[int] | OffsetArray,
        allowed: Any = None,
    ) -> list[list[str]]:
        """Return good labels of all tokens, by sentence.

        Parameters
        ----------
        X, documents
            As for `fit`.
        allowed : optional
            As for `LinearChainCRF.predict`. Tokens with one allowed label are confirmed: groups
            with one have full strength, and confirmed phrases are evidence for other sentences.

        Raises
        ------
        CrfError
            As for `fit`; or a sentence has no labelling.
        """
        part, text = self._last(X, documents, allowed)
        found = part.ties.labels(part.crf.fitted_, text, self.seed)
        names = np.array(part.crf.classes_, dtype=object)
        return Labellings(split_labels(names[found], text.table.offsets))

    def predict_marginals(
        self,
        X: Any,  # noqa: N803
        *,
        documents: Sequence[int] | OffsetArray,
        allowed: Any = None,
    ) -> Marginals:
        """Return the probability of each label of each token, by sentence; see `predict`."""
        part, text = self._last(X, documents, allowed)
        rows = part.ties.probabilities(part.crf.fitted_, text, self.seed).tolist()
        names = part.crf.classes_
        dicts = [dict(zip(names, row, strict=True)) for row in rows]
        bounds = pairwise(text.table.offsets.tolist())
        return Marginals((dicts[start:stop] for start, stop in bounds), calibrated=False)

    def score(
        self,
        X: Any,  # noqa: N803
        y: Sequence[Sequence[str | None]],
        *,
        documents: Sequence[int] | OffsetArray,
    ) -> float:
        """Return the token accuracy; unknown tokens do not count."""
        found = self.predict(X, documents=documents)
        pairs = [
            (label, right)
            for own, tags in zip(found, y, strict=True)
            for label, right in zip(own, tags, strict=True)
            if right is not None
        ]
        return sum(label == right for label, right in pairs) / max(len(pairs), 1)

    def _last(
        self,
        X: Any,  # noqa: N803
        documents: Sequence[int] | OffsetArray,
        allowed: Any,
    ) -> tuple[_Part, DocumentText]:
        """Return the chain that answers, and the sentences with the columns that it reads."""
        *earlier, last = self._fitted_parts()
        first = (earlier or [last])[0].crf
        table = read_columns(extractor_of(first).table_of(X), extractor_of(first).template)
        mask = allowed_mask(allowed, first.classes_, table)
        text = DocumentText.open(table, documents_in_order(documents, table.n_sentences))
        if mask is not None:
            single = mask.sum(axis=1) == 1
            confirmed = np.where(single, mask.argmax(axis=1), -1).astype(np.int32)
            text = text._replace(allowed=mask, confirmed=confirmed)
        for part in earlier:
            labels = part.crf.fitted_.best_labels(part.crf.dataset(text.table), mask)
            text = text._replace(table=_with_columns(text, labels, part))
        return last, text

    # ---- files

    def save(self, path: Path | str) -> None:
        """Write the model to a file, atomically; ModelFileError if that is not possible."""
        model_file.write(path, *self._content())

    def to_bytes(self) -> bytes:
        """Return what `save` would write."""
        return model_file.dump(*self._content())

    @classmethod
    def load(cls, path: Path | str) -> Self:
        """Read a model; ModelFileError if the file is damaged, of another kind, or too new."""
        return cls.from_content(*model_file.read(path), name=str(path))

    @classmethod
    def from_bytes(cls, data: bytes, *, name: str = "The model") -> Self:
        """Return the model that `to_bytes` has written."""
        return cls.from_content(*model_file.parse(data, name=name), name=name)

    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        stages: list[dict[str, Any]] = []
        arrays: dict[str, NDArray[Any]] = {}
        for number, part in enumerate(self._fitted_parts()):
            chain, own = content_of(part.crf)
            ties, named = part.ties.state()
            arrays |= {f"{number}/chain/{name}": array for name, array in own.items()}
            arrays |= {f"{number}/ties/{name}": array for name, array in named.items()}
            stages.append({"chain": chain, "ties": ties})
        params = self.get_params()
        del params["chain"]
        content = {"estimator": self.KIND, "params": params, "metadata": self.metadata_}
        return {**content, "stages": stages}, arrays

    @classmethod
    def from_content(
        cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
    ) -> Self:
        """Return the model of a file's content; errors as for `load`."""
        check_kind(content, cls.KIND, name)
        try:
            model = cls(**content["params"])
            model._check()
            stages = content["stages"]
            if len(stages) != 1 + int(model.second_stage):
                message = f"it has {len(stages)} stages"
                raise ValueError(message)
            parts = []
            for number, stage in enumerate(stages):
                own = with_prefix(arrays, f"{number}/chain/")
                crf = restored(LinearChainCRF, stage["chain"], own, name=name)
                ties = DocumentTies.from_state(
                    stage["ties"], with_prefix(arrays, f"{number}/ties/")
                )
                _check_part(crf, ties)
                parts.append(_Part(crf, ties))
            model._parts = tuple(parts)
            model.metadata_ = dict(content["metadata"])
        except INVALID_CONTENT as error:
            raise ModelFileError(
                f"{name}: this model does not fit together ({fault_in(error)}); train and save it "
                "again."
            ) from error
        model.chain = LinearChainCRF(**parts[0].crf.get_params())
        return model

    # ---- what was learned

    @property
    def chain_(self) -> LinearChainCRF:
        """The trained chain; with a second stage the second one."""
        return self._fitted_parts()[-1].crf

    @property
    def extractor_(self) -> TemplateExtractor:
        """The extractor of the first chain, which reads the sentences."""
        return extractor_of(self._fitted_parts()[0].crf)

    @property
    def training_(self) -> TrainingRecord:
        """Record of the training of `chain_` on all documents."""
        return self.chain_.training_

    @property
    def ties_(self) -> DocumentTies:
        """The ties of `chain_`."""
        return self._fitted_parts()[-1].ties

    @property
    def classes_(self) -> list[str]:
        """The labels, in the order of all arrays."""
        return self.chain_.classes_

    def _fitted_parts(self) -> tuple[_Part, ...]:
        if not self._parts:
            raise NotFittedError(
                "This DocumentCRF has not learned anything yet; call fit, or load a model."
            )
        return self._parts

    def _check(self) -> None:
        """Raise CrfError for a parameter that is not possible."""
        if self.chain is not None:
            check_chain(self.chain)
        params = self.get_params()
        check_choice(params, "rule", RULES)
        check_choice(params, "method", METHODS)
        for name in ("phrases", "second_stage"):
            check_choice(params, name, (False, True))
        for name in ("strength", "probability_strength"):
            if params[name] != HELD_OUT:
                check_range(name, params[name], 0.0, MAX_STRENGTH)
        check_range("pseudo_count", self.pseudo_count, 1e-9, 1e9)
        for name, least, most in (("folds", 2, MAX_FOLDS), ("seed", 0, 2**63)):
            value = params[name]
            if not isinstance(value, Integral) or isinstance(value, bool):
                raise CrfError(f"{name}={shown(value)} is not possible; it must be a whole number.")
            check_range(name, value, least, most)


def load_model(path: Path | str) -> DocumentCRF | LinearChainCRF | SemiMarkovCRF:
    """Read the file of a model of documents, a chain or a semi-Markov model."""
    content, arrays = model_file.read(path)
    if content.get("estimator") == DocumentCRF.KIND:
        return DocumentCRF.from_content(content, arrays, name=str(path))
    return restored_model(content, arrays, name=str(path))


def _with_columns(text: DocumentText, labels: IdArray, part: _Part) -> ColumnTable:
    """Return the table with the columns of what labels say elsewhere in the document."""
    table, crf, ties = text.table, part.crf, part.ties
    groups = ties.ties_of_words(crf.fitted_, text)
    added = neighbour_columns(
        forms_of(table.columns[0])[0],
        table.offsets,
        text.documents,
        groups,
        labels,
        crf.classes_,
        ties.scheme,
    )
    return replace(table, columns=(*table.columns, *added))


def _check_part(crf: LinearChainCRF, ties: DocumentTies) -> None:
    """Raise ValueError if a chain and its ties do not fit."""
    extractor_of(crf)
    if types_of(crf.classes_)[0] != ties.table.types:
        message = "the ties are of other types than the labels"
        raise ValueError(message)
    if ties.rule not in RULES or ties.method not in METHODS or ties.scheme not in SCHEMES:
        message = "a rule, method or scheme of ties is unknown"
        raise ValueError(message)


def _number(strength: Any) -> float | None:
    return None if strength == HELD_OUT else float(strength)
