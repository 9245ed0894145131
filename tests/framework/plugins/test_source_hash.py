"""Which changes of a source can change a game."""

import pytest

from palaestra.plugins.source_hash import code_of

SOURCE = b'''"""A module."""

import math  # for pi


class Circle:
    """Round."""

    def area(self, r: float) -> float:
        """Return the area."""
        # exact
        return math.pi * r**2


NAME = f"{math.pi:.2f} {'#'}" "x"
'''

SAME = b'''import math
class Circle:
  """Of another
  documentation."""
  def area(self, r: float) -> float:

      return (math.pi    * r**2)  # a note
NAME = f"{math.pi:.2f} {'#'}" "x"
'''.replace(b"(math.pi    * r**2)", b"math.pi    * r**2")


def test_comments_docstrings_and_layout_do_not_count():
    assert code_of(SOURCE) == code_of(SAME)
    assert code_of(SOURCE) == code_of(SOURCE.replace(b"\n", b"\r\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"r**2", b"r**3"),
        (b"math.pi:.2f", b"math.pi:.3f"),
        (b"'#'", b"'%'"),
        (b"        return", b"        pass\n        return"),
        (b"NAME", b"    NAME"),  # into the class
    ],
)
def test_all_else_counts(old, new):
    assert old in SOURCE
    assert code_of(SOURCE.replace(old, new)) != code_of(SOURCE)


def test_the_text_that_is_hashed_is_the_same_under_every_python():
    assert code_of(b"def f(x):\n  'doc'\n  return rf'{x}{\"a\"} # {{}}' # c\n") == (
        b"def\0f\0(\0x\0)\0:\n\1return\0rf'{x}{\"a\"} # {{}}'\n\2"
    )


def test_a_formatted_string_may_do_something_and_stays():
    assert b"print" in code_of(b'f"{print(1)}"\n')


@pytest.mark.parametrize("source", [b"def (:\n 'x", b"x = '\xff'\n", b"# coding: klingon\n"])
def test_what_is_no_python_counts_whole(source):
    assert code_of(source) == source
