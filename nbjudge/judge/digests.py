"""Has a value changed? A number that says so, from its content for values, from its identity for objects."""

import zlib

from nbjudge.inside import codec


def digest_of(value: object) -> int:
    """Return a number that differs if the value has changed; for something that is no value, its identity."""
    encoder = codec.Encoder(lambda _, other: ["o", id(other)])
    try:
        digest = zlib.crc32(repr(encoder.encode(value)).encode("utf-8", "replace"))
    except (codec.TooLargeError, RecursionError):
        return id(value)
    for buffer in encoder.buffers:
        digest = zlib.crc32(buffer, digest)
    return digest
