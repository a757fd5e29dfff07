"""What is asked for, and in which order: the choices by plain names, a sentence for each."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN, PER_SECOND, DIVERSE, MIXED = "plain", "per_second", "diverse", "mixed"
"""Names of what can be done with a strategy's order."""

WHOLE, TOKENS_ALONE = "sentence", "token"
"""Names of what is asked of a sentence: all of it, or its doubtful tokens."""

USUAL_ACCEPTANCE = 0.99
"""From so much on the rest of a sentence is accepted, where somebody wants that at all."""

RANDOM, SEQUENTIAL = "random", "sequential"
"""Names of strategies that ask no model."""

MIN_MARGINAL, EXPECTED_CORRECTIONS = "min_marginal", "expected_corrections"
"""Names of strategies that need no other numbers than the proposals that are there."""

DEFAULT_STRATEGY, DEFAULT_WRAPPER = EXPECTED_CORRECTIONS, PER_SECOND
"""In which order a new project asks: what saved most time in simulations on three corpora."""

FIXED_ORDERS = frozenset({RANDOM, SEQUENTIAL})
"""Orders that ask no model."""

CHANCE_EVERY = 10
"""With a share of chance, one of so many sentences is drawn at random."""

_COMMITTEE = "Needs a committee of models, retrained after every label; use `tagwright simulate`."


@dataclass(frozen=True, slots=True)
class AskingChoice:
    """One thing to choose: its name in `crfcore.active_learning`, a title, and what it does.

    ``why_not`` says why the window does not offer it, "" where it does.
    """

    name: str
    title: str
    sentence: str
    why_not: str = ""


QUERY_STRATEGIES = (
    AskingChoice(
        EXPECTED_CORRECTIONS,
        "Expected corrections",
        "Sentences with the most expected errors first.",
    ),
    AskingChoice(
        MIN_MARGINAL,
        "Least confident token",
        "Sentence with the lowest single-token confidence first.",
    ),
    AskingChoice(
        "missed_span",
        "Possible missed spans",
        "Sentences where a span may be missing first.",
    ),
    AskingChoice(
        "least_confidence",
        "Least confident sentence",
        "Lowest probability of the best labelling first; favours long sentences.",
    ),
    AskingChoice(
        "normalised_least_confidence",
        "Least confident, length-normalised",
        "The same, divided by sentence length.",
    ),
    AskingChoice(
        "margin",
        "Smallest margin",
        "Smallest gap between best and second-best labelling first.",
    ),
    AskingChoice(
        "token_entropy",
        "Total token entropy",
        "Highest summed token entropy first; favours long sentences.",
    ),
    AskingChoice(
        "mean_token_entropy",
        "Mean token entropy",
        "The same, divided by sentence length.",
    ),
    AskingChoice(
        "sequence_entropy",
        "Sequence entropy",
        "Most plausible alternative labellings first.",
    ),
    AskingChoice(
        "nbest_entropy",
        "N-best entropy",
        "Sentences whose ten best labellings are almost equally likely first.",
    ),
    AskingChoice(
        "information_density",
        "Information density",
        "Uncertain and representative sentences first.",
    ),
    AskingChoice(
        "expected_gradient_length",
        "Expected gradient length",
        "Sentences expected to change the model most.",
    ),
    AskingChoice(
        "fisher_ratio",
        "Fisher information",
        "Sentences most informative about the rest.",
        "Too slow for interactive use; use `tagwright simulate`.",
    ),
    AskingChoice(
        "vote_entropy",
        "Committee disagreement",
        "First where several models vote for different labels.",
        _COMMITTEE,
    ),
    AskingChoice(
        "kl_to_mean",
        "Committee divergence (KL)",
        "Largest differences between the probabilities of several models first.",
        _COMMITTEE,
    ),
    AskingChoice(
        RANDOM,
        "Random",
        "In random order: slow to learn from, but fair to all sentences.",
    ),
    AskingChoice(SEQUENTIAL, "Document order", "One sentence after the other."),
)
"""All strategies of `crfcore.active_learning`, in the order of the list."""

QUERY_WRAPPERS = (
    AskingChoice(PLAIN, "No adjustment", "In exactly this order."),
    AskingChoice(
        PER_SECOND,
        "Per second of annotation time",
        "Ranks by benefit per second of your time.",
    ),
    AskingChoice(
        DIVERSE,
        "Skip near-duplicates",
        "Shows near-duplicates only once.",
    ),
    AskingChoice(
        MIXED,
        "Mix in random sentences",
        f"One in {CHANCE_EVERY} sentences is random, for coverage.",
    ),
)
"""What can be done with the order of a strategy."""

QUERY_UNITS = (
    AskingChoice(
        WHOLE,
        "Check whole sentences",
        "Enter confirms every token of the sentence.",
    ),
    AskingChoice(
        TOKENS_ALONE,
        "Check uncertain tokens only",
        "Enter confirms the uncertain tokens; see settings for the rest.",
    ),
)
"""What is asked of a sentence."""

_STRATEGIES = {choice.name: choice for choice in QUERY_STRATEGIES}
_WRAPPERS = {choice.name: choice for choice in QUERY_WRAPPERS}
_UNITS = {choice.name: choice for choice in QUERY_UNITS}


@dataclass(frozen=True, slots=True)
class Asking:
    """The strategy of a project, what is done with its order, and what is asked, by their names.

    Of tokens that are not asked for, those are accepted that are at least as probable as
    ``accept_from``; 0 accepts none of them. What a later version of the program has chosen, and
    this one does not know or offer, is the default here.
    """

    strategy: str = DEFAULT_STRATEGY
    wrapper: str = DEFAULT_WRAPPER
    unit: str = WHOLE
    accept_from: float = 0.0

    @classmethod
    def of(cls, strategy: str, wrapper: str, unit: str = WHOLE, accept_from: float = 0.0) -> Asking:
        """Return what the window can do of a choice."""
        chosen = _STRATEGIES.get(strategy)
        if chosen is None or chosen.why_not:
            strategy = DEFAULT_STRATEGY
        if wrapper not in _WRAPPERS or strategy in FIXED_ORDERS:
            wrapper = PLAIN
        return cls(strategy, wrapper, unit if unit in _UNITS else WHOLE, accept_from)

    @property
    def strategy_choice(self) -> AskingChoice:
        """What is said of the strategy."""
        return _STRATEGIES[self.strategy]

    @property
    def unit_choice(self) -> AskingChoice:
        """What is said of what is asked of a sentence."""
        return _UNITS[self.unit]

    @property
    def tokens_alone(self) -> bool:
        """Whether only the doubtful tokens of a sentence are asked for."""
        return self.unit == TOKENS_ALONE

    @property
    def needs_ratings(self) -> bool:
        """Whether more has to be computed of a sentence than the proposals that are there."""
        return self.strategy not in {MIN_MARGINAL, EXPECTED_CORRECTIONS, *FIXED_ORDERS}

    @property
    def rating(self) -> tuple[str, bool]:
        """What decides about the numbers of sentences: the strategy, and whether by the second."""
        return self.strategy, self.wrapper == PER_SECOND
