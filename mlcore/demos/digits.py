"""Digits: what does a naive Bayes model think that a three looks like?

Every model of the family keeps numbers per class and pixel, and these make a picture. With the same images:

    Bernoulli     θ_{c,j} = (n_{c,j} + 1) / (n_c + 2)                    how often pixel j is on
    multinomial   θ_{c,j} = (n_c μ_{c,j} + 1) / (n_c Σ_j' μ_{c,j'} + 64)   pixel j's share of the ink
    Gaussian      μ_{c,j} and σ_{c,j}                                  mean and spread of pixel j

The multinomial θ is the mean image again, but scaled to a sum of 1. All three are generative: new digits
can be drawn, x ~ p(x|c). In them every pixel is drawn for itself (in the multinomial, every drop of ink), and
one sees the naive assumption: the means are right, the strokes are gone.
Left out on purpose: which model is the best; that depends on the settings.
"""

from dataclasses import dataclass

import numpy as np
from matplotlib.axes import Axes
from scipy.stats import norm

from mlcore._checks import FloatArray
from mlcore.datasets import load_digits
from mlcore.demos.frame import AXIS_SIZE, Demo, Slide, agree, claim, slide
from mlcore.naive_bayes import BernoulliNB, GaussianNB, MultinomialNB

MODELS = ("Bernoulli", "multinomial", "Gaussian")
ON, WHITE, BLACK = 7.5, 0, 16  # a pixel is "on" above half of the darkest ink
SHOWN_SMOOTHING = 0.01  # of the Gaussian's variances: no pixel is certain
DRAWN = 500  # digits per class and model
Model = BernoulliNB | MultinomialNB | GaussianNB


@dataclass(frozen=True)
class Result:
    """The parameters per digit, digits drawn from each model, and what they are like."""

    theta_bernoulli: FloatArray  # (10, 64)
    theta_multinomial: FloatArray  # (10, 64)
    mean: FloatArray  # (10, 64) Gaussian μ
    sd: FloatArray  # (10, 64) Gaussian σ, as learned: no smoothing to speak of
    real: FloatArray  # (10, 64) one image per digit
    drawn: FloatArray  # (3, 10, DRAWN, 64) models, digits
    together_real: float  # mean |correlation| of pixels side by side, within a digit
    together_drawn: FloatArray  # (3,) the same in drawn digits
    impossible: float  # share of pixels from the Gaussian that are below white or above black
    accuracy: FloatArray  # (3,) on test images
    stated: FloatArray  # (3,) mean P(answer | x) there
    accuracy_drawn: FloatArray  # (3,) on the model's own digits


def models() -> list[Model]:
    """Return the three models, not yet fitted."""
    return [BernoulliNB(binarize=ON), MultinomialNB(), GaussianNB(var_smoothing=SHOWN_SMOOTHING)]


def draw_digits(model: Model, n: int, rng: np.random.Generator) -> FloatArray:
    """Return n digits of each class from a fitted model, shape (10, n, 64)."""
    return np.array([model.sample(n, c, rng) for c in range(10)], dtype=np.float64)


def togetherness(images: FloatArray) -> float:
    """Return the mean |correlation| of pixels that lie side by side, over the 4 × 4 pixels in the middle.

    There every digit has ink now and then; a pixel that never changes has no correlation and is left out.
    """
    middle = images.reshape(len(images), 8, 8)[:, 2:6, 2:6]
    pairs = [(middle[:, i, j], middle[:, i, j + 1]) for i in range(4) for j in range(3)]
    changing = [(a, b) for a, b in pairs if a.std() > 0 and b.std() > 0]
    return float(np.mean([abs(np.corrcoef(a, b)[0, 1]) for a, b in changing]))


