"""Probabilities of statements under a fitted model."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import LinearChainCRF
from crfcore.constraints import Count, FixedSpan, Lexical, Pin, Rules, WordList
from crfcore.constraints.conflict import ConflictError
from crfcore.errors import CrfError
from crfcore.estimator.text_rules import TextRules
from crfcore.inference.forward_backward import NoLabellingError

SENTENCES = [[["Ann"], ["Lee"], ["left"]], [["Rome"], ["is"], ["old"]]]
LABELS = [["B-PER", "I-PER", "O"], ["B-LOC", "O", "O"]]


@pytest.fixture(scope="module")
def crf():
    model = LinearChainCRF(template="U:%x[0,0]\nB\n", c2=0.5, max_iterations=10)
    return model.fit(SENTENCES, LABELS)


def test_tokens_are_the_marginals_and_spans_those_of_spans(crf):
    found = crf.confidence(SENTENCES, [[Pin(0, "B-PER"), FixedSpan(0, 2, "PER")], []])
    assert found[0][0] == pytest.approx(crf.predict_marginals(SENTENCES)[0][0]["B-PER"])
    spans = crf.span_marginals(SENTENCES, [[(0, 2, "PER")], []])
    assert found[0][1] == pytest.approx(spans[0][0])
    assert found[1] == []


def test_sentences_are_the_probabilities_of_labellings(crf):
    labels, probability = crf.nbest(SENTENCES[:1], 1)[0][0]
    shown_text = [Pin(token, label) for token, label in enumerate(labels)]
    assert crf.confidence(SENTENCES[:1], [[shown_text]])[0][0] == pytest.approx(probability)


def test_what_is_known_counts(crf):
    rules = Rules([Count("PER", at_least=1), Lexical(WordList(["left"]), "forbids", ["PER"])])
    statement = Count("PER", at_least=1)
    assert crf.confidence(SENTENCES, [[statement]] * 2, rules=rules)[1] == [pytest.approx(1.0)]
    text = TextRules(rules, words=[[token[0] for token in words] for words in SENTENCES])
    dataset = crf.dataset(SENTENCES)
    assert crf.confidence(dataset, [[Pin(2, "B-PER")], []], rules=text)[0] == [0.0]
    mask = np.ones((6, len(crf.classes_)), np.uint8)
    mask[0] = np.array(crf.classes_) == "O"
    assert crf.confidence(SENTENCES, [[Pin(0, "O")], []], allowed=mask)[0] == [1.0]


def test_what_cannot_be_answered(crf):
    with pytest.raises(CrfError, match="2 sentences, and statements about 1"):
        crf.confidence(SENTENCES, [[]])
    rules = [None, Rules([Pin(0, "O"), Pin(0, "B-PER")])]
    with pytest.raises(ConflictError, match="In sentence 2 "):
        crf.confidence(SENTENCES, [[], [Pin(1, "O")]], rules=rules)
    mask = np.ones((6, len(crf.classes_)), np.uint8)
    mask[4] = 0
    with pytest.raises((NoLabellingError, ConflictError), match="entence 2"):
        crf.confidence(SENTENCES, [[], [Pin(1, "O")]], allowed=mask)
