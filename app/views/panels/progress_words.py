"""What the numbers of the progress panel say, in sentences."""

from __future__ import annotations

from math import isinf

from PySide6.QtCore import QCoreApplication

from app.domain.control_sample import BEGINS_AFTER
from app.domain.measurement import (
    LEAST_SENTENCES,
    Calibration,
    CurvePoint,
    Forecast,
    Measurement,
    Pace,
    Saving,
)
from app.services.measurements import Progress

CONTEXT = "Progress"

MOST_SPREAD = 0.3
"""A gain that is known no more exactly than to within so much is not told at all."""

MOST_SENTENCES = 100_000
"""Nobody labels more: a curve that asks for that says only that it is far."""

NOTHING_KNOWN = 0.5
"""An interval of so much to either side holds every score."""


def tr(text: str) -> str:
    """Return a text in the language of the window."""
    return QCoreApplication.translate(CONTEXT, text)


def score_name(measurement: Measurement | None) -> str:
    """Return what the score is called."""
    return tr("accuracy") if measurement is not None and not measurement.is_f1 else "F1"


def per_cent(share: float) -> str:
    """Return a share with one digit behind the point."""
    return f"{100 * share:.1f}"


def headline(progress: Progress) -> str:
    """Return how good the model is, "" while nobody knows."""
    measurement = progress.measurement
    if measurement is None or measurement.point is None or _is_unknown(measurement.point):
        return ""
    name = score_name(measurement)
    name = name[0].upper() + name[1:]
    return tr("{name} {score} %").format(name=name, score=per_cent(measurement.point.score))


def exactness(progress: Progress) -> str:
    """Return how exactly that is known, and by what."""
    measurement = progress.measurement
    if measurement is None or measurement.point is None:
        return ""
    point = measurement.point
    counts = {"n": f"{measurement.n_labelled:,}", "all": f"{measurement.n_control:,}"}
    if _is_unknown(point):
        return tr(
            "There is hardly a label in the {n} of {all} control sentences that are labelled: "
            "more of them will tell how good the model is."
        ).format(**counts)
    told = tr("Between {low} and {high} % in 95 of 100 cases, by {n} of {all} control sentences")
    told = told.format(low=per_cent(point.low), high=per_cent(point.high), **counts)
    if measurement.twice >= NOTHING_KNOWN:
        return f"{told}."
    more = tr("{told}; twice as many would tell it to within ± {twice} points.")
    return more.format(told=told, twice=per_cent(measurement.twice))


def _is_unknown(point: CurvePoint) -> bool:
    """Say whether a score may be any."""
    return point.high - point.low >= 1.0


def missing(progress: Progress, n_control: int, n_labelled: int, every: int, n_others: int) -> str:
    """Return what is to be done before there is a score, "" where there is one.

    ``n_labelled`` of ``n_control`` sentences are labelled; one in ``every`` of the queue is one.
    ``n_others`` sentences are labelled from which a model learns.
    """
    if not n_control:
        return tr(
            "A control sample tells how good the model is: sentences drawn at random, which you "
            "label without help. There is none yet."
        )
    if not n_labelled and n_others < BEGINS_AFTER:
        return tr(
            "The control sample begins after {least} labelled sentences: before, there is no model "
            "worth testing. {n} so far."
        ).format(least=BEGINS_AFTER, n=n_others)
    if n_labelled < min(LEAST_SENTENCES, n_control):
        return tr(
            "Label {least} control sentences to see a curve: {n} so far. One in {every} sentences "
            "of the queue is one; accept each."
        ).format(least=LEAST_SENTENCES, n=n_labelled, every=every)
    if n_control < LEAST_SENTENCES:
        return tr(
            "The control sample has {n} sentences; {least} at least tell something. Make it larger "
            "in the project’s settings."
        ).format(n=n_control, least=LEAST_SENTENCES)
    if progress.measurement is None:
        return tr(
            "As soon as a model is trained on other sentences, the control sample tells how good "
            "it is: {n} are labelled so far."
        ).format(n=f"{n_others:,}")
    return ""


def going_on(progress: Progress) -> str:
    """Return what further sentences would bring, and how steady the models are."""
    forecast, parts = progress.forecast, []
    if _is_vague(forecast):
        parts.append(tr("The curve cannot tell yet what more sentences would bring."))
    elif forecast.gain is not None:
        gain, low, high = forecast.gain
        parts.append(
            tr("The next 100 sentences will bring about {gain} points ({low} to {high}).").format(
                gain=per_cent(gain), low=per_cent(low), high=per_cent(min(high, 1.0))
            )
        )
    elif progress.points:
        parts.append(
            tr("What more sentences would bring can be told from four points of the curve on.")
        )
    if forecast.agreement is not None:
        parts.append(
            tr("The last {n} models agree on {share} % of the sample's tokens.").format(
                n=forecast.n_models, share=per_cent(forecast.agreement)
            )
        )
    return " ".join(parts)


