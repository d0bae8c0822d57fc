/** The editor's own words in the user's language. */
import { EditorState, type Extension } from '@codemirror/state';
import type { TFunction } from 'i18next';

export const editorPhrases = (t: TFunction<'studio'>): Extension =>
  EditorState.phrases.of({
    Find: t('phrases.find'),
    Replace: t('phrases.replaceWith'),
    next: t('phrases.next'),
    previous: t('phrases.previous'),
    all: t('phrases.all'),
    'match case': t('phrases.matchCase'),
    regexp: t('phrases.regexp'),
    'by word': t('phrases.byWord'),
    replace: t('phrases.replace'),
    'replace all': t('phrases.replaceAll'),
    close: t('phrases.close'),
    'current match': t('phrases.currentMatch'),
    'on line': t('phrases.onLine'),
    'replaced match on line $': t('phrases.replacedOnLine'),
    'replaced $ matches': t('phrases.replacedMatches'),
    'Go to line': t('phrases.goToLine'),
    go: t('phrases.go'),
    Diagnostics: t('phrases.diagnostics'),
    'No diagnostics': t('phrases.noDiagnostics'),
    Completions: t('phrases.completions'),
    'Fold line': t('phrases.fold'),
    'Unfold line': t('phrases.unfold'),
    'folded code': t('phrases.folded'),
    unfold: t('phrases.unfold'),
    'Folded lines': t('phrases.foldedLines'),
    'Unfolded lines': t('phrases.unfoldedLines'),
    to: t('phrases.to'),
  });
