import numpy as np
import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from app.domain.changes import Changes
from app.domain.consistency import ConfirmedName
from app.domain.display import DisplayKind
from app.domain.edits import Origin
from app.domain.history import Author
from app.edits.label_rows import change_label, rename_label
from app.edits.spans import clear_tokens, forbid_label, label_span
from app.item_models.token_tips import percent
from app.item_models.tokens import TokenRole, TokensModel
from app.session import Session
from tests.sentences_on_screen import ENGLISH, confirm, propose, rule_out, session_of, suggest

SPOKEN = Qt.ItemDataRole.AccessibleTextRole
TIP = Qt.ItemDataRole.ToolTipRole


@pytest.fixture
def session(qapp) -> Session:
    return session_of(ENGLISH, "Seen by Dr. Springer .")


@pytest.fixture
def model(session: Session) -> TokensModel:
    made = TokensModel(session)
    made.show(0)
    return made


def data_of(model: TokensModel, row: int, role: int) -> object:
    return model.data(model.index(row), role)


def test_the_model_keeps_qt_s_rules_through_all_changes(session: Session):
    model = TokensModel(session)
    tester = QAbstractItemModelTester(
        model, QAbstractItemModelTester.FailureReportingMode.Fatal, model
    )
    model.show(0)
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    model.show(1)
    confirm(session, 1, {3: "B-PERSON"})
    session.changed.emit(Changes(structure=True))
    model.show(-1)
    assert tester.model() is model


def test_a_row_is_a_word(model: TokensModel):
    assert model.rowCount() == len(ENGLISH.split())
    assert model.rowCount(model.index(0)) == 0
    assert [data_of(model, row, Qt.ItemDataRole.DisplayRole) for row in (0, 7)] == [
        "The",
        "warfarin",
    ]
    assert model.data(QModelIndex(), Qt.ItemDataRole.DisplayRole) is None
    assert model.sentence.text == ENGLISH


def test_items_can_be_selected_but_not_edited(model: TokensModel):
    flags = model.flags(model.index(0))
    assert flags & Qt.ItemFlag.ItemIsSelectable
    assert not flags & Qt.ItemFlag.ItemIsEditable
    assert model.flags(QModelIndex()) == Qt.ItemFlag.NoItemFlags


def test_nothing_is_listed_while_there_is_no_sentence(session: Session):
    model = TokensModel(session)
    assert model.rowCount() == 0
    assert model.sentence.text == ""
    assert model.sentence_index == -1


def test_a_proposal_is_spoken_with_its_probability(session: Session, model: TokensModel):
    model.show(1)
    propose(session, 1, {3: ("B-PERSON", 0.61)})
    assert data_of(model, 3, SPOKEN) == "Springer, PERSON, suggested 61%"
    assert data_of(model, 3, TIP) == "PERSON: suggested by the model, 61% confidence"
    assert data_of(model, 3, TokenRole.LABEL) == "PERSON"
    assert data_of(model, 3, TokenRole.PROBABILITY) == pytest.approx(0.61)
    assert data_of(model, 3, TokenRole.KIND) is DisplayKind.PROPOSAL


def test_a_person_s_word_is_spoken_as_confirmed(session: Session, model: TokensModel):
    confirm(session, 0, {0: "O", 7: "B-DRUG"})
    assert data_of(model, 7, SPOKEN) == "warfarin, DRUG, confirmed"
    assert data_of(model, 0, SPOKEN) == "The, no label, confirmed"
    assert data_of(model, 7, TIP) == "DRUG: confirmed"
    assert data_of(model, 7, TokenRole.TAG) == "B-DRUG"


def test_the_tip_says_who_has_said_it_and_when(session: Session, model: TokensModel):
    made = session.apply(label_span(session.project, 0, 7, 7, 1))
    assert made is not None
    word, who = str(data_of(model, 7, TIP)).split("\n")
    assert word == "DRUG: confirmed"
    assert who.startswith(f"Labelled by {session.annotator or 'an unknown annotator'} · today ")
    session.apply(clear_tokens(session.project, 0, 7, 7))
    assert data_of(model, 7, TIP) == "No label or suggestion yet"
    session.apply(forbid_label(session.project, 0, 7, 7, [1]))
    assert f"Rejected: DRUG.\nRejected by {who.split(' ', 2)[2]}" in str(data_of(model, 7, TIP))
    confirm(session, 0, {0: "O", 1: "O"})
    session.project.corpus.edits[:2] = 90, 91
    then = "2020-02-01T12:00:00+00:00"
    session.history.add_authors({90: Author("Ann", then, Origin.IMPORT)})
    assert "Imported by Ann · " in str(data_of(model, 0, TIP))
    assert "2020" in str(data_of(model, 0, TIP))
    assert "Ann" not in str(data_of(model, 1, TIP))
    assert "Ann" not in str(data_of(model, 2, TIP))


def test_an_imported_suggestion_is_spoken_as_one(session: Session, model: TokensModel):
    suggest(session, 0, {7: "B-DRUG"})
    assert data_of(model, 7, SPOKEN) == "warfarin, DRUG, imported suggestion"
    assert "not confirmed yet" in data_of(model, 7, TIP)


def test_what_a_gazetteer_proposes_is_spoken_as_its_own(session: Session, model: TokensModel):
    propose(session, 0, {7: ("B-DRUG", 0.5)})
    session.proposals.models[0] = -1
    model.show(0)
    assert data_of(model, 7, SPOKEN) == "warfarin, DRUG, from a gazetteer"
    assert "suggested by a gazetteer" in data_of(model, 7, TIP)


