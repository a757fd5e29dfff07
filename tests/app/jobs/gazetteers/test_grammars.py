"""Tests of grammars of a project: their check, what they find, and what they learn."""

import re
from dataclasses import replace

import numpy as np
import pytest

from app.domain.gazetteers import LONGEST_GRAMMAR, Gazetteer, Use
from app.domain.proposals import LISTED_PROBABILITY, NO_TAG
from app.edits.gazetteers import (
    add_gazetteer,
    change_gazetteer,
    remove_gazetteer,
    switch_use,
)
from app.edits.grammars import set_grammar
from app.edits.label_rows import rename_label
from app.edits.spans import label_span, no_label
from app.jobs.data.snapshot import ProjectText, snapshot
from app.jobs.gazetteers import grammars
from app.jobs.gazetteers.grammars import (
    STRANGE,
    as_written,
    check_grammar,
    learn_weights,
    read_grammar_file,
    spans_of,
    spans_where_possible,
    text_of,
    try_grammar,
    usable_lists,
)
from app.jobs.project_models.interpreted.messages import training_message
from app.jobs.project_models.project_learning import ProjectLearning
from app.jobs.suggestions.gazetteers import count_matches
from app.jobs.suggestions.propose import sentences_of
from app.session import Session
from app.views.dialogs.grammar_editor import EXAMPLE
from crfcore.errors import CrfError, DataError, TrainingCancelled
from crfcore.features.grammar_lists import GrammarList
from crfcore.grammars import parse_grammar
from crfcore.grammars.grammar_text import LONGEST_TEXT
from tests.memory_projects import project_of
from tests.step_names import undo_text

TEXT = [
    ["He", "takes", "5", "mg", "aspirin", "."],
    ["Aspirin", "helps", "in", "May"],
    ["5", "mg", "or", "0.5", "ml", "of", "folic", "acid"],
]
RULES = """DOSE -> NUMBER UNIT
NUMBER -> /\\d+(\\.\\d+)?/
UNIT -> "mg"
  | "ml"
DRUG -> @drugs 0.9
  | "helps" 0.1
"""


@pytest.fixture(autouse=True)
def compiled(monkeypatch):
    monkeypatch.setattr(grammars, "missing_parts", lambda _parts: [])


@pytest.fixture
def session(qapp):
    project = project_of(TEXT)
    words = [word for words in TEXT for word in words]
    project.words = sorted(set(words))
    project.corpus.columns = np.array([[project.words.index(w) for w in words]], np.int32)
    session = Session(project)
    drugs = Gazetteer(0, "drugs", ignore_case=True, as_proposals=False)
    session.apply(add_gazetteer(project, drugs, {"aspirin": "", "folic acid": ""}))
    session.apply(set_grammar(project, Gazetteer(0, "rules", grammar=RULES)))
    return session


def listed(session, text=RULES, **fields):
    return session.project.as_listed(Gazetteer(2, "rules", grammar=text, **fields))


def found(session, of):
    text = ProjectText.of(session.project)
    spans = spans_of(of, text, np.arange(3))
    return [(s.sentence, " ".join(TEXT[s.sentence][s.start : s.end]), s.symbol) for s in spans]


ALL = [
    (0, "5 mg", "DOSE"),
    (0, "aspirin", "DRUG"),
    (1, "Aspirin", "DRUG"),
    (2, "5 mg", "DOSE"),
    (2, "0.5 ml", "DOSE"),
    (2, "folic acid", "DRUG"),
]


def test_a_day_may_have_a_full_stop_which_is_a_token_of_its_own(session):
    sentences = [["am", "14", ".", "May"], ["on", "3", "May"]]
    project = project_of(sentences)
    words = [word for words in sentences for word in words]
    project.words = sorted(set(words))
    project.corpus.columns = np.array([[project.words.index(w) for w in words]], np.int32)
    day = EXAMPLE[EXAMPLE.index("DAY ->") :].partition("\n")[0]
    dates = Gazetteer(2, "dates", grammar=f'DOSE -> DAY "May"\n{day}\n')
    spans = spans_of(project.as_listed(dates), ProjectText.of(project), np.arange(2))
    assert [(s.sentence, s.start, s.end) for s in spans] == [(0, 1, 4), (1, 1, 3)]


