"""Labels predicted from columns are those of the extracted dataset."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore.crf import LinearChainCRF
from crfcore.errors import CrfError, TemplateError
from crfcore.estimator import fitted_chain
from crfcore.features.column_table import ColumnTable

WORDS = [["the", "cat", "sat"], ["a", "dog", "sat", "down"], [], ["the", "dog"], ["cats"]] * 3
ROWS = [[[word, word[-1]] for word in words] for words in WORDS]
LABELS = [["D" if w in {"a", "the"} else "V" if w == "sat" else "N" for w in s] for s in WORDS]
PLAIN = "U0:%x[0,0]\nU1:%x[-1,0]/%x[0,1]\nU2:%x[-1,1]/%x[0,1]/%x[1,1]\nB\n"
EDGES = "U0:%x[0,0]\nB1:%x[0,1]\n"


@pytest.mark.parametrize("template", [PLAIN, EDGES])
@pytest.mark.parametrize("algorithm", ["lbfgs", "empirical"])
@pytest.mark.parametrize("threads", [1, 2])
def test_columns_get_the_labels_of_their_dataset(monkeypatch, template, algorithm, threads):
    monkeypatch.setattr(fitted_chain, "TOKENS_OF_VITERBI", 5)
    crf = LinearChainCRF(algorithm, template=template, threads=threads, max_iterations=5)
    crf.fit(ROWS, LABELS)
    unseen = [[["bird", "d"], ["sat", "t"]], [["the", "e"]]]
    for rows in (ROWS, unseen, []):
        found = crf.predict(rows)
        assert found == crf.predict(crf.dataset(rows))
        assert found == crf.predict(ColumnTable.from_sentences(rows)) or not rows
        best = crf.decode_dataset(crf.dataset(rows)).labels
        assert [crf.classes_[label] for label in best] == [one for tags in found for one in tags]


def test_anything_but_a_table_is_rejected():
    crf = LinearChainCRF(template=PLAIN, max_iterations=1).fit(ROWS, LABELS)
    with pytest.raises(TemplateError, match="column"):
        crf.predict([[["one"], ["two"]]])
    with pytest.raises(CrfError, match="trained on columns"):
        crf.predict([np.zeros((2, 3))])
    with pytest.raises(CrfError, match="trained on columns"):
        crf.predict(np.zeros((2, 3)))
