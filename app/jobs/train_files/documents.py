"""Training of models whose documents are tied, on the command line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from app.jobs.kernels import load_kernels
from app.jobs.labelled_files.labelled_data import LabelledData
from app.jobs.train_files.options import TrainingOptions
from app.jobs.train_files.train import (
    Training,
    chain_of_options,
    figures_of,
    learned_from_files,
    metadata_of,
    template_of_options,
)
from crfcore.errors import DataError

if TYPE_CHECKING:
    from crfcore.training.monitor import Monitor


def train_documents(
    data: LabelledData,
    options: TrainingOptions,
    monitor: Monitor | None = None,
    report: Callable[[str], object] | None = None,
    *,
    second_stage: bool = False,
) -> Training:
    """Train a chain whose sentences are tied by the names that their document repeats.

    DataError if there are fewer than two labels, or the data's gazetteers would be left out.
    """
    from crfcore.document_crf import DocumentCRF

    if len(data.labels) < 2:
        raise DataError("Training needs at least two different labels.")
    if data.lists:
        raise DataError(
            "Tied documents do not read the gazetteers of a project; train without --documents, or "
            "export the project and train on its file."
        )
    template = template_of_options(options, data)
    learned = learned_from_files(options, template)
    parts = ["labelling", "passes", "documents"]
    seconds_compile = load_kernels(*parts, *(["vectors"] * (not learned.is_empty)), report=report)
    chain = chain_of_options(options, data, data.labels)
    chain.set_params(template=template)
    started = time.perf_counter()
    crf = DocumentCRF(chain, second_stage=second_stage, seed=options.seed)
    crf.fit(
        data.table,
        data.targets,
        documents=data.documents,
        labels=data.labels,
        monitor=monitor,
        **learned._asdict(),
    )
    crf.metadata_ = metadata_of(data, template, data.labels)
    figures: dict[str, Any] = figures_of(crf.chain_, data, 0.0, seconds_compile)
    figures |= {
        "seconds": time.perf_counter() - started,
        "n_documents": len(np.unique(data.documents)),
        "strength": crf.ties_.strength,
        "probability_strength": crf.ties_.probability_strength,
        "n_groups": crf.ties_.table.n_groups,
        "second_stage": second_stage,
    }
    return Training(crf, figures)
