/** The warnings of a case as a column of the case list: each with the number of times it applies, the most severe first. */
import { sql, type RawBuilder } from 'kysely';
import type { WarningRule } from '../../../schemas/compile/warnings.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import { casesDueUntil } from '../../projections/caseTextCounts.store.ts';
import { countOf } from '../../lists/filterSql.ts';
import { warningRows } from '../../warnings/warningRows.store.ts';
import type { ListReading, SourceColumn, LoadedCell } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';

/** Before the number of times, if it is more than one. */
const TIMES = ' ×';

/** Loaded for the visible rows only; a filter finds the cases of the chosen warnings by an index. */
export const warningColumn: SourceColumn = {
  value: sql`null`,
  oneOf: (ids, reading) => isWarned(reading, new Set(ids)),
  countCodes: (trx, ids, reading) => countWarned(trx, reading, new Set(ids)),
  codes: (_trx, { catalogue }) => catalogue.warnings.map(({ id, label }) => ({ code: id, label })),
  tones: ({ catalogue }) => Object.fromEntries(catalogue.warnings.map(({ id, severity }) => [id, severity])),
  loadCells: (trx, reading, rowKeys) => warningsOf(trx, reading, rowKeys.map(Number)),
};

/**
 * The page of warnings leaves out deleted cases, and so does the list. Each rule is a query of its own: its cases are
 * looked up in memory, while those of all rules would be joined with the list one by one.
 */
function isWarned(reading: ListReading, ids: ReadonlySet<string>): RawBuilder<boolean> {
  const rules = reading.catalogue.warnings.filter(({ id }) => ids.has(id));
  const conditions = rules.map(
    (rule) =>
      dueUntil(reading, rule) ??
      sql`c.case_key in (select w.case_key from (${warningRows(reading, [rule])}) w)`,
  );
  return sql<boolean>`(c.del_flag = 'N' and (${sql.join([sql`false`, ...conditions], sql` or `)}))`;
}

/**
 * The listed cases with any of the warnings: those that are due until the latest of their days, which are counted by due date,
 * and those of the other rules among the rest.
 */
async function countWarned(trx: Trx, reading: ListReading, ids: ReadonlySet<string>): Promise<number> {
  const { sponsorKey } = reading.user;
  const rules = reading.catalogue.warnings.filter(({ id }) => ids.has(id));
  const days = rules.flatMap((rule) => lastDayOf(reading, rule) ?? []);
  const others = rules.filter((rule) => lastDayOf(reading, rule) === null);
  const last = days.toSorted().at(-1);
  const due = last === undefined ? 0 : await casesDueUntil(trx, sponsorKey, last);
  if (others.length === 0) return due;
  const isLater = last === undefined ? sql`` : sql`and not ${isDueUntil(last)}`;
  const found = sql`pv_case c where c.sponsor_key = ${sponsorKey} and c.latest and c.del_flag = 'N' ${isLater}
    and c.case_key in (select w.case_key from (${warningRows(reading, others)}) w)`;
  return due + (await countOf(trx, found));
}

/** The condition of a rule about reports due until a day: the earliest due date is a column of the case. Null for any other rule. */
function dueUntil(reading: ListReading, rule: WarningRule): RawBuilder<boolean> | null {
  const last = lastDayOf(reading, rule);
  return last === null ? null : isDueUntil(last);
}

function lastDayOf({ user, now }: ListReading, { watches, days }: WarningRule): string | null {
  if (watches !== 'obligation' || days?.to === undefined || days.from !== undefined) return null;
  return dayAfter(dayAt(now.getTime(), user.timeZone), days.to);
}

const isDueUntil = (day: string): RawBuilder<boolean> =>
  sql<boolean>`coalesce(c.due_date collate "C" <= ${day}, false)`;

/** The requested cases are a named table, so that each is looked up once and not once per rule. */
async function warningsOf(
  trx: Trx,
  reading: ListReading,
  caseKeys: readonly number[],
): Promise<ReadonlyMap<string, LoadedCell>> {
  const { catalogue, language, user } = reading;
  if (catalogue.warnings.length === 0 || caseKeys.length === 0) return new Map();
  const keys = [...caseKeys];
  const { rows } = await sql<{ case_key: number; warning: string; count: number }>`
    with pv_case as materialized (
      select * from pv_case
      where sponsor_key = ${user.sponsorKey} and case_key = any(${keys}::bigint[]) and del_flag = 'N')
    select w.case_key, w.warning, count(*) as count from (${warningRows(reading)}) w
    where w.case_key = any(${keys}::bigint[]) and w.case_key in (select case_key from pv_case)
    group by w.case_key, w.warning, w.rank order by w.rank, w.warning`.execute(trx);
  const labels = new Map(catalogue.warnings.map(({ id, label }: WarningRule) => [id, label[language]]));
  const cellOf = ({ warning, count }: (typeof rows)[number]) =>
    `${labels.get(warning) ?? warning}${count > 1 ? `${TIMES}${count}` : ''}`;
  return new Map(
    [...Map.groupBy(rows, ({ case_key }) => case_key)].map(([caseKey, ofCase]) => {
      const words = ofCase.map(cellOf);
      const codes = ofCase.map(({ warning }) => warning);
      return [String(caseKey), { text: words.join(', '), codes: { codes, words } }];
    }),
  );
}
