"""Actions: what a player does, phase by phase."""

from __future__ import annotations

from palaestra_hearthstone.actions import Move
from palaestra_hearthstone.cards.vocabulary import Card, CostRule, Keyword, Kind, Race, Trigger
from palaestra_hearthstone.reference import events
from palaestra_hearthstone.reference.deaths import ENDED_BY_LENGTH, settle
from palaestra_hearthstone.reference.effects import announce, enter_board, run
from palaestra_hearthstone.reference.events import Cause, EventQueue
from palaestra_hearthstone.reference.model import MOST_MANA, Character, Minion, Player, Table, Weapon, declared

LAST_TURN = 50
HERO = 7
ENEMY = 8
NOBODY = 16


def cost(player: Player, card: Card) -> int:
    """Return what a card in the hand costs now."""
    less = {
        CostRule.NONE: 0,
        CostRule.WEAPON_ATTACK: player.weapon_attack,
        CostRule.OTHER_HAND_CARDS: len(player.hand) - 1,
        CostRule.TOTEMS_SUMMONED: player.totems,
    }
    return max(0, card.cost - less[card.cost_rule])


def character(table: Table, target: int) -> Character | None:
    """Return the character that the mover means by a target number."""
    if target == NOBODY:
        return None
    mine = table.players[table.mover]
    player = mine if target < ENEMY else table.enemy(mine)
    return player if target % ENEMY == HERO else player.minions[target % ENEMY]


def play_move(table: Table, move: Move) -> None:
    """Do what an action says."""
    mine = table.players[table.mover]
    if move.kind == "end":
        end_turn(table)
    elif move.kind == "attack":
        attacker = mine if move.attacker == HERO else mine.minions[move.attacker]
        defender = character(table, move.defender + ENEMY)
        attack(table, attacker, defender)
    elif move.kind == "power":
        mine.mana -= mine.power.cost
        mine.power_used = True
        run(table, Cause(mine, mine.power, target=character(table, move.target)), Trigger.PLAY)
        settle(table)
    elif move.kind == "play":
        play_card(table, mine, move)
    else:
        choose(table, mine, move.option)


def play_card(table: Table, mine: Player, move: Move) -> None:
    """Play a card from the hand."""
    target = character(table, move.target)
    card = mine.hand[move.hand].card
    mine.mana -= cost(mine, card)
    del mine.hand[move.hand]
    if card.kind == Kind.MINION:
        minion = Minion.of(mine, card, table.next_order())
        enter_board(table, minion, move.position)
        _effects_of_playing(table, Cause(mine, card, minion, target))
        if not table.choice:
            after_playing(table, mine, card)
    elif card.kind == Kind.WEAPON:
        overload(table, mine, card)
        run(table, Cause(mine, card, target=target), Trigger.PLAY)
        events.equip(table, mine, card)
        settle(table)
    elif card.kind == Kind.HERO:
        mine.hero = card
        mine.armor += card.health
        mine.power = declared(card.power)
        mine.power_used = False
        run(table, Cause(mine, card), Trigger.PLAY)
        settle(table)
    else:
        _effects_of_playing(table, Cause(mine, card, target=target))


def _effects_of_playing(table: Table, cause: Cause) -> None:
    """Do a battlecry or spell, again as long as something dies if the card says so, and overload."""
    run(table, cause, Trigger.PLAY)
    overload(table, cause.player, cause.card)
    died = settle(table)
    for _ in range(cause.card.repeat):
        if not died or table.over:
            break
        run(table, cause, Trigger.PLAY)
        died = settle(table)


def overload(table: Table, player: Player, card: Card) -> None:
    """Lock crystals of the next turn."""
    if card.overload:
        player.owed += card.overload
        queue = EventQueue()
        queue.add(Trigger.OVERLOADED, player, card.overload)
        announce(table, queue)


def after_playing(table: Table, mine: Player, played: Card) -> None:
    """Let cards in the deck answer to a minion that was played."""
    if table.over:
        return
    for card in list(mine.deck):
        for effect in card.effects:
            if effect.trigger == Trigger.AFTER_I_PLAY and effect.race in (Race.NONE, played.race):
                run(table, Cause(mine, card), Trigger.AFTER_I_PLAY)
    settle(table)


def choose(table: Table, mine: Player, option: int) -> None:
    """Take one of the offered hero powers."""
    mine.power = table.choice[option]
    mine.power_used = False
    played = table.interrupted
    table.choice = []
    table.interrupted = None
    if played is not None:
        after_playing(table, mine, played)


def attack(table: Table, attacker: Character, defender: Character | None) -> None:
    """Let a minion or the hero attack."""
    if defender is None:
        return
    queue = EventQueue()
    if isinstance(attacker, Player):
        attacker.hero_attacks += 1
        given, mine = attacker.attack, attacker
    else:
        attacker.attacks += 1
        attacker.keywords &= ~Keyword.STEALTH
        given, mine = attacker.full_attack, attacker.player
    received = defender.full_attack if isinstance(defender, Minion) else 0
    events.hurt(table, _fighter(mine, attacker), defender, given, queue)
    if isinstance(defender, Minion):
        events.hurt(table, _fighter(defender.player, defender), attacker, received, queue)
    if isinstance(attacker, Player) and attacker.weapon is not None:
        events.use_weapon(attacker)
    announce(table, queue)
    settle(table)


def _fighter(player: Player, fighter: Character) -> Cause:
    if isinstance(fighter, Minion):
        return Cause(player, fighter.card, fighter)
    return Cause(player, player.hero)


def end_turn(table: Table) -> None:
    """End the turn and begin the next."""
    mine = table.players[table.mover]
    _in_turn(table, mine, Trigger.END_OF_MY_TURN)
    if table.over:
        return
    mine.hero_attack = 0
    if table.turn == LAST_TURN:
        table.result = ENDED_BY_LENGTH
        return
    table.turn += 1
    table.mover = 1 - table.mover
    mine = table.players[table.mover]
    mine.hero_attacks = 0
    mine.power_used = False
    for minion in mine.minions:
        minion.attacks = 0
        minion.fresh = False
    mine.crystals = min(MOST_MANA, mine.crystals + 1)
    mine.locked, mine.owed = mine.owed, 0
    mine.mana = max(0, mine.crystals - mine.locked)
    _in_turn(table, mine, Trigger.START_OF_MY_TURN)
    if not table.over:
        events.draw(mine, table)
        settle(table)


def _in_turn(table: Table, mine: Player, trigger: Trigger) -> None:
    """Let the player's minions and weapon do what they do now, in order of play."""
    theirs: list[Minion | Weapon] = [minion for minion in mine.minions if minion.card.has(trigger)]
    if mine.weapon is not None and mine.weapon.card.has(trigger):
        theirs.append(mine.weapon)
    for source in sorted(theirs, key=lambda source: source.order):
        run(table, Cause(mine, source.card, source), trigger)
    settle(table)
