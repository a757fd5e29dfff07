"""Tests of sentence times: from one finished sentence to the next."""

from app.domain.timings import REFIT_EVERY, Timed, Timings


def test_the_first_sentence_has_no_beginning_and_corrections_belong_to_the_next():
    timings = Timings()
    timings.correct()
    timings.finish(10.0, 5)
    timings.correct()
    timings.correct()
    timings.finish(17.5, 8)
    timings.finish(18.0, 2)
    assert timings.kept == [Timed(8, 2, 7.5), Timed(2, 0, 0.5)]


def test_what_is_learnt_from_changes_with_every_tenth_sentence():
    timings = Timings()
    for n in range(REFIT_EVERY):
        timings.finish(float(n), 3)
    assert timings.to_fit() == ()
    timings.finish(99.0, 3)
    assert len(timings.to_fit()) == REFIT_EVERY


def test_earlier_sittings_stand_ahead_of_this_one():
    timings = Timings()
    timings.finish(1.0, 3)
    timings.finish(4.0, 5)
    timings.begin_with((Timed(7, 2, 20.0),))
    assert timings.kept == [Timed(7, 2, 20.0), Timed(5, 0, 3.0)]
