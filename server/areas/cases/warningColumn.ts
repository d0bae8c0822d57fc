/** What a case is warned of, as a column of the list of cases: each warning with how often it speaks, the worst first. */
import { sql, type RawBuilder } from 'kysely';
import type { WarningRule } from '../../../schemas/compile/warnings.ts';
import { dayAfter, dayAt } from '../../../shared/dates/zonedDay.ts';
import { warningRows } from '../../warnings/warningRows.store.ts';
import type { ListReading, SourceColumn, LoadedCell } from '../../lists/listSource.ts';
import type { Trx } from '../../storage/database.ts';

/** Before how often, where it is more than once. */
const TIMES = ' ×';

/** Loaded for the visible rows only; a filter finds the cases of the chosen warnings by an index. */
export const warningColumn: SourceColumn = {
  value: sql`null`,
  oneOf: (ids, reading) => isWarned(reading, new Set(ids)),
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

/** The due date of a rule about due reports: the earliest one is a column of the case. Null for any other rule. */
function dueUntil({ user, now }: ListReading, { watches, days }: WarningRule): RawBuilder<boolean> | null {
  if (watches !== 'obligation' || days?.to === undefined || days.from !== undefined) return null;
  const last = dayAfter(dayAt(now.getTime(), user.timeZone), days.to);
  return sql<boolean>`coalesce(c.due_date collate "C" <= ${last}, false)`;
}

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
