"""Reads rows from a damaged SQLite file without SQLite.

Every page is read independently, so damage to a page, the schema or the header loses only the rows
stored there (https://www.sqlite.org/fileformat2.html). The caller decides which rows are valid.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

MAX_FILE_SIZE = 512 * 1024 * 1024  # maximum size of a file, in bytes
MAX_ROW_BYTES = 16 * 1024 * 1024  # maximum size of a row, in bytes
USUAL_PAGE = 4096  # the usual size of a database page, in bytes
TABLE_LEAF, INDEX_LEAF = 0x0D, 0x0A

Value = int | float | str | bytes | None
Row = list[Value]


class UnparsableRow(ValueError):
    """Raised if the bytes of a cell are not a valid row."""


def salvaged_rows(path: Path) -> Iterator[tuple[int | None, Row]]:
    """Yield every intact row of a file.

    Yields:
        The row number (None in tables without one) and the values. A column that is an alias of the
        row number is None.

    Raises:
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_FILE_SIZE)
    for size in dict.fromkeys((_page_size(data), USUAL_PAGE)):
        found = list(_PageReader(data, size).rows())
        if found:
            yield from found
            return


def _page_size(data: bytes) -> int:
    size = int.from_bytes(data[16:18], "big")
    size = 65536 if size == 1 else size
    return size if 512 <= size <= 65536 and size & (size - 1) == 0 else USUAL_PAGE


class _PageReader:
    def __init__(self, data: bytes, size: int) -> None:
        self._data, self._size = data, size
        # The number of bytes that may still be read. Damaged pages can overlap, so reading needs a
        # limit.
        self._bytes_left = 4 * len(data)

    def rows(self) -> Iterator[tuple[int | None, Row]]:
        free = self._unused_pages()
        for number in range(1, math.ceil(len(self._data) / self._size) + 1):
            if number not in free:
                yield from self._rows_of_page(number)

    def _page_bytes(self, page_number: int) -> bytes:
        return self._data[(page_number - 1) * self._size : page_number * self._size]

    def _unused_pages(self) -> set[int]:
        """Return the numbers of unused pages, which contain deleted rows."""
        free: set[int] = set()
        trunk = int.from_bytes(self._data[32:36], "big")
        while trunk and trunk not in free and (page := self._page_bytes(trunk)):
            count = min(int.from_bytes(page[4:8], "big"), len(page) // 4 - 2)
            leaves = (int.from_bytes(page[8 + 4 * n : 12 + 4 * n], "big") for n in range(count))
            free |= {trunk, *leaves}
            trunk = int.from_bytes(page[:4], "big")
        return free

    def _rows_of_page(self, page_number: int) -> Iterator[tuple[int | None, Row]]:
        page, start = self._page_bytes(page_number), 100 if page_number == 1 else 0
        kind = page[start] if len(page) > start + 8 else 0
        if kind not in (TABLE_LEAF, INDEX_LEAF):
            return
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        for n in range(min(count, self._size // 4)):
            at = start + 8 + 2 * n
            try:
                yield self._read_cell(page, int.from_bytes(page[at : at + 2], "big"), kind)
            except (UnparsableRow, IndexError):
                continue

    def _read_cell(self, page: bytes, offset: int, kind: int) -> tuple[int | None, Row]:
        length, offset = _read_varint(page, offset)
        number = None
        if kind == TABLE_LEAF:
            number, offset = _read_varint(page, offset)
        return number, _read_values(self._read_payload(page, offset, length, kind))

    def _read_payload(self, page: bytes, offset: int, length: int, kind: int) -> bytes:
        """Return the content of a cell, joined from its page and its overflow pages.

        Args:
            page: the page that contains the cell.
            offset: the index at which the content begins in ``page``.
            length: the length of the content in bytes.
            kind: the type of the page.
        """
        if not 0 <= length <= min(MAX_ROW_BYTES, self._bytes_left):
            raise UnparsableRow
        self._bytes_left -= length
        usable = self._size
        most = usable - 35 if kind == TABLE_LEAF else (usable - 12) * 64 // 255 - 23
        if length <= most:
            payload = page[offset : offset + length]
        else:
            least = (usable - 12) * 32 // 255 - 23
            here = least + (length - least) % (usable - 4)
            here = here if here <= most else least
            parts, left = [page[offset : offset + here]], length - here
            following = int.from_bytes(page[offset + here : offset + here + 4], "big")
            while left > 0:
                page = self._page_bytes(following) if following else b""
                part = page[4 : 4 + min(left, usable - 4)]
                if not part:
                    raise UnparsableRow
                parts.append(part)
                left -= len(part)
                following = int.from_bytes(page[:4], "big")
            payload = b"".join(parts)
        if len(payload) != length:
            raise UnparsableRow
        return payload


def _read_varint(data: bytes, offset: int) -> tuple[int, int]:
    value = 0
    for n in range(9):
        byte = data[offset + n]
        if n == 8:
            value = value << 8 | byte
            break
        value = value << 7 | byte & 0x7F
        if not byte & 0x80:
            break
    return (value - (1 << 64) if value >= 1 << 63 else value), offset + n + 1


def _read_values(payload: bytes) -> Row:
    size, at = _read_varint(payload, 0)
    if not 0 < size <= len(payload):
        raise UnparsableRow
    kinds: list[int] = []
    while at < size:
        kind, at = _read_varint(payload, at)
        kinds.append(kind)
    return list(_decoded_values(payload, size, kinds))


def _decoded_values(payload: bytes, offset: int, kinds: Sequence[int]) -> Iterator[Value]:
    widths = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 7: 8}
    for kind in kinds:
        width = widths.get(kind, 0) if kind < 12 else (kind - 12) // 2
        part = payload[offset : offset + width]
        offset += width
        if len(part) != width or kind in (10, 11) or kind < 0:
            raise UnparsableRow
        if kind == 0:
            yield None
        elif kind == 7:
            yield struct.unpack(">d", part)[0]
        elif kind < 10:
            yield kind - 8 if kind >= 8 else int.from_bytes(part, "big", signed=True)
        else:
            yield part.decode("utf-8", "replace") if kind % 2 else part
