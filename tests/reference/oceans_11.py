"""Slow plain-Python reference of Oceans 11 (oceans_11).

Written from the rule text alone, for clarity and not for speed, as an independent second opinion
in tests.

Without a set-up text every card turned up is a chance node for one player's deck (seat 0 first when
both turn one up). The outcome number of a card is rank index (2 = 0 ... A = 12) * number of suits +
suit index in the order s h d c x; one more number after these stands for a joker, in the variants
that have jokers. With a set-up text (both decks, top card first, joined by " / ") the cards come up
by themselves and there are no chance nodes.
"""

from __future__ import annotations

from dataclasses import dataclass

RANKS = "23456789TJQKA"
JOKER = "*"


@dataclass(frozen=True)
class Variant:
    """The composition of a player's deck and the number of hands to win."""

    suits: str
    jokers: int  # in each player's deck
    deuces_wild: bool
    shared: bool  # True: the real cards of the two decks are the halves of one deck
    target: int


VARIANTS = {
    "standard": Variant("shdc", 2, False, False, 6),
    "no_wilds": Variant("shdc", 0, False, False, 6),
    "deuces": Variant("shdc", 2, True, False, 6),
    "five_suits": Variant("shdcx", 0, False, False, 7),
    "mini26": Variant("shdc", 0, False, True, 3),
    "mini27": Variant("shdc", 1, False, True, 3),
}

# Ranks as numbers 2..14, best first.
DESCENDING = range(14, 1, -1)


def straight_ranks(top: int) -> list[int]:
    """The five ranks of the straight with this top rank; with top 5 the ace is low."""
    return [rank if rank > 1 else 14 for rank in range(top, top - 5, -1)]


def hand_value(cards: list[str], deuces: bool = False, suits: str = "shdc") -> tuple[int, ...]:
    """The value of a row of up-cards: (category, ranks ...); the greater tuple is the better row.

    The best hand of five cards (of all cards if there are fewer) is valued, wild cards standing for
    whatever is best. Missing cards have rank 0. A wild card is never worse than the card it could
    stand for, so it is enough to ask, category by category from the top, whether the real cards plus
    the wild cards can make it, and with which best ranks.
    """
    wilds = 0
    ranks: list[int] = []  # of the real cards
    by_suit: dict[str, list[int]] = {suit: [] for suit in suits}
    for card in cards:
        if card == JOKER or (deuces and card[0] == "2"):
            wilds += 1
        else:
            rank = RANKS.index(card[0]) + 2
            ranks.append(rank)
            by_suit[card[1]].append(rank)
    ranks.sort(reverse=True)
    size = min(5, len(cards))  # of the hand

    def needed(rank: int, number: int) -> int:
        """How many wild cards it takes to have `number` cards of this rank."""
        return max(0, number - ranks.count(rank))

    def fill(*used: int, kickers: int) -> list[int]:
        """The best kickers, real cards of no used rank, with 0 for missing cards."""
        rest = [rank for rank in ranks if rank not in used]
        return (rest + [0] * kickers)[:kickers]

    # 9: five of a kind
    if size == 5:
        for rank in DESCENDING:
            if needed(rank, 5) <= wilds:
                return (9, rank)

    # 8: straight flush
    if size == 5:
        for top in range(14, 4, -1):
            for suit in suits:
                missing = [rank for rank in straight_ranks(top) if rank not in by_suit[suit]]
                if len(missing) <= wilds:
                    return (8, top)

    # 7: four of a kind. A wild card left over would make five of a kind, so the kicker is a real
    # card (or missing); the same holds for kickers below.
    if size >= 4:
        for rank in DESCENDING:
            if needed(rank, 4) <= wilds:
                return (7, rank, *fill(rank, kickers=1))

    # 6: full house
    if size == 5:
        for three in DESCENDING:
            for pair in DESCENDING:
                if three != pair and needed(three, 3) + needed(pair, 2) <= wilds:
                    return (6, three, pair)

    # 5: flush. Wild cards are aces, also second ones.
    if size == 5:
        flushes = [sorted([14] * wilds + by_suit[suit], reverse=True)[:5] for suit in suits]
        complete = [flush for flush in flushes if len(flush) == 5]
        if complete:
            return (5, *max(complete))

    # 4: straight
    if size == 5:
        for top in range(14, 4, -1):
            missing = [rank for rank in straight_ranks(top) if rank not in ranks]
            if len(missing) <= wilds:
                return (4, top)

    # 3: three of a kind
    if size >= 3:
        for rank in DESCENDING:
            if needed(rank, 3) <= wilds:
                return (3, rank, *fill(rank, kickers=2))

    # 2: two pair
    if size >= 4:
        for high in DESCENDING:
            for low in range(high - 1, 1, -1):
                if needed(high, 2) + needed(low, 2) <= wilds:
                    return (2, high, low, *fill(high, low, kickers=1))

    # 1: pair
    if size >= 2:
        for rank in DESCENDING:
            if needed(rank, 2) <= wilds:
                return (1, rank, *fill(rank, kickers=3))

    # 0: high card. Here a wild card can only be a lone one: an ace.
    high_cards = [14] * wilds + ranks
    return (0, *(high_cards + [0] * 5)[:5])


