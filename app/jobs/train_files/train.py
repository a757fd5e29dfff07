"""Training on the command line."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from app.domain.training_choice import other_presets
from app.jobs.data.snapshot import with_labels
from app.jobs.data.templates import DEFAULT, template_for, template_of
from app.jobs.kernels import load_kernels
from app.jobs.labelled_files.labelled_data import LabelledData
from app.jobs.tag_files.rules import read_rules_of_text
from app.jobs.train_files.chosen_settings import (
    Labelled,
    chosen_bias,
    chosen_c2,
    chosen_exponent,
    chosen_preset,
)
from app.jobs.train_files.expected_text import expected_text, scheme_of
from app.jobs.train_files.grammar_files import column_lists, figures_of_grammars, report_grammars
from app.jobs.train_files.options import TrainingOptions, check_labels, naming_their_files
from app.jobs.training.segments import check_tags
from app.jobs.training.train import costs_of_mistakes, with_outside_bias
from app.jobs.training.word_clusters import ClusterText, LearnedClusters, reads_clusters
from crfcore.constraints.matching import WordColumn
from crfcore.errors import DataError, shown
from crfcore.machine import peak_memory
from crfcore.messages import counted
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.objectives.names import CHAINED

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF
    from crfcore.document_crf import DocumentCRF
    from crfcore.estimator.text_rules import TextRules
    from crfcore.features.learned_text import LearnedText
    from crfcore.features.targets import Targets
    from crfcore.features.template import Template
    from crfcore.features.token_attributes import TokenAttributes
    from crfcore.semi_markov import SemiMarkovCRF
    from crfcore.training.monitor import Monitor


@dataclass(frozen=True, slots=True)
class Training:
    """A trained model, and the figures of its training for the JSON."""

    crf: LinearChainCRF | SemiMarkovCRF | DocumentCRF
    figures: dict[str, Any]

    def to_bytes(self, *, with_state: bool = False) -> bytes:
        """Return the model's file, without attributes that have no weight."""
        from crfcore.document_crf import DocumentCRF

        if isinstance(self.crf, DocumentCRF):
            return self.crf.to_bytes()
        return self.crf.compact().to_bytes(with_state=with_state)

    def counted_iterations(self) -> str:
        """Return the number of iterations, or of passes over the sentences."""
        from crfcore.training.online_fitting import ONLINE_ALGORITHMS

        record = self.crf.training_
        if record.algorithm in ONLINE_ALGORITHMS:
            return counted(record.iterations, "pass", "passes")
        return counted(record.iterations, "iteration")


def train_on(
    data: LabelledData,
    options: TrainingOptions,
    monitor: Monitor | None = None,
    report: Callable[[str], object] | None = None,
) -> Training:
    """Train on labelled data; TemplateError if the template needs a missing column.

    ``report`` is called with a sentence if the kernels have to be compiled first.
    """
    from crfcore.features.dataset import Dataset
    from crfcore.features.extraction import TemplateExtractor
    from crfcore.semi_markov import SemiMarkovCRF

    expected = expected_text(options, data, report, usable=_sums_alone(options, data))
    labels = _checked_labels(expected.labels(data.labels), options, data)
    template = template_of_options(options, data)
    expected.check_template(template)
    # All files are read before compiling, which may take minutes.
    rules = _rules(options, data) if not expected.expectations else None
    lists = column_lists(options, data, labels)
    learned = learned_from_files(options, template)
    own_text = None if learned.clusters is not None else _own_text(data, template)
    more = ["answers"] * bool(expected.expectations) + ["vectors"] * (own_text is not None)
    seconds_compile = load_kernels(*_kernels(options, data), *more, report=report)
    start = time.perf_counter()
    own = None if own_text is None else own_text.learn()
    learned = _with_own(learned, own, template)
    own_figures = _own_figures(own, options, template, report)
    extractor = TemplateExtractor(template, options.min_count, lists, *learned)
    report_grammars(lists, data, report)
    extractor, dataset, arguments = expected.learn(extractor, data.table)
    own_figures |= figures_of_grammars(lists, extractor, dataset)
    seconds_features = time.perf_counter() - start
    targets = with_labels(data.targets, len(labels))
    if options.choose or options.choose_c2:
        material = Labelled(Dataset.of(dataset, extractor), targets, labels, extractor)
        options, chosen = _with_choice(options, material, data, report)
        dataset, extractor = chosen.dataset, chosen.extractor
    crf = _estimator(options, data, labels)
    with naming_their_files(options):
        crf.fit(
            dataset,
            targets,
            extractor=extractor,
            labels=labels,
            monitor=monitor,
            new_labels=True,
            **arguments,
            **_arguments_of_chain(options, data, rules),
        )
    crf = with_outside_bias(crf, _bias(options, data))
    crf.metadata_ = metadata_of(data, extractor.template, labels)
    figures = figures_of(crf, data, seconds_features, seconds_compile) | own_figures
    if own is not None:
        crf.metadata_.update(own.metadata())
    figures |= _further_figures(crf, data, options, constrained=rules is not None)
    if not isinstance(crf, SemiMarkovCRF):
        figures |= expected.figures(crf, data.labels) if options.expect is not None else {}
        figures |= _suggested_lines(crf, dataset, targets) if options.suggest_lines else {}
    return Training(crf, figures)


