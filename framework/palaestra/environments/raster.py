"""SVG documents as arrays of pixels, by resvg: ``pip install 'palaestra[render]'``."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from palaestra.errors import InvalidValueError, UserError

Pixels = NDArray[np.uint8]

_FAMILIES: Final = ("DejaVu Sans", "Arial", "Liberation Sans", "Noto Sans", "Helvetica", "Segoe UI", "Verdana")
"""Families to use for ``sans-serif``; resvg draws no text in a family that is not installed."""
_PROBE: Final = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">M</text></svg>'


def require_rasterizer() -> None:
    """Raise UserError if the libraries of the extra ``render`` are not installed."""
    try:
        import PIL.Image  # noqa: F401
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise UserError(f"pictures need {error.name}; expected pip install 'palaestra[render]'") from error


def rasterize(svg: str) -> Pixels:
    """Return an SVG document as uint8[height, width, 3], red green blue, on white.

    Raises:
        UserError: the extra ``render`` is not installed.
        InvalidValueError: it is not an SVG document.
    """
    require_rasterizer()
    return _pixels(svg, _sans_serif())


@cache
def _sans_serif() -> str:
    """Return the first family that is installed; the first of the list if none is, and then no text is drawn."""
    return next((name for name in _FAMILIES if (_pixels(_PROBE, name) < 128).any()), _FAMILIES[0])


def _pixels(svg: str, family: str) -> Pixels:
    import PIL.Image
    import resvg_py

    try:
        png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", font_family=family, sans_serif_family=family)
    except ValueError as error:
        raise InvalidValueError("picture", svg, f"an SVG document ({error})") from error
    with PIL.Image.open(BytesIO(png)) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.uint8)
