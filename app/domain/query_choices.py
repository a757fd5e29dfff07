"""Query strategies, wrappers and units, with the texts that describe them."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN, PER_SECOND, DIVERSE, MIXED = "plain", "per_second", "diverse", "mixed"
"""Names of the query wrappers: what is done with a strategy's order."""

WHOLE, TOKENS_ALONE = "sentence", "token"
"""Names of the query units: whole sentences, or only their uncertain tokens."""

USUAL_ACCEPTANCE = 0.99
"""The default confidence from which remaining tokens are accepted, if they are accepted."""

RANDOM, SEQUENTIAL = "random", "sequential"
"""Names of the strategies that need no model."""

MIN_MARGINAL, EXPECTED_CORRECTIONS = "min_marginal", "expected_corrections"
"""Names of the strategies that need no numbers beside those of the proposals."""

INCONSISTENT_NAMES = "inconsistent_names"
"""Name of the strategy that needs whole documents, not a model: the library has none like it."""

DEFAULT_STRATEGY, DEFAULT_WRAPPER = EXPECTED_CORRECTIONS, PER_SECOND
"""The defaults of a new project: they saved most time in simulations on three corpora."""

FIXED_ORDERS = frozenset({RANDOM, SEQUENTIAL})

CHANCE_EVERY = 10
"""With the wrapper `MIXED`, one in so many sentences is drawn at random."""

_COMMITTEE = "Needs a committee of models, retrained after every label; use `tagwright simulate`"


@dataclass(frozen=True, slots=True)
class QueryOption:
    """A choice: its name, a title, and what it does.

    The name is that in `crfcore.active_learning`, but for `INCONSISTENT_NAMES`. ``why_not`` is why
    the window does not offer it, "" if it does.
    """

    name: str
    title: str
    sentence: str
    why_not: str = ""


QUERY_STRATEGIES = (
    QueryOption(
        EXPECTED_CORRECTIONS,
        "Expected corrections",
        "Sentences with the most expected errors first",
    ),
    QueryOption(
        MIN_MARGINAL,
        "Least confident token",
        "Sentences with the lowest confidence of a single token first",
    ),
    QueryOption(
        "missed_span",
        "Possible missed spans",
        "Starts with sentences in which a span may be missing",
    ),
    QueryOption(
        INCONSISTENT_NAMES,
        "Inconsistent names",
        "Starts with sentences with a name that has different labels in its document",
    ),
    QueryOption(
        "least_confidence",
        "Least confident sentence",
        "Lowest probability of the best labelling first; favours long sentences",
    ),
    QueryOption(
        "normalised_least_confidence",
        "Least confident, length-normalised",
        "The same, divided by sentence length",
    ),
    QueryOption(
        "margin",
        "Smallest margin",
        "Smallest gap between best and second-best labelling first",
    ),
    QueryOption(
        "token_entropy",
        "Total token entropy",
        "Highest summed token entropy first; favours long sentences",
    ),
    QueryOption(
        "mean_token_entropy",
        "Mean token entropy",
        "The same, divided by sentence length",
    ),
    QueryOption(
        "sequence_entropy",
        "Sequence entropy",
        "Most plausible alternative labellings first",
    ),
    QueryOption(
        "nbest_entropy",
        "N-best entropy",
        "Starts with sentences whose ten best labellings are almost equally likely",
    ),
    QueryOption(
        "information_density",
        "Information density",
        "Uncertain and representative sentences first",
    ),
    QueryOption(
        "expected_gradient_length",
        "Expected gradient length",
        "Starts with sentences that are expected to change the model most",
    ),
    QueryOption(
        "fisher_ratio",
        "Fisher information",
        "Starts with sentences that are most informative about the rest",
        "Too slow for interactive use; use `tagwright simulate`",
    ),
    QueryOption(
        "vote_entropy",
        "Committee disagreement",
        "Starts with sentences on which several models disagree most",
        _COMMITTEE,
    ),
    QueryOption(
        "kl_to_mean",
        "Committee divergence (KL)",
        "Largest differences between the probabilities of several models first",
        _COMMITTEE,
    ),
    QueryOption(
        RANDOM,
        "Random",
        "In random order: slow to learn from, but unbiased",
    ),
    QueryOption(SEQUENTIAL, "Document order", "One sentence after the other"),
)
"""All strategies of `crfcore.active_learning` and one more, in the order of the list."""

QUERY_WRAPPERS = (
    QueryOption(PLAIN, "No adjustment", "In exactly this order"),
    QueryOption(
        PER_SECOND,
        "Per minute of annotation time",
        "Ranks by benefit per minute of your time",
    ),
    QueryOption(
        DIVERSE,
        "Skip near-duplicates",
        "Shows near-duplicates only once",
    ),
    QueryOption(
        MIXED,
        "Mix in random sentences",
        f"One in {CHANCE_EVERY} sentences is random, for coverage",
    ),
)
"""All query wrappers."""

QUERY_UNITS = (
    QueryOption(
        WHOLE,
        "Check whole sentences",
        "Enter confirms every token of the sentence",
    ),
    QueryOption(
        TOKENS_ALONE,
        "Check uncertain tokens only",
        "Enter confirms the uncertain tokens; see settings for the rest",
    ),
)
"""All query units."""

_STRATEGIES = {choice.name: choice for choice in QUERY_STRATEGIES}
_WRAPPERS = {choice.name: choice for choice in QUERY_WRAPPERS}
_UNITS = {choice.name: choice for choice in QUERY_UNITS}


@dataclass(frozen=True, slots=True)
class QueryChoice:
    """The names of a project's query strategy, wrapper and unit.

    Tokens that are not queried are accepted from the probability ``accept_from`` on, none with 0.
    Names that only a later version of the program knows become the defaults.
    """

    strategy: str = DEFAULT_STRATEGY
    wrapper: str = DEFAULT_WRAPPER
    unit: str = WHOLE
    accept_from: float = 0.0

    @classmethod
    def of(
        cls, strategy: str, wrapper: str, unit: str = WHOLE, accept_from: float = 0.0
    ) -> QueryChoice:
        """Return the choice, with defaults for names that the window does not offer."""
        chosen = _STRATEGIES.get(strategy)
        if chosen is None or chosen.why_not:
            strategy = DEFAULT_STRATEGY
        if wrapper not in _WRAPPERS or strategy in FIXED_ORDERS:
            wrapper = PLAIN
        return cls(strategy, wrapper, unit if unit in _UNITS else WHOLE, accept_from)

    @property
    def strategy_choice(self) -> QueryOption:
        """The strategy with its texts."""
        return _STRATEGIES[self.strategy]

    @property
    def unit_choice(self) -> QueryOption:
        """The unit with its texts."""
        return _UNITS[self.unit]

    @property
    def tokens_alone(self) -> bool:
        """Whether only the uncertain tokens of a sentence are queried."""
        return self.unit == TOKENS_ALONE

    @property
    def needs_ratings(self) -> bool:
        """Whether the strategy needs more than the proposals."""
        plain = {MIN_MARGINAL, EXPECTED_CORRECTIONS, INCONSISTENT_NAMES}
        return self.strategy not in plain | FIXED_ORDERS

    @property
    def rating(self) -> tuple[str, bool]:
        """The strategy, and whether its numbers are per second."""
        return self.strategy, self.wrapper == PER_SECOND
