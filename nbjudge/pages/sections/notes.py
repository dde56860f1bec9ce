"""The notes to staff, student by student; no section where there are none."""

from collections import Counter

from nbjudge.pages.sections import TheClass
from nbjudge.pages.templates import beside

MOST_ALIKE = 3  # students with the same note; of more, how many they are


def section(of: TheClass) -> str:
    """Make the section: what all have in common is said once."""
    counts = Counter(note for every in of.notes.values() for note in every)
    pairs = [
        (student, note)
        for student, every in sorted(of.notes.items())
        for note in every
        if counts[note] <= MOST_ALIKE
    ]
    alike = [(note, count) for note, count in counts.most_common() if count > MOST_ALIKE]
    return beside(__file__).render(notes=pairs, alike=alike) if pairs or alike else ""
