"""The import dialog: detection, preview, and the columns and worth of labels."""

import pytest

from app.formats.table import FORMATS
from app.jobs.importing.documents import Use, prepare, prepare_all
from app.jobs.importing.report import ReadFiles, report_of
from app.services.task import TaskState, sentence_of
from app.views.dialogs.import_options import ImportDialog
from app.views.dialogs.import_preview import CHARACTERS, ROWS, preview
from app.views.theme import theme_of
from crfcore.errors import DataError
from tests.memory_projects import project_of

COLUMNS = (
    "Dr. NNP B-PERSON\nOsei NNP I-PERSON\ncame VBD O\n. . O\n\nShe PRP O\nleft VBD O\n. . O\n\n"
)


@pytest.fixture
def columns(tmp_path):
    path = tmp_path / "train.conll"
    path.write_text(COLUMNS)
    return path


def opened(paths, qtbot):
    dialog = ImportDialog(paths, project_of())
    qtbot.addWidget(dialog)
    dialog.show()
    qtbot.waitUntil(lambda: dialog._tasks[-1].over)
    qtbot.waitUntil(lambda: dialog.shown is not None or bool(dialog.problem.text()))
    return dialog


def headers(dialog):
    table = dialog.table
    return [table.horizontalHeaderItem(i).text() for i in range(table.columnCount())]


def test_a_column_file_is_recognised(columns, qtbot):
    dialog = opened([columns], qtbot)
    assert dialog.format.currentText() == "Detect (Column file)"
    assert not dialog.tokens.isVisible()
    assert not dialog.ragged.isVisible()
    assert headers(dialog) == ["Word", "POS", "Label"]
    assert dialog.table.item(1, 2).text() == "I-PERSON"
    options = dialog.options()
    assert (options.format, options.columns, options.use) == (
        "",
        (),
        Use.GOLD,
    )


def test_every_format_can_be_chosen(columns, qtbot):
    dialog = opened([columns], qtbot)
    box = dialog.format
    offered = {box.itemData(at): box.itemText(at) for at in range(1, box.count())}
    assert offered == {name: form.title for name, form in FORMATS.items()}
    assert len({*offered, ""}) == dialog.format.count()


def test_another_label_column(columns, qtbot):
    dialog = opened([columns], qtbot)
    dialog.label.setCurrentIndex(1)
    dialog.label.activated.emit(1)
    qtbot.waitUntil(lambda: headers(dialog) == ["Word", "Label", "Column 3"])
    assert dialog.options().columns == ("word", "label", "column3")