def _checked_labels(
    labels: tuple[str, ...], options: TrainingOptions, data: LabelledData
) -> tuple[str, ...]:
    """Return the labels; DataError if they are too few, or lack one that an option is about."""
    if len(labels) < 2:
        raise _too_few(labels, options)
    check_labels(options, labels, data)
    return labels


def _too_few(labels: Sequence[str], options: TrainingOptions) -> DataError:
    """Return the error about fewer labels than a training needs."""
    if options.expect is None:
        return DataError("Training needs at least two different labels.")
    return DataError(
        f"{shown(labels[0])} is the only label here, and a training needs two; expect another, "
        "such as “O” for lower-case words.",
        path=options.expect,
    )


def _further_figures(
    crf: LinearChainCRF | SemiMarkovCRF,
    data: LabelledData,
    options: TrainingOptions,
    *,
    constrained: bool,
) -> dict[str, Any]:
    """Return the figures of what only some trainings have."""
    from crfcore.crf import LinearChainCRF

    figures: dict[str, Any] = {}
    if options.choose or options.choose_c2 or data.choice is not None:
        preset = options.preset or (data.choice.preset if data.choice is not None else "")
        figures |= {"preset": preset} if preset else {}
        if options.algorithm == "empirical":
            figures |= {"exponent": _exponent(options, data)}
        else:
            figures |= {"c2": crf.c2, "bias": _bias(options, data)}
    if constrained and isinstance(crf, LinearChainCRF):
        figures["dropped_rules"] = len(crf.dropped_rules_)
    if data.segments and _is_of_segments(options, data):
        figures |= {"segments": True, "left_out": data.left_out}
    return figures


def _suggested_lines(
    crf: LinearChainCRF, dataset: TokenAttributes, targets: Targets
) -> dict[str, Any]:
    """Return lines that would help the template, for the JSON."""
    from dataclasses import asdict

    from crfcore.feature_induction import suggest_lines

    return {"suggested_lines": [asdict(one) for one in suggest_lines(crf, dataset, targets)]}


def template_of_options(options: TrainingOptions, data: LabelledData) -> Template:
    """Return the template of options, or that of the data."""
    given = options.template
    return template_for(given, data.template) if isinstance(given, str) else given


def _arguments_of_chain(
    options: TrainingOptions, data: LabelledData, rules: TextRules | None
) -> dict[str, Any]:
    """Return the arguments of a training that only chains have."""
    if _is_of_segments(options, data):
        return {}
    return {"state": options.state, "keep_state": options.keep_state, "rules": rules}


def _with_own(learned: LearnedText, own: LearnedClusters | None, template: Template) -> LearnedText:
    """Return what was named, and the rest from what was learned from a project's own text."""
    if own is None:
        return learned
    found = own.for_template(template)
    return found._replace(
        vectors=learned.vectors or found.vectors, cases=learned.cases or found.cases
    )


_LEARNED = {"clusters": "word clusters", "vectors": "word vectors", "cases": "letter case"}


def _all_of(names: list[str]) -> str:
    """Return names as in a sentence: "a, b and c"."""
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


def _own_figures(
    own: LearnedClusters | None,
    options: TrainingOptions,
    template: Template,
    report: Callable[[str], object] | None,
) -> dict[str, Any]:
    """Return, and report, what a model has of a project's own text and not of named files."""
    if own is None:
        return {}
    found = own.for_template(template)._asdict()
    parts = [name for name in found if found[name] is not None and getattr(options, name) is None]
    if report is not None:
        report(
            f"Learned {_all_of([_LEARNED[part] for part in parts])} from "
            f"{counted(own.source.n_tokens, 'token')} of this project, labelled or not."
        )
    return {"cluster_tokens": own.source.n_tokens, "learned_from_text": parts}


