# ruff: noqa: E501 - tests are written as they are in notebooks
"""The columns of the liar matrix: the ways in which tests compare what they `got` with what they `want`."""

import datetime
from decimal import Decimal

import numpy as np
import pandas as pd

NAMES = """
import copy, json, math, operator, statistics, unittest
import numpy as np
import pandas as pd
import pandas.testing as pdt
import pytest
from collections import Counter
case = unittest.TestCase()
eps = 1e-6
"""
WANTED = {
    "number": 5.0,
    "whole number": 5,
    "truth": True,
    "text": "abc",
    "list": [1.0, 2.0, 5.0],
    "array": np.array([1.0, 2.0, 5.0]),
    "table": np.array([[1.0, 2.0, 5.0], [3.0, 4.0, 6.0]]),
    "labels": np.array(["a", "b", "c"]),
    "set": {1.0, 2.0, 5.0},
    "dictionary": {"a": 5.0, "b": 2.0},
    "series": pd.Series([1.0, 2.0, 5.0]),
    "frame": pd.DataFrame({"a": [1.0, 2.0, 5.0]}),
    "date": datetime.date(2020, 1, 5),
    "decimal": Decimal(5),
}
EITHER_WAY = """
assert {a} == {b}
assert not {a} != {b}
assert ({a} == {b}) is True
assert np.all({a} == {b})
assert ({a} == {b}).all()
assert not ({a} != {b}).any()
assert not np.any(np.asarray({a}) != np.asarray({b}))
assert (np.asarray({a}) == np.asarray({b})).all()
assert {a} <= {b} and {a} >= {b}
assert not {a} < {b} and not {a} > {b}
assert not ({a} < {b}).any() and not ({a} > {b}).any()
assert all(x == y for x, y in zip({a}, {b}))
assert all(abs(x - y) < eps for x, y in zip({a}, {b}))
assert not any(abs(x - y) > eps for x, y in zip({a}, {b}))
assert not any(x != y for x, y in zip({a}, {b}))
for x, y in zip({a}, {b}): assert x == y
for x, y in zip({a}, {b}): np.testing.assert_allclose(x, y)
assert abs({a} - {b}) < eps
assert not abs({a} - {b}) > eps
assert np.abs(np.subtract({a}, {b})).max() < eps
assert (abs({a} - {b})).max() < eps
assert not (np.abs({a} - {b}) > eps).any()
assert not np.any(np.abs(np.asarray({a}) - np.asarray({b})) > eps)
assert np.sum(np.abs(np.asarray({a}) - np.asarray({b}))) < eps
assert ({a} - {b}).abs().max() < eps
assert ({a} - {b}).abs().sum() < eps
assert np.mean((np.asarray({a}) - np.asarray({b})) ** 2) < eps
assert np.linalg.norm(np.asarray({a}) - np.asarray({b})) < eps
assert np.nansum(np.abs(np.asarray({a}) - np.asarray({b}))) <= np.nansum(np.abs(np.asarray({b}) * 0)) and np.isfinite(np.asarray({a})).all()
assert np.ptp(np.asarray({a}) - np.asarray({b})) < eps
assert np.isclose({a}, {b})
assert np.isclose({a}, {b}).all()
assert not (~np.isclose({a}, {b})).any()
assert np.allclose({a}, {b})
assert np.array_equal({a}, {b})
assert np.array_equiv({a}, {b})
assert np.ma.allclose({a}, {b}, masked_equal=False)
np.testing.assert_equal({a}, {b})
np.testing.assert_allclose({a}, {b})
np.testing.assert_allclose({a}, {b}, rtol=0, atol=1e-9)
np.testing.assert_almost_equal({a}, {b})
np.testing.assert_approx_equal({a}, {b})
np.testing.assert_array_equal({a}, {b})
np.testing.assert_array_almost_equal({a}, {b})
np.testing.assert_array_almost_equal_nulp({a}, {b})
np.testing.assert_array_max_ulp({a}, {b})
np.testing.assert_string_equal({a}, {b})
np.testing.assert_array_less({a}, np.asarray({b}) + eps); np.testing.assert_array_less(np.asarray({b}) - eps, {a})
pdt.assert_series_equal({a}, {b})
pdt.assert_series_equal({a}, {b}, check_dtype=False, check_index=False, check_names=False)
pdt.assert_series_equal(pd.Series({a}), pd.Series({b}), check_dtype=False)
pdt.assert_frame_equal({a}, {b})
pdt.assert_frame_equal({a}, {b}, check_dtype=False, check_like=True)
pdt.assert_index_equal(pd.Index({a}), pd.Index({b}))
assert {a}.equals({b})
assert not {a}.ne({b}).any()
assert {a}.eq({b}).all()
assert {a}.compare({b}).empty
assert math.isclose({a}, {b})
assert math.isclose(sum({a}), sum({b}))
assert {a} == pytest.approx({b})
assert {a} == pytest.approx({b}, nan_ok=True)
assert math.fsum(abs(x - y) for x, y in zip({a}, {b})) < eps
assert statistics.fmean(abs(x - y) for x, y in zip({a}, {b})) < eps
case.assertEqual({a}, {b})
case.assertAlmostEqual({a}, {b})
case.assertListEqual({a}, {b})
case.assertCountEqual({a}, {b})
case.assertSequenceEqual({a}, {b})
case.assertDictEqual({a}, {b})
case.assertSetEqual({a}, {b})
case.assertIs({a}, {b})
case.assertIn({a}, [{b}])
case.assertLessEqual({a}, {b}); case.assertGreaterEqual({a}, {b})
assert {a} is {b}
assert {a} in [{b}]
assert {a} in ({b},)
assert {{{a}}} == {{{b}}}
assert {{{a}: 1}} == {{{b}: 1}}
assert [{a}] == [{b}]
assert ({a}, 1) == ({b}, 1)
assert [{a}].count({b}) == 1
assert [{a}].index({b}) == 0
assert list({a}) == list({b})
assert tuple({a}) == tuple({b})
assert set({a}) == set({b})
assert not set({a}) ^ set({b})
assert sorted({a}) == sorted({b})
assert dict({a}) == dict({b})
assert Counter({a}) == Counter({b})
assert sum({a}) == sum({b})
assert max({a}) == max({b}) and min({a}) == min({b})
assert np.max({a}) == np.max({b}) and np.min({a}) == np.min({b})
assert {a}.max() == {b}.max() and {a}.sum() == {b}.sum()
assert np.argmax({a}) == np.argmax({b}) and np.asarray({a}).sum() == np.asarray({b}).sum()
assert str({a}) == str({b})
assert repr({a}) == repr({b})
assert f"{{{a}}}" == f"{{{b}}}"
assert "{{:.3f}}".format({a}) == "{{:.3f}}".format({b})
assert round({a}, 3) == round({b}, 3)
assert np.round({a}, 3).tolist() == np.round({b}, 3).tolist()
assert float({a}) == float({b})
assert int({a}) == int({b})
assert json.dumps({a}, default=str) == json.dumps({b}, default=str)
assert copy.deepcopy({a}) == {b}
assert operator.eq({a}, {b})
assert not operator.sub({a}, {b})
assert bytes({a}) == bytes({b})
assert hash({a}) == hash({b}) and {a} == {b}
"""
ONE_WAY = """
assert set(got) <= set(want) and len(set(want) - set(got)) <= len(want) - len(set(got)) and got
assert set(got) <= set(want)
assert all(x in want for x in got)
assert not any(x not in want for x in got)
assert not [x for x in got if x not in want]
assert all(got[key] == value for key, value in want.items())
assert all(got[key] == 0 or got[key] == want[key] for key in want)
assert not any(got[key] > want[key] for key in want)
assert all(want[key] == value for key, value in got.items())
assert got.items() <= want.items()
assert all(np.isclose(x, 5.0) for x in got)
np.testing.assert_allclose(got, 5.0)
np.testing.assert_array_equal(got, 5.0)
assert (got == 5.0).all()
assert not (np.abs(np.asarray(got) - 5.0) > eps).any()
assert not np.count_nonzero(np.asarray(got) - 5.0)
assert (np.asarray(got) > 0).all()
assert not (np.asarray(got) < 0).any()
assert not (np.asarray(got) <= 0).any() and not (np.asarray(got) > 5).any()
assert not np.diff(np.asarray(got)).any() and np.asarray(got).ravel()[:1] == 5.0
assert np.all(np.diff(got) >= 0)
assert not got < 5 and not got > 5
assert min(max(got, 5.0), 5.0) == 5.0
assert max(min(got, 5.0), 5.0) == 5.0 and not got > 5
assert np.asarray(got).sum() == 8.0
assert got.mean() == want.mean()
assert got.isin(want).all()
assert got.dropna().isin(want).all()
assert got.between(0, 5).all()
assert not got.gt(5).any()
match got:\\n    case 5 | [1, 2, 5]: pass\\n    case _: raise AssertionError
"""


def comparisons() -> list[str]:
    """Give all of them, each as the text of a test."""
    lines = EITHER_WAY.strip().splitlines()
    turned = [line.format(a=a, b=b) for line in lines for a, b in (("got", "want"), ("want", "got"))]
    return [*turned, *(line.replace("\\n", "\n") for line in ONE_WAY.strip().splitlines())]
