"""The estimator of tied documents."""

from __future__ import annotations

import numpy as np
import pytest

from crfcore import CrfError, LinearChainCRF, ModelFileError, NotFittedError, model_file
from crfcore.document_crf import DocumentCRF, load_model, model_from_bytes
from crfcore.features.column_table import ColumnTable
from crfcore.features.targets import Targets

CHAIN = LinearChainCRF(template="U0:%x[0,0]\nU1:%x[-1,0]\nU2:%shape[0,0]\n", c2=0.001)
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")


def corpus(n=8):
    """Return documents in which a name is clear in its first sentence only."""
    sentences, labels, documents = [], [], []
    for document in range(n):
        name = NAMES[document % len(NAMES)]
        kind, title = (("PER", "mister"), ("ORG", "company"))[document // 4 % 2]
        for words, tags in (
            ([title, name, "x"], ["O", f"B-{kind}", "O"]),
            (["saw", name], ["O", f"B-{kind}"]),
            ([name, "went"], [f"B-{kind}", "O"]),
        ):
            sentences.append(words)
            labels.append(tags)
            documents.append(document)
    return ColumnTable.from_words(sentences), labels, documents


TABLE, Y, DOCUMENTS = corpus()
NEW = ColumnTable.from_words([["mister", "Zoe", "x"], ["saw", "Zoe"], ["Zoe", "went"]])


def fitted(**params):
    return DocumentCRF(CHAIN, **params).fit(TABLE, Y, documents=DOCUMENTS)


@pytest.fixture(scope="module")
def model():
    return fitted(strength=0.7, probability_strength=0.7)


def test_other_sentences_tell(model):
    # No group of 50 is labelled, so the table is that of agreement.
    assert model.ties_.table.n_groups == 8
    assert model.predict(NEW, documents=[0, 0, 0]) == [
        ["O", "B-PER", "O"],
        ["O", "B-PER"],
        ["B-PER", "O"],
    ]
    alone = model.predict_marginals(NEW, documents=[0, 1, 2])
    tied = model.predict_marginals(NEW, documents=[0, 0, 0])
    assert tied[1][1]["B-PER"] > alone[1][1]["B-PER"]
    chain = model.chain_.predict_marginals(NEW)
    assert alone[1] == chain[1]
    assert sum(tied[1][1].values()) == pytest.approx(1.0)


def test_strength_0_is_the_chain():
    model = fitted(strength=0.0, probability_strength=0)
    assert model.predict(TABLE, documents=DOCUMENTS) == model.chain_.predict(TABLE)
    assert model.predict_marginals(TABLE, documents=DOCUMENTS) == model.chain_.predict_marginals(
        TABLE
    )
    assert model.score(TABLE, Y, documents=DOCUMENTS) == model.chain_.score(TABLE, Y)


def test_confirmed_labels_have_full_strength_and_are_phrases():
    model = fitted(strength=0.0, probability_strength=0.0)
    allowed = [[None, "B-ORG", None], None, None]
    found = model.predict(NEW, documents=[0, 0, 0], allowed=allowed)
    assert found == [["O", "B-ORG", "O"], ["O", "B-ORG"], ["B-ORG", "O"]]
    elsewhere = model.predict(NEW, documents=[0, 1, 1], allowed=allowed)
    assert elsewhere[1:] == model.chain_.predict(NEW)[1:]
    without = fitted(strength=0.0, probability_strength=0.0, phrases=False)
    more, less = (
        one.predict_marginals(NEW, documents=[0, 0, 0], allowed=allowed)[1][1]["B-ORG"]
        for one in (model, without)
    )
    assert more > less > without.chain_.predict_marginals(NEW)[1][1]["B-ORG"]


def test_documents_do_not_depend_on_one_another(model, monkeypatch):
    together = model.predict_marginals(TABLE, documents=DOCUMENTS)
    first = model.predict_marginals(TABLE.select(np.arange(3)), documents=[5, 5, 5])
    for one, other in zip(together[:3], first, strict=True):
        for token, same in zip(one, other, strict=True):
            assert token == pytest.approx(same, abs=1e-12)
    monkeypatch.setattr("crfcore.estimator.document_ties.TOKENS_AT_ONCE", 10)
    assert model.predict(TABLE, documents=DOCUMENTS) == model.predict(TABLE, documents=DOCUMENTS)
    parted = model.predict_marginals(TABLE, documents=DOCUMENTS)
    assert parted[-1][0] == pytest.approx(together[-1][0], abs=1e-12)


def test_strengths_are_chosen_on_held_out_documents():
    model = fitted()
    # Labels that contradict their group are not helped by ties.
    assert model.ties_.strength > 0.0
    table, labels, documents = corpus()
    contrary = [
        [tag.replace("PER", "ORG") if i % 3 == 2 else tag for tag in tags]
        for i, tags in enumerate(labels)
    ]
    other = DocumentCRF(CHAIN).fit(table, contrary, documents=documents)
    assert other.ties_.probability_strength < 1.0
    assert np.isfinite(other.ties_.strength)


@pytest.mark.parametrize("method", ["bp", "mean-field", "gibbs", "exact"])
def test_methods(method):
    model = DocumentCRF(CHAIN, method=method, strength=0.7, probability_strength=0.7)
    table = TABLE.select(np.arange(12))
    model.fit(table, Y[:12], documents=DOCUMENTS[:12])
    assert model.predict(NEW, documents=[0, 0, 0])[0] == ["O", "B-PER", "O"]


@pytest.mark.parametrize("second_stage", [False, True])
def test_files_hold_the_model(tmp_path, second_stage):
    model = fitted(second_stage=second_stage, rule="form")
    model.metadata_["scheme"] = "iob2"
    model.save(tmp_path / "model")
    again = load_model(tmp_path / "model")
    assert isinstance(again, DocumentCRF)
    assert again.metadata_ == {"scheme": "iob2"}
    assert again.second_stage == second_stage
    assert again.rule == "form"
    assert again.predict(NEW, documents=[0, 0, 0]) == model.predict(NEW, documents=[0, 0, 0])
    assert again.predict_marginals(NEW, documents=[0, 0, 0]) == model.predict_marginals(
        NEW, documents=[0, 0, 0]
    )
    assert DocumentCRF.from_bytes(again.to_bytes()).to_bytes() == again.to_bytes()
    CHAIN.fit(TABLE, Y).save(tmp_path / "chain")
    assert isinstance(load_model(tmp_path / "chain"), LinearChainCRF)
    with pytest.raises(ModelFileError, match="LinearChainCRF"):
        DocumentCRF.load(tmp_path / "chain")
    with pytest.raises(ModelFileError, match="DocumentCRF"):
        LinearChainCRF.load(tmp_path / "model")


def test_the_second_stage_reads_what_is_said_elsewhere():
    model = fitted(second_stage=True, strength=0.0, probability_strength=0.0)
    assert any(name.startswith("Uttoken0:") for name in model.chain_.attributes_)
    found = model.predict(NEW, documents=[0, 0, 0])
    assert found == [["O", "B-PER", "O"], ["O", "B-PER"], ["B-PER", "O"]]
    # Confirmed labels come first.
    allowed = [[None, "B-ORG", None], [None, "B-ORG"], None]
    assert model.predict(NEW, documents=[0, 0, 0], allowed=allowed)[2] == ["B-ORG", "O"]


def test_copies_have_fewer_stages_or_other_strengths():
    model = fitted(second_stage=True)
    first = model.without_second_stage()
    chain = first.with_strengths(0.0, 0.0)
    assert chain.predict(TABLE, documents=DOCUMENTS) == chain.chain_.predict(TABLE)
    assert first.ties_.strength == fitted().ties_.strength
    assert model.second_stage
    assert DocumentCRF.from_bytes(first.to_bytes()).predict(TABLE, documents=DOCUMENTS) == (
        first.predict(TABLE, documents=DOCUMENTS)
    )
    with pytest.raises(CrfError, match="strength"):
        model.with_strengths(-1.0, 0.0)


def test_targets_and_open_labels():
    y = [list(tags) for tags in Y]
    y[0][1] = None
    labels = ["O", "B-PER", "B-ORG"]
    model = DocumentCRF(CHAIN, strength=0.5).fit(TABLE, y, documents=DOCUMENTS, labels=labels)
    same = DocumentCRF(CHAIN, strength=0.5).fit(
        TABLE, Targets.from_labels(y, labels), documents=DOCUMENTS, labels=labels
    )
    assert model.classes_ == labels
    assert same.chain_.state_features_ == model.chain_.state_features_
    assert np.array_equal(same.ties_.table.given, model.ties_.table.given)


def test_labels_of_tokens_are_scored_by_accuracy():
    words = [["Run", "runs"], ["Run"], ["The", "Run"], ["Run"]] * 2
    labels = [["V", "V"], ["V"], ["D", "N"], ["N"]] * 2
    model = DocumentCRF(CHAIN, rule="form").fit(
        ColumnTable.from_words(words), labels, documents=[0, 0, 1, 1, 2, 2, 3, 3]
    )
    assert model.ties_.scheme == "tokens"


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"chain": 3}, "LinearChainCRF"),
        ({"chain": LinearChainCRF()}, "template"),
        ({"rule": "all"}, "rule"),
        ({"method": "lp"}, "method"),
        ({"strength": -0.1}, "strength"),
        ({"probability_strength": "high"}, "probability_strength"),
        ({"strength": np.array([1, 2])}, "^strength=array"),
        ({"probability_strength": np.array([1, 2])}, "^probability_strength=array"),
        ({"folds": 1}, "folds"),
        ({"folds": 2.5}, "folds"),
        ({"pseudo_count": 0.0}, "pseudo_count"),
        ({"phrases": "yes"}, "phrases"),
        ({"second_stage": 2}, "second_stage"),
        ({"seed": -1}, "seed"),
    ],
)
def test_wrong_parameters_are_named(params, message):
    with pytest.raises(CrfError, match=message):
        DocumentCRF(**({"chain": CHAIN} | params)).fit(TABLE, Y, documents=DOCUMENTS)


