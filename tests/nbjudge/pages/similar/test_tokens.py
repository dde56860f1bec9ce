"""What is left of an answer when names, comments and layout are taken away."""

from nbjudge.pages.similar.tokens import NAME, TEXT, fingerprints, normalised


def kinds(source, given=()):
    return [token.kind for token in normalised(source, given)]


def test_comments_docstrings_and_layout_are_nothing():
    written = 'def f(x):\n    """What it does."""\n    # why\n    return  x+1\n'
    assert kinds(written) == kinds("def f(x): return x + 1")


def test_names_of_the_course_attributes_and_builtins_keep_their_names():
    source = "metric = model['metric'](np.sum(mine))"
    assert kinds(source, {"model", "np", "'metric'", "metric"}) == [
        "metric", "=", "model", "[", "'metric'", "]", "(", "np", ".", "sum", "(", NAME, ")", ")",
    ]  # fmt: skip


def test_texts_of_one_s_own_are_one_token_however_they_are_put_together():
    assert kinds("raise ValueError('no')")[-2:] == [TEXT, ")"]
    assert kinds("f'a {x} b'").count(TEXT) == kinds("f'c {y}'").count(TEXT)


def test_a_name_is_told_by_its_first_place_in_a_run():
    def runs(source):
        return set(fingerprints(normalised(source), 3))

    assert runs("a + b") == runs("x + y")
    assert runs("a + a") != runs("x + y")


def test_lines_are_counted_as_they_were_written():
    tokens = normalised("a = 1\n\n# why\nb = '''x\ny'''\nc = 2")
    assert {token.written: token.line for token in tokens if token.kind == NAME} == {"a": 0, "b": 3, "c": 5}


def test_too_short_an_answer_has_no_runs():
    assert fingerprints(normalised("pass"), 9) == {}
