"""Texts of the progress panel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from math import isinf

from app.domain.control_sample import BEGINS_AFTER, MAX_SHARE, MIN_PROJECT, largest_sample
from app.domain.measurement import (
    MIN_SENTENCES,
    Calibration,
    CurvePoint,
    Pace,
    Saving,
)
from app.domain.numbers import decimal, grouped, percentage
from app.services.measurements import Progress
from app.translation import translator
from app.views.panels.cards import Fact

tr = translator("Progress")

MAX_SPREAD = 0.3
"""A forecast gain with a wider interval is not shown."""

MIN_POINTS = 4
"""The smallest number of points on a curve that gives a forecast."""

MANY_POINTS = 10
"""So many points are not too few, whatever the forecast says."""

MAX_INTERVAL = 0.4
"""With a wider confidence interval of the newest score there is no forecast."""

MIN_SPAN = 0.25
"""The least share of the newest point's sentences over which the points must lie."""

MAX_SENTENCES = 100_000
"""Maximum number of sentences named as needed for the goal."""

ENOUGH_FOR_SHARE = 20
"""Fewer sentences are counted, and not given in per cent."""

NOTHING_KNOWN = 0.5
"""Half width of an interval that contains every score."""


class Obstacle(Enum):
    """Why the points of the learning curve give no forecast."""

    FEW = auto()
    CLOSE = auto()
    NO_TREND = auto()
    FEW_TESTED = auto()


def score_name(progress: Progress) -> str:
    """Return the name of the score."""
    measurement = progress.measurement
    is_f1 = progress.is_f1 if measurement is None else measurement.is_f1
    return "F1" if is_f1 else tr("accuracy")


def per_cent(share: float) -> str:
    """Return a share in per cent with one decimal."""
    return decimal(100 * share, 1)


def score(progress: Progress, largest: int) -> Fact:
    """Return the score of the model and its interval.

    ``largest`` is the size that the test sample could have.
    """
    measurement = progress.measurement
    name = score_name(progress)
    title = name[0].upper() + name[1:]
    if measurement is None and progress.loading:
        return _saved_score(title, progress.saved)
    if measurement is None or measurement.point is None:
        return Fact(title, note=tr("Not measured yet"))
    point = measurement.point
    counts = {"n": grouped(measurement.n_labelled), "all": grouped(measurement.n_control)}
    if _is_unknown(point):
        text = tr("The {n} labelled test sentences (of {all}) contain too few labels. Label more.")
        if measurement.n_labelled == measurement.n_control:
            text = _all_labelled(can_grow=largest > measurement.n_control)
        return Fact(title, note=text.format(**counts))
    interval = {"low": per_cent(point.low), "high": per_cent(point.high)}
    note = tr("95% CI {low}–{high}%, {n} of {all} test sentences").format(**interval, **counts)
    return Fact(title, percentage(per_cent(point.score)), note=note)


def _all_labelled(*, can_grow: bool) -> str:
    """Return what to do where all test sentences are labelled, and contain too few labels."""
    if can_grow:
        return tr(
            "The {n} test sentences contain too few labels. Make the test sample larger in the "
            "project's settings."
        )
    return tr(
        "The {n} test sentences contain too few labels, and too few open sentences are left for "
        "more of them: import more texts."
    )


def _saved_score(title: str, saved: CurvePoint | None) -> Fact:
    """Return the stored score of the model of the project file, while that is being loaded."""
    if saved is None or _is_unknown(saved):
        return Fact(title, note=tr("Loading the saved model…"))
    note = tr("95% CI {low}–{high}%, of the saved model (still loading)")
    return Fact(
        title,
        percentage(per_cent(saved.score)),
        note=note.format(low=per_cent(saved.low), high=per_cent(saved.high)),
    )


def about_interval(progress: Progress, largest: int) -> str:
    """Return why the interval may be wide, and what would narrow it, "" without an interval."""
    measurement = progress.measurement
    if measurement is None or measurement.point is None or _is_unknown(measurement.point):
        return ""
    why = tr(
        "The interval counts sentences, not single tokens or spans: errors that are all in a few "
        "of them make it wide."
    )
    return " ".join(filter(None, (why, narrower(progress, largest))))


def narrower(progress: Progress, largest: int) -> str:
    """Return the interval to expect from twice as many test sentences, "" if unknown.

    Nothing either where they would be more than the ``largest`` sample.
    """
    measurement = progress.measurement
    if measurement is None or measurement.point is None or measurement.twice >= NOTHING_KNOWN:
        return ""
    if 2 * measurement.n_labelled > largest:
        return ""
    text = tr("Twice as many test sentences would narrow the interval to ±{twice} points.")
    return text.format(twice=per_cent(measurement.twice))


