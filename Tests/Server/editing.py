"""What an editor does with the edits of a server, and with what a server asks of it."""

from lsprotocol import types

UNITS = {"utf-16": lambda text: len(text.encode("utf-16-le")) // 2,
         "utf-8": lambda text: len(text.encode())}


def index(text, position, encoding="utf-16"):
    """The index into `text` of a position, which is counted in the units of `encoding`."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[:position.line])
    for column in range(len(lines[position.line]) + 1):
        if UNITS[encoding](lines[position.line][:column]) == position.character:
            return start + column
    raise AssertionError(f"{position} is inside a character or beyond its line")


def covered(text, range_, encoding="utf-16"):
    return text[index(text, range_.start, encoding):index(text, range_.end, encoding)]


def applied(text, edits, encoding="utf-16"):
    spans = sorted(((index(text, e.range.start, encoding), index(text, e.range.end, encoding),
                     e.new_text) for e in edits), reverse=True)
    for (start, _, _), (_, end, _) in zip(spans, spans[1:]):
        assert end <= start, "edits overlap"
    for start, end, new in spans:
        text = text[:start] + new + text[end:]
    return text


def registering(client):
    """Keeps in `registrations` what the server asks the client to register."""
    client.registrations = []

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(params):
        client.registrations += params.registrations