def test_wrong_documents_are_named(model):
    with pytest.raises(CrfError, match="sentence 3 "):
        model.predict(NEW, documents=[0, 1, 0])
    with pytest.raises(CrfError, match="3 sentences"):
        model.predict(NEW, documents=[0])
    with pytest.raises(CrfError, match="two documents"):
        DocumentCRF(CHAIN, second_stage=True).fit(TABLE, Y, documents=[0] * len(Y))
    with pytest.raises(NotFittedError):
        DocumentCRF(CHAIN).predict(NEW, documents=[0, 0, 0])
    with pytest.raises(CrfError, match="no parameter"):
        DocumentCRF(CHAIN).set_params(strenght=0.3)
    assert DocumentCRF(CHAIN).set_params(strength=0.3).get_params()["strength"] == 0.3
    # A document alone holds none out.
    whole = DocumentCRF(CHAIN).fit(TABLE, Y, documents=[0] * len(Y))
    assert (whole.ties_.strength, whole.ties_.probability_strength) == (0.5, 0.2)


def test_damaged_files_are_refused(model):
    content, arrays = model_file.parse(model.to_bytes())
    stage = content["stages"][0]
    damages = [
        {"stages": []},
        {"stages": [stage, stage]},
        {"stages": 3},
        {"params": content["params"] | {"rule": "all"}},
        {"params": content["params"] | {"folds": 10**9}},
        {"params": content["params"] | {"more": 1}},
        {"metadata": 5},
        *(
            {"stages": [stage | {"ties": stage["ties"] | change}]}
            for change in (
                {"rule": "all"},
                {"scheme": "x"},
                {"method": "lp"},
                {"strength": float("inf")},
                {"cost": -1.0},
                {"cost": 1e308},
                {"strength": 1e7},
                {"table": {"types": ["A", "B", "C"], "n_groups": 1}},
                {"table": {"types": "OPE", "n_groups": 1}},
            )
        ),
    ]
    for damage in damages:
        with pytest.raises(ModelFileError, match="fit together"):
            DocumentCRF.from_bytes(model_file.dump(content | damage, arrays))
    for name in arrays:
        if "/ties/" not in name:
            continue
        lost = {other: array for other, array in arrays.items() if other != name}
        wrong = arrays | {name: arrays[name].astype(np.float32)}
        for damaged in (lost, wrong):
            with pytest.raises(ModelFileError, match="fit together"):
                DocumentCRF.from_bytes(model_file.dump(content, damaged))


