"""The conformance kit: what authors of games and agents run on their own plugins.

::

    from palaestra.testing import check_agent, check_game

    def test_game_keeps_the_laws():
        check_game("kalah")

    def test_agent_keeps_the_laws():
        check_agent("uct", "kalah")

Fake agents are in :mod:`palaestra.testing.fakes` and :mod:`palaestra.testing.policies`, tiny games in
:mod:`palaestra.testing.games`. Names are imported when they are first used, so that ``import palaestra.testing``
stays light.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
