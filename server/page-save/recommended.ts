/** Which entries of a save are recommended codes, according to the stored acceptances and never to the browser. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { AuditSource, NewEntry } from '../audit/auditEntry.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { findTaken, takenKey } from './recommended.store.ts';

/** The entries of a save, each under the source that says how its value came about; none of a source are left out. */
export async function bySource(
  trx: Trx,
  { items }: Catalogue,
  found: CaseRecord,
  user: SessionUser,
  entries: readonly NewEntry[],
): Promise<{ source: AuditSource; entries: NewEntry[] }[]> {
  const coded = entries.filter(
    ({ itemId, after }) => after.value !== null && items[itemId]?.coding?.recommended,
  );
  const taken = coded.length === 0 ? new Set() : await findTaken(trx, found, user, coded);
  const isTaken = (entry: NewEntry) => taken.has(takenKey(entry, entry.after.value));
  return (['screen', 'ai'] as const)
    .map((source) => ({ source, entries: entries.filter((entry) => isTaken(entry) === (source === 'ai')) }))
    .filter((of) => of.entries.length > 0);
}
