/** Queries for the personal data of a person. They take the transaction, and decide nothing. */
import { sql } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import { foldedSql } from '../../storage/foldedSql.ts';
import type { Trx } from '../../storage/database.ts';

/** Kinds of records that are about people. */
const PEOPLE = ['reporter', 'sender', 'user'];

interface FoundValue {
  case_key: number;
  case_no: string;
  version_no: number;
  page: string;
  item_id: string;
  value: string;
}

/** Values of the items that contain a text, in either language, deleted rows and cases included, the newest cases first. */
export async function findPersonalValues(
  trx: Trx,
  { sponsorKey, ...scope }: Scope & { sponsorKey: number },
  { itemIds, text, limit }: { itemIds: readonly string[]; text: string; limit: number },
): Promise<FoundValue[]> {
  const { rows } = await sql<FoundValue>`
    select v.case_key, v.case_no, v.version_no, r.page, split_part(i.key, '|', 1) as item_id, t.value
    from pv_case c
    join pv_case v on v.sponsor_key = c.sponsor_key and v.root_case_key = c.root_case_key
    join case_page_row r on r.sponsor_key = v.sponsor_key and r.case_key = v.case_key
    cross join lateral jsonb_each(r.items) i
    cross join lateral (
      select wording.value from unnest(array[i.value ->> 'v', i.value ->> 'n']) with ordinality wording (value, no)
      where position(${text} in ${foldedSql(sql`wording.value`)}) > 0
      order by wording.no limit 1) t
    where c.sponsor_key = ${sponsorKey} and c.latest and ${caseInScope(scope)}
      and split_part(i.key, '|', 1) = any(${[...itemIds]}::text[])
    order by v.case_key desc, r.page, r.row_no, i.key
    limit ${limit}`.execute(trx);
  return rows;
}

/** Records of people whose name, or what they are searched by, contains a text. */
export async function findPersonalRecords(trx: Trx, sponsorKey: number, text: string, limit: number) {
  return trx
    .selectFrom('record')
    .select(['kind', 'record_key', 'name', 'del_flag'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', 'in', PEOPLE)
    .where(sql<boolean>`position(${text} in ${foldedSql(sql`name || ' ' || search`)}) > 0`)
    .orderBy('kind')
    .orderBy('name')
    .limit(limit)
    .execute();
}
