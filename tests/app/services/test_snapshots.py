"""Tests that a worker's input is a snapshot, which later edits do not change."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import app
from app.domain.composition import Composition
from app.domain.confident_proposals import ConfidenceChoice
from app.domain.corrections import Correction, CorrectionKind, Reach
from app.domain.documents import Document
from app.domain.edits import DocumentChange, Edit
from app.domain.gazetteers import Gazetteer
from app.domain.queue_filter import QueueFilter, QueueKind
from app.domain.rules import ProjectRule
from app.domain.search import Act, BulkAction, Order
from app.domain.search_line import read_query
from app.edits.bulk_actions import apply_to_matches
from app.edits.documents import remove_document
from app.edits.gazetteers import add_gazetteer
from app.edits.label_rows import add_label, delete_label, rename_label
from app.edits.rules import add_rules
from app.edits.sentence_flags import flag_sentence
from app.edits.spans import clear_tokens, forbid_label, label_span, no_label
from app.jobs.data.snapshot import (
    ProjectText,
    labelled_sentence_indices,
    snapshot,
    training_targets,
)
from app.jobs.exporting.documents import Which
from app.jobs.exporting.violations import rule_violations
from app.jobs.measuring.measure import control_question
from app.jobs.queue.filter import filtered_queue, queue_question
from app.jobs.queue.finished import Finished
from app.jobs.queue.timings import earlier_timings
from app.jobs.rule_effects.counts import evaluate_rules, rule_question
from app.jobs.rule_effects.mining import mine_rules
from app.jobs.search.find import find, sentences_with
from app.jobs.search.find_question import Authors, find_question
from app.jobs.search.occurrences import find_occurrences, occurrence_question
from app.jobs.suggestions.confident import changes_of, confidence_question, confident_proposals
from app.jobs.suggestions.gazetteers import ListedModel, count_matches, propose_listed
from app.jobs.suggestions.propose import sentences_of
from app.services.finder import Finder
from app.services.latest_query import LatestQuery
from app.services.occurrences import OccurrenceFinder
from app.services.workers import LatestWorker
from app.session import Session
from tests.app.jobs.search.test_find import propose, session_of
from tests.memory_projects import corpus_of

APP = str(Path(app.__file__).parent)
N_EDIT_LINES = 10
"""The number of lines of an answer at which everything is edited."""

DRUG, DOSE = 1, 2


def labelled_session() -> Session:
    """Return a project with everything that a worker may read."""
    session = session_of()
    session.annotator = "Ann"
    session.apply(label_span(session.project, 0, 7, 7, DRUG))
    session.apply(forbid_label(session.project, 2, 1, 1, {DOSE}))
    session.apply(no_label(session.project, 3, 0, 1))
    session.apply(flag_sentence(session.project, 3))
    session.apply(add_gazetteer(session.project, Gazetteer(0, "d", label="DRUG"), {"aspirin": ""}))
    rule = ProjectRule(0, "followed_by", '{"a": "DRUG", "b": "DOSE"}')
    session.apply(add_rules(session.project, [rule]))
    propose(session, 1, ["B-DRUG", "O", "B-DRUG", "O"], [0.9, 0.99, 0.55, 0.99])
    propose(session, 2, ["O", "B-DRUG", "O", "B-DOSE", "I-DOSE", "O"], [0.9, 0.7, 1, 0.4, 0.3, 1])
    return session


def edit_everything(session: Session) -> None:
    """Label, rename, reject, note, import, undo the import, delete."""
    session.apply(add_label(session.project, "NEW"))
    session.apply(label_span(session.project, 2, 3, 4, max(session.project.labels)))
    session.apply(label_span(session.project, 1, 0, 2, DOSE))
    session.apply(forbid_label(session.project, 1, 3, 3, {DRUG}))
    session.apply(clear_tokens(session.project, 0, 7, 7))
    session.apply(rename_label(session.project, DRUG, "MEDICINE"))
    session.apply(flag_sentence(session.project, 0))
    document = Document(2, "more", 1)
    arriving = corpus_of([["aspirin", "."]] * 40, first_id=100, document=2)
    arriving.columns[:] = 1
    change = DocumentChange(Document(2, "more", 1, removed=True), document)
    edit = Edit("import", "", documents=(change,), id=session.history.reserve())
    session.add_document(document, arriving, edit)
    propose(session, 5, ["B-MEDICINE", "O"], 0.5)
    session.undo()
    session.apply(delete_label(session.project, DOSE))
    session.apply(remove_document(session.project, 1))


Question = tuple[Callable[[Session], Any], Callable[[Any], Any]]


def query_question(line: str, order: Order = Order.TEXT) -> Question:
    def ask(session: Session) -> Any:
        names = Authors({1: "Ann", 2: "Ben"}, {1: "typed", 2: "rule"})
        return find_question(
            session.project,
            session.proposals,
            session.visible,
            read_query(line),
            order=order,
            authors=names,
        )

    return ask, find


def filtered(wanted: QueueFilter) -> Question:
    def ask(session: Session) -> Any:
        queue = np.arange(4)
        return queue_question(session.project, session.proposals, queue, session.visible, wanted)

    return ask, filtered_queue


def same_words(kind: CorrectionKind) -> Question:
    def ask(session: Session) -> Any:
        correction = Correction(kind, 1, 2, 2, (DRUG,))
        reach = Reach(any_case=True)
        return occurrence_question(
            session.project, session.proposals, session.visible, correction, reach
        )

    return ask, find_occurrences


def confident(session: Session) -> Any:
    sentence_indices = np.arange(4)
    return confidence_question(
        session.project, session.proposals, sentence_indices, 0, calibrated=True
    )


def accepted(question: Any) -> Any:
    found = confident_proposals(question, ConfidenceChoice(0.5, whole=False))
    return found, changes_of(question, found)


def trained_on(data: Any) -> Any:
    return training_targets(data), labelled_sentence_indices(data), data.has_partly_labelled()


def copies(session: Session) -> Any:
    return session.project.snapshot(), session.proposals.snapshot()


def done_to_hits(copied: Any) -> Any:
    project, proposals = copied
    query = read_query("aspirin")
    hits = find(find_question(project, proposals, project.visible(), query))
    return apply_to_matches(project, proposals, BulkAction(Act.LABEL, DRUG), hits).edit.tokens


def listed(session: Session) -> Any:
    project = session.project
    lists = tuple(project.listed(one.id) for one in project.ordered_gazetteers())
    return ListedModel(lists, "iob2"), sentences_of(project, np.arange(4)), ProjectText.of(project)


def proposed_by_lists(question: Any) -> Any:
    model, sentences, text = question
    counts = count_matches(model.lists[0], text, np.arange(4))
    return propose_listed(model, sentences), counts


def past(session: Session) -> Any:
    return session.history.steps(), Finished.of(session.project, session.open_tokens)


def summed_up(question: Any) -> Any:
    steps, finished = question
    composition = Composition()
    for step in reversed(steps):
        composition.add(step.inverse())
    return composition.edit("history").tokens, earlier_timings(steps, "Ann", finished)


QUESTIONS: dict[str, Question] = {
    **{
        f"find {line}": query_question(line)
        for line in (
            *("aspirin", "/asp|war/", "label:DRUG", "label:none", "token:broken", "token:foreign"),
            *("token:narrowed", "p<60", "by:Ann", "from:typed", "has:DOSE", "state:partly"),
            *("state:done", "mark:flagged", "doc:notes*", "aspirin -label:DRUG OR patient"),
        )
    },
    "find by the words before": query_question("aspirin OR mg", Order.LEFT),
    **{f"queue {kind}": filtered(QueueFilter(kind)) for kind in QueueKind},
    "queue of a label": filtered(QueueFilter(QueueKind.ALL, label=DRUG)),
    **{f"occurrences {kind}": same_words(kind) for kind in CorrectionKind},
    "sure": (confident, accepted),
    "training": (lambda session: snapshot(session.project), trained_on),
    "act": (copies, done_to_hits),
    "export": (copies, lambda both: rule_violations(both[0], Which.ALL, both[1])),
    "gazetteers": (listed, proposed_by_lists),
    "rules": (
        lambda session: rule_question(session.project, session.visible),
        lambda question: (evaluate_rules(None, question, lambda: False), mine_rules(question)),
    ),
    "test sample": (
        lambda session: control_question(session.project, session.visible, session.open_tokens),
        lambda question: (question.right, question.labelled, question.sentences.tags),
    ),
    "history": (past, summed_up),
    "text": (
        lambda session: session.corpus.texts,
        lambda texts: sentences_with(texts, "asp"),
    ),
}


def plain(value: Any) -> Any:
    """Return an answer in a comparable form."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


