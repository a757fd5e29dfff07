import _thread
import gzip
import os
import queue
import re
import select
import socket
import struct
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crfcore import LinearChainCRF
from crfcore.errors import DataError, ModelFileError
from crfcore.text import lines
from crfcore.text.lines import (
    ENCODINGS,
    LARGEST_TEXT,
    PACKED_FREELY,
    open_file,
    read_bytes,
    read_small_text,
    read_text,
    reading_streams,
    text_of,
)
from tests.bounded import run_bounded
from tests.patience import PATIENCE


def refusal(data: bytes) -> DataError:
    with pytest.raises(DataError) as caught:
        text_of(data, "notes.txt")
    return caught.value


def test_text_is_kept_as_it_stands(tmp_path):
    text = "\ufeffa b\r\nc\x0cd\x85e\u2028f \r\nlast"
    path = tmp_path / "notes.txt"
    path.write_bytes(text.encode())
    assert read_text(path) == text


@given(st.text(min_size=1).filter(lambda text: "\0" not in text))
def test_every_text_comes_back(text):
    assert text_of(text.encode("utf-8", "replace")) == text.encode("utf-8", "replace").decode()


def test_a_packed_file_is_known_by_its_content(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(gzip.compress(b"a b\n"))
    assert read_text(path) == "a b\n"


@pytest.mark.parametrize("damage", [lambda d: d[:-9], lambda d: d[:20] + b"\xff" * 8 + d[28:]])
def test_a_damaged_packed_file_is_rejected(tmp_path, damage):
    path = tmp_path / "notes.gz"
    path.write_bytes(damage(gzip.compress(b"in the beginning was the word\n" * 9)))
    with pytest.raises(DataError, match=r"notes\.gz: The file is packed by gzip, and damaged"):
        read_text(path)


def test_an_empty_packed_file_is_empty(tmp_path):
    path = tmp_path / "notes.gz"
    path.write_bytes(gzip.compress(b""))
    with pytest.raises(DataError, match="The file is empty"):
        read_text(path)


def test_an_empty_file_is_rejected():
    assert str(refusal(b"")) == "notes.txt: The file is empty; choose one with text."


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(DataError, match=r"missing\.txt: There is no such file"):
        read_text(tmp_path / "missing.txt")


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(DataError, match="This is a folder"):
        read_text(tmp_path)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read everything")
def test_a_forbidden_file_is_named(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("a")
    path.chmod(0)
    with pytest.raises(DataError, match="not allowed to read"):
        read_text(path)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (PermissionError(13, "Permission denied"), "not allowed"),
        (OSError(5, "I/O error"), "I/O error"),
    ],
)
def test_what_the_system_says_is_reported(monkeypatch, error, words):
    def fail(_path):
        raise error

    monkeypatch.setattr(Path, "stat", fail)
    with pytest.raises(DataError, match=words):
        read_text(Path("notes.txt"))


def test_an_invalid_byte_has_line_and_column():
    error = refusal(b"erste Zeile\nschon - caf" + b"\xe9\n")
    assert (error.line, error.column) == (2, 12)
    assert str(error).startswith("notes.txt, line 2, column 12: The byte 0xE9 is not UTF-8")
    assert "would be “é” in Windows-1252; convert the file to UTF-8" in str(error)
    assert "iconv" in str(error)


def test_columns_do_not_count_the_byte_order_mark():
    error = refusal(b"\xef\xbb\xbfab\xff")
    assert (error.line, error.column) == (1, 3)


@pytest.mark.parametrize(
    "data",
    [b"a\xc3", b"a\xed\xa0\x80", b"a\xc0\xaf", b"a\xf5\x80\x80\x80", b"a\x80"],
    ids=["cut", "surrogate", "overlong", "too high", "continuation"],
)
def test_no_byte_is_replaced_silently(data):
    error = refusal(data)
    assert (error.line, error.column) == (1, 2)


def test_a_nul_is_no_text():
    error = refusal(b"one\ntwo\0three")
    assert (error.line, error.column) == (2, 4)
    assert "binary file; choose a text." in str(error)


def test_a_binary_file_is_called_so():
    error = refusal(bytes(range(1, 256)) * 4)
    assert "binary file; choose a text." in str(error)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_wide_encodings_are_named(encoding):
    assert encoding.upper() in str(refusal("word\n".encode(encoding)))
    assert "UTF-16" in str(refusal(b"\xfe\xff\0w"))
    assert "UTF-32" in str(refusal(b"\0\0\xfe\xff\0\0\0w"))


