"""Model files of CRF++ and Wapiti, written by hand from their formats, and what they score.

Attributes are texts here, as in those programs: a template line is expanded cell by cell, and a
dictionary from text to weights is all there is.
"""

from __future__ import annotations

import re

import numpy as np

from crfcore.features.cells import cell_function

_CELL = re.compile(r'%([xXtTmM])\[(@?)(-?\d+),(\d+)(?:,"((?:[^"\\]|\\.)*)")?\]')


def expanded(line, sentence, t, border):
    """Return the attribute of a line at a token; `border` names what lies outside."""

    def cell(found):
        sentence_index = int(found[3])
        if found[2]:
            sentence_index = (
                len(sentence) + sentence_index if sentence_index < 0 else sentence_index - 1
            )
        else:
            sentence_index += t
        string = (
            sentence[sentence_index][int(found[4])]
            if 0 <= sentence_index < len(sentence)
            else border(sentence_index, len(sentence))
        )
        name = "t" if found[1] == "T" else found[1]
        return cell_function(name, 0, found[5] or "")(string)

    return _CELL.sub(cell, line)


def crfpp_border(sentence_index, length):
    return f"_B{sentence_index}" if sentence_index < 0 else f"_B+{sentence_index - length + 1}"


def wapiti_border(sentence_index, length):
    distance = -sentence_index if sentence_index < 0 else sentence_index - length + 1
    return f"_x{'-' if sentence_index < 0 else '+'}{distance if distance < 5 else '#'}"


class TextModel:
    """A model whose attributes are texts.

    Parameters
    ----------
    lines : list of str
        The template.
    sentences : sentences of tokens that are sequences of fields
        What the model was trained on.
    labels : list of str
    border : function
    rng : Generator
        Weights are drawn.
    """

    def __init__(self, lines, sentences, labels, border, rng):
        self.lines, self.labels, self.border = lines, labels, border
        self.weights = {}
        n_labels = len(labels)
        for sentence in sentences:
            for t in range(len(sentence)):
                for text in self.texts(sentence, t, "uUbB*"):
                    width = n_labels if text[0] in "uU" else n_labels**2
                    width += n_labels * (text[0] == "*")
                    if text not in self.weights:
                        drawn = np.round(rng.normal(size=width), 3)
                        self.weights[text] = np.where(rng.random(width) < 0.3, 0.0, drawn)

    def texts(self, sentence, t, kinds):
        return [expanded(line, sentence, t, self.border) for line in self.lines if line[0] in kinds]

    def lattice(self, sentence):
        """Return scores (T, L) and transitions (T, L, L) of a sentence."""
        n_labels, length = len(self.labels), len(sentence)
        scores, transitions = np.zeros((length, n_labels)), np.zeros((length, n_labels, n_labels))
        for t in range(length):
            for text in self.texts(sentence, t, "uU*"):
                scores[t] += self.weights.get(text, np.zeros(n_labels))[:n_labels]
            for text in self.texts(sentence, t, "bB*") if t else ():
                pairs = self.weights.get(text, np.zeros(n_labels**2))[-(n_labels**2) :]
                transitions[t] += pairs.reshape(n_labels, n_labels)
        return scores, transitions

    def crfpp_text(self, cost_factor=1.0):
        sentence_indices, n = [], 0
        for text, weights in self.weights.items():
            sentence_indices.append(f"{n} {text}")
            n += len(weights)
        parts = [
            ["version: 100", f"cost-factor: {cost_factor:g}", f"maxid: {n}", "xsize: 2"],
            self.labels,
            [line for kind in "UB" for line in self.lines if line[0] == kind],
            sorted(sentence_indices, key=lambda line: line.split(" ", 1)[1]),
            [f"{weight:.16f}" for weights in self.weights.values() for weight in weights],
        ]
        return "\n\n".join("\n".join(part) for part in parts) + "\n"

    def wapiti_model(self, header="#mdl#2#{}", reader="#rdr#{}/1/0"):
        weights = np.concatenate(list(self.weights.values()))
        numbers = np.flatnonzero(weights)

        def strings(texts):
            # A netstring counts bytes.
            return [f"{len(text.encode('utf-8', 'surrogateescape'))}:{text}," for text in texts]

        lines = [header.format(len(numbers)), reader.format(len(self.lines))]
        lines += strings(self.lines)
        lines += [f"#qrk#{len(self.labels)}", *strings(self.labels)]
        lines += [f"#qrk#{len(self.weights)}", *strings(self.weights)]
        lines += [f"{number}={weights[number].hex()}" for number in numbers.tolist()]
        return "\n".join(lines) + "\n"

    def wapiti_dump(self):
        lines, n_labels = [], len(self.labels)
        for text, weights in self.weights.items():
            if text[0] in "u*":
                for label, weight in zip(self.labels, weights, strict=False):
                    lines += [f"{text}\t#\t{label}\t{weight:f}"] if weight else []
            if text[0] in "b*":
                for pair, weight in enumerate(weights[-(n_labels**2) :]):
                    before, after = self.labels[pair // n_labels], self.labels[pair % n_labels]
                    lines += [f"{text}\t{before}\t{after}\t{weight:f}"] if weight else []
            lines.append("")
        return "\n".join(lines) + "\n"