class Interrupted:
    """Calls a function before the k-th line of our own code that an answer executes."""

    def __init__(self, act: Callable[[], object], line: int) -> None:
        self._act = act
        self._line = line
        self.lines = 0

    def answer(self, answer: Callable[[Any], Any], question: Any) -> Any:
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            return answer(question)
        finally:
            sys.settrace(before)

    def _trace(self, frame: Any, event: str, _: Any) -> Any:
        if not frame.f_code.co_filename.startswith(APP):
            return None
        if event == "line":
            self.lines += 1
            if self.lines == self._line:
                before = sys.gettrace()
                sys.settrace(None)
                self._act()
                sys.settrace(before)
        return self._trace


@pytest.mark.parametrize("name", QUESTIONS)
def test_whatever_is_edited_between_two_steps_the_answer_is_of_its_moment(qapp, name) -> None:
    ask, answer = QUESTIONS[name]
    session = labelled_session()
    question = ask(session)
    walk = Interrupted(lambda: None, 0)
    expected = plain(walk.answer(answer, question))
    edit_everything(session)
    assert plain(answer(question)) == expected
    for line in np.unique(np.linspace(1, walk.lines, N_EDIT_LINES).astype(int)).tolist():
        session = labelled_session()
        edits = Interrupted(lambda session=session: edit_everything(session), line)
        assert plain(edits.answer(answer, ask(session))) == expected


