"""Finding installed plugins."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from palaestra.spec import AgentSpec, GameSpec


class Plugins(Protocol):
    def game(self, name: str) -> GameSpec: ...
    def agent(self, name: str) -> AgentSpec: ...


@cache
def installed_plugins() -> Plugins:
    raise NotImplementedError
