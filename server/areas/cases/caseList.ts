/** The list of cases: the newest version of each, as far as the caller may see it. */
import { sql, type RawBuilder } from 'kysely';
import { NULLIFICATION } from '../../../shared/case/nullification.ts';
import { limitsOf } from '../../../shared/access/scope.ts';
import { narrowedByLibrary } from '../../case-query/library.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { itemsOfSummary, SEARCH_SEPARATOR, SEARCHED } from '../../cases/record/summary.ts';
import { RECEIVER_SEPARATOR, receiversText } from '../../obligations/dueReports.store.ts';
import { countedCases } from '../../projections/caseCounts.store.ts';
import { findCaseTexts, type CountedText } from '../../projections/caseTextCounts.store.ts';
import { bigramsOf } from '../../storage/bigrams.ts';
import { lateInStep, ownedBy, returnedTo } from '../../workflow/workflowOwner.store.ts';
import { caseContains } from '../../lists/caseRows.ts';
import { searchEach } from '../../lists/keywordSearch.ts';
import type { ListReading, ListSource, SourceColumn } from '../../lists/listSource.ts';
import { dayFromToday, today } from '../../lists/today.ts';
import type { Trx } from '../../storage/database.ts';
import { warningColumn } from './warningColumn.ts';
import {
  productsOf,
  receiversOf,
  rolesOf,
  sendersOf,
  stepsOf,
  studiesOf,
  usersOf,
} from '../../lists/sourceCodes.ts';

/** More distinct texts than these are no condition that the database looks up quickly. */
const MAX_TEXTS = 500;

/** The states a case may be in at the same time. */
const STATES: Readonly<Record<string, RawBuilder<boolean>>> = {
  reviewed: sql`c.reviewed`,
  locked: sql`c.locked`,
  nullified: sql`coalesce(c.nullification = ${sql.lit(NULLIFICATION)}, false)`,
};

