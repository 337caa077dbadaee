"""Pictures one after the other as one file that moves: APNG, written with zlib alone.

What cannot move it shows its first picture. Of each later picture the file holds the rectangle in
which it differs from the one before, and in that nothing but the points that do.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

import pygame

SIGNATURE = b"\x89PNG\r\n\x1a\n"
WITH_ALPHA = 6
KEEP, OVER = 0, 1  # what a picture leaves behind; how it is laid on that
CLOSE = 1  # of 255: points that differ by less are the same
CLEAR = (0, 0, 0, 0)


def apng(pictures: Sequence[tuple[pygame.Surface, int]]) -> bytes:
    """A file that shows pictures of one size, each for so many milliseconds, again and again."""
    first, first_time = pictures[0]
    number = 1
    parts = [
        SIGNATURE,
        _header(first.get_size()),
        _chunk(b"acTL", struct.pack(">II", len(pictures), 0)),
        _control(0, first.get_rect(), first_time),
        _chunk(b"IDAT", _packed(first)),
    ]
    before = first
    for picture, milliseconds in pictures[1:]:
        news, place = changed(before, picture)
        parts.append(_control(number, place, milliseconds))
        parts.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + _packed(news)))
        number, before = number + 2, picture
    return b"".join((*parts, _chunk(b"IEND", b"")))


def changed(before: pygame.Surface, after: pygame.Surface) -> tuple[pygame.Surface, pygame.Rect]:
    """What is new in a picture, all else being clear, and the rectangle that it is in: a single
    point if nothing is."""
    near = (CLOSE, CLOSE, CLOSE, 255)
    news = pygame.mask.from_threshold(after, CLEAR, near, before)
    news.invert()
    places = news.get_bounding_rects()
    place = places[0].unionall(places[1:]) if places else pygame.Rect(0, 0, 1, 1)
    clear = pygame.Surface(after.get_size(), pygame.SRCALPHA)
    solid = clear.copy()
    solid.blit(after, (0, 0))
    drawn = news.to_surface(clear, setsurface=solid, unsetcolor=CLEAR)
    return drawn.subsurface(place), place


def _header(size: tuple[int, int]) -> bytes:
    return _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, WITH_ALPHA, 0, 0, 0))


def _control(number: int, place: pygame.Rect, milliseconds: int) -> bytes:
    where = struct.pack(">IIIII", number, place.width, place.height, place.x, place.y)
    return _chunk(b"fcTL", where + struct.pack(">HHBB", milliseconds, 1000, KEEP, OVER))


def _packed(picture: pygame.Surface) -> bytes:
    """Rows of red, green, blue, alpha, each after the byte of its filter: none."""
    width, height = picture.get_size()
    data = pygame.image.tobytes(picture, "RGBA")
    rows = (data[y * width * 4 : (y + 1) * width * 4] for y in range(height))
    return zlib.compress(b"".join(b"\0" + row for row in rows), 9)


def _chunk(kind: bytes, data: bytes) -> bytes:
    check = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)
