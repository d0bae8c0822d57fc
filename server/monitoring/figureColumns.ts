/** What the lists that figures are counted from share: `c` is the version of a case that a row is of. */
import { itemsOfSummary } from '../cases/record/summary.ts';
import { sql, type RawBuilder } from 'kysely';
import { limitsOf, type Scope } from '../../shared/access/scope.ts';
import { caseInScope } from '../cases/record/caseScope.store.ts';
import { anyOf } from '../lists/filterSql.ts';
import {
  resolve,
  type ListReading,
  type ListSource,
  type OfReading,
  type SourceColumn,
} from '../lists/listSource.ts';
import { usersOf } from '../lists/sourceCodes.ts';
import { today } from '../lists/today.ts';

/**
 * The scope of a reader is judged by the newest version of the case. Without limits the condition reads no case, so that the
 * database leaves out the join with the cases where only rows are counted.
 */
export const versionInScope = (scope: Scope): RawBuilder<boolean> =>
  limitsOf(scope).length === 0
    ? sql<boolean>`true`
    : sql<boolean>`exists (select from pv_case s where s.sponsor_key = c.sponsor_key
        and s.root_case_key = c.root_case_key and s.latest and ${caseInScope(scope, 's')})`;

/** Whether a version is of a case that is deleted, as its newest version says. These are few, and are read once. */
export const isOfDeletedCase = (caseKey: RawBuilder<unknown>, sponsorKey: number): RawBuilder<boolean> =>
  sql<boolean>`${caseKey} in (select v.case_key from pv_case d
    join pv_case v on v.sponsor_key = d.sponsor_key and v.root_case_key = d.root_case_key
    where d.sponsor_key = ${sponsorKey} and d.latest and d.del_flag <> 'N')`;

export const CASE_NUMBER: SourceColumn = { value: sql`c.case_no`, notNull: true };
export const FOLLOW_UP_NUMBER: SourceColumn = { value: sql`c.version_no - 1`, notNull: true };
export const SERIOUSNESS: SourceColumn = {
  ...computedFrom([sql`c.serious`], ([serious]) => sql<string>`coalesce((${serious})::text, 'notAssessed')`),
  items: (catalogue) => itemsOfSummary(catalogue, 'serious'),
  notNull: true,
};

/** One of the codes, by the condition of each, from which the database sees which index has the rows. */
export const oneOfConditions = (
  codes: readonly string[],
  conditions: Readonly<Record<string, RawBuilder<boolean>>>,
): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join([sql`false`, ...codes.flatMap((code) => conditions[code] ?? [])], sql` or `)})`;

/** A code that is the key of a user. */
const isKey = (code: string): boolean => /^[0-9]{1,9}$/.test(code);

/** Who owns the version in its workflow, found by an index. */
export const OWNER: SourceColumn = {
  value: sql`c.workflow_user_key::text`,
  codes: usersOf('user_key'),
  oneOf: (keys) => sql<boolean>`(c.workflow_user_key = any(${keys.filter(isKey).map(Number)}::int[]))`,
};

export const OPEN_CASE: NonNullable<ListSource['open']> = {
  values: { caseKey: sql<number>`c.case_key` },
  path: ({ caseKey }) => `case/${caseKey}/detail`,
};

type Computed = NonNullable<SourceColumn['computedFrom']>;

/** A column that figures compute once for all rows with the same values of these parts. */
export function computedFrom<const Parts extends Computed['parts']>(
  parts: Parts,
  value: (
    parts: { [At in keyof Parts]: RawBuilder<never> },
    reading: ListReading,
  ) => ReturnType<Computed['value']>,
): Pick<SourceColumn, 'value'> & { computedFrom: Computed } {
  // figures hand over as many parts as were given
  const compute = value as unknown as Computed['value'];
  return {
    value: (reading) =>
      compute(
        parts.map((part) => sql<never>`${resolve(part, reading)}`),
        reading,
      ),
    computedFrom: { parts, value: compute },
  };
}

/**
 * Hours from one moment to a later one, to a tenth, computed without decimals of any size, which take longer. Statistics of the
 * database name the same expression (migration 0250).
 */
export const hoursBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  computedFrom(
    [sql`floor(date_part('epoch', ${to} - ${from}) / 360 + 0.5)`],
    ([tenths]) => sql<number>`round((${tenths})::numeric / 10, 1)`,
  );

/** The day of a moment where the reader is. */
export const dateOfMoment = (
  moment: RawBuilder<unknown>,
  { user }: Pick<ListReading, 'user'>,
): RawBuilder<unknown> => sql`(${moment} at time zone ${user.timeZone}::text)::date`;

/** CCYYMMDD of a date */
export const dayOf = (date: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${date}, 'YYYYMMDD')`;

/** A day (CCYYMMDD) as a date; a day that a month has not is counted on into the next. */
export const dateOf = (day: RawBuilder<string | null>): RawBuilder<unknown> =>
  sql`((left(${day}, 6) || '01')::date + (substr(${day}, 7, 2)::int - 1))`;

/** `2026-W48` of a date */
export const weekOf = (date: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`to_char(${date}, 'IYYY"-W"IW')`;

/** How near a due date (CCYYMMDD) is to a day, as codes; `none` where there is none. */
export const dueClass = (
  due: RawBuilder<string | null>,
  day: OfReading<RawBuilder<string>> = (reading) => sql<string>`${today(reading)}::text`,
): Pick<SourceColumn, 'value' | 'computedFrom' | 'oneOf'> => {
  const computed = computedFrom([due, day], ([dueOn, from]) => {
    // days left from 0, 1, 3 and 8 on are classes of their own
    const place = sql`width_bucket(${dueOn}::date - ${from}::date, array[0, 1, 3, 8])`;
    return sql<string>`coalesce((array['overdue', 'today', 'days2', 'days7', 'later'])[${place} + 1], 'none')`;
  });
  return {
    ...computed,
    // the most frequent question needs no dates
    oneOf: (codes, reading) =>
      codes.length === 1 && codes[0] === 'overdue'
        ? sql<boolean>`(${due} < ${resolve(day, reading)})`
        : anyOf(sql`(${resolve(computed.value, reading)})`, codes),
  };
};
