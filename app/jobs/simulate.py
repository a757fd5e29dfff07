"""Comparison of query strategies on a corpus with simulated annotators."""

from __future__ import annotations

import csv
import hashlib
import io
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from app import __version__
from app.formats.output import write_whole
from app.jobs.data.collected_sentences import NO_TAG
from app.jobs.data.templates import template_for
from app.jobs.gazetteers.grammars import usable_lists
from app.jobs.kernels import load_kernels
from app.jobs.labelled_files.labelled_data import LabelledData, load
from crfcore import model_file
from crfcore.active_learning.checkpoints import Checkpoint, Point, Scores
from crfcore.active_learning.cost_model import CostModel
from crfcore.active_learning.query_threshold import QueryThreshold
from crfcore.active_learning.simulated_annotator import MEASURED
from crfcore.active_learning.simulated_curves import SHARES, Crossing, Summary
from crfcore.active_learning.simulation import (
    REFERENCE,
    Kept,
    Monitor,
    Simulation,
)
from crfcore.active_learning.simulation_material import Material
from crfcore.active_learning.simulation_plan import Partial, Plan, Way
from crfcore.arrays import counts_before
from crfcore.errors import CrfError, DataError, ModelFileError
from crfcore.tasks import Client
from crfcore.training.defaults import DEFAULT_C2

if TYPE_CHECKING:
    from crfcore.crf import LinearChainCRF

KIND = "tagwright simulation"
SECONDS_BETWEEN_WRITES = 2.0
NOUN = "checkpoint of the simulation"
COMMITTEES = ("vote_entropy", "kl_to_mean")
"""Strategies that need several models."""

COST = CostModel(MEASURED.sentence, MEASURED.token, MEASURED.correction)
"""The cost model of the simulated person."""

POINT = tuple(field.name for field in fields(Point))


@dataclass(frozen=True, slots=True)
class SimulationOptions:
    """The options of a simulation, as on the command line."""

    strategies: tuple[str, ...]
    seeds: tuple[int, ...] = (0,)
    budget: int | None = None
    until: float = 0.99
    error_rate: float = 0.0
    template: str = ""
    c2: float = DEFAULT_C2
    threads: int = 1
    jobs: int = 1


# ---- variants by name


def way_of(name: str) -> Way:
    """Parse the name of a strategy with options after “+”.

    ``min_marginal+partial=0.9+accept=0.99``; CrfError if it is invalid.
    """
    from crfcore.active_learning.committee import MEMBERS
    from crfcore.active_learning.strategies import strategy_named

    strategy, *manners = name.split("+")
    strategy_named(strategy)
    way = Way(name, strategy, committee=MEMBERS if strategy in COMMITTEES else 0)
    for manner in manners:
        way = _with_manner(way, manner)
    if way.partial is not None and not way.proposals:
        raise CrfError(f"{name!r}: without suggestions there are no uncertain tokens to ask about.")
    return way


MANNERS = (
    "+per_second (benefit per second of annotation time), +diverse (no near-duplicates), "
    "+mixed=0.2 (a fifth at random), +unaided (no suggestions), +partial (only uncertain tokens "
    "are asked about; the threshold follows the answers) or +partial=0.9 (only tokens below 90%), "
    "and after that +accept=0.99 (other tokens are accepted from 99%)"
)


def _with_manner(way: Way, manner: str) -> Way:
    from crfcore.active_learning.wrappers import diverse, mixed, per_second

    what, _, value = manner.partition("=")
    if what == "partial":
        return replace(way, partial=Partial(_share(manner, value) if value else None))
    if what == "accept" and way.partial is not None:
        return replace(way, partial=replace(way.partial, accept=_share(manner, value)))
    if what == "mixed":
        return replace(way, strategy=mixed(way.strategy, _share(manner, value)))
    if manner == "unaided":
        return replace(way, proposals=False)
    if manner == "per_second":
        return replace(way, strategy=per_second(way.strategy, COST))
    if manner == "diverse":
        return replace(way, strategy=diverse(way.strategy))
    raise CrfError(f"{way.name!r}: “{manner}” is unknown. A strategy may be followed by {MANNERS}.")


