"""The mistakes that this class makes, by how many make them, each with a typical answer and its students."""

from dataclasses import dataclass, field

from nbjudge.pages.sections import TheClass
from nbjudge.pages.templates import beside

MOST_BARS = 12


@dataclass
class Frequency:
    """One mistake in one task, and those who make it."""

    task: str
    mistake: str
    hint: str
    notebook: str
    cell: str
    students: list[str] = field(default_factory=list)
    sure: int = 0
    answers: list[str] = field(default_factory=list)

    @property
    def typical(self) -> str:
        """An answer that shows the mistake: the one that most gave, else the shortest."""
        return max(self.answers, key=lambda text: (self.answers.count(text), -len(text)), default="")


def frequencies(of: TheClass) -> list[Frequency]:
    """Count the mistakes, the most frequent first."""
    by_mistake: dict[tuple[str, str, str], Frequency] = {}
    for student, results in sorted(of.results.items()):
        for result in results:
            for mistake in result.mistakes:
                key = (result.notebook, result.cell, mistake.name)
                task = of.name(result.notebook, result.cell)
                one = by_mistake.setdefault(key, Frequency(task, mistake.name, mistake.hint, *key[:2]))
                one.students.append(student)
                one.sure += mistake.sure
                one.answers.append(result.answer.strip())
    return sorted(by_mistake.values(), key=lambda one: (-len(one.students), one.task, one.mistake))


def section(of: TheClass) -> str:
    """Make the section; none where no check has recognised anything."""
    every = frequencies(of)
    most = max((len(one.students) for one in every), default=0)
    bars = [(one, round(100 * len(one.students) / most, 1)) for one in every[:MOST_BARS]]
    return beside(__file__).render(of=of, found=every, bars=bars, submissions=len(of.marks)) if every else ""
