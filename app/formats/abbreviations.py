"""Points that end no sentence: abbreviations and ordinals of German, English and Dutch.

The tokens stay as they are: “med” and “.” are two. Words that are also something else count only
where their neighbours say so: “nat.” after another point (“Dr. rer. nat.”), “art.” before a number.
"""

from __future__ import annotations

_PHRASES = "bzw ggf ggfs evtl insb zzgl abzgl vgl bspw entspr lt wg bijv zgn resp"
_NOUNS_AS_WELL = "sog jew"
"""With a capital they are a German noun and an English one."""
_GERMAN = (
    "Fa Mag Univ Priv Doz Dres Hrn Bgm Pfr Hptm Oblt stv Stv Hl hl geb gest verh verw verst ehem "
    "jur phil theol"
)
_ENGLISH = "Messrs Mmes Adm Maj Brig Cmdr Cpl Pvt Supt Insp Atty Dept Univ Mt Ft v"
_DUTCH = "dhr mevr mw mej drs ir mr dr ds jhr jkvr bv gebr wrsch"

_OR_ENDING = (
    "Mio Mrd Tsd Std Min Sek Stk Tel Jh Jhd Jhdt Str str usf Tbl Amp Pat Esq Ave Blvd Rd enz jl "
    "jun sen mln mld prof med inkl Inkl exkl Exkl incl Incl excl Excl Sog"
)
_COUNTED = (
    "S p pp P fig figs tab vol no nos nr art par sec ch eq max min est Bd Kap Ziff Rn Rdnr Rz Anm "
    "Zi Kl tel blz hfst Aufl Ausg Bl Art Lief Pos ca tgl Temp Max"
)
_AFTER_OTHERS = (
    "med jur phil theol rer nat pol oec ing habil techn sc agr dent vet pharm paed Ing Inf Kfm "
    "Psych Biol Chem Phys Päd Soz"
)
_ARTICLES = "am im zum zur vom beim der die das dem den des"

_NEVER_LAST = frozenset(
    f"{_PHRASES} {_PHRASES.title()} {_NOUNS_AS_WELL} {_GERMAN} {_ENGLISH} {_DUTCH}".split()
)
"""What follows them belongs to the sentence: names, or the rest of a phrase."""

_MAYBE_LAST = frozenset(_OR_ENDING.split())
"""Units, parts of addresses and others: they end a sentence before a word that begins one."""

_BEFORE_NAME = ("prof", "De")
"""Dutch names begin with an article that has a capital after a title: “prof. De Vries”."""

_BEFORE_NUMBERS = frozenset(_COUNTED.split())
"""Some of them are also words, or initials."""

_DEGREES = frozenset(_AFTER_OTHERS.split())
"""They follow another abbreviation: “Dr. rer. nat.”, “Dipl. Psych.”."""

_BEFORE_ORDINALS = frozenset(_ARTICLES.split())
"""German words between which and a noun a number with a point is an ordinal: “im 2. Stock”."""

_MONTHS = (
    "Januar Jänner Februar März April Mai Juni Juli August September Oktober November Dezember "
    "Jan. Feb. Apr. Jun. Jul. Aug. Sep. Sept. Okt. Nov. Dez. Jahrhundert"
)
_AFTER_ORDINALS = frozenset(_MONTHS.split())
"""German words before which a number with a point is an ordinal: “am 3. März”."""

_FIRST = (
    "The A An He She It They We I You In On At But And This That These Those There After When My "
    "His Her Their Our Its Then What Why How If For From With As So Not "
    "Der Die Das Er Sie Es Wir Ein Eine Ich Ihr Ihre Sein Seine Man Dann Danach Dabei Dies Diese "
    "Dieser Dieses Auch Als Am Im Bei Nach Mit Für Seit Zum Zur Und Aber Nun Wenn Dort Hier "
    "De Het Een Hij Zij Ze Wij Ik Je U Dat Dit Er Na Op Maar En Toen Daarna Deze Bij Met"
)
LIKELY_FIRST = frozenset(_FIRST.split())
"""Words that have a capital only where a sentence begins."""

_LONGEST_LIST_NUMBER = 3
"""Digits of the longest number of a paragraph."""

_NUMERALS = "II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"
_ROMAN = frozenset(_NUMERALS.split())

_LONGEST = 12
"""Characters of the longest of all these words."""


def ends_no_sentence(body: str, start: int, end: int, following: str) -> bool:
    """Return whether a point ends no sentence, because it belongs to the word before it.

    ``start`` and ``end`` are the place of that word, ``following`` is the token after the point.
    """
    word = body[start:end]
    if _is_list_number(body, start, word):
        return True
    if word.isdecimal():
        return _is_ordinal(body, start, word, following)
    if len(word) > _LONGEST and not word.endswith("str"):
        return False
    if word in _NEVER_LAST:
        return True
    is_number = following[0].isdecimal()
    after_point = body[max(start - 2, 0) : start].rstrip().endswith(".")
    if (is_number and word in _BEFORE_NUMBERS) or (after_point and word in _DEGREES):
        return True
    # A letter in a chain, or a street: “z. B. 5 mg”, “Hauptstr. 5”.
    is_letter = len(following.rstrip(".")) == 1 and following[0].isalpha()
    in_chain = len(word) == 1 and word.isalpha() and (after_point or is_letter)
    is_part = in_chain or word in _MAYBE_LAST or word.endswith("str")
    return is_part and (following not in LIKELY_FIRST or (word, following) == _BEFORE_NAME)


def _is_list_number(body: str, start: int, word: str) -> bool:
    """Return whether a word is the number of a paragraph or of a list's item: it begins a line."""
    is_number = (word.isdecimal() and len(word) <= _LONGEST_LIST_NUMBER) or word in _ROMAN
    if not is_number:
        return False
    before = body[max(start - _LONGEST, 0) : start]
    return ("\n" in before or start <= _LONGEST) and not before.rpartition("\n")[2].strip()


def _is_ordinal(body: str, start: int, number: str, following: str) -> bool:
    """Return whether a number with a point is that of a day, a century or another noun."""
    if len(number) > 2:
        return False
    if following in _AFTER_ORDINALS:
        return True
    before = body[max(start - _LONGEST, 0) : start].split()
    is_after = bool(before) and before[-1].lower() in _BEFORE_ORDINALS
    # Not of English: “I am 5.”
    is_after = is_after and before[-2:-1] != ["I"]
    return is_after and following[0].isalpha() and following not in LIKELY_FIRST
