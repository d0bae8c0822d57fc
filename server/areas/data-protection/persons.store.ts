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

export interface SearchedPerson {
  itemIds: readonly string[];
  /** folded */
  text: string;
  /** those of the items that hold dates, and the date as they store it; null: the text is none */
  date: { itemIds: readonly string[]; stored: string } | null;
  limit: number;
}

/** Values of the items that contain a text, in either wording, deleted rows and cases included, the newest cases first. */
export async function findPersonalValues(
  trx: Trx,
  { sponsorKey, ...scope }: Scope & { sponsorKey: number },
  { itemIds, text, date, limit }: SearchedPerson,
): Promise<FoundValue[]> {
  const isDate = date
    ? sql`or k.item_id = any(${[...date.itemIds]}::text[]) and starts_with(w.wording, ${date.stored})`
    : sql``;
  const { rows } = await sql<FoundValue>`
    select v.case_key, v.case_no, v.version_no, r.page, k.item_id, found.wording as value
    from pv_case c
    join pv_case v on v.sponsor_key = c.sponsor_key and v.root_case_key = c.root_case_key
    join case_page_row r on r.sponsor_key = v.sponsor_key and r.case_key = v.case_key
    cross join lateral jsonb_each(r.items) i
    cross join lateral (select split_part(i.key, '|', 1) as item_id) k
    cross join lateral (
      select w.wording from (values (1, i.value ->> 'v'), (2, i.value ->> 'n')) w (place, wording)
      where strpos(folded_text(w.wording), ${text}) > 0 ${isDate}
      order by w.place limit 1
    ) found
    where c.sponsor_key = ${sponsorKey} and c.latest and ${caseInScope(scope)}
      and k.item_id = any(${[...itemIds]}::text[])
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
