"""Pictures as pixels."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from palaestra import load_game
from palaestra.environments.raster import rasterize
from palaestra.errors import InvalidValueError, UserError


def test_a_rectangle_is_where_it_was_drawn() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20">'
        '<rect x="10" y="5" width="10" height="10" fill="#ff8000"/></svg>'
    )
    expected = np.full((20, 30, 3), 255, dtype=np.uint8)
    expected[5:15, 10:20] = (255, 128, 0)
    pixels = rasterize(svg)
    assert pixels.dtype == np.uint8
    assert np.array_equal(pixels, expected)


@pytest.mark.parametrize(
    ("name", "size"), [("tic_tac_toe", (240, 240)), ("kalah", (300, 660)), ("nine_mens_morris", (490, 460))]
)
def test_boards_have_the_size_that_they_say(name: str, size: tuple[int, int]) -> None:
    game = load_game(name)
    pixels = rasterize(game.render_svg(game.new_state()))
    assert pixels.shape == (*size, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 2


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="picture is 'a board'; expected an SVG document"):
        rasterize("a board")


@pytest.mark.parametrize("library", ["resvg_py", "PIL.Image"])
def test_a_missing_library_is_reported(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UserError, match=rf"pictures need {library}; expected pip install 'palaestra\[render\]'"):
        rasterize('<svg xmlns="http://www.w3.org/2000/svg"/>')
