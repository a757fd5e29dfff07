from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont

from app.domain.query_choices import TOKENS_ALONE
from app.item_models.tokens import TokensModel
from app.session import Session
from app.views.sentence_view.arrangement import Arrangement, arrange
from app.views.sentence_view.captions import caption_width
from app.views.sentence_view.chips import ChipKind, Glyph, chips_of
from app.views.sentence_view.metrics import Metrics
from tests.sentences_on_screen import (
    ARABIC,
    CLINICAL,
    ENGLISH,
    MIXED,
    confirm,
    propose,
    rule_out,
    session_of,
    suggest,
)

LONG_NAMES = ("ORGANISATION", "MISCELLANEOUS", "LAW")


@pytest.fixture
def session(qapp) -> Session:
    return session_of(ENGLISH)


def model_of(session: Session) -> TokensModel:
    model = TokensModel(session, session)
    model.show(0)
    return model


def summary(session: Session) -> list[tuple[ChipKind, int, int]]:
    return [(chip.kind, chip.first, chip.last) for chip in chips_of(model_of(session).sentence)]


def arranged(session: Session, width: float = 700.0, previous=None) -> Arrangement:
    return arrange(model_of(session).sentence, Metrics.of(QFont(), 1.0), width, previous)


def texts(chip) -> list[str]:
    return [part.text or part.glyph.value for part in chip.parts]


def test_nothing_said_is_plain_text(session: Session):
    assert summary(session) == []


def test_every_kind_has_its_own_shape(session: Session):
    propose(
        session,
        0,
        {4: ("B-DOSE", 0.97), 5: ("I-DOSE", 0.95), 6: ("O", 0.5), 7: ("B-DRUG", 0.58)},
    )
    confirm(session, 0, {0: "O", 1: "B-PERSON"})
    suggest(session, 0, {3: "B-DATE"})
    rule_out(session, 0, 2, "DATE")
    session.proposals.tags[2] = -1
    assert summary(session) == [
        (ChipKind.NO_LABEL, 0, 0),
        (ChipKind.PERSON, 1, 1),
        (ChipKind.REJECTED, 2, 2),
        (ChipKind.IMPORTED, 3, 3),
        (ChipKind.PROPOSAL, 4, 5),
        (ChipKind.MISS, 6, 6),
        (ChipKind.UNCERTAIN, 7, 7),
    ]


def test_captions_say_name_and_on_whose_word(session: Session):
    propose(session, 0, {4: ("B-DOSE", 0.97), 5: ("I-DOSE", 0.62)})
    confirm(session, 0, {1: "B-PERSON"})
    suggest(session, 0, {3: "B-DATE"})
    person, imported, proposal = chips_of(model_of(session).sentence)
    assert texts(person) == ["PERSON", Glyph.TICK.value]
    assert texts(imported) == ["DATE", Glyph.ARROW.value]
    assert texts(proposal) == ["DOSE", "62%"]
    assert proposal.strength == pytest.approx(0.62)


def test_what_a_gazetteer_proposes_bears_a_list_and_no_percentage(session: Session):
    propose(session, 0, {4: ("B-DOSE", 0.5), 5: ("I-DOSE", 0.5)})
    session.proposals.models[0] = -1
    (chip,) = chips_of(model_of(session).sentence)
    assert (chip.kind, texts(chip)) == (ChipKind.LISTED, ["DOSE", Glyph.LIST.value])
    rule_out(session, 0, 4, "DATE")
    assert [part.text for part in chips_of(model_of(session).sentence)[0].parts][-1] == "DATE"


def test_what_is_asked_about_bears_a_question_mark(session: Session):
    settings = replace(session.project.settings, query_unit=TOKENS_ALONE)
    session.project.settings = settings
    propose(session, 0, {4: ("B-DOSE", 0.97), 5: ("I-DOSE", 0.4), 6: ("O", 0.5)})
    session.proposals.models[0] = 1
    proposal, miss = chips_of(model_of(session).sentence)
    assert texts(proposal) == [Glyph.QUERIED.value, "DOSE", "40%"]
    assert (miss.kind, texts(miss)) == (ChipKind.MISS, [Glyph.QUERIED.value])
    model = model_of(session)
    assert "to check" in model.index(6).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Please check this token" in model.index(6).data(Qt.ItemDataRole.ToolTipRole)


def test_crossed_out_names_are_few(session: Session):
    rule_out(session, 0, 7, "DRUG", "DOSE", "PERSON", "DATE")
    (chip,) = chips_of(model_of(session).sentence)
    assert texts(chip) == ["DRUG", "DOSE", "+2"]
    assert [part.crossed for part in chip.parts] == [True, True, False]


