"""A library that knows nothing of the grader; the guide to extensions has an adapter for it."""


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
