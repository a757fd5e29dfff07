"""A model whose probabilities are divided by a temperature, so that they mean what they say."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Self

from crfcore.estimator.fitted_chain import FittedChain, checked_temperature
from crfcore.estimator.learned import Learned


class Tempered(Learned):
    """The part of an estimator that knows whether its probabilities are calibrated."""

    _fitted: FittedChain | None

    @property
    def temperature_(self) -> float | None:
        """What all scores are divided by before probabilities are computed; None: not fitted."""
        return self._known().temperature

    @property
    def calibrated_(self) -> bool:
        """Whether a temperature was fitted, so that probabilities say how often they are right."""
        return self.temperature_ is not None

    def with_temperature(self, temperature: float | None) -> Self:
        """Return the same model with another temperature; this one stays what it is.

        Scores, transitions and the costs of soft rules are divided by it wherever probabilities are
        computed: marginals, entropies, those of labellings, samples. The best labelling and its
        score are what they were. A training that starts from the model starts from its weights.

        Parameters
        ----------
        temperature : float or None
            Greater than 0: above 1 the model is less sure of everything, below 1 more. None takes
            it away. `crfcore.active_learning.fit_temperature` finds it.

        Returns
        -------
        The same kind of estimator
            It shares the weights; `save` writes the temperature, too.

        Raises
        ------
        CrfError
            It is no number greater than 0.
        NotFittedError
            Nothing has been learned yet.

        References
        ----------
        C. Guo, G. Pleiss, Y. Sun and K. Q. Weinberger, On calibration of modern neural networks,
        ICML 2017, section 4.2.
        """
        if temperature is not None:
            temperature = checked_temperature(temperature)
        fitted = replace(self._known(), temperature=temperature)
        twin = copy(self)
        twin._fitted = fitted  # noqa: SLF001 - another object of this class
        return twin
