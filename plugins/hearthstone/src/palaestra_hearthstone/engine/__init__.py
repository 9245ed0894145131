"""The rules as compiled functions, in layers: each module uses those above it in this list.

``tables`` (cards as integers), ``zones`` (cards come and go), ``characters`` (damage and healing), ``auras``,
``select`` (whom an effect concerns), ``effects`` (one function for each kind), ``interpret`` (runs the rows of a card),
``settle`` (events, auras and deaths until nothing happens), ``turn``, ``play``, ``legal``; beside them ``observe``,
``determinize``, ``encode`` and ``hashes``, which only read.
"""
