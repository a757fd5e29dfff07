"""Tests of the results of queries, against a plain scan of all sentences."""

import itertools
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.display import DisplayKind
from app.domain.documents import Document
from app.domain.search import (
    TOKEN_FIELDS,
    AllOf,
    AnyOf,
    Condition,
    Field,
    Not,
    Order,
    Pattern,
    Phrase,
)
from app.domain.search_line import read_query
from app.domain.sentence_flags import SentenceFlags
from app.domain.tokens import Role, TokenState
from app.edits.accept import accept_sentence
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import forbid_label, label_span
from app.jobs.patterns.text_patterns import Budget, TextPattern
from app.jobs.search.find import find, sentences_with
from app.jobs.search.find_question import Authors, find_question
from app.session import Session
from crfcore.errors import CrfError
from tests.memory_projects import project_of, set_tags

TEXT = [
    ["The", "patient", "was", "given", "5", "mg", "of", "warfarin", "."],
    ["Warfarin", "and", "aspirin", "."],
    ["No", "aspirin", ",", "5", "mg", "."],
    ["He", "sleeps", "."],
]


def session_of(sentences=TEXT, **options):
    project = project_of(sentences, **options)
    words = sorted({word for sentence in sentences for word in sentence})
    project.words = words
    ids = [words.index(word) for sentence in sentences for word in sentence]
    project.corpus.columns = np.array([ids], np.int32)
    return Session(project)


def propose(session, sentence_index, tags, probabilities=0.5, model=1):
    at = session.corpus.span(sentence_index)
    project = session.project
    session.proposals.tags[at] = [-1 if tag is None else project.tag_id(tag) for tag in tags]
    session.proposals.probabilities[at] = probabilities
    session.proposals.models[sentence_index] = model


def found(session, line, **options):
    query = line if not isinstance(line, str) else read_query(line)
    question = find_question(session.project, session.proposals, session.visible, query, **options)
    return find(question)


def hits(session, line, **options):
    """Return the hits as (sentence index, words)."""
    one = found(session, line, **options)
    return [
        (sentence_index, " ".join(session.corpus.words_of(sentence_index)[first : last + 1]))
        for sentence_index, first, last in zip(
            one.sentence_indices.tolist(), one.firsts.tolist(), one.lasts.tolist(), strict=True
        )
    ]