def _share(manner: str, value: str) -> float:
    try:
        share = float(value)
    except ValueError:
        share = -1.0
    if not 0.0 <= share <= 1.0:
        name = manner.partition("=")[0]
        example = {"partial": 0.9, "accept": 0.99, "mixed": 0.2}[name]
        raise CrfError(f"“{manner}” needs a number between 0 and 1, like {name}={example}.")
    return share


# ---- the data


def material_of(pool: LabelledData, test: LabelledData, template: str = "") -> Material:
    """Return fully labelled sentences, with their attributes.

    DataError if there are none, or only one label.
    """
    from crfcore.estimator.extractors import dataset_of
    from crfcore.features.dataset import Dataset
    from crfcore.features.extraction import TemplateExtractor

    pool_sentence_indices, test_sentence_indices = (
        _whole(pool, "to label"),
        _whole(test, "to score on"),
    )
    pool_tags, test_tags = _tags(pool, pool_sentence_indices), _tags(test, test_sentence_indices)
    if len({tag for tags in pool_tags for tag in tags}) < 2:
        raise DataError("Training needs at least two different labels.")
    chosen = template_for(template, pool.template)
    extractor = TemplateExtractor(chosen, phrase_lists=usable_lists(pool.lists, pool.table))
    dataset = extractor.fit(pool.table.select(pool_sentence_indices))
    return Material(
        Dataset.of(dataset, extractor),
        pool_tags,
        dataset_of(test.table.select(test_sentence_indices), extractor),
        test_tags,
        tuple(dict.fromkeys([*pool.labels, *test.labels])),
        pool.scheme,
    )


def _whole(data: LabelledData, what_for: str) -> np.ndarray[Any, np.dtype[np.int64]]:
    offsets = data.table.offsets
    labelled = counts_before(data.tags != NO_TAG)[offsets]
    sentence_indices = np.flatnonzero(np.diff(labelled) == np.diff(offsets))
    if not len(sentence_indices):
        raise DataError(f"No sentence is labelled as a whole, so there is nothing {what_for}.")
    return sentence_indices


def _tags(data: LabelledData, sentence_indices: Any) -> list[list[str]]:
    offsets = data.table.offsets
    return [
        [
            data.labels[tag]
            for tag in data.tags[offsets[sentence_index] : offsets[sentence_index + 1]].tolist()
        ]
        for sentence_index in sentence_indices.tolist()
    ]


# ---- the simulation


def simulate_on(
    material: Material,
    options: SimulationOptions,
    *,
    resume: Path | None = None,
    monitor: Monitor | None = None,
    report: Callable[[str], object] | None = None,
    client: Client | None = None,
) -> Simulation:
    """Compare strategies; with ``resume`` results are saved to a file and resumed from it.

    ``report`` is called with a sentence if the kernels have to be compiled first. A ``client``
    takes the place of processes of this machine.
    """
    from crfcore.active_learning.simulation import simulate
    from crfcore.crf import LinearChainCRF

    load_kernels("labelling", "passes", report=report)
    ways = [way_of(name) for name in options.strategies]
    crf = LinearChainCRF(c2=options.c2, threads=options.threads)
    plan = Plan(budget=options.budget, until=options.until, error_rate=options.error_rate)
    alike: dict[str, Any] = {"monitor": monitor, "jobs": options.jobs, "client": client}
    if resume is None:
        return simulate(material, crf, ways, options.seeds, plan, **alike)
    kept = KeptSimulation(resume, _circumstances(material, crf, plan))
    try:
        return simulate(
            material,
            crf,
            ways,
            options.seeds,
            plan,
            kept=kept.read(),
            keep=kept.keep,
            **alike,
        )
    finally:
        kept.write()


