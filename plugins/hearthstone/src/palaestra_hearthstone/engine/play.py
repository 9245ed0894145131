"""What a player does: attack, use the hero power, play a card, choose."""

from __future__ import annotations

from typing import Final

from numba import int64

from palaestra import IntArray, jit
from palaestra_hearthstone.actions import ATTACK as ATTACK_ID
from palaestra_hearthstone.actions import NO_TARGET, PLAY, POSITIONS, TARGETS, USE_POWER
from palaestra_hearthstone.cards.vocabulary import CostRule, Keyword, Kind, Trigger
from palaestra_hearthstone.engine.characters import damage, equip, wear_weapon
from palaestra_hearthstone.engine.interpret import run
from palaestra_hearthstone.engine.settle import settle, wants
from palaestra_hearthstone.engine.tables import (
    CARDS,
    COST,
    COST_RULE,
    HEALTH,
    KIND,
    OVERLOAD,
    POWER,
    RACE,
    REPEAT,
    TRIGGERS,
)
from palaestra_hearthstone.engine.zones import handle_of, insert_minion, push, take_from_hand, words_of
from palaestra_hearthstone.layout import (
    ARMOR,
    BASE_FLAGS,
    DECK,
    DECK_N,
    DIRTY,
    GIVERS,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO,
    HERO_ATTACK,
    HERO_ATTACKS,
    HERO_SLOT,
    LISTENERS,
    M_ATTACK,
    M_ATTACKS,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    M_ORDER,
    MANA,
    MOVER,
    NOTHING,
    OPTIONS,
    OWED,
    PENDING,
    PLAYED,
    PLAYER_WORDS,
    PLAYERS,
    POWER_USED,
    TOTEMS,
    WEAPON,
    WEAPON_ATTACK,
    WEAPON_BONUS,
)
from palaestra_hearthstone.layout import POWER as HERO_POWER

_STEALTH: Final = int(Keyword.STEALTH)
_LIFESTEAL: Final = int(Keyword.LIFESTEAL)


@jit
def cost_of(state: IntArray, seat: int, card: int) -> int:
    """Return what a card in the hand of `seat` costs now."""
    cost = int64(CARDS[card, COST])
    rule = CARDS[card, COST_RULE]
    if rule == CostRule.NONE:
        return int(cost)
    player = PLAYERS + seat * PLAYER_WORDS
    if rule == CostRule.WEAPON_ATTACK:
        cost -= state[player + WEAPON_ATTACK] + state[player + WEAPON_BONUS]
    elif rule == CostRule.OTHER_HAND_CARDS:
        cost -= state[player + HAND_N] - 1
    else:
        cost -= state[player + TOTEMS]
    return int(max(0, cost))


@jit
def target_handle(state: IntArray, seat: int, target: int) -> int:
    """Return the handle of a target as an action names it."""
    if target == NO_TARGET:
        return 0
    return handle_of(state, target ^ 8 * seat)


@jit
def hero_attack(state: IntArray, seat: int) -> int:
    """Return the attack of a hero on its own turn."""
    player = PLAYERS + seat * PLAYER_WORDS
    weapon = state[player + WEAPON_ATTACK] + state[player + WEAPON_BONUS] if state[player + WEAPON] > 0 else 0
    return int(state[player + HERO_ATTACK] + weapon)


@jit
def hero_attacks(state: IntArray, seat: int, defender: int, back: int, lifesteal: int) -> None:
    """Let a hero attack an entity that hits back with `back`, healing its own hero if `lifesteal`."""
    player = PLAYERS + seat * PLAYER_WORDS
    damage(state, defender, hero_attack(state, seat), seat, 0)
    damage(state, 8 * seat + HERO_SLOT, back, 1 - seat, lifesteal)
    state[player + HERO_ATTACKS] += 1
    wear_weapon(state, seat)


@jit
def minion_attacks(state: IntArray, attacker: int, defender: int, back: int, lifesteal: int) -> None:
    """Let a minion attack an entity that hits back with `back`, healing its own hero if `lifesteal`."""
    words, seat = words_of(attacker), attacker >> 3
    state[words + M_FLAGS] &= ~_STEALTH
    state[words + BASE_FLAGS] &= ~_STEALTH
    state[words + M_ATTACKS] += 1
    left = 1 << 30
    if defender & 7 != HERO_SLOT:
        left = state[words_of(defender) + M_HEALTH] - state[words_of(defender) + M_DAMAGE]
    dealt = damage(state, defender, state[words + M_ATTACK], seat, state[words + M_FLAGS] & _LIFESTEAL)
    if dealt > left and state[LISTENERS] >> Trigger.OVERKILL & 1:
        push(state, Trigger.OVERKILL, seat, 0, state[words + M_ORDER], dealt - left, -1)
    damage(state, attacker, back, 1 - seat, lifesteal)


