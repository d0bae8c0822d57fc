/** Quotes inside of a text: JSON spells them `\"`, and expressions are full of them. */
import { Prec, type Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

const SPELLED = '\\"';

/**
 * A quote typed behind a backslash brings its partner along, or steps over the one that is there. Without it the editor
 * would take the quote for the end of the whole text.
 */
export const pairedQuotes: Extension = Prec.high(
  EditorView.inputHandler.of((view, from, to, text) => {
    const { state } = view;
    if (text !== '"' || from !== to || state.readOnly || state.sliceDoc(from - 1, from) !== '\\')
      return false;
    if (!isInText(state.sliceDoc(state.doc.lineAt(from).from, from - 1))) return false;
    const isThere = state.sliceDoc(from, from + SPELLED.length) === SPELLED;
    view.dispatch({
      changes: { from, to: isThere ? from + SPELLED.length : from, insert: isThere ? '"' : `"${SPELLED}` },
      selection: { anchor: from + 1 },
      userEvent: 'input.type',
    });
    return true;
  }),
);

/** Is a text open at the end of this beginning of a line? JSON texts end on their line. */
const isInText = (line: string): boolean =>
  (line.match(/"(?:[^"\\]|\\.)*("|$)/g) ?? []).some((text) => !/^"(?:[^"\\]|\\.)*"$/.test(text));
