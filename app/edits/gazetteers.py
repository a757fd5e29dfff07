"""Edits of gazetteers, which may be grammars, and of their phrases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from app.domain.edits import Edit, GazetteerChange, Origin, PhraseChange
from app.domain.gazetteers import Gazetteer, Use, normal_phrase
from app.domain.invisible import as_name
from app.domain.project import Project
from app.domain.rules import renamed_name
from app.domain.step_texts import step_data
from crfcore.grammars.grammar_text import with_renamed_list, with_renamed_symbol


def add_gazetteer(
    project: Project,
    gazetteer: Gazetteer,
    phrases: Mapping[str, str],
    origin: Origin = Origin.TYPED,
) -> Edit:
    """Add a gazetteer with its phrases at the end of the list, with a new id."""
    number = max((0, *project.gazetteers, *project.phrases)) + 1
    position = max((one.position for one in project.gazetteers.values()), default=-1) + 1
    row = replace(gazetteer, id=number, position=position, name=free_name(project, gazetteer.name))
    return Edit(
        "add_gazetteer",
        step_data(row.name, case=_case(row)),
        origin,
        gazetteers=(GazetteerChange(None, row),),
        phrases=_changed(number, {}, phrases),
    )


def change_gazetteer(project: Project, gazetteer: Gazetteer, case: str = "") -> Edit:
    """Replace the gazetteer that has the same id; its phrases stay.

    Grammars that read it do so under its new name.
    """
    before = project.gazetteers[gazetteer.id]
    if gazetteer.name != before.name:
        name = as_name(gazetteer.name).strip()
        name = free_name(project, name, without=before.id) if name else before.name
        gazetteer = replace(gazetteer, name=name)
    changes = [GazetteerChange(before, gazetteer)] if gazetteer != before else []
    if gazetteer.name != before.name and not before.grammar:
        changes += _readers_renamed(project, before.name, gazetteer.name)
    case = case or _case(gazetteer)
    data = step_data(gazetteer.name, case=case) if case else _what_changes(before, gazetteer)
    return Edit("change_gazetteer", data, gazetteers=tuple(changes))


def _what_changes(before: Gazetteer, after: Gazetteer) -> str:
    """Return the data of a step that changes a gazetteer, with what it changes if that is one."""
    if after == replace(before, name=after.name):
        return step_data(before.name, after.name, case="rename")
    # A list without labels loses what it expects of them.
    if after == replace(before, label=after.label, share=after.share) and after.label:
        return step_data(after.name, after.label, case="label")
    if after == replace(before, label="", share=after.share):
        return step_data(after.name, case="label_none")
    if after == replace(before, ignore_case=after.ignore_case):
        return step_data(after.name, case=f"case_{'ignored' if after.ignore_case else 'matters'}")
    if after == replace(before, effect=after.effect, others=after.others, cost=after.cost):
        return step_data(after.name, case="rule")
    return step_data(after.name)


def switch_use(project: Project, number: int, use: Use, *, on: bool) -> Edit:
    """Switch a use of a gazetteer on or off."""
    before = project.gazetteers[number]
    after = {
        Use.RULE: replace(before, as_rule=on),
        Use.PROPOSALS: replace(before, as_proposals=on),
        Use.FEATURES: replace(before, as_features=on),
    }
    return change_gazetteer(project, after[use], f"{use}_{'on' if on else 'off'}")


def remove_gazetteer(project: Project, number: int) -> Edit:
    """Remove a gazetteer with its phrases."""
    row, known = project.gazetteers[number], project.phrases.get(number, {})
    return Edit(
        "remove_gazetteer",
        step_data(row.name, case=_case(row)),
        gazetteers=(GazetteerChange(row, None),),
        phrases=_changed(number, known, dict.fromkeys(known)),
    )


def set_phrase(project: Project, number: int, phrase: str, label: str = "") -> Edit:
    """Add a phrase, or change the label of one; nothing for a blank text."""
    text = normal_phrase(phrase)
    known = project.phrases.get(number, {})
    return Edit(
        "set_phrase",
        step_data(text, project.gazetteers[number].name, case="change" if text in known else ""),
        phrases=_changed(number, known, {text: label.strip()} if text else {}),
    )


def change_phrase(project: Project, number: int, before: str, phrase: str, label: str) -> Edit:
    """Change the text or the label of a phrase."""
    text = normal_phrase(phrase)
    known = project.phrases.get(number, {})
    wanted = {before: None, text: label.strip()} if text else {}
    return Edit(
        "change_phrase",
        step_data(before, project.gazetteers[number].name),
        phrases=_changed(number, known, wanted),
    )


def remove_phrases(project: Project, number: int, phrases: Iterable[str]) -> Edit:
    """Remove phrases from a gazetteer."""
    known = project.phrases.get(number, {})
    gone = [phrase for phrase in dict.fromkeys(phrases) if phrase in known]
    name = project.gazetteers[number].name
    return Edit(
        "remove_phrases",
        step_data(gone[0], name) if len(gone) == 1 else step_data(len(gone), name, case="many"),
        phrases=_changed(number, known, dict.fromkeys(gone)),
    )


def free_name(project: Project, wanted: str, without: int | None = None) -> str:
    """Return a name that no other gazetteer has: features are named after it."""
    taken = {one.name for one in project.gazetteers.values() if one.id != without}
    wanted = as_name(wanted)
    name, number = wanted, 1
    while name in taken:
        number += 1
        name = f"{wanted} {number}"
    return name


def gazetteers_renamed(
    project: Project, before: str, after: str
) -> tuple[tuple[GazetteerChange, ...], tuple[PhraseChange, ...]]:
    """Return the changes of gazetteers for a label's new name."""
    rows: list[GazetteerChange] = []
    phrases: list[PhraseChange] = []
    for row in project.ordered_gazetteers():
        new = replace(
            row,
            label=renamed_name(row.label, before, after),
            others=tuple(dict.fromkeys(renamed_name(name, before, after) for name in row.others)),
            grammar=with_renamed_symbol(row.grammar, before, after) if row.grammar else "",
        )
        if new != row:
            rows.append(GazetteerChange(row, new))
        known = project.phrases.get(row.id, {})
        if before in known.values():
            own = {one: after for one, label in known.items() if label == before}
            phrases += _changed(row.id, known, own)
    return tuple(rows), tuple(phrases)


def _readers_renamed(project: Project, before: str, after: str) -> tuple[GazetteerChange, ...]:
    """Return the changes of grammars for a gazetteer's new name."""
    changes = []
    for row in project.ordered_gazetteers():
        new = replace(row, grammar=with_renamed_list(row.grammar, before, after))
        if new != row:
            changes.append(GazetteerChange(row, new))
    return tuple(changes)


def _case(gazetteer: Gazetteer) -> str:
    return "grammar" if gazetteer.grammar else ""


def _changed(
    number: int, known: Mapping[str, str], wanted: Mapping[str, str | None]
) -> tuple[PhraseChange, ...]:
    """Return the changes that give phrases their labels, None to remove one."""
    if wanted and not known and None not in wanted.values():
        # A whole file: no need of a hundred thousand comparisons.
        return (PhraseChange(number, tuple(wanted), (None,) * len(wanted), tuple(wanted.values())),)
    touched = tuple(one for one in wanted if known.get(one) != wanted[one])
    if not touched:
        return ()
    before = tuple(known.get(one) for one in touched)
    return (PhraseChange(number, touched, before, tuple(wanted[one] for one in touched)),)
