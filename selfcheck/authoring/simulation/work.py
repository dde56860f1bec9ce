"""How a class works through one unit: who has which idea of a task, who copies it, what comes to be written.

    Idea   an answer that somebody may have: it is right, or it is a known mistake
    Draft  an answer as it stands in somebody's notebook, how it came there, what it deserves
    Work   one unit with the drafts of everybody

Every text is put to proof before it counts: it does what the idea does, or it is written more plainly.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from selfcheck.authoring.simulation.handwriting import Hand, write
from selfcheck.authoring.simulation.papers import Paper, names_in
from selfcheck.authoring.simulation.people import Person
from selfcheck.authoring.simulation.proof import DRAWS, FEW, Proof, Shown, Unsteady
from selfcheck.authoring.simulation.standalone import Notebook, NotPortable, Program, standalone
from selfcheck.authoring.simulation.trouble import RUNS, TROUBLES
from selfcheck.exercise import Answer, Exercise, Unit

SLIPS = ("half", "slip")  # what may happen to anybody
SPOILT = 0.05  # how often
COPIED = 0.8  # of the tasks, by those who copy
AGREED = 0.7  # of the tasks, by those who talk
VERBATIM = 0.3  # of what is copied
# The trouble of those who have one, by what is odd about them.
TROUBLED = {
    "crash": ("crashes", "leaves", "itself"),
    "endless": ("endless",),
    "unreadable": ("unreadable", "unreadable"),
    "half": ("half",) * 5,
}


@dataclass(frozen=True)
class Known:
    """An answer of an exercise; with a name, it is a known mistake."""

    answer: Answer
    misconception: str = ""
    alike: tuple[str, ...] = ()


@dataclass(frozen=True)
class Idea:
    """An answer that somebody may have, in a form that a cell can hold."""

    program: Program
    known: Known
    shown: tuple[Shown, ...]


@dataclass(frozen=True)
class Draft:
    """An answer as it stands in somebody's notebook."""

    text: str
    answer: str
    idea: Idea | None = None
    copied_from: str = ""
    shared_with: tuple[str, ...] = ()
    points: float = 0.0


def own_choices(seed: int, *names: str) -> np.random.Generator:
    """Give the choices of one person in one matter: they stay when others join the class."""
    return np.random.default_rng([seed, *"/".join(names).encode()])


