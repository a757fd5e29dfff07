<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>About Tagwright</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Version and licence of the program</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Version {number}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Label text token by token while a conditional random field learns in the background and suggests the rest. Everything stays on this computer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Free software under the BSD 3-clause licence.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AcceptConfidentDialog</name>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept confident suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept all suggestions above a threshold in one step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>&amp;Minimum confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>&amp;Accept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Everything in the queue at or above the minimum confidence is accepted as one change. The least confident come first, so check those.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Searching…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept 1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept {n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept in 1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept in {n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Nothing to accept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Further left: more is accepted, with more errors in it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Minimum confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Minimum confidence of a suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Whole sentences, if every open token qualifies</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Individual spans and tokens; the rest stays open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Whole sentences, or parts of them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Suggestions to be accepted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Double-click to open a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No suggestion is that confident</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>1 token, probably correct</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>About {errors} of {tokens} tokens will be wrong</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>{errors} errors expected among {tokens} tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Expected errors: {errors} ({share}%). The confidence values are not calibrated yet: a model trained on little data tends to be overconfident, so more may be wrong.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Expected errors: {errors} ({share}%). Confidence was calibrated on the test sample, so this estimate is reliable on average.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The most confident suggestions are at {percent}%.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Nothing left to accept: every token is confirmed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The sentences in the queue have no suggestions. Test sentences never have any.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No suggestions yet. Label a few sentences first so that the model can learn.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Choose a lower threshold, or label more sentences.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Acceptance</name>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Everything up to here is already confirmed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence skipped.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence moved to the end of the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence flagged.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Flag removed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This sentence is not skipped, postponed or partly answered.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Returned to the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>There are no labels yet: make one in the Labels panel first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Nothing is labelled in this test sentence. Press Enter again if it has no labels.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Suggestions are still loading. Press Enter again to accept without them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Not accepted: 1 token has no label or suggestion.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Not accepted: {n} tokens have no label or suggestion.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This sentence is done, so it does not wait in the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>No more sentences match the queue filter.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Every sentence is confirmed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This is the last open sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>No more uncertain tokens. Switch the queue to whole sentences, or accept the confident suggestions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Only skipped or partly answered sentences remain (see the queue filter).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Only skipped sentences are left: choose “Skipped” in the queue's filter to see them.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>←, →</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move token by token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+←, →</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Jump to a span, a capital, or five tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Shift+←, →</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>↑, ↓</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move line by line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Home, End</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Start / end of line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+C</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Copy the selected text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Esc</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Back to the sentence, from any panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move between rows</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Enter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Open the row</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Space</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Toggle a rule or a check box</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>1, 2, 3</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Toggle rule, features, suggestions of a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>F2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Rename a document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Delete</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Remove a document, a rule or a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Menu</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Open the row's menu</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Click</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select a token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Drag</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select several tokens (also Shift+click)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Double click</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select the whole span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Drag an edge of a span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Resize the span (Esc cancels)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+wheel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Larger or smaller text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Label the selection as {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>There is no sentence to label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Nothing to undo.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Nothing to redo.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>The model is learning, or not ready to learn yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>No training is running.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Go to sentence {i}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/command_palette.py" />
            <source>There are {n} sentences.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>There is 1 sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>This cannot be done now.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Edit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Go</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Help</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Undo the last change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Redo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Redo the change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;History</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Show all changes, with author and time; go back or forward to any of them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Select the whole &amp;sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Select every token of the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Find sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Filter the sentence list by text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find in the pro&amp;ject</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Search the project by words, labels, confidence; edit all matches at once</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find &amp;next</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Go to the next match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find &amp;previous</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Go to the previous match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Words like this one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>List the words that have the same neighbours as the current word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Next uncertain token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Jump to the next uncertain token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Previous uncertain token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Jump to the previous uncertain token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next &amp;sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the next sentence of the text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Previous s&amp;entence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the previous sentence of the text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next in the &amp;queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the top of the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>P&amp;ostpone the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the sentence to the end of the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Flag the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Flag the sentence for review (press again to remove)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Return to the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Put a skipped, postponed or partly answered sentence back in the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Ne&amp;xt panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the focus to the next panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Pre&amp;vious panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the focus to the previous panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next &amp;tab</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Show the next tab of the column, and move the focus to it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Previo&amp;us tab</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Show the previous tab of the column, and move the focus to it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Open the manual for this panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Keyboard shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Show all shortcuts on one page</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Find a command…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Search commands, labels, documents and sentence numbers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Edit s&amp;hortcuts…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Customise shortcuts or choose a preset</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Tour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Learn the main commands in six steps</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Your &amp;name…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>The name recorded with your labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Show the &amp;log…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Program log, for bug reports</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;About Tagwright</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Version and licence information</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Set “no label” on the selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject &amp;this label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject the label shown; the model may suggest another</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Clear</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Remove your labels from the selection</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Extend end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend the span by one token at its end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten en&amp;d</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten the span by one token at its end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend sta&amp;rt</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend the span by one token at its start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>S&amp;horten start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten the span by one token at its start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>S&amp;plit the span here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Split the span before this token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Merge with the ne&amp;xt span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Merge this span, the next one, and everything between them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Select the span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Select the whole span, e.g. to relabel it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Repeat the last acti&amp;on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Apply the last label or action to the selection</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Label &amp;by name…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Find a label by name and apply it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Undo auto&amp;matic changes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Restore the suggestions from before your last correction, without marks</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Appl&amp;y to other occurrences…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>List other occurrences of these words and label them the same way</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Accept the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept all labels shown and go to the next sentence in the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept &amp;up to here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept everything from the start of the sentence to this token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Sk&amp;ip the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Remove the sentence from the queue without accepting it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Skip</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept con&amp;fident suggestions…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept all suggestions above a confidence threshold, after review</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Edit &amp;labels…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Add, rename, recolour, merge or delete labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Edit…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Label &amp;guide</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>What each label means, with an example</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Train now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Retrain on all confirmed labels now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Train</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Cancel the training</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Stop the current training; suggestions stay</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Pause learning</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Keep the current model until you resume</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>C&amp;hoose settings by cross-validation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Let the labels choose how models are trained, or use your settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Choose settings by cross-validation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;State of the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Show or hide the state of the model and its training data</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Pro&amp;gress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Show or hide model quality and progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Sho&amp;w learning curves by label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Find out where more labels would help, with and without unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Suggest template &amp;lines…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Find lines that would help your feature template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Suggest template lines…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;New project…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Create a project with your own labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Open project…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Open another project file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Sa&amp;ve (automatic)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Changes are saved automatically</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Save a copy…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Save the whole project to a second file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Import texts…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Import plain text, CoNLL, CoNLL-U, doccano/Prodigy JSONL or brat</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Paste text as &amp;document…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Import the text, or the files, copied in another program</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Unlabelled text…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Add text that the model learns from and you need not label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Export labelled text…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export the labelled documents, in their original format or another</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export the &amp;model…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Write the newest model for use from Python or the command line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Combine mode&amp;ls…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Make one model file of several, such as those of colleagues</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Project se&amp;ttings…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Scheme, features, and how the model learns</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Chec&amp;k the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Verify the integrity of the project file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Restore a &amp;backup…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Go back to an earlier state; nothing is overwritten</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export everything as &amp;plain files…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export texts, labels, rules and history as plain text and JSON</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Close the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Go back to the welcome page; everything is saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Quit</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Close Tagwright; everything is saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New r&amp;ule…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Define a constraint on the labels that are suggested</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New rule…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ru&amp;les</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Show or hide the rules panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;Find rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Suggest rules that hold for all confirmed labels (added switched off)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Le&amp;arn penalties</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Estimate the penalties of soft rules from confirmed labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>I&amp;mport rules…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Add rules from a file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>E&amp;xport rules…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Save the rules to a file for other projects or the command line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>A&amp;dd to a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Add the selected words to a gazetteer as a phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;Words for a gazetteer…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>List frequent words whose labels are uncertain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ga&amp;zetteers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Show or hide the gazetteers panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Imp&amp;ort a gazetteer…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Import a phrase list, with or without labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Import…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;New gazetteer…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Create an empty gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New &amp;grammar…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Write rules that find spans, for suggestions before the first label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ex&amp;port a gazetteer…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Write the phrases of the chosen gazetteer into a file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Larger text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Make the text of the sentence view larger</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Smaller text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Make the text of the sentence view smaller</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset &amp;text size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset the text size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Whole document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the whole document around the sentence, with all its labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>S&amp;ystem default theme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Follow the system's light or dark theme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>L&amp;ight theme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Dark text on a light background</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Dark theme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Light text on a dark background</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;High contrast</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Maximum contrast with bold outlines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Appearance…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Choose fonts, sizes, colours, patterns, language and motion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Le&amp;gend</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the labels below the sentence while the Labels panel is hidden</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Key hints</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the most useful shortcuts below the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Na&amp;mes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show or hide the names of the document, with the labels of each</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>L&amp;eft column</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Hide or show the panels at the left of the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Right column</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Hide or show the panels at the right of the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Detach the &amp;panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Move the current panel into a separate window, or put it back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Close the panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Close the current panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Full screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Use the whole screen</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset panel lay&amp;out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Restore the default panel layout</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Tagwright</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Digits and letters set labels; Enter accepts and continues.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Prodigy-like</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>A accepts, X rejects, Space skips, Backspace undoes, F flags, H shows shortcuts. Labels: 1–0, then Shift+digit, then Shift+Alt+digit.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>brat-like</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Digits and letters set labels, Delete clears, Insert selects the span, Ctrl+H repeats the last action.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>{key} is reserved for moving and copying in the sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Esc cannot be reassigned.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>{key} opens a menu.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>This key cannot be used as a shortcut.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Ages</name>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} d</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} h</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>just now</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{age} ago</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AnnotatorDialog</name>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>Your name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>The name recorded with your labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>Recorded with every label you set, so that teams can see who did what. It is stored on this computer and in the project file only.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>e.g. your initials</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>Save</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Announcer</name>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>1 token was updated automatically.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/announcer.py" />
            <source>{n} tokens were updated automatically.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>Sentence {i} of {n}: {text}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>Accepted. {sentence}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AppearanceDialog</name>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Appearance</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Stored on this computer, not in the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Show a &amp;pattern for every label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sentence font</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Same as interface</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sentence font size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Interface font</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>System default</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Interface font size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>System language</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Redu&amp;ce motion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>T&amp;heme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Co&amp;ntrast</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sen&amp;tence font</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Interface font</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Takes effect when Tagwright is restarted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Scale</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Language</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Reset</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Reset all appearance settings to their defaults</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Light</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Dark</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Normal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>High (black and white, bold outlines)</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>AppearanceSample</name>
        <message>
            <location filename="../../app/views/dialogs/appearance_sample.py" />
            <source>Preview</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance_sample.py" />
            <source>Two confirmed labels, a confident, an uncertain and an imported suggestion</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Application</name>
        <message>
            <location filename="../../app/application.py" />
            <source>Created the project {name} in {folder}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Restore a backup…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Open it without these steps</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>This is your own copy of the sample: {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Backup restored: {name} is now open.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>The previous version was kept as {path}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Asking</name>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Expected corrections</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sentences with the most expected errors first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sentences with the lowest confidence of a single token first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Possible missed spans</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences in which a span may be missing.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Inconsistent names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences with a name that has different labels in its document.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Lowest probability of the best labelling first; favours long sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident, length-normalised</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>The same, divided by sentence length.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Smallest margin</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Smallest gap between best and second-best labelling first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Total token entropy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Highest summed token entropy first; favours long sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Mean token entropy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sequence entropy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Most plausible alternative labellings first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>N-best entropy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences whose ten best labellings are almost equally likely.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Information density</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Uncertain and representative sentences first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Expected gradient length</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences that are expected to change the model most.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Fisher information</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences that are most informative about the rest.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Too slow for interactive use; use `tagwright simulate`.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Committee disagreement</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences on which several models disagree most.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Needs a committee of models, retrained after every label; use `tagwright simulate`.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Committee divergence (KL)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Largest differences between the probabilities of several models first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Random</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>In random order: slow to learn from, but unbiased.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Document order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>One sentence after the other.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>No adjustment</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>In exactly this order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Per minute of annotation time</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Ranks by benefit per minute of your time.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Skip near-duplicates</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Shows near-duplicates only once.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Mix in random sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>One in 10 sentences is random, for coverage.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Check whole sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Enter confirms every token of the sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Check uncertain tokens only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Enter confirms the uncertain tokens; see settings for the rest.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Backups</name>
        <message>
            <location filename="../../app/services/backups.py" />
            <source>Checking the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/backups.py" />
            <source>Exporting everything</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>BaseDialog</name>
        <message>
            <location filename="../../app/views/widgets/base_dialog.py" />
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/widgets/base_dialog.py" />
            <source>Close</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Binding</name>
        <message>
            <location filename="../../app/views/sentence_view/pane.py" />
            <source>No label has the key {key}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>BulkActionButton</name>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Label, clear, accept or flag all matches in one step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit {n} selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit all {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Accept suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Clear labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Flag the sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Postpone the sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Skip the sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Show in &amp;queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Restrict the queue to these sentences</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>BulkController</name>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing to apply yet: label or correct a word first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>No other occurrences of “{words}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>All other occurrences of “{words}” already have this label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing to change: everything was already labelled this way.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Done: {what}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Accepted {:confident token|confident tokens} in {:sentence|sentences}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing accepted: these sentences have changed since. Please review the list.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Buttons</name>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Detach the panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Close the panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Close the panel {name}: View → Panels brings it back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Detach the panel {name} into a separate window, or put it back</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Choice</name>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>Choose a label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>Choose a scheme</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ChoicesModel</name>
        <message>
            <location filename="../../app/item_models/choices.py" />
            <source>key {key}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Chooser</name>
        <message>
            <location filename="../../app/views/chooser.py" />
            <source>Matching commands</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/chooser.py" />
            <source>Press Enter to choose</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Closing</name>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>They are still being written.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Saving the last changes. The project closes as soon as they are saved.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>The disk does not answer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>The last change is not saved.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/closing.py" />
            <source>The last {n} changes are not saved.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Without a copy this change is lost when the project is closed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Without a copy these changes are lost when the project is closed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Not saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>{why}

Not saved: {steps}.

A copy in another folder or on another disk holds everything that you see. {lost}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Save a copy…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Try again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Close &amp;without it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Close &amp;without them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Do not close</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ClosingProjects</name>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Closing the current project, then opening {name}…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Removing the empty project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>The import was cancelled, and the empty project {name} was removed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>The last changes of {name} were not saved.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Could not back up {name} on closing: {reason}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ColourGrid</name>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Colour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Colour-blind-safe palette</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Blue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Orange</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Green</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Purple</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Sky blue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Vermilion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Yellow</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Black or white</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, striped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, dotted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, striped (reverse)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with bars</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with a grid</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with a lattice</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CombineModelsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Combine models</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Model files that become one model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Makes one model of several, such as those of colleagues whose texts you may not see. All need the same labels, and none may score segments. Where all texts can be in one project, train on them together: that is better.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Models</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>The model files that are combined</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>A&amp;dd…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Re&amp;move</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>&amp;Learn their weights from this project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Models that explain your confirmed labels better get more weight. Leave this off if one of the models was trained on this project.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Combine…</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CommandsModel</name>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source> or </source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source>no shortcut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source>changed</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConfidentFinder</name>
        <message>
            <location filename="../../app/services/confident_proposals.py" />
            <source>Accepting suggestions</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConfidentModel</name>
        <message>
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>no label {chance} (1 token)</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>no label {chance} ({n} tokens)</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>{label} {chance} “{words}”</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConfusionModel</name>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/scores.py" />
            <source>{n} tokens are {right} and predicted as {proposed}: a click lists them</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>1 token is {right} and predicted as {proposed}: a click lists it</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConfusionTable</name>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Confusion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Rows: true labels; columns: predicted labels; Enter lists the sentences</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ConsistencyBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Consistent names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Automatic</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Phrases and ties</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>What is confirmed in a document changes the suggestions for the same words in its other sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Used only if held-out documents need fewer corrections with it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Each sentence on its own.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Confirmed phrases are suggested again in their document.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Equal names without a confirmed label also get the same type.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ControlNotice</name>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Test sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Shown when the current sentence is a test sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Test sentence: label it without suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>The model suggests nothing here and is never trained on it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Randomly drawn to measure model quality. Label all spans yourself, then accept the sentence.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ControlPaceBox</name>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Test sentences in the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>1 in </source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source> sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>The interval between test sentences in the queue, {least} or more.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>There is no test sample: give it a size above</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ControlSampleBox</name>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Test sample</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source> sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Without a test sample, model quality can't be measured: no learning curve and no calibrated confidence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has room for {most} test sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Random sentences that you label without suggestions; the model never learns from them. The first appears after {n} labelled sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>With {n} of them, {what} of about {score}% is known to within ±{points} points</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>with {more}, to within ±{half} points</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>an accuracy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>an F1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>At most {share}% of a project’s sentences are test sentences: {wanted} need a project of {needed} sentences. With fewer than {least} there is no test sample.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>But none is drawn before this project has {least} sentences ({n} now).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>At most {share}% of a project’s sentences are test sentences: {most} of {n} in this project.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CostField</name>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>&amp;Hard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>&amp;Soft</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>Penalty</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>Penalty for violating the rule (2 = weak, 10 = almost never violated)</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>CurvePicture</name>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>training sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1 by number of training sentences: {listed}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DocumentDelegate</name>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Name of the document</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DocumentsModel</name>
        <message>
            <location filename="../../app/item_models/documents.py" />
            <source>All documents</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/documents.py" />
            <source>{name}: {done} of {sentences} sentences done, {confirmed} of {tokens} tokens confirmed</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>DocumentsPanel</name>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Documents</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Documents and progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Rename…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Remove from the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>F2 renames a document, Delete removes it, the menu key imports more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>No documents yet. Import a text to begin.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Exchange</name>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Importing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Taking the text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Dropping the text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading the files</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Exporting</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Checking what the export would lose</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>There is no model yet: label a few sentences first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Exporting the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Combining</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Combining models</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Searching for rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>There is no trained model yet: label a few sentences first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Learning rule penalties</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading a grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing a grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Learning a grammar</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/services/exchange.py" />
            <source>{path} was saved without the last {n} changes, which have an error</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>{path} was saved without the last change, which has an error</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Saving a copy</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ExchangeController</name>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Import texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Add unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Added {n} texts to learn from: {size}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Added 1 text to learn from: {size}.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{n} texts were there already.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>1 text was there already.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>There is no text to paste: first copy some in another program.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>The copied text has {n} characters, and up to {most} can be pasted: save it as a file, and import that.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Pasted text {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Another import is open: finish or cancel it first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Go there</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Imported {:sentence|sentences} in {:document|documents}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Imported {:sentence|sentences} from {}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Click a word and press a label's key; accept the sentence when it is right.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>There is no test sample to measure the model.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Create a test sample…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Nothing to export yet. Import a text first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Export labelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{folder} already contains {names}. Replace it?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{folder} already contains these files. Replace them?

{names}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Replace</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Exported {n} sentences to {path}{left}</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Exported 1 sentence to {path}{left}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Nothing was exported.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Show them…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Rule violations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>No model yet. Label and accept a sentence first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Export the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Models (*.crf);;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Model exported to {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Models to combine</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Save the combined model</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Combined {n} models into {path}; their weights: {weights}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Export labelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>What to export, and how</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Dest&amp;ination</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>What the export will lose</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Information that the export loses</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Export…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Columns: as imported, or word and label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Destination</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>One file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>A folder, with a file for each document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Original format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Original format (plain text as columns)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Searching…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Confirmed labels only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Confirme&amp;d labels of done sentences only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Confirmed labels &amp;and model suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Report rule violations, export anyway</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Do &amp;not export if rules are violated</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>No done sentence violates a hard rule.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>1 done sentence violates a hard rule.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/export.py" />
            <source>{n} done sentences violate hard rules.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>ExportModelDialog</name>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Export the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Training data of the exported model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>The current model was not trained on the test sentences, so they can measure its quality.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>&amp;Also train on the {n} labelled test sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>&amp;Also train on the labelled test sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Trains once more for the exported file only. Probably slightly better, but its quality can no longer be measured. The project's model is unchanged.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Export…</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>FileNames</name>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>Texts ({suffixes});;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>your home folder</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>FindController</name>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>No matches.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Accepted {:match|matches}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Flagged {:sentence|sentences}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Skipped {:sentence|sentences}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Postponed {:sentence|sentences}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Done: {what}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Nothing to change: this was already done for all matches.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out 1 match that someone labelled differently.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out {n} matches that someone labelled differently.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out 1 match in the test sample.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out {n} matches in the test sample.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out 1 sentence that has changed since you looked.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>Left out {n} sentences that have changed since you looked.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>FindPanel</name>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Find</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Search the project for words, labels and more, and act on the matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words, "a phrase", label:NAME, p&lt;60 …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words, label:NAME …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Query</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>What to look for in the whole project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Document order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By left context</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By right context</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Sort order</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Sort by</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Arrows go from match to match, Enter to its tokens, Shift selects several</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Searching…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Nothing found</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>{n} of {all} sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>1 match</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/find.py" />
            <source>{n} matches in {sentences} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/find.py" />
            <source>{n} matches in 1 sentence</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>There is no text to search yet: import one first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>All words must occur in the sentence. Use “Add” for labels and other conditions; see the manual for the query syntax</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Search results appear here in context. Type words, or use “Add” for labels, confidence and other conditions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Searching… Matches will be listed here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Change the query to see results.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Unknown label “{name}”. Use “Add” to choose one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>No matches. Try removing a word or a condition.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Finder</name>
        <message>
            <location filename="../../app/services/finder.py" />
            <source>Applying to matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/finder.py" />
            <source>Loading annotators</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteerController</name>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Import a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Phrases (*.txt *.tsv *.lst *.jsonl);;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Select the gazetteer to export in the panel “Gazetteers” first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Export the gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Phrases (*.txt *.tsv *.lst);;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported 1 phrase to {path}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported {n} phrases to {path}</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to the new gazetteer “{name}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>In its editor, you can say how many of its words you expect to have no label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Removed “{name}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>This is a test sentence. Adding its words to a gazetteer would bias the test; add them from another sentence, or in the gazetteer’s form.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>New gazetteer…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Saved the grammar “{name}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Import a grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Grammars (*.txt *.grammar);;All files (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Export the grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported the grammar to {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>“{phrase}” is in “{name}” already.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}” as {label}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}” (no label).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Another gazetteer is being imported: finish or cancel that first.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Imported {n} phrases into “{name}”.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Imported 1 phrase into “{name}”.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteerEditor</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrases of the gazetteer and how they are used</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Default label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Ignore c&amp;ase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As a &amp;rule: each occurrence is</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>always this label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>this label, or one of</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>never this label, nor</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Further labels (allowed or rejected)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As model &amp;features</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As early su&amp;ggestions, while little is labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Search the phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Enter changes a phrase, Delete removes it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>A word or a phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Label of this phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>A&amp;dd</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Re&amp;move</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Default &amp;label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Use</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Gazetteer {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Needs a label, of the list or of a phrase</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>{n} phrases</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>1 phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>{n} of {all} phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>No phrases yet. Type one below or import a file.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>C&amp;hange</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteerImport</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Import a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Contents of the file and how to use them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Ignore c&amp;ase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Use as &amp;model features</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>&amp;Use as early suggestions, while little is labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>What would be imported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Skipped lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Default &amp;label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Import</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Needs a label, of the list or of a phrase</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} phrases</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 phrase</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} duplicates</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 duplicate</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} lines skipped (see below)</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 line skipped (see below)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Nothing to import (one phrase per line is expected)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Labels in the file take precedence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>This project has no label {names}. Create it; otherwise these phrases serve as features only.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteerName</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>New gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>Name of the new gazetteer that starts with these words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>A list of words and phrases labelled {label}; “{phrase}” is its first entry.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>A list of words and phrases; “{phrase}” is its first entry.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>Name of the gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>Add</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteersModel</name>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>off</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} phrases</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Grammar</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} violations</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 violation</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} occurrences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 occurrence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>ignores case</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>case-sensitive</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Label: {label}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Occurrences in test sentences are not counted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Press 1, 2 or 3 to switch on or off: {uses}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Press 2 or 3 to switch on or off: {uses}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Early suggestions need a label: choose one in the editor.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n}% expected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Expected: {n}% of the words have no label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Expected: {n}% of the words have the label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>The model learns this until {n} sentences are labelled.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Features</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Early suggestions</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GazetteersPanel</name>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Gazetteers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Phrase lists and how they are used</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>No gazetteers yet. Import lists of names, drugs or places, or write a grammar, to get suggestions, improve the model, or enforce labels.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>More</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Create a gazetteer or a grammar, or export one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Edit…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Use as a rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Use as model features</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Use as early suggestions, while little is labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Next violation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Export…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Remove</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>1, 2 and 3 switch uses on or off, Enter opens the phrases, Delete removes</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>GrammarEditor</name>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Grammar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Rules of the grammar, what is wrong with them, and what they find</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} of {rules} probabilities changed, learned from {sentences}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 labelled sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} labelled sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The rules are not saved. Press Esc or Cancel again to discard them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The changes are not saved. Press Esc or Cancel again to discard them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Symbol names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Insert the e&amp;xample</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Insert the grammar that is shown in grey</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Import…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Read the rules from a file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Export…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Write the rules to a file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Learn f&amp;rom labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Learn the probabilities of the rules from confirmed labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>What the rules find</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>As model &amp;features</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>As early su&amp;ggestions, while little is labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Label for matches</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>What the rules find will be listed here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Write rules, import a file, or insert the example shown in grey.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Checking the rules …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The text is too long: at most {n} characters.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Create the label {names}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Create the labels {names}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 rule. It finds {names}.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} rules. They find {names}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 rule. It finds {names}, and with a new label {new}.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} rules. They find {names}, and with a new label {new}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Derivations may never end (spectral radius {radius}); make recursive rules less probable.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Line {line}, column {column}: {error}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} matches</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{matches} at the beginning of {texts}, with their probability:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{matches} in {texts}, with their probability:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>your texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>your texts without the test sample</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>No matches.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>No matches. Give each word its own quotes: {right} instead of {wrong}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{words} · {label} · {percent}% · sentence {number}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Hints</name>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Key hints</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>import texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>back to the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next panel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>make labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>go on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next in the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>change a label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>confirm the uncertain tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>change the label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next uncertain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>accept</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>clear</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next occurrence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>label the open ones</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>menu</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>select more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>accept, rest without label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>reject label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Hide the key hints for good; View → Key hints brings them back</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Close the key hints</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>History</name>
        <message>
            <location filename="../../app/services/history.py" />
            <source>Undoing changes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/history.py" />
            <source>Redoing changes</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>HistoryController</name>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>1 change undone.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/history.py" />
            <source>{n} changes undone.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>1 change redone.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/history.py" />
            <source>{n} changes redone.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Redo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Undone: {change}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Redone: {change}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>HistoryModel</name>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>Unknown annotator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>sentence {n} and more, {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>sentence {n}, {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>undone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>discarded</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>HistoryPanel</name>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>History</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All changes of the project: what, who, where and when</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo to here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Redo to here</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo this and later</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All annotators</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Changes of this annotator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Whose changes are listed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Annotator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All changes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Accepted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Flags and notes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Documents</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>List of labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Gazetteers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Changes of this type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Which changes are listed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Arrows go from change to change and to where each was made, newest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Discarded: a newer change replaced this one, so it can’t be redone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Redo everything up to this change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Current state of the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo every change after this one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo this change and all later ones</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Loading history…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>No change passes the filter: choose “All annotators” and “All changes”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Every change will be listed here, with who made it and when: label a word, or accept a sentence with {enter}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Enter</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Detect</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Encoding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Automatic (characters for Chinese, Thai and similar scripts)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Characters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Already tokenised: split at spaces, one sentence per line</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Confi&amp;rmed: as if a person had set them; the model learns from them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>&amp;Suggestions: shown until someone accepts them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>&amp;Nothing: only the text is imported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Import texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>How the files are to be read</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>How much has been read</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Encoding</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Words in</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Labels in</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Labels count as</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Each l&amp;ine is a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Split at -&amp;DOCSTART- lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Allow rows of different lengt&amp;h (word first, label last)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Re&amp;jected spans exclude their label for each token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Treat multiword ran&amp;ges (1-2) as one token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Import</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Reading {name}…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Nothing has been imported yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>This is how {name} begins.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>This is how {name} begins, the first of {n} files.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Reading the file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Detect ({format})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>{name} in the MISC column</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>No column</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>{name} cannot be imported as it is.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Preview</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>The first rows of the file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>POS</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Kept unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Column {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Column {n} ({example}, …)</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>KeyEditor</name>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Edit shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Changes apply immediately</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Find a command or a shortcut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>No matching command or shortcut.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Preset</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Preset</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Commands</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press Enter to change a shortcut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>New shortcut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press the new shortcut (Esc cancels)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Re&amp;cord shortcut…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Add shortcut…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Re&amp;move shortcut</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>R&amp;eset</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Reset a&amp;ll…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press the shortcut for “{command}” (Esc cancels).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>{key} is already used for {holder}. Reassign it to “{command}”?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Reassign</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>“{command}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>the label {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>{key} is now assigned to “{holder}”. Reset that command as well.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Discard your 1 change?</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Discard your {n} changes?</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Discard</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>KeysController</name>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>There are no labels yet: make the first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>New label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Find a label by name; Enter applies it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Enter applies the label, Shift+Enter rejects it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No matching label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Find a command</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Type a command, a label, a document or the number of a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>A command, a label, a document, or the number of a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No matches.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>“No label” cannot be rejected.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>KeysDialog</name>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Keyboard shortcuts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>All shortcuts on one page</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Single-key shortcuts work while the sentence is focused (click it or press Esc).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Preset: {preset}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Some are customised.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Labels of this project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>In the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>In lists and panels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>With the mouse</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelCurvesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curves by label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curves by label, with and without unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Labels that gained most from the last labelled sentences first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Training on parts of the labelled sentences…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Training is being prepared: once on this computer, for a minute.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Training on parts of the labelled sentences · {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Curves need at least {least} fully labelled sentences; this project has {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>All labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{label}: F1 {score}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>too rare to tell</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{score}% without unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>labelled {n} times</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>labelled once</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>no gain from the last doubling</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{gain} from the last doubling</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>No label was given {n} times: too few to say which would help most.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>The last doubling of the labelled sentences improved no label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>More sentences with {label} would help most.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Only {label} was given often enough to tell; sentences with the other labels may help more.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>any label</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>This is only a rough estimate: {n} sentences are few.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1 by number of training sentences, on held-out sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Dashed: without unlabelled text.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelEditor</name>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Add, rename, recolour, merge or delete labels; each change can be undone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Und&amp;o</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Add label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Move &amp;up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Move &amp;down</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Merge into</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>De&amp;lete</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>LABEL</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Selected label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Separate names with spaces to add several labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Description</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>When to use this label and when not, with an example of each</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Your labels will be listed here: add the first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Key</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>D&amp;escription</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Colour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Use</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Not used yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Spans: {spans}, tokens: {tokens}. Merging relabels them; deleting marks them as open again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key {key} was that of {name}, which now has {now}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key {key} was that of {name}, which now has none.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} merged into {into}; spans relabelled: {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} deleted; spans that are open again: {n}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelGuide</name>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Label guide</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>What each label means, its key, and an example</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Examples are from your labelled sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>No label has a description yet: write down what belongs to each, and what does not, in the label editor.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Key</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Description</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Example</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelScoreModel</name>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Precision</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Share of predicted spans that are correct</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Recall</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Share of true spans that were found</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>The harmonic mean of precision and recall</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Spans</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Number of spans with this label in the test sample</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Predicted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Number of spans the model predicts in the test sample</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelTable</name>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Scores by label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Precision, recall and F1 of each label on the test sample</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Labeller</name>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>In this project every token has a label: there is no “no label”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>There is no label here to reject.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>At least one label must remain possible.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>Nothing to repeat yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>No more uncertain tokens here. Accept the sentence, or press the key again to move on.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelsModel</name>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}, key {key}, {count} labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>Set “no label” on the selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>No label, key {key}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: used {count} times</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: used once</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: not used yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>Key {key} labels the selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>Click to label the selected tokens</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LabelsPanel</name>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Labels with key, colour and count</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Your labels will be listed here, each with its key: make the first with “New label”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>New label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Add a label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Label the selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Reject this label for the selection</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Edit this label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>New label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Enter or a click gives the label to the selected tokens</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LearningCurvePlot</name>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Learning curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Training sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Goal {goal}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>No data yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>From {a}% on {m} sentences to {b}% on {n} sentences, goal {goal}%</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Legend</name>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Legend</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Labels with their keys; a click labels the selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Find a label by name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Label the selection as {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>+{n} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>List all labels</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LegendButton</name>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Key {key}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Lines</name>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>One per line</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>LogDialog</name>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Something unexpected happened</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Program log</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Your work is saved and you can continue. If this happens again, copy the log below and send it to the developers.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>The log may contain file names. Check it before sharing.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>The log is empty.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Newest entries at the end</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Copy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Copied</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Label text while a model learns from it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Enter name…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>{name} was removed from the project.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>What name should be recorded with your labels? (Also under Help → Your name…)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Pa&amp;nels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Tool bar</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Common commands</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>In this project every token has a label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Try again</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ManualDialog</name>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>User manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Search the manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Lists pages with this text; Enter goes to the next match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>No page contains this text.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Pages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The pages of the manual</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Page</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The page of the manual that is open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The manual is only available in English.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Overview</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MatchAction</name>
        <message>
            <location filename="../../app/services/match_action.py" />
            <source>The change before is still being made. Try again when it is done.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/match_action.py" />
            <source>The project changed in the meantime, so nothing was applied. Try again.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>MatchesModel</name>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{label}, imported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{label} ✓</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{text}, {now}, sentence {n}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Messages</name>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Messages</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Notifications</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Actions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Close this message</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Cancel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>{job}: about {time} left</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Model</name>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for tokens without a label: press {no_label} on some, or {accept} to accept the sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for tokens without a label: accept a sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for a labelled span: so far no token has a label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for a second label: so far all tokens have the same one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Label and accept a sentence to train the first model.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Loading the model…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Learning is paused</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Preparing the first model…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Suggestions will appear in a moment. You can keep labelling.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Nothing is learnt while learning is paused.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from your gazetteers. You can start labelling.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from what is labelled. You can go on labelling.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from the labelled sentence. You can go on labelling.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from the {n} labelled sentences. You can go on labelling.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{sentences} ({n} partial)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>1 token</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} tokens</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{tokens}, about {n} MB</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Preparing word vectors and clusters: once on this computer, for a minute or so…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word vectors from {tokens} of this project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word clusters from {tokens} of this project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word vectors and clusters from {tokens} of this project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} ({n} now: being learned again)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} ({n} now)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} (now {n}; they are learned again at {later})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>log-likelihood per token {score}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation on {n} sentences keeps c2 = {c2} ({score})</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{what}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>c2 = {c2}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>template {name}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation on {n} sentences chose {choice} ({score}, with the settings {before})</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{name} {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns the expectations of gazetteers, until {n} sentences are labelled: {names}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It scores segments: tokens and whole spans.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>In cross-validation, segments have an F1 of {segments}%, tokens {tokens}%.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model has a bias of {bias} against “O”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>That is clearly better: choose them in the project settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Consistent names are being prepared, and not in effect yet.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Corrections in {n} held-out sentences: {before} without, {phrases} with confirmed phrases, {ties} with phrases and ties. A saving counts if it is more than one standard error over the documents.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Sentences left out, because their labels are no segments: {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The expected shares of gazetteers are not used.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>“{strategy}” needs a model of tokens: the least confident token comes first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without word clusters</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without word vectors</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>bias {bias} against “O” (F1 {f1}%, without it {before}%)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>exponent {exponent} of quick models (score {score}%; {before}% with exponent 1)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Learning from unlabelled text · {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Up to date</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model: from gazetteers alone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model: {sentences}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model was not trained</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Training…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: accept a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: use a second label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: label a sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model number {n}. It learns from all confirmed labels, also in partial sentences, but not from test sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because rules are in force.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because “Favour recall over precision” is on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because the scheme of this project is another.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because too few sentences are labelled yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because the labels of many sentences break the scheme or are spans of more than 32 tokens.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because models of segments are still being prepared, once on this computer.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Held-out documents gain nothing from consistent names.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Confirmed phrases are suggested again in their document.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Confirmed phrases are suggested again in their document, and equal names are tied.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ModelBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Segments</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>A model of segments also scores whole spans: how long they are, and which gazetteers contain them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Segments need the scheme IOB2, IOE2, BIOES or BILOU.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>While rules are in force, the model still scores tokens, not segments.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>With “Favour recall over precision”, the model still scores tokens, not segments.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For lists, doses, references, addresses; slower, and without rules.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For most projects. Model → State of the model has figures for both.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ModelChip</name>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>Model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>State of the model and its training data. Click for details</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>{text} ({key})</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ModelPanel</name>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Model status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Learning from counts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training · iteration {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Learning is paused</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after 1 more label</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after {n} more labels</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains in {time}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training loss {value}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>from the expectations of your gazetteers alone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>on {sentences}, {tokens}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Full training is being prepared: once on this computer, for a minute or so.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model.py" />
            <source>{n} new labels</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>a pause of {n} s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source> and </source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Counted {age}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trained {age}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Names</name>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>NamesModel</name>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>all confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} confirmed, {open} open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} without a suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>The same name has different labels: one of them may be wrong</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>Enter goes to the next occurrence, a label key labels the open ones</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} suggested</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>occurrences: {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>different labels</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>NamesPanel</name>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names that occur several times in the document, with their labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Looking for names…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>All occurrences of “{name}” are confirmed: its menu can relabel them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Next occurrence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Label open occurrences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Also relabel confirmed occurrences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Enter goes to the next occurrence, a label key labels the open ones</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names of the current document that occur at least twice, without those of test sentences. Filled parts of a bar are confirmed, outlined ones suggested</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names that occur several times in the current document are listed here, those with different labels first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Import a text first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>1 name</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/names.py" />
            <source>{n} names</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>{names}, all consistent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>{names}, {mixed} with different labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>NewProjectDialog</name>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>New project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Location and labels of the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>A project is one file with your texts, labels and settings. Everything here can be changed later.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Ch&amp;oose…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;File</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Short names, separated by commas or spaces. Leave empty to take the labels from your files.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Feature te&amp;mplate</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Test sampl&amp;e</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Create project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>{path} already exists. Choose another name, or open it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>The folder {folder} does not exist.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Projects (*{suffix})</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Note</name>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Next</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Skip this step</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>End the tour (Esc)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Next (Enter)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish (Enter)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish the tour</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Numbers</name>
        <message>
            <location filename="../../app/translation.py" />
            <source>{n}%</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ObjectiveCurve</name>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>Training loss</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>No training yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>From {first} to {last}, evaluations: {n}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>OccurrenceFinder</name>
        <message>
            <location filename="../../app/services/occurrences.py" />
            <source>Applying to other occurrences</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>OccurrencesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences of “{words}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences, their current label and the label they would get</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Searching…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Show unchanged occurrences</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Nothing to change: {n} other occurrences already have this label.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>No other occurrence has this label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>No other occurrences of these words.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You removed {label} from “{words}”. Remove it here as well?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You rejected {label} for “{words}”. Reject it here as well?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You labelled “{words}” as {said}. Label these occurrences as well?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You confirmed that “{words}” has no label. Confirm it here as well?</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>This &amp;document only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Ig&amp;nore case</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Space selects or deselects; double-click to open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Apply</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Select all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Select none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Apply to 1 occurrence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Apply to {n} occurrences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Accept 1 occurrence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Accept {n} occurrences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>1 occurrence already has this suggestion: select it to accept it.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>{n} occurrences already have this suggestion: select them to accept them.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>1 occurrence is part of a longer span: select it to change it.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>{n} occurrences are parts of longer spans: select them to change them.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped 1 occurrence inside a longer span.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped {n} occurrences inside longer spans.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped 1 occurrence that someone labelled differently.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped {n} occurrences that someone labelled differently.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>OccurrencesModel</name>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>accepted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label} “{words}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not labelled yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>no suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label}, imported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label}, confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{text}, now {now}, unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not selected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{text}, now {now}, then {then}, {state}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>PanelsController</name>
        <message>
            <location filename="../../app/views/controllers/panels.py" />
            <source>Click a panel first, or press F6 to move from one to the next.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Progress</name>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>accuracy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Not measured yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The {n} labelled test sentences (of {all}) contain too few labels. Label more.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>95% CI {low}–{high}%, {n} of {all} test sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Loading the saved model…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>95% CI {low}–{high}%, of the saved model (still loading)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Twice as many test sentences would narrow the interval to ±{twice} points.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The learning curve, the scores of each label, the confusion matrix and the calibration of the model will appear here.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A test sample needs a project of at least {least} sentences, and this one has {n}: the model learns from everything that you label. Import more texts to have one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Create a test sample first: random sentences that you label without suggestions, to measure the model. At most {share}% of the sentences are drawn.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The test sample begins after {least} labelled sentences; before that there is no model worth testing. {n} so far.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Label {least} test sentences to see a learning curve ({n} so far). They appear in the queue, 1 in {every}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A test sample needs at least {least} sentences, and this one has {n}. Make it larger in the project’s settings.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>As soon as a model is trained on other sentences, the test sample measures it: {n} are labelled so far.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Expected gain from the next {n} sentences: {gain} points ({low}–{high}).</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Expected gain from the next sentence: {gain} points ({low}–{high}).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A forecast needs a score above 0: label more sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A forecast needs at least four points on the curve.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The last {n} models agree on {share}% of the test tokens.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data points to forecast the gain of more sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points are too close together to forecast the gain of more sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points have no clear trend to forecast the gain of more sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few labelled test sentences to forecast the gain of more sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data points to estimate the work that is left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points are too close together to estimate the work that is left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points have no clear trend to estimate the work that is left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few labelled test sentences to estimate the work that is left</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Goal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs a score above 0</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs four points of the learning curve ({n} so far)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>to go</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Reached, by the learning curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>More than {most} sentences, by the learning curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{low} sentences or more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{low}–{high} sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{note}, about {time} at your pace</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{note}; the goal may be out of reach</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve, and none is left here: import more texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve: more than the one that is left in this project: import more texts</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve: more than the {n} that are left in this project: import more texts</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The score is too uncertain to tell whether the goal is within reach</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The learning curve levels off below this goal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Shown after half a minute of labelling</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>No sentence is done yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} tokens per hour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{share}% of {n} accepted unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Sentences per hour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Time saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs ten sentences with suggestions and ten without</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{helped} s per token instead of {alone}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data to tell: {paces}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Time lost</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>by suggestions (95% CI {low}–{high}); {paces}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Calibration error: {before} points (○), with temperature scaling {after} (■). This starts at {enough} test sentences ({n} so far).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Confidence is calibrated (temperature {temperature}). Calibration error: {after} points (■), {before} uncalibrated (○), measured by cross-fitting.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>more than {most}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>1 minute</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} minutes</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} hours</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ProgressPanel</name>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Progress</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Model quality, your speed, and the distance to your goal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Create a test sample…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Pauses of more than two minutes do not count</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Target score; the card and the plot show the distance to it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Goal</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Curve</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Token counts. Rows: true label, columns: predicted label. The stronger the colour, the larger the share of the row. Click a cell to list its sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Confusion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Calibration</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>{right}, predicted as {proposed}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ProjectController</name>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>The project was upgraded to this version's format. The original was kept as {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>A log of another project was beside this one, which had been closed properly. The log is kept as {path}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>This project is read-only because its file or folder cannot be written, or the disk is full. Save a copy elsewhere to continue labelling.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Save a copy…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Open project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>copy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Save a copy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Copy saved: {path}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Learning is paused.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Resume learning</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Cross-validation is on: with 30 labelled sentences or more, it chooses how models are trained.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Cross-validation is off: models are trained with the project settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Projects (*{suffix})</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ProjectSettingsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Project settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Stored in the project file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>View</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Fa&amp;vour recall over precision</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>In training a missed label costs 2, an invented one nothing, any other 1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Learn &amp;from unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Choose settings by cross-validation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Pause learning</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Save</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>M&amp;odel</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Higher values regularise more (more cautious suggestions).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Word vectors and clusters of the whole text, if it has at least {tokens}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Feature te&amp;mplate</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Mo&amp;del</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>L2 regularisatio&amp;n (c2)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Misses fewer labels, but makes more wrong suggestions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Re&amp;train after</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Replaces c2 or an included template, leaves out unlabelled text, or adds a bias against “O”, where held-out sentences show a clear gain. For the figures, see Model → State of the model.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Suggestions &amp;and queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Suggestions below this get a dashed outline. “Next uncertain token” looks for sentences with one of them, and visits all tokens there below 92%.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Uncertainty threshold</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Cons&amp;istent names</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>In the qu&amp;eue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Remaining tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Test samp&amp;le</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Test sentences in &amp;queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Regularisation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Uncertainty threshold</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Projects</name>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Opening the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Creating the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Creating the sample project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Restoring a backup</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QueriedNotice</name>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Tokens to check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>How many tokens to check, and what accepting confirms</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Only uncertain tokens, marked “?”, need checking. Correct them, or leave them{on}; accepting{enter} confirms them. To check whole sentences, change the setting in the queue.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Nothing to check here</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{n} tokens to check</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>1 token to check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} confirms it as shown</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} confirms them as shown</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} goes on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>accepts {n} from {percent}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Accepting</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}; 1 stays open.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}; {n} stay open.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>QueueDelegate</name>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>flagged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>postponed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>skipped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>partly answered</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QueueFilterButton</name>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter of the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Searching… {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Any label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Any document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>F&amp;ound by the search</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Includes sentences that are done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;All open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>The whole queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Uncertain: a token below {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Threshold: see Project settings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Confident: all token&amp;s at or above {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Review, then accept all at once</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Model and &amp;gazetteer disagree</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>A gazetteer gives a phrase another label than the model does</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Possible labelling &amp;errors</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Confirmed labels the model strongly disagrees with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Inconsistent na&amp;mes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>A name has different labels in its document; includes sentences that are done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Flagged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Postponed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Postponed sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>S&amp;kipped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Skipped sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Partly a&amp;nswered</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>The queried tokens are answered, the rest is open; no other partial sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>uncertain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>confident</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>disagreement</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>labelling errors</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>inconsistent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>flagged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>postponed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>skipped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>partly answered</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>found</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QueueModel</name>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>test sentence · done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>test sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>random · {why}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{word}: labelled {said}, model suggests {proposed} ({chance})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{word}: gazetteer {said}, model {proposed} ({chance})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>labelled {said}, model: {proposed} ({chance})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>gazetteer: {said}, model: {proposed} ({chance})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{said}, model: {proposed} ({chance})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{said}, model: {proposed}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token from a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{n} tokens from gazetteers</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token from a grammar</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{n} tokens from grammars</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>suggestions are being computed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>no model yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{chance} confident</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{n} uncertain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>all tokens at least {threshold}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token under {threshold}%: {words}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{count} tokens under {threshold}%: {words}</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>suggested {name}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QueuePanel</name>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Open sentences, most useful first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Query strategy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>How the queue ranks sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Adjustment</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>How the query strategy is adjusted</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>What to check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Whole sentences, or uncertain tokens only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>More options</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Adjustment of the query strategy, and what to check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{order}; {asked}. Show options</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Hide the options below</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Show all</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Clear the filter</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Arrows go from sentence to sentence, Enter goes to its tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{n} listed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{n} open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>No sentences match the filter. Click “Show all” to clear it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The most useful sentences to label will appear here. Import a text first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>All done: every sentence is confirmed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The queue is empty. Remaining sentences were skipped or partly answered; use the filter to see them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The most useful sentences to label next will appear here. Accept a few sentences first.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>QueueWords</name>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} worth</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>under 1%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} lowest confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} for the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} per token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>2nd answer {p} as likely</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits a word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits in ten answers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} corrections expected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} spans overlooked</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} labelled otherwise</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} open and typical</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} change expected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} corrections/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} spans/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} labelled otherwise/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} uncertain/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n}/min</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} change/min</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RecentEntry</name>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Not found in {folder}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RecentMenu</name>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open &amp;recent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open recent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Projects that were open before</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>No other projects yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>&amp;Clear list</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open recent: {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Not found: {path}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ReliabilityPlot</name>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Calibration</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Confidence, %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Correct, %</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>No measurement yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>of {shown}% shown, {right}% right</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Repainter</name>
        <message>
            <location filename="../../app/views/sentence_view/repainting.py" />
            <source>Nothing to label yet. Import a text to begin.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ReportPage</name>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Report</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Contents of the files</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>{n} files: {sizes}</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>, labels: {n} ({new} new)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Keep the tags unchanged for manual re&amp;view</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>The file uses {found}, the project {scheme}. Sentences whose tags are invalid keep them unchanged.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>This project can't separate adjacent spans with the same label. Export restores the boundary if you don't change them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Adjacent tokens with the same label would be merged.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>&amp;Convert to {scheme} (converted back on export)</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ReportTree</name>
        <message>
            <location filename="../../app/views/dialogs/report_tree.py" />
            <source>Item</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/report_tree.py" />
            <source>Value</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Reports</name>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Relations</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Events</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Attributes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Links to other resources</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Comments</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Lines of other kinds</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>brat lines referring to deleted spans (kept unchanged)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Labels with spaces, exported with “_” instead</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/conllu.py" />
            <source>Sentences whose words are not numbered 1, 2, 3, …</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Relations of spans that are gone</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Documents that lose columns and comments</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Documents that lose the whitespace between sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/plain_text.py" />
            <source>Lines of a table, read as plain text with commas and quotation marks</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Rejected spans (cannot be represented per token)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Texts that were labelled by hand more than once (the last answer counts)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Lists of tokens that don't fit their text, not used</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Ignored answers</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Rejected answers without a usable span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Rows with another number of fields (first: word, last: label)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Rows of -DOCSTART-</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Words inside ranges</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Ranges of words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Empty nodes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Sentences that are not done, left out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Flags and status of sentences (flagged, skipped, postponed) are not exported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unaccepted suggestions, not exported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Rejected labels, not exported</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens, exported with their original labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Model suggestions, exported as confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Imported suggestions, exported as confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Documents whose original spacing is lost</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Documents exported as words and labels only</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Labels with a space, which can't be exported; rename them first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Words that contain spaces, exported without them</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Tags that violate their scheme, exported unchanged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Boundaries between adjacent spans with the same label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Adjacent tokens with one label, merged into one span unless separated in the source file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Nothing is lost in this export.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>1 sentence that is not done was left out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>{n} sentences that are not done were left out</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>1 of them is not done (its open tokens are exported as no label, or as they were imported{hint})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>{n} of them are not done (their open tokens are exported as no label, or as they were imported{hint})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Already in the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>a document of this name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>1 token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Format</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Documents</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>ignored (restored on export)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>none</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} of {all}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Sentences that are already in the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Tokens with a tag (including O)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{found}; the project has {scheme}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>spans; this project has one label per token and cannot separate adjacent spans</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Invalid tags (kept unchanged)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{label} (new)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} ({new} new)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>… and {n} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>line {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>sentence {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{where}: {tag} on “{word}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{where}: {tag} after {before} on “{word}”</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{what} (kept for export, not shown)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>CoNLL-U</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Prodigy: JSON lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Prodigy: a task for each sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>doccano: JSON lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>doccano: a line of JSON for each sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>brat: text with .ann</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>brat: a text with a file of spans</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Column file</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Columns: word and label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Plain text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Incomplete spans (offsets or label missing)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans outside the text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans without a word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans that begin or end inside a word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans crossing a sentence boundary</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans that overlap others</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Discontinuous spans</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans whose quoted text does not match</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>one label per token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOB1</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOB2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOE2</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>BIOES</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>BILOU</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RestBox</name>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Remaining tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Stay open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Are accepted from</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Accepted from</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Open tokens are treated as unknown in training.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RestoreDialog</name>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Restore a backup</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Go back to an earlier state of the project; nothing is overwritten</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Reading the backups of {name}…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Restore to a &amp;new file: {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>&amp;Replace the project (current version is kept as {name})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Restore</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Reading the backups</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Backups</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Newest first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Sentences done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Size</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Later changes</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>No backups of {name} yet. Backups are made every 30 minutes of work, before large changes and when the project is closed.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Choose a backup of {name} to restore:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Unreadable</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>{n} of {all}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>All changes since then</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>1 change</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/restore.py" />
            <source>{n} changes</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>This backup is unreadable. Choose another.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>This backup contains all changes of the project.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>The project file is gone; the backup takes its place.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created {age} ago. Later changes are not included. The current file is damaged but will be kept.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created {age} ago. Later changes ({lost}) are not in this backup, but remain in the current file.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RuleEditor</name>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Edit rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>New rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Constraints that all labels must satisfy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>(generated from the rule)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Tick at least one of “{field}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Choose a label in “{field}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Choose a scheme in “{field}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Fill in “{field}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Tick “At least” or “At most”, or both.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>“At least” is more than “At most”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>“always” takes one label; for several choose “only (one of these)”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Rule &amp;type</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Strength</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>&amp;Name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Apply</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Add</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Example: {sentence}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>This project has no tags of a scheme.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>The tags of this project are {scheme}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>The project has no label {names}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RuleForms</name>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Label A</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Label B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Ignore case</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Effect</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Always</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Only (one of these)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Never</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A is followed by B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A PERSON starts right after the last word of each TITLE.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A is not followed by B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A DOSE is not followed by a DOSE.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A and B are never adjacent</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>PERSON and DRUG never touch, in either order.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A never comes after B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>No TITLE comes after a DATE, at any distance.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A requires B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>If there is a DOSE in the sentence, there is a DRUG.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A excludes B</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>If there is a TITLE in the sentence, there is no DRUG.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Number per sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At most one DATE per sentence. Use the same number twice for “exactly”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At least</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At most</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Sentence starts with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>The first token of each sentence begins a DATE.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Sentence ends with</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>The last token of each sentence, often the full stop, is O.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words and phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>“New York” and “Ulm” are only CITY or O. The longest phrase counts.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words or phrases</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words matching a pattern</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words that match \d+(\.\d+)? as a whole are never PERSON.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Regular expression</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Same word, same label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>All occurrences of “Osei” in a sentence have one label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>One per line; leave empty for every word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Compare labels, not tags (B-X, I-X)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Valid tagging scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>IOB2: an I-DRUG comes only after a B-DRUG or an I-DRUG.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Tag sequence matches a regular expression</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>O* (B-DATE I-DATE* O*)? allows one DATE and nothing else (tags, not spans).</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Rules</name>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} is followed by {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} is not followed by {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>A sentence starts with {a}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>A sentence ends with {a}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} and {b} are never adjacent</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Tags are valid {scheme}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Number of {unit} per sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>If {a} occurs, {b} also occurs</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>No {a} comes after {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>The tags match {regex}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Same word, same label</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Exactly {least} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{least} to {most} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>At least {least} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>At most {most} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: always {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: only {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: never {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>If {a} occurs, {b} does not</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Same word, same label: {words}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source> or </source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RulesController</name>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules refer to labels. Add a label first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>New label…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} can't be edited in this version, only removed or switched off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>This rule already exists.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>This rule already exists, but is switched off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Switch on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Show them…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Violations of {rule}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} currently affects no suggestions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} affects 1 sentence.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} affects {n} sentences.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Affected by {rule}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>The confirmed labels of 1 sentence violate {rule}.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>The confirmed labels of {n} sentences violate {rule}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{violations} It affects 1 open sentence.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{violations} It affects {n} open sentences.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>No new rules found.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} ({n} of {n})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>1 rule found and added, switched off: {rules}. Switch it on if it is right.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{n} rules found and added, switched off: {rules}. Switch on those that are right.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Penalties already fit the confirmed labels.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule}: {cost}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Penalties updated: {rules}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Import rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules added: {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Already present: {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules for individual sentences were skipped.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>There are no rules to export yet.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Export rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Exported 1 rule to {path}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>Exported {n} rules to {path}</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules (*.json);;All files (*)</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RulesModel</name>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>exact search (slower)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>1 state</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>{n} states</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>slow (exact search)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Solved by an exact search: slower. Confidences take it into account only if it is about equal words, in sentences of ordinary length.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>{states} alone, but too many combined with the other rules, so it is solved by an exact search: slower, and confidences do not take it into account.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Adds almost no decoding time.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Uses {states}. More states mean slower suggestions.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>unknown label {names}</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>{n} violations</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>1 violation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>soft, penalty {cost}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>hard</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects 1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects no sentences</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>affects {n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>This project has no label {names}; the rule behaves as if it never occurred. Edit the rule or switch it off.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Open sentences whose suggestions it changes: {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Confirmed sentences that violate it: {n}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>RulesPanel</name>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Rules</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Constraints that all labels must satisfy</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>No rules yet. Rules such as “a TITLE is followed by a PERSON” constrain all suggestions. Click “New rule” to add one.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>More</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Find, import, export rules; learn penalties</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>counting {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Switch off</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Switch on</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Edit…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Next violation</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Next affected sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Move up</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Move down</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Remove</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>List violations…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Violations of {rule}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>List affected sentences…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Affected by {rule}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Combined cost of all active rules for a typical sentence (states per label); more states mean slower suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Total: {cost}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Space switches a rule on or off, Enter edits it, Delete removes it</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SafetyController</name>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>The last changes are not saved: {why}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Try again</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Saving… The status bar shows when it is done.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>All changes are saved. Tagwright saves each one immediately.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>All changes are saved again, and you can go on.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Export everything: choose a new folder</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>files</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Folders (*)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Exported everything to {path} ({what}).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Save a copy elsewhere…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Copy the project elsewhere</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Projects (*{suffix})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>No problems found: {what}. A backup was made.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>No backup could be made. {reason}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Restore a backup…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is in a folder synced by {name}. Syncing while you work can corrupt it or overwrite changes. Keep it in a local, unsynced folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is on a network drive ({name}). If the connection drops, changes may be lost. Keep it in a local folder.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is on a removable drive ({name}). Close the project before ejecting it, or keep it in a local folder.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Saving</name>
        <message>
            <location filename="../../app/session/saving.py" />
            <source>the file cannot be written; free some disk space or save a copy elsewhere</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/session/saving.py" />
            <source>The project cannot be changed now: {why}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SchemeBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>IOB2 (recommended)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>One label per token (e.g. POS)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON I-PERSON O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: I-PERSON I-PERSON O; B only where two spans touch</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: I-PERSON E-PERSON O</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON E-PERSON O; S for a single token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON L-PERSON O; U for a single token</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For parts of speech and the like; there is no “no label”</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SearchMenuButton</name>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Add a condition</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Add labels, status, confidence or documents to the query</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Add</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Any label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>With the &amp;label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Without the label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Sou&amp;rce</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Annotator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;State of the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Sentence contains label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>None</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Document</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Flag or status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Test sa&amp;mple</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Only test sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No test sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Set by a person</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Not labelled yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Suggested by the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Imported as a suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>A label was rejected</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No label or suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Unknown tag</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Invalid tag for the scheme</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Typed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Accepted suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Confirmed as no label, without a suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>From a rule</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Imported as confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Below {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>From {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>40–60%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>To do</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Partial</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Not done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Flagged</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Skipped</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Postponed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Partly answered</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Nothing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Exact &amp;phrase</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Match cas&amp;e</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Regular e&amp;xpression</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Or</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No&amp;t</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SeenLabels</name>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>The sentence has just changed: read it, then press the key again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>There is more text above: read it, then press the key again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>There is more text below: read it, then press the key again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>The selected words were out of view: read them, then press the key again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>{changes} and {n} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>Changed since you looked: {changes}. Press the key again if that is right.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” is now a separate {now}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” is now part of the {now} before it</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” {now} is now uncertain</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SentenceListDialog</name>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>Sentences to review</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>{n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>Click or use the arrow keys to open a sentence</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SentenceMenu</name>
        <message>
            <location filename="../../app/views/sentence_menu.py" />
            <source>The selected tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/sentence_menu.py" />
            <source>More labels</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SentenceView</name>
        <message>
            <location filename="../../app/views/sentence_view/view.py" />
            <source>Sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/sentence_view/view.py" />
            <source>The tokens of the current sentence, with their labels and suggestions.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SentencesModel</name>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Test sentence: label it without suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>test sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>To do</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Partial</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Done</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SentencesPanel</name>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>All sentences and their status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Find sentences</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>List only the sentences that contain this text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Text that a sentence must contain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>All states</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>To do</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Partial</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Filter by status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>State that a sentence must be in</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Arrows go from sentence to sentence, Enter goes to its tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>No matching sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>The sentences of your texts will be listed here: drop files on the window, or import a text first.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>ShareField</name>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>The model learns this from unlabelled text while fewer than {n} sentences are labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>of the words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>E&amp;xpect the label for</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>E&amp;xpect no label for</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>Share of the words that have the label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>Share of the words that have no label</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SimilarWordsController</name>
        <message>
            <location filename="../../app/views/controllers/similar_words.py" />
            <source>There is no word: import a text first.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SimilarWordsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words like this one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words with similar neighbours, the most similar first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Similar words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Enter or a double click finds the word in the project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Comparing words…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Comparing words is being prepared: once on this computer, for a minute.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Comparing words · {n}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words are compared by their neighbours in the whole text. This needs at least {least}; this project has {tokens}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>No word has neighbours like those of “{word}”.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words with neighbours like those of “{word}”, and how similar these are:</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SpanEditor</name>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to split.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>A span of one token cannot be split.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>Place the cursor on the first token of the second span.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>This project has one label per token.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to merge with the next.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no later span in this sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>A span of one token cannot be shortened: clear it instead.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The span already starts at the beginning of the sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The span already ends at the end of the sentence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to shorten, and only one token is selected.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The sentence has no further token there.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>“{words}” is confirmed as {label}, too: merge the spans, or clear that one first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>“{words}” is confirmed as {label}: clear that first, or select all words and give them one label.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Status</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Whether all is saved, the current sentence, progress, and the model</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>All changes are saved automatically</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>The current sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Sentences done</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Not marked as uncertain, but below 92%, where most errors are</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Your correction or a newer model changed these suggestions, marked ◆. Click to undo the changes that followed your correction, and remove the marks</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>The same words occur elsewhere with a different label, or with this one as a suggestion. Click to review and apply.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{key} dismisses.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other occurrence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} other occurrences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other to accept</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} others to accept</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>“{words}”: {what}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 updated</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{n} updated</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>also 1 sentence</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>also {n} sentences</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other sentence updated</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} other sentences updated</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{label}, {percent} confident: worth checking</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Name not set…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Your changes are recorded as “Unknown annotator”. Click to enter your name</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>✓ Saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>… Saving</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>⚠ Not saved</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Sentence {i} of {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{n} of {all} sentences done</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Steps</name>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: no label → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: no label → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>split {}: {} | {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>merge {}: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept up to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept {:confident token|confident tokens} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>answer for {:token|tokens}, accept {:,}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>leave a sentence unchanged</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>answer for {:token|tokens}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {} in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {} in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept {:match|matches}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>flag {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>skip {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>postpone {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>flag “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>unflag “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>skip “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>postpone “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>requeue “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>import everything from {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>import {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>rename {} to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>bring back unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>bring back {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>describe label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>reorder labels</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>delete label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>merge {} into {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add {:rule|rules}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch rule on: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch rule off: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>learn rule penalties</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>reorder rules</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as a rule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as a rule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as early suggestions</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as early suggestions</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as features</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as features</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the expectation of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>rename gazetteer “{}” to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the label of “{}” to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove the label of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>ignore case in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>distinguish case in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the rule of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change “{}” in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add “{}” to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove {:phrase|phrases} from “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove “{}” from “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the scheme to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>pause learning</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>resume learning</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the template</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>learn from unlabelled text</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop learning from unlabelled text</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn on cross-validation</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn off cross-validation</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn on “Favour recall over precision”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn off “Favour recall over precision”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use a model of segments</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use a model of tokens</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>make names consistent where it helps</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop making names consistent</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>suggest confirmed phrases again</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>suggest confirmed phrases again, and tie equal names</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the test sample to {:,}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change training schedule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the goal to {}%</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>query strategy: {:choice}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>leave remaining tokens open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept remaining tokens from {}%</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the settings</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:choice}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>SuggestedLinesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Suggested template lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines that would help the feature template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines that would help the template, the best first</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>&amp;Add to the template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Training on parts of the labelled sentences…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Training is being prepared: once on this computer, for a minute.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>At least {least} labelled sentences are needed; there are {n}.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>At least {least} labelled sentences are needed; there is 1.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>No additional line would improve the template.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Each line would help your template: it shows the model two of its lines together. The gain in log-likelihood is measured on held-out labelled sentences. Add one, and look again.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>{cells} for {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>{cells} against {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>log-likelihood +{n}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>TemplateBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Feature template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Word, shape, prefixes, suffixes and neighbours</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>As Basic, with a column of parts of speech</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For named entities (people, places, …)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For part-of-speech tagging</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Words and a column of parts of speech, as in CoNLL-2000</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Basic</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Basic, with parts of speech</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Named entities</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Parts of speech</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Chunking</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Custom template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>From a file…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>CRF++ feature template</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>A feature template in CRF++ syntax</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>TokensModel</name>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>no label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>not {name}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>possible missed span</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>to check</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>changed automatically</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>imported suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>from a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>from a grammar, {percent}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>suggested</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>suggested {percent}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Rejected: {names}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Please check this token. Accepting confirms the label shown.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Invisible characters: {names}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>This suggestion has changed since the sentence was first shown.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Accepted by {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Confirmed without a suggestion by {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Imported by {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Set by a rule · {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Labelled by {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Rejected by {who} · {when}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>an unknown annotator</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>No label or suggestion yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{tag}: confirmed</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{tag}: an imported suggestion, not confirmed yet</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{tag}: suggested by a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{tag}: suggested by a grammar, {percent}%</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>Possible missed span: the model suggests no label, with {percent}% confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{tag}: suggested by the model, {percent}% confidence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>{numbers} and {n} more</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>sentence {numbers}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>sentences {numbers}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>“{name}” is confirmed as {label} elsewhere in this document: {where}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>“{name}” is confirmed without a label elsewhere in this document: {where}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Tour</name>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>The tour needs a text and labels: import a text, or open the sample.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Tour finished. Restart it from Help → Tour; F1 opens the manual.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>{n} of {all}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>end the tour</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>next note</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>(no key)</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Label a word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Move with ← and →, hold Shift to select several words, then press a label's key (see the panel “Labels”).</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Accept the sentence</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>{accept} accepts the sentence and opens the next one. Filled boxes are your labels; outlined boxes are suggestions with their confidence.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Check uncertain suggestions</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>{next_uncertain} jumps to the next uncertain suggestion. The model learns from your labels; the first suggestions take a moment.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Correct a suggestion</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>If a suggestion is wrong, press the correct label's key, or {no_label} for no label. The rest of the sentence updates to match. If all are right, {accept} accepts them.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Follow the queue</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>The queue lists the most useful sentences first and says why. {next_in_queue} opens the first; a click opens any.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Undo a change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Every change is saved immediately. {undo} undoes as many changes as you like, even after a restart.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>TrainingPaceBox</name>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>New labels before the next training</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source> new labels</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>every change</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>Seconds between two trainings</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>with a pause of </source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source> s</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>without a pause</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>Training less often keeps suggestions stable and saves battery. “Train now” always trains immediately.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>UncertainWordsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Words for a gazetteer</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Frequent words whose labels are uncertain</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Looking for words…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Words</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>A label key chooses the label, Enter or a double click adds the word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>&amp;Label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Choose a label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Label of the word</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>The word is added to the gazetteer of this label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>A&amp;dd</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Add the word to the gazetteer of its label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No label</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Frequent words whose labels are uncertain. A label key chooses the label of a word; Enter or a double click adds it to the gazetteer of this label.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No open word occurs twice and is uncertain.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>{n} open</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>expected errors: {n}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>mostly {label}</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>The last change is not about gazetteers: undo it in the window.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Undone: {change}.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Uncertainty</name>
        <message>
            <location filename="../../app/views/workspace/uncertainty.py" />
            <source>No more uncertain tokens.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>UndoableMessages</name>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Undo</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Sentence confirmed as having no labels: nothing was labelled in it, and its suggestions are still being computed. The search “from:nothing” lists such sentences.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Sentence confirmed as having no labels: nothing was labelled in it, and no model has suggested anything yet. The search “from:nothing” lists such sentences.</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/undoable_messages.py" />
            <source>{n} sentences confirmed as having no labels: nothing was labelled in them, and no model has suggested anything yet. The search “from:nothing” lists such sentences.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/undoable_messages.py" />
            <source>{n} sentences confirmed as having no labels: nothing was labelled in them, and their suggestions are still being computed. The search “from:nothing” lists such sentences.</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
    </context>
    <context>
        <name>UnitBox</name>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>In the queue</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>UnlabelledTextDialog</name>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Unlabelled text</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Texts that the model learns from, besides those to be labelled</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Unlabelled texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Texts of this project that are not to be labelled; Delete removes one</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Tokens</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>A&amp;dd…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Re&amp;move</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Cancel import</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>No texts yet. Add files with text of the same kind: they need not be labelled, and appear in no list, queue or export.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Files that were not added</source>
            <translation type="unfinished" />
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>{n} files were not added:</source>
            <translation type="unfinished">
                <numerusform />
                <numerusform />
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>1 file was not added:</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Importing</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Cancelled.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>These texts take about {n} MB of the project, and of each of its backups.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Learning from unlabelled text is turned off in the project settings.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>The model learns from all text of the project once there are {least}; now there are {n}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>The model learns from the text of the project, {n} in all, and learns again when it has grown by {percent}%.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>The last change is not about these texts: undo it in the window.</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>Welcome</name>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Welcome to Tagwright</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Open a recent project, try the sample, make a project or import texts</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Try the &amp;sample project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Opens a copy of a vet's day book in {folder}.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;New project…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Name your labels, then import your texts.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;Import texts…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Plain text, column files, CoNLL-U, JSON lines or brat.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;Open a project…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>A file ending in .tagwright.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>No recent projects. Try the sample first.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>{path} no longer exists. It was moved, renamed or deleted.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>{text} There are backups of it.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Restore a backup…</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Remove from list</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Start</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Recent projects</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Label text while a model learns alongside you.</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Open project</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Projects (*{suffix})</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Import texts</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>WordedTool</name>
        <message>
            <location filename="../../app/views/tool_bar.py" />
            <source>Key {key}</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>_Points</name>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source> pt</source>
            <translation type="unfinished" />
        </message>
    </context>
    <context>
        <name>moments</name>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>Today</source>
            <translation type="unfinished" />
        </message>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>Yesterday</source>
            <translation type="unfinished" />
        </message>
    </context>
</TS>
