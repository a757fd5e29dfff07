"""What a fitted chain answers when it is asked how probable something is, whatever that may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from crfcore.constraints.confidence import Confidence, Statement
from crfcore.constraints.rules import Rules
from crfcore.errors import CrfError
from crfcore.estimator.allowed import allowed_mask
from crfcore.estimator.learned import Learned
from crfcore.estimator.ruling import ruling_for
from crfcore.estimator.text_rules import TextRules, words_of
from crfcore.inference.forward_backward import NoLabellingError


class Confidences(Learned):
    """The part of an estimator that gives the probability of statements."""

    def confidence(
        self,
        X: Any,  # noqa: N803
        statements: Iterable[Iterable[Statement]],
        *,
        allowed: Any = None,
        rules: Any = None,
    ) -> list[list[float]]:
        """Return the probability of statements about sentences, under all that is known.

        Parameters
        ----------
        X, allowed, rules
            As for `predict`. Where rules need the integer program, probabilities are those under
            the others.
        statements : for each sentence a sequence of rules
            What is asked about: ``Pin(2, "B-PER")`` for a token, ``FixedSpan(0, 2, "PER")`` for a
            span, or whatever `crfcore.constraints` can say; a list of these for all of them at
            once.

        Returns
        -------
        list of lists of float
            The share of the labellings for which the statement is true.

        Raises
        ------
        CrfError
            The statements are not as many as sentences; a statement is soft or off, needs the
            integer program, or names what there is not.
        ConflictError
            Nothing satisfies all rules of a sentence.
        """
        fitted = self._known()
        dataset = self.dataset(X)
        mask = allowed_mask(allowed, fitted.labels, dataset)
        asked: Sequence[list[Statement]] = [list(one) for one in statements]
        if len(asked) != dataset.n_sentences:
            raise CrfError(
                f"There are {dataset.n_sentences:,} sentences, and statements about "
                f"{len(asked):,}; give a list for each sentence."
            )
        text = (
            rules
            if isinstance(rules, TextRules)
            else TextRules(Rules() if rules is None else rules)
        )
        if text.words is None:
            text = replace(text, words=words_of(X, fitted.extractor))
        ruling = ruling_for(text, X, dataset, fitted)
        result: list[list[float]] = []
        for sentence, own in enumerate(asked):
            if not own:
                result.append([])
                continue
            scores, transitions, _, row = ruling.arrays(dataset, mask, sentence, sentence + 1)
            try:
                found = Confidence(
                    scores,
                    transitions,
                    ruling.rules_of(sentence),
                    fitted.labels,
                    ruling.words_of(sentence),
                    ruling.matches_of(sentence),
                    row,
                    max_states=text.max_states,
                    lenient=text.lenient,
                )
            except NoLabellingError as error:
                moved = NoLabellingError(sentence, error.token)
                raise ruling.explained(moved, dataset, mask) from None
            result.append([found.of(statement) for statement in own])
        return result
