"""Who agrees with whom beyond what the task forces: a small class where everybody's story is known."""

from nbjudge.pages.similar.agreement import Answer, Task, compared, pairs

GIVEN = "def f(xs):\n    raise NotImplementedError()"
SOLUTION = "def f(xs):\n    total = 0\n    for x in xs:\n        total += x * x\n    return total"
TASKS = [Task(f"t{number}", (GIVEN.replace("f(", f"f{number}("), SOLUTION)) for number in range(4)]
# Four ways that have little in common, and each student's own: numbers make them so.
WAYS = (
    "def f(xs):\n    return sum([x ** {n} for x in xs if x > {n}]) - {n} * len(xs) + max(xs, default={n})",
    "def f(xs):\n    i = {n}\n    out = []\n    while i < len(xs):\n        out.append(xs[i] * {n})\n"
    "        i = i + {n}\n    return sum(out) / {n}",
    "def f(xs):\n    if not xs:\n        return {n}\n    a, *rest = xs\n    return a * {n} + f(rest) % {n}",
    "def f(xs):\n    d = dict(zip(xs, range({n})))\n    return [d.get(k, {n}) for k in sorted(d)][-{n}]",
)
MINE = """def f(values):
    # I saw this in a book
    acc, seen = 1, set()
    for place, item in enumerate(values):
        if item in seen and place % 3 == 1:
            acc = acc * item - place
        seen.add(item ^ acc)
    return acc // (1 + len(seen))"""
COPIED = """def f( q ):
    ergebnis,  schon = 1, set( )

    for i, zahl in enumerate( q ):
        if zahl in schon and i % 3 == 1:
            ergebnis = ergebnis * zahl - i   # copied
        schon.add( zahl ^ ergebnis )
    return ergebnis // ( 1 + len( schon ) )"""


def everybody(*more):
    answers = [
        Answer(f"s{number:02d}", task.name, WAYS[(number + place) % 4].format(n=2 + number))
        for number in range(12)
        for place, task in enumerate(TASKS)
    ]
    return [*answers, *more]


def theirs(source, student, **known):
    return [
        Answer(student, task.name, source.replace("1 +", f"{place + 1} +"), **known)
        for place, task in enumerate(TASKS)
    ]


def found(answers, tasks=TASKS):
    return [pair.students for pair in pairs(answers, tasks)]


def test_a_copy_with_other_names_comments_and_layout_is_found_and_nobody_else():
    assert found(everybody(*theirs(MINE, "giver"), *theirs(COPIED, "taker"))) == [("giver", "taker")]


def test_a_class_of_which_each_wrote_alone_has_no_pairs():
    assert found(everybody()) == []


def test_what_the_course_gave_counts_nothing():
    """Both hand in the model solution, with other names."""
    other = SOLUTION.replace("total", "t").replace("xs", "ys")
    answers = everybody(*theirs(SOLUTION, "one"), *theirs(other, "other"))
    assert found(answers) == []
    (pair,) = (pair for pair in compared(answers, TASKS) if pair.students == ("one", "other"))
    assert pair.bits == 0


def test_what_many_have_counts_little():
    alike = [answer for number in range(20) for answer in theirs(MINE, f"m{number}")]
    few = compared(everybody(*theirs(MINE, "giver"), *theirs(COPIED, "taker")), TASKS)
    many = compared(everybody(*alike), TASKS)
    assert max(pair.bits for pair in many) < max(pair.bits for pair in few) / 3


def test_a_rare_mistake_that_both_make_counts_more_than_right_answers():
    def bits(**known):
        answers = everybody(*theirs(MINE, "giver", **known), *theirs(COPIED, "taker", **known))
        return max(pair.bits for pair in compared(answers, TASKS))

    assert bits(right=True) < bits() < bits(mistakes=("off-by-one",))
    answers = everybody(
        *theirs(MINE, "giver", mistakes=("rare",)), *theirs(COPIED, "taker", mistakes=("rare",))
    )
    (pair,) = pairs(answers, TASKS)
    assert pair.tasks[0].mistakes == (("rare", 2),)


def test_an_answer_that_does_not_compile_is_compared_as_well():
    broken = MINE.replace("):", ")").replace("return", "return (")
    answers = everybody(*theirs(broken, "giver"), *theirs(broken.replace("acc", "zz"), "taker"))
    assert found(answers) == [("giver", "taker")]


def test_no_answers_and_one_student_are_no_pairs():
    assert pairs([], TASKS) == []
    assert pairs(theirs(MINE, "alone"), TASKS) == []
    assert found([*theirs(MINE, "one"), *theirs(COPIED, "other")]) == []  # two say nothing of what is rare


def test_the_order_of_the_answers_decides_nothing():
    answers = everybody(*theirs(MINE, "giver"), *theirs(COPIED, "taker"))
    assert compared(answers, TASKS) == compared(answers[::-1], TASKS[::-1]) or {
        (pair.students, round(pair.bits, 6)) for pair in compared(answers, TASKS)
    } == {(pair.students, round(pair.bits, 6)) for pair in compared(answers[::-1], TASKS[::-1])}
