"""Tests of abbreviations and ordinals, after which a sentence goes on."""

from __future__ import annotations

import pytest

from app.formats.plain_text import read


def sentences(text: str) -> list[str]:
    return [sentence.text for sentence in read(text).sentences]


@pytest.mark.parametrize(
    "text",
    [
        # Titles
        "Frau Dr. med. Müller hat Herrn Prof. Dr. rer. nat. Schmidt operiert.",
        "Überwiesen von Dr. med. dent. Anna Groß und Dipl. Psych. Weiß.",
        "Er sah Priv. Doz. Dr. med. habil. Karl.",
        "Vertreten durch dhr. Jansen, mevr. De Vries en drs. Bakker.",
        "Behandeld door prof. dr. Smit en ir. Kok.",
        "Behandeld door prof. Smit en prof. De Vries.",
        "Messrs. Smith and Jones of the Dept. Health met Adm. Nelson.",
        "In Harrow v. Pell Ltd, and in Smith v. The Queen, the court agreed.",
        # Numbers of paragraphs and of items
        "1. The appeal is dismissed.",
        "II. The facts were these.",
        # Phrases
        "Er nahm Ibuprofen bzw. Paracetamol und ggf. Novalgin.",
        "Schmerzmittel, z. B. Aspirin, u. a. Paracetamol, d. h. Tabletten.",
        "Das kostet z. B. 5 Euro, vgl. S. 5 und Nr. 7.",
        "Er zahlte inkl. Porto 5 Euro, exkl. Versand, jew. Netto.",
        "Sog. Nullsummen kennt jede sog. Theorie.",
        "Hij kreeg bijv. Paracetamol, vgl. blz. 12.",
        "See p. 5, fig. 3 and art. 7 of the book.",
        # A word in small letters never begins a sentence.
        "Der Pat. berichtet, dass die Med. seit gestern hilft.",
        "Weitere Beschw. seit ca. drei Tagen.",
        # Units, streets, months, ordinals
        "Sie zahlten 5 Mio. Euro und warteten 10 Min. Pause ab.",
        "Er wohnt in der Hauptstr. 5 im 2. Stock.",
        "Das 1. Kind kam am 14. Tag zur Welt.",
        "Vgl. Abb. 3 und die 2. Operation, evtl. Kontrolle, 3 x tgl. 1 Tablette.",
        "Am 3. März und am 12. Dez. 2020 kam er zum 1. Mal.",
    ],
)
def test_a_sentence_goes_on(text: str) -> None:
    assert sentences(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Het is nat. | Hij valt.",
        "She loves art. | He does not.",
        "Das Gute an der Med. | Der Rest.",
        "Sie zahlten 5 Mio. | Die Firma schwieg.",
        "Er wohnt in der Bahnhofstr. | Dort ist es laut.",
        "I am 5. | Tom is 6.",
        "Er wohnt in der 5. | Danach kam der 6.",
        "Es waren 12. | Hunde bellten.",
        "The gem. | It shone.",
        "1. He lost in round 2. | She won round 1. | Then they left.",
        "2024. | The year was dry.",
        "He read chapter II. | It was long.",
        "He ran to the minister. | Nobody came.",
        "Viel Post (Briefe usw.). | Mehr Post.",
        "Variante b. | Danach Variante c. | I took it.",
        "Er trank Cola usw. | Dann ging er.",
        "His father was a Jew. | He lived in Ulm.",
        "He was a Jew. | Ulm was his home.",
        "Es gab einen Sog. | Das Boot sank.",
        "He is a prof. | She is a doctor.",
        "He took a med. | The pain left.",
        "Das kostet 5 inkl. | Er zahlte.",
        "Das kostet 5 exkl. | Er zahlte.",
        "The price is 5 incl. | He paid.",
        "Es gab viele Meister. | Stolz waren sie.",
    ],
)
def test_a_sentence_ends(text: str) -> None:
    expected = text.split(" | ")
    assert sentences(text.replace(" | ", " ")) == expected


def test_tokens_are_as_before() -> None:
    (sentence,) = read("Dr. med. Müller").sentences
    assert list(sentence.columns[0]) == ["Dr.", "med", ".", "Müller"]


def test_a_point_behind_white_space_belongs_to_no_word() -> None:
    assert sentences("Dr. med . Müller kam.") == ["Dr. med .", "Müller kam."]