def _with_choice(
    options: TrainingOptions,
    labelled: Labelled,
    data: LabelledData,
    report: Callable[[str], object] | None,
) -> tuple[TrainingOptions, Labelled]:
    """Return options with what sentences held out choose, and the attributes of the template."""
    from crfcore.crf import LinearChainCRF

    if report is not None:
        report("Choosing the settings by cross-validation …")
    crf = LinearChainCRF(
        options.algorithm,
        c1=options.c1,
        all_possible_states=options.all_states,
        threads=options.threads,
        **_objective(options, data, labelled.labels),
    )
    if options.algorithm == "empirical":
        return replace(
            options, exponent=chosen_exponent(crf, labelled, options.seed, options.jobs)
        ), labelled
    options = replace(options, c2=chosen_c2(crf, labelled, options.seed, options.jobs))
    if not options.choose:
        return options, labelled
    crf.set_params(c2=options.c2)
    if options.choose_preset:
        others = _other_presets(labelled, data)
        preset, labelled = chosen_preset(crf, labelled, others, options.seed, options.jobs)
        options = replace(options, preset=preset)
    return replace(options, bias=chosen_bias(crf, labelled, options.seed, options.jobs)), labelled


def _other_presets(labelled: Labelled, data: LabelledData) -> dict[str, Callable[[], Labelled]]:
    """Return the attributes of labelled data by presets that may take the place of a template."""
    from crfcore.features.dataset import Dataset
    from crfcore.features.extraction import TemplateExtractor

    def extracted(preset: str) -> Labelled:
        given = labelled.extractor
        extractor = TemplateExtractor(
            template_of(preset), given.min_count, given.phrase_lists, *given.learned
        )
        return labelled._replace(dataset=Dataset.of(extractor.fit(data.table)), extractor=extractor)

    return {one: partial(extracted, one) for one in other_presets(data.template or DEFAULT)}


def _estimator(
    options: TrainingOptions, data: LabelledData, labels: Sequence[str]
) -> LinearChainCRF | SemiMarkovCRF:
    if _is_of_segments(options, data):
        from crfcore.semi_markov import SemiMarkovCRF

        check_tags(data.scheme if data.segments else None, labels)
        return SemiMarkovCRF(
            options.segments,
            scheme=data.scheme if data.segments else None,
            c1=options.c1,
            c2=_penalty(options, data),
            all_possible_states=options.all_states,
            min_count=options.min_count,
            max_iterations=options.max_iterations,
            threads=options.threads,
            seed=options.seed,
            initial=options.initial,
        )
    return chain_of_options(options, data, labels)


def chain_of_options(
    options: TrainingOptions, data: LabelledData, labels: Sequence[str]
) -> LinearChainCRF:
    """Return a chain with the parameters of options."""
    from crfcore.crf import LinearChainCRF

    return LinearChainCRF(
        algorithm=options.algorithm,
        c1=options.c1,
        c2=_penalty(options, data),
        all_possible_states=options.all_states,
        min_count=options.min_count,
        max_iterations=options.max_iterations,
        threads=options.threads,
        seed=options.seed,
        initial=options.initial,
        exponent=_exponent(options, data),
        **_objective(options, data, labels),
    )


def _is_of_segments(options: TrainingOptions, data: LabelledData) -> bool:
    """Return whether a model scores segments: as given, or as the settings of a project say."""
    if options.model_kind is not None:
        return options.model_kind == "segments"
    plain = options.algorithm == "lbfgs" and options.objective is None and options.expect is None
    starts = not isinstance(options.initial, str) or options.initial in ("auto", "zeros")
    plain = plain and starts and options.constraints is None and not _keeps(options)
    return data.segments and plain and not options.suggest_lines


def _objective(
    options: TrainingOptions, data: LabelledData, labels: Sequence[str]
) -> dict[str, Any]:
    """Return the given objective and costs, or what a project's settings say."""
    if options.objective is not None or options.cost is not None:
        return {"objective": options.objective or "likelihood", "cost": options.cost}
    more = data.more_suggestions and options.algorithm == "lbfgs"
    return costs_of_mistakes(labels, more=more)


def metadata_of(data: LabelledData, template: Template, labels: Sequence[str]) -> dict[str, Any]:
    """Return what a model's file says of its training data."""
    metadata: dict[str, Any] = {
        "template": str(template),
        "columns": list(data.columns),
        "scheme": scheme_of(data, labels),
    }
    if data.attribute:
        metadata["label_attribute"] = data.attribute
    return metadata


def _penalty(options: TrainingOptions, data: LabelledData) -> float:
    """Return the given L2 regularisation, or that of the training to resume, or the data's.

    A project's is not meant for algorithms without a penalty.
    """
    if options.c2 is not None:
        return options.c2
    from crfcore.training.online_fitting import WITHOUT_PENALTY

    if options.algorithm in WITHOUT_PENALTY:
        return DEFAULT_C2
    return data.c2 if options.state is None else options.state.c2


