"""Binary game files of xiangqi as their programs write them, by descriptions: no line is shared with boyi's readers."""

import random
import struct

from boyi.records import Game


def _board(game: Game) -> list[str]:
    """The start position, rank 9 first: 90 letters or dots."""
    rows = game.start.fen.split()[0]
    return [letter for letter in "".join("." * int(c) if c.isdigit() else c for c in rows) if letter != "/"]


def _siblings_left(node) -> bool:
    """Whether a variation stands behind the node."""
    return node.parent is not None and node.parent.children[-1] is not node


def _said(node) -> str:
    return node.comment.replace("\n", "\r\n")


def xqf(game: Game, version: int = 18, keys: tuple[int, int, int] = (12, 34, 56), seed: int = 1) -> bytes:
    """The game as XQF; ``keys`` are those of pieces, of squares from and of squares to, each from 1 to 254."""
    noise = random.Random(seed)
    head = bytearray(1024)
    head[:3] = b"XQ" + bytes([version])
    piece_key = from_key = to_key = length_key = 0
    stream = bytes(32)
    if version > 10:
        head[3] = noise.randrange(256)
        head[4:12] = noise.randbytes(8)
        head[12] = -sum(keys) % 256
        head[13:16] = bytes(keys)
        mix = [((((k * k * 3 + 9) * 3 + 8) * 2 + 1) * 3 + 8) for k in keys]
        piece_key = mix[0] * keys[0] & 255
        from_key = mix[1] * piece_key & 255
        to_key = mix[2] * from_key & 255
        length_key = (head[12] * 256 + head[13]) % 32000 + 767
        four = [(head[12 + i] & head[3]) | head[8 + i] for i in range(4)]
        stream = bytes(ord(sign) & four[i % 4] for i, sign in enumerate("[(C) Copyright Mr. Dong Shiwei.]"))
    places = _xqf_places(game)
    for i in range(32):
        slot = (i + 1 + piece_key) % 32 if version >= 12 else i
        head[16 + i] = (places[slot] + piece_key) & 255
    head[50] = int(game.start.turn == "black")
    head[51] = {"*": 0, "1-0": 1, "0-1": 2, "1/2-1/2": 3}[game.result]
    for name, at in {
        "Title": 0x50,
        "Event": 0xD0,
        "Date": 0x110,
        "Red": 0x130,
        "Black": 0x140,
        "Author": 0x1E0,
    }.items():
        text = game.headers.get(name, "").encode("gb18030")
        head[at : at + 1 + len(text)] = bytes([len(text)]) + text
    body = bytearray()
    for node in game.nodes():
        text = _said(node).encode("gb18030")
        if version > 10:
            flags = 0x80 * bool(node.children) | 0x40 * _siblings_left(node) | 0x20 * bool(text)
            flags |= noise.randrange(32)
        else:
            flags = 0xF0 * bool(node.children) | 0x0F * _siblings_left(node)
        if node.move is None:
            squares = b"XQ" if version > 10 else b"\x18\x20"
        else:
            squares = bytes(
                (10 * (ord(square[0]) - 97) + int(square[1]) + shift) & 255
                for square, shift in (
                    (node.move.from_square, 24 + from_key),
                    (node.move.to_square, 32 + to_key),
                )
            )
        body += squares + bytes([flags, noise.randrange(256)])
        if text or version <= 10:
            body += struct.pack("<I", len(text) + (length_key if text else 0)) + text
    return bytes(head) + bytes((byte + stream[i % 32]) & 255 for i, byte in enumerate(body))


def _xqf_places(game: Game) -> list[int]:
    """Ten times the file plus the rank for each piece in the format's order, 255 for those that are not there."""
    free: dict[str, list[int]] = {}
    for i, letter in enumerate(_board(game)):
        free.setdefault(letter, []).append(i % 9 * 10 + 9 - i // 9)
    order = "RNBAKABNRCCPPPPP"
    return [free[letter].pop(0) if free.get(letter) else 255 for letter in order + order.lower()]


def cbr(game: Game, seed: int = 1) -> bytes:
    """The game as CBR, with noise between the fields and behind the texts."""
    noise = random.Random(seed)
    head = bytearray(noise.randbytes(2214))
    head[:20] = b"CCBridge Record\0\0\0\0\2"
    sizes = {180: 128, 308: 256, 820: 32, 852: 32, 2080: 32}
    names = {180: "Title", 692: "Event", 756: "Round", 884: "Date", 948: "Site", 1076: "Red", 1300: "Black"}
    others = (308, 564, 820, 852, 1012, 1140, 1204, 1364, 1428, 1524, 1588, 1652, 1780, 2080)
    for at in (*names, *others):
        text = game.headers.get(names.get(at, ""), "").encode("utf-16-le") + b"\0\0"
        assert len(text) <= sizes.get(at, 64)
        head[at : at + len(text)] = text
    head[2076] = ["*", "1-0", "0-1", "1/2-1/2"].index(game.result)
    head[2112] = 1 if game.start.turn == "red" else 2
    order = ".RNBAKCP"
    for i, letter in enumerate(_board(game)):
        head[2120 + i] = 0 if letter == "." else order.index(letter.upper()) + (16 if letter.isupper() else 32)
    body = bytearray()
    for node in game.nodes():
        text = _said(node).encode("utf-16-le")
        flags = (not node.children) | 2 * _siblings_left(node) | 4 * bool(text)
        squares = [0, 0]
        if node.move is not None:
            ends = (node.move.from_square, node.move.to_square)
            squares = [9 * (9 - int(square[1])) + ord(square[0]) - 97 for square in ends]
        body += bytes([flags, noise.randrange(256), *squares])
        if text:
            body += struct.pack("<I", len(text)) + text
    return bytes(head + body)


def cbl(records: list[bytes], slots: int = 140) -> bytes:
    """A library of CBR records, each padded to whole slots, behind an index of so many entries."""
    head = bytearray(66624 + 276 * slots)
    head[:16] = b"CCBridgeLibrary\0"
    head[52:56] = b"\xff\xff\xff\x7f"
    head[60:64] = struct.pack("<I", slots)
    return bytes(head) + b"".join(record + b"\xaa" * (-len(record) % 4096) for record in records)
