"""Reads the compiler's typed tree: where a declaration is used, which one it is, and of what type."""

import json
import re
import subprocess

STRIPPED = {
    "function_conversion_expr", "paren_expr", "load_expr", "covariant_function_conversion_expr",
    "inout_expr", "covariant_return_conversion_expr", "inject_into_optional", "force_value_expr",
    "actor_isolation_erasure_expr", "unsafe_cast_expr", "erasure_expr", "open_existential_expr",
    "extract_function_isolation_expr", "derived_to_base_expr", "abi_safe_conversion_expr",
}

# What a whole expression is wrapped in.
PASSING = {"optional_evaluation_expr", "try_expr", "await_expr", "optional_try_expr",
           "force_try_expr", "unsafe_expr"}


class Site:
    """One use of a declaration at a member access, a call or a subscript."""

    def __init__(self, usr, name, types, receiver, is_explicit):
        self.usr = usr
        self.name = name
        self.types = types
        self.receiver = receiver
        self.is_explicit = is_explicit


def read(path, sites, declarations, name_of_file):
    """Adds the sites of one dumped file, by (file, kind, start, end), and its declarations, by USR."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if not text.strip():
        return
    Reader(sites, declarations, name_of_file).walk(json.loads(text), None)


class Reader:
    def __init__(self, sites, declarations, file):
        self.sites = sites
        self.declarations = declarations
        self.file = file

    def walk(self, root, _):
        # (node, the types that the expression as a whole may be said to have)
        stack = [(root, ())]
        while stack:
            node, outer = stack.pop()
            if isinstance(node, list):
                stack.extend((child, ()) for child in node)
                continue
            if not isinstance(node, dict):
                continue
            kind = node.get("_kind", "")
            if kind in ("substitution_map", "decl_ref", "inheritance", "generic_signature"):
                continue
            if kind.endswith("_decl"):
                self.declare(node, kind)
                if node.get("implicit") and kind != "var_decl":
                    continue
            elif kind.endswith("_expr"):
                self.use(node, kind, outer)
            passed = ()
            if kind in STRIPPED or kind in PASSING:
                passed = outer + (node.get("type", ""),)
            for key, value in node.items():
                if key in ("decl", "initializer", "builtin_initializer"):
                    continue
                stack.append((value, passed if key == "sub_expr" else ()))

    def declare(self, node, kind):
        usr = node.get("usr")
        place = node.get("range")
        if usr and place:
            self.declarations.setdefault(
                usr, (self.file, place["start"], place["end"], bool(node.get("implicit")), kind))

    def use(self, node, kind, outer):
        if node.get("implicit"):
            return
        if kind in ("member_ref_expr", "dynamic_member_ref_expr"):
            self.add("member", node, node, node.get("base"), outer)
        elif kind in ("dot_syntax_call_expr", "constructor_ref_call_expr"):
            function = strip(node.get("fn"))
            if function and function.get("_kind") == "autoclosure_expr":
                function = innermost(function)
            if function and not (
                kind == "constructor_ref_call_expr" and function.get("implicit")
            ):
                self.add("member", node, function, first_argument(node), outer)
        elif kind == "subscript_expr":
            self.add("subscript", node, node, node.get("base"), outer)
        elif kind == "call_expr":
            function = strip(node.get("fn"))
            if not function:
                return
            # What is called has its type compared with the call, where its parameters are known.
            function["is_called"] = True
            if function["_kind"] in ("dot_syntax_call_expr", "constructor_ref_call_expr"):
                self.add("call", node, strip(function.get("fn")), first_argument(function), outer)

    def add(self, word, node, reference, base, outer):
        declaration = (reference or {}).get("decl")
        if not isinstance(declaration, dict) or not declaration.get("decl_usr"):
            return
        place = (reference if word == "member" else node).get("range")
        if not place:
            return
        start, end = place["start"], place["end"]
        if word == "member":
            # A compound name ends with its parenthesis; a reference with a base, with its name.
            start = end = place["end"] if reference is node else place["start"]
        receiver = (base or {}).get("type", "")
        explicit = bool(base) and not strip(base).get("implicit")
        types = (node.get("type", ""),) + outer if not node.get("is_called") else ()
        # An initial value stands in the tree twice, once with all that the compiler adds.
        key = (self.file, word, start, end)
        known = self.sites.get(key)
        if known and known.usr == declaration["decl_usr"]:
            types += known.types
        self.sites[key] = Site(
            declaration["decl_usr"], declaration.get("base_name", ""), types, receiver, explicit)


def strip(node):
    """The expression inside of what the compiler adds."""
    while isinstance(node, dict) and node.get("_kind") in STRIPPED and "sub_expr" in node:
        node = node["sub_expr"]
    return node if isinstance(node, dict) else {}


def innermost(node):
    """The reference that a partly applied method is wrapped around."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, list):
            stack.extend(current)
        elif isinstance(current, dict):
            if current.get("_kind") == "declref_expr" and (current.get("decl") or {}).get("decl_usr"):
                if not current.get("implicit"):
                    return current
            stack.extend(current.values())
    return None


