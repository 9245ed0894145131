"""The comparison with plain Python tells what differs."""

import pytest

from palaestra.testing import ConformanceError, check_plain_python


def test_what_both_print_is_returned():
    assert check_plain_python("print('one')\nprint('two')") == ["one", "two"]


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "from palaestra.compiler import JIT_ENABLED\nprint(1)\nprint(JIT_ENABLED)",
            "line 2 is 'True' compiled and 'False' in",
        ),
        ("import os\nif os.environ['NUMBA_DISABLE_JIT'] == '1': print(1)", "line 1 is None compiled and '1' in"),
        ("raise SystemExit('tired')", "fails with NUMBA_DISABLE_JIT=0\ntired"),
        ("import warnings\nwarnings.warn('odd')", "UserWarning: odd"),
    ],
)
def test_a_difference_or_a_failure_breaks_the_law(program, message):
    with pytest.raises(ConformanceError, match=message):
        check_plain_python(program)
