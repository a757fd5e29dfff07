"""The skip-chain conditional random field, as an estimator."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from crfcore.arrays import FloatArray, IdArray, OffsetArray, with_prefix
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, ModelFileError, NotFittedError, fault_of_content, shown
from crfcore.estimator.document_fitting import LabelledDocuments
from crfcore.estimator.document_model import DocumentModel, labelled_documents
from crfcore.estimator.document_ties import DocumentText, extractor_of
from crfcore.estimator.extractors import dataset_of
from crfcore.estimator.parameters import (
    check_chain,
    check_choice,
    check_parameters,
    check_range,
    check_whole,
)
from crfcore.estimator.skip_ties import RULES, SkipTies, edges_of
from crfcore.features.word_cases import learn_cases
from crfcore.files import INVALID_CONTENT, check_kind, content_of, restored
from crfcore.graphs.ties import types_of
from crfcore.messages import message
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.fitting import TrainingRecord, record_of
from crfcore.training.linear_model import LinearModel
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.graph_likelihood import GraphLikelihood
from crfcore.training.optimisers.lbfgs import minimise
from crfcore.training.optimisers.minimisation import Stopping

MAX_LINESEARCH = 8
"""Evaluations of a line search."""

MAX_COUNT = 10_000
"""Greatest number of iterations and of passes."""


class _Fitted(NamedTuple):
    """A trained chain, the weights of its skip edges, and whether messages converged."""

    crf: LinearChainCRF
    ties: SkipTies
    converged: bool


@dataclass(eq=False, repr=False)
class SkipChainCRF(DocumentModel):
    """A chain whose equal words are joined in pairs, trained as one model by loopy propagation.

    C. Sutton and A. McCallum, Collective segmentation and labeling of distant entities in
    information extraction, 2004. An edge between two equal words of a document scores the types of
    their labels, and knows the attributes of both, so that what is clear at one speaks for the
    other. `crfcore.DocumentCRF` has fewer weights, is faster, and heeds confirmed labels more; use
    this one to compare with the literature, or where equal words are to have *different* labels.

    Parameters
    ----------
    chain : LinearChainCRF, optional
        Its parameters, the template and c2 among them; by default with the preset "ner". A copy is
        trained by likelihood; then all weights are trained together from there.
    rule : {"names", "form"}
        Which equal words of a document are joined: those with a capital letter that are not more
        often in lower case; or all with a letter or digit.
    reach : int or None
        How many later equal words each one is joined with; None: all of its document,
        as published. With many edges messages have several fixed points, so that the likelihood
        jumps and the training is slow.
    ends : bool
        Whether edges have weights for the attributes of either end, by type where both ends have
        the same one, as published; otherwise only for pairs of types.
    max_iterations : int
        Of the training of all weights.
    message_tolerance : float
        Change of a message, as a probability, at which propagation in a document ends.
    max_passes : int
        Most passes over the messages of a document.

    Attributes
    ----------
    chain_ : LinearChainCRF
        The chain with the weights trained together, without its edges.
    ties_ : SkipTies
        Rule and weights of the edges.
    converged_ : bool
        Whether all messages converged at the weights found; where they do not, their likelihood
        and gradient are less accurate than usual.
    metadata_ : dict
        JSON stored in the model's file.
    """

    KIND: ClassVar[str] = "SkipChainCRF"

    chain: LinearChainCRF | None = None
    _: KW_ONLY
    rule: str = "names"
    reach: int | None = 1
    ends: bool = False
    max_iterations: int = 100
    message_tolerance: float = 1e-4
    max_passes: int = 50

    def __post_init__(self) -> None:
        self.metadata_: dict[str, Any] = {}
        self._model: _Fitted | None = None

    # ---- training

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        *,
        documents: Sequence[int] | OffsetArray,
        labels: Sequence[str] | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
        **learned: Any,
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
        monitor, cancelled
            As for `LinearChainCRF.fit`: of the chain's training, then of that of all weights.
        **learned
            What the template reads: clusters, vectors, cases of `LinearChainCRF.fit`.

        Returns
        -------
        SkipChainCRF
            Itself; unchanged after an exception.

        Raises
        ------
        CrfError
            A parameter or argument is not possible, or the sentences of a document do not follow
            one another.
        """
        self._check()
        unknown = sorted(set(learned) - {"clusters", "vectors", "cases"})
        if unknown:
            raise CrfError(f"{self.KIND}.fit has no argument {shown(unknown[0])}.")
        chain = LinearChainCRF(template="ner") if self.chain is None else self.chain
        given, template = labelled_documents(chain, X, y, documents, labels)
        crf = LinearChainCRF(**{**chain.get_params(), "template": template, "model_filename": None})
        table, names = given.text.table, given.labels
        crf.fit(
            *(table, given.targets), labels=names, monitor=monitor, cancelled=cancelled, **learned
        )
        self._model = self._trained(crf, given, monitor, cancelled)
        self.metadata_ = {}
        return self

    def _trained(
        self,
        crf: LinearChainCRF,
        given: LabelledDocuments,
        monitor: Monitor | None,
        cancelled: Callable[[], bool] | None,
    ) -> _Fitted:
        """Train the weights of a fitted chain together with those of edges, which start at 0."""
        started = time.perf_counter()
        fitted, text = crf.fitted_, given.text
        dataset = dataset_of(text.table, fitted.extractor)
        cases = learn_cases(text.table)
        edges = edges_of(text, self.rule, self.reach, cases, dataset if self.ends else None)
        assert isinstance(fitted.model, LinearModel)
        index = fitted.model.index
        objective = GraphLikelihood(
            dataset,
            given.targets,
            index,
            text.documents,
            types_of(fitted.labels)[1],
            edges,
            c2=DEFAULT_C2 if crf.c2 is None else float(crf.c2),
            tolerance=self.message_tolerance,
            max_passes=self.max_passes,
            cancelled=cancelled,
        )
        weights = np.zeros(objective.n_weights)
        weights[: index.n_weights] = fitted.model.weights
        seconds = time.perf_counter() - started
        # Where messages jump to another fixed point no step is good: do not search for it long.
        stopping = Stopping(max_iterations=self.max_iterations, max_linesearch=MAX_LINESEARCH)
        found = minimise(objective, weights, stopping=stopping, monitor=monitor)
        record = record_of(
            "lbfgs", found, seconds, dataset, given.targets, objective.n_weights, started
        )
        model = LinearModel(index, weights[: index.n_weights].copy())
        crf._fitted = replace(fitted, model=model, record=record)  # noqa: SLF001 - made here
        skip = objective.skip.of_vector(weights[index.n_weights :].copy())
        ties = SkipTies(skip, cases, self.rule, self.reach, self.message_tolerance, self.max_passes)
        return _Fitted(crf, ties, objective.converged)

    # ---- prediction

    def _labels(self, text: DocumentText) -> IdArray:
        crf, ties, _ = self._fitted()
        return ties.labels(crf.fitted_, text)

    def _probabilities(self, text: DocumentText) -> FloatArray:
        crf, ties, _ = self._fitted()
        return ties.probabilities(crf.fitted_, text)

    # ---- files

    def _content(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        crf, ties, converged = self._fitted()
        chain, own = content_of(crf)
        skip, named = ties.state()
        arrays = {f"chain/{name}": array for name, array in own.items()}
        arrays |= {f"skip/{name}": array for name, array in named.items()}
        content = {**self._header(), "chain": chain, "skip": skip, "converged": converged}
        return content, arrays

    @classmethod
    def from_content(
        cls, content: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]], *, name: str
    ) -> Self:
        """Return the model of a file's content; errors as for `load`."""
        check_kind(content, cls.KIND, name)
        try:
            model = cls(**content["params"])
            model._check()
            crf = restored(
                LinearChainCRF, content["chain"], with_prefix(arrays, "chain/"), name=name
            )
            extractor_of(crf)
            ties = SkipTies.from_state(
                content["skip"], with_prefix(arrays, "skip/"), crf.fitted_, content["params"]
            )
            model._model = _Fitted(crf, ties, bool(content["converged"]))
            model.metadata_ = dict(content["metadata"])
        except INVALID_CONTENT as error:
            raise ModelFileError(
                message(
                    "{name}: this model does not fit together ({fault}); train and save it again.",
                    name=name,
                    fault=fault_of_content(error),
                )
            ) from error
        model.chain = LinearChainCRF(**crf.get_params())
        return model

    # ---- what was learned

    @property
    def chain_(self) -> LinearChainCRF:
        """The chain with the weights trained together, without its edges."""
        return self._fitted().crf

    @property
    def ties_(self) -> SkipTies:
        """Rule and weights of the edges."""
        return self._fitted().ties

    @property
    def converged_(self) -> bool:
        """Whether all messages converged at the weights found."""
        return self._fitted().converged

    @property
    def training_(self) -> TrainingRecord:
        """Record of the training of all weights."""
        return self.chain_.training_

    def _fitted(self) -> _Fitted:
        if self._model is None:
            raise NotFittedError(
                f"This {self.KIND} has not learned anything yet; call fit, or load a model."
            )
        return self._model

    def _check(self) -> None:
        """Raise CrfError for a parameter that is not possible."""
        if self.chain is not None:
            check_chain(self.chain)
            _check_training(self.chain)
        params = self.get_params(deep=False)
        check_choice(params, "rule", RULES)
        check_choice(params, "ends", (False, True))
        check_range("message_tolerance", self.message_tolerance, 0.0, 1.0)
        for name in ("max_iterations", "max_passes", "reach"):
            value = params[name]
            if name != "reach" or value is not None:
                check_whole(name, value, 1, MAX_COUNT)


def _check_training(chain: LinearChainCRF) -> None:
    """Raise CrfError unless a chain is trained by L-BFGS and likelihood alone."""
    wanted = {"algorithm": ("lbfgs", None), "c1": (0.0, None), "objective": ("likelihood",)}
    params = chain.get_params()
    check_parameters(params)
    for name, values in wanted.items():
        value = params[name]
        if value not in values:
            raise CrfError(
                f"The chain has {name}={shown(value)}, and skip-chains are trained by likelihood "
                f"with c2 alone; use {name}={values[0]!r}."
            )
