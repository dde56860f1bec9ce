"""What was once worth keeping is read again: every file of the corpus, by the target it was found with."""

from pathlib import Path

import pytest

from . import hostile_bytes

CORPUS = Path(__file__).parents[1] / "data" / "hostile_bytes"


@pytest.mark.parametrize("target", hostile_bytes.TARGETS)
def test_each_reader_survives_all_that_was_found(target):
    files = sorted((CORPUS / target).iterdir())
    assert len(files) >= 3
    for file in files:
        try:
            hostile_bytes.TARGETS[target](file.read_bytes())
        except BaseException as error:
            error.add_note(f"read by {target}: {file}")
            raise


def test_a_reader_that_raises_something_else_is_found(monkeypatch):
    monkeypatch.setattr(hostile_bytes.codec.Decoder, "decode", lambda decoder, tree: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        hostile_bytes.answer(b'{"op": "answer", "nonce": "NONCE", "value": 1}')


def test_a_callback_to_a_function_that_nobody_handed_over_ends_the_conversation_not_the_test():
    hostile_bytes.answer(b'{"op": "callback", "nonce": "NONCE", "number": 5, "arguments": null}')
