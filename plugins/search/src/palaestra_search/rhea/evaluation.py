"""What an individual is worth: the mean over sampled states that its actions lead to.

An individual is tried in several determinizations, each with a future of its own. From the end of its turn in each,
games are played at random to their end, or the game's evaluation is asked. A cache of fixed size keeps the returns by
the game's ``abstract`` of what the player sees at the end of the turn; an entry with as many playouts as an
individual gets is taken for the value, without playing (Sakurai and Hasebe 2023, section 4.3).

The work is cut into pieces, so that a clock may stop it between two playouts.
"""

from __future__ import annotations

from palaestra import IntArray, Kernel, copy, jit, play_out, random_below, reseed
from palaestra_search.rhea.layout import (
    COUNT,
    ENTRY,
    ENTRY_SIZE,
    EVALUATED,
    FIRST_GENE,
    FITNESS,
    FITNESS_SUM,
    HITS,
    KEY,
    LENGTH,
    LOOKUPS,
    PLAYED,
    PLAYOUTS_STORED,
    ROUNDS,
    SAMPLE,
    SAMPLES,
    TOTAL,
    WON,
    Settings,
    Workspace,
    individual,
)
from palaestra_search.rhea.operators import inherited
from palaestra_search.rhea.tree import store


@jit
def plan(kernel: Kernel, settings: Settings, ws: Workspace) -> None:
    """Write how many states and playouts an individual gets: one state is enough where all of them are the same."""
    memory = ws.memory
    certain = kernel.perfect_information == 1 and kernel.chance == 0  # then every sampled state is the same one
    memory[SAMPLES] = 1 if certain else settings.states
    memory[ROUNDS] = settings.playouts * (settings.states if certain else 1)


@jit(inline=True)
def find_entry(ws: Workspace, entries: int, key: int) -> int:
    """Return the index of the cache entry for a key; an entry of another key in its place is given up."""
    memory = ws.memory
    # The low bits alone would do for a good hash; a game's own may differ in the high ones only.
    place = (key ^ (key >> 17) ^ (key >> 41)) & (entries - 1)
    entry = ws.cache + ENTRY_SIZE * place
    if memory[entry + KEY] != key or memory[entry + PLAYOUTS_STORED] == 0:
        memory[entry + KEY] = key
        memory[entry + TOTAL] = 0  # the same bits as 0.0
        memory[entry + PLAYOUTS_STORED] = 0
    return int(entry)


@jit(inline=True)
def value_at_once(kernel: Kernel, player: int, settings: Settings, ws: Workspace) -> bool:
    """Return whether the state at the end of the sequence has a value without playouts, and add it to the sum.

    Else make ready for the playouts.
    """
    memory, values = ws.memory, ws.values
    state = ws.end_state
    if kernel.current_player(state) < 0:
        kernel.returns(state, ws.outcome)
        values[FITNESS_SUM] += ws.outcome[player]
        return True
    if settings.by_evaluate:
        values[FITNESS_SUM] += kernel.evaluate(state, player)
        return True
    memory[PLAYED] = 0
    values[WON] = 0.0
    memory[ENTRY] = 0
    if settings.cache > 0:
        kernel.observe(state, player, ws.seen)
        entry = find_entry(ws, settings.cache, kernel.abstract(ws.seen))
        memory[LOOKUPS] += 1
        if memory[entry + PLAYOUTS_STORED] >= memory[ROUNDS] * memory[SAMPLES]:
            memory[HITS] += 1
            values[FITNESS_SUM] += values[entry + TOTAL] / float(memory[entry + PLAYOUTS_STORED])
            return True
        memory[ENTRY] = entry
    return False


@jit(inline=True)
def replay_pending(kernel: Kernel, observation: IntArray, player: int, ws: Workspace, rng: IntArray) -> None:
    """Play the pending individual in a fresh determinization, to the end of the turn.

    A gene that is not legal there is replaced by a random legal action; a turn that goes on behind the last gene is
    played to its end at random.
    """
    memory = ws.memory
    state = ws.end_state
    legal = ws.legal
    pending = individual(ws, memory[COUNT])
    kernel.determinize(observation, player, rng, state)
    for place in range(ws.genes):
        if kernel.current_player(state) != player:
            return
        n = kernel.legal_actions(state, legal)
        action = inherited(memory, pending, place, legal, n)
        kernel.step(state, action if action >= 0 else legal[random_below(rng, n)])


@jit(inline=True)
def play_rounds(kernel: Kernel, player: int, ws: Workspace, rng: IntArray, most: int) -> int:
    """Play at most so many games from the state at the end of the sequence and return their number."""
    memory, values = ws.memory, ws.values
    end = ws.end_state
    state = ws.play_state
    legal = ws.legal
    outcome = ws.outcome
    rounds = min(most, memory[ROUNDS] - memory[PLAYED])
    won = 0.0
    for _ in range(rounds):
        copy(state, end)
        reseed(state, rng)
        play_out(kernel, state, legal)
        kernel.returns(state, outcome)
        won += outcome[player]
    values[WON] += won
    memory[PLAYED] += rounds
    return int(rounds)


@jit(inline=True)
def close_sample(ws: Workspace) -> None:
    """Add what the playouts from a sampled state gave to the sum and to the cache."""
    memory, values = ws.memory, ws.values
    values[FITNESS_SUM] += values[WON] / float(memory[PLAYED])
    entry = memory[ENTRY]
    if entry != 0:
        values[entry + TOTAL] += values[WON]
        memory[entry + PLAYOUTS_STORED] += memory[PLAYED]


@jit(inline=True)
def close_pending(settings: Settings, ws: Workspace) -> None:
    """Give the pending individual its fitness, store it in the tree and make it a part of the pool."""
    memory, values = ws.memory, ws.values
    fitness = values[FITNESS_SUM] / float(memory[SAMPLES])
    done = individual(ws, memory[COUNT])
    values[done + FITNESS] = fitness
    length = min(memory[done + LENGTH], settings.tree_depth)
    store(ws, done + FIRST_GENE, length, fitness)
    memory[SAMPLE] = -1
    memory[COUNT] += 1
    memory[EVALUATED] += 1


@jit(inline=True)
def evaluate_pending(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    settings: Settings,
    ws: Workspace,
    rng: IntArray,
    most: int,
) -> int:
    """Go on evaluating the pending individual by at most so many pieces of work and return how many were done.

    A piece is a playout, or a sampled state whose value needs none.
    """
    memory = ws.memory
    done = 1
    if memory[PLAYED] < memory[ROUNDS]:
        done = play_rounds(kernel, player, ws, rng, most)
        if memory[PLAYED] < memory[ROUNDS]:
            return int(done)
        close_sample(ws)
    memory[SAMPLE] += 1
    if memory[SAMPLE] == memory[SAMPLES]:
        close_pending(settings, ws)
        return int(done)
    replay_pending(kernel, observation, player, ws, rng)
    if value_at_once(kernel, player, settings, ws):
        memory[PLAYED] = memory[ROUNDS]
    return int(done)