def test_symbols_are_those_that_are_written(session):
    check = check_grammar(listed(session, 'DOSE -> UNIT+ "a"?\nUNIT -> "mg" | "ml"\n'))
    assert check.n_symbols == 2


def test_the_limit_is_that_of_the_reader():
    assert LONGEST_GRAMMAR == LONGEST_TEXT


def test_a_text_is_checked_with_the_place_of_an_error(session):
    check = check_grammar(listed(session))
    assert (check.n_rules, check.finds, check.new, check.error) == (6, ("DRUG", "DOSE"), (), "")
    wrong = check_grammar(listed(session, "DOSE -> NUMBER\n"))
    assert (wrong.line, wrong.column) == (1, 9)
    assert "NUMBER" in wrong.error
    strange = check_grammar(listed(session, 'DOSE -> "mg"\n# \ud800'))
    assert (strange.line, strange.column, strange.error) == (2, 3, STRANGE)
    missing = check_grammar(listed(session, 'DOSE -> "mg"\nDRUG -> @plants\n'))
    assert "no gazetteer “plants”" in missing.error
    assert (missing.line, missing.column) == (2, 9)
    assert check_grammar(listed(session, 'DAY -> "May"\nDOSE -> "mg"\n')).new == ("DAY",)
    assert check_grammar(listed(session, 'DAY -> "May"\n', label="DOSE")).finds == ("DOSE",)


def test_it_finds_spans_of_rules_and_of_gazetteers(session):
    assert set(found(session, session.project.listed(2))) <= {*ALL, (1, "helps", "DRUG")}
    assert set(ALL) <= set(found(session, session.project.listed(2)))
    text = ProjectText.of(session.project)
    with pytest.raises(TrainingCancelled):
        spans_of(session.project.listed(2), text, np.arange(3), lambda: True)


def test_only_the_sentence_that_is_too_long_is_left_out(session, monkeypatch):
    text, of = ProjectText.of(session.project), session.project.listed(2)
    whole = spans_where_possible(of, text, np.array([2, 0, 1, 0]))
    assert whole == spans_of(of, text, np.array([2, 0, 1, 0]))
    sizes = np.diff(text.offsets)
    # A chart for the longest sentence is refused, one for each other sentence is not.
    long = int(sizes.argmax())
    assert (sizes == sizes[long]).sum() == 1
    spans = GrammarList.spans

    def limited(self, columns, offsets):
        if np.diff(offsets).max() >= sizes[long]:
            raise CrfError("too long")
        return spans(self, columns, offsets)

    monkeypatch.setattr(GrammarList, "spans", limited)
    with pytest.raises(CrfError, match="too long"):
        spans_of(of, text, np.array([2, 0, 1, 0]))
    found = spans_where_possible(of, text, np.array([2, 0, 1, 0]))
    left = [one for one in whole if [2, 0, 1, 0][one.sentence] != long]
    assert found == left
    assert found


def test_it_proposes_with_probabilities_and_yields_to_people(session):
    learning = ProjectLearning()
    project = session.project
    model = learning.listed_model(project)
    assert not model.ready
    session.apply(no_label(project, 2, 0, 1))
    tags, probabilities = [], []
    for number in range(3):
        proposed = learning.propose(model, sentences_of(project, np.array([number])))
        tags += [[project.tags[t] if t != NO_TAG else "" for t in proposed.tags.tolist()]]
        probabilities += [proposed.probabilities.tolist()]
    assert tags[0] == ["", "", "B-DOSE", "I-DOSE", "B-DRUG", ""]
    assert tags[2][:5] == ["", "", "", "B-DOSE", "I-DOSE"]
    assert probabilities[0][0] == LISTED_PROBABILITY
    assert probabilities[0][2] == probabilities[0][3] != LISTED_PROBABILITY
    assert 0.5 < probabilities[0][2] <= 1.0
    # The first has priority, and one that is removed from what it reads proposes nothing.
    session.apply(remove_gazetteer(project, 1))
    proposed = learning.propose(
        learning.listed_model(project), sentences_of(project, np.array([0]))
    )
    assert set(proposed.tags.tolist()) == {NO_TAG}


