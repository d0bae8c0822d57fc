/** Queries on what came in from the study system. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

/** What came in (`e`) of studies (`t`), with the newest version of the case (`c`) where the user may see it. */
export const receivedWith = (user: Scope): RawBuilder<unknown> => sql`edc_sync e
  join study t on t.sponsor_key = e.sponsor_key and t.study_key = e.study_key
  left join pv_case c on c.sponsor_key = e.sponsor_key and c.root_case_key = e.root_case_key
    and c.latest and ${caseInScope(user)}`;

/** Limited to the studies of the user's scope, if it has any. */
export const ofStudies = ({ sponsorKey, studyKeys }: Scope & { sponsorKey: number }): RawBuilder<boolean> =>
  studyKeys.length === 0
    ? sql<boolean>`e.sponsor_key = ${sponsorKey}`
    : sql<boolean>`e.sponsor_key = ${sponsorKey} and e.study_key = any(${[...studyKeys]}::int[])`;

export interface FoundSync {
  sync_key: number;
  study_no: string;
  subject_id: string;
  visit: string;
  ae_term: string;
  sae: 'Y' | 'N';
  state: 'NEW' | 'SYNCED' | 'CHANGED' | 'FAILED';
  received_at: Date;
  case_key: number | null;
  case_no: string | null;
  total: number;
}

/** Newest first; each says how many there are in all. */
export async function findNewestSyncs(trx: Trx, user: SessionUser, limit: number): Promise<FoundSync[]> {
  const { rows } = await sql<FoundSync>`
    select e.sync_key, t.study_no, e.subject_id, e.visit, e.ae_term, e.sae, e.state, e.received_at, c.case_key, c.case_no,
      count(*) over () as total
    from ${receivedWith(user)} where ${ofStudies(user)}
    order by e.received_at desc, e.sync_key desc limit ${limit}`.execute(trx);
  return rows;
}
