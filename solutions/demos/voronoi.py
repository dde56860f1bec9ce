# %% [markdown]
# # What does the world look like to the nearest neighbour?
#
# *3 of 23. To unit [1 · Who are your neighbours?](../01_knn/01_knn.ipynb) · before: [tables_explode](tables_explode.ipynb) · next: [role_of_k](role_of_k.ipynb)*
#
# A map of Friuli-Venezia Giulia, and only the four chief towns of its (former) provinces are marked.
# Somebody puts a finger on the map: which province?
# You look for the nearest town and say its name.
# You have just been a 1-NN classifier, and learning was looking at the map.

# %% [markdown]
# ## The towns
#
# Kilometres east and north of 46° N, 13° E.

# %%
from mlcore.datasets import load_towns

towns = load_towns()
for name, (east, north) in zip(towns.y, towns.X, strict=True):
    print(f"{name:10} {east:6.1f} {north:6.1f}")

# %% [markdown]
# Take Grado, on its lagoon. How far is each town?

# %%
import numpy as np

from mlcore.demos import voronoi

result = voronoi.compute()
grado = result.places[-1]
for name, town in zip(towns.y, towns.X, strict=True):
    print(f"{name:10} {np.linalg.norm(town - grado):5.1f} km")

# %% [markdown]
# Trieste is nearest, so we say Trieste.
# But Grado belonged to the province of Gorizia: real borders do not ask for distances.
#
# ## Where does the answer change?
#
# Between two towns $a$ and $b$, where both are equally far: $\lVert q - a\rVert^2 = \lVert q - b\rVert^2$.
# Write it out; $\lVert q\rVert^2$ stands on both sides and goes.
# Let SymPy do it.

# %%
from sympy import Matrix, expand, symbols

q, a, b = (Matrix(symbols(f"{name}1 {name}2")) for name in "qab")
difference = expand((q - a).dot(q - a) - (q - b).dot(q - b))
line = 2 * (b - a).dot(q) - (b.dot(b) - a.dot(a))
print(expand(difference - line))

# %% [markdown]
# What remains is linear in $q$: $2(b - a)^\top q = \lVert b\rVert^2 - \lVert a\rVert^2$, a straight line.
# A town's cell is cut out by such lines, so it is convex.
# Two lines meet where three towns are equally far.

# %%
from mlcore.demos.voronoi.towns import circumcentre

pordenone, udine, trieste = (towns.X[towns.y.tolist().index(n)] for n in ("Pordenone", "Udine", "Trieste"))
corner = circumcentre(pordenone, udine, trieste)
print(corner.round(2), [round(float(np.linalg.norm(t - corner)), 2) for t in (pordenone, udine, trieste)])

# %% [markdown]
# SciPy, which sweeps over the plane instead of solving equations, finds the same corner, and one more.

# %%
from scipy.spatial import Voronoi

print(sorted(Voronoi(towns.X).vertices.round(2).tolist()))

# %% [markdown]
# ## The map
#
# Crosses are places where the nearest town is the wrong answer.
# Look where they lie.

# %% alt="The map of four towns and their cells with six more places. Circles are guessed rightly; crosses are wrong: Latisana, just west of a border, and Grado, just south of one."
voronoi.draw_map(result)

# %% [markdown]
# Both lie close to a line.
# In the middle of a cell you may trust the nearest neighbour more than at its edge.
#
# ## Three nearest, seven nearest
#
# Now twenty-six points and two labels, one of which is wrong (in the ring).
# With $k = 3$ the plane falls into pieces that have the same *three* nearest points; each piece has one answer.
# They are convex too: "these three are nearer than all others" is again a list of half-planes.

# %%
from mlcore.demos.voronoi.cells import cells_of_order

for k in (1, 3, 7):
    cells = cells_of_order(result.X, k, voronoi.VIEW)
    print(k, len(cells), "cells, together", round(sum(cell.area for cell in cells), 2), "of 70")

# %% [markdown]
# The areas fill the view: no piece was forgotten.
# The thin lines are the pieces, the two shades the answers.

# %% alt="Twenty-six points in three maps. One neighbour gives 26 cells and an island around the wrong label; three give 83 cells, seven 133, and the island is gone."
voronoi.draw_cells(result)

# %% [markdown]
# With one neighbour the wrong label has an island: its Voronoi cell, all of it.
# Three neighbours sink the island.
# But look at the frontier near the ring for $k = 7$: the wrong label still has a vote there, and pulls.

# %%
for k in (1, 3, 7):
    print(k, f"wins {result.gain[k]:.1%} of the view, holds {result.held[k]:.0%} of its own cell")

# %% [markdown]
# ## Confirmed by a second route
#
# The areas above are those of polygons.
# Now forget the polygons and ask the classifier itself, at each point of a grid.

# %%
from mlcore.demos.voronoi.cells import grid
from mlcore.neighbors import KNeighborsClassifier

for k in (1, 3, 7):
    answers = KNeighborsClassifier(k).fit(result.X, result.y).predict(grid(voronoi.VIEW, 200))
    print(k, round(result.share[k], 2), round(float(answers.mean()), 2))

# %%
voronoi.confirm(result)
print("\n".join(voronoi.conclude(result)))

# %% [markdown]
# Move $k$ and watch the pieces shatter while the frontier calms down.

# %% tags=["nbval-ignore-output"]
from IPython.display import display
from ipywidgets import IntSlider, interact


def cells(k):
    display(voronoi.draw_k(result, k))


_ = interact(cells, k=IntSlider(value=5, min=1, max=25, step=2, continuous_update=False))

# %% [markdown]
# ## Now you
#
# 1. Which place would you show a 1-NN classifier next to repair the map most: Latisana, or another chief town?
# 2. Measure distances in minutes by car instead of kilometres. Are the cells still convex?
# 3. A second wrong label sits right beside the first. What do three neighbours say between them?
# 4. With $k = n$ there is one piece. With $k = n - 1$, how many, and what do they have to do with the *farthest* point?
# 5. Storing the cells makes prediction a matter of looking up. Why does nobody do this with twenty features?
#
# > [!fold] Answer to 1
# > Latisana. Every chief town is on the map already, and a further example of Udine in the middle of its cell would change hardly anything. An example rules over the places that are nearest to it, so it repairs most where the map is wrong.
#
# > [!fold] Answer to 2
# > No. That the cells are convex comes from the straight lines between two towns. By car a motorway pulls a piece of a far cell along with it; a cell need not even hang together.
#
# > [!fold] Answer to 3
# > Where both are among the three nearest they win two to one: the island is back. For $k$ neighbours it takes more than $k/2$ wrong ones side by side.
#
# > [!fold] Answer to 4
# > If all but one are asked, the one left out is the *farthest*: a piece is where that is the same one. Only a corner of the convex hull can be the farthest from anywhere. Our 26 points have ten such corners: ten pieces, six of which reach into the view.
#
# > [!fold] Answer to 5
# > In the plane a cell has six sides on the average. With twenty features nearly every cell touches nearly every other, and the number of its corners grows like $n^{10}$. Computing the distances is far less.