@jit
def attack(state: IntArray, action: int) -> None:
    """Fight: both deal damage at once, with the attack they had before; a hero's weapon does not hit back."""
    seat = state[MOVER]
    attacker = 8 * seat + (action - ATTACK_ID >> 3)
    defender = 8 * (1 - seat) + (action - ATTACK_ID & 7)
    back, lifesteal = 0, 0
    if defender & 7 != HERO_SLOT:
        back = state[words_of(defender) + M_ATTACK]
        lifesteal = state[words_of(defender) + M_FLAGS] & _LIFESTEAL
    if attacker & 7 == HERO_SLOT:
        hero_attacks(state, seat, defender, back, lifesteal)
    else:
        minion_attacks(state, attacker, defender, back, lifesteal)


@jit
def overload(state: IntArray, seat: int, card: int) -> None:
    """Lock crystals of the next turn."""
    n = CARDS[card, OVERLOAD]
    if n > 0:
        state[PLAYERS + seat * PLAYER_WORDS + OWED] += n
        state[DIRTY] |= state[LISTENERS] >> GIVERS & 1 << seat
        if state[LISTENERS] >> Trigger.OVERLOADED & 1:
            push(state, Trigger.OVERLOADED, seat, card, 0, n, -1)


@jit
def after_play(state: IntArray, seat: int, card: int) -> None:
    """Let the cards of the deck act that wait for such a minion to be played."""
    player = PLAYERS + seat * PLAYER_WORDS
    race = CARDS[card, RACE]
    if race == 0:
        return
    for i in range(state[player + DECK_N]):
        waiting = state[player + DECK + i]
        if CARDS[waiting, TRIGGERS] >> Trigger.AFTER_I_PLAY & 1 and wants(waiting, Trigger.AFTER_I_PLAY, race):
            push(state, Trigger.AFTER_I_PLAY, seat, waiting, 0, 0, -1)


@jit
def become(state: IntArray, seat: int, card: int) -> None:
    """Replace the hero by a hero card: armor and power are new, all else stays."""
    player = PLAYERS + seat * PLAYER_WORDS
    state[player + HERO] = card
    state[player + ARMOR] += CARDS[card, HEALTH]
    state[player + HERO_POWER] = CARDS[card, POWER]
    state[player + POWER_USED] = 0


@jit
def come_into_play(state: IntArray, seat: int, card: int, position: int) -> int:
    """Do what comes before the effects of a played card, and return the handle of a minion, or 0."""
    kind, source = CARDS[card, KIND], 0
    if kind == Kind.MINION:
        source = state[insert_minion(state, seat, position, card, 8 * position) + M_ORDER]
    elif kind == Kind.WEAPON:
        overload(state, seat, card)
    elif kind == Kind.HERO:
        become(state, seat, card)
    return int(source)


@jit
def play_card(state: IntArray, seat: int, card: int, position: int, target: int) -> None:
    """Play a card that has left the hand: what it does is done again as long as something dies if it says so."""
    kind = CARDS[card, KIND]
    source = come_into_play(state, seat, card, position)
    if kind == Kind.MINION:
        settle(state)
        overload(state, seat, card)
    times = 1 + CARDS[card, REPEAT]
    while times > 0:
        run(state, Trigger.PLAY, seat, card, source, target, 0, -1)
        times -= 1
        if times > 0 and (settle(state) == 0 or state[MOVER] < 0):
            break
    if kind == Kind.WEAPON:
        equip(state, seat, card)
    elif kind != Kind.MINION:
        overload(state, seat, card)
    settle(state)
    if kind == Kind.MINION and state[PENDING] == NOTHING and state[MOVER] >= 0:
        after_play(state, seat, card)


@jit
def play(state: IntArray, action: int) -> None:
    """Play a card from the hand, or use the hero power."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    if action < ATTACK_ID:
        card = state[player + HERO_POWER]
        state[player + MANA] -= CARDS[card, COST]
        state[player + POWER_USED] = 1
        play_card(state, seat, card, 0, target_handle(state, seat, action - USE_POWER))
        return
    target = target_handle(state, seat, (action - PLAY) // POSITIONS % TARGETS)
    place = (action - PLAY) // (POSITIONS * TARGETS)
    card = state[player + HAND + place * HAND_WORDS]
    state[player + MANA] -= cost_of(state, seat, card)
    take_from_hand(state, seat, place)
    play_card(state, seat, card, (action - PLAY) % POSITIONS, target)


@jit
def choose_power(state: IntArray, option: int) -> None:
    """Take the discovered hero power, ready to be used, and go on with what was interrupted."""
    seat, card = state[MOVER], state[PLAYED]
    player = PLAYERS + seat * PLAYER_WORDS
    state[player + HERO_POWER] = state[OPTIONS + option]
    state[player + POWER_USED] = 0
    for word in range(OPTIONS, OPTIONS + 3):
        state[word] = 0
    state[PENDING] = NOTHING
    state[PLAYED] = 0
    after_play(state, seat, card)
