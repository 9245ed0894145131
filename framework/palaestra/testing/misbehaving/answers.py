"""Fakes that answer anything but a legal action: they must lose by ``illegal``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from palaestra.testing.misbehaving.base import Misbehaving

if TYPE_CHECKING:
    from palaestra.agent import View


class _Answers(Misbehaving):
    answer: Any = None

    def misbehave(self, view: View) -> Any:  # noqa: ARG002
        return self.answer


class AnswersIllegal(_Answers):
    """Answers an action that no game has."""

    answer = -2


class AnswersNothing(_Answers):
    """Answers None."""


class AnswersNotANumber(_Answers):
    """Answers NaN."""

    answer = float("nan")


class AnswersZeroAsFloat(_Answers):
    """Answers 0.0, which equals a legal action of many games."""

    answer = 0.0


class AnswersHuge(_Answers):
    """Answers a number of 5,000 digits, which cannot even be printed."""

    answer = 10**5000


class AnswersText(_Answers):
    """Answers a text."""

    answer = "pass"
