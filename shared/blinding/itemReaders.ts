/** Which items read which others: by an expression, as a part of a coded or measured value, or as the text of a code. */
import type { Catalogue, ItemReader } from '../../schemas/compile/catalogue.types.ts';
import { readingsOf } from '../expressions/dependencies.ts';
import { parseExpression } from '../expressions/parseExpression.ts';
import { conditionedItems, withOverlays } from './conditionedItems.ts';

/** An item that reads another one, and what makes it do so. */
export interface Reader {
  itemId: string;
  by: ItemReader['by'];
}

/** The readers of each item that has any, in all regions. */
export function itemReaders(catalogue: Catalogue): ReadonlyMap<string, readonly Reader[]> {
  const readers = new Map<string, Reader[]>();
  const add = (read: string, itemId: string, by: Reader['by']): void => {
    if (read === itemId) return;
    const known = readers.get(read) ?? [];
    readers.set(read, known);
    if (!known.some((reader) => reader.itemId === itemId)) known.push({ itemId, by });
  };
  const addExpression = (
    expression: string | null | undefined,
    group: string | null,
    of: readonly string[],
    by: Reader['by'],
  ) => {
    if (!expression) return;
    for (const read of itemsRead(catalogue, expression, group))
      for (const itemId of of) add(read, itemId, by);
  };
  for (const item of Object.values(catalogue.items)) {
    const group = item.groups.at(-1) ?? null;
    for (const { reads, by } of item.reads ?? []) add(reads, item.itemId, by);
    for (const owner of [item.unitOf, item.versionOf, item.textOf])
      if (owner !== null) add(owner, item.itemId, 'attached');
    for (const text of item.coding?.texts ?? []) add(text, item.itemId, 'coding');
    addExpression(item.computed, group, [item.itemId], 'computed');
    addExpression(item.calculated, group, [item.itemId], 'calculated');
    if (typeof item.initial === 'string') addExpression(item.initial, group, [item.itemId], 'initial');
    else if (item.initial && 'languageOf' in item.initial)
      add(item.initial.languageOf, item.itemId, 'initial');
    for (const conditions of withOverlays(catalogue, item.itemId, item))
      for (const key of ['requiredWhen', 'readOnlyWhen'] as const)
        addExpression(conditions[key], group, [item.itemId], key);
  }
  for (const { expression, group, items } of conditionedItems(catalogue))
    addExpression(expression, group, items, 'visibleWhen');
  return readers;
}

/** What each item that reads any others reads. */
export function itemReadings(catalogue: Catalogue): ReadonlyMap<string, readonly ItemReader[]> {
  const readings = [...itemReaders(catalogue)].flatMap(([reads, readers]) =>
    readers.map(({ itemId, by }) => ({ itemId, reading: { reads, by } })),
  );
  return new Map(
    [...Map.groupBy(readings, ({ itemId }) => itemId)].map(([itemId, of]) => [
      itemId,
      of.map(({ reading }) => reading),
    ]),
  );
}

/** Items that an expression reads. */
export const itemsRead = (
  catalogue: Catalogue,
  expression: string,
  group: string | null,
): ReadonlySet<string> => readingsOf(parseExpression(expression).ast, catalogue, group).items;
