"""What comes from outside ends in words or in a result, never in a crash or a hang.

A hundred thousand inputs from fixed seeds; `make test` takes the first few hundred of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from app.formats.records import ExportedDocument, ExportedSentence, Format, ImportedText
from app.formats.table import FORMATS, format_of
from app.jobs.tag_files.constraints import parse_constraints
from crfcore import ColumnTable, LinearChainCRF, parse_template
from crfcore.errors import CrfError
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import PRESETS
from crfcore.text.columns import parse_columns
from crfcore.text.conllu import parse_conllu
from crfcore.text.lines import read_text, text_of
from tests.crfcore.test_files import trained
from tests.damaged_models import DAMAGES, HOSTILITIES
from tests.other_models import TextModel, crfpp_border, wapiti_border
from tests.soak.mutations import inputs

LONGEST_SECONDS = 2.0
"""What one input may take, of a thread's own time."""

COLUMNS = [
    b"The DT B-NP\ncat NN I-NP\n\nIt PRP B-NP\n",
    b"-DOCSTART-\t-X-\tO\n\nAnna\tNNP\tB-PER\r\n\r\nUlm\tNNP\tB-LOC\r\n",
    b"# a comment of more words\nword pos tag\n\n\n\xc3\x89 N O",
]
CONLLU = [
    b"# text = Anna lives\n1-2\tAnna lives\t_\t_\t_\t_\t_\t_\t_\t_\n"
    b"1\tAnna\tAnna\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tlives\tlive\tVERB\t_\t_\t0\troot\t_\t_\n\n",
    b"1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n1.1\tb\tb\tX\t_\t_\t_\t_\t_\t_\n\n",
]
TEXTS = [
    b"Dr. Osei called. He said \xe2\x80\x9cno\xe2\x80\x9d!\n\nA new line\nand another",
    *COLUMNS,
]
ANN_MARK = "\n===\n"
SPANS = [
    b'{"id": 1, "text": "Anna met Bo. \xf0\x9f\x99\x82 No.", "label": [[0, 4, "P"], [9, 11, "X"]]}',
    b'{"text": "Anna met Bo", "entities": [{"id": 1, "label": "P", "start_offset": 0,'
    b' "end_offset": 4}], "relations": [{"id": 2, "from_id": 1, "to_id": 1}], "Comments":'
    b' ["\\u00e9"]}\r\n\r\n{"text": "x"}',
    b'{"text":"Al is","_input_hash":1,"spans":[{"start":0,"end":2,"label":"P","text":"Al"}],'
    b'"answer":"accept"}\n{"text":"Al is","_input_hash":1,"spans":[{"start":3,"end":5,"label":"P"'
    b'}],"answer":"reject","tokens":[{"start":0,"end":2,"id":0},{"start":3,"end":5,"id":1}]}\n',
    b"Anna met Bo.\r\n\r\nIt  rained\n===\nT1\tPER 0 4\tAnna\nT2\tX 16 18;20 26\tIt rained\n"
    b"R1\tr A:T1 B:T2",
]
TEMPLATES = [text.encode() for text in PRESETS.values()] + [
    b'u:w=%x[0,0]\nU:c=%t[0,0,"^\\u"]/%X[-1,1]\n*:m=%m[@1,0,".?.?$"]\nb\nB:%M[-2,0,"\\d*\\p"]\n',
    b"# dialect: wapiti\nu00:%x[0,0]\nb01:%x[-1,0]%x[@-1,1]\n",
    b"U00:%x[-2,0]/%prefix[0,1,3]\nB00:%suffix[1,0,2]\nB\n",
]
CONSTRAINTS = [
    b"_\nA|B\n\n!A\n",
    b"the\t!A|B\r\ncat\tC|D\r\n\r\nsat\t_",
    b"# what is known of it\nx A\ny !B|A\n\nz _\n",
]
TABLE = ColumnTable.from_sentences([[("The", "D"), ("cat.", "N")], [("\u00c9", "x")]])
SENTENCES = [[("The", "D"), ("cat/", "N"), ("sat", "V")], [("\u00c9", "N")]]


def read_columns(data: bytes) -> None:
    text = text_of(data)
    assert parse_columns(text).text == text


def read_conllu(data: bytes) -> None:
    text = text_of(data)
    assert parse_conllu(text).text == text


def read_any_text(data: bytes, *, folder: Path) -> None:
    path = folder / "input"
    path.write_bytes(data)
    text = read_text(path)
    format_of(text).read(text, (), path)
    for one in FORMATS.values():
        try:
            one.read(text, (), path)
        except CrfError:
            continue


def read_spans(data: bytes) -> None:
    text, _, beside = text_of(data).partition(ANN_MARK)
    companions = {".ann": beside}
    for name in ("doccano", "prodigy", "brat"):
        form = FORMATS[name]
        try:
            read = form.read(text, (), None, companions=companions)
        except CrfError:
            continue
        for tag in (None, "O", "B-X"):
            written = "".join(form.write(_document(read, tag)))
            _read_again(form, written, companions)
            assert tag is not None or written == text
            for write in form.writes.values():
                other = "".join(write(_document(read, tag)))
                assert tag is not None or other == beside
            list(form.losses(_document(read, tag)))


def _read_again(form: Format, written: str, companions: dict[str, str]) -> None:
    """Read what was written; it cannot be refused."""
    try:
        form.read(written, (), None, companions=companions)
    except CrfError as error:
        pytest.fail(f"{error} for {written!r}")