def test_matches_are_counted_or_the_reason_is_told(session):
    text = ProjectText.of(session.project)
    n_found = count_matches(session.project.listed(2), text, np.arange(3))
    assert n_found == len(found(session, session.project.listed(2)))
    reads = count_matches(listed(session, "DOSE -> <3=CD>\n"), text, np.arange(3))
    assert reads == "It reads column 3; the texts have columns 0 to 0."


def test_a_draft_is_tried_on_the_first_sentences(session, monkeypatch):
    text = ProjectText.of(session.project)
    trial = try_grammar(listed(session), text, np.array([0, 2]))
    assert [(one.sentence_index, one.words, one.label) for one in trial.matches] == [
        one for one in ALL if one[0] != 1
    ]
    assert trial.n_sentences == 2
    assert try_grammar(listed(session, "DOSE ->\n"), text, np.array([0])).check.line == 1
    assert "column 3" in try_grammar(listed(session, "D -> <3=a>\n"), text, np.array([0])).error


def test_models_read_those_that_can_be_used(session):
    project = session.project
    data = snapshot(project)
    assert [one.gazetteer.name for one in data.lists] == ["drugs", "rules"]
    table = data.text.table()
    assert [one.name for one in usable_lists(data.lists, table)] == ["drugs", "rules"]
    wrong = [listed(session, text) for text in ("A -> B\n", "A -> <3=a>\n", "A -> @none\n")]
    assert usable_lists(wrong, table) == []
    # The child without compiled kernels gets lists of phrases alone.
    sent = training_message(data, np.arange(3))["lists"]
    assert [one["gazetteer"]["name"] for one in sent] == ["drugs"]


def test_it_is_no_rule_and_has_names_of_its_own_in_the_history(session):
    project = session.project
    assert undo_text(session) == "add grammar “rules”"
    edit = set_grammar(project, Gazetteer(0, "dates", grammar='DAY -> "May"\n'), ["DAY", "DRUG"])
    session.apply(edit)
    assert [label.name for label in project.visible_labels()] == ["DRUG", "DOSE", "DAY"]
    assert project.labels[3].key == "3"
    session.undo()
    assert [label.name for label in project.visible_labels()] == ["DRUG", "DOSE"]
    assert project.listed(2).types == ("DRUG", "DOSE")
    session.apply(switch_use(project, 2, Use.RULE, on=True))
    assert project.listed_rules() == ()
    assert [one.gazetteer.id for one in project.proposing()] == [2]


def test_the_symbol_of_a_renamed_label_is_renamed(session):
    session.apply(rename_label(session.project, 2, "AMOUNT"))
    assert session.project.gazetteers[2].grammar == RULES.replace("DOSE", "AMOUNT")
    assert check_grammar(session.project.listed(2)).finds == ("DRUG", "AMOUNT")
    session.undo()
    assert session.project.gazetteers[2].grammar == RULES


def test_a_gazetteer_that_is_renamed_is_still_read(session):
    project = session.project
    renamed = replace(project.gazetteers[1], name="my drugs")
    session.apply(change_gazetteer(project, renamed))
    assert project.gazetteers[2].grammar == RULES.replace("@drugs", '@"my drugs"')
    assert set(ALL) <= set(found(session, project.listed(2)))
    session.undo()
    assert project.gazetteers[2].grammar == RULES


def label_two_sentences(session):
    """Confirm the labels of two sentences."""
    project = session.project
    spans = ((0, 2, 3, 2), (0, 4, 4, 1), (2, 0, 1, 2), (2, 3, 4, 2), (2, 6, 7, 1))
    for span in spans:
        session.apply(label_span(project, *span))
    for sentence, token in ((0, 0), (0, 1), (0, 5), (2, 2), (2, 5)):
        session.apply(no_label(project, sentence, token, token))


def relearned(session, text):
    """Return the text of a grammar that is learned again from another text."""
    own = listed(session)
    other = replace(own, gazetteer=replace(own.gazetteer, grammar=text))
    return learn_weights(other, snapshot(session.project))


