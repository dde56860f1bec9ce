"""Two notebooks: classes, exceptions and printed text in one, a drawing in the other."""

from tests.nbjudge.courses.building import Spec, answer, check, code, free_code, solved, text, written

OBJECTS = [
    text("# Objects"),
    answer(
        "Stack",
        "class Stack:\n    ### BEGIN SOLUTION\n    def __init__(self):\n        self.items = []\n\n"
        "    def push(self, x):\n        self.items.append(x)\n\n    def pop(self):\n"
        "        if not self.items:\n"
        "            raise IndexError('the stack is empty')\n        return self.items.pop()\n"
        "    ### END SOLUTION",
    ),
    check(
        "test-push-pop",
        2,
        "s = Stack()\ns.push(1)\ns.push('two')\nassert s.pop() == 'two'\nassert s.pop() == 1",
    ),
    check(
        "test-empty",
        1,
        "try:\n    Stack().pop()\nexcept IndexError:\n    pass\nelse:\n"
        "    raise AssertionError('no IndexError')",
    ),
    answer(
        "greet",
        "def greet(name):\n    ### BEGIN SOLUTION\n    print(f'Hello, {name}!')\n    ### END SOLUTION",
    ),
    check(
        "test-greet",
        1,
        "import io\nfrom contextlib import redirect_stdout\n\nout = io.StringIO()\n"
        "with redirect_stdout(out):\n"
        "    greet('Ada')\nassert out.getvalue() == 'Hello, Ada!\\n', out.getvalue()",
    ),
    answer("words", "words = {}\n### BEGIN SOLUTION\nwords = {'a': 1, 'b': [1, 2]}\n### END SOLUTION"),
    check("test-words", 1.5, "assert words['b'] == [1, 2]\nassert set(words) == {'a', 'b'}"),
    answer(
        "apply",
        "def apply(f, xs):\n    ### BEGIN SOLUTION\n    return [f(x) for x in xs]\n    ### END SOLUTION",
    ),
    check(
        "test-apply", 2, "assert apply(lambda x: x + 1, [1, 2]) == [2, 3]\nassert apply(len, ['ab']) == [2]"
    ),
    check("test-all-or-share", 3, "[apply(str, [k]) == [str(k)] for k in range(3)].count(True)"),
]
DRAWING = [
    code("import matplotlib.pyplot as plt"),
    answer(
        "draw",
        "def draw(xs, ys):\n    ### BEGIN SOLUTION\n    figure, axes = plt.subplots()\n"
        "    axes.plot(xs, ys)\n"
        "    axes.set_title('a line')\n    return axes\n    ### END SOLUTION",
    ),
    code("axes = draw([0, 1], [0, 2]);"),
    check("test-title", 1, "assert draw([0, 1], [0, 2]).get_title() == 'a line'"),
    free_code("nicer", 2, "plt.plot([1, 2, 3]);"),
    written("read", 1),
]
RIGHT = {"objects": solved(OBJECTS), "drawing": solved(DRAWING)}
CLASS = {
    "right": RIGHT,
    "nothing": {"objects": {}, "drawing": {}},
    "one": {"objects": RIGHT["objects"]},
    "half": {
        "objects": {
            **RIGHT["objects"],
            "Stack": "class Stack(list):\n    push = list.append",
            "greet": "def greet(name):\n    return f'Hello, {name}!'",
            "apply": "def apply(f, xs):\n    return map(f, xs)",
        },
        "drawing": {**RIGHT["drawing"], "draw": "def draw(xs, ys):\n    return plt.plot(xs, ys)"},
    },
    "crash": {
        "objects": {
            **RIGHT["objects"],
            "apply": "def apply(f, xs):\n    return apply(f, xs)",
            "words": "words = 1 / 0",
        },
        "drawing": RIGHT["drawing"],
    },
}
COURSE = Spec({"objects": OBJECTS, "drawing": DRAWING}, CLASS)
DIFFERENCES: dict[tuple[str, str], str] = {}