def compute() -> Result:
    """Learn from three quarters of the images, draw digits, test on the rest."""
    X, X_test, y, y_test = load_digits().split()
    rng = np.random.default_rng(14)
    fitted = [model.fit(X, y) for model in models()]
    drawn = np.array([draw_digits(model, DRAWN, rng) for model in fitted])  # (3, 10, DRAWN, 64)
    readable = drawn.copy()
    readable[0] *= BLACK  # on and off as ink, as the model itself reads it
    drawn_class = np.repeat(np.arange(10), DRAWN)
    plain = GaussianNB().fit(X, y)
    return Result(
        theta_bernoulli=np.exp(fitted[0].feature_log_prob_),
        theta_multinomial=np.exp(fitted[1].feature_log_prob_),
        mean=np.array(plain.theta_),
        sd=np.sqrt(plain.var_),
        real=np.array([X[y == c][3] for c in range(10)]),
        drawn=drawn,
        together_real=float(np.mean([togetherness(X[y == c]) for c in range(10)])),
        together_drawn=np.array([np.mean([togetherness(digits) for digits in part]) for part in drawn]),
        impossible=float(((drawn[2] < WHITE) | (drawn[2] > BLACK)).mean()),
        accuracy=np.array([(model.predict(X_test) == y_test).mean() for model in fitted]),
        stated=np.array([model.predict_proba(X_test).max(axis=1).mean() for model in fitted]),
        accuracy_drawn=np.array(
            [
                (model.predict(part.reshape(-1, 64)) == drawn_class).mean()
                for model, part in zip(fitted, readable, strict=True)
            ]
        ),
    )


def confirm(result: Result) -> None:
    """Count again from the images, and hold what was drawn against what chance allows."""
    _confirm_parameters(result)
    _confirm_drawn(result)
    chance = np.sqrt(2 / (np.pi * DRAWN))  # mean |r| of independent pixels
    claim(
        (np.abs(result.together_drawn - chance) < 0.015).all() and result.together_real > 5 * chance,
        "Real neighbours must hang together, drawn ones no more than chance.",
    )
    claim(
        (result.stated > result.accuracy + 0.05).all(), "On real digits the models must be surer than right."
    )
    claim(
        (result.accuracy_drawn > result.accuracy + 0.05).all(),
        "A model must recognise its own digits better than real ones.",
    )


def _confirm_parameters(result: Result) -> None:
    """Count the images' ink, and put class means and variances together to those of all images."""
    X, _, y, _ = load_digits().split()
    n_c = np.bincount(y)[:, None]  # (10, 1)
    on = np.array([sum(image > ON for image in X[y == c]) for c in range(10)])  # (10, 64)
    agree(result.theta_bernoulli, (on + 1) / (n_c + 2), "θ must be the smoothed share of images with ink.")
    ink = n_c * result.mean  # (10, 64): the Gaussian's means, times the number of images
    agree(
        result.theta_multinomial,
        (ink + 1) / (ink.sum(axis=1, keepdims=True) + 64),
        "The multinomial θ must be the Gaussian's mean image, smoothed and scaled to a sum of 1.",
    )
    prior = n_c / len(y)
    agree((prior * result.mean).sum(axis=0), X.mean(axis=0), "The means must average to the mean of all.")
    spread = result.sd**2 + (result.mean - X.mean(axis=0)) ** 2  # total variance: within plus between
    agree((prior * spread).sum(axis=0), X.var(axis=0), "The variances must add up to that of all.", atol=1e-6)


