/** The rows around an address of a case, and those of them that only say what no message can. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { rowKey, type CaseContent, type CaseRow } from '../../shared/case/caseContent.ts';
import { rowPathOf } from '../../shared/case/itemAddress.ts';
import { isEmpty } from '../../shared/case/itemValue.ts';
import type { ItemsOfMessages } from './beyondMessages.ts';

export type RowAddress = Pick<CaseRow, 'rowNo' | 'rowNo2' | 'rowNo3'>;

/** The keys of the rows around an address, outermost first: its own, and those that it borrows. */
export const keysAround = (
  groups: Catalogue['groups'],
  around: readonly string[],
  address: RowAddress,
): string[] => keysOfPath(groups, around, rowPathOf(address, around.length));

/** The same for a path of row numbers, in which a link may name an outermost row at any depth. */
export const keysOfPath = (
  groups: Catalogue['groups'],
  around: readonly string[],
  path: readonly number[],
): string[] =>
  path.map((_, depth) => {
    const group = around[depth] ?? '';
    const outermost = groups[group]?.rowsOf ?? (groups[group]?.groups.length === 1 ? group : null);
    const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = path.slice(outermost ? depth : 0, depth + 1);
    return rowKey({ group: outermost ?? group, rowNo, rowNo2, rowNo3 });
  });

/** The keys of the rows that have values, but none in them or below them that has a place in messages. */
export function rowsBeyondMessages(
  { items, groups }: Pick<Catalogue, 'items' | 'groups'>,
  ofMessages: ItemsOfMessages,
  { values }: CaseContent,
): ReadonlySet<string> {
  const [all, inMessages] = [new Set<string>(), new Set<string>()];
  for (const value of values) {
    if (isEmpty(value)) continue;
    const keys = keysAround(groups, items[value.itemId]?.groups ?? [], value);
    for (const key of keys) all.add(key);
    if (ofMessages.has(value.itemId)) for (const key of keys) inMessages.add(key);
  }
  return new Set([...all].filter((key) => !inMessages.has(key)));
}
