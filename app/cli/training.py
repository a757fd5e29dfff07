"""The sub-commands train and convert."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from glob import has_magic
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from app.cli.group import commands
from app.cli.options import (
    OUTPUT,
    PATH,
    SEED,
    Cost,
    OneOf,
    Strength,
    count_from,
    jobs_option,
    json_option,
    listed_options,
    not_empty,
    training_options,
)
from app.cli.output import check_output, print_json, print_line, print_remark, printing_beside
from app.cli.progress import training_progress
from app.cli.shard_options import (
    check_checkpoint,
    check_shard_choices,
    shard_options,
    taken,
    train_over_shards,
)
from app.cli.tagging import evaluation
from app.cli.training_checks import (
    CHOOSABLE,
    check_choices,
    check_initial,
    check_inputs,
    naming_faults,
)
from app.cli.training_output import print_training
from crfcore.errors import DataError
from crfcore.messages import counted

if TYPE_CHECKING:
    from app.jobs.labelled_files.labelled_data import LabelledData
    from app.jobs.train_files.train import Training
    from crfcore.crf import LinearChainCRF
    from crfcore.semi_markov import SemiMarkovCRF
    from crfcore.training.fitting import TrainingState

# The library's, so that --help need not load it.
MAX_EXPECTATION_WEIGHT, MAX_BIAS = 1e9, 100.0
ALGORITHMS = (
    *("lbfgs", "cg-fr", "cg-pr", "gradient", "newton", "gis", "iis"),
    *("empirical", "l2sgd", "ap", "pa", "arow", "voted-perceptron", "batch-perceptron"),
    *("bcfw", "smo", "eg"),
)

OBJECTIVES = (
    *("likelihood", "softmax-margin", "marginal-likelihood", "pseudo-likelihood", "piecewise"),
    "max-margin",
)


@commands.command()
@click.argument("data", type=PATH, required=False)
@click.option("--model", "model_path", type=OUTPUT, required=True, help="Where to write the model.")
@click.option(
    "--template",
    callback=not_empty,
    default="",
    help="A preset (basic, basic-pos, ner, pos, chunking; basic if not given) or a file.",
)
@listed_options
@click.option(
    "--vectors",
    type=PATH,
    metavar="FILE",
    help="Word vectors (tagwright vectors) for lines %vector[row] of the template; basic, "
    "basic-pos, ner and pos have one. The model keeps them. --algorithm empirical does not read "
    "them.",
)
@click.option(
    "--clusters",
    type=PATH,
    metavar="FILE",
    help="Word clusters (tagwright clusters) for lines %cluster[row,bits], likewise.",
)
@click.option(
    "--cases",
    type=PATH,
    metavar="FILE",
    help="The letter case of words (tagwright cases) for lines %case[row], likewise.",
)
@click.option(
    "--expect",
    type=PATH,
    metavar="FILE",
    help="Expectations about the unlabelled texts, one per line: attribute, label (or several), "
    "share, with tabs between them.",
)
@click.option(
    "--unlabelled",
    type=PATH,
    multiple=True,
    metavar="TEXT",
    help="A text or project whose words --expect is about. May be given several times.",
)
@click.option(
    "--tokens",
    type=OneOf(("words", "spaces")),
    default="words",
    show_default=True,
    help="How --unlabelled texts are read; spaces: each line is a sentence, with spaces between "
    "its tokens.",
)
@click.option(
    "--expect-weight",
    type=Strength(MAX_EXPECTATION_WEIGHT),
    default=10.0,
    show_default=True,
    help="The weight of each expectation in the training loss.",
)
@training_options
@jobs_option
@click.option(
    "--all-states",
    is_flag=True,
    help="Create weights for unseen feature–label pairs (CRFsuite possible_states).",
)
@click.option(
    "--model-kind",
    type=OneOf(("tokens", "segments")),
    help="What the model scores: tokens, or whole spans as well (their length, whether they are a "
    "phrase of a gazetteer), which helps with gazetteers and few labels. If not given, tokens, or "
    "as the settings of the project say.",
)
@click.option(
    "--segments",
    default="segments",
    metavar="LINES",
    help="For --model-kind segments: a file of lines that describe spans, such as "
    "“S0:%length”. See the manual.",
)
@click.option(
    "--documents",
    is_flag=True,
    help="Tie the names that a document repeats, so that they get equal labels. Documents begin at "
    "-DOCSTART- lines and # newdoc comments, or are those of a project.",
)
@click.option(
    "--second-stage",
    is_flag=True,
    help="With --documents: train a second model that reads the labels of other occurrences.",
)
@click.option(
    "--algorithm",
    type=OneOf(ALGORITHMS),
    default="lbfgs",
    show_default=True,
    help="How to train.",
)
@click.option(
    "--objective",
    type=OneOf(OBJECTIVES),
    help="What training minimises: the likelihood if not given, or as the settings of the project "
    "say; max-margin with bcfw, smo and eg, any other with lbfgs to newton.",
)
@click.option(
    "--cost",
    type=Cost(),
    metavar="COSTS",
    help="What mistakes cost with --objective softmax-margin, or with a margin (bcfw, smo, eg): "
    "hamming (1 each, the default), or missed=2,invented=0,confused=1 for “O” instead of a label, "
    "a label instead of “O”, and others.",
)
@click.option(
    "--c1",
    type=Strength(),
    default=0.0,
    show_default=True,
    help="L1 regularisation strength (lbfgs).",
)
@click.option(
    "--choose",
    is_flag=True,
    help="Choose c2 and, without --template, a preset by the log-likelihood of sentences held out, "
    "and the bias against “O” by the F1 of their spans (lbfgs); or the exponent (empirical).",
)
@click.option("--choose-c2", is_flag=True, help="Choose c2 alone.")
@click.option(
    "--bias-against-o",
    "bias",
    type=Strength(MAX_BIAS),
    help="Lower the score of “O” at each token by this: the model finds more spans.",
)
@click.option(
    "--min-count",
    type=count_from(1),
    default=1,
    help="Leave out attributes seen fewer times (-f of CRF++).",
)
@click.option(
    "--max-iterations",
    type=count_from(1),
    help="If not given, no limit for lbfgs, and passes: 1000 for l2sgd, 30 for bcfw, smo and eg, "
    "100 for ap, pa and arow.",
)
@click.option(
    "--initial",
    callback=not_empty,
    default="auto",
    help="Start from auto, zeros, empirical, passes, or a model file.",
)
@click.option(
    "--keep-state", is_flag=True, help="Store the optimiser's state in the model file as well."
)
@click.option(
    "--state",
    "state_path",
    type=PATH,
    metavar="MODEL",
    help="Go on with the training of a model written with --keep-state, on the same data.",
)
@click.option(
    "--constraints",
    type=PATH,
    metavar="FILE",
    help="A JSON file of rules that all labels satisfy; they add information about partial "
    "sentences (see the manual's page on the command line).",
)
@click.option(
    "--control",
    is_flag=True,
    help="Also train on the labelled test sentences of a project; the quality of the model can "
    "then not be measured.",
)
@click.option("--test", "test_path", type=PATH, help="Evaluate the model on this file.")
@click.option(
    "--suggest-lines",
    is_flag=True,
    help="Also look for lines that would help the template, on sentences held out.",
)
@click.option(
    "--seed",
    type=SEED,
    default=0,
    help="For algorithms that draw at random.",
)
@shard_options
@json_option
def train(
    data: Path | None,
    model_path: Path,
    columns: tuple[str, ...],
    test_path: Path | None,
    state_path: Path | None,
    control: bool,  # noqa: FBT001 - click's flag
    as_json: bool,  # noqa: FBT001 - click's flag
    documents: bool,  # noqa: FBT001 - click's flag
    second_stage: bool,  # noqa: FBT001 - click's flag
    **choices: Any,
) -> None:
    """Train a model on a labelled file of any format, or a project.

    A project is trained by what cross-validation has chosen in the window, or by its settings with
    --c2, --template, --objective, --choose, --choose-c2 or other algorithms. Without DATA it
    learns from expectations alone (--expect).
    """
    from app.domain.segments import WHY_TOKENS
    from app.formats.output import is_project
    from app.jobs.data.templates import template_for
    from app.jobs.labelled_files.evaluate import load_test
    from app.jobs.train_files.documents import train_documents
    from app.jobs.train_files.expected_text import no_labelled_data
    from app.jobs.train_files.options import TrainingOptions
    from app.jobs.train_files.train import train_on

    if shards := taken(choices):
        others = {"state_path": state_path, "control": control, "documents": documents}
        check_shard_choices(shards, choices, **others, second_stage=second_stage)
        _train_over_shards(data, model_path, columns, test_path, choices, shards, as_json=as_json)
        return
    inputs = (data, *_inputs(choices))
    check_output(model_path, test_path, *inputs)
    check_inputs(choices, has_data=data is not None, control=control)
    check_choices({**choices, "state": state_path}, documents=documents, second_stage=second_stage)
    labelled = (
        no_labelled_data() if data is None else _load(data, columns, choices, control=control)
    )
    choices["choose_preset"] = choices["choose"] and not choices["template"]
    # Read once, because it may be a pipe.
    template = choices["template"] = template_for(choices["template"], labelled.template)
    # Only a file is read with the columns that were named.
    own = columns if data is None or is_project(data) else ()
    test = None if test_path is None else load_test(test_path, labelled, template, own)
    initial = choices["initial"]
    choices |= {"initial": _initial(initial), "state": _state(state_path)}
    check_initial(choices, initial, labelled.labels)
    if labelled.why_tokens and choices["model_kind"] is None:
        print_remark(WHY_TOKENS[labelled.why_tokens])
    with training_progress() as monitor, naming_faults(data, state_path, choices):
        train = partial(train_documents, second_stage=second_stage) if documents else train_on
        training = train(labelled, TrainingOptions(**choices), monitor, print_remark)
    figures = dict(training.figures)
    if labelled.segments and choices["model_kind"] is None and not figures.get("segments"):
        print_remark(
            "It scores tokens, although the settings of the project say segments: the options need "
            "tokens."
        )
    if test is not None:
        figures["test"] = evaluation(training.crf, test)
    # A model may take the place of the one that it goes on from.
    earlier = [path for path in (state_path, Path(initial)) if path is not None and path.is_file()]
    _write(training, model_path, (*inputs, *earlier), with_state=choices["keep_state"])
    _print_figures(training, model_path, figures, as_json=as_json)


def _write(
    training: Training, path: Path, inputs: Sequence[Path | None], *, with_state: bool
) -> None:
    from app.formats.output import most_private, write_bytes

    write_bytes(path, training.to_bytes(with_state=with_state), most_private(*inputs))


def _print_figures(
    training: Training, path: Path, figures: dict[str, Any], *, as_json: bool
) -> None:
    with printing_beside(path, as_json=as_json):
        if as_json:
            print_json(figures)
        else:
            print_training(path, training, figures)


def _train_over_shards(
    data: Path | None,
    model_path: Path,
    columns: tuple[str, ...],
    test_path: Path | None,
    choices: dict[str, Any],
    shards: Mapping[str, Any],
    *,
    as_json: bool,
) -> None:
    """Train on the files of a pattern; the model is written before it is evaluated."""
    from app.jobs.labelled_files.evaluate import load_test
    from app.jobs.train_files.shards import like_shards
    from crfcore.training.shards.source import files_of

    if data is None:
        raise click.UsageError("Missing argument 'DATA'.")
    inputs = [*files_of(data), *_inputs(choices)]
    check_output(model_path, test_path, *inputs)
    check_checkpoint(shards.get("checkpoint"), model_path, test_path, *inputs)
    initial = choices["initial"]
    choices |= {"initial": _initial(initial)}
    training = train_over_shards(data, columns, choices, shards)
    earlier = [path for path in (Path(initial), shards.get("resume")) if path and path.is_file()]
    _write(training, model_path, (*inputs, *earlier), with_state=choices["keep_state"])
    figures = dict(training.figures)
    if test_path is not None:
        like = like_shards(training)
        test = load_test(test_path, like, training.crf.extractor_.template)
        figures["test"] = evaluation(training.crf, test)
    _print_figures(training, model_path, figures, as_json=as_json)


def _load(
    data: Path, columns: tuple[str, ...], choices: Mapping[str, Any], *, control: bool
) -> LabelledData:
    """Read labelled data, with a project's choice unless options say something else."""
    from app.jobs.labelled_files.labelled_data import load

    if has_magic(str(data)) and not data.exists():
        raise DataError(
            "No file has this name; for a pattern of several files add --out-of-core DIR, "
            "--workers N, --scheduler ADDRESS or --checkpoint FILE.",
            path=data,
        )
    names = ("template", "choose", "choose_c2", "objective")
    other = any(choices[name] for name in names)
    chosen = not other and choices["c2"] is None and choices["algorithm"] in CHOOSABLE
    return load(data, columns, control=control, chosen=chosen, expecting=True)


