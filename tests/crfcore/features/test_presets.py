import pytest

from crfcore.errors import DataError, TemplateError
from crfcore.features.presets import PRESETS, template_named
from crfcore.features.template import parse_template


@pytest.mark.parametrize(
    ("name", "n_columns"),
    [("basic", 1), ("basic-pos", 2), ("ner", 1), ("pos", 1), ("chunking", 2)],
)
def test_the_columns_that_each_preset_needs(name, n_columns):
    template = template_named(name)
    assert template.n_columns == n_columns
    assert template.has_transitions
    literals = [feature.literals for feature in template.features]
    assert len(set(literals)) == len(literals)


def test_all_presets_are_tested():
    assert set(PRESETS) == {"basic", "basic-pos", "ner", "pos", "chunking"}


def test_chunking_is_the_set_of_crfpp():
    template = template_named("chunking")
    assert len(template.unigrams) == 19
    assert [str(feature) for feature in template.bigrams] == ["B"]
    assert str(template.unigrams[-1]) == "U22:%x[0,1]/%x[1,1]/%x[2,1]"


def test_basic_with_parts_of_speech_has_all_lines_of_basic():
    basic, more = template_named("basic"), template_named("basic-pos")
    added = [str(feature) for feature in more.features if feature not in basic.features]
    assert added == ["Uq:%x[0,1]", "Uq-1:%x[-1,1]", "Uq+1:%x[1,1]"]
    assert len(more.features) == len(basic.features) + len(added)


def test_a_template_may_be_a_file_or_a_text(tmp_path):
    path = tmp_path / "my%x.template"
    path.write_bytes(b"\xef\xbb\xbfU00:%x[0,0]\r\nB\r\n")
    expected = parse_template("U00:%x[0,0]\nB\n")
    assert template_named(str(path)) == expected
    assert template_named("U00:%x[0,0]\nB") == expected
    assert template_named("U00:%x[0,0]").unigrams == expected.unigrams


def test_what_is_none_of_them_is_named():
    with pytest.raises(
        TemplateError, match="no template 'bsic': it is neither a file nor one of basic, basic-pos"
    ):
        template_named("bsic")


def test_errors_in_a_file_name_it(tmp_path):
    path = tmp_path / "t"
    path.write_text("U:%x[0\n")
    with pytest.raises(TemplateError, match=r"t, line 1: '%x\[0': the bracket"):
        template_named(str(path))
    with pytest.raises(DataError, match="This is a folder"):
        template_named(str(tmp_path))


@pytest.mark.parametrize("text", ["", "  "])
def test_an_empty_template_is_refused(text):
    with pytest.raises(TemplateError, match=r"^The template is empty; give its lines"):
        template_named(text)
