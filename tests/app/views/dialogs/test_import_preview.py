"""Tests of what is read for the preview of an import."""

import pytest

from app.views.dialogs import import_preview
from app.views.dialogs.import_preview import first_preview, preview
from crfcore.errors import DataError
from crfcore.text.encodings import may_be_windows_1252

WESTERN = "Anna zahlte im „Café“ 5 €.\n".encode("windows-1252")


def look(path, others, may_propose, options=None):
    return preview(path, options=options or {}, others=others, may_propose=may_propose)


@pytest.fixture
def read_paths(monkeypatch):
    """The names of the files that are read, in their order."""
    names, read_text = [], import_preview.read_text

    def counting(path, *others, **options):
        names.append(path.name)
        return read_text(path, *others, **options)

    monkeypatch.setattr(import_preview, "read_text", counting)
    return names


def files_of(folder, contents):
    paths = [folder / f"{number}.txt" for number in range(len(contents))]
    for path, content in zip(paths, contents, strict=True):
        path.write_bytes(content)
    return paths


@pytest.mark.parametrize("n", [5, 20])
def test_each_file_is_read_twice_at_most_to_find_out_whether_one_is_utf_8(n, tmp_path, read_paths):
    paths = files_of(tmp_path, [WESTERN] * n + ["Käthe".encode()])
    shown = first_preview(paths, look)
    assert (shown.number, shown.encoding) == (n, "")
    assert max(map(read_paths.count, read_paths)) == 2
    assert len(read_paths) == 2 * (n + 1)


def test_of_files_in_windows_1252_the_first_is_read_in_it(tmp_path, read_paths):
    paths = files_of(tmp_path, [WESTERN, b"plain", WESTERN])
    shown = first_preview(paths, look)
    assert (shown.number, shown.encoding) == (0, "windows-1252")
    assert "Café" in shown.rows[0][0]
    assert read_paths == ["0.txt", "0.txt", "1.txt", "2.txt", "0.txt"]


def test_other_files_are_not_read_where_nothing_can_be_proposed(tmp_path, read_paths):
    paths = files_of(tmp_path, ["Käthe".encode(), WESTERN, WESTERN])
    assert first_preview(paths, look).number == 0
    assert read_paths == ["0.txt"]
    with pytest.raises(DataError) as caught:
        first_preview(paths[1:], lambda path, others, _: look(path, others, None))
    assert may_be_windows_1252(caught.value.__cause__)
    assert read_paths == ["0.txt", "1.txt", "2.txt"]


def test_whoever_cancels_is_obeyed_while_the_other_files_are_read(tmp_path):
    class CancelledError(Exception):
        pass

    def watch():
        raise CancelledError

    paths = files_of(tmp_path, [WESTERN, WESTERN])
    with pytest.raises(CancelledError):
        first_preview(paths, look, watch)
