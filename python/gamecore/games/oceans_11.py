"""Oceans 11: a duel of poker hands, each player with a deck of his own."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from gamecore.draw import Drawing, Piece, Row
from gamecore.game import Game, Option
from gamecore.notation import one_of

if TYPE_CHECKING:
    from gamecore._core import State

RANKS, SUITS = "23456789TJQKA", "shdcx"
COLOURS = {"s": "black", "h": "red", "d": "red", "c": "black", "x": "green", "*": "purple"}
WORDS = {"deal": 0, "concede": 1, "d": 0, "c": 1}
DECKS = ("standard", "no_wilds", "deuces", "five_suits", "mini26", "mini27")


class Oceans11(Game):
    """Eliott Adkins' Oceans 11."""

    title = "Oceans 11"
    variants: ClassVar[dict[str, dict[str, Option]]] = {deck: {"deck": deck} for deck in DECKS}
    sides = ("First player", "Second player")

    def step_text(self, state: State, action: int) -> str:
        return "concede" if action else "deal"

    def read_step(self, state: State, text: str) -> int:
        return one_of(text, WORDS, "decision")

    def chance_text(self, state: State, outcome: int) -> str:
        return self.card_text(outcome)

    def card_text(self, card: int) -> str:
        """The text of a card, by its number as a chance outcome (further jokers have the numbers after it)."""
        suits = self.num_chance_outcomes // 13
        return RANKS[card // suits] + SUITS[card % suits] if card < 13 * suits else "*"

    def drawing(self, state: State, player: int | None = None) -> Drawing:
        cells, info, rows = state.cells(player), state.info(player), []
        for seat, side in enumerate(self.sides):
            deck = cells[seat * len(cells) // 2 :][: len(cells) // 2]
            cards = [self.card_text(i) for i, c in enumerate(deck) if c == "u"]
            title = f"{side}: {info[f'wins_{seat + 1}']} won, {info[f'left_{seat + 1}']} left"
            rows.append(Row(title, [Piece(COLOURS[c[-1]], "card", c) for c in reversed(cards)]))
        return Drawing(title="Oceans 11", rows=rows, caption=self.caption(state))

    def caption(self, state: State) -> list[str]:
        if state.is_over:
            return super().caption(state)
        return ["A card is turned up" if state.player is None else f"{state.sides[state.player]} decides"]
