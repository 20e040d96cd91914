"""The documents whose sentences are measured: who wrote them, their titles, and where they are."""

from dataclasses import dataclass

__all__ = ["DOCUMENTS", "Document"]


@dataclass(frozen=True)
class Document:
    """A document that claims something."""

    author: str
    """Name of the author, as the document gives it; empty if it gives none."""
    title: str
    """Title, in Chinese."""
    english: str
    """What the document is about, in English."""
    where: str
    """Year and place of publication, as far as the document says."""
    url: str = ""
    """Address of the document, or of the program that it describes; empty if none is known."""


DOCUMENTS = {
    "Royhoo": Document(
        "Royhoo",
        "JavaScript中国象棋程序(6) - 克服水平线效应、检查重复局面",
        "XiangQi Wizard tutorial in JavaScript, part 6: horizon effect and repetition",
        "reprinted 2020",
        "https://github.com/Royhoo/write-a-chinesechess-program",
    ),
    "zhangxiny": Document(
        "zhangxiny",
        "中国象棋程序设计(五)置换表",
        "XiangQi Wizard tutorial in Delphi, part 5: transposition table",
        "cnblogs",
        "https://www.cnblogs.com/zhangxiny/p/15711598.html",
    ),
    "fenon": Document(
        "fenon",
        "中国象棋软件引擎审局揭秘系列4上",
        "Search and evaluation of xiangqi engines: Crafty, Fruit 2.1 and Toga II compared",
        "forum 日升家园, 2013",
    ),
    "Song Zixing": Document(
        "宋子星 (Song Zixing)",
        "报告四",
        "Report 4 on a gomoku program: ordering, kill search, Zobrist keys",
        "no year",
    ),
    "gomoku tutorial": Document(
        "",
        "基于博弈树的开源五子棋AI教程[6 置换表]",
        "Open-source gomoku tutorial by game trees, part 6: transposition table",
        "reprinted 2024",
        "http://www.niftyadmin.cn/n/5322917.html",
    ),
}
"""The five documents, by the names that :attr:`Claim.source <boyi_studies.claims.claim.Claim.source>` uses."""
