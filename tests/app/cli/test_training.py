"""Tests of a project's own penalty in every command that trains."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli import training
from app.domain.segments import COSTS, WHY_TOKENS
from app.domain.training_choice import BOTH, TrainingChoice, digest_of
from app.edits.settings import change_settings
from app.jobs import simulate as simulate_job
from app.jobs.labelled_files.labelled_data import load
from app.jobs.projects.create import create_sample
from app.jobs.train_files import chosen_settings
from app.jobs.training.train import MORE_SUGGESTIONS
from app.storage.project_file import ProjectFile
from crfcore import (
    LinearChainCRF,
    MaximumEntropyClassifier,
    MaximumEntropyMarkovModel,
    SemiMarkovCRF,
)
from crfcore.estimator.parameters import ALGORITHMS
from crfcore.features import presets
from crfcore.model_selection import choose_outside_bias
from crfcore.training.defaults import DEFAULT_C2
from crfcore.training.objectives.names import MAX_MARGIN, OBJECTIVES
from tests.crfcore.model_selection.test_exponent import endings
from tests.crfcore.test_feature_induction import TEMPLATE, drawn
from tests.made_up_sentences import sentences

TRAIN = "Anna B-PER\nlives O\n\nBen B-PER\nworks O\n\n"


@pytest.fixture
def train(tmp_path, monkeypatch, capfd):
    """Train on some data and return the objective."""
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN)

    def run(*arguments):
        assert main(["train", *arguments, "--model", "m.crf", "--json"]) == 0
        return json.loads(capfd.readouterr().out)["objective"]

    return run


@pytest.fixture
def project(tmp_path):
    """Return the sample project with its own penalty."""
    path = tmp_path / "s.tagwright"
    create_sample(path)
    with ProjectFile.open(path) as file:
        held = file.load()
        edit = change_settings(held, replace(held.settings, c2=7.0))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    return str(path)


def test_a_project_is_trained_with_its_own_penalty(train, project):
    own = train(project)
    assert own == train(project, "--c2", "7")
    assert own > 1.1 * train(project, "--c2", "1")


def test_what_is_simulated_on_a_project_has_its_penalty(project, monkeypatch):
    taken = []

    def stop(_, options, **__):
        taken.append(options.c2)
        raise KeyboardInterrupt

    monkeypatch.setattr(simulate_job, "simulate_on", stop)
    command = ["simulate", project, "--test", project, "--strategy", "random"]
    main(command)
    main([*command, "--c2", "2"])
    assert taken == [7.0, 2.0]


def test_the_default_penalty_of_files_and_of_the_library_is_the_same(train):
    default = DEFAULT_C2
    assert train("train.conll") == train("train.conll", "--c2", str(default))
    assert simulate_job.SimulationOptions(()).c2 == default
    for estimator in (LinearChainCRF, MaximumEntropyMarkovModel, MaximumEntropyClassifier):
        assert estimator().c2 == default


def test_a_training_goes_on_with_the_penalty_that_it_had(train):
    whole = train("train.conll", "--c2", "0.5", "--keep-state")
    Path("m.crf").rename("state.crf")
    assert train("train.conll", "--state", "state.crf") == pytest.approx(whole)


def test_sentences_held_out_choose_the_penalty(train, capfd):
    words = [f"w{n % 7}" for n in range(60)]
    text = "".join(f"{word} {'B-X' if word in 'w1w2' else 'O'}\nand O\n\n" for word in words)
    Path("many.conll").write_text(text)
    assert train("many.conll", "--choose-c2") == train("many.conll", "--c2", "0.01")
    assert main(["train", "many.conll", "--choose-c2", "--model", "m.crf"]) == 0
    assert "c2 = 0.01, chosen by cross-validation." in capfd.readouterr().out
    assert LinearChainCRF.load("m.crf").c2 == 0.01


ALONE = "alone; leave one of them out."


@pytest.mark.parametrize(
    ("choose", "more", "message"),
    [
        ("--choose", ("--c2", "1"), "chooses c2; leave out --c2."),
        ("--choose-c2", ("--c2", "1"), "chooses c2; leave out --c2."),
        (
            *("--choose", ("--algorithm", "ap")),
            f"can choose for --algorithm lbfgs or empirical {ALONE}",
        ),
        (
            *("--choose-c2", ("--algorithm", "empirical")),
            f"can choose for --algorithm lbfgs {ALONE}",
        ),
    ],
)
def test_a_given_penalty_is_not_chosen(train, capfd, choose, more, message):
    assert main(["train", "train.conll", choose, "--model", "m.crf", *more]) == 2
    assert f"{choose} {message}" in capfd.readouterr().err


def test_a_given_bias_is_used_and_not_chosen(train, capfd):
    same = train("train.conll")
    assert LinearChainCRF.load("m.crf").label_bias_ == {}
    assert train("train.conll", "--bias-against-o", "1.5") == same
    assert LinearChainCRF.load("m.crf").label_bias_ == {"O": -1.5}
    more = ("--choose", "--bias-against-o", "1")
    assert main(["train", "train.conll", "--model", "m.crf", *more]) == 2
    assert "leave out --bias-against-o" in capfd.readouterr().err
    Path("tokens.conll").write_text("Anna NAME\nlives VERB\n\n")
    more = ("--bias-against-o", "1")
    assert main(["train", "tokens.conll", "--model", "n.crf", *more]) == 1
    assert "--bias-against-o" in capfd.readouterr().err
    assert not Path("n.crf").exists()


@pytest.fixture
def timid():
    """Write sentences of which models find too few spans."""
    words, labels = sentences(n=100)
    lines = [
        "".join(f"{token['word']} {tag}\n" for token, tag in zip(*pair, strict=True))
        for pair in zip(words, labels, strict=True)
    ]
    Path("timid.conll").write_text("\n".join(lines))


def test_sentences_held_out_choose_the_bias(train, timid, monkeypatch, capfd):
    monkeypatch.setattr(chosen_settings, "STRENGTHS", (8.0,))
    train("timid.conll", "--choose", "--template", "pos")
    chosen = LinearChainCRF.load("m.crf")
    labelled = load(Path("timid.conll"))
    found = choose_outside_bias(
        LinearChainCRF(template="pos", c2=8.0),
        labelled.table,
        labelled.targets,
        labels=labelled.labels,
    )
    assert found.bias > 0.0
    assert chosen.label_bias_ == {"O": -found.bias}
    assert main(["train", "timid.conll", "--choose", "--template", "pos", "--model", "m.crf"]) == 0
    said = f"c2 = 8, bias {found.bias:g} against “O”, chosen by cross-validation."
    assert said in capfd.readouterr().out


def test_tokens_without_spans_have_no_bias_to_choose(train):
    Path("tokens.conll").write_text("Anna NAME\nlives VERB\n\n" * 5)
    train("tokens.conll", "--choose")
    assert LinearChainCRF.load("m.crf").label_bias_ == {}


@pytest.fixture
def ended():
    """Write sentences of new words, whose last letter tells the label."""
    words, labels = endings(0)
    lines = [
        "".join(
            f"{token['word'].replace(' ', '')}{token['end']} {tag}\n"
            for token, tag in zip(*pair, strict=True)
        )
        for pair in zip(words, labels, strict=True)
    ]
    Path("ended.conll").write_text("\n".join(lines))


def test_sentences_held_out_choose_the_exponent_of_counts(train, ended, capfd):
    command = ["train", "ended.conll", "--algorithm", "empirical", "--choose", "--model", "m.crf"]
    assert main(command) == 0
    chosen = LinearChainCRF.load("m.crf").exponent_
    assert chosen > 1.0
    assert f"Exponent = {chosen:g}, chosen by cross-validation." in capfd.readouterr().out


def test_sentences_held_out_choose_a_preset_unless_one_is_given(train, ended, monkeypatch, capfd):
    poor = {"basic": "U:%x[0,0]\nB\n", "pos": "U:%x[0,0]\nB\n", "ner": "U:%suffix[0,0,1]\nB\n"}
    monkeypatch.setattr(presets, "PRESETS", poor)
    monkeypatch.setattr(chosen_settings, "STRENGTHS", (0.1,))
    command = ["train", "ended.conll", "--choose", "--model", "m.crf"]
    assert main(command) == 0
    assert "c2 = 0.1, template ner, chosen by cross-validation." in capfd.readouterr().out
    crf = LinearChainCRF.load("m.crf")
    assert str(crf.extractor_.template) == crf.metadata_["template"] == poor["ner"]
    assert main([*command, "--template", "pos"]) == 0
    assert "c2 = 0.1, chosen by cross-validation." in capfd.readouterr().out


@pytest.fixture
def chosen(project):
    """Store a model by a choice in the project, and return the choice."""
    with ProjectFile.open(project) as file:
        settings = file.load().settings
        choice = TrainingChoice(
            c2=0.3,
            text_parts=BOTH,
            bias=1.0,
            n_sentences=140,
            score=-0.2,
            score_before=-0.3,
            f1=0.5,
            f1_before=0.4,
            c2_before=settings.c2,
            compared_text=False,
            template=digest_of(settings.template),
            preset="pos",
            exponent=2.0,
        )
        crf = LinearChainCRF().fit([[["a"], ["b"]]], [["B-X", "O"]])
        crf.metadata_ = choice.metadata()
        file.write_model(1, crf.to_bytes(), {})
    return choice


@pytest.mark.parametrize(
    ("more", "c2", "bias"),
    [
        ((), 0.3, {"O": -1.0}),
        (("--bias-against-o", "0"), 0.3, {}),
        (("--bias-against-o", "2"), 0.3, {"O": -2.0}),
        (("--c2", "0.7"), 0.7, {}),
        (("--template", "ner"), 7.0, {}),
        (("--algorithm", "l2sgd"), 7.0, {}),
        (("--algorithm", "ap"), 1.0, {}),
        (("--algorithm", "empirical"), 0.3, {}),
    ],
)
def test_a_project_is_trained_by_its_choice_unless_options_differ(
    train, project, chosen, more, c2, bias
):
    train(project, *more)
    crf = LinearChainCRF.load("m.crf")
    assert (crf.c2, crf.label_bias_) == (c2, bias)


@pytest.mark.parametrize(
    "settings",
    [{"choose_training": False}, {"c2": 6.0}, {"template": "ner"}, {"more_suggestions": True}],
)
def test_a_choice_for_other_settings_is_not_used(train, project, chosen, settings):
    with ProjectFile.open(project) as file:
        held = file.load()
        edit = change_settings(held, replace(held.settings, **settings))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    train(project)
    crf = LinearChainCRF.load("m.crf")
    assert (crf.c2, crf.label_bias_) == (settings.get("c2", 7.0), {})


def test_a_project_with_a_damaged_model_is_trained_by_its_settings(train, project, chosen):
    with ProjectFile.open(project) as file:
        file.write_model(2, b"not a model", {})
    train(project)
    assert LinearChainCRF.load("m.crf").c2 == 7.0


def test_the_choice_of_a_project_is_said(project, chosen, tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    assert main(["train", project, "--model", "m.crf"]) == 0
    said = "c2 = 0.3, template pos, bias 1 against “O”, chosen by cross-validation."
    assert said in capfd.readouterr().out
    assert main(["train", project, "--algorithm", "empirical", "--model", "m.crf"]) == 0
    assert LinearChainCRF.load("m.crf").exponent_ == 2.0
    said = "Exponent = 2, template pos, chosen by cross-validation."
    assert said in capfd.readouterr().out


def test_one_sentence_cannot_choose(train, capfd):
    Path("one.conll").write_text("Anna B-PER\nlives O\n\n")
    assert main(["train", "one.conll", "--choose-c2", "--model", "m.crf"]) == 1
    assert "at least two labelled sentences" in capfd.readouterr().err


def test_costs_of_mistakes_are_those_of_the_options(train):
    costs = "missed=2,invented=0"
    plain = train("train.conll")
    raised = train("train.conll", "--objective", "softmax-margin", "--cost", costs)
    assert raised > plain
    crf = LinearChainCRF.load("m.crf")
    assert (crf.objective_name, crf.cost) == ("softmax-margin", {"missed": 2.0, "invented": 0.0})
    hamming = train("train.conll", "--objective", "softmax-margin")
    assert hamming == train("train.conll", "--objective", "softmax-margin", "--cost", "hamming")
    assert hamming > plain
    assert train("train.conll", "--objective", "piecewise") != plain


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--cost", "hamming"], "--cost needs --objective softmax-margin"),
        (["--objective", "softmax-margin", "--cost", "lost=1"], "hamming or costs such as"),
        (["--objective", "softmax-margin", "--cost", "missed=1,missed=2"], "costs such as"),
        (["--objective", "softmax-margin", "--cost", "missed"], "a number from 0 to 1,000"),
        (["--objective", "softmax-margin", "--cost", "missed=-1"], "a number from 0 to 1,000"),
        (["--objective", "softmax-margin", "--algorithm", "ap"], "ap has no --objective"),
        (["--objective", "softmax-margin", "--algorithm", "bcfw"], "bcfw has no --objective"),
        (["--objective", "max-margin"], "lbfgs has no --objective max-margin; use bcfw"),
        (["--algorithm", "eg", "--cost", "hamming"], "--cost needs --objective max-margin; add it"),
        (
            ["--algorithm", "bcfw", "--objective", "likelihood"],
            "bcfw has no --objective",
        ),
        (["--algorithm", "smo", "--objective", "likelihood"], "smo has no --objective"),
        (["--algorithm", "ap", "--objective", "likelihood"], "ap has no --objective likelihood"),
        (["--algorithm", "ap", "--c2", "5"], "--algorithm ap has no --c2; leave it out."),
        (["--algorithm", "arow", "--c1", "1"], "--algorithm arow has no --c1; leave it out."),
        (["--algorithm", "empirical", "--c2", "1"], "--algorithm empirical has no --c2"),
        (["--algorithm", "empirical", "--max-iterations", "9"], "has no --max-iterations; leave"),
        (["--algorithm", "empirical", "--initial", "m.crf"], "empirical has no --initial; leave"),
        (["--algorithm", "empirical", "--vectors", "words.vec"], "does not read --vectors; leave"),
        (["--state", "train.conll", "--initial", "zeros"], "training; leave out --initial."),
        (["--choose", "--choose-c2"], "--choose chooses c2, too; leave out --choose-c2."),
        (["--ignore-case"], "--ignore-case needs --gazetteer FILE."),
    ],
)
def test_options_that_cannot_be_are_usage_errors(train, capfd, options, message):
    assert main(["train", "train.conll", *options, "--model", "m.crf"]) == 2
    assert message in " ".join(capfd.readouterr().err.split())


@pytest.mark.parametrize(
    "options", [["bcfw"], ["smo"], ["eg", "--objective", "max-margin"], ["bcfw", "--c2", "0.1"]]
)
def test_margins_have_costs(train, options):
    train("train.conll", "--algorithm", *options, "--cost", "missed=3", "--max-iterations", "2")
    crf = LinearChainCRF.load("m.crf")
    assert (crf.algorithm, crf.cost) == (options[0], {"missed": 3.0})
    assert crf.training_.gap > 0.0


def test_a_project_that_wants_more_suggestions_is_trained_so(train, project):
    plain = train(project)
    with ProjectFile.open(project) as file:
        held = file.load()
        edit = change_settings(held, replace(held.settings, more_suggestions=True))
        file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))
    assert train(project) > plain
    assert LinearChainCRF.load("m.crf").cost == MORE_SUGGESTIONS
    assert train(project, "--objective", "likelihood") == plain
    train(project, "--algorithm", "ap")
    assert LinearChainCRF.load("m.crf").cost is None


def test_a_choice_for_other_costs_is_not_used(train, project, chosen):
    train(project, "--objective", "softmax-margin")
    assert LinearChainCRF.load("m.crf").c2 == 7.0


def test_lines_that_would_help_are_printed(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    words, tags = drawn()
    Path("d.conll").write_text(
        "\n\n".join(
            "\n".join(f"{word[0]} {tag}" for word, tag in zip(*row, strict=True))
            for row in zip(words, tags, strict=True)
        )
        + "\n"
    )
    Path("t.txt").write_text(TEMPLATE)
    arguments = ["train", "d.conll", "--model", "m.crf", "--template", "t.txt", "--suggest-lines"]
    assert main([*arguments, "--c2", "0.1"]) == 0
    out = capfd.readouterr().out.splitlines()
    at = out.index("These lines would help the template; add one, and look again:")
    assert out[at + 1].startswith("# gains ")
    assert out[at + 2] == "Ui1:%x[-1,0]/%suffix[0,0,1]"
    Path("t.txt").write_text(TEMPLATE + out[at + 2] + "\n")
    assert main([*arguments, "--c2", "0.1"]) == 0
    assert "No additional line would improve the template." in capfd.readouterr().out
    assert main([*arguments, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["suggested_lines"] == []


@pytest.fixture
def change(project):
    """Return a function that changes settings of the project."""

    def apply(**settings):
        with ProjectFile.open(project) as file:
            held = file.load()
            edit = change_settings(held, replace(held.settings, **settings))
            file.write_edit(replace(edit, id=file.history.last_edit_id() + 1))

    return apply


def figures_of(capfd, *arguments):
    assert main([*arguments, "--json"]) == 0
    return json.loads(capfd.readouterr().out)


def test_a_project_of_segments_is_trained_so_and_its_model_tags(train, project, change, capfd):
    plain = train(project)
    change(segments=True)
    figures = figures_of(capfd, "train", project, "--model", "m.crf")
    assert (figures["segments"], figures["left_out"]) == (True, 0)
    assert figures["objective"] < plain, "it has the weights of tokens, and more"
    crf = SemiMarkovCRF.load("m.crf")
    assert (crf.c2, crf.scheme_) == (7.0, "iob2")
    Path("new.txt").write_text("Dr. Osei gave Bella 5 mg of carprofen .\n")
    assert main(["tag", "m.crf", "new.txt"]) == 0
    rows = [line.split() for line in capfd.readouterr().out.splitlines() if line]
    assert {row[-1] for row in rows} <= set(crf.classes_)
    for option in (("--marginals",), ("--nbest", "2")):
        assert main(["tag", "m.crf", "new.txt", *option]) == 0
        assert "Osei" in capfd.readouterr().out
    assert figures_of(capfd, "evaluate", "m.crf", project)["f1"] > 0.5
    assert main(["train", project, "--initial", "m.crf", "--model", "again.crf"]) == 0
    assert "It scores segments, as the settings of the project say." in capfd.readouterr().out
    assert SemiMarkovCRF.load("again.crf").longest_ == crf.longest_


def test_rules_for_a_model_of_segments_are_an_error_that_says_what_to_do(
    train, project, change, capfd
):
    change(segments=True)
    train(project)
    Path("new.txt").write_text("Dr. Osei came .\n")
    rule = {"kind": "count", "unit": "TITLE", "at_most": 0}
    Path("rules.json").write_text(
        json.dumps({"format": "tagwright rules", "version": 1, "rules": [rule]})
    )
    assert main(["tag", "m.crf", "new.txt", "--constraints", "rules.json"]) == 1
    assert "A model of segments takes no rules" in capfd.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ("--algorithm", "ap"),
        ("--objective", "likelihood"),
        ("--keep-state",),
        ("--initial", "passes"),
    ],
)
def test_options_that_segments_lack_train_a_model_of_tokens(project, change, options, capfd):
    change(segments=True)
    model = f"{project}.crf"
    assert main(["train", project, *options, "--model", model]) == 0
    assert "It scores tokens, although the settings" in capfd.readouterr().err
    assert LinearChainCRF.load(model).classes_
    assert main(["train", project, "--model", model, "--model-kind", "tokens"]) == 0
    assert "although" not in capfd.readouterr().err


def test_it_says_why_a_project_of_segments_gets_a_model_of_tokens(project, change, capfd):
    change(segments=True, more_suggestions=True)
    assert main(["train", project, "--model", f"{project}.crf"]) == 0
    assert WHY_TOKENS[COSTS] in capfd.readouterr().err
    assert LinearChainCRF.load(f"{project}.crf").cost == MORE_SUGGESTIONS


def test_a_project_of_segments_has_the_bias_of_segments(train, project, change, chosen):
    with ProjectFile.open(project) as file:
        crf = LinearChainCRF().fit([[["a"], ["b"]]], [["B-X", "O"]])
        crf.metadata_ = replace(chosen, segments_bias=0.5).metadata()
        file.write_model(2, crf.to_bytes(), {})
    change(segments=True)
    train(project)
    assert SemiMarkovCRF.load("m.crf").label_bias_ == {"O": -0.5}
    change(segments=False)
    train(project)
    assert LinearChainCRF.load("m.crf").label_bias_ == {"O": -1.0}


def test_the_choices_of_training_are_those_of_the_library():
    # Copied, so that --help need not load the library.
    assert set(training.ALGORITHMS) == set(ALGORITHMS)
    assert set(training.OBJECTIVES) == {*OBJECTIVES, MAX_MARGIN}
