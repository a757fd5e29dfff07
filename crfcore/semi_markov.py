"""The semi-Markov conditional random field as an estimator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from crfcore import model_file
from crfcore.arrays import FloatArray, plain_number
from crfcore.base import Estimator
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, DataError, shown
from crfcore.estimator.chain_parameters import WatchedParameters
from crfcore.estimator.dev_scores import dev_watch_of
from crfcore.estimator.extractors import Extractor, phrase_lists_of
from crfcore.estimator.fit_arguments import GivenData, check_labels_known, given_data, start_from
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.fitted_segments import FittedSegments, Segments
from crfcore.estimator.learned import Learned
from crfcore.estimator.parameters import (
    check_choice,
    check_parameters,
    feature_choice,
    optimisation,
)
from crfcore.estimator.prediction import PredictionMethods
from crfcore.estimator.prediction_input import PredictionInput
from crfcore.estimator.probabilities import (
    check_longest,
    check_type,
    check_types_known,
    lists_of_spans,
)
from crfcore.estimator.segment_forms import (
    check_segmentations,
    check_types,
    checked_forms,
    forms_of,
    longest_in,
    scheme_of,
    type_numbers,
    types_of,
)
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.learned_text import LearnedText
from crfcore.features.phrases import PhraseList
from crfcore.features.segment_extraction import segment_extractor
from crfcore.features.word_cases import WordCases
from crfcore.features.word_clusters import WordClusters
from crfcore.features.word_vectors import WordVectors
from crfcore.files import restored
from crfcore.inference.semi_markov import SegmentForms
from crfcore.messages import message
from crfcore.text.tag_schemes import Span, spans
from crfcore.training.fitting import FeatureChoice
from crfcore.training.monitor import Monitor
from crfcore.training.objectives.shares_plan import useful_sentences
from crfcore.training.semi_markov.fitting import (
    EarlierSegments,
    SegmentStart,
    SegmentWeights,
    fit_segments,
)
from crfcore.training.starts import EarlierModel


class _LastFit:
    """What the last call of `fit` reports, which is no parameter."""

    skipped_sentences_: tuple[int, ...] = ()


@dataclass(eq=False, repr=False)
class SemiMarkovCRF(_LastFit, WatchedParameters, Estimator, PredictionMethods):
    """A conditional random field over segmentations.

    A segment, which is a span of one type or a single token outside of spans, scores what a
    `LinearChainCRF` gives the tags of its tokens, plus weights of attributes of the whole segment:
    its length, whether it is a phrase of a list, its words. Without such attributes it is the chain
    under its tagging scheme. Use it where whole spans are to be recognised: names in lists,
    references, doses, addresses; elsewhere it is no better than the chain, and slower (S. Sarawagi
    and W. W. Cohen 2004; the hybrid form is that of G. Andrew 2006).

    Parameters
    ----------
    segments : str
        Lines of attributes of segments: "segments" (lengths, and the lists of `fit`), a file, or
        their text; see `crfcore.features.segment_lines`.
    scheme : {"iob2", "ioe2", "bioes", "bilou"}, optional
        Of the tags; by default by their prefixes.
    longest : int, optional
        The greatest number of tokens of a segment; by default that of the longest known one.
    min_freq, all_possible_states, all_possible_transitions, c1, c2, max_iterations, num_memories, \
