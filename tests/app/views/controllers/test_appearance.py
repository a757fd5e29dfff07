"""Commands of looks: the menu, the dialog and the sentence agree on what is chosen."""

from dataclasses import replace

import pytest

from app.preferences import Appearance
from app.views.dialogs.appearance import AppearanceDialog
from app.views.main_window import MainWindow
from app.views.sentence_view.metrics import DEFAULT_POINTS
from app.views.theme_switch import ThemeSwitch
from app.views.workspace import Workspace
from tests.memory_projects import WORDS, project_of
from tests.window_parts import QuietProject


@pytest.fixture(scope="module")
def themes(qapp):
    kept = qapp.palette(), qapp.styleSheet(), qapp.font()
    yield ThemeSwitch(qapp, "light")
    qapp.setPalette(kept[0])
    qapp.setStyleSheet(kept[1])
    qapp.setFont(kept[2])


@pytest.fixture
def window(themes, qtbot):
    themes.set_appearance(Appearance(theme="light"))
    project = QuietProject(project_of([WORDS] * 2))
    window = MainWindow(project, Workspace(project.session), themes)
    qtbot.addWidget(window)
    window.show()
    return window


def dialog_of(window) -> AppearanceDialog:
    window.actions_["show_looks"].trigger()
    (dialog,) = [one for one in window.findChildren(AppearanceDialog) if one.isVisible()]
    return dialog


def choose(box, value):
    box.setCurrentIndex(box.findData(value))


def test_high_contrast_is_one_click_either_way(window, themes):
    action = window.actions_["theme_contrast"]
    assert not action.isChecked()
    action.trigger()
    assert themes.theme.high
    assert action.isChecked()
    assert themes.appearance.contrast == "high"
    action.trigger()
    assert not themes.theme.high
    # As the system says it already is: from now on that is followed again.
    assert themes.appearance.contrast == "system"


def test_the_menu_follows_what_is_chosen_elsewhere(window, themes):
    themes.set_appearance(Appearance(theme="dark", contrast="high"))
    assert window.actions_["theme_dark"].isChecked()
    assert window.actions_["theme_contrast"].isChecked()


def test_letters_of_the_sentence_are_chosen_live(window, themes):
    view = window.sentence_view
    before = view.page.geometry.metrics.font
    themes.set_appearance(replace(themes.appearance, family="DejaVu Serif", points=24.0))
    after = view.page.geometry.metrics.font
    assert after.pointSizeF() == 24.0
    assert after.families()[0] == "DejaVu Serif"
    view.letters.set_zoom(1.5)
    assert view.page.geometry.metrics.font.pointSizeF() == 36.0
    view.letters.set_zoom(1.0)
    themes.set_appearance(Appearance(theme="light"))
    assert view.page.geometry.metrics.font.families() == before.families()
    assert before.pointSizeF() == DEFAULT_POINTS


def test_a_dialog_shows_what_is_worn_and_changes_it_at_once(window, themes):
    themes.set_appearance(Appearance(theme="dark", patterns=True, points=20.0, scale=150))
    dialog = dialog_of(window)
    assert dialog.appearance() == themes.appearance
    choose(dialog.contrast, "high")
    dialog.still.setChecked(True)
    dialog.points.setValue(30)
    dialog.window_points.setValue(14.5)
    choose(dialog.window_family, dialog.window_family.itemData(1))
    assert themes.appearance == dialog.appearance()
    assert themes.theme.high
    assert dialog.sample.page.geometry.metrics.font.pointSizeF() == 30
    dialog.accept()
    assert themes.appearance.points == 30.0


@pytest.mark.parametrize(("typed", "points"), [("15", 15.0), ("12.5", 12.5), ("1", 9.0)])
def test_a_size_is_shown_while_it_is_typed(window, themes, qtbot, typed, points):
    themes.set_appearance(Appearance(window_points=9.0))
    dialog = dialog_of(window)
    field = dialog.window_points
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, typed)
    assert themes.appearance.window_points == points
    assert field.text().startswith(typed)


def test_cancel_brings_everything_back(window, themes):
    before = themes.appearance
    dialog = dialog_of(window)
    choose(dialog.theme, "dark")
    dialog.patterns.setChecked(True)
    assert themes.theme.dark
    dialog.reject()
    assert themes.appearance == before


def test_usual_looks_and_an_early_word_about_the_scale(window, themes):
    themes.set_appearance(Appearance(theme="light", scale=125, points=20.0))
    dialog = dialog_of(window)
    assert dialog.from_next_start.isHidden()
    choose(dialog.scale, 200)
    assert not dialog.from_next_start.isHidden()
    dialog.reject()
    themes.set_appearance(Appearance(theme="dark"))
    dialog = dialog_of(window)
    dialog.usual.click()
    assert themes.appearance == dialog.appearance() == Appearance()


def test_a_size_that_is_the_usual_one_is_no_choice(window, themes):
    themes.set_appearance(Appearance(points=20.0, window_points=themes.system_points + 2))
    dialog = dialog_of(window)
    dialog.points.setValue(DEFAULT_POINTS)
    dialog.window_points.setValue(themes.system_points)
    assert themes.appearance == Appearance()
    assert dialog.points.text() == "16 pt"


def test_a_second_call_raises_the_same_dialog(window):
    assert dialog_of(window) is dialog_of(window)


def test_the_sample_is_read_like_a_sentence(window, qtbot):
    sample = dialog_of(window).sample
    model = sample.model()
    assert [model.index(row, 0).data() for row in range(2)] == ["Dr.", "Osei"]
    shown_text = [model.index(row, 0).data(11) for row in (0, 4, 7, 9, 2)]
    assert shown_text == [
        "Dr., PERSON, confirmed",
        "5, DOSE, suggested 96%",
        "carprofen, DRUG, suggested 58%",
        "Monday, DATE, imported suggestion",
        "gave",
    ]


def test_a_language_is_chosen_for_the_next_start(window, themes):
    themes.set_appearance(Appearance())
    dialog = dialog_of(window)
    names = [dialog.language.itemText(row) for row in range(dialog.language.count())]
    assert names[:2] == ["System language", "English"]
    assert "Deutsch" in names
    assert dialog.language_from_next_start.isHidden()
    choose(dialog.language, "de")
    assert not dialog.language_from_next_start.isHidden()
    assert dialog.from_next_start.isHidden()
    dialog.accept()
    assert themes.appearance == Appearance(language="de")
    assert dialog_of(window).language.currentText() == "Deutsch"
