"""The one place where text becomes HTML or SVG: whatever is no :class:`Markup` yet is escaped."""

from html import escape
from json import dumps

__all__ = ["Markup", "element", "joined", "script_value"]


class Markup(str):
    """A text that is HTML or SVG already. Only :func:`element` and what has no text of users in it make one."""

    __slots__ = ()


def element(tag: str, /, *inside: object, **attributes: object) -> Markup:
    """An element with what is inside and with attributes; both are escaped, but for :class:`Markup` inside.

    An underscore in the name of an attribute is written as a hyphen, and one at its end is left out, as in ``class_``;
    attributes that are None are left out.

    >>> element("p", "1 < 2 ", element("b", "yes"), title='"quoted"')
    '<p title="&quot;quoted&quot;">1 &lt; 2 <b>yes</b></p>'
    """
    given = "".join(
        f' {name.removesuffix("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{tag}{given}>{joined(*inside)}</{tag}>")


def joined(*parts: object) -> Markup:
    """Parts one behind another, escaped but for those that are :class:`Markup`.

    >>> joined("a & b", Markup("<br>"))
    'a &amp; b<br>'
    """
    return Markup("".join(part if isinstance(part, Markup) else escape(str(part)) for part in parts))


def script_value(value: object) -> Markup:
    """Plain data as it stands within a script: JSON that cannot end the script.

    Within a script nothing is escaped as in HTML, and ``</script>`` and ``<!--`` would end it.

    >>> script_value({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    return Markup(dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"))
