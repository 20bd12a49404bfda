"""Processor time of a process, which other work on the machine does not change."""
import os
import pathlib
import time

PATIENCE = 30  # seconds by the wall clock for one of processor time
TICK = 0.005


def processor_seconds(pid):
    """What a process and its threads have computed; 0 where there is none."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_seconds(pid):
    """What a process and all that it has started and that still run have computed."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = path.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[1]
        except OSError:
            continue
        children.setdefault(int(parent), []).append(int(path.parent.name))
    total, left = 0, [pid]
    while left:
        one = left.pop()
        total += processor_seconds(one)
        left += children.get(one, [])
    return total


def work(process, seconds):
    """Waits until a process has computed for so long, or has ended: whether it goes on. A process that waits is waited for no longer than PATIENCE."""
    end = time.monotonic() + 1 + PATIENCE * seconds
    while process.poll() is None and processor_seconds(process.pid) < seconds and time.monotonic() < end:
        time.sleep(TICK)
    return process.poll() is None


def wait_for(condition, seconds=300):
    """Waits for what another process does; whether it came about."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(TICK)
    return True
