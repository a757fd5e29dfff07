"""Model selection: paths of penalties, cross-validation, biases, exponents, and warm searches."""

from crfcore.model_selection.exponent import Exponent, choose_exponent
from crfcore.model_selection.folds import sentence_folds
from crfcore.model_selection.grid_search import Search, SearchRow, search
from crfcore.model_selection.outside_bias import OutsideBias, choose_outside_bias
from crfcore.model_selection.path import PathStep, fit_path
from crfcore.model_selection.scores import SCORES
from crfcore.model_selection.validation import CrossValidation, cross_validate

__all__ = [
    "SCORES",
    "CrossValidation",
    "Exponent",
    "OutsideBias",
    "PathStep",
    "Search",
    "SearchRow",
    "choose_exponent",
    "choose_outside_bias",
    "cross_validate",
    "fit_path",
    "search",
    "sentence_folds",
]
