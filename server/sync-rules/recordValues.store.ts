/** Values of records. Queries take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

export interface RecordValue {
  recordKey: number;
  itemId: string;
  value: string;
}

/** Of active records, by key: the first value of each of the items, wherever its rows are. */
export async function findFirstValues(
  trx: Trx,
  sponsorKey: number,
  kind: string,
  itemIds: readonly string[],
): Promise<RecordValue[]> {
  const { rows } = await sql<RecordValue>`
    select distinct on (r.record_key, split_part(i.key, '|', 1))
      r.record_key as "recordKey", split_part(i.key, '|', 1) as "itemId", i.value ->> 'v' as value
    from record r
    join record_page p on p.sponsor_key = r.sponsor_key and p.kind = r.kind and p.record_key = r.record_key
    cross join lateral jsonb_each(p.items) i
    where r.sponsor_key = ${sponsorKey} and r.kind = ${kind} and r.state = 'active' and r.del_flag = 'N'
      and split_part(i.key, '|', 1) = any(${[...itemIds]}::text[]) and i.value ->> 'v' <> ''
    order by r.record_key, split_part(i.key, '|', 1), i.key`.execute(trx);
  return rows;
}