def _is_vague(forecast: Forecast) -> bool:
    """Say whether what is to come lies anywhere: a few points near each other fit every curve."""
    return forecast.gain is not None and forecast.gain[2] - forecast.gain[1] > MOST_SPREAD


def way_to_go(progress: Progress) -> str:
    """Return how many sentences, and how much time, the wanted score still takes."""
    needed = progress.forecast.needed
    if needed is None:
        return ""
    amount, low, high = needed
    if amount == 0.0:
        return tr("By the curve, that is reached.")
    if _is_vague(progress.forecast):
        return tr("The curve cannot tell yet how many sentences that takes.")
    if isinf(amount):
        return tr("By the present curve, no number of sentences is enough.")
    if amount > MOST_SENTENCES:
        return tr("By the present curve, more than {most} sentences.").format(
            most=f"{MOST_SENTENCES:,}"
        )
    most = tr("never") if isinf(high) else _rounded(high)
    about = _rounded(max(amount, 1.0))
    text = tr("About {n} sentences more ({low} to {high})")
    if about == "1":
        text = tr("About {n} sentence more ({low} to {high})")
    text = text.format(n=about, low=_rounded(low), high=most)
    seconds = progress.pace.seconds_a_sentence
    if seconds is None:
        return f"{text}."
    return tr("{text}, {time} at your pace.").format(text=text, time=_time(amount * seconds))


def pace(pace_: Pace) -> str:
    """Return how fast the person works, and how much the proposals help."""
    parts = []
    if pace_.labels_an_hour is not None:
        parts.append(
            tr("{n} labels an hour, pauses over two minutes left out.").format(
                n=f"{pace_.labels_an_hour:,.0f}"
            )
        )
    if pace_.n_helped:
        parts.append(
            tr("{share} % of {n} sentences were accepted unchanged.").format(
                share=round(100 * pace_.n_unchanged / pace_.n_helped), n=f"{pace_.n_helped:,}"
            )
        )
    return " ".join(parts)


def saving(saved: Saving | None) -> str:
    """Return what the proposals have saved, and by what that is known; "" while it is not."""
    if saved is None:
        return ""
    paces = tr(
        "{helped} s a token in {n} sentences with proposals, {alone} s in {m} without."
    ).format(
        helped=f"{saved.helped_pace:.1f}",
        n=f"{saved.n_helped:,}",
        alone=f"{saved.alone_pace:.1f}",
        m=f"{saved.n_alone:,}",
    )
    if saved.low < 0.0 < saved.high:
        return tr("Whether proposals save you time cannot be told yet: {paces}").format(paces=paces)
    text = tr("Proposals have saved you about {time} ({low} to {high}): {paces}")
    bounds = saved.low, saved.high
    if saved.seconds < 0.0:
        text = tr("Proposals have cost you about {time} ({low} to {high}): {paces}")
        bounds = -saved.high, -saved.low
    low, high = (f"{seconds / 60.0:,.0f}" for seconds in bounds)
    return text.format(time=_time(abs(saved.seconds)), low=low, high=high, paces=paces)


def calibration(found: Calibration, n_labelled: int) -> str:
    """Return whether the percentages of the window can be believed."""
    before, after = per_cent(found.before.error), per_cent(found.after.error)
    if found.temperature is None:
        return tr(
            "The probabilities shown are off by {before} points on average (○). From {enough} "
            "control sentences on ({n} so far) the model is given a temperature that mends that; "
            "with it they would be off by {after} (■)."
        ).format(before=before, after=after, enough=found.enough, n=n_labelled)
    return tr(
        "The probabilities shown are calibrated: the model carries the temperature {temperature}. "
        "They are off by {after} points on average (■), and would be by {before} without it (○). "
        "Judged on sentences that the temperature was not fitted on."
    ).format(temperature=f"{found.temperature:.2f}", after=after, before=before)


def _rounded(amount: float) -> str:
    """Return a number of sentences without digits that nobody knows."""
    if amount > MOST_SENTENCES:
        return tr("more than {most}").format(most=f"{MOST_SENTENCES:,}")
    step = 1 if amount < 20 else 10 if amount < 500 else 100
    return f"{step * round(amount / step):,}"


def _time(seconds: float) -> str:
    minutes = max(1, round(seconds / 60.0))
    if minutes == 1:
        return tr("1 minute")
    if minutes < 90:
        return tr("{n} minutes").format(n=minutes)
    return tr("{n} hours").format(n=f"{minutes / 60.0:,.1f}")
