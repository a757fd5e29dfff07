<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
    <context>
        <name>AboutDialog</name>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>About Tagwright</source>
            <translation>Über Tagwright</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Version and licence of the program</source>
            <translation>Version und Lizenz des Programms</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Version {number}</source>
            <translation>Version {number}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Label text token by token while a conditional random field learns in the background and suggests the rest. Everything stays on this computer.</source>
            <translation>Text wird Token für Token gelabelt, während ein Conditional Random Field im Hintergrund lernt und den Rest vorschlägt. Alles bleibt auf diesem Computer.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Free software under the BSD 3-clause licence.</source>
            <translation>Freie Software unter der BSD-3-Klausel-Lizenz.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Uses Qt {qt} and PySide6 {pyside} under the GNU Lesser General Public License, version 3. They are separate libraries that you may replace; the licences say how. Their sources:</source>
            <translation>Verwendet Qt {qt} und PySide6 {pyside} unter der GNU Lesser General Public License, Version 3. Es sind eigenständige Bibliotheken, die ersetzt werden dürfen; wie, steht in den Lizenzen. Ihre Quelltexte:</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>Addresses of the sources</source>
            <translation>Adressen der Quelltexte</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/about.py" />
            <source>&amp;Licences…</source>
            <translation>&amp;Lizenzen…</translation>
        </message>
    </context>
    <context>
        <name>AcceptConfidentDialog</name>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept confident suggestions</source>
            <translation>Sichere Vorschläge annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept all suggestions above a threshold in one step</source>
            <translation>Alle Vorschläge über einer Schwelle in einem Schritt annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>&amp;Minimum confidence</source>
            <translation>&amp;Mindestkonfidenz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>&amp;Accept</source>
            <translation>&amp;Annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Everything in the queue at or above the minimum confidence is accepted as one change. The least confident come first, so check those.</source>
            <translation>Alles in der Warteschlange ab der Mindestkonfidenz wird als eine Änderung angenommen. Die unsichersten Vorschläge stehen oben und sollten geprüft werden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Searching…</source>
            <translation>Suche läuft…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>A&amp;ccept</source>
            <translation>A&amp;nnehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>A&amp;ccept 1 sentence</source>
            <translation>1 Satz a&amp;nnehmen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>A&amp;ccept {n} sentences</source>
            <translation>
                <numerusform>{n} Satz a&amp;nnehmen</numerusform>
                <numerusform>{n} Sätze a&amp;nnehmen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>A&amp;ccept in 1 sentence</source>
            <translation>In 1 Satz a&amp;nnehmen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>A&amp;ccept in {n} sentences</source>
            <translation>
                <numerusform>In {n} Satz a&amp;nnehmen</numerusform>
                <numerusform>In {n} Sätzen a&amp;nnehmen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Nothing to accept</source>
            <translation>Nichts anzunehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Further left: more is accepted, with more errors in it</source>
            <translation>Weiter links: Mehr wird angenommen, mit mehr Fehlern</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Minimum confidence</source>
            <translation>Mindestkonfidenz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Minimum confidence of a suggestion</source>
            <translation>Mindestkonfidenz eines Vorschlags</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Whole sentences, if every open token qualifies</source>
            <translation>Ganze Sätze, wenn jedes offene Token die Schwelle erreicht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Individual spans and tokens; the rest stays open</source>
            <translation>Einzelne Spannen und Tokens; der Rest bleibt offen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Accept</source>
            <translation>Annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Whole sentences, or parts of them</source>
            <translation>Ganze Sätze oder Teile davon</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Suggestions to be accepted</source>
            <translation>Anzunehmende Vorschläge</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Double-click to open a sentence</source>
            <translation>Doppelklick öffnet einen Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No sentence is that confident</source>
            <translation>Kein Satz ist so sicher</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No suggestion is that confident</source>
            <translation>Kein Vorschlag ist so sicher</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>1 token, probably correct</source>
            <translation>1 Token, wahrscheinlich richtig</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>About {errors} of {tokens} tokens will be wrong</source>
            <translation>Voraussichtlich falsch: etwa {errors} von {tokens} Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>{errors} errors expected among {tokens} tokens</source>
            <translation>{errors} Fehler bei {tokens} Tokens erwartet</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Confidence was calibrated on the test sample, so this estimate is reliable on average.</source>
            <translation>Die Konfidenz wurde an der Teststichprobe kalibriert, die Schätzung ist also im Mittel verlässlich.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The confidence values are not calibrated yet: a model trained on little data tends to be overconfident, so more may be wrong.</source>
            <translation>Die Konfidenzwerte sind noch nicht kalibriert: Ein mit wenigen Daten trainiertes Modell überschätzt sich oft, es kann also mehr falsch sein.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The most confident suggestions are at {percent}%.</source>
            <translation>Die sichersten Vorschläge liegen bei {percent} %.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The most confident sentence is at {percent}%.</source>
            <translation>Der sicherste Satz liegt bei {percent} %.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No text yet. Import one first.</source>
            <translation>Noch kein Text. Erst einen importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Nothing left to accept: every token is confirmed.</source>
            <translation>Nichts mehr anzunehmen: Jedes Token ist bestätigt.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>The sentences in the queue have no suggestions. Test sentences never have any.</source>
            <translation>Die Sätze in der Warteschlange haben keine Vorschläge. Testsätze haben nie welche.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>No model yet. Label and accept a sentence first.</source>
            <translation>Noch kein Modell. Erst einen Satz labeln und annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/accept_confident.py" />
            <source>Choose a lower minimum confidence, or label more sentences.</source>
            <translation>Eine niedrigere Mindestkonfidenz wählen oder mehr Sätze labeln.</translation>
        </message>
    </context>
    <context>
        <name>Acceptance</name>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Everything up to here is already confirmed.</source>
            <translation>Bis hier ist schon alles bestätigt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence skipped.</source>
            <translation>Satz übersprungen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence moved to the end of the queue.</source>
            <translation>Satz ans Ende der Warteschlange gestellt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Sentence flagged.</source>
            <translation>Satz gekennzeichnet.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Flag removed.</source>
            <translation>Kennzeichen entfernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This sentence is not skipped, postponed or partly answered.</source>
            <translation>Dieser Satz ist nicht übersprungen, zurückgestellt oder teilweise beantwortet.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Returned to the queue.</source>
            <translation>Wieder in der Warteschlange.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>There are no labels yet: make one in the Labels panel first.</source>
            <translation>Es gibt noch keine Labels: Erst im Bereich „Labels“ eines anlegen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Nothing is labelled in this test sentence. Press Enter again if it has no labels.</source>
            <translation>In diesem Testsatz ist nichts gelabelt. Hat er keine Labels, noch einmal die Eingabetaste drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Suggestions are still loading. Press Enter again to accept without them.</source>
            <translation>Die Vorschläge werden noch geladen. Um ohne sie anzunehmen, noch einmal die Eingabetaste drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Not accepted: 1 token has no label or suggestion.</source>
            <translation>Nicht angenommen: 1 Token hat weder Label noch Vorschlag.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Not accepted: {n} tokens have no label or suggestion.</source>
            <translation>
                <numerusform>Nicht angenommen: {n} Token hat weder Label noch Vorschlag.</numerusform>
                <numerusform>Nicht angenommen: {n} Tokens haben weder Label noch Vorschlag.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This sentence is done, so it does not wait in the queue.</source>
            <translation>Dieser Satz ist fertig, er wartet also nicht in der Warteschlange.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>No more sentences match the queue filter.</source>
            <translation>Keine weiteren Sätze im Filter der Warteschlange.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Every sentence is confirmed.</source>
            <translation>Jeder Satz ist bestätigt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>This is the last open sentence.</source>
            <translation>Dies ist der letzte offene Satz.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>No uncertain token is left.</source>
            <translation>Kein unsicheres Token ist mehr übrig.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>No more uncertain tokens. Switch the queue to whole sentences, or accept the confident suggestions.</source>
            <translation>Keine unsicheren Tokens mehr. Die Warteschlange auf ganze Sätze umstellen oder die sicheren Vorschläge annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Only skipped or partly answered sentences remain (see the queue filter).</source>
            <translation>Nur übersprungene oder teilweise beantwortete Sätze sind übrig (siehe Filter der Warteschlange).</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/acceptance.py" />
            <source>Only skipped sentences are left: choose “Skipped” in the queue's filter to see them.</source>
            <translation>Nur übersprungene Sätze sind übrig: Im Filter der Warteschlange „Übersprungen“ wählen, um sie zu sehen.</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>←, →</source>
            <translation>←, →</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move token by token</source>
            <translation>Token für Token bewegen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+←, →</source>
            <translation>Strg+←, →</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Jump to a span, a capital, or five tokens</source>
            <translation>Zu Spanne oder Großbuchstabe springen, sonst fünf Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Shift+←, →</source>
            <translation>Umschalt+←, →</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select tokens</source>
            <translation>Tokens auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>↑, ↓</source>
            <translation>↑, ↓</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move line by line</source>
            <translation>Zeile für Zeile bewegen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Home, End</source>
            <translation>Pos1, Ende</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Start, end of line</source>
            <translation>Zeilenanfang, Zeilenende</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+C</source>
            <translation>Strg+C</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Copy the selected text</source>
            <translation>Ausgewählten Text kopieren</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Esc</source>
            <translation>Esc</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Back to the sentence, from any panel</source>
            <translation>Zurück zum Satz, aus jedem Bereich</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Move between rows</source>
            <translation>Zeile wechseln</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Enter</source>
            <translation>Eingabe</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Open the row</source>
            <translation>Zeile öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Space</source>
            <translation>Leertaste</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Toggle a rule or a check box</source>
            <translation>Regel oder Kontrollkästchen umschalten</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>1, 2, 3</source>
            <translation>1, 2, 3</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Toggle rule, features, suggestions of a gazetteer</source>
            <translation>Regel, Merkmale, Vorschläge eines Gazetteers umschalten</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>F2</source>
            <translation>F2</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Rename a document</source>
            <translation>Dokument umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Delete</source>
            <translation>Entf</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Remove a document, a rule or a gazetteer</source>
            <translation>Dokument, Regel oder Gazetteer entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Menu</source>
            <translation>Menü</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Open the row's menu</source>
            <translation>Menü der Zeile öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Click</source>
            <translation>Klick</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select a token</source>
            <translation>Token auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Drag</source>
            <translation>Ziehen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select several tokens (also Shift+click)</source>
            <translation>Mehrere Tokens auswählen (auch Umschalt+Klick)</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Double click</source>
            <translation>Doppelklick</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Select the whole span</source>
            <translation>Ganze Spanne auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Drag an edge of a span</source>
            <translation>Rand einer Spanne ziehen</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Resize the span (Esc cancels)</source>
            <translation>Spannengröße ändern (Esc bricht ab)</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Ctrl+wheel</source>
            <translation>Strg+Mausrad</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Larger or smaller text</source>
            <translation>Text vergrößern oder verkleinern</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>{command} {change}</source>
            <translation>{command}: {change}</translation>
        </message>
        <message>
            <location filename="../../app/views/actions.py" />
            <source>Label the selection as {name}</source>
            <translation>Auswahl als {name} labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>There is no sentence to label.</source>
            <translation>Es gibt keinen Satz zum Labeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Nothing to undo.</source>
            <translation>Nichts zum Rückgängigmachen.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Nothing to redo.</source>
            <translation>Nichts zum Wiederholen.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>The model is learning, or not ready to learn yet.</source>
            <translation>Das Modell lernt gerade oder kann noch nicht lernen.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>No training is running.</source>
            <translation>Es läuft kein Training.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Go to sentence {i}</source>
            <translation>Zu Satz {i} gehen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/command_palette.py" />
            <source>There are {n} sentences.</source>
            <translation>
                <numerusform>Es gibt {n} Satz.</numerusform>
                <numerusform>Es gibt {n} Sätze.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>There is 1 sentence.</source>
            <translation>Es gibt 1 Satz.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>This cannot be done now.</source>
            <translation>Dies ist jetzt nicht möglich.</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/views/command_palette.py" />
            <source>Document</source>
            <translation>Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Project</source>
            <translation>&amp;Projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Edit</source>
            <translation>&amp;Bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Label</source>
            <translation>&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Rules</source>
            <translation>&amp;Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Go</source>
            <translation>&amp;Gehe zu</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Model</source>
            <translation>&amp;Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;View</source>
            <translation>&amp;Ansicht</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/command.py" />
            <source>&amp;Help</source>
            <translation>&amp;Hilfe</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Undo</source>
            <translation>&amp;Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Undo the last change</source>
            <translation>Letzte Änderung rückgängig machen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Redo</source>
            <translation>&amp;Wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Redo the change</source>
            <translation>Änderung wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;History</source>
            <translation>&amp;Verlauf</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Show all changes, with author and time; go back or forward to any of them</source>
            <translation>Alle Änderungen mit Person und Zeit zeigen; zu jeder vor- oder zurückgehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Select the whole &amp;sentence</source>
            <translation>Ganzen &amp;Satz auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Select every token of the sentence</source>
            <translation>Alle Tokens des Satzes auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Find sentences</source>
            <translation>Sätze s&amp;uchen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Filter the sentence list by text</source>
            <translation>Satzliste nach Text filtern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find in the pro&amp;ject</source>
            <translation>Im &amp;Projekt suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Search the project by words, labels, confidence; edit all matches at once</source>
            <translation>Projekt nach Wörtern, Labels, Konfidenz durchsuchen; alle Treffer auf einmal bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find &amp;next</source>
            <translation>&amp;Nächster Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Go to the next match</source>
            <translation>Zum nächsten Treffer gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Find &amp;previous</source>
            <translation>V&amp;orheriger Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>Go to the previous match</source>
            <translation>Zum vorherigen Treffer gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>&amp;Words like this one</source>
            <translation>Ähn&amp;liche Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/edit.py" />
            <source>List the words that have the same neighbours as the current word</source>
            <translation>Wörter auflisten, die dieselben Nachbarn haben wie das aktuelle Wort</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Next uncertain token</source>
            <translation>&amp;Nächstes unsicheres Token</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Jump to the next uncertain token</source>
            <translation>Zum nächsten unsicheren Token springen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Previous uncertain token</source>
            <translation>&amp;Vorheriges unsicheres Token</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Jump to the previous uncertain token</source>
            <translation>Zum vorherigen unsicheren Token springen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next &amp;sentence</source>
            <translation>Nächster &amp;Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the next sentence of the text</source>
            <translation>Zum nächsten Satz des Textes gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Previous s&amp;entence</source>
            <translation>Vorheriger Sat&amp;z</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the previous sentence of the text</source>
            <translation>Zum vorherigen Satz des Textes gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next in the &amp;queue</source>
            <translation>Nächster in der &amp;Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Go to the next sentence of the queue</source>
            <translation>Zum nächsten Satz der Warteschlange gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>P&amp;ostpone the sentence</source>
            <translation>Satz z&amp;urückstellen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the sentence to the end of the queue</source>
            <translation>Satz ans Ende der Warteschlange stellen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Flag the sentence</source>
            <translation>Satz &amp;kennzeichnen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Flag the sentence for review (press again to remove)</source>
            <translation>Satz zur Durchsicht kennzeichnen (erneutes Drücken hebt es auf)</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>&amp;Return to the queue</source>
            <translation>Zu&amp;rück in die Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Put a skipped, postponed or partly answered sentence back in the queue</source>
            <translation>Übersprungenen, zurückgestellten oder teilweise beantworteten Satz wieder einreihen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Ne&amp;xt panel</source>
            <translation>Nächster &amp;Bereich</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the focus to the next panel</source>
            <translation>Fokus in den nächsten Bereich setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Pre&amp;vious panel</source>
            <translation>Vorheriger B&amp;ereich</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Move the focus to the previous panel</source>
            <translation>Fokus in den vorherigen Bereich setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Next &amp;tab</source>
            <translation>Nächster Rei&amp;ter</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Show the next tab of the column, and move the focus to it</source>
            <translation>Nächsten Reiter der Spalte zeigen und den Fokus hineinsetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Previo&amp;us tab</source>
            <translation>Vorheriger Re&amp;iter</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/go.py" />
            <source>Show the previous tab of the column, and move the focus to it</source>
            <translation>Vorherigen Reiter der Spalte zeigen und den Fokus hineinsetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Manual</source>
            <translation>&amp;Handbuch</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Open the manual for this panel</source>
            <translation>Handbuch zu diesem Bereich öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Keyboard shortcuts</source>
            <translation>&amp;Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Show all shortcuts on one page</source>
            <translation>Alle Tastenkürzel auf einer Seite zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Find a command…</source>
            <translation>&amp;Befehl suchen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Search commands, labels, documents and sentence numbers</source>
            <translation>Befehle, Labels, Dokumente und Satznummern durchsuchen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Edit s&amp;hortcuts…</source>
            <translation>Tasten&amp;kürzel bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Customise shortcuts or choose a preset</source>
            <translation>Tastenkürzel anpassen oder eine Vorgabe wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;Tour</source>
            <translation>&amp;Rundgang</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Learn the main commands in six steps</source>
            <translation>Die wichtigsten Befehle in sechs Schritten lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Your &amp;name…</source>
            <translation>Ihr &amp;Name…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>The name recorded with your labels</source>
            <translation>Der Name, der bei den gesetzten Labels steht</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Show the &amp;log…</source>
            <translation>&amp;Protokoll zeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Program log, for bug reports</source>
            <translation>Protokoll des Programms, für Fehlerberichte</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Save a &amp;report…</source>
            <translation>Bericht &amp;speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Report about the program, without your text and names</source>
            <translation>Bericht über das Programm, ohne eigene Texte und Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>&amp;About Tagwright</source>
            <translation>Über T&amp;agwright</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/help.py" />
            <source>Version and licence information</source>
            <translation>Angaben zu Version und Lizenz</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;No label</source>
            <translation>&amp;Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Set “no label” on the selected tokens</source>
            <translation>Ausgewählte Tokens auf „kein Label“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject &amp;this label</source>
            <translation>&amp;Dieses Label ablehnen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject the label shown; the model may suggest another</source>
            <translation>Das gezeigte Label ablehnen; das Modell kann ein anderes vorschlagen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Reject</source>
            <translation>Ablehnen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Clear</source>
            <translation>Label &amp;entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Remove your labels from the selection</source>
            <translation>Eigene Labels aus der Auswahl entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Extend end</source>
            <translation>Am Ende er&amp;weitern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend the span by one token at its end</source>
            <translation>Spanne am Ende um ein Token erweitern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten en&amp;d</source>
            <translation>Am Ende &amp;verkürzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten the span by one token at its end</source>
            <translation>Spanne am Ende um ein Token verkürzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend sta&amp;rt</source>
            <translation>Am Anfang e&amp;rweitern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Extend the span by one token at its start</source>
            <translation>Spanne am Anfang um ein Token erweitern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>S&amp;horten start</source>
            <translation>Am Anfang verkür&amp;zen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Shorten the span by one token at its start</source>
            <translation>Spanne am Anfang um ein Token verkürzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>S&amp;plit the span here</source>
            <translation>Spanne hier &amp;teilen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Split the span before this token</source>
            <translation>Spanne vor diesem Token teilen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Merge with the ne&amp;xt span</source>
            <translation>&amp;Mit nächster Spanne verbinden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Merge this span, the next one, and everything between them</source>
            <translation>Diese Spanne, die nächste und alles dazwischen verbinden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Select the span</source>
            <translation>&amp;Spanne auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Select the whole span, e.g. to relabel it</source>
            <translation>Ganze Spanne auswählen, z. B. für ein anderes Label</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Repeat the last acti&amp;on</source>
            <translation>Letzte Akti&amp;on wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Apply the last label or action to the selection</source>
            <translation>Letztes Label oder letzte Aktion auf die Auswahl anwenden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Label &amp;by name…</source>
            <translation>Label per &amp;Name setzen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Find a label by name and apply it</source>
            <translation>Label nach Namen suchen und setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Undo auto&amp;matic changes</source>
            <translation>A&amp;utomatische Änderungen zurücknehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Restore the suggestions from before your last correction, without marks</source>
            <translation>Vorschläge von vor der letzten Korrektur wiederherstellen, ohne Markierungen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Appl&amp;y to other occurrences…</source>
            <translation>Au&amp;f weitere Vorkommen anwenden…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>List other occurrences of these words and label them the same way</source>
            <translation>Weitere Vorkommen dieser Wörter auflisten und ebenso labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>&amp;Accept the sentence</source>
            <translation>Satz &amp;annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept all labels shown and go to the next sentence in the queue</source>
            <translation>Alle gezeigten Labels annehmen und zum nächsten Satz der Warteschlange gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept</source>
            <translation>Annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept &amp;up to here</source>
            <translation>&amp;Bis hier annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept everything from the start of the sentence to this token</source>
            <translation>Alles vom Satzanfang bis zu diesem Token annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Sk&amp;ip the sentence</source>
            <translation>Satz übers&amp;pringen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Remove the sentence from the queue without accepting it</source>
            <translation>Satz aus der Warteschlange nehmen, ohne ihn anzunehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Skip</source>
            <translation>Überspringen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept con&amp;fident suggestions…</source>
            <translation>Si&amp;chere Vorschläge annehmen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Accept all suggestions above a confidence threshold, after review</source>
            <translation>Alle Vorschläge über einer Konfidenzschwelle nach Durchsicht annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Edit &amp;labels…</source>
            <translation>&amp;Labels bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Add, rename, recolour, merge or delete labels</source>
            <translation>Labels hinzufügen, umbenennen, umfärben, zusammenführen oder löschen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Edit…</source>
            <translation>Bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>Label &amp;guide</source>
            <translation>Label-Le&amp;itfaden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/label.py" />
            <source>What each label means, with an example</source>
            <translation>Was jedes Label bedeutet, mit Beispiel</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Train now</source>
            <translation>Jetzt &amp;trainieren</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Retrain on all confirmed labels now</source>
            <translation>Jetzt mit allen bestätigten Labels neu trainieren</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Cancel the training</source>
            <translation>Training abbre&amp;chen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Stop the current training; suggestions stay</source>
            <translation>Laufendes Training beenden; Vorschläge bleiben</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;Pause learning</source>
            <translation>Lernen an&amp;halten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Keep the current model until you resume</source>
            <translation>Aktuelles Modell bis zum Fortsetzen behalten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Pa&amp;use learning</source>
            <translation>Ler&amp;nen anhalten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>C&amp;hoose settings by cross-validation</source>
            <translation>Einstellungen per &amp;Kreuzvalidierung wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Let the labels choose how models are trained, or use your settings</source>
            <translation>Training anhand der Labels wählen lassen oder eigene Einstellungen nutzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Choose &amp;settings by cross-validation</source>
            <translation>&amp;Einstellungen per Kreuzvalidierung wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>&amp;State of the model</source>
            <translation>&amp;Zustand des Modells</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Show or hide the state of the model and its training data</source>
            <translation>Zustand des Modells und seine Trainingsdaten ein- oder ausblenden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Pro&amp;gress</source>
            <translation>&amp;Fortschritt</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Show model quality and progress</source>
            <translation>Modellqualität und Fortschritt zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Sho&amp;w learning curves by label…</source>
            <translation>&amp;Lernkurven je Label zeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Find out where more labels would help, with and without unlabelled text</source>
            <translation>Herausfinden, wo mehr Labels helfen, mit und ohne Lernen aus Text ohne Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Suggest template &amp;lines…</source>
            <translation>&amp;Vorlagenzeilen vorschlagen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Find lines that would help your feature template</source>
            <translation>Zeilen finden, die der Merkmalsvorlage nützen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/model.py" />
            <source>Suggest template l&amp;ines…</source>
            <translation>&amp;Vorlagenzeilen vorschlagen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;New project…</source>
            <translation>&amp;Neues Projekt…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Create a project with your own labels</source>
            <translation>Ein Projekt mit eigenen Labels anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Open project…</source>
            <translation>Projekt ö&amp;ffnen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Open another project file</source>
            <translation>Eine andere Projektdatei öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Sa&amp;ve (automatic)</source>
            <translation>&amp;Speichern (automatisch)</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Changes are saved automatically</source>
            <translation>Änderungen werden automatisch gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Save a copy…</source>
            <translation>&amp;Kopie speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Save the whole project to a second file</source>
            <translation>Das ganze Projekt in einer zweiten Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Import texts…</source>
            <translation>Texte &amp;importieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Import plain text, CoNLL, CoNLL-U, doccano/Prodigy JSONL or brat</source>
            <translation>Reinen Text, CoNLL, CoNLL-U, doccano-/Prodigy-JSONL oder brat importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Paste text as &amp;document…</source>
            <translation>Text als &amp;Dokument einfügen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Import the text, or the files, copied in another program</source>
            <translation>Text oder Dateien importieren, die in einem anderen Programm kopiert wurden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Unlabelled text…</source>
            <translation>Text &amp;ohne Labels…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Add text that the model learns from and you need not label</source>
            <translation>Text hinzufügen, aus dem das Modell lernt und der nicht gelabelt werden muss</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Export labelled text…</source>
            <translation>Gelabelten Text &amp;exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export the labelled documents, in their original format or another</source>
            <translation>Die gelabelten Dokumente im ursprünglichen oder einem anderen Format exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export the &amp;model…</source>
            <translation>&amp;Modell exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Write the newest model for use from Python or the command line</source>
            <translation>Das neueste Modell zur Nutzung in Python oder auf der Befehlszeile schreiben</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Combine mode&amp;ls…</source>
            <translation>Mode&amp;lle kombinieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Make one model file of several, such as those of colleagues</source>
            <translation>Aus mehreren Modelldateien, etwa denen anderer Teammitglieder, eine machen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Project se&amp;ttings…</source>
            <translation>Projekteins&amp;tellungen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Scheme, features, and how the model learns</source>
            <translation>Schema, Merkmale und wie das Modell lernt</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Chec&amp;k the project</source>
            <translation>Projekt &amp;prüfen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Verify the integrity of the project file</source>
            <translation>Projektdatei auf Unversehrtheit prüfen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Restore a &amp;backup…</source>
            <translation>Sicherung &amp;wiederherstellen…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Go back to an earlier state; nothing is overwritten</source>
            <translation>Zu einem früheren Stand zurückkehren; nichts wird überschrieben</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export everything as &amp;plain files…</source>
            <translation>&amp;Alles als einfache Dateien exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Export texts, labels, rules and history as plain text and JSON</source>
            <translation>Texte, Labels, Regeln und Verlauf als reinen Text und JSON exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Close the project</source>
            <translation>Projekt s&amp;chließen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Go back to the welcome page; everything is saved</source>
            <translation>Zurück zur Startseite; alles ist gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>&amp;Quit</source>
            <translation>&amp;Beenden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/project.py" />
            <source>Close Tagwright; everything is saved</source>
            <translation>Tagwright beenden; alles ist gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New r&amp;ule…</source>
            <translation>&amp;Neue Regel…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Define a constraint on the labels that are suggested</source>
            <translation>Eine Einschränkung für die vorgeschlagenen Labels festlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New rule…</source>
            <translation>Neue Regel…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ru&amp;les</source>
            <translation>&amp;Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Show the rules panel and go to it</source>
            <translation>Bereich „Regeln“ zeigen und dorthin gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;Find rules</source>
            <translation>Regeln &amp;suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Suggest rules that hold for all confirmed labels (added switched off)</source>
            <translation>Regeln vorschlagen, die für alle bestätigten Labels gelten (zunächst ausgeschaltet)</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Le&amp;arn penalties</source>
            <translation>Strafen &amp;lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Estimate the penalties of soft rules from confirmed labels</source>
            <translation>Strafen weicher Regeln aus bestätigten Labels schätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>I&amp;mport rules…</source>
            <translation>Regeln &amp;importieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Add rules from a file</source>
            <translation>Regeln aus einer Datei hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>E&amp;xport rules…</source>
            <translation>Regeln &amp;exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Save the rules to a file for other projects or the command line</source>
            <translation>Regeln für andere Projekte oder die Befehlszeile in einer Datei speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>A&amp;dd to a gazetteer</source>
            <translation>In Gazetteer &amp;aufnehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Add the selected words to a gazetteer as a phrase</source>
            <translation>Ausgewählte Wörter als Wendung in einen Gazetteer aufnehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;Words for a gazetteer…</source>
            <translation>&amp;Wörter für Gazetteer…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>List frequent words whose labels are uncertain</source>
            <translation>Häufige Wörter mit unsicheren Labels auflisten</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ga&amp;zetteers</source>
            <translation>&amp;Gazetteers</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Show the gazetteers panel and go to it</source>
            <translation>Bereich „Gazetteers“ zeigen und dorthin gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Imp&amp;ort a gazetteer…</source>
            <translation>Gazetteer i&amp;mportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Import a phrase list, with or without labels</source>
            <translation>Liste von Wendungen importieren, mit oder ohne Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Import…</source>
            <translation>Importieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>&amp;New gazetteer…</source>
            <translation>Neuer Ga&amp;zetteer…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Create an empty gazetteer</source>
            <translation>Leeren Gazetteer anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>New &amp;grammar…</source>
            <translation>Neue Gramma&amp;tik…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Write rules that find spans, for suggestions before the first label</source>
            <translation>Regeln schreiben, die Spannen finden, für Vorschläge vor dem ersten Label</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Ex&amp;port a gazetteer…</source>
            <translation>Gazetteer e&amp;xportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/rules.py" />
            <source>Write the phrases of the chosen gazetteer into a file</source>
            <translation>Wendungen des gewählten Gazetteers in eine Datei schreiben</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Larger text</source>
            <translation>&amp;Text vergrößern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Make the text of the sentence view larger</source>
            <translation>Text der Satzansicht vergrößern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Smaller text</source>
            <translation>Text ver&amp;kleinern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Make the text of the sentence view smaller</source>
            <translation>Text der Satzansicht verkleinern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset &amp;text size</source>
            <translation>Textgröße &amp;zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset the text size</source>
            <translation>Textgröße zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Whole document</source>
            <translation>Ganzes &amp;Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the whole document around the sentence, with all its labels</source>
            <translation>Das ganze Dokument um den Satz mit allen Labels zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>S&amp;ystem default theme</source>
            <translation>Design des &amp;Systems</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Follow the system's light or dark theme</source>
            <translation>Dem hellen oder dunklen Design des Systems folgen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>L&amp;ight theme</source>
            <translation>&amp;Helles Design</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Dark text on a light background</source>
            <translation>Dunkler Text auf hellem Grund</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Dark theme</source>
            <translation>D&amp;unkles Design</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Light text on a dark background</source>
            <translation>Heller Text auf dunklem Grund</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;High contrast</source>
            <translation>Hoher K&amp;ontrast</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Maximum contrast with bold outlines</source>
            <translation>Größter Kontrast mit kräftigen Rändern</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Appearance…</source>
            <translation>&amp;Erscheinungsbild…</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Choose fonts, sizes, colours, patterns, language and motion</source>
            <translation>Schriften, Größen, Farben, Muster, Sprache und Bewegung wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Le&amp;gend</source>
            <translation>Le&amp;gende</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the labels below the sentence while the Labels panel is hidden</source>
            <translation>Labels unter dem Satz zeigen, solange der Bereich „Labels“ ausgeblendet ist</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Key hints</source>
            <translation>Tastenhin&amp;weise</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the most useful shortcuts below the sentence</source>
            <translation>Die nützlichsten Tastenkürzel unter dem Satz zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Na&amp;mes</source>
            <translation>&amp;Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Show the names of the document, with the labels of each</source>
            <translation>Namen des Dokuments mit ihren Labels zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>L&amp;eft column</source>
            <translation>L&amp;inke Spalte</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Hide or show the panels at the left of the sentence</source>
            <translation>Bereiche links vom Satz aus- oder einblenden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Right column</source>
            <translation>&amp;Rechte Spalte</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Hide or show the panels at the right of the sentence</source>
            <translation>Bereiche rechts vom Satz aus- oder einblenden</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Detach the &amp;panel</source>
            <translation>Bereich ab&amp;lösen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Move the current panel into a separate window, or put it back</source>
            <translation>Aktuellen Bereich in ein eigenes Fenster ablösen oder wieder andocken</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Close the panel</source>
            <translation>Bereich s&amp;chließen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Close the current panel</source>
            <translation>Aktuellen Bereich schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>&amp;Full screen</source>
            <translation>&amp;Vollbild</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Use the whole screen</source>
            <translation>Den ganzen Bildschirm nutzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Reset panel lay&amp;out</source>
            <translation>&amp;Anordnung zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/commands/view.py" />
            <source>Restore the default panel layout</source>
            <translation>Standardanordnung der Bereiche wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Tagwright</source>
            <translation>Tagwright</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Digits and letters set labels; Enter accepts and continues.</source>
            <translation>Ziffern und Buchstaben setzen Labels; die Eingabetaste nimmt an und geht weiter.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Prodigy-like</source>
            <translation>Wie Prodigy</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>A accepts, X rejects, Space skips, Backspace undoes, F flags, H shows shortcuts. Labels: 1–0, then Shift+digit, then Shift+Alt+digit.</source>
            <translation>A nimmt an, X lehnt ab, Leertaste überspringt, Rücktaste macht rückgängig, F kennzeichnet, H zeigt Tastenkürzel. Labels: 1–0, dann Umschalt+Ziffer, dann Umschalt+Alt+Ziffer.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>brat-like</source>
            <translation>Wie brat</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Digits and letters set labels, Delete clears, Insert selects the span, Ctrl+H repeats the last action.</source>
            <translation>Ziffern und Buchstaben setzen Labels, Entf entfernt sie, Einfg wählt die Spanne aus, Strg+H wiederholt die letzte Aktion.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>{key} is reserved for moving and copying in the sentence.</source>
            <translation>{key} ist für das Bewegen und Kopieren im Satz reserviert.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Esc cannot be reassigned.</source>
            <translation>Esc kann nicht neu belegt werden.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>{key} opens a menu.</source>
            <translation>{key} öffnet ein Menü.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>{key} belongs to macOS.</source>
            <translation>{key} ist von macOS belegt.</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>This key cannot be used as a shortcut.</source>
            <translation>Diese Taste ist als Tastenkürzel nicht möglich.</translation>
        </message>
    </context>
    <context>
        <name>Ages</name>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} d</source>
            <translation>{n} d</translation>
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} h</source>
            <translation>{n} h</translation>
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} min</source>
            <translation>{n} min</translation>
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{n} s</source>
            <translation>{n} s</translation>
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>just now</source>
            <translation>gerade eben</translation>
        </message>
        <message>
            <location filename="../../app/views/durations.py" />
            <source>{age} ago</source>
            <translation>vor {age}</translation>
        </message>
    </context>
    <context>
        <name>AnnotatorDialog</name>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>Your name</source>
            <translation>Ihr Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>The name recorded with your labels</source>
            <translation>Der Name, der bei den gesetzten Labels steht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>Your name is recorded with every change, so that teams can see who did what. It is stored on this computer and in the project file only.</source>
            <translation>Der Name wird mit jeder Änderung aufgezeichnet, damit Teams sehen, von wem sie stammt. Er steht nur auf diesem Computer und in der Projektdatei.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>e.g. your initials</source>
            <translation>z. B. die Initialen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/annotator.py" />
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
    </context>
    <context>
        <name>Announcer</name>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>1 token was updated automatically.</source>
            <translation>1 Token wurde automatisch aktualisiert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/announcer.py" />
            <source>{n} tokens were updated automatically.</source>
            <translation>
                <numerusform>{n} Token wurde automatisch aktualisiert.</numerusform>
                <numerusform>{n} Tokens wurden automatisch aktualisiert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>Sentence {i} of {n}: {text}</source>
            <translation>Satz {i} von {n}: {text}</translation>
        </message>
        <message>
            <location filename="../../app/views/announcer.py" />
            <source>Accepted. {sentence}</source>
            <translation>Angenommen. {sentence}</translation>
        </message>
    </context>
    <context>
        <name>AppearanceDialog</name>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Appearance</source>
            <translation>Erscheinungsbild</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Stored on this computer, not in the project</source>
            <translation>Wird auf diesem Computer gespeichert, nicht im Projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Show a &amp;pattern for every label</source>
            <translation>&amp;Muster für jedes Label zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sentence font</source>
            <translation>Schrift des Satzes</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Same as interface</source>
            <translation>Wie Oberfläche</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sentence font size</source>
            <translation>Schriftgröße des Satzes</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Interface font</source>
            <translation>Schrift der Oberfläche</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>System default</source>
            <translation>Systemstandard</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Interface font size</source>
            <translation>Schriftgröße der Oberfläche</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>System language</source>
            <translation>Sprache des Systems</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Redu&amp;ce motion</source>
            <translation>Weniger &amp;Bewegung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>T&amp;heme</source>
            <translation>&amp;Design</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Co&amp;ntrast</source>
            <translation>&amp;Kontrast</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sen&amp;tence font</source>
            <translation>Schrif&amp;t des Satzes</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Interface font</source>
            <translation>Schrift der &amp;Oberfläche</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Takes effect when Tagwright is restarted.</source>
            <translation>Wirkt nach einem Neustart von Tagwright.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Scale</source>
            <translation>Skalie&amp;rung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Language</source>
            <translation>S&amp;prache</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Sa&amp;ve</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>&amp;Reset</source>
            <translation>&amp;Zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Reset all appearance settings to their defaults</source>
            <translation>Alle Einstellungen zum Erscheinungsbild auf den Standard zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Light</source>
            <translation>Hell</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Dark</source>
            <translation>Dunkel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>Normal</source>
            <translation>Normal</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source>High (black and white, bold outlines)</source>
            <translation>Hoch (schwarz-weiß, kräftige Ränder)</translation>
        </message>
    </context>
    <context>
        <name>AppearanceSample</name>
        <message>
            <location filename="../../app/views/dialogs/appearance_sample.py" />
            <source>Preview</source>
            <translation>Vorschau</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/appearance_sample.py" />
            <source>Two confirmed labels, a confident, an uncertain and an imported suggestion</source>
            <translation>Zwei bestätigte Labels, ein sicherer, ein unsicherer und ein importierter Vorschlag</translation>
        </message>
    </context>
    <context>
        <name>Application</name>
        <message>
            <location filename="../../app/application.py" />
            <source>Created the project {name} in {folder}.</source>
            <translation>Projekt {name} in {folder} angelegt.</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Restore a backup…</source>
            <translation>Sicherung wiederherstellen…</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>{name} is open in another window, which was brought to the front.</source>
            <translation>{name} ist in einem anderen Fenster geöffnet, das nach vorn geholt wurde.</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Open it without these changes</source>
            <translation>Ohne diese Änderungen öffnen</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>This is your own copy of the sample: {path}.</source>
            <translation>Eigene Kopie des Beispielprojekts: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>Backup restored: {name} is now open.</source>
            <translation>Sicherung wiederhergestellt: {name} ist jetzt geöffnet.</translation>
        </message>
        <message>
            <location filename="../../app/application.py" />
            <source>The previous version was kept as {path}.</source>
            <translation>Die bisherige Fassung liegt unter {path}.</translation>
        </message>
    </context>
    <context>
        <name>Asking</name>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Expected corrections</source>
            <translation>Erwartete Korrekturen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sentences with the most expected errors first</source>
            <translation>Zuerst Sätze mit den meisten erwarteten Fehlern</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident token</source>
            <translation>Unsicherstes Token</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sentences with the lowest confidence of a single token first</source>
            <translation>Zuerst Sätze mit der geringsten Konfidenz eines einzelnen Tokens</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Possible missed spans</source>
            <translation>Womöglich fehlende Spannen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences in which a span may be missing</source>
            <translation>Zuerst Sätze, in denen eine Spanne fehlen könnte</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Inconsistent names</source>
            <translation>Uneinheitliche Namen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences with a name that has different labels in its document</source>
            <translation>Zuerst Sätze mit einem Namen, der in seinem Dokument verschiedene Labels hat</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident sentence</source>
            <translation>Unsicherster Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Lowest probability of the best labelling first; favours long sentences</source>
            <translation>Zuerst die geringste Wahrscheinlichkeit der besten Labelfolge; bevorzugt lange Sätze</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Least confident, length-normalised</source>
            <translation>Unsicherster Satz, längennormiert</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>The same, divided by sentence length</source>
            <translation>Dasselbe, geteilt durch die Satzlänge</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Smallest margin</source>
            <translation>Kleinster Abstand</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Smallest gap between best and second-best labelling first</source>
            <translation>Zuerst der kleinste Abstand zwischen bester und zweitbester Labelfolge</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Total token entropy</source>
            <translation>Summe der Token-Entropie</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Highest summed token entropy first; favours long sentences</source>
            <translation>Zuerst die höchste Summe der Token-Entropie; bevorzugt lange Sätze</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Mean token entropy</source>
            <translation>Mittlere Token-Entropie</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Sequence entropy</source>
            <translation>Sequenzentropie</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Most plausible alternative labellings first</source>
            <translation>Zuerst Sätze mit den meisten plausiblen Labelfolgen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>N-best entropy</source>
            <translation>N-best-Entropie</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences whose ten best labellings are almost equally likely</source>
            <translation>Zuerst Sätze, deren zehn beste Labelfolgen fast gleich wahrscheinlich sind</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Information density</source>
            <translation>Informationsdichte</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Uncertain and representative sentences first</source>
            <translation>Zuerst unsichere und repräsentative Sätze</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Expected gradient length</source>
            <translation>Erwartete Gradientenlänge</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences that are expected to change the model most</source>
            <translation>Zuerst Sätze, die das Modell voraussichtlich am stärksten verändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Fisher information</source>
            <translation>Fisher-Information</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences that are most informative about the rest</source>
            <translation>Zuerst Sätze, die am meisten über die übrigen aussagen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Too slow for interactive use; use `tagwright simulate`</source>
            <translation>Zu langsam für interaktives Arbeiten; stattdessen `tagwright simulate` verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Committee disagreement</source>
            <translation>Uneinigkeit im Komitee</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Starts with sentences on which several models disagree most</source>
            <translation>Zuerst Sätze, bei denen mehrere Modelle am wenigsten übereinstimmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Needs a committee of models, retrained after every label; use `tagwright simulate`</source>
            <translation>Braucht ein Komitee von Modellen, das nach jedem Label neu trainiert wird; stattdessen `tagwright simulate` verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Committee divergence (KL)</source>
            <translation>Divergenz im Komitee (KL)</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Largest differences between the probabilities of several models first</source>
            <translation>Zuerst die größten Unterschiede zwischen den Wahrscheinlichkeiten mehrerer Modelle</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Random</source>
            <translation>Zufällig</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>In random order: slow to learn from, but unbiased</source>
            <translation>Zufällige Reihenfolge: langsames Lernen, aber unverzerrt</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Document order</source>
            <translation>Dokumentreihenfolge</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>One sentence after the other</source>
            <translation>Ein Satz nach dem anderen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>No adjustment</source>
            <translation>Ohne Anpassung</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>In exactly this order</source>
            <translation>Genau in dieser Reihenfolge</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Per minute of annotation time</source>
            <translation>Pro Minute Annotationszeit</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Ranks by benefit per minute of your time</source>
            <translation>Ordnet nach dem Nutzen pro Minute Annotationszeit</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Skip near-duplicates</source>
            <translation>Beinahe-Duplikate überspringen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Shows near-duplicates only once</source>
            <translation>Zeigt Beinahe-Duplikate nur einmal</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Mix in random sentences</source>
            <translation>Zufällige Sätze beimischen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>One in 10 sentences is random, for coverage</source>
            <translation>Jeder 10. Satz ist zufällig, für bessere Abdeckung</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Check whole sentences</source>
            <translation>Ganze Sätze prüfen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Enter confirms every token of the sentence</source>
            <translation>Die Eingabetaste bestätigt jedes Token des Satzes</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Check uncertain tokens only</source>
            <translation>Nur unsichere Tokens prüfen</translation>
        </message>
        <message>
            <location filename="../../app/domain/query_choices.py" />
            <source>Enter confirms the uncertain tokens; see settings for the rest</source>
            <translation>Die Eingabetaste bestätigt die unsicheren Tokens; für den Rest siehe Einstellungen</translation>
        </message>
    </context>
    <context>
        <name>Backups</name>
        <message>
            <location filename="../../app/services/backups.py" />
            <source>Checking the project</source>
            <translation>Projekt wird geprüft</translation>
        </message>
        <message>
            <location filename="../../app/services/backups.py" />
            <source>Exporting everything</source>
            <translation>Alles wird exportiert</translation>
        </message>
    </context>
    <context>
        <name>BaseDialog</name>
        <message>
            <location filename="../../app/views/widgets/base_dialog.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/views/widgets/base_dialog.py" />
            <source>Close</source>
            <translation>Schließen</translation>
        </message>
    </context>
    <context>
        <name>Binding</name>
        <message>
            <location filename="../../app/views/sentence_view/pane.py" />
            <source>No label has the key {key}.</source>
            <translation>Kein Label hat die Taste {key}.</translation>
        </message>
    </context>
    <context>
        <name>BulkActionButton</name>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit matches</source>
            <translation>Treffer bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Label, clear, accept or flag all matches in one step</source>
            <translation>Alle Treffer in einem Schritt labeln, annehmen, kennzeichnen oder ihre Labels entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit all</source>
            <translation>Alle bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit {n} selected</source>
            <translation>Auswahl ({n}) bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit match</source>
            <translation>Treffer bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Edit all {n}</source>
            <translation>Alle {n} bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Label</source>
            <translation>&amp;Label setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;No label</source>
            <translation>&amp;Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Accept suggestions</source>
            <translation>Vorschläge &amp;annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Clear labels</source>
            <translation>Labels &amp;entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Flag the sentences</source>
            <translation>Sätze kenn&amp;zeichnen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Postpone the sentences</source>
            <translation>Sätze z&amp;urückstellen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>&amp;Skip the sentences</source>
            <translation>Sätze übers&amp;pringen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Show in &amp;queue</source>
            <translation>In &amp;Warteschlange zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/bulk_menu.py" />
            <source>Restrict the queue to these sentences</source>
            <translation>Warteschlange auf diese Sätze beschränken</translation>
        </message>
    </context>
    <context>
        <name>BulkController</name>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing to apply yet: label or correct a word first.</source>
            <translation>Noch nichts anzuwenden: Erst ein Wort labeln oder korrigieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>No other occurrences of “{words}”.</source>
            <translation>Keine weiteren Vorkommen von „{words}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>All other occurrences of “{words}” already have this label.</source>
            <translation>Alle weiteren Vorkommen von „{words}“ haben dieses Label schon.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing to change: everything was already labelled this way.</source>
            <translation>Nichts zu ändern: Alles war schon so gelabelt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>{what}.</source>
            <translation>{what}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Accepted {:confident token|confident tokens} in {:sentence|sentences}.</source>
            <translation>{:sicheres Token|sichere Tokens} in {:Satz|Sätzen} angenommen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/bulk.py" />
            <source>Nothing accepted: these sentences have changed since. Please review the list.</source>
            <translation>Nichts angenommen: Diese Sätze haben sich inzwischen geändert. Bitte die Liste durchsehen.</translation>
        </message>
    </context>
    <context>
        <name>Buttons</name>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Detach the panel</source>
            <translation>Bereich ablösen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Close the panel</source>
            <translation>Bereich schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Close the panel {name}: View → Panels brings it back</source>
            <translation>Bereich {name} schließen: Ansicht → Bereiche holt ihn zurück</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/dock_titles.py" />
            <source>Detach the panel {name} into a separate window, or put it back</source>
            <translation>Bereich {name} in ein eigenes Fenster ablösen oder wieder andocken</translation>
        </message>
    </context>
    <context>
        <name>Choice</name>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>Choose a label</source>
            <translation>Label wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>Choose a scheme</source>
            <translation>Schema wählen</translation>
        </message>
    </context>
    <context>
        <name>ChoicesModel</name>
        <message>
            <location filename="../../app/item_models/choices.py" />
            <source>key {key}</source>
            <translation>Taste {key}</translation>
        </message>
    </context>
    <context>
        <name>Chooser</name>
        <message>
            <location filename="../../app/views/chooser.py" />
            <source>Matching commands</source>
            <translation>Passende Befehle</translation>
        </message>
        <message>
            <location filename="../../app/views/chooser.py" />
            <source>Press Enter to choose</source>
            <translation>Eingabetaste wählt aus</translation>
        </message>
    </context>
    <context>
        <name>Closing</name>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>They are still being written.</source>
            <translation>Das Schreiben läuft noch.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Saving the last changes. The project closes as soon as they are saved.</source>
            <translation>Die letzten Änderungen werden gespeichert. Danach wird das Projekt geschlossen.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>The disk does not answer.</source>
            <translation>Der Datenträger antwortet nicht.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>The last change is not saved.</source>
            <translation>Die letzte Änderung ist nicht gespeichert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/closing.py" />
            <source>The last {n} changes are not saved.</source>
            <translation>
                <numerusform>Die letzte {n} Änderung ist nicht gespeichert.</numerusform>
                <numerusform>Die letzten {n} Änderungen sind nicht gespeichert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Without a copy this change is lost when the project is closed.</source>
            <translation>Ohne Kopie geht diese Änderung beim Schließen des Projekts verloren.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Without a copy these changes are lost when the project is closed.</source>
            <translation>Ohne Kopie gehen diese Änderungen beim Schließen des Projekts verloren.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Not saved</source>
            <translation>Nicht gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>{why}

Not saved: {steps}.

A copy in another folder or on another disk holds everything that you see. {lost}</source>
            <translation>{why}

Nicht gespeichert: {steps}.

Eine Kopie in einem anderen Ordner oder auf einem anderen Datenträger enthält alles, was zu sehen ist. {lost}</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Save a copy…</source>
            <translation>&amp;Kopie speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Try again</source>
            <translation>&amp;Erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Close &amp;without it</source>
            <translation>&amp;Ohne Kopie schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>Close &amp;without them</source>
            <translation>&amp;Ohne Kopie schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/closing.py" />
            <source>&amp;Do not close</source>
            <translation>&amp;Nicht schließen</translation>
        </message>
    </context>
    <context>
        <name>ClosingProjects</name>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Closing the current project, then opening {name}…</source>
            <translation>Das aktuelle Projekt wird geschlossen, dann {name} geöffnet…</translation>
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Removing the empty project</source>
            <translation>Leeres Projekt wird entfernt</translation>
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>The import was cancelled, and the empty project {name} was removed.</source>
            <translation>Der Import wurde abgebrochen und das leere Projekt {name} entfernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>The last changes of {name} were not saved.</source>
            <translation>Die letzten Änderungen von {name} wurden nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/closing_projects.py" />
            <source>Could not back up {name} on closing: {reason}.</source>
            <translation>{name} konnte beim Schließen nicht gesichert werden: {reason}.</translation>
        </message>
    </context>
    <context>
        <name>ColourGrid</name>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Colour</source>
            <translation>Farbe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Colour-blind-safe palette</source>
            <translation>Bei Farbenblindheit unterscheidbar</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Blue</source>
            <translation>Blau</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Orange</source>
            <translation>Orange</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Green</source>
            <translation>Grün</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Purple</source>
            <translation>Purpur</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Sky blue</source>
            <translation>Himmelblau</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Vermilion</source>
            <translation>Zinnoberrot</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Yellow</source>
            <translation>Gelb</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>Black or white</source>
            <translation>Schwarz oder Weiß</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, striped</source>
            <translation>{hue}, gestreift</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, dotted</source>
            <translation>{hue}, gepunktet</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, striped (reverse)</source>
            <translation>{hue}, gegenläufig gestreift</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with lines</source>
            <translation>{hue}, mit Querlinien</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with bars</source>
            <translation>{hue}, mit Längslinien</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with a grid</source>
            <translation>{hue}, mit Gitter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/colour_grid.py" />
            <source>{hue}, with a lattice</source>
            <translation>{hue}, mit Rautengitter</translation>
        </message>
    </context>
    <context>
        <name>CombineModelsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Combine models</source>
            <translation>Modelle kombinieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Model files that become one model</source>
            <translation>Modelldateien, aus denen ein Modell wird</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>This makes one model of several, such as those of colleagues whose texts you may not see. All need the same labels; models of segments cannot be combined, and only one may have learned from the unlabelled text of its project. Where all texts can be in one project, train on them together: that is better.</source>
            <translation>Dies macht aus mehreren Modellen eines, etwa aus denen anderer Teammitglieder, deren Texte nicht eingesehen werden dürfen. Alle brauchen dieselben Labels; Segmentmodelle lassen sich nicht kombinieren, und nur eines darf aus dem Text ohne Labels seines Projekts gelernt haben. Wenn alle Texte in ein Projekt dürfen, ist ein gemeinsames Training besser.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Models</source>
            <translation>Modelle</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>The model files that are combined; Delete removes one from the list</source>
            <translation>Die Modelldateien, die kombiniert werden; Entf nimmt eine aus der Liste</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>A&amp;dd…</source>
            <translation>&amp;Hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Re&amp;move</source>
            <translation>&amp;Entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>&amp;Learn their weights from this project</source>
            <translation>&amp;Gewichte aus diesem Projekt lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Models that explain your confirmed labels better get more weight. Leave this off if one of the models was trained on this project.</source>
            <translation>Modelle, die die bestätigten Labels besser erklären, erhalten mehr Gewicht. Ausgeschaltet lassen, wenn eines der Modelle mit diesem Projekt trainiert wurde.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>&amp;Combine…</source>
            <translation>&amp;Kombinieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>Only model files can be combined. Not added: {names}.</source>
            <translation>Nur Modelldateien können kombiniert werden. Nicht hinzugefügt: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/combine_models.py" />
            <source>No models yet. Add at least two.</source>
            <translation>Noch keine Modelle. Mindestens zwei hinzufügen.</translation>
        </message>
    </context>
    <context>
        <name>CommandsModel</name>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source> or </source>
            <translation> oder </translation>
        </message>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source>no shortcut</source>
            <translation>kein Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/item_models/commands.py" />
            <source>changed</source>
            <translation>geändert</translation>
        </message>
    </context>
    <context>
        <name>ConfidentFinder</name>
        <message>
            <location filename="../../app/services/confident_proposals.py" />
            <source>Accepting suggestions</source>
            <translation>Vorschläge werden angenommen</translation>
        </message>
    </context>
    <context>
        <name>ConfidentModel</name>
        <message>
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>no label {chance} (1 token)</source>
            <translation>kein Label {chance} (1 Token)</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>no label {chance} ({n} tokens)</source>
            <translation>
                <numerusform>kein Label {chance} ({n} Token)</numerusform>
                <numerusform>kein Label {chance} ({n} Tokens)</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/confident_proposals.py" />
            <source>{label} {chance} “{words}”</source>
            <translation>{label} {chance} „{words}“</translation>
        </message>
    </context>
    <context>
        <name>ConfusionModel</name>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/scores.py" />
            <source>{n} tokens are {right} and predicted as {proposed}: a click lists them</source>
            <translation>
                <numerusform>{n} Token ist {right}, vorhergesagt als {proposed}: Ein Klick listet es auf</numerusform>
                <numerusform>{n} Tokens sind {right}, vorhergesagt als {proposed}: Ein Klick listet sie auf</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>1 token is {right} and predicted as {proposed}: a click lists it</source>
            <translation>1 Token ist {right}, vorhergesagt als {proposed}: Ein Klick listet es auf</translation>
        </message>
    </context>
    <context>
        <name>ConfusionTable</name>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Confusion</source>
            <translation>Verwechslungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Rows: true labels; columns: predicted labels; Enter lists the sentences</source>
            <translation>Zeilen: wahre Labels; Spalten: vorhergesagte Labels; die Eingabetaste listet die Sätze auf</translation>
        </message>
    </context>
    <context>
        <name>ConsistencyBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Consistent names</source>
            <translation>Einheitliche Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Automatic</source>
            <translation>Automatisch</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Off</source>
            <translation>Aus</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Phrases and ties</source>
            <translation>Wendungen und Kopplung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>What is confirmed in a document changes the suggestions for the same words in its other sentences</source>
            <translation>Was in einem Dokument bestätigt ist, ändert die Vorschläge für dieselben Wörter in seinen anderen Sätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Used only where it saves corrections in labelled documents that the model has not seen.</source>
            <translation>Nur genutzt, wo es Korrekturen in gelabelten Dokumenten spart, die das Modell nicht kennt.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Each sentence on its own.</source>
            <translation>Jeder Satz für sich.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Confirmed phrases are suggested again in their document.</source>
            <translation>Bestätigte Wendungen werden in ihrem Dokument wieder vorgeschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Equal names without a confirmed label also get the same type.</source>
            <translation>Auch gleiche Namen ohne bestätigtes Label erhalten denselben Typ.</translation>
        </message>
    </context>
    <context>
        <name>ControlNotice</name>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Test sentence</source>
            <translation>Testsatz</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Shown when the current sentence is a test sentence</source>
            <translation>Erscheint, wenn der aktuelle Satz ein Testsatz ist</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Test sentence: label it without suggestions</source>
            <translation>Testsatz: ohne Vorschläge labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>The model suggests nothing here and is never trained on it.</source>
            <translation>Das Modell schlägt hier nichts vor und wird nie damit trainiert.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/control_notice.py" />
            <source>Randomly drawn to measure model quality. Label all spans yourself, then accept the sentence.</source>
            <translation>Zufällig gezogen, um die Modellqualität zu messen. Alle Spannen selbst labeln, dann den Satz annehmen.</translation>
        </message>
    </context>
    <context>
        <name>ControlPaceBox</name>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Test sentences in the queue</source>
            <translation>Testsätze in der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>1 in </source>
            <translation>1 von </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source> sentences</source>
            <translation> Sätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>How often the queue shows a test sentence: at most 1 in {least} sentences.</source>
            <translation>Wie oft die Warteschlange einen Testsatz zeigt: höchstens 1 von {least} Sätzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>There is no test sample: give it a size above</source>
            <translation>Es gibt keine Teststichprobe: Oben eine Größe angeben</translation>
        </message>
    </context>
    <context>
        <name>ControlSampleBox</name>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Test sample</source>
            <translation>Teststichprobe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>None</source>
            <translation>Keine</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source> sentences</source>
            <translation> Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Without a test sample, model quality cannot be measured: no learning curve and no calibrated confidence.</source>
            <translation>Ohne Teststichprobe lässt sich die Modellqualität nicht messen: keine Lernkurve und keine kalibrierte Konfidenz.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has room for {most} test sentences.</source>
            <translation>In diesem Projekt ist Platz für {most} Testsätze.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Random sentences that you label without suggestions; the model never learns from them. The first appears after {n} labelled sentences.</source>
            <translation>Zufällige Sätze, die ohne Vorschläge gelabelt werden; das Modell lernt nie aus ihnen. Der erste erscheint nach {n} gelabelten Sätzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has no test sentences now: change the number to draw some.</source>
            <translation>Dieses Projekt hat jetzt keine Testsätze: Eine andere Zahl zieht welche.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has {n} test sentences now.</source>
            <translation>
                <numerusform>Dieses Projekt hat jetzt {n} Testsatz.</numerusform>
                <numerusform>Dieses Projekt hat jetzt {n} Testsätze.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has 1 test sentence now.</source>
            <translation>Dieses Projekt hat jetzt 1 Testsatz.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>Change the number to draw more.</source>
            <translation>Eine andere Zahl zieht weitere.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>With {n} of them, {what} of about {score}% is known to within ±{points} points</source>
            <translation>Mit {n} davon ist {what} von etwa {score} % auf ±{points} Punkte genau bekannt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>with {more}, to within ±{half} points</source>
            <translation>mit {more} auf ±{half} Punkte</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>an accuracy</source>
            <translation>eine Genauigkeit</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>an F1</source>
            <translation>ein F1</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>At most {share}% of the open sentences are drawn: {wanted} need {needed} open sentences. With fewer than {least} open sentences there is no test sample.</source>
            <translation>Gezogen werden höchstens {share} % der offenen Sätze: Für {wanted} braucht es {needed} offene Sätze. Bei weniger als {least} offenen Sätzen gibt es keine Teststichprobe.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>But none is drawn before this project has {least} open sentences ({n} now).</source>
            <translation>Gezogen wird aber erst, wenn dieses Projekt {least} offene Sätze hat (jetzt {n}).</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>At most {share}% of the open sentences can be drawn: {most} in this project. Import more texts for a larger sample.</source>
            <translation>Höchstens {share} % der offenen Sätze können gezogen werden: {most} in diesem Projekt. Für eine größere Stichprobe weitere Texte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has 1 test sentence. At most {share}% of the open sentences can be drawn; import more texts for a larger sample.</source>
            <translation>Dieses Projekt hat 1 Testsatz. Höchstens {share} % der offenen Sätze können gezogen werden; für eine größere Stichprobe weitere Texte importieren.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/control_sample.py" />
            <source>This project has {most} test sentences. At most {share}% of the open sentences can be drawn; import more texts for a larger sample.</source>
            <translation>
                <numerusform>Dieses Projekt hat {most} Testsatz. Höchstens {share} % der offenen Sätze können gezogen werden; für eine größere Stichprobe weitere Texte importieren.</numerusform>
                <numerusform>Dieses Projekt hat {most} Testsätze. Höchstens {share} % der offenen Sätze können gezogen werden; für eine größere Stichprobe weitere Texte importieren.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>CostField</name>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>&amp;Hard</source>
            <translation>&amp;Hart</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>&amp;Soft</source>
            <translation>&amp;Weich</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>Penalty</source>
            <translation>Strafe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_cost.py" />
            <source>Penalty for violating the rule (2 = weak, 10 = almost never violated)</source>
            <translation>Strafe für einen Verstoß gegen die Regel (2 = schwach, 10 = fast nie ein Verstoß)</translation>
        </message>
    </context>
    <context>
        <name>CurvePicture</name>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curve</source>
            <translation>Lernkurve</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1</source>
            <translation>F1</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>training sentences</source>
            <translation>Trainingssätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1 by number of training sentences: {listed}</source>
            <translation>F1 nach Zahl der Trainingssätze: {listed}</translation>
        </message>
    </context>
    <context>
        <name>DocumentDelegate</name>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Name of the document</source>
            <translation>Name des Dokuments</translation>
        </message>
    </context>
    <context>
        <name>DocumentsModel</name>
        <message>
            <location filename="../../app/item_models/documents.py" />
            <source>All documents</source>
            <translation>Alle Dokumente</translation>
        </message>
        <message>
            <location filename="../../app/item_models/documents.py" />
            <source>{name}: {done} of {sentences} sentences done, {confirmed} of {tokens} tokens confirmed</source>
            <translation>{name}: {done} von {sentences} Sätzen fertig, {confirmed} von {tokens} Tokens bestätigt</translation>
        </message>
    </context>
    <context>
        <name>DocumentsPanel</name>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Documents</source>
            <translation>Dokumente</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Documents and progress</source>
            <translation>Dokumente und Fortschritt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>Re&amp;name…</source>
            <translation>&amp;Umbenennen…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>&amp;Remove from the project</source>
            <translation>Aus dem Projekt &amp;entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>F2 renames a document, Delete removes it, the menu key imports more</source>
            <translation>F2 benennt ein Dokument um, Entf entfernt es, die Menütaste importiert weitere</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/documents.py" />
            <source>No documents yet. Import a text to begin.</source>
            <translation>Noch keine Dokumente. Zu Beginn einen Text importieren.</translation>
        </message>
    </context>
    <context>
        <name>Errors</name>
        <message>
            <location filename="../../app/domain/documents.py" />
            <source>“columns” has {n_words:,} times “word” and {n_labels:,} times “label”</source>
            <translation>„columns“ enthält {n_words:,}-mal „word“ und {n_labels:,}-mal „label“</translation>
        </message>
        <message>
            <location filename="../../app/domain/documents.py" />
            <source>{found}, and “word” once and “label” at most once are expected</source>
            <translation>{found}; erwartet werden „word“ einmal und „label“ höchstens einmal</translation>
        </message>
        <message>
            <location filename="../../app/domain/edits.py" />
            <source>one step changes a sentence twice</source>
            <translation>ein Schritt ändert einen Satz zweimal</translation>
        </message>
        <message>
            <location filename="../../app/domain/labels.py" />
            <source>The label “{name}” is named twice; name each label once.</source>
            <translation>Das Label „{name}“ ist zweimal genannt; jedes Label nur einmal nennen.</translation>
        </message>
        <message>
            <location filename="../../app/domain/labels.py" />
            <source>There is {name} already. Labels differ by case.</source>
            <translation>{name} gibt es schon. Labels unterscheiden sich auch durch Groß- und Kleinschreibung.</translation>
        </message>
        <message>
            <location filename="../../app/domain/project_contents.py" />
            <source>{documents}, {sentences} ({n_confirmed:,} done), {tokens}, {labels}</source>
            <translation>{documents}, {sentences} ({n_confirmed:,} fertig), {tokens}, {labels}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/domain/project_contents.py" />
            <source>{n:,} document</source>
            <translation>
                <numerusform>{n:,} Dokument</numerusform>
                <numerusform>{n:,} Dokumente</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/domain/project_contents.py" />
            <source>{n:,} sentence</source>
            <translation>
                <numerusform>{n:,} Satz</numerusform>
                <numerusform>{n:,} Sätze</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/domain/project_contents.py" />
            <source>{n:,} token</source>
            <translation>
                <numerusform>{n:,} Token</numerusform>
                <numerusform>{n:,} Tokens</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/domain/project_contents.py" />
            <source>{n:,} label</source>
            <translation>
                <numerusform>{n:,} Label</numerusform>
                <numerusform>{n:,} Labels</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/domain/search.py" />
            <source>{reason} (at character {start}).</source>
            <translation>{reason} (bei Zeichen {start}).</translation>
        </message>
        <message>
            <location filename="../../app/domain/search.py" />
            <source>The query can be true in more than {max_alternatives} ways; write fewer alternatives, or look for them one after the other.</source>
            <translation>Die Suche kann auf mehr als {max_alternatives} Arten erfüllt werden; weniger Alternativen schreiben oder sie nacheinander suchen.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Write a confidence as p&lt;60, p&gt;=90 or p:40-60</source>
            <translation>Eine Konfidenz wird als p&lt;60, p&gt;=90 oder p:40-60 geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Unmatched closing bracket.</source>
            <translation>Eine schließende Klammer ohne öffnende.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>{confidence_forms}; to search for the text, use quotes</source>
            <translation>{confidence_forms}; um den Text zu suchen, Anführungszeichen verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Missing closing quotation mark.</source>
            <translation>Das schließende Anführungszeichen fehlt.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>There is no word between these quotes</source>
            <translation>Zwischen diesen Anführungszeichen steht kein Wort</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Missing closing “/”. To search for a slash, use quotes.</source>
            <translation>Das schließende „/“ fehlt. Einen Schrägstrich in Anführungszeichen suchen.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Empty regular expression.</source>
            <translation>Leerer regulärer Ausdruck.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Only the flag “i” (ignore case) is supported.</source>
            <translation>Nur der Schalter „i“ (Groß- und Kleinschreibung gleich) ist möglich.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Confidence must be 0–100 (per cent).</source>
            <translation>Die Konfidenz muss 0–100 (Prozent) sein.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>did you mean “{close}:”?</source>
            <translation>ist „{close}:“ gemeint?</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>put a word with a colon in quotes</source>
            <translation>ein Wort mit Doppelpunkt in Anführungszeichen setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Unknown condition “{found}”: {hint}</source>
            <translation>Unbekannte Bedingung „{found}“: {hint}</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>“{found}” needs a value</source>
            <translation>„{found}“ braucht einen Wert</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>The lower confidence comes first</source>
            <translation>Die kleinere Konfidenz steht zuerst</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>“{field}:” is followed by one of {known}</source>
            <translation>Auf „{field}:“ folgt eines von: {known}</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Too many nested brackets.</source>
            <translation>Zu viele ineinander geschachtelte Klammern.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>Missing closing bracket.</source>
            <translation>Die schließende Klammer fehlt.</translation>
        </message>
        <message>
            <location filename="../../app/domain/search_line.py" />
            <source>A word or condition is missing here.</source>
            <translation>Hier fehlt ein Wort oder eine Bedingung.</translation>
        </message>
        <message>
            <location filename="../../app/domain/settings.py" />
            <source>the setting {name} is {value:.9g}, not {least:g} to {most:g}</source>
            <translation>die Einstellung {name} ist {value:.9g}, nicht {least:g} bis {most:g}</translation>
        </message>
        <message>
            <location filename="../../app/domain/settings.py" />
            <source>the setting scheme is “{scheme}”, which is none</source>
            <translation>die Einstellung scheme ist „{scheme}“, ein solches Schema gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../app/domain/settings.py" />
            <source>the setting consistency is “{consistency}”, which is none</source>
            <translation>die Einstellung consistency ist „{consistency}“, das gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../app/domain/settings.py" />
            <source>a setting is too long</source>
            <translation>eine Einstellung ist zu lang</translation>
        </message>
        <message>
            <location filename="../../app/edits/label_rows.py" />
            <source>A label name cannot be empty or contain spaces.</source>
            <translation>Der Name eines Labels darf nicht leer sein und keine Leerzeichen enthalten.</translation>
        </message>
        <message>
            <location filename="../../app/edits/label_rows.py" />
            <source>A label's name has at most {longest_name:,} characters, and no control characters.</source>
            <translation>Der Name eines Labels hat höchstens {longest_name:,} Zeichen und keine Steuerzeichen.</translation>
        </message>
        <message>
            <location filename="../../app/edits/label_rows.py" />
            <source>“O” stands for “no label” and cannot be the name of one.</source>
            <translation>„O“ steht für „kein Label“ und kann nicht der Name eines Labels sein.</translation>
        </message>
        <message>
            <location filename="../../app/edits/label_rows.py" />
            <source>There is already a label “{name}”. Use “Merge into” instead.</source>
            <translation>Ein Label „{name}“ gibt es schon. Stattdessen „Zusammenführen mit“ verwenden.</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>brat files have no columns; remove --columns.</source>
            <translation>brat-Dateien haben keine Spalten; --columns weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/column_files.py" />
            <source>The columns are named {names}; rows with different numbers of fields can be read only if the first column is the word and the last the label.</source>
            <translation>Die Spalten heißen {names}; Zeilen mit verschieden vielen Feldern sind nur lesbar, wenn die erste Spalte das Wort und die letzte das Label ist.</translation>
        </message>
        <message>
            <location filename="../../app/formats/column_files.py" />
            <source>The file has {columns}; the model reads {unlabelled}, with or without a label after them. Name other columns with --columns.</source>
            <translation>Die Datei hat {columns}; das Modell liest {unlabelled}, mit oder ohne Label danach. Andere Spalten mit --columns nennen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/formats/column_files.py" />
            <source>{n:,} column</source>
            <translation>
                <numerusform>{n:,} Spalte</numerusform>
                <numerusform>{n:,} Spalten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/formats/column_files.py" />
            <source>The file has {n_columns} columns and {n_named} are named ({columns}); name each one, “_” for those not to be read.</source>
            <translation>Die Datei hat {n_columns} Spalten, genannt sind {n_named} ({columns}); jede nennen, „_“ für nicht zu lesende.</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu.py" />
            <source>A range of words has no labels in its columns, but in the last one: name an attribute of it, for example misc:NE, or no column.</source>
            <translation>Ein Bereich von Wörtern hat in seinen Spalten keine Labels außer in der letzten: ein Attribut davon nennen, zum Beispiel misc:NE, oder keine Spalte.</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu.py" />
            <source>The columns are named {columns}; for CoNLL-U name the one that is the label (of {conllu_columns}), or all ten, among them word and label.</source>
            <translation>Die Spalten heißen {columns}; für CoNLL-U die Spalte nennen, die das Label ist (von {conllu_columns}), oder alle zehn, darunter word und label.</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu_misc.py" />
            <source>No word has the attribute {value} in its last column; there are: {found}.</source>
            <translation>Kein Wort hat das Attribut {value} in seiner letzten Spalte; vorhanden sind: {found}.</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu_misc.py" />
            <source>The label {value} cannot be written to an attribute because of its “|”; rename the label.</source>
            <translation>Das Label {value} lässt sich wegen seines „|“ nicht in ein Attribut schreiben; das Label umbenennen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>doccano files have no columns; remove --columns.</source>
            <translation>doccano-Dateien haben keine Spalten; --columns weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>The label of a span is the number {label} here, and its name was expected; export the project from doccano once more, as JSONL with the names of labels.</source>
            <translation>Das Label einer Spanne ist hier die Zahl {label}, erwartet wurde sein Name; das Projekt erneut aus doccano exportieren, als JSONL mit den Namen der Labels.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>“{error}” is in one object twice; remove one of them.</source>
            <translation>„{error}“ steht zweimal in einem Objekt; eines davon entfernen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>{error} is no number in JSON; write null, or leave it out.</source>
            <translation>{error} ist in JSON keine Zahl; null schreiben oder weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>column {column:,}: {fault}</source>
            <translation>Spalte {column:,}: {fault}</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>This line is not one object in JSON ({found}); one on each line is expected.</source>
            <translation>Diese Zeile ist kein Objekt in JSON ({found}); erwartet wird eines je Zeile.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>A number here is larger than can be read; make it smaller.</source>
            <translation>Eine Zahl hier ist größer, als gelesen werden kann; sie verkleinern.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>Lists and objects are nested too deeply here (more than {deepest}); a flat object was expected.</source>
            <translation>Listen und Objekte sind hier zu tief geschachtelt (mehr als {deepest}); erwartet wurde ein flaches Objekt.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>Unpaired surrogate (\ud800–\udfff); fix the escape sequence.</source>
            <translation>Halbes Zeichen (\ud800–\udfff); die Escape-Sequenz berichtigen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>Unexpected text after the JSON object</source>
            <translation>Unerwarteter Text nach dem JSON-Objekt</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>“{character}” was expected</source>
            <translation>„{character}“ wurde erwartet</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>There is no “text” here; each line has to be an object with a text and its spans.</source>
            <translation>Hier gibt es kein „text“; jede Zeile muss ein Objekt mit einem Text und seinen Spannen sein.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>The text contains a NUL character.</source>
            <translation>Der Text enthält ein NUL-Zeichen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/json_lines.py" />
            <source>The file contains no words.</source>
            <translation>Die Datei enthält keine Wörter.</translation>
        </message>
        <message>
            <location filename="../../app/formats/label_count.py" />
            <source>The spans have more than {max_labels:,} different labels, and no more were expected; check which field holds the labels, or import the text without them.</source>
            <translation>Die Spannen haben mehr als {max_labels:,} verschiedene Labels, mehr wurden nicht erwartet; prüfen, welches Feld die Labels enthält, oder den Text ohne sie importieren.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>This would overwrite a project. Choose another name.</source>
            <translation>Das würde ein Projekt überschreiben. Einen anderen Namen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>This would overwrite the log of a project. Choose another name.</source>
            <translation>Das würde das Log eines Projekts überschreiben. Einen anderen Namen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>The disk is full, so nothing was written; free some space and try again.</source>
            <translation>Der Datenträger ist voll, daher wurde nichts geschrieben; Platz schaffen und erneut versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>This name is too long for the disk; choose a shorter one.</source>
            <translation>Dieser Name ist für den Datenträger zu lang; einen kürzeren wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>There is no such folder; make it first, or choose another.</source>
            <translation>Diesen Ordner gibt es nicht; zuerst anlegen oder einen anderen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>This is a folder; name a file in it.</source>
            <translation>Das ist ein Ordner; eine Datei darin nennen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>This place cannot be written; choose a folder of your own.</source>
            <translation>Hier kann nicht geschrieben werden; einen eigenen Ordner wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>Another program has put files into this folder meanwhile; choose a new folder.</source>
            <translation>Ein anderes Programm hat inzwischen Dateien in diesen Ordner gelegt; einen neuen Ordner wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>There is a file where a folder is needed; choose another place.</source>
            <translation>Dort ist eine Datei, wo ein Ordner gebraucht wird; einen anderen Ort wählen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/output.py" />
            <source>The file cannot be written: {error}.</source>
            <translation>Die Datei kann nicht geschrieben werden: {error}.</translation>
        </message>
        <message>
            <location filename="../../app/formats/plain_text.py" />
            <source>Plain text has no columns to be named.</source>
            <translation>Reiner Text hat keine Spalten, die man nennen könnte.</translation>
        </message>
        <message>
            <location filename="../../app/formats/plain_text.py" />
            <source>The file contains no words, only whitespace.</source>
            <translation>Die Datei enthält keine Wörter, nur Leerraum.</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Prodigy files have no columns; remove --columns.</source>
            <translation>Prodigy-Dateien haben keine Spalten; --columns weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/records.py" />
            <source>where there are some</source>
            <translation>soweit es welche gibt</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>The columns are named {names}; exactly one must be “{word}” and at most one “{label}”, for example word,pos,label.</source>
            <translation>Die Spalten heißen {names}; genau eine muss „{word}“ sein und höchstens eine „{label}“, zum Beispiel word,pos,label.</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>No line of the file is a row with a word.</source>
            <translation>Keine Zeile der Datei enthält ein Wort.</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>The word is empty; every row needs one.</source>
            <translation>Das Wort ist leer; jede Zeile braucht eines.</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>The label {value} cannot be written to a file of columns because of its whitespace; rename the label.</source>
            <translation>Das Label {value} lässt sich wegen seines Leerraums nicht in eine Spaltendatei schreiben; das Label umbenennen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>What the project keeps of the imported file does not belong to its sentences; check the project, and go on with a backup.</source>
            <translation>Was das Projekt von der importierten Datei aufbewahrt, gehört nicht zu seinen Sätzen; das Projekt prüfen und mit einer Sicherung weiterarbeiten.</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>There is no format “{name}”; there are {formats}.</source>
            <translation>Das Format „{name}“ gibt es nicht; es gibt {formats}.</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>there is no format “{format}”</source>
            <translation>das Format „{format}“ gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>the columns are not those of the format “{format}”</source>
            <translation>die Spalten sind nicht die des Formats „{format}“</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>“{name}” cannot be written, for {trouble}; go on with a backup, or remove the document and import it again.</source>
            <translation>„{name}“ lässt sich nicht schreiben, denn {trouble}; mit einer Sicherung weiterarbeiten, oder das Dokument entfernen und erneut importieren.</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>This is no file; move it away, or put the file here.</source>
            <translation>Das ist keine Datei; sie wegschaffen oder die Datei selbst hierher legen.</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>This is a link to another folder; put the file itself here.</source>
            <translation>Das ist ein Link in einen anderen Ordner; die Datei selbst hierher legen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/data/collected_sentences.py" />
            <source>The labels are more than {max_labels:,} different ones, and no more were expected; name another column as the label, or import the text without labels.</source>
            <translation>Es gibt mehr als {max_labels:,} verschiedene Labels, mehr wurden nicht erwartet; eine andere Spalte als Label nennen oder den Text ohne Labels importieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/data/collected_sentences.py" />
            <source>The label {name} of token {at:,} in sentence {sentence:,} {fault}; rename it in the file.</source>
            <translation>Das Label {name} von Token {at:,} in Satz {sentence:,} {fault}; es in der Datei umbenennen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/data/templates.py" />
            <source>The template line {feature} reads column {column}, which the texts of the project lack: they have {columns}; choose another template, or import texts with that column.</source>
            <translation>Die Vorlagenzeile {feature} liest Spalte {column}, die den Texten des Projekts fehlt: Sie haben {columns}; eine andere Vorlage wählen oder Texte mit dieser Spalte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/data/templates.py" />
            <source>The project's template is unknown, and “{default}” is used: {reason}; choose a template in the project's settings, or take it from its file again.</source>
            <translation>Die Vorlage des Projekts ist unbekannt, verwendet wird „{default}“: {reason}; in den Einstellungen des Projekts eine Vorlage wählen oder sie erneut aus ihrer Datei nehmen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>The project has no document to be written; import one first.</source>
            <translation>Das Projekt hat kein Dokument, das geschrieben werden könnte; zuerst eines importieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>“{name}” was imported as {own} and cannot be written as {format}; write it as {possible}.</source>
            <translation>„{name}“ wurde als {own} importiert und kann nicht als {format} geschrieben werden; schreiben als {possible}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source> or as </source>
            <translation> oder als </translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>“{name}” is exported as whole texts, so sentences that are not done cannot be left out; export it as columns, or the confirmed labels of all sentences.</source>
            <translation>„{name}“ wird als ganzer Text exportiert, daher können nicht fertige Sätze nicht ausgelassen werden; als Spalten exportieren oder die bestätigten Labels aller Sätze.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>There is no folder “{name}”; create it first, because each document becomes more than one file.</source>
            <translation>Den Ordner „{name}“ gibt es nicht; zuerst anlegen, weil aus jedem Dokument mehr als eine Datei wird.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>Each document becomes more than one file, so they don't fit into one; choose a folder.</source>
            <translation>Aus jedem Dokument wird mehr als eine Datei, in eine passen sie nicht; einen Ordner wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/documents.py" />
            <source>The documents have different columns, so they don't fit into one file; choose a folder to get one file for each, or the format “columns” (--format columns) to write words and labels alone.</source>
            <translation>Die Dokumente haben verschiedene Spalten und passen nicht in eine Datei; einen Ordner wählen, um je Dokument eine Datei zu erhalten, oder das Format „Spalten“ (--format columns), um nur Wörter und Labels zu schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/names.py" />
            <source> and </source>
            <translation> und </translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/names.py" />
            <source>The labels {both} would both become {written} in a file of {name}; rename one of them, or choose another format.</source>
            <translation>Die Labels {both} würden in einer Datei des Formats {name} beide zu {written}; eines davon umbenennen oder ein anderes Format wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>{phrase} is {label} here and {earlier_label} in line {line:,}, where one label is expected</source>
            <translation>{phrase} ist hier {label} und in Zeile {line:,} {earlier_label}, erwartet wird ein einziges Label</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>{file}, line {number:,}: {trouble}; the line is skipped.</source>
            <translation>{file}, Zeile {number:,}: {trouble}; die Zeile wird übersprungen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>The file holds {n_phrases:,} phrases, and at most {max_phrases:,} were expected; split it into several gazetteers.</source>
            <translation>Die Datei enthält {n_phrases:,} Wendungen, erwartet wurden höchstens {max_phrases:,}; auf mehrere Gazetteers aufteilen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>expected a phrase, or a phrase, a tab and a label; found {line}</source>
            <translation>erwartet: eine Wendung, oder Wendung, Tabulator und Label; gefunden: {line}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>{phrase} contains a NUL character</source>
            <translation>{phrase} enthält ein NUL-Zeichen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>the label {label} {fault}</source>
            <translation>das Label {label} {fault}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>expected an object in JSON; found {line}</source>
            <translation>erwartet: ein Objekt in JSON; gefunden: {line}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>{line} has no label, and one is expected</source>
            <translation>{line} hat kein Label, eines wird erwartet</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>{line} looks at more than words, and nothing but words (“orth”, “text” or “lower” for each) is expected</source>
            <translation>{line} betrachtet mehr als Wörter, erwartet werden nur Wörter („orth“, „text“ oder „lower“ für jedes)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>without a label</source>
            <translation>ohne Label</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/files.py" />
            <source>“{text}”</source>
            <translation>„{text}“</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>Found a character that cannot be stored; remove it.</source>
            <translation>Ein Zeichen lässt sich nicht speichern; es entfernen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>There is no gazetteer “{name}”; correct the name, or add the gazetteer first.</source>
            <translation>Den Gazetteer „{name}“ gibt es nicht; den Namen berichtigen oder den Gazetteer zuerst hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>The grammar “{name}” is not used: {reason}.</source>
            <translation>Die Grammatik „{name}“ wird nicht verwendet: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>line {line}, column {column}: {reason}</source>
            <translation>Zeile {line}, Spalte {column}: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>No sentence is labelled yet; confirm the labels of some sentences first.</source>
            <translation>Noch ist kein Satz gelabelt; zuerst die Labels einiger Sätze bestätigen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>All matches have the label “{label}”, which does not tell {types} apart; choose no label for matches to learn from labels.</source>
            <translation>Alle Treffer haben das Label „{label}“, das {types} nicht unterscheidet; für Treffer kein Label wählen, um aus Labels zu lernen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>The file has {n:,} characters, and at most {longest_grammar:,} were expected; split the grammar.</source>
            <translation>Die Datei hat {n:,} Zeichen, erwartet wurden höchstens {longest_grammar:,}; die Grammatik aufteilen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/gazetteers/grammars.py" />
            <source>It reads column {wanted}; the texts have columns 0 to {n_columns}.</source>
            <translation>Sie liest Spalte {wanted}; die Texte haben die Spalten 0 bis {n_columns}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/ids.py" />
            <source>nothing was imported</source>
            <translation>wurde nichts importiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/ids.py" />
            <source>the import ended before “{name}”</source>
            <translation>endete der Import vor „{name}“</translation>
        </message>
        <message>
            <location filename="../../app/jobs/kernels.py" />
            <source>The program is being prepared for this computer: once, for some minutes at most.</source>
            <translation>Das Programm wird für diesen Computer vorbereitet: einmalig, höchstens einige Minuten lang.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/kernels.py" />
            <source>What was prepared for this computer could not be kept in {folder}, so it is prepared again each time; make room on that disk, or allow yourself to write there.</source>
            <translation>Was für diesen Computer vorbereitet wurde, konnte nicht in {folder} aufbewahrt werden und wird daher jedes Mal neu vorbereitet; auf diesem Datenträger Platz schaffen oder das Schreiben dort erlauben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This would overwrite one of the combined models. Choose another name.</source>
            <translation>Das würde eines der kombinierten Modelle überschreiben. Einen anderen Namen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model scores whole spans, and only those of tokens can be combined; train one of tokens on the same texts.</source>
            <translation>Dieses Modell bewertet ganze Spannen, kombinieren lassen sich nur Modelle von Tokens; eines von Tokens auf denselben Texten trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model ties the names of documents, and only models without can be combined; train one without --documents on the same texts.</source>
            <translation>Dieses Modell koppelt die Namen von Dokumenten, kombinieren lassen sich nur Modelle ohne Kopplung; eines ohne --documents auf denselben Texten trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model was made by counting or voting, so it has no weights to add; train one with --algorithm lbfgs on the same texts.</source>
            <translation>Dieses Modell entstand durch Zählen oder Abstimmen und hat keine Gewichte zum Addieren; eines mit --algorithm lbfgs auf denselben Texten trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model was made by counting or voting and has no weights to add; train one by L-BFGS on the same texts.</source>
            <translation>Dieses Modell entstand durch Zählen oder Abstimmen und hat keine Gewichte zum Addieren; eines mit L-BFGS auf denselben Texten trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model has different labels from the first one: only one of them has {only}. Train each on texts with all labels.</source>
            <translation>Dieses Modell hat andere Labels als das erste: Nur eines von beiden hat {only}. Jedes auf Texten mit allen Labels trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model reads the columns {others}, and the first one {own}; choose models of data with the same columns.</source>
            <translation>Dieses Modell liest die Spalten {others}, das erste {own}; Modelle für Daten mit denselben Spalten wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>This model writes spans as {scheme}, and the first one as {first_scheme}; train one of them again with the scheme of the other.</source>
            <translation>Dieses Modell schreibt Spannen als {scheme}, das erste als {first_scheme}; eines davon mit dem Schema des anderen erneut trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>The models do not have {labels} of these sentences, so no weights can be learned from them; choose sentences with the labels of the models.</source>
            <translation>Die Modelle kennen {labels} dieser Sätze nicht, daher lassen sich aus ihnen keine Gewichte lernen; Sätze mit den Labels der Modelle wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>the labels {names}</source>
            <translation>die Labels {names}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>the label {name}</source>
            <translation>das Label {name}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/combine_models.py" />
            <source>Too little is confirmed in this project to learn the weights of models from; label some sentences first, or give all models the same weight.</source>
            <translation>In diesem Projekt ist zu wenig bestätigt, um daraus die Gewichte der Modelle zu lernen; zuerst einige Sätze labeln oder allen Modellen dasselbe Gewicht geben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/evaluate.py" />
            <source>This model has attributes that no template reads from files; use it from Python.</source>
            <translation>Dieses Modell hat Attribute, die keine Vorlage aus Dateien liest; es in Python verwenden.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/evaluate.py" />
            <source>The model looks at the columns {known}; this file has {names}. Name its columns alike, or use a model of words alone.</source>
            <translation>Das Modell betrachtet die Spalten {known}; diese Datei hat {names}. Die Spalten gleich benennen oder ein Modell verwenden, das nur Wörter betrachtet.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/evaluate.py" />
            <source>No fully labelled sentence to evaluate on.</source>
            <translation>Kein vollständig gelabelter Satz für die Auswertung.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>This project has no test sentences with labels. Leave out --control to score the other labelled sentences.</source>
            <translation>Dieses Projekt hat keine Testsätze mit Labels. --control weglassen, um die anderen gelabelten Sätze zu bewerten.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>This is plain text without labels; a column file or CoNLL-U with a column named “{label}” was expected, or spans of doccano, Prodigy or brat.</source>
            <translation>Das ist reiner Text ohne Labels; erwartet wurde eine Spaltendatei oder CoNLL-U mit einer Spalte „{label}“ oder Spannen von doccano, Prodigy oder brat.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>Too little is confirmed in this project: a model needs tokens with a label and tokens without one. Label some sentences first.</source>
            <translation>In diesem Projekt ist zu wenig bestätigt: Ein Modell braucht Tokens mit und Tokens ohne Label. Zuerst einige Sätze labeln.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>Only a project has a test sample; leave out --control.</source>
            <translation>Nur ein Projekt hat eine Teststichprobe; --control weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>This file has no labels to learn from or to compare with: the model looks at the columns {known}, and a label is expected besides, but {found}. Name the columns with --columns, or use a model of words alone.</source>
            <translation>Diese Datei hat keine Labels, aus denen gelernt oder mit denen verglichen werden könnte: Das Modell betrachtet die Spalten {known}, dazu wird ein Label erwartet, aber {found}. Die Spalten mit --columns nennen oder ein Modell verwenden, das nur Wörter betrachtet.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>There are {things}</source>
            <translation>
                <numerusform>Es gibt {things}</numerusform>
                <numerusform>Es gibt {things}</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>This file has no labels to learn from or to compare with; a column file or CoNLL-U with a column named “{label}” was expected, or spans of doccano, Prodigy or brat.</source>
            <translation>Diese Datei hat keine Labels, aus denen gelernt oder mit denen verglichen werden könnte; erwartet wurde eine Spaltendatei oder CoNLL-U mit einer Spalte „{label}“ oder Spannen von doccano, Prodigy oder brat.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/labelled_data.py" />
            <source>No token in this file has a label.</source>
            <translation>Kein Token dieser Datei hat ein Label.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/model_checks.py" />
            <source>The model's record of its training data is invalid: its {name} is {found}; train and save it again.</source>
            <translation>Was das Modell über seine Trainingsdaten enthält, ist ungültig: {name} ist {found}; es erneut trainieren und speichern.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/model_checks.py" />
            <source>The model's label {name} {fault}.</source>
            <translation>Das Label {name} des Modells {fault}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/model_checks.py" />
            <source>is empty, and no file can hold it; train the model with a name for it</source>
            <translation>ist leer, was keine Datei enthalten kann; das Modell mit einem Namen dafür trainieren</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/model_checks.py" />
            <source>holds what is no text, and no file can; train the model with another name</source>
            <translation>enthält, was kein Text ist und in keiner Datei stehen kann; das Modell mit einem anderen Namen trainieren</translation>
        </message>
        <message>
            <location filename="../../app/jobs/labelled_files/model_checks.py" />
            <source>contains whitespace, which would split it into several fields; tag JSON lines, or train the model with another name</source>
            <translation>enthält Leerraum, der es auf mehrere Felder verteilen würde; JSON Lines taggen oder das Modell mit einem anderen Namen trainieren</translation>
        </message>
        <message>
            <location filename="../../app/jobs/licences.py" />
            <source>{path}: this is not UTF-8; make the page of licences again.</source>
            <translation>{path}: Das ist nicht UTF-8; die Seite mit Lizenzen neu erzeugen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/licences.py" />
            <source>{path}: no licence was found in it; make the page of licences again.</source>
            <translation>{path}: Darin wurde keine Lizenz gefunden; die Seite mit Lizenzen neu erzeugen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{written}{context} is not a valid regular expression: {error}.</source>
            <translation>{written}{context} ist kein gültiger regulärer Ausdruck: {error}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{fault} (at character {n})</source>
            <translation>{fault} (beim Zeichen {n})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>ambiguous group reference</source>
            <translation>mehrdeutiger Verweis auf eine Gruppe</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>bad character in group name</source>
            <translation>ungültiges Zeichen im Namen einer Gruppe</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>bad character range</source>
            <translation>ungültiger Zeichenbereich</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>bad escape (end of pattern)</source>
            <translation>unvollständige Escape-Sequenz am Ende</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>cannot refer to an open group</source>
            <translation>Verweis auf eine offene Gruppe</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>group reference not allowed</source>
            <translation>Verweis auf eine Gruppe nicht erlaubt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>invalid group reference</source>
            <translation>ungültiger Verweis auf eine Gruppe</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>min repeat greater than max repeat</source>
            <translation>kleinste Anzahl größer als größte</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>missing ]</source>
            <translation>] fehlt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>missing )</source>
            <translation>) fehlt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>missing &gt;</source>
            <translation>&gt; fehlt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>missing group name</source>
            <translation>der Name einer Gruppe fehlt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>multiple repeat</source>
            <translation>mehrere Wiederholungen nacheinander</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>nothing to repeat</source>
            <translation>nichts, was wiederholt werden könnte</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unbalanced parenthesis</source>
            <translation>Klammer ohne Gegenstück</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>undefined character name</source>
            <translation>unbekannter Name eines Zeichens</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unknown extension</source>
            <translation>unbekannte Erweiterung</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unknown group</source>
            <translation>unbekannte Gruppe</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unknown property</source>
            <translation>unbekannte Eigenschaft</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unknown property value</source>
            <translation>unbekannter Wert einer Eigenschaft</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>unterminated character set</source>
            <translation>Zeichenmenge ohne Ende</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>The regular expression{context}</source>
            <translation>Der reguläre Ausdruck{context}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{name} has {n:,} characters; write one of at most {longest:,}.</source>
            <translation>{name} hat {n:,} Zeichen; einen von höchstens {longest:,} schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{written}{context} calls a group again, which is not allowed: write out what the group matches.</source>
            <translation>{written}{context} ruft eine Gruppe erneut auf, was nicht erlaubt ist: ausschreiben, worauf die Gruppe passt.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{name}, {expression}, has the flag x; write it without spaces and comments.</source>
            <translation>{name}, {expression}, hat den Schalter x; ihn ohne Leerzeichen und Kommentare schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{name}, {expression}, is too large with its repetitions written out; use * or +, or smaller numbers of times.</source>
            <translation>{name}, {expression}, ist mit ausgeschriebenen Wiederholungen zu groß; * oder + verwenden oder kleinere Anzahlen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/expressions.py" />
            <source>{name} has more than {deepest} brackets in one another.</source>
            <translation>{name} hat mehr als {deepest} Klammern ineinander.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/text_patterns.py" />
            <source>The regular expression /{expression}/ took more than {whole:g} seconds, in the end on “{text}”; write it more simply, or look in fewer sentences.</source>
            <translation>Der reguläre Ausdruck /{expression}/ brauchte mehr als {whole:g} Sekunden, zuletzt bei „{text}“; ihn einfacher schreiben oder in weniger Sätzen suchen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/word_patterns.py" />
            <source> of the rule that {context}</source>
            <translation> der Regel ({context})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/patterns/word_patterns.py" />
            <source>The regular expression {pattern}{where} took more than {seconds:g} seconds, in the end on {word}; write it more simply.</source>
            <translation>Der reguläre Ausdruck {pattern}{where} brauchte mehr als {seconds:g} Sekunden, zuletzt bei {word}; ihn einfacher schreiben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>no backup was made</source>
            <translation>wurde keine Sicherung erstellt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>the backup was not restored</source>
            <translation>wurde die Sicherung nicht wiederhergestellt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>this backup is not there any more; choose another</source>
            <translation>diese Sicherung gibt es nicht mehr; eine andere wählen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>this file is there already; choose another name</source>
            <translation>diese Datei gibt es schon; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>the folder of backups is a link; put a folder in its place, or move the project</source>
            <translation>der Ordner der Sicherungen ist ein Link; einen Ordner an seine Stelle setzen oder das Projekt verschieben</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>the disk is too full for a backup of the project; free some space</source>
            <translation>der Datenträger ist zu voll für eine Sicherung des Projekts; Platz schaffen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/backups.py" />
            <source>this backup is damaged; choose another</source>
            <translation>diese Sicherung ist beschädigt; eine andere wählen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>open the project in the window, which trains another one.</source>
            <translation>das Projekt im Fenster öffnen, das ein anderes trainiert.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>The project's model cannot be read; {train_another}</source>
            <translation>Das Modell des Projekts ist nicht lesbar; {train_another}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>The project's model is larger than what is read; {train_another}</source>
            <translation>Das Modell des Projekts ist größer, als gelesen wird; {train_another}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}; the log beside it belongs to another project or another state of this one, was not used, and is now {name}</source>
            <translation>{summary}; das Log daneben gehört zu einem anderen Projekt oder einem anderen Stand von diesem, wurde nicht verwendet und heißt jetzt {name}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}; its log was damaged and is now {name}; the last changes may be missing</source>
            <translation>{summary}; das Log war beschädigt und heißt jetzt {name}; die letzten Änderungen können fehlen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}; its log {name} is damaged and was left as it is; the last changes may be missing</source>
            <translation>{summary}; das Log {name} ist beschädigt und wurde gelassen, wie es ist; die letzten Änderungen können fehlen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}; its log was damaged and is now {name}; the project has all its changes</source>
            <translation>{summary}; das Log war beschädigt und heißt jetzt {name}; das Projekt hat alle Änderungen daraus</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}; its log {name} is damaged and was left as it is; the project has all its changes</source>
            <translation>{summary}; das Log {name} ist beschädigt und wurde gelassen, wie es ist; das Projekt hat alle Änderungen daraus</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/jobs/projects/check.py" />
            <source>{n:,} unlabelled text</source>
            <translation>
                <numerusform>{n:,} Text ohne Labels</numerusform>
                <numerusform>{n:,} Texte ohne Labels</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{summary}, and {texts}</source>
            <translation>{summary} und {texts}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>of the document “{name}”, {trouble}</source>
            <translation>beim Dokument „{name}“: {trouble}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>record {n:,} cannot be read: {reason}</source>
            <translation>Eintrag {n:,} ist nicht lesbar: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>its records are gone</source>
            <translation>seine Einträge fehlen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{reason}; the newest backup that is sound is {copy}</source>
            <translation>{reason}; die neueste intakte Sicherung ist {copy}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/check.py" />
            <source>{reason}; no sound backup was found among the newest {n} in {parent}</source>
            <translation>{reason}; unter den neuesten {n} in {parent} wurde keine intakte Sicherung gefunden</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/create.py" />
            <source>There is no scheme “{scheme}”; there are {schemes}.</source>
            <translation>Das Schema „{scheme}“ gibt es nicht; es gibt {schemes}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/create.py" />
            <source>{n_names:,} labels are named, and a project has at most {max_labels:,}.</source>
            <translation>{n_names:,} Labels sind genannt, ein Projekt hat höchstens {max_labels:,}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/create.py" />
            <source>The label {name} {fault}; give it another name.</source>
            <translation>Das Label {name} {fault}; ihm einen anderen Namen geben.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/create.py" />
            <source>“{name}” cannot be a label: a label is one word without spaces.</source>
            <translation>„{name}“ kann kein Label sein: Ein Label ist ein Wort ohne Leerzeichen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/create.py" />
            <source>“O” cannot be a label: it stands for tokens without one.</source>
            <translation>„O“ kann kein Label sein: Es steht für Tokens ohne Label.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/plain_files.py" />
            <source>Everything goes into a new folder; name one.</source>
            <translation>Alles wird in einen neuen Ordner geschrieben; einen nennen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/projects/plain_files.py" />
            <source>This is there already and not empty; choose a new folder.</source>
            <translation>Den gibt es schon, und er ist nicht leer; einen neuen Ordner wählen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rule_effects/costs.py" />
            <source>No soft rules to learn penalties for: make a rule soft, or switch a soft one on.</source>
            <translation>Keine weichen Regeln, deren Strafen gelernt werden könnten: eine Regel weich machen oder eine weiche einschalten.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rule_effects/counts.py" />
            <source>This regular expression takes too long for some words; they count as not matching.</source>
            <translation>Dieser reguläre Ausdruck braucht für einige Wörter zu lange; sie gelten als nicht passend.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>Some phrases have no label; choose one for the gazetteer, or switch the rule off.</source>
            <translation>Einige Wendungen haben kein Label; eines für den Gazetteer wählen oder die Regel ausschalten.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>used in part only</source>
            <translation>nur zum Teil verwendet</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>not used</source>
            <translation>nicht verwendet</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>The rule {title} is {how}: {reason}.</source>
            <translation>Die Regel {title} wird {how}: {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>{n:,} more rules are not used.</source>
            <translation>{n:,} weitere Regeln werden nicht verwendet.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>1 more rule is not used.</source>
            <translation>1 weitere Regel wird nicht verwendet.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>This version knows no rules of the kind {kind}.</source>
            <translation>Diese Version kennt keine Regeln der Art {kind}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/conversion.py" />
            <source>Its parameters are not those of the kind {kind}; delete the rule, and add it again.</source>
            <translation>Ihre Parameter sind nicht die der Art {kind}; die Regel löschen und erneut hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>The rule “{rule}” cannot be applied: {error}</source>
            <translation>Die Regel „{rule}“ lässt sich nicht anwenden: {error}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>All rules are ignored in this sentence: {error}</source>
            <translation>In diesem Satz werden alle Regeln ignoriert: {error}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>The combination of rules</source>
            <translation>Die Kombination der Regeln</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>{listed} takes too long to compute and is ignored in this sentence.</source>
            <translation>Die Berechnung dauert zu lange und wird in diesem Satz weggelassen: {listed}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>The rule {title} cannot be satisfied in this sentence and is ignored here.</source>
            <translation>Die Regel {title} ist in diesem Satz nicht erfüllbar und wird hier ignoriert.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>The rule {title} conflicts with: {text}. It is ignored in this sentence.</source>
            <translation>Die Regel {title} widerspricht: {text}. Sie wird in diesem Satz ignoriert.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/rules/decoding.py" />
            <source>“No label”</source>
            <translation>„Kein Label“</translation>
        </message>
        <message>
            <location filename="../../app/jobs/training/segments.py" />
            <source>A model of segments needs tags such as B-X and O, and the labels are {labels}; use --model-kind tokens.</source>
            <translation>Ein Modell von Segmenten braucht Tags wie B-X und O, die Labels sind {labels}; --model-kind tokens verwenden.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>{path}: {reason}</source>
            <translation>{path}: {reason}</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>Another program has this file open; close it there, and try again.</source>
            <translation>Ein anderes Programm hat diese Datei geöffnet; sie dort schließen und erneut versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>The disk is full; free some space and try again.</source>
            <translation>Der Datenträger ist voll; Platz schaffen und erneut versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>You may not read or write this; choose another place, or ask its owner.</source>
            <translation>Lesen oder Schreiben ist hier nicht erlaubt; einen anderen Ort wählen oder den Eigentümer fragen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>Your share of the disk is full; free some space and try again.</source>
            <translation>Der eigene Anteil am Datenträger ist verbraucht; Platz schaffen und erneut versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>There is no such file or folder; check the name and the folder.</source>
            <translation>Diese Datei oder diesen Ordner gibt es nicht; Namen und Ordner prüfen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>This disk can only be read; choose another place.</source>
            <translation>Dieser Datenträger kann nur gelesen werden; einen anderen Ort wählen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>This is a folder; name a file.</source>
            <translation>Das ist ein Ordner; eine Datei nennen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>There is a file where a folder is expected; choose another place.</source>
            <translation>Dort ist eine Datei, wo ein Ordner erwartet wird; einen anderen Ort wählen.</translation>
        </message>
        <message>
            <location filename="../../app/services/task.py" />
            <source>The disk failed to read or write; try again, or choose another disk.</source>
            <translation>Der Datenträger konnte nicht lesen oder schreiben; erneut versuchen oder einen anderen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/services/unlabelled_texts.py" />
            <source>The file is valid UTF-8, not Windows-1252; choose UTF-8 for it.</source>
            <translation>Die Datei ist gültiges UTF-8, nicht Windows-1252; UTF-8 für sie wählen.</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>step {id} of the history cannot be read: {fault}</source>
            <translation>Schritt {id} des Verlaufs ist nicht lesbar: {fault}</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>a step of the history cannot be read: {fault}</source>
            <translation>ein Schritt des Verlaufs ist nicht lesbar: {fault}</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>a mark is none</source>
            <translation>eine Kennzeichnung ist ungültig</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>“cost” is missing</source>
            <translation>„cost“ fehlt</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>a finite number</source>
            <translation>eine endliche Zahl</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the fields of a document are parted by {found}</source>
            <translation>die Felder eines Dokuments sind durch {found} getrennt</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>a list of pairs</source>
            <translation>eine Liste von Paaren</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the counts of its tokens don't fit its sentences</source>
            <translation>die Anzahlen seiner Tokens passen nicht zu seinen Sätzen</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the counts of its tokens don't fit its tokens</source>
            <translation>die Anzahlen seiner Tokens passen nicht zu seinen Tokens</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the values of its tokens don't fit its tokens</source>
            <translation>die Werte seiner Tokens passen nicht zu seinen Tokens</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>one of {known}</source>
            <translation>eines von {known}</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the labels of its phrases don't fit the phrases</source>
            <translation>die Labels seiner Wendungen passen nicht zu den Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>the roles of its sentences don't fit the sentences</source>
            <translation>die Rollen seiner Sätze passen nicht zu den Sätzen</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>an array holds something else than numbers</source>
            <translation>ein Array enthält etwas anderes als Zahlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>an array holds numbers that are too large</source>
            <translation>ein Array enthält zu große Zahlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>an array is none</source>
            <translation>ein Array ist keines</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>a packed array is broken</source>
            <translation>ein gepacktes Array ist beschädigt</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>it is too long</source>
            <translation>er ist zu lang</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>it has too many parts</source>
            <translation>er hat zu viele Teile</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>it is not an object</source>
            <translation>er ist kein Objekt</translation>
        </message>
        <message>
            <location filename="../../app/storage/edit_encoding.py" />
            <source>it is cut short, or something follows it</source>
            <translation>er ist abgeschnitten, oder etwas folgt danach</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>this is a folder, not a project</source>
            <translation>das ist ein Ordner, kein Projekt</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>you may not read this file; ask its owner</source>
            <translation>diese Datei darf nicht gelesen werden; den Eigentümer fragen</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>the file cannot be read ({error})</source>
            <translation>die Datei ist nicht lesbar ({error})</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>there is no such project; check the name and the folder</source>
            <translation>dieses Projekt gibt es nicht; Namen und Ordner prüfen</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>there is no such project; open {name}, which was set aside, or a backup</source>
            <translation>dieses Projekt gibt es nicht; {name} öffnen, das beiseitegelegt wurde, oder eine Sicherung</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>a character of this name is in no name of a file</source>
            <translation>ein Zeichen dieses Namens kommt in keinem Dateinamen vor</translation>
        </message>
        <message>
            <location filename="../../app/storage/files.py" />
            <source>this name is too long for the disk</source>
            <translation>dieser Name ist für den Datenträger zu lang</translation>
        </message>
        <message>
            <location filename="../../app/storage/guards.py" />
            <source>this is a device or a pipe, not a project</source>
            <translation>das ist ein Gerät oder eine Pipe, kein Projekt</translation>
        </message>
        <message>
            <location filename="../../app/storage/guards.py" />
            <source>beside it {name} is no log but a link, a folder or a device; find out where it comes from, and move it away</source>
            <translation>daneben ist {name} kein Log, sondern ein Link, ein Ordner oder ein Gerät; herausfinden, woher es kommt, und es wegschaffen</translation>
        </message>
        <message>
            <location filename="../../app/storage/guards.py" />
            <source>beside it {name} is not a journal that Tagwright writes; find out where it comes from, and move it away</source>
            <translation>daneben ist {name} kein Journal, das Tagwright schreibt; herausfinden, woher es kommt, und es wegschaffen</translation>
        </message>
        <message>
            <location filename="../../app/storage/guards.py" />
            <source>its tables are too many</source>
            <translation>es hat zu viele Tabellen</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>a text</source>
            <translation>ein Text</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>a whole number</source>
            <translation>eine ganze Zahl</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>a number</source>
            <translation>eine Zahl</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>true or false</source>
            <translation>wahr oder falsch</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>a list</source>
            <translation>eine Liste</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>an object</source>
            <translation>ein Objekt</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>lists in it are nested a thousand deep</source>
            <translation>Listen darin sind tausendfach geschachtelt</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>“{name}” is {value}</source>
            <translation>„{name}“ ist {value}</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>{found}, and {expected} is expected</source>
            <translation>{found}; erwartet wird {expected}</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>{values}, and an object with “{name}” is expected</source>
            <translation>{values}; erwartet wird ein Objekt mit „{name}“</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>“{name}” is missing</source>
            <translation>„{name}“ fehlt</translation>
        </message>
        <message>
            <location filename="../../app/storage/json_values.py" />
            <source>a value of many lists or digits</source>
            <translation>ein Wert aus vielen Listen oder Ziffern</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>this project was not closed properly, and its log {log}, which may hold the last changes, is not beside it; if the project was moved, copied or renamed, bring its log along under this name and open it again{hint}, or continue without them (on the command line: {without})</source>
            <translation>dieses Projekt wurde nicht richtig geschlossen, und sein Log {log}, das die letzten Änderungen enthalten kann, liegt nicht daneben; wurde das Projekt verschoben, kopiert oder umbenannt, das Log unter diesem Namen danebenlegen und das Projekt erneut öffnen{hint} oder ohne sie weiterarbeiten (auf der Befehlszeile: {without})</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>this project was not closed properly, and {log} belongs to another project, or to an older state of this one: put the right log, which may hold the last changes, beside the project, and open the project again, or continue without them (on the command line: {without})</source>
            <translation>dieses Projekt wurde nicht richtig geschlossen, und {log} gehört zu einem anderen Projekt oder einem älteren Stand von diesem: das richtige Log, das die letzten Änderungen enthalten kann, danebenlegen und das Projekt erneut öffnen oder ohne sie weiterarbeiten (auf der Befehlszeile: {without})</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>this project was not closed properly, and {log} belongs to a later state of it, probably because the project was copied while it was open: close the project and copy it again, or continue without the log, from what the file itself has (on the command line: {without})</source>
            <translation>dieses Projekt wurde nicht richtig geschlossen, und {log} gehört zu einem späteren Stand, vermutlich weil das Projekt kopiert wurde, während es offen war: das Projekt schließen und noch einmal kopieren oder ohne das Log weiterarbeiten, mit dem Stand der Datei selbst (auf der Befehlszeile: {without})</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>this project was not closed properly, and {log}, which holds the last changes, is damaged at byte {at:,}: put a sound copy of it, if you have one, beside the project, and open the project again, or continue without the changes that cannot be read (on the command line: {without}); the damaged log is kept</source>
            <translation>dieses Projekt wurde nicht richtig geschlossen, und {log}, das die letzten Änderungen enthält, ist bei Byte {at:,} beschädigt: wenn vorhanden, eine unbeschädigte Kopie davon danebenlegen und das Projekt erneut öffnen oder ohne die nicht lesbaren Änderungen weiterarbeiten (auf der Befehlszeile: {without}); das beschädigte Log wird aufbewahrt</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>this project was not closed properly, and {log}, which may hold the last changes, is damaged: put a sound copy of it, if you have one, beside the project, and open the project again, or continue without these changes (on the command line: {without}); the damaged log is kept</source>
            <translation>dieses Projekt wurde nicht richtig geschlossen, und {log}, das die letzten Änderungen enthalten kann, ist beschädigt: wenn vorhanden, eine unbeschädigte Kopie davon danebenlegen und das Projekt erneut öffnen oder ohne diese Änderungen weiterarbeiten (auf der Befehlszeile: {without}); das beschädigte Log wird aufbewahrt</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source> (this folder has {names}, which belongs to none of its projects)</source>
            <translation> (in diesem Ordner ist {names}, das zu keinem seiner Projekte gehört)</translation>
        </message>
        <message>
            <location filename="../../app/storage/logs.py" />
            <source>its header says no known format</source>
            <translation>ihr Kopf nennt kein bekanntes Format</translation>
        </message>
        <message>
            <location filename="../../app/storage/models.py" />
            <source>the report of its model is none</source>
            <translation>der Bericht ihres Modells ist keiner</translation>
        </message>
        <message>
            <location filename="../../app/storage/models.py" />
            <source>“{name}” in the report of its model is {value}, and a number from 0 to {most:,.0f} is expected</source>
            <translation>„{name}“ im Bericht ihres Modells ist {value}; erwartet wird eine Zahl von 0 bis {most:,.0f}</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>no copy of the project was written</source>
            <translation>wurde keine Kopie des Projekts geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>this file is empty, not a project; make one with “New project”</source>
            <translation>diese Datei ist leer, kein Projekt; eines mit „Neues Projekt“ anlegen</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>its header begins with other bytes</source>
            <translation>ihr Kopf beginnt mit anderen Bytes</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>this is not a Tagwright project; to label this text, import it into a project</source>
            <translation>das ist kein Tagwright-Projekt; um diesen Text zu labeln, ihn in ein Projekt importieren</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>it ends within its header</source>
            <translation>sie endet in ihrem Kopf</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>its header names another program</source>
            <translation>ihr Kopf nennt ein anderes Programm</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>this database belongs to another program</source>
            <translation>diese Datenbank gehört einem anderen Programm</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>its texts are not in UTF-8</source>
            <translation>ihre Texte sind nicht in UTF-8</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>its header names the format {version}</source>
            <translation>ihr Kopf nennt das Format {version}</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>a newer version of Tagwright wrote this project (its format is {version}, this version reads up to {schema_version}); install the newer version</source>
            <translation>eine neuere Version von Tagwright hat dieses Projekt geschrieben (sein Format ist {version}, diese Version liest bis {schema_version}); die neuere Version installieren</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>it is empty, but its log {name} is not; keep both files</source>
            <translation>sie ist leer, ihr Log {name} aber nicht; beide Dateien aufbewahren</translation>
        </message>
        <message>
            <location filename="../../app/storage/opening.py" />
            <source>it is cut short: {size} of {expected} bytes</source>
            <translation>sie ist abgeschnitten: {size} von {expected} Bytes</translation>
        </message>
        <message>
            <location filename="../../app/storage/project_file.py" />
            <source>the project was not made</source>
            <translation>wurde das Projekt nicht angelegt</translation>
        </message>
        <message>
            <location filename="../../app/storage/project_file.py" />
            <source>this file already exists; choose another name</source>
            <translation>diese Datei gibt es schon; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/project_file.py" />
            <source>this is a folder; name a file in it</source>
            <translation>das ist ein Ordner; eine Datei darin nennen</translation>
        </message>
        <message>
            <location filename="../../app/storage/project_file.py" />
            <source>there is no such folder; make it first</source>
            <translation>diesen Ordner gibt es nicht; ihn zuerst anlegen</translation>
        </message>
        <message>
            <location filename="../../app/storage/project_file.py" />
            <source>this is the open project itself; choose another name</source>
            <translation>das ist das geöffnete Projekt selbst; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>some tokens name steps that the history lacks</source>
            <translation>einige Tokens nennen Schritte, die im Verlauf fehlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the sentences are not in their order</source>
            <translation>die Sätze sind nicht in ihrer Reihenfolge</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the raw lines of some sentences are missing</source>
            <translation>die ursprünglichen Zeilen einiger Sätze fehlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the sets of tags don't begin with the empty one</source>
            <translation>die Mengen von Tags beginnen nicht mit der leeren</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>a set of tags is no list of numbers</source>
            <translation>eine Menge von Tags ist keine Liste von Zahlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the sets of tags name tags that don't exist</source>
            <translation>die Mengen von Tags nennen Tags, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the words of sentence {number} are not those of its text</source>
            <translation>die Wörter von Satz {number} sind nicht die seines Textes</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>some rows of its words or tags are missing</source>
            <translation>einige Zeilen ihrer Wörter oder Tags fehlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>{n:,} labels are named “{name}”</source>
            <translation>{n:,} Labels heißen „{name}“</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the other names of a gazetteer are no list of names</source>
            <translation>die anderen Namen eines Gazetteers sind keine Liste von Namen</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>the parameters of a rule are no object</source>
            <translation>die Parameter einer Regel sind kein Objekt</translation>
        </message>
        <message>
            <location filename="../../app/storage/reading.py" />
            <source>of document {number}, {fault}</source>
            <translation>bei Dokument {number}: {fault}</translation>
        </message>
        <message>
            <location filename="../../app/storage/schema.py" />
            <source>its list of tables is not readable</source>
            <translation>die Liste ihrer Tabellen ist nicht lesbar</translation>
        </message>
        <message>
            <location filename="../../app/storage/schema.py" />
            <source>its {kind} “{name}” is none that this program makes</source>
            <translation>{kind} „{name}“ darin stammt nicht von diesem Programm</translation>
        </message>
        <message>
            <location filename="../../app/storage/schema.py" />
            <source>tables or indexes are missing</source>
            <translation>Tabellen oder Indizes fehlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sentence_rows.py" />
            <source>the tokens of a sentence are in lines that don't exist</source>
            <translation>die Tokens eines Satzes stehen in Zeilen, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/sentence_rows.py" />
            <source>sentence {id} has values of a wrong kind</source>
            <translation>Satz {id} hat Werte falscher Art</translation>
        </message>
        <message>
            <location filename="../../app/storage/sentence_rows.py" />
            <source>sentence {id} does not match its checksum</source>
            <translation>Satz {id} passt nicht zu seiner Prüfsumme</translation>
        </message>
        <message>
            <location filename="../../app/storage/sentence_rows.py" />
            <source>some tokens name words, tags or places that don't exist</source>
            <translation>einige Tokens nennen Wörter, Tags oder Stellen, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/sources.py" />
            <source>the raw lines of sentence {number} are not those of its tokens</source>
            <translation>die ursprünglichen Zeilen von Satz {number} sind nicht die seiner Tokens</translation>
        </message>
        <message>
            <location filename="../../app/storage/sources.py" />
            <source>some records of an imported file are missing</source>
            <translation>einige Einträge einer importierten Datei fehlen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sources.py" />
            <source>rows of an imported file are not in their order</source>
            <translation>Zeilen einer importierten Datei sind nicht in ihrer Reihenfolge</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>this project file is damaged ({detail}); keep a copy of it, and go on with your latest saved copy or backup</source>
            <translation>diese Projektdatei ist beschädigt ({detail}); eine Kopie davon aufbewahren und mit der letzten gespeicherten Kopie oder Sicherung weiterarbeiten</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>this step was not saved</source>
            <translation>wurde dieser Schritt nicht gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the project cannot be opened</source>
            <translation>lässt sich das Projekt nicht öffnen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk is full, so {what}; free some space and try again</source>
            <translation>der Datenträger ist voll, daher {what}; Platz schaffen und erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>this project cannot be written; copy it to a folder of your own and open the copy</source>
            <translation>dieses Projekt ist nicht beschreibbar; es in einen eigenen Ordner kopieren und die Kopie öffnen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>another window or program has this project open; close it there first</source>
            <translation>ein anderes Fenster oder Programm hat dieses Projekt geöffnet; es dort zuerst schließen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>this project is being read; try again in a moment, or close the project and open it again</source>
            <translation>dieses Projekt wird gerade gelesen; gleich erneut versuchen, oder das Projekt schließen und wieder öffnen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk failed, so {what}; save a copy of the project elsewhere</source>
            <translation>der Datenträger ist ausgefallen, daher {what}; eine Kopie des Projekts an anderem Ort speichern</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>a value is too large for the project file ({detail}); import the text in smaller files</source>
            <translation>ein Wert ist zu groß für die Projektdatei ({detail}); den Text in kleineren Dateien importieren</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk takes no more, perhaps because it or your share of it is full, so {what}; free some space and try again, or save a copy of the project elsewhere</source>
            <translation>der Datenträger nimmt nichts mehr auf, vielleicht weil er oder der eigene Anteil daran voll ist, daher {what}; Platz schaffen und erneut versuchen oder eine Kopie des Projekts an anderem Ort speichern</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk has {room} left and this needs about {needed}, so {what}; free some space and try again</source>
            <translation>der Datenträger hat noch {room} frei, gebraucht werden etwa {needed}, daher {what}; Platz schaffen und erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>{size:,.1f} MB</source>
            <translation>{size:,.1f} MB</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>{size:,.0f} kB</source>
            <translation>{size:,.0f} kB</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>this place cannot be written, so {what}; choose a folder that you may write, or allow yourself to write here</source>
            <translation>hier kann nicht geschrieben werden, daher {what}; einen beschreibbaren Ordner wählen oder das Schreiben hier erlauben</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk is read-only, so {what}; save a copy of the project on another disk</source>
            <translation>der Datenträger ist schreibgeschützt, daher {what}; eine Kopie des Projekts auf einem anderen Datenträger speichern</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk is read-only, so {what}; choose a folder on another disk</source>
            <translation>der Datenträger ist schreibgeschützt, daher {what}; einen Ordner auf einem anderen Datenträger wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>{cause}, so {what}{advice}</source>
            <translation>{cause}, daher {what}{advice}</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>another program has this file open, so {what}; close it there, and try again</source>
            <translation>ein anderes Programm hat diese Datei geöffnet, daher {what}; sie dort schließen und erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>there is a file where a folder is needed, so {what}; give that file another name</source>
            <translation>dort ist eine Datei, wo ein Ordner gebraucht wird, daher {what}; dieser Datei einen anderen Namen geben</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>its folder is not there or was deleted, so {what}; choose another folder</source>
            <translation>ihren Ordner gibt es nicht, oder er wurde gelöscht, daher {what}; einen anderen Ordner wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>the disk refused ({cause}), so {what}; try another place</source>
            <translation>der Datenträger hat es abgelehnt ({cause}), daher {what}; einen anderen Ort versuchen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>{error}, so {what}; choose a shorter name or a smaller number</source>
            <translation>{error}, daher {what}; einen kürzeren Namen oder eine kleinere Zahl wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/sqlite_errors.py" />
            <source>a text in it is not UTF-8</source>
            <translation>ein Text darin ist nicht UTF-8</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>step {id} of the history: {error}</source>
            <translation>Schritt {id} des Verlaufs: {error}</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it names tags that don't exist</source>
            <translation>er nennt Tags, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it names documents that don't exist</source>
            <translation>er nennt Dokumente, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>its {table} before are others than after</source>
            <translation>seine {table} vorher sind andere als nachher</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it changes no token of a sentence</source>
            <translation>er ändert kein Token eines Satzes</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it names tokens that don't exist</source>
            <translation>er nennt Tokens, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it names sentences that don't exist</source>
            <translation>er nennt Sätze, die es nicht gibt</translation>
        </message>
        <message>
            <location filename="../../app/storage/step_checks.py" />
            <source>it gives tokens or sentences values that cannot be</source>
            <translation>er gibt Tokens oder Sätzen unmögliche Werte</translation>
        </message>
        <message>
            <location filename="../../app/storage/summary.py" />
            <source>this project cannot be read, and may be another one; choose another name</source>
            <translation>dieses Projekt lässt sich nicht lesen und kann ein anderes sein; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/summary.py" />
            <source>this is another project; choose another name</source>
            <translation>das ist ein anderes Projekt; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/summary.py" />
            <source>this copy has later changes than the open project; choose another name</source>
            <translation>diese Kopie hat spätere Änderungen als das geöffnete Projekt; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>something else</source>
            <translation>etwas anderes</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a whole number from {least:,} to {most:,}</source>
            <translation>eine ganze Zahl von {least:,} bis {most:,}</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a text of {least:,} to {most:,} characters without a NUL</source>
            <translation>ein Text von {least:,} bis {most:,} Zeichen ohne NUL</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a text of {least:,} to {max_name:,} characters without control characters</source>
            <translation>ein Text von {least:,} bis {max_name:,} Zeichen ohne Steuerzeichen</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a line of text without a NUL</source>
            <translation>eine Textzeile ohne NUL</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a number from 0 to {largest_cost:g}</source>
            <translation>eine Zahl von 0 bis {largest_cost:g}</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>a number from 0 to 1</source>
            <translation>eine Zahl von 0 bis 1</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>it has {n:,} {name}; up to {most_rows:,} can be used</source>
            <translation>sie hat {n:,} Zeilen in {name}; höchstens {most_rows:,} sind verwendbar</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>{name}, row {row}: “{column}” is invalid</source>
            <translation>{name}, Zeile {row}: „{column}“ ist ungültig</translation>
        </message>
        <message>
            <location filename="../../app/storage/tables.py" />
            <source>“{found}” is invalid in the table {name}</source>
            <translation>„{found}“ ist in der Tabelle {name} ungültig</translation>
        </message>
        <message>
            <location filename="../../app/storage/watch.py" />
            <source>the project file or its log was moved, replaced or deleted while it was open, so nothing more is saved there; put it back and try again, or save a copy of the project, which has everything</source>
            <translation>die Projektdatei oder ihr Log wurde verschoben, ersetzt oder gelöscht, während sie geöffnet war, daher wird dort nichts mehr gespeichert; sie zurücklegen und erneut versuchen oder eine Kopie des Projekts speichern, die alles enthält</translation>
        </message>
        <message>
            <location filename="../../app/storage/watch.py" />
            <source>the project file was overwritten while it was open, so its last steps are not saved; open its newest backup, and repeat there what this window shows beyond it</source>
            <translation>die Projektdatei wurde überschrieben, während sie geöffnet war, daher sind ihre letzten Schritte nicht gespeichert; ihre neueste Sicherung öffnen und dort wiederholen, was dieses Fenster darüber hinaus zeigt</translation>
        </message>
        <message>
            <location filename="../../app/storage/writing.py" />
            <source>{table} from {first} on would leave a gap after {last}</source>
            <translation>{table} ab {first} würde nach {last} eine Lücke lassen</translation>
        </message>
        <message>
            <location filename="../../app/storage/writing.py" />
            <source>the new names of the edit have no ids yet</source>
            <translation>die neuen Namen der Änderung haben noch keine Nummern</translation>
        </message>
        <message>
            <location filename="../../app/storage/writing.py" />
            <source>sentence {sentence} does not match its checksum</source>
            <translation>Satz {sentence} passt nicht zu seiner Prüfsumme</translation>
        </message>
        <message>
            <location filename="../../app/storage/writing.py" />
            <source>a token beyond its sentence, one of {first} to {last}</source>
            <translation>ein Token außerhalb seines Satzes, eines von {first} bis {last}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/alphabet.py" />
            <source>A rule speaks of the {what} {name}, and the labels of this model are {known}; correct the name, or switch the rule off.</source>
            <translation>Eine Regel spricht von {what} {name}, die Labels dieses Modells sind {known}; den Namen berichtigen oder die Regel ausschalten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/compiled.py" />
            <source>A rule speaks of token {last}, and the sentence has {n_tokens}: {what}.</source>
            <translation>Eine Regel spricht von Token {last}, der Satz hat {n_tokens}: {what}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/confidence.py" />
            <source>The rule “{rule}” is soft or off, so that its probability is not defined; ask about it as a hard rule that is on.</source>
            <translation>Die Regel „{rule}“ ist weich oder aus, daher ist ihre Wahrscheinlichkeit nicht definiert; als harte, eingeschaltete Regel danach fragen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/confidence.py" />
            <source>A sentence without tokens has nothing that could be asked about.</source>
            <translation>Bei einem Satz ohne Tokens lässt sich nach nichts fragen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/confidence.py" />
            <source>The probability that {text} needs more states than {max_states:,}; only the best labelling is known under such rules.</source>
            <translation>Die Wahrscheinlichkeit von „{text}“ braucht mehr als {max_states:,} Zustände; unter solchen Regeln ist nur die beste Labelfolge bekannt.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/conflict.py" />
            <source>In sentence {sentence:,} </source>
            <translation>In Satz {sentence:,} </translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/conflict.py" />
            <source>{prefix}no labelling is possible, whatever the rules: the model allows none.</source>
            <translation>{prefix}ist keine Labelfolge möglich, gleich welche Regeln gelten: Das Modell erlaubt keine.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/conflict.py" />
            <source>{prefix}this cannot be met: {rules_text}. Change it, or switch it off.</source>
            <translation>{prefix}ist dies nicht erfüllbar: {rules_text}. Die Regel ändern oder ausschalten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/conflict.py" />
            <source>{prefix}these contradict each other: {rules_text}. Change or switch off one of them; the others can be met then.</source>
            <translation>{prefix}widersprechen sich diese: {rules_text}. Eine davon ändern oder ausschalten; die anderen sind dann erfüllbar.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>The word list {name} doesn't say what its phrases are; name a label, or write a tab and a label after each phrase.</source>
            <translation>Die Wortliste {name} sagt nicht, was ihre Wendungen sind; ein Label nennen oder nach jeder Wendung einen Tabulator und ein Label schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>given</source>
            <translation>(angegeben)</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>A phrase of a gazetteer needs a word at least.</source>
            <translation>Eine Wendung eines Gazetteers braucht mindestens ein Wort.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>{words} is {label} here and {earlier_label} in line {line_number}; keep one of the two.</source>
            <translation>{words} ist hier {label} und in Zeile {line_number} {earlier_label}; eines von beiden behalten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>This is a pattern of Prodigy's, and a phrase was expected; write the phrases alone, one on each line.</source>
            <translation>Das ist ein Muster von Prodigy, erwartet wurde eine Wendung; nur die Wendungen schreiben, eine je Zeile.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>The label {label} {fault}; rename it.</source>
            <translation>Das Label {label} {fault}; es umbenennen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/gazetteer.py" />
            <source>Expected a phrase, or a phrase, a tab and a label; found {text}.</source>
            <translation>Erwartet: eine Wendung, oder Wendung, Tabulator und Label; gefunden: {text}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/grammar_automaton.py" />
            <source>The automaton of the grammar of {start} needs more than {max_states:,} states; leave out alternatives that begin in the same way, or use weighted=False.</source>
            <translation>Der Automat der Grammatik von {start} braucht mehr als {max_states:,} Zustände; Alternativen weglassen, die gleich beginnen, oder weighted=False verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/grammar_automaton.py" />
            <source>{left} recurs in its rule {left} -&gt; {right} elsewhere than at the right end after something else, so the grammar has no automaton; write it with the symbol at the end.</source>
            <translation>{left} kommt in seiner Regel {left} -&gt; {right} anders wieder vor als am rechten Ende nach etwas anderem, daher hat die Grammatik keinen Automaten; das Symbol ans Ende schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/grammar_automaton.py" />
            <source>{terminal} reads no label; a grammar over labels has words and expressions of column 0.</source>
            <translation>{terminal} liest kein Label; eine Grammatik über Labels hat Wörter und Ausdrücke der Spalte 0.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/integer.py" />
            <source>The rule that {rule} would need an automaton of more than {max_product_states:,} states; say it more simply, or as several rules.</source>
            <translation>Die Regel „{rule}“ bräuchte einen Automaten mit mehr als {max_product_states:,} Zuständen; sie einfacher schreiben oder als mehrere Regeln.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/integer.py" />
            <source>A rule speaks of words, and these sentences come without; give words=….</source>
            <translation>Eine Regel spricht von Wörtern, diese Sätze haben keine; words=… angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{version}; a newer program wrote the file</source>
            <translation>{version}; ein neueres Programm hat die Datei geschrieben</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>This is not JSON ({fault}); expected an object with format, version and rules.</source>
            <translation>Das ist kein JSON ({fault}); erwartet: ein Objekt mit format, version und rules.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>Brackets are nested a thousand deep here; expected an object with format, version and rules.</source>
            <translation>Klammern sind hier tausendfach geschachtelt; erwartet: ein Objekt mit format, version und rules.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{digits}… is a number of {n_digits:,} digits; write a smaller one.</source>
            <translation>{digits}… ist eine Zahl mit {n_digits:,} Ziffern; eine kleinere schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{found} is half of a character; write the whole character.</source>
            <translation>{found} ist ein halbes Zeichen; das ganze Zeichen schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{twice} is in an object twice; remove one of the two.</source>
            <translation>{twice} steht zweimal in einem Objekt; eines von beiden entfernen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{name} is no number of JSON; write a number.</source>
            <translation>{name} ist in JSON keine Zahl; eine Zahl schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>At {at}, </source>
            <translation>Bei {at}, </translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>At the top, </source>
            <translation>Ganz oben, </translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{where}{found_text} is found; expected {expected}.</source>
            <translation>{where}gefunden: {found_text}; erwartet: {expected}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>an object with {known}</source>
            <translation>ein Objekt mit {known}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>no more than {known}</source>
            <translation>nicht mehr als {known}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{name} in it</source>
            <translation>{name} darin</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>a list of {what}</source>
            <translation>eine Liste von {what}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>the number of a sentence, from 0</source>
            <translation>die Nummer eines Satzes, ab 0</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>each sentence once</source>
            <translation>jeder Satz einmal</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>a rule for every sentence; rules for places in one sentence belong in “sentences”</source>
            <translation>eine Regel für jeden Satz; Regeln für Stellen in einem Satz gehören in „sentences“</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>a number from 0 on</source>
            <translation>eine Zahl ab 0</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>either this or a file</source>
            <translation>entweder dies oder eine Datei</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>the name of a file</source>
            <translation>der Name einer Datei</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>a file beside this one, or in a folder there</source>
            <translation>eine Datei neben dieser oder in einem Ordner dort</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>'labels' in it, for {file} says none</source>
            <translation>'labels' darin, denn {file} nennt keines</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>an object with a 'kind'</source>
            <translation>ein Objekt mit einem 'kind'</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>At {at}: </source>
            <translation>Bei {at}: </translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/json_files.py" />
            <source>{where}something is found that is neither a text nor a list of texts; expected names, words and phrases as texts.</source>
            <translation>{where}gefunden ist etwas, das weder ein Text noch eine Liste von Texten ist; erwartet: Namen, Wörter und Wendungen als Texte.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: {name} is the place of a token, counted from 0, not {token}.</source>
            <translation>{kind_name}: {name} ist die Stelle eines Tokens, ab 0 gezählt, nicht {token}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: {name} is a whole number from 0 on, not {number}.</source>
            <translation>{kind_name}: {name} ist eine ganze Zahl ab 0, nicht {number}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: {field} is a name, not {name}.</source>
            <translation>{kind_name}: {field} ist ein Name, nicht {name}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: a span of the tokens {start} to {end} (exclusive) is empty; let end be greater than start.</source>
            <translation>{kind_name}: eine Spanne der Tokens {start} bis {end} (ausschließlich) ist leer; das Ende muss größer sein als der Anfang.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: a span has a type such as PERSON, and {name} is a label of tokens; leave its prefix out.</source>
            <translation>{kind_name}: eine Spanne hat einen Typ wie PERSON, und {name} ist ein Label von Tokens; das Präfix weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: {field} is a list of names, not {names}.</source>
            <translation>{kind_name}: {field} ist eine Liste von Namen, nicht {names}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kind_checks.py" />
            <source>{kind_name}: {field} is empty; name at least one.</source>
            <translation>{kind_name}: {field} ist leer; mindestens einen Namen nennen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>There is no scheme {scheme} that labels could obey; choose one of {schemes}.</source>
            <translation>Ein Schema {scheme}, das Labels befolgen könnten, gibt es nicht; eines von {schemes} wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A count of {unit} needs at_least, at_most, or both.</source>
            <translation>Eine Anzahl von {unit} braucht at_least, at_most oder beides.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>At least {least} and at most {most} {unit} contradict each other; let at_least be no more than at_most.</source>
            <translation>Mindestens {least} und höchstens {most} {unit} widersprechen sich; at_least darf nicht größer sein als at_most.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A pattern over labels is a text such as 'O* (B-NP I-NP*)+', not {regex}.</source>
            <translation>Ein Muster über Labels ist ein Text wie 'O* (B-NP I-NP*)+', nicht {regex}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>Phrases are a list of lists of words, not one text.</source>
            <translation>Wendungen sind eine Liste von Listen von Wörtern, kein Text.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A phrase of a lexical rule has no words; leave it out.</source>
            <translation>Eine Wendung einer lexikalischen Regel hat keine Wörter; sie weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A lexical rule matches Phrases, a WordPattern or a WordList, not {matcher}.</source>
            <translation>Eine lexikalische Regel passt auf Phrases, ein WordPattern oder eine WordList, nicht auf {matcher}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A lexical rule has no effect {effect}; choose one of {effects}.</source>
            <translation>Eine lexikalische Regel hat keine Wirkung {effect}; eine von {effects} wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/kinds.py" />
            <source>A match implies one label or type, not {labels}; use 'allows' for one of several.</source>
            <translation>Ein Treffer zieht ein einziges Label oder einen Typ nach sich, nicht {labels}; für eines von mehreren 'allows' verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>The pattern over labels has {n:,} characters; write one of at most {longest:,}.</source>
            <translation>Das Muster über Labels hat {n:,} Zeichen; eines von höchstens {longest:,} schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>this bracket was never opened</source>
            <translation>diese Klammer wurde nie geöffnet</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>this is not closed, or has no meaning</source>
            <translation>dies ist nicht geschlossen oder hat keine Bedeutung</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>at {found}</source>
            <translation>bei {found}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>at its end</source>
            <translation>an seinem Ende</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>The pattern over labels cannot be read at character {position}, {shown}: {problem}. Write labels with spaces between them, such as 'O* (B-NP I-NP*)+'.</source>
            <translation>Das Muster über Labels ist bei Zeichen {position} nicht lesbar, {shown}: {problem}. Labels mit Leerzeichen dazwischen schreiben, etwa 'O* (B-NP I-NP*)+'.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>there are more than {max_times} repetitions after one another</source>
            <translation>mehr als {max_times} Wiederholungen folgen aufeinander</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>a number of times is {{3}}, {{2,}} or {{2,5}}</source>
            <translation>eine Anzahl ist {{3}}, {{2,}} oder {{2,5}}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>the second number is smaller than the first</source>
            <translation>die zweite Zahl ist kleiner als die erste</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>more than {deepest} brackets are in one another</source>
            <translation>mehr als {deepest} Klammern stehen ineinander</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>this bracket is never closed</source>
            <translation>diese Klammer wird nie geschlossen</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>a label, a bracket or a point is expected here</source>
            <translation>hier wird ein Label, eine Klammer oder ein Punkt erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>a set is [B-NP O] or [^B-NP O]</source>
            <translation>eine Menge ist [B-NP O] oder [^B-NP O]</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>The pattern over labels needs more than {max_positions:,} states, its repetitions written out; use smaller numbers of times, or a count.</source>
            <translation>Das Muster über Labels braucht mit ausgeschriebenen Wiederholungen mehr als {max_positions:,} Zustände; kleinere Anzahlen verwenden oder eine Anzahlregel.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/label_regex.py" />
            <source>The pattern over labels, {regex}, needs more than {max_dfa_states:,} states; write a simpler one.</source>
            <translation>Das Muster über Labels, {regex}, braucht mehr als {max_dfa_states:,} Zustände; ein einfacheres schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/matching.py" />
            <source>The pattern of words {pattern} has to be matched by the caller; give matches=….</source>
            <translation>Das Wortmuster {pattern} muss der Aufrufende anwenden; matches=… angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/matching.py" />
            <source>A rule speaks of token {end}, and the sentence has {n_tokens}: sentence {sentence:,}, {matcher}.</source>
            <translation>Eine Regel spricht von Token {end}, der Satz hat {n_tokens}: Satz {sentence:,}, {matcher}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/rules.py" />
            <source>{kind} is no kind of rule; use one of {names}.</source>
            <translation>{kind} ist keine Art von Regel; eine von {names} verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/rules.py" />
            <source>The cost of a soft rule is a number from 0 to {largest_cost:,.0f}, not {cost}; leave it out for a hard rule.</source>
            <translation>Die Kosten einer weichen Regel sind eine Zahl von 0 bis {largest_cost:,.0f}, nicht {cost}; bei einer harten Regel weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>“{name}” ({rule})</source>
            <translation>„{name}“ ({rule})</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>an {name}</source>
            <translation>{name}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>a {name}</source>
            <translation>{name}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>token {number}</source>
            <translation>Token {number}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>token {number} “{word}”</source>
            <translation>Token {number} „{word}“</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{token} is</source>
            <translation>{token} ist</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source> “{words}”</source>
            <translation> „{words}“</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>tokens {start} to {end}{text} are</source>
            <translation>Tokens {start} bis {end}{text} sind</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{n:,} more</source>
            <translation>{n:,} weitere</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{names} or {last}</source>
            <translation>{names} oder {last}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>there is no {unit}</source>
            <translation>es gibt kein {unit}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>exactly {most:,}</source>
            <translation>genau {most:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>at least {least:,}</source>
            <translation>mindestens {least:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>at most {most:,}</source>
            <translation>höchstens {most:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>there is {counts} {unit}</source>
            <translation>es gibt {counts} {unit}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>there are {counts} {unit}</source>
            <translation>es gibt {counts} {unit}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>no {name}</source>
            <translation>kein {name}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>if there is {a}, there is {other}</source>
            <translation>wenn es {a} gibt, gibt es {other}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source> (ignoring case)</source>
            <translation> (ohne Rücksicht auf Groß- und Kleinschreibung)</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>a word matching “{pattern}”{case}</source>
            <translation>ein Wort, das auf „{pattern}“ passt{case},</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>a word of an empty list</source>
            <translation>ein Wort einer leeren Liste</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{subject} is not {labels}</source>
            <translation>{subject} ist nicht {labels}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{subject} is {labels}</source>
            <translation>{subject} ist {labels}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>type</source>
            <translation>Typ</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>tokens that are the same word{case} have the same {what}</source>
            <translation>Tokens mit demselben Wort{case} haben gleichen Wert für {what}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>all tokens {words}{case} have the same {what}</source>
            <translation>alle Tokens {words}{case} haben gleichen Wert für {what}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{tokens} one {type}</source>
            <translation>{tokens} ein {type}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{tokens} not one {type}</source>
            <translation>{tokens} kein {type}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{a} is followed by {b}</source>
            <translation>auf {a} folgt {b}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{a} is not followed by {b}</source>
            <translation>auf {a} folgt nicht {b}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>the sentence starts with {a}</source>
            <translation>der Satz beginnt mit {a}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>the sentence ends with {a}</source>
            <translation>der Satz endet mit {a}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>{a} and {b} are never adjacent</source>
            <translation>{a} und {b} sind nie benachbart</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>tags are valid {scheme}</source>
            <translation>Tags sind gültig nach {scheme}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>no {a} comes after {b}</source>
            <translation>nach {b} kommt kein {a}</translation>
        </message>
        <message>
            <location filename="../../crfcore/constraints/wording.py" />
            <source>the labels of the sentence match {regex}</source>
            <translation>die Labels des Satzes passen auf {regex}</translation>
        </message>
        <message>
            <location filename="../../crfcore/document_crf.py" />
            <source>it has {n_stages} stages</source>
            <translation>es hat {n_stages} Stufen</translation>
        </message>
        <message>
            <location filename="../../crfcore/document_crf.py" />
            <source>its stages have different labels</source>
            <translation>seine Stufen haben verschiedene Labels</translation>
        </message>
        <message>
            <location filename="../../crfcore/document_crf.py" />
            <source>{name}: this model does not fit together ({fault}); train and save it again.</source>
            <translation>{name}: Dieses Modell passt nicht zusammen ({fault}); es erneut trainieren und speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/document_crf.py" />
            <source>the types of the ties are not those of the labels</source>
            <translation>die Kopplungen haben andere Typen als die Labels</translation>
        </message>
        <message>
            <location filename="../../crfcore/document_crf.py" />
            <source>a rule, method or scheme of ties is unknown</source>
            <translation>eine Regel, Methode oder ein Schema der Kopplungen ist unbekannt</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Expecting value</source>
            <translation>ein Wert wurde erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Expecting ',' delimiter</source>
            <translation>„,“ wurde erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Expecting ':' delimiter</source>
            <translation>„:“ wurde erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Expecting property name enclosed in double quotes</source>
            <translation>ein Name in doppelten Anführungszeichen wurde erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Extra data</source>
            <translation>danach folgt noch etwas</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Invalid control character at</source>
            <translation>ungültiges Steuerzeichen</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Invalid \escape</source>
            <translation>ungültige Escape-Sequenz</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Invalid \escape: </source>
            <translation>ungültige Escape-Sequenz: </translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Invalid \uXXXX escape</source>
            <translation>ungültige \uXXXX-Sequenz</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Unterminated string starting at</source>
            <translation>ein Text ohne Ende beginnt</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>a part of it that should be JSON is not</source>
            <translation>ein Teil davon, der JSON sein sollte, ist keines</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>a number in it counts beyond an end</source>
            <translation>eine Zahl darin zählt über ein Ende hinaus</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>a value in it is not of the expected kind</source>
            <translation>ein Wert darin ist von anderer Art als erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>a number in it is too large</source>
            <translation>eine Zahl darin ist zu groß</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>it needs more memory than there is</source>
            <translation>es braucht mehr Speicher, als vorhanden ist</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>compressed bytes of it are damaged</source>
            <translation>komprimierte Bytes darin sind beschädigt</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>lists in it are nested too deep</source>
            <translation>Listen darin sind zu tief geschachtelt</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>{name} is missing or unknown in it</source>
            <translation>{name} fehlt darin oder ist unbekannt</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>line {line}</source>
            <translation>Zeile {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>column {column}</source>
            <translation>Spalte {column}</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>{place}: {reason}</source>
            <translation>{place}: {reason}</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>{file}, line {line}: {reason}</source>
            <translation>{file}, Zeile {line}: {reason}</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Template</source>
            <translation>Vorlage</translation>
        </message>
        <message>
            <location filename="../../crfcore/errors.py" />
            <source>Grammar, line {line}, column {column}: {reason}</source>
            <translation>Grammatik, Zeile {line}, Spalte {column}: {reason}</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/expectations.py" />
            <source>No token has a label yet, and no unlabelled one has {attributes}, which the expectations are about; {advice}.</source>
            <translation>Noch hat kein Token ein Label, und keines ohne Label hat {attributes}, worum es in den Erwartungen geht; {advice}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/expectations.py" />
            <source>their names look like {name}</source>
            <translation>solche Namen sehen aus wie {name}</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/expectations.py" />
            <source>correct them, or give a text that has them</source>
            <translation>sie korrigieren, oder einen Text angeben, der sie hat</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>The model could not be saved, for no file of one could be opened again: {error}; train it with other labels.</source>
            <translation>Das Modell konnte nicht gespeichert werden, denn keine Datei davon ließe sich wieder öffnen: {error}; es mit anderen Labels trainieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>its kind of model has no segments</source>
            <translation>seine Art von Modell hat keine Segmente</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>its longest segment has {longest} tokens</source>
            <translation>sein längstes Segment hat {longest} Tokens</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>none of its labels is a tag of a span</source>
            <translation>keines seiner Labels ist das Tag einer Spanne</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>its labels are not distinct</source>
            <translation>seine Labels sind nicht verschieden</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>the state of its online training does not fit the model</source>
            <translation>der Zustand seines Online-Trainings passt nicht zum Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>the state of its training does not hold float64</source>
            <translation>der Zustand seines Trainings enthält kein float64</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>the vectors of the state of its training differ in length</source>
            <translation>die Vektoren des Zustands seines Trainings sind verschieden lang</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/fitted_files.py" />
            <source>the numbers of the state of its training are none that a training leaves</source>
            <translation>die Zahlen des Zustands seines Trainings sind keine, die ein Training hinterlässt</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/parameters.py" />
            <source>{name}={value} is too small; give at least {least:g}.</source>
            <translation>{name}={value} ist zu klein; mindestens {least:g} ist möglich.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/rule_costs.py" />
            <source>The costs of {kinds} cannot be learned together: some of it needs the integer program, under which nothing can be summed.</source>
            <translation>Die Kosten von {kinds} lassen sich nicht gemeinsam lernen: Etwas davon braucht das ganzzahlige Programm, unter dem sich nichts summieren lässt.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/segment_forms.py" />
            <source>The label {label} is no tag of the scheme {scheme}; segments need tags such as {tag} and {outside}; LinearChainCRF takes any label.</source>
            <translation>Das Label {label} ist kein Tag des Schemas {scheme}; Segmente brauchen Tags wie {tag} und {outside}; LinearChainCRF nimmt jedes Label.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/segment_forms.py" />
            <source>Sentence {sentence}, token {token}: the tag {tag} is not where the scheme {scheme} allows it; correct it, or write all tags in the scheme {scheme}.</source>
            <translation>Satz {sentence}, Token {token}: Das Tag {tag} steht nicht, wo das Schema {scheme} es erlaubt; es berichtigen oder alle Tags im Schema {scheme} schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/segment_forms.py" />
            <source>Sentence {sentence}: the span from token {token} on has {n_tokens} tokens, and longest={longest}; a model of such segments gives it no probability: raise longest, or leave it out.</source>
            <translation>Satz {sentence}: Die Spanne ab Token {token} hat {n_tokens} Tokens, und longest={longest}; ein Modell solcher Segmente gibt ihr keine Wahrscheinlichkeit: longest vergrößern oder weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/segment_forms.py" />
            <source>No label is a tag of a span, such as {tag}; without one use LinearChainCRF.</source>
            <translation>Kein Label ist das Tag einer Spanne, wie {tag}; ohne ein solches LinearChainCRF verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/estimator/segment_forms.py" />
            <source>Sentence {sentence}: no segmentation agrees with the known labels around token {token}, with segments of up to {longest} tokens; correct them, raise longest, or allow more transitions.</source>
            <translation>Satz {sentence}: Keine Segmentierung passt zu den bekannten Labels um Token {token}, mit Segmenten von bis zu {longest} Tokens; sie berichtigen, longest vergrößern oder mehr Übergänge erlauben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/feature_set.py" />
            <source>{name}_{position}_cells does not fit the template and its strings</source>
            <translation>{name}_{position}_cells passt nicht zur Vorlage und ihren Texten</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/feature_set.py" />
            <source>the ids of {name} attributes are not 0 to {n_attributes}</source>
            <translation>die Nummern der Attribute {name} sind nicht 0 bis {n_attributes}</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/feature_set.py" />
            <source>one of the arrays {name}_…_cells holds a tuple twice</source>
            <translation>eines der Arrays {name}_…_cells enthält ein Tupel zweimal</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/grammar_lists.py" />
            <source>The grammar {name} has {n:,} characters with its probabilities, and a model can keep {longest_text:,}; leave some out.</source>
            <translation>Die Grammatik {name} hat mit ihren Wahrscheinlichkeiten {n:,} Zeichen, ein Modell kann {longest_text:,} aufbewahren; einige Regeln weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/grammar_lists.py" />
            <source>the longest span of a grammar is no whole number</source>
            <translation>die längste Spanne einer Grammatik ist keine ganze Zahl</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>word clusters</source>
            <translation>Wortcluster</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>word vectors</source>
            <translation>Wortvektoren</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>letter cases of words</source>
            <translation>Groß- und Kleinschreibung von Wörtern</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>The models have different grammars called {name}: their rules differ, or the texts that they were trained on; train the models with grammars of different names.</source>
            <translation>Die Modelle haben verschiedene Grammatiken namens {name}: Ihre Regeln unterscheiden sich oder die Texte, auf denen sie trainiert wurden; die Modelle mit Grammatiken verschiedener Namen trainieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>The models have different lists called {name}; train them with the same list, or give the lists different names.</source>
            <translation>Die Modelle haben verschiedene Listen namens {name}; sie mit derselben Liste trainieren oder den Listen verschiedene Namen geben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>The models have templates in different languages, of CRF++ and of Wapiti; train one of them again with the template of the other.</source>
            <translation>Die Modelle haben Vorlagen in verschiedenen Sprachen, der von CRF++ und der von Wapiti; eines mit der Vorlage des anderen erneut trainieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>The templates of the models have different lines called {name}; train one of them again with the template of the other, or give the lines different names.</source>
            <translation>Die Vorlagen der Modelle haben verschiedene Zeilen namens {name}; eines mit der Vorlage des anderen erneut trainieren oder den Zeilen verschiedene Namen geben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/joining.py" />
            <source>The models read different {called}, so that the same attribute means different words; train them with the same file of {called}, or with a template without them.</source>
            <translation>Die Modelle lesen verschiedene Dateien ({called}), sodass dasselbe Attribut verschiedene Wörter bedeutet; sie mit derselben Datei ({called}) trainieren oder mit einer Vorlage ohne sie.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/presets.py" />
            <source>There is no template {text}: it is none of {presets}.</source>
            <translation>Die Vorlage {text} gibt es nicht: Sie ist keine von {presets}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/presets.py" />
            <source>The template is empty; give its lines, its file, or one of {presets}.</source>
            <translation>Die Vorlage ist leer; ihre Zeilen, ihre Datei oder eine von {presets} angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/presets.py" />
            <source>There is no template {name}: it is neither a file nor one of {presets}.</source>
            <translation>Die Vorlage {name} gibt es nicht: Sie ist weder eine Datei noch eine von {presets}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/presets.py" />
            <source>a template</source>
            <translation>eine Vorlage</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>There is no such file of lines of segments; correct its name, or use the preset “{segment_presets}”.</source>
            <translation>Eine solche Datei mit Segmentzeilen gibt es nicht; den Namen korrigieren oder die Vorgabe „{segment_presets}“ verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>a template of segments</source>
            <translation>eine Vorlage von Segmenten</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>A template may have {max_characters:,} characters; leave something out.</source>
            <translation>Eine Vorlage darf {max_characters:,} Zeichen haben; etwas weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>the lists are {names}</source>
            <translation>die Listen sind {names}</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>none is given</source>
            <translation>angegeben ist keine</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>The line {line} reads a list that is not there: {given}.</source>
            <translation>Die Zeile {line} liest eine Liste, die es nicht gibt: {given}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>{content}: a line of segments begins with S, or with # (a comment).</source>
            <translation>{content}: Eine Segmentzeile beginnt mit S oder mit # (Kommentar).</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>{content}: there are {forms}.</source>
            <translation>{content}: Es gibt {forms}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>{cell}: {fault}.</source>
            <translation>{cell}: {fault}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>A line may have {max_macros} cells; leave some out.</source>
            <translation>Eine Zeile darf {max_macros} Zellen haben; einige weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/segment_lines.py" />
            <source>{macro}: {construct} at column {column} has no meaning in these patterns; write {itself} for the character itself, or use {language}.</source>
            <translation>{macro}: {construct} in Spalte {column} hat in diesen Mustern keine Bedeutung; {itself} für das Zeichen selbst schreiben oder {language} verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{named} is no dialect of templates; there are crf++ and wapiti.</source>
            <translation>{named} ist kein Dialekt von Vorlagen; es gibt crf++ und wapiti.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{dialect} is no dialect of templates; there are crf++ and wapiti.</source>
            <translation>{dialect} ist kein Dialekt von Vorlagen; es gibt crf++ und wapiti.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>The template has no feature; a line such as U00:%x[0,0] was expected.</source>
            <translation>Die Vorlage hat kein Merkmal; erwartet wurde eine Zeile wie U00:%x[0,0].</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{content}: a line begins with U (an attribute of a token), B (of two neighbours) or # (a comment).</source>
            <translation>{content}: Eine Zeile beginnt mit U (ein Attribut eines Tokens), B (von zwei Nachbarn) oder # (Kommentar).</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{found}: a line with %vector[row] begins with U and has no other cell.</source>
            <translation>{found}: Eine Zeile mit %vector[row] beginnt mit U und hat keine andere Zelle.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{content}: no such function; there are {known}.</source>
            <translation>{content}: Diese Funktion gibt es nicht; es gibt {known}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{content}: an opening bracket was expected at column {bracket}, as in %{name}[{examples}].</source>
            <translation>{content}: In Spalte {bracket} wurde eine öffnende Klammer erwartet, wie in %{name}[{examples}].</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{content}: the bracket opened at column {bracket} is never closed.</source>
            <translation>{content}: Die in Spalte {bracket} geöffnete Klammer wird nie geschlossen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{cell}: the number {large} is too large.</source>
            <translation>{cell}: Die Zahl {large} ist zu groß.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>a whole number was</source>
            <translation>eine ganze Zahl</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{n} whole numbers were</source>
            <translation>{n} ganze Zahlen</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{cell}: {wanted} expected, as {form}.</source>
            <translation>{cell}: Erwartet: {wanted}, wie {form}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{cell}: the row may be at most {farthest_row} tokens away.</source>
            <translation>{cell}: Die Zeile darf höchstens {farthest_row} Tokens entfernt sein.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{cell}: columns count from 0 to {farthest_column:,}.</source>
            <translation>{cell}: Spalten zählen von 0 bis {farthest_column:,}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>number of bits</source>
            <translation>Anzahl der Bits</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template.py" />
            <source>{cell}: the {what} may be from 1 to {longest_affix}.</source>
            <translation>{cell}: Möglich für {what}: 1 bis {longest_affix}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template_parts.py" />
            <source>The template line {feature} reads column {column}, counted from 0, and the data has only {only} besides the label; choose another template (basic needs the word alone), or data with that column.</source>
            <translation>Die Vorlagenzeile {feature} liest Spalte {column}, ab 0 gezählt, die Daten haben außer dem Label nur {only}; eine andere Vorlage wählen (basic braucht nur das Wort) oder Daten mit dieser Spalte.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/template_parts.py" />
            <source>A template may have {max_features:,} lines; leave some out.</source>
            <translation>Eine Vorlage darf {max_features:,} Zeilen haben; einige weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/vector_lines.py" />
            <source>The template has {n_lines:,} lines that read word vectors of {n_dimensions} dimensions, {max_attributes:,} attributes for each token are possible; leave some lines out.</source>
            <translation>Die Vorlage hat {n_lines:,} Zeilen, die Wortvektoren mit {n_dimensions} Dimensionen lesen, möglich sind {max_attributes:,} Attribute je Token; einige Zeilen weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/vector_lines.py" />
            <source>the attributes of its word vectors do not fit</source>
            <translation>die Attribute seiner Wortvektoren passen nicht</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>The file has no pattern; a line such as u00:%x[0,0] was expected.</source>
            <translation>Die Datei hat kein Muster; erwartet wurde eine Zeile wie u00:%x[0,0].</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{content}: a pattern begins with u (an attribute of a token), b (of two neighbours) or * (of both); # begins a comment.</source>
            <translation>{content}: Ein Muster beginnt mit u (ein Attribut eines Tokens), b (von zwei Nachbarn) oder * (von beiden); # beginnt einen Kommentar.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>A pattern may have {max_macros} cells; leave some out.</source>
            <translation>Ein Muster darf {max_macros} Zellen haben; einige weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{macro}: Wapiti counts the length of what such a regexp finds wrongly (a ? ahead of something that must follow), and may then cut the attribute; put this macro at the end of its pattern.</source>
            <translation>{macro}: Wapiti zählt die Länge dessen, was ein solcher Ausdruck findet, falsch (ein ? vor etwas, das folgen muss) und kann das Attribut dann abschneiden; dieses Makro ans Ende seines Musters stellen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: this template is read as one of Wapiti's, because a line has %t, %m, %X, %T, %M or @, or begins with u, b or *. Wapiti knows %x[…], %t[…], %m[…], and the same in capitals; write all lines in one language.</source>
            <translation>{shown}: Diese Vorlage wird als eine von Wapiti gelesen, weil eine Zeile %t, %m, %X, %T, %M oder @ enthält oder mit u, b oder * beginnt. Wapiti kennt %x[…], %t[…], %m[…] und dasselbe in Großbuchstaben; alle Zeilen in einer Sprache schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: whole numbers were expected, as %{name}[row,column.</source>
            <translation>{shown}: Erwartet wurden ganze Zahlen, wie %{name}[row,column.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: a closing bracket was expected at column {end}.</source>
            <translation>{shown}: In Spalte {end} wurde eine schließende Klammer erwartet.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: rows that a cell of the token names (*) are not available.</source>
            <translation>{shown}: Zeilen, die eine Zelle des Tokens nennt (*), gibt es hier nicht.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: Wapiti reads a row that begins with 0 as octal; write it without.</source>
            <translation>{shown}: Wapiti liest eine Zeilennummer, die mit 0 beginnt, oktal; sie ohne 0 schreiben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: the number {digits} is too large.</source>
            <translation>{shown}: Die Zahl {digits} ist zu groß.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: the row may be at most {farthest_row} tokens away.</source>
            <translation>{shown}: Die Zeile darf höchstens {farthest_row} Tokens entfernt sein.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: columns count from 0 to {farthest_column:,}.</source>
            <translation>{shown}: Spalten zählen von 0 bis {farthest_column:,}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: a comma and a regexp in quotes were expected at column {position}, as %{name}[0,0,"^\u"].</source>
            <translation>{shown}: In Spalte {position} wurden ein Komma und ein Ausdruck in Anführungszeichen erwartet, wie %{name}[0,0,"^\u"].</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_patterns.py" />
            <source>{shown}: {error}.</source>
            <translation>{shown}: {error}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_regexps.py" />
            <source>a regular expression may have {longest} bytes</source>
            <translation>ein regulärer Ausdruck darf {longest} Bytes haben</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_regexps.py" />
            <source>there is nothing that {chr} could repeat; write \{chr} for it</source>
            <translation>es gibt nichts, was {chr} wiederholen könnte; dafür \{chr} schreiben</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/wapiti_regexps.py" />
            <source>a backslash at the end escapes nothing; write \\ for it</source>
            <translation>ein umgekehrter Schrägstrich am Ende schützt nichts; dafür \\ schreiben</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/word_files.py" />
            <source>the letter case of words</source>
            <translation>Groß- und Kleinschreibung von Wörtern</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/word_files.py" />
            <source>{path}: this file holds {in_words}, and a {noun} is needed; choose such a file.</source>
            <translation>{path}: Diese Datei enthält {in_words}, gebraucht wird {noun}; eine solche Datei wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/word_files.py" />
            <source>{path}: the parts of this {noun} do not fit together ({fault}); train and save it again.</source>
            <translation>{path}: Die Teile davon ({noun}) passen nicht zusammen ({fault}); erneut trainieren und speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/word_files.py" />
            <source>a model ({kind})</source>
            <translation>ein Modell ({kind})</translation>
        </message>
        <message>
            <location filename="../../crfcore/features/word_files.py" />
            <source>{name} does not hold numbers of the expected kind, shape and size</source>
            <translation>{name} enthält keine Zahlen der erwarteten Art, Form und Größe</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>it has {what} and is no {own}, or the other way round</source>
            <translation>es hat {what} und ist kein {own}, oder umgekehrt</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a model of tokens</source>
            <translation>ein Modell von Tokens</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a hidden Markov model</source>
            <translation>ein Hidden-Markov-Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a maximum entropy Markov model</source>
            <translation>ein Maximum-Entropy-Markov-Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a maximum entropy classifier</source>
            <translation>ein Maximum-Entropy-Klassifikator</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a model of segments</source>
            <translation>ein Modell von Segmenten</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a model of trees</source>
            <translation>ein Modell von Bäumen</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a model of output codes</source>
            <translation>ein Modell von Ausgabecodes</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a model of documents</source>
            <translation>ein Modell von Dokumenten</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>a skip-chain model</source>
            <translation>ein Skip-Chain-Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>{name}: this file holds {contents}, not a model; choose the file of one.</source>
            <translation>{name}: Diese Datei enthält {contents}, kein Modell; die Datei eines Modells wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>{name}: this file holds a {kind}, not a {wanted}; give the file of a {wanted}, or in Python read it with {kind}.load.</source>
            <translation>{name}: Diese Datei enthält ein {kind}, kein {wanted}; die Datei eines {wanted} angeben oder sie in Python mit {kind}.load lesen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/files.py" />
            <source>{name}: this file holds a {kind}, not a {wanted}; choose a file that {wanted}.save has written.</source>
            <translation>{name}: Diese Datei enthält ein {kind}, kein {wanted}; eine Datei wählen, die {wanted}.save geschrieben hat.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>at most {longest} characters</source>
            <translation>höchstens {longest} Zeichen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>nothing is closed by {text}</source>
            <translation>{text} schließt nichts</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>fewer repetitions</source>
            <translation>weniger Wiederholungen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>{{ is followed by numbers, as in {{2,3}}; write \{{ for itself</source>
            <translation>auf {{ folgen Zahlen, wie in {{2,3}}; für das Zeichen selbst \{{ schreiben</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>there is nothing that {peek} could repeat</source>
            <translation>es gibt nichts, was {peek} wiederholen könnte</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>{times} is no number of times</source>
            <translation>{times} ist keine Anzahl</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>there is nothing that {sign} could repeat</source>
            <translation>es gibt nichts, was {sign} wiederholen könnte</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>at most {deepest} brackets in one another</source>
            <translation>höchstens {deepest} Klammern ineinander</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>a bracket is never closed</source>
            <translation>eine Klammer wird nie geschlossen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>at most {max_positions:,} characters with repetitions written out</source>
            <translation>höchstens {max_positions:,} Zeichen mit ausgeschriebenen Wiederholungen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>a backslash at the end escapes nothing</source>
            <translation>ein umgekehrter Schrägstrich am Ende schützt nichts</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>there is no \{sign}</source>
            <translation>\{sign} gibt es nicht</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>a set [ is never closed</source>
            <translation>eine Menge [ wird nie geschlossen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/expressions.py" />
            <source>{sign}-{last} is no range</source>
            <translation>{sign}-{last} ist kein Bereich</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>The grammar has no rule; give at least one.</source>
            <translation>Die Grammatik hat keine Regel; mindestens eine angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>found {found}, expected {expected}.</source>
            <translation>gefunden: {found}, erwartet: {expected}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>Rule {rule}, of {name}: {reason}</source>
            <translation>Regel {rule}, von {name}: {reason}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>start={start} has no rule; name a symbol that has one.</source>
            <translation>start={start} hat keine Regel; ein Symbol nennen, das eine hat.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>at most {max_rules:,}, with optional symbols written out</source>
            <translation>höchstens {max_rules:,}, mit ausgeschriebenen wahlfreien Symbolen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>{n_rules:,} rules</source>
            <translation>{n_rules:,} Regeln</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>the name of a symbol</source>
            <translation>der Name eines Symbols</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a name of letters, digits and . : - _</source>
            <translation>ein Name aus Buchstaben, Ziffern und . : - _</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>{n_right} symbols</source>
            <translation>{n_right} Symbole</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>1 to {max_items} on the right side</source>
            <translation>1 bis {max_items} auf der rechten Seite</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a probability from 0 to 1</source>
            <translation>eine Wahrscheinlichkeit von 0 bis 1</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>fewer repetitions in all expressions</source>
            <translation>weniger Wiederholungen in allen Ausdrücken</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a word, an expression or a list</source>
            <translation>ein Wort, ein Ausdruck oder eine Liste</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a column from 0 to {max_column:,}</source>
            <translation>eine Spalte von 0 bis {max_column:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>{n:,} characters</source>
            <translation>{n:,} Zeichen</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>1 to {longest_name}, without a line break</source>
            <translation>1 bis {longest_name}, ohne Zeilenumbruch</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>\/ for a slash in an expression</source>
            <translation>\/ für einen Schrägstrich in einem Ausdruck</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a regular expression ({error})</source>
            <translation>ein regulärer Ausdruck ({error})</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>{n_known:,} symbols</source>
            <translation>{n_known:,} Symbole</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>at most {max_symbols}</source>
            <translation>höchstens {max_symbols}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a symbol that has a rule</source>
            <translation>ein Symbol, das eine Regel hat</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>The probabilities of {left} add up to {total:.6g}, not 1.</source>
            <translation>Die Wahrscheinlichkeiten von {left} ergeben zusammen {total:.6g}, nicht 1.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar.py" />
            <source>a rule of this symbol that does not need the symbol itself</source>
            <translation>eine Regel dieses Symbols, die das Symbol selbst nicht braucht</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>A grammar is a text of rules; found {text}, so give a str.</source>
            <translation>Eine Grammatik ist ein Text aus Regeln; {text} gefunden, einen str angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>Found {n:,} characters, expected at most {longest_text:,}; split the grammar.</source>
            <translation>{n:,} Zeichen gefunden, erwartet: höchstens {longest_text:,}; die Grammatik aufteilen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a symbol and -&gt;, because this is the first rule</source>
            <translation>ein Symbol und -&gt;, denn dies ist die erste Regel</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>the symbol of a rule, or | or #</source>
            <translation>das Symbol einer Regel, oder | oder #</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>{n_items} symbols</source>
            <translation>{n_items} Symbole</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>| or the end of the line</source>
            <translation>| oder das Ende der Zeile</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a symbol, a word, a probability, {expected}</source>
            <translation>ein Symbol, ein Wort, eine Wahrscheinlichkeit, {expected}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a further rule</source>
            <translation>eine weitere Regel</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>at most {max_rules:,}</source>
            <translation>höchstens {max_rules:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>the end of the line</source>
            <translation>das Ende der Zeile</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>Write “-&gt;” between a symbol and its expansion (found “{sign}”).</source>
            <translation>Zwischen ein Symbol und seine Ersetzung „-&gt;“ schreiben („{sign}“ gefunden).</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>Found {quoted}, expected {expected}.</source>
            <translation>Gefunden: {quoted}, erwartet: {expected}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>Found no rule, expected one such as: DATE -&gt; DAY MONTH.</source>
            <translation>Keine Regel gefunden, erwartet: eine wie DATE -&gt; DAY MONTH.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>{n_expanded:,} rules</source>
            <translation>{n_expanded:,} Regeln</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a rule of {start}, the start</source>
            <translation>eine Regel von {start}, dem Startsymbol</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a right side with a symbol that cannot be left out</source>
            <translation>eine rechte Seite mit einem Symbol, das nicht wegfallen kann</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>{n} optional symbols</source>
            <translation>{n} wahlfreie Symbole</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>at most {max_optional} in a rule</source>
            <translation>höchstens {max_optional} in einer Regel</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>the sum {given:.6g} of probabilities of {left}</source>
            <translation>die Summe {given:.6g} der Wahrscheinlichkeiten von {left}</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>less than 1, because this rule has the rest</source>
            <translation>weniger als 1, weil diese Regel den Rest erhält</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a symbol or a "word"</source>
            <translation>ein Symbol oder ein "Wort"</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a symbol, "a word", /an expression/, &lt;1=a value&gt;, @a_list, a probability, | or -&gt;</source>
            <translation>ein Symbol, "ein Wort", /ein Ausdruck/, &lt;1=ein Wert&gt;, @eine_liste, eine Wahrscheinlichkeit, | oder -&gt;</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a closing " after the word</source>
            <translation>ein schließendes " nach dem Wort</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a closing / after the regular expression</source>
            <translation>ein schließendes / nach dem regulären Ausdruck</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>a column and a value, as in &lt;1=CD&gt;</source>
            <translation>eine Spalte und ein Wert, wie in &lt;1=CD&gt;</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/grammar_text.py" />
            <source>the name of a phrase list, as in @units</source>
            <translation>der Name einer Wendungsliste, wie in @units</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/matching.py" />
            <source>The grammar reads the phrase list {text}, which is not given (lists: {known}); give a list of this name.</source>
            <translation>Die Grammatik liest die Wendungsliste {text}, die nicht angegeben ist (Listen: {known}); eine Liste dieses Namens angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/matching.py" />
            <source>The grammar reads column {n_columns}, and tokens have {n_there}; give the columns, or change the grammar.</source>
            <translation>Die Grammatik liest Spalte {n_columns}, Tokens haben {n_there}; die Spalten angeben oder die Grammatik ändern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/normal_form.py" />
            <source>{name} is no symbol of the grammar; name one that has a rule.</source>
            <translation>{name} ist kein Symbol der Grammatik; eines nennen, das eine Regel hat.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/normal_form.py" />
            <source>The grammar has {n_names:,} symbols with those for its long rules, and {max_symbols} are possible; leave some out.</source>
            <translation>Die Grammatik hat mit denen für ihre langen Regeln {n_names:,} Symbole, möglich sind {max_symbols}; einige weglassen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/normal_form.py" />
            <source>Rules with one symbol on the right side, of {names}, replace one another for ever with probability 1; give at least one of them another rule with a probability.</source>
            <translation>Regeln mit einem Symbol auf der rechten Seite, von {names}, ersetzen einander endlos mit Wahrscheinlichkeit 1; mindestens einem davon eine andere Regel mit Wahrscheinlichkeit geben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/grammars/reestimation.py" />
            <source>The grammar generates none of the sentences; give it rules for them, or others.</source>
            <translation>Die Grammatik erzeugt keinen der Sätze; ihr Regeln dafür geben oder andere Sätze.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>The model could not be saved: something that belongs to it is not JSON ({error}); see its metadata_.</source>
            <translation>Das Modell konnte nicht gespeichert werden: Etwas, das dazugehört, ist kein JSON ({error}); siehe metadata_.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>The model could not be saved: what is JSON of it has {n_header:,} bytes, and {max_header_bytes:,} are possible; see its metadata_ and its labels.</source>
            <translation>Das Modell konnte nicht gespeichert werden: Was davon JSON ist, hat {n_header:,} Bytes, möglich sind {max_header_bytes:,}; siehe metadata_ und die Labels.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: the description of this {noun} cannot be understood ({fault}); train and save it again.</source>
            <translation>{name}: Die Beschreibung der Datei ({noun}) ist nicht zu verstehen ({fault}); erneut trainieren und speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: the description of this {noun} is longer than one can be ({header_length:,} bytes); train and save it again.</source>
            <translation>{name}: Die Beschreibung der Datei ({noun}) ist länger als möglich ({header_length:,} Bytes); erneut trainieren und speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: this file is empty; a {noun} was expected.</source>
            <translation>{name}: Diese Datei ist leer; erwartet wurde: {noun}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: this is not a {noun} of crfcore; choose a file that crfcore or Tagwright has saved.</source>
            <translation>{name}: Das ist keine Datei der Art „{noun}“ von crfcore; eine Datei wählen, die crfcore oder Tagwright gespeichert hat.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: this {noun} has format {version}, and this program reads formats up to {newest}; update the program.</source>
            <translation>{name}: Diese Datei ({noun}) hat das Format {version}, dieses Programm liest Formate bis {newest}; das Programm aktualisieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: this {noun} was altered or damaged after it was saved (its checksum does not fit); {advice}.</source>
            <translation>{name}: Diese Datei ({noun}) wurde nach dem Speichern verändert oder beschädigt (ihre Prüfsumme passt nicht); {advice}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>train</source>
            <translation>trainieren</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>make</source>
            <translation>erzeugen</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>use a copy, or {verb} it again</source>
            <translation>eine Kopie verwenden oder erneut {verb}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{name}: this {noun} is cut short: {n_bytes} bytes are there; {advice}.</source>
            <translation>{name}: Diese Datei ({noun}) ist abgeschnitten: {n_bytes} Bytes sind da; {advice}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{found:,}</source>
            <translation>{found:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{found:,} of {expected:,}</source>
            <translation>{found:,} von {expected:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>arrays of {kind} are unknown</source>
            <translation>Arrays der Art {kind} sind unbekannt</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>an array is outside the file</source>
            <translation>ein Array liegt außerhalb der Datei</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>an array is not aligned</source>
            <translation>ein Array ist nicht ausgerichtet</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path} is no file's name; give the name of a {noun}'s file.</source>
            <translation>{path} ist kein Dateiname; den Namen der Datei ({noun}) angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path}: the {noun} was not saved: {error}.</source>
            <translation>{path}: {noun} nicht gespeichert: {error}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path}: the {noun} could not be saved ({error}); nothing was written. Make room or choose another folder.</source>
            <translation>{path}: {noun} konnte nicht gespeichert werden ({error}); geschrieben wurde nichts. Platz schaffen oder einen anderen Ordner wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path}: the {noun} cannot be saved ({fault}); choose another name.</source>
            <translation>{path}: {noun} lässt sich nicht speichern ({fault}); einen anderen Namen wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path}: the {noun} cannot be read ({fault}).</source>
            <translation>{path}: {noun} nicht lesbar ({fault}).</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_file.py" />
            <source>{path}: this file has more bytes than there is memory for a {noun}; choose another, or a machine with more memory.</source>
            <translation>{path}: Diese Datei ({noun}) hat mehr Bytes, als Speicher vorhanden ist; eine andere wählen oder einen Rechner mit mehr Speicher.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/attribute_texts.py" />
            <source>the attribute {text} can be read in too many ways</source>
            <translation>das Attribut {text} lässt sich auf zu viele Arten lesen</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/attribute_texts.py" />
            <source>the attribute {text} follows from no line of the template</source>
            <translation>das Attribut {text} folgt aus keiner Zeile der Vorlage</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>{n_bytes:,} bytes were expected, and {n_taken:,} are left</source>
            <translation>{n_bytes:,} Bytes wurden erwartet, {n_taken:,} sind übrig</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>{name}, line {line}: {reason}; make the file again, or say its format.</source>
            <translation>{name}, Zeile {line}: {reason}; die Datei neu erzeugen oder ihr Format nennen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>a whole number was expected, and found {text}</source>
            <translation>erwartet wurde eine ganze Zahl, gefunden {text}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>a finite number was expected, and found {text}</source>
            <translation>erwartet wurde eine endliche Zahl, gefunden {text}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>the model has no labels</source>
            <translation>das Modell hat keine Labels</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>the labels are not distinct</source>
            <translation>die Labels sind nicht verschieden</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/content.py" />
            <source>there are {n_labels:,} labels; {max_labels:,} are possible</source>
            <translation>es gibt {n_labels:,} Labels; möglich sind {max_labels:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfpp_text.py" />
            <source>“key: value” was expected, and found {line}</source>
            <translation>erwartet wurde „key: value“, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfpp_text.py" />
            <source>the template cannot be read ({fault})</source>
            <translation>die Vorlage ist nicht lesbar ({fault})</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfpp_text.py" />
            <source>“number attribute” was expected, and found {line}</source>
            <translation>erwartet wurde „number attribute“, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfpp_text.py" />
            <source>{line} has weights after the last one, {n_weights}</source>
            <translation>{line} hat Gewichte nach dem letzten, {n_weights}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfpp_text.py" />
            <source>{n_weights:,} weights were expected, and {n_there:,} are there</source>
            <translation>{n_weights:,} Gewichte wurden erwartet, {n_there:,} sind da</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>{name}: this model of CRFsuite is cut short or damaged ({fault}); use a copy, or train it again.</source>
            <translation>{name}: Dieses Modell von CRFsuite ist abgeschnitten oder beschädigt ({fault}); eine Kopie verwenden oder es erneut trainieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>{n_data:,} of {size:,} bytes are there</source>
            <translation>{n_data:,} von {size:,} Bytes sind da</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>it is of the kind {kind}, version {version}, and FOMC 100 was expected</source>
            <translation>es ist von der Art {kind}, Version {version}, erwartet wurde FOMC 100</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>it has {n_labels:,} labels</source>
            <translation>es hat {n_labels:,} Labels</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>its features are not where they should be</source>
            <translation>seine Merkmale stehen nicht, wo sie sollten</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>a feature names something that is not there, or has no finite weight</source>
            <translation>ein Merkmal nennt etwas, das es nicht gibt, oder hat kein endliches Gewicht</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>a list of names is not where it should be</source>
            <translation>eine Liste von Namen steht nicht, wo sie sollte</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>name {number} is not where it should be</source>
            <translation>Name {number} steht nicht, wo er sollte</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_binary.py" />
            <source>two names are the same</source>
            <translation>zwei Namen sind gleich</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>a part of the dump was expected, and found {line}</source>
            <translation>erwartet wurde ein Teil des Dumps, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>the part {decoded} is in the dump {times} times</source>
            <translation>der Teil {decoded} steht {times}-mal im Dump</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>a closing }} was expected</source>
            <translation>erwartet wurde ein schließendes }}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>“{n_names}: name” was expected, and found {line}</source>
            <translation>erwartet wurde „{n_names}: name“, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>“(1) name --&gt; label: weight” was expected, found {line}</source>
            <translation>erwartet wurde „(1) name --&gt; label: weight“, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>these are not among its names</source>
            <translation>diese sind nicht unter seinen Namen</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>this may be read in two ways</source>
            <translation>dies lässt sich auf zwei Arten lesen</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/crfsuite_text.py" />
            <source>{why}: {text}</source>
            <translation>{why}: {text}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/formats.py" />
            <source>{path}: this is not a CRFsuite, CRF++ or Wapiti model; choose a file that one of these programs has written, or name its format: {formats}.</source>
            <translation>{path}: Das ist kein Modell von CRFsuite, CRF++ oder Wapiti; eine Datei wählen, die eines dieser Programme geschrieben hat, oder ihr Format nennen: {formats}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>an attribute begins with u, b or *, and not as {text}</source>
            <translation>ein Attribut beginnt mit u, b oder *, nicht wie {text}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>a model of Wapiti</source>
            <translation>ein Modell von Wapiti</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>this is a maximum entropy Markov model, which is no linear chain CRF</source>
            <translation>das ist ein Maximum-Entropy-Markov-Modell, kein CRF einer linearen Kette</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>this is a model of single tokens (maxent), which is no linear chain</source>
            <translation>das ist ein Modell einzelner Tokens (maxent), keine lineare Kette</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>the attribute {text} is in the model twice</source>
            <translation>das Attribut {text} ist zweimal im Modell</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>this is a model of single tokens (maxent) with pairs of labels</source>
            <translation>das ist ein Modell einzelner Tokens (maxent) mit Paaren von Labels</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>an attribute, two labels and a weight were expected, separated by tabs, and found {line}</source>
            <translation>erwartet wurden ein Attribut, zwei Labels und ein Gewicht, durch Tabulatoren getrennt, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>{text} has no pairs of labels, and found {before}</source>
            <translation>{text} hat keine Paare von Labels, gefunden {before}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>{expected} was expected, and found {line}</source>
            <translation>erwartet wurde {expected}, gefunden {line}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>a text with its length was expected, as 3:abc,</source>
            <translation>erwartet wurde ein Text mit seiner Länge, wie 3:abc,</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>a comma and the line's end were expected after {text}</source>
            <translation>nach {text} wurden ein Komma und das Zeilenende erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>a pattern cannot be read ({fault})</source>
            <translation>ein Muster ist nicht lesbar ({fault})</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>{n_weights:,} weights were expected, and {n_found:,} are there</source>
            <translation>{n_weights:,} Gewichte wurden erwartet, {n_found:,} sind da</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>weight {found} belongs to no attribute; there are {end:,}</source>
            <translation>Gewicht {found} gehört zu keinem Attribut; es gibt {end:,}</translation>
        </message>
        <message>
            <location filename="../../crfcore/model_import/wapiti.py" />
            <source>this model has attributes of pairs of labels and does not say its patterns; give import_model the template with which it was trained</source>
            <translation>dieses Modell hat Attribute von Labelpaaren und nennt seine Muster nicht; import_model die Vorlage geben, mit der es trainiert wurde</translation>
        </message>
        <message>
            <location filename="../../crfcore/pooling.py" />
            <source>No token has a label that the models know; give sentences with labels.</source>
            <translation>Kein Token hat ein Label, das die Modelle kennen; Sätze mit Labels angeben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/pooling.py" />
            <source>Each of the models is worse on these sentences than no model at all; check that their labels mean the same as those of the models.</source>
            <translation>Jedes der Modelle ist bei diesen Sätzen schlechter als gar kein Modell; prüfen Sie, ob die Labels dasselbe bedeuten wie die der Modelle.</translation>
        </message>
        <message>
            <location filename="../../crfcore/pooling.py" />
            <source>Sentence {at:,} of those with labels: one of the models forbids its labels to follow each other; leave the sentence out, or correct its labels.</source>
            <translation>Satz {at:,} der gelabelten: Eines der Modelle verbietet die Abfolge seiner Labels; den Satz weglassen oder seine Labels berichtigen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/pooling.py" />
            <source>Model {number} has different labels from the first one (only one of them has {different}); train each with fit(…, labels=…) of all labels.</source>
            <translation>Modell {number} hat andere Labels als das erste (nur eines von beiden hat {different}); jedes mit fit(…, labels=…) aller Labels trainieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/pooling.py" />
            <source>Model {number} has a weight of −∞, so that it alone would decide; train it again.</source>
            <translation>Modell {number} hat ein Gewicht von −∞ und würde allein entscheiden; es erneut trainieren.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../crfcore/pooling.py" />
            <source>{n:,} model</source>
            <translation>
                <numerusform>{n:,} Modell</numerusform>
                <numerusform>{n:,} Modelle</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../crfcore/pooling.py" />
            <source>{n:,} weight</source>
            <translation>
                <numerusform>{n:,} Gewicht</numerusform>
                <numerusform>{n:,} Gewichte</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>“{name}” is the name of a device on Windows; choose another name</source>
            <translation>„{name}“ ist unter Windows der Name eines Geräts; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>{unfit} is in no name of a file on Windows; choose another name</source>
            <translation>{unfit} kommt unter Windows in keinem Dateinamen vor; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>Windows drops a dot or a space at the end of a name; leave it out</source>
            <translation>Windows lässt einen Punkt oder ein Leerzeichen am Ende eines Namens weg; es weglassen</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>There is no such {missing}, or the path is too long for Windows; shorten it.</source>
            <translation>{missing} nicht gefunden, oder der Pfad ist für Windows zu lang; ihn kürzen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>folder</source>
            <translation>Ordner</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>file</source>
            <translation>Datei</translation>
        </message>
        <message>
            <location filename="../../crfcore/portable_paths.py" />
            <source>You may not open this file, or another program has it open; close it there.</source>
            <translation>Diese Datei darf nicht geöffnet werden, oder ein anderes Programm hat sie geöffnet; sie dort schließen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/semi_markov.py" />
            <source>No sentence has labels that agree with a segmentation under the scheme {scheme}; label spans, or use LinearChainCRF.</source>
            <translation>Kein Satz hat Labels, die zu einer Segmentierung nach dem Schema {scheme} passen; Spannen labeln oder LinearChainCRF verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/columns.py" />
            <source>The file has no row of columns, only blank lines or document marks; a token a line was expected.</source>
            <translation>Die Datei hat keine Zeile mit Spalten, nur Leerzeilen oder Dokumentmarken; erwartet wurde ein Token je Zeile.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/columns.py" />
            <source>This row has {n_columns:,} fields, and at most {max_columns:,} were expected; look whether the file has a token on each line.</source>
            <translation>Diese Zeile hat {n_columns:,} Felder, erwartet wurden höchstens {max_columns:,}; prüfen, ob die Datei in jeder Zeile ein Token hat.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/columns.py" />
            <source>There is a carriage return inside the line; if the file comes from an old Macintosh, save it with line feeds as line ends.</source>
            <translation>In der Zeile steht ein Wagenrücklauf; stammt die Datei von einem alten Macintosh, sie mit Zeilenvorschüben als Zeilenenden speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/columns.py" />
            <source>Line {line} has {found}, line {first_line} has {n_columns}. Line {first_line} has tabs between its fields, line {line} has none: use tabs in both.</source>
            <translation>Zeile {line} hat {found}, Zeile {first_line} hat {n_columns}. Zeile {first_line} hat Tabulatoren zwischen ihren Feldern, Zeile {line} hat keine: In beiden Tabulatoren verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/columns.py" />
            <source>Found {found} in {content}, but expected {n_columns} as in line {line}, {first_content}. Add the missing fields or remove the extra ones.</source>
            <translation>In {content} gefunden: {found}; erwartet wurden aber {n_columns} wie in Zeile {line}, {first_content}. Die fehlenden Felder ergänzen oder die überzähligen entfernen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../crfcore/text/columns.py" />
            <source>{n:,} field</source>
            <translation>
                <numerusform>{n:,} Feld</numerusform>
                <numerusform>{n:,} Felder</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>The file has no word in it; rows of ten columns separated by tabs were expected.</source>
            <translation>In der Datei ist kein Wort; erwartet wurden Zeilen mit zehn durch Tabulatoren getrennten Spalten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>The sentence that begins here has no word, only ranges or empty nodes.</source>
            <translation>Der Satz, der hier beginnt, hat kein Wort, nur Bereiche oder leere Knoten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>There is a carriage return inside the line; CoNLL-U ends lines with line feeds.</source>
            <translation>In der Zeile steht ein Wagenrücklauf; in CoNLL-U enden Zeilen mit Zeilenvorschüben.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>Found {n_fields} columns in {content}; CoNLL-U has {n_conllu_columns}, separated by single tabs, with _ where there is nothing.</source>
            <translation>{n_fields} Spalten in {content} gefunden; CoNLL-U hat {n_conllu_columns}, durch einzelne Tabulatoren getrennt, mit _, wo nichts steht.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>The id {id} is none of 1, 1-2 (a range) and 1.1 (an empty node).</source>
            <translation>Die Nummer {id} ist keine von 1, 1-2 (ein Bereich) und 1.1 (ein leerer Knoten).</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/conllu.py" />
            <source>The second column, the form, is empty; write _ if there is none.</source>
            <translation>Die zweite Spalte, die Form, ist leer; _ schreiben, wenn es keine gibt.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>The byte 0x{byte:02X} is not UTF-8</source>
            <translation>Das Byte 0x{byte:02X} ist nicht UTF-8</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>{found}; this looks like a binary file; choose a text.</source>
            <translation>{found}; das scheint eine Binärdatei zu sein; einen Text wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>{found}, but other characters of this file are: one is damaged or cut here; correct it, or get the file again.</source>
            <translation>{found}, andere Zeichen der Datei aber sind es: Hier ist eines beschädigt oder abgeschnitten; dieses Zeichen berichtigen oder die Datei neu beschaffen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>{found}; find out its encoding, and convert the file to UTF-8.</source>
            <translation>{found}; die Kodierung herausfinden und die Datei in UTF-8 umwandeln.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>{found}, and would be “{in_windows_1252}” in Windows-1252; import it with that encoding, or save it as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8.</source>
            <translation>{found} und wäre in Windows-1252 „{in_windows_1252}“; mit dieser Kodierung importieren oder als UTF-8 speichern, zum Beispiel mit iconv -f WINDOWS-1252 -t UTF-8.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>{found}, and would be “{in_windows_1252}” in Windows-1252; convert the file to UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8.</source>
            <translation>{found} und wäre in Windows-1252 „{in_windows_1252}“; die Datei in UTF-8 umwandeln, zum Beispiel mit iconv -f WINDOWS-1252 -t UTF-8.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>The file is {name}, and UTF-8 was expected; save it as UTF-8, or import it with that encoding.</source>
            <translation>Die Datei ist {name}, erwartet wurde UTF-8; sie als UTF-8 speichern oder mit dieser Kodierung importieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/encodings.py" />
            <source>The file is {name}, and UTF-8 was expected; save it as UTF-8.</source>
            <translation>Die Datei ist {name}, erwartet wurde UTF-8; sie als UTF-8 speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is a PDF. Save its text as a .txt file, for example with pdftotext, and use that file.</source>
            <translation>Das ist ein PDF. Seinen Text als .txt-Datei speichern, zum Beispiel mit pdftotext, und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is a Word document. Save it as plain text (.txt) in the encoding UTF-8, and use that file.</source>
            <translation>Das ist ein Word-Dokument. Es als reinen Text (.txt) in der Kodierung UTF-8 speichern und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is an OpenDocument file. Save it as plain text (.txt) in the encoding UTF-8, and use that file.</source>
            <translation>Das ist eine OpenDocument-Datei. Sie als reinen Text (.txt) in der Kodierung UTF-8 speichern und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is rich text (RTF). Save it as plain text (.txt) in the encoding UTF-8, and use that file.</source>
            <translation>Das ist Rich Text (RTF). Ihn als reinen Text (.txt) in der Kodierung UTF-8 speichern und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is a document of an office program, such as Word. Save it as plain text (.txt) in the encoding UTF-8, and use that file.</source>
            <translation>Das ist ein Dokument eines Office-Programms wie Word. Es als reinen Text (.txt) in der Kodierung UTF-8 speichern und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is a ZIP archive. Unpack it, and use the texts in it.</source>
            <translation>Das ist ein ZIP-Archiv. Es entpacken und die Texte darin verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is an XML file, such as UIMA XMI or TEI. Export it as CoNLL 2002 or as plain text, and use that file.</source>
            <translation>Das ist eine XML-Datei, etwa UIMA XMI oder TEI. Sie als CoNLL 2002 oder als reinen Text exportieren und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/file_kinds.py" />
            <source>This is a WebAnno TSV file, whose columns are not those of a CoNLL file. Export the document again as “CoNLL 2002” (in INCEpTION and WebAnno), and use that file.</source>
            <translation>Das ist eine WebAnno-TSV-Datei, deren Spalten nicht die einer CoNLL-Datei sind. Das Dokument erneut als „CoNLL 2002“ exportieren (in INCEpTION und WebAnno) und diese Datei verwenden.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/label_names.py" />
            <source>has {n:,} characters, and at most {longest:,} were expected</source>
            <translation>hat {n:,} Zeichen, höchstens {longest:,} wurden erwartet</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/label_names.py" />
            <source>holds a control character, which no label does</source>
            <translation>enthält ein Steuerzeichen, was in keinem Label vorkommt</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/label_names.py" />
            <source>its label {name} {fault}</source>
            <translation>sein Label {name} {fault}</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The file needs more memory than there is; split it into smaller ones.</source>
            <translation>Die Datei braucht mehr Speicher, als vorhanden ist; sie in kleinere aufteilen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The file has more than {limit:,} bytes, and {what} has fewer; choose one.</source>
            <translation>Die Datei hat mehr als {limit:,} Bytes, {what} hat weniger; eine solche wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The name of the file holds a NUL, which no name does.</source>
            <translation>Der Name der Datei enthält ein NUL, was in keinem Namen vorkommt.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>This is a pipe or a device, and a file was expected; save its content as a file.</source>
            <translation>Das ist eine Pipe oder ein Gerät, erwartet wurde eine Datei; den Inhalt als Datei speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>This is a socket or a disk, and a file was expected.</source>
            <translation>Das ist ein Socket oder ein Datenträger, erwartet wurde eine Datei.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The file is packed by gzip, and damaged or cut short; get it again.</source>
            <translation>Die Datei ist mit gzip gepackt und beschädigt oder abgeschnitten; sie erneut beschaffen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The file is empty; choose one with text.</source>
            <translation>Die Datei ist leer; eine mit Text wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>The file is packed by gzip twice; unpack it once.</source>
            <translation>Die Datei ist zweimal mit gzip gepackt; sie einmal entpacken.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>Found a NUL byte, which no text holds; this looks like a binary file; choose a text.</source>
            <translation>Ein NUL-Byte gefunden, das in keinem Text vorkommt; das scheint eine Binärdatei zu sein; einen Text wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>This text is not {name}; choose another encoding.</source>
            <translation>Dieser Text ist nicht {name}; eine andere Kodierung wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/lines.py" />
            <source>Found a NUL, which no text holds; the file is not {name}: choose another encoding.</source>
            <translation>Ein NUL gefunden, das in keinem Text vorkommt; die Datei ist nicht {name}: eine andere Kodierung wählen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>Sentence {sentence:,} has more than {longest_sentence:,} tokens; an empty line was expected after each sentence.</source>
            <translation>Satz {sentence:,} hat mehr als {longest_sentence:,} Tokens; nach jedem Satz wurde eine Leerzeile erwartet.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>The file holds more than {max_sentences:,} sentences or {max_tokens:,} tokens, which is more than is read at once; split it into smaller ones.</source>
            <translation>Die Datei enthält mehr als {max_sentences:,} Sätze oder {max_tokens:,} Tokens, mehr, als auf einmal gelesen wird; sie in kleinere aufteilen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>… and {n:,} more</source>
            <translation>… und {n:,} weitere</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>This line has {n:,} characters, and at most {longest:,} were expected; look whether the file is what its name says.</source>
            <translation>Diese Zeile hat {n:,} Zeichen, erwartet wurden höchstens {longest:,}; prüfen, ob die Datei ist, was ihr Name sagt.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>The row {content} has {n_positions} fields and no field {column}.</source>
            <translation>Die Zeile {content} hat {n_positions} Felder und kein Feld {column}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>tabs and line ends</source>
            <translation>Tabulatoren und Zeilenenden</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>spaces, tabs and line ends</source>
            <translation>Leerzeichen, Tabulatoren und Zeilenenden</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/rows.py" />
            <source>The value {value} cannot be written to a {separator}-separated row: it must not be empty, begin or end with a space, or hold {what}.</source>
            <translation>Der Wert {value} lässt sich nicht in eine Zeile mit dem Trennzeichen {separator} schreiben: Er darf nicht leer sein, nicht mit einem Leerzeichen beginnen oder enden und keine {what} enthalten.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>There is no such file; check the name and the folder.</source>
            <translation>Diese Datei gibt es nicht; Namen und Ordner prüfen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>You are not allowed to read this file; ask for the right to, or copy it.</source>
            <translation>Diese Datei darf nicht gelesen werden; um das Recht dazu bitten oder sie kopieren.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>This file gives its content only in time, and a plain file was expected; save what it gives as one.</source>
            <translation>Diese Datei gibt ihren Inhalt erst nach und nach, erwartet wurde eine gewöhnliche Datei; was sie gibt, als solche speichern.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>The file cannot be read: {error}.</source>
            <translation>Die Datei ist nicht lesbar: {error}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>The file holds more than {size}, which is more than is read at once; split it into smaller ones.</source>
            <translation>Die Datei enthält mehr als {size}, mehr, als auf einmal gelesen wird; sie in kleinere aufteilen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>More than {size} come out of the first {packed_size} of this file, far more than of any text; unpack it yourself and look at it.</source>
            <translation>Mehr als {size} kommen aus den ersten {packed_size} dieser Datei, weit mehr als aus jedem Text; sie selbst entpacken und ansehen.</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>{size:,} MiB</source>
            <translation>{size:,} MiB</translation>
        </message>
        <message>
            <location filename="../../crfcore/text/unreadable.py" />
            <source>{size:,} KiB</source>
            <translation>{size:,} KiB</translation>
        </message>
        <message>
            <location filename="../../crfcore/training/feature_index.py" />
            <source>The model would have {n_weights:,} weights; {max_weights:,} are possible. Leave out rare features (min_freq, min_count), or all_possible_states.</source>
            <translation>Das Modell hätte {n_weights:,} Gewichte; möglich sind {max_weights:,}. Seltene Merkmale weglassen (min_freq, min_count) oder all_possible_states.</translation>
        </message>
        <message>
            <location filename="../../crfcore/training/given_labels.py" />
            <source>No token has a label yet; label some before training.</source>
            <translation>Noch hat kein Token ein Label; vor dem Training einige labeln.</translation>
        </message>
        <message>
            <location filename="../../crfcore/training/given_labels.py" />
            <source>It has {n_labels:,} labels; 1 to {max_labels:,} are possible.</source>
            <translation>Es hat {n_labels:,} Labels; möglich sind 1 bis {max_labels:,}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/training/given_labels.py" />
            <source>It names {n_labels:,} labels, and has far too few weights for them; at most {labels_of_any_model:,} were expected.</source>
            <translation>Es nennt {n_labels:,} Labels und hat viel zu wenige Gewichte dafür; erwartet wurden höchstens {labels_of_any_model:,}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/training/given_labels.py" />
            <source>There are {n_labels:,} labels; {max_labels:,} are possible.</source>
            <translation>Es gibt {n_labels:,} Labels; möglich sind {max_labels:,}.</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this link leads round in a circle; name a file</source>
            <translation>dieser Link führt im Kreis; eine Datei nennen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this is a device, a pipe or a socket; name a file</source>
            <translation>das ist ein Gerät, eine Pipe oder ein Socket; eine Datei nennen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this file is write-protected; choose another name, or allow yourself to write it</source>
            <translation>diese Datei ist schreibgeschützt; einen anderen Namen wählen oder das Schreiben erlauben</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this file and its folder belong to another user, and only owners may replace files in it; choose another name</source>
            <translation>diese Datei und ihr Ordner gehören einer anderen Person, und nur die Eigentümer dürfen Dateien darin ersetzen; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this is a link that leads elsewhere, to {target}; name that file itself, or remove the link</source>
            <translation>das ist ein Link, der woandershin führt, zu {target}; diese Datei selbst nennen oder den Link entfernen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this is a link that another user made; choose another name</source>
            <translation>das ist ein Link, den eine andere Person angelegt hat; einen anderen Namen wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>nothing that can be written is open under this number; name a file</source>
            <translation>unter dieser Nummer ist nichts Beschreibbares geöffnet; eine Datei nennen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>this pipe belongs to another user; name a file</source>
            <translation>diese Pipe gehört einer anderen Person; eine Datei nennen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>no program reads from this pipe; start its reader first</source>
            <translation>kein Programm liest aus dieser Pipe; zuerst den Leser starten</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>no file can be made in the folder {folder}; choose a folder of your own</source>
            <translation>im Ordner {folder} lässt sich keine Datei anlegen; einen eigenen Ordner wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>no file can be made in the folder {folder}, and a file is only replaced by one that is made whole beside it; choose a folder of your own</source>
            <translation>im Ordner {folder} lässt sich keine Datei anlegen, und eine Datei wird nur durch eine ersetzt, die daneben ganz erstellt wird; einen eigenen Ordner wählen</translation>
        </message>
        <message>
            <location filename="../../crfcore/whole_files.py" />
            <source>another program has this file open, or it may not be replaced; close it there, or choose another name</source>
            <translation>ein anderes Programm hat diese Datei geöffnet, oder sie darf nicht ersetzt werden; sie dort schließen oder einen anderen Namen wählen</translation>
        </message>
    </context>
    <context>
        <name>Exchange</name>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Importing</source>
            <translation>Import läuft</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Taking the text</source>
            <translation>Text wird übernommen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Dropping the text</source>
            <translation>Text wird verworfen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading the files</source>
            <translation>Dateien werden gelesen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Exporting</source>
            <translation>Export läuft</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Checking what the export would lose</source>
            <translation>Prüfung, was beim Export verloren ginge</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>There is no model yet: label a few sentences first.</source>
            <translation>Noch kein Modell vorhanden: Erst einige Sätze labeln.</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Exporting the model</source>
            <translation>Modell wird exportiert</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading models</source>
            <translation>Modelle werden gelesen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Combining</source>
            <translation>Kombinieren</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Combining models</source>
            <translation>Modelle werden kombiniert</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading rules</source>
            <translation>Regeln werden gelesen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing rules</source>
            <translation>Regeln werden geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Searching for rules</source>
            <translation>Regeln werden gesucht</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>There is no trained model yet: label a few sentences first.</source>
            <translation>Noch kein trainiertes Modell vorhanden: Erst einige Sätze labeln.</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Learning rule penalties</source>
            <translation>Strafen der Regeln werden gelernt</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading a gazetteer</source>
            <translation>Gazetteer wird gelesen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing a gazetteer</source>
            <translation>Gazetteer wird geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Reading a grammar</source>
            <translation>Grammatik wird gelesen</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Writing a grammar</source>
            <translation>Grammatik wird geschrieben</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Learning a grammar</source>
            <translation>Grammatik wird gelernt</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/services/exchange.py" />
            <source>{path} was saved without the last {n} changes, which have an error</source>
            <translation>
                <numerusform>{path} wurde ohne die letzte {n} Änderung gespeichert, die fehlerhaft ist</numerusform>
                <numerusform>{path} wurde ohne die letzten {n} Änderungen gespeichert, die fehlerhaft sind</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>{path} was saved without the last change, which has an error</source>
            <translation>{path} wurde ohne die letzte Änderung gespeichert, die fehlerhaft ist</translation>
        </message>
        <message>
            <location filename="../../app/services/exchange.py" />
            <source>Saving a copy</source>
            <translation>Kopie wird gespeichert</translation>
        </message>
    </context>
    <context>
        <name>ExchangeController</name>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Import texts</source>
            <translation>Texte importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Add unlabelled text</source>
            <translation>Text ohne Labels hinzufügen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Added {n} unlabelled texts: {size}.</source>
            <translation>
                <numerusform>{n} ungelabelten Text hinzugefügt: {size}.</numerusform>
                <numerusform>{n} ungelabelte Texte hinzugefügt: {size}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Added 1 unlabelled text: {size}.</source>
            <translation>1 ungelabelten Text hinzugefügt: {size}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{n} texts were there already.</source>
            <translation>
                <numerusform>{n} Text war schon da.</numerusform>
                <numerusform>{n} Texte waren schon da.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>1 text was there already.</source>
            <translation>1 Text war schon da.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>There is no text to paste: first copy some in another program.</source>
            <translation>Es gibt keinen Text zum Einfügen: erst in einem anderen Programm Text kopieren.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>The copied text has {n} characters, and up to {most} can be pasted: save it as a file, and import that.</source>
            <translation>
                <numerusform>Der kopierte Text hat {n} Zeichen, einfügen lassen sich höchstens {most}: als Datei speichern und diese importieren.</numerusform>
                <numerusform>Der kopierte Text hat {n} Zeichen, einfügen lassen sich höchstens {most}: als Datei speichern und diese importieren.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Pasted text {n}</source>
            <translation>Eingefügter Text {n}</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Another import is open: finish or cancel it first.</source>
            <translation>Ein anderer Import ist noch offen: erst abschließen oder abbrechen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Nothing to export yet. Import a text first.</source>
            <translation>Noch nichts zu exportieren. Erst Text importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Export labelled text</source>
            <translation>Gelabelten Text exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>All files (*)</source>
            <translation>Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{folder} already contains {names}. Replace it?</source>
            <translation>{folder} enthält schon {names}. Ersetzen?</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>{folder} already contains these files. Replace them?

{names}</source>
            <translation>{folder} enthält diese Dateien schon. Ersetzen?

{names}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Exported {n} sentences to {path}{left}.</source>
            <translation>
                <numerusform>{n} Satz exportiert nach {path}{left}.</numerusform>
                <numerusform>{n} Sätze exportiert nach {path}{left}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Exported 1 sentence to {path}{left}.</source>
            <translation>1 Satz exportiert nach {path}{left}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Nothing was exported.</source>
            <translation>Exportiert wurde nichts.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Show it…</source>
            <translation>Anzeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Show them…</source>
            <translation>Anzeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Rule violations</source>
            <translation>Regelverstöße</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>No model yet. Label and accept a sentence first.</source>
            <translation>Noch kein Modell. Erst einen Satz labeln und annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Export the model</source>
            <translation>Modell exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Models (*.crf);;All files (*)</source>
            <translation>Modelle (*.crf);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Model exported to {path}.</source>
            <translation>Modell exportiert nach {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Models to combine</source>
            <translation>Modelle zum Kombinieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Save the combined model</source>
            <translation>Kombiniertes Modell speichern</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/exchange.py" />
            <source>Combined {n} models into {path}; their weights: {weights}.</source>
            <translation>
                <numerusform>{n} Modell kombiniert in {path}; Gewicht: {weights}.</numerusform>
                <numerusform>{n} Modelle kombiniert in {path}; Gewichte: {weights}.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExportDialog</name>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Export labelled text</source>
            <translation>Gelabelten Text exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>What to export, and how</source>
            <translation>Was exportiert wird und wie</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Format</source>
            <translation>&amp;Format</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Scheme</source>
            <translation>&amp;Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Dest&amp;ination</source>
            <translation>&amp;Ziel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>What the export will lose</source>
            <translation>Was beim Export verloren geht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Information that the export loses</source>
            <translation>Angaben, die beim Export verloren gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Export…</source>
            <translation>&amp;Exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Columns: as imported, or word and label</source>
            <translation>Spalten: wie importiert oder Wort und Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Scheme</source>
            <translation>Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Unchanged</source>
            <translation>Unverändert</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Destination</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>One file</source>
            <translation>Eine Datei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>A folder, with a file for each document</source>
            <translation>Ein Ordner mit einer Datei je Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Original format</source>
            <translation>Originalformat</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Original format (plain text as columns)</source>
            <translation>Originalformat (reiner Text als Spalten)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Searching…</source>
            <translation>Suche läuft…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Confirmed labels only</source>
            <translation>&amp;Nur bestätigte Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Confirme&amp;d labels of done sentences only</source>
            <translation>Nur &amp;bestätigte Labels fertiger Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Confirmed labels &amp;and model suggestions</source>
            <translation>Bestätigte Labels &amp;und Vorschläge des Modells</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>&amp;Report rule violations, export anyway</source>
            <translation>&amp;Regelverstöße melden, trotzdem exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>Do &amp;not export if rules are violated</source>
            <translation>Bei Regelverstößen &amp;kein Export</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>No done sentence violates a hard rule.</source>
            <translation>Kein fertiger Satz verstößt gegen eine harte Regel.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export.py" />
            <source>1 done sentence violates a hard rule.</source>
            <translation>1 fertiger Satz verstößt gegen eine harte Regel.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/export.py" />
            <source>{n} done sentences violate hard rules.</source>
            <translation>
                <numerusform>{n} fertiger Satz verstößt gegen harte Regeln.</numerusform>
                <numerusform>{n} fertige Sätze verstoßen gegen harte Regeln.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>ExportModelDialog</name>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Export the model</source>
            <translation>Modell exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Training data of the exported model</source>
            <translation>Trainingsdaten des exportierten Modells</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>The current model was not trained on the test sentences, so they can measure its quality.</source>
            <translation>Das aktuelle Modell wurde nicht mit den Testsätzen trainiert, sodass sie seine Qualität messen können.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>&amp;Also train on the {n} labelled test sentences</source>
            <translation>
                <numerusform>&amp;Auch mit dem {n} gelabelten Testsatz trainieren</numerusform>
                <numerusform>&amp;Auch mit den {n} gelabelten Testsätzen trainieren</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>&amp;Also train on the labelled test sentence</source>
            <translation>&amp;Auch mit dem gelabelten Testsatz trainieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>Trains once more for the exported file only. Probably slightly better, but its quality can no longer be measured. The project's model is unchanged.</source>
            <translation>Trainiert noch einmal, nur für die exportierte Datei. Wahrscheinlich etwas besser, doch die Qualität lässt sich nicht mehr messen. Das Modell des Projekts bleibt unverändert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/export_model.py" />
            <source>&amp;Export…</source>
            <translation>&amp;Exportieren…</translation>
        </message>
    </context>
    <context>
        <name>FileNames</name>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>Texts ({suffixes});;All files (*)</source>
            <translation>Texte ({suffixes});;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>your home folder</source>
            <translation>Persönlicher Ordner</translation>
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>&amp;Folder:</source>
            <translation>&amp;Ordner:</translation>
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>{name} already exists.
Do you want to replace it?</source>
            <translation>Die Datei {name} existiert bereits.
Soll sie ersetzt werden?</translation>
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>Replace</source>
            <translation>Ersetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/file_names.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
    </context>
    <context>
        <name>FindController</name>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>No matches.</source>
            <translation>Keine Treffer.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Set “{1}” on {0:match|matches}</source>
            <translation>„{1}“ an {0:Treffer|Treffern} gesetzt</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Set “no label” on {:match|matches}</source>
            <translation>„Kein Label“ an {:Treffer|Treffern} gesetzt</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Cleared the labels of {:match|matches}</source>
            <translation>Labels von {:Treffer|Treffern} entfernt</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Accepted {:match|matches}</source>
            <translation>{:Treffer|Treffer} angenommen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Flagged {:sentence|sentences}</source>
            <translation>{:Satz|Sätze} gekennzeichnet</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Skipped {:sentence|sentences}</source>
            <translation>{:Satz|Sätze} übersprungen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Postponed {:sentence|sentences}</source>
            <translation>{:Satz|Sätze} zurückgestellt</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>1 that someone labelled differently was left out</source>
            <translation>1 schon anders gelabelter wurde ausgelassen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>{n} that someone labelled differently were left out</source>
            <translation>
                <numerusform>{n} schon anders gelabelter wurde ausgelassen</numerusform>
                <numerusform>{n} schon anders gelabelte wurden ausgelassen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>1 in the test sample was left out</source>
            <translation>1 in der Teststichprobe wurde ausgelassen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>{n} in the test sample were left out</source>
            <translation>
                <numerusform>{n} in der Teststichprobe wurde ausgelassen</numerusform>
                <numerusform>{n} in der Teststichprobe wurden ausgelassen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>1 sentence that has changed since you looked was left out</source>
            <translation>1 inzwischen geänderter Satz wurde ausgelassen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/find.py" />
            <source>{n} sentences that have changed since you looked were left out</source>
            <translation>
                <numerusform>{n} inzwischen geänderter Satz wurde ausgelassen</numerusform>
                <numerusform>{n} inzwischen geänderte Sätze wurden ausgelassen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>No match was changed</source>
            <translation>Kein Treffer wurde geändert</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>Nothing to change: this was already done for all matches</source>
            <translation>Nichts zu ändern: Bei allen Treffern war dies schon erledigt</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/find.py" />
            <source>{what}.</source>
            <translation>{what}.</translation>
        </message>
    </context>
    <context>
        <name>FindPanel</name>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Find</source>
            <translation>Suche</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Search the project for words, labels and more, and act on the matches</source>
            <translation>Im Projekt nach Wörtern, Labels und mehr suchen und die Treffer bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words, "a phrase", label:NAME, p&lt;60 …</source>
            <translation>Wörter, "eine Wendung", label:NAME, p&lt;60 …</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words, label:NAME …</source>
            <translation>Wörter, label:NAME …</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Words …</source>
            <translation>Wörter …</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Query</source>
            <translation>Suchanfrage</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>What to look for in the whole project</source>
            <translation>Was im ganzen Projekt gesucht wird</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Document order</source>
            <translation>Dokumentreihenfolge</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By match</source>
            <translation>Nach Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By left context</source>
            <translation>Nach linkem Kontext</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>By right context</source>
            <translation>Nach rechtem Kontext</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Sort order</source>
            <translation>Sortierung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Sort by</source>
            <translation>Sortieren nach</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Matches</source>
            <translation>Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Arrows go from match to match, Enter to its tokens, Shift selects several</source>
            <translation>Pfeiltasten führen von Treffer zu Treffer, die Eingabetaste zu dessen Tokens, Umschalt wählt mehrere aus</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>Searching…</source>
            <translation>Suche läuft…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>{n} of {all} sentences</source>
            <translation>{n} von {all} Sätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>1 match</source>
            <translation>1 Treffer</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/find.py" />
            <source>{n} matches in {sentences} sentences</source>
            <translation>
                <numerusform>{n} Treffer in {sentences} Sätzen</numerusform>
                <numerusform>{n} Treffer in {sentences} Sätzen</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/find.py" />
            <source>{n} matches in 1 sentence</source>
            <translation>
                <numerusform>{n} Treffer in 1 Satz</numerusform>
                <numerusform>{n} Treffer in 1 Satz</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>There is no text to search yet: import one first.</source>
            <translation>Es gibt noch keinen Text zu durchsuchen: erst Text importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find.py" />
            <source>All words must occur in the sentence. Use “Add” for labels and other conditions; see the manual for the query syntax</source>
            <translation>Alle Wörter müssen im Satz vorkommen. Labels und andere Bedingungen mit „Hinzufügen“; die Syntax steht im Handbuch</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Matches appear here, in their context. Type words, or use “Add” for labels, confidence and other conditions.</source>
            <translation>Hier erscheinen Treffer mit ihrem Kontext. Wörter eingeben oder mit „Hinzufügen“ nach Labels, Konfidenz und anderen Bedingungen suchen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Searching… Matches will be listed here.</source>
            <translation>Suche läuft… Hier werden die Treffer aufgelistet.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Change the query to see matches.</source>
            <translation>Suchanfrage ändern, um Treffer zu sehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Unknown label “{name}”. Use “Add” to choose one.</source>
            <translation>Unbekanntes Label „{name}“. Mit „Hinzufügen“ eines auswählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Unknown annotator “{name}”.</source>
            <translation>Unbekannte Person „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>No matches. Try removing a word or a condition.</source>
            <translation>Keine Treffer. Vielleicht ein Wort oder eine Bedingung weglassen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/find_words.py" />
            <source>Annotators of this project: {names}</source>
            <translation>Personen in diesem Projekt: {names}</translation>
        </message>
    </context>
    <context>
        <name>Finder</name>
        <message>
            <location filename="../../app/services/finder.py" />
            <source>Applying to matches</source>
            <translation>Treffer werden bearbeitet</translation>
        </message>
        <message>
            <location filename="../../app/services/finder.py" />
            <source>Loading annotators</source>
            <translation>Namen der Personen werden geladen</translation>
        </message>
    </context>
    <context>
        <name>GazetteerController</name>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>grammar</source>
            <translation>Grammatik</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Import a gazetteer</source>
            <translation>Gazetteer importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Phrases (*.txt *.tsv *.lst *.jsonl);;All files (*)</source>
            <translation>Wendungen (*.txt *.tsv *.lst *.jsonl);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Select the gazetteer to export in the panel “Gazetteers” first.</source>
            <translation>Erst im Bereich „Gazetteers“ den Gazetteer auswählen, der exportiert werden soll.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Export the gazetteer</source>
            <translation>Gazetteer exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Phrases (*.txt *.tsv *.lst);;All files (*)</source>
            <translation>Wendungen (*.txt *.tsv *.lst);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported 1 phrase to {path}.</source>
            <translation>1 Wendung exportiert nach {path}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported {n} phrases to {path}.</source>
            <translation>
                <numerusform>{n} Wendung exportiert nach {path}.</numerusform>
                <numerusform>{n} Wendungen exportiert nach {path}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>No text yet. Import one first.</source>
            <translation>Noch kein Text. Zuerst einen importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to the new gazetteer “{name}”.</source>
            <translation>„{phrase}“ zum neuen Gazetteer „{name}“ hinzugefügt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>It expects no label for {n}% of its words; its editor can change this.</source>
            <translation>Er erwartet für {n} % seiner Wörter kein Label; im Editor lässt sich das ändern.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>It expects the label for {n}% of its words; its editor can change this.</source>
            <translation>Er erwartet für {n} % seiner Wörter das Label; im Editor lässt sich das ändern.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>In its editor, you can say how many of its words you expect to have no label.</source>
            <translation>In seinem Editor lässt sich angeben, wie viele seiner Wörter voraussichtlich kein Label haben.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Removed “{name}”.</source>
            <translation>„{name}“ entfernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>This is a test sentence. Adding its words to a gazetteer would bias the test; add them from another sentence, or in the editor of the gazetteer.</source>
            <translation>Dies ist ein Testsatz. Seine Wörter in einem Gazetteer würden den Test verfälschen; sie lassen sich aus einem anderen Satz oder im Editor des Gazetteers hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>New gazetteer…</source>
            <translation>Neuer Gazetteer…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Saved the grammar “{name}”.</source>
            <translation>Grammatik „{name}“ gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Import a grammar</source>
            <translation>Grammatik importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Grammars (*.txt *.grammar);;All files (*)</source>
            <translation>Grammatiken (*.txt *.grammar);;Alle Dateien (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Export the grammar</source>
            <translation>Grammatik exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Exported the grammar to {path}.</source>
            <translation>Grammatik exportiert nach {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>“{phrase}” is in “{name}” already.</source>
            <translation>„{phrase}“ ist schon in „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}”.</source>
            <translation>„{phrase}“ zu „{name}“ hinzugefügt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}” as {label}.</source>
            <translation>„{phrase}“ als {label} zu „{name}“ hinzugefügt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Added “{phrase}” to “{name}” (no label).</source>
            <translation>„{phrase}“ zu „{name}“ hinzugefügt (kein Label).</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Another gazetteer is being imported: finish or cancel that first.</source>
            <translation>Ein anderer Gazetteer wird gerade importiert: erst abschließen oder abbrechen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Imported {n} phrases into “{name}”.</source>
            <translation>
                <numerusform>{n} Wendung in „{name}“ importiert.</numerusform>
                <numerusform>{n} Wendungen in „{name}“ importiert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/gazetteer.py" />
            <source>Imported 1 phrase into “{name}”.</source>
            <translation>1 Wendung in „{name}“ importiert.</translation>
        </message>
    </context>
    <context>
        <name>GazetteerEditor</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Gazetteer</source>
            <translation>Gazetteer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrases of the gazetteer and how they are used</source>
            <translation>Wendungen des Gazetteers und ihre Verwendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>The phrase “{phrase}” is typed, but not in the gazetteer “{name}”.</source>
            <translation>Die Wendung „{phrase}“ ist eingetippt, aber noch nicht im Gazetteer „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>The label of “{phrase}” in the gazetteer “{name}” is not saved.</source>
            <translation>Das Label von „{phrase}“ im Gazetteer „{name}“ ist nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Default label</source>
            <translation>Standard</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Ignore c&amp;ase</source>
            <translation>&amp;Groß-/Kleinschreibung ignorieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As a &amp;rule: give each occurrence</source>
            <translation>Als &amp;Regel: jedes Vorkommen erhält</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Rule</source>
            <translation>Regel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>this label</source>
            <translation>dieses Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>one of these labels</source>
            <translation>eines dieser Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>never this label</source>
            <translation>nie dieses Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Further labels (allowed or rejected)</source>
            <translation>Weitere Labels (erlaubt oder abgelehnt)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As model &amp;features</source>
            <translation>Als &amp;Modellmerkmale</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>As early su&amp;ggestions, while little is labelled</source>
            <translation>Als &amp;frühe Vorschläge, solange wenig gelabelt ist</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Find a phrase</source>
            <translation>Wendung suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Enter changes a phrase, Delete removes it</source>
            <translation>Eingabetaste ändert eine Wendung, Entf entfernt sie</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>A word or a phrase</source>
            <translation>Ein Wort oder eine Wendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Phrase</source>
            <translation>Wendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Label of this phrase</source>
            <translation>Label dieser Wendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>A&amp;dd</source>
            <translation>Hin&amp;zufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Re&amp;move</source>
            <translation>En&amp;tfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Default &amp;label</source>
            <translation>Standard-&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Use</source>
            <translation>Verwendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Gazetteer “{name}”</source>
            <translation>Gazetteer „{name}“</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>None</source>
            <translation>Keines</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>Needs a label, of the list or of a phrase</source>
            <translation>Braucht ein Label: der Liste oder einer Wendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>its own, {names}</source>
            <translation>das eigene, {names}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>nor {names}</source>
            <translation>auch nicht {names}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>its own</source>
            <translation>das eigene</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>{n} phrases</source>
            <translation>
                <numerusform>{n} Wendung</numerusform>
                <numerusform>{n} Wendungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>1 phrase</source>
            <translation>1 Wendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>{n} of {all} phrases</source>
            <translation>{n} von {all} Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>No phrases yet. Type one below.</source>
            <translation>Noch keine Wendungen. Unten eine eingeben.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_editor.py" />
            <source>C&amp;hange</source>
            <translation>Än&amp;dern</translation>
        </message>
    </context>
    <context>
        <name>GazetteerImport</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Import a gazetteer</source>
            <translation>Gazetteer importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Contents of the file and how to use them</source>
            <translation>Inhalt der Datei und seine Verwendung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>None</source>
            <translation>Keines</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Ignore c&amp;ase</source>
            <translation>&amp;Groß-/Kleinschreibung ignorieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>As &amp;model features</source>
            <translation>Als &amp;Modellmerkmale</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>As &amp;early suggestions, while little is labelled</source>
            <translation>Als &amp;frühe Vorschläge, solange wenig gelabelt ist</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>What would be imported</source>
            <translation>Was importiert würde</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Skipped lines</source>
            <translation>Übersprungene Zeilen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Default &amp;label</source>
            <translation>Standard-&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Choose a default label to get suggestions.</source>
            <translation>Ein Standardlabel wählen, um Vorschläge zu bekommen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>&amp;Import</source>
            <translation>&amp;Importieren</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} phrases</source>
            <translation>
                <numerusform>{n} Wendung</numerusform>
                <numerusform>{n} Wendungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 phrase</source>
            <translation>1 Wendung</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} duplicates</source>
            <translation>
                <numerusform>{n} Dublette</numerusform>
                <numerusform>{n} Dubletten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 duplicate</source>
            <translation>1 Dublette</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>{n} lines skipped (see below)</source>
            <translation>
                <numerusform>{n} Zeile übersprungen (siehe unten)</numerusform>
                <numerusform>{n} Zeilen übersprungen (siehe unten)</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>1 line skipped (see below)</source>
            <translation>1 Zeile übersprungen (siehe unten)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Nothing to import (one phrase per line is expected)</source>
            <translation>Nichts zu importieren (erwartet wird eine Wendung je Zeile)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>Labels in the file take precedence.</source>
            <translation>Labels in der Datei haben Vorrang.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_import.py" />
            <source>This project has no label {names}. Create it; otherwise these phrases serve as features only.</source>
            <translation>Dieses Projekt hat kein Label {names}. Erst anlegen, sonst dienen diese Wendungen nur als Merkmale.</translation>
        </message>
    </context>
    <context>
        <name>GazetteerName</name>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>New gazetteer</source>
            <translation>Neuer Gazetteer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>Name of the new gazetteer that starts with these words</source>
            <translation>Name des neuen Gazetteers, der mit diesen Wörtern beginnt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>A list of words and phrases labelled {label}; “{phrase}” is its first entry.</source>
            <translation>Eine Liste von Wörtern und Wendungen mit dem Label {label}; „{phrase}“ ist der erste Eintrag.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>A list of words and phrases; “{phrase}” is its first entry.</source>
            <translation>Eine Liste von Wörtern und Wendungen; „{phrase}“ ist der erste Eintrag.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>phrases</source>
            <translation>Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>Name of the gazetteer</source>
            <translation>Name des Gazetteers</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/gazetteer_name.py" />
            <source>&amp;Add</source>
            <translation>Hin&amp;zufügen</translation>
        </message>
    </context>
    <context>
        <name>GazetteersModel</name>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>off</source>
            <translation>aus</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} phrases</source>
            <translation>
                <numerusform>{n} Wendung</numerusform>
                <numerusform>{n} Wendungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 phrase</source>
            <translation>1 Wendung</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Grammar</source>
            <translation>Grammatik</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} violations</source>
            <translation>
                <numerusform>{n} Verstoß</numerusform>
                <numerusform>{n} Verstöße</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 violation</source>
            <translation>1 Verstoß</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>unknown label {names}</source>
            <translation>unbekanntes Label {names}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n} occurrences</source>
            <translation>
                <numerusform>{n} Vorkommen</numerusform>
                <numerusform>{n} Vorkommen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>1 occurrence</source>
            <translation>1 Vorkommen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>ignores case</source>
            <translation>Groß-/Kleinschreibung ignoriert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>case matters</source>
            <translation>Groß-/Kleinschreibung zählt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Label: {label}</source>
            <translation>Label: {label}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Occurrences in test sentences are not counted</source>
            <translation>Vorkommen in Testsätzen zählen nicht mit</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Press 1, 2 or 3 to switch on or off: {uses}</source>
            <translation>1, 2 oder 3 schaltet ein oder aus: {uses}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Press 2 or 3 to switch on or off: {uses}</source>
            <translation>2 oder 3 schaltet ein oder aus: {uses}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>This project has no label {names}: create it, or edit the gazetteer</source>
            <translation>Dieses Projekt hat kein Label {names}: anlegen oder den Gazetteer bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Early suggestions need a label: choose one in the editor</source>
            <translation>Frühe Vorschläge brauchen ein Label: im Editor auswählen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>{n}% expected</source>
            <translation>{n} % erwartet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Expected: {n}% of the words have no label</source>
            <translation>Erwartet: {n} % der Wörter haben kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Expected: {n}% of the words have the label</source>
            <translation>Erwartet: {n} % der Wörter haben das Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>This is not used while the model scores segments</source>
            <translation>Dies wird nicht verwendet, solange das Modell Segmente bewertet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>The model learns this until {n} sentences are labelled</source>
            <translation>Das Modell lernt dies, bis {n} Sätze gelabelt sind</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Rule</source>
            <translation>Regel</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Features</source>
            <translation>Merkmale</translation>
        </message>
        <message>
            <location filename="../../app/item_models/gazetteers.py" />
            <source>Early suggestions</source>
            <translation>Frühe Vorschläge</translation>
        </message>
    </context>
    <context>
        <name>GazetteersPanel</name>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Gazetteers</source>
            <translation>Gazetteers</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Phrase lists and how they are used</source>
            <translation>Wortlisten und ihre Verwendung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>No gazetteers yet. Import lists of names, drugs or places, or write a grammar, to get suggestions, improve the model, or enforce labels.</source>
            <translation>Noch keine Gazetteers. Listen von Namen, Arzneimitteln oder Orten importieren oder eine Grammatik schreiben: Das ergibt Vorschläge, verbessert das Modell oder erzwingt Labels.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>More</source>
            <translation>Mehr</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Create a gazetteer or a grammar, or export one</source>
            <translation>Gazetteer oder Grammatik anlegen oder exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>&amp;Edit…</source>
            <translation>&amp;Bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>As a &amp;rule</source>
            <translation>Als &amp;Regel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>As &amp;model features</source>
            <translation>Als &amp;Modellmerkmale</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>As early &amp;suggestions, while little is labelled</source>
            <translation>Als &amp;frühe Vorschläge, solange wenig gelabelt ist</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>&amp;Next violation</source>
            <translation>&amp;Nächster Verstoß</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>E&amp;xport…</source>
            <translation>E&amp;xportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>Remo&amp;ve</source>
            <translation>En&amp;tfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/gazetteers.py" />
            <source>1, 2 and 3 switch uses on or off, Enter opens the phrases, Delete removes</source>
            <translation>1, 2 und 3 schalten Verwendungen ein oder aus, die Eingabetaste öffnet die Wendungen, Entf entfernt</translation>
        </message>
    </context>
    <context>
        <name>GrammarEditor</name>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Grammar</source>
            <translation>Grammatik</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>New grammar</source>
            <translation>Neue Grammatik</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Rules of the grammar, what is wrong with them, and what they find</source>
            <translation>Regeln der Grammatik, ihre Fehler und was sie finden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} of {rules} probabilities changed, learned from {sentences}.</source>
            <translation>{n} von {rules} Wahrscheinlichkeiten geändert, gelernt aus {sentences}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 labelled sentence</source>
            <translation>1 gelabelten Satz</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} labelled sentences</source>
            <translation>
                <numerusform>{n} gelabelten Satz</numerusform>
                <numerusform>{n} gelabelten Sätzen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The rules of the grammar “{name}” are not saved.</source>
            <translation>Die Regeln der Grammatik „{name}“ sind nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The changes of the grammar “{name}” are not saved.</source>
            <translation>Die Änderungen der Grammatik „{name}“ sind nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The rules are not saved. Press Esc or Cancel again to discard them.</source>
            <translation>Die Regeln sind nicht gespeichert. Nochmals Esc oder „Abbrechen“ verwirft sie.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The changes are not saved. Press Esc or Cancel again to discard them.</source>
            <translation>Die Änderungen sind nicht gespeichert. Nochmals Esc oder „Abbrechen“ verwirft sie.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Symbol names</source>
            <translation>Namen der Symbole</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Doses and dates. One symbol per line; | separates its rules.</source>
            <translation>Dosierungen und Datumsangaben. Ein Symbol pro Zeile; | trennt seine Regeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Insert the e&amp;xample</source>
            <translation>&amp;Beispiel einfügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Insert the grammar that is shown in grey</source>
            <translation>Die grau angezeigte Grammatik einfügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Import…</source>
            <translation>&amp;Importieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Read the rules from a file</source>
            <translation>Regeln aus einer Datei lesen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Export…</source>
            <translation>&amp;Exportieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Write the rules to a file</source>
            <translation>Regeln in eine Datei schreiben</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Learn f&amp;rom labels</source>
            <translation>&amp;Aus Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Learn the probabilities of the rules from confirmed labels</source>
            <translation>Wahrscheinlichkeiten der Regeln aus bestätigten Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Matches</source>
            <translation>Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>What the rules find</source>
            <translation>Was die Regeln finden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>As model &amp;features</source>
            <translation>Als &amp;Modellmerkmale</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>As early su&amp;ggestions, while little is labelled</source>
            <translation>Als &amp;frühe Vorschläge, solange wenig gelabelt ist</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Label for matches</source>
            <translation>&amp;Label für Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>What the rules find will be listed here.</source>
            <translation>Hier wird aufgelistet, was die Regeln finden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Write rules, import a file, or insert the example shown in grey.</source>
            <translation>Regeln schreiben, eine Datei importieren oder das grau angezeigte Beispiel einfügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Checking the rules …</source>
            <translation>Regeln werden geprüft …</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>The text is too long: at most {n} characters.</source>
            <translation>Der Text ist zu lang: höchstens {n} Zeichen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Create the label {names}</source>
            <translation>&amp;Das Label {names} anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>&amp;Create the labels {names}</source>
            <translation>&amp;Die Labels {names} anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 rule. It finds {names}.</source>
            <translation>1 Regel. Sie findet {names}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} rules for {symbols}. They find {names}.</source>
            <translation>
                <numerusform>{n} Regel für {symbols}. Sie findet {names}.</numerusform>
                <numerusform>{n} Regeln für {symbols}. Sie finden {names}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 rule. It finds {names}, and with a new label {new}.</source>
            <translation>1 Regel. Sie findet {names} und mit neuem Label {new}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} rules for {symbols}. They find {names}, and with a new label {new}.</source>
            <translation>
                <numerusform>{n} Regel für {symbols}. Sie findet {names} und mit neuem Label {new}.</numerusform>
                <numerusform>{n} Regeln für {symbols}. Sie finden {names} und mit neuem Label {new}.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} symbols</source>
            <translation>
                <numerusform>{n} Symbol</numerusform>
                <numerusform>{n} Symbole</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 symbol</source>
            <translation>1 Symbol</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Derivations may never end (spectral radius {radius}); make recursive rules less probable.</source>
            <translation>Ableitungen enden womöglich nie (Spektralradius {radius}); rekursive Regeln weniger wahrscheinlich machen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>Line {line}, column {column}: {error}</source>
            <translation>Zeile {line}, Spalte {column}: {error}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{n} matches</source>
            <translation>
                <numerusform>{n} Treffer</numerusform>
                <numerusform>{n} Treffer</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{matches} at the beginning of {texts}, with their probability:</source>
            <translation>{matches} in {texts} (nur der Anfang), mit Wahrscheinlichkeit:</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{matches} in {texts}, with their probability:</source>
            <translation>{matches} in {texts}, mit Wahrscheinlichkeit:</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>1 match</source>
            <translation>1 Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>your texts</source>
            <translation>den Texten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>your texts (the test sample is left out)</source>
            <translation>den Texten (ohne die Teststichprobe)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>No matches.</source>
            <translation>Keine Treffer.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>No matches. Give each word its own quotes: {right} instead of {wrong}.</source>
            <translation>Keine Treffer. Jedes Wort in eigene Anführungszeichen setzen: {right} statt {wrong}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/grammar_editor.py" />
            <source>{words} · {label} · {percent}% · sentence {number}</source>
            <translation>{words} · {label} · {percent} % · Satz {number}</translation>
        </message>
    </context>
    <context>
        <name>Hints</name>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Key hints</source>
            <translation>Tastenhinweise</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>import texts</source>
            <translation>Texte importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>manual</source>
            <translation>Handbuch</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>back to the sentence</source>
            <translation>zurück zum Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next panel</source>
            <translation>nächster Bereich</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>make labels</source>
            <translation>Labels anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>go on</source>
            <translation>weiter</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next in the queue</source>
            <translation>nächster in der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>undo</source>
            <translation>rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>change a label</source>
            <translation>Label ändern</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>confirm the uncertain tokens</source>
            <translation>unsichere Tokens bestätigen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>change the label</source>
            <translation>Label ändern</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next uncertain</source>
            <translation>nächstes unsicheres</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>accept</source>
            <translation>annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>clear</source>
            <translation>Label entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>next occurrence</source>
            <translation>nächstes Vorkommen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>label the open ones</source>
            <translation>offene labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>menu</source>
            <translation>Menü</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>label and go on</source>
            <translation>labeln und weiter</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>accept when every token has a label</source>
            <translation>annehmen, wenn jedes Token ein Label hat</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>label</source>
            <translation>labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>select more</source>
            <translation>mehr auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>accept, rest without label</source>
            <translation>annehmen, Rest ohne Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>reject label</source>
            <translation>Label ablehnen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Hide the key hints for good; View → Key hints brings them back</source>
            <translation>Tastenhinweise dauerhaft ausblenden; Ansicht → Tastenhinweise zeigt sie wieder an</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/hints.py" />
            <source>Close the key hints</source>
            <translation>Tastenhinweise schließen</translation>
        </message>
    </context>
    <context>
        <name>History</name>
        <message>
            <location filename="../../app/services/history.py" />
            <source>Undoing changes</source>
            <translation>Änderungen werden rückgängig gemacht</translation>
        </message>
        <message>
            <location filename="../../app/services/history.py" />
            <source>Redoing changes</source>
            <translation>Änderungen werden wiederholt</translation>
        </message>
    </context>
    <context>
        <name>HistoryController</name>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>1 change undone.</source>
            <translation>1 Änderung rückgängig gemacht.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/history.py" />
            <source>{n} changes undone.</source>
            <translation>
                <numerusform>{n} Änderung rückgängig gemacht.</numerusform>
                <numerusform>{n} Änderungen rückgängig gemacht.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>1 change redone.</source>
            <translation>1 Änderung wiederholt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/history.py" />
            <source>{n} changes redone.</source>
            <translation>
                <numerusform>{n} Änderung wiederholt.</numerusform>
                <numerusform>{n} Änderungen wiederholt.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Redo</source>
            <translation>Wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Undone: {change}.</source>
            <translation>Rückgängig gemacht: {change}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/history.py" />
            <source>Redone: {change}.</source>
            <translation>Wiederholt: {change}.</translation>
        </message>
    </context>
    <context>
        <name>HistoryModel</name>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>Unknown annotator</source>
            <translation>Unbekannte Person</translation>
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>sentence {n} and more, {name}</source>
            <translation>Satz {n} und weitere, {name}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>sentence {n}, {name}</source>
            <translation>Satz {n}, {name}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>undone</source>
            <translation>rückgängig gemacht</translation>
        </message>
        <message>
            <location filename="../../app/item_models/history.py" />
            <source>discarded</source>
            <translation>verworfen</translation>
        </message>
    </context>
    <context>
        <name>HistoryPanel</name>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>History</source>
            <translation>Verlauf</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All changes of the project: what, who, where and when</source>
            <translation>Alle Änderungen des Projekts: was, wer, wo und wann</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo to here</source>
            <translation>Bis hierher rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Redo to here</source>
            <translation>Bis hierher wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo this and later</source>
            <translation>Ab hier rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All annotators</source>
            <translation>Alle Personen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Changes of this annotator</source>
            <translation>Änderungen dieser Person</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Whose changes are listed</source>
            <translation>Wessen Änderungen aufgelistet sind</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Annotator</source>
            <translation>Person</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>All changes</source>
            <translation>Alle Änderungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Accepted</source>
            <translation>Angenommen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Flags and notes</source>
            <translation>Kennzeichen und Notizen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Documents</source>
            <translation>Dokumente</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>List of labels</source>
            <translation>Liste der Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Gazetteers</source>
            <translation>Gazetteers</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Settings</source>
            <translation>Einstellungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Changes of this type</source>
            <translation>Änderungen dieser Art</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Type</source>
            <translation>Art</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Which changes are listed</source>
            <translation>Welche Änderungen aufgelistet sind</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Arrows go from change to change and to where each was made, newest first</source>
            <translation>Pfeiltasten führen von Änderung zu Änderung und zu ihrer Stelle, die neuesten zuerst</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Discarded: a newer change replaced this one, so it cannot be redone</source>
            <translation>Verworfen: durch eine neuere Änderung ersetzt und nicht mehr wiederholbar</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Redo everything up to this change</source>
            <translation>Alles bis zu dieser Änderung wiederholen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Current state of the project</source>
            <translation>Aktueller Stand des Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo every change after this one</source>
            <translation>Alle Änderungen nach dieser rückgängig machen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Undo this change and all later ones</source>
            <translation>Diese und alle späteren Änderungen rückgängig machen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Loading history…</source>
            <translation>Verlauf wird geladen…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>No change passes the filter: choose “All annotators” and “All changes”.</source>
            <translation>Keine Änderung passt zum Filter: „Alle Personen“ und „Alle Änderungen“ auswählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Every change will be listed here, with who made it and when: label a word, or accept a sentence with {enter}.</source>
            <translation>Hier wird jede Änderung aufgelistet, mit Person und Zeit: ein Wort labeln oder einen Satz mit der {enter} annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/history.py" />
            <source>Enter</source>
            <translation>Eingabetaste</translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Detect</source>
            <translation>Erkennen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Encoding</source>
            <translation>Kodierung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Tokens</source>
            <translation>Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Automatic (characters for Chinese, Thai and similar scripts)</source>
            <translation>Automatisch (Zeichen bei Chinesisch, Thai und ähnlichen Schriften)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Characters</source>
            <translation>Zeichen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Already tokenised: split at spaces, one sentence per line</source>
            <translation>Schon tokenisiert: an Leerzeichen getrennt, ein Satz je Zeile</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>Confi&amp;rmed: as if a person had set them; the model learns from them</source>
            <translation>&amp;Bestätigt: wie von einer Person gesetzt; das Modell lernt daraus</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>&amp;Suggestions: shown until someone accepts them</source>
            <translation>&amp;Vorschläge: angezeigt, bis jemand sie annimmt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_boxes.py" />
            <source>&amp;Nothing: only the text is imported</source>
            <translation>&amp;Nichts: importiert wird nur der Text</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Import texts</source>
            <translation>Texte importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>How the files are to be read</source>
            <translation>Wie die Dateien gelesen werden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Progress</source>
            <translation>Fortschritt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>How much has been read</source>
            <translation>Wie viel schon gelesen ist</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Words</source>
            <translation>Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Format</source>
            <translation>&amp;Format</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Encoding</source>
            <translation>&amp;Kodierung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Words in</source>
            <translation>&amp;Wörter in</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Labels in</source>
            <translation>&amp;Labels in</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Labels count as</source>
            <translation>Labels gelten als</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>&amp;Tokens</source>
            <translation>&amp;Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Each l&amp;ine is a sentence</source>
            <translation>Jede &amp;Zeile ist ein Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Split at -&amp;DOCSTART- lines</source>
            <translation>Bei Zeilen mit -&amp;DOCSTART- teilen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Allow rows of different lengt&amp;h (word first, label last)</source>
            <translation>Zeilen &amp;unterschiedlicher Länge erlauben (Wort zuerst, Label zuletzt)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Re&amp;jected spans exclude their label for each token</source>
            <translation>Abgelehnte Spannen &amp;schließen ihr Label für jedes Token aus</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Treat multiword ran&amp;ges (1-2) as one token</source>
            <translation>&amp;Mehrwortbereiche (1-2) als ein Token behandeln</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Im&amp;port</source>
            <translation>Im&amp;portieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Reading {name}…</source>
            <translation>{name} wird gelesen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Nothing has been imported yet.</source>
            <translation>Importiert wurde noch nichts.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Im&amp;port the other {n} files</source>
            <translation>
                <numerusform>Die andere Datei ({n}) im&amp;portieren</numerusform>
                <numerusform>Die anderen {n} Dateien im&amp;portieren</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Im&amp;port the other file</source>
            <translation>Die andere Datei im&amp;portieren</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>{n} files cannot be read and are left out:</source>
            <translation>
                <numerusform>{n} Datei ist nicht lesbar und bleibt weg:</numerusform>
                <numerusform>{n} Dateien sind nicht lesbar und bleiben weg:</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>1 file cannot be read and is left out:</source>
            <translation>1 Datei ist nicht lesbar und bleibt weg:</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>… and {n} more files.</source>
            <translation>
                <numerusform>… und {n} weitere Datei.</numerusform>
                <numerusform>… und {n} weitere Dateien.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>… and 1 more file.</source>
            <translation>… und 1 weitere Datei.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>This is how “{name}” begins, the first of {n} files.</source>
            <translation>
                <numerusform>So beginnt „{name}“, die erste von {n} Datei.</numerusform>
                <numerusform>So beginnt „{name}“, die erste von {n} Dateien.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>This is how “{name}” begins, one of {n} files.</source>
            <translation>
                <numerusform>So beginnt „{name}“, eine von {n} Datei.</numerusform>
                <numerusform>So beginnt „{name}“, eine von {n} Dateien.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>This is how “{name}” begins.</source>
            <translation>So beginnt „{name}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>It is not UTF-8, and may be Windows-1252: check below that its letters are right, or choose another encoding.</source>
            <translation>Die Datei ist nicht in UTF-8, vielleicht aber in Windows-1252: unten prüfen, ob die Buchstaben stimmen, oder eine andere Kodierung wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Reading the file</source>
            <translation>Datei wird gelesen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>Detect ({format})</source>
            <translation>Erkennen ({format})</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>{name} in the MISC column</source>
            <translation>{name} in der Spalte MISC</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>No column</source>
            <translation>Keine Spalte</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_options.py" />
            <source>{name} cannot be imported as it is.</source>
            <translation>{name} lässt sich so nicht importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Preview</source>
            <translation>Vorschau</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>The first rows of the file</source>
            <translation>Die ersten Zeilen der Datei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Word</source>
            <translation>Wort</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>POS</source>
            <translation>Wortart</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Kept unchanged</source>
            <translation>Bleibt unverändert</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Column {n}</source>
            <translation>Spalte {n}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Sentences</source>
            <translation>Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_table.py" />
            <source>Column {n} ({example}, …)</source>
            <translation>Spalte {n} ({example}, …)</translation>
        </message>
    </context>
    <context>
        <name>ImportReport</name>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Make them ordinary sentences</source>
            <translation>Zu gewöhnlichen Sätzen machen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Go there</source>
            <translation>Dorthin gehen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>There is no test sample to measure the model.</source>
            <translation>Es fehlt eine Teststichprobe, um das Modell zu messen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Create a test sample…</source>
            <translation>Teststichprobe anlegen…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Imported {:sentence|sentences} in {:document|documents}.</source>
            <translation>{:Satz|Sätze} in {:Dokument|Dokumenten} importiert.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Imported {:sentence|sentences} from {}.</source>
            <translation>{:Satz|Sätze} aus {} importiert.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>Click a word and press a label's key; accept the sentence when it is right.</source>
            <translation>Wort anklicken und die Taste eines Labels drücken; den Satz annehmen, wenn alles stimmt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>{:,} became test sentences.</source>
            <translation>{:,} wurden zu Testsätzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/import_report.py" />
            <source>{:,} became a test sentence.</source>
            <translation>{:,} wurde zum Testsatz.</translation>
        </message>
    </context>
    <context>
        <name>KeyEditor</name>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Edit shortcuts</source>
            <translation>Tastenkürzel bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Changes apply immediately</source>
            <translation>Änderungen wirken sofort</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Find a command or a shortcut</source>
            <translation>Befehl oder Tastenkürzel suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>No matching command or shortcut.</source>
            <translation>Kein passender Befehl, kein passendes Tastenkürzel.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Preset</source>
            <translation>Vorgabe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Preset</source>
            <translation>V&amp;orgabe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Commands</source>
            <translation>Befehle</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press Enter to change a shortcut</source>
            <translation>Eingabetaste ändert ein Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>New shortcut</source>
            <translation>Neues Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press the new shortcut (Esc cancels)</source>
            <translation>Neues Tastenkürzel drücken (Esc bricht ab)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Re&amp;cord shortcut…</source>
            <translation>Kürzel &amp;festlegen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Add shortcut…</source>
            <translation>Kürzel &amp;hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Re&amp;move shortcut</source>
            <translation>Kürzel &amp;entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>R&amp;eset</source>
            <translation>&amp;Zurücksetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Reset a&amp;ll…</source>
            <translation>&amp;Alle zurücksetzen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Press the shortcut for “{command}” (Esc cancels).</source>
            <translation>Tastenkürzel für „{command}“ drücken (Esc bricht ab).</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>{key} is already used for {holder}. Reassign it to “{command}”?</source>
            <translation>{key} gehört schon zu {holder}. Stattdessen „{command}“ zuweisen?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Reassign</source>
            <translation>&amp;Neu zuweisen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>“{command}”</source>
            <translation>„{command}“</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>the label {label}</source>
            <translation>dem Label {label}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>{key} is now assigned to “{holder}”. Reset that command as well.</source>
            <translation>{key} gehört jetzt zu „{holder}“. Auch diesen Befehl zurücksetzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Discard your 1 change?</source>
            <translation>1 eigene Änderung verwerfen?</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>Discard your {n} changes?</source>
            <translation>
                <numerusform>{n} eigene Änderung verwerfen?</numerusform>
                <numerusform>{n} eigene Änderungen verwerfen?</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/key_editor.py" />
            <source>&amp;Discard</source>
            <translation>&amp;Verwerfen</translation>
        </message>
    </context>
    <context>
        <name>KeysController</name>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>There are no labels yet: make the first.</source>
            <translation>Es gibt noch keine Labels: das erste anlegen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>New label…</source>
            <translation>Neues Label…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Find a label by name; Enter applies it</source>
            <translation>Label nach Namen suchen; die Eingabetaste setzt es</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Label…</source>
            <translation>Label…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Enter applies the label, Shift+Enter rejects it.</source>
            <translation>Eingabe setzt, Umschalt+Eingabe lehnt ab.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No matching label.</source>
            <translation>Kein passendes Label.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Find a command</source>
            <translation>Befehl suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>Type a command, a label, a document or the number of a sentence</source>
            <translation>Befehl, Label, Dokument oder Nummer eines Satzes eingeben</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>A command, a label, a document, or the number of a sentence</source>
            <translation>Befehl, Label, Dokument oder Nummer eines Satzes</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No matches.</source>
            <translation>Keine Treffer.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/keys.py" />
            <source>“No label” cannot be rejected.</source>
            <translation>„Kein Label“ lässt sich nicht ablehnen.</translation>
        </message>
    </context>
    <context>
        <name>KeysDialog</name>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Keyboard shortcuts</source>
            <translation>Tastenkürzel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>All shortcuts on one page</source>
            <translation>Alle Tastenkürzel auf einer Seite</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Single-key shortcuts work while the sentence has the focus (click it or press Esc).</source>
            <translation>Einzelne Tasten wirken, solange der Satz den Fokus hat (anklicken oder Esc drücken).</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Preset: {preset}.</source>
            <translation>Vorgabe: {preset}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Some are customised.</source>
            <translation>Einige sind angepasst.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>Labels of this project</source>
            <translation>Labels dieses Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>In the sentence</source>
            <translation>Im Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>In lists and panels</source>
            <translation>In Listen und Bereichen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/keys.py" />
            <source>With the mouse</source>
            <translation>Mit der Maus</translation>
        </message>
    </context>
    <context>
        <name>LabelCurvesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curves by label</source>
            <translation>Lernkurven je Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Learning curves by label, with and without unlabelled text</source>
            <translation>Lernkurven je Label, mit Text ohne Labels und ohne ihn</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Labels that gained most from the last labelled sentences first</source>
            <translation>Zuerst die Labels, denen die letzten gelabelten Sätze am meisten gebracht haben</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Training on parts of the labelled sentences…</source>
            <translation>Training mit Teilen der gelabelten Sätze…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Training on parts of the labelled sentences · {n}%</source>
            <translation>Training mit Teilen der gelabelten Sätze · {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>At least {least} done sentences are needed, not counting test sentences; so far {n}.</source>
            <translation>Mindestens {least} fertige Sätze sind nötig, Testsätze nicht mitgezählt; bisher {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>The text has changed since then, so these figures are out of date.</source>
            <translation>Der Text hat sich seitdem geändert, daher sind diese Zahlen veraltet.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>All labels</source>
            <translation>Alle Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{label}: F1 {score}%</source>
            <translation>{label}: F1 {score} %</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>too rare to tell</source>
            <translation>zu selten für eine Aussage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{score}% without unlabelled text</source>
            <translation>{score} % nur mit gelabeltem Text</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>labelled {n} times</source>
            <translation>
                <numerusform>{n}-mal gelabelt</numerusform>
                <numerusform>{n}-mal gelabelt</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>labelled once</source>
            <translation>einmal gelabelt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>no gain from the last doubling</source>
            <translation>kein Gewinn durch die letzte Verdopplung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{gain} point from the last doubling</source>
            <translation>{gain} Punkt durch die letzte Verdopplung</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{gain} points from the last doubling</source>
            <translation>
                <numerusform>{gain} Punkt durch die letzte Verdopplung</numerusform>
                <numerusform>{gain} Punkte durch die letzte Verdopplung</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>All labels together gained 1 point from the last doubling.</source>
            <translation>Alle Labels zusammen haben durch die letzte Verdopplung 1 Punkt gewonnen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>All labels together gained {n} points from the last doubling.</source>
            <translation>
                <numerusform>Alle Labels zusammen haben durch die letzte Verdopplung {n} Punkt gewonnen.</numerusform>
                <numerusform>Alle Labels zusammen haben durch die letzte Verdopplung {n} Punkte gewonnen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{label} is too rare to tell what it gained.</source>
            <translation>{label} ist zu selten, um zu sagen, was es gewonnen hat.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{labels} and {last} are too rare to tell which gained.</source>
            <translation>{labels} und {last} sind zu selten, um zu sagen, welches davon gewonnen hat.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>{n} labels are too rare to tell which gained.</source>
            <translation>
                <numerusform>{n} Label ist zu selten, um zu sagen, ob es gewonnen hat.</numerusform>
                <numerusform>{n} Labels sind zu selten, um zu sagen, welche davon gewonnen haben.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>No label was given {n} times: too few to say which would help most.</source>
            <translation>Kein Label wurde mindestens {n}-mal vergeben: zu selten, um zu sagen, welches am meisten brächte.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>All labels score close to 100% here: more of the same would help little.</source>
            <translation>Alle Labels liegen hier nahe 100 %: Mehr davon brächte wenig.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>The last doubling of the labelled sentences improved no label.</source>
            <translation>Die letzte Verdopplung der gelabelten Sätze hat kein Label verbessert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>More sentences with {label} would help most.</source>
            <translation>Am meisten brächten weitere Sätze mit {label}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Only {label} was given often enough to tell; sentences with the other labels may help more.</source>
            <translation>Nur {label} wurde für eine Aussage oft genug vergeben; Sätze mit den anderen Labels bringen vielleicht mehr.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>any label</source>
            <translation>beliebigen Labels</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>This is a rough estimate from only {n} sentences.</source>
            <translation>
                <numerusform>Dies ist eine grobe Schätzung aus nur {n} Satz.</numerusform>
                <numerusform>Dies ist eine grobe Schätzung aus nur {n} Sätzen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>F1 by number of training sentences, on held-out sentences.</source>
            <translation>F1 nach Zahl der Trainingssätze, an zurückgehaltenen Sätzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_curves.py" />
            <source>Dashed: without unlabelled text.</source>
            <translation>Gestrichelt: nur mit gelabeltem Text.</translation>
        </message>
    </context>
    <context>
        <name>LabelEditor</name>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Add, rename, recolour, merge or delete labels; each change can be undone</source>
            <translation>Labels hinzufügen, umbenennen, umfärben, zusammenführen oder löschen; jede Änderung lässt sich rückgängig machen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Und&amp;o</source>
            <translation>&amp;Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Ne&amp;w label</source>
            <translation>N&amp;eues Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Move &amp;up</source>
            <translation>Nach &amp;oben</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Move &amp;down</source>
            <translation>Nach &amp;unten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Merge into</source>
            <translation>&amp;Zusammenführen mit</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Dele&amp;te</source>
            <translation>Lös&amp;chen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>LABEL</source>
            <translation>LABEL</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Selected label</source>
            <translation>Ausgewähltes Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Separate names with spaces to add several labels</source>
            <translation>Mehrere Namen, durch Leerzeichen getrennt, ergeben mehrere Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key</source>
            <translation>Taste</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Description</source>
            <translation>Beschreibung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>When to use this label and when not, with an example of each</source>
            <translation>Wann dieses Label gilt und wann nicht, mit je einem Beispiel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>None</source>
            <translation>Keine</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Your labels will be listed here: make the first.</source>
            <translation>Hier erscheinen die Labels: das erste anlegen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Key</source>
            <translation>&amp;Taste</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>D&amp;escription</source>
            <translation>&amp;Beschreibung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>&amp;Colour</source>
            <translation>&amp;Farbe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Used</source>
            <translation>Verwendet</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Not used yet.</source>
            <translation>Noch nicht verwendet.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{:span|spans}, {:token|tokens}. Merging relabels them; deleting opens them again.</source>
            <translation>{:Spanne|Spannen}, {:Token|Tokens}. Zusammenführen labelt sie um, Löschen öffnet sie wieder.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key {key} was that of {name}, which now has {now}.</source>
            <translation>Taste {key} gehörte zu {name}, das jetzt {now} hat.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>Key {key} was that of {name}, which now has none.</source>
            <translation>Taste {key} gehörte zu {name}, das jetzt keine hat.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} merged into {into}: {n} spans relabelled.</source>
            <translation>
                <numerusform>{name} mit {into} zusammengeführt: {n} Spanne umgelabelt.</numerusform>
                <numerusform>{name} mit {into} zusammengeführt: {n} Spannen umgelabelt.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} merged into {into}: 1 span relabelled.</source>
            <translation>{name} mit {into} zusammengeführt: 1 Spanne umgelabelt.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} merged into {into}.</source>
            <translation>{name} mit {into} zusammengeführt.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} deleted. {n} spans are open again.</source>
            <translation>
                <numerusform>{name} gelöscht. {n} Spanne ist wieder offen.</numerusform>
                <numerusform>{name} gelöscht. {n} Spannen sind wieder offen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} deleted. 1 span is open again.</source>
            <translation>{name} gelöscht. 1 Spanne ist wieder offen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_editor.py" />
            <source>{name} deleted.</source>
            <translation>{name} gelöscht.</translation>
        </message>
    </context>
    <context>
        <name>LabelGuide</name>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Label guide</source>
            <translation>Label-Leitfaden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>What each label means, its key, and an example</source>
            <translation>Was jedes Label bedeutet, seine Taste und ein Beispiel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>No labels yet. Add the first with “Edit labels…”.</source>
            <translation>Noch keine Labels. Das erste lässt sich mit „Labels bearbeiten…“ hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>The labels have no descriptions yet. Use “Edit labels…” to describe what belongs to each label and what does not.</source>
            <translation>Die Labels haben noch keine Beschreibungen. Mit „Labels bearbeiten…“ lässt sich beschreiben, was zu jedem Label gehört und was nicht.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Examples are from your labelled sentences.</source>
            <translation>Die Beispiele stammen aus den gelabelten Sätzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Key</source>
            <translation>Taste</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Description</source>
            <translation>Beschreibung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/label_guide.py" />
            <source>Example</source>
            <translation>Beispiel</translation>
        </message>
    </context>
    <context>
        <name>LabelScoreModel</name>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Precision</source>
            <translation>Precision</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Share of predicted spans that are correct</source>
            <translation>Anteil der vorhergesagten Spannen, die richtig sind</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Recall</source>
            <translation>Recall</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Share of true spans that were found</source>
            <translation>Anteil der wahren Spannen, die gefunden wurden</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>The harmonic mean of precision and recall</source>
            <translation>Das harmonische Mittel von Precision und Recall</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Spans</source>
            <translation>Spannen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Number of spans with this label in the test sample</source>
            <translation>Zahl der Spannen mit diesem Label in der Teststichprobe</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Predicted</source>
            <translation>Vorhergesagt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/scores.py" />
            <source>Number of spans the model predicts in the test sample</source>
            <translation>Zahl der Spannen, die das Modell in der Teststichprobe vorhersagt</translation>
        </message>
    </context>
    <context>
        <name>LabelTable</name>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Scores by label</source>
            <translation>Werte je Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_tables.py" />
            <source>Precision, recall and F1 of each label on the test sample</source>
            <translation>Precision, Recall und F1 jedes Labels in der Teststichprobe</translation>
        </message>
    </context>
    <context>
        <name>Labeller</name>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>In this project every token has a label: there is no “no label”.</source>
            <translation>In diesem Projekt hat jedes Token ein Label: „Kein Label“ gibt es nicht.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>There is no label here to reject.</source>
            <translation>Hier gibt es kein Label abzulehnen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>At least one label must remain possible.</source>
            <translation>Mindestens ein Label muss möglich bleiben.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>Nothing to repeat yet.</source>
            <translation>Noch nichts zu wiederholen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>No more uncertain tokens here. Accept the sentence, or press the key again to move on.</source>
            <translation>Hier gibt es keine unsicheren Tokens mehr. Satz annehmen oder mit derselben Taste weitergehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/labeller.py" />
            <source>The suggestions for this sentence are still being computed. Accept the sentence, or press the key again to move on.</source>
            <translation>Die Vorschläge für diesen Satz werden noch berechnet. Satz annehmen oder mit derselben Taste weitergehen.</translation>
        </message>
    </context>
    <context>
        <name>LabelsModel</name>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}, key {key}, {count} labelled</source>
            <translation>{name}, Taste {key}, {count} gelabelt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>Set “no label” on the selected tokens</source>
            <translation>Ausgewählte Tokens auf „kein Label“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>No label, key {key}</source>
            <translation>Kein Label, Taste {key}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: used {count} times</source>
            <translation>{name}: {count}-mal verwendet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: used once</source>
            <translation>{name}: einmal verwendet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>{name}: not used yet</source>
            <translation>{name}: noch nicht verwendet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>key {key} labels the selected tokens</source>
            <translation>Taste {key} labelt die ausgewählten Tokens</translation>
        </message>
        <message>
            <location filename="../../app/item_models/labels.py" />
            <source>click to label the selected tokens</source>
            <translation>ein Klick labelt die ausgewählten Tokens</translation>
        </message>
    </context>
    <context>
        <name>LabelsPanel</name>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Labels with key, colour and count</source>
            <translation>Labels mit Taste, Farbe und Anzahl</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Your labels will be listed here, each with its key: create the first with “New label”.</source>
            <translation>Hier werden die Labels mit ihren Tasten aufgelistet: das erste mit „Neues Label“ anlegen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>New label</source>
            <translation>Neues Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Make a label, with its key and colour</source>
            <translation>Ein Label anlegen, mit Taste und Farbe</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>&amp;Label the selected tokens</source>
            <translation>Ausgewählte Tokens &amp;labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>&amp;Reject this label for the selection</source>
            <translation>Dieses Label für die Auswahl &amp;ablehnen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>&amp;Edit this label…</source>
            <translation>Dieses Label &amp;bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>&amp;New label…</source>
            <translation>&amp;Neues Label…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/labels.py" />
            <source>Enter or a click gives the label to the selected tokens</source>
            <translation>Eingabetaste oder Klick setzt das Label für die ausgewählten Tokens</translation>
        </message>
    </context>
    <context>
        <name>LearningCurvePlot</name>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Learning curve</source>
            <translation>Lernkurve</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Training sentences</source>
            <translation>Trainingssätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Goal {goal}</source>
            <translation>Ziel {goal}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>No data yet</source>
            <translation>Noch keine Daten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>From {a}% on {m} sentences to {b}% on {n} sentences, goal {goal}%</source>
            <translation>Von {a} % bei {m} Sätzen auf {b} % bei {n} Sätzen, Ziel {goal} %</translation>
        </message>
    </context>
    <context>
        <name>Legend</name>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Legend</source>
            <translation>Legende</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Labels with their keys; a click labels the selected tokens</source>
            <translation>Labels mit ihren Tasten; ein Klick labelt die ausgewählten Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Find a label by name</source>
            <translation>Label nach Namen suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Label the selection as {name}</source>
            <translation>Auswahl als {name} labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>+{n} more</source>
            <translation>+{n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>List all labels</source>
            <translation>Alle Labels auflisten</translation>
        </message>
    </context>
    <context>
        <name>LegendButton</name>
        <message>
            <location filename="../../app/views/panels/legend.py" />
            <source>Key {key}</source>
            <translation>Taste {key}</translation>
        </message>
    </context>
    <context>
        <name>LicencesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>Licences</source>
            <translation>Lizenzen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>Licences of Tagwright and of everything that comes with it</source>
            <translation>Lizenzen von Tagwright und allem, was mitgeliefert wird</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>Parts</source>
            <translation>Bestandteile</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>The program and what comes with it</source>
            <translation>Das Programm und was mitgeliefert wird</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>Licence</source>
            <translation>Lizenz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>The licence of the part in the list</source>
            <translation>Die Lizenz des gewählten Bestandteils</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>Reading…</source>
            <translation>Wird gelesen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/licences.py" />
            <source>A built program shows all licences here. In this installation each Python package has its own, in a folder whose name ends in “.dist-info”.

In a checkout, this command makes the page:

python packaging/notices.py --out build/NOTICES.html</source>
            <translation>Ein gebautes Programm zeigt hier alle Lizenzen. In dieser Installation hat jedes Python-Paket seine eigene, in einem Ordner, dessen Name auf „.dist-info“ endet.

In einem Checkout erstellt dieser Befehl die Seite:

python packaging/notices.py --out build/NOTICES.html</translation>
        </message>
    </context>
    <context>
        <name>Lines</name>
        <message>
            <location filename="../../app/views/dialogs/rule_fields.py" />
            <source>One per line</source>
            <translation>Je Zeile eins</translation>
        </message>
    </context>
    <context>
        <name>LogDialog</name>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Something unexpected happened</source>
            <translation>Unerwarteter Fehler</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Log</source>
            <translation>Protokoll</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Program log</source>
            <translation>Protokoll des Programms</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>The log is empty.</source>
            <translation>Das Protokoll ist leer.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Newest entries at the end</source>
            <translation>Neueste Einträge am Ende</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>&amp;Save a report…</source>
            <translation>Bericht &amp;speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>&amp;Copy</source>
            <translation>&amp;Kopieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Your work is saved and you can continue.</source>
            <translation>Die Arbeit ist gespeichert und kann fortgesetzt werden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>If this happens again, copy the log and send it to the developers.</source>
            <translation>Bei einer Wiederholung bitte das Protokoll kopieren und an die Entwickler senden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>If this happens again, save a report and send it to the developers.</source>
            <translation>Bei einer Wiederholung bitte einen Bericht speichern und an die Entwickler senden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>The log may contain file names and words of your text.</source>
            <translation>Das Protokoll kann Dateinamen und Wörter des eigenen Textes enthalten.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>A report leaves them out.</source>
            <translation>Ein Bericht lässt sie weg.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/log.py" />
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Label text while a model learns from it</source>
            <translation>Text labeln, während ein Modell daraus lernt</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Enter name…</source>
            <translation>Name eingeben…</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>{name} was removed from the project.</source>
            <translation>{name} wurde aus dem Projekt entfernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>What name should be recorded with your labels? (Also under Help → Your name…)</source>
            <translation>Welcher Name soll bei den gesetzten Labels stehen? (Auch unter Hilfe → Ihr Name…)</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Pa&amp;nels</source>
            <translation>&amp;Bereiche</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Tool bar</source>
            <translation>Werkzeugleiste</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Common commands</source>
            <translation>Häufige Befehle</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>In this project every token has a label</source>
            <translation>In diesem Projekt hat jedes Token ein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Try again</source>
            <translation>Erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/views/main_window.py" />
            <source>Save a copy…</source>
            <translation>Kopie speichern…</translation>
        </message>
    </context>
    <context>
        <name>ManualDialog</name>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Manual</source>
            <translation>Handbuch</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>User manual</source>
            <translation>Benutzerhandbuch</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Find in the manual</source>
            <translation>Im Handbuch suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Lists pages with this text; Enter goes to the next match</source>
            <translation>Listet Seiten mit diesem Text auf; die Eingabetaste führt zum nächsten Treffer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>No page contains this text.</source>
            <translation>Keine Seite enthält diesen Text.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Pages</source>
            <translation>Seiten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The pages of the manual</source>
            <translation>Die Seiten des Handbuchs</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Page</source>
            <translation>Seite</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The page of the manual that is open</source>
            <translation>Die geöffnete Seite des Handbuchs</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>The manual is only available in English.</source>
            <translation>Das Handbuch gibt es nur auf Englisch.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/manual.py" />
            <source>Overview</source>
            <translation>Überblick</translation>
        </message>
    </context>
    <context>
        <name>MatchAction</name>
        <message>
            <location filename="../../app/services/match_action.py" />
            <source>The change before is still being made. Try again when it is done.</source>
            <translation>Die vorige Änderung läuft noch. Danach erneut versuchen.</translation>
        </message>
        <message>
            <location filename="../../app/services/match_action.py" />
            <source>The project changed in the meantime, so nothing was applied. Try again.</source>
            <translation>Das Projekt hat sich inzwischen geändert, daher wurde nichts angewendet. Bitte erneut versuchen.</translation>
        </message>
    </context>
    <context>
        <name>MatchesModel</name>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{label}, imported</source>
            <translation>{label}, importiert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{label} ✓</source>
            <translation>{label} ✓</translation>
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/matches.py" />
            <source>{text}, {now}, sentence {n}</source>
            <translation>{text}, {now}, Satz {n}</translation>
        </message>
    </context>
    <context>
        <name>Messages</name>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Messages</source>
            <translation>Meldungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Notifications</source>
            <translation>Benachrichtigungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Progress</source>
            <translation>Fortschritt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Actions</source>
            <translation>Aktionen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Close this message</source>
            <translation>Diese Meldung schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/messages.py" />
            <source>{job}: about {time} left</source>
            <translation>{job}: noch etwa {time}</translation>
        </message>
    </context>
    <context>
        <name>Model</name>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Import texts first: the model learns from what you label in them.</source>
            <translation>Zuerst Texte importieren: Das Modell lernt aus dem, was darin gelabelt wird.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for tokens without a label: press {no_label} on some, or {accept} to accept the sentence.</source>
            <translation>Das Modell wartet auf Tokens ohne Label: bei einigen {no_label} drücken oder mit {accept} den Satz annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for tokens without a label: accept a sentence.</source>
            <translation>Das Modell wartet auf Tokens ohne Label: einen Satz annehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for a labelled span: so far no token has a label.</source>
            <translation>Das Modell wartet auf eine gelabelte Spanne: Noch hat kein Token ein Label.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model waits for a second label: so far all tokens have the same one.</source>
            <translation>Das Modell wartet auf ein zweites Label: Noch haben alle Tokens dasselbe.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The expectations of your gazetteers are learned in a moment; “Train now” starts it.</source>
            <translation>Die Erwartungen der Gazetteers werden gleich gelernt; „Jetzt trainieren“ beginnt damit.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Label and accept a sentence to train the first model.</source>
            <translation>Einen Satz labeln und annehmen, um das erste Modell zu trainieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Loading the model…</source>
            <translation>Modell wird geladen…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Learning is paused</source>
            <translation>Lernen ist angehalten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet</source>
            <translation>Noch kein Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Preparing the first model…</source>
            <translation>Das erste Modell wird vorbereitet…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Suggestions will appear in a moment. You can keep labelling.</source>
            <translation>Gleich erscheinen Vorschläge. Das Labeln kann weitergehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Nothing is learnt while learning is paused.</source>
            <translation>Solange das Lernen angehalten ist, wird nichts gelernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from your gazetteers. You can start labelling.</source>
            <translation>Es lernt aus den Gazetteers. Das Labeln kann beginnen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from what is labelled. You can go on labelling.</source>
            <translation>Es lernt aus dem, was gelabelt ist. Das Labeln kann weitergehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from the labelled sentence. You can go on labelling.</source>
            <translation>Es lernt aus dem gelabelten Satz. Das Labeln kann weitergehen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>It learns from the {n} labelled sentences. You can go on labelling.</source>
            <translation>
                <numerusform>Es lernt aus dem {n} gelabelten Satz. Das Labeln kann weitergehen.</numerusform>
                <numerusform>Es lernt aus den {n} gelabelten Sätzen. Das Labeln kann weitergehen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>1 sentence</source>
            <translation>1 Satz</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} sentences</source>
            <translation>
                <numerusform>{n} Satz</numerusform>
                <numerusform>{n} Sätze</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{sentences} ({n} partial)</source>
            <translation>{sentences} ({n} teilweise)</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>1 token</source>
            <translation>1 Token</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} tokens</source>
            <translation>
                <numerusform>{n} Token</numerusform>
                <numerusform>{n} Tokens</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{tokens}, about {n} MB in the project</source>
            <translation>{tokens}, etwa {n} MB im Projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Preparing word vectors and clusters: once on this computer, for a minute or so…</source>
            <translation>Wortvektoren und Wortcluster werden vorbereitet: einmalig auf diesem Computer, etwa eine Minute lang…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word vectors from {tokens} of this project</source>
            <translation>Wortvektoren aus {tokens} dieses Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word clusters from {tokens} of this project</source>
            <translation>Wortcluster aus {tokens} dieses Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Word vectors and clusters from {tokens} of this project</source>
            <translation>Wortvektoren und Wortcluster aus {tokens} dieses Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{what}.</source>
            <translation>{what}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} ({n} now: being learned again).</source>
            <translation>{text} (jetzt {n}: werden neu gelernt).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} ({n} now).</source>
            <translation>{text} (jetzt {n}).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{text} (now {n}; they are learned again at {later}).</source>
            <translation>{text} (jetzt {n}; bei {later} werden sie neu gelernt).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The text has changed since then, so these figures are out of date.</source>
            <translation>Der Text hat sich seitdem geändert, daher sind diese Zahlen veraltet.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Only {n} sentences are labelled now, so these figures are out of date.</source>
            <translation>
                <numerusform>Nur {n} Satz ist jetzt gelabelt, daher sind diese Zahlen veraltet.</numerusform>
                <numerusform>Nur {n} Sätze sind jetzt gelabelt, daher sind diese Zahlen veraltet.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation begins at {least} labelled sentences ({n} so far).</source>
            <translation>Die Kreuzvalidierung beginnt ab {least} gelabelten Sätzen (bisher {n}).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation is running.</source>
            <translation>Die Kreuzvalidierung läuft.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation begins after the next training.</source>
            <translation>Die Kreuzvalidierung beginnt nach dem nächsten Training.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>log-likelihood per token {score}</source>
            <translation>Log-Likelihood je Token {score}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation on {n} sentences kept L2 regularisation {c2} ({score})</source>
            <translation>
                <numerusform>Die Kreuzvalidierung an {n} Satz hat die L2-Regularisierung {c2} beibehalten ({score})</numerusform>
                <numerusform>Die Kreuzvalidierung an {n} Sätzen hat die L2-Regularisierung {c2} beibehalten ({score})</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>L2 regularisation {c2}</source>
            <translation>L2-Regularisierung {c2}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>template {name}</source>
            <translation>Vorlage {name}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Cross-validation on {n} sentences chose {choice} ({score}; {before} with your own settings)</source>
            <translation>
                <numerusform>Die Kreuzvalidierung mit {n} Satz ergab {choice} ({score}; {before} mit den eigenen Einstellungen)</numerusform>
                <numerusform>Die Kreuzvalidierung mit {n} Sätzen ergab {choice} ({score}; {before} mit den eigenen Einstellungen)</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{name} {n}%</source>
            <translation>{name} {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>{n} more</source>
            <translation>{n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Until {n} sentences are labelled, the model also learns from expectations: {names}.</source>
            <translation>Bis {n} Sätze gelabelt sind, lernt das Modell auch aus Erwartungen: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The cross-validation figures do not include them.</source>
            <translation>Die Werte der Kreuzvalidierung enthalten sie nicht.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>It scores segments: tokens and whole spans.</source>
            <translation>Es bewertet Segmente: Tokens und ganze Spannen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>In cross-validation, segments have an F1 of {segments}%, tokens {tokens}%.</source>
            <translation>In der Kreuzvalidierung erreichen Segmente ein F1 von {segments} %, Tokens {tokens} %.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model has a bias of {bias} against “O”.</source>
            <translation>Das Modell hat einen Bias von {bias} gegen „O“.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>That is clearly better: choose them in the project settings.</source>
            <translation>Das ist klar besser: Segmente in den Projekteinstellungen auswählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Consistent names are being prepared, and not in effect yet.</source>
            <translation>Einheitliche Namen werden vorbereitet und wirken noch nicht.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model_words.py" />
            <source>Measured on your own labels: {n} sentences, labelled again from the beginning of their documents, need {before} corrections without consistent names, {phrases} with confirmed phrases, and {ties} with phrases and ties. Savings within one standard error do not count.</source>
            <translation>
                <numerusform>An Ihren eigenen Labels gemessen: {n} Satz, vom Anfang des Dokuments an neu gelabelt, braucht {before} Korrekturen ohne einheitliche Namen, {phrases} mit bestätigten Wendungen und {ties} mit Wendungen und Kopplung. Ersparnisse innerhalb eines Standardfehlers zählen nicht.</numerusform>
                <numerusform>An Ihren eigenen Labels gemessen: {n} Sätze, vom Anfang ihrer Dokumente an neu gelabelt, brauchen {before} Korrekturen ohne einheitliche Namen, {phrases} mit bestätigten Wendungen und {ties} mit Wendungen und Kopplung. Ersparnisse innerhalb eines Standardfehlers zählen nicht.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Sentences left out, because their labels are no segments: {n}.</source>
            <translation>Ausgelassene Sätze, weil ihre Labels keine Segmente sind: {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Expectations about gazetteers are not used.</source>
            <translation>Erwartungen zu Gazetteers werden nicht verwendet.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>“{strategy}” needs a model of tokens: the least confident token comes first.</source>
            <translation>„{strategy}“ braucht ein Tokenmodell: Das unsicherste Token kommt zuerst.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without unlabelled text</source>
            <translation>nur mit gelabeltem Text</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without word clusters</source>
            <translation>ohne Wortcluster</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>without word vectors</source>
            <translation>ohne Wortvektoren</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>bias {bias} against “O” (F1 {f1}%; {before}% without it)</source>
            <translation>Bias {bias} gegen „O“ (F1 {f1} %; ohne ihn {before} %)</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>exponent {exponent} of quick models (score {score}%; {before}% with exponent 1)</source>
            <translation>Exponent {exponent} der schnellen Modelle (Wert {score} %; mit Exponent 1 {before} %)</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Learning from unlabelled text · {n}%</source>
            <translation>Lernen aus Text ohne Labels · {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Up to date</source>
            <translation>Aktuell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model: from gazetteers alone</source>
            <translation>Modell: nur aus Gazetteers</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model: {sentences}</source>
            <translation>Modell: {sentences}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>The model was not trained</source>
            <translation>Modell nicht trainiert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Training…</source>
            <translation>Training…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: accept a sentence</source>
            <translation>Noch kein Modell: Satz annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: use a second label</source>
            <translation>Noch kein Modell: zweites Label setzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>No model yet: label a sentence</source>
            <translation>Noch kein Modell: Satz labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_words.py" />
            <source>Model number {n}
It learns from all confirmed labels, also in partial sentences,
but not from test sentences</source>
            <translation>Modell Nummer {n}
Es lernt aus allen bestätigten Labels, auch in teilweise gelabelten
Sätzen, aber nicht aus Testsätzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because rules are in force.</source>
            <translation>Es bewertet Tokens statt Segmente, weil Regeln in Kraft sind.</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because “Favour recall over precision” is on.</source>
            <translation>Es bewertet Tokens statt Segmente, weil „Recall vor Precision“ eingeschaltet ist.</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because the scheme of this project is another.</source>
            <translation>Es bewertet Tokens statt Segmente, weil das Schema dieses Projekts dafür nicht geeignet ist.</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because too few sentences are labelled yet.</source>
            <translation>Es bewertet Tokens statt Segmente, weil noch zu wenige Sätze gelabelt sind.</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because the labels of many sentences break the scheme or are spans of more than 32 tokens.</source>
            <translation>Es bewertet Tokens statt Segmente, weil die Labels vieler Sätze gegen das Schema verstoßen oder Spannen von mehr als 32 Tokens sind.</translation>
        </message>
        <message>
            <location filename="../../app/domain/segments.py" />
            <source>It scores tokens, not segments, because models of segments are still being prepared (once per computer).</source>
            <translation>Es bewertet Tokens statt Segmente, weil Segmentmodelle noch vorbereitet werden (einmal je Computer).</translation>
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Consistent names are off, since they would save no corrections in your documents.</source>
            <translation>Einheitliche Namen sind aus, da sie in Ihren Dokumenten keine Korrekturen ersparen würden.</translation>
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Confirmed phrases are suggested again in their document.</source>
            <translation>Bestätigte Wendungen werden in ihrem Dokument wieder vorgeschlagen.</translation>
        </message>
        <message>
            <location filename="../../app/domain/consistency.py" />
            <source>Confirmed phrases are suggested again in their document, and equal names tend to the same type.</source>
            <translation>Bestätigte Wendungen werden in ihrem Dokument wieder vorgeschlagen, und gleiche Namen neigen zum selben Typ.</translation>
        </message>
    </context>
    <context>
        <name>ModelBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Tokens</source>
            <translation>Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Segments</source>
            <translation>Segmente</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>A model of segments also scores whole spans: how long they are, and which gazetteers contain them</source>
            <translation>Ein Segmentmodell bewertet auch ganze Spannen: wie lang sie sind und welche Gazetteers sie enthalten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Segments need the scheme IOB2, IOE2, BIOES or BILOU.</source>
            <translation>Segmente brauchen das Schema IOB2, IOE2, BIOES oder BILOU.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>While rules are in force, the model still scores tokens, not segments.</source>
            <translation>Solange Regeln in Kraft sind, bewertet das Modell weiterhin Tokens statt Segmente.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>With “Favour recall over precision”, the model still scores tokens, not segments.</source>
            <translation>Mit „Recall vor Precision“ bewertet das Modell weiterhin Tokens statt Segmente.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For names in lists, doses, references and addresses. Slower; not used while rules are on.</source>
            <translation>Für Namen in Listen, Dosierungen, Literaturangaben und Adressen. Langsamer; nicht in Gebrauch, solange Regeln eingeschaltet sind.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For most projects. Model → State of the model has figures for both.</source>
            <translation>Für die meisten Projekte. Modell → Zustand des Modells nennt Zahlen zu beidem.</translation>
        </message>
    </context>
    <context>
        <name>ModelChip</name>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>State of the model and its training data. Click for details</source>
            <translation>Zustand des Modells und seine Trainingsdaten. Ein Klick zeigt Einzelheiten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model_chip.py" />
            <source>{text} ({key})</source>
            <translation>{text} ({key})</translation>
        </message>
    </context>
    <context>
        <name>ModelPanel</name>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Model</source>
            <translation>Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Model status</source>
            <translation>Modellzustand</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Res&amp;ume learning</source>
            <translation>Ler&amp;nen fortsetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Learn from your labels again</source>
            <translation>Wieder aus Ihren Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Learning from counts</source>
            <translation>Lernen durch Auszählen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training…</source>
            <translation>Training…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training · iteration {n}</source>
            <translation>Training · Iteration {n}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Learning is paused</source>
            <translation>Lernen ist angehalten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after 1 more label</source>
            <translation>Training nach 1 weiteren Label</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after {n} more labels</source>
            <translation>
                <numerusform>Training nach {n} weiteren Label</numerusform>
                <numerusform>Training nach {n} weiteren Labels</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains in {time}</source>
            <translation>Training in {time}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Training loss {value}</source>
            <translation>Trainingsverlust {value}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trained {age} from the expectations of your gazetteers alone.</source>
            <translation>Trainiert {age} nur aus den Erwartungen der Gazetteers.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trained {age} on {sentences}, {tokens}.</source>
            <translation>Trainiert {age}; Grundlage: {sentences}, {tokens}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Counted {age} on {sentences}, {tokens}.</source>
            <translation>Ausgezählt {age}; Grundlage: {sentences}, {tokens}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/model.py" />
            <source>{n} new labels</source>
            <translation>
                <numerusform>{n} neuen Label</numerusform>
                <numerusform>{n} neuen Labels</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>a pause of {n} s</source>
            <translation>einer Pause von {n} s</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source> and </source>
            <translation> und </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/model.py" />
            <source>Trains after {when}.</source>
            <translation>Training nach {when}.</translation>
        </message>
    </context>
    <context>
        <name>Names</name>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
    </context>
    <context>
        <name>NamesModel</name>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>all confirmed</source>
            <translation>alle bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} confirmed, {open} open</source>
            <translation>{n} bestätigt, {open} offen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} without a suggestion</source>
            <translation>{n} ohne Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>The same name has different labels: one of them may be wrong</source>
            <translation>Derselbe Name hat verschiedene Labels: Eines davon ist womöglich falsch</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>Enter goes to the next occurrence, a label key labels the open ones</source>
            <translation>Die Eingabetaste führt zum nächsten Vorkommen, eine Label-Taste labelt die offenen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} confirmed</source>
            <translation>{n} bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>{n} suggested</source>
            <translation>{n} vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/names.py" />
            <source>{n} occurrences</source>
            <translation>
                <numerusform>{n} Vorkommen</numerusform>
                <numerusform>{n} Vorkommen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>1 occurrence</source>
            <translation>1 Vorkommen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/names.py" />
            <source>different labels</source>
            <translation>verschiedene Labels</translation>
        </message>
    </context>
    <context>
        <name>NamesPanel</name>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names</source>
            <translation>Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names that occur several times in the document, with their labels</source>
            <translation>Namen, die mehrmals im Dokument vorkommen, mit ihren Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Looking for names…</source>
            <translation>Namen werden gesucht…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>All occurrences of “{name}” are confirmed: its menu can relabel them.</source>
            <translation>Alle Vorkommen von „{name}“ sind bestätigt: Das Menü des Namens kann sie umlabeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Next occurrence</source>
            <translation>Nächstes Vorkommen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Label open occurrences</source>
            <translation>Offene Vorkommen labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Also relabel confirmed occurrences</source>
            <translation>Auch bestätigte Vorkommen umlabeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Enter goes to the next occurrence, a label key labels the open ones</source>
            <translation>Die Eingabetaste führt zum nächsten Vorkommen, eine Label-Taste labelt die offenen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names of the current document that occur at least twice, without those of test sentences
Filled parts of a bar are confirmed, outlined ones suggested</source>
            <translation>Namen, die im aktuellen Dokument mindestens zweimal vorkommen, ohne die der Testsätze
Gefüllte Teile eines Balkens sind bestätigt, umrandete vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Names that occur several times in the current document are listed here, those with different labels first.</source>
            <translation>Hier werden Namen aufgelistet, die mehrmals im aktuellen Dokument vorkommen, zuerst die mit verschiedenen Labels.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>Import a text first.</source>
            <translation>Erst einen Text importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>1 name in the document</source>
            <translation>1 Name im Dokument</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/names.py" />
            <source>{n} names in the document</source>
            <translation>
                <numerusform>{n} Name im Dokument</numerusform>
                <numerusform>{n} Namen im Dokument</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/names.py" />
            <source>{n} names with a label, all consistent</source>
            <translation>
                <numerusform>{n} Name mit einem Label, einheitlich</numerusform>
                <numerusform>{n} Namen mit einem Label, durchweg einheitlich</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>1 name with a label, consistent</source>
            <translation>1 Name mit einem Label, einheitlich</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>{names}, {mixed} with different labels</source>
            <translation>{names}, {mixed} mit verschiedenen Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/names.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
    </context>
    <context>
        <name>NewProjectDialog</name>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>New project</source>
            <translation>Neues Projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Location and labels of the project</source>
            <translation>Ort und Labels des Projekts</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>A project is one file with your texts, labels and settings. Everything here can be changed later.</source>
            <translation>Ein Projekt ist eine einzige Datei mit Texten, Labels und Einstellungen. Alle Angaben hier lassen sich später ändern.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>File</source>
            <translation>Datei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Ch&amp;oose…</source>
            <translation>&amp;Wählen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;File</source>
            <translation>&amp;Datei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Short names, separated by commas or spaces. Leave empty to take the labels from your files.</source>
            <translation>Kurze Namen, durch Kommas oder Leerzeichen getrennt. Leer lassen, um die Labels aus den Dateien zu übernehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;Labels</source>
            <translation>&amp;Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;Scheme</source>
            <translation>&amp;Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Feature te&amp;mplate</source>
            <translation>&amp;Merkmalsvorlage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Test sampl&amp;e</source>
            <translation>&amp;Teststichprobe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>&amp;Create project</source>
            <translation>Projekt &amp;anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>{path} already exists. Choose another name, or open it.</source>
            <translation>{path} gibt es bereits. Einen anderen Namen wählen oder das Projekt öffnen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>The folder {folder} does not exist.</source>
            <translation>Den Ordner {folder} gibt es nicht.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>You may not write into the folder {folder}. Choose another one.</source>
            <translation>In den Ordner {folder} darf nicht geschrieben werden. Einen anderen wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>project</source>
            <translation>projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/new_project.py" />
            <source>Projects (*{suffix})</source>
            <translation>Projekte (*{suffix})</translation>
        </message>
    </context>
    <context>
        <name>Note</name>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Next</source>
            <translation>Weiter</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Skip this step</source>
            <translation>Schritt überspringen</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>End the tour (Esc)</source>
            <translation>Beenden (Esc)</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Next (Enter)</source>
            <translation>Weiter (Eingabe)</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish</source>
            <translation>Fertig</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish (Enter)</source>
            <translation>Fertig (Eingabe)</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Finish the tour</source>
            <translation>Rundgang beenden</translation>
        </message>
    </context>
    <context>
        <name>Numbers</name>
        <message>
            <location filename="../../app/translation.py" />
            <source>{n}%</source>
            <translation>{n} %</translation>
        </message>
    </context>
    <context>
        <name>ObjectiveCurve</name>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>Training loss</source>
            <translation>Trainingsverlust</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>No training yet</source>
            <translation>Noch kein Training</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/curve.py" />
            <source>From {first} to {last}, evaluations: {n}</source>
            <translation>Von {first} bis {last}, Auswertungen: {n}</translation>
        </message>
    </context>
    <context>
        <name>OccurrenceFinder</name>
        <message>
            <location filename="../../app/services/occurrences.py" />
            <source>Applying to other occurrences</source>
            <translation>Weitere Vorkommen werden bearbeitet</translation>
        </message>
    </context>
    <context>
        <name>OccurrencesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences of “{words}”</source>
            <translation>Weitere Vorkommen von „{words}“</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences, their current label and the label they would get</source>
            <translation>Weitere Vorkommen, ihr jetziges und ihr künftiges Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Show unchanged occurrences</source>
            <translation>Unveränderte Vorkommen zeigen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Nothing to change: {n} other occurrences already have this label.</source>
            <translation>
                <numerusform>Nichts zu ändern: {n} weiteres Vorkommen hat dieses Label schon.</numerusform>
                <numerusform>Nichts zu ändern: {n} weitere Vorkommen haben dieses Label schon.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Nothing to apply: all other occurrences are inside longer spans. “Show unchanged occurrences” lists them.</source>
            <translation>Nichts anzuwenden: Alle anderen Vorkommen liegen in längeren Spannen. „Unveränderte Vorkommen zeigen“ listet sie auf.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Nothing to apply: all other occurrences are labelled differently. “Show unchanged occurrences” lists them.</source>
            <translation>Nichts anzuwenden: Alle anderen Vorkommen sind anders gelabelt. „Unveränderte Vorkommen zeigen“ listet sie auf.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>No other occurrence has this label.</source>
            <translation>Kein weiteres Vorkommen hat dieses Label.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>No other occurrences of these words.</source>
            <translation>Keine weiteren Vorkommen dieser Wörter.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You removed {label} from “{words}”. Remove it here as well?</source>
            <translation>Bei „{words}“ wurde {label} entfernt. Auch hier entfernen?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You rejected {label} for “{words}”. Reject it here as well?</source>
            <translation>Für „{words}“ wurde {label} abgelehnt. Auch hier ablehnen?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You labelled “{words}” as {said}. Label these occurrences as well?</source>
            <translation>„{words}“ wurde als {said} gelabelt. Auch diese Vorkommen so labeln?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You labelled “{words}” as {said}. Accept these suggestions as well?</source>
            <translation>„{words}“ wurde als {said} gelabelt. Auch diese Vorschläge annehmen?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>You confirmed that “{words}” has no label. Confirm it here as well?</source>
            <translation>Für „{words}“ wurde „kein Label“ bestätigt. Auch hier bestätigen?</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>This &amp;document only</source>
            <translation>Nur dieses &amp;Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Ig&amp;nore case</source>
            <translation>&amp;Groß-/Kleinschreibung ignorieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Other occurrences</source>
            <translation>Weitere Vorkommen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Space selects or deselects; double-click to open</source>
            <translation>Die Leertaste wählt aus oder ab; Doppelklick öffnet</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Apply</source>
            <translation>&amp;Anwenden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Select all</source>
            <translation>A&amp;lle auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Select n&amp;one</source>
            <translation>&amp;Keine auswählen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Apply to 1 occurrence</source>
            <translation>Auf 1 Vorkommen &amp;anwenden</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Apply to {n} occurrences</source>
            <translation>
                <numerusform>Auf {n} Vorkommen &amp;anwenden</numerusform>
                <numerusform>Auf {n} Vorkommen &amp;anwenden</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Accept 1 occurrence</source>
            <translation>1 Vorkommen &amp;annehmen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>&amp;Accept {n} occurrences</source>
            <translation>
                <numerusform>{n} Vorkommen &amp;annehmen</numerusform>
                <numerusform>{n} Vorkommen &amp;annehmen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>1 occurrence already has this suggestion: select it to accept it.</source>
            <translation>1 Vorkommen hat diesen Vorschlag schon: zum Annehmen auswählen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>{n} occurrences already have this suggestion: select them to accept them.</source>
            <translation>
                <numerusform>{n} Vorkommen hat diesen Vorschlag schon: zum Annehmen auswählen.</numerusform>
                <numerusform>{n} Vorkommen haben diesen Vorschlag schon: zum Annehmen auswählen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>1 occurrence is part of a longer span: select it to change it.</source>
            <translation>1 Vorkommen gehört zu einer längeren Spanne: zum Ändern auswählen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>{n} occurrences are parts of longer spans: select them to change them.</source>
            <translation>
                <numerusform>{n} Vorkommen gehört zu einer längeren Spanne: zum Ändern auswählen.</numerusform>
                <numerusform>{n} Vorkommen gehören zu längeren Spannen: zum Ändern auswählen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped 1 occurrence inside a longer span.</source>
            <translation>1 Vorkommen in einer längeren Spanne ausgelassen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped {n} occurrences inside longer spans.</source>
            <translation>
                <numerusform>{n} Vorkommen in einer längeren Spanne ausgelassen.</numerusform>
                <numerusform>{n} Vorkommen in längeren Spannen ausgelassen.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped 1 occurrence that someone labelled differently.</source>
            <translation>1 Vorkommen ausgelassen, das schon anders gelabelt ist.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/occurrences.py" />
            <source>Skipped {n} occurrences that someone labelled differently.</source>
            <translation>
                <numerusform>{n} Vorkommen ausgelassen, das schon anders gelabelt ist.</numerusform>
                <numerusform>{n} Vorkommen ausgelassen, die schon anders gelabelt sind.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>OccurrencesModel</name>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>unchanged</source>
            <translation>unverändert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>accepted</source>
            <translation>angenommen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label} “{words}”</source>
            <translation>{label} „{words}“</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not labelled yet</source>
            <translation>wieder offen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not {label}</source>
            <translation>nicht {label}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>no suggestion</source>
            <translation>kein Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label}, imported</source>
            <translation>{label}, importiert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{label}, confirmed</source>
            <translation>{label}, bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{text}, now {now}, unchanged</source>
            <translation>{text}, jetzt {now}, unverändert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>selected</source>
            <translation>ausgewählt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>not selected</source>
            <translation>nicht ausgewählt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/occurrences.py" />
            <source>{text}, now {now}, then {then}, {state}</source>
            <translation>{text}, jetzt {now}, dann {then}, {state}</translation>
        </message>
    </context>
    <context>
        <name>OpenEditors</name>
        <message>
            <location filename="../../app/views/open_editors.py" />
            <source>{title}: {name} is not written yet.</source>
            <translation>{title}: {name} ist noch nicht geschrieben.</translation>
        </message>
        <message>
            <location filename="../../app/views/open_editors.py" />
            <source>Not saved</source>
            <translation>Nicht gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/open_editors.py" />
            <source>If you close the project now, this is lost.</source>
            <translation>Wenn Sie das Projekt jetzt schließen, geht das verloren.</translation>
        </message>
        <message>
            <location filename="../../app/views/open_editors.py" />
            <source>Close &amp;anyway</source>
            <translation>&amp;Trotzdem schließen</translation>
        </message>
        <message>
            <location filename="../../app/views/open_editors.py" />
            <source>&amp;Do not close</source>
            <translation>&amp;Nicht schließen</translation>
        </message>
    </context>
    <context>
        <name>PanelsController</name>
        <message>
            <location filename="../../app/views/controllers/panels.py" />
            <source>Click a panel first, or press F6 to move from one to the next.</source>
            <translation>Erst einen Bereich anklicken oder mit F6 von einem zum nächsten wechseln.</translation>
        </message>
    </context>
    <context>
        <name>ProblemReportDialog</name>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>Save a report</source>
            <translation>Bericht speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>Report about the program, for the developers</source>
            <translation>Bericht über das Programm, für die Entwickler</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>The report describes the program and this computer. It contains no text, label, file name or path of your projects, and nothing is sent. Read it, delete what you do not want to share, then save or copy it.</source>
            <translation>Der Bericht beschreibt das Programm und diesen Computer. Er enthält keine Texte, Labels, Dateinamen oder Pfade der Projekte, und nichts wird gesendet. Erst lesen, löschen, was nicht weitergegeben werden soll, dann speichern oder kopieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>What will be saved; lines can be deleted</source>
            <translation>Was gespeichert wird; Zeilen können gelöscht werden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>Collecting…</source>
            <translation>Wird zusammengestellt…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>&amp;Save…</source>
            <translation>&amp;Speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>&amp;Copy</source>
            <translation>&amp;Kopieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/problem_report.py" />
            <source>Copied</source>
            <translation>Kopiert</translation>
        </message>
    </context>
    <context>
        <name>Progress</name>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>accuracy</source>
            <translation>Genauigkeit</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Not measured yet</source>
            <translation>Noch nicht gemessen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The {n} labelled test sentences (of {all}) contain too few labels. Label more.</source>
            <translation>Die {n} gelabelten Testsätze (von {all}) enthalten zu wenige Labels. Weitere labeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>95% CI {low}–{high}%, {n} of {all} test sentences</source>
            <translation>95-%-KI {low}–{high} %, {n} von {all} Testsätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The {n} test sentences contain too few labels. Make the test sample larger in the project's settings.</source>
            <translation>Die {n} Testsätze enthalten zu wenige Labels. In den Projekteinstellungen lässt sich die Teststichprobe vergrößern.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The {n} test sentences contain too few labels, and too few open sentences are left for more of them: import more texts.</source>
            <translation>Die {n} Testsätze enthalten zu wenige Labels, und für weitere sind zu wenige offene Sätze übrig: weitere Texte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Loading the saved model…</source>
            <translation>Gespeichertes Modell wird geladen…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>95% CI {low}–{high}%, of the saved model (still loading)</source>
            <translation>95-%-KI {low}–{high} %, vom gespeicherten Modell (wird noch geladen)</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The interval counts sentences, not single tokens or spans: errors that are all in a few of them make it wide.</source>
            <translation>Das Intervall zählt Sätze, nicht einzelne Tokens oder Spannen: Fehler, die alle in wenigen Sätzen liegen, machen es breit.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Twice as many test sentences would narrow the interval to ±{twice} points.</source>
            <translation>Doppelt so viele Testsätze würden das Intervall auf ±{twice} Punkte verkleinern.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The learning curve, the scores of each label, the confusion matrix and the calibration of the model will appear here.</source>
            <translation>Hier erscheinen die Lernkurve, die Werte je Label, die Verwechslungen und die Kalibrierung des Modells.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A test sample needs at least {least} open sentences, and this project has {n}: the model learns from everything that you label. Import more texts to have one.</source>
            <translation>Eine Teststichprobe braucht mindestens {least} offene Sätze, dieses Projekt hat {n}: Das Modell lernt aus allem, was gelabelt wird. Für eine Teststichprobe weitere Texte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Create a test sample first: random sentences that you label without suggestions, to measure the model. At most {share}% of the open sentences are drawn.</source>
            <translation>Erst eine Teststichprobe anlegen: zufällige Sätze, die ohne Vorschläge gelabelt werden, um das Modell zu messen. Gezogen werden höchstens {share} % der offenen Sätze.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The test sample begins after {least} labelled sentences; before that there is no model worth testing. {n} so far.</source>
            <translation>Die Teststichprobe beginnt nach {least} gelabelten Sätzen; vorher lohnt es nicht, ein Modell zu testen. Bisher sind es {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Label {least} test sentences to see a learning curve ({n} so far). One in {every} sentences of the queue is one of them.</source>
            <translation>Für eine Lernkurve {least} Testsätze labeln (bisher {n}). In der Warteschlange ist jeder {every}. Satz einer davon.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A test sample needs at least {least} sentences, and this one has {n}. Too few open sentences are left for a larger one: import more texts.</source>
            <translation>Eine Teststichprobe braucht mindestens {least} Sätze, diese hat {n}. Für eine größere sind zu wenige offene Sätze übrig: weitere Texte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A test sample needs at least {least} sentences, and this one has {n}. Make it larger in the project's settings.</source>
            <translation>Eine Teststichprobe braucht mindestens {least} Sätze, diese hat {n}. In den Projekteinstellungen lässt sie sich vergrößern.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>As soon as a model is trained on other sentences, the test sample measures it: {n} are labelled so far.</source>
            <translation>
                <numerusform>Sobald ein Modell mit anderen Sätzen trainiert ist, misst die Teststichprobe es: Bisher ist {n} gelabelt.</numerusform>
                <numerusform>Sobald ein Modell mit anderen Sätzen trainiert ist, misst die Teststichprobe es: Bisher sind {n} gelabelt.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Expected gain from the next {n} sentences: {gain} points ({low}–{high}).</source>
            <translation>
                <numerusform>Erwarteter Gewinn durch {n} weiteren Satz: {gain} Punkte ({low}–{high}).</numerusform>
                <numerusform>Erwarteter Gewinn durch die nächsten {n} Sätze: {gain} Punkte ({low}–{high}).</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Expected gain from the next sentence: {gain} points ({low}–{high}).</source>
            <translation>Erwarteter Gewinn durch den nächsten Satz: {gain} Punkte ({low}–{high}).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A forecast needs a score above 0: label more sentences.</source>
            <translation>Eine Prognose braucht einen Wert über 0: weitere Sätze labeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>A forecast needs at least four points on the curve.</source>
            <translation>Eine Prognose braucht mindestens vier Punkte auf der Kurve.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The last {n} models agree on {share}% of the test tokens.</source>
            <translation>
                <numerusform>Das letzte {n} Modell stimmt bei {share} % der Tokens der Teststichprobe überein.</numerusform>
                <numerusform>Die letzten {n} Modelle stimmen bei {share} % der Tokens der Teststichprobe überein.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data points to forecast the gain of more sentences.</source>
            <translation>Zu wenige Datenpunkte, um den Gewinn durch weitere Sätze vorauszusagen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points are too close together to forecast the gain of more sentences.</source>
            <translation>Die Datenpunkte liegen zu dicht beieinander, um den Gewinn durch weitere Sätze vorauszusagen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points have no clear trend to forecast the gain of more sentences.</source>
            <translation>Die Datenpunkte zeigen keinen klaren Trend, um den Gewinn durch weitere Sätze vorauszusagen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few labelled test sentences to forecast the gain of more sentences.</source>
            <translation>Zu wenige gelabelte Testsätze, um den Gewinn durch weitere Sätze vorauszusagen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data points to estimate the work that is left</source>
            <translation>Zu wenige Datenpunkte, um die restliche Arbeit zu schätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points are too close together to estimate the work that is left</source>
            <translation>Die Datenpunkte liegen zu dicht beieinander, um die restliche Arbeit zu schätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The data points have no clear trend to estimate the work that is left</source>
            <translation>Die Datenpunkte zeigen keinen klaren Trend, um die restliche Arbeit zu schätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few labelled test sentences to estimate the work that is left</source>
            <translation>Zu wenige gelabelte Testsätze, um die restliche Arbeit zu schätzen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Goal</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs a score above 0</source>
            <translation>Braucht einen Wert über 0</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs four points of the learning curve ({n} so far)</source>
            <translation>Braucht vier Punkte der Lernkurve (bisher {n})</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>to go</source>
            <translation>nötig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Reached, by the learning curve</source>
            <translation>Laut Lernkurve erreicht</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The learning curve levels off below this goal</source>
            <translation>Die Lernkurve flacht unterhalb dieses Ziels ab</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>More than {most} sentences, by the learning curve</source>
            <translation>Laut Lernkurve mehr als {most} Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{low} sentences or more</source>
            <translation>{low} Sätze oder mehr</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{low}–{high} sentences</source>
            <translation>{low}–{high} Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{note}, about {time} at your pace</source>
            <translation>{note}, im bisherigen Tempo etwa {time}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{note}; the goal may be out of reach</source>
            <translation>{note}; das Ziel ist womöglich unerreichbar</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve, and none is left here: import more texts</source>
            <translation>Laut Lernkurve etwa {needed} weitere Sätze, aber hier ist keiner mehr übrig: weitere Texte importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve: more than the one that is left in this project: import more texts</source>
            <translation>Laut Lernkurve etwa {needed} weitere Sätze, aber in diesem Projekt ist nur noch einer übrig: weitere Texte importieren</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>About {needed} more sentences, by the learning curve: more than the {n} that are left in this project: import more texts</source>
            <translation>
                <numerusform>Laut Lernkurve etwa {needed} weitere Sätze, aber in diesem Projekt ist nur noch {n} übrig: weitere Texte importieren</numerusform>
                <numerusform>Laut Lernkurve etwa {needed} weitere Sätze, aber in diesem Projekt sind nur noch {n} übrig: weitere Texte importieren</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The score is too uncertain to tell: this takes a larger test sample</source>
            <translation>Der Wert ist zu ungenau, um das zu sagen: dafür braucht es eine größere Teststichprobe</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>The score is too uncertain to tell: label more test sentences</source>
            <translation>Der Wert ist zu ungenau, um das zu sagen: dafür müssen mehr Testsätze gelabelt sein</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Shown after half a minute of labelling</source>
            <translation>Erscheint nach einer halben Minute Labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>No sentence is done yet</source>
            <translation>Noch kein Satz ist fertig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} tokens per hour</source>
            <translation>{n} Tokens pro Stunde</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{share}% of {n} accepted unchanged</source>
            <translation>{share} % von {n} unverändert angenommen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{share} of {n} accepted unchanged</source>
            <translation>{share} von {n} unverändert angenommen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Sentences per hour</source>
            <translation>Sätze pro Stunde</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Time saved</source>
            <translation>Gesparte Zeit</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Needs ten sentences with suggestions and ten without</source>
            <translation>Braucht zehn Sätze mit Vorschlägen und zehn ohne</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{helped} s per token instead of {alone}</source>
            <translation>{helped} s pro Token statt {alone}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Too few data to tell: {paces}</source>
            <translation>Zu wenige Daten für eine Aussage: {paces}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Time lost</source>
            <translation>Verlorene Zeit</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>by suggestions (95% CI {low}–{high}); {paces}</source>
            <translation>durch Vorschläge (95-%-KI {low}–{high}); {paces}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Calibration error: {before} points (○), {after} with temperature scaling (■), which starts at {enough} test sentences ({n} so far).</source>
            <translation>Kalibrierungsfehler: {before} Punkte (○), {after} mit Temperaturskalierung (■), die ab {enough} Testsätzen einsetzt (bisher {n}).</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>Confidence is calibrated (temperature {temperature}). Calibration error: {after} points (■), {before} uncalibrated (○), measured by cross-fitting.</source>
            <translation>Die Konfidenz ist kalibriert (Temperatur {temperature}). Kalibrierungsfehler: {after} Punkte (■), unkalibriert {before} (○), gemessen durch Cross-Fitting.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>more than {most}</source>
            <translation>mehr als {most}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>1 minute</source>
            <translation>1 Minute</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} minutes</source>
            <translation>
                <numerusform>{n} Minute</numerusform>
                <numerusform>{n} Minuten</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_words.py" />
            <source>{n} hours</source>
            <translation>{n} Stunden</translation>
        </message>
    </context>
    <context>
        <name>ProgressPanel</name>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Progress</source>
            <translation>Fortschritt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Model quality, your speed, and the distance to your goal</source>
            <translation>Modellqualität, Tempo und Abstand zum Ziel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Create a test sample…</source>
            <translation>Teststichprobe anlegen…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Pauses of more than two minutes do not count</source>
            <translation>Pausen von mehr als zwei Minuten zählen nicht</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Target score; the card and the plot show the distance to it</source>
            <translation>Zielwert; Karte und Diagramm zeigen den Abstand dazu</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Goal</source>
            <translation>Ziel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>View</source>
            <translation>Ansicht</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Curve</source>
            <translation>Kurve</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Token counts. Rows: true label, columns: predicted label. The stronger the colour, the larger the share of the row. Click a cell to list its sentences.</source>
            <translation>Anzahl Tokens. Zeilen: wahres Label, Spalten: vorhergesagtes Label. Je kräftiger die Farbe, desto größer der Anteil an der Zeile. Ein Klick auf eine Zelle listet ihre Sätze auf.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Confusion</source>
            <translation>Verwechslungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>Calibration</source>
            <translation>Kalibrierung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress.py" />
            <source>{right}, predicted as {proposed}</source>
            <translation>{right}, vorhergesagt als {proposed}</translation>
        </message>
    </context>
    <context>
        <name>ProjectController</name>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>The project was upgraded to this version's format. The original was kept as {path}.</source>
            <translation>Das Projekt wurde auf das Format dieser Version umgestellt. Das Original liegt unter {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>This project is read-only because its file or folder cannot be written, or the disk is full. Save a copy elsewhere to continue labelling.</source>
            <translation>Dieses Projekt ist schreibgeschützt, weil seine Datei oder sein Ordner nicht beschreibbar oder der Datenträger voll ist. Zum Weiterlabeln eine Kopie an anderem Ort speichern.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Save a copy…</source>
            <translation>Kopie speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>The log of this project was damaged, but the project has all its changes. The damaged log is kept as {path}.</source>
            <translation>Das Log dieses Projekts war beschädigt, aber das Projekt hat alle Änderungen daraus. Das beschädigte Log liegt jetzt unter {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>The log of this project was damaged, so the last changes may be missing. The damaged log is kept as {path}.</source>
            <translation>Das Log dieses Projekts war beschädigt, sodass die letzten Änderungen fehlen können. Das beschädigte Log liegt jetzt unter {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>The log beside this project was not used, because it belongs to another project or another state of this one. It is kept as {path}.</source>
            <translation>Das Log neben diesem Projekt wurde nicht verwendet, weil es zu einem anderen Projekt oder einem anderen Stand von diesem gehört. Es wird als {path} aufbewahrt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Open project</source>
            <translation>Projekt öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>copy</source>
            <translation>Kopie</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Save a copy</source>
            <translation>Kopie speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Copy saved: {path}.</source>
            <translation>Kopie gespeichert: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Learning is paused.</source>
            <translation>Lernen ist angehalten.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Resume learning</source>
            <translation>Lernen fortsetzen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Cross-validation is on: with 30 labelled sentences or more, it chooses how models are trained.</source>
            <translation>Die Kreuzvalidierung ist eingeschaltet: Ab 30 gelabelten Sätzen wählt sie, wie Modelle trainiert werden.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Cross-validation is off: models are trained with the project settings.</source>
            <translation>Die Kreuzvalidierung ist ausgeschaltet: Modelle werden mit den Projekteinstellungen trainiert.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Save a report</source>
            <translation>Bericht speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Texts (*.txt)</source>
            <translation>Texte (*.txt)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Report saved: {path}.</source>
            <translation>Bericht gespeichert: {path}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/project.py" />
            <source>Projects (*{suffix})</source>
            <translation>Projekte (*{suffix})</translation>
        </message>
    </context>
    <context>
        <name>ProjectSettingsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Project settings</source>
            <translation>Projekteinstellungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Stored in the project file</source>
            <translation>In der Projektdatei gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>View</source>
            <translation>Ansicht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Fa&amp;vour recall over precision</source>
            <translation>Recall &amp;vor Precision</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Learn &amp;from unlabelled text</source>
            <translation>Aus Te&amp;xt ohne Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Choose settings by cross-validation</source>
            <translation>Einstellungen per &amp;Kreuzvalidierung wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Pause learning</source>
            <translation>Lernen an&amp;halten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Save</source>
            <translation>&amp;Speichern</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>The changed project settings are not saved.</source>
            <translation>Die geänderten Projekteinstellungen sind nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>In training a missed label costs 2, an invented one nothing, any other 1</source>
            <translation>Im Training kostet ein übersehenes Label 2, ein erfundenes nichts, jeder andere Fehler 1</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Misses fewer labels, but makes more wrong suggestions.</source>
            <translation>Übersieht weniger Labels, macht aber mehr falsche Vorschläge.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Replaces c2 or an included template, leaves out unlabelled text, adds a bias against “O”, or changes the exponent of quick models, where held-out sentences show a clear gain. For the figures, see Model → State of the model.</source>
            <translation>Ersetzt c2 oder eine mitgelieferte Vorlage, lässt Text ohne Labels weg, setzt einen Bias gegen „O“ oder ändert den Exponenten der schnellen Modelle, wo zurückgehaltene Sätze einen klaren Gewinn zeigen. Die Zahlen nennt Modell → Zustand des Modells.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>No effect without “O”</source>
            <translation>Ohne „O“ wirkungslos</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>No effect without “O”: here every token has a label.</source>
            <translation>Ohne „O“ wirkungslos: Hier hat jedes Token ein Label.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Replaces c2 or an included template, leaves out unlabelled text, or changes the exponent of quick models, where held-out sentences show a clear gain. For the figures, see Model → State of the model.</source>
            <translation>Ersetzt c2 oder eine mitgelieferte Vorlage, lässt Text ohne Labels weg oder ändert den Exponenten der schnellen Modelle, wo zurückgehaltene Sätze einen klaren Gewinn zeigen. Die Zahlen nennt Modell → Zustand des Modells.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>M&amp;odel</source>
            <translation>M&amp;odell</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Higher values give fewer and more cautious suggestions.</source>
            <translation>Höhere Werte geben weniger und vorsichtigere Vorschläge.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Word vectors and clusters of the whole text, if it has at least {tokens}.</source>
            <translation>Wortvektoren und Wortcluster aus dem gesamten Text, wenn er mindestens {tokens} hat.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Sc&amp;heme</source>
            <translation>S&amp;chema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Feature te&amp;mplate</source>
            <translation>&amp;Merkmalsvorlage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Mo&amp;del</source>
            <translation>Mo&amp;dell</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>L2 regularisatio&amp;n (c2)</source>
            <translation>L2-&amp;Regularisierung (c2)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Re&amp;train</source>
            <translation>Neu &amp;trainieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Suggestions &amp;and queue</source>
            <translation>Vorschläge und &amp;Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Suggestions below this get a dashed outline. “Next uncertain token” looks for sentences with one of them, and visits all tokens there below 92%.</source>
            <translation>Vorschläge darunter werden gestrichelt umrandet. „Nächstes unsicheres Token“ sucht Sätze mit einem davon und besucht dort alle Tokens unter 92 %.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Uncertainty threshold</source>
            <translation>&amp;Unsicherheitsschwelle</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Cons&amp;istent names</source>
            <translation>&amp;Einheitliche Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>In the qu&amp;eue</source>
            <translation>&amp;In der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>&amp;Remaining tokens</source>
            <translation>Übri&amp;ge Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Test samp&amp;le</source>
            <translation>Teststich&amp;probe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Test sentences in &amp;queue</source>
            <translation>Testsät&amp;ze in der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Regularisation</source>
            <translation>Regularisierung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/project_settings.py" />
            <source>Uncertainty threshold</source>
            <translation>Unsicherheitsschwelle</translation>
        </message>
    </context>
    <context>
        <name>Projects</name>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Opening the project</source>
            <translation>Projekt wird geöffnet</translation>
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Creating the project</source>
            <translation>Projekt wird angelegt</translation>
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Creating the sample project</source>
            <translation>Beispielprojekt wird angelegt</translation>
        </message>
        <message>
            <location filename="../../app/services/projects.py" />
            <source>Restoring a backup</source>
            <translation>Sicherung wird wiederhergestellt</translation>
        </message>
    </context>
    <context>
        <name>QShortcut</name>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Enter</source>
            <translation>Eingabe</translation>
        </message>
        <message>
            <location filename="../../app/views/keymap.py" />
            <source>Return</source>
            <translation>Eingabe</translation>
        </message>
    </context>
    <context>
        <name>QueriedNotice</name>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Tokens to check</source>
            <translation>Zu prüfende Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>How many tokens to check, and what accepting confirms</source>
            <translation>Wie viele Tokens zu prüfen sind und was das Annehmen bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Only uncertain tokens, marked “?”, need checking. Correct them, or leave them{on}; accepting{enter} confirms them. To check whole sentences, change the setting in the queue.</source>
            <translation>Nur unsichere Tokens, mit „?“ markiert, sind zu prüfen. Korrigieren oder stehen lassen{on}; Annehmen{enter} bestätigt sie. Um ganze Sätze zu prüfen, die Einstellung in der Warteschlange ändern.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Nothing to check here</source>
            <translation>Hier ist nichts zu prüfen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{n} tokens to check</source>
            <translation>
                <numerusform>{n} Token zu prüfen</numerusform>
                <numerusform>{n} Tokens zu prüfen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>1 token to check</source>
            <translation>1 Token zu prüfen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} confirms it as shown</source>
            <translation>{enter} bestätigt es wie angezeigt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} confirms them as shown</source>
            <translation>{enter} bestätigt sie wie angezeigt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{enter} goes on</source>
            <translation>{enter} führt weiter</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>accepts {n} from {percent}%</source>
            <translation>nimmt {n} ab {percent} % an</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>Accepting</source>
            <translation>Annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}.</source>
            <translation>{what}.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}; 1 token stays open.</source>
            <translation>{what}; 1 Token bleibt offen.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/queried_notice.py" />
            <source>{what}; {n} tokens stay open.</source>
            <translation>
                <numerusform>{what}; {n} Token bleibt offen.</numerusform>
                <numerusform>{what}; {n} Tokens bleiben offen.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>QueueDelegate</name>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>flagged</source>
            <translation>gekennzeichnet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>postponed</source>
            <translation>zurückgestellt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>skipped</source>
            <translation>übersprungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_rows.py" />
            <source>partly answered</source>
            <translation>teilweise beantwortet</translation>
        </message>
    </context>
    <context>
        <name>QueueFilterButton</name>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter of the queue</source>
            <translation>Filter der Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter the queue</source>
            <translation>Warteschlange filtern</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Searching… {n}%</source>
            <translation>Suche… {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Label</source>
            <translation>&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Any label</source>
            <translation>Beliebiges Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Document</source>
            <translation>&amp;Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Any document</source>
            <translation>Beliebiges Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>F&amp;ound</source>
            <translation>Ge&amp;funden</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Found by a search; includes sentences that are done</source>
            <translation>Bei einer Suche gefunden; auch fertige Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;All open</source>
            <translation>&amp;Alle offenen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>The whole queue</source>
            <translation>Die ganze Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Uncertain: a token below {n}%</source>
            <translation>&amp;Unsicher: ein Token unter {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Threshold: see Project settings</source>
            <translation>Schwelle: siehe Projekteinstellungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Confident: all token&amp;s at or above {n}%</source>
            <translation>Si&amp;cher: alle Tokens ab {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Review, then accept all at once</source>
            <translation>Durchsehen, dann alle auf einmal annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Model and &amp;gazetteer disagree</source>
            <translation>Modell und &amp;Gazetteer uneinig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>A gazetteer gives a phrase a different label from the model's</source>
            <translation>Ein Gazetteer gibt einer Wendung ein anderes Label als das Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Possible labelling &amp;errors</source>
            <translation>Mögliche Label-&amp;Fehler</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Confirmed labels the model strongly disagrees with</source>
            <translation>Bestätigte Labels, denen das Modell stark widerspricht</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Inconsistent na&amp;mes</source>
            <translation>Uneinheitliche &amp;Namen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>A name has different labels in its document; includes sentences that are done</source>
            <translation>Ein Name hat in seinem Dokument verschiedene Labels; auch fertige Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Flagged</source>
            <translation>Ge&amp;kennzeichnet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Includes sentences that are done</source>
            <translation>Auch fertige Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>&amp;Postponed</source>
            <translation>&amp;Zurückgestellt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Postponed sentences</source>
            <translation>Zurückgestellte Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>S&amp;kipped</source>
            <translation>Übers&amp;prungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Skipped sentences</source>
            <translation>Übersprungene Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Partly a&amp;nswered</source>
            <translation>Teilweise &amp;beantwortet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>The uncertain tokens are answered, the rest is open; no other partial sentences</source>
            <translation>Die unsicheren Tokens sind beantwortet, der Rest ist offen; keine anderen teilweise gelabelten Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue_filter.py" />
            <source>Filter</source>
            <translation>Filter</translation>
        </message>
    </context>
    <context>
        <name>QueueModel</name>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token</source>
            <translation>1 Token</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{n} tokens</source>
            <translation>
                <numerusform>{n} Token</numerusform>
                <numerusform>{n} Tokens</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>test sentence · done</source>
            <translation>Testsatz · fertig</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>test sentence</source>
            <translation>Testsatz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>done</source>
            <translation>fertig</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>random · {why}</source>
            <translation>zufällig · {why}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{word}: labelled {said}, model suggests {proposed} ({chance})</source>
            <translation>{word}: gelabelt {said}, Modell schlägt {proposed} vor ({chance})</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{word}: gazetteer {said}, model {proposed} ({chance})</source>
            <translation>{word}: Gazetteer {said}, Modell {proposed} ({chance})</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>labelled {said}, model: {proposed} ({chance})</source>
            <translation>gelabelt {said}, Modell: {proposed} ({chance})</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>gazetteer: {said}, model: {proposed} ({chance})</source>
            <translation>Gazetteer: {said}, Modell: {proposed} ({chance})</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{said}, model: {proposed} ({chance})</source>
            <translation>{said}, Modell: {proposed} ({chance})</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{said}, model: {proposed}</source>
            <translation>{said}, Modell: {proposed}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token from a gazetteer</source>
            <translation>1 Token aus einem Gazetteer</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{n} tokens from gazetteers</source>
            <translation>
                <numerusform>{n} Token aus Gazetteers</numerusform>
                <numerusform>{n} Tokens aus Gazetteers</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token from a grammar</source>
            <translation>1 Token aus einer Grammatik</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{n} tokens from grammars</source>
            <translation>
                <numerusform>{n} Token aus Grammatiken</numerusform>
                <numerusform>{n} Tokens aus Grammatiken</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>suggestions are being computed</source>
            <translation>Vorschläge werden berechnet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>no suggestions yet</source>
            <translation>noch keine Vorschläge</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{chance} confident</source>
            <translation>{chance} sicher</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>{n} uncertain</source>
            <translation>{n} unsicher</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>all tokens at {threshold}% or above</source>
            <translation>alle Tokens bei {threshold} % oder darüber</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>1 token under {threshold}%: {words}</source>
            <translation>1 Token unter {threshold} %: {words}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/queue.py" />
            <source>{count} tokens under {threshold}%: {words}</source>
            <translation>
                <numerusform>{count} Token unter {threshold} %: {words}</numerusform>
                <numerusform>{count} Tokens unter {threshold} %: {words}</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue.py" />
            <source>suggested {name}</source>
            <translation>vorgeschlagen {name}</translation>
        </message>
    </context>
    <context>
        <name>QueuePanel</name>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Queue</source>
            <translation>Warteschlange</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Open sentences, most useful first</source>
            <translation>Offene Sätze, die nützlichsten zuerst</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Query strategy</source>
            <translation>Auswahlstrategie</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>How the queue ranks sentences</source>
            <translation>Wie die Warteschlange Sätze ordnet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Adjustment</source>
            <translation>Anpassung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>How the query strategy is adjusted</source>
            <translation>Wie die Auswahlstrategie angepasst wird</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>What to check</source>
            <translation>Was zu prüfen ist</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Whole sentences, or uncertain tokens only</source>
            <translation>Ganze Sätze oder nur unsichere Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>More options</source>
            <translation>Weitere Optionen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Adjustment of the query strategy, and what to check</source>
            <translation>Anpassung der Auswahlstrategie und was zu prüfen ist</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{order} · {asked}
Show options</source>
            <translation>{order} · {asked}
Optionen einblenden</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Hide the options below</source>
            <translation>Optionen unten ausblenden</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Show all</source>
            <translation>Alle zeigen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Clear the filter</source>
            <translation>Filter aufheben</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>Arrows go from sentence to sentence, Enter goes to its tokens</source>
            <translation>Pfeiltasten führen von Satz zu Satz, die Eingabetaste zu seinen Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{n} listed</source>
            <translation>{n} aufgelistet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>{n} open</source>
            <translation>{n} offen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>No sentences match the filter. Click “Show all” to clear it.</source>
            <translation>Keine Sätze passen zum Filter. „Alle zeigen“ hebt ihn auf.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The most useful sentences to label will appear here. Import a text first.</source>
            <translation>Hier erscheinen die Sätze, deren Labels am meisten nützen. Erst einen Text importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>All done: every sentence is confirmed.</source>
            <translation>Alles fertig: Jeder Satz ist bestätigt.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The queue is empty. Remaining sentences were skipped or partly answered; use the filter to see them.</source>
            <translation>Die Warteschlange ist leer. Die übrigen Sätze wurden übersprungen oder teilweise beantwortet; der Filter zeigt sie.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/queue.py" />
            <source>The most useful sentences to label next will appear here. Accept a few sentences first.</source>
            <translation>Hier erscheinen die Sätze, deren Labels als Nächstes am meisten nützen. Erst einige Sätze annehmen.</translation>
        </message>
    </context>
    <context>
        <name>QueueWords</name>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits/min</source>
            <translation>{n} Bits/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} worth</source>
            <translation>Nutzen {n}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>under 1%</source>
            <translation>unter 1 %</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} lowest confidence</source>
            <translation>{p} geringste Konfidenz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} for the sentence</source>
            <translation>{p} für den Satz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{p} per token</source>
            <translation>{p} je Token</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>2nd answer {p} as likely</source>
            <translation>2. Antwort {p} so wahrscheinlich</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits open</source>
            <translation>{n} Bits offen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits a word</source>
            <translation>{n} Bits je Wort</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} bits in ten answers</source>
            <translation>{n} Bits in zehn Antworten</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} corrections expected</source>
            <translation>{n} Korrekturen erwartet</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} spans overlooked</source>
            <translation>{n} Spannen übersehen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} labelled otherwise</source>
            <translation>{n} anders gelabelt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} open and typical</source>
            <translation>{n} offen und typisch</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} change expected</source>
            <translation>erwartete Änderung {n}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} corrections/min</source>
            <translation>{n} Korrekturen/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} spans/min</source>
            <translation>{n} Spannen/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} labelled otherwise/min</source>
            <translation>{n} anders gelabelt/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} uncertain/min</source>
            <translation>{n} unsicher/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n}/min</source>
            <translation>{n}/min</translation>
        </message>
        <message>
            <location filename="../../app/item_models/queue_words.py" />
            <source>{n} change/min</source>
            <translation>Änderung {n}/min</translation>
        </message>
    </context>
    <context>
        <name>RecentEntry</name>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Not found in {folder}</source>
            <translation>Nicht gefunden in {folder}</translation>
        </message>
    </context>
    <context>
        <name>RecentMenu</name>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open &amp;recent</source>
            <translation>&amp;Zuletzt geöffnet</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open recent</source>
            <translation>Zuletzt geöffnet</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Projects that were open before</source>
            <translation>Früher geöffnete Projekte</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>No other projects yet</source>
            <translation>Noch keine anderen Projekte</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>&amp;Clear list</source>
            <translation>Liste &amp;leeren</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Open recent: {name}</source>
            <translation>Zuletzt geöffnet: {name}</translation>
        </message>
        <message>
            <location filename="../../app/views/recent_menu.py" />
            <source>Not found: {path}</source>
            <translation>Nicht gefunden: {path}</translation>
        </message>
    </context>
    <context>
        <name>ReliabilityPlot</name>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Calibration</source>
            <translation>Kalibrierung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Confidence, %</source>
            <translation>Konfidenz, %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>Correct, %</source>
            <translation>Richtig, %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>No measurement yet</source>
            <translation>Noch keine Messung</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/progress_plots.py" />
            <source>of {shown}% shown, {right}% right</source>
            <translation>bei angezeigten {shown} % sind {right} % richtig</translation>
        </message>
    </context>
    <context>
        <name>Repainter</name>
        <message>
            <location filename="../../app/views/sentence_view/repainting.py" />
            <source>Nothing to label yet. Import a text to begin.</source>
            <translation>Noch nichts zu labeln. Zu Beginn einen Text importieren.</translation>
        </message>
    </context>
    <context>
        <name>ReportPage</name>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Report</source>
            <translation>Bericht</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Contents of the files</source>
            <translation>Inhalt der Dateien</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>{n} files: {sizes}</source>
            <translation>
                <numerusform>{n} Datei: {sizes}</numerusform>
                <numerusform>{n} Dateien: {sizes}</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>, labels: {n} ({new} new)</source>
            <translation>, Labels: {n} ({new} neu)</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>{n} of {all} files are in the project already, by name or by most sentences.</source>
            <translation>
                <numerusform>{n} von {all} Dateien ist schon im Projekt, dem Namen oder den meisten Sätzen nach.</numerusform>
                <numerusform>{n} von {all} Dateien sind schon im Projekt, dem Namen oder den meisten Sätzen nach.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>1 of {all} files is in the project already, by name or by most sentences.</source>
            <translation>1 von {all} Dateien ist schon im Projekt, dem Namen oder den meisten Sätzen nach.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>{name} was chosen twice, and is imported once.</source>
            <translation>{name} wurde zweimal gewählt und wird einmal importiert.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>{n} files were chosen twice, and are imported once.</source>
            <translation>
                <numerusform>{n} Datei wurde zweimal gewählt und wird einmal importiert.</numerusform>
                <numerusform>{n} Dateien wurden zweimal gewählt und werden einmal importiert.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Keep the tags unchanged for manual re&amp;view</source>
            <translation>Tags zur Durchsicht unverändert be&amp;halten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>The file uses {found}, the project {scheme}. Sentences whose tags are invalid keep them unchanged.</source>
            <translation>Die Datei verwendet {found}, das Projekt {scheme}. Sätze mit ungültigen Tags behalten diese unverändert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>This project cannot separate adjacent spans with the same label. Export restores the boundary if you don't change them.</source>
            <translation>Dieses Projekt kann benachbarte Spannen mit demselben Label nicht trennen. Bleiben sie unverändert, stellt der Export die Grenze wieder her.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>Adjacent tokens with the same label would be merged.</source>
            <translation>Benachbarte Tokens mit demselben Label würden verbunden.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/import_report.py" />
            <source>&amp;Convert to {scheme} (converted back on export)</source>
            <translation>&amp;In {scheme} umwandeln (beim Export wieder zurück)</translation>
        </message>
    </context>
    <context>
        <name>ReportTree</name>
        <message>
            <location filename="../../app/views/dialogs/report_tree.py" />
            <source>Item</source>
            <translation>Angabe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/report_tree.py" />
            <source>Value</source>
            <translation>Wert</translation>
        </message>
    </context>
    <context>
        <name>Reports</name>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Relations</source>
            <translation>Relationen</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Events</source>
            <translation>Ereignisse</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Attributes</source>
            <translation>Attribute</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Links to other resources</source>
            <translation>Verweise auf andere Ressourcen</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Comments</source>
            <translation>Kommentare</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Lines of other kinds</source>
            <translation>Zeilen anderer Art</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>brat lines referring to deleted spans (kept unchanged)</source>
            <translation>brat-Zeilen, die auf gelöschte Spannen verweisen (bleiben unverändert)</translation>
        </message>
        <message>
            <location filename="../../app/formats/brat.py" />
            <source>Labels with spaces, exported with “_” instead</source>
            <translation>Labels mit Leerzeichen, stattdessen mit „_“ exportiert</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu.py" />
            <source>Sentences whose words are not numbered 1, 2, 3, …</source>
            <translation>Sätze, deren Wörter nicht so nummeriert sind: 1, 2, 3, …</translation>
        </message>
        <message>
            <location filename="../../app/formats/conllu_misc.py" />
            <source>No word of the file has the attribute {name}: its tokens are imported without labels</source>
            <translation>Kein Wort der Datei hat das Attribut {name}: Ihre Tokens werden ohne Labels importiert</translation>
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Relations of spans that are gone</source>
            <translation>Relationen von Spannen, die es nicht mehr gibt</translation>
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Documents that lose columns and comments</source>
            <translation>Dokumente, die Spalten und Kommentare verlieren</translation>
        </message>
        <message>
            <location filename="../../app/formats/doccano.py" />
            <source>Documents that lose the whitespace between sentences</source>
            <translation>Dokumente, die den Leerraum zwischen Sätzen verlieren</translation>
        </message>
        <message>
            <location filename="../../app/formats/plain_text.py" />
            <source>Lines of a table, read as plain text with commas and quotation marks</source>
            <translation>Tabellenzeilen, als reiner Text mit Kommas und Anführungszeichen gelesen</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Rejected spans (cannot be represented per token)</source>
            <translation>Abgelehnte Spannen (je Token nicht darstellbar)</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Texts that were labelled by hand more than once (the last answer counts)</source>
            <translation>Mehrmals von Hand gelabelte Texte (die letzte Antwort zählt)</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Lists of tokens that don't fit their text, not used</source>
            <translation>Tokenlisten, die nicht zu ihrem Text passen, nicht verwendet</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Ignored answers</source>
            <translation>Ignorierte Antworten</translation>
        </message>
        <message>
            <location filename="../../app/formats/prodigy.py" />
            <source>Rejected answers without a usable span</source>
            <translation>Abgelehnte Antworten ohne brauchbare Spanne</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Rows with another number of fields (first: word, last: label)</source>
            <translation>Zeilen mit anderer Feldzahl (erstes: Wort, letztes: Label)</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>-DOCSTART- lines</source>
            <translation>Zeilen mit -DOCSTART-</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Words inside ranges</source>
            <translation>Wörter in Mehrwortbereichen</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Ranges of words</source>
            <translation>Mehrwortbereiche</translation>
        </message>
        <message>
            <location filename="../../app/formats/rows.py" />
            <source>Empty nodes</source>
            <translation>Leere Knoten</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Sentences that are not done, left out</source>
            <translation>Nicht fertige Sätze, ausgelassen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Documents without a sentence that is done, left out</source>
            <translation>Dokumente ohne fertigen Satz, ausgelassen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Flags and status of sentences (flagged, skipped, postponed) are not exported</source>
            <translation>Kennzeichen und Vermerke der Sätze (gekennzeichnet, übersprungen, zurückgestellt) werden nicht exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unaccepted suggestions, not exported</source>
            <translation>Nicht angenommene Vorschläge, nicht exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Rejected labels, not exported</source>
            <translation>Abgelehnte Labels, nicht exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens, exported with their original labels</source>
            <translation>Nicht bestätigte Tokens, mit ursprünglichen Labels exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens, exported without a label</source>
            <translation>Nicht bestätigte Tokens, ohne Label exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens, exported as “{name}”</source>
            <translation>Nicht bestätigte Tokens, als „{name}“ exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens of test sentences (without suggestions), exported without a label</source>
            <translation>Nicht bestätigte Tokens der Testsätze (ohne Vorschläge), ohne Label exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Unconfirmed tokens of test sentences (without suggestions), exported as “{name}”</source>
            <translation>Nicht bestätigte Tokens der Testsätze (ohne Vorschläge), als „{name}“ exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Model suggestions, exported as confirmed</source>
            <translation>Vorschläge des Modells, als bestätigt exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Imported suggestions, exported as confirmed</source>
            <translation>Importierte Vorschläge, als bestätigt exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Documents whose original spacing is lost</source>
            <translation>Dokumente, deren ursprünglicher Leerraum verloren geht</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Documents exported as words and labels only</source>
            <translation>Nur als Wörter und Labels exportierte Dokumente</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Labels with a space, which cannot be exported; rename them first</source>
            <translation>Labels mit Leerzeichen, nicht exportierbar; zuerst umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Words that contain spaces, exported without them</source>
            <translation>Wörter mit Leerzeichen, ohne diese exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Tags that violate their scheme, exported unchanged</source>
            <translation>Tags, die gegen ihr Schema verstoßen, unverändert exportiert</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Boundaries between adjacent spans with the same label</source>
            <translation>Grenzen zwischen benachbarten Spannen mit demselben Label</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Adjacent tokens with one label, merged into one span unless separated in the source file</source>
            <translation>Benachbarte Tokens mit demselben Label, zu einer Spanne verbunden, sofern nicht in der Quelldatei getrennt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/report.py" />
            <source>Nothing is lost in this export.</source>
            <translation>Bei diesem Export geht nichts verloren.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>1 sentence that is not done was left out</source>
            <translation>1 nicht fertiger Satz wurde ausgelassen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>{n} sentences that are not done were left out</source>
            <translation>{n} nicht fertige Sätze wurden ausgelassen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>1 of them is not done (its open tokens are exported as no label, or as they were imported{hint})</source>
            <translation>1 davon ist nicht fertig (seine offenen Tokens werden ohne Label exportiert oder wie importiert{hint})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/unfinished.py" />
            <source>{n} of them are not done (their open tokens are exported as no label, or as they were imported{hint})</source>
            <translation>{n} davon sind nicht fertig (ihre offenen Tokens werden ohne Label exportiert oder wie importiert{hint})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/violations.py" />
            <source>and {:more rule|more rules}</source>
            <translation>und {:weitere Regel|weitere Regeln}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/violations.py" />
            <source>Labels violate rules in {:sentence|sentences}: {}.</source>
            <translation>Labels verstoßen in {:Satz|Sätzen} gegen Regeln: {}.</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/violations.py" />
            <source>{numbers} and {n} more</source>
            <translation>{numbers} und {n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/violations.py" />
            <source>{rule} (sentences {numbers})</source>
            <translation>{rule} (Sätze {numbers})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/exporting/violations.py" />
            <source>{rule} (sentence {numbers})</source>
            <translation>{rule} (Satz {numbers})</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/documents.py" />
            <source>Characters that are valid UTF-8, and were read as Windows-1252</source>
            <translation>Zeichen, die gültiges UTF-8 sind und als Windows-1252 gelesen wurden</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Already in the project</source>
            <translation>Schon im Projekt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>a document of this name</source>
            <translation>ein Dokument dieses Namens</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>1 sentence</source>
            <translation>1 Satz</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} sentences</source>
            <translation>{n} Sätze</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>1 token</source>
            <translation>1 Token</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} tokens</source>
            <translation>{n} Tokens</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Format</source>
            <translation>Format</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Documents</source>
            <translation>Dokumente</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Labels</source>
            <translation>Labels</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>ignored (restored on export)</source>
            <translation>ignoriert (beim Export wiederhergestellt)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>none</source>
            <translation>keine</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} of {all}</source>
            <translation>{n} von {all}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Sentences that are already in the project</source>
            <translation>Sätze, die schon im Projekt sind</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Tokens with a tag (including O)</source>
            <translation>Tokens mit Tag (auch O)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{found}; the project has {scheme}</source>
            <translation>{found}; das Projekt hat {scheme}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Scheme</source>
            <translation>Schema</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>spans; this project has one label per token and cannot separate adjacent spans</source>
            <translation>Spannen; dieses Projekt hat ein Label je Token und kann benachbarte Spannen nicht trennen</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>Invalid tags (kept unchanged)</source>
            <translation>Ungültige Tags (bleiben unverändert)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{label} (new)</source>
            <translation>{label} (neu)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{n} ({new} new)</source>
            <translation>{n} ({new} neu)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>… and {n} more</source>
            <translation>… und {n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>line {n}</source>
            <translation>Zeile {n}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>sentence {n}</source>
            <translation>Satz {n}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{where}: {tag} on “{word}”</source>
            <translation>{where}: {tag} bei „{word}“</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{where}: {tag} on “{word}”, after {before}</source>
            <translation>{where}: {tag} bei „{word}“, nach {before}</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>{what} (kept for export, not shown)</source>
            <translation>{what} (für den Export aufbewahrt, nicht angezeigt)</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>word</source>
            <translation>Wort</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>POS</source>
            <translation>POS</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>label</source>
            <translation>Label</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>CoNLL-U</source>
            <translation>CoNLL-U</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Prodigy: JSON lines</source>
            <translation>Prodigy: JSON Lines</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Prodigy: a task for each sentence</source>
            <translation>Prodigy: eine Aufgabe je Satz</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>doccano: JSON lines</source>
            <translation>doccano: JSON Lines</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>doccano: a line of JSON for each sentence</source>
            <translation>doccano: eine JSON-Zeile je Satz</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>brat: text with .ann</source>
            <translation>brat: Text mit .ann</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>brat: a text with a file of spans</source>
            <translation>brat: ein Text mit einer Datei der Spannen</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Column file</source>
            <translation>Spaltendatei</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Columns: word and label</source>
            <translation>Spalten: Wort und Label</translation>
        </message>
        <message>
            <location filename="../../app/formats/table.py" />
            <source>Plain text</source>
            <translation>Reiner Text</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Incomplete spans (offsets or label missing)</source>
            <translation>Unvollständige Spannen (Offsets oder Label fehlen)</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans outside the text</source>
            <translation>Spannen außerhalb des Textes</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans without a word</source>
            <translation>Spannen ohne Wort</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans that begin or end inside a word</source>
            <translation>Spannen, die in einem Wort beginnen oder enden</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans crossing a sentence boundary</source>
            <translation>Spannen über eine Satzgrenze hinweg</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans that overlap others</source>
            <translation>Spannen, die andere überlappen</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Discontinuous spans</source>
            <translation>Unterbrochene Spannen</translation>
        </message>
        <message>
            <location filename="../../app/formats/span_alignment.py" />
            <source>Spans whose quoted text does not match</source>
            <translation>Spannen, deren zitierter Text nicht übereinstimmt</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>one label per token</source>
            <translation>ein Label je Token</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOB1</source>
            <translation>IOB1</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOB2</source>
            <translation>IOB2</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>IOE2</source>
            <translation>IOE2</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>BIOES</source>
            <translation>BIOES</translation>
        </message>
        <message>
            <location filename="../../app/jobs/importing/report.py" />
            <source>BILOU</source>
            <translation>BILOU</translation>
        </message>
    </context>
    <context>
        <name>RestBox</name>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Remaining tokens</source>
            <translation>Übrige Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Stay open</source>
            <translation>Offen lassen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Are accepted from</source>
            <translation>Annehmen ab</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Accepted from</source>
            <translation>Annehmen ab</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>Open tokens are treated as unknown in training.</source>
            <translation>Offene Tokens gelten im Training als unbekannt.</translation>
        </message>
    </context>
    <context>
        <name>RestoreDialog</name>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Restore a backup</source>
            <translation>Sicherung wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Go back to an earlier state of the project; nothing is overwritten</source>
            <translation>Zu einem früheren Stand des Projekts zurückkehren; nichts wird überschrieben</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Reading the backups of {name}…</source>
            <translation>Sicherungen von {name} werden gelesen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Restore to a &amp;new file: {name}</source>
            <translation>In &amp;neuer Datei wiederherstellen: {name}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>&amp;Replace the project (current version is kept as {name})</source>
            <translation>Projekt &amp;ersetzen (die jetzige Fassung bleibt als {name} erhalten)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Re&amp;store</source>
            <translation>&amp;Wiederherstellen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Reading the backups</source>
            <translation>Sicherungen werden gelesen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Backups</source>
            <translation>Sicherungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Newest first</source>
            <translation>Neueste zuerst</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created</source>
            <translation>Erstellt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Sentences done</source>
            <translation>Fertige Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Size</source>
            <translation>Größe</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Later changes</source>
            <translation>Danach geändert</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>No backups of {name} yet. Backups are made every 30 minutes of work, before large changes and when the project is closed.</source>
            <translation>Noch keine Sicherungen von {name}. Sicherungen entstehen alle 30 Arbeitsminuten, vor großen Änderungen und beim Schließen des Projekts.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Choose a backup of {name} to restore:</source>
            <translation>Die wiederherzustellende Sicherung von {name} wählen:</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Unreadable</source>
            <translation>Unlesbar</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>{n} of {all}</source>
            <translation>{n} von {all}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>All changes since then</source>
            <translation>Alle Änderungen seither</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>None</source>
            <translation>Keine</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>1 change</source>
            <translation>1 Änderung</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/restore.py" />
            <source>{n} changes</source>
            <translation>
                <numerusform>{n} Änderung</numerusform>
                <numerusform>{n} Änderungen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>This backup is unreadable. Choose another.</source>
            <translation>Diese Sicherung ist unlesbar. Eine andere wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>This backup contains all changes of the project.</source>
            <translation>Diese Sicherung enthält alle Änderungen des Projekts.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>The project file is gone; the backup takes its place.</source>
            <translation>Die Projektdatei gibt es nicht mehr; die Sicherung tritt an ihre Stelle.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created {age} ago. Later changes are not included. The current file is damaged but will be kept.</source>
            <translation>Vor {age} erstellt. Spätere Änderungen fehlen. Die jetzige Datei ist beschädigt, bleibt aber erhalten.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created {age} ago. The later change is not in this backup; the current file keeps it.</source>
            <translation>Vor {age} erstellt. Die spätere Änderung fehlt in dieser Sicherung; die jetzige Datei behält sie.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/restore.py" />
            <source>Created {age} ago. The {n} later changes are not in this backup; the current file keeps them.</source>
            <translation>
                <numerusform>Vor {age} erstellt. Die {n} spätere Änderung fehlt in dieser Sicherung; die jetzige Datei behält sie.</numerusform>
                <numerusform>Vor {age} erstellt. Die {n} späteren Änderungen fehlen in dieser Sicherung; die jetzige Datei behält sie.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>RuleEditor</name>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Edit rule</source>
            <translation>Regel bearbeiten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>New rule</source>
            <translation>Neue Regel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Constraints that all labels must satisfy</source>
            <translation>Einschränkungen, die für alle Labels gelten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Type</source>
            <translation>Art</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Name</source>
            <translation>Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>(generated from the rule)</source>
            <translation>(ergibt sich aus der Regel)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>The rule in its form is not saved.</source>
            <translation>Die Regel im Formular ist nicht gespeichert.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Select at least one label.</source>
            <translation>Mindestens ein Label auswählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Choose a label in “{field}”.</source>
            <translation>Bei „{field}“ ein Label wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Choose a scheme in “{field}”.</source>
            <translation>Bei „{field}“ ein Schema wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Fill in “{field}”.</source>
            <translation>„{field}“ ausfüllen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Tick “At least” or “At most”, or both.</source>
            <translation>„Mindestens“ oder „Höchstens“ ankreuzen oder beides.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>“At least” is more than “At most”.</source>
            <translation>„Mindestens“ ist größer als „Höchstens“.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>“always” takes one label; for several choose “only (one of these)”.</source>
            <translation>„Immer“ nimmt nur ein Label; für mehrere „Nur (eines davon)“ wählen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Rule &amp;type</source>
            <translation>&amp;Art der Regel</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Strength</source>
            <translation>Stärke</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>&amp;Name</source>
            <translation>&amp;Name</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>&amp;Apply</source>
            <translation>Anwen&amp;den</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>&amp;Add</source>
            <translation>Hin&amp;zufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>Example: {sentence}</source>
            <translation>Beispiel: {sentence}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>This project has no tags of a scheme.</source>
            <translation>Dieses Projekt hat keine Tags eines Schemas.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>The tags of this project are {scheme}.</source>
            <translation>Die Tags dieses Projekts folgen {scheme}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_editor.py" />
            <source>The project has no label {names}.</source>
            <translation>Das Projekt hat kein Label {names}.</translation>
        </message>
    </context>
    <context>
        <name>RuleForms</name>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Label A</source>
            <translation>&amp;Label A</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Label &amp;B</source>
            <translation>Label &amp;B</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Ignore case</source>
            <translation>&amp;Groß-/Kleinschreibung ignorieren</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Effect</source>
            <translation>Wirk&amp;ung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Always</source>
            <translation>Immer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Only (one of these)</source>
            <translation>Nur (eines davon)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Never</source>
            <translation>Nie</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Labels</source>
            <translation>&amp;Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A is followed by B</source>
            <translation>Auf A folgt B</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A PERSON starts right after the last word of each TITLE.</source>
            <translation>Direkt nach dem letzten Wort jedes TITLE beginnt eine PERSON.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A is not followed by B</source>
            <translation>Auf A folgt nicht B</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A DOSE is not followed by a DOSE.</source>
            <translation>Auf eine DOSE folgt keine DOSE.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A and B are never adjacent</source>
            <translation>A und B sind nie benachbart</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>PERSON and DRUG never touch, in either order.</source>
            <translation>PERSON und DRUG stoßen nie aneinander, egal in welcher Reihenfolge.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A never comes after B</source>
            <translation>A kommt nie nach B</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>No TITLE comes after a DATE, at any distance.</source>
            <translation>Nach einem DATE kommt kein TITLE, egal in welchem Abstand.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A requires B</source>
            <translation>A erfordert B</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>If there is a DOSE in the sentence, there is a DRUG.</source>
            <translation>Enthält der Satz eine DOSE, enthält er auch ein DRUG.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>A excludes B</source>
            <translation>A schließt B aus</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>If there is a TITLE in the sentence, there is no DRUG.</source>
            <translation>Enthält der Satz einen TITLE, enthält er kein DRUG.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Number per sentence</source>
            <translation>Anzahl je Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At most one DATE per sentence. Use the same number twice for “exactly”.</source>
            <translation>Höchstens ein DATE je Satz. Zweimal dieselbe Zahl bedeutet „genau“.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Label</source>
            <translation>&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At l&amp;east</source>
            <translation>&amp;Mindestens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>At &amp;most</source>
            <translation>Höchs&amp;tens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Sentence starts with</source>
            <translation>Satz beginnt mit</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>The first token of each sentence begins a DATE.</source>
            <translation>Mit dem ersten Token jedes Satzes beginnt ein DATE.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Sentence ends with</source>
            <translation>Satz endet mit</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>The last token of each sentence, often the full stop, has no label (O).</source>
            <translation>Das letzte Token jedes Satzes, oft der Punkt, hat kein Label (O).</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words and phrases</source>
            <translation>Wörter und Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>“New York” and “Ulm” are only CITY or O. The longest phrase counts.</source>
            <translation>„New York“ und „Ulm“ sind nur CITY oder O. Die längste Wendung zählt.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Words or phrases</source>
            <translation>Wört&amp;er oder Wendungen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words matching a pattern</source>
            <translation>Wörter nach einem Muster</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Words that match \d+(\.\d+)? as a whole are never PERSON.</source>
            <translation>Wörter, die als Ganzes zu \d+(\.\d+)? passen, sind nie PERSON.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Regular e&amp;xpression</source>
            <translation>&amp;Regulärer Ausdruck</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Same word, same label</source>
            <translation>Gleiches Wort, gleiches Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>All occurrences of “Osei” in a sentence have one label.</source>
            <translation>Alle Vorkommen von „Osei“ in einem Satz haben dasselbe Label.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Words</source>
            <translation>Wört&amp;er</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>One per line; leave empty for every word</source>
            <translation>Eines je Zeile; leer lassen für alle Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>&amp;Compare labels, not tags (B-X, I-X)</source>
            <translation>Labels statt &amp;Tags (B-X, I-X) vergleichen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Valid tagging scheme</source>
            <translation>Gültiges Tag-Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>IOB2: an I-DRUG comes only after a B-DRUG or an I-DRUG.</source>
            <translation>IOB2: I-DRUG kommt nur nach B-DRUG oder I-DRUG.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>S&amp;cheme</source>
            <translation>&amp;Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>Tag sequence matches a regular expression</source>
            <translation>Tag-Folge passt zu einem regulären Ausdruck</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/rule_forms.py" />
            <source>O* (B-DATE I-DATE* O*)? allows one DATE and nothing else (tags, not spans).</source>
            <translation>O* (B-DATE I-DATE* O*)? erlaubt ein DATE und sonst nichts (Tags, keine Spannen).</translation>
        </message>
    </context>
    <context>
        <name>Rules</name>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} is followed by {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Auf {a} folgt {b}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} is not followed by {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Auf {a} folgt nicht {b}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>A sentence starts with {a}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Jeder Satz beginnt mit {a}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>A sentence ends with {a}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Jeder Satz endet mit {a}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{a} and {b} are never adjacent</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{a} und {b} sind nie benachbart</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Tags are valid {scheme}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Tags sind nach {scheme} gültig</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Number of {unit} per sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Anzahl {unit} je Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>If {a} occurs, {b} also occurs</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Wenn {a} vorkommt, dann auch {b}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>No {a} comes after {b}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Nach {b} kommt nie {a}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>The tags match {regex}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Die Tags passen zu {regex}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{words}: {labels}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>All occurrences of a word in a sentence have the same label</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Alle Vorkommen eines Wortes in einem Satz haben dasselbe Label</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>Exactly {least} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Genau {least} {unit} in einem Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{least} to {most} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{least} bis {most} {unit} in einem Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>At least {least} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Mindestens {least} {unit} in einem Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>At most {most} {unit} in a sentence</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Höchstens {most} {unit} in einem Satz</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: always {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{words}: immer {labels}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: only {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{words}: nur {labels}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>{words}: never {labels}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>{words}: nie {labels}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>If {a} occurs, {b} does not</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Wenn {a} vorkommt, dann nicht {b}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source>All occurrences of a word in a sentence have the same label: {words}</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>Alle Vorkommen eines Wortes in einem Satz haben dasselbe Label: {words}</translation>
        </message>
        <message>
            <location filename="../../app/domain/rules.py" />
            <source> or </source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation> oder </translation>
        </message>
        <message>
            <location filename="../../app/domain/quotes.py" />
            <source>“{}”</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>„{}“</translation>
        </message>
        <message>
            <location filename="../../app/domain/quotes.py" />
            <source>‘{}’</source>
            <extracomment>The text of a rule, without a full stop.</extracomment>
            <translation>‚{}‘</translation>
        </message>
    </context>
    <context>
        <name>RulesController</name>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules refer to labels: make the first.</source>
            <translation>Regeln beziehen sich auf Labels: das erste anlegen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>New label…</source>
            <translation>Neues Label…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} cannot be edited in this version, only removed or switched off.</source>
            <translation>{rule} lässt sich in dieser Version nicht bearbeiten, nur entfernen oder ausschalten.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Removed {rule}.</source>
            <translation>{rule} entfernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>This rule already exists.</source>
            <translation>Diese Regel gibt es bereits.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>This rule already exists, but is switched off.</source>
            <translation>Diese Regel gibt es bereits, sie ist aber ausgeschaltet.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Switch on</source>
            <translation>Einschalten</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Violations of {rule}</source>
            <translation>Verstöße gegen {rule}</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} currently affects no suggestions.</source>
            <translation>{rule} betrifft derzeit keine Vorschläge.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} affects 1 sentence.</source>
            <translation>{rule} betrifft 1 Satz.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule} affects {n} sentences.</source>
            <translation>
                <numerusform>{rule} betrifft {n} Satz.</numerusform>
                <numerusform>{rule} betrifft {n} Sätze.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Affected by {rule}</source>
            <translation>Betroffen von {rule}</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Show it…</source>
            <translation>Anzeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Show them…</source>
            <translation>Anzeigen…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>The confirmed labels of 1 sentence violate {rule}.</source>
            <translation>Die bestätigten Labels von 1 Satz verstoßen gegen {rule}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>The confirmed labels of {n} sentences violate {rule}.</source>
            <translation>
                <numerusform>Die bestätigten Labels von {n} Satz verstoßen gegen {rule}.</numerusform>
                <numerusform>Die bestätigten Labels von {n} Sätzen verstoßen gegen {rule}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{violations} It affects 1 open sentence.</source>
            <translation>{violations} Die Regel betrifft 1 offenen Satz.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{violations} It affects {n} open sentences.</source>
            <translation>
                <numerusform>{violations} Die Regel betrifft {n} offenen Satz.</numerusform>
                <numerusform>{violations} Die Regel betrifft {n} offene Sätze.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>No new rules found. They need labelled sentences: a rule is found where at least {n} examples satisfy it, and none violates it.</source>
            <translation>Keine neuen Regeln gefunden. Sie brauchen gelabelte Sätze: Eine Regel wird gefunden, wo mindestens {n} Beispiele ihr genügen und keines ihr widerspricht.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>“{rule}” ({n} of {n})</source>
            <translation>„{rule}“ ({n} von {n})</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>1 rule found and added, switched off: {rules}. Switch it on if it is right.</source>
            <translation>1 Regel gefunden und ausgeschaltet hinzugefügt: {rules}. Einschalten, wenn sie zutrifft.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>{n} rules found and added, switched off: {rules}. Switch on those that are right.</source>
            <translation>
                <numerusform>{n} Regel gefunden und ausgeschaltet hinzugefügt: {rules}. Einschalten, wenn sie zutrifft.</numerusform>
                <numerusform>{n} Regeln gefunden und ausgeschaltet hinzugefügt: {rules}. Die zutreffenden einschalten.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>No soft rules to learn penalties for: make a rule soft, or switch a soft one on.</source>
            <translation>Keine weichen Regeln, deren Strafen gelernt werden könnten: eine Regel weich machen oder eine weiche einschalten.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Penalties already fit the confirmed labels.</source>
            <translation>Die Strafen passen bereits zu den bestätigten Labels.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>{rule}: {cost}</source>
            <translation>{rule}: {cost}</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Penalties updated: {rules}.</source>
            <translation>Strafen aktualisiert: {rules}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Import rules</source>
            <translation>Regeln importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules added: {n}.</source>
            <translation>Hinzugefügte Regeln: {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Already present: {n}.</source>
            <translation>Bereits vorhanden: {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules for individual sentences were skipped.</source>
            <translation>Regeln für einzelne Sätze wurden übersprungen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>There are no rules to export yet.</source>
            <translation>Es gibt noch keine Regeln zum Exportieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>rules</source>
            <translation>regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Export rules</source>
            <translation>Regeln exportieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Exported 1 rule to {path}.</source>
            <translation>1 Regel exportiert nach {path}.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/controllers/rules.py" />
            <source>Exported {n} rules to {path}.</source>
            <translation>
                <numerusform>{n} Regel exportiert nach {path}.</numerusform>
                <numerusform>{n} Regeln exportiert nach {path}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/rules.py" />
            <source>Rules (*.json);;All files (*)</source>
            <translation>Regeln (*.json);;Alle Dateien (*)</translation>
        </message>
    </context>
    <context>
        <name>RulesModel</name>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>exact search (slower)</source>
            <translation>exakte Suche (langsamer)</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>1 state</source>
            <translation>1 Zustand</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>{n} states</source>
            <translation>
                <numerusform>{n} Zustand</numerusform>
                <numerusform>{n} Zustände</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>slow (exact search)</source>
            <translation>langsam (exakte Suche)</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Solved by an exact search: slower. Confidences take it into account only if it is about equal words, in sentences of ordinary length.</source>
            <translation>Wird durch eine exakte Suche gelöst: langsamer. Konfidenzen berücksichtigen die Regel nur, wenn es um gleiche Wörter in Sätzen üblicher Länge geht.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>{states} alone, but too many combined with the other rules, so it is solved by an exact search: slower, and confidences do not take it into account.</source>
            <translation>Für sich allein {states}, zusammen mit den anderen Regeln aber zu viele. Daher wird die Regel durch eine exakte Suche gelöst: langsamer, und Konfidenzen berücksichtigen sie nicht.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Adds almost no decoding time.</source>
            <translation>Verlängert die Dekodierung kaum.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Uses {states}. More states mean slower suggestions.</source>
            <translation>Benötigt {states}. Je mehr Zustände, desto langsamer die Vorschläge.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>on</source>
            <translation>ein</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>off</source>
            <translation>aus</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>unknown label {names}</source>
            <translation>unbekanntes Label {names}</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>{n} violations</source>
            <translation>
                <numerusform>{n} Verstoß</numerusform>
                <numerusform>{n} Verstöße</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>1 violation</source>
            <translation>1 Verstoß</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>soft, penalty {cost}</source>
            <translation>weich, Strafe {cost}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects {n}</source>
            <translation>betrifft {n}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>hard</source>
            <translation>hart</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects 1 sentence</source>
            <translation>betrifft 1 Satz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>affects none</source>
            <translation>betrifft keine</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/item_models/rules.py" />
            <source>affects {n} sentences</source>
            <translation>
                <numerusform>betrifft {n} Satz</numerusform>
                <numerusform>betrifft {n} Sätze</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>This project has no label {names}; the rule behaves as if it never occurred. Edit the rule or switch it off.</source>
            <translation>Dieses Projekt hat kein Label {names}; die Regel wirkt, als käme es nie vor. Regel bearbeiten oder ausschalten.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Open sentences whose suggestions it changes: {n}.</source>
            <translation>Offene Sätze, deren Vorschläge sie ändert: {n}.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/rules.py" />
            <source>Confirmed sentences that violate it: {n}.</source>
            <translation>Bestätigte Sätze, die gegen sie verstoßen: {n}.</translation>
        </message>
    </context>
    <context>
        <name>RulesPanel</name>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Rules</source>
            <translation>Regeln</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Constraints that all labels must satisfy</source>
            <translation>Einschränkungen, die für alle Labels gelten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>No rules yet. Rules such as “a TITLE is followed by a PERSON” constrain all suggestions. Click “New rule” to add one.</source>
            <translation>Noch keine Regeln. Regeln wie „Auf TITLE folgt PERSON“ schränken alle Vorschläge ein. Mit „Neue Regel“ lässt sich eine hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>More</source>
            <translation>Mehr</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Find, import, export rules; learn penalties</source>
            <translation>Regeln finden, importieren, exportieren; Strafen lernen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>counting {n}%</source>
            <translation>Zählung {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Switch &amp;off</source>
            <translation>&amp;Ausschalten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Switch &amp;on</source>
            <translation>&amp;Einschalten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>&amp;Edit…</source>
            <translation>&amp;Bearbeiten…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>&amp;Next violation</source>
            <translation>&amp;Nächster Verstoß</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Next affected &amp;sentence</source>
            <translation>Nächster betroffener &amp;Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Move &amp;up</source>
            <translation>Nach &amp;oben</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Move &amp;down</source>
            <translation>Nach &amp;unten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>&amp;Remove</source>
            <translation>Entfe&amp;rnen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Violations of {rule}</source>
            <translation>Verstöße gegen {rule}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Affected by {rule}</source>
            <translation>Betroffen von {rule}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>List &amp;violations…</source>
            <translation>&amp;Verstöße auflisten…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>List &amp;affected sentences…</source>
            <translation>Betroffene Sätze au&amp;flisten…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Combined cost of all active rules for a typical sentence (states per label); more states mean slower suggestions</source>
            <translation>Gesamtaufwand aller aktiven Regeln bei einem typischen Satz (Zustände je Label); je mehr Zustände, desto langsamer die Vorschläge</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Total: {cost}</source>
            <translation>Gesamt: {cost}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/rules.py" />
            <source>Space switches a rule on or off, Enter edits it, Delete removes it</source>
            <translation>Die Leertaste schaltet eine Regel ein oder aus, die Eingabetaste bearbeitet sie, Entf entfernt sie</translation>
        </message>
    </context>
    <context>
        <name>SafetyController</name>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>The last changes are not saved: {why}</source>
            <translation>Die letzten Änderungen sind nicht gespeichert: {why}</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Try again</source>
            <translation>Erneut versuchen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Saving… The status bar shows when it is done.</source>
            <translation>Wird gespeichert… Die Statuszeile zeigt, wann alles gespeichert ist.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>All changes are saved. Tagwright saves each one immediately.</source>
            <translation>Alle Änderungen sind gespeichert. Tagwright speichert jede sofort.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>All changes are saved again, and you can go on.</source>
            <translation>Alle Änderungen sind wieder gespeichert, die Arbeit kann weitergehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Export everything: choose a new folder</source>
            <translation>Alles exportieren: neuen Ordner wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>files</source>
            <translation>dateien</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Folders (*)</source>
            <translation>Ordner (*)</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Exported everything to {path} ({what}).</source>
            <translation>Alles nach {path} exportiert ({what}).</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Save a copy elsewhere…</source>
            <translation>Kopie an anderem Ort speichern…</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Copy the project elsewhere</source>
            <translation>Projekt an anderen Ort kopieren</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Projects (*{suffix})</source>
            <translation>Projekte (*{suffix})</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>No problems found: {what}. A backup was made.</source>
            <translation>Keine Probleme gefunden: {what}. Eine Sicherung wurde erstellt.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>No backup could be made. {reason}.</source>
            <translation>Es konnte keine Sicherung erstellt werden. {reason}.</translation>
        </message>
        <message>
            <location filename="../../app/views/controllers/safety.py" />
            <source>Restore a backup…</source>
            <translation>Sicherung wiederherstellen…</translation>
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is in a folder synced by {name}. Syncing while you work can corrupt it or overwrite changes. Keep it in a local, unsynced folder.</source>
            <translation>Dieses Projekt liegt in einem Ordner, den {name} synchronisiert. Die Synchronisierung kann es während der Arbeit beschädigen oder Änderungen überschreiben. Besser in einem lokalen, nicht synchronisierten Ordner aufbewahren.</translation>
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is on a network drive ({name}). If the connection drops, changes may be lost. Keep it in a local folder.</source>
            <translation>Dieses Projekt liegt auf einem Netzlaufwerk ({name}). Bricht die Verbindung ab, können Änderungen verloren gehen. Besser in einem lokalen Ordner aufbewahren.</translation>
        </message>
        <message>
            <location filename="../../app/views/location_warning.py" />
            <source>This project is on a removable drive ({name}). Close the project before ejecting it, or keep it in a local folder.</source>
            <translation>Dieses Projekt liegt auf einem Wechseldatenträger ({name}). Vor dem Auswerfen das Projekt schließen oder es in einem lokalen Ordner aufbewahren.</translation>
        </message>
    </context>
    <context>
        <name>Saving</name>
        <message>
            <location filename="../../app/session/saving.py" />
            <source>its file or folder cannot be written, or the disk is full; save a copy elsewhere.</source>
            <translation>Datei oder Ordner lassen sich nicht schreiben, oder der Datenträger ist voll; eine Kopie an anderem Ort speichern.</translation>
        </message>
        <message>
            <location filename="../../app/session/saving.py" />
            <source>The project cannot be changed now: {why}</source>
            <translation>Das Projekt lässt sich derzeit nicht ändern: {why}</translation>
        </message>
    </context>
    <context>
        <name>SchemeBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Scheme</source>
            <translation>Schema</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>IOB2 (recommended)</source>
            <translation>IOB2 (empfohlen)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>One label per token (e.g. POS)</source>
            <translation>Ein Label je Token (z. B. Wortarten)</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON I-PERSON O</source>
            <translation>Dr. Osei kam: B-PERSON I-PERSON O</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: I-PERSON I-PERSON O; B only where two spans touch</source>
            <translation>Dr. Osei kam: I-PERSON I-PERSON O; B nur, wo zwei Spannen aneinanderstoßen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: I-PERSON E-PERSON O</source>
            <translation>Dr. Osei kam: I-PERSON E-PERSON O</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON E-PERSON O; S for a single token</source>
            <translation>Dr. Osei kam: B-PERSON E-PERSON O; S für ein einzelnes Token</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Dr. Osei came: B-PERSON L-PERSON O; U for a single token</source>
            <translation>Dr. Osei kam: B-PERSON L-PERSON O; U für ein einzelnes Token</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For parts of speech and the like; there is no “no label”.</source>
            <translation>Für Wortarten und Ähnliches; „kein Label“ gibt es hier nicht.</translation>
        </message>
    </context>
    <context>
        <name>SearchMenuButton</name>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Add a condition</source>
            <translation>Bedingung hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Add labels, status, confidence or documents to the query</source>
            <translation>Labels, Status, Konfidenz oder Dokumente in die Suchanfrage einfügen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Add</source>
            <translation>Hin&amp;zufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Any label</source>
            <translation>Beliebiges Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>With the &amp;label</source>
            <translation>Mit dem &amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Without the label</source>
            <translation>Ohne das La&amp;bel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Sou&amp;rce</source>
            <translation>&amp;Herkunft</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Annotator</source>
            <translation>&amp;Annotiert von</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Confidence</source>
            <translation>&amp;Konfidenz</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;State of the sentence</source>
            <translation>&amp;Status des Satzes</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Sentence contains label</source>
            <translation>Satz &amp;enthält Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>None</source>
            <translation>Keines</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Document</source>
            <translation>&amp;Dokument</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Flag or status</source>
            <translation>Kennzeichen oder &amp;Vermerk</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Test sa&amp;mple</source>
            <translation>&amp;Teststichprobe</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Only test sentences</source>
            <translation>Nur Testsätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No test sentences</source>
            <translation>Keine Testsätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Set by a person</source>
            <translation>Von einer Person gesetzt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Not labelled yet</source>
            <translation>Noch nicht gelabelt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Suggested by the model</source>
            <translation>Vom Modell vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Imported as a suggestion</source>
            <translation>Als Vorschlag importiert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>A label was rejected</source>
            <translation>Ein Label wurde abgelehnt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No label or suggestion</source>
            <translation>Weder Label noch Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Unknown tag</source>
            <translation>Unbekanntes Tag</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Invalid tag for the scheme</source>
            <translation>Im Schema ungültiges Tag</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Typed</source>
            <translation>Eingegeben</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Accepted suggestion</source>
            <translation>Angenommener Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Confirmed as no label, without a suggestion</source>
            <translation>Ohne Vorschlag als „kein Label“ bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>From a rule</source>
            <translation>Durch eine Regel</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Imported as confirmed</source>
            <translation>Als bestätigt importiert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Below {n}%</source>
            <translation>Unter {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>From {n}%</source>
            <translation>Ab {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>40–60%</source>
            <translation>40–60 %</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>To do</source>
            <translation>Offen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Partial</source>
            <translation>Teilweise</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Done</source>
            <translation>Fertig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Not done</source>
            <translation>Nicht fertig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Flagged</source>
            <translation>Gekennzeichnet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Skipped</source>
            <translation>Übersprungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Postponed</source>
            <translation>Zurückgestellt</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Partly answered</source>
            <translation>Teilweise beantwortet</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Nothing</source>
            <translation>Nichts davon</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Exact &amp;phrase</source>
            <translation>Genaue &amp;Wortfolge</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Match cas&amp;e</source>
            <translation>&amp;Groß-/Kleinschreibung beachten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>Regular e&amp;xpression</source>
            <translation>&amp;Regulärer Ausdruck</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>&amp;Or</source>
            <translation>&amp;Oder</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/search_menu.py" />
            <source>No&amp;t</source>
            <translation>&amp;Nicht</translation>
        </message>
    </context>
    <context>
        <name>SeenLabels</name>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>The sentence has just changed: read it, then press the key again.</source>
            <translation>Der Satz hat sich gerade geändert: erst lesen, dann die Taste erneut drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>There is more text above: read it, then press the key again.</source>
            <translation>Weiter oben steht noch Text: erst lesen, dann die Taste erneut drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>There is more text below: read it, then press the key again.</source>
            <translation>Weiter unten steht noch Text: erst lesen, dann die Taste erneut drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>The selected words were out of view: read them, then press the key again.</source>
            <translation>Die ausgewählten Wörter waren nicht zu sehen: erst lesen, dann die Taste erneut drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>{changes} and {n} more</source>
            <translation>{changes} und {n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>Changed since you looked: {changes}. Press the key again if that is right.</source>
            <translation>Inzwischen geändert: {changes}. Wenn das stimmt, die Taste erneut drücken.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” is now a separate {now}</source>
            <translation>„{words}“ ist jetzt eine eigene Spanne {now}</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” is now part of the {now} before it</source>
            <translation>„{words}“ gehört jetzt zur Spanne {now} davor</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/seen_labels.py" />
            <source>“{words}” {now} is now uncertain</source>
            <translation>„{words}“ {now} ist jetzt unsicher</translation>
        </message>
    </context>
    <context>
        <name>SentenceListDialog</name>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>Sentences to review</source>
            <translation>Zu prüfende Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>1 sentence</source>
            <translation>1 Satz</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>{n} sentences</source>
            <translation>
                <numerusform>{n} Satz</numerusform>
                <numerusform>{n} Sätze</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/sentence_list.py" />
            <source>Click, or use Enter or the arrow keys, to open a sentence</source>
            <translation>Mit einem Klick, der Eingabetaste oder den Pfeiltasten einen Satz öffnen</translation>
        </message>
    </context>
    <context>
        <name>SentenceMenu</name>
        <message>
            <location filename="../../app/views/sentence_menu.py" />
            <source>The selected tokens</source>
            <translation>Die ausgewählten Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/sentence_menu.py" />
            <source>More labels</source>
            <translation>Weitere Labels</translation>
        </message>
    </context>
    <context>
        <name>SentenceView</name>
        <message>
            <location filename="../../app/views/sentence_view/view.py" />
            <source>Sentence</source>
            <translation>Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/sentence_view/view.py" />
            <source>The tokens of the current sentence, with their labels and suggestions.</source>
            <translation>Die Tokens des aktuellen Satzes mit ihren Labels und Vorschlägen.</translation>
        </message>
    </context>
    <context>
        <name>SentencesModel</name>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Test sentence: label it without suggestions</source>
            <translation>Testsatz: ohne Vorschläge labeln</translation>
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>test sentence</source>
            <translation>Testsatz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>To do</source>
            <translation>Offen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Partial</source>
            <translation>Teilweise</translation>
        </message>
        <message>
            <location filename="../../app/item_models/sentences.py" />
            <source>Done</source>
            <translation>Fertig</translation>
        </message>
    </context>
    <context>
        <name>SentencesPanel</name>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Sentences</source>
            <translation>Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>All sentences and their status</source>
            <translation>Alle Sätze und ihr Status</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Find sentences</source>
            <translation>Sätze suchen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>List only the sentences that contain this text</source>
            <translation>Nur Sätze auflisten, die diesen Text enthalten</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Text that a sentence must contain</source>
            <translation>Text, den ein Satz enthalten muss</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>All states</source>
            <translation>Jeder Status</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>To do</source>
            <translation>Offen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Partial</source>
            <translation>Teilweise</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Done</source>
            <translation>Fertig</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Filter by status</source>
            <translation>Nach Status filtern</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Status</source>
            <translation>Status</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>State that a sentence must be in</source>
            <translation>Status, den ein Satz haben muss</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>Arrows go from sentence to sentence, Enter goes to its tokens</source>
            <translation>Pfeiltasten führen von Satz zu Satz, die Eingabetaste zu seinen Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>No matching sentences.</source>
            <translation>Keine passenden Sätze.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/sentences.py" />
            <source>The sentences of your texts will be listed here: drop files on the window, or import a text first.</source>
            <translation>Hier werden die Sätze der Texte aufgelistet: zuerst Dateien auf das Fenster ziehen oder einen Text importieren.</translation>
        </message>
    </context>
    <context>
        <name>ShareField</name>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>The model learns this from unlabelled text while fewer than {n} sentences are labelled</source>
            <translation>Das Modell lernt dies aus Text ohne Labels, solange weniger als {n} Sätze gelabelt sind</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>of the words</source>
            <translation>der Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>E&amp;xpect the label for</source>
            <translation>Label erwarten &amp;bei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>E&amp;xpect no label for</source>
            <translation>Kein Label erwarten &amp;bei</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>Share of the words that have the label</source>
            <translation>Anteil der Wörter mit dem Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/expected_share.py" />
            <source>Share of the words that have no label</source>
            <translation>Anteil der Wörter ohne Label</translation>
        </message>
    </context>
    <context>
        <name>SimilarWordsController</name>
        <message>
            <location filename="../../app/views/controllers/similar_words.py" />
            <source>There is no word: import a text first.</source>
            <translation>Es gibt kein Wort: zuerst einen Text importieren.</translation>
        </message>
    </context>
    <context>
        <name>SimilarWordsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words like this one</source>
            <translation>Ähnliche Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words with similar neighbours, the most similar first</source>
            <translation>Wörter mit ähnlichen Nachbarn, die ähnlichsten zuerst</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Similar words</source>
            <translation>Ähnliche Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Enter or a double click finds the word in the project</source>
            <translation>Eingabetaste oder Doppelklick sucht das Wort im Projekt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>&amp;Find in the project</source>
            <translation>Im Projekt &amp;finden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Comparing words…</source>
            <translation>Wörter werden verglichen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Comparing words · {n}%</source>
            <translation>Wörter werden verglichen · {n} %</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>{percentage} similar</source>
            <translation>{percentage} ähnlich</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words are compared by their neighbours in the whole text. This needs at least {least}; this project has {tokens}. Project → Unlabelled text… adds more.</source>
            <translation>Wörter werden anhand ihrer Nachbarn im gesamten Text verglichen. Nötig sind mindestens {least}; dieses Projekt hat {tokens}. Mehr lassen sich mit Projekt → Text ohne Labels… hinzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>No word has neighbours like those of “{word}”.</source>
            <translation>Kein Wort hat ähnliche Nachbarn wie „{word}“.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/similar_words.py" />
            <source>Words whose neighbours are most similar to those of “{word}”. Enter finds one in the project.</source>
            <translation>Wörter, deren Nachbarn denen von „{word}“ am ähnlichsten sind. Die Eingabetaste findet eines im Projekt.</translation>
        </message>
    </context>
    <context>
        <name>SpanEditor</name>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to split.</source>
            <translation>Hier ist keine Spanne, die sich teilen lässt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>A span of one token cannot be split.</source>
            <translation>Eine Spanne aus einem Token lässt sich nicht teilen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>Place the cursor on the first token of the second span.</source>
            <translation>Den Cursor auf das erste Token der zweiten Spanne setzen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to merge with the next.</source>
            <translation>Hier ist keine Spanne, die sich mit der nächsten verbinden lässt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no later span in this sentence.</source>
            <translation>In diesem Satz folgt keine weitere Spanne.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>A span of one token cannot be shortened: clear it instead.</source>
            <translation>Eine Spanne aus einem Token lässt sich nicht verkürzen: stattdessen das Label entfernen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The span already starts at the beginning of the sentence.</source>
            <translation>Die Spanne beginnt bereits am Satzanfang.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The span already ends at the end of the sentence.</source>
            <translation>Die Spanne endet bereits am Satzende.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>This project has one label per token: there are no spans.</source>
            <translation>Dieses Projekt hat ein Label je Token: Es gibt keine Spannen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>There is no span here to shorten, and only one token is selected.</source>
            <translation>Hier ist keine Spanne, die sich verkürzen lässt, und nur ein Token ist ausgewählt.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>The sentence has no further token there.</source>
            <translation>Der Satz hat dort kein weiteres Token.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>“{words}” is confirmed as {label}, too: merge the spans, or clear that one first.</source>
            <translation>„{words}“ ist ebenfalls als {label} bestätigt: Spannen verbinden oder dort zuerst das Label entfernen.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/spans.py" />
            <source>“{words}” is confirmed as {label}: clear that first, or select all words and give them one label.</source>
            <translation>„{words}“ ist als {label} bestätigt: zuerst dieses Label entfernen oder alle Wörter auswählen und ein gemeinsames Label setzen.</translation>
        </message>
    </context>
    <context>
        <name>StatusLine</name>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Status</source>
            <translation>Status</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Whether all is saved, the current sentence, progress, and the model</source>
            <translation>Ob alles gespeichert ist, aktueller Satz, Fortschritt und Modell</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>All changes are saved automatically</source>
            <translation>Alle Änderungen werden automatisch gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>The current sentence</source>
            <translation>Der aktuelle Satz</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Sentences done</source>
            <translation>Fertige Sätze</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Not marked as uncertain, but below 92%, where most errors are</source>
            <translation>Nicht als unsicher markiert, aber unter 92 %, wo die meisten Fehler liegen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Your correction or a newer model changed these suggestions, marked ◆. Click to undo the changes that followed your correction, and remove the marks</source>
            <translation>Die eigene Korrektur oder ein neueres Modell hat diese mit ◆ markierten Vorschläge geändert. Ein Klick macht die Änderungen rückgängig, die auf die Korrektur folgten, und entfernt die Markierungen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>The same words occur elsewhere with a different label, or with this one as a suggestion. Click to review and apply.</source>
            <translation>Dieselben Wörter kommen anderswo mit einem anderen Label vor oder mit diesem als Vorschlag. Klicken zum Prüfen und Übernehmen.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{key} dismisses.</source>
            <translation>{key} blendet dies aus.</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other occurrence</source>
            <translation>1 weiteres Vorkommen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} other occurrences</source>
            <translation>
                <numerusform>{n} weiteres Vorkommen</numerusform>
                <numerusform>{n} weitere Vorkommen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other to accept</source>
            <translation>1 weiteres anzunehmen</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} others to accept</source>
            <translation>
                <numerusform>{n} weiteres anzunehmen</numerusform>
                <numerusform>{n} weitere anzunehmen</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>“{words}”: {what}</source>
            <translation>„{words}“: {what}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 updated</source>
            <translation>1 aktualisiert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{n} updated</source>
            <translation>{n} aktualisiert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>also 1 sentence</source>
            <translation>dazu 1 Satz</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>also {n} sentences</source>
            <translation>
                <numerusform>dazu {n} Satz</numerusform>
                <numerusform>dazu {n} Sätze</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>1 other sentence updated</source>
            <translation>1 weiterer Satz aktualisiert</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/panels/status.py" />
            <source>{n} other sentences updated</source>
            <translation>
                <numerusform>{n} weiterer Satz aktualisiert</numerusform>
                <numerusform>{n} weitere Sätze aktualisiert</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{label}, {percent} confident: worth checking</source>
            <translation>{label}, {percent} sicher: besser prüfen</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Name not set…</source>
            <translation>Name fehlt…</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Your changes are recorded as “Unknown annotator”. Click to enter your name</source>
            <translation>Änderungen werden unter „Unbekannte Person“ aufgezeichnet. Klicken, um einen Namen einzugeben</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>✓ Saved</source>
            <translation>✓ Gespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>… Saving</source>
            <translation>… Speichert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>⚠ Not saved</source>
            <translation>⚠ Ungespeichert</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Read-only</source>
            <translation>Nur lesbar</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>Sentence {i} of {n}</source>
            <translation>Satz {i} von {n}</translation>
        </message>
        <message>
            <location filename="../../app/views/panels/status.py" />
            <source>{n} of {all} sentences done</source>
            <translation>{n} von {all} Sätzen fertig</translation>
        </message>
    </context>
    <context>
        <name>Steps</name>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: no label → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: kein Label → {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: {} → {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: {} → kein Label</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → kein Label</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: no label → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: kein Label → offen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: {} → offen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → offen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>split {}: {} | {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Spanne {} teilen: {} | {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>merge {}: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Spannen {} verbinden: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: nicht {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept up to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>bis „{}“ annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept {:confident token|confident tokens} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:sicheres Token|sichere Tokens} in {:Satz|Sätzen} annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>answer for {:token|tokens}, accept {:,}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Token|Tokens} beantworten, {:,} annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>leave a sentence unchanged</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>einen Satz unverändert lassen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>answer for {:token|tokens}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Token|Tokens} beantworten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → kein Label bei {:Vorkommen|Vorkommen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: {} → offen bei {:Vorkommen|Vorkommen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {} in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: nicht {} bei {:Vorkommen|Vorkommen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {} in {:occurrence|occurrences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → {} bei {:Vorkommen|Vorkommen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → no label in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → kein Label in {:Satz|Sätzen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: {} → open in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: {} → offen in {:Satz|Sätzen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{}: not {} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{}: nicht {} in {:Satz|Sätzen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{} → {} in {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} → {} in {:Satz|Sätzen}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Treffer|Treffer} → {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → no label</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Treffer|Treffer} → kein Label</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:match|matches} → open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Treffer|Treffer} → offen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept {:match|matches}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Treffer|Treffer} annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>flag {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Satz|Sätze} kennzeichnen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>skip {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Satz|Sätze} überspringen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>postpone {:sentence|sentences}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Satz|Sätze} zurückstellen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>flag “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ kennzeichnen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>unflag “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ nicht mehr kennzeichnen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>skip “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ überspringen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>postpone “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ zurückstellen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>return “{}” to the queue</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ wieder in die Warteschlange aufnehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>import everything from {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>alles aus {} importieren</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Text ohne Labels hinzufügen: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>import {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} importieren</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>rename {} to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{} in {} umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Text ohne Labels entfernen: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Dokument {} entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>bring back unlabelled text {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Text ohne Labels zurückholen: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>bring back {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Dokument {} zurückholen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label {} hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>describe label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label {} beschreiben</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label {} ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>reorder labels</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Labels umordnen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>delete label {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label {} löschen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>merge {} into {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label {} mit {} zusammenführen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add {:rule|rules}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Regel|Regeln} hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel hinzufügen: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch rule on: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel einschalten: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch rule off: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel ausschalten: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel ändern: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>learn rule penalties</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Strafen der Regeln lernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove rule: {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel entfernen: {}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>reorder rules</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regeln umordnen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Grammatik „{}“ hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Gazetteer „{}“ hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as a rule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ als Regel verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as a rule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ nicht mehr als Regel verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as early suggestions</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ als frühe Vorschläge verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as early suggestions</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ nicht mehr als frühe Vorschläge verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>use “{}” as features</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ als Merkmale verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop using “{}” as features</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ nicht mehr als Merkmale verwenden</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the expectation of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Erwartung von „{}“ ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Grammatik „{}“ ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>rename gazetteer “{}” to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Gazetteer „{}“ in „{}“ umbenennen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the label of “{}” to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label von „{}“ auf {} setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove the label of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Label von „{}“ entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>ignore case in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Groß-/Kleinschreibung in „{}“ ignorieren</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>distinguish case in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Groß-/Kleinschreibung in „{}“ beachten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the rule of “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Regel von „{}“ ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Gazetteer „{}“ ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove grammar “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Grammatik „{}“ entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove gazetteer “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Gazetteer „{}“ entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change “{}” in “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ in „{}“ ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>add “{}” to “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ zu „{}“ hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove {:phrase|phrases} from “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Wendung|Wendungen} aus „{}“ entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>remove “{}” from “{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“ aus „{}“ entfernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the scheme to {}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Schema auf {} umstellen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>pause learning</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Lernen anhalten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>resume learning</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Lernen fortsetzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the template</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Merkmalsvorlage ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>learn from unlabelled text</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>aus Text ohne Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>stop learning from unlabelled text</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>nicht mehr aus Text ohne Labels lernen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn on cross-validation</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Kreuzvalidierung einschalten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn off cross-validation</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Kreuzvalidierung ausschalten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn on “Favour recall over precision”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„Recall vor Precision“ einschalten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>turn off “Favour recall over precision”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„Recall vor Precision“ ausschalten</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch the model to segments</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Modell auf Segmente umstellen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>switch the model to tokens</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Modell auf Tokens umstellen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set consistent names to “Automatic”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>einheitliche Namen auf „Automatisch“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set consistent names to “Off”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>einheitliche Namen auf „Aus“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set consistent names to “Phrases”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>einheitliche Namen auf „Wendungen“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set consistent names to “Phrases and ties”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>einheitliche Namen auf „Wendungen und Kopplung“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the test sample to “None”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Teststichprobe auf „Keine“ setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the test sample to {:,}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Teststichprobe auf {:,} setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>take {:test sentence|test sentences} out of the test sample</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:Testsatz|Testsätze} aus der Teststichprobe nehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change training schedule</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Trainingsrhythmus ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>set the goal to {}%</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Ziel auf {} % setzen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>query strategy: {:choice}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Auswahlstrategie: {:choice}</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>leave remaining tokens open</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>übrige Tokens offen lassen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>accept remaining tokens from {}%</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>übrige Tokens ab {} % annehmen</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>change the settings</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>Einstellungen ändern</translation>
        </message>
        <message>
            <location filename="../../app/domain/step_texts.py" />
            <source>{:choice}</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>{:choice}</translation>
        </message>
        <message>
            <location filename="../../app/domain/quotes.py" />
            <source>“{}”</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>„{}“</translation>
        </message>
        <message>
            <location filename="../../app/domain/quotes.py" />
            <source>‘{}’</source>
            <extracomment>The text of a change in the history. {} stands for a word or a name, and {1} for the second one if the order changes. {:token|tokens} becomes “1 token” or “3 tokens”: translate both words.</extracomment>
            <translation>‚{}‘</translation>
        </message>
    </context>
    <context>
        <name>SuggestedLinesDialog</name>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Suggested template lines</source>
            <translation>Vorgeschlagene Vorlagenzeilen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines that would help the feature template</source>
            <translation>Zeilen, die der Merkmalsvorlage nützen würden</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines</source>
            <translation>Zeilen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Lines that would help the template, the best first</source>
            <translation>Zeilen, die der Vorlage nützen würden, die beste zuerst</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>&amp;Add to the template</source>
            <translation>Zur Vorlage &amp;hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Training on parts of the labelled sentences…</source>
            <translation>Training mit Teilen der gelabelten Sätze…</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>At least {least} labelled sentences are needed; there are {n}.</source>
            <translation>
                <numerusform>Mindestens {least} gelabelte Sätze sind nötig; bisher ist es {n}.</numerusform>
                <numerusform>Mindestens {least} gelabelte Sätze sind nötig; bisher sind es {n}.</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>At least {least} labelled sentences are needed; there is 1.</source>
            <translation>Mindestens {least} gelabelte Sätze sind nötig; bisher ist es 1.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>No additional line would improve the template.</source>
            <translation>Keine zusätzliche Zeile würde die Vorlage verbessern.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>Each line would help your template: it shows the model two of its lines together. The gain in log-likelihood is measured on held-out labelled sentences. Add one, and look again.</source>
            <translation>Jede dieser Zeilen würde der Vorlage nützen: Sie zeigt dem Modell zwei Vorlagenzeilen gemeinsam. Der Gewinn an Log-Likelihood wird an zurückgehaltenen gelabelten Sätzen gemessen. Eine hinzufügen, dann erneut nachsehen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>{cells} for {label}</source>
            <translation>{cells} für {label}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>{cells} against {label}</source>
            <translation>{cells} gegen {label}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/suggested_lines.py" />
            <source>log-likelihood +{n}</source>
            <translation>Log-Likelihood +{n}</translation>
        </message>
    </context>
    <context>
        <name>TemplateBox</name>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Feature template</source>
            <translation>Merkmalsvorlage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Word, shape, prefixes, suffixes and neighbours.</source>
            <translation>Wort, Wortgestalt, Präfixe, Suffixe und Nachbarn.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>As Basic, with a column of parts of speech.</source>
            <translation>Wie „Basis“, mit einer Spalte für Wortarten.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For named entities (people, places, …).</source>
            <translation>Für Eigennamen (Personen, Orte, …).</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>For part-of-speech tagging.</source>
            <translation>Für Wortarten-Tagging.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Words and a column of parts of speech, as in CoNLL-2000.</source>
            <translation>Wörter und eine Spalte für Wortarten, wie in CoNLL-2000.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Basic</source>
            <translation>Basis</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Basic, with parts of speech</source>
            <translation>Basis, mit Wortarten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Named entities</source>
            <translation>Eigennamen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Parts of speech</source>
            <translation>Wortarten</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Chunking</source>
            <translation>Chunking</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>Custom template</source>
            <translation>Eigene Vorlage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>From a file…</source>
            <translation>Aus einer Datei…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>CRF++ feature template</source>
            <translation>CRF++-Merkmalsvorlage</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/choices.py" />
            <source>A feature template in CRF++ syntax</source>
            <translation>Eine Merkmalsvorlage in CRF++-Syntax</translation>
        </message>
    </context>
    <context>
        <name>TokenTips</name>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Rejected: {names}.</source>
            <translation>Abgelehnt: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Please check this token. Accepting confirms the label shown.</source>
            <translation>Bitte dieses Token prüfen. Annehmen bestätigt das angezeigte Label.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Invisible characters: {names}.</source>
            <translation>Unsichtbare Zeichen: {names}.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>This suggestion has changed since the sentence was first shown.</source>
            <translation>Dieser Vorschlag hat sich geändert, seit der Satz erstmals angezeigt wurde.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Accepted by {who} · {when}</source>
            <translation>Angenommen von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Confirmed without a suggestion by {who} · {when}</source>
            <translation>Ohne Vorschlag bestätigt von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Imported by {who} · {when}</source>
            <translation>Importiert von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Set by a rule · {who} · {when}</source>
            <translation>Durch eine Regel gesetzt · von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Labelled by {who} · {when}</source>
            <translation>Gelabelt von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Rejected by {who} · {when}</source>
            <translation>Abgelehnt von {who} · {when}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>an unknown annotator</source>
            <translation>einer unbekannten Person</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>No label or suggestion yet</source>
            <translation>Noch kein Label oder Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{tag}: confirmed</source>
            <translation>{tag}: bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{tag}: an imported suggestion, not confirmed yet</source>
            <translation>{tag}: importierter Vorschlag, noch nicht bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{tag}: suggested by a gazetteer</source>
            <translation>{tag}: von einem Gazetteer vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{tag}: suggested by a grammar, {percent}%</source>
            <translation>{tag}: von einer Grammatik vorgeschlagen, {percent} %</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>Possible missed span: the model suggests no label, with {percent}% confidence</source>
            <translation>Möglicherweise übersehene Spanne: Das Modell schlägt mit {percent} % Konfidenz kein Label vor</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{tag}: suggested by the model, {percent}% confidence</source>
            <translation>{tag}: vom Modell vorgeschlagen, {percent} % Konfidenz</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>{numbers} and {n} more</source>
            <translation>{numbers} und {n} weitere</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>sentence {numbers}</source>
            <translation>Satz {numbers}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>sentences {numbers}</source>
            <translation>Sätze {numbers}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>“{name}” is confirmed as {label} elsewhere in this document: {where}.</source>
            <translation>„{name}“ ist anderswo in diesem Dokument als {label} bestätigt: {where}.</translation>
        </message>
        <message>
            <location filename="../../app/item_models/token_tips.py" />
            <source>“{name}” is confirmed without a label elsewhere in this document: {where}.</source>
            <translation>„{name}“ ist anderswo in diesem Dokument ohne Label bestätigt: {where}.</translation>
        </message>
    </context>
    <context>
        <name>TokensModel</name>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>no label</source>
            <translation>kein Label</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>not {name}</source>
            <translation>nicht {name}</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>possible missed span</source>
            <translation>möglicherweise übersehene Spanne</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>to check</source>
            <translation>zu prüfen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>changed automatically</source>
            <translation>automatisch geändert</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>confirmed</source>
            <translation>bestätigt</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>imported suggestion</source>
            <translation>importierter Vorschlag</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>from a gazetteer</source>
            <translation>aus einem Gazetteer</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>from a grammar, {percent}%</source>
            <translation>aus einer Grammatik, {percent} %</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>suggested</source>
            <translation>vorgeschlagen</translation>
        </message>
        <message>
            <location filename="../../app/item_models/tokens.py" />
            <source>suggested {percent}%</source>
            <translation>vorgeschlagen, {percent} %</translation>
        </message>
    </context>
    <context>
        <name>Tour</name>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>The tour needs a text and labels: import a text, or open the sample.</source>
            <translation>Der Rundgang braucht einen Text und Labels: einen Text importieren oder das Beispielprojekt öffnen.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>Tour finished. Restart it from Help → Tour; F1 opens the manual.</source>
            <translation>Rundgang beendet. Neustart über Hilfe → Rundgang; F1 öffnet das Handbuch.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>{n} of {all}</source>
            <translation>{n} von {all}</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>end the tour</source>
            <translation>Rundgang beenden</translation>
        </message>
        <message>
            <location filename="../../app/views/tour.py" />
            <source>next note</source>
            <translation>nächster Hinweis</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>(no key)</source>
            <translation>(keine Taste)</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Label a word</source>
            <translation>Ein Wort labeln</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Move with ← and →, hold Shift to select several words, then press a label's key (see the panel “Labels”).</source>
            <translation>Mit ← und → bewegen, mit Umschalt mehrere Wörter auswählen, dann die Taste eines Labels drücken (siehe Bereich „Labels“).</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Accept the sentence</source>
            <translation>Satz annehmen</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>{accept} accepts the sentence and opens the next one. Filled boxes are your labels; outlined boxes are suggestions with their confidence.</source>
            <translation>{accept} nimmt den Satz an und öffnet den nächsten. Gefüllte Kästchen sind gesetzte Labels, umrandete sind Vorschläge mit ihrer Konfidenz.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Check uncertain words</source>
            <translation>Unsichere Wörter prüfen</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>{next_uncertain} jumps to the next word worth checking. The model learns from your labels; the first suggestions take a moment.</source>
            <translation>{next_uncertain} springt zum nächsten Wort, das eine Prüfung lohnt. Das Modell lernt aus den gesetzten Labels; die ersten Vorschläge brauchen einen Moment.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Correct a suggestion</source>
            <translation>Einen Vorschlag korrigieren</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>If a label is wrong or missing, press the correct label's key, or {no_label} for no label. The rest of the sentence updates to match. If all is right, {accept} accepts it.</source>
            <translation>Ist ein Label falsch oder fehlt eines, die Taste des richtigen Labels drücken oder {no_label} für kein Label. Der Rest des Satzes passt sich an. Stimmt alles, nimmt {accept} es an.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Follow the queue</source>
            <translation>Der Warteschlange folgen</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>The queue lists the most useful sentences first and says why. {next_in_queue} opens the next; a click opens any.</source>
            <translation>Die Warteschlange nennt die nützlichsten Sätze zuerst und sagt, warum. {next_in_queue} öffnet den nächsten, ein Klick jeden anderen.</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Undo a change</source>
            <translation>Eine Änderung rückgängig machen</translation>
        </message>
        <message>
            <location filename="../../app/views/tour_steps.py" />
            <source>Every change is saved immediately. {undo} undoes as many changes as you like, even after a restart.</source>
            <translation>Jede Änderung wird sofort gespeichert. {undo} macht beliebig viele Änderungen rückgängig, auch nach einem Neustart.</translation>
        </message>
    </context>
    <context>
        <name>TrainingPaceBox</name>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>New labels before the next training</source>
            <translation>Neue Labels bis zum nächsten Training</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>after </source>
            <translation>nach </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source> new labels</source>
            <translation> neuen Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>after every change</source>
            <translation>nach jeder Änderung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>Seconds between two trainings</source>
            <translation>Sekunden zwischen zwei Trainings</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>with a pause of </source>
            <translation>mit Pause von </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source> s</source>
            <translation> s</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>at once</source>
            <translation>sofort</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/training_pace.py" />
            <source>Training less often keeps suggestions stable and saves battery power. “Train now” always trains immediately.</source>
            <translation>Selteneres Training hält Vorschläge stabil und schont den Akku. „Jetzt trainieren“ trainiert immer sofort.</translation>
        </message>
    </context>
    <context>
        <name>UncertainWordsDialog</name>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Words for a gazetteer</source>
            <translation>Wörter für einen Gazetteer</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Frequent words whose labels are uncertain</source>
            <translation>Häufige Wörter mit unsicheren Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Looking for words…</source>
            <translation>Wörter werden gesucht…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Words</source>
            <translation>Wörter</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>A number key chooses the label, letters go to a word, Enter or a double click adds it</source>
            <translation>Eine Zifferntaste wählt das Label, Buchstaben führen zu einem Wort, Eingabetaste oder Doppelklick fügt es hinzu</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>&amp;Label</source>
            <translation>&amp;Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Choose a label</source>
            <translation>Label wählen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Label of the word</source>
            <translation>Label des Wortes</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>The word is added to the gazetteer of this label</source>
            <translation>Das Wort wird dem Gazetteer dieses Labels hinzugefügt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>A&amp;dd</source>
            <translation>&amp;Hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Add the word to the gazetteer of its label</source>
            <translation>Das Wort dem Gazetteer seines Labels hinzufügen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No label</source>
            <translation>Kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Every token is confirmed: there is nothing to add.</source>
            <translation>Jedes Token ist bestätigt: es gibt nichts hinzuzufügen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No word is uncertain enough to be worth adding. Go on labelling.</source>
            <translation>Kein Wort ist so unsicher, dass es sich hinzuzufügen lohnt. Weiter labeln.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No open word occurs twice.</source>
            <translation>Kein offenes Wort kommt zweimal vor.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Frequent words whose labels are uncertain.</source>
            <translation>Häufige Wörter mit unsicheren Labels.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Frequent words, those with capital letters first.</source>
            <translation>Häufige Wörter, zuerst die mit großen Anfangsbuchstaben.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>The first {n} are listed.</source>
            <translation>Aufgeführt sind die ersten {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>A number key chooses the label of a word; Enter or a double click adds it to the gazetteer of this label.</source>
            <translation>Eine Zifferntaste wählt das Label eines Wortes; Eingabetaste oder Doppelklick fügt es dem Gazetteer dieses Labels hinzu.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>No listed word begins with “{letters}”.</source>
            <translation>Kein Wort der Liste beginnt mit „{letters}“.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>{n} open tokens</source>
            <translation>
                <numerusform>{n} offenes Token</numerusform>
                <numerusform>{n} offene Tokens</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>1 open token</source>
            <translation>1 offenes Token</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>{n} errors expected</source>
            <translation>{n} Fehler erwartet</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>most often {label}</source>
            <translation>meist {label}</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>most often no label</source>
            <translation>meist kein Label</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>The last change is not about gazetteers: undo it in the window.</source>
            <translation>Die letzte Änderung betrifft keinen Gazetteer: im Hauptfenster rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Undone: {change}.</source>
            <translation>Rückgängig gemacht: {change}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>There is no change of gazetteers to redo.</source>
            <translation>Es gibt keine Änderung an Gazetteers, die wiederholt werden kann.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/uncertain_words.py" />
            <source>Redone: {change}.</source>
            <translation>Wiederholt: {change}.</translation>
        </message>
    </context>
    <context>
        <name>Uncertainty</name>
        <message>
            <location filename="../../app/views/workspace/uncertainty.py" />
            <source>No more uncertain tokens from here to the end.</source>
            <translation>Von hier bis zum Ende gibt es keine unsicheren Tokens mehr.</translation>
        </message>
        <message>
            <location filename="../../app/views/workspace/uncertainty.py" />
            <source>No more uncertain tokens from here to the beginning.</source>
            <translation>Von hier bis zum Anfang gibt es keine unsicheren Tokens mehr.</translation>
        </message>
    </context>
    <context>
        <name>UndoableMessages</name>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Undo</source>
            <translation>Rückgängig</translation>
        </message>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Sentence confirmed as having no labels: nothing was labelled in it, and its suggestions are still being computed. The search “from:nothing” lists such sentences.</source>
            <translation>Satz ohne Labels bestätigt: Gelabelt wurde nichts, und seine Vorschläge werden noch berechnet. Die Suche „from:nothing“ listet solche Sätze auf.</translation>
        </message>
        <message>
            <location filename="../../app/views/undoable_messages.py" />
            <source>Sentence confirmed as having no labels: nothing was labelled in it, and no model has suggested anything yet. The search “from:nothing” lists such sentences.</source>
            <translation>Satz ohne Labels bestätigt: Gelabelt wurde nichts, und noch kein Modell hat etwas vorgeschlagen. Die Suche „from:nothing“ listet solche Sätze auf.</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/undoable_messages.py" />
            <source>{n} sentences confirmed as having no labels: nothing was labelled in them, and no model has suggested anything yet. The search “from:nothing” lists such sentences.</source>
            <translation>
                <numerusform>{n} Satz ohne Labels bestätigt: Gelabelt wurde nichts, und noch kein Modell hat etwas vorgeschlagen. Die Suche „from:nothing“ listet solche Sätze auf.</numerusform>
                <numerusform>{n} Sätze ohne Labels bestätigt: Gelabelt wurde nichts, und noch kein Modell hat etwas vorgeschlagen. Die Suche „from:nothing“ listet solche Sätze auf.</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/undoable_messages.py" />
            <source>{n} sentences confirmed as having no labels: nothing was labelled in them, and their suggestions are still being computed. The search “from:nothing” lists such sentences.</source>
            <translation>
                <numerusform>{n} Satz ohne Labels bestätigt: Gelabelt wurde nichts, und seine Vorschläge werden noch berechnet. Die Suche „from:nothing“ listet solche Sätze auf.</numerusform>
                <numerusform>{n} Sätze ohne Labels bestätigt: Gelabelt wurde nichts, und ihre Vorschläge werden noch berechnet. Die Suche „from:nothing“ listet solche Sätze auf.</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>UnitBox</name>
        <message>
            <location filename="../../app/views/dialogs/query_fields.py" />
            <source>In the queue</source>
            <translation>In der Warteschlange</translation>
        </message>
    </context>
    <context>
        <name>UnlabelledTextDialog</name>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Unlabelled text</source>
            <translation>Text ohne Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Texts that the model learns from, besides those to be labelled</source>
            <translation>Texte, aus denen das Modell zusätzlich zu den zu labelnden lernt</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Unlabelled texts</source>
            <translation>Texte ohne Labels</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Texts of this project that are not to be labelled; Delete removes one</source>
            <translation>Texte dieses Projekts, die nicht gelabelt werden sollen; Entf entfernt einen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>A&amp;dd…</source>
            <translation>&amp;Hinzufügen…</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Re&amp;move</source>
            <translation>&amp;Entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Cancel import</source>
            <translation>Import &amp;abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>No texts yet. Add files with text of the same kind: they need not be labelled, and appear in no list, queue or export.</source>
            <translation>Noch keine Texte. Dateien mit gleichartigem Text hinzufügen: Sie müssen nicht gelabelt sein und erscheinen in keiner Liste, keiner Warteschlange und keinem Export.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Format</source>
            <translation>&amp;Format</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Encoding</source>
            <translation>&amp;Kodierung</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>&amp;Tokens</source>
            <translation>&amp;Tokens</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>To read a text in another format, remove it, choose the format here and add it again.</source>
            <translation>Um einen Text in einem anderen Format zu lesen, entfernen Sie ihn, wählen Sie hier das Format und fügen Sie ihn wieder hinzu.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Files that were not added</source>
            <translation>Nicht hinzugefügte Dateien</translation>
        </message>
        <message numerus="yes">
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>{n} files were not added:</source>
            <translation>
                <numerusform>{n} Datei wurde nicht hinzugefügt:</numerusform>
                <numerusform>{n} Dateien wurden nicht hinzugefügt:</numerusform>
            </translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>1 file was not added:</source>
            <translation>1 Datei wurde nicht hinzugefügt:</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Importing</source>
            <translation>Import läuft</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Cancelled.</source>
            <translation>Abgebrochen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>These texts take about {n} MB of the project, and of each of its backups.</source>
            <translation>Diese Texte belegen etwa {n} MB im Projekt und in jeder seiner Sicherungen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>Learning from unlabelled text is turned off in the project settings.</source>
            <translation>Das Lernen aus Text ohne Labels ist in den Projekteinstellungen ausgeschaltet.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>From {least} on, the model also learns from text without labels. The project has {n}.</source>
            <translation>Ab {least} lernt das Modell auch aus Text ohne Labels. Das Projekt hat {n}.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>The model also learns from text without labels: {n} now, and again whenever they have grown by {percent}%.</source>
            <translation>Das Modell lernt auch aus Text ohne Labels: jetzt aus {n}, und erneut, sobald sie um {percent} % gewachsen sind.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>The last change is not about these texts: undo it in the window.</source>
            <translation>Die letzte Änderung betrifft nicht diese Texte: im Hauptfenster rückgängig machen.</translation>
        </message>
        <message>
            <location filename="../../app/views/dialogs/unlabelled_text.py" />
            <source>There is no change of these texts to redo.</source>
            <translation>Es gibt keine Änderung an diesen Texten, die wiederholt werden kann.</translation>
        </message>
    </context>
    <context>
        <name>Welcome</name>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Welcome to Tagwright</source>
            <translation>Willkommen bei Tagwright</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Open a recent project, try the sample, make a project or import texts</source>
            <translation>Ein früheres Projekt öffnen, das Beispielprojekt ausprobieren, ein Projekt anlegen oder Texte importieren</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Try the &amp;sample project</source>
            <translation>&amp;Beispielprojekt ausprobieren</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Opens a copy of a vet's day book in {folder}.</source>
            <translation>Kopie eines Praxistagebuchs ({folder}).</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;New project…</source>
            <translation>&amp;Neues Projekt…</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Name your labels, then import your texts.</source>
            <translation>Erst Labels festlegen, dann Texte importieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;Import texts…</source>
            <translation>Texte &amp;importieren…</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Plain text, column files, CoNLL-U, JSON lines or brat.</source>
            <translation>Text, Spalten, CoNLL-U, JSON Lines oder brat.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>&amp;Open project…</source>
            <translation>&amp;Projekt öffnen…</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>A file ending in .tagwright.</source>
            <translation>Eine Datei mit der Endung .tagwright.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>No recent projects. Try the sample first.</source>
            <translation>Keine zuletzt geöffneten Projekte. Zum Einstieg das Beispielprojekt ausprobieren.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Sample project</source>
            <translation>Beispielprojekt</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>{folder} already has a copy of the sample, {name}.</source>
            <translation>Eine Kopie des Beispielprojekts ist schon da: {name} ({folder}).</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Open it</source>
            <translation>Öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Make another copy</source>
            <translation>Weitere Kopie anlegen</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Cancel</source>
            <translation>Abbrechen</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>{path} no longer exists. It was moved, renamed or deleted.</source>
            <translation>{path} gibt es nicht mehr. Die Datei wurde verschoben, umbenannt oder gelöscht.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>{text} There are backups of it.</source>
            <translation>{text} Es gibt Sicherungen davon.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Restore a backup…</source>
            <translation>Sicherung wiederherstellen…</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Remove from list</source>
            <translation>Aus Liste entfernen</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Start</source>
            <translation>Start</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Recent projects</source>
            <translation>Zuletzt geöffnet</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Label text while a model learns alongside you.</source>
            <translation>Text labeln, während ein Modell mitlernt.</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Open project</source>
            <translation>Projekt öffnen</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Projects (*{suffix})</source>
            <translation>Projekte (*{suffix})</translation>
        </message>
        <message>
            <location filename="../../app/views/welcome.py" />
            <source>Import texts</source>
            <translation>Texte importieren</translation>
        </message>
    </context>
    <context>
        <name>WordedTool</name>
        <message>
            <location filename="../../app/views/tool_bar.py" />
            <source>Key {key}</source>
            <translation>Taste {key}</translation>
        </message>
    </context>
    <context>
        <name>_Points</name>
        <message>
            <location filename="../../app/views/dialogs/appearance.py" />
            <source> pt</source>
            <translation> pt</translation>
        </message>
    </context>
    <context>
        <name>moments</name>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>today</source>
            <translation>heute</translation>
        </message>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>Today</source>
            <translation>Heute</translation>
        </message>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>yesterday</source>
            <translation>gestern</translation>
        </message>
        <message>
            <location filename="../../app/item_models/local_times.py" />
            <source>Yesterday</source>
            <translation>Gestern</translation>
        </message>
    </context>
</TS>
