"""Messages of commands about what was given: they name the file, the option and what to do."""

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.__main__ import main
from app.cli.training_checks import in_words_of_options
from crfcore import BoostedCRF, CodedCRF, HiddenMarkovModel, model_file
from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError

TRAIN = "".join(f"w{n} B-X\nof O\n\n" for n in range(12))


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("train.conll").write_text(TRAIN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def said(capsys):
    """Run a command that fails; return what it says."""

    def run(*words):
        capsys.readouterr()
        assert main(list(words)) in (1, 2)
        return capsys.readouterr().err

    return run


def rules_file(kind):
    content = {"format": "tagwright rules", "version": 1, "rules": [kind]}
    Path("rules.json").write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize("regex", ["(" * 200, "(O|B-X){1,100000}"])
def test_a_pattern_over_labels_is_named_with_its_file_and_rule(said, regex):
    assert main(["train", "train.conll", "--model", "m.crf"]) == 0
    rules_file({"kind": "pattern", "regex": regex})
    text = said("tag", "m.crf", "train.conll", "--constraints", "rules.json")
    assert text.startswith("rules.json: At rules[0]: The pattern over labels ")


def test_a_long_pattern_of_words_is_cut(said):
    assert main(["train", "train.conll", "--model", "m.crf"]) == 0
    matcher = {"kind": "word_pattern", "pattern": "(?=x)" * 10_000}
    rules_file({"kind": "lexical", "effect": "allows", "labels": ["O"], "matcher": matcher})
    text = said("tag", "m.crf", "train.conll", "--constraints", "rules.json")
    assert "has 50,000 characters; write one of at most 1,000." in text
    assert len(text) < 500


@pytest.mark.parametrize("label", ["B-\x1b[31m", "B-" + "x" * 3_000])
def test_a_label_that_is_none_is_named_with_line_and_column(said, label):
    Path("bad.conll").write_text(f"# text\na O\n\nb O\nc {label}\n", encoding="utf-8")
    text = said("train", "bad.conll", "--model", "m.crf")
    assert text.startswith("bad.conll, line 5, column 3: The label ")


def test_a_state_of_another_training_is_named_with_its_file(said):
    command = ["train", "train.conll", "--model", "m.crf", "--keep-state"]
    assert main(command) == 0
    text = said(*command[:3], "n.crf", "--state", "m.crf", "--c2", "2")
    expected = (
        "m.crf: It belongs to a training with --c1 0 and --c2 1, and others are given; give these"
    )
    assert text.strip().endswith(f"{expected}, or leave out --state.")
    Path("other.conll").write_text(TRAIN.replace("w3", "v3"), encoding="utf-8")
    text = said("train", "other.conll", "--model", "n.crf", "--state", "m.crf")
    assert "m.crf: It belongs to a training on other sentences" in text
    assert "fit" not in text


def test_a_long_name_of_a_kind_is_cut(said):
    model_file.write("long.vec", {"estimator": "L" * 2_000}, {}, noun="file")
    text = said("train", "train.conll", "--model", "m.crf", "--vectors", "long.vec")
    assert "long.vec: this file holds a model (LLL" in text
    assert len(text) < 400


@pytest.mark.parametrize("option", [("--keep-state",), ("--state", "m.crf")])
@pytest.mark.parametrize("other", ["--algorithm arow", "--algorithm empirical", "--constraints r"])
def test_a_state_that_a_training_lacks_is_named_as_an_option(said, option, other):
    assert main(["train", "train.conll", "--model", "m.crf", "--keep-state"]) == 0
    Path("r").write_text('{"format": "tagwright rules", "version": 1}', encoding="utf-8")
    text = said("train", "train.conll", "--model", "n.crf", *option, *other.split())
    assert option[0] in text
    assert other.split()[0] in text
    assert "leave one of them out." in text
    assert "keep_state" not in text


def test_the_limit_of_iterations_is_the_one_that_was_given(capsys):
    command = ["train", "train.conll", "--model", "m.crf", "--keep-state", "--max-iterations"]
    assert main([*command, "2"]) == 0
    assert "It ended after 2 iterations, the limit" in capsys.readouterr().err
    assert main([*command[:3], "n.crf", "--state", "m.crf", "--max-iterations", "1"]) == 0
    expected = "It ended after 2 iterations in all; the limit of 1 (--max-iterations) counts"
    assert expected in capsys.readouterr().err


def test_a_penalty_that_an_algorithm_lacks_is_named_as_an_option(said):
    text = said("train", "train.conll", "--model", "m", "--algorithm", "newton", "--c1", "1")
    assert "--c1 is not possible with --algorithm newton; leave it out, or use" in text


@pytest.mark.skipif(os.name == "nt", reason="an open folder cannot be removed")
def test_a_current_folder_that_is_gone_is_named(tmp_path):
    # In a process of its own with -P, as the installed command starts: without, Python 3.13.0
    # fails in a folder that is gone (python/cpython issue 130932).
    gone = tmp_path / "gone"
    gone.mkdir()
    program = (
        "import os; from app.__main__ import main; from app.cli import running\n"
        f"os.chdir({str(gone)!r}); os.rmdir({str(gone)!r})\n"
        "print(running._why_unwritable(FileNotFoundError()))\n"
        "main(['new', 'p.tagwright'])"
    )
    root = str(Path(__file__).parents[3])
    ended = subprocess.run(
        [sys.executable, "-P", "-c", program],
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )
    expected = "The current folder was deleted; change to another one, and try again.\n"
    assert ended.stdout == expected
    assert "Its folder is not there or was deleted, so" in ended.stderr


@pytest.mark.parametrize("name", [".", "/"])
def test_a_folder_is_no_project_that_exists(said, name):
    assert said("new", name) == f"{name}: This is a folder; name a file in it.\n"


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(said, monkeypatch):
    def denied(*_):
        raise PermissionError(errno.EACCES, "denied")

    monkeypatch.setattr(os, "mkdir", denied)
    text = said("new", "p.tagwright")
    cause = "No file can be made in the folder ., so the project was not made"
    assert text == f"p.tagwright: {cause}; choose a folder of your own.\n"


def test_a_file_that_cannot_be_read_is_named_like_any_other(said, monkeypatch):
    def denied(path, *arguments, **options):
        if str(path) == "train.conll":
            raise PermissionError(errno.EACCES, "denied", path)
        return opened(path, *arguments, **options)

    opened = os.open
    monkeypatch.setattr(os, "open", denied)
    monkeypatch.setattr(os, "access", lambda path, mode: str(path) != "train.conll")
    expected = "train.conll: You are not allowed to read this file; ask for the right to, or copy"
    assert said("train", "train.conll", "--model", "m.crf").startswith(expected)


def test_a_number_in_a_template_may_be_too_large(said):
    Path("t.tpl").write_text("U0:%x[99999999999,0]\n", encoding="utf-8")
    text = said("train", "train.conll", "--model", "m.crf", "--template", "t.tpl")
    assert "the number '99999999999' is too large" in text


@pytest.mark.parametrize("option", ["--template", "--columns", "--initial"])
def test_an_empty_value_is_refused(said, option):
    text = said("train", "train.conll", "--model", "m.crf", option, "")
    assert text.startswith(f"{option}: '' was given, and a name is expected")


@pytest.mark.parametrize(
    "words",
    [["train", "-", "--model", "m"], ["import", "p.tagwright", "-"], ["new", "-"], ["check", "-"]],
)
def test_a_dash_that_is_no_stream_is_refused(said, words):
    assert main(["new", "p.tagwright"]) == 0
    text = said(*words)
    assert "write “./-” for one of that name, or /dev/stdin for a text on standard input" in text
    assert not Path("-").exists()


@pytest.mark.parametrize(
    "words",
    [
        ["new", "x/"],
        ["export", "p.tagwright", "x/"],
        ["train", "train.conll", "--model", "x/"],
    ],
)
def test_the_name_of_a_folder_makes_no_file(said, words):
    assert main(["new", "p.tagwright"]) == 0
    assert "'x/' was given, and there is no such folder" in said(*words)
    assert not Path("x").exists()


def test_everything_goes_to_a_new_folder_with_the_name_of_the_project():
    assert main(["new", "p.tagwright"]) == 0
    assert main(["export", "p.tagwright", "x/", "--everything"]) == 0
    text = Path("x/README.txt").read_text(encoding="utf-8")
    assert text.startswith("Everything that the Tagwright project “p.tagwright” holds")


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (
            '{"label": "X", "pattern": [{"lower": "a"}]}\n',
            "g.txt, line 1: This is a pattern of Prod",
        ),
        ("a b\t\x1b[31m\n", "g.txt, line 1, column 5: The label '\\x1b[31m' holds a control"),
        ("\n\n", "g.txt: There is no phrase in it, and one on each line was expected"),
    ],
)
def test_a_gazetteer_that_is_none_is_refused(said, content, expected):
    Path("g.txt").write_text(content, encoding="utf-8")
    text = said("train", "train.conll", "--model", "m.crf", "--gazetteer", "g.txt")
    assert text.startswith(expected)


