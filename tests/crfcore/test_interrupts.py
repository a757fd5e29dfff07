"""Interrupts that other code swallowed."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from crfcore import interrupts
from crfcore.whole_files import writing


@pytest.fixture
def noted(monkeypatch):
    """Let an interrupt be noted."""
    monkeypatch.setattr(interrupts, "_notes", [])
    interrupts.watch(lambda: True)


def test_nothing_is_raised_without_a_note(monkeypatch):
    monkeypatch.setattr(interrupts, "_notes", [])
    interrupts.raise_if_lost()
    interrupts.watch(lambda: False)
    interrupts.raise_if_lost()


def test_a_lost_interrupt_is_raised(noted):
    with pytest.raises(KeyboardInterrupt):
        interrupts.raise_if_lost()


def test_an_interrupt_that_is_being_handled_is_not_raised_again(noted):
    try:
        raise KeyboardInterrupt
    except KeyboardInterrupt as interrupt:
        interrupts.raise_if_lost()
        try:
            raise TypeError from interrupt
        except TypeError:
            interrupts.raise_if_lost()


def test_other_threads_go_on(noted):
    with ThreadPoolExecutor(1) as executor:
        executor.submit(interrupts.raise_if_lost).result()


def test_no_file_gets_its_name_after_a_lost_interrupt(noted, tmp_path):
    path = tmp_path / "file"
    path.write_text("before")
    with pytest.raises(KeyboardInterrupt), writing(path) as file:
        file.write(b"after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]
