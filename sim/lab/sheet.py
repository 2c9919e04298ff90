"""A table of text as it comes: its encoding, what parts its cells, its header, and how it writes numbers.

Spreadsheets, sensors, video analysis and experiment software write tables in many ways. What a table is made of is read
off its first lines; the cells are read when they are asked for, so that a table takes the memory of the columns that
are used.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sim.errors import InputError
from sim.files import is_folder, read_bytes
from sim.language import N_, Wording, said
from sim.untrusted_text import printable, read_json

# A message shows this many characters of a name: longer ones are sentences of a text that is no table.
_LONGEST_NAME = 32
LARGEST, MOST_ROWS = 1 << 25, 1_000_000
"""The largest table that is read: bytes after unpacking (packed ones may stand for a thousand times as many), rows."""
MISSING = frozenset(("", "na", "n/a", "#n/a", "nan", "none", "null", "-", "--", "?", ".", "undefined"))
"""How a missing value is spelt, in small letters."""
# The lines in which header and decimal mark are sought, and the separator.
_FIRST, _FEW = 400, 100
# The rows that show whether a table has begun.
_LOOK_AHEAD = 10
_SEPARATORS = {
    "\t": N_("tabs"),
    ";": N_("semicolons"),
    ",": N_("commas"),
    "|": N_("bars"),
    " ": N_("spaces"),
}
_COMMENTS = ("#", "%", "//")
_BEFORE_COMMENTS = '#%/ "'
_MARKS = {"utf-8-sig": codecs.BOM_UTF8, "utf-32": codecs.BOM_UTF32_LE, "utf-16": codecs.BOM_UTF16_LE}
_BIG_MARKS = {"utf-32": codecs.BOM_UTF32_BE, "utf-16": codecs.BOM_UTF16_BE}
_PACKED = {b"PK\x03\x04": N_("a workbook or an archive"), b"\xd0\xcf\x11\xe0": N_("an old workbook"), b"%PDF": "PDF"}
# Minus signs and spaces that are not those of a keyboard.
_PLAIN = str.maketrans({**dict.fromkeys("−–‒﹣－", "-"), **dict.fromkeys("\u00a0\u202f\u2007\u2009", " "), "’": "'"})
_GROUPING = (" ", "'", ",", ".")
_SUFFIXES = ("°", "deg", "rad", "ms", "s", "m/s", "mm", "cm", "m", "%")


@dataclass(frozen=True, slots=True)
class Cells:
    """Columns of a table: for each row, the number of its line, and for each column the cells as they are."""

    lines: list[int]
    columns: list[list[str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table. names: of its columns, "" for one without; empty texts alone if there is no header.

    units: what a line of units says of the columns, "" if it says nothing. comments: the lines that are none of the
    table. title: a line above the header, as some programs put one.
    """

    file: Path
    names: tuple[str, ...]
    units: tuple[str, ...]
    headed: bool
    separator: str
    decimal: str
    encoding: str
    comments: tuple[str, ...]
    title: str
    _text: str
    _above: int
    _before: int

    @property
    def layout(self) -> str:
        """The layout in words, such as `tabs, decimal comma, no header`."""
        written = self.separator and not self.encoding.startswith("JSON")
        words = [said(Wording(_SEPARATORS[self.separator]))] if written else []
        words += ["decimal comma"] if self.decimal == "," else []
        words += [] if self.headed else ["no header"]
        words += ["a line of units"] if any(self.units) else []
        words += [self.encoding] if self.encoding != "UTF-8" else []
        return ", ".join(words) or "one column"

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the rows of the table with the numbers of their lines; a header that is repeated is none.

        Raises InputError.
        """
        count, width = 0, len(self.names)
        again = self.names[0] if self.headed else None
        for line, row in _parsed(self.file, self._text, self.separator, self._before):
            if not any(row) or (row[0] == again and row == list(self.names[: len(row)])):
                continue
            count += 1
            if count > MOST_ROWS:
                raise InputError(
                    "{file}: expected at most {most_rows} rows below the header.", file=self.file, most_rows=MOST_ROWS
                )
            if len(row) > width and any(row[width:]):
                raise InputError(
                    "{file}: line {line}: expected {expected} cells, found {found}: a comma may separate cells or "
                    "mark decimals, not both.",
                    file=self.file,
                    line=line,
                    expected=width,
                    found=len(row),
                )
            yield line, row
        if not count:
            raise InputError("{file}: expected at least one row below the header, found none.", file=self.file)

    def take(self, places: Sequence[int]) -> Cells:
        """Return the cells of some columns. Raises InputError."""
        lines: list[int] = []
        columns: list[list[str]] = [[] for _ in places]
        for line, row in self.rows():
            lines.append(line)
            for place, column in zip(places, columns, strict=True):
                column.append(row[place] if place < len(row) else "")
        return Cells(lines, columns)

    def where(self, line: int) -> str:
        """Return the name of a line, as messages begin with it."""
        return f"{self.file}: line {line}"

    def headless(self) -> Sheet:
        """Return the same table, its header as the first of its rows: where all is words, it may be one."""
        nameless = ("",) * len(self.names)
        return replace(self, names=nameless, units=nameless, headed=False, _before=self._above)

    def listed(self) -> str:
        """Return the names of the columns for a message, the first of them if there are many."""
        if not self.headed:
            return said(Wording("{count} columns without names", count=len(self.names)))
        # Names that are no names are sentences of a text that is no table.
        names = [printable(name) for name in self.names if name]
        named = [name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 4]} ..." for name in names]
        return ", ".join(named[:12]) + (", ..." if len(named) > 12 else "")


def read_sheet(file: Path) -> Sheet:
    """Read a table of text, packed with gzip or not, or a list of JSON objects.

    Raises InputError for a file that cannot be read, is too large, is empty, or is no table of text.
    """
    if is_folder(file):
        raise InputError("{file}: expected a CSV file, found a folder.", file=file)
    text, encoding = _decoded(file, _unpacked(file))
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if text[:1] in ("[", "{") and text.lstrip("[{ \n\t")[:1] in ("{", '"', "["):
        text, encoding = _from_json(file, text), f"JSON, {encoding}"
    declared = text[:8].lower()
    if declared.startswith("sep=") and declared[5:6] in ("\n", ""):
        separator, text = text[4], text[5:]
    else:
        separator = ""
    first = [(number, line) for number, line in enumerate(_lines(text), start=1) if line.strip()]
    table = [(number, line) for number, line in first if not _is_comment(line)]
    if not table:
        raise InputError("{file}: expected a header line with the columns' names, found none.", file=file)
    for number, line in table:
        if len(line) > csv.field_size_limit():
            raise InputError(
                "{file}: line {line_num}: is not valid CSV ({error}).",
                file=file,
                line_num=number,
                error=f"{len(line)} characters",
            )
    separator = separator or _separator([line for _, line in table[:_FEW]])
    return _laid_out(file, text, encoding, separator, first)


# ------------------------------------------------------------------------------------------------------ the numbers


def number_in(cell: str, decimal: str = ".") -> float | None:
    """Return the number in a cell (digits may be grouped, a unit may follow), None for anything else.

    Clock times (`0:01.5`) and dates with times count as seconds.
    """
    text = cell.translate(_PLAIN).strip()
    if not text or not (text[0].isdecimal() or text[0] in "+-.,"):
        return None
    if ":" in text:
        return _clock(text, decimal)
    value = _plain_number(text, decimal)
    if value is None and not text[-1].isdecimal():
        lower = text.lower()
        for suffix in _SUFFIXES:
            if value is None and lower.endswith(suffix):
                value = _plain_number(text[: -len(suffix)].rstrip(), decimal)
    return value


def _plain_number(text: str, decimal: str) -> float | None:
    if "_" in text:
        return None
    whole, mark, rest = text.partition(decimal)
    for group in _GROUPING:
        if group != decimal and group in whole:
            first, *others = whole.lstrip("+-").split(group)
            grouped = 1 <= len(first) <= 3 and first[0] != "0" and first.isdecimal()
            if not grouped or not all(len(part) == 3 and part.isdecimal() for part in others):
                return None
            whole = ("-" if whole[0] == "-" else "") + "".join([first, *others])
    try:
        value = float(f"{whole}.{rest}" if mark else whole)
    except ValueError:
        return None
    return value


def _clock(text: str, decimal: str) -> float | None:
    *parts, last = text.split(":")
    if len(parts) in (1, 2) and all(parts) and "".join(parts).isdecimal() and max(map(len, parts)) < 5:
        seconds = _plain_number(last, decimal)
        if seconds is not None and 0 <= seconds < 60:
            for weight, part in zip((60.0, 3600.0), reversed(parts), strict=False):
                seconds += weight * int(part)
            return seconds
    if len(text) >= 16 and text[4:5] == "-":
        try:
            moment = datetime.fromisoformat(text.replace(",", "."))
            # A clock without a zone has no summer time.
            return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError, OSError):
            return None
    return None


def is_missing(cell: str) -> bool:
    """Return True for a cell that says that there is no value."""
    return cell.strip().lower() in MISSING


# --------------------------------------------------------------------------------------------------------- the text


def _unpacked(file: Path) -> bytes:
    content = read_bytes(file, LARGEST)
    if content[:2] != b"\x1f\x8b":
        return content
    try:
        with gzip.open(io.BytesIO(content)) as stream:
            content = stream.read(LARGEST + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InputError(
            "{file}: cannot be read ({getattr}).", file=file, getattr=getattr(error, "strerror", None) or error
        ) from error
    if len(content) > LARGEST:
        raise InputError(
            "{file}: is too large, expected at most {largest} bytes when unpacked.", file=file, largest=LARGEST
        )
    return content


def _decoded(file: Path, content: bytes) -> tuple[str, str]:
    """Return the text of a file, and its encoding in words."""
    for start, kind in _PACKED.items():
        if content.startswith(start):
            raise InputError(
                "{file}: expected a table of text, found {kind}: save the sheet as CSV.", file=file, kind=Wording(kind)
            )
    for encodings in (_MARKS, _BIG_MARKS):
        for encoding, mark in encodings.items():
            if content.startswith(mark):
                name = encoding.removesuffix("-sig").upper()
                return _checked(file, content.decode(encoding, "replace"), name), name
    # Without a mark, every second byte of a text in UTF-16 is zero, where it has no letters of other scripts.
    head = content[:2000]
    for encoding, zeros in (("utf-16-le", head[1::2]), ("utf-16-be", head[::2])):
        if len(zeros) > 3 and zeros.count(0) > 0.8 * len(zeros):
            return _checked(file, content.decode(encoding, "replace"), "UTF-16"), "UTF-16"
    try:
        return _checked(file, content.decode("utf-8"), "UTF-8"), "UTF-8"
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
        if "\ufffd" in text:
            text = content.decode("latin-1")
        return _checked(file, text, "Latin-1"), "Latin-1"


def _checked(file: Path, text: str, encoding: str) -> str:
    place = text.find("\0")
    if place >= 0:
        raise InputError(
            "{file}: expected a table of text, found a zero byte (character {place}, {encoding}).",
            file=file,
            place=place + 1,
            encoding=encoding,
        )
    return text


def _from_json(file: Path, text: str) -> str:
    """Return a list of flat JSON objects as a table of text."""
    try:
        found: Any = read_json(text)
    except ValueError as error:
        raise InputError("{file}: is not valid JSON ({error}).", file=file, error=error) from error
    if isinstance(found, dict):
        found = next((value for value in found.values() if isinstance(value, list)), None)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found) or not found:
        raise InputError("{file}: expected a table, or a list of JSON objects, a row each.", file=file)
    names = list(dict.fromkeys(name for row in found for name in row))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows([["" if row.get(name) is None else _flat(row[name]) for name in names] for row in found])
    return out.getvalue()


def _flat(value: Any) -> str:
    return str(value).replace("\n", " ") if isinstance(value, str | int | float | bool) else ""


def _lines(text: str) -> list[str]:
    """Return the first lines of a text."""
    end = 0
    for _ in range(_FIRST):
        end = text.find("\n", end) + 1
        if end == 0:
            return text.split("\n")
    return text[:end].split("\n")


def _is_comment(line: str) -> bool:
    return line.lstrip(' "').startswith(_COMMENTS)


def _parsed(file: Path, text: str, separator: str, before: int) -> Iterator[tuple[int, list[str]]]:
    """Yield the numbers of lines after the first `before`, and their cells; comments and empty lines are left out.

    Raises InputError.
    """
    stream = io.StringIO(text, newline="\n")
    for _ in range(before):
        stream.readline()
    kept = ("\n" if line[0] in _BEFORE_COMMENTS and _is_comment(line) else line for line in stream)
    if separator == " ":
        kept = (" ".join(line.split()) + "\n" for line in kept)
    reader = csv.reader(kept, delimiter=separator or "\x1f", skipinitialspace=separator != "\t")
    spaced = " " in text or "\t" in text
    try:
        for row in reader:
            if row:
                yield before + reader.line_num, [cell.strip() for cell in row] if spaced else row
    except csv.Error as error:
        raise InputError(
            "{file}: line {line_num}: is not valid CSV ({error}).",
            file=file,
            line_num=before + reader.line_num,
            error=error,
        ) from error


# ------------------------------------------------------------------------------------------------------- the layout


def _cells(lines: Sequence[str], separator: str) -> list[list[str]]:
    """Return the cells of some lines, each by itself; a line that cannot be read alone has none."""
    rows: list[list[str]] = []
    for line in lines:
        text = " ".join(line.split()) if separator == " " else line
        try:
            rows.append([cell.strip() for cell in next(csv.reader([text], delimiter=separator, skipinitialspace=True))])
        except (csv.Error, StopIteration):
            rows.append([])
    return rows


def _separator(lines: Sequence[str]) -> str:
    """Return what parts the cells of a table's first lines; "" for one column."""
    if "," not in lines[0] and not _is_number(lines[0]) and all(map(_is_number, lines[1:])):
        # Below one name, commas stand before decimals.
        return ""
    best, found = 0.0, ""
    for separator in _SEPARATORS:
        rows = _cells(lines, separator)
        width, count = Counter(len(row) for row in rows).most_common(1)[0]
        if width < 2:
            continue
        cells = [cell for row in rows if len(row) == width for cell in row]
        clean = sum(_is_clean(cell, separator) for cell in cells) / len(cells)
        numbers = sum(_is_number(cell) for cell in cells) / len(cells)
        score = count / len(rows) * clean**2 * (1 + 0.3 * numbers)
        if score > best + 1e-9:
            best, found = score, separator
    # Rows may have fewer cells than their header.
    return found or max("\t;,|", key=lines[0].count) if any(sign in lines[0] for sign in "\t;,|") else found


