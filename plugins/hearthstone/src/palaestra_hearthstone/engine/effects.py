"""What effects do: one function for each kind that is more than a line, and two that choose among them."""

from __future__ import annotations

from typing import Final

from numba import int64

from palaestra import IntArray, jit, random_below
from palaestra_hearthstone.cards.vocabulary import Keyword, Kind, Op, Scale, Selector, Trigger
from palaestra_hearthstone.engine.characters import damage, draw, equip, heal
from palaestra_hearthstone.engine.select import pick, select
from palaestra_hearthstone.engine.summon import (
    come_from_deck,
    set_stats,
    summon_from_deck,
    summon_from_grave,
    summon_from_hand,
    summon_from_pool,
    summon_jade,
    summon_several,
)
from palaestra_hearthstone.engine.tables import (
    BASIC_POWERS,
    CARDS,
    FLAGS,
    KIND,
    R_AMOUNT,
    R_CARD,
    R_FOR_ENEMY,
    R_HEALTH,
    R_MOST,
    R_N,
    R_OP,
    R_SCALE,
    R_STATS,
    R_STATS_ATTACK,
    R_STATS_HEALTH,
    ROWS,
    TRIGGERS,
    UPGRADE,
)
from palaestra_hearthstone.engine.zones import add_to_hand, find, print_minion, random_member, take_from_hand, words_of
from palaestra_hearthstone.layout import (
    ARMOR,
    BASE_ATTACK,
    BASE_FLAGS,
    BASE_HEALTH,
    CARD,
    CAUSE_AMOUNT,
    CAUSE_CARD,
    CAUSE_MEMORY,
    CAUSE_SIDE,
    CAUSE_SOURCE,
    DIRTY,
    DIRTY_LISTENERS,
    DISCOVER,
    DOOMED,
    EXHAUSTED,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO_ATTACK,
    HERO_SLOT,
    HURT,
    KNOWN,
    M_ATTACK,
    M_ATTACKS,
    M_DAMAGE,
    M_HEALTH,
    MADE,
    MANA,
    MEMORY,
    MOST_CRYSTALS,
    OPTIONS,
    PENDING,
    PLAYED,
    PLAYER_WORDS,
    PLAYERS,
    POWER,
    SPELL_DAMAGE,
    WEAPON,
    WEAPON_ATTACK,
    WEAPON_BONUS,
    WEAPON_DURABILITY,
)

_LIFESTEAL: Final = int(Keyword.LIFESTEAL)


@jit
def amount_of(state: IntArray, row: int) -> int:
    """Return the amount of an effect, a random one freshly drawn."""
    amount = int64(ROWS[row, R_AMOUNT])
    scale = ROWS[row, R_SCALE]
    if scale == Scale.CONSTANT:
        return int(amount)
    if scale == Scale.RANDOM:
        return int(amount + random_below(state, ROWS[row, R_MOST] - amount + 1))
    if scale == Scale.EVENT:
        return int(amount * state[CAUSE_AMOUNT])
    player = PLAYERS + state[CAUSE_SIDE] * PLAYER_WORDS
    return int(amount * (state[player + WEAPON_ATTACK] + state[player + WEAPON_BONUS]))


@jit
def spell_damage(state: IntArray) -> int:
    """Return what is added to the damage of the card that acts."""
    if CARDS[state[CAUSE_CARD], KIND] == Kind.SPELL:
        return int(state[PLAYERS + state[CAUSE_SIDE] * PLAYER_WORDS + SPELL_DAMAGE])
    return 0


@jit
def grow_hand(state: IntArray, seat: int) -> None:
    """Upgrade the cards of a hand that wait for own cards to hurt the own hero."""
    player = PLAYERS + seat * PLAYER_WORDS
    for place in range(state[player + HAND_N]):
        word = player + HAND + place * HAND_WORDS
        if CARDS[state[word], TRIGGERS] >> Trigger.MY_CARD_HURT_MY_HERO & 1:
            state[word] = CARDS[state[word], UPGRADE]


@jit
def deal_damage(state: IntArray, row: int, entity: int) -> None:
    """Let the acting card damage a character.

    Hero powers are no cards: their damage upgrades nothing in the hand.
    """
    card, side = state[CAUSE_CARD], state[CAUSE_SIDE]
    dealt = damage(state, entity, amount_of(state, row) + spell_damage(state), side, CARDS[card, FLAGS] & _LIFESTEAL)
    if dealt > 0 and entity == 8 * side + HERO_SLOT and CARDS[card, KIND] != Kind.POWER:
        grow_hand(state, side)


@jit
def become_copy(state: IntArray, row: int, entity: int) -> None:
    """Make the acting minion a copy of another one; it keeps its place and its order of play."""
    source = find(state, state[CAUSE_SOURCE])
    if source < 0:
        return
    words, model = words_of(source), words_of(entity)
    state[DIRTY] |= DIRTY_LISTENERS | 1 << (source >> 3)
    print_minion(state, words, state[model + CARD])
    for word in (M_DAMAGE, BASE_ATTACK, BASE_HEALTH, BASE_FLAGS, MEMORY):
        state[words + word] = state[model + word]
    # All damage is copied and no aura: a copy of what only an aura keeps alive dies.
    state[words + M_HEALTH] = state[words + BASE_HEALTH]
    state[HURT] |= 1 << (source >> 3)
    if ROWS[row, R_STATS]:
        set_stats(state, words, ROWS[row, R_STATS_ATTACK], ROWS[row, R_STATS_HEALTH])
        state[words + M_DAMAGE] = 0
    state[words + EXHAUSTED] = 1
    state[words + M_ATTACKS] = 0


