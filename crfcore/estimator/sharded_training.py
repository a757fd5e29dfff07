"""`LinearChainCRF.fit` over shards: of files, or of sentences that a cluster evaluates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from crfcore.errors import CrfError, DataError, UnknownLabelError, shown
from crfcore.estimator.checkpoints import try_checkpoint
from crfcore.estimator.dev_scores import dev_watch_of
from crfcore.estimator.extractors import Extractor
from crfcore.estimator.fit_arguments import check_fit_arguments, given_data, start_from
from crfcore.estimator.fitted_chain import FittedChain
from crfcore.estimator.parameters import feature_choice, optimisation
from crfcore.estimator.training_log import TrainingLog, write_line
from crfcore.features.learned_text import LearnedText
from crfcore.features.presets import template_named
from crfcore.features.template import Template
from crfcore.training.fitting import TrainingState
from crfcore.training.given_labels import checked_names
from crfcore.training.monitor import Monitor
from crfcore.training.shards.engine import Engine, SerialEngine, Source
from crfcore.training.shards.files import ShardFolder
from crfcore.training.shards.fitting import (
    Sharded,
    Watch,
    fit_sharded,
    sharded_dataset,
    sharded_files,
)
from crfcore.training.shards.source import Shards
from crfcore.training.starts import EarlierModel

_OTHERS = ("rules", "expectations", "label_weight", *LearnedText._fields)


def is_over_shards(sentences: Any, client: Any, checkpoint: Any) -> bool:
    """Return whether arguments of `fit` ask for a training over shards."""
    return isinstance(sentences, Shards) or client is not None or checkpoint is not None


@dataclass(frozen=True, slots=True, eq=False)
class ShardedTraining:
    """A training over shards; its attributes are arguments of `LinearChainCRF.fit`.

    Attributes
    ----------
    params : dict
        Of the estimator.
    others : tuple
        Arguments that are not possible with all shards, in the order of `_OTHERS`.
    """

    params: dict[str, Any]
    sentences: Any
    y: Any
    held_out: tuple[Any, Any]
    labels: Sequence[str] | None
    extractor: Extractor | None
    sample_weight: Any
    others: tuple[Any, ...]
    state: TrainingState | None
    client: Any
    checkpoint: Path | str | None
    monitor: Monitor | None
    cancelled: Callable[[], bool] | None
    keep_state: bool
    new_labels: bool

    def run(self) -> tuple[FittedChain, TrainingLog, dict[str, Any]]:
        """Train, and return the model, its log, and what is known of its files.

        Raises
        ------
        CrfError
            Something is not available over shards, or the data are invalid.
        """
        self._check()
        with self._engine() as engine:
            corpus = self._corpus(engine)
            log = TrainingLog()
            report = write_line if self.params["verbose"] else None
            model, record, kept = fit_sharded(
                engine,
                corpus,
                optimisation(self.params, corpus.labels),
                Watch(
                    log.watching(self.monitor, report),
                    dev_watch_of(self.params, *self.held_out, corpus.extractor, corpus.labels),
                    None if self.checkpoint is None else partial(try_checkpoint, self.checkpoint),
                ),
                initial=self._initial(corpus),
                state=self.state,
                keep_state=self.keep_state or self.state is not None,
            )
        fitted = FittedChain(corpus.labels, corpus.extractor, model, record, kept)
        return fitted, log, corpus.note

    def _engine(self) -> Engine:
        folder = self.sentences.out_of_core if isinstance(self.sentences, Shards) else None
        if self.client is not None:
            if folder is not None:
                raise CrfError(
                    "out_of_core is for one process, and workers hold their shards in memory; "
                    "leave out one of out_of_core and client."
                )
            # Imported here, for Dask is an extra.
            from crfcore.training.shards.cluster import ClusterEngine

            return ClusterEngine(self.client, self.cancelled)
        own = None if folder is None else ShardFolder(folder)
        return SerialEngine(self.params["threads"], self.cancelled, own)

    def _corpus(self, engine: Engine) -> Sharded:
        params = self.params
        template = params["template"]
        choice = partial(feature_choice, params)
        if isinstance(self.sentences, Shards):
            source = self.sentences
            return sharded_files(
                engine,
                Source(
                    source.paths,
                    template if isinstance(template, Template) else template_named(template),
                    source.shard_tokens,
                    source.read,
                ),
                choice,
                min_count=params["min_count"] or 1,
                labels=None if self.labels is None else checked_names(self.labels),
                sample_weight=self.sample_weight,
            )
        learned = LearnedText(*self.others[-len(LearnedText._fields) :])
        given = given_data(
            *(self.sentences, self.y, self.labels, self.extractor, params["template"]),
            *(params["min_count"], self.sample_weight, learned),
        )
        corpus = sharded_dataset(
            engine,
            given.dataset,
            given.targets,
            given.extractor,
            given.names,
            choice(given.extractor, given.names),
            sentence_weights=given.weights,
        )
        return replace(corpus, seconds=corpus.seconds + given.seconds)

    def _initial(self, corpus: Sharded) -> EarlierModel | None:
        initial = self.params["initial"]
        if isinstance(initial, str):
            return None
        earlier: FittedChain = initial.fitted_
        unknown = [name for name in corpus.labels if name not in earlier.labels]
        if unknown and not self.new_labels:
            raise UnknownLabelError(
                f"The label {shown(unknown[0])} is not one of those of the model to start from; "
                "correct it; LinearChainCRF.fit(…, new_labels=True) allows new ones."
            )
        return start_from(earlier, corpus.extractor, corpus.labels)()

    def _check(self) -> None:
        """Raise CrfError for what is not available over shards."""
        params, is_of_files = self.params, isinstance(self.sentences, Shards)
        others = dict(zip(_OTHERS, self.others, strict=True))
        if params["algorithm"] not in (None, "lbfgs"):
            raise _not_available(f"algorithm={shown(params['algorithm'])}", "use algorithm='lbfgs'")
        check_fit_arguments(
            params["algorithm"],
            None,
            others["label_weight"],
            self.state,
            keep_state=self.keep_state,
        )
        if params["objective"] != "likelihood":
            raise _not_available(f"objective={shown(params['objective'])}", "use 'likelihood'")
        if params["initial"] in ("empirical", "passes"):
            raise _not_available(f"initial={shown(params['initial'])}", "use 'zeros', or a model")
        no_files = ("extractor", "y", *LearnedText._fields) if is_of_files else ()
        given = {**others, "extractor": self.extractor, "y": self.y}
        for name in ("rules", "expectations", *no_files):
            if given[name] is not None:
                raise _not_available(name, "leave it out")
        if is_of_files and params["template"] is None:
            raise CrfError(
                "Shards of files need a template: LinearChainCRF(template=…), with a preset's name "
                "or lines such as U0:%x[0,0]."
            )
        if not is_of_files and self.y is None:
            raise CrfError("fit needs the labels y of these sentences; give them.")
        if self.checkpoint is not None:
            self._check_place(Path(self.checkpoint))

    def _check_place(self, checkpoint: Path) -> None:
        """Raise DataError for a checkpoint that would take the place of a file of the corpus."""
        paths = self.sentences.paths if isinstance(self.sentences, Shards) else ()
        if checkpoint.is_file() and any(
            path.is_file() and checkpoint.samefile(path) for path in paths
        ):
            raise DataError(
                "The checkpoint would take the place of this file, which is trained on; choose "
                "another name.",
                path=checkpoint,
            )


def _not_available(what: str, advice: str) -> CrfError:
    return CrfError(
        f"{what} is not available over shards, where L-BFGS maximises the likelihood; {advice}, or "
        "train without shards."
    )
