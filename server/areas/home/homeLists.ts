/** The full lists behind the cards of the home page. */
import { sql, type RawBuilder } from 'kysely';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';
import { receiversOf } from '../../lists/sourceCodes.ts';
import { ofStudies, receivedWith } from './edcSync.store.ts';
import { DUE_REPORTS, stepName, isStillDue } from './home.store.ts';

const today = ({ user, now }: ListReading): string => dayAt(now.getTime(), user.timeZone);

/** Days from today to the last day in time; fewer than 0: late. */
const daysLeft: SourceColumn = {
  value: (reading) => sql`(o.due::date - ${today(reading)}::text::date)`,
  order: sql`o.due`,
  notNull: true,
  between: (from, to, reading) => {
    const day = (days: number) => dayAfter(today(reading), days);
    const ends = [
      ...(from === null ? [] : [sql`o.due >= ${day(from)}`]),
      ...(to === null ? [] : [sql`o.due <= ${day(to)}`]),
    ];
    return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
  },
};

/** Does the text hold all of the words? */
const allIn =
  (text: RawBuilder<unknown>): ListSource['search'] =>
  (words) =>
    sql<boolean>`(${sql.join(
      words.map((word) => sql`position(${word} in ${text}) > 0`),
      sql` and `,
    )})`;

export const reportList: ListSource = {
  menuId: 'MU-HM-RP',
  from: DUE_REPORTS,
  scope: ({ user }) => isStillDue(user),
  key: sql<string>`(o.case_key || ' ' || o.receiver)`,
  name: 'caseNo',
  columns: {
    caseNo: { value: sql`c.case_no`, notNull: true },
    followUpNo: { value: sql`c.version_no - 1`, notNull: true },
    receiver: {
      value: sql`o.receiver`,
      notNull: true,
      codes: receiversOf,
    },
    rule: {
      value: sql`o.rule_id`,
      notNull: true,
      codes: (_trx, { catalogue, language }) =>
        catalogue.whole.obligations.flatMap(({ receiver, rules }) =>
          rules.map(({ id, label }) => ({ code: id, label: `${receiver}: ${label[language]}` })),
        ),
    },
    day0: { value: sql`o.day0`, notNull: true },
    dueDate: { value: sql`o.due`, notNull: true },
    daysLeft,
    workflowStep: { value: ({ language }) => stepName(language) },
    owner: { value: sql`u.name` },
  },
  search: allIn(sql`c.search`),
  open: {
    values: { caseKey: sql<number>`c.case_key` },
    path: ({ caseKey }) => `case/${caseKey}/detail`,
  },
};

export const edcSyncList: ListSource = {
  menuId: 'MU-HM-ES',
  from: ({ user }) => receivedWith(user),
  scope: ({ user }) => ofStudies(user),
  key: sql<number>`e.sync_key`,
  name: 'subject',
  columns: {
    study: { value: sql`t.study_no`, notNull: true },
    subject: { value: sql`e.subject_id`, notNull: true },
    visit: { value: sql`e.visit`, notNull: true },
    aeTerm: { value: sql`e.ae_term`, notNull: true },
    sae: { value: sql`e.sae`, notNull: true },
    state: { value: sql`e.state`, notNull: true },
    receivedAt: { value: sql`e.received_at`, notNull: true },
    caseNo: { value: sql`c.case_no` },
  },
  search: allIn(sql`lower(concat_ws(' ', t.study_no, e.subject_id, e.ae_term))`),
  open: {
    values: { caseKey: sql<number | null>`c.case_key` },
    path: ({ caseKey }) => (caseKey === null ? null : `case/${caseKey}/detail`),
  },
};
