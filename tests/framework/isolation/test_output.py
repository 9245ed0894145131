"""What a child prints: kept, cut to its end, and harmless to show."""

import os

from palaestra.isolation.output import TAIL_BYTES, Output, printable


def test_the_end_of_what_was_printed_is_kept():
    output = Output()
    os.write(output.fileno(), b"x" * TAIL_BYTES + b"the end\n")
    tail = output.tail()
    output.close()
    assert tail == "x" * (TAIL_BYTES - 8) + "the end"


def test_nothing_printed_is_nothing():
    output = Output()
    assert output.tail() == ""
    output.close()


def test_the_file_has_no_name():
    output = Output()
    assert os.fstat(output.fileno()).st_nlink == 0
    output.close()


def test_a_terminal_is_not_controlled_by_what_is_shown():
    assert printable("a\x1b[2Jb\tc\nd\r\ne\x00") == "a\\x1b[2Jb\tc\nd\ne\\x00"
    output = Output()
    os.write(output.fileno(), b"\xff\x1b]0;title\x07")
    assert output.tail() == "\ufffd\\x1b]0;title\\x07"
    output.close()
