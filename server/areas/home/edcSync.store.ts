/** Queries on events of studies that were found. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { SyncState } from '../../../shared/sync/syncEvent.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';
import { eventRows, eventsInScope } from '../../sync/eventRows.store.ts';

export interface FoundSync {
  event_key: number;
  study_key: number;
  study_no: string;
  subject: string;
  subject_no: number;
  visit: string;
  visit_no: number;
  event_no: number;
  term: string;
  serious: boolean;
  state: SyncState;
  changed_at: Date;
  case_key: number | null;
  case_no: string | null;
  total: number;
}

/** Newest first; each says how many there are in all. */
export async function findNewestSyncs(trx: Trx, user: SessionUser, limit: number): Promise<FoundSync[]> {
  const { rows } = await sql<FoundSync>`
    select e.event_key, l.study_key, t.study_no, s.label as subject, s.subject_no, e.visit, e.visit_no, e.event_no,
      e.term, e.serious, e.state, e.changed_at, c.case_key, c.case_no, count(*) over () as total
    from ${eventRows(user)} where ${eventsInScope(user)}
    order by e.changed_at desc, e.event_key desc limit ${limit}`.execute(trx);
  return rows;
}
