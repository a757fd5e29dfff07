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

STANDING = frozenset({RANDOM, SEQUENTIAL})
"""Orders that ask no model."""

CHANCE_EVERY = 10
"""With a share of chance, one of so many sentences is drawn at random."""

_COMMITTEE = (
    "It needs several models that vote, and each would have to be trained anew after every label."
)


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
        "Most corrections expected",
        "First where most proposed labels will be wrong.",
    ),
    AskingChoice(
        MIN_MARGINAL,
        "Least certain token",
        "First the sentence with the most doubtful token.",
    ),
    AskingChoice(
        "missed_span",
        "Overlooked spans",
        "First where something may stand that is not proposed.",
    ),
    AskingChoice(
        "least_confidence",
        "Least certain sentence",
        "First where the labels as a whole are in doubt; long sentences come early.",
    ),
    AskingChoice(
        "normalised_least_confidence",
        "Least certain for its length",
        "The same, token by token: short sentences have their chance.",
    ),
    AskingChoice(
        "margin",
        "Two answers close together",
        "First where a second labelling is nearly as good as the best.",
    ),
    AskingChoice(
        "token_entropy",
        "Most open tokens",
        "First where many tokens have several probable labels; long sentences come early.",
    ),
    AskingChoice(
        "mean_token_entropy",
        "Most open for its length",
        "The same, token by token: short sentences have their chance.",
    ),
    AskingChoice(
        "sequence_entropy",
        "Most possible answers",
        "First where many labellings of the sentence are possible.",
    ),
    AskingChoice(
        "nbest_entropy",
        "Ten best answers alike",
        "First where the ten best labellings are about equally probable.",
    ),
    AskingChoice(
        "information_density",
        "Open and typical",
        "First where much is open and many other sentences are like it.",
    ),
    AskingChoice(
        "expected_gradient_length",
        "Largest change of the model",
        "First what is expected to change the model most.",
    ),
    AskingChoice(
        "fisher_ratio",
        "Tells most of all the rest",
        "First what tells most about all other sentences.",
        "It weighs each sentence against all others, anew for every model: too slow while you "
        "label.",
    ),
    AskingChoice(
        "vote_entropy",
        "Models that disagree",
        "First where several models vote for different labels.",
        _COMMITTEE,
    ),
    AskingChoice(
        "kl_to_mean",
        "Models far from each other",
        "First where several models differ in how sure they are.",
        _COMMITTEE,
    ),
    AskingChoice(
        RANDOM,
        "By chance",
        "In random order: slow to learn from, but fair to all sentences.",
    ),
    AskingChoice(SEQUENTIAL, "In the order of the text", "One sentence after the other."),
)
"""All strategies of `crfcore.active_learning`, in the order of the list."""

QUERY_WRAPPERS = (
    AskingChoice(PLAIN, "As it comes", "In exactly this order."),
    AskingChoice(
        PER_SECOND,
        "Per second of work",
        "Reading and correcting take time: first what is most worth it.",
    ),
    AskingChoice(
        DIVERSE,
        "Without near copies",
        "Of sentences that are nearly the same, only one comes early.",
    ),
    AskingChoice(
        MIXED,
        "With a share of chance",
        f"Every {CHANCE_EVERY}th sentence is drawn at random, so that no kind is forgotten.",
    ),
)
"""What can be done with the order of a strategy."""

QUERY_UNITS = (
    AskingChoice(
        WHOLE,
        "Ask for whole sentences",
        "Enter confirms every token of a sentence as it is shown.",
    ),
    AskingChoice(
        TOKENS_ALONE,
        "Ask for doubtful tokens only",
        "Enter confirms the doubtful tokens; the settings say what becomes of the rest.",
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
        if wrapper not in _WRAPPERS or strategy in STANDING:
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
        return self.strategy not in {MIN_MARGINAL, EXPECTED_CORRECTIONS, *STANDING}

    @property
    def rating(self) -> tuple[str, bool]:
        """What decides about the numbers of sentences: the strategy, and whether by the second."""
        return self.strategy, self.wrapper == PER_SECOND