def first_argument(node):
    arguments = (node.get("args") or {}).get("args") or [{}]
    return (arguments[0] or {}).get("expr") or {}


def demangle(names):
    """Returns the demangled text of each mangled name."""
    unique = sorted(set(names))
    mangled = ["$s" + name[2:] if name.startswith("s:") else name for name in unique]
    output = subprocess.run(
        ["swift-demangle", "--compact"], input="\n".join(mangled) + "\n", capture_output=True,
        text=True, check=True).stdout.split("\n")
    return dict(zip(unique, output))


# Types as nested tuples: ("name", text, arguments), ("optional", type), ("function", parameters, result),
# ("tuple", types), ("meta", type), ("any",) for what is not compared.
ANY = ("any",)


class TypeText:
    """Parses types as the demangler writes them, and as `type-answers` does."""

    def __init__(self, text):
        text = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", text)
        text = re.sub(r"\((\w+) in \$[0-9a-f]+\)", r"\1", text)
        text = re.sub(r"\(extension in \w+\):", "", text)
        text = re.sub(r"\bthrows\([^()]*\)", "throws", text)
        self.text = text
        self.tokens = re.findall(
            r"->|@\w+(?:\([^)]*\))?|<<|>>|[A-Za-z_$`][\w$`]*(?: #\d+)?|[0-9]+|\.\.\.|[^\s\w]", text)
        self.place = 0

    def peek(self):
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def take(self):
        token = self.peek()
        self.place += 1
        return token

    def parse(self):
        if "<<" in self.tokens or " in " in self.text or "#" in self.text:
            return ANY
        try:
            type = self.type()
        except (IndexError, ValueError):
            return ANY
        return type if self.place == len(self.tokens) else ANY

    def type(self):
        while self.peek().startswith("@") or self.peek() in (
            "inout", "__owned", "__shared", "borrowing", "consuming", "sending", "any", "some",
            "isolated", "nonisolated", "repeat", "each",
        ):
            if self.take() in ("repeat", "each"):
                raise ValueError
        type = self.postfix()
        while self.peek() == "&":
            self.take()
            type = ("meet", type, self.postfix())
        while self.peek() in ("async", "throws"):
            self.take()
        if self.peek() == "->":
            self.take()
            parameters = list(type[1]) if type[0] == "tuple" else [type]
            return ("function", tuple(parameters), self.type())
        return type

    def postfix(self):
        type = self.primary()
        while True:
            if self.peek() == "?":
                self.take()
                type = ("optional", type)
            elif self.peek() == "." and self.place + 1 < len(self.tokens):
                name = self.tokens[self.place + 1]
                self.place += 2
                if name in ("Type", "Protocol"):
                    type = ("meta", type)
                elif type[0] == "name":
                    type = ("name", type[1] + "." + name, type[2] + self.arguments())
                else:
                    self.arguments()
                    type = ANY
            else:
                return type

    def arguments(self):
        if self.peek() != "<":
            return ()
        self.take()
        result = []
        while self.peek() != ">":
            result.append(self.type())
            if self.peek() == ",":
                self.take()
            elif self.peek() == "where":
                raise ValueError
            elif self.peek() != ">":
                raise ValueError
        self.take()
        return tuple(result)

    def primary(self):
        token = self.take()
        if token == "(":
            parts = []
            while self.peek() != ")":
                if self.place + 1 < len(self.tokens) and self.tokens[self.place + 1] == ":":
                    self.place += 2
                parts.append(self.type())
                if self.peek() == "...":
                    self.take()
                    parts[-1] = ("name", "Swift.Array", (parts[-1],))
                if self.peek() == ",":
                    self.take()
                elif self.peek() != ")":
                    raise ValueError
            self.take()
            if len(parts) == 1 and self.peek() not in ("->", "async", "throws"):
                return parts[0]
            return ("tuple", tuple(parts))
        if token == "[":
            first = self.type()
            if self.peek() == ":":
                self.take()
                second = self.type()
                self.take()
                return ("name", "Swift.Dictionary", (first, second))
            self.take()
            return ("name", "Swift.Array", (first,))
        if token == "_":
            return ANY
        if token == "" or not re.match(r"[\w$`]", token):
            raise ValueError
        if token.startswith("$") or re.fullmatch(r"[A-Z]\d*", token):
            self.skip_members()
            return ANY
        if token == "Meta" and self.peek() == "<":
            return ("meta", self.arguments()[0])
        name = token
        arguments = self.arguments()
        while self.peek() == "." and self.tokens[self.place + 1] not in ("Type", "Protocol"):
            self.take()
            name += "." + self.take()
            arguments += self.arguments()
        if name == "Swift.Optional" and len(arguments) == 1:
            return ("optional", arguments[0])
        return ("name", name, arguments)

    def skip_members(self):
        while self.peek() == "." and self.tokens[self.place + 1] not in ("Type", "Protocol"):
            self.place += 2


