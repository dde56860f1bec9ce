"""The pictures that the notebooks share: Axes in, the same Axes out.

    fig, ax = plt.subplots()
    decision_regions(ax, model.predict, X, y)

``regions`` colours the plane by what a classifier answers, ``voronoi`` by the nearest point, ``densities``
draws one normal curve per class, ``images`` parameters as pictures, ``curves`` ROC, precision–recall and
errors, ``tables`` confusion matrices and joint tables, ``graphs`` the arrows of naive Bayes, ``neighbours``
the circles around a query. ``style`` holds what they share: colours whose order survives a black-and-white
printer, and for readers who see no colour a marker, a line style or a hatch as well.

Left out on purpose: figures. No function opens one, asks for the current one or changes a setting of
matplotlib, so two pictures never meet; titles, sizes and saving are the caller's.
"""

from importlib.util import find_spec

if find_spec("matplotlib") is None:
    raise ImportError("Pictures need matplotlib too: pip install 'mlcore[plot]'")

from mlcore.plotting.curves import error_against_k, pr_curve, roc_curve
from mlcore.plotting.densities import class_conditional_densities
from mlcore.plotting.graphs import nb_graph
from mlcore.plotting.images import parameter_images
from mlcore.plotting.neighbours import neighbour_circles
from mlcore.plotting.regions import class_points, decision_regions
from mlcore.plotting.tables import confusion_heatmap, joint_bars
from mlcore.plotting.voronoi import voronoi_cells, voronoi_polygons

__all__ = [
    "class_conditional_densities",
    "class_points",
    "confusion_heatmap",
    "decision_regions",
    "error_against_k",
    "joint_bars",
    "nb_graph",
    "neighbour_circles",
    "parameter_images",
    "pr_curve",
    "roc_curve",
    "voronoi_cells",
    "voronoi_polygons",
]