def _confirm_drawn(result: Result) -> None:
    """Hold the pixels of drawn digits against the distributions that they come from."""
    X, _, _, _ = load_digits().split()
    smoothed = np.sqrt(result.sd**2 + SHOWN_SMOOTHING * X.var(axis=0).max())
    words = DRAWN * result.drawn[1].sum(axis=2).mean(axis=1)[:, None]  # (10, 1)
    theta, share = result.theta_bernoulli, result.theta_multinomial
    z = [
        (result.drawn[0].mean(axis=1) - theta) / np.sqrt(theta * (1 - theta) / DRAWN),
        (result.drawn[1].sum(axis=1) / words - share) / np.sqrt(share * (1 - share) / words),
        (result.drawn[2].mean(axis=1) - result.mean) / (smoothed / np.sqrt(DRAWN)),
    ]
    # Of 640 standard normals the largest exceeds 6 once in a million; a rare pixel's count has a longer tail.
    claim(max(np.abs(scores).max() for scores in z) < 6, "Drawn digits must have the means they come from.")
    outside = norm.cdf(WHITE, result.mean, smoothed) + norm.sf(BLACK, result.mean, smoothed)  # (10, 64)
    error = np.sqrt((outside * (1 - outside)).sum() / DRAWN) / outside.size
    claim(
        abs(result.impossible - outside.mean()) < 4 * error,
        "As many pixels must be impossible as the normal tails say.",
    )


def conclude(result: Result) -> list[str]:
    """Return what came out, in sentences."""
    return [
        f"Pixels side by side, within a digit: mean |correlation| {result.together_real:.2f} in real digits, "
        f"at most {result.together_drawn.max():.3f} in drawn ones, which is chance.",
        f"Of the Gaussian's pixels {result.impossible:.0%} are whiter than white or blacker than black.",
        *(
            f"{name}: right on {right:.1%} of real digits, while it states {stated:.1%}; "
            f"right on {own_class:.1%} of digits that it drew itself."
            for name, right, stated, own_class in zip(
                MODELS, result.accuracy, result.stated, result.accuracy_drawn, strict=True
            )
        ),
    ]


def draw(result: Result) -> Slide:
    """Draw the parameters of the three models as images, one column per digit."""
    rows: dict[str, FloatArray] = {
        "a real one": result.real,
        "Bernoulli θ": result.theta_bernoulli,
        "multinomial θ": result.theta_multinomial,
        "Gaussian μ": result.mean,
        "Gaussian σ": result.sd,
    }
    figure, axes = slide(6, 10, title="What each model keeps of a digit (black: large)")
    for i, (name, images) in enumerate(rows.items()):
        _row(axes[10 * i : 10 * i + 10], images, name)
    mu, sigma = (part[..., None] / part.max() for part in (result.mean, result.sd))  # (10, 64, 1)
    blue, yellow = np.array([0.95, 0.75, 0.35]), np.array([0.0, 0.2, 0.65])  # dark and light in grey, too
    overlaid = np.clip(1 - mu * blue - sigma * yellow, 0, 1)  # (10, 64, 3)
    for ax, image in zip(axes[50:], overlaid, strict=True):
        ax.imshow(image.reshape(8, 8, 3))
    _name(axes[50:], "μ blue, σ yellow")
    return figure


def draw_drawn(result: Result) -> Slide:
    """Draw a real digit of each class above one drawn from each model."""
    figure, axes = slide(4, 10, title="Digits drawn from the models: right means, no strokes")
    rows = [result.real, *result.drawn[:, :, 0]]
    for i, (name, images) in enumerate(zip(("real", *MODELS), rows, strict=True)):
        _row(axes[10 * i : 10 * i + 10], images, name)
    return figure


def _row(axes: list[Axes], images: FloatArray, name: str) -> None:
    high = min(images.max(), BLACK)  # drawn counts and normals go beyond
    for ax, image in zip(axes, images, strict=True):
        ax.imshow(image.reshape(8, 8), cmap="Greys", vmin=WHITE, vmax=high)
    _name(axes, name)


def _name(axes: list[Axes], name: str) -> None:
    for ax in axes:
        ax.set(xticks=[], yticks=[])
        ax.spines[["top", "right"]].set_visible(True)
    axes[0].set_ylabel(name, fontsize=AXIS_SIZE, rotation=0, ha="right", va="center")


DEMO = Demo(
    name="digits",
    question="What does a naive Bayes model think that a three looks like?",
    compute=compute,
    confirm=confirm,
    conclude=conclude,
    figures={"digits": draw, "digits-drawn": draw_drawn},
)
