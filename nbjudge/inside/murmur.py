"""The number by which ipykernel names a cell in messages: the same one, in half its time.

It stands in the text of a syntax error, so it has to be what a student's own Jupyter says.
"""

import struct

_M, _ALL = 0x5BD1E995, 0xFFFFFFFF


def murmur2(text: str, seed: int) -> int:
    """Give the hash MurmurHash2 of a text, of 32 bits.

    >>> murmur2("x = 1", 0xC70F6907)
    3427300630
    """
    data = text.encode()
    whole = len(data) & ~3
    h = seed ^ len(data)
    for k in struct.unpack_from(f"<{whole // 4}I", data):
        k = k * _M & _ALL
        h = (h * _M ^ (k ^ k >> 24) * _M) & _ALL
    if rest := data[whole:]:
        h = (h ^ int.from_bytes(rest, "little")) * _M & _ALL
    h = (h ^ h >> 13) * _M & _ALL
    return h ^ h >> 15
