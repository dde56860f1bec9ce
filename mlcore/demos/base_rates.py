"""Base rates: how good must a test be before a positive answer is to be believed?

    P(defect | positive) = se π / (se π + (1 − sp)(1 − π))

The prior π (how common the defect is) weighs as much as the quality of the test. Computed here: the posterior
over a grid of qualities and prevalences, and the priors at which the decision turns in the lectures' examples
(the cinema, the stadium, Steve). Confirmed by a second route: counting people instead of multiplying.
"""

from dataclasses import dataclass

import numpy as np

from mlcore._checks import FloatArray
from mlcore.demos.frame import TEXT_SIZE, Demo, Slide, agree, claim, name_axes, slide
from mlcore.probability import bayes_posterior, break_even_prior, diagnostic_posterior

PREVALENCES = (0.5, 0.1, 0.01, 0.001, 0.0001)
LONG_HAIR = (0.04, 0.5)  # P(long hair | man), P(long hair | woman)
LIBRARIANS, FARMERS = 4.33, 130.3  # thousands of people


@dataclass(frozen=True)
class Result:
    """Posteriors over a grid, and where the decision turns in three examples."""

    prevalence: FloatArray  # (5,)
    quality: FloatArray  # (g,) sensitivity = specificity
    posterior: FloatArray  # (5, g)
    cinema: float  # P(man | long hair), as many men as women
    stadium: float  # the same, 98 men in 100
    turning_prior: float  # P(man) at which long hair tells nothing either way
    steve: FloatArray  # (3,) P(librarian | description), for likelihood ratios 4, 10, 100


def compute() -> Result:
    """Return the posteriors of all examples."""
    quality = 1 - np.logspace(-6, np.log10(0.5), 200)[::-1]
    posterior = np.array([[diagnostic_posterior(p, q, q) for q in quality] for p in PREVALENCES])
    prior = np.array([LIBRARIANS, FARMERS]) / (LIBRARIANS + FARMERS)
    return Result(
        prevalence=np.array(PREVALENCES),
        quality=quality,
        posterior=posterior,
        cinema=float(bayes_posterior([0.5, 0.5], LONG_HAIR)[0]),
        stadium=float(bayes_posterior([0.98, 0.02], LONG_HAIR)[0]),
        turning_prior=break_even_prior(*LONG_HAIR),
        steve=np.array([bayes_posterior(prior, [ratio / 100, 0.01])[0] for ratio in (4, 10, 100)]),
    )


def confirm(result: Result) -> None:
    """Count people: among a million, those with a positive test, and how many of them have the defect."""
    people = 1_000_000 * result.prevalence[:, None]  # (5, 1)
    counts = people * result.quality  # (5, g)
    false_alarms = (1_000_000 - people) * (1 - result.quality)  # (5, g)
    agree(result.posterior, counts / (counts + false_alarms), "Counting people must give Bayes' rule.")
    believed = np.array([np.interp(0.5, row, result.quality) for row in result.posterior[1:]])
    agree(believed, 1 - result.prevalence[1:], "A posterior of ½ needs a quality of 1 − π.", rtol=1e-3)
    claim(result.cinema < 0.5 < result.stadium, "The same hair must lead to other answers at other priors.")
    agree(result.turning_prior, 25 / 27, "The hair tells nothing where P(man) = 25/27.")
    claim(
        (result.steve[:2] < 0.5).all() and result.steve[2] > 0.5,
        "Only a description that fits librarians more than 30 times better makes up for the head count.",
    )


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    rare = diagnostic_posterior(0.0001, 0.99, 0.99)
    return [
        f"A defect of 1 in 10,000, a test that is right 99 times in 100: a positive answer means {rare:.2%}.",
        "To be believed (posterior ½) it must be right 9,999 times in 10,000: quality 1 − prevalence.",
        f"Long hair: man with probability {result.cinema:.3f} in the cinema, {result.stadium:.3f} in the "
        f"stadium; the answer turns at P(man) = {result.turning_prior:.4f}.",
        "Steve is a librarian with probability "
        + ", ".join(f"{p:.3f}" for p in result.steve)
        + " if the description fits librarians 4, 10, 100 times better.",
    ]


def draw(result: Result) -> Slide:
    """Draw the posterior against the quality of the test, one curve for each prevalence."""
    figure, (ax,) = slide(title="How good must a test be before you believe it?")
    styles = ("-", "--", "-.", ":", (0, (1, 3)))
    for prevalence, row, style in zip(result.prevalence, result.posterior, styles, strict=True):
        ax.plot(1 - result.quality, row, linestyle=style, color="black", linewidth=3)
        ax.annotate(
            f"1 in {1 / prevalence:,.0f}",
            xy=(prevalence, 0.5),
            xytext=(10, -22),
            textcoords="offset points",
            fontsize=TEXT_SIZE,
        )
    ax.axhline(0.5, color="0.8", linewidth=1, zorder=0)
    ax.set_xscale("log")
    ax.set_xlim(0.6, 1e-6)  # better tests to the right
    ax.set_xticks([0.5, 0.1, 0.01, 0.001, 0.0001, 0.00001])
    ax.set_xticklabels(["50 %", "90 %", "99 %", "99.9 %", "99.99 %", "99.999 %"])
    name_axes(ax, "quality of the test (sensitivity = specificity)", "P(defect | positive)")
    return figure


DEMO = Demo(
    name="base_rates",
    question="How good must a test be before you believe it?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"accuracy-prior": draw},
)