def test_an_export_over_its_project_changes_nothing(said):
    assert main(["new", "p.tagwright"]) == 0
    assert main(["import", "p.tagwright", "train.conll"]) == 0
    before = Path("p.tagwright").read_bytes()
    assert "which it is made from" in said("export", "p.tagwright", "p.tagwright", "--replace")
    assert Path("p.tagwright").read_bytes() == before


def test_options_about_o_are_refused_where_no_token_has_it(said):
    Path("kinds.conll").write_text(TRAIN.replace(" O", " B-Y"), encoding="utf-8")
    command = ["train", "kinds.conll", "--model", "m.crf"]
    text = said(*command, "--bias-against-o", "1")
    assert text == "--bias-against-o needs the label “O”, and no token has it; leave it out.\n"
    text = said(*command, "--objective", "softmax-margin", "--cost", "missed=2")
    assert text.startswith("--cost missed=… needs the label “O”, and no token has it;")
    assert not Path("m.crf").exists()


def test_weights_that_l1_leaves_are_told(capsys):
    assert main(["train", "train.conll", "--model", "m.crf", "--c1", "1", "--c2", "0"]) == 0
    left = LinearChainCRF.load("m.crf").n_nonzero_
    assert f" weights ({left:,} not 0) from 12 sentences" in capsys.readouterr().out