class Reference:
    """One game of Oceans 11."""

    def __init__(self, *, variant: str = "standard") -> None:
        if variant not in VARIANTS:
            raise ValueError(f"unknown variant {variant!r}")
        self.variant = variant
        self.rules = VARIANTS[variant]
        # The kinds of card in the order of the outcome numbers.
        self.kinds = [rank + suit for rank in RANKS for suit in self.rules.suits]
        if self.rules.jokers:
            self.kinds.append(JOKER)
        self.reset()

    def reset(self, setup: str | None = None) -> None:
        """Back to the start, with shuffled decks or with the decks of a set-up text."""
        decks: list[list[str]] | None = None
        if setup is not None:
            parts = setup.split("/")
            if len(parts) != 2:
                raise ValueError("the set-up needs two decks, joined by ' / '")
            decks = [part.split() for part in parts]
            for card in decks[0] + decks[1]:
                if card not in self.kinds:
                    raise ValueError(f"no such card in {self.variant}: {card!r}")
        self.decks = decks  # what is left of the decks of the set-up text
        if decks is not None:
            self.cards_left = [len(deck) for deck in decks]
        else:
            real_cards = 13 * len(self.rules.suits)
            if self.rules.shared:
                real_cards //= 2
            self.cards_left = [real_cards + self.rules.jokers] * 2
        self.seen: list[list[str]] = [[], []]  # all cards turned up so far, by seat
        self.rows: list[list[str]] = [[], []]  # the up-cards of the hand
        self.to_turn_up: list[int] = []  # the seats that have to turn up a card now, in order
        self.wins = [0, 0]
        self.decider: int | None = None
        self.finished = False
        self._run()

    def copy(self) -> Reference:
        other = Reference(variant=self.variant)
        other.decks = None if self.decks is None else [list(deck) for deck in self.decks]
        other.cards_left = list(self.cards_left)
        other.seen = [list(cards) for cards in self.seen]
        other.rows = [list(row) for row in self.rows]
        other.to_turn_up = list(self.to_turn_up)
        other.wins = list(self.wins)
        other.decider = self.decider
        other.finished = self.finished
        return other

    # The course of the game ------------------------------------------------------------------

    def _run(self) -> None:
        """Go on until a player decides, a card must be drawn by chance, or the game is over."""
        self.decider = None
        while not self.finished:
            if self.to_turn_up:
                if self.decks is None:
                    return  # chance acts
                self._turn_up(self.decks[self.to_turn_up[0]].pop(0))
            elif self.rows == [[], []]:
                self._start_hand()
            else:
                self._compare()
                if self.decider is not None:
                    return

    def _turn_up(self, card: str) -> None:
        """The seat that is due turns up this card."""
        seat = self.to_turn_up.pop(0)
        self.cards_left[seat] -= 1
        self.seen[seat].append(card)
        self.rows[seat].append(card)

    def _start_hand(self) -> None:
        """Everybody who still has cards turns one up. If nobody has, the game ends.

        A player without cards has an empty row, which is the weaker one, and cannot deal: the hand
        is lost by forced concession as soon as the other one has turned up his card.
        """
        self.to_turn_up = [seat for seat in (0, 1) if self.cards_left[seat] > 0]
        if not self.to_turn_up:
            self.finished = True

    def _compare(self) -> None:
        values = [self._value(row) for row in self.rows]
        if values[0] == values[1]:
            empty = [seat for seat in (0, 1) if self.cards_left[seat] == 0]
            if len(empty) == 2:
                self.finished = True  # the hand is won by nobody
            elif len(empty) == 1:
                self._hand_won_by(1 - empty[0])
            else:
                self.to_turn_up = [0, 1]
            return
        weaker = 0 if values[0] < values[1] else 1
        if self.cards_left[weaker] == 0:
            self._hand_won_by(1 - weaker)
        else:
            self.decider = weaker

    def _value(self, row: list[str]) -> tuple[int, ...]:
        return hand_value(row, self.rules.deuces_wild, self.rules.suits)

    def _hand_won_by(self, seat: int) -> None:
        self.wins[seat] += 1
        self.rows = [[], []]
        if self.wins[seat] == self.rules.target:
            self.finished = True

    # Decisions -------------------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        return self.finished

    @property
    def player(self) -> int | None:
        return self.decider

    def legal_turns(self) -> list[str]:
        if self.decider is None:
            return []
        if self.wins[1 - self.decider] == self.rules.target - 1:
            return ["deal"]
        return ["deal", "concede"]

    def play(self, turn: str) -> None:
        if self.decider is None or turn not in self.legal_turns():
            raise ValueError(f"illegal turn {turn!r}")
        if turn == "deal":
            self.to_turn_up = [self.decider]
        else:
            self._hand_won_by(1 - self.decider)
        self._run()

    # Chance ----------------------------------------------------------------------------------

    def _unseen_jokers(self, seat: int) -> int:
        return self.rules.jokers - self.seen[seat].count(JOKER)

    def chance(self) -> list[float] | None:
        if self.decks is not None or not self.to_turn_up:
            return None
        seat = self.to_turn_up[0]
        jokers = self._unseen_jokers(seat)
        left = self.cards_left[seat]
        real_left = left - jokers  # real cards in this player's deck
        # All real cards that may be in this deck; with separate decks these are just the real_left
        # cards of the deck, with a shared one they lie in both decks and each is equally likely to
        # be any of the unseen positions.
        known = self.seen[0] + self.seen[1] if self.rules.shared else self.seen[seat]
        candidates = [kind for kind in self.kinds if kind != JOKER and kind not in known]
        probabilities: list[float] = []
        for kind in self.kinds:
            if kind == JOKER:
                probabilities.append(jokers / left)
            elif kind in candidates:
                probabilities.append(real_left / (left * len(candidates)))
            else:
                probabilities.append(0.0)
        return probabilities

    def play_chance(self, outcome: int) -> None:
        probabilities = self.chance()
        if probabilities is None:
            raise ValueError("no card is due")
        if not 0 <= outcome < len(probabilities) or probabilities[outcome] == 0.0:
            raise ValueError(f"no such outcome: {outcome}")
        self._turn_up(self.kinds[outcome])
        self._run()

    # Result ----------------------------------------------------------------------------------

    def returns(self) -> list[float]:
        if not self.finished or self.wins[0] == self.wins[1]:
            return [0.0, 0.0]
        return [1.0, -1.0] if self.wins[0] > self.wins[1] else [-1.0, 1.0]

    def scores(self) -> list[float] | None:
        """The won hands."""
        return [float(wins) for wins in self.wins]
