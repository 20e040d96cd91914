"""A program that speaks UCI, UCCI or Gomocup, and misbehaves as it is told when it has the first move of a game.

    python bad_engine.py uci illegal [FILE]

Good moves are those of MOVES and POINTS. Each process adds its number to FILE, from which tests learn whether it was
started again, and whether it has ended; with "told" it plays well, and adds the lines that it is told. With
"stopped" it plays well once it is told YXSTOP. With "deaf" it loses what it is told within a second of its move. With
"half-deaf" it does not hear the word TURN.
"""

import os
import sys
import time

PROTOCOL, HOW = sys.argv[1:3]
MOVES = {"w": ["h2e2", "h0g2"], "b": ["h9g7", "i9h9"]}
POINTS = [f"{x},{y}" for y in range(5) for x in range(5)]


def say(line: str) -> None:
    print(line, flush=True)


def misbehave(good: str) -> None:
    """Does what it was told instead of playing a good move. The words of UCI."""
    if HOW == "crash":
        print("boom", file=sys.stderr, flush=True)
        os._exit(3)
    if HOW == "silence":
        time.sleep(1000)
    if HOW == "late":
        time.sleep(0.8)
    while HOW == "burns":
        begun = time.process_time()
        while time.process_time() < begun + 0.01:
            pass
        say("info depth 1" if PROTOCOL != "gomocup" else "MESSAGE depth 1")
    while HOW == "flood":
        say("info depth 1" if PROTOCOL != "gomocup" else "MESSAGE depth 1")
        time.sleep(0.01)
    answer = {"illegal": "a0i9", "unreadable": "hello", "none": "(none)"}.get(HOW, good)
    if HOW == "nobestmove":
        say("nobestmove")
    elif HOW == "empty":
        say("bestmove")
    else:
        say(f"bestmove {answer}" + " resign" * (HOW == "resign"))


def uci(line: str, state: dict) -> None:
    words = line.split()
    if words[0] == PROTOCOL and HOW != "other":
        say("id name Bad Engine 1\nid author nobody\nfree text")
        name = "name " if PROTOCOL == "uci" else ""
        say(f"option {name}Hash type spin default 16 min 1 max 64")
        say(f"option {name}Style type combo default calm var calm var very wild")
        say(f"option {name}Own Book type check default true\noption {name}Clear type button")
        say(f"option {name}File type string default <empty>")
        if HOW == "milliseconds":
            say("option usemillisec type check default false")
        say(f"{PROTOCOL}ok")
    elif words[0] == "isready":
        say("readyok")
    elif words[0] == "position":
        state["played"] = line.partition(" moves ")[2].split()
    elif words[0] == "go":
        played = state["played"]
        good = MOVES["wb"[len(played) % 2]][len(played) // 2]
        if HOW == "scores":
            say(f"info depth 2 score {'cp ' * (PROTOCOL == 'uci')}50 pv {good} x9x9")
        if HOW in ("mates", "mated"):
            say(f"info depth 2 score mate {7 if HOW == 'mates' else -7} pv {good}")
        if HOW != "quiet":
            say(f"info depth 3 nodes 12 pv {good}\ninfo depth 4 currmove x\ninfo string nodes 99\ninfo nodes {10**30}")
        if played:
            say(f"bestmove {good} ponder h9g7")
        else:
            misbehave(good)


def gomocup(line: str, state: dict) -> None:
    words = line.split()
    if HOW == "deaf" and time.monotonic() < state.get("moved", 0.0) + 1.0:
        say(f"ERROR Unknown command: {words[-1]}")
    elif HOW == "half-deaf" and words[0] == "TURN":
        say(f"ERROR Unknown command: {words[1]}")
    elif words[0] == "ABOUT" and HOW != "other":
        say('MESSAGE hello\nname="Bad Brain", version="1", author="nobody", country="XX"')
    elif words[0] == "START":
        say("ERROR no such size" if HOW == "small" else "OK")
    elif words[0] == "BOARD":
        state["stones"] = []
    elif line.count(",") == 2:
        state["stones"].append(line[:-2])
    elif words[0] == "SWAP2BOARD":
        state["swap2"] = True
    elif words[0] == "DONE" and state.pop("swap2", False):
        say(
            {"pair": "0,0 1,1", "three": "0,0 1,1 2,2", "twice": "0,0 0,0", "unreadable": "swap please"}.get(
                HOW, "SWAP"
            )
        )
    elif words[0] in ("BEGIN", "TURN", "DONE"):
        if words[0] != "DONE":
            state["stones"] = state["stones"] + [words[1]] if words[0] == "TURN" else []
        stones = state["stones"]
        good = next(point for point in POINTS if point not in stones)
        stones.append(good)
        if HOW == "stopped":
            begun = time.process_time()
            while time.process_time() < begun + 0.05:
                pass
            good = good if sys.stdin.readline().strip() == "YXSTOP" else "not stopped"
        if words[0] == "BEGIN":
            answers = {"illegal": "99,99", "occupied": good, "unreadable": "somewhere", "error": "ERROR no idea"}
            if HOW in answers:
                good = answers[HOW]
            elif HOW in ("crash", "silence", "late", "flood", "burns"):
                misbehave(good)
        state["moved"] = time.monotonic()
        say(good)


def main() -> None:
    if len(sys.argv) > 3 and HOW != "told":
        with open(sys.argv[3], "a") as file:
            file.write(f"{os.getpid()}\n")
        with open(sys.argv[3]) as file:
            if HOW == "once" and len(file.readlines()) > 1:
                return
    if HOW == "ends":
        return
    state: dict = {}
    for line in sys.stdin:
        line = line.strip()
        if line in ("quit", "END"):
            if HOW == "deaf":
                time.sleep(1000)
            return
        if HOW == "told":
            with open(sys.argv[3], "a") as file:
                file.write(f"{line}\n")
        if line:
            (gomocup if PROTOCOL == "gomocup" else uci)(line, state)


main()
