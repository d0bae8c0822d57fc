/** The text of one schema file: completion, findings, folding, undo, search. */
import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  type Ref,
} from 'react';
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  type ViewUpdate,
} from '@codemirror/view';
import { useTranslation } from 'react-i18next';
import type { SourceFinding } from '../../../../schemas/compile/sources.types.ts';
import { completionSource, type CompletionWorld } from './completionSource.ts';
import { editorLook } from './editorTheme.ts';
import { marksOf } from './findingMarks.ts';
import { editorPhrases } from './phrases.ts';
import { changeTo, offsetAt } from './places.ts';
import { pairedQuotes } from './quotes.ts';
import styles from './SourceEditor.module.css';

export interface EditorHandle {
  /** Brings a place into sight, with the cursor on it. */
  goTo(line: number, column: number): void;
  goToOffset(offset: number): void;
  search(): void;
}

export interface SourceEditorProps {
  file: string;
  text: string;
  readOnly: boolean;
  /** its name for assistive technology */
  label: string;
  findings?: readonly SourceFinding[];
  completion?: Omit<CompletionWorld, 'file' | 'functionHelp'>;
  onChange?: (text: string) => void;
  /** called after each move of the cursor */
  onCursor?: (offset: number, text: string) => void;
  ref?: Ref<EditorHandle>;
}

/** Marks a change that came from outside, so that it is not reported back. */
const FROM_OUTSIDE = Annotation.define<boolean>();
const NO_FINDINGS: readonly SourceFinding[] = [];

export function SourceEditor(props: SourceEditorProps) {
  const { file, text, readOnly, label, findings = NO_FINDINGS } = props;
  const { t } = useTranslation('studio');
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  /** by file: undo and cursor stay while the studio is open */
  const states = useRef(new Map<string, EditorState>());
  const completionWorld = useEffectEvent((): CompletionWorld => {
    const { names = null, language = 'en' } = props.completion ?? {};
    return { file, functionHelp: (name) => t(`functions.${name}`), names, language };
  });
  const onUpdate = useEffectEvent((update: ViewUpdate) => {
    states.current.set(file, update.state);
    const isOurs = update.transactions.some((transaction) => transaction.annotation(FROM_OUTSIDE));
    if (update.docChanged && !isOurs) props.onChange?.(update.state.doc.toString());
    if (update.selectionSet || update.docChanged)
      props.onCursor?.(update.state.selection.main.head, update.state.doc.toString());
  });
  const parts = useMemo(() => ({ access: new Compartment(), words: new Compartment() }), []);
  const access = useMemo((): Extension => {
    // said although a text that can be edited takes the focus anyway: checkers do not know
    const attributes = { tabindex: '0', 'aria-label': label, 'aria-description': t('editor.keys') };
    return [
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of({ ...attributes, 'aria-readonly': String(readOnly) }),
    ];
  }, [readOnly, label, t]);
  const words = useMemo(() => editorPhrases(t), [t]);

  useLayoutEffect(() => {
    if (!host.current) return;
    const made = new EditorView({ parent: host.current });
    view.current = made;
    return () => {
      made.destroy();
      view.current = null;
    };
  }, []);

  const openFile = useEffectEvent((editor: EditorView) => {
    const known = states.current.get(file);
    const callbacks = { world: () => completionWorld(), onUpdate: (update: ViewUpdate) => onUpdate(update) };
    editor.setState(
      known && known.doc.toString() === text
        ? known
        : EditorState.create({
            doc: text,
            extensions: [extensions(callbacks), parts.access.of([]), parts.words.of([])],
          }),
    );
    states.current.set(file, editor.state);
  });
  // Changes of the text run before the paint: a later effect would restore an older text.
  useLayoutEffect(() => {
    if (view.current) openFile(view.current);
  }, [file, parts]);
  useLayoutEffect(() => {
    view.current?.dispatch({ effects: [parts.access.reconfigure(access), parts.words.reconfigure(words)] });
  }, [file, parts, access, words]);
  useLayoutEffect(() => {
    const editor = view.current;
    if (!editor || editor.state.doc.toString() === text) return;
    editor.dispatch({
      changes: changeTo(editor.state.doc.toString(), text),
      annotations: FROM_OUTSIDE.of(true),
    });
  }, [file, text]);
  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const marks = marksOf(editor.state.doc, findings, (fix) => t('editor.fix', { text: fix }));
    editor.dispatch(setDiagnostics(editor.state, marks));
  }, [file, findings, t]);

  useImperativeHandle(
    props.ref,
    () => {
      const goToOffset = (offset: number): void => {
        const editor = view.current;
        if (!editor) return;
        const anchor = Math.min(offset, editor.state.doc.length);
        editor.dispatch({
          selection: { anchor },
          effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
        });
        editor.focus();
      };
      return {
        goToOffset,
        goTo: (line, column) => view.current && goToOffset(offsetAt(view.current.state.doc, line, column)),
        search: () => void (view.current && openSearchPanel(view.current)),
      };
    },
    [],
  );

  return <div ref={host} className={styles.editor} />;
}

interface Callbacks {
  world: () => CompletionWorld;
  onUpdate: (update: ViewUpdate) => void;
}

function extensions({ world, onUpdate }: Callbacks): Extension {
  return [
    lineNumbers(),
    foldGutter(),
    lintGutter(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    pairedQuotes,
    closeBrackets(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    EditorState.tabSize.of(2),
    EditorView.lineWrapping,
    autocompletion({ override: [completionSource(world)], maxRenderedOptions: 60, icons: false }),
    keymap.of([
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...lintKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      ...defaultKeymap,
      // Escape, then Tab leaves: the editor's own way, named in its description
      indentWithTab,
    ]),
    json(),
    editorLook,
    EditorView.updateListener.of(onUpdate),
  ];
}