def test_the_weight_of_expectations_needs_expectations(said):
    text = said("train", "train.conll", "--model", "m.crf", "--expect-weight", "5")
    assert "--expect-weight needs --expect FILE." in text


def test_a_model_to_start_from_of_another_kind_is_named_without_python(said):
    Path("d.conll").write_text(f"-DOCSTART- O\n\n{TRAIN}", encoding="utf-8")
    assert main(["train", "d.conll", "--model", "d.crf", "--documents"]) == 0
    text = said("train", "train.conll", "--model", "m.crf", "--initial", "d.crf")
    assert "d.crf: This model ties the names of documents, and no training can start" in text
    text = said("train", "train.conll", "--model", "m.crf", "--state", "d.crf")
    assert "d.crf: this file holds a model of documents, and a model of tokens is expected;" in text
    assert "Python" not in text
    rules_file({"kind": "followed_by", "a": "X", "b": "X"})
    text = said("tag", "d.crf", "d.conll", "--constraints", "rules.json")
    assert text == "A model of documents takes no rules; confirm labels by a column file.\n"


def test_a_model_that_no_command_reads_is_said_to_be_used_from_python(said):
    x, y = [[["Anna"], ["lives"], ["here"]]], [["A", "B", "C"]]
    for model, what in (
        (BoostedCRF(1, template="basic"), "a model of trees"),
        (CodedCRF(template="basic"), "a model of output codes"),
        (HiddenMarkovModel(template="U0:%x[0,0]\nB\n"), "a hidden Markov model"),
    ):
        model.fit(x, y).save("other.crf")
        assert said("tag", "other.crf", "train.conll") == (
            f"other.crf: this file holds {what}, which is used from Python ({model.KIND}.load), "
            "and a model of tokens is expected; choose another file.\n"
        )


def test_a_model_of_items_is_named_with_its_file(said):
    LinearChainCRF(max_iterations=1).fit([[["a"], ["b"]]], [["A", "B"]]).save("items.crf")
    for arguments in (
        ("tag", "items.crf", "train.conll"),
        ("tag", "items.crf", "train.conll", "--out", "tagged"),
        ("evaluate", "items.crf", "train.conll"),
    ):
        assert said(*arguments) == (
            "items.crf: This model has attributes that no template reads from files; use it from "
            "Python.\n"
        )


