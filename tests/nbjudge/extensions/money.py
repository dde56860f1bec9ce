"""A library that knows nothing of the grader, and, below, the adapter that lets its values cross."""

from collections.abc import Sequence
from typing import Any


class Money:
    """An amount in the smallest coins of a currency."""

    def __init__(self, amount: int, currency: str) -> None:
        self.amount = amount
        self.currency = currency

    def __eq__(self, other: object) -> bool:
        return type(other) is Money and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((self.amount, self.currency))

    def __repr__(self) -> str:
        return f"{self.amount / 100:.2f} {self.currency}"


class MoneyAdapter:
    """How money crosses: as an integer and three letters."""

    class_name = "money_extension:Money"

    def parts(self, value: Any, /) -> Sequence[object]:
        if value.currency == "gold":
            raise ValueError("gold stays where it is")
        return [value.amount, value.currency]

    def build(self, /, *parts: Any) -> Money:
        amount, currency = parts
        if type(amount) is not int or type(currency) is not str or len(currency) != 3:
            raise ValueError("not money")
        return Money(amount, currency)


adapter = MoneyAdapter()
