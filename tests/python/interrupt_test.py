"""Ctrl-C, threads and the interpreter's lock."""
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import hallmark

pytest.importorskip("pandas")  # now: an import must not be what is interrupted

ENDLESS = {"n": 10**15, "eps0": 1, "delta": "1e-8"}  # of clones.epsilon: hours
LATEST = 0.4  # seconds of processor time from the signal to KeyboardInterrupt: a fifth of a second on two cores


def interrupted(work, after=0.3):
    """Seconds of processor time from SIGINT to KeyboardInterrupt."""
    sent = []

    def send():
        sent.append(time.process_time())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
            time.sleep(5)  # the signal may not have come yet
        return time.process_time() - sent[0]
    finally:
        timer.join()


WORK = {
    "an epsilon of clones": lambda: hallmark.epsilon("clones", **ENDLESS),
    "a claim": lambda: hallmark.judge("clones.epsilon", "<=", "1e-9", **ENDLESS),
    "a composition": lambda: hallmark.compose([("poisson-gaussian", {"sigma": 1, "rate": "1/100"}, 1000), ("gaussian", {"sigma": 10}, 3)], delta="1e-6", digits=20),
    "Poisson batches": lambda: hallmark.epsilon("poisson-gaussian", sigma="1/2", rate="1/1000", steps=10**6, delta="1e-9", direction="both", digits=300),
    "random allocation": lambda: hallmark.epsilon("allocation", sigma=1, steps=10**5, epochs=3, selected=7, delta="1e-9", direction="both", digits=200),
    "a table": lambda: hallmark.table("clones.epsilon", {"n": [10**15, 10**15 - 1, 10**15 - 2]}, eps0=1, delta="1e-8"),
    "a table in threads": lambda: hallmark.table("clones.epsilon", {"n": [10**15 - k for k in range(6)]}, eps0=1, delta="1e-8", threads=2),
}


@pytest.mark.parametrize("name", WORK)
def test_ctrl_c_ends_it_at_once(name):
    best = min(interrupted(WORK[name]) for _ in range(2))  # on a machine with other work one of two may come late
    print(f"{name}: {best:.3f} s")
    assert best < LATEST


def test_an_interrupted_call_leaves_no_trace():
    interrupted(lambda: hallmark.epsilon("clones", **ENDLESS))
    assert hallmark.epsilon("clones", n=1000, eps0=1, delta="1e-6") > 0


def test_the_interpreter_ends_cleanly_after_an_interrupt():
    program = textwrap.dedent("""
        import _thread, threading, hallmark
        threading.Timer(0.2, _thread.interrupt_main).start()
        try:
            hallmark.epsilon("poisson-gaussian", sigma="1/2", rate="1/1000", steps=10**6, delta="1e-9", direction="both", digits=300)
        except KeyboardInterrupt:
            print("interrupted")
    """)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=600)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "interrupted\n", "")


def test_python_goes_on_while_it_computes():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.warns(hallmark.UnreachedWarning):
        hallmark.epsilon("clones", **ENDLESS, seconds=0.5)
    done.set()
    ticker.join()
    assert len(ticks) > 20


def resident():
    """Kilobytes of memory that this process has."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def test_many_calls_take_no_more_memory_than_a_few():
    def ask(count):
        for _ in range(count):
            hallmark.epsilon("gaussian", sigma=1, delta="1e-5", digits=50)

    def ask_in_threads(count):
        for _ in range(count):
            thread = threading.Thread(target=ask, args=(1,))
            thread.start()
            thread.join()

    for work in (ask, ask_in_threads):
        work(20)
        grown = []  # an allocator takes memory in steps, seldom; a leak takes it in every part
        for _ in range(4):
            before = resident()
            work(40)
            grown.append(resident() - before)
        assert min(grown) < 1000, f"{work.__name__}: {grown} KB for 40 calls each"


def test_four_threads_say_what_one_says():
    questions = [("gaussian.epsilon", {"sigma": 1 + k % 3, "delta": "1e-6", "digits": 30}) for k in range(12)]
    questions += [("clones.delta", {"n": 100 + k, "eps0": 2, "eps": "1/2"}) for k in range(12)]
    questions += [("poisson-gaussian.delta", {"sigma": 1, "rate": "1/10", "steps": 1 + k, "eps": 1, "direction": "both", "digits": 8}) for k in range(8)]
    alone = [hallmark.evaluate(quantity, **arguments) for quantity, arguments in questions]
    wrong = []

    def ask(first):
        for index in range(len(questions)):
            at = (first + index) % len(questions)
            quantity, arguments = questions[at]
            if hallmark.evaluate(quantity, **arguments) != alone[at]:
                wrong.append(questions[at])

    threads = [threading.Thread(target=ask, args=(8 * k,)) for k in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_four_threads_compute_at_the_same_time():
    """Four calls that each take half a second: none has ended when the last begins."""
    times = []

    def ask():
        began = time.perf_counter()
        hallmark.epsilon("clones", **ENDLESS, seconds=0.5)
        times.append((began, time.perf_counter()))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    with pytest.warns(hallmark.UnreachedWarning):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(times) == 4 and max(began for began, _ in times) < min(ended for _, ended in times)


def test_certificates_are_checked_in_threads():
    certificate = hallmark.epsilon("shuffle", n=10000, eps0=4, delta="1e-6").certificate
    verdicts = []
    threads = [threading.Thread(target=lambda: verdicts.append(hallmark.check(certificate).verdict)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verdicts == ["verified"] * 4
