"""Protocols that other programs speak: :mod:`boyi.protocols.gomocup`."""
