/** What audit entries about a record as a whole say, where that is a code: as lists show it, or in words of its own. */
import type { ListCode } from '../../schemas/compile/lists.ts';
import { FLAG_CODES } from '../audit/auditWords.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { codesOfColumn } from '../lists/listColumns.ts';
import own from './recordCodes.json' with { type: 'json' };

const OWN: Readonly<Record<string, readonly ListCode[] | undefined>> = own;

/** Columns of lists that show the same, by item id of the entry: menu id and column. */
const COLUMNS: Readonly<Record<string, readonly [menuId: string, column: string] | undefined>> = {
  recordState: ['AD-MU-CI', 'recordState'],
  userState: ['AD-MU-CO-US', 'userState'],
  accessDecision: ['MU-AD-AC-RV', 'decision'],
};
const FLAGS: readonly string[] = ['recordDeleted', 'systemAdmin'];

/** By the item id of the entry; null for what says no code. */
export function recordCodes(catalogue: CatalogueSource, itemId: string): readonly ListCode[] | null {
  if (FLAGS.includes(itemId)) return FLAG_CODES;
  const column = COLUMNS[itemId];
  if (!column) return OWN[itemId] ?? null;
  return codesOfColumn(catalogue, ...column);
}
