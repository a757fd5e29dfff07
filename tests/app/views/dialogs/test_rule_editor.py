"""The form of a rule: each kind can be filled in, read back, and said in plain words."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QLayoutItem,
    QListWidget,
    QPlainTextEdit,
)
from shiboken6 import getAllValidWrappers

from app.domain.rules import ProjectRule, parameters_of
from app.views.dialogs.rule_editor import RuleEditor, unit_names
from app.views.dialogs.rule_forms import FORMS, form_of
from tests.memory_projects import project_of

RULES = [
    ProjectRule(3, "followed_by", parameters_of({"a": "DRUG", "b": "B-DOSE"})),
    ProjectRule(3, "not_followed_by", parameters_of({"a": "DRUG", "b": "DOSE"}), on=False),
    ProjectRule(3, "never_adjacent", parameters_of({"a": "DRUG", "b": "O"}), name="apart"),
    ProjectRule(3, "not_after", parameters_of({"a": "DOSE", "b": "DRUG"}), cost=4.5),
    ProjectRule(3, "implies", parameters_of({"a": "DOSE", "b": "DRUG"})),
    ProjectRule(3, "implies", parameters_of({"a": "DOSE", "b": "DRUG", "present": False})),
    ProjectRule(3, "count", parameters_of({"unit": "DRUG", "at_most": 0})),
    ProjectRule(3, "count", parameters_of({"unit": "DRUG", "at_least": 2, "at_most": 2})),
    ProjectRule(3, "starts_with", parameters_of({"a": "O"})),
    ProjectRule(3, "ends_with", parameters_of({"a": "GONE"})),
    ProjectRule(
        3,
        "lexical",
        parameters_of(
            {
                "matcher": {"kind": "phrases", "phrases": [["5", "mg"], ["x"]]},
                "effect": "allows",
                "labels": ["DRUG", "O"],
            }
        ),
    ),
    ProjectRule(
        3,
        "lexical",
        parameters_of(
            {
                "matcher": {"kind": "word_pattern", "pattern": "[0-9]+", "ignore_case": True},
                "effect": "forbids",
                "labels": ["DRUG"],
            }
        ),
    ),
    ProjectRule(3, "same_word_same_label", parameters_of({"words": ["a", "b"], "by_type": True})),
    ProjectRule(3, "same_word_same_label", "{}"),
    ProjectRule(3, "valid_scheme", parameters_of({"scheme": "iob2"})),
    ProjectRule(3, "pattern", parameters_of({"regex": "O* (B-DRUG O*)?"})),
]


@pytest.fixture
def editor(qtbot):
    def make(rule=None, **options):
        window = RuleEditor(project_of(**options), rule)
        qtbot.addWidget(window)
        window.show()
        return window

    return make


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: f"{rule.kind} {rule.parameters}")
def test_a_rule_is_shown_and_comes_back_as_it_was(editor, rule):
    window = editor(rule)
    assert window.form is FORMS[form_of(rule.kind, rule.fields)]
    assert window.rule() == rule
    assert window.accept_button.isEnabled()


def test_every_kind_that_has_a_form_was_tried():
    assert {form_of(rule.kind, rule.fields) for rule in RULES} == set(range(len(FORMS)))


def test_the_buttons_stay_in_place_when_another_type_is_chosen(editor, qapp):
    window = editor()
    places = set()
    for form_index in (*range(len(FORMS)), 0):
        window.kind.setCurrentIndex(form_index)
        qapp.processEvents()
        places.add((window.size().toTuple(), window.buttons.mapTo(window, QPoint()).toTuple()))
    assert len(places) == 1


def test_choosing_types_again_leaves_no_items_behind_and_keeps_what_was_chosen(editor):
    window = editor()

    def show_all():
        for form_index in (*range(len(FORMS)), 0):
            window.kind.setCurrentIndex(form_index)
        return sum(isinstance(one, QLayoutItem) for one in getAllValidWrappers())

    window.field("a").show_value("DOSE")
    n_items = show_all()
    assert show_all() == n_items, "a wrapper without its item would be taken for another object"
    assert window.field("a").value == "DOSE"


def test_labels_stay_chosen_when_another_type_has_the_same_fields(editor):
    window = editor()
    window.field("a").show_value("DOSE")
    window.kind.setCurrentIndex(1)
    assert window.field("a").value == "DOSE"
    window.field("a").show_value("DRUG")
    window.kind.setCurrentIndex(0)
    assert window.field("a").value == "DRUG"


def test_a_scheme_is_that_of_the_project_and_another_one_is_warned_of(editor):
    window = editor()
    window.kind.setCurrentIndex(form_of("valid_scheme", {}))
    assert window.text.text() == "Tags are valid IOB2."
    window.field("scheme").show_value("iob1")
    assert window.text.text() == "Tags are valid IOB1. The tags of this project are IOB2."


@pytest.mark.parametrize(
    ("kind", "field", "expression", "error"),
    [
        ("pattern", "regex", "O* (B-DRUG", "The pattern over labels cannot be read at character"),
        ("lexical", "pattern", r"\d+(", r"“\d+(” is not a valid regular expression: missing )"),
    ],
)
def test_an_expression_that_cannot_be_read_cannot_be_added(editor, kind, field, expression, error):
    window = editor()
    window.kind.setCurrentIndex(form_of(kind, {"matcher": {"kind": "word_pattern"}}))
    window.field(field).show_value(expression)
    if kind == "lexical":
        window.field("labels").show_value(["DRUG"])
    assert window.text.text().startswith(error)
    assert not window.accept_button.isEnabled()


def test_a_rule_about_an_unknown_tag_is_warned_of(editor):
    window = editor()
    window.kind.setCurrentIndex(form_of("pattern", {}))
    window.field("regex").show_value("O* B-DRUG X")
    assert window.text.text().endswith(" The project has no label “X”.")
    assert window.accept_button.isEnabled()


def test_tab_reaches_both_boxes_of_the_number_per_sentence(editor, qtbot):
    window = editor()
    window.kind.setCurrentIndex(form_of("count", {}))
    least, most = window.field("at_least"), window.field("at_most")
    with qtbot.waitActive(window):
        window.activateWindow()
    least.wanted.setFocus()
    reached = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert reached == [most.wanted, most.box, window.holds.hard]


@pytest.mark.parametrize("form_index", range(len(FORMS)))
def test_a_click_gives_the_focus_to_a_field(editor, form_index, qtbot):
    window = editor()
    window.kind.setCurrentIndex(form_index)
    with qtbot.waitActive(window):
        window.activateWindow()
    for spec in FORMS[form_index].field_specs:
        widget = window.field(spec.field).focusProxy()
        if isinstance(widget, (QPlainTextEdit, QListWidget)):
            window.kind.setFocus()
            qtbot.mouseClick(widget.viewport(), Qt.MouseButton.LeftButton)
            assert widget.hasFocus(), spec.field
        assert widget.focusPolicy() & Qt.FocusPolicy.ClickFocus, spec.field


@pytest.mark.parametrize("form_index", range(len(FORMS)))
def test_each_field_has_its_letter(editor, form_index):
    editor = editor()
    editor.kind.setCurrentIndex(form_index)
    shown = (*editor.findChildren(QLabel), *editor.findChildren(QAbstractButton))
    texts = [one.text() for one in shown if one.isVisible() and "&" in one.text()]
    letters = [text.partition("&")[2][0].casefold() for text in texts]
    assert len(set(letters)) == len(letters), texts
    assert len(letters) >= 5 + len(FORMS[form_index].field_specs)
    assert "&" not in " ".join(field.title for field in editor._fields)


def test_alt_with_the_letter_of_a_number_reaches_its_box(editor, qtbot):
    editor = editor()
    editor.kind.setCurrentIndex([form.kind for form in FORMS].index("count"))
    editor.activateWindow()
    qtbot.waitUntil(editor.isActiveWindow)
    QTest.keyClick(editor, Qt.Key.Key_E, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(editor.field("at_least").wanted.hasFocus)


def test_a_list_of_words_is_edited_as_phrases(editor):
    matcher = {"kind": "word_list", "words": ["Ulm", "Bonn"]}
    shown_text = {"matcher": matcher, "effect": "implies", "labels": ["DRUG"]}
    rule = editor(ProjectRule(1, "lexical", parameters_of(shown_text))).rule()
    assert rule.fields["matcher"] == {"kind": "phrases", "phrases": [["Ulm"], ["Bonn"]]}


def test_a_new_rule_is_told_while_it_is_made(editor, qtbot):
    window = editor()
    window.field("a").show_value("DOSE")
    window.field("b").show_value("O")
    assert window.text.text() == "DOSE is followed by O."
    with qtbot.waitSignal(window.wanted) as seen:
        window.accept_button.click()
    assert seen.args[0] == ProjectRule(0, "followed_by", parameters_of({"a": "DOSE", "b": "O"}))


@pytest.mark.parametrize("form_index", range(len(FORMS)))
def test_enter_in_a_new_form_adds_no_rule_about_labels_that_nobody_chose(editor, form_index, qtbot):
    window = editor()
    window.kind.setCurrentIndex(form_index)
    units = [field for field in window._fields if field.spec.what == "unit"]
    assert [field.value for field in units] == [None] * len(units)
    if units:
        with qtbot.assertNotEmitted(window.wanted):
            qtbot.keyClick(window.kind, Qt.Key.Key_Return)
        assert window.text.text() == f"Choose a label in “{units[0].title}”."
        assert units[0].box.placeholderText() == "Choose a label"


def test_what_is_missing_or_contradicts_itself_cannot_be_added(editor):
    window = editor()
    counts = next(form_index for form_index, form in enumerate(FORMS) if form.kind == "count")
    window.kind.setCurrentIndex(counts)
    window.field("unit").show_value("DRUG")
    assert window.rule().fields == {"unit": "DRUG", "at_most": 1}
    window.field("at_least").show_value(2)
    assert window.rule() is None
    assert not window.accept_button.isEnabled()
    window.field("at_most").show_value(None)
    assert window.rule().fields == {"unit": "DRUG", "at_least": 2}
    window.field("at_least").show_value(None)
    assert window.rule() is None


def test_a_word_can_have_only_one_label_always(editor):
    window = editor(RULES[10])
    window.field("effect").show_value("implies")
    assert window.rule() is None
    window.field("labels").show_value(["DRUG"])
    assert window.rule().fields["labels"] == ["DRUG"]


def test_a_soft_rule_has_a_cost(editor):
    window = editor(replace(RULES[0], cost=3.0))
    assert window.holds.cost.isEnabled()
    window.holds.hard.click()
    assert not window.holds.cost.isEnabled()
    assert window.rule().cost is None


def test_rules_name_labels_and_tags(qapp):
    assert unit_names(project_of()) == [
        "DRUG",
        "DOSE",
        "O",
        "B-DRUG",
        "I-DRUG",
        "B-DOSE",
        "I-DOSE",
    ]
    assert unit_names(project_of(scheme="tokens")) == ["DRUG", "DOSE"]


def tabs(window):
    """Return what Tab goes to from the kind on, until it comes back."""
    found, widget = [], window.kind
    while widget not in found:
        found.append(widget)
        widget = widget.nextInFocusChain()
        while not (widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()):
            widget = widget.nextInFocusChain()
    return found


@pytest.mark.parametrize("form_index", range(len(FORMS)))
def test_tab_goes_from_top_to_bottom(editor, form_index, qtbot):
    window = editor()
    window.kind.setCurrentIndex((form_index + 1) % len(FORMS))
    window.kind.setCurrentIndex(form_index)
    qtbot.wait(1)
    heights = [widget.mapTo(window, QPoint()).y() for widget in tabs(window)]
    assert len(heights) >= 5
    assert all(before <= after + 4 for before, after in pairwise(heights)), heights


@pytest.mark.parametrize(
    ("form_index", "values", "received"),
    [
        ("word_pattern", {}, "Fill in “Regular expression”."),
        ("word_pattern", {"pattern": "a"}, "Select at least one label."),
        (
            "word_pattern",
            {"pattern": "a", "effect": "implies", "labels": ["DRUG", "DOSE"]},
            "“always” takes one label; for several choose “only (one of these)”.",
        ),
        ("count", {"unit": "DRUG", "at_most": None}, "Tick “At least” or “At most”, or both."),
        (
            "count",
            {"unit": "DRUG", "at_least": 3, "at_most": 2},
            "“At least” is more than “At most”.",
        ),
    ],
)
def test_what_is_missing_is_named(editor, form_index, values, received):
    window = editor()
    found = [n for n, form in enumerate(FORMS) if form_index in (form.kind, form.matcher)]
    window.kind.setCurrentIndex(found[0])
    for name, value in values.items():
        window.field(name).show_value(value)
    assert window.text.text() == received
    assert not window.accept_button.isEnabled()