def _document(read: ImportedText, tag: str | None) -> ExportedDocument:
    """Return what was read as it is written when all tokens have the same tag."""
    sentences = (
        ExportedSentence(
            one.columns[0], [tag] * len(one.starts), one.source, one.text, one.starts, one.ends, at
        )
        for at, one in enumerate(read.sentences)
    )
    return ExportedDocument(read.layout, sentences, records=lambda: read.records)


def read_known_labels(data: bytes, *, folder: Path) -> None:
    path = folder / "known"
    path.write_bytes(data)
    found = parse_constraints(read_text(path), path, ["A", "B", "C", "A|B", "C|D"], [2, 1])
    assert found.allowed.shape == (3, 5)
    assert found.allowed.any(axis=1).all()


def read_template(data: bytes) -> None:
    template = parse_template(text_of(data))
    assert parse_template(str(template)) == template
    if len(data) % 4 == 0:
        extractor = TemplateExtractor(template)
        dataset = extractor.fit(TABLE)
        again = TemplateExtractor.from_state(*extractor.state())
        assert np.array_equal(again.transform(TABLE).attributes, dataset.attributes)


def read_foreign_model(data: bytes, *, folder: Path) -> None:
    path = folder / "model"
    path.write_bytes(data)
    crf = LinearChainCRF.import_model(path)
    by_columns = crf.template is not None
    crf.predict(SENTENCES if by_columns else [[["u:The"], {"w": "cat"}]])


def foreign_models(folder: Path) -> list[bytes]:
    import pycrfsuite

    rng = np.random.default_rng(7)
    crfpp = TextModel(
        ["U0:%x[0,0]", "U1:%x[-1,0]/%x[0,1]", "B", "B1:%x[0,1]"],
        SENTENCES,
        ["A", "B"],
        crfpp_border,
        rng,
    )
    wapiti = TextModel(
        ["u:%x[0,0]", '*:%t[0,0,"^\\u"]%m[-1,0,"^.?"]', "b"],
        SENTENCES,
        ["A", "B"],
        wapiti_border,
        rng,
    )
    items = TextModel(["u:%x[0,0]", "b"], SENTENCES, ["A", "B"], wapiti_border, rng)
    trainer = pycrfsuite.Trainer(verbose=False, params={"max_iterations": 3})
    trainer.append([{"w": "a"}, ["b --> c"]], ["X", "Y: 1"])
    trainer.train(str(folder / "peer"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(folder / "peer"))
    tagger.dump(str(folder / "dump"))
    texts = [crfpp.crfpp_text(), wapiti.wapiti_model(), items.wapiti_dump()]
    encoded = [text.encode("utf-8", "surrogateescape") for text in texts]
    return [*encoded, (folder / "peer").read_bytes(), (folder / "dump").read_bytes()]


def ends_well(read: Callable[[bytes], None], data: bytes) -> None:
    """Read an input; nothing but our errors comes out, and it does not take long."""
    start = time.thread_time()
    try:
        with suppress(CrfError):
            read(data)
    except BaseException as error:
        error.add_note(f"The input was {data[:2000]!r}.")
        raise
    seconds = time.thread_time() - start
    if seconds > LONGEST_SECONDS:
        pytest.fail(f"{seconds:.1f} s for {data[:2000]!r}")


def read_all(folder: Path, n: dict[str, int]) -> int:
    """Read so many inputs of each kind, and return how many there were."""
    readers: dict[str, tuple[Callable[[bytes], None], list[bytes]]] = {
        "columns": (read_columns, COLUMNS),
        "conllu": (read_conllu, CONLLU),
        "texts": (partial(read_any_text, folder=folder), TEXTS + CONLLU),
        "spans": (read_spans, SPANS),
        "constraints": (partial(read_known_labels, folder=folder), CONSTRAINTS),
        "templates": (read_template, TEMPLATES),
        "foreign": (partial(read_foreign_model, folder=folder), foreign_models(folder)),
    }
    done = 0
    for name, (read, seeds) in readers.items():
        for seed in seeds:
            read(seed)
        for data in inputs(0, seeds, n[name]):
            ends_well(read, data)
            done += 1
    return done


def load_all(n: int) -> int:
    """Load so many damaged and hostile models, and return how many there were."""
    rng = np.random.default_rng(0)
    kinds = ["template", "wapiti", "items", "matrix", "empirical", "edges"]
    models = [trained(kind)[0].to_bytes() for kind in kinds]
    done = 0
    while done < n:
        for damage in (*DAMAGES, *HOSTILITIES):
            data = damage(rng, models[done % len(models)])
            ends_well(partial(LinearChainCRF.from_bytes, name="m.crf"), data)
            done += 1
    return done


def test_some_hostile_inputs(tmp_path: Path) -> None:
    names = ["columns", "conllu", "texts", "spans", "constraints", "templates", "foreign"]
    assert read_all(tmp_path, dict.fromkeys(names, 60)) + load_all(60) >= 480


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_a_hundred_thousand_hostile_inputs(tmp_path: Path) -> None:
    counts = {
        "columns": 20_000,
        "conllu": 15_000,
        "texts": 15_000,
        "spans": 15_000,
        "constraints": 5_000,
        "templates": 20_000,
        "foreign": 20_000,
    }
    assert read_all(tmp_path, counts) + load_all(10_000) >= 100_000
