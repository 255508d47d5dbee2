"""Templates as compiled code, kept in the cache in use; without a cache every run compiles those it prints."""

from __future__ import annotations

import marshal
from collections.abc import Mapping
from importlib.metadata import version
from importlib.util import MAGIC_NUMBER
from typing import Any

from jinja2.bccache import Bucket, BytecodeCache
from jinja2.environment import Environment

from benchreport.document.proof.cache import IN_USE, key_of


class CompiledTemplates(BytecodeCache):
    """The code of templates under the hash of their text, of the options of Jinja2, and of the software.

    The cache is a folder into which nobody else can write; an entry that is not what was written counts as none.
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self._options = {name: getattr(value, "__qualname__", value) for name, value in options.items()}

    def get_bucket(self, environment: Environment, name: str, filename: str | None, source: str) -> Bucket:
        """Return the code of a template, empty where the cache has none."""
        software = (version("jinja2"), MAGIC_NUMBER.hex())
        key = key_of("template", software, self._options, name, filename, source) if IN_USE.get() else ""
        bucket = Bucket(environment, key, key)
        self.load_bytecode(bucket)
        return bucket

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read the code of a template from the cache in use."""
        store = IN_USE.get()
        content = store.content(bucket.key) if store else None
        bucket.code = marshal.loads(content) if content else None

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write the code of a template into the cache in use."""
        if store := IN_USE.get():
            store.keep(bucket.key, marshal.dumps(bucket.code))
