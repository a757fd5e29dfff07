"""A chain whose documents are tied by their repeated names, as an estimator."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore import model_file
from crfcore.arrays import FloatArray, IdArray, OffsetArray, with_prefix
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, fault_of_content
from crfcore.estimator.document_fitting import LabelledDocuments, Stage, fit_stage
from crfcore.estimator.document_model import DocumentModel, document_text, labelled_documents
from crfcore.estimator.document_ties import (
    DocumentText,
    DocumentTies,
    extractor_of,
)
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import check_chain, check_choice, check_range, check_whole
from crfcore.features.column_table import ColumnTable
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.template import Template, parse_template
from crfcore.files import INVALID_CONTENT, check_kind, content_of, restored
from crfcore.graphs.collective import METHODS
from crfcore.graphs.neighbour_columns import neighbour_columns, template_lines
from crfcore.graphs.ties import RULES, forms_of, types_of
from crfcore.messages import message
from crfcore.semi_markov import SemiMarkovCRF, restored_model
from crfcore.text.tag_schemes import SCHEMES
from crfcore.training.fitting import TrainingRecord

HELD_OUT = "held-out"
"""The value of a strength that is chosen on held-out documents."""

MAX_FOLDS, MAX_STRENGTH = 100, 100.0


class _Part(NamedTuple):
    """A fitted chain with its ties."""

    crf: LinearChainCRF
    ties: DocumentTies


@dataclass(eq=False, repr=False)
class DocumentCRF(DocumentModel):
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

    KIND: ClassVar[str] = "DocumentCRF"

    chain: LinearChainCRF | None = None
    _: KW_ONLY
    rule: str = "names"
    method: str = "bp"
    strength: Any = HELD_OUT
    probability_strength: Any = HELD_OUT
    phrases: bool = True
    folds: int = 4
    pseudo_count: float = 0.5
    second_stage: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        self.metadata_: dict[str, Any] = {}
        self._parts: tuple[_Part, ...] = ()

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
        given, template = labelled_documents(chain, X, y, documents, labels)
        text = given.text
        if self.second_stage and text.documents.max(initial=0) < 1:
            raise CrfError("A second stage needs two documents at least; give more documents.")
        first, stage = self._trained(chain, template, given, arguments)
        parts = [first]
        if self.second_stage:
            longer = parse_template(f"{template}\n{template_lines(text.table.n_columns)}")
            columns = _with_columns(text, stage.held_out, first)
            wider = replace(given, text=text._replace(table=columns))
            parts.append(self._trained(chain, longer, wider, arguments)[0])
        self._parts = tuple(parts)
        self.metadata_ = {}
        return self

    def _trained(
        self,
        chain: LinearChainCRF,
        template: Template,
        given: LabelledDocuments,
        arguments: Mapping[str, Any],
    ) -> tuple[_Part, Stage]:
        """Train a chain on all documents and without each fold."""
        trained: list[LinearChainCRF] = []

        def fit(sentences: NDArray[np.int64]) -> FittedChain:
            crf = LinearChainCRF(**{**chain.get_params(), "template": template})
            table = given.text.table
            own = given.targets.select(table.offsets, sentences)
            crf.fit(table.select(sentences), own, labels=given.labels, **arguments)
            trained.append(crf)
            return crf.fitted_

        stage = fit_stage(
            given,
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

    def _labels(self, text: DocumentText) -> IdArray:
        crf, ties = self._fitted_parts()[-1]
        return ties.labels(crf.fitted_, text, self.seed)

    def _probabilities(self, text: DocumentText) -> FloatArray:
        crf, ties = self._fitted_parts()[-1]
        return ties.probabilities(crf.fitted_, text, self.seed)

    def _text(
        self,
        X: Any,  # noqa: N803
        documents: Sequence[int] | OffsetArray,
        allowed: Any,
    ) -> DocumentText:
        *earlier, last = self._fitted_parts()
        text = document_text((earlier or [last])[0].crf, X, documents, allowed)
        for part in earlier:
            labels = part.crf.fitted_.best_labels(part.crf.dataset(text.table), text.allowed)
            text = text._replace(table=_with_columns(text, labels, part))
        return text

    # ---- files

    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        stages: list[dict[str, Any]] = []
        arrays: dict[str, NDArray[Any]] = {}
        for number, part in enumerate(self._fitted_parts()):
            chain, own = content_of(part.crf)
            ties, named = part.ties.state()
            arrays |= {f"{number}/chain/{name}": array for name, array in own.items()}
            arrays |= {f"{number}/ties/{name}": array for name, array in named.items()}
            stages.append({"chain": chain, "ties": ties})
        return {**self._header(), "stages": stages}, arrays

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
                raise ValueError(message("it has {n_stages} stages", n_stages=len(stages)))
            parts = []
            for number, stage in enumerate(stages):
                own = with_prefix(arrays, f"{number}/chain/")
                crf = restored(LinearChainCRF, stage["chain"], own, name=name)
                ties = DocumentTies.from_state(
                    stage["ties"], with_prefix(arrays, f"{number}/ties/")
                )
                _check_part(crf, ties)
                parts.append(_Part(crf, ties))
            if any(part.crf.classes_ != parts[0].crf.classes_ for part in parts):
                raise ValueError(message("its stages have different labels"))
            model._parts = tuple(parts)
            model.metadata_ = dict(content["metadata"])
        except INVALID_CONTENT as error:
            raise ModelFileError(
                message(
                    "{name}: this model does not fit together ({fault}); train and save it again.",
                    name=name,
                    fault=fault_of_content(error),
                )
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
        params = self.get_params(deep=False)
        check_choice(params, "rule", RULES)
        check_choice(params, "method", METHODS)
        for name in ("phrases", "second_stage"):
            check_choice(params, name, (False, True))
        for name in ("strength", "probability_strength"):
            if not _is_held_out(params[name]):
                check_range(name, params[name], 0.0, MAX_STRENGTH)
        check_range("pseudo_count", self.pseudo_count, 1e-9, 1e9)
        check_whole("folds", self.folds, 2, MAX_FOLDS)
        check_whole("seed", self.seed, 0, 2**63)


def load_model(path: Path | str) -> DocumentCRF | LinearChainCRF | SemiMarkovCRF:
    """Read the file of a model of documents, a chain or a semi-Markov model."""
    return _restored(*model_file.read(path), name=str(path))


def model_from_bytes(
    data: bytes, *, name: str = "The model"
) -> DocumentCRF | LinearChainCRF | SemiMarkovCRF:
    """Return the model of a file's bytes; see `load_model`."""
    return _restored(*model_file.parse(data, name=name), name=name)


def _restored(
    content: Any, arrays: Any, *, name: str
) -> DocumentCRF | LinearChainCRF | SemiMarkovCRF:
    if isinstance(content, dict) and content.get("estimator") == DocumentCRF.KIND:
        return DocumentCRF.from_content(content, arrays, name=name)
    return restored_model(content, arrays, name=name)


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
        raise ValueError(message("the types of the ties are not those of the labels"))
    if ties.rule not in RULES or ties.method not in METHODS or ties.scheme not in SCHEMES:
        raise ValueError(message("a rule, method or scheme of ties is unknown"))


def _number(strength: Any) -> float | None:
    return None if _is_held_out(strength) else float(strength)


def _is_held_out(strength: Any) -> bool:
    # An array is equal to a string in each of its entries.
    return isinstance(strength, str) and strength == HELD_OUT
