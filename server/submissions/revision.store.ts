/** Queries on revisions of comment and manual status. They decide nothing. */
import type { Insertable, Selectable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { SubmissionRevisionTable } from '../storage/submissionTables.ts';
import type { BatchRef } from './batch.store.ts';

export type Revision = Selectable<SubmissionRevisionTable>;

export const findRevisions = (trx: Trx, { sponsor_key, batch_key }: BatchRef): Promise<Revision[]> =>
  trx
    .selectFrom('submission_revision')
    .selectAll()
    .where('sponsor_key', '=', sponsor_key)
    .where('batch_key', '=', batch_key)
    .orderBy('revision_no')
    .execute();

/** The caller has locked the process of the batch, or the batch. */
export async function appendRevision(
  trx: Trx,
  { sponsor_key, batch_key }: BatchRef,
  revision: Omit<Insertable<SubmissionRevisionTable>, 'sponsor_key' | 'batch_key' | 'revision_no'>,
): Promise<void> {
  const revision_no = (await findRevisions(trx, { sponsor_key, batch_key })).length + 1;
  await trx
    .insertInto('submission_revision')
    .values({ sponsor_key, batch_key, revision_no, ...revision })
    .execute();
}
