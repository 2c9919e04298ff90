"""Write the schemas of what is read and written: `python -m studies.schemas docs/reference/schemas`.

JSON Schemas (draft 2020-12) of the referee's lines, of a line of the hand log, of the trials of an experiment, and of a
line of a record, made from the dataclasses that `sim.wire` reads and from pydantic's models; and the tables of a store
as SQL, with what their columns mean. A schema says no more than the form: what the rules allow is the referee's.
tests/test_schemas.py holds the files against what they are made from: after a change there, write them again.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Mapping
from dataclasses import is_dataclass
from enum import EnumMeta
from functools import reduce
from math import inf
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

from scenes.experiment.table import NEEDED, columns, games_of_trials
from sim import wire
from sim.batch.match_counts import metrics_of
from sim.batch.side_tables import SIDE_TABLES
from sim.batch.store_format import Tables, create_side_table
from sim.files import output_folder, write_whole
from sim.match.hand_log import MOVES, HandsHeader
from sim.match.record import HeaderModel
from sim.match.trials import TrialDone, TrialsHeader
from sim.rules_frame.json_fields import Bounds, OneOf
from sim.spec import GAMES, game_of, load_part, match_of

Schema: TypeAlias = dict[str, Any]
_TYPES = {str: "string", int: "integer", float: "number", bool: "boolean"}


class Forms:
    """The schemas of dataclasses, as `sim.wire` reads them. defs: those that others refer to, by their names."""

    def __init__(self) -> None:
        self.defs: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """Return the schema of an annotation. Raises TypeError for one that JSON cannot have."""
        origin, of = get_origin(kind), get_args(kind)
        if origin is Annotated:
            return reduce(_marked, of[1:], self.of(of[0]))
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(each) for each in of]}
        if origin is frozenset or (origin is tuple and of[1:] == (...,)):
            return {"type": "array", "items": self.of(of[0])}
        if origin is tuple:
            return {"type": "array", "prefixItems": [self.of(each) for each in of], "items": False, "minItems": len(of)}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "propertyNames": self.of(of[0]), "additionalProperties": self.of(of[1])}
        if origin is Literal:
            return {"enum": list(of)}
        if kind is NoneType:
            return {"type": "null"}
        if isinstance(kind, EnumMeta):
            return self._defined(kind.__name__, {"enum": [str(member.value) for member in list[Any](kind)]})
        if isinstance(kind, type) and is_dataclass(kind):
            return self._defined(kind.__name__, self.fields(kind))
        if kind in _TYPES:
            return {"type": _TYPES[kind]}
        raise TypeError(f"{kind} has no form in JSON.")

    def _defined(self, name: str, schema: Schema) -> Schema:
        if self.defs.setdefault(name, schema) != schema:
            raise TypeError(f"{name}: two kinds of one name.")
        return {"$ref": f"#/$defs/{name}"}

    def fields(self, kind: Any, **constants: str) -> Schema:
        """Return the schema of a dataclass, with further keys that have one value each."""
        hints = get_type_hints(kind, include_extras=True)
        properties: dict[str, Schema] = {key: {"const": word} for key, word in constants.items()}
        required = list(constants)
        for field in wire._fields(kind):
            if field.key in constants:
                continue
            hint = hints[field.name]
            if field.flag is not None:
                properties[field.key] = {"const": field.flag.word}
            else:
                properties[field.key] = self.of(get_args(hint)[0] if field.may_be_left_out else hint)
            required += [field.key] * field.needed
        return _object(properties, required)


def _object(properties: Mapping[str, Schema], required: list[str]) -> Schema:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _marked(schema: Schema, mark: object) -> Schema:
    if isinstance(mark, OneOf):
        return {"type": "string", "description": f"One of the match's {mark.name}."}
    if not isinstance(mark, Bounds):
        return schema
    if schema == {"type": "string"}:
        return {**schema, "minLength": int(mark.least)}
    most = {} if mark.most == float("inf") else {"maximum": mark.most}
    return {**schema, "exclusiveMinimum" if mark.beyond else "minimum": mark.least, **most}


def _document(title: str, lines: list[Schema], defs: Mapping[str, Schema]) -> str:
    found = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, "anyOf": lines, "$defs": defs}
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def referee_schema(game: str) -> str:
    """Return the schema of a line that the referee of a game reads."""
    forms = Forms()
    vocabulary: Any = load_part(game_of(game), "referee", object)
    own = [forms.fields(kind, do=word) for word, kind in vocabulary.lines.items()]
    name = {"type": "string"}
    shared = [
        _object({"do": {"enum": ["state", "undo"]}}, ["do"]),
        _object({"do": {"const": "leave"}, "player": name}, ["do", "player"]),
    ]
    return _document(f"A line for `yardarm referee {game}`", own + shared, forms.defs)


def hands_schema() -> str:
    """Return the schema of a line of the hand log."""
    forms = Forms()
    lines = [forms.fields(HandsHeader), *(forms.fields(kind, move=word) for word, kind in MOVES.items())]
    return _document("A line of a log of hands (yardarm-hands, version 1)", lines, forms.defs)


def trials_schema() -> str:
    """Return the schema of a line of what a participant did in an experiment."""
    forms = Forms()
    lines = [forms.fields(TrialsHeader), forms.fields(TrialDone)]
    return _document("A line of a participant's trials (yardarm-trials, version 1)", lines, forms.defs)


def trials_table_schema() -> str:
    """Return the schema of a row of the table of an experiment, as the values of its cells that are not empty."""
    forms, properties = Forms(), {}
    for name, column in columns().items():
        if column.kind is bool:
            schema = forms.of(Literal["on", "off"])
        else:
            most = inf if column.high is None else column.high
            schema = _marked(forms.of(column.kind), Bounds(1) if column.kind is str else Bounds(column.low or 0, most))
        properties[name] = {**schema, "description": column.meaning}
    properties["game"] = {**properties["game"], "enum": list(games_of_trials())}
    return _document("A row of the table of trials of `yardarm experiment`", [_object(properties, [*NEEDED])], {})


def record_schema(game: str) -> str:
    """Return the schema of a line of a record: what is read again in full, of all other stages the common keys."""
    part: Any = match_of(game)
    models = (("header", TypeAdapter(HeaderModel)), ("intent", part.intent._adapter), ("measured", part.measured))
    found, shared = TypeAdapter.json_schemas([(name, "validation", adapter) for name, adapter in models])
    read = {name: found[name, "validation"] for name, _ in models if found[name, "validation"]}
    words: dict[str, Schema] = {key: {"type": "string"} for key in ("by", "phase", "sha256")}
    words |= {"time_s": {"type": "number"}, "lines": {"type": "integer"}, "events": {"type": "array"}}
    words |= {"winners": {"type": "array", "items": {"type": "string"}}, "action": {"type": "object"}}
    words |= {key: {"type": "integer"} for key in ("tick", "step", "seed")}

    def stage(name: str, *needed: str) -> Schema:
        properties: Schema = {"stage": {"const": name}} | {key: words[key] for key in needed}
        return {"type": "object", "properties": properties, "required": ["stage", *needed]}

    lines: list[Schema] = [
        {"allOf": [stage("executed" if name == "measured" else name), schema]} for name, schema in read.items()
    ]
    lines += [{**stage("executed", "by", "action"), "not": {"required": ["measured"]}}, stage("physics")]
    lines += [stage("outcome"), stage("ruling", "time_s", "events", "phase"), stage("end", "time_s", "winners")]
    lines += [stage("noise", "tick", "step", "seed"), stage("seal", "lines", "sha256")]
    title = f"A line of a record of {game_of(game).title} (yardarm-record, version 1)"
    return _document(title, lines, shared.get("$defs", {}))


def store_schema(game: str) -> str:
    """Return the tables of a store as SQL; before those of the rows what their columns mean."""
    metrics, tables = metrics_of(game), Tables.of(game).create()
    rows = {"matches": metrics.match_row, "turns": metrics.turn_row}
    lines = [f"-- A store of {game_of(game).title} (`simulate --out`): a SQLite file."]
    for name, statement in tables.items():
        meaning = inspect.getdoc(rows[name]) or "" if name in rows else ""
        lines += ["", *(f"-- {line}".rstrip() for line in meaning.splitlines()), f"{statement};"]
    lines += [
        "",
        "-- Made when there is something to keep in them.",
        *(f"{create_side_table(t)};" for t in SIDE_TABLES),
    ]
    return "\n".join(lines) + "\n"


def schemas() -> dict[str, str]:
    """Return the text of each file by its name."""
    found = {"hands.json": hands_schema(), "trials.json": trials_schema(), "trials-table.json": trials_table_schema()}
    for game in GAMES:
        found |= {f"referee-{game}.json": referee_schema(game), f"record-{game}.json": record_schema(game)}
        found[f"store-{game}.sql"] = store_schema(game)
    return found


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    output_folder(folder, "FOLDER")
    for file, text in schemas().items():
        write_whole(folder / file, text)