def test_a_proposal_among_what_is_left_shows_what_was_ruled_out(session: Session):
    rule_out(session, 0, 7, "DATE")
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    (chip,) = chips_of(model_of(session).sentence)
    assert (chip.kind, texts(chip)) == (ChipKind.PROPOSAL, ["DRUG", "90%", "DATE"])


def test_neighbouring_no_labels_are_one_quiet_line(session: Session):
    confirm(session, 0, {0: "O", 1: "O", 2: "O", 3: "B-DATE", 4: "O"})
    assert summary(session) == [
        (ChipKind.NO_LABEL, 0, 2),
        (ChipKind.PERSON, 3, 3),
        (ChipKind.NO_LABEL, 4, 4),
    ]


def test_two_spans_that_touch_are_two_chips(session: Session):
    propose(session, 0, {4: ("B-DOSE", 0.9), 5: ("B-DOSE", 0.9)})
    assert [(first, last) for _, first, last in summary(session)] == [(4, 4), (5, 5)]


def test_a_span_half_said_and_half_proposed_is_two_chips_that_join(session: Session):
    propose(session, 0, {5: ("I-DOSE", 0.9)})
    confirm(session, 0, {4: "B-DOSE"})
    made = arranged(session)
    first, second = (one.chip for one in made.chips)
    assert (first.joins_before, first.joins_behind) == (False, True)
    assert (second.joins_before, second.joins_behind) == (True, False)
    (left,), (right,) = (one.runs for one in made.chips)
    assert left.right == right.left
    assert not left.right_closed
    assert not right.left_closed


def test_under_one_label_a_token_every_token_has_its_chip(qapp):
    session = session_of("a big dog", labels=("DET", "ADJ", "NOUN"), scheme="tokens")
    propose(session, 0, {0: ("DET", 0.9), 1: ("ADJ", 0.9), 2: ("ADJ", 0.9)})
    assert [(first, last) for _, first, last in summary(session)] == [(0, 0), (1, 1), (2, 2)]


def test_an_unknown_tag_has_no_colour_but_a_name(session: Session):
    confirm(session, 0, {7: "B-GENE"})
    (chip,) = chips_of(model_of(session).sentence)
    assert chip.colour is None
    assert chip.parts[0].text == "GENE"


def test_a_span_over_a_line_s_end_has_one_caption_under_its_beginning(qapp):
    session = session_of(CLINICAL)
    tags = dict.fromkeys(range(1, 30), ("I-PLACE", 0.9)) | {0: ("B-PLACE", 0.9)}
    propose(session, 0, tags)
    made = arranged(session, 300.0)
    (one,) = made.chips
    (caption,) = made.captions
    assert len(one.runs) > 3
    assert caption.line == 0


def crowded(*, names=LONG_NAMES, width: float = 600.0, text="A B C D E F G H I J K") -> Arrangement:
    session = session_of(text, labels=names)
    n = len(text.split(" "))
    propose(session, 0, {t: (f"B-{names[t % len(names)]}", 0.5) for t in range(n)})
    return arranged(session, width)


@pytest.mark.parametrize("text", ["A B C D E F G H I J K", ARABIC, MIXED, ". , . , . , ( ) ."])
@pytest.mark.parametrize("width", [90.0, 200.0, 600.0])
def test_captions_never_meet_and_every_chip_has_one(qapp, text: str, width: float):
    made = crowded(text=text, width=width)
    assert {caption.placed for caption in made.captions} == set(made.chips)
    assert len(made.captions) == len(made.chips)
    assert none_meet(made)
    for caption in made.captions:
        name = caption.placed.chip.parts[0].text
        assert any(part.text and part.text[0] == name[0] for part in caption.parts)


def none_meet(made: Arrangement) -> bool:
    rows: dict[tuple[int, int], list] = {}
    for caption in made.captions:
        rows.setdefault((caption.line, caption.row), []).append(caption)
    return all(
        before.left + before.width < behind.left
        for row in rows.values()
        for before, behind in pairwise(sorted(row, key=lambda caption: caption.left))
    )


def test_no_caption_moves_a_word(qapp):
    plain = arranged(session_of("A B C D E F G H I J K"), 600.0)
    made = crowded()
    for token in range(11):
        assert made.geometry.rect(token) == plain.geometry.rect(token)
    assert made.geometry.height == plain.geometry.height


def test_a_second_row_is_for_captions_that_find_no_room_in_the_first(session: Session):
    propose(session, 0, {3: ("B-PERSON", 0.9), 4: ("B-DRUG", 0.9), 7: ("B-DRUG", 0.9)})
    made = arranged(session)
    assert [caption.row for caption in made.captions] == [0, 1, 0]
    assert [c.parts for c in made.captions] == [one.chip.parts for one in made.chips]
    sizes = made.geometry.metrics
    assert sizes.caption_row + sizes.caption_height <= sizes.caption_height + sizes.row_gap