def test_what_a_grammar_proposes_is_spoken_with_its_probability(
    session: Session, model: TokensModel
):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    session.proposals.models[0] = -1
    model.show(0)
    assert data_of(model, 7, SPOKEN) == "warfarin, DRUG, from a grammar, 90%"
    assert "suggested by a grammar, 90%" in data_of(model, 7, TIP)


def test_what_is_ruled_out_is_spoken(session: Session, model: TokensModel):
    rule_out(session, 0, 7, "PERSON", "DATE")
    assert data_of(model, 7, SPOKEN) == "warfarin, not PERSON, not DATE"
    assert data_of(model, 7, TIP).endswith("Rejected: PERSON, DATE.")
    propose(session, 0, {7: ("B-DRUG", 0.8)})
    assert data_of(model, 7, SPOKEN) == "warfarin, DRUG, suggested 80%, not PERSON, not DATE"


def test_a_token_left_out_but_not_surely_is_a_probable_miss(session: Session, model: TokensModel):
    propose(session, 0, {7: ("O", 0.52)})
    assert data_of(model, 7, SPOKEN) == "warfarin, no label, suggested 52%, possible missed span"
    assert data_of(model, 7, TokenRole.MISS) is True
    assert data_of(model, 6, TokenRole.MISS) is False
    assert "52% confidence" in data_of(model, 7, TIP)


def test_nothing_said_is_spoken_as_the_word_alone(model: TokensModel):
    assert data_of(model, 7, SPOKEN) == "warfarin"
    assert data_of(model, 7, Qt.ItemDataRole.AccessibleDescriptionRole) == ""
    assert data_of(model, 7, TIP) == "No label or suggestion yet"


def test_what_a_correction_changed_is_spoken(session: Session, model: TokensModel):
    from app.domain.proposals import ProposalSlice

    propose(session, 0, {7: ("B-DRUG", 0.9)})
    n_tokens = model.rowCount()
    outside = session.project.tag_id("O")
    session.propose(
        ProposalSlice(
            np.array([0]),
            np.full(n_tokens, outside, np.int32),
            np.full(n_tokens, 0.99, np.float32),
            1,
            session.revision,
        ),
        corrected=[0],
    )
    assert data_of(model, 7, TokenRole.PROPAGATED) is True
    assert data_of(model, 7, SPOKEN).endswith("changed automatically")
    assert data_of(model, 7, TIP).endswith("has changed since the sentence was first shown.")


def test_only_the_rows_that_changed_are_announced(session: Session, model: TokensModel, qtbot):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    with qtbot.waitSignal(model.dataChanged) as heard:
        propose(session, 0, {4: ("B-DOSE", 0.9), 5: ("I-DOSE", 0.8), 7: ("B-DRUG", 0.9)})
    assert [index.row() for index in heard.args[:2]] == [4, 5]


def test_other_sentences_and_empty_changes_are_no_news(session: Session, model: TokensModel, qtbot):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    with qtbot.assertNotEmitted(model.dataChanged):
        propose(session, 1, {3: ("B-PERSON", 0.9)})
        session.changed.emit(Changes(proposals=np.array([0])))
        session.changed.emit(Changes(queue=True))


def test_a_renamed_label_is_told_everywhere(session: Session, model: TokensModel, qtbot):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    with qtbot.waitSignal(model.dataChanged):
        session.apply(rename_label(session.project, 1, "MEDICINE"))
    with qtbot.waitSignal(model.dataChanged):
        session.apply(change_label(session.project, 1, colour=5))
    assert data_of(model, 7, TokenRole.LABEL) == "MEDICINE"
    assert model.sentence.colour_of(model.records[7]) == 5


def test_a_tag_without_a_label_row_is_shown_by_its_type(session: Session, model: TokensModel):
    confirm(session, 0, {7: "B-GENE"})
    assert data_of(model, 7, TokenRole.LABEL) == "GENE"
    assert model.sentence.colour_of(model.records[7]) is None


def test_a_model_is_never_wholly_sure():
    assert [percent(p) for p in (0.0, 0.614, 0.615, 0.999, 1.0)] == [0, 61, 62, 99, 99]


def test_a_tip_names_the_confirmed_names_that_speak_for_a_suggestion(session, model):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    names = {
        7: [
            ConfirmedName("Warfarin", "DRUG", (1,)),
            ConfirmedName("warfarin", "", tuple([0, 1] * 4)),
        ],
        8: [ConfirmedName("x", "", (1,))],
    }
    model.show_names(1, names)  # of another sentence
    assert "confirmed" not in str(data_of(model, 7, TIP))
    model.show_names(0, names)
    assert str(data_of(model, 7, TIP)).split("\n")[1:] == [
        "“Warfarin” is confirmed as DRUG elsewhere in this document: sentence 2.",
        "“warfarin” is confirmed without a label elsewhere in this document: sentences 1, 2, 1, 2, "
        "1, 2 and 2 more.",
    ]
    assert "“x”" not in str(data_of(model, 8, TIP))
    confirm(session, 0, {7: "B-DRUG"})
    assert "“Warfarin”" not in str(data_of(model, 7, TIP))
    model.show(1)
    model.show(0)
    assert "“warfarin”" not in str(data_of(model, 7, TIP))


def test_a_tip_names_what_nobody_sees_in_a_word_and_beside_it(qapp):
    session = session_of("a\u200fb plain c")
    session.corpus.texts[0] = "a\u200fb plain\u2069c"
    made = TokensModel(session)
    made.show(0)
    assert "Invisible characters: right-to-left mark (U+200F)." in str(data_of(made, 0, TIP))
    assert "pop directional isolate (U+2069)" in str(data_of(made, 1, TIP))
    assert "pop directional isolate (U+2069)" in str(data_of(made, 2, TIP))
    assert "Unseen" not in str(data_of(TokensModel(session), 0, TIP))