@jit
def act_on(state: IntArray, row: int, entity: int) -> None:
    """Do an effect to one character."""
    op = ROWS[row, R_OP]
    if op == Op.DAMAGE:
        deal_damage(state, row, entity)
    elif op == Op.HEAL:
        heal(state, entity, amount_of(state, row))
    elif op == Op.BUFF:
        words, attack, health = words_of(entity), amount_of(state, row), ROWS[row, R_HEALTH]
        state[words + M_ATTACK] += attack
        state[words + BASE_ATTACK] += attack
        state[words + M_HEALTH] += health
        state[words + BASE_HEALTH] += health
    elif op == Op.DESTROY:
        state[words_of(entity) + DOOMED] = 1
        state[HURT] |= 1 << (entity >> 3)
    elif op == Op.TRANSFORM:
        words = words_of(entity)
        for word in (M_DAMAGE, M_ATTACKS, MEMORY, DOOMED):
            state[words + word] = 0
        state[words + EXHAUSTED] = 1
        state[DIRTY] |= DIRTY_LISTENERS | 1 << (entity >> 3)
        print_minion(state, words, ROWS[row, R_CARD])
    elif op == Op.BECOME_COPY:
        become_copy(state, row, entity)
    else:
        source = find(state, state[CAUSE_SOURCE])
        if source >= 0:
            state[words_of(source) + MEMORY] = state[words_of(entity) + CARD]


@jit
def split_damage(state: IntArray, times: int) -> None:
    """Deal 1 damage so many times, each to a random enemy that is alive then."""
    for _ in range(times):
        chosen = pick(state, select(state, Selector.ENEMIES), 1)
        entity = 0
        while chosen >> entity > 1:
            entity += 1
        if chosen != 0:
            damage(state, entity, 1, state[CAUSE_SIDE], 0)


@jit
def discover_power(state: IntArray) -> None:
    """Let the player choose among three basic hero powers other than the own one."""
    own = state[PLAYERS + state[CAUSE_SIDE] * PLAYER_WORDS + POWER]
    rest = 0
    for i in range(BASIC_POWERS.shape[0]):
        if BASIC_POWERS[i] != own:
            rest |= 1 << i
    for option in range(3):
        i = random_member(state, rest)
        rest &= ~(1 << i)
        state[OPTIONS + option] = BASIC_POWERS[i]
    state[PENDING] = DISCOVER
    state[PLAYED] = state[CAUSE_CARD]


@jit
def act_on_hand(state: IntArray, row: int, op: int, seat: int) -> None:
    """Do an effect on the hand of a side: draw, discard, or add a card."""
    player = PLAYERS + seat * PLAYER_WORDS
    if op == Op.DRAW:
        for _ in range(amount_of(state, row)):
            draw(state, seat)
    elif op == Op.DISCARD:
        for _ in range(min(amount_of(state, row), state[player + HAND_N])):
            take_from_hand(state, seat, random_below(state, state[player + HAND_N]))
    else:
        for _ in range(ROWS[row, R_N]):
            add_to_hand(state, seat, ROWS[row, R_CARD], KNOWN | MADE)


@jit
def act_on_hero(state: IntArray, row: int, op: int, seat: int) -> None:
    """Do an effect on the hero, weapon or mana of a side."""
    player = PLAYERS + seat * PLAYER_WORDS
    amount = amount_of(state, row)
    if op == Op.EQUIP:
        equip(state, seat, ROWS[row, R_CARD])
    elif op == Op.BUFF_WEAPON:
        if state[player + WEAPON] > 0:
            state[player + WEAPON_ATTACK] += amount
            state[player + WEAPON_DURABILITY] += ROWS[row, R_HEALTH]
    elif op == Op.HERO_ATTACK:
        state[player + HERO_ATTACK] += amount
    elif op == Op.ARMOR:
        state[player + ARMOR] += amount
    elif op == Op.GAIN_MANA:
        state[player + MANA] = min(MOST_CRYSTALS, state[player + MANA] + amount)
    else:
        discover_power(state)


@jit
def act_on_board(state: IntArray, row: int, op: int, seat: int) -> None:
    """Do an effect that summons."""
    if op == Op.SUMMON:
        summon_several(state, row, 1 - seat if ROWS[row, R_FOR_ENEMY] else seat, ROWS[row, R_CARD])
    elif op == Op.SUMMON_REMEMBERED:
        summon_several(state, row, seat, state[CAUSE_MEMORY])
    elif op == Op.SUMMON_JADE:
        summon_jade(state)
    elif op == Op.SUMMON_FROM_DECK:
        summon_from_deck(state, row)
    elif op == Op.SUMMON_FROM_HAND:
        summon_from_hand(state, row)
    elif op == Op.SUMMON_FROM_GRAVE:
        summon_from_grave(state, row)
    elif op == Op.SUMMON_FROM_POOL:
        summon_from_pool(state, row)
    else:
        come_from_deck(state)


@jit
def act(state: IntArray, row: int) -> None:
    """Do an effect that is done once."""
    op, seat = ROWS[row, R_OP], state[CAUSE_SIDE]
    if op == Op.SPLIT_DAMAGE:
        split_damage(state, amount_of(state, row) + spell_damage(state))
    elif op <= Op.COME_FROM_DECK:
        act_on_board(state, row, op, seat)
    elif op == Op.DRAW or op == Op.DISCARD or op == Op.ADD_TO_HAND:  # noqa: PLR1714 - see select
        act_on_hand(state, row, op, seat)
    else:
        act_on_hero(state, row, op, seat)
