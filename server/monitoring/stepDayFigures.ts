/** How good the forecast was: a row a day and step, with what was expected a week before (decision 0289). */
import { sql } from 'kysely';
import { searchIn } from '../lists/keywordSearch.ts';
import { composedKey, type ListSource } from '../lists/listSource.ts';
import { stepsOf } from '../lists/sourceCodes.ts';

export const stepDayFigures: ListSource = {
  menuId: 'MU-MO-FE',
  from: sql`step_day d`,
  // before the first snapshot was a week old, nothing was expected
  scope: ({ user }) => sql<boolean>`d.sponsor_key = ${user.sponsorKey} and d.planned is not null`,
  ...composedKey(sql`d.day`, sql`d.workflow_key`),
  name: 'day',
  columns: {
    day: { value: sql`d.day`, notNull: true },
    workflowStep: { value: sql`d.workflow_key`, notNull: true, codes: stepsOf },
    done: { value: sql`d.done`, notNull: true },
    planned: { value: sql`d.planned`, notNull: true },
    doneWeekBefore: { value: sql`d.done_week_before`, notNull: true },
    error: { value: sql`abs(d.done - d.planned)`, notNull: true },
    errorOfWeekBefore: { value: sql`abs(d.done - d.done_week_before)`, notNull: true },
  },
  search: searchIn(sql`d.workflow_key`),
};
