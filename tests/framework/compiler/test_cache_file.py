"""A cache file is whole or absent, whatever the file system and other processes do."""

import sys
import threading

import pytest

from palaestra.compiler.cache_file import CacheFile, cache_folder


def test_reads_what_was_written(tmp_path):
    file = CacheFile(tmp_path / "deep" / "down" / "x.code")
    assert file.read() is None
    assert file.write(b"content")
    assert file.read() == b"content"
    assert [path.name for path in file.path.parent.iterdir()] == ["x.code"]


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:40] + b"?" + data[41:]]
)
def test_a_damaged_file_is_a_miss_and_can_be_replaced(tmp_path, damage):
    file = CacheFile(tmp_path / "x.code")
    file.write(b"some longer content")
    file.path.write_bytes(damage(file.path.read_bytes()))
    assert file.read() is None
    assert file.write(b"some longer content")
    assert file.read() == b"some longer content"


def test_an_impossible_folder_is_no_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    file = CacheFile(tmp_path / "file" / "x.code")
    assert file.read() is None
    assert not file.write(b"content")
    with file.locked():
        pass
    assert (tmp_path / "file").read_text() == "not a folder"


@pytest.mark.skipif(sys.platform == "win32", reason="no file locks there")
def test_one_holder_at_a_time_and_nothing_left(tmp_path):
    file = CacheFile(tmp_path / "x.code")
    inside = 0
    most = 0

    def hold():
        nonlocal inside, most
        for _ in range(5):
            with file.locked():
                inside += 1
                most = max(most, inside)
                file.write(b"content")
                inside -= 1

    threads = [threading.Thread(target=hold) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1
    assert [path.name for path in tmp_path.iterdir()] == ["x.code"]


def test_the_folder_can_be_named(tmp_path, monkeypatch):
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    assert cache_folder() == tmp_path


@pytest.mark.skipif(sys.platform != "linux", reason="the XDG folder")
def test_the_folder_of_the_user(tmp_path, monkeypatch):
    monkeypatch.delenv("PALAESTRA_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "palaestra"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder() == tmp_path / "home" / ".cache" / "palaestra"
