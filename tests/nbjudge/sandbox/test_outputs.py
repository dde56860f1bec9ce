import pytest

from nbjudge.sandbox.outputs import BadOutput, Outputs


def shown(*messages):
    outputs = Outputs()
    for kind, content in messages:
        outputs.add(kind, content)
    return outputs.made


def stream(text, name="stdout"):
    return "stream", {"name": name, "text": text}


def display(value, name=None, kind="display_data"):
    transient = {"display_id": name} if name else {}
    return kind, {"data": {"text/plain": value}, "metadata": {}, "transient": transient}


def test_text_of_one_stream_is_one_output():
    assert [output["text"] for output in shown(stream("a"), stream("b"), stream("c", "stderr"))] == [
        "ab",
        "c",
    ]


def test_an_update_changes_every_display_of_that_name():
    made = shown(
        display("old", "d"), display("other"), display("old", "d"), display("new", "d", "update_display_data")
    )
    assert [output["data"]["text/plain"] for output in made] == ["new", "other", "new"]


def test_a_display_of_an_earlier_cell_can_be_updated():
    names = {}
    first, second = Outputs(names), Outputs(names)
    first.add(*display("old", "d"))
    second.add(*display("new", "d", "update_display_data"))
    assert first.made[0]["data"] == {"text/plain": "new"}
    assert second.made == []


def test_clearing_waits_if_it_is_asked_to():
    assert [o["text"] for o in shown(stream("a"), ("clear_output", {"wait": True}))] == ["a"]
    assert [o["text"] for o in shown(stream("a"), ("clear_output", {"wait": True}), stream("b"))] == ["b"]
    assert shown(stream("a"), ("clear_output", {"wait": False})) == []


def test_lone_surrogates_are_replaced():
    assert shown(stream("a\ud800"))[0]["text"] == "a?"


@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("stream", {"name": "stdin", "text": "x"}),
        ("stream", {"name": "stdout", "text": ["x"]}),
        ("stream", None),
        ("display_data", {"data": [], "metadata": {}}),
        ("display_data", {"data": {"../x": "y"}, "metadata": {}}),
        ("display_data", {"data": {"text/plain": 7}, "metadata": {}}),
        ("display_data", {"data": {f"text/x{k}": "" for k in range(100)}, "metadata": {}}),
        ("execute_result", {"data": {}, "metadata": {}, "execution_count": True}),
        ("error", {"ename": "x", "evalue": None, "traceback": []}),
        ("error", {"ename": "x", "evalue": "y", "traceback": "z"}),
        ("comm_open", {}),
        (None, {}),
    ],
)
def test_what_no_kernel_sends_is_refused(kind, content):
    with pytest.raises(BadOutput):
        Outputs().add(kind, content)


def test_data_nested_deeply_is_refused():
    data: object = 1
    for _ in range(100):
        data = [data]
    with pytest.raises(BadOutput, match="deeply"):
        Outputs().add("display_data", {"data": {"application/json": data}, "metadata": {}})