def test_parameters_in_messages_of_the_library_are_written_as_options():
    with pytest.raises(CrfError, match="use --algorithm pa, or --c2"), in_words_of_options():
        raise CrfError("use algorithm='pa', or c2=0.5")


def test_a_model_to_start_from_has_a_label_of_the_data(said):
    Path("other.conll").write_text("Anna NOUN\nlives VERB\n\n" * 2, encoding="utf-8")
    assert main(["train", "train.conll", "--model", "m.crf"]) == 0
    text = said("train", "other.conll", "--model", "n.crf", "--initial", "m.crf")
    assert "m.crf: This model has other labels (" in text
    assert "than the data ('NOUN', 'VERB'), so that nothing can start from it" in text


WITH = ("train", "train.conll", "--model", "m.crf")
COMPARE = ("simulate", "train.conll", "--test", "train.conll", "--strategy", "random")
TOGETHER = "cannot go together; leave one of them out."


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((*WITH, "--choose", "--choose-c2"), "--choose chooses c2, too; leave out --choose-c2."),
        (
            (*WITH, "--state", "m", "--initial", "m"),
            "--state goes on from the weights of that training; leave out --initial.",
        ),
        (
            (*WITH, "--algorithm", "empirical", "--initial", "m"),
            "--algorithm empirical has no --initial; leave it out.",
        ),
        ((*WITH, "--ignore-case"), "--ignore-case needs --gazetteer FILE."),
        (
            (*WITH, "--gazetteer", "a.txt", "--gazetteer", "./a.txt"),
            "--gazetteer a.txt is given twice; give it once.",
        ),
        (
            (*WITH, "--grammar", "a.txt", "--grammar", "a.txt"),
            "--grammar a.txt is given twice; give it once.",
        ),
        ((*COMPARE, "--budget", "60", "--until", "0.99"), f"--budget and --until {TOGETHER}"),
        (
            (*COMPARE, "--strategy", "random"),
            "--strategy random is given twice; give it once.",
        ),
        (
            (*COMPARE, "--seed", "7", "--seed", "7"),
            "--seed 7 is given twice; give it once.",
        ),
        (
            ("benchmark", "tagging", "--tokens", "9"),
            "--tokens is for constraints or formats or window or cluster or growth alone; leave it "
            "out.",
        ),
        (
            ("benchmark", "tagging", "--keys", "9"),
            "--keys is for constraints or window alone; leave it out.",
        ),
        (
            ("benchmark", "tagging", "--long"),
            "--long is for large-labels or growth alone; leave it out.",
        ),
    ],
)
def test_options_that_would_be_ignored_are_refused(said, words, expected):
    assert said(*words).splitlines()[-1] == f"Error: {expected}"


@pytest.mark.parametrize("command", ["reproduce", "benchmark"])
def test_a_missing_name_is_told_in_one_line(said, command):
    text = said(command).splitlines()[-1]
    assert text.startswith("Error: Missing argument 'NAME'. Give one of ")
    assert text.endswith(".")
    assert "{" not in text


def test_labels_that_a_model_does_not_have_are_told(capsys, said):
    Path("other.conll").write_text(TRAIN.replace("B-X", "B-Y"), encoding="utf-8")
    assert main([*WITH, "--initial", "zeros"]) == 0
    capsys.readouterr()
    assert main(["evaluate", "m.crf", "other.conll"]) == 0
    out, err = capsys.readouterr()
    assert "F1 " in out
    assert err == ""
    assert out.endswith("The model does not have the label 'B-Y', so it never gives them.\n")
    assert main(["evaluate", "m.crf", "train.conll"]) == 0
    assert "does not have" not in capsys.readouterr().out
    Path("third.conll").write_text(TRAIN.replace("B-X", "B-Y").replace(" O", " I-Y"))
    text = said("train", "third.conll", "--model", "n.crf", "--initial", "m.crf")
    assert text.startswith("m.crf: This model has other labels ('B-X', 'O') than the data (")
    assert not Path("n.crf").exists()