const anyState = (codes: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...codes.flatMap((code) => STATES[code] ?? [])], sql` or `)})`;

const column = (name: string): SourceColumn => ({ value: sql.ref(`c.${name}`) });
const notNull = (name: string): SourceColumn => ({ ...column(name), notNull: true });
/** A column that is made of items of the case. */
const ofItems = (name: Parameters<typeof itemsOfSummary>[1], of: SourceColumn): SourceColumn => ({
  ...of,
  items: (catalogue) => itemsOfSummary(catalogue, name),
});
/** A column that the maintained totals have. */
const preCounted = (of: SourceColumn): SourceColumn => ({ ...of, preCounted: true });

/** A text that the keyword search covers, too: its folded form is part of the search column. */
const inSearch = (name: (typeof SEARCHED)[number]): SourceColumn => ({
  ...column(name),
  contains: (text) =>
    sql<boolean>`strpos(split_part(c.search, ${sql.lit(SEARCH_SEPARATOR)}, ${sql.lit(SEARCHED.indexOf(name) + 1)}), ${text}) > 0`,
  inSearch: true,
});

/** The same for a text with an index of its own, which contains it folded. */
const folded = (name: string, foldedName: CountedText): SourceColumn => {
  const text = sql.ref<string>(`c.${foldedName}`);
  return {
    ...column(name),
    order: text,
    contains: (word) => sql<boolean>`strpos(${text}, ${word}) > 0`,
    inSearch: true,
    findTextRows: async (trx, word) => {
      const { texts, cases } = await findCaseTexts(trx, foldedName, word, MAX_TEXTS);
      return { condition: texts && sql<boolean>`${text} = any(${texts}::text[])`, rows: cases };
    },
  };
};

/** A date in E2B format; its index compares bytes. */
const dateColumn = (name: string): SourceColumn => ({
  ...column(name),
  order: sql`${sql.ref(`c.${name}`)} collate "C"`,
});

/** The key of another record, as text. */
const keyColumn = (name: string, codes: SourceColumn['codes']): SourceColumn => ({
  value: sql`${sql.ref(`c.${name}`)}::text`,
  order: sql.ref(`c.${name}`),
  oneOf: (keys) => sql<boolean>`${sql.ref(`c.${name}`)} = any(${keys.map(Number)}::int[])`,
  ...(codes && { codes }),
});

const keysColumn = (name: 'study_keys' | 'product_keys', codes: SourceColumn['codes']): SourceColumn => ({
  value: sql`${sql.ref(`c.${name}`)}::text[]`,
  oneOf: (keys) => sql<boolean>`${sql.ref(`c.${name}`)} && ${keys.map(Number)}::int[]`,
  ...(codes && { codes }),
});

/** Days from today to the earliest due report; negative if it is overdue. */
const daysLeft: SourceColumn = {
  value: (reading) => sql`(c.due_date::date - ${today(reading)}::text::date)`,
  order: sql`c.due_date collate "C"`,
  between: (from, to, reading) => {
    const ends = [
      sql`c.due_date is not null`,
      ...(from === null ? [] : [sql`c.due_date collate "C" >= ${dayFromToday(reading, from)}`]),
      ...(to === null ? [] : [sql`c.due_date collate "C" <= ${dayFromToday(reading, to)}`]),
    ];
    return sql<boolean>`(${sql.join(ends, sql` and `)})`;
  },
};

const receivers: SourceColumn = {
  value: sql`string_to_array(nullif(trim(${sql.lit(RECEIVER_SEPARATOR)} from c.owed), ''), ${sql.lit(RECEIVER_SEPARATOR)})`,
  oneOf: (codes) =>
    sql<boolean>`(${sql.join([sql`false`, ...codes.map((code) => sql`strpos(c.owed, ${receiversText([code])}) > 0`)], sql` or `)})`,
  codes: receiversOf,
};

/** A case that nobody has assessed must be found, and is never among those that are not serious. */
const NOT_ASSESSED = 'notAssessed';
const seriousness: SourceColumn = {
  value: sql`coalesce(c.serious::text, ${sql.lit(NOT_ASSESSED)})`,
  order: sql`case when c.serious then 2 when c.serious is null then 1 else 0 end`,
  notNull: true,
  oneOf: (codes) =>
    sql<boolean>`(c.serious = any(${codes.flatMap((code) => (code === NOT_ASSESSED ? [] : [code === 'true']))}::boolean[])
      ${sql.raw(codes.includes(NOT_ASSESSED) ? 'or c.serious is null' : '')})`,
};

/** The cases that a figure of the home page counts. */
function inWorkflow(
  { workflow, owner, returned, late }: Readonly<Record<string, unknown>>,
  { user, now }: ListReading,
): RawBuilder<boolean> | null {
  const conditions = [
    ...(typeof workflow === 'string' ? [sql`c.workflow_status = ${workflow}`] : []),
    ...(owner === 'mine' || owner === 'role' || owner === 'unassigned' || owner === 'claimable'
      ? [ownedBy(owner, user)]
      : []),
    ...(returned === 'Y' ? [returnedTo(user)] : []),
    ...(late === 'Y' ? [lateInStep(now)] : []),
  ];
  return conditions.length === 0 ? null : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Offered to whom a claim is not refused by; the guard of the workflow decides when it is made. */
const mayBeClaimed = ({ user }: ListReading): RawBuilder<boolean> =>
  sql<boolean>`(c.workflow_user_key is null and not c.locked and c.del_flag = 'N' and ${ownedBy('role', user)})`;

export const caseList: ListSource = {
  menuId: 'MU-CS',
  from: sql`pv_case c`,
  scope: ({ user }) => sql<boolean>`c.sponsor_key = ${user.sponsorKey} and c.latest and ${caseInScope(user)}`,
  key: sql`c.case_key`,
  rowsAreCases: true,
  name: 'caseNo',
  columns: {
    caseNo: { ...inSearch('case_no'), notNull: true },
    versionNo: {
      value: sql`c.version_no - 1`,
      order: sql`c.version_no`,
      notNull: true,
      between: (from, to) =>
        sql<boolean>`c.version_no between ${(from ?? 0) + 1}::bigint and ${(to ?? MAX_INTEGER) + 1}::bigint`,
    },
    createdAt: notNull('created_at'),
    firstReceived: ofItems('first_received', dateColumn('first_received')),
    mostRecent: ofItems('most_recent', dateColumn('most_recent')),
    dueDate: dateColumn('due_date'),
    daysLeft,
    receivers: preCounted(receivers),
    warnings: warningColumn,
    reportType: ofItems('report_type', preCounted(column('report_type'))),
    sender: preCounted({ ...keyColumn('sender_key', sendersOf), notNull: true }),
    study: ofItems('study_keys', preCounted(keysColumn('study_keys', studiesOf))),
    product: ofItems('product_keys', preCounted(keysColumn('product_keys', productsOf))),
    worldwideId: ofItems('worldwide_id', inSearch('worldwide_id')),
    senderCaseId: ofItems('sender_case_id', inSearch('sender_case_id')),
    patientName: ofItems('patient_name', folded('patient_name', 'patient_folded')),
    sex: ofItems('sex', preCounted(column('sex'))),
    productName: ofItems('product_name', folded('product_name', 'product_folded')),
    aeTerm: ofItems('ae_term', folded('ae_term', 'term_folded')),
    aeStartDate: ofItems('ae_start_date', dateColumn('ae_start_date')),
    country: ofItems('country', preCounted(column('country'))),
    serious: ofItems('serious', preCounted(seriousness)),
    workflowStatus: preCounted({ ...notNull('workflow_status'), codes: stepsOf }),
    workflowRole: keyColumn('workflow_role_id', rolesOf),
    workflowUser: keyColumn('workflow_user_key', usersOf('user_key')),
    waitsFor: {
      value: ({ user }) =>
        sql`case when ${ownedBy('mine', user)} then 'me' when ${ownedBy('role', user)} then 'role' else 'others' end`,
    },
    workflowDue: column('workflow_due_at'),
    status: preCounted({
      value: sql`array_remove(array[${sql.join(
        Object.entries(STATES).map(
          ([code, condition]) => sql`case when ${condition} then ${sql.lit(code)} end`,
        ),
      )}], null)`,
      oneOf: anyState,
    }),
    createdBy: { ...notNull('created_by'), codes: usersOf('user_id') },
    updatedAt: notNull('updated_at'),
    updatedBy: { ...notNull('updated_by'), codes: usersOf('user_id') },
  },
  search: searchEach(caseContains),
  presetFilter: inWorkflow,
  narrow: narrowedByLibrary,
  deleted: sql<boolean>`c.del_flag = 'Y'`,
  notDeleted: sql<boolean>`c.del_flag = 'N'`,
  caseAlias: 'c',
  may: { claim: mayBeClaimed },
  open: { path: ({ rowKey }) => `case/${rowKey}/detail` },
  fastPaths: {
    candidates: findCandidates,
    preCounted: {
      from: countedCases,
      cases: sql`c.cases`,
    },
    itemCounts: ({ user }) => limitsOf(user).length === 0,
  },
};

/** Checking this many cases again costs no more than a page. */
const MAX_CANDIDATES = 1000;

/** By the index of the search text (0007_case_search.sql), which knows pairs of characters. */
async function findCandidates(trx: Trx, texts: readonly string[]): Promise<RawBuilder<boolean> | null> {
  const pairs = bigramsOf(texts);
  if (pairs.length === 0) return null;
  const { rows } = await sql<{ keys: string[] }>`
    select array(select find_case_keys(${pairs}::text[], ${[...texts]}::text[])::text limit ${MAX_CANDIDATES + 1}) as keys`.execute(
    trx,
  );
  const keys = rows[0]?.keys ?? [];
  return keys.length > MAX_CANDIDATES ? null : sql<boolean>`c.case_key = any(${keys}::bigint[])`;
}

/** of an int column */
const MAX_INTEGER = 2 ** 31 - 1;
