"""Who is in the class: what they can do, whom they talk to, what they try. All of it drawn from a seed.

    Person  one student
    people  a class of n
    Circle  friends: some think together and write alone, others copy

Each kind of trouble that a grader should have met has somebody, as soon as the class is large enough.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from selfcheck.authoring.simulation.handwriting import Hand

GIVEN = (
    "ada", "amir", "anouk", "ayse", "bela", "bruno", "chiara", "chen", "dario", "dina", "elif", "emil",
    "esra", "fatima", "femi", "goran", "greta", "hana", "hugo", "ines", "ivan", "jana", "joao", "kaan",
    "keiko", "lara", "leon", "lucia", "mai", "marek", "mira", "nadia", "noah", "olga", "omar", "paula",
    "pavel", "priya", "quentin", "rosa", "samir", "sofia", "tariq", "tessa", "uma", "victor", "wei",
    "xenia", "yusuf", "zoe",
)  # fmt: skip
FAMILY = (
    "abebe", "arslan", "bauer", "bianchi", "costa", "diaz", "dvorak", "engel", "fischer", "garcia",
    "haddad", "ito", "jansen", "kaya", "khan", "kovacs", "kumar", "lang", "larsen", "lopez", "marino",
    "meyer", "moreau", "nagy", "nguyen", "novak", "okafor", "olsen", "park", "petrov", "popescu",
    "ricci", "rossi", "sato", "silva", "singh", "sorensen", "tanaka", "vargas", "weber", "wolf",
    "yilmaz", "zhang",
)  # fmt: skip
# What may be odd about somebody's submissions, in the order in which a growing class gets them.
ODDITIES = (
    "late", "cheats", "several attempts", "renamed", "crash", "copied cell", "endless", "untouched",
    "late", "cheats", "scratch", "half", "cheats", "several attempts", "renamed", "unreadable",
    "copied cell", "scratch", "late", "cheats",
)  # fmt: skip
CORE = 0.55  # of the tasks of a unit: whoever does anything tries these


@dataclass(frozen=True)
class Person:
    """One student."""

    name: str
    ability: float  # from 0 to 1
    reach: float  # how far into a unit they get
    hand: Hand
    oddity: str = ""
    copies_from: str = ""
    talks_to: tuple[str, ...] = ()

    def tries(self, place: int, tasks: int) -> bool:
        """Whether somebody gets as far as a task, by its place in the unit."""
        return place < max(CORE, self.reach) * tasks

    def chance(self, place: float) -> float:
        """Give the chance that somebody solves a task rightly; place: how far into the unit it is, 0 to 1."""
        return min(0.97, 0.45 + 0.55 * self.ability - 0.2 * place)


def people(count: int, rng: np.random.Generator) -> tuple[Person, ...]:
    """Draw a class."""
    names: list[str] = []
    while len(names) < count:
        name = f"{GIVEN[int(rng.integers(len(GIVEN)))]}.{FAMILY[int(rng.integers(len(FAMILY)))]}"
        if name not in names:
            names.append(name if len(names) < 2000 else f"{name}{len(names)}")
    alone = [
        Person(name, float(rng.beta(3, 2)), float(rng.beta(3, 1.6)), Hand.drawn(rng))
        for name in sorted(names)
    ]
    return tuple(_with_oddities(_with_friends(alone, rng), rng))


def _with_friends(everybody: list[Person], rng: np.random.Generator) -> list[Person]:
    """Let an eighth of the class copy from somebody, and a sixth talk to each other before they write."""
    made = {person.name: person for person in everybody}
    order = [everybody[i].name for i in rng.permutation(len(everybody))]
    for _ in range(len(everybody) // 8):
        giver, taker = sorted((order.pop(), order.pop()), key=lambda name: -made[name].ability)
        made[taker] = replace(made[taker], copies_from=giver, reach=made[giver].reach)
    for _ in range(len(everybody) // 12):
        circle = (order.pop(), order.pop())
        for name in circle:
            made[name] = replace(made[name], talks_to=tuple(other for other in circle if other != name))
    return list(made.values())


def _with_oddities(everybody: Sequence[Person], rng: np.random.Generator) -> list[Person]:
    """Give two thirds of those who neither copy nor are copied from something odd."""
    givers = {person.copies_from for person in everybody}
    free = [p.name for p in everybody if not p.copies_from and not p.talks_to and p.name not in givers]
    chosen = [free[i] for i in rng.permutation(len(free))][: 2 * len(everybody) // 3]
    odd = {name: ODDITIES[place % len(ODDITIES)] for place, name in enumerate(chosen)}
    return [replace(person, oddity=odd.get(person.name, "")) for person in everybody]
