/** The job that links the stored cases again after a record got another name. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { fold } from '../../shared/text/fold.ts';
import { hasCase } from '../cases/record/case.store.ts';
import { LINKED_BY, type NamedMasters } from '../cases/record/summary.ts';
import { enqueue } from '../jobs/enqueue.store.ts';
import type { JobKind } from '../jobs/job.types.ts';
import type { Trx } from '../storage/database.ts';

export const LINK_CASES: JobKind<{ column: keyof NamedMasters }> = { kind: 'link-cases' };

interface Renamed {
  kind: Pick<RecordKind, 'scope'>;
  sponsorKey: number;
  before: string;
  after: string;
  at: Date;
}

/** Call it in the transaction of the save. Cases are linked to some kinds of records only, and by their names. */
export async function enqueueLinking(
  trx: Trx,
  { kind: { scope }, sponsorKey, before, after, at }: Renamed,
): Promise<void> {
  const column = scope && LINKED_BY[scope];
  if (!column || fold(before) === fold(after) || !(await hasCase(trx, sponsorKey))) return;
  await enqueue(trx, { kind: LINK_CASES, sponsorKey, payload: { column }, at, dedupeKey: column });
}