def load_parts(
    data: Path, test: Path, columns: Sequence[str] = ()
) -> tuple[LabelledData, LabelledData]:
    """Read the pool and the test data; DataError if they are invalid."""
    pool = load(data, columns)
    return pool, load(test, columns, like=pool.columns, attribute=pool.attribute)


def _circumstances(material: Material, crf: LinearChainCRF, plan: Plan) -> dict[str, Any]:
    """Return what two runs must have in common for their figures to be comparable."""
    digest = hashlib.sha256()
    for dataset, tags in ((material.pool, material.tags), (material.test, material.test_tags)):
        for array in (dataset.offsets, dataset.indptr, dataset.attributes):
            digest.update(np.ascontiguousarray(array).tobytes())
        for sentence in tags:
            digest.update("\t".join(sentence).encode() + b"\n")
    return {
        "kind": KIND,
        "version": __version__,
        "data": digest.hexdigest(),
        "c2": crf.c2,
        "budget": plan.budget,
        "until": plan.until,
        "error rate": plan.error_rate,
    }


class KeptSimulation:
    """The results of a simulation in a file.

    ``run`` identifies the simulation: a file of another one is refused, because its figures would
    not be comparable. Strategies and seeds may differ.
    """

    def __init__(self, path: Path, run: dict[str, Any]) -> None:
        self._path = path
        self._run = run
        self._newest: Kept | None = None
        self._written = 0.0

    def read(self) -> Kept | None:
        """Return the results in the file, None without a file; DataError for an invalid one."""
        if not self._path.exists():
            return None
        try:
            content, arrays = model_file.read(self._path, mapped=False)
            run = dict(content["run"])
            kept = _unpacked(content, arrays)
        except (ModelFileError, KeyError, TypeError, ValueError):
            raise DataError(
                "This is not what tagwright simulate --resume keeps; name another file, or one "
                "that is not there yet.",
                path=self._path,
            ) from None
        for name, value in self._run.items():
            if name not in run or run[name] != value:
                raise DataError(
                    f"It holds a simulation with another {name}; repeat that one as it was, or "
                    "name another file.",
                    path=self._path,
                )
        return kept

    def keep(self, kept: Kept) -> None:
        """Write the results, but not too often."""
        self._newest = kept
        if time.monotonic() - self._written >= SECONDS_BETWEEN_WRITES:
            self.write()

    def write(self) -> None:
        """Write results that are not in the file yet."""
        if self._newest is None:
            return
        content, arrays = _packed(self._newest)
        try:
            model_file.write(self._path, {"run": self._run, **content}, arrays, noun=NOUN)
        except ModelFileError as error:
            raise DataError(str(error)) from None
        self._newest = None
        self._written = time.monotonic()


def _packed(kept: Kept) -> tuple[dict[str, Any], dict[str, Any]]:
    arrays = {}
    runs = []
    for number, ((way, seed), done) in enumerate(kept.runs.items()):
        points = [[getattr(point, name) for name in POINT] for point in done.points]
        seen = [done.threshold.expected, done.threshold.found]
        runs.append({"way": way, "seed": seed, "points": points, "threshold": seen})
        for name in ("places", "label_sets", "weights"):
            arrays[f"{name}_{number}"] = getattr(done, name)
    full = None if kept.full is None else [kept.full.f1, kept.full.token_accuracy]
    return {"full": full, "runs": runs}, arrays


def _unpacked(content: dict[str, Any], arrays: dict[str, Any]) -> Kept:
    runs = {
        (str(run["way"]), int(run["seed"])): Checkpoint(
            tuple(Point(*point) for point in run["points"]),
            arrays[f"places_{number}"],
            arrays[f"label_sets_{number}"],
            arrays[f"weights_{number}"],
            QueryThreshold(*map(float, run.get("threshold", (0.0, 0.0)))),
        )
        for number, run in enumerate(content["runs"])
    }
    return Kept(None if content["full"] is None else Scores(*content["full"]), runs)


# ---- results


