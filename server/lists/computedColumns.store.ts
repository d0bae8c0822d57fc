/** Queries on the values of computed columns. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** In place of what was kept of the cases; an empty text is not kept. */
export async function putColumnValues(
  trx: Trx,
  sponsorKey: number,
  columnId: string,
  values: ReadonlyMap<number, string>,
): Promise<void> {
  const keys = [...values.keys()];
  const filled = [...values].filter(([, value]) => value !== '');
  await sql`
    with gone as (
      delete from case_column_value
      where sponsor_key = ${sponsorKey} and column_id = ${columnId} and case_key = any(${keys}::bigint[])
        and case_key <> all(${filled.map(([key]) => key)}::bigint[])
    )
    insert into case_column_value (sponsor_key, column_id, case_key, value)
    select ${sponsorKey}::int, ${columnId}::text, v.key, v.value
    from unnest(${filled.map(([key]) => key)}::bigint[], ${filled.map(([, value]) => value)}::text[]) as v(key, value)
    on conflict (sponsor_key, column_id, case_key) do update set value = excluded.value`.execute(trx);
}

/** The column in SQL, of the cases with this alias. */
export function computedColumn(
  columnId: string,
  kind: string,
  caseAlias: string,
): { value: RawBuilder<string | number | null> } {
  const text = sql<string | null>`(select v.value from case_column_value v
    where v.sponsor_key = ${sql.ref(`${caseAlias}.sponsor_key`)} and v.column_id = ${columnId}
      and v.case_key = ${sql.ref(`${caseAlias}.case_key`)})`;
  return { value: kind === 'number' ? numberIn(text) : text };
}

/** null where the text is no number */
const numberIn = (text: RawBuilder<string | null>) =>
  sql<number | null>`(select case when n.text ~ '^[-+]?[0-9]+([.][0-9]+)?$' then n.text::float8 end
    from (select ${text} as text) n)`;