def _bias(options: TrainingOptions, data: LabelledData) -> float:
    """Return the given or chosen bias against “O”, or that of a project's choice."""
    if options.bias is not None or data.choice is None or options.algorithm == "empirical":
        return options.bias or 0.0
    return data.choice.bias_of(segments=_is_of_segments(options, data))


def _exponent(options: TrainingOptions, data: LabelledData) -> float:
    """Return the given or chosen exponent of counts, or that of a project's choice; else 1."""
    if options.exponent is not None or data.choice is None or options.algorithm != "empirical":
        return options.exponent or 1.0
    return data.choice.exponent


def _rules(options: TrainingOptions, data: LabelledData) -> TextRules | None:
    """Return the rules for training; only methods that sum over labellings support them."""
    if options.constraints is not None:
        ids, values = data.table.columns[0]
        words = WordColumn(ids, values, data.table.offsets)
        found = read_rules_of_text(options.constraints, words)
        return replace(found.of(0, len(words)), words=words)
    obeys = options.algorithm == "lbfgs" and options.objective in (None, *CHAINED)
    obeys = obeys and not _is_of_segments(options, data)
    obeys = obeys and options.expect is None and not _keeps(options)
    return data.rules if obeys else None


def _sums_alone(options: TrainingOptions, data: LabelledData) -> bool:
    """Return whether a training can learn from the expectations of a project."""
    is_plain = options.algorithm == "lbfgs" and not _is_of_segments(options, data)
    return is_plain and options.constraints is None and not _keeps(options)


def _keeps(options: TrainingOptions) -> bool:
    return options.keep_state or options.state is not None


def learned_from_files(options: TrainingOptions, template: Template) -> LearnedText:
    """Read the clusters, vectors and cases that were named; DataError if no line reads them."""
    from crfcore.features.learned_text import LearnedText
    from crfcore.features.word_cases import WordCases
    from crfcore.features.word_clusters import WordClusters
    from crfcore.features.word_vectors import WordVectors

    read = {macro.function for feature in template.features for macro in feature.macros}
    for function, path, example in (
        ("cluster", options.clusters, "Uc:%cluster[0,4]"),
        ("vector", options.vectors, "Uv:%vector[0]"),
        ("case", options.cases, "Ul:%case[0]"),
    ):
        if path is not None and function not in read:
            raise DataError(
                f"The template has no line that reads {function}s; choose basic, basic-pos, ner or "
                f"pos, or add a line such as {example}.",
                path=path,
            )
    return LearnedText(
        None if options.clusters is None else WordClusters.load(options.clusters),
        None if options.vectors is None else WordVectors.load(options.vectors),
        None if options.cases is None else WordCases.load(options.cases),
    )


def _own_text(data: LabelledData, template: Template) -> ClusterText | None:
    """Return the text of a project that a template's clusters are learned from."""
    return data.cluster_text if reads_clusters(template) else None


def _kernels(options: TrainingOptions, data: LabelledData) -> list[str]:
    """Return the parts of the kernels that a training needs."""
    from crfcore.training.online.dual_methods import DUAL_ALGORITHMS
    from crfcore.training.online_fitting import WITHOUT_DUAL

    parts = ["labelling", "passes"]
    if options.algorithm in WITHOUT_DUAL:
        parts.append("online")
    if options.algorithm in DUAL_ALGORITHMS:
        parts.append("margins")
    if options.c1 > 0.0:
        parts.append("answers")
    if options.grammars or any(one.is_grammar for one in data.lists):
        parts.append("grammars")
    if _is_of_segments(options, data):
        parts.append("segments")
    if options.vectors is not None or options.clusters is not None:
        parts.append("vectors")
    return parts


def figures_of(
    crf: LinearChainCRF | SemiMarkovCRF,
    data: LabelledData,
    seconds_features: float,
    seconds_compile: float,
) -> dict[str, Any]:
    """Return the figures of a training."""
    training = crf.training_
    return {
        "algorithm": training.algorithm,
        "objective": training.objective,
        "iterations": training.iterations,
        "evaluations": training.evaluations,
        "seconds": training.seconds,
        "seconds_features": seconds_features + training.seconds_features,
        "seconds_compile": seconds_compile,
        "n_sentences": data.table.n_sentences,
        "n_tokens": data.table.n_tokens,
        "n_attributes": training.n_attributes,
        "n_features": training.n_features,
        "n_labels": training.n_labels,
        "peak_rss_bytes": peak_memory(),
        "converged": training.converged,
        "reason": training.reason,
        **({} if training.gap is None else {"gap": training.gap}),
        **({"n_nonzero": crf.n_nonzero_} if crf.c1 else {}),
    }
