"""Exact analysis of Indian Rummy hands: compiled, without allocation, for use inside rules and policies.

Everything here is ``int64``. A *hand* is a set of cards, one word, card ``suit * 13 + rank`` being its bit. *wild* is
the wild rank, 0 to 12, or -1. *wild_in_pure* is 1 if a card of the wild rank may be itself in a pure sequence (the
usual rule), else 0. Hands have 13 cards, or 14 before a discard; what a function says of 14 cards is stated with it.
*least* is the smallest of what is written to *out*, where place i belongs to the i-th card of the hand, ascending.

``analysis.declaration``

=================================================================== ================================================
is_declarable(hand, wild, wild_in_pure) -> 0 or 1                   13: is it a declaration; 14: are some 13 of them
finishing_cards(hand14, wild, wild_in_pure) -> set                  cards without which the rest is a declaration
finishing_card(hand14, wild, wild_in_pure) -> card                  the highest in points of them, then the lowest
                                                                    id; -1 if there is none
=================================================================== ================================================

``analysis.score``

=================================================================== ================================================
deadwood(hand, wild) -> points                                      least points outside melds, of all its cards
best_deadwood(hand14, wild) -> points                               of the best 13 of 14
lives_score(hand13, wild, wild_in_pure) -> points                   what its holder loses, not capped (SCORE_CAP)
lives_score_below(hand, wild, wild_in_pure, limit) -> points        min(limit, lives_score); of 14 cards, too
discard_scores(hand14, wild, wild_in_pure, out) -> least            lives score after each discard, not capped
discard_deadwoods(hand14, wild, out) -> least                       deadwood after each discard
=================================================================== ================================================

``analysis.distance``

=================================================================== ================================================
min_distance(hand, wild, wild_in_pure) -> 0..7                      fewest replacements to a declaration (MinDist);
                                                                    of 14 (or 15) cards, that of the best 13
distance_below(hand, wild, wild_in_pure, bound) -> 0..bound         min(bound, min_distance), the faster the tighter
discard_distances(hand14, wild, wild_in_pure, out) -> least         after each discard, but least + 1 for all worse
=================================================================== ================================================

``analysis.outs``

=================================================================== ================================================
live_outs(hand13, wild, wild_in_pure, unseen) -> count              cards of `unseen` that lower the distance
discard_outs(hand14, wild, wild_in_pure, unseen, distances, least,  after each discard at distance `least`; -1 for
  out) -> most                                                      the others (`distances` by discard_distances)
=================================================================== ================================================

``analysis.cover``

=================================================================== ================================================
meld_cover(hand, wild) -> set                                       the cards in melds, in one partition with the
                                                                    least deadwood; of all 13 or 14 cards
count_melds(hand, wild) -> count                                    the melds of that partition
best_partition(hand, wild) -> word                                  both in one call: the set, the count from
                                                                    COUNT_SHIFT on
coverage(hand, wild) -> count                                       the most cards in melds of any partition, 13 at
                                                                    most
has_pure_run(hand, wild, wild_in_pure) -> 0 or 1                    whether a pure sequence is held
=================================================================== ================================================

``analysis.partials``; `loose` are natural cards, such as ``hand & ~meld_cover & ~wild_cards``

=================================================================== ================================================
partial_cards(loose) -> set                                         those of `loose` with which another one is two
                                                                    thirds of a meld without wild cards
count_partials(loose) -> count                                      pairs of such cards
completing_cards(loose, wild) -> set                                cards that make a meld of such a pair, the wild
                                                                    ones included; intersect with the unseen cards
=================================================================== ================================================

``analysis.greedy``, the partition of the IRumAI paper

=================================================================== ================================================
greedy_cover(hand, wild) -> set                                     always the meld with most natural cards
greedy_deadwood(hand, wild) -> points                               points outside it
greedy_declarable(hand, wild) -> 0 or 1                             13: is it a declaration; 14: after some discard
=================================================================== ================================================

``analysis.reference`` holds slow twins of most of them in plain Python, by another method.
"""