@pytest.fixture
def session(qapp):
    session = session_of()
    session.apply(label_span(session.project, 0, 7, 7, 1))
    propose(session, 1, ["B-DRUG", "O", "B-DRUG", "O"], [0.9, 0.99, 0.55, 0.99])
    propose(session, 2, ["O", "B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], [0.9, 0.7, 1, 0.4, 0.3, 1])
    return session


def test_words_are_found_in_any_case_unless_it_is_asked_for(session):
    assert hits(session, "warfarin") == [(0, "warfarin"), (1, "Warfarin")]
    assert hits(session, "case:warfarin") == [(0, "warfarin")]
    assert hits(session, "war*") == [(0, "warfarin"), (1, "Warfarin")]
    assert hits(session, "nothing") == []


def test_a_phrase_is_found_as_whole_tokens_within_a_sentence(session):
    assert hits(session, '"5 mg"') == [(0, "5 mg"), (2, "5 mg")]
    assert hits(session, '"mg ."') == [(2, "mg .")]
    assert hits(session, '". warfarin"') == []
    assert hits(session, '"aspirin, 5"') == [(2, "aspirin , 5")]


def test_words_beside_one_another_all_have_to_stand_in_the_sentence(session):
    assert hits(session, "warfarin aspirin") == [(1, "Warfarin"), (1, "aspirin")]
    assert hits(session, "aspirin -warfarin") == [(2, "aspirin")]
    assert hits(session, "sleeps OR patient") == [(0, "patient"), (3, "sleeps")]


def test_labels_are_found_as_the_spans_that_are_shown(session):
    assert hits(session, "label:DRUG") == [
        (0, "warfarin"),
        (1, "Warfarin"),
        (1, "aspirin"),
        (2, "aspirin"),
    ]
    assert hits(session, "label:dose") == [(2, "5 mg")]
    assert hits(session, "label:D*S*") == [(2, "5 mg")]
    assert len(hits(session, "label:*")) == 5


def test_what_is_asked_of_tokens_narrows_down_words(session):
    assert hits(session, '"5 mg" -label:DOSE') == [(0, "5 mg")]
    assert hits(session, "aspirin label:none") == []
    assert hits(session, "label:DRUG p<60") == [(1, "aspirin")]
    assert hits(session, "label:DOSE p<=40") == [(2, "5 mg")]
    assert hits(session, "p:65-75") == [(2, "aspirin")]
    assert hits(session, "label:* token:confirmed") == [(0, "warfarin")]


def test_sentences_are_found_whole_where_only_they_are_asked_for(session):
    session.apply(flag_sentence(session.project, 3))
    assert hits(session, "flag:flagged") == [(3, "He sleeps .")]
    assert found(session, "flag:flagged").whole
    assert not found(session, "flag:flagged sleeps").whole
    assert [sentence_index for sentence_index, _ in hits(session, "state:todo")] == [1, 2, 3]
    assert [sentence_index for sentence_index, _ in hits(session, "state:partial")] == [0]
    assert [sentence_index for sentence_index, _ in hits(session, "state:todo -has:*")] == [3]
    assert hits(session, "aspirin doc:NOTE*") == [(1, "aspirin"), (2, "aspirin")]
    assert hits(session, "aspirin doc:letters") == []


def test_a_document_s_name_in_quotes_is_that_document_if_there_is_one(session):
    session.corpus.documents[2] = 2
    session.project.documents[2] = Document(2, "old notes.txt", 1)
    assert hits(session, "aspirin doc:notes.txt") == [(1, "aspirin"), (2, "aspirin")]
    assert hits(session, 'aspirin doc:"notes.txt"') == [(1, "aspirin")]
    assert hits(session, 'aspirin doc:"d notes"') == [(2, "aspirin")]


def test_the_control_sample_shows_no_help(session):
    session.corpus.roles[1] = Role.CONTROL
    assert hits(session, "label:DRUG") == [(0, "warfarin"), (2, "aspirin")]
    assert hits(session, "aspirin test:yes") == [(1, "aspirin")]


def test_who_said_it_and_from_what(session):
    session.apply(label_span(session.project, 2, 1, 1, 1))
    authors = Authors({1: "Ann", 2: "Bob"}, {1: "typed", 2: "accepted"})
    assert hits(session, "by:ann label:*", authors=authors) == [(0, "warfarin")]
    assert hits(session, "label:* from:accepted", authors=authors) == [(2, "aspirin")]
    assert hits(session, "by:Eve", authors=authors) == []


def test_sentences_accepted_with_nothing_shown_are_found_whole(session):
    session.apply(accept_sentence(session.project, session.proposals, 3))
    session.apply(accept_sentence(session.project, session.proposals, 1))
    origins = {edit.id: edit.origin.value for edit in session.history.steps()}
    authors = Authors({}, origins)
    assert hits(session, "from:nothing", authors=authors) == [(3, "He sleeps .")]
    assert hits(session, "from:accepted label:*", authors=authors) == [
        (1, "Warfarin"),
        (1, "aspirin"),
    ]


def test_expressions_are_found_in_the_text_and_widened_to_tokens(session):
    assert hits(session, "/arf/") == [(0, "warfarin"), (1, "Warfarin")]
    assert hits(session, r"/\d+ m/") == [(0, "5 mg"), (2, "5 mg")]
    assert hits(session, "/WARF/i label:DRUG p>80") == [(1, "Warfarin")]
    assert hits(session, "/x*/") == []


def test_an_expression_that_takes_too_long_is_named(session):
    pattern = TextPattern(Pattern("(a|aa)+$b"), Budget(0.1))
    with pytest.raises(CrfError, match=r"/\(a\|aa\)\+\$b/ took more than 0\.1 seconds"):
        pattern.matches("a" * 100_000 + "cb")
    with pytest.raises(CrfError, match="is not a valid regular expression"):
        hits(session, "/(/")
    with pytest.raises(CrfError, match="characters"):
        found(session, Pattern("a" * 2000))


def test_expressions_of_a_search_share_their_time():
    budget = Budget()
    first, second = TextPattern(Pattern("a"), budget), TextPattern(Pattern("b"), budget)
    assert first.matches("ab") == [(0, 1)]
    budget.left = 0.0
    with pytest.raises(CrfError, match="/b/ took more than 2 seconds"):
        second.matches("ab")


def test_hits_come_in_the_order_of_their_context(session):
    assert [w for _, w in hits(session, "aspirin OR sleeps", order=Order.MIDDLE)] == [
        "aspirin",
        "aspirin",
        "sleeps",
    ]
    assert [
        sentence_index for sentence_index, _ in hits(session, "aspirin OR sleeps", order=Order.LEFT)
    ] == [1, 3, 2]
    assert [
        sentence_index
        for sentence_index, _ in hits(session, "aspirin OR sleeps", order=Order.RIGHT)
    ] == [
        2,
        1,
        3,
    ]


def test_in_capitals_or_not_what_stands_behind_decides(qapp):
    session = session_of([["The", "b"], ["the", "a"], ["THE", "c"]])
    assert [
        sentence_index for sentence_index, _ in hits(session, '"the *"', order=Order.MIDDLE)
    ] == [1, 0, 2]


def test_it_stops_when_asked_to(session):
    question = find_question(session.project, session.proposals, session.visible, read_query("/a/"))
    assert find(question, lambda: True) is None


def test_an_empty_project_has_no_hits(qapp):
    empty = session_of([])
    for line in ("a", "label:*", "p<50", "state:todo", "/a/", "-a"):
        assert hits(empty, line) == []


def test_tags_of_other_schemes_are_found():
    session = session_of([list("abcd"), list("ef")])
    set_tags(session.project, 0, ["S-DRUG", "O", "B-DRUG", "E-DRUG"])
    set_tags(session.project, 1, ["B-OLD", "I-DOSE"])
    assert hits(session, "token:foreign") == [(0, "a"), (0, "d"), (1, "e")]
    assert hits(session, "token:broken") == [(0, "a"), (0, "d"), (1, "f")]


def test_texts_that_contain_a_text():
    texts = ["Mrs. Abernathy", "nobody", "MRS."] * 700
    found = sentences_with(texts, "mrs").tolist()
    assert found == [at for at in range(2100) if at % 3 != 1]
    assert sentences_with(texts, "mrs. a", np.array([0, 1, 2])).tolist() == [0]
    assert sentences_with(texts, "mrs", cancelled=lambda: True) is None


# ---- a plain scan

WORDS = ["a", "b", "A"]
FIELDS = [
    *(Condition(Field.LABEL, value) for value in ("DRUG", "DOSE", "*", "none")),
    *(Condition(Field.TOKEN, v) for v in ("confirmed", "open", "suggested", "imported")),
    *(Condition(Field.TOKEN, v) for v in ("rejected", "nothing", "foreign", "broken")),
    Condition(Field.CONFIDENCE, highest=0.5),
    Condition(Field.CONFIDENCE, lowest=0.5, lowest_met=False),
    *(Condition(Field.STATE, v) for v in ("todo", "partial", "done", "open")),
    *(Condition(Field.HAS, v) for v in ("DRUG", "*")),
    *(Condition(Field.FLAG, v) for v in ("flagged", "none")),
    *(Condition(Field.CONTROL, v) for v in ("yes", "no")),
    Condition(Field.DOCUMENT, "notes"),
]
FINDERS = [
    Phrase(("a",)),
    Phrase(("a",), exact=True),
    Phrase(("b", "a")),
    Pattern("[ab] a"),
    Pattern("b+", ignore_case=True),
]
ATOMS = st.sampled_from([*FIELDS, *FINDERS])
QUERIES = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AllOf(tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AnyOf(tuple(parts))),
    ),
    max_leaves=4,
)