def _is_unknown(point: CurvePoint) -> bool:
    """Return whether the interval of a score is [0, 1]."""
    return point.high - point.low >= 1.0


def preview() -> str:
    """Return what the panel will show after the first measurement."""
    return tr(
        "The learning curve, the scores of each label, the confusion matrix and the calibration of "
        "the model will appear here."
    )


def too_few_sentences(n_open: int) -> str:
    """Return why a project is too small for a test sample, "" if it is not."""
    if largest_sample(n_open):
        return ""
    return tr(
        "A test sample needs at least {least} open sentences, and this project has {n}: "
        "the model learns from everything that you label. Import more texts to have one."
    ).format(least=MIN_PROJECT, n=grouped(n_open))


def missing(
    progress: Progress,
    n_control: int,
    n_labelled: int,
    every: int,
    n_others: int,
    n_open: int,
) -> str:
    """Return what is needed for a score, "" if there is one.

    ``n_labelled`` of ``n_control`` test sentences are labelled, ``n_others`` training sentences
    are labelled, one in ``every`` sentences of the queue is a test sentence, and the project has
    ``n_open`` that could be.
    """
    if not n_control:
        return too_few_sentences(n_open) or tr(
            "Create a test sample first: random sentences that you label without suggestions, to "
            "measure the model. At most {share}% of the open sentences are drawn."
        ).format(share=round(100 * MAX_SHARE))
    if not n_labelled and n_others < BEGINS_AFTER:
        return tr(
            "The test sample begins after {least} labelled sentences; before that there is "
            "no model worth testing. {n} so far."
        ).format(least=BEGINS_AFTER, n=n_others)
    if n_labelled < min(MIN_SENTENCES, n_control):
        return tr(
            "Label {least} test sentences to see a learning curve ({n} so far). One in {every} "
            "sentences of the queue is one of them."
        ).format(least=MIN_SENTENCES, n=n_labelled, every=every)
    if n_control < MIN_SENTENCES and largest_sample(n_open) <= n_control:
        return tr(
            "A test sample needs at least {least} sentences, and this one has {n}. Too few open "
            "sentences are left for a larger one: import more texts."
        ).format(n=grouped(n_control), least=MIN_SENTENCES)
    if n_control < MIN_SENTENCES:
        return tr(
            "A test sample needs at least {least} sentences, and this one has {n}. Make it larger "
            "in the project's settings."
        ).format(n=grouped(n_control), least=MIN_SENTENCES)
    if progress.measurement is None and not progress.loading:
        return tr(
            "As soon as a model is trained on other sentences, the test sample measures it: {n} "
            "are labelled so far.",
            None,
            n_others,
        ).format(n=grouped(n_others))
    return ""


def forecast_text(progress: Progress) -> str:
    """Return the expected gain from more sentences, and how much the last models agree."""
    forecast, parts = progress.forecast, []
    obstacle = _obstacle(progress)
    if obstacle is not None:
        parts.append(_no_forecast(obstacle))
    elif forecast.gain is not None:
        gain, low, high = forecast.gain
        text = tr(
            "Expected gain from the next {n} sentences: {gain} points ({low}–{high}).",
            None,
            forecast.n_ahead,
        )
        if forecast.n_ahead == 1:
            text = tr("Expected gain from the next sentence: {gain} points ({low}–{high}).")
        bounds = {"low": per_cent(low), "high": per_cent(min(high, 1.0))}
        parts.append(text.format(n=forecast.n_ahead, gain=per_cent(gain), **bounds))
    elif progress.measurement is None and len(progress.points) >= MIN_POINTS:
        return ""
    elif progress.points and not _has_risen(progress):
        parts.append(tr("A forecast needs a score above 0: label more sentences."))
    elif progress.points:
        parts.append(tr("A forecast needs at least four points on the curve."))
    if forecast.agreement is not None:
        parts.append(
            tr(
                "The last {n} models agree on {share}% of the test tokens.", None, forecast.n_models
            ).format(n=forecast.n_models, share=per_cent(forecast.agreement))
        )
    return " ".join(parts)


def _no_forecast(obstacle: Obstacle) -> str:
    """Return why the gain of more sentences cannot be forecast."""
    return {
        Obstacle.FEW: tr("Too few data points to forecast the gain of more sentences."),
        Obstacle.CLOSE: tr(
            "The data points are too close together to forecast the gain of more sentences."
        ),
        Obstacle.NO_TREND: tr(
            "The data points have no clear trend to forecast the gain of more sentences."
        ),
        Obstacle.FEW_TESTED: tr(
            "Too few labelled test sentences to forecast the gain of more sentences."
        ),
    }[obstacle]