def test_an_error_can_be_given_its_file_later():
    with pytest.raises(DataError) as caught:
        text_of(b"a\n\xff")
    assert str(caught.value.at("b.txt")).startswith("b.txt, line 2, column 1: ")


# ---- files that are hostile, or no files

READ = """
import sys
from pathlib import Path
from crfcore.errors import DataError
from crfcore.text.lines import read_text
try:
    read_text(Path(sys.argv[1]))
except DataError as error:
    print(error)
"""


def bomb(n_bytes: int) -> bytes:
    """Pack the letter a so many times, member by member, as fast as that can be done."""
    mebibytes, rest = divmod(n_bytes, 1 << 20)
    return gzip.compress(b"a" * (1 << 20)) * mebibytes + gzip.compress(b"a" * rest)


@pytest.mark.parametrize("size", [2 << 30, 64 << 20])
def test_a_gzip_bomb_is_rejected_within_some_memory(tmp_path, size):
    path = tmp_path / "bomb.gz"
    path.write_bytes(bomb(size))
    done = run_bounded(READ, path, mebibytes=400)
    # Reading has ended long before the end of the larger one.
    assert re.search(r"More than 3[2-5] MiB come out of the first \d+ KiB", done.stdout), (
        done.stderr
    )
    assert "unpack it yourself" in done.stdout
    assert not done.stderr


def test_a_file_that_is_packed_well_is_read(tmp_path):
    path = tmp_path / "rows.gz"
    path.write_bytes(gzip.compress(b"word NN B-NP\n" * 9000) * 42)
    assert len(read_bytes(path)) == 9000 * 13 * 42
    path.write_bytes(gzip.compress(b"a" * PACKED_FREELY))
    assert len(read_bytes(path)) == PACKED_FREELY


