import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra.agent import Clock
from palaestra.isolation import json_lines
from palaestra.isolation.json_lines import MAX_TEXT, Hello, Ready
from palaestra.isolation.wire import ProtocolBreach

HELLO = Hello("kalah", "1", {"pits": 6, "capture": "usual"}, 2, 1, 2**53 - 1, 60.0, None)
ACTIONS = {"a1": 3, 'quoted "legal":[1]': 9}


def test_the_messages_read_as_documented():
    assert HELLO.line() == (
        b'{"type":"hello","protocol":1,'
        b'"game":{"id":"kalah","version":"1","knobs":{"pits":6,"capture":"usual"},"players":2},'
        b'"player":1,"seed":9007199254740991,"limits":{"startup":60.0,"memory":null,"line":65536}}\n'
    )
    asked = json.loads(json_lines.question(7, (3, 9), tuple(ACTIONS), (0, -5), Clock(1.5, None)))
    clock = asked.pop("clock")
    assert asked == {
        "type": "question",
        "number": 7,
        "legal": [3, 9],
        "words": ["a1", 'quoted "legal":[1]'],
        "observation": [0, -5],
    }
    assert (clock["move"], clock["game"]) == (1.5, None)
    assert json_lines.end((1.0, -1.0)) == b'{"type":"end","returns":[1.0,-1.0]}\n'


@given(st.lists(st.text(), max_size=4), st.integers(min_value=-(2**63), max_value=2**63 - 1))
def test_a_question_is_one_ascii_line_whose_keys_stand_out(words, number):
    line = json_lines.question(number, (1, 2), words, (5,), Clock())
    assert line.isascii()
    assert line.count(b"\n") == 1
    assert line.startswith(b'{"type":"question",')
    assert [line.count(b'"%s":' % key) for key in (b"number", b"legal", b"words", b"observation")] == [1] * 4


@pytest.mark.parametrize(
    ("action", "expected"),
    [("3", 3), ("-2", -2), ('"a1"', 3), ('"A1"', "A1"), ("0.5", 0.5), ("null", None), ("true", True), ("[3]", [3])],
)
def test_the_answer_comes_as_it_was_given_and_words_become_ids(action, expected):
    answer = json_lines.read_answer(b'{"type":"answer","number":2,"action":%s}\n' % action.encode(), 2, ACTIONS)
    assert answer == expected
    assert type(answer) is type(expected)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"hello\n", "not a line of JSON"),
        (b"\xff\xfe\n", "not a line of JSON: UnicodeDecodeError"),
        (b"[" * 60_000 + b"\n", "not a line of JSON: RecursionError"),
        (b'{"type":"answer","number":2,"action":' + b"9" * 60_000 + b"}\n", "not a line of JSON: ValueError"),
        (b"[1]\n", 'no message of type "answer"'),
        (b'{"type":"ready"}\n', 'no message of type "answer"'),
        (b'{"type":"answer","number":2}\n', "no 'action'"),
        (b'{"type":"answer","action":2}\n', "number None; expected 2"),
        (b'{"type":"answer","action":2,"number":1}\n', "number 1; expected 2"),
        (b'{"type":"answer","action":2,"number":2.5}\n', "number 2.5; expected 2"),
        (b'{"type":"answer","action":2,"number":true}\n', "number True; expected 2"),
    ],
)
def test_what_is_no_answer_is_told_in_one_line(line, message):
    with pytest.raises(ProtocolBreach) as caught:
        json_lines.read_answer(line, 2, ACTIONS)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@given(st.binary(max_size=200))
def test_nothing_that_a_program_writes_raises_anything_else(line):
    for read in (json_lines.read_ready, lambda text: json_lines.read_answer(text, 1, {})):
        with pytest.raises(ProtocolBreach):
            read(line)


def test_a_program_may_say_who_it_is():
    assert json_lines.read_ready(b'{"type":"ready"}\n') == Ready()
    assert json_lines.read_ready(b'{"type":"ready","name":"a\\u001b[2J","version":"1"}') == Ready("a?[2J", "1")
    assert len(json_lines.read_ready(json.dumps({"type": "ready", "name": "x" * 500}).encode()).name) == MAX_TEXT
    with pytest.raises(ProtocolBreach, match="'name' is 3; expected a text"):
        json_lines.read_ready(b'{"type":"ready","name":3}')


@pytest.mark.parametrize(
    ("text", "action"),
    [("8", 8), ("8.0", 8), ("8e0", 8), ("0.8e1", 8), ("-0.0", 0), ("8.5", 8.5), ("true", True), ("1e300", 1e300)],
)
def test_a_whole_number_is_an_action_however_it_is_written(text, action):
    told = json_lines.read_answer(b'{"type":"answer","number":3.0,"action":%s}' % text.encode(), 3, {})
    assert told == action
    assert type(told) is type(action)