def _is_clean(cell: str, separator: str) -> bool:
    """Return True for a cell that no other separator would part."""
    if _is_number(cell) or is_missing(cell):
        return True
    if any(other in cell for other in "\t;|" if other != separator):
        return False
    parts = cell.replace(",", " ").split() if separator not in (",", " ") else cell.split()
    if separator == " ":
        return "," not in cell
    return sum(_is_number(part) for part in parts) < 2 or len(parts) > 4


def _is_number(cell: str) -> bool:
    return number_in(cell, ".") is not None or number_in(cell, ",") is not None


def _laid_out(file: Path, text: str, encoding: str, separator: str, first: Sequence[tuple[int, str]]) -> Sheet:
    """Find header, units and the first row of a table."""
    lines = [(number, line) for number, line in first if not _is_comment(line)]
    comments = [line.strip(' "') for _, line in first if _is_comment(line)]
    rows = _cells([line for _, line in lines], separator) if separator else [[line.strip(' "')] for _, line in lines]
    # The header is not among them.
    later = rows[-max(1, len(rows) // 2) :]
    width = Counter(map(len, later)).most_common(1)[0][0]
    numeric = _numeric_columns([row for row in later if len(row) == width], width)
    start = _first_row(rows, numeric)
    head = _head(rows[:start], width)
    names: Sequence[str] = rows[head] if head is not None else _named_by_comment(comments, width, separator)
    below = rows[head + 1] if head is not None and head + 1 < start else []
    units = below if _is_units(below) else []
    if len(names) == width - 1 and separator:
        # As R writes the names of rows: without a name of their own.
        names = ["", *names]
    count = len(names) if names else width
    before = lines[head if head is not None else max(start - 1, 0)][0] if start else lines[0][0] - 1
    cells = [row[place] for row in rows[start:] for place in numeric if place < len(row)]
    title = " ".join(cell for cell in rows[head - 1] if cell) if head else ""
    return Sheet(
        file=file,
        names=tuple([*names, *[""] * count][:count]),
        units=tuple([*units, *[""] * count][:count]),
        headed=bool(names),
        separator=separator,
        decimal=decimal_of(cells),
        encoding=encoding,
        comments=tuple(comments),
        title=title,
        _text=text,
        _above=lines[head][0] - 1 if head is not None else before,
        _before=lines[head + 1][0] if head is not None and units else before,
    )


def _numeric_columns(rows: Sequence[Sequence[str]], width: int) -> list[int]:
    """Return the columns whose cells are numbers, at least in three of four rows that have a value."""
    found = []
    for place in range(width):
        cells = [row[place] for row in rows if not is_missing(row[place])]
        numbers = sum(_is_number(cell) for cell in cells)
        if numbers and numbers >= 0.75 * (len(cells) - 2):
            found.append(place)
    return found


def _first_row(rows: Sequence[Sequence[str]], numeric: Sequence[int]) -> int:
    """Return the first row of numbers among such rows, or the second of all where no column holds numbers."""
    there = [_is_row(row, numeric) for row in rows]
    for index, own in enumerate(there):
        after = there[index : index + _LOOK_AHEAD]
        if own and sum(after) >= 0.7 * len(after):
            return index
    return 1


def _is_row(row: Sequence[str], numeric: Sequence[int]) -> bool:
    """Return True for a row with numbers where its table has them."""
    cells = [row[place] for place in numeric if place < len(row) and not is_missing(row[place])]
    return bool(cells) and all(map(_is_number, cells))


def _head(above: Sequence[Sequence[str]], width: int) -> int | None:
    """Return the row of names among those above the first row of numbers: the last of those with the most cells."""
    filled = [0 if _is_units(row) else sum(map(bool, row)) for row in above]
    if not filled or max(filled) < min(2, width):
        return None
    return max(index for index, count in enumerate(filled) if count == max(filled))


def _named_by_comment(comments: Sequence[str], width: int, separator: str) -> list[str]:
    """Return the names that some programs write as a comment; none if the last comment does not look like them."""
    if not comments or not separator:
        return []
    names = _cells([comments[-1].lstrip("#%/ ")], separator)[0]
    return names if len(names) == width and not any(map(_is_number, names)) else []


def _is_units(row: Sequence[str]) -> bool:
    """Return True for a line below the header that says units alone."""
    from sim.lab.units import is_unit

    there = [cell for cell in row if cell and cell != "-"]
    return bool(there) and all(is_unit(cell) for cell in there)


def decimal_of(cells: Sequence[str], otherwise: str = "") -> str:
    """Return the decimal mark of some cells: a comma if that is the only way to read most of them.

    otherwise: the mark of the whole table, for cells that can be read either way.
    """
    if "," not in "".join(cells):
        return otherwise or "."
    point = comma = either = bare = 0
    for cell in cells:
        if "," not in cell:
            bare += "." not in cell and not is_missing(cell)
            point += "." in cell and number_in(cell, ".") is not None
            continue
        as_point, as_comma = number_in(cell, ".") is not None, number_in(cell, ",") is not None
        point += as_point and not as_comma
        comma += as_comma and not as_point
        either += as_point and as_comma
    if comma or point:
        return "," if comma > point else "."
    if otherwise == "," and not either:
        return ","
    # `12,345` may be either: thousands are those that stand beside numbers without a mark.
    return "," if either > bare else "."
