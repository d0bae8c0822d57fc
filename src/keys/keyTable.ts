/**
 * Every key of the product, once. Handlers, `aria-keyshortcuts`, the help line, the key map and the guide in the docs
 * all read this table; words are in the namespace `keys`.
 *
 * A chord is written as `Alt+N`, `Mod+S` (Ctrl, on a Mac Cmd), `Shift+F8`, `?`. The first chord of a key is the one shown.
 */
export const KEYS = [
  { id: 'nullFlavor', chords: ['Alt+N'], scope: 'field' },
  { id: 'notation', chords: ['Alt+O'], scope: 'field' },
  { id: 'translationPane', chords: ['Alt+Shift+O'], scope: 'field' },
  { id: 'lookUp', chords: ['Alt+L'], scope: 'field' },
  { id: 'recommend', chords: ['Alt+R'], scope: 'field' },
  { id: 'openList', chords: ['F4'], scope: 'field' },
  { id: 'undoItem', chords: ['Alt+U'], scope: 'field' },
  { id: 'itemMenu', chords: ['F2', 'Alt+M'], scope: 'field' },
  { id: 'askQuestion', chords: ['Alt+Q'], scope: 'field' },
  { id: 'help', chords: ['F1'], scope: 'field' },

  { id: 'previousRow', chords: ['Alt+ArrowUp'], scope: 'row' },
  { id: 'nextRow', chords: ['Alt+ArrowDown'], scope: 'row' },
  { id: 'moveRowUp', chords: ['Alt+Shift+ArrowUp'], scope: 'row' },
  { id: 'moveRowDown', chords: ['Alt+Shift+ArrowDown'], scope: 'row' },
  { id: 'addRow', chords: ['Alt+A'], scope: 'row' },
  { id: 'deleteRow', chords: ['Alt+Delete'], scope: 'row' },
  { id: 'pasteTable', chords: ['Alt+P'], scope: 'row' },

  { id: 'save', chords: ['Mod+S'], scope: 'page', neverBrowser: true, endsComposition: true },
  { id: 'undo', chords: ['Mod+Z'], scope: 'page' },
  { id: 'redo', chords: ['Mod+Y', 'Mod+Shift+Z'], scope: 'page' },
  { id: 'previousPage', chords: ['Alt+PageUp'], scope: 'case' },
  { id: 'nextPage', chords: ['Alt+PageDown'], scope: 'case' },
  { id: 'nextFinding', chords: ['F8'], scope: 'case' },
  { id: 'previousFinding', chords: ['Shift+F8'], scope: 'case' },

  { id: 'lineUp', chords: ['ArrowUp'], scope: 'list' },
  { id: 'lineDown', chords: ['ArrowDown'], scope: 'list' },
  { id: 'cellLeft', chords: ['ArrowLeft'], scope: 'list' },
  { id: 'cellRight', chords: ['ArrowRight'], scope: 'list' },
  { id: 'rowStart', chords: ['Home'], scope: 'list' },
  { id: 'rowEnd', chords: ['End'], scope: 'list' },
  { id: 'listStart', chords: ['Mod+Home'], scope: 'list' },
  { id: 'listEnd', chords: ['Mod+End'], scope: 'list' },
  { id: 'linesUp', chords: ['PageUp'], scope: 'list' },
  { id: 'linesDown', chords: ['PageDown'], scope: 'list' },
  { id: 'openLine', chords: ['Enter'], scope: 'list' },
  { id: 'chooseLine', chords: ['Space'], scope: 'list' },
  { id: 'chooseTo', chords: ['Shift+Space'], scope: 'list' },
  { id: 'chooseUp', chords: ['Shift+ArrowUp'], scope: 'list' },
  { id: 'chooseDown', chords: ['Shift+ArrowDown'], scope: 'list' },
  { id: 'narrower', chords: ['Shift+ArrowLeft'], scope: 'list' },
  { id: 'wider', chords: ['Shift+ArrowRight'], scope: 'list' },

  { id: 'codingSelect', chords: ['1'], scope: 'coding' },
  { id: 'codingLookUp', chords: ['L'], scope: 'coding' },
  { id: 'codingNext', chords: ['N'], scope: 'coding' },
  { id: 'codingPrevious', chords: ['P'], scope: 'coding' },
  { id: 'codingPropose', chords: ['S'], scope: 'coding' },
  { id: 'codingAsk', chords: ['Q'], scope: 'coding' },
  { id: 'codingDecide', chords: ['Mod+Enter'], scope: 'coding' },

  { id: 'goTo', chords: ['Mod+K'], scope: 'everywhere', neverBrowser: true },
  { id: 'keyMap', chords: ['Mod+/', '?'], scope: 'everywhere', neverBrowser: true },
] as const satisfies readonly KeyEntry[];

/** What has to have the focus, or to be open, for a key to work. */
export type KeyScope = 'field' | 'row' | 'page' | 'case' | 'list' | 'coding' | 'everywhere';

interface KeyEntry {
  id: string;
  chords: readonly [string, ...string[]];
  scope: KeyScope;
  /** what the browser does with the chord is wanted nowhere in the product, not even where the key itself rests */
  neverBrowser?: true;
  /** what an input method composes is entered, and then the key followed */
  endsComposition?: true;
}

export type KeyId = (typeof KEYS)[number]['id'];

const BY_ID = new Map<KeyId, KeyEntry>(KEYS.map((entry) => [entry.id, entry]));

/** The entry of a key. */
export function keyEntry(id: KeyId): KeyEntry {
  const entry = BY_ID.get(id);
  if (!entry) throw new Error(`the table of keys has no ${id}`);
  return entry;
}
