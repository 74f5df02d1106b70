"""Generates a function that uses a declaration, from the declaration alone."""
import re

WITH_FIX = {"renamed", "renamed-unknown", "body"}


def split(text, separator=","):
    """Parts of a list at the outermost level of brackets."""
    parts, depth, start, string = [], 0, 0, False
    previous = ""
    for index, character in enumerate(text):
        if character == '"' and previous != "\\":
            string = not string
        elif not string:
            if character in "([{" or (character == "<"):
                depth += 1
            elif character in ")]}" or (character == ">" and previous != "-"):
                depth -= 1
            elif character == separator and depth == 0:
                parts.append(text[start:index])
                start = index + 1
        previous = character
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def closing(text, start):
    """The index of the bracket that closes the one at `start`."""
    depth, previous = 0, ""
    pairs = {"(": ")", "[": "]", "<": ">", "{": "}"}
    opened = text[start]
    for index in range(start, len(text)):
        character = text[index]
        if character == opened:
            depth += 1
        elif character == pairs[opened] and not (character == ">" and previous == "-"):
            depth -= 1
            if depth == 0:
                return index
        previous = character
    return -1


def without_comments(text):
    return re.sub(r"//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))


class Use:
    """One declaration, and a function that uses it."""

    def __init__(self, number, lesson):
        self.number, self.lesson, self.reason, self.code = number, lesson, None, None
        try:
            self.code = self.function()
        except ValueError as error:
            self.reason = str(error)

    def head(self):
        """The declaration without attributes and body."""
        text = without_comments(self.lesson["declaration"]).strip()
        while text.startswith("@"):
            match = re.match(r"@[\w.]+", text)
            rest = text[match.end():]
            if rest.startswith("("):
                rest = rest[closing(rest, 0) + 1:]
            text = rest.strip()
        return " ".join(text.split())

    def function(self):
        head, name = self.head(), "use%d" % self.number
        around = self.lesson["around"]
        if "#if" in self.lesson["declaration"]:
            raise ValueError("conditions in the declaration")
        words = head.split()
        static = "static" in words[:4] or "class" in words[:4]
        match = re.search(r"\b(func|init|var|let|typealias|case|subscript|struct|class|enum|protocol|extension)\b", head)
        if not match:
            raise ValueError("no declaration")
        kind, rest = match.group(1), head[match.end():].strip()
        if kind == "class" and re.match(r"(func|var|let)\b", rest):
            static = True
            match = re.match(r"(func|var|let)\b", rest)
            kind, rest = match.group(1), rest[match.end():].strip()
        if kind == "typealias":
            alias = re.match(r"`?(\w+)`?\s*(<)?", rest)
            if alias.group(2):
                raise ValueError("a generic alias")
            base = "" if not around else self.owner() + "."
            return "func %s(_ value: (%s%s)?) {}" % (name, base, alias.group(1)), None
        if kind in ("struct", "class", "enum", "protocol", "extension"):
            if kind != "extension" and not around and not re.match(r"\w+\s*<", rest):
                return "func %s(_ value: (any %s)?) {}" % (name, re.match(r"\w+", rest).group()) if kind == "protocol" else \
                    "func %s(_ value: %s?) {}" % (name, re.match(r"\w+", rest).group()), None
            raise ValueError("a type")
        if self.lesson["name"].endswith("`") or kind == "subscript":
            raise ValueError("a subscript")
        if around and around[-1].lstrip().split(" ")[0] == "" :
            raise ValueError("no type")
        owner = self.owner() if around else None
        if kind == "case":
            if len(split(rest)) > 1 or "(" in rest:
                raise ValueError("several cases or values")
            return "static func %s() { _ = Self.%s }" % (name, re.match(r"`?(\w+)`?", rest).group(1)), self.container()
        if kind in ("var", "let"):
            variable = re.match(r"`?(\w+)`?", rest).group(1)
            effects = re.search(r"get\s+(async\s*)?(throws)?", self.lesson["declaration"])
            mark = ("try " if effects and effects.group(2) else "") + ("await " if effects and effects.group(1) else "")
            declared = (" async" if "await" in mark else "") + (" throws" if "try" in mark else "")
            if not around:
                return "func %s()%s { _ = %s%s }" % (name, declared, mark, variable), None
            base = "Self" if static else "self"
            return "%sfunc %s()%s { _ = %s%s.%s }" % ("static " if static else "", name, declared, mark, base, variable), \
                self.container()
        generics, where = "", ""
        if kind == "init":
            called = "init"
            rest = rest.lstrip("?!")
        else:
            called = re.match(r"`?([^\s(<`]+|<+)`?", rest).group(1)
            if not re.match(r"\w+$", called):
                raise ValueError("an operator")
            rest = re.sub(r"^`?%s`?" % re.escape(called), "", rest).strip()
        if rest.startswith("<"):
            end = closing(rest, 0)
            generics, rest = rest[:end + 1], rest[end + 1:].strip()
        end = closing(rest, 0)
        parameters, rest = split(rest[1:end]), rest[end + 1:].split("{")[0]
        if " where " in rest:
            where = " where " + rest.split(" where ")[1].strip()
        effects = rest.split("->")[0]
        mark = ("try " if "throws" in effects else "") + ("await " if "async" in effects else "")
        declared = (" async" if "async" in effects else "") + (" throws" if "throws" in effects else "")
        if "rethrows" in effects:
            mark, declared = "try ", " throws"
        own, given = [], []
        for index, parameter in enumerate(parameters):
            names, type = parameter.split(":", 1)
            names = [word for word in names.split() if not word.startswith("@") and word not in ("isolated", "borrowing")]
            # A default is no part of the type.
            depth, cut, previous = 0, len(type), ""
            for position, character in enumerate(type):
                if character in "([<":
                    depth += 1
                elif character in ")]" or character == ">" and previous != "-":
                    depth -= 1
                elif character == "=" and depth == 0:
                    cut = position
                    break
                previous = character
            has_default, type = cut < len(type), type[:cut].strip()
            if has_default and re.search(r"#(file|line|function|column|fileID|filePath)", parameter):
                continue
            if type.endswith("..."):
                raise ValueError("a variadic parameter")
            if "@autoclosure" in type:
                type = type.replace("@autoclosure", "").replace("@escaping", "").replace("@Sendable", "").strip()
                type = re.sub(r"^\(\)\s*(async\s*)?(r?e?throws)?\s*->\s*", "", type)
            if "each " in type or "repeat " in type:
                raise ValueError("a parameter pack")
            label = "" if names[0] == "_" else names[0].strip("`") + ": "
            sign = "&" if type.startswith("inout ") else ""
            own.append("p%d: %s" % (index, type))
            given.append("%s%sp%d" % (label, sign, index))
        if "each " in generics:
            raise ValueError("a parameter pack")
        call = "%s(%s)" % (called, ", ".join(given))
        if kind == "init":
            if around[-1].split()[-2:-1] == ["protocol"]:
                raise ValueError("an initialiser of a protocol")
            base, before = "Self.", "static "
            if "class " in self.kind_of_owner():
                raise ValueError("an initialiser of a class")
            call = "Self(%s)" % ", ".join(given) if given or True else call
            return "%sfunc %s%s(%s)%s%s { _ = %s%s }" % (
                before, name, generics, ", ".join(own), declared, where, mark, call), self.container()
        if not around:
            return "func %s%s(%s)%s%s { _ = %s%s }" % (name, generics, ", ".join(own), declared, where, mark, call), None
        before = "static " if static else "mutating " if "mutating" in words[:4] else ""
        return "%sfunc %s%s(%s)%s%s { _ = %s%s.%s }" % (
            before, name, generics, ", ".join(own), declared, where, mark, "Self" if static else "self", call), self.container()

    def kind_of_owner(self):
        return self.lesson["around"][-1]

    def owner(self):
        names = []
        for head in self.lesson["around"]:
            head = re.sub(r"@\w+(\([^)]*\))?\s*", "", head)
            match = re.search(r"\b(struct|class|enum|protocol|extension|actor)\s+([\w.]+)", head)
            if not match:
                raise ValueError("an unusual type")
            names.append(match.group(2))
        return ".".join(names)

    def container(self):
        """The head of an extension in which the declaration is seen as in its own place."""
        last = self.lesson["around"][-1]
        where = re.search(r"\swhere\s.*", last) if "extension" in last else None
        return "extension %s%s" % (self.owner(), where.group().rstrip() if where else "")


def sources(lessons, libraries, modules):
    """Returns the text of one file for each module, and the uses."""
    texts, uses = {}, []
    for lesson in lessons:
        if lesson["library"] not in libraries or lesson["lesson"] not in WITH_FIX or lesson["state"] == "unavailable":
            continue
        module = lesson["module"]
        if module not in modules:
            continue
        use = Use(len(uses), lesson)
        uses.append(use)
        if use.code:
            code, container = use.code
            text = texts.setdefault(module, ["import %s" % extra for extra in sorted({module} | modules[module])])
            text.append("%s {\n  %s\n}" % (container, code) if container else code)
    return {module: "\n".join(text) + "\n" for module, text in texts.items()}, uses


def by_use(text):
    """The code of each use, however many lines it has become, as one line."""
    found, current = {}, None
    for line in text.split("\n"):
        match = re.search(r"\bfunc (use\d+)", line)
        if match:
            current = match.group(1)
            found[current] = line.strip()
        elif current and line != "}" and not line.startswith("extension "):
            found[current] += " " + line.strip()
        else:
            current = None
    return found
