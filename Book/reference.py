"""Tables of what schemas and the program say about themselves."""

import html
import json


def code(text):
    return f"<code>{html.escape(str(text))}</code>"


class Schema:
    """The keys of a JSON Schema, one row for each, deeper ones with their path."""

    def __init__(self, path):
        self.root = json.loads(path.read_text(encoding="utf-8"))

    @property
    def title(self):
        return self.root["title"]

    @property
    def description(self):
        return self.root.get("description", "")

    @property
    def rows(self):
        return list(self._rows(self.root, "", ()))

    def _rows(self, node, prefix, seen):
        for name, node in node.get("properties", {}).items():
            path = f"{prefix}{name}"
            target = self._resolved(node)
            yield {
                "key": path,
                "type": self._type(node),
                "text": node.get("description") or target.get("description", ""),
                "default": node.get("default", target.get("default")),
            }
            reference = node.get("$ref")
            if reference in seen:
                continue
            deeper = (*seen, reference) if reference else seen
            yield from self._inside(target, path, deeper)

    def _inside(self, node, path, seen):
        for choice in [node, *node.get("oneOf", []), *node.get("anyOf", [])]:
            choice = self._resolved(choice)
            if choice.get("properties"):
                yield from self._rows(choice, f"{path}.", seen)
            items = self._resolved(choice.get("items", {}))
            if items.get("properties") and items is not node:
                reference = choice.get("items", {}).get("$ref")
                if reference not in seen:
                    yield from self._rows(items, f"{path}[].", (*seen, reference) if reference else seen)
            values = choice.get("additionalProperties")
            if isinstance(values, dict):
                reference = values.get("$ref")
                if reference and reference in seen:
                    continue
                deeper = (*seen, reference) if reference else seen
                yield from self._inside(self._resolved(values), f"{path}.<name>", deeper)

    def _resolved(self, node):
        while isinstance(node, dict) and "$ref" in node:
            target = self.root
            for part in node["$ref"].removeprefix("#/").split("/"):
                target = target[part]
            node = target
        return node if isinstance(node, dict) else {}

    def _type(self, node):
        node = self._resolved(node)
        if "const" in node:
            return code(json.dumps(node["const"]))
        if "enum" in node:
            return ", ".join(code(value) for value in node["enum"] if value is not None)
        choices = node.get("oneOf") or node.get("anyOf")
        if choices:
            return " or ".join(dict.fromkeys(self._type(choice) for choice in choices))
        kinds = node.get("type", "any")
        kinds = [kinds] if isinstance(kinds, str) else kinds
        words = [self._kind(kind, node) for kind in kinds if kind != "null"]
        return " or ".join(words)

    def _kind(self, kind, node):
        if kind == "array":
            return f"list of {self._type(node['items'])}" if "items" in node else "list"
        if kind == "object" and isinstance(node.get("additionalProperties"), dict) and not node.get("properties"):
            return f"table of {self._type(node['additionalProperties'])}"
        if kind == "object":
            return "table"
        return f"{kind} {code(node['pattern'])}" if "pattern" in node else kind


def commands(tool):
    """The program's commands, in its own order, each with its arguments and options."""
    for command in tool["subcommands"]:
        if command["commandName"] == "help" or not command.get("shouldDisplay", True):
            continue
        yield from _command(command, "moult")


def _command(command, parent):
    name = f"{parent} {command['commandName']}"
    yield {
        "name": name,
        "abstract": command.get("abstract", ""),
        "discussion": command.get("discussion", ""),
        "arguments": [_argument(entry) for entry in command.get("arguments", []) if entry.get("shouldDisplay", True)],
    }
    for inner in command.get("subcommands", []):
        if inner["commandName"] != "help":
            yield from _command(inner, name)


def _argument(entry):
    value = f"<{entry['valueName']}>" if "valueName" in entry and entry["kind"] != "flag" else ""
    if entry["kind"] == "positional":
        spelled = [value + ("…" if entry.get("isRepeating") else "")]
    else:
        dashes = {"long": "--", "short": "-", "longWithSingleDash": "-"}
        spelled = [dashes[name["kind"]] + name["name"] for name in entry["names"]]
        spelled[-1] += f" {value}" if value else ""
    return {
        "spelled": ", ".join(code(text) for text in spelled),
        "text": entry.get("abstract", ""),
        "values": entry.get("allValues", []),
        "default": entry.get("defaultValue"),
    }
