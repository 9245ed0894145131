"""The conformance kit: what authors of games and agents run on their own plugins.

Names are imported when they are first used, so that ``import palaestra.testing`` stays light.
"""