def test_an_attribute_of_the_last_column_may_be_the_label(tmp_path, qtbot):
    path = tmp_path / "a.conllu"
    path.write_text(
        "1\tAnna\t_\tPROPN\t_\t_\t2\tnsubj\t_\tNE=B-PER|SpaceAfter=No\n"
        "2\tlives\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    )
    dialog = opened([path], qtbot)
    assert dialog.options().columns == ()
    row_found = dialog.label.findText("NE in the MISC column")
    dialog.label.setCurrentIndex(row_found)
    dialog.label.activated.emit(row_found)
    qtbot.waitUntil(lambda: dialog.shown.attribute == "NE")
    assert dialog.label.currentText() == "NE in the MISC column"
    assert headers(dialog)[-1] == "Label"
    options = dialog.options()
    assert (options.columns, options.use) == (("misc:NE",), Use.GOLD)
    last = dialog.label.count() - 1
    dialog.label.setCurrentIndex(last)
    dialog.label.activated.emit(last)
    qtbot.waitUntil(lambda: dialog.shown.attribute == "")
    assert dialog.label.currentText() == "No column"
    assert dialog.options().use is Use.TEXT


def test_an_attribute_of_another_file_may_be_the_label(tmp_path, qtbot):
    row = "1\tAnna" + "\t_" * 7
    paths = [tmp_path / f"{name}.conllu" for name in ("plain", "broken", "spans")]
    for path, end in zip(paths, ("\tGloss=x\n\n", "\n", "\tNE=B-PER|Gloss=y\n\n"), strict=True):
        path.write_text(row + end)
    dialog = opened(paths, qtbot)
    assert dialog.shown.attributes == ("Gloss", "NE")
    row_found = dialog.label.findText("NE in the MISC column")
    dialog.label.setCurrentIndex(row_found)
    dialog.label.activated.emit(row_found)
    qtbot.waitUntil(lambda: dialog.shown.attribute == "NE")
    assert dialog.options().columns == ("misc:NE",)


def test_without_a_label_column_only_words_come(columns, qtbot):
    dialog = opened([columns], qtbot)
    last = dialog.label.count() - 1
    dialog.label.setCurrentIndex(last)
    dialog.label.activated.emit(last)
    qtbot.waitUntil(lambda: headers(dialog) == ["Word", "POS", "Column 3"])
    assert dialog.options().use is Use.TEXT
    assert not any(button.isEnabled() for button in dialog._uses.buttons())


def test_what_labels_are_worth_is_asked_for_all_files(columns, tmp_path, qtbot):
    text = tmp_path / "note.txt"
    text.write_text("Dr. Osei came.")
    dialog = opened([text, columns], qtbot)
    assert dialog._use_box.isVisible()
    assert dialog.options().use is Use.GOLD
    suggested = next(b for b in dialog._uses.buttons() if b.property("use") == "suggestion")
    suggested.click()
    assert dialog.options().use is Use.SUGGESTION
    read_by(dialog, qtbot)
    assert rows(dialog.report.tree.topLevelItem(0))[-1] == ("Labels", "none")
    assert rows(dialog.report.tree.topLevelItem(1))[-2] == ("Labels", "1 (1 new)")


@pytest.mark.parametrize("use", list(Use))
def test_what_labels_are_worth(columns, qtbot, use):
    dialog = opened([columns], qtbot)
    for button in dialog._uses.buttons():
        if button.property("use") == use.value:
            button.setChecked(True)
    with qtbot.waitSignal(dialog.read_requested) as seen:
        dialog.marks.setChecked(True)
    assert seen.args[0] == [columns]
    assert seen.args[1].use is use


def answer_reading(dialog):
    """Read as the window would what a dialog asks for."""

    def read(paths, options):
        task = TaskState("Reading")
        dialog.follow(task)
        errors = []
        prepared = prepare_all(paths, options, left_out=errors)
        reports = tuple(map(report_of, prepared))
        task.finished.emit(ReadFiles(prepared, reports, tuple(map(sentence_of, errors))))

    dialog.read_requested.connect(read)


def read_by(dialog, qtbot):
    """Read as the window would, from now on, what is asked for once more."""
    answer_reading(dialog)
    again = dialog._request_number
    dialog.format.activated.emit(0)
    qtbot.waitUntil(lambda: dialog._request_number > again and dialog.accept_button.isEnabled())


def rows(item):
    found = []
    for child_index in range(item.childCount()):
        found += [
            (item.child(child_index).text(0), item.child(child_index).text(1)),
            *rows(item.child(child_index)),
        ]
    return found


def test_what_comes_is_told_before_it_is_imported(columns, tmp_path, qtbot):
    other = tmp_path / "other.conll"
    other.write_text("five S-DOSE\nmg E-DOSE\n\n# an odd one\nnow O\nand O\nhere O\n")
    dialog = opened([columns, other], qtbot)
    read_by(dialog, qtbot)
    page = dialog.report
    assert page.isVisible()
    assert dialog.table.isVisible(), "one window: how the file begins, and what comes of it"
    assert page.summary.text() == "2 files: 4 sentences, 12 tokens, labels: 2 (1 new)"
    assert rows(page.tree.topLevelItem(0)) == [
        ("Format", "Column file (word, POS, label)"),
        ("Tokens with a tag (including O)", "7 of 7"),
        ("Scheme", "IOB2"),
        ("Labels", "1 (1 new)"),
        ("PERSON (new)", "1"),
    ]
    assert rows(page.tree.topLevelItem(1))[2:5] == [
        ("Scheme", "BIOES; the project has IOB2"),
        ("Invalid tags (kept unchanged)", "1"),
        ("line 2: E-DOSE on “mg”, after S-DOSE", ""),
    ]
    assert rows(page.tree.topLevelItem(1))[-1] == ("Comments (kept for export, not shown)", "1")
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept_button.click()
    assert [one.name for one in seen.args[0].prepared] == ["train.conll", "other.conll"]
    assert seen.args[1] == "iob2"


def test_files_that_are_there_already_or_chosen_twice_are_told_above_the_rows(tmp_path, qtbot):
    paths = [tmp_path / f"{number}.txt" for number in range(5)]
    for path in paths:
        path.write_text(f"This is {path.name}.")
    dialog = opened([*paths, paths[0]], qtbot)
    prepared = prepare_all(paths)
    reports = tuple(report_of(one, int(at in (1, 3))) for at, one in enumerate(prepared))
    dialog.show_report(ReadFiles(prepared, reports, again=(paths[0],)))
    first, *remarks = dialog.report.summary.text().split("\n")
    assert first.startswith("5 files: 5 sentences")
    assert "the first of 5 files" in dialog.lead.text()
    assert remarks == [
        "2 of 5 files are in the project already, by name or by most sentences.",
        "0.txt was chosen twice, and is imported once.",
    ]
    again = (paths[0], paths[1])
    dialog.show_report(ReadFiles(prepared, (reports[1], *reports[:1]), again=again))
    assert dialog.report.summary.text().split("\n")[1:] == [
        "1 of 2 files is in the project already, by name or by most sentences.",
        "2 files were chosen twice, and are imported once.",
    ]
    dialog.show_report(ReadFiles(prepared[1:2], reports[1:2]))
    assert "\n" not in dialog.report.summary.text(), "the only row is not collapsed"


def test_a_choice_is_told_again_at_once_and_tags_may_be_left_as_they_are(columns, qtbot):
    dialog = opened([columns], qtbot)
    read_by(dialog, qtbot)
    assert dialog.report.question.isHidden()
    assert "labels: 1" in dialog.report.summary.text()
    next(b for b in dialog._uses.buttons() if b.property("use") == "text").click()
    assert "labels" not in dialog.report.summary.text()
    next(b for b in dialog._uses.buttons() if b.property("use") == "gold").click()
    columns.write_text("a S-X\n\nb B-X\nc E-X\n")
    dialog.format.activated.emit(0)
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled())
    assert not dialog.report.question.isHidden()
    dialog.report.keep.setChecked(True)
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept_button.click()
    assert seen.args[1] == ""