def test_labels_count_once_however_often_they_are_learned_from(session):
    label_two_sentences(session)
    first = relearned(session, RULES)
    again = relearned(session, first.text)
    assert (again.text, again.n_changed) == (first.text, 0)
    assert "# written 0." in first.text


def test_an_edited_probability_is_what_is_written(session):
    label_two_sentences(session)
    learnt = relearned(session, RULES).text
    left = parse_grammar(learnt)
    assert as_written(learnt, left).rules == parse_grammar(RULES).rules
    number = next(one for one in re.findall(r" (0\.\d{4})  #", learnt))
    edited = learnt.replace(f" {number}  #", " 0.0100  #", 1)
    grammar = parse_grammar(edited)
    symbol = next(rule.left for rule in grammar.rules if rule.probability == 0.01)
    for rule, kept in zip(grammar.rules, as_written(edited, grammar).rules, strict=True):
        assert (rule == kept) or rule.left != symbol
    assert as_written(edited, grammar) != grammar or len({r.left for r in grammar.rules}) == 1
    longer = learnt + 'UNIT2 -> "x" | "y" "z"?\n'
    assert as_written(longer, parse_grammar(longer)) == parse_grammar(longer)
    broken = learnt.replace("# written 0.", "# written 1.")
    assert as_written(broken, left) == left


def test_the_label_for_matches_is_that_of_the_symbol(session):
    label_two_sentences(session)
    rules = 'AMOUNT -> NUMBER UNIT\nNUMBER -> /\\d+(\\.\\d+)?/\nUNIT -> "mg"\n  | "ml"\n'
    of_dose = learn_weights(listed(session, rules, label="DOSE"), snapshot(session.project))
    named = rules.replace("AMOUNT", "DOSE")
    by_name = learn_weights(listed(session, named), snapshot(session.project))
    assert of_dose.text == by_name.text.replace("DOSE", "AMOUNT")
    assert of_dose.n_changed == 2
    with pytest.raises(CrfError, match="does not tell DRUG and DOSE apart; choose no label"):
        learn_weights(listed(session, RULES, label="DOSE"), snapshot(session.project))


def test_counting_a_grammar_can_be_cancelled(session):
    asked = iter([True])
    with pytest.raises(TrainingCancelled):
        spans_of(listed(session), ProjectText.of(session.project), np.arange(3), asked.__next__)
    with pytest.raises(StopIteration):
        next(asked)


def test_probabilities_are_learned_from_confirmed_labels(session):
    project = session.project
    with pytest.raises(CrfError, match="No sentence is labelled yet"):
        learn_weights(listed(session), snapshot(project))
    label_two_sentences(session)
    learnt = learn_weights(listed(session), snapshot(project))
    rules = {(r.left, str(r.right[0])): r.probability for r in parse_grammar(learnt.text).rules}
    assert (learnt.n_rules, learnt.n_sentences) == (6, 2)
    written = {(r.left, str(r.right[0])): r.probability for r in parse_grammar(RULES).rules}
    assert learnt.n_changed == sum(abs(rules[one] - written[one]) > 5e-5 for one in written) > 0
    assert rules["UNIT", '"mg"'] == pytest.approx(27.1 / 53.2, abs=2e-4)
    with pytest.raises(TrainingCancelled):
        learn_weights(listed(session), snapshot(project), lambda: True)


def test_rounded_probabilities_have_the_sum_1():
    text = 'A -> "a" 0.333333333 | "b" 0.333333333 | "c" 0.333333334\nB -> A+ "d"?\n'
    grammar = parse_grammar(text)
    again = parse_grammar(text_of(grammar))
    assert [r[:2] for r in again.rules] == [r[:2] for r in grammar.rules]
    pairs = zip(again.rules, grammar.rules, strict=True)
    assert max(abs(a.probability - b.probability) for a, b in pairs) < 2e-4


def test_a_file_is_read_with_single_line_ends(tmp_path):
    path = tmp_path / "rules.txt"
    path.write_bytes('\ufeffA -> "a"\r\nB -> A'.encode())
    assert read_grammar_file(path) == 'A -> "a"\nB -> A\n'
    path.write_text("A" * (LONGEST_GRAMMAR + 1))
    with pytest.raises(DataError, match="at most 200,000 were expected"):
        read_grammar_file(path)
