import type { Catalogue, LayoutNode } from '../../../../schemas/compile/catalogue.types.ts';
import type { EvaluatedCondition } from '../../../../shared/rules/conditionsOf.ts';
import { wordsIn } from '../../../catalogue/words.ts';
import type { Language } from '../../../i18n/index.ts';

/** The label of an item, a group or a section. */
export function nameOf(catalogue: Catalogue, of: EvaluatedCondition['of'], language: Language): string {
  if ('section' in of) {
    const found = sectionIn(catalogue.pages[of.page]?.layout ?? [], of.section);
    return found ? wordsIn(found.label, language) : of.section;
  }
  const id = 'itemId' in of ? of.itemId : of.group;
  const label = 'itemId' in of ? catalogue.items[id]?.label : catalogue.groups[id]?.label;
  return label ? wordsIn(label, language) : id;
}

function sectionIn(
  layout: readonly LayoutNode[],
  section: string,
): Extract<LayoutNode, { type: 'section' }> | null {
  for (const node of layout) {
    if (node.type === 'item') continue;
    if (node.type === 'section' && node.section === section) return node;
    const inside = sectionIn(node.content, section);
    if (inside) return inside;
  }
  return null;
}