def test_nothing_that_a_worker_is_given_is_written_into(qapp, monkeypatch) -> None:
    """Test the services' input likewise: it shares no array with those that edits change."""
    posted: list[Any] = []
    post = "app.services.workers.LatestWorker.post"

    def note(worker: LatestWorker[Any], request: Any) -> None:
        asker = worker._work.__self__  # type: ignore[attr-defined] # all are methods
        asker = asker.parent() if isinstance(asker, LatestQuery) else "training"
        posted.append((asker if isinstance(asker, str) else type(asker).__name__, request))

    monkeypatch.setattr(post, note)
    session = labelled_session()
    services = every_service(session)
    written = written_arrays(session)
    for service, question in posted:
        for array in arrays_in(question):
            for name, own in written.items():
                assert not np.may_share_memory(array, own), (service, name)
    assert {service for service, _ in posted} >= {
        *("Finder", "TextFinder", "OccurrenceFinder", "QueueFilterer", "ConfidentFinder"),
        *("Suggester", "training", "Trainer", "Measurements", "RuleCounts", "Gazetteers"),
    }
    for service in services:
        service.close()


def every_service(session: Session) -> Sequence[Any]:
    """Return the background services of a project, each with a request."""
    from app.jobs.project_models.project_learning import ProjectLearning
    from app.services.confident_proposals import ConfidentFinder
    from app.services.gazetteers import Gazetteers
    from app.services.measurements import Measurements
    from app.services.queue_filter import QueueFilterer
    from app.services.rule_counts import RuleCounts
    from app.services.suggester import Suggester
    from app.services.text_finder import TextFinder
    from app.services.trainer import NumberedModel, Trainer

    learning = ProjectLearning()
    trainer = Trainer(session, learning)
    trainer.start()
    trainer._begin()
    finder = Finder(session)
    for line in ("p>10", "by:Ann", "token:broken"):
        finder.look(line)
    texts = TextFinder(session)
    texts.look("asp")
    occurrences = OccurrenceFinder(session)
    occurrences.search_with(Correction(CorrectionKind.LABEL, 0, 7, 7, (DRUG,)), Reach())
    filterer = QueueFilterer(session, learning)
    filterer.set_filter(QueueFilter(QueueKind.DISAGREE))
    confident_finder = ConfidentFinder(trainer)
    confident_finder.look(ConfidenceChoice(0.5))
    suggester = Suggester(session, learning)
    model = NumberedModel(-1, learning.listed_model(session.project), "gazetteers", 0, 0, 0.0)
    suggester.set_model(model)
    measurements = Measurements(session, learning)
    measurements.watch(wanted=True)
    measurements._query.ask()
    counts = RuleCounts(session, learning)
    counts._query.ask()
    gazetteers = Gazetteers(trainer, learning)
    gazetteers.start()
    gazetteers._query.ask()
    return (
        *(trainer, finder, texts, occurrences, filterer, confident_finder, suggester, measurements),
        *(counts, gazetteers),
    )


def written_arrays(session: Session) -> dict[str, Any]:
    """Return the arrays that edits and proposals write into."""
    corpus, proposals = session.corpus, session.proposals
    return {
        **{name: getattr(corpus, name) for name in ("roles", "tag_sets", "states", "edits")},
        **{field.name: getattr(proposals, field.name) for field in fields(proposals)},
        "open_tokens": session.open_tokens,
    }


def arrays_in(value: Any) -> list[Any]:
    """Return all arrays reachable from a worker's input."""
    found: list[Any] = []
    seen: set[int] = set()
    left = [value]
    while left:
        one = left.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, np.ndarray):
            found.append(one)
        elif is_dataclass(one) and not isinstance(one, type):
            left += [getattr(one, field.name) for field in fields(one)]
        elif isinstance(one, Mapping):
            left += [*one, *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            left += list(one)
    return found


def test_searching_on_a_thread_while_somebody_labels(qapp) -> None:
    """Run all searches on real threads while labels change."""
    session = labelled_session()
    errors: list[BaseException] = []
    stop = threading.Event()
    chosen = [both for name, both in QUESTIONS.items() if name.startswith(("find", "occ"))]
    waiting: list[Any] = []

    def work() -> None:
        try:
            while not stop.is_set():
                for answer, question in list(waiting):
                    answer(question)
        except BaseException as error:  # noqa: BLE001 - told below
            errors.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    for number in range(60):
        waiting[:] = [(answer, ask(session)) for ask, answer in chosen]
        session.apply(add_label(session.project, f"L{number}"))
        session.apply(label_span(session.project, 1, 0, 2, max(session.project.labels)))
        session.apply(forbid_label(session.project, 2, 1, 3, {DRUG}))
        session.undo()
        session.undo()
    stop.set()
    thread.join()
    assert not errors
