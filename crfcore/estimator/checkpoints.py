"""Files with the state of a training, from which it goes on after it was killed."""

from __future__ import annotations

import errno
import logging
from pathlib import Path

from crfcore import model_file
from crfcore.errors import CrfError, ModelFileError, as_text, fault_of_content
from crfcore.estimator.fitted_files import content_of_state, state_from
from crfcore.training.fitting import TrainingState

_log = logging.getLogger(__name__)

_FULL = (errno.ENOSPC, errno.EDQUOT)

NOUN = "checkpoint"
_KIND = "checkpoint"


def write_checkpoint(path: Path | str, state: TrainingState) -> None:
    """Write the state of a training; an earlier file is replaced when the new one is whole.

    Raises
    ------
    ModelFileError
        The file cannot be written.
    """
    content, arrays = content_of_state(state)
    model_file.write(path, {"kind": _KIND, "state": content}, arrays, noun=NOUN)


def try_checkpoint(path: Path | str, state: TrainingState) -> None:
    """Write the state of a training; if the disk is full, log that it goes on without.

    Raises
    ------
    ModelFileError
        The file cannot be written for another reason.
    """
    try:
        write_checkpoint(path, state)
    except ModelFileError as error:
        if getattr(error.__cause__, "errno", None) not in _FULL:
            raise
        _log.warning(
            "%s: The disk is too full for this checkpoint; the training goes on, and tries again "
            "after some iterations. Make room.",
            as_text(path),
        )


def is_checkpoint(path: Path | str) -> bool:
    """Return whether a file is a checkpoint by its beginning; it may be damaged further on."""
    try:
        content, _ = model_file.read(path, mapped=True, noun=NOUN, checked=False)
        return bool(content["kind"] == _KIND)
    except (CrfError, OSError, LookupError, TypeError):
        return False


def read_checkpoint(path: Path | str) -> TrainingState:
    """Return the state of a training for `LinearChainCRF.fit(…, state=…)`.

    Raises
    ------
    ModelFileError
        The file is damaged or no checkpoint.
    """
    content, arrays = model_file.read(path, noun=NOUN)
    try:
        is_one = content["kind"] == _KIND
        state = state_from(content["state"], arrays) if is_one else None
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        raise ModelFileError(
            f"{as_text(path)}: the numbers of this checkpoint do not fit together "
            f"({fault_of_content(error)}); train from the beginning."
        ) from error
    if state is None:
        raise ModelFileError(
            f"{as_text(path)}: this file is a model; choose a file that fit(…, checkpoint=…) or "
            "--checkpoint has written."
        )
    return state
