"""Players that other programs drive by a protocol.

:mod:`boyi.protocols.gomocup` plays gomoku. :mod:`boyi.protocols.uci` and :mod:`boyi.protocols.ucci` play xiangqi: they
are two dialects of one player, :class:`boyi.protocols.xiangqi_engine.Player`.
"""
