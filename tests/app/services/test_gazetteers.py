"""Tests of counting changed gazetteers, and of their proposals before a model exists."""

import numpy as np
import pytest

from app.domain.gazetteers import Gazetteer, Use
from app.edits.gazetteers import add_gazetteer, remove_gazetteer, set_phrase, switch_use
from app.edits.spans import label_span
from app.services.gazetteers import Gazetteers
from app.services.suggester import Suggester
from app.services.trainer import NumberedModel, Trainer
from app.session import Session
from tests.fake_learning import FakeLearning
from tests.memory_projects import WORDS, project_of


@pytest.fixture
def parts(qapp):
    session = Session(project_of([WORDS] * 4))
    learning = FakeLearning()
    trainer = Trainer(session, learning)
    service = Gazetteers(trainer, learning)
    yield session, trainer, service, learning
    service.close()
    trainer.close()


def add(session, name, *phrases):
    gazetteer = Gazetteer(0, name)
    session.apply(add_gazetteer(session.project, gazetteer, dict.fromkeys(phrases, "")))


def test_each_is_counted_and_only_the_changed_one_again(parts, qtbot, monkeypatch):
    session, _, service, learning = parts
    add(session, "cities", "Ulm", "Rome")
    add(session, "drugs", "warfarin")
    counted = []
    count = learning.count_matches
    monkeypatch.setattr(
        learning,
        "count_matches",
        lambda listed, *rest: counted.append(listed.gazetteer.name) or count(listed, *rest),
    )
    with qtbot.waitSignal(service.counted):
        service.start()
    assert service.counts == {1: 8, 2: 4}
    with qtbot.waitSignal(service.counted):
        session.apply(set_phrase(session.project, 1, "Oslo"))
    assert service.counts == {1: 12, 2: 4}
    assert counted == ["cities", "drugs", "cities"]
    session.apply(switch_use(session.project, 1, Use.RULE, on=True))
    service._query.ask()
    with qtbot.waitSignal(service.counted):
        session.apply(remove_gazetteer(session.project, 2))
    assert service.counts == {1: 12}
    assert counted == ["cities", "drugs", "cities"]


def test_numbers_that_come_too_late_are_dropped(parts):
    session, _, service, _ = parts
    add(session, "cities", "Ulm")
    service._take(({}, None, np.arange(2)), {1: 3})
    assert service.counts == {}


def test_they_propose_until_there_is_a_model(parts, qtbot):
    session, trainer, service, _ = parts
    add(session, "cities", "Ulm")
    models = []
    service.model_ready.connect(models.append)
    session.apply(set_phrase(session.project, 1, "Rome"))
    assert models == []
    service.start()
    assert [model.number for model in models] == [-1]
    session.apply(switch_use(session.project, 1, Use.FEATURES, on=False))
    assert len(models) == 1
    session.apply(switch_use(session.project, 1, Use.PROPOSALS, on=False))
    assert models[-1].number == -2
    trainer.model = NumberedModel(1, None, "full", 1, 1, 0.0)
    session.apply(switch_use(session.project, 1, Use.PROPOSALS, on=True))
    assert len(models) == 2


def test_what_they_propose_is_shown_as_theirs(parts, qtbot):
    session, _, service, learning = parts
    session.project.tag_id("B-DRUG")
    add(session, "drugs", "warfarin")
    suggester = Suggester(session, learning)
    service.model_ready.connect(suggester.set_model)
    service.start()
    qtbot.waitUntil(lambda: (session.proposals.models < 0).all())
    record = session.token_display(0)[0]
    assert (record.kind, record.probability, record.uncertain) == ("listed", None, True)
    suggester.set_model(NumberedModel(1, learning.listed_model(session.project), "full", 1, 1, 0.0))
    qtbot.waitUntil(lambda: (session.proposals.models == 1).all())
    assert session.token_display(0)[0].kind == "proposal"
    suggester.close()


def test_nothing_is_begun_after_the_end(parts):
    _, _, service, _ = parts
    service.close()
    service._query.ask()
    assert service.counts == {}


def test_without_a_model_they_propose_again(parts, qtbot):
    session, trainer, service, _ = parts
    add(session, "cities", "Ulm")
    models = []
    service.model_ready.connect(models.append)
    service.start()
    trainer.start()
    session.apply(label_span(session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: trainer.full_model is not None)
    assert [model.number for model in models] == [-1]
    session.undo()
    qtbot.waitUntil(lambda: len(models) == 2)
    assert (models[-1].number, models[-1].kind, trainer.model) == (-2, "gazetteers", None)
    # Without gazetteers, too: then nothing is suggested.
    session.apply(remove_gazetteer(session.project, 1))
    session.apply(label_span(session.project, 0, 0, 0, 1))
    qtbot.waitUntil(lambda: trainer.full_model is not None)
    session.undo()
    qtbot.waitUntil(lambda: trainer.model is None)
    assert models[-1].kind == "gazetteers"
    assert len(models) > 2
