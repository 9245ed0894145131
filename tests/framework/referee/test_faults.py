"""What is told of a fault."""

import pytest

from palaestra.referee.faults import last_words


@pytest.mark.parametrize(
    ("detail", "stderr", "told"),
    [
        ("exit code 1", "Traceback:\n  x\nImportError: no module 'x'\n", "exit code 1: ImportError: no module 'x'"),
        ("exit code 1", "", "exit code 1"),
        ("Traceback:\n  x\nValueError: no\n", "a warning\nValueError: no\n", "ValueError: no"),
        ("", "\n \n", ""),
    ],
)
def test_the_last_line_of_each_is_told_once(detail, stderr, told):
    assert last_words(detail, stderr) == told