def as_json(found: Simulation) -> dict[str, Any]:
    """Return a simulation as the command line's JSON."""
    summaries = found.summaries()
    return {
        "strategies": {name: list(_rows(seeds)) for name, seeds in found.ways.items()},
        "full": {"f1": found.full.f1, "token_accuracy": found.full.token_accuracy},
        "score": found.score,
        "summary": {name: _summary_as_json(one) for name, one in summaries.items()},
    }


def _rows(seeds: Any) -> Iterator[dict[str, Any]]:
    for seed, points in seeds.items():
        for point in points:
            yield {"seed": seed, **{name: getattr(point, name) for name in POINT}}


def _summary_as_json(summary: Summary) -> dict[str, Any]:
    needed: dict[str, dict[str, Any]] = {}
    for (amount, share), crossing in summary.crossings.items():
        one = {"amount": crossing.amount, "spread": crossing.spread}
        needed.setdefault(f"{share:g}", {})[amount] = one
    return {"area": summary.area, "needed": needed}


def write_csv(path: Path, found: Simulation) -> None:
    """Write all points as a CSV table."""
    text = io.StringIO()
    writer = csv.DictWriter(text, ["strategy", "seed", *POINT], lineterminator="\n")
    writer.writeheader()
    for name, seeds in found.ways.items():
        for row in _rows(seeds):
            writer.writerow({"strategy": name, **row})
    write_whole(path, [text.getvalue()])


_COLUMNS = (
    ("sentences", "sentences", 1.0),
    ("tokens", "tokens", 1.0),
    ("tokens_read", "read", 1.0),
    ("corrections", "corrections", 1.0),
    ("actions", "actions", 1.0),
    ("seconds", "hours (a)", 3600.0),
    ("seconds_fast_reading", "hours (b)", 3600.0),
)


def as_text(found: Simulation) -> str:
    """Return tables of areas, and of the work for 90, 95 and 99 % of the full-data score."""
    summaries = found.summaries()
    best = getattr(found.full, found.score)
    what = "accuracy" if found.score == "token_accuracy" else "F1"
    width = max(len(name) for name in summaries)
    lines = [f"All sentences labelled: {what} {best:.4f}.", ""]
    lines += [f"{'area under the curve over tokens':{width}}"]
    for name, summary in summaries.items():
        area = "not that far" if summary.area is None else f"{summary.area:.4f}"
        lines.append(f"  {name:{width}}  {area}")
    for share in SHARES:
        lines += ["", f"needed for {100.0 * share:.0f}% of that ({share * best:.4f})"]
        heads = "".join(f"{head:>18}" for _, head, _ in _COLUMNS)
        lines.append(f"  {'':{width}}{heads}  tokens to {REFERENCE}'s")
        for name, summary in summaries.items():
            cells = "".join(
                f"{_cell(summary.crossings[amount, share], unit):>18}"
                for amount, _, unit in _COLUMNS
            )
            lines.append(f"  {name:{width}}{cells}  {_ratio(summaries, name, share)}")
    if any(
        summary.crossings[amount, share].amount is None
        for summary in summaries.values()
        for amount, _, _ in _COLUMNS
        for share in SHARES
    ):
        lines += ["", "–: not reached with an amount that the curves of all seeds have."]
    lines += [
        "",
        "Seconds (a): 12.6 a sentence, 3.8 a token read, 5.4 a correction; (b): 0.4 a token read.",
    ]
    return "\n".join(lines)


def _cell(crossing: Crossing, unit: float) -> str:
    if crossing.amount is None:
        return "–"
    digits = 0 if unit == 1.0 else 2
    spread = "" if crossing.spread is None else f" ± {crossing.spread / unit:,.{digits}f}"
    return f"{crossing.amount / unit:,.{digits}f}{spread}"


def _ratio(summaries: dict[str, Summary], name: str, share: float) -> str:
    if REFERENCE not in summaries:
        return ""
    own = summaries[name].crossings["tokens", share].amount
    other = summaries[REFERENCE].crossings["tokens", share].amount
    return "" if own is None or not other else f"{own / other:.2f}"