epsilon, period, delta, max_linesearch, relative_change, allowed_transitions, template, min_count, \
threads, patience, dev_score, verbose, model_filename
        As for `LinearChainCRF` with algorithm "lbfgs".
    initial : {"auto", "zeros"}, or another estimator with weights
        "auto" trains a chain first, if there are enough tokens. A chain, or a model of this class,
        gives its weights.
    seed : int
        Of the chain in advance.

    Attributes
    ----------
    skipped_sentences_ : tuple of int
        Of the last `fit` with `skip_impossible`.

    Notes
    -----
    It predicts only tags that obey the scheme. `allowed` and partial labels are exact. Rules other
    than `allowed`, pairs of labels, samples, entropies and query strategies are not available.
    """

    KIND: ClassVar[str] = "SemiMarkovCRF"

    segments: str = "segments"
    _: KW_ONLY
    scheme: str | None = None
    longest: int | None = None
    all_possible_transitions: bool = True
    allowed_transitions: Any = "all"
    initial: Any = "auto"

    def fit(
        self,
        X: Any,  # noqa: N803 - scikit-learn's name
        y: Any,
        X_dev: Any = None,  # noqa: N803 - sklearn_crfsuite's name
        y_dev: Any = None,
        *,
        labels: Sequence[str] | None = None,
        extractor: Extractor | None = None,
        monitor: Monitor | None = None,
        cancelled: Callable[[], bool] | None = None,
        sample_weight: Any = None,
        new_labels: bool = False,
        lists: Sequence[PhraseList] = (),
        skip_impossible: bool = False,
        rules: Any = None,
        clusters: WordClusters | None = None,
        vectors: WordVectors | None = None,
        cases: WordCases | None = None,
    ) -> Self:
        """Learn from sentences.

        Parameters
        ----------
        X, y, X_dev, y_dev, labels, extractor, monitor, cancelled, sample_weight, new_labels, \
