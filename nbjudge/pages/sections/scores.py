"""How many submissions reached which part of the points that are marked, as a picture."""

from nbjudge.pages.figures import reached
from nbjudge.pages.sections import TheClass
from nbjudge.pages.templates import beside, points

BINS = 10
WIDTH, BASE, TALLEST = 640, 166, 140


def section(of: TheClass) -> str:
    """Make the section."""
    every = [reached(of.release, student) for student in of.marks.values()]
    shares = [100 * one.share for one in every if one.share is not None]
    return beside(__file__).render(bars=_bars(shares, 100.0), ticks=_ticks(100.0))


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
                "title": f"{count} with {label} %",
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
