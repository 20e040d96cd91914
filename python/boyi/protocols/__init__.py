"""Players that other programs drive by a protocol: :mod:`boyi.protocols.gomocup` and :mod:`boyi.protocols.uci`."""
