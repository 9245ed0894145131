import threading

import pytest

from palaestra.referee.starvation import starved_seconds, waited


def test_the_second_number_of_schedstat_is_the_wait_in_nanoseconds():
    """Documentation/scheduler/sched-stats.rst of Linux: time on the cpu, time waiting on a runqueue, timeslices."""
    assert waited(b"388478564 2500000 2\n") == 0.0025


@pytest.mark.parametrize("content", [b"", b"1 2", b"1 x 3"])
def test_another_content_is_refused(content):
    with pytest.raises(ValueError, match=r"schedstat is|invalid literal"):
        waited(content)


def test_each_thread_reads_its_own_and_it_never_falls():
    seen = []

    def read():
        seen.append([starved_seconds() for _ in range(3)])

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(0 <= a <= b <= c for a, b, c in seen)