def agree(ours, theirs):
    """Whether two types are the same, as far as both are known."""
    if ours == ANY or theirs == ANY:
        return True
    if ours[0] == "meet" or theirs[0] == "meet":
        return True
    if ours[0] != theirs[0]:
        return False
    if ours[0] == "name":
        if ours[1].startswith("extended."):
            # Extended here and declared elsewhere: the module is not known.
            return theirs[1].partition(".")[2] == ours[1].partition(".")[2]
        if ours[1] != theirs[1] and not same_foundation(ours[1], theirs[1]):
            return False
        mine, other = ours[2], theirs[2]
        if len(mine) != len(other):
            # Arguments that are not known are not written, and those of outer types may be.
            return not mine or not other or agree_all(mine[-1:], other[-1:])
        return agree_all(mine, other)
    if ours[0] == "function":
        return (
            len(ours[1]) == len(theirs[1]) and agree_all(ours[1], theirs[1])
            and agree(ours[2], theirs[2]))
    if ours[0] == "tuple":
        return len(ours[1]) == len(theirs[1]) and agree_all(ours[1], theirs[1])
    return agree(ours[1], theirs[1])


def agree_all(ours, theirs):
    return all(agree(mine, other) for mine, other in zip(ours, theirs))


def same_foundation(ours, theirs):
    """Foundation is several modules on Linux and one for its users."""
    def bare(name):
        module, _, rest = name.partition(".")
        return rest if module.startswith(("Foundation", "_Foundation", "Synchronization", "Dispatch",
            "_Concurrency", "Swift", "__C", "Glibc")) else None
    return bare(ours) is not None and bare(ours) == bare(theirs)


def plain_name(declared):
    """The qualified name in the demangled text of a property, without what tells privates apart."""
    text = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", declared)
    text = re.sub(r"\(extension in \w+\):", "", text)
    return re.sub(r"<.*?>", "", text.split(" : ")[0]).removeprefix("static ")


def labelled_name(declared):
    """`M.T.f(_:b:)` of the demangled text of a function or an initializer; None for anything else."""
    text = re.sub(r"\((\w+) in _[0-9A-F]+\)", r"\1", declared)
    text = re.sub(r"\(extension in \w+\):", "", text).removeprefix("static ")
    found = re.match(r"((?:[\w`]+\.)+[\w`]+)(<[^(]*>)?\(", text)
    if not found or ".Type) -> " in text[found.end() - 1:found.end() + 80]:
        return None
    labels, depth, part = [], 0, ""
    for character in text[found.end():]:
        if character in "([<":
            depth += 1
        elif character in ")]>" and not part.endswith("-"):
            if depth == 0:
                break
            depth -= 1
        if character == "," and depth == 0:
            labels.append(part)
            part = ""
        else:
            part += character
    if part.strip():
        labels.append(part)
    names = [re.match(r"\s*(\w+): ", label) for label in labels]
    return found.group(1) + "(" + "".join((name.group(1) if name else "_") + ":" for name in names) + ")"


def module_of(type):
    """The module that a receiver's type is declared in; None for generic and structural types."""
    while type[0] in ("optional", "meta"):
        type = type[1]
    return type[1].split(".")[0] if type[0] == "name" else None
