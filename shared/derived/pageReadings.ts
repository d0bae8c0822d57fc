/**
 * What the conditions and computed items of a page read from any page: needed by a client that loads that page alone.
 */
import type { Catalogue, LayoutNode } from '../../schemas/compile/catalogue.types.ts';
import type { ItemOverlay } from '../../schemas/compile/sources.types.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import type { Reading } from '../expressions/dependencies.ts';

const known = new WeakMap<Catalogue, Map<string, readonly Reading[]>>();

/** For all regions together; the catalogue is that of all regions. Cached per page. */
export function pageReadings(whole: Catalogue, page: string): readonly Reading[] {
  const ofPages = known.get(whole) ?? new Map<string, readonly Reading[]>();
  known.set(whole, ofPages);
  const found = ofPages.get(page) ?? search(whole, page);
  ofPages.set(page, found);
  return found;
}

type Conditional = Pick<ItemOverlay, 'visibleWhen' | 'requiredWhen' | 'readOnlyWhen'>;

function search(whole: Catalogue, page: string): Reading[] {
  const found = new Map<string, Reading>();
  const add = (readings: readonly Reading[]): void => {
    for (const reading of readings) {
      const key = JSON.stringify(reading);
      if (found.has(key)) continue;
      found.set(key, reading);
      if ('itemId' in reading) addComputed(reading.itemId);
    }
  };
  // computed items on other pages may depend on edits of this one
  const addComputed = (itemId: string): void => {
    const { computed = null, groups = [] } = whole.items[itemId] ?? {};
    if (computed !== null) add(compileExpression(computed, whole, groups.at(-1) ?? null, 'value').readings);
  };
  const addConditions = (of: { [Key in keyof Conditional]?: string | null }, group: string | null): void => {
    for (const condition of [of.visibleWhen, of.requiredWhen, of.readOnlyWhen])
      if (condition) add(compileExpression(condition, whole, group, 'bool').readings);
  };
  const addNamed = (name: string, of: object, group: string | null): void => {
    addConditions(of, group);
    for (const overlays of Object.values(whole.overlays)) addConditions(overlays[name] ?? {}, group);
  };

  for (const item of Object.values(whole.items)) {
    if (item.page !== page) continue;
    addNamed(item.itemId, item, item.groups.at(-1) ?? null);
    addComputed(item.itemId);
  }
  for (const group of Object.values(whole.groups))
    if (group.page === page) addNamed(group.group, group, group.groups.at(-2) ?? null);
  for (const { node, group } of sections(whole.pages[page]?.layout ?? [], whole.pages[page]?.group ?? null))
    addNamed(`${page}/${node.section}`, node, group);
  return [...found.values()];
}

interface FieldFlags {
  node: Extract<LayoutNode, { type: 'section' }>;
  /** the innermost enclosing group */
  group: string | null;
}

const sections = (layout: readonly LayoutNode[], group: string | null): FieldFlags[] =>
  layout.flatMap((node) => {
    if (node.type === 'item') return [];
    const inside = sections(node.content, node.type === 'group' ? node.group : group);
    return node.type === 'section' ? [{ node, group }, ...inside] : inside;
  });