def _no_estimate(obstacle: Obstacle) -> str:
    """Return why the work that is left cannot be estimated."""
    return {
        Obstacle.FEW: tr("Too few data points to estimate the work that is left"),
        Obstacle.CLOSE: tr(
            "The data points are too close together to estimate the work that is left"
        ),
        Obstacle.NO_TREND: tr(
            "The data points have no clear trend to estimate the work that is left"
        ),
        Obstacle.FEW_TESTED: tr(
            "Too few labelled test sentences to estimate the work that is left"
        ),
    }[obstacle]


def _has_risen(progress: Progress) -> bool:
    """Return whether a model has found anything in the test sample."""
    return any(point.score for point in progress.points)


def _obstacle(progress: Progress) -> Obstacle | None:
    """Return why the forecast says too little, or contradicts the newest score; None if it is fine.

    Few points fit many curves, points close together or of one score fit a flat one, and few test
    sentences give points that say little.
    """
    gain, points = progress.forecast.gain, progress.points
    if gain is None:
        return None
    is_wide = gain[2] - gain[1] > MAX_SPREAD
    if not points:
        return Obstacle.FEW if is_wide else None
    newest = _newest(points)
    if len(points) > 1 and _are_close(points):
        return Obstacle.CLOSE
    if len(points) > 1 and len({point.score for point in points}) == 1:
        return Obstacle.NO_TREND
    if newest.high - newest.low > MAX_INTERVAL:
        return Obstacle.FEW_TESTED
    if is_wide or newest.score + gain[0] > 1.0:
        return Obstacle.FEW if len(points) < MANY_POINTS else Obstacle.NO_TREND
    return None


def _are_close(points: Sequence[CurvePoint]) -> bool:
    """Return whether the points are of nearly as many sentences."""
    sentences = [point.sentences for point in points]
    return max(sentences) - min(sentences) < MIN_SPAN * _newest(points).sentences


def _newest(points: Sequence[CurvePoint]) -> CurvePoint:
    return max(points, key=lambda point: point.made_at)


def goal(progress: Progress, target: float, n_open: int) -> Fact:
    """Return how many sentences, and how much time, the goal ``target`` still takes.

    ``n_open`` sentences of the project are not labelled and not in the test sample.
    """
    title = tr("Goal")
    needed = progress.forecast.needed
    has_enough = len(progress.points) >= MIN_POINTS
    if needed is None and progress.measurement is None and has_enough:
        return Fact(title, note=tr("Not measured yet"))
    if needed is None and progress.points and not _has_risen(progress):
        return Fact(title, note=tr("Needs a score above 0"))
    if needed is None:
        text = tr("Needs four points of the learning curve ({n} so far)")
        return Fact(title, note=text.format(n=len(progress.points)))
    amount, low, high = needed
    is_certain = _is_certain(progress, target)
    if amount == 0.0 and is_certain:
        return Fact(title, "0", tr("to go"), tr("Reached, by the learning curve"))
    obstacle = _obstacle(progress)
    if obstacle is not None:
        return Fact(title, note=_no_estimate(obstacle))
    if not is_certain:
        return Fact(title, note=_too_uncertain(progress))
    if isinf(amount):
        return Fact(title, note=tr("The learning curve levels off below this goal"))
    if amount > MAX_SENTENCES:
        text = tr("More than {most} sentences, by the learning curve")
        return Fact(title, note=text.format(most=grouped(MAX_SENTENCES)))
    if amount > n_open:
        return Fact(title, note=_beyond_project(amount, n_open))
    note = _work_left(amount, low, high, progress.pace.seconds_a_sentence)
    return Fact(title, _rounded(max(amount, 1.0)), tr("to go"), note)


def _work_left(amount: float, low: float, high: float, seconds: float | None) -> str:
    """Return an interval of sentences, and the time for ``amount`` of them."""
    if isinf(high):
        note = tr("{low} sentences or more").format(low=_rounded(low))
    else:
        note = tr("{low}–{high} sentences").format(low=_rounded(low), high=_rounded(high))
    if seconds is not None:
        time = _time(amount * seconds)
        note = tr("{note}, about {time} at your pace").format(note=note, time=time)
    if isinf(high):
        note = tr("{note}; the goal may be out of reach").format(note=note)
    return note