def test_a_budget_of_which_no_strategy_chooses_a_sentence_is_told(capsys):
    assert main([*COMPARE, "--budget", "10"]) == 0
    assert "The first 50 sentences are drawn at random" in capsys.readouterr().err


def test_an_unknown_format_of_a_model_is_a_wrong_option(said):
    text = said("convert", "train.conll", "--model", "m.crf", "--format", "foo")
    assert text.startswith("--format: 'foo' was given, and one of crfsuite, crfsuite-dump, crf++, ")


PARTLY = TRAIN.replace("w3 B-X", "w3 _")
POS = "".join(f"w{n} N B-X\nof P O\n\n" for n in range(12))


@pytest.mark.parametrize("algorithm", ["bcfw", "smo", "eg"])
def test_margins_are_told_by_options(said, algorithm):
    Path("partly.conll").write_text(PARTLY, encoding="utf-8")
    words = ("--model", "m.crf", "--algorithm", algorithm)
    text = said("train", "partly.conll", *words)
    assert text == (
        f"--algorithm {algorithm} needs sentences with all labels, and in some a part of the "
        "tokens has none; use --algorithm pa, or lbfgs with --objective softmax-margin.\n"
    )
    gis = said("train", "partly.conll", *words[:-1], "gis")
    assert gis.endswith("a part of the tokens has none; use --algorithm lbfgs.\n")
    text = said("train", "train.conll", *words, "--c2", "0")
    assert f"--algorithm {algorithm} needs a --c2 above 0; give another value." in text


def test_a_model_without_weights_is_named(said):
    assert main([*WITH]) == 0
    assert main(["train", "train.conll", "--model", "e.crf", "--algorithm", "empirical"]) == 0
    text = said("combine", "m.crf", "e.crf", "--model", "c.crf")
    assert text.startswith("e.crf: This model was made by counting or voting, so it has no weights")


def test_a_rule_and_a_list_that_a_training_lacks_are_named_with_their_files(said):
    rules_file({"kind": "followed_by", "a": "FOO", "b": "X"})
    text = said(*WITH, "--constraints", "rules.json")
    assert text.startswith("rules.json: A rule speaks of the type 'FOO'")
    Path("g.txt").write_text("X -> @nolist\n", encoding="utf-8")
    text = said(*WITH, "--grammar", "g.txt")
    assert text == (
        "g.txt: The grammar reads the phrase list 'nolist', which is not given; add it with "
        "--gazetteer nolist.txt.\n"
    )


def test_labels_that_are_no_segments_are_told_with_their_file(said):
    Path("bad.conll").write_text("a I-X\nof O\n\n", encoding="utf-8")
    text = said("train", "bad.conll", "--model", "m.crf", "--model-kind", "segments")
    assert text.startswith("bad.conll: Sentence 1, token 1: the tag 'I-X' is not where the scheme ")


def test_columns_that_a_file_lacks_are_told(said):
    Path("pos.conll").write_text(POS, encoding="utf-8")
    command = ("--model", "pos.crf", "--template", "basic-pos", "--columns", "word,pos,label")
    assert main(["train", "pos.conll", *command]) == 0
    text = said("evaluate", "pos.crf", "train.conll")
    assert text == (
        "train.conll: This file has no labels to learn from or to compare with: the model looks at "
        "the columns word, pos, and a label is expected besides, but there are 2 columns. Name the "
        "columns with --columns, or use a model of words alone.\n"
    )
    Path("e.tsv").write_text("Us:x\tO\t0.9\n", encoding="utf-8")
    Path("raw.txt").write_text("some words\n", encoding="utf-8")
    text = said("train", "pos.conll", *command, "--expect", "e.tsv", "--unlabelled", "raw.txt")
    assert text == (
        "Of the texts of --unlabelled only the words are read, and the template reads 1 further "
        "column; choose one of words alone, such as basic.\n"
    )


def test_a_limit_of_passes_and_a_count_are_told(capsys):
    assert main([*WITH, "--algorithm", "ap", "--max-iterations", "1"]) == 0
    assert "It ended after 1 pass, the limit (--max-iterations)." in capsys.readouterr().err
    assert main([*WITH, "--algorithm", "empirical"]) == 0
    assert "iterations" not in capsys.readouterr().out
