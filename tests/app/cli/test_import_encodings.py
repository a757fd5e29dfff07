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