def _inputs(choices: Mapping[str, Any]) -> list[Path]:
    """Return the files of the options that a model is made from."""
    single = (choices[name] for name in ("vectors", "clusters", "cases", "expect", "constraints"))
    # They may also be presets, or texts, which can be longer than a name.
    texts = [choices[name] for name in ("template", "segments")]
    several = [choices[name] for name in ("gazetteers", "grammars", "unlabelled")]
    found = [*single, *texts, *chain.from_iterable(several)]
    return [Path(one) for one in found if one is not None and _is_file(one)]


def _is_file(name: Path | str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # longer than a name can be
        return False


def _initial(name: str) -> str | LinearChainCRF | SemiMarkovCRF:
    """Read the model of --initial; DataError if it has none of the labels of the data."""
    if name in ("auto", "zeros", "empirical", "passes"):
        return name
    from crfcore.document_crf import DocumentCRF, load_model

    model = load_model(Path(name))
    if isinstance(model, DocumentCRF):
        raise DataError(
            "This model ties the names of documents, and no training can start from one; leave out "
            "--initial, or give a model trained without --documents.",
            path=name,
        )
    return model


def _state(path: Path | None) -> TrainingState | None:
    if path is None:
        return None
    from crfcore.crf import LinearChainCRF
    from crfcore.errors import NotFittedError

    try:
        return LinearChainCRF.load(path).optimiser_state_
    except NotFittedError:
        raise DataError(
            "This model does not hold the state of its training; write it with --keep-state, or "
            "start from its weights with --initial.",
            path=path,
        ) from None


FOREIGN = ("crfsuite", "crfsuite-dump", "crf++", "wapiti", "wapiti-dump")


@commands.command()
@click.argument("foreign", metavar="FOREIGN", type=PATH)
@click.option("--model", "model_path", type=OUTPUT, required=True, help="Where to write it.")
@click.option(
    "--format",
    "format_name",
    type=OneOf(FOREIGN),
    metavar="NAME",
    help="crfsuite, crfsuite-dump, crf++, wapiti or wapiti-dump; seen from the content if not "
    "given.",
)
@click.option("--template", help="For a dump of Wapiti: with which the model was trained.")
@json_option
def convert(
    foreign: Path,
    model_path: Path,
    format_name: str | None,
    template: str | None,
    as_json: bool,  # noqa: FBT001 - click's flag
) -> None:
    """Convert a CRFsuite, CRF++ or Wapiti model to a Tagwright model."""
    from app.formats.output import most_private, write_bytes
    from crfcore.crf import LinearChainCRF

    own = Path(template) if template and _is_file(template) else None
    check_output(model_path, foreign, own)
    crf = LinearChainCRF.import_model(foreign, format_name, template=template)
    write_bytes(model_path, crf.compact().to_bytes(), most_private(foreign, own))
    figures = {
        "format": crf.metadata_["imported_from"],
        "n_labels": len(crf.classes_),
        "n_attributes": crf.num_attributes_,
        "n_features": len(crf.state_features_) + len(crf.transition_features_),
    }
    with printing_beside(model_path, as_json=as_json):
        if as_json:
            print_json(figures)
            return
        print_line(
            f"{model_path}: {counted(figures['n_features'], 'weight')} of "
            f"{counted(figures['n_attributes'], 'attribute')} and "
            f"{counted(figures['n_labels'], 'label')}, from {figures['format']}."
        )
