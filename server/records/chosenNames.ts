/** Items that hold several records: stored with the names that the records have, whatever names were sent. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { Choosable } from '../../schemas/compile/sources.types.ts';
import type { Scope } from '../../shared/access/scope.ts';
import type { ItemChange } from '../../shared/case/changeSet.ts';
import { chosenRecords, chosenText } from '../../shared/records/chosenRecords.ts';
import { refusal, type Refusal } from '../page-save/refusal.ts';
import type { Trx } from '../storage/database.ts';
import { findChoosable } from './chosenNames.store.ts';

interface Named {
  changes: ItemChange[];
  refused: Refusal[];
}

/** The keys an author is limited to; none: no limit. */
const limitOf = (author: Scope, of: Choosable): readonly number[] =>
  of === 'role' ? [] : author[`${of}Keys`];

/** Refuses what cannot be chosen: records that are not in use, and those outside of the scope of the author. */
export async function withChosenNames(
  trx: Trx,
  { items }: Catalogue,
  { sponsorKey, author }: { sponsorKey: number; author: Scope },
  changes: readonly ItemChange[],
): Promise<Named> {
  const named: Named = { changes: [], refused: [] };
  for (const change of changes) {
    const of = items[change.itemId]?.chooses;
    if (!of || !change.value) {
      named.changes.push(change);
      continue;
    }
    const keys = new Set(chosenRecords(change.value).map(({ key }) => key));
    const limit = limitOf(author, of);
    const found = await findChoosable(trx, sponsorKey, of, [...keys]);
    const allowed = found.filter(({ key }) => limit.length === 0 || limit.includes(key));
    if (allowed.length < keys.size || keys.size === 0) named.refused.push(refusal(change, 'value.notValid'));
    named.changes.push({ ...change, value: chosenText(allowed) || null });
  }
  return named;
}