def test_a_file_that_is_too_large_is_rejected_within_some_memory(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        # Full of holes, so it takes no room on the disk.
        file.truncate(LARGEST_TEXT + 1)
    done = run_bounded(READ, path, mebibytes=700)
    assert "holds more than 256 MiB" in done.stdout, done.stderr
    assert "split" in done.stdout


def test_memory_that_does_not_suffice_is_reported_so(tmp_path):
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(LARGEST_TEXT)
    done = run_bounded(READ, path, mebibytes=200)
    assert "needs more memory than there is" in done.stdout, done.stderr


@pytest.mark.parametrize(
    "damage",
    [
        lambda d: d + b"garbage",
        lambda d: d[:-4] + struct.pack("<I", 1),
        lambda d: d[:-8] + bytes(4) + d[-4:],
        lambda d: d + d[:-1],
        lambda d: d[:9],
        lambda d: d[:3] + b"\xff" + d[4:],
    ],
    ids=["garbage behind", "lying size", "wrong checksum", "second cut", "header cut", "flags"],
)
def test_every_damage_of_a_packed_file_is_one_sentence(tmp_path, damage):
    path = tmp_path / "notes.gz"
    path.write_bytes(damage(gzip.compress(b"in the beginning was the word\n" * 9)))
    with pytest.raises(DataError, match=r"damaged or cut short"):
        read_text(path)


def test_what_is_packed_twice_is_reported_so(tmp_path):
    path = tmp_path / "notes.gz"
    path.write_bytes(gzip.compress(gzip.compress(b"a b\n")))
    with pytest.raises(DataError, match="packed by gzip twice"):
        read_text(path)


def test_a_pipe_is_rejected_without_waiting(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(DataError, match="a pipe or a device, and a file was expected"):
        read_text(path)


@pytest.mark.parametrize("name", ["/dev/null", "/dev/zero", "/dev/tty"])
def test_a_device_is_rejected(name):
    with pytest.raises(DataError, match="a pipe or a device"):
        read_text(Path(name))


def test_a_socket_is_rejected(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as one:
        one.bind("s")
        with pytest.raises(DataError, match="a socket or a disk"), reading_streams():
            read_text(Path("s"))


@pytest.mark.parametrize("data", [b"a b\n", gzip.compress(b"a b\n")], ids=["plain", "packed"])
def test_a_pipe_is_read_where_streams_are(tmp_path, data):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_bytes, args=(data,))
    writer.start()
    with reading_streams():
        assert read_text(path) == "a b\n"
    writer.join()
    with pytest.raises(DataError, match="a pipe or a device"):
        read_text(path)


def test_whoever_reads_a_silent_pipe_is_reported_what_is_waited_for(tmp_path, monkeypatch):
    monkeypatch.setattr(lines, "WAIT_SECONDS", 0.0)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    waiting = queue.Queue()
    notified = []

    def write_when_told():
        notified.append(waiting.get())
        path.write_bytes(b"a b\n")

    writer = threading.Thread(target=write_when_told)
    writer.start()
    with reading_streams(waiting.put):
        assert read_text(path) == "a b\n"
    writer.join()
    assert notified == [path]


def test_nobody_is_reported_of_a_file_that_is_read_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(threading, "Timer", None)
    (tmp_path / "file").write_text("a b\n")
    with reading_streams():
        assert read_text(tmp_path / "file") == "a b\n"


def test_an_interrupt_ends_the_timer_of_a_wait(tmp_path, monkeypatch):
    """With `threading.Timer`, Ctrl+C during its `cancel` could leave a lock taken for ever."""
    monkeypatch.setattr(threading, "Timer", None)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    told = []
    before = set(threading.enumerate())
    with reading_streams(told.append), pytest.raises(KeyboardInterrupt):
        interrupt_a_wait(path, before)
    for thread in set(threading.enumerate()) - before:
        thread.join()
    assert told == []


def interrupt_a_wait(path, before):
    with lines._waiting_timer(path) as end:
        assert len(set(threading.enumerate()) - before) == 1
        end()
        end()
    with lines._waiting_timer(path):
        raise KeyboardInterrupt


def test_an_interrupt_that_ends_no_system_call_ends_the_wait_for_a_pipe(tmp_path, monkeypatch):
    """As if Ctrl+C came just before the call: Python sees it, and the call does not."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    waits_again = threading.Event()
    monkeypatch.setattr(lines.select, "poll", polls_that_set(waits_again))

    # Open for writing as well: the wait for the other end is the system's.
    other_end = os.open(path, os.O_RDWR)

    def interrupt():
        if waits_again.wait(PATIENCE / 1_000):
            _thread.interrupt_main()
        else:
            os.close(other_end)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt), reading_streams():
        read_text(path)
    thread.join()
    os.close(other_end)


def polls_that_set(event):
    """Return `select.poll` whose second wait sets an event."""
    poll = select.poll

    class Poll:
        def __init__(self):
            self._poll = poll()
            self._n_waits = 0
            self.register = self._poll.register

        def poll(self, *milliseconds):
            self._n_waits += 1
            if self._n_waits == 2:
                event.set()
            return self._poll.poll(*milliseconds)

    return Poll


def test_a_device_without_end_is_read_to_a_limit(tmp_path):
    done = run_bounded(
        READ.replace("\ntry:", "\nfrom crfcore.text.lines import reading_streams\ntry:").replace(
            "    read_text(", "    with reading_streams(): read_text("
        ),
        "/dev/zero",
        mebibytes=700,
    )
    assert "holds more than 256 MiB" in done.stdout, done.stderr


@pytest.fixture
def waited_for(tmp_path, monkeypatch):
    """Give a path whose content is yet to come, and which says that it is a file.

    Some files of the system are like that, such as the messages of Linux.
    """
    path = tmp_path / "messages"
    os.mkfifo(path)
    monkeypatch.setattr(lines, "_check_kind", lambda *_, **__: None)
    with os.fdopen(os.open(path, os.O_RDWR), "wb", buffering=0):
        yield path


def test_a_file_that_would_be_waited_for_is_rejected(waited_for):
    for read in (read_text, read_bytes, lambda path: read_small_text(path, "a template", 1000)):
        with pytest.raises(DataError, match=r"gives its content only in time.*save what it gives"):
            read(waited_for)
    with open_file(waited_for) as file, pytest.raises(BlockingIOError):
        file.readinto(bytearray(9))
    with pytest.raises(ModelFileError, match=r"empty|in time"):
        LinearChainCRF.load(waited_for)


def test_a_file_is_never_waited_for_and_a_pipe_is(tmp_path, monkeypatch):
    flags = []

    def noted(path, how):
        flags.append(how)
        return opened(path, how)

    opened = os.open
    monkeypatch.setattr(lines.os, "open", noted)
    (tmp_path / "file").write_text("a b\n")
    for streams in (False, True):
        open_file(tmp_path / "file", streams=streams).close()
    open_file(Path("/dev/null"), streams=True).close()
    assert [bool(how & os.O_NONBLOCK) for how in flags] == [True, True, False]


class _StoppedError(Exception):
    pass


@pytest.mark.parametrize("data", [bytes(8 << 20), gzip.compress(b"") * 60_000])
def test_reading_stops_when_it_is_asked_to(tmp_path, data):
    looks = 0

    def watch() -> None:
        nonlocal looks
        looks += 1
        if looks == 4:
            raise _StoppedError

    path = tmp_path / "large"
    path.write_bytes(data)
    with pytest.raises(_StoppedError):
        read_text(path, watch)
    assert looks == 4


@pytest.mark.parametrize(
    ("data", "shown_text"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "This is a PDF. Save its text"),
        (b"PK\x03\x04\x14\0" + b"\0" * 20 + b"word/document.xml", "This is a Word document"),
        (b"PK\x03\x04" + b"mimetypeapplication/vnd.oasis.opendocument.text", "an OpenDocument"),
        (b"PK\x03\x04\x14\0\0\0notes.txt", "This is a ZIP archive"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "an office program, such as Word"),
        (b"{\\rtf1\\ansi caf\\'e9}", "This is rich text (RTF)"),
        (b"#FORMAT=WebAnno TSV 3.3\n\n\n#Text=Ann\n1-1\t0-3\tAnn\tPER\n", "a WebAnno TSV file"),
        (b'<?xml version="1.0" encoding="UTF-8"?>\n<xmi:XMI/>', "This is an XML file"),
        (b"\xef\xbb\xbf#FORMAT=WebAnno TSV 3.2\n", "as “CoNLL 2002”"),
    ],
)
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_anything_but_a_text_is_called_by_its_name(data, shown_text, encoding):
    with pytest.raises(DataError, match=re.escape(shown_text)):
        text_of(data, "notes.txt", encoding)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "windows-1252"])
def test_a_chosen_encoding_is_read(codec):
    chosen = codec[:6] if codec.startswith("utf") else codec
    assert text_of("Anna zahlt 5 € im Café.\n".encode(codec), None, chosen) == (
        "Anna zahlt 5 € im Café.\n"
    )


def test_utf_16_without_a_mark_is_called_so():
    for codec in ("utf-16-le", "utf-16-be"):
        data = "Anna lives in Ulm.\n".encode(codec)
        assert "The file is UTF-16, and UTF-8 was expected; save it as UTF-8." in str(refusal(data))
        with pytest.raises(DataError, match=r"UTF-16, .* or import it with that encoding"):
            text_of(data, may_choose=True)


@pytest.mark.parametrize(
    ("data", "encoding", "place"),
    [
        (b"one\ntw\x81", "windows-1252", (2, 3)),
        (b"o\0n\0e", "windows-1252", (1, 2)),
        ("one\ntw".encode("utf-16") + b"o", "utf-16", (2, 3)),
    ],
)
def test_what_is_not_of_the_chosen_encoding_has_a_place(data, encoding, place):
    with pytest.raises(DataError, match="choose another encoding") as caught:
        text_of(data, "notes.txt", encoding)
    assert (caught.value.line, caught.value.column) == place


@pytest.mark.parametrize(
    ("error", "number", "told"),
    [
        (PermissionError(13, "Access is denied"), 32, "Another program has this file open"),
        (FileNotFoundError(2, "The filename or extension is too long"), 206, "too long for Win"),
        (FileNotFoundError(2, "The system cannot find the path"), 3, "There is no such file"),
    ],
)
def test_errors_of_windows_are_told_apart(error, number, told):
    error.winerror = number
    assert told in lines.why_unreadable(error)


def test_standard_input_has_the_name_it_has_elsewhere(monkeypatch):
    monkeypatch.setattr(lines, "ON_WINDOWS", True)
    monkeypatch.setattr(Path, "stat", None)  # Windows has no such file
    before = os.dup(0)
    reader, writer = os.pipe()
    try:
        os.dup2(reader, 0)
        os.write(writer, b"Rex\tO\r\n")
        os.close(writer)
        with open_file(Path("/dev/stdin"), streams=True) as file:
            assert file.read(100) == b"Rex\tO\r\n"
            assert file.read(100) == b""
        os.fstat(0)  # it stays open
    finally:
        os.dup2(before, 0)
        for descriptor in (before, reader):
            os.close(descriptor)
