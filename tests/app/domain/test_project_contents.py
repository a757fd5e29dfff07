from app.domain.project_contents import ProjectContents


def test_one_of_a_kind_is_said_in_the_singular():
    assert ProjectContents(1, 1, 1, 1, 1).in_words() == (
        "1 document, 1 sentence (1 done), 1 token, 1 label"
    )
    assert ProjectContents(0, 1_200, 0, 20_000, 2).in_words() == (
        "0 documents, 1,200 sentences (0 done), 20,000 tokens, 2 labels"
    )
