"""What of the product nothing else in the product refers to, as a function from sources to names."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping

WORD = re.compile(r"[A-Za-z_]\w*")
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def unused(sources: Mapping[str, str]) -> list[str]:
    """Return `module: name` for each definition whose name stands nowhere but within the definition itself.

    sources: by dotted module name. Definitions are functions, classes, methods and constants of modules. A name is
    referred to by any name, attribute, keyword, import or string that has it as a word, in whatever module; docstrings
    do not count. So what shares its name with something that is used is not found. Left out are private and special
    names' counterparts that Python itself calls (`__call__`), and what overrides a method of a library (see ANSWERED of
    tests/test_unused.py).
    """
    trees = {name: ast.parse(source) for name, source in sources.items()}
    own = {module: Counter(_references(tree)) for module, tree in trees.items()}
    referred: Counter[str] = Counter()
    for references in own.values():
        referred.update(references)
    found = []
    for module, tree in sorted(trees.items()):
        for name, node in _definitions(tree):
            if referred[name] > own[module][name]:
                continue  # another module refers to it
            inside = Counter(_references(node)) if isinstance(node, Definition) else Counter[str]()
            if referred[name] <= inside[name] and not (name.startswith("__") and name.endswith("__")):
                found.append(f"{module}: {name}")
    return found


def _definitions(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                yield from ((part.id, node) for part in ast.walk(target) if isinstance(part, ast.Name))
    for inner in ast.walk(tree):
        if isinstance(inner, Definition):
            yield inner.name, inner


def _references(tree: ast.AST) -> Iterator[str]:
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, Definition | ast.Module) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                yield name
            case ast.Attribute(attr=name):
                yield name
            case ast.keyword(arg=str(name)):
                yield name
            case ast.alias(name=name):
                yield name.rpartition(".")[2]
            case ast.Constant(value=str(text)) if id(node) not in documents:
                yield from WORD.findall(text)
