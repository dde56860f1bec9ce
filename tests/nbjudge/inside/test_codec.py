"""Values cross as themselves and exactly; no tree, whoever made it, does more than raise."""

import collections
import datetime
import json
import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import pytest
import scipy.sparse
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hypothesis_numpy

from nbjudge.inside import codec


def there(value: Any) -> Any:
    """Return the value as it arrives at the other side."""
    encoder = codec.Encoder()
    tree = json.loads(json.dumps(encoder.encode(value)))
    return codec.Decoder([bytes(buffer) for buffer in encoder.buffers]).decode(tree)


def same(one: Any, other: Any) -> bool:
    """Compare types and values, NaN and the sign of zero included."""
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    return repr(one) == repr(other) if isinstance(one, (float, complex)) else bool(one == other)


SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.complex_numbers()
    | st.text(st.characters(codec=None))
    | st.binary()
)
HASHABLE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.floats(allow_nan=False),
    lambda parts: st.tuples(parts, parts) | st.frozensets(parts, max_size=3),
    max_leaves=5,
)
VALUES = st.recursive(
    SCALARS,
    lambda parts: (
        st.lists(parts)
        | st.tuples(parts, parts)
        | st.dictionaries(HASHABLE, parts, max_size=5)
        | st.lists(st.floats(), min_size=8)
        | st.lists(st.integers(-(2**70), 2**70), min_size=8)
        | st.lists(st.text(max_size=3), min_size=64, max_size=70)
        | st.sets(HASHABLE, max_size=4)
    ),
    max_leaves=20,
)


@given(VALUES)
def test_plain_values_arrive_as_they_are(value: Any) -> None:
    assert same(there(value), value)


@given(
    hypothesis_numpy.arrays(
        hypothesis_numpy.scalar_dtypes() | hypothesis_numpy.unicode_string_dtypes(max_len=4),
        hypothesis_numpy.array_shapes(min_dims=0, min_side=0),
    )
)
def test_arrays_arrive_as_they_are(value: Any) -> None:
    arrived = there(value)
    assert (type(arrived), arrived.dtype, arrived.shape) == (np.ndarray, value.dtype, value.shape)
    assert arrived.tobytes() == value.tobytes()
    assert arrived.flags.owndata
    assert arrived.flags.writeable


@pytest.mark.parametrize(
    "value",
    [
        np.float64(1.5),
        np.int64(-3),
        np.bool_(True),
        np.float32(0.1),
        np.str_("ab"),
        np.datetime64("2020-01-02"),
        np.uint8(3),
        range(2, 9, 3),
        slice(1, None, 2),
        ...,
        1 << 5000,
        "x" * 10_000,
        bytearray(b"ab"),
        collections.Counter("abca"),
        collections.OrderedDict(b=1, a=2),
        collections.deque([1, 2], 3),
        collections.defaultdict(None, a=[1]),
        datetime.date(2020, 1, 2),
        datetime.datetime(2020, 1, 2, 3, 4, 5, 6),
        datetime.timedelta(1, 2, 3),
        datetime.time(1, 2),
        Decimal("1.10"),
        Fraction(1, 3),
        pd.Timestamp("2020-01-02", tz="UTC"),
        pd.Timedelta(hours=3),
    ],
    ids=repr,
)
def test_other_values_arrive_as_they_are(value: Any) -> None:
    arrived = there(value)
    assert type(arrived) is type(value)
    assert repr(arrived) == repr(value)


@pytest.mark.parametrize(
    "value",
    [
        np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        np.arange(10)[::2],
        np.array([1, None, "x", [2]], dtype=object),
        np.zeros(3, dtype=[("a", "i4"), ("b", "U3"), ("c", [("d", "f8")])]),
        np.array(["2020-01-01"], dtype="M8[D]"),
        np.ma.masked_array([1, 2, 3], [0, 1, 0]),
        np.eye(2).view(np.matrix),
    ],
    ids=str,
)
def test_unusual_arrays_arrive_as_they_are(value: Any) -> None:
    arrived = there(value)
    assert (type(arrived), arrived.dtype, arrived.shape) == (type(value), value.dtype, value.shape)
    assert repr(arrived) == repr(value)
    assert arrived.flags.f_contiguous == np.array(value).flags.f_contiguous


def test_data_frames_arrive_as_they_are() -> None:
    frame = pd.DataFrame(
        {
            "number": [1, 2],
            "text": ["x", None],
            "kind": pd.Categorical(["u", "v"]),
            "time": pd.to_datetime(["2020-01-01", "2021-01-01"]),
            "zone": pd.to_datetime(["2020-01-01", "2021-01-01"]).tz_localize("Europe/Berlin"),
            "missing": pd.array([1, None], dtype="Int64"),
            "objects": [[1], 2],
        }
    )
    pd.testing.assert_frame_equal(there(frame), frame)
    grouped = frame.groupby(["number", "text"], dropna=False)[["missing"]].sum()
    pd.testing.assert_frame_equal(there(grouped), grouped)