def test_stages_of_a_file_have_the_same_labels():
    model = DocumentCRF(CHAIN, second_stage=True, strength=0.5, probability_strength=0.5, folds=2)
    data = model.fit(TABLE, Y, documents=DOCUMENTS).to_bytes()
    content, arrays = model_file.parse(data)
    labels = content["stages"][0]["chain"]["labels"]
    labels[labels.index("O")] = ""
    with pytest.raises(ModelFileError, match="stages have different labels"):
        DocumentCRF.from_bytes(model_file.dump(content, arrays))


@pytest.mark.parametrize("content", [None, 3, "a model", [1, 2]])
def test_a_content_that_is_no_object_is_refused(tmp_path, content):
    data = model_file.dump(content, {})
    (tmp_path / "model.crf").write_bytes(data)
    with pytest.raises(ModelFileError, match=r"model\.crf: this model does not fit together"):
        load_model(tmp_path / "model.crf")
    with pytest.raises(ModelFileError, match="does not fit together"):
        model_from_bytes(data)


def test_a_misspelt_parameter_is_named():
    for kind in (CrfError, TypeError):
        with pytest.raises(kind, match=r"DocumentCRF has no parameter 'rules'; use rule\."):
            DocumentCRF(rules="form")
    with pytest.raises(CrfError, match=r"use rule\."):
        DocumentCRF().set_params(rules="form")


