"""Runs a program and writes the names of the functions that it calls, for a linker that is to lay them side by side.

`python3 .ci/called.py BINARY ORDER -- ARGUMENT… [-- ARGUMENT…]…` runs the binary once for each list of arguments. Functions of an
earlier run stand before those that only a later one calls; those of one run stand as they stand in the binary, so that the
threads of a run do not make another order each time. The binary has its symbols, and a place of its own in memory (`-no-pie`).

Each function begins with a breakpoint, which goes the first time that it is met: a run has as many stops as it calls functions.
"""

import collections
import ctypes
import os
import signal
import struct
import sys

# What `sys/ptrace.h` and `sys/user.h` call PTRACE_TRACEME, …, `rip` in `user_regs_struct`, and `PTRACE_O_TRACECLONE`.
TRACE_ME, PEEK_USER, POKE_USER, CONTINUE, SET_OPTIONS = 0, 3, 6, 7, 0x4200
PROGRAM_COUNTER = 16 * 8
FOLLOW_THREADS, END_WITH_PARENT = 1 << 3, 1 << 20
BREAKPOINT = b"\xcc"

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.restype = ctypes.c_long
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]


def functions(binary):
    """Returns the names of the functions at each address of an ELF file, and where code lies: its address and bytes."""
    with open(binary, "rb") as file:
        content = file.read()
    if content[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<HH", content, 16) != (2, 62):
        sys.exit(f"called: {binary} is no program for x86-64 that has a place of its own")
    sections = [
        struct.unpack_from("<IIQQQQIIQQ", content, struct.unpack_from("<Q", content, 40)[0] + 64 * index)
        for index in range(struct.unpack_from("<H", content, 60)[0])]
    names, code = {}, []
    for _, kind, flags, address, offset, size, link, *_ in sections:
        if kind == 1 and flags & 4:
            code.append((address, content[offset:offset + size]))
        if kind != 2:
            continue
        texts = sections[link][4]
        for place in range(offset, offset + size, 24):
            name, info, _, section, value, length = struct.unpack_from("<IBBHQQ", content, place)
            if info & 15 == 2 and section and length:
                end = content.index(b"\0", texts + name)
                names.setdefault(value, []).append(content[texts + name:end].decode())
    return names, code


def called(binary, arguments, names, code):
    """Returns the addresses of the functions that a run calls."""
    child = os.fork()
    if child == 0:
        libc.ptrace(TRACE_ME, 0, None, None)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(binary, [binary, *arguments])
    os.waitpid(child, 0)
    libc.ptrace(SET_OPTIONS, child, None, FOLLOW_THREADS | END_WITH_PARENT)
    memory = os.open(f"/proc/{child}/mem", os.O_RDWR)
    first = {}
    for address, text in code:
        patched = bytearray(text)
        for place in (name - address for name in names if 0 <= name - address < len(text)):
            first[address + place] = text[place:place + 1]
            patched[place:place + 1] = BREAKPOINT
        os.pwrite(memory, patched, address)
    libc.ptrace(CONTINUE, child, None, None)
    met = set()
    while True:
        thread, status = os.waitpid(-1, 0x40000000)
        if os.WIFEXITED(status) or os.WIFSIGNALED(status):
            if thread != child:
                continue
            os.close(memory)
            if os.WIFSIGNALED(status):
                sys.exit(f"called: {' '.join(arguments)}: signal {os.WTERMSIG(status)}")
            return met
        received = os.WSTOPSIG(status)
        if received == signal.SIGTRAP and status >> 16 == 0:
            place = libc.ptrace(PEEK_USER, thread, PROGRAM_COUNTER, None) - 1
            if place in first:
                # Another thread may have met it at the same time.
                os.pwrite(memory, first[place], place)
                libc.ptrace(POKE_USER, thread, PROGRAM_COUNTER, place)
                met.add(place)
        passed = received if received not in (signal.SIGTRAP, signal.SIGSTOP) else 0
        libc.ptrace(CONTINUE, thread, None, passed)


def main():
    binary, output, *rest = sys.argv[1:]
    runs = [[]]
    for word in rest[1:]:
        if word == "--":
            runs.append([])
        else:
            runs[-1].append(word)
    names, code = functions(binary)
    order, known = [], set()
    # Many merged functions are called the same; a linker would lay all of them there.
    places = collections.Counter(name for same in names.values() for name in same)
    for arguments in runs:
        met = called(os.path.abspath(binary), arguments, names, code)
        print(f"called: {' '.join(arguments)}: {len(met)} functions, {len(met - known)} more")
        order += [name for place in sorted(met - known) for name in names[place] if places[name] == 1]
        known |= met
    with open(output, "w") as file:
        file.writelines(name + "\n" for name in order)


main()
