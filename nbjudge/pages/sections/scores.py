"""How many submissions reached which score, as a picture."""

from nbjudge.course.release import Release
from nbjudge.pages.feedback.page import points
from nbjudge.pages.sections import ClassOfMarks, Notes, beside

BINS = 10
WIDTH, BASE, TALLEST = 640, 166, 140


def section(release: Release, marks: ClassOfMarks, notes: Notes) -> str:
    """Make the section."""
    scores = [sum(notebook.score for notebook in student.values()) for student in marks.values()]
    most = sum(notebook.max_score for notebook in release.notebooks)
    return beside(__file__).render(bars=_bars(scores, most), ticks=_ticks(most))


def _bars(scores: list[float], most: float) -> list[dict[str, object]]:
    """Lay out how many reached which score, in equal steps."""
    step = most / BINS or 1.0
    counts = [0] * BINS
    for score in scores:
        counts[min(max(int(score / step), 0), BINS - 1)] += 1
    highest = max(counts) or 1
    width = WIDTH / BINS
    bars = []
    for number, count in enumerate(counts):
        height = round(TALLEST * count / highest, 1)
        label = f"{points(number * step)}–{points((number + 1) * step)}"
        bars.append(
            {
                "x": round(number * width + 4, 1),
                "middle": round((number + 0.5) * width, 1),
                "y": round(BASE - height, 1),
                "width": round(width - 8, 1),
                "height": height,
                "count": count,
                "title": f"{count} with {label} points",
            }
        )
    return bars


def _ticks(most: float) -> list[dict[str, object]]:
    """Lay out the scores between the bars; the outermost stay inside the picture."""
    anchors = ["start", *["middle"] * (BINS - 1), "end"]
    return [
        {"x": number * WIDTH // BINS, "anchor": anchor, "label": points(number * (most / BINS))}
        for number, anchor in enumerate(anchors)
    ]