def test_at_the_end_of_a_line_a_caption_moves_rather_than_being_cut(session: Session):
    for width in range(120, 420, 7):
        propose(session, 0, dict.fromkeys((3, 7), ("B-PERSON", 0.9)))
        made = arranged(session, float(width))
        assert all(c.parts == c.placed.chip.parts for c in made.captions), width


def test_where_there_is_no_room_a_caption_is_cut_to_letters(qapp):
    for caption in crowded().captions[:4]:
        (name,) = caption.parts
        assert len(name.text) > 1
        assert name.text in ("ORGANISATION", "MISCELLANEOUS", "LAW") or any(
            whole.startswith(name.text) for whole in LONG_NAMES
        )


def test_a_very_long_name_is_cut_in_its_middle(qapp):
    names = tuple(f"A_NAME_THAT_GOES_ON_AND_ON_AND_NEVER_ENDS_{number}" for number in (1, 2))
    made = crowded(names=names, text="A B C", width=900.0)
    widest = made.geometry.metrics.widest_name
    for caption in made.captions[1:]:
        name = caption.parts[0].text
        assert "…" in name
        assert name.endswith(("_1", "_2"))
        assert made.geometry.metrics.caption_width(name) <= widest


def test_in_arabic_captions_begin_under_the_right_end(qapp):
    session = session_of(ARABIC)
    propose(session, 0, {2: ("B-PERSON", 0.9), 5: ("B-DOSE", 0.9)})
    made = arranged(session)
    for caption in made.captions:
        home = caption.placed.runs[0]
        assert caption.left + caption.width == pytest.approx(home.right, abs=0.6)


def test_a_column_too_narrow_for_a_name_cuts_it_but_keeps_the_percentage(qapp):
    session = session_of("A B", labels=("EXTRAORDINARILY_LONG_NAME_OF_A_LABEL", "X"))
    propose(session, 0, {0: ("B-EXTRAORDINARILY_LONG_NAME_OF_A_LABEL", 0.5)})
    made = arranged(session, 130.0)
    (caption,) = made.captions
    name, share = caption.parts
    assert name.text.endswith("…")
    assert share.text == "50%"
    assert caption.width <= 130 + 2 * made.geometry.metrics.overhang


@pytest.mark.parametrize("width", [300.0, 420.0, 560.0, 700.0])
def test_a_long_name_at_the_end_of_a_line_stays_in_the_column_near_its_word(qapp, width: float):
    long = "HISTORICAL_INTERNATIONAL_NON_GOVERNMENTAL_ORGANISATION_NAME"
    session = session_of(ENGLISH, labels=(long, "X"))
    words = len(ENGLISH.split())
    propose(session, 0, dict.fromkeys(range(0, words, 3), (f"B-{long}", 0.5)))
    made = arranged(session, width)
    half = made.geometry.metrics.widest_name / 2
    assert len(made.captions) >= words // 3
    for caption in made.captions:
        begin = caption.placed.runs[0].left
        assert min(begin, max(0.0, begin - half)) <= caption.left + 0.1
        assert caption.left + caption.width <= width + made.geometry.metrics.overhang + 1.0


def test_new_probabilities_leave_the_text_where_it_is(session: Session):
    propose(session, 0, {7: ("B-DRUG", 0.9)})
    before = arranged(session)
    propose(session, 0, {7: ("B-DRUG", 0.2), 4: ("B-DOSE", 0.7)})
    after = arranged(session, previous=before)
    assert after.geometry is before.geometry
    assert len(after.chips) == 2


def test_captions_meet_nowhere_in_a_very_long_sentence_either(qapp):
    session = session_of(" ".join(["a", "bb", "Monday", "on"] * 125), labels=LONG_NAMES)
    propose(session, 0, {t: (f"B-{LONG_NAMES[t % 3]}", 0.5) for t in range(500) if t % 4})
    made = arranged(session)
    assert none_meet(made)


def test_the_width_of_a_caption_counts_its_glyph(qapp):
    metrics = Metrics.of(QFont(), 1.0)
    session = session_of(ENGLISH)
    confirm(session, 0, {7: "B-DRUG"})
    (chip,) = chips_of(model_of(session).sentence)
    name = metrics.caption_width("DRUG")
    expected = name + metrics.part_space + metrics.glyph
    assert caption_width(chip.parts, metrics) == pytest.approx(expected)
    assert caption_width((), metrics) == 0