class Work:
    """One unit, and what everybody wrote in it."""

    def __init__(
        self, package: str, unit: Unit, releases: Path, everybody: Sequence[Person], seed: int
    ) -> None:
        """Let everybody work through a unit of a package."""
        self.package, self.unit, self.seed = package, unit, seed
        self.people = {person.name: person for person in everybody}
        self.paper = Paper.read(releases / unit.notebook / f"{unit.notebook}.ipynb")
        self.proof = Proof(unit)
        self.given = names_in(self.paper)
        self.pools = {exercise.name: self._pools(exercise) for exercise in unit.exercises}
        self._ideas: dict[Known, Idea | None] = {}
        self._points: dict[tuple[str, str], float] = {}  # of texts that use nothing of the student's
        self.drafts: dict[str, dict[str, Draft]] = {}
        for person in sorted(everybody, key=lambda person: bool(person.copies_from)):  # givers first
            self.drafts[person.name] = self._drafts(person)

    def _pools(self, exercise: Exercise) -> tuple[list[Known], list[Known]]:
        """Give the right and the wrong answers to a task, the popular ones first."""
        rng = own_choices(self.seed, self.unit.name, exercise.name)
        right = [Known(answer) for answer in (exercise.reference, *exercise.right)]
        wrong = [Known(known.answer, known.slug, known.equals) for known in exercise.misconceptions]
        popular = [[each[i] for i in rng.permutation(len(each))] for each in (right, wrong)]
        return popular[0], popular[1]

    def _idea(self, task: str, wanted: bool, rng: np.random.Generator) -> Idea:
        """Choose an idea, right or wrong as is wanted; what cannot be written into a cell is left out."""
        for pool in self.pools[task] if wanted else self.pools[task][::-1]:
            while pool:
                popularity = 1 / (1 + np.arange(len(pool)))
                known = pool[int(rng.choice(len(pool), p=popularity / popularity.sum()))]
                if known not in self._ideas:
                    self._ideas[known] = self._portable(task, known)
                idea = self._ideas[known]
                if idea is not None:
                    return idea
                pool.remove(known)
        raise ValueError(f"{self.unit.name}.{task}: no answer can be written into a notebook.")

    def _portable(self, task: str, known: Known) -> Idea | None:
        """Write an answer as a cell can hold it; None if that cannot be, or the draw decides its points."""
        names = {**self.given, **self.proof.references(list(self.unit[task].uses))}
        notebook = Notebook(names, frozenset(other.name for other in self.unit.exercises), self.package)
        try:
            shown = self.proof.shown(task, known.answer)
            self.proof.steady(task, shown)
            idea = Idea(standalone(known.answer, task, notebook), known, shown[: len(FEW)])
            self._put_to_proof(task, idea, write(idea.program, self.paper.stubs[task], task, Hand()))
        except (NotPortable, Unsteady):
            return None
        return idea

    def _put_to_proof(self, task: str, idea: Idea, text: str) -> str:
        """Give a text back if it does in every case what the idea does."""
        if (task, text) in self._points:
            return text
        names = self.given | self.proof.references(list(self.unit[task].uses))
        try:
            exec(compile(text, f"<{task}>", "exec"), names)
        except Exception as error:
            raise NotPortable(f"{task}: {error}") from error
        if self.proof.shown(task, names[task], FEW) != idea.shown:
            raise NotPortable(f"{task}: as it is written it does something else")
        if not self.unit[task].uses:
            self._points[task, text] = idea.shown[0].points
        return text

    def _drafts(self, person: Person) -> dict[str, Draft]:
        rng = own_choices(self.seed, self.unit.name, person.name)
        tasks = [exercise.name for exercise in self.unit.exercises]
        others = self.drafts.get(person.copies_from, {})
        tried = [task for place, task in enumerate(tasks) if person.tries(place, len(tasks))]
        troubles = TROUBLED.get(person.oddity, ())
        places = rng.permutation(len(tried))
        troubled = {tried[at]: trouble for at, trouble in zip(places, troubles, strict=False)}
        drafts: dict[str, Draft] = {}
        for place, task in enumerate(tasks):
            if task in others and others[task].idea and rng.random() < COPIED:
                drafts[task] = self._copied(person, task, others[task], rng)
            elif person.oddity == "untouched" or task not in tried:
                drafts[task] = self._untouched(task)
            else:
                drafts[task] = self._own(person, task, place / len(tasks), rng)
                trouble = troubled.get(task) or (str(rng.choice(SLIPS)) if rng.random() < SPOILT else "")
                if trouble:
                    drafts[task] = self._spoilt(task, drafts[task], trouble, rng)
        return self._marked(drafts)

    def _untouched(self, task: str) -> Draft:
        return Draft(self.paper.stubs[task], "untouched")

    def _own(self, person: Person, task: str, place: float, rng: np.random.Generator) -> Draft:
        """Let somebody have an idea and write it down; those who talk may have one together."""
        agreed = bool(person.talks_to) and rng.random() < AGREED
        circle = sorted((person.name, *person.talks_to))
        choices = own_choices(self.seed, self.unit.name, task, *circle) if agreed else rng
        chance = 0.5 if agreed else person.chance(place)
        idea = self._idea(task, bool(choices.random() < chance), choices)
        text = self._written(task, idea, person.hand)
        mistake = idea.known.misconception
        shared_with = person.talks_to if agreed and mistake else ()
        return Draft(text, "misconception" if mistake else "right", idea, shared_with=shared_with)

    def _written(self, task: str, idea: Idea, hand: Hand) -> str:
        stub = self.paper.stubs[task]
        try:
            return self._put_to_proof(task, idea, write(idea.program, stub, task, hand))
        except NotPortable:
            return write(idea.program, stub, task, Hand())

    def _copied(self, person: Person, task: str, draft: Draft, rng: np.random.Generator) -> Draft:
        """Copy an answer as it is, or with other names and layout."""
        giver, idea = self.people[person.copies_from], draft.idea
        text = draft.text
        if idea is not None and draft.answer in ("right", "misconception") and rng.random() >= VERBATIM:
            disguised = replace(person.hand, turns=giver.hand.turns, salt=giver.hand.salt)
            text = self._written(task, idea, disguised)
        return replace(draft, text=text, copied_from=giver.name, shared_with=())

    def _spoilt(self, task: str, draft: Draft, trouble: str, rng: np.random.Generator) -> Draft:
        return replace(draft, text=TROUBLES[trouble](draft.text, task, rng), answer=trouble, shared_with=())

    def _marked(self, drafts: Mapping[str, Draft]) -> dict[str, Draft]:
        """Say what each draft deserves, with the student's own answers to the tasks before it."""
        names = dict(self.given)
        marked: dict[str, Draft] = {}
        for task, draft in drafts.items():
            names.pop(task, None)
            if draft.answer in ("right", "misconception", *RUNS):
                exec(compile(draft.text, f"<{task}>", "exec"), names)
            spoilt = draft.answer in TROUBLES
            points = None if spoilt else self._points.get((task, draft.text))
            try:
                if points is None:
                    points = self.proof.deserved(task, names, DRAWS if spoilt else FEW)
                marked[task] = replace(draft, points=points)
            except Unsteady:  # no key could promise it anything: it was deleted again
                marked[task] = self._untouched(task)
                names.pop(task, None)
        return marked

    def earlier_try(self, task: str, draft: Draft, rng: np.random.Generator) -> str:
        """Give what somebody may have written before."""
        return TROUBLES[SLIPS[int(rng.integers(len(SLIPS)))]](draft.text, task, rng)
