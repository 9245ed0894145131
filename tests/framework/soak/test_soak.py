import subprocess
import sys
from pathlib import Path

import pytest

SOAK = Path(__file__).with_name("soak.py")


@pytest.mark.skipif(sys.platform != "linux", reason="kills and adopts processes as Linux does")
def test_a_small_soak_ends_as_it_must():
    """`make soak` is the large one: 2,000 games and three kills."""
    result = subprocess.run(
        [sys.executable, "-m", "tests.framework.soak.soak", "--games", "42", "--kills", "1"],
        capture_output=True,
        text=True,
        check=False,
        cwd=SOAK.parents[3],
    )
    assert result.returncode == 0, result.stdout + result.stderr
