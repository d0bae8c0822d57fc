/** Where codes stand outside of cases: in views of lists, saved queries, and the reference safety information of products. */
import { sql, type RawBuilder } from 'kysely';
import type { UpgradeMention } from '../../../shared/contract/index.ts';
import type { Trx } from '../../storage/database.ts';

/** Every text anywhere in a JSON document that is one of the codes. */
const codesIn = (document: RawBuilder<unknown>, codes: readonly string[]) => sql`(
  select array_agg(distinct found.code order by found.code) as codes
  from jsonb_path_query(${document}, 'strict $.** ? (@.type() == "string")') part,
    lateral (select part #>> '{}' as code) found
  where found.code = any(${[...codes]}::text[]))`;

/** What the user may use: their own views and queries, and shared ones; records that are not deleted. */
export async function findMentions(
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
  { codes, recordKind }: { codes: readonly string[]; recordKind: string | undefined },
): Promise<UpgradeMention[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<UpgradeMention>`
    select m.kind, m.name, found.codes from (
      select 'view' as kind, name, content as document from list_view
      where sponsor_key = ${sponsorKey} and del_flag = 'N' and (user_key = ${userKey} or shared)
      union all
      select 'query', name, query from search_library
      where sponsor_key = ${sponsorKey} and del_flag = 'N' and (user_key = ${userKey} or shared)
      union all
      select 'expectedness', r.name, jsonb_agg(p.items) from record r
      join record_page p on p.sponsor_key = r.sponsor_key and p.kind = r.kind and p.record_key = r.record_key
      where r.sponsor_key = ${sponsorKey} and r.kind = ${recordKind ?? ''} and r.del_flag = 'N'
      group by r.record_key, r.name
    ) m cross join lateral ${codesIn(sql`m.document`, codes)} found
    where found.codes is not null order by m.kind, m.name`.execute(trx);
  return rows;
}
