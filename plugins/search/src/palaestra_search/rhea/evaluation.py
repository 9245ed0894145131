"""What an individual is worth: the mean over sampled states that its actions lead to.

An individual is tried in several determinizations, each with a future of its own. From the end of its turn in each,
games are played at random to their end, or the game's evaluation is asked. A cache of fixed size keeps the returns by
the game's ``abstract`` of what the player sees at the end of the turn; an entry with as many playouts as an
individual gets is taken for the value, without playing (Sakurai and Hasebe 2023, section 4.3).

The work is cut into pieces, so that a clock may stop it between two playouts.
"""

from __future__ import annotations

from palaestra import FloatArray, IntArray, Kernel, copy, jit, play_out, random_below, reseed
from palaestra_search.rhea.layout import (
    AT_CACHE,
    AT_END,
    AT_LEGAL,
    AT_OUTCOME,
    AT_PLAY,
    AT_SEEN,
    BY_EVALUATE,
    CACHE,
    COUNT,
    ENTRY,
    ENTRY_WORDS,
    EVALUATED,
    FIRST_GENE,
    FITNESS,
    FITNESS_SUM,
    GENES,
    HITS,
    KEY,
    LENGTH,
    LOOKUPS,
    PLAYED,
    PLAYOUTS,
    PLAYOUTS_STORED,
    ROUNDS,
    SAMPLE,
    SAMPLES,
    STATES,
    TOTAL,
    TREE_DEPTH,
    WON,
    individual,
)
from palaestra_search.rhea.operators import inherited
from palaestra_search.rhea.tree import store


@jit
def plan(kernel: Kernel, params: FloatArray, memory: IntArray) -> None:
    """Write how many states and playouts an individual gets: one state is enough where all of them are the same."""
    certain = kernel.perfect_information == 1 and kernel.chance == 0
    memory[SAMPLES] = 1 if certain else int(params[STATES])
    memory[ROUNDS] = int(params[PLAYOUTS]) * (int(params[STATES]) if certain else 1)


@jit
def find_entry(memory: IntArray, entries: int, key: int) -> int:
    """Return the first word of the cache entry for a key; an entry of another key in its place is given up."""
    place = (key ^ (key >> 17) ^ (key >> 41)) & (entries - 1)
    entry = memory[AT_CACHE] + ENTRY_WORDS * place
    if memory[entry + KEY] != key or memory[entry + PLAYOUTS_STORED] == 0:
        memory[entry + KEY] = key
        memory[entry + TOTAL] = 0  # the same bits as 0.0
        memory[entry + PLAYOUTS_STORED] = 0
    return int(entry)


@jit
def value_at_once(kernel: Kernel, player: int, params: FloatArray, memory: IntArray, values: FloatArray) -> int:
    """Add the value of the state at AT_END to the sum if it takes no playouts: 1; else make ready for them: 0."""
    state = memory[memory[AT_END] : memory[AT_END] + kernel.state_size]
    if kernel.current_player(state) < 0:
        outcome = values[memory[AT_OUTCOME] : memory[AT_OUTCOME] + kernel.players]
        kernel.returns(state, outcome)
        values[FITNESS_SUM] += outcome[player]
        return 1
    if params[BY_EVALUATE] > 0.0:
        values[FITNESS_SUM] += kernel.evaluate(state, player)
        return 1
    memory[PLAYED] = 0
    values[WON] = 0.0
    memory[ENTRY] = 0
    if params[CACHE] > 0.0:
        seen = memory[memory[AT_SEEN] : memory[AT_SEEN] + kernel.state_size]
        kernel.observe(state, player, seen)
        entry = find_entry(memory, int(params[CACHE]), kernel.abstract(seen))
        memory[LOOKUPS] += 1
        if memory[entry + PLAYOUTS_STORED] >= memory[ROUNDS] * memory[SAMPLES]:
            memory[HITS] += 1
            values[FITNESS_SUM] += values[entry + TOTAL] / float(memory[entry + PLAYOUTS_STORED])
            return 1
        memory[ENTRY] = entry
    return 0


@jit
def replay_pending(kernel: Kernel, observation: IntArray, player: int, memory: IntArray, rng: IntArray) -> None:
    """Play the pending individual in a fresh determinization, to the end of the turn.

    A gene that is not legal there is replaced by a random legal action; a turn that goes on behind the last gene is
    played to its end at random.
    """
    state = memory[memory[AT_END] : memory[AT_END] + kernel.state_size]
    legal = memory[memory[AT_LEGAL] : memory[AT_LEGAL] + kernel.max_legal]
    pending = individual(memory, memory[COUNT])
    kernel.determinize(observation, player, rng, state)
    for place in range(memory[GENES]):
        if kernel.current_player(state) != player:
            return
        n = kernel.legal_actions(state, legal)
        action = inherited(memory, pending, place, legal, n)
        kernel.step(state, action if action >= 0 else legal[random_below(rng, n)])


@jit
def play_rounds(kernel: Kernel, player: int, memory: IntArray, values: FloatArray, rng: IntArray, most: int) -> int:
    """Play at most so many games from the state at AT_END and return their number."""
    end = memory[memory[AT_END] : memory[AT_END] + kernel.state_size]
    state = memory[memory[AT_PLAY] : memory[AT_PLAY] + kernel.state_size]
    legal = memory[memory[AT_LEGAL] : memory[AT_LEGAL] + kernel.max_legal]
    outcome = values[memory[AT_OUTCOME] : memory[AT_OUTCOME] + kernel.players]
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


@jit
def close_sample(memory: IntArray, values: FloatArray) -> None:
    """Add what the playouts from a sampled state gave to the sum and to the cache."""
    values[FITNESS_SUM] += values[WON] / float(memory[PLAYED])
    entry = memory[ENTRY]
    if entry != 0:
        values[entry + TOTAL] += values[WON]
        memory[entry + PLAYOUTS_STORED] += memory[PLAYED]


@jit
def close_pending(params: FloatArray, memory: IntArray, values: FloatArray) -> None:
    """Give the pending individual its fitness, store it in the tree and make it a part of the pool."""
    fitness = values[FITNESS_SUM] / float(memory[SAMPLES])
    done = individual(memory, memory[COUNT])
    values[done + FITNESS] = fitness
    length = min(memory[done + LENGTH], int(params[TREE_DEPTH]))
    store(memory, values, done + FIRST_GENE, length, fitness)
    memory[SAMPLE] = -1
    memory[COUNT] += 1
    memory[EVALUATED] += 1


@jit
def evaluate_pending(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    rng: IntArray,
    most: int,
) -> int:
    """Go on evaluating the pending individual by at most so many pieces of work and return how many were done.

    A piece is a playout, or a sampled state whose value needs none.
    """
    done = 1
    if memory[PLAYED] < memory[ROUNDS]:
        done = play_rounds(kernel, player, memory, values, rng, most)
        if memory[PLAYED] < memory[ROUNDS]:
            return int(done)
        close_sample(memory, values)
    memory[SAMPLE] += 1
    if memory[SAMPLE] == memory[SAMPLES]:
        close_pending(params, memory, values)
        return int(done)
    replay_pending(kernel, observation, player, memory, rng)
    if value_at_once(kernel, player, params, memory, values) == 1:
        memory[PLAYED] = memory[ROUNDS]
    return int(done)
