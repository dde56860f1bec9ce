"""Which pairs of students agree beyond what the task forces, and what speaks for it.

A run of tokens that few have counts for much, one that the course gave for nothing, one that many have for
little: its weight is the surprise, in bits, that another has it too. Where both answers are right, agreement
says less, for right answers resemble each other; a mistake that both make and hardly anybody else says more.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import log2
from statistics import median

from nbjudge.pages.similar.tokens import RUN, fingerprints, normalised

RIGHT = 0.5  # what agreement counts where both answers are right
# From where on somebody should look; chosen on classes that were made up, where it is known who copied.
LEAST = 4.0  # bits for each doubling of the number of pairs: among more pairs, more agree by chance
TIMES = 16.0  # what an ordinary pair of the class has

Print = tuple[str, ...]


@dataclass(frozen=True)
class Answer:
    """One student's answer to one task."""

    student: str
    task: str
    source: str
    right: bool = False
    mistakes: tuple[str, ...] = ()  # the names of known mistakes


@dataclass(frozen=True)
class Task:
    """What the course gave: its stub, its own solution, and what stands around them."""

    name: str
    given: tuple[str, ...]


@dataclass(frozen=True)
class Shared:
    """What two students share in one task."""

    task: str
    bits: float
    share: float  # of what the smaller answer holds
    mistakes: tuple[tuple[str, int], ...]  # mistakes that both make, and how many make them
    prints: frozenset[Print]


@dataclass(frozen=True)
class Pair:
    """Two students whose work agrees."""

    students: tuple[str, str]
    bits: float
    share: float  # of all that is rare in the smaller of both works
    tasks: tuple[Shared, ...]  # those that agree most first

    @property
    def weight(self) -> float:
        """How far they agree: much, and most of what there is."""
        return self.bits * self.share


@dataclass(frozen=True)
class _Read:
    answer: Answer
    prints: frozenset[Print]


def pairs(answers: Iterable[Answer], tasks: Iterable[Task]) -> list[Pair]:
    """Give the pairs that agree beyond what the tasks force, those that agree most first."""
    every = compared(answers, tasks)
    if not every:
        return []
    least = max(LEAST * log2(len(every) + 1), TIMES * median(pair.weight for pair in every))
    found = [pair for pair in every if pair.weight >= least]
    return sorted(found, key=lambda pair: (-pair.weight, pair.students))


def compared(answers: Iterable[Answer], tasks: Iterable[Task]) -> list[Pair]:
    """Compare everybody with everybody."""
    by_student = _read(answers, {task.name: task for task in tasks})
    weight = _weights(by_student)
    students = sorted(by_student)
    makers = Counter(
        (read.answer.task, mistake)
        for own in by_student.values()
        for read in own.values()
        for mistake in read.answer.mistakes
    )
    totals = {student: _total(by_student[student].values(), weight) for student in students}
    return [
        _pair((one, other), by_student, weight, makers, min(totals[one], totals[other]))
        for one, other in combinations(students, 2)
    ]


def _read(answers: Iterable[Answer], tasks: Mapping[str, Task]) -> dict[str, dict[str, _Read]]:
    """Take the fingerprints of all answers, without those that the course gave."""
    words, own = {}, {}
    for task in tasks.values():
        words[task.name] = {token.written for text in task.given for token in normalised(text)}
        own[task.name] = {
            mark for text in task.given for mark in fingerprints(normalised(text, words[task.name]))
        }
    by_student: dict[str, dict[str, _Read]] = {}
    for answer in answers:
        if answer.task in tasks:
            marks = fingerprints(normalised(answer.source, words[answer.task]))
            read = _Read(answer, frozenset(marks) - own[answer.task])
            by_student.setdefault(answer.student, {})[answer.task] = read
    return by_student


def _weights(by_student: Mapping[str, Mapping[str, _Read]]) -> dict[Print, float]:
    """Weigh each fingerprint by how surprising it is that another student has it, anywhere in their work."""
    having: Counter[Print] = Counter()
    for own in by_student.values():
        having.update(frozenset().union(*(read.prints for read in own.values())))
    count = len(by_student)
    # A token is part of RUN runs.
    return {mark: log2(count / max(number, 2)) / RUN for mark, number in having.items()} if count > 2 else {}


def _worth(read: _Read, weight: Mapping[Print, float]) -> float:
    return sum(weight.get(mark, 0.0) for mark in read.prints)


def _total(reads: Iterable[_Read], weight: Mapping[Print, float]) -> float:
    return sum(_worth(read, weight) * (RIGHT if read.answer.right else 1.0) for read in reads)


def _pair(
    students: tuple[str, str], by_student: Mapping[str, Mapping[str, _Read]], weight: Mapping[Print, float],
    makers: Mapping[tuple[str, str], int], most: float,
) -> Pair:  # fmt: skip
    one, other = (by_student[student] for student in students)
    shared = [
        _shared(one[task], other[task], weight, makers, len(by_student)) for task in one if task in other
    ]
    bits = sum(each.bits for each in shared)
    tasks = sorted((each for each in shared if each.bits), key=lambda each: -each.bits)
    return Pair(students, bits, min(bits / most, 1.0) if most else 0.0, tuple(tasks))


def _shared(
    one: _Read, other: _Read, weight: Mapping[Print, float], makers: Mapping[tuple[str, str], int], count: int
) -> Shared:
    task = one.answer.task
    prints = one.prints & other.prints
    factor = RIGHT if one.answer.right and other.answer.right else 1.0
    bits = factor * sum(weight.get(mark, 0.0) for mark in prints)
    smaller = min(_worth(one, weight), _worth(other, weight))
    mistakes = sorted(set(one.answer.mistakes) & set(other.answer.mistakes))
    known = tuple((mistake, makers[task, mistake]) for mistake in mistakes)
    bits += sum(log2(count / number) for _, number in known)
    return Shared(task, bits, min(bits / factor / smaller, 1.0) if smaller else 0.0, known, prints)
