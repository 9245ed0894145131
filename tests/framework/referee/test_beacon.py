import math

from palaestra.referee.beacon import BEACON_BYTES, Asked, Beacon


def test_the_manager_reads_what_the_worker_wrote():
    memory = bytearray(BEACON_BYTES)
    worker, manager = Beacon(memory), Beacon(memory)
    assert manager.read() is None
    worker.play("0123456789abcdef0123-1")
    assert manager.read() == Asked("0123456789abcdef0123-1", -1, False, 0.0)
    worker.ask(1, starting=True)
    worker.wait(12.5)
    assert manager.read() == Asked("0123456789abcdef0123-1", 1, True, 12.5)
    worker.answered()
    assert manager.read().seat == -1
    worker.ask(0)
    assert manager.read() == Asked("0123456789abcdef0123-1", 0, False, math.inf)
    worker.play("")
    assert manager.read() is None