def test_reading_can_be_stopped_and_its_errors_are_told(columns, qtbot):
    dialog = opened([columns], qtbot)
    first, second = TaskState("Reading"), TaskState("Reading")
    dialog.follow(first)
    assert not dialog.accept_button.isEnabled()
    first.progress.emit(1, 3, "train.conll")
    assert dialog.lead.text() == "Reading train.conll…"
    first.failed.emit("line 7: no.")
    assert dialog.problem.text() == "line 7: no."
    assert not dialog.accept_button.isEnabled(), "what cannot be read is not imported"
    dialog.follow(second)
    dialog.reject()
    assert second.is_cancelled
    assert not first.is_cancelled


def test_plain_text_has_no_columns_to_choose(tmp_path, qtbot):
    path = tmp_path / "note.txt"
    path.write_text("Dr. Osei came. She left.")
    dialog = opened([path, path], qtbot)
    assert headers(dialog) == ["Sentences"]
    assert dialog.table.item(0, 0).text() == "Dr. · Osei · came · ."
    assert not dialog.word.isVisible()
    assert dialog.options().columns == ()


def test_tokens_of_a_text_may_be_characters(tmp_path, qtbot):
    path = tmp_path / "note.txt"
    path.write_text("She left.")
    dialog = opened([path], qtbot)
    assert dialog.tokens.isVisible()
    assert dialog.options().options == ()
    dialog.tokens.setCurrentIndex(1)
    dialog.tokens.activated.emit(1)
    qtbot.waitUntil(lambda: dialog.table.item(0, 0).text() == "S · h · e · l · e · f · t · .")
    assert dialog.options().options == (("tokens", "characters"),)