def test_scikit_learn_can_clone_and_search():
    base = pytest.importorskip("sklearn.base", reason="scikit-learn is not installed")
    from sklearn.model_selection import GridSearchCV, KFold

    def score(crf, sentences, labels):
        return crf.score(sentences, labels, documents=np.arange(len(sentences)) // 3)

    words = [[["x"] for _ in sentence] for sentence in Y]
    crf = DocumentCRF(CHAIN, folds=2)
    assert base.clone(crf).get_params()["folds"] == 2
    search = GridSearchCV(
        crf, {"strength": [0.0, 1.0]}, cv=KFold(2), scoring=score, error_score="raise"
    )
    search.fit(words, Y, documents=DOCUMENTS)
    assert search.best_params_["strength"] in {0.0, 1.0}
    crf = DocumentCRF(CHAIN, strength=0.0, probability_strength=0.0)
    search = GridSearchCV(
        crf, {"chain__c2": [0.5, 2.0]}, cv=KFold(2), scoring=score, error_score="raise"
    )
    search.fit(words, Y, documents=DOCUMENTS)
    assert search.best_estimator_.chain_.c2 == search.best_params_["chain__c2"]
    assert CHAIN.c2 == 0.001


def test_sets_are_scored_and_wrong_labels_are_errors(model):
    right = model.predict(NEW, documents=[0, 0, 0])
    sets = [[{label, "B-PER"} for label in labels] for labels in right]
    assert model.score(NEW, sets, documents=[0, 0, 0]) == 1.0
    for wrong in (Y, None, [None] * 3, [["O"]] * 3, "abc"):
        with pytest.raises(CrfError):
            model.score(NEW, wrong, documents=[0, 0, 0])
    with pytest.raises(CrfError, match="documents must be a number for each sentence"):
        model.predict(NEW, documents=[[0], [0, 0], [0]])
