"""A kind of value that another package brings crosses as itself; a frame that names it does no harm."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbjudge.course import extensions
from nbjudge.inside import codec, hidden, values
from tests.nbjudge import distributions, documented, environments

MONEY = (environments.ROOT / "tests/nbjudge/money.py").read_text()
ADAPTER = documented.example("class MoneyAdapter")
POINTS = {values.GROUP: {"money": "adapter"}}


def install(folder: Path) -> Path:
    """Put the library and the guide's adapter into a folder, as an installer would."""
    distributions.write(folder, ADAPTER, POINTS, "money")
    (folder / "money.py").write_text(MONEY)
    return folder


@pytest.fixture
def money(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Make the module of a distribution that this process finds, with its adapter registered."""
    monkeypatch.setattr(values, "_by_class", dict(values._by_class))
    monkeypatch.setattr(values, "_modules", {name: [*of] for name, of in values._modules.items()})
    monkeypatch.syspath_prepend(install(tmp_path))
    values.install()
    import money

    yield money
    del sys.modules["money"], sys.modules["money_extension"]


def there(value: Any, other: Any = None) -> Any:
    encoder = codec.Encoder(other) if other else codec.Encoder()
    tree = json.loads(json.dumps(encoder.encode(value)))
    return codec.Decoder(encoder.buffers, lambda decoder, tag, rest: tag).decode(tree)


def test_it_arrives_as_a_fresh_one_alone_and_within_others(money: Any) -> None:
    price = money.Money(250, "EUR")
    arrived = there({"prices": [price, price], price: np.arange(3)})
    assert arrived["prices"] == [price, price]
    assert arrived["prices"][0] is arrived["prices"][1]
    assert arrived["prices"][0] is not price
    assert arrived[price].tolist() == [0, 1, 2]


def test_a_subclass_and_a_value_that_its_adapter_refuses_stay_where_they_are(money: Any) -> None:
    class Cent(money.Money):  # type: ignore[misc]
        pass

    without_currency = money.Money(1, "EUR")
    del without_currency.currency
    for value in (Cent(1, "EUR"), without_currency, money.Money(object(), "EUR")):
        with pytest.raises(codec.MalformedError):
            there(value)
        row = [1]
        assert there([value, row, row], lambda encoder, value: ["h"]) == ["h", [1], [1]]


def test_an_object_within_a_value_of_a_library_does_not_disturb_what_follows() -> None:
    frame, row = pd.DataFrame({"a": [1, 2], "b": pd.arrays.SparseArray([0, 1])}), [1]
    assert there([frame, row, row], lambda encoder, value: ["h"]) == ["h", [1], [1]]


NAMES = st.sampled_from(["money:Money", "decimal:Decimal", "scipy.sparse:csr_array", "os:system", "x", ""])
PARTS = st.recursive(
    st.none() | st.integers() | st.floats() | st.text(max_size=4) | st.just(["r", 0]) | st.just(["k", 0]),
    lambda parts: st.lists(parts, max_size=4) | st.tuples(st.just("value"), NAMES | parts, parts).map(list),
    max_leaves=8,
)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=NAMES | PARTS, parts=st.lists(PARTS, max_size=4))
def test_no_hostile_frame_does_more_than_raise(money: Any, name: Any, parts: list[Any]) -> None:
    decoder = codec.Decoder([b"x"], known=[print])
    try:
        value = decoder.decode(["l", [["l", [1]], ["value", name, *parts]]])[1]
    except (codec.MalformedError, codec.TooLargeError):
        return
    assert type(value) is values.class_of(values.adapter_named(name))


@pytest.mark.parametrize(
    "tree",
    [
        ["value"],
        ["value", "money:Money"],
        ["value", "money:Money", 1],
        ["value", "money:Money", 1, "EUR", 2],
        ["value", "money:Money", True, "EUR"],
        ["value", "money:Money", 1, "E" * 4],
        ["value", "money:Money", ["h", 3], "EUR"],
        ["value", "money:Money", ["cb", 0], "EUR"],
        ["value", "money:Money", ["k", 0], "EUR"],
        ["value", "money:Money", ["r", 0], "EUR"],
        ["value", ["money:Money"], 1, "EUR"],
        ["value", "money:Purse", 1, "EUR"],
        ["value", "subprocess:Popen", ["l", ["true"]]],
    ],
    ids=str,
)
def test_frames_that_no_adapter_makes_are_malformed(money: Any, tree: Any) -> None:
    called: list[Any] = []
    decoder = codec.Decoder([], lambda *about: called.append(about), known=[7])
    with pytest.raises(codec.MalformedError):
        decoder.decode(["l", [["l", [1]], tree]])
    assert called == []  # no adapter is handed an object, so none is made for it


def test_nesting_is_bounded_through_adapters(money: Any) -> None:
    tree: Any = 1
    for _ in range(1000):
        tree = ["value", "money:Money", tree, "EUR"]
    with pytest.raises(codec.TooLargeError):
        codec.Decoder([]).decode(tree)
    value = money.Money(1, "EUR")
    value.amount = [value]
    with pytest.raises(codec.TooLargeError):
        there(value)


def test_an_adapter_that_builds_another_class_is_not_believed(money: Any) -> None:
    values.register(values.Adapter("fractions:Fractions", lambda value: [], lambda: 1))
    with pytest.raises(codec.MalformedError):
        codec.Decoder([]).decode(["value", "fractions:Fractions"])


def test_a_class_has_one_adapter(money: Any) -> None:
    with pytest.raises(values.AdapterError, match="has an adapter already"):
        values.register(values.Adapter("money:Money", lambda value: [], lambda: 1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("adapter = 3", "class_name"),
        ("adapter = None.x", "class_name"),
        ("import no_such_module", "no_such_module"),
    ],
)
def test_an_adapter_of_no_use_is_named(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = {values.GROUP: {"broken": "adapter"}}
    module = text if "import" in text else "adapter = 3"
    monkeypatch.syspath_prepend(distributions.write(tmp_path, module, points, "broken"))
    with pytest.raises(
        values.AdapterError, match=f"the value adapter broken .broken_extension:adapter. .*{sentence}"
    ):
        values.install()
    sys.modules.pop("broken_extension", None)


def test_the_group_has_one_name_on_both_sides_of_the_wall() -> None:
    assert values.GROUP == extensions.VALUES


def test_what_is_hidden_from_a_side_is_left_out_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(install(tmp_path))
    monkeypatch.setattr(sys, "meta_path", sys.meta_path[:])
    hidden.hide(["money_extension"])
    try:
        values.install()
    finally:
        sys.modules.pop("money_extension", None)
    with pytest.raises(LookupError):
        values.adapter_named("money:Money")


IN_A_RUN = """
import sys
from nbjudge.execution.executor import Executor
from nbjudge.tasks import Cell, NotebookTask

given = "from money import Money"
right = "def double(price):\\n    return Money(2 * price.amount, price.currency)\\nlog = []"
tests = [
    "assert double(Money(5, 'EUR')) == Money(10, 'EUR')",
    "price = Money(5, 'EUR')\\nassert type(double(price)) is Money and price.amount == 5",
]
hostile = right + '''
class Always(Money):
    def __eq__(self, other): return True
    __hash__ = None
def double(price): return Always(0, 'EUR')
'''
strange = right.replace("2 * price.amount", "[print]")


def scores(answer, golden=None):
    cells = [Cell("g", "given", given), Cell("a", "answer", answer, reference=right)]
    cells += [Cell(f"t{number}", "test", test, 1.0) for number, test in enumerate(tests)]
    result = executor.run(NotebookTask("n", tuple(cells), golden=golden))
    return [cell.score for cell in result.cells if cell.id[0] == "t"], result


with Executor(visible=[VISIBLE], unsafe=UNSAFE) as executor:
    first, result = scores(right)
    golden = frozenset(result.places)
    print(executor.level.name, first, *(scores(text, golden)[0] for text in (right, hostile, strange)))
"""


def test_it_crosses_both_ways_in_a_sandboxed_run(tmp_path: Path) -> None:
    """The distribution is installed in a Python environment of its own: both sides find it there."""
    from nbjudge.sandbox import protection

    python, packages = environments.make(tmp_path / "environment")
    install(packages)
    unsafe = protection.best().level.rank == 0
    script = IN_A_RUN.replace("VISIBLE", repr(sys.prefix)).replace("UNSAFE", str(unsafe))
    told = environments.run(python, script)
    assert told.strip().endswith("[1.0, 1.0] [1.0, 1.0] [0.0, 0.0] [0.0, 0.0]")