def test_a_document_for_each_mark_is_offered_where_there_are_marks(columns, qtbot):
    columns.write_text("-DOCSTART- -X- O\n\n" + COLUMNS)
    dialog = opened([columns], qtbot)
    assert dialog.marks.isVisible()
    assert dialog.options().options == ()
    dialog.marks.setChecked(True)
    assert dialog.options().options == (("documents", "marks"),)


def test_ranges_of_words_may_be_tokens(columns, tmp_path, qtbot):
    assert not opened([columns], qtbot).surface.isVisible()
    path = tmp_path / "a.conllu"
    rest = "\t_" * 8
    path.write_text(f"1-2\tal{rest}\n1\ta{rest}\n2\tel{rest}\n")
    dialog = opened([path], qtbot)
    assert dialog.table.rowCount() == 2
    dialog.surface.setChecked(True)
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 1)
    assert dialog.label.currentText() == "No column"
    assert dialog.options().options == (("tokens", "surface"),)


def test_what_rejected_spans_say_is_asked_for_files_of_prodigy(columns, tmp_path, qtbot):
    assert not opened([columns], qtbot).none_rejected.isVisible()
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "a b", "spans": [], "answer": "reject"}\n')
    dialog = opened([path], qtbot)
    assert dialog.none_rejected.isVisible()
    dialog.none_rejected.setChecked(True)
    assert dialog.options().options == (("rejected", "tokens"),)


def test_rows_of_any_length_are_offered_where_reading_fails(columns, qtbot):
    columns.write_text(COLUMNS * 3 + "Ida B-PERSON\n")
    dialog = opened([columns], qtbot)
    assert "Found 2 fields" in dialog.problem.text()
    assert dialog.ragged.isVisible()
    with qtbot.waitSignal(dialog.read_requested):
        dialog.ragged.setChecked(True)
    assert dialog.ragged.isVisible(), "so that it can be taken back"
    assert dialog.options().options == (("rows", "ragged"),)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"text": "a b", "label": [[0, 1, "X"]]}\n{"text": 7}\n'),
        ("a.conllu", "# text = a\n1\ta\n\n"),
        ("a.txt", "caf\0"),
    ],
)
def test_rows_of_any_length_are_offered_for_tables_alone(tmp_path, qtbot, name, content):
    path = tmp_path / name
    path.write_text(content)
    dialog = opened([path], qtbot)
    assert dialog.problem.text()
    assert not dialog.ragged.isVisible()


def test_a_file_that_cannot_be_read_is_refused_in_words(tmp_path, qtbot):
    path = tmp_path / "old.txt"
    path.write_bytes(b"caf\xe9 ol\xe9\x81")
    dialog = opened([path], qtbot)
    assert "old.txt" in dialog.problem.text()
    assert dialog.lead.text() == "old.txt cannot be imported as it is."
    assert not any(field.isVisible() for field in (dialog.word, dialog.label, dialog._use_box))
    assert not dialog.accept_button.isEnabled()


@pytest.mark.parametrize("content", [b"caf\xe9 ol\xe9\x81", b"a b\n"])
def test_the_name_of_a_file_cannot_reorder_what_is_said(tmp_path, qtbot, content):
    path = tmp_path / "a\u202etxt.b\n.txt"
    path.write_bytes(content)
    dialog = opened([path], qtbot)
    assert "a\\u202etxt.b\\n.txt" in dialog.lead.text()
    assert "\u202e" not in dialog.lead.text() + dialog.problem.text()


