/** Dead letters of all sponsors as a list for operators. */
import { sql } from 'kysely';
import { searchIn } from '../../lists/keywordSearch.ts';
import type { ListSource } from '../../lists/listSource.ts';
import { seeAllJobs } from '../../storage/database.ts';
import { jobSubject } from './jobSubject.store.ts';

export const deadLetterList: ListSource = {
  menuId: 'AD-MU-JB',
  openToAll: seeAllJobs,
  from: sql`job j left join sponsor s on s.sponsor_key = j.sponsor_key`,
  scope: () => sql<boolean>`j.state = 'dead'`,
  key: sql`j.job_key`,
  name: 'kind',
  columns: {
    kind: { value: sql`j.kind`, notNull: true },
    subject: { value: jobSubject },
    sponsor: { value: sql`s.name` },
    attempts: { value: sql`j.attempts`, notNull: true },
    error: { value: sql`coalesce(j.last_error, '')`, notNull: true },
    createdAt: { value: sql`j.created_at`, notNull: true },
    failedAt: { value: sql`coalesce(j.finished_at, j.created_at)`, notNull: true },
  },
  search: searchIn(sql`coalesce(j.last_error, '')`),
};
