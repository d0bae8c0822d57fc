/** What a receiver gets masked, in messages and on forms alike. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';

/** The null flavor of a masked value. */
export const MASKED = 'MSK';

/** The items with personal data. */
export const personalItems = ({ items }: Catalogue): string[] =>
  Object.values(items)
    .filter(({ privacy }) => privacy)
    .map(({ itemId }) => itemId);

/** The items that only users who may unblind see. */
export const blindedItems = ({ items }: Catalogue): string[] =>
  Object.values(items)
    .filter(({ blinded }) => blinded)
    .map(({ itemId }) => itemId);

/**
 * The content with the null flavor MSK in place of every masked value. Null flavors stay. In a message, an item that may
 * not have this null flavor is left out; a form prints the mask for it, too. To be done before anything is computed, so
 * that nothing is derived from what is masked.
 */
export function maskContent(
  { items }: Pick<Catalogue, 'items'>,
  content: CaseContent,
  masked: ReadonlySet<string>,
  where: 'form' | 'message',
): CaseContent {
  if (masked.size === 0) return content;
  const values = content.values.flatMap((value): CaseValue[] => {
    const { itemId, rowNo, rowNo2, rowNo3 } = value;
    const hasText = value.value !== null || value.notation !== null;
    if (!masked.has(itemId) || !hasText) return [value];
    if (where === 'message' && !items[itemId]?.nullFlavors.includes(MASKED)) return [];
    return [{ itemId, rowNo, rowNo2, rowNo3, ...EMPTY_VALUE, nullFlavor: MASKED }];
  });
  return { ...content, values };
}
