"""A number of things in words."""


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number of things: "1 token", "1,200 tokens", "2 matches"."""
    return f"1 {noun}" if n == 1 else f"{n:,} {plural or noun + 's'}"
