"""Tests of the options for the encoding and the sentences of texts."""

from __future__ import annotations

from pathlib import Path

from app.__main__ import main


def test_the_command_takes_an_encoding_and_lines(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_bytes("Im Café. Und dann\nDr. É. Ng kam\n".encode("cp1252"))
    assert main(["new", "p.tagwright"]) == 0
    assert main(["import", "p.tagwright", "a.txt"]) == 1
    assert "Windows-1252; import it with that encoding" in capfd.readouterr().err
    command = ["import", "p.tagwright", "a.txt", "--encoding", "windows-1252"]
    assert main([*command, "--sentences", "lines"]) == 0
    assert capfd.readouterr().out == "a.txt: 2 sentences, 9 tokens (text).\n"
    assert main(["export", "p.tagwright", "out.conll"]) == 0
    words = Path("out.conll").read_text(encoding="utf-8")
    assert "Café" in words
    assert words.count("\n\n") == 1 + words.endswith("\n\n")


def test_text_that_is_tokenised_already_is_split_at_spaces_by_either_name(
    tmp_path, monkeypatch, capfd
):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("Anna's dog (Rex) .\n")
    assert main(["new", "p.tagwright"]) == 0
    for name in ("spaces", "blanks"):
        capfd.readouterr()
        assert main(["import", "p.tagwright", "a.txt", "--tokens", name]) == 0
        assert "1 sentence, 4 tokens" in capfd.readouterr().out


def test_a_file_in_utf_8_that_is_read_as_windows_1252_is_named(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    Path("old.txt").write_bytes("Im Café\n".encode("cp1252"))
    Path("new.txt").write_text("Käthe – schön\n", encoding="utf-8")
    Path("plain.txt").write_text("Anna\n")
    assert main(["new", "p.tagwright"]) == 0
    files = ["old.txt", "new.txt", "plain.txt"]
    command = ["import", "p.tagwright", *files, "--encoding", "windows-1252"]
    capfd.readouterr()
    assert main([*command, "--report"]) == 0
    text = "Characters that are valid UTF-8, and were read as Windows-1252: 3"
    assert capfd.readouterr().out.count(text) == 1
    assert main(command) == 0
    told = capfd.readouterr().err
    assert "new.txt is valid UTF-8, and was read as Windows-1252; look at its letters" in told
    assert "old.txt is" not in told
    assert "plain.txt is" not in told
