"""A check of data against a JSON Schema, with the keywords that docs/reference/schemas has and no others."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

_KINDS = {
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}
_BOUNDS: dict[str, Callable[[Any, Any], bool]] = {
    "minimum": operator.ge,
    "exclusiveMinimum": operator.gt,
    "maximum": operator.le,
    "exclusiveMaximum": operator.lt,
}
_WORDS = {"$schema", "$defs", "title", "description", "default", "discriminator"}


def fits(value: Any, schema: Any, root: Any) -> bool:
    """Return True if the schema allows the value. root: the document in which its references lead somewhere."""
    if isinstance(schema, bool):
        return schema
    # What follows is about data of this type.
    if "type" in schema and not _holds("type", value, schema, root):
        return False
    return all(_holds(word, value, schema, root) for word in schema if word not in _WORDS)


def _holds(word: str, value: Any, schema: dict[str, Any], root: Any) -> bool:
    said = schema[word]
    match word:
        case "type":
            return isinstance(value, _KINDS[said]) and isinstance(value, bool) is (said == "boolean")
        case "const":
            return (type(value), value) == (type(said), said)
        case "enum":
            return any((type(value), value) == (type(one), one) for one in said)
        case "$ref":
            return fits(value, root["$defs"][said.removeprefix("#/$defs/")], root)
        case "anyOf":
            return any(fits(value, one, root) for one in said)
        case "oneOf":
            return sum(fits(value, one, root) for one in said) == 1
        case "allOf":
            return all(fits(value, one, root) for one in said)
        case "not":
            return not fits(value, said, root)
        case "properties":
            return all(fits(value[key], one, root) for key, one in said.items() if key in value)
        case "required":
            return all(key in value for key in said)
        case "additionalProperties":
            return all(fits(one, said, root) for key, one in value.items() if key not in schema.get("properties", {}))
        case "propertyNames":
            return all(fits(key, said, root) for key in value)
        case "items":
            return all(fits(one, said, root) for one in value[len(schema.get("prefixItems", ())) :])
        case "prefixItems":
            return all(fits(one, of, root) for one, of in zip(value, said, strict=False))
        case "minItems" | "minLength" | "maxItems":
            return len(value) >= said if word.startswith("min") else len(value) <= said
    return _BOUNDS[word](value, said)
