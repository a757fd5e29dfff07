"""Tests of importing the numerical modules from several threads."""

import subprocess
import sys

# A new interpreter, because everything is loaded in this one.
TWO_THREADS = """
import threading
from app.jobs.project_models.project_learning import ProjectLearning
from app.domain.query_choices import QueryChoice
from app.domain.timings import Timed
from app.domain.measurement import CurvePoint
from app.jobs.queue.order import Waiting, Work
import numpy as np

learning, failures, gate = ProjectLearning(), [], threading.Barrier(2)
none = np.zeros(0, np.int64)
work = Work(none, np.zeros(0), ())
waiting = Waiting(none, none, np.zeros(0), none > 0, work=work)

def ask(question):
    gate.wait()
    try:
        question()
    except Exception as error:
        failures.append(repr(error))

threads = [
    threading.Thread(target=ask, args=(question,))
    for question in (
        lambda: learning.in_order(waiting, None),
        lambda: learning.forecast([], [], 0.9),
    )
]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(*failures)
"""


def test_two_threads_may_be_the_first_at_once():
    done = subprocess.run(
        [sys.executable, "-c", TWO_THREADS], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def test_no_search_for_cycles_goes_on_while_it_loads():
    program = """
import gc
from app.jobs.loading import load_mathematics
searches = []
gc.callbacks.append(lambda phase, info: searches.append(info["generation"]))
load_mathematics()
print(searches.count(2), gc.isenabled())
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["0", "True"]
