"""The rules as compiled functions, in layers: each module uses those before it in this list.

``tables`` (cards as integers), ``zones`` (cards come and go), ``characters`` (damage and healing), ``auras``,
``summon``, ``select`` (whom an effect concerns), ``effects`` (one function for each kind), ``interpret`` (runs the rows
of a card), ``settle`` (events, auras and deaths until nothing happens), ``turn``, ``deal``, ``play``, ``legal``; beside
them ``observe`` (what a player may know, and how the rest may be), ``encode``, ``evaluate`` and ``hashes``, which only
read.
"""