def ways(query, wanted=True):
    """Return all conjunctions that make it true, by hand: lists of (atom, wanted)."""
    if isinstance(query, Not):
        return ways(query.part, not wanted)
    if isinstance(query, (AllOf, AnyOf)):
        parts = [ways(part, wanted) for part in query.parts]
        if isinstance(query, AllOf) == wanted:
            return [list(itertools.chain(*chosen)) for chosen in itertools.product(*parts)]
        return list(itertools.chain(*parts))
    return [[(query, wanted)]]


class Walk:
    """Scans the sentences token by token."""

    def __init__(self, session):
        self.session = session

    def hits(self, query):
        found = set()
        for sentence_index in self.session.visible.tolist():
            records = self.session.token_display(sentence_index)
            if records:
                for way in ways(query):
                    found |= {
                        (sentence_index, *hit) for hit in self.of(sentence_index, records, way)
                    }
        return sorted(found)

    def of(self, sentence_index, records, way):
        finders = [(a, w) for a, w in way if not isinstance(a, Condition)]
        tokens = [(a, w) for a, w in way if isinstance(a, Condition) and a.field in TOKEN_FIELDS]
        for atom, wanted in way:
            is_sentence = isinstance(atom, Condition) and atom.field not in TOKEN_FIELDS
            if is_sentence and self.sentence(sentence_index, records, atom) != wanted:
                return []
        for atom, wanted in finders:
            if bool(self.stretches(sentence_index, records, atom)) != wanted:
                return []
        positive = [
            hit for a, w in finders if w for hit in self.stretches(sentence_index, records, a)
        ]
        if not any(w for _, w in finders):
            labels = [a for a, w in tokens if w and a.field is Field.LABEL and a.value != "none"]
            if labels:
                positive = self.spans(sentence_index, records, labels[0])
                tokens.remove((labels[0], True))
            elif tokens:
                return self.runs(sentence_index, records, tokens)
            else:
                return [(0, len(records) - 1)]
        return [
            (first, last)
            for first, last in positive
            if all(
                any(self.token(sentence_index, r, a) for r in records[first : last + 1]) == w
                for a, w in tokens
            )
        ]

    def stretches(self, sentence_index, records, atom):
        words = [record.word for record in records]
        if isinstance(atom, Phrase):
            n = len(atom.words)

            def same(x, y):
                return x == y if atom.exact else x.casefold() == y.casefold()

            return [
                (at, at + n - 1)
                for at in range(len(words) - n + 1)
                if all(map(same, words[at : at + n], atom.words))
            ]
        flags = re.IGNORECASE if atom.ignore_case else 0
        found = []
        for one in re.finditer(atom.expression, self.session.corpus.texts[sentence_index], flags):
            inside = [r.index for r in records if r.start < one.end() and r.end > one.start()]
            if inside:
                found.append((inside[0], inside[-1]))
        return found

    def spans(self, sentence_index, records, label):
        found = []
        for first, group in itertools.groupby(records, lambda record: record.span):
            own = list(group)
            if first >= 0 and self.token(sentence_index, own[0], label):
                found.append((own[0].index, own[-1].index))
        return found

    def runs(self, sentence_index, records, tokens):
        passing = [
            record
            for record in records
            if all(self.token(sentence_index, record, a) == w for a, w in tokens)
        ]
        runs = []
        for record in passing:
            if runs and record.index == runs[-1][1] + 1 and record.span == runs[-1][2] >= 0:
                runs[-1] = (runs[-1][0], record.index, record.span)
            else:
                runs.append((record.index, record.index, record.span))
        return [run[:2] for run in runs]

    def label(self, record):
        labels = self.session.project.labels
        return labels[record.label].name if record.label in labels else ""

    def broken(self, sentence_index, index):
        """Return whether a tag cannot be here; a token without a tag could have any."""
        corpus, project = self.session.corpus, self.session.project
        at = corpus.span(sentence_index)
        known = (TokenState.CONFIRMED, TokenState.SUGGESTED)
        tags = [
            project.tags[project.tag_sets[number][0]] if state in known else None
            for number, state in zip(corpus.tag_sets[at], corpus.states[at], strict=True)
        ]
        before = tags[index - 1] if index else "O"
        prefix = {"iob2": "I", "iob1": "B"}[project.settings.scheme]
        wrong = tags[index][0] == prefix
        return wrong and before is not None and before[1:] != tags[index][1:]

    def token(self, sentence_index, record, atom):
        state = self.session.corpus.states[
            int(self.session.corpus.offsets[sentence_index]) + record.index
        ]
        if atom.field is Field.LABEL:
            name = self.label(record)
            return {"*": bool(name), "none": not name}.get(atom.value, name == atom.value)
        if atom.field is Field.TOKEN:
            own = record.kind in (DisplayKind.PERSON, DisplayKind.IMPORTED)
            return {
                "confirmed": record.kind is DisplayKind.PERSON,
                "open": record.kind is not DisplayKind.PERSON,
                "suggested": not own and record.tag is not None,
                "imported": record.kind is DisplayKind.IMPORTED,
                "rejected": state == TokenState.NARROWED,
                "nothing": record.tag is None,
                "foreign": own and record.tag == "I-NEW",
                "broken": own and self.broken(sentence_index, record.index),
            }[atom.value]
        p = record.probability
        if p is None:
            return False
        low = p >= atom.lowest if atom.lowest_met else p > atom.lowest
        return low and (p <= atom.highest if atom.highest_met else p < atom.highest)

    def sentence(self, sentence_index, records, atom):
        corpus = self.session.corpus
        if atom.field is Field.HAS:
            return any(
                self.token(sentence_index, r, Condition(Field.LABEL, atom.value)) for r in records
            )
        if atom.field is Field.STATE:
            states = corpus.states[corpus.span(sentence_index)].tolist()
            done = all(s == TokenState.CONFIRMED for s in states)
            begun = any(s in (TokenState.CONFIRMED, TokenState.NARROWED) for s in states)
            return {
                "todo": not done and not begun,
                "partial": not done and begun,
                "done": done,
                "open": not done,
            }[atom.value]
        if atom.field is Field.FLAG:
            mark = self.session.project.flags_of(sentence_index)
            return bool(mark & SentenceFlags.FLAGGED) if atom.value == "flagged" else not mark
        if atom.field is Field.CONTROL:
            return bool(corpus.roles[sentence_index] == Role.CONTROL) == (atom.value == "yes")
        return (
            atom.value in self.session.project.documents[int(corpus.documents[sentence_index])].name
        )


