"""The documentation is right: examples in docstrings run, so does the tutorial, and the stubs name what is there."""

import ast
import doctest
import importlib
import re

import pytest
import stackwright as sw
from conftest import ROOT

MODULES = ["stackwright"] + [
    f"stackwright.{name}" for name in ("checker", "envs", "game2048", "laboratory", "murus", "tetris", "twenty48", "vector")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0


@pytest.mark.parametrize("module", [sw._core, sw._core.murus, sw._core.twenty48])
def test_examples_of_the_core(module):
    """Docstrings of classes in C++, which doctest does not look for by itself."""
    parser, runner, attempted = doctest.DocTestParser(), doctest.DocTestRunner(), 0
    for name, value in vars(module).items():
        if isinstance(value, type):
            test = parser.get_doctest(value.__doc__, dict(vars(module)), name, None, None)
            runner.run(test)
            attempted += len(test.examples)
    assert attempted > 0 and runner.failures == 0


def test_the_tutorial_runs():
    text = (ROOT / "docs" / "python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(blocks) >= 6
    names = {}
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), names)


def stub_names(body):
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, node
        elif isinstance(node, ast.AnnAssign):
            yield node.target.id, node


def test_stubs_and_core_have_the_same_names():
    tree = ast.parse((ROOT / "python" / "stackwright" / "_core.pyi").read_text())
    own = {name for name in vars(sw._core) if not name.startswith("__")} | {"__version__"}
    stubs = dict(stub_names(tree.body))
    assert set(stubs) == own
    classes = [(sw._core, node) for node in stubs.values() if isinstance(node, ast.ClassDef)]
    while classes:
        owner, node = classes.pop()
        value = getattr(owner, node.name)
        inside = dict(stub_names(node.body))
        classes += [(value, n) for n in inside.values() if isinstance(n, ast.ClassDef)]
        public = {name for name in vars(value) if not name.startswith("_")}
        assert {name for name in inside if not name.startswith("_")} == public, node.name
