/** Findings of the linter as the editor shows them. */
import type { Diagnostic } from '@codemirror/lint';
import type { Text } from '@codemirror/state';
import type { SourceFinding } from '../../../../schemas/compile/sources.types.ts';
import { endOfToken, offsetAt } from './places.ts';

/** `fixLabel`: what the button of a quick fix says, given the new text. */
export const marksOf = (
  doc: Text,
  findings: readonly SourceFinding[],
  fixLabel: (text: string) => string,
): Diagnostic[] =>
  findings.map(({ line, column, endLine, endColumn, severity, rule, message, fix }) => {
    const from = offsetAt(doc, line, column);
    const end = endColumn === undefined ? null : offsetAt(doc, endLine ?? line, endColumn);
    const to = end !== null && end > from ? end : endOfToken(doc, from);
    const actions = fix && [
      {
        name: fixLabel(fix.text),
        apply: (view: { state: { doc: Text }; dispatch: (spec: object) => void }) => {
          const at = offsetAt(view.state.doc, fix.line, fix.column);
          const until = offsetAt(view.state.doc, fix.endLine, fix.endColumn);
          view.dispatch({ changes: { from: at, to: until, insert: fix.text } });
        },
      },
    ];
    return { from, to: Math.max(to, from), severity, source: rule, message, actions };
  });