@pytest.mark.parametrize(
    "index",
    [
        pd.RangeIndex(1, 7, 2, name="r"),
        pd.Index([1, 2], name="k"),
        pd.Index(["a", "b"]),
        pd.Index([1, "a"], dtype=object),
        pd.MultiIndex.from_product([[1, 2], ["a", "b"]], names=["u", None]),
        pd.date_range("2020-01-01", periods=3, freq="D"),
    ],
    ids=lambda index: type(index).__name__,
)
def test_indices_and_series_arrive_as_they_are(index: Any) -> None:
    pd.testing.assert_index_equal(there(index), index)
    series = pd.Series(np.arange(len(index)), index=index, name=("s", 1))
    pd.testing.assert_series_equal(there(series), series)


def test_sparse_matrices_arrive_as_they_are() -> None:
    value = scipy.sparse.csr_matrix(np.eye(3))
    arrived = there(value)
    assert type(arrived) is type(value)
    assert (arrived != value).nnz == 0


def test_what_is_met_twice_is_one_object() -> None:
    row, array = [1], np.zeros(2)
    arrived = there([row, {"a": row}, array, (array,)])
    assert arrived[0] is arrived[1]["a"]
    assert arrived[2] is arrived[3][0]


def test_known_objects_are_sent_by_number_and_views_as_such() -> None:
    array, text = np.arange(6.0), ["a"]
    mine = np.arange(6.0)
    encoder = codec.Encoder(known=[text, array])
    tree = json.loads(json.dumps(encoder.encode([text, array, array[1:5:2], array.reshape(2, 3).T])))
    arrived = codec.Decoder(encoder.buffers, known=[["a"], mine]).decode(tree)
    assert arrived[1] is mine
    assert np.shares_memory(arrived[2], mine)
    assert arrived[2].tolist() == [1.0, 3.0]
    assert arrived[3].tolist() == [[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]


class Sub(list[int]):
    pass


class Liar(float):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


class Array(np.ndarray):  # type: ignore[type-arg]
    pass


@pytest.mark.parametrize(
    "value",
    [Sub(), Liar(), np.zeros(2).view(Array), object(), int, len, iter([])],
    ids=lambda value: type(value).__name__,  # the same in every test process: no address
)
def test_subclasses_and_objects_are_not_values(value: Any) -> None:
    with pytest.raises(codec.MalformedError):
        there(value)


def _deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def _self_containing() -> Any:
    value: list[Any] = []
    value.append({"me": value})
    return value


@pytest.mark.parametrize(
    "value",
    [_deep(10_000), _self_containing(), 1 << 4_000_000, [None] * 3_000_000],
    ids=["deep", "self-containing", "digits", "wide"],
)
def test_values_beyond_the_limits_are_refused(value: Any) -> None:
    with pytest.raises(codec.TooLargeError):
        there(value)


def test_many_keys_with_one_hash_are_refused() -> None:
    keys = [number * (2**61 - 1) for number in range(2000)]
    with pytest.raises(codec.TooLargeError, match="same hash"):
        there({1, 2} | set(keys))


TREES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda parts: (
        st.lists(parts, max_size=5)
        | st.dictionaries(st.sampled_from("dqsx"), parts, max_size=1)
        | st.tuples(
            st.sampled_from(
                [
                    "i",
                    "u",
                    "c",
                    "y",
                    "g",
                    "x",
                    "e",
                    "N",
                    "M",
                    "B",
                    "n",
                    "v",
                    "k",
                    "r",
                    "l",
                    "t",
                    "d",
                    "s",
                    "f",
                    "Y",
                    "a",
                    "ao",
                    "h",
                    "lib",
                    "cc",
                    "co",
                    "cd",
                    "cq",
                    "pd",
                    "ps",
                    "pi",
                    "pc",
                    "mine",
                ]
            ),
            parts,
            parts,
            parts,
        ).map(list)
        | st.tuples(
            st.just("a"),
            st.sampled_from(
                ["<f8", "<U999999999", "O", "|V8", "<i4", "S0", "<M8[999999999999D]", [["a", "<f8", 0], 9]]
            ),
            st.lists(st.integers(-1, 1 << 62), max_size=3),
            st.sampled_from("CFX"),
            st.booleans(),
            st.integers(-1, 3),
        ).map(list)
    ),
    max_leaves=12,
)


@settings(max_examples=500)
@given(TREES, st.lists(st.binary(max_size=40), max_size=3))
def test_no_tree_does_more_than_raise(tree: Any, buffers: list[bytes]) -> None:
    decoder = codec.Decoder(buffers, known=[np.zeros(3), [1]])
    try:
        value = decoder.decode(tree)
    except (codec.MalformedError, codec.TooLargeError):
        return
    assert not isinstance(value, float) or math.isnan(value) or value == value
