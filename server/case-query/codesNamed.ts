/** People read and type the labels of codes: a text that a question looks for is looked for in them, too. */
import { fold } from '../../shared/text/fold.ts';
import type { Condition, ItemTest } from '../../shared/query/condition.types.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { codesOfItem } from '../lists/listColumns.ts';

/**
 * Adds to each test of a contained text the codes whose label holds it, in any language: a question means the same for all who
 * share it. Only for a condition that was checked, since a question has the text alone.
 */
export function withCodesNamed(catalogue: CatalogueSource, condition: Condition): Condition {
  if (condition.kind === 'group')
    return { ...condition, conditions: condition.conditions.map((part) => withCodesNamed(catalogue, part)) };
  const tests = condition.tests.map((test) => ({
    ...test,
    values: [...test.values, ...codesNamed(catalogue, test)],
  }));
  return { ...condition, tests };
}

/** The codes of the item whose label holds the text of the test; none where it looks for no part of a text. */
function codesNamed(
  { whole, codeLists }: Pick<CatalogueSource, 'whole' | 'codeLists'>,
  { itemId, operator, values: [text = ''] }: ItemTest,
): string[] {
  const item = whole.items[itemId];
  if (!item || (operator !== 'LIKE' && operator !== 'NOT_LIKE')) return [];
  const wanted = fold(text);
  const codes = codesOfItem(codeLists, item) ?? [];
  return codes
    .filter(({ label }) => Object.values(label).some((word) => fold(word).includes(wanted)))
    .map(({ code }) => code);
}
