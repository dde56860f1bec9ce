"""The number of a cell is the one that ipykernel gives it."""

from hypothesis import given
from hypothesis import strategies as some
from ipykernel.compiler import get_tmp_hash_seed, murmur2_x86

from nbjudge.inside.murmur import murmur2


@given(some.text(max_size=40))
def test_it_is_ipykernels_own(text):
    assert murmur2(text, get_tmp_hash_seed()) == murmur2_x86(text, get_tmp_hash_seed())
