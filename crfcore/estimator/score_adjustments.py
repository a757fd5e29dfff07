"""Adjustments of a fitted model's scores: the temperature and the label bias."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Self, TypeVar

from crfcore.estimator.fitted_chain import FittedChain, checked_label_bias, checked_temperature
from crfcore.estimator.learned import Learned

Adjusted = TypeVar("Adjusted", bound=Learned)


class ScoreAdjustments(Learned):
    """Copies of an estimator that share its weights and adjust its scores."""

    @property
    def temperature_(self) -> float | None:
        """The divisor of all scores before probabilities are computed; None: not fitted."""
        return self.fitted_.temperature

    @property
    def calibrated_(self) -> bool:
        """Whether a temperature was fitted, so that probabilities are calibrated."""
        return self.temperature_ is not None

    def with_temperature(self, temperature: float | None) -> Self:
        """Return a copy of the model with another temperature.

        Scores, transitions and the costs of soft rules are divided by it wherever probabilities are
        computed: marginals, entropies, probabilities of labellings, samples. The best labelling and
        its score do not change, nor do the weights from which a training starts.

        Parameters
        ----------
        temperature : float or None
            From 1e-6 to 1e100: above 1 the model is less confident, below 1 more. None removes it.
            `crfcore.active_learning.fit_temperature` finds it.

        Returns
        -------
        The same kind of estimator
            It shares the weights; `save` writes the temperature too.

        Raises
        ------
        CrfError
            It is not a number in this range.
        NotFittedError
            The model is not fitted.

        References
        ----------
        C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, On calibration of modern neural networks,
        ICML 2017, section 4.2.
        """
        if temperature is not None:
            temperature = checked_temperature(temperature)
        return _with_chain(self, replace(self.fitted_, temperature=temperature))

    @property
    def label_bias_(self) -> dict[str, float]:
        """What is added to the score of some labels at each token."""
        fitted = self.fitted_
        if fitted.label_bias is None:
            return {}
        named = zip(fitted.labels, fitted.label_bias.tolist(), strict=True)
        return {label: bias for label, bias in named if bias}

    def with_label_bias(self, bias: Mapping[str, float] | None) -> Self:
        """Return a copy of the model that prefers some labels, or avoids them.

        A model of few sentences labels too many tokens "O"; ``{"O": -1.0}`` finds more spans, at
        the cost of some precision. `crfcore.model_selection.choose_outside_bias` finds the number.

        Parameters
        ----------
        bias : mapping of label to float, or None
            Added to the label's score at each token, from −100 to 100; weights from which a
            training starts do not change. None removes all biases.

        Returns
        -------
        The same kind of estimator
            It shares the weights; `save` writes the bias too.

        Raises
        ------
        CrfError
            A label is unknown, or a bias is no such number.
        NotFittedError
            The model is not fitted.
        """
        fitted = self.fitted_
        return _with_chain(
            self, replace(fitted, label_bias=checked_label_bias(bias, fitted.labels))
        )


def _with_chain(estimator: Adjusted, fitted: FittedChain) -> Adjusted:
    twin = copy(estimator)
    twin._fitted = fitted  # noqa: SLF001 - the copy is made here
    return twin
