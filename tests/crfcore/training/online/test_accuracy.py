"""The online methods on CoNLL-2000, beside python-crfsuite."""

from __future__ import annotations

import pytest

from app.lab.benchmarks.peer import attribute_strings
from app.lab.corpora.conll2000 import corpus_file, read_tagged
from crfcore.crf import LinearChainCRF
from crfcore.features.extraction import TemplateExtractor
from crfcore.features.presets import template_named
from crfcore.metrics.spans import span_f1_score

PASSES = 8


@pytest.fixture(scope="module")
def material(corpora):
    train, test = (
        read_tagged(corpus_file(corpora, f"{name}.txt.gz")) for name in ("train", "test")
    )
    extractor = TemplateExtractor(template_named("chunking"))
    return extractor, extractor.fit(train.table), train, extractor.transform(test.table), test


@pytest.mark.slow
@pytest.mark.parametrize("algorithm", ["ap", "pa", "arow", "l2sgd"])
def test_f1_is_that_of_python_crfsuite(tmp_path, material, algorithm):
    pycrfsuite = pytest.importorskip("pycrfsuite")
    extractor, dataset, train, test_dataset, test = material
    trainer = pycrfsuite.Trainer(algorithm=algorithm, verbose=False)
    trainer.set_params({"max_iterations": PASSES, "feature.possible_transitions": True})
    sentences = attribute_strings(extractor, dataset)
    for attributes, tags in zip(sentences, train.tags, strict=True):
        trainer.append(attributes, tags)
    trainer.train(str(tmp_path / "model"))
    tagger = pycrfsuite.Tagger()
    tagger.open(str(tmp_path / "model"))
    theirs = [tagger.tag(attributes) for attributes in attribute_strings(extractor, test_dataset)]
    tagger.close()
    crf = LinearChainCRF(algorithm, max_iterations=PASSES)
    crf.fit(dataset, train.tags, extractor=extractor)
    ours = crf.predict(test_dataset)
    # Both see the sentences in random orders; AROW has no mean that would level that out.
    tolerance = 0.006 if algorithm == "arow" else 0.003
    assert span_f1_score(test.tags, ours) >= span_f1_score(test.tags, theirs) - tolerance
