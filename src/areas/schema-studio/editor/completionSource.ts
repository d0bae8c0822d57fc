/** The completion of the schema language, as the editor asks for it. */
import {
  insertCompletionText,
  pickedCompletion,
  type Completion as EditorCompletion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { LocalizedText } from '../../../../schemas/compile/sources.types.ts';
import { completionsAt } from '../../../../shared/schemas/completion.ts';
import type { Completion, SourceNames } from '../../../../shared/schemas/completion.types.ts';

/** What the editor asks when it completes: it changes while the editor stays. */
export interface CompletionWorld {
  file: string;
  names: SourceNames | null;
  language: keyof LocalizedText;
  /** what a function of the expressions is for, in the user's language */
  functionHelp: (name: string) => string;
}

const TYPES: Record<Completion['kind'], string> = {
  key: 'property',
  value: 'enum',
  name: 'variable',
  code: 'constant',
  function: 'function',
};

export const completionSource =
  (world: () => CompletionWorld) =>
  ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const { file, names, language, functionHelp } = world();
    if (!names) return null;
    const found = completionsAt({ file, text: state.doc.toString() }, pos, names, language);
    if (!found || found.options.length === 0) return null;
    // Opens without Ctrl+Space only after a word has begun: otherwise Enter after a comma would accept a completion
    // instead of inserting a line break.
    const begun = found.from < pos || state.sliceDoc(pos - 1, pos) === '"';
    if (!explicit && !begun) return null;
    // what is compared with the options ends at the cursor; a quote or the rest of a word behind it is replaced too
    const behind = found.to - pos;
    return {
      from: found.from,
      options: found.options.map((option) => offered(option, behind, functionHelp)),
    };
  };

function offered(
  option: Completion,
  behind: number,
  functionHelp: (name: string) => string,
): EditorCompletion {
  const { label, kind, detail, insert } = option;
  const info = kind === 'function' ? functionHelp(label) : option.info;
  const apply = (view: EditorView, completion: EditorCompletion, from: number, to: number): void => {
    const caret = insert.indexOf('|');
    const text = insert.replace('|', '');
    view.dispatch({
      ...insertCompletionText(view.state, text, from, to + behind),
      annotations: pickedCompletion.of(completion),
    });
    if (caret >= 0) view.dispatch({ selection: { anchor: from + caret } });
  };
  return { label, type: TYPES[kind], detail, info, apply };
}