def _beyond_project(amount: float, n_open: int) -> str:
    """Return that the goal takes more sentences than the project has."""
    if not n_open:
        text = tr(
            "About {needed} more sentences, by the learning curve, and none is left here: import "
            "more texts"
        )
    elif n_open == 1:
        text = tr(
            "About {needed} more sentences, by the learning curve: more than the one that is left "
            "in this project: import more texts"
        )
    else:
        text = tr(
            "About {needed} more sentences, by the learning curve: more than the {n} that are left "
            "in this project: import more texts",
            None,
            n_open,
        )
    return text.format(needed=_rounded(max(amount, 2.0)), n=grouped(n_open))


def _is_certain(progress: Progress, target: float) -> bool:
    """Return whether the interval of the score tells on which side of the goal the score is."""
    measured = None if progress.measurement is None else progress.measurement.point
    if measured is None and not progress.points:
        return True
    point = _newest(progress.points) if measured is None else measured
    return not point.low <= target <= point.high


def _too_uncertain(progress: Progress) -> str:
    """Return that the score tells nothing of the goal, and what would help."""
    measurement = progress.measurement
    if measurement is not None and measurement.n_labelled == measurement.n_control:
        return tr("The score is too uncertain to tell: this takes a larger test sample")
    return tr("The score is too uncertain to tell: label more test sentences")


def pace(pace_: Pace) -> Fact:
    """Return the speed of the person, and the share of suggestions accepted unchanged."""
    value, parts = "", []
    if pace_.labels_an_hour is None:
        parts.append(tr("Shown after half a minute of labelling"))
    else:
        if pace_.seconds_a_sentence is None:
            parts.append(tr("No sentence is done yet"))
        else:
            value = decimal(3600.0 / pace_.seconds_a_sentence, 0)
        labels = decimal(pace_.labels_an_hour, 0)
        parts.append(tr("{n} tokens per hour").format(n=labels))
    if pace_.n_helped:
        share = round(100 * pace_.n_unchanged / pace_.n_helped)
        text = tr("{share}% of {n} accepted unchanged")
        if pace_.n_helped < ENOUGH_FOR_SHARE:
            text = tr("{share} of {n} accepted unchanged")
            share = pace_.n_unchanged
        parts.append(text.format(share=share, n=grouped(pace_.n_helped)))
    return Fact(tr("Sentences per hour"), value, note="; ".join(parts))


def saving(saved: Saving | None) -> Fact:
    """Return the time saved by suggestions, and its interval."""
    title = tr("Time saved")
    if saved is None:
        return Fact(title, note=tr("Needs ten sentences with suggestions and ten without"))
    paces = tr("{helped} s per token instead of {alone}").format(
        helped=decimal(saved.helped_pace, 1), alone=decimal(saved.alone_pace, 1)
    )
    if saved.low < 0.0 < saved.high:
        return Fact(title, note=tr("Too few data to tell: {paces}").format(paces=paces))
    bounds = saved.low, saved.high
    if saved.seconds < 0.0:
        title, bounds = tr("Time lost"), (-saved.high, -saved.low)
    low, high = (decimal(seconds / 60.0, 0) for seconds in bounds)
    value, unit = _time(abs(saved.seconds)).split(" ")
    note = tr("by suggestions (95% CI {low}–{high}); {paces}").format(
        low=low, high=high, paces=paces
    )
    return Fact(title, value, unit, note)


def calibration(found: Calibration, n_labelled: int) -> str:
    """Return how well the confidence is calibrated."""
    before, after = per_cent(found.before.error), per_cent(found.after.error)
    if found.temperature is None:
        return tr(
            "Calibration error: {before} points (○), {after} with temperature scaling (■), which "
            "starts at {enough} test sentences ({n} so far)."
        ).format(before=before, after=after, enough=found.enough, n=grouped(n_labelled))
    return tr(
        "Confidence is calibrated (temperature {temperature}). Calibration error: {after} points "
        "(■), {before} uncalibrated (○), measured by cross-fitting."
    ).format(temperature=decimal(found.temperature, 2), after=after, before=before)


def _rounded(amount: float) -> str:
    """Return a rounded number of sentences."""
    if amount > MAX_SENTENCES:
        return tr("more than {most}").format(most=grouped(MAX_SENTENCES))
    step = 1 if amount < 20 else 10 if amount < 500 else 100
    return grouped(step * round(amount / step))


def _time(seconds: float) -> str:
    minutes = max(1, round(seconds / 60.0))
    if minutes == 1:
        return tr("1 minute")
    if minutes < 90:
        return tr("{n} minutes", None, minutes).format(n=minutes)
    return tr("{n} hours").format(n=decimal(minutes / 60.0, 1))