clusters, vectors, cases
            As for `LinearChainCRF.fit`. Labels are tags of a scheme. Lines that read words need
            columns and a template.
        lists : sequence of PhraseList
            Read by the template of tokens, as ``gaz:NAME:B``, and by ``%listed[NAME]``; part of the
            model file. A Dataset has those of its extractor.
        skip_impossible : bool
            Leave out sentences whose labels agree with no segmentation, which are an error
            otherwise; `skipped_sentences_` lists them.
        rules : None
            Others are an error: they are not available.

        Returns
        -------
        SemiMarkovCRF
            Itself; unchanged after an exception.

        Raises
        ------
        DataError
            The tags of a sentence break the scheme, or no segmentation agrees with them.
        """
        params = LinearChainCRF().get_params() | self.get_params()
        _check(params, rules)
        lists = _checked_lists(lists)
        learned = LearnedText(clusters, vectors, cases).checked()
        settings = self.template, self.min_count, sample_weight, learned, lists
        given = given_data(X, y, labels, extractor, *settings)
        lists = phrase_lists_of(given.extractor)
        used = segment_extractor(self.segments, lists)
        initial = _start_of(self.initial, given, new_labels=new_labels)
        choice = feature_choice(params, given.extractor, given.names)
        scheme = scheme_of(self.scheme, given.names)
        skipped: list[int] = []
        if skip_impossible:
            given, skipped = _without_impossible(given, scheme, self.longest, choice)
        forms = _forms_for(given, scheme, self.longest, choice)

        def fitted(model: SegmentWeights) -> FittedSegments:
            own = Segments(scheme, forms.longest, used, model.segments)
            return FittedSegments(given.names, given.extractor, model.tokens, None, segments=own)

        log = TrainingLog()
        model, record = fit_segments(
            given.dataset,
            given.targets,
            choice,
            optimisation(params),
            forms,
            used,
            sentence_weights=given.weights,
            initial=initial,
            monitor=log.watching(monitor, write_line if self.verbose else None),
            cancelled=cancelled,
            dev=dev_watch_of(params, X_dev, y_dev, given.extractor, given.names, fitted),
        )
        record = replace(record, seconds_features=record.seconds_features + given.seconds)
        self._set_fitted(replace(fitted(model), record=record), log)
        self.skipped_sentences_ = tuple(skipped)
        return self

    @property
    def segment_features_(self) -> dict[tuple[str, str], float]:
        """The weight of each (attribute of segments, type) pair."""
        return _fitted_of(self).segment_features()

    @property
    def scheme_(self) -> str:
        """The scheme of the tags."""
        return _fitted_of(self).segments.scheme

    @property
    def longest_(self) -> int:
        """The greatest number of tokens of a segment."""
        return _fitted_of(self).segments.longest

    def chain(self) -> LinearChainCRF:
        """Return the chain of the weights of tokens, without those of segments.

        It supports rules and given labels that no segmentation has; temperature and biases are
        those of this model.
        """
        fitted = _fitted_of(self)
        chain = LinearChainCRF(template=self.template, c1=self.c1, c2=self.c2, threads=self.threads)
        chain._fitted = FittedChain(  # noqa: SLF001 - made here
            fitted.labels,
            fitted.extractor,
            fitted.model,
            fitted.record,
            temperature=fitted.temperature,
            label_bias=fitted.label_bias,
        )
        chain.metadata_ = dict(self.metadata_)
        return chain

    def predict_spans(
        self,
        X: Any,  # noqa: N803
        *,
        allowed: Any = None,
    ) -> list[list[Span]]:
        """Return the spans of the best segmentation of each sentence; as for `predict`."""
        return [spans(tags, self.scheme_) for tags in self.predict(X, allowed=allowed)]

    def span_marginals(
        self,
        X: Any,  # noqa: N803
        spans: Sequence[Sequence[tuple[int, int, Any]]],
        *,
        scheme: str | None = None,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[float]]:
        """Return the probabilities of spans.

        Parameters are those of `LinearChainCRF.span_marginals`; labels are types, and the scheme is
        that of the model.
        """
        inputs = _input(self, X, allowed, rules, scheme)
        lists = lists_of_spans(spans, inputs.dataset)
        types = types_of(self.classes_)
        for queried in lists:
            for *_, label in queried:
                if not isinstance(label, str):
                    raise CrfError(
                        f"{shown(label)} is no type of spans, such as {types[0]}; for given tags "
                        "of tokens use sequence_probability."
                    )
        check_types_known(lists, types)
        return _fitted_of(self).span_probabilities(
            inputs.dataset, inputs.mask, lists, threads=self.threads
        )

    def all_span_marginals(
        self,
        X: Any,  # noqa: N803
        label: str,
        longest: int,
        *,
        scheme: str | None = None,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[FloatArray]:
        """Return the probability of every span of a type, up to a length.

        As `LinearChainCRF.all_span_marginals`; 0 for spans that are longer than `longest_`.
        """
        inputs = _input(self, X, allowed, rules, scheme)
        check_longest(longest, inputs.dataset)
        check_type(label, types_of(self.classes_))
        return _fitted_of(self).all_span_probabilities(
            inputs.dataset, inputs.mask, label, longest, threads=self.threads
        )


def _fitted_of(model: SemiMarkovCRF) -> FittedSegments:
    fitted = model.fitted_
    assert isinstance(fitted, FittedSegments)
    return fitted


def _input(
    model: SemiMarkovCRF, sentences: Any, allowed: Any, rules: Any, scheme: str | None
) -> PredictionInput:
    _check_rules(rules)
    own = model.scheme_
    if scheme not in (None, own):
        raise CrfError(f"scheme={shown(scheme)} is not that of the model, {own}; leave it out.")
    return PredictionInput(model, sentences, allowed)


def _checked_lists(lists: Any) -> tuple[PhraseList, ...]:
    if isinstance(lists, str | PhraseList) or not isinstance(lists, Iterable):
        raise CrfError(f"lists={shown(lists)} is not possible; it must be a list of PhraseList.")
    found: tuple[Any, ...] = tuple(lists)
    for one in found:
        if not isinstance(one, PhraseList):
            raise CrfError(f"lists holds {shown(one)}, which is no PhraseList; make one of it.")
    return found


def _check(params: dict[str, Any], rules: Any) -> None:
    """Raise CrfError, with the name and value of a parameter, if it is invalid."""
    if not isinstance(params["segments"], str):
        raise CrfError(
            f"segments={shown(params['segments'])} is not possible; it must be 'segments', a file, "
            "or lines such as 'S0:%length'."
        )
    if not isinstance(params["initial"], Learned):
        check_choice(params, "initial", ("auto", "zeros"), ", or another model")
    check_parameters(params)
    _check_rules(rules)


def _check_rules(rules: Any) -> None:
    if rules is not None:
        raise CrfError(
            "A semi-Markov model knows no rules; give the labels that are possible (allowed=), or "
            "use LinearChainCRF."
        )


def _forms_for(
    given: GivenData, scheme: str, longest: int | None, choice: FeatureChoice
) -> SegmentForms:
    """Return the tags of segments after a check that labels agree with a segmentation."""
    useful = useful_sentences(given.dataset, given.targets, given.weights)
    forms = checked_forms(given.names, scheme, plain_number(longest), useful)
    check_segmentations(forms, useful, _transitions(given, choice))
    return forms


def _transitions(given: GivenData, choice: FeatureChoice) -> FloatArray:
    """Return zeros, −inf for forbidden transitions: (L, L)."""
    if choice.allowed_transitions == "all":
        return np.zeros((len(given.names), len(given.names)))
    index = choice.index(given.dataset, given.targets)
    return index.matrix_of(np.zeros(len(index.transition_pairs)))


def _without_impossible(
    given: GivenData, scheme: str, longest: int | None, choice: FeatureChoice
) -> tuple[GivenData, list[int]]:
    """Return the data with weight 0 for sentences that agree with no segmentation, and these."""
    useful = useful_sentences(given.dataset, given.targets, given.weights)
    forms = forms_of(given.names, scheme, 1)
    check_types(forms, scheme)
    forms = replace(forms, longest=longest or longest_in(useful, forms))
    skipped = check_segmentations(forms, useful, _transitions(given, choice), lenient=True)
    if len(skipped) == len(useful.order):
        raise DataError(
            message(
                "No sentence has labels that agree with a segmentation under the scheme "
                "{scheme}; label spans, or use LinearChainCRF.",
                scheme=scheme,
            )
        )
    if not skipped:
        return given, []
    weights = np.ones(given.dataset.n_sentences) if given.weights is None else given.weights.copy()
    weights[skipped] = 0.0
    return given._replace(weights=weights), skipped


def load_model(path: Path | str) -> LinearChainCRF | SemiMarkovCRF:
    """Read the file of a chain or of a semi-Markov model; raises as `Estimator.load`."""
    return restored_model(*model_file.read(path), name=str(path))


def model_from_bytes(data: bytes, *, name: str = "The model") -> LinearChainCRF | SemiMarkovCRF:
    """Return a chain or a semi-Markov model from what its `to_bytes` has written."""
    return restored_model(*model_file.parse(data, name=name), name=name)


def restored_model(content: Any, arrays: Any, *, name: str) -> LinearChainCRF | SemiMarkovCRF:
    """Return the model of a file's content."""
    kind = content.get("estimator") if isinstance(content, dict) else None
    if kind == SemiMarkovCRF.KIND:
        return restored(SemiMarkovCRF, content, arrays, name=name)
    return restored(LinearChainCRF, content, arrays, name=name)


def _start_of(initial: Any, given: GivenData, *, new_labels: bool) -> SegmentStart:
    if not isinstance(initial, Learned):
        return str(initial)
    earlier = initial.fitted_
    if not new_labels:
        check_labels_known(earlier, given.targets, given.names)
    translate = start_from(earlier, given.extractor, given.names)

    def start() -> tuple[EarlierModel, EarlierSegments | None]:
        segments = None
        if isinstance(earlier, FittedSegments):
            old_types = type_numbers(types_of(given.names), earlier.types)
            own = earlier.segments
            segments = EarlierSegments(own.model, own.extractor, old_types)
        return translate(), segments

    return start
