"""The one place where text becomes HTML or SVG: whatever is no :class:`Markup` yet is escaped."""

from html import escape

__all__ = ["Markup", "element", "joined"]


class Markup(str):
    """A text that is HTML or SVG already. Only :func:`element` and what has no text of users in it make one."""

    __slots__ = ()


def element(tag: str, /, *inside: object, **attributes: object) -> Markup:
    """An element with what is inside and with attributes; both are escaped, but for :class:`Markup` inside.

    An underscore in the name of an attribute is written as a hyphen; attributes that are None are left out.

    >>> element("p", "1 < 2 ", element("b", "yes"), title='"quoted"')
    '<p title="&quot;quoted&quot;">1 &lt; 2 <b>yes</b></p>'
    """
    given = "".join(
        f' {name.replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items() if value is not None
    )
    return Markup(f"<{tag}{given}>{joined(*inside)}</{tag}>")


def joined(*parts: object) -> Markup:
    """Parts one behind another, escaped but for those that are :class:`Markup`.

    >>> joined("a & b", Markup("<br>"))
    'a &amp; b<br>'
    """
    return Markup("".join(part if isinstance(part, Markup) else escape(str(part)) for part in parts))