def test_another_format_may_be_tried(columns, qtbot):
    dialog = opened([columns], qtbot)
    dialog.format.setCurrentIndex(dialog.format.findData("conllu"))
    dialog.format.activated.emit(3)
    qtbot.waitUntil(lambda: bool(dialog.problem.text()))
    dialog.format.setCurrentIndex(1)
    with qtbot.waitSignal(dialog.read_requested):
        dialog.format.activated.emit(1)
    assert headers(dialog) == ["Sentences"]


def test_closing_waits_for_the_reading(columns, qtbot):
    dialog = ImportDialog([columns], project_of())
    qtbot.addWidget(dialog)
    dialog.reject()
    assert dialog._tasks[-1].over


def test_the_preview_of_a_long_file_is_short_and_whole(tmp_path):
    path = tmp_path / "long.conll"
    path.write_text(COLUMNS * 3000)
    assert len(COLUMNS) * 3000 > CHARACTERS
    shown = preview(path)
    assert len(shown.rows) == ROWS
    assert shown.rows[0] == ("Dr.", "NNP", "B-PERSON")


def test_the_preview_parts_no_sentence_of_a_file_from_windows(tmp_path):
    path = tmp_path / "long.conllu"
    word = "1\ta" + "\t_" * 8 + "\r\n"
    first = word * (CHARACTERS // len(word) - 3)
    path.write_bytes((first + "\r\n" + word.replace("1", "1-1", 1) * 9 + word).encode())
    assert len(preview(path).rows) == ROWS


def test_the_preview_of_one_endless_line(tmp_path):
    path = tmp_path / "long.txt"
    path.write_text("word " * 20_000)
    assert preview(path).format == "text"


def test_the_preview_names_what_is_wrong(tmp_path):
    path = tmp_path / "ragged.conll"
    path.write_text("a O\nb O\nc X O\nd O\n" * 4)
    with pytest.raises(DataError, match=r"ragged\.conll"):
        preview(path, "columns")


def test_spans_are_shown_in_brackets_and_long_lines_of_json_whole(tmp_path):
    path = tmp_path / "in.jsonl"
    line = '{"text": "Dr. Osei left%s", "label": [[0, 8, "PER"]]}'
    path.write_text(line % (" x" * CHARACTERS) + "\n" + line % "" + "\n")
    (row,) = preview(path).rows[0]
    assert row.startswith("[Dr. · Osei: PER] · left · x")
    path.write_text(line % "" + "\n" + line % (" x" * CHARACTERS))
    assert preview(path).rows == (("[Dr. · Osei: PER] · left",),)
    path.write_text(line % (" x" * CHARACTERS))
    assert preview(path).rows[0][0].startswith("[Dr.")


def test_spans_are_labels_without_a_column(tmp_path, qtbot):
    path = tmp_path / "in.jsonl"
    path.write_text('{"text": "Dr. Osei left", "label": [[0, 8, "PER"]]}\n')
    dialog = opened([path], qtbot)
    assert dialog.format.currentText() == "Detect (doccano: JSON lines)"
    assert dialog._use_box.isVisible()
    assert not dialog.word.isVisible()
    assert dialog.options().use is Use.GOLD
    dialog._uses.buttons()[1].click()
    assert dialog.options().use is Use.SUGGESTION


def test_an_attribute_may_stand_behind_what_is_previewed(tmp_path):
    path = tmp_path / "a.conllu"
    row = "1\tAnna" + "\t_" * 7
    path.write_text(f"{row}\t_\n\n" * 3000 + f"{row}\tNE=B-PER\n\n")
    shown = preview(path, columns=("misc:NE",))
    assert (shown.attribute, len(shown.rows)) == ("NE", ROWS)


@pytest.mark.parametrize(("encoding", "end"), [("utf-16", b""), ("windows-1252", b"\x81")])
def test_an_encoding_is_chosen_by_the_person_and_seen_in_the_preview(
    encoding, end, tmp_path, qtbot
):
    path = tmp_path / "a.txt"
    path.write_bytes("Anna zahlte im Café.\n".encode(encoding) + end)
    dialog = opened([path], qtbot)
    assert dict(dialog.options().options) == {}
    path.write_bytes("Anna zahlte im Café.\n".encode(encoding))
    advice = "convert the file to UTF-8" if end else "import it with that encoding"
    assert advice in dialog.problem.text()
    assert dialog.encoding.isVisible()
    dialog.encoding.setCurrentIndex(dialog.encoding.findData(encoding))
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    qtbot.waitUntil(lambda: dialog.shown is not None)
    assert "Café" in dialog.table.item(0, 0).text()
    assert dict(dialog.options().options) == {"encoding": encoding}
    assert "Café" in prepare(path, dialog.options()).texts[0]


WESTERN = "Anna zahlte im „Café“ 5 €.\n".encode("windows-1252")


def test_windows_1252_is_proposed_and_the_person_is_told(tmp_path, qtbot):
    path = tmp_path / "a.txt"
    path.write_bytes(WESTERN)
    dialog = opened([path], qtbot)
    assert dialog.encoding.currentData() == "windows-1252"
    assert dialog.form.isRowVisible(dialog.encoding)
    assert "Café" in dialog.table.item(0, 0).text()
    assert "may be Windows-1252: check below that its letters are right" in dialog.lead.text()
    assert "Café" in prepare(path, dialog.options()).texts[0]
    # Who wants UTF-8 is told why it is not, and no other encoding is proposed again.
    dialog.encoding.setCurrentIndex(dialog.encoding.findData("utf-8"))
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    qtbot.waitUntil(lambda: "is not UTF-8" in dialog.problem.text())
    assert dialog.encoding.currentData() == "utf-8"
    assert dialog.shown is None
    assert not dialog.accept_button.isEnabled()


@pytest.mark.parametrize(
    "content",
    [WESTERN + b"\x81", WESTERN + b"\x90", WESTERN + b"\x07", WESTERN + b"\x00", b"", b"plain"],
    ids=["undefined", "undefined, too", "a bell", "a NUL", "empty", "ASCII"],
)
def test_no_encoding_is_proposed_for_other_bytes(content, tmp_path, qtbot):
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    dialog = opened([path], qtbot)
    assert dialog.encoding.currentData() == "utf-8"
    assert "Windows" not in dialog.lead.text()


def test_for_a_damaged_text_in_utf_8_no_encoding_is_proposed(tmp_path, qtbot):
    path = tmp_path / "a.txt"
    path.write_bytes("Käthe zahlte\nim Café.\n".encode().replace("é".encode(), b"\xc3"))
    dialog = opened([path], qtbot)
    assert dialog.encoding.currentData() == "utf-8"
    assert "line 2, column 7: The byte 0xC3 is not UTF-8, but other" in dialog.problem.text()
    assert dialog.shown is None
    assert not dialog.accept_button.isEnabled()


@pytest.mark.parametrize(
    ("other", "proposed"),
    [("Café".encode(), "utf-8"), (b"cafe", "windows-1252"), (WESTERN, "windows-1252")],
    ids=["UTF-8", "ASCII", "the same"],
)
def test_no_encoding_is_proposed_that_other_files_do_not_have(other, proposed, tmp_path, qtbot):
    paths = [tmp_path / "a.txt", tmp_path / "b.txt"]
    paths[0].write_bytes(WESTERN)
    paths[1].write_bytes(other)
    dialog = opened(paths, qtbot)
    assert dialog.encoding.currentData() == proposed


def test_of_many_files_one_in_utf_8_is_shown_in_red_if_it_is_read_as_another(tmp_path, qtbot):
    paths = [tmp_path / f"{name}.txt" for name in "abcde"]
    for path in paths:
        path.write_bytes(WESTERN)
    paths[3].write_text("Käthe", encoding="utf-8")
    dialog = opened(paths, qtbot)
    dialog.encoding.setCurrentIndex(dialog.encoding.findData("windows-1252"))
    dialog.encoding.activated.emit(dialog.encoding.currentIndex())
    qtbot.waitUntil(lambda: dialog.shown is not None)
    read_by(dialog, qtbot)
    tree = dialog.report.tree
    tops = [tree.topLevelItem(row) for row in range(5)]
    red = theme_of(tree.palette()).bad
    assert [one.foreground(0).color() == red for one in tops] == [n == 3 for n in range(5)]
    assert [one.isExpanded() for one in tops] == [n == 3 for n in range(5)]


def test_each_line_of_a_text_can_be_a_sentence(tmp_path, qtbot):
    path = tmp_path / "a.txt"
    path.write_text("It began. It went on\nin Dr. Osei's log\n")
    dialog = opened([path], qtbot)
    assert dialog.table.item(0, 0).text() == "It · began · ."
    dialog.lines.click()
    qtbot.waitUntil(lambda: dialog.table.item(0, 0).text() == "It · began · . · It · went · on")
    assert dialog.table.rowCount() == 2
    assert dict(dialog.options().options) == {"sentences": "lines"}
    read = prepare(path, dialog.options())
    assert read.texts == ["It began. It went on", "in Dr. Osei's log"]
    dialog.tokens.setCurrentIndex(2)
    dialog.tokens.activated.emit(2)
    qtbot.waitUntil(lambda: not dialog.lines.isVisible())


@pytest.mark.parametrize("bad_first", [True, False])
def test_a_bad_file_is_named_and_the_others_can_be_imported(columns, tmp_path, qtbot, bad_first):
    bad = tmp_path / "bad.conll"
    bad.write_text("Anna B-PER\nlives O O\n\n")
    dialog = opened([bad, columns] if bad_first else [columns, bad], qtbot)
    read_by(dialog, qtbot)
    name = columns.name
    order = "one" if bad_first else "the first"
    assert f"This is how “{name}” begins, {order} of 2 files." in dialog.lead.text()
    assert "bad.conll, line 2" in dialog.problem.text()
    assert dialog.problem.isVisible()
    assert dialog.problem.text().startswith("1 file cannot be read and is left out:")
    assert dialog.accept_button.text() == "Im&port the other file"
    with qtbot.waitSignal(dialog.wanted) as seen:
        dialog.accept_button.click()
    assert [one.name for one in seen.args[0].prepared] == [name]


def test_a_choice_that_makes_all_files_readable_imports_all(columns, tmp_path, qtbot):
    bad = tmp_path / "bad.conll"
    bad.write_text("Anna B-PER\nlives O O\n\n")
    dialog = opened([columns, bad], qtbot)
    read_by(dialog, qtbot)
    assert dialog.ragged.isVisible()
    dialog.ragged.click()
    qtbot.waitUntil(lambda: dialog.accept_button.isEnabled())
    assert dialog.accept_button.text() == "Im&port"
    assert not dialog.problem.isVisible()


def test_of_many_bad_files_some_are_named(columns, tmp_path, qtbot):
    bad = [tmp_path / f"bad{n}.conll" for n in range(5)]
    for path in bad:
        path.write_text("Anna B-PER\nlives O O\n\n")
    dialog = opened([columns, columns, *bad], qtbot)
    read_by(dialog, qtbot)
    first, *named, rest = dialog.problem.text().splitlines()
    assert first == "5 files cannot be read and are left out:"
    assert ["bad0" in named[0], "bad1" in named[1], "bad2" in named[2]] == [True] * 3
    assert rest == "… and 2 more files."
    assert dialog.accept_button.text() == "Im&port the other 2 files"
