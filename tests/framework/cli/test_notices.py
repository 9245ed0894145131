from __future__ import annotations

from collections.abc import Iterator

import pytest

from palaestra.cli.notices import CompileNotice, Counter, announce_compiling, notice
from palaestra.cli.settings import Settings, _current
from palaestra.compiler import set_compile_listener


@pytest.fixture(autouse=True)
def _settings_and_listener_are_put_back() -> Iterator[None]:
    token = _current.set(Settings())
    before = set_compile_listener(None)
    yield
    set_compile_listener(before)
    _current.reset(token)


def test_compiling_is_told_once_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    listener = CompileNotice()
    for name in ("game.step", "game.init"):
        listener(name, None)
        listener(name, 0.5)
    assert capsys.readouterr() == ("", "compiling (first run only) ...\n")


def test_compiling_is_told_by_name_on_a_terminal_and_wiped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    listener = CompileNotice()
    listener("game.step", None)
    listener("game.step", 0.5)
    assert capsys.readouterr().err == "\r\x1b[Kcompiling game.step (first run only)\r\x1b[K"


def test_the_quiet_hear_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    _current.set(Settings(quiet=True))
    notice("something")
    counter = Counter("games")
    counter(1)
    counter.finish()
    announce_compiling()
    assert set_compile_listener(None) is None
    assert capsys.readouterr() == ("", "")


def test_others_hear_of_compiling() -> None:
    announce_compiling()
    assert isinstance(set_compile_listener(None), CompileNotice)
