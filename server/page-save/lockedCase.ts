/** A case that is being saved. */
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Change, PageDoc } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';

/** The case under its lock, in the transaction of the save. */
export interface LockedCase {
  trx: Trx;
  found: CaseRecord;
  change: Change;
  now: Date;
  /** documents that the save has planned so far, by `docKey` */
  planned: Map<string, PageDoc>;
}