TAGS = st.sampled_from([None, "O", "B-DRUG", "I-DRUG", "B-DOSE", "I-NEW"])


@st.composite
def projects(draw):
    lines = draw(st.lists(st.lists(st.sampled_from(WORDS), min_size=0, max_size=5), max_size=4))
    scheme = draw(st.sampled_from(["iob2", "iob1"]))
    session = session_of(lines, scheme=scheme)
    project = session.project
    project.documents[2] = Document(2, "other", 1)
    for sentence_index, line in enumerate(lines):
        n = len(line)
        tags = draw(st.lists(TAGS, min_size=n, max_size=n))
        state = draw(st.sampled_from([TokenState.CONFIRMED, TokenState.SUGGESTED]))
        if draw(st.booleans()):
            set_tags(project, sentence_index, tags, state=int(state))
        tags = draw(st.lists(TAGS, min_size=n, max_size=n))
        chances = draw(st.lists(st.sampled_from([0.25, 0.5, 0.75]), min_size=n, max_size=n))
        propose(session, sentence_index, tags, chances, model=draw(st.sampled_from([1, -1])))
        project.corpus.roles[sentence_index] = draw(st.sampled_from([0, 0, 1]))
        project.corpus.documents[sentence_index] = draw(st.sampled_from([1, 2]))
        if draw(st.booleans()):
            project.flags[int(project.corpus.ids[sentence_index])] = SentenceFlags.FLAGGED
    if lines and lines[0] and draw(st.booleans()):
        edit = forbid_label(project, 0, 0, len(lines[0]) - 1, [1])
        session.apply(edit)
    return session


@settings(max_examples=150, deadline=None)
@given(projects(), QUERIES)
def test_a_plain_walk_finds_the_same(session, query):
    one = found(session, query)
    plain = Walk(session).hits(query)
    rows = zip(one.sentence_indices.tolist(), one.firsts.tolist(), one.lasts.tolist(), strict=True)
    assert sorted(rows) == plain
    assert one.n_sentences == len({sentence_index for sentence_index, *_ in plain})
