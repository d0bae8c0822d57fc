/** The states that stories show, and what can be in which. Also read by Node, so nothing here needs a browser. */
import type { Catalogue, CatalogueItem, LayoutNode } from '../schemas/compile/catalogue.types.ts';
import type { Control } from '../schemas/compile/sources.types.ts';
import { isAttached } from '../shared/faces/faceSheet.ts';
import { fits, type FieldState } from '../shared/faces/fieldStates.ts';

/** What each state of a field means, as the story says it. */
export const STATES: Readonly<Record<FieldState, string>> = {
  empty: 'Nothing is entered.',
  value: 'A value is entered and saved.',
  nullFlavor: 'The value is missing for a stated reason; the chip takes the place of the value.',
  notation: 'The same text stands in a second language below the value.',
  changed: 'The value differs from what was read; the mark tells what it was and takes it back.',
  error: 'A rule refuses the value. The case cannot be sent.',
  warning: 'A rule doubts the value.',
  info: 'A rule has something to say of the value.',
  readOnly: 'The value can be read and copied, not changed.',
  deletedRow: 'The row around the item is struck: it is read-only until it is restored.',
  blinded: 'What a user without the unblind right sees of a blinded item: the server sends nothing of it.',
  longText: 'The longest value the item may hold.',
};

/** What each state of a page means. */
const PAGE_STATES = {
  filled: 'Every item says something; two rows in every group.',
  empty: 'Nothing is entered yet.',
  readOnly: 'A user who may read only, or a locked case.',
  findings: 'Rules have found something, at every depth; closed rows count what lies in them.',
  manyRows: 'Thirty rows in every group of the page itself, three levels deep.',
} as const;
export type PageState = keyof typeof PAGE_STATES;
export const PAGE_STATE_NAMES = Object.keys(PAGE_STATES) as PageState[];

/** The controls that items of the catalogue have, in alphabetical order. */
export const controlsOf = (catalogue: Catalogue): Control[] =>
  [...new Set(Object.values(catalogue.items).map(({ control }) => control))].sort();

/**
 * The best example item of a control in a state; null if the catalogue has none. One blinded item represents all
 * controls.
 */
export function exampleOf(catalogue: Catalogue, control: Control, state: FieldState): CatalogueItem | null {
  const ofControl = Object.values(catalogue.items).filter((item) => item.control === control);
  const fitting = state === 'blinded' ? ofControl : ofControl.filter((item) => fits(item, state));
  // Prefer an item without attached items; among those, the one with most parts.
  const [best] = fitting.sort(
    (a, b) => Number(isAttached(a)) - Number(isAttached(b)) || attachments(b) - attachments(a),
  );
  return best ?? null;
}

const attachments = ({ unitItem, versionItem, textItem }: CatalogueItem): number =>
  [unitItem, versionItem, textItem].filter(Boolean).length;

/** Can the page be in the state? */
export function pageFits(catalogue: Catalogue, page: string, state: PageState): boolean {
  const hasGroup = (nodes: readonly LayoutNode[]): boolean =>
    nodes.some((node) => node.type === 'group' || (node.type === 'section' && hasGroup(node.content)));
  return state !== 'manyRows' || hasGroup(catalogue.pages[page]?.layout ?? []);
}
